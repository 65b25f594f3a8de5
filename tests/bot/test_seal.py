"""The seal of a table: everything that happens there is in it, and it tells nothing before its time."""

from __future__ import annotations

from collections.abc import Awaitable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.scenes import hand, match, menu, offer
from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.table import Begun, Offer, Over, Play, Table
from bot.table.tables import Tables
from games import GAMES, record
from games.chain import brief, linked
from games.chained_record import shaken
from games.core import Game
from games.fair import verified
from games.refused import Refused
from tests.kit.match import ANN, BEN, CAT, NOON, cause, offered, said


async def refusal(call: Awaitable[object]) -> str:
    with pytest.raises(Refused) as no:
        await call
    return no.value.key


OPEN = Agreement(kind="open", seats=3, clock=None)
WOODS: Game[Any, Any, Any] = GAMES["woodwalkers"]
"""A game in which all choose at once, and which has texts."""


async def walked(tables: Tables, *people: int) -> Play:
    """Everybody is there, and is to arrange their animals."""
    table = await woods(tables, people[0], OPEN.model_copy(update={"seats": len(people)}))
    for person in people[1:]:
        table = (await tables.sit(table.id, person, cause=cause(), now=NOON)).table
    assert isinstance(table, Play)
    return table


async def woods(tables: Tables, host: int, agreement: Agreement) -> Table:
    done = await tables.offer(host, (), WOODS, {}, agreement, server=1, channel=2, cause=cause(), now=NOON)
    return done.table


async def arranged(tables: Tables, table: Play, seat: int, way: int = 0) -> Play:
    person = table.people[seat]
    assert person
    word = table.match.game.legal(WOODS.view(table.match.state, seat))[way]
    after = (await tables.say(table.id, person, word, step=0, cause=cause(), now=NOON)).table
    assert isinstance(after, Play)
    return after


async def proven(tables: Tables, table: Table) -> str:
    """The verdict on what is over, by the last seal that everybody saw; returns the record."""
    assert isinstance(table, Over)
    assert table.shown == table.seal
    text = str(await tables.record(table.id))
    proof = verified(record.read(text))
    assert proof.seal == brief(table.shown)
    return text


async def resigned(tables: Tables, table: Table) -> Table:
    """All who play there leave, one after the other."""
    assert isinstance(table, Begun)
    for seat, person in enumerate(table.people):
        if person is not None and isinstance(table, Play) and seat not in table.housed:
            table = (await said(tables, table, seat, "!resign")).table
    return table


async def test_every_answer_to_an_offer_is_in_its_seal(tables: Tables) -> None:
    table = await offered(tables, ANN, (), OPEN)
    answers = (
        tables.sit(table.id, BEN, cause=cause(), now=NOON),
        tables.rise(table.id, BEN, cause=cause(), now=NOON),
        tables.sit(table.id, BEN, cause=cause(), now=NOON),
        tables.change(table.id, ANN, {}, Agreement(seats=1, clock=60_000, rated=True), cause=cause(), now=NOON),
        tables.sit(table.id, CAT, cause=cause(), now=NOON),
        tables.start(table.id, ANN, 3, cause=cause(), now=NOON),
    )
    seals = [table.shown, *[(await answer).table.shown for answer in answers]]
    assert len(set(seals)) == len(seals)
    text = await proven(tables, await resigned(tables, await tables.table(table.id)))
    lines = [row.split(" ")[0] for row in text.splitlines()[5:]]
    before = ["options", "seats", "sit", "sit", "rise", "sit", "options", "sit", "seats", "house", "begin"]
    assert lines[: len(before)] == before
    proof = verified(record.read(text))
    assert {brief(seal) for seal in seals} < proof.seals.keys()


async def test_a_host_who_begins_alone_sits_down_anew(tables: Tables) -> None:
    table = await offered(tables, ANN, (), OPEN.model_copy(update={"fills": 60_000}))
    table = (await tables.start(table.id, ANN, 3, cause=cause(), now=NOON)).table
    text = await proven(tables, await resigned(tables, table))
    assert [row.split(" ")[:2] for row in text.splitlines()[7:10]] == [["sit", "1"], ["rise", "1"], ["sit", "2"]]


async def test_practice_is_sealed_too(tables: Tables) -> None:
    table = await offered(tables, ANN, (), Agreement(kind="practice", seats=2, house=1, rated=False))
    await proven(tables, await resigned(tables, table))


