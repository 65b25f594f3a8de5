"""The fair-play seal of a match: it covers everything that happens, and reveals nothing before the end."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.matches.model import Begun, Offer, Over, Play, Table
from bot.matches.service import Tables
from bot.matches.terms import Agreement
from bot.matches.time_budget import Absences
from bot.screens import dialogs, match_card, offer_card, player_screen
from games import GAMES, record
from games.chain import encode_hash, extend_seal
from games.chained_record import hash_player_seed
from games.core import Game
from games.fairness import verify_record
from tests.kit.match import ANN, BEN, CAT, NOON, cause, offered, refusal, said

OPEN = Agreement(kind="open", seats=3, clock=None)
OTHER_TERMS = Agreement(seats=1, clock=60_000, rated=True)
WOODS: Game[Any, Any, Any] = GAMES["woodwalkers"]
"""A game in which all choose at once, and which has texts."""


async def open_woods(tables: Tables) -> Offer:
    done = await tables.offer(ANN, (), WOODS, {}, OPEN, server=1, channel=2, cause=cause(), now=NOON)
    assert isinstance(done.table, Offer)
    return done.table


async def sit(tables: Tables, table: Table, *people: int) -> Table:
    for person in people:
        table = (await tables.sit(table.id, person, cause=cause(), now=NOON)).table
    return table


async def arrange(tables: Tables, table: Play, seat: int, way: int = 0) -> Play:
    person = table.people[seat]
    assert person
    word = table.match.game.legal_moves(WOODS.view(table.match.state, seat))[way]
    after = (await tables.say(table.id, person, word, step=0, cause=cause(), now=NOON)).table
    assert isinstance(after, Play)
    return after


async def end_and_prove(tables: Tables, table: Table) -> str:
    """Let everybody resign, and prove the match by the last seal that everybody saw. Return the record."""
    assert isinstance(table, Begun)
    for seat, person in enumerate(table.people):
        if person is not None and isinstance(table, Play) and seat not in table.housed:
            table = (await said(tables, table, seat, "!resign")).table
    assert isinstance(table, Over)
    assert table.shown == table.seal
    text = str(await tables.record(table.id))
    assert verify_record(record.parse_record(text)).seal == encode_hash(table.shown)
    return text


async def test_every_answer_to_an_offer_is_in_the_seal(tables: Tables) -> None:
    table = await offered(tables, ANN, (), OPEN)
    answers = (
        tables.sit(table.id, BEN, cause=cause(), now=NOON),
        tables.rise(table.id, BEN, cause=cause(), now=NOON),
        tables.sit(table.id, BEN, cause=cause(), now=NOON),
        tables.change(table.id, ANN, {}, OTHER_TERMS, cause=cause(), now=NOON),
        tables.sit(table.id, CAT, cause=cause(), now=NOON),
        tables.start(table.id, ANN, 3, cause=cause(), now=NOON),
    )
    seals = [table.shown, *[(await answer).table.shown for answer in answers]]
    assert len(set(seals)) == len(seals)
    text = await end_and_prove(tables, await tables.table(table.id))
    lines = [row.split(" ")[0] for row in text.splitlines()[5:]]
    before = ["options", "seats", "sit", "sit", "rise", "sit", "options", "sit", "seats", "house", "begin"]
    assert lines[: len(before)] == before
    assert {encode_hash(seal) for seal in seals} < verify_record(record.parse_record(text)).seals.keys()


async def test_practice_and_a_host_alone_are_sealed_too(tables: Tables) -> None:
    practice = Agreement(kind="practice", seats=2, house=1, rated=False)
    await end_and_prove(tables, await offered(tables, ANN, (), practice))
    table = await offered(tables, ANN, (), OPEN.model_copy(update={"fills": 60_000}))
    text = await end_and_prove(tables, (await tables.start(table.id, ANN, 3, cause=cause(), now=NOON)).table)
    # The host sits down anew.
    assert [row.split(" ")[:2] for row in text.splitlines()[7:10]] == [["sit", "1"], ["rise", "1"], ["sit", "2"]]


def find_shown(table: Play) -> tuple[set[str], set[bytes]]:
    """Return the receipts that hands show now, and the seals that hands and card do."""
    scenes = [player_screen.hand(table, seat, "en", Absences()) for seat in range(table.match.seats)]
    scenes += [dialogs.more(table, seat, "en") for seat in range(table.match.seats)]
    scenes.append(match_card.playing(table, "en", Absences(), uncovered=True))
    shown = " ".join(scene.small for scene in scenes)
    receipts = {
        line.commitment for seat in table.match.sealed if (line := table.sealed(seat)) and line.commitment in shown
    }
    seals = {seal for seal in (table.seal, table.shown, *table.entered.values()) if encode_hash(seal) in shown}
    return receipts, seals


@pytest.mark.parametrize("changes", [0, 1, 2])
async def test_seals_and_receipts_do_not_tell_that_somebody_thought_again(tables: Tables, changes: int) -> None:
    """No two seals that were shown are linked by a receipt that was."""
    offered = await open_woods(tables)
    small = offer_card.offer(offered, "en", Absences(), called=frozenset()).small
    assert small.endswith(f"🎲 Fair-play seal: {encode_hash(offered.shown)}")
    table = await sit(tables, offered, BEN, CAT)
    receipts, seals, cards = set[str](), set[bytes](), list[bytes]()
    for seat, times in ((0, 1), (1, 1), (0, changes), (1, changes), (2, 1)):
        for way in range(times):
            assert isinstance(table, Play)
            table = await arrange(tables, table, seat, way)
            more, other = find_shown(table)
            receipts, seals = receipts | more, seals | other
            if table.shown not in cards:
                cards.append(table.shown)
    # Two first choices, and the end of the step: that and no more whatever they thought between.
    assert len(cards) == 3
    assert len(receipts) == (2 if changes else 0) + (2 if changes > 1 else 0)
    links = {
        extend_seal(seal, f"{seat} # {receipt}", b"") for seal in seals for seat in range(3) for receipt in receipts
    }
    assert not links & seals
    proof = verify_record(record.parse_record(await end_and_prove(tables, table)))
    assert proof.changed_move_count == 2 * changes
    assert receipts <= proof.commitments
    assert {encode_hash(seal) for seal in seals} <= proof.seals.keys()


async def test_last_line_of_each_player_shakes_the_dice(tables: Tables) -> None:
    table: Table = await offered(tables, ANN, (), OPEN)
    assert await refusal(tables.shake(table.id, BEN, "b", cause=cause(), now=NOON)) == "not-seated"
    await sit(tables, table, BEN)
    for person, text in ((ANN, "first thoughts"), (ANN, "ann’s line"), (BEN, "🎲 *any* line")):
        before = table.shown
        table = (await tables.shake(table.id, person, text, cause=cause(), now=NOON)).table
        assert table.shown != before
    after = await sit(tables, table, CAT)
    assert await refusal(tables.shake(table.id, ANN, "too late", cause=cause(), now=NOON)) == "begun"
    # Cat brought only an id, which could have been chosen: it has no part in these dice.
    proof = verify_record(record.parse_record(await end_and_prove(tables, after)))
    assert proof.player_seeds == (hash_player_seed("ann’s line"), hash_player_seed("🎲 *any* line"))
    assert "ann’s" not in str(await tables.journal(table.id))


async def test_other_terms_are_shaken_for_anew(tables: Tables) -> None:
    table = await offered(tables, ANN, (), OPEN)
    await tables.shake(table.id, ANN, "mine", cause=cause(), now=NOON)
    await tables.change(table.id, ANN, {}, OTHER_TERMS, cause=cause(), now=NOON)
    text = await end_and_prove(tables, await sit(tables, table, BEN, CAT))
    assert not verify_record(record.parse_record(text)).player_seeds


def test_markdown_in_a_shaken_line_is_escaped() -> None:
    told = offer_card.shaken(cast(Table, SimpleNamespace(id=7)), ANN, "**@everyone** <@1> `#1`", "en").above[0]
    assert told.endswith(r"\*\*\@everyone\*\* \<\@1\> \`\#1\`")