def visible(table: Play) -> tuple[set[str], set[bytes]]:
    """The receipts that hands show now, and the seals that hands and card do."""
    scenes = [hand.hand(table, seat, "en", Absences()) for seat in range(table.match.seats)]
    scenes += [menu.more(table, seat, "en") for seat in range(table.match.seats)]
    scenes.append(match.playing(table, "en", Absences(), uncovered=True))
    shown = " ".join(scene.small for scene in scenes)
    receipts = {line.receipt for seat in table.match.sealed if (line := table.sealed(seat)) and line.receipt in shown}
    seals = {seal for seal in (table.seal, table.shown, *table.entered.values()) if brief(seal) in shown}
    return receipts, seals


@pytest.mark.parametrize("changes", [0, 1, 2])
async def test_nobody_learns_before_the_end_that_somebody_thought_again(tables: Tables, changes: int) -> None:
    """From no two seals that were shown and no receipt between them: their owners do not know those."""
    table = await walked(tables, ANN, BEN, CAT)
    receipts, seals, cards = set[str](), set[bytes](), list[bytes]()
    for seat, times in ((0, 1), (1, 1), (0, changes), (1, changes), (2, 1)):
        for way in range(times):
            table = await arranged(tables, table, seat, way)
            more, other = visible(table)
            receipts, seals = receipts | more, seals | other
            if table.shown not in cards:
                cards.append(table.shown)
    # Two first choices, and the end of the step: that and no more whatever they thought between.
    assert len(cards) == 3
    assert len(receipts) == (2 if changes else 0) + (2 if changes > 1 else 0)
    links = {linked(seal, f"{seat} # {receipt}", b"") for seal in seals for seat in range(3) for receipt in receipts}
    assert not links & seals
    proof = verified(record.read(await proven(tables, await resigned(tables, table))))
    assert proof.thought_again == 2 * changes
    assert receipts <= proof.receipts
    assert {brief(seal) for seal in seals} <= proof.seals.keys()


async def test_a_card_shows_the_seal_from_the_challenge_on(tables: Tables) -> None:
    table = await woods(tables, ANN, OPEN)
    assert isinstance(table, Offer)
    small = offer.offer(table, "en", Absences(), called=frozenset()).small
    assert small.endswith(f"🎲 Fair-play seal: {brief(table.shown)}")


async def test_whoever_sits_there_shakes_the_dice_and_the_last_line_counts(tables: Tables) -> None:
    table = await offered(tables, ANN, (), OPEN)
    assert isinstance(table, Offer)
    assert await refusal(tables.shake(table.id, BEN, "b", cause=cause(), now=NOON)) == "not-seated"
    await tables.sit(table.id, BEN, cause=cause(), now=NOON)
    for person, text in ((ANN, "first thoughts"), (ANN, "ann’s line"), (BEN, "🎲 *any* line")):
        before = table.shown
        table = (await tables.shake(table.id, person, text, cause=cause(), now=NOON)).table
        assert table.shown != before
    after = (await tables.sit(table.id, CAT, cause=cause(), now=NOON)).table
    assert await refusal(tables.shake(table.id, ANN, "too late", cause=cause(), now=NOON)) == "begun"
    proof = verified(record.read(await proven(tables, await resigned(tables, after))))
    # Whoever brought an id only has no part in these dice: it could have been chosen.
    assert proof.shakes == (shaken("ann’s line"), shaken("🎲 *any* line"))
    assert "ann’s" not in str(await tables.journal(table.id))


async def test_other_terms_are_shaken_for_anew(tables: Tables) -> None:
    table = await offered(tables, ANN, (), OPEN)
    await tables.shake(table.id, ANN, "mine", cause=cause(), now=NOON)
    await tables.change(table.id, ANN, {}, Agreement(seats=1, clock=60_000, rated=True), cause=cause(), now=NOON)
    for person in (BEN, CAT):
        table = (await tables.sit(table.id, person, cause=cause(), now=NOON)).table
    assert not verified(record.read(await proven(tables, await resigned(tables, table)))).shakes


def test_no_sign_in_what_somebody_shook_does_anything() -> None:
    told = offer.shaken(cast(Table, SimpleNamespace(id=7)), ANN, "**@everyone** <@1> `#1`", "en").above[0]
    assert told.endswith(r"\*\*\@everyone\*\* \<\@1\> \`\#1\`")
