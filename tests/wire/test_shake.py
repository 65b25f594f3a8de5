"""Shaking the dice by a form behind the card: open to whoever sits there, and to nobody else."""

from __future__ import annotations

import pytest

from bot.scenes.address import Verb
from bot.scenes.offer import LONGEST_LINE
from deploy.playground.client import JSON, Answer, labels, text
from games.chained_record import shaken
from tests.kit.wire_person import EPHEMERAL, WirePerson, does, says, verbs
from tests.wire.glade import Glade, number
from tests.wire.stale import COMMAND, COMPONENT, MODAL


async def opened(glade: Glade, guest: WirePerson, card: JSON) -> JSON:
    """The form, as it is before them; by the button behind the card."""
    aside = await glade.aside(guest, card)
    return (await guest.click(aside, custom_id=verbs(aside)[Verb.SHAKE])).modal


def shaken_there(glade: Glade, match: int) -> list[object]:
    query = "SELECT word FROM event WHERE match = ? AND kind = 'shook' ORDER BY seq"
    return [word for (word,) in glade.bot.asked(query, match)]


async def test_what_somebody_writes_in_the_form_everybody_reads(glade: Glade) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    seal = text(card).split("🎲 Fair-play seal: ")[1]
    form = await opened(glade, glade.otter, card)
    assert form["title"] == "Shake the dice"
    told = await glade.otter.submit({"line": "🦦 *my* dice"})
    # In the place of what it was opened from: one may shake once more.
    assert told.message["flags"] & EPHEMERAL
    assert "your last line counts" in text(told.message)
    assert Verb.SHAKE in verbs(told.message)
    line = await glade.badger.waits_for(glade.channel, says("shook the dice"))
    assert text(line).endswith(r"🦦 \*my\* dice")
    assert labels(line) == []
    changed = await glade.otter.waits_for(glade.channel, lambda it: it["id"] == card["id"] and seal not in text(it))
    assert "🎲 Fair-play seal: " in text(changed)
    assert shaken_there(glade, number(card)) == [shaken("🦦 *my* dice")]


async def test_a_form_that_is_closed_again_has_done_nothing(glade: Glade) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    await opened(glade, glade.otter, card)
    await glade.otter.close()
    assert shaken_there(glade, number(card)) == []
    await opened(glade, glade.otter, card)
    await glade.otter.submit({"line": "after all"})
    assert shaken_there(glade, number(card)) == [shaken("after all")]


async def test_a_form_outlives_the_bot_and_not_the_offer(ashes: Glade) -> None:
    card = await ashes.challenges(ashes.otter, ashes.heron)
    await opened(ashes, ashes.otter, card)
    await ashes.bot.again(ashes.playground)
    await ashes.otter.submit({"line": "from before"})
    assert shaken_there(ashes, number(card)) == [shaken("from before")]
    await opened(ashes, ashes.otter, card)
    await ashes.heron.click(card, custom_id=verbs(card)[Verb.SIT])
    await ashes.table(number(card))
    late = await ashes.otter.submit({"line": "too late"})
    assert "already begun" in text(late.message)
    assert shaken_there(ashes, number(card)) == [shaken("from before")]


async def forged(
    glade: Glade, guest: WirePerson, custom_id: str, *components: object, kind: int = MODAL, on: JSON | None = None
) -> Answer:
    data = {"custom_id": custom_id, "components": list(components), "component_type": 2}
    return await guest.forges(kind, data, glade.channel, on["id"] if on else None)


def field(value: str) -> JSON:
    return {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "line", "value": value}}


async def test_only_whoever_sits_there_can_shake_and_only_a_line(glade: Glade) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    match = number(card)
    to = f"{Verb.SHOOK}:{match}:0:"
    assert Verb.SHAKE not in verbs(await glade.aside(glade.heron, card))
    for guest in (glade.heron, glade.badger):
        refused = await forged(glade, guest, to, field("mine"))
        assert refused.message["flags"] & EPHEMERAL
    for line in ("", "two\nlines", "x" * (LONGEST_LINE + 1), "a line\n"):
        refused = await forged(glade, glade.otter, to, field(line))
        assert "know that button" in text(refused.message), line
    # A form presses no button, and no button writes in a form.
    for custom_id, kind in ((f"{Verb.WITHDRAW}:{match}:0:", MODAL), (to, COMPONENT)):
        refused = await forged(glade, glade.otter, custom_id, field("mine"), kind=kind, on=card)
        assert "know that button" in text(refused.message)
    assert shaken_there(glade, match) == []
    assert "Accept" in labels(glade.otter.now(card))


@pytest.mark.parametrize("line", ["", "x" * 101, "ä" * 6000, "two\nlines", "a line\n"])
async def test_a_command_takes_no_more_than_a_form(glade: Glade, line: str) -> None:
    """Whatever Discord itself would have let through."""
    card = await glade.challenges(glade.otter, glade.heron)
    duel = next(one for one in (await glade.otter.see())["commands"] if one["name"] == "duel")
    inner = {"type": 1, "name": "shake", "options": [{"type": 3, "name": "line", "value": line}]}
    data = {"id": duel["id"], "name": "duel", "type": 1, "options": [inner]}
    told = await glade.otter.forges(COMMAND, data, glade.channel)
    assert told.message["flags"] & EPHEMERAL
    assert shaken_there(glade, number(card)) == []


@pytest.mark.parametrize("shakes", [["mine"], ["mine", "mine"]])
async def test_the_same_line_twice_is_shaken_twice_and_read_once(glade: Glade, shakes: list[str]) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    aside = await glade.aside(glade.otter, card)
    for line in shakes:
        await glade.otter.click(aside, custom_id=verbs(aside)[Verb.SHAKE])
        await glade.otter.submit({"line": line})
    await glade.badger.waits_for(glade.channel, says("shook the dice"))
    told = [it for it in await glade.badger.messages(glade.channel) if says("shook the dice")(it)]
    assert len(told) == 1
    assert shaken_there(glade, number(card)) == [shaken(line) for line in shakes]


FIRST = {"shakes.": "yes"}


async def first(glade: Glade) -> JSON:
    """The card of a challenge that waits for two shakes once it is accepted."""
    card = await glade.challenges(glade.otter, glade.heron, options="placement=random")
    await glade.filled(glade.otter, card, FIRST)
    card = await glade.otter.waits_for(glade.channel, says("everyone shakes the dice first"))
    await glade.heron.click(card, custom_id=verbs(card)[Verb.SIT])
    # They are in, and read beside it what it waits for.
    told = await glade.heron.waits_for(glade.channel, says("alle die Würfel geschüttelt"))
    assert told["flags"] & EPHEMERAL
    assert Verb.SHAKE in verbs(told)
    return await glade.otter.waits_for(
        glade.channel, says("Waiting for", glade.otter.mention, glade.heron.mention, "to shake the dice")
    )


async def test_with_the_second_shake_it_begins_whoever_was_killed_between(ashes: Glade) -> None:
    otter, heron = ashes.otter, ashes.heron
    card = await first(ashes)
    assert labels(card) == ["🎲 Shake the dice", "Decline", "…"]
    match = number(card)
    # By the button on the card: what comes of it lies beside it.
    await heron.click(card, custom_id=verbs(card)[Verb.SHAKE])
    told = await heron.submit({"line": "vom Reiher"})
    assert told.state == "answered"
    waits = await otter.waits_for(
        ashes.channel, lambda it: it["id"] == card["id"] and heron.mention not in text(it).partition("Waiting for")[2]
    )
    await ashes.noted()
    await ashes.bot.again(ashes.playground)
    # Somebody who has nothing to do with it shakes nothing, and opens no form.
    for guest in (ashes.badger, ashes.lynx):
        refused = await guest.click(waits, custom_id=verbs(waits)[Verb.SHAKE])
        assert refused.message["flags"] & EPHEMERAL
        await forged(ashes, guest, f"{Verb.SHOOK}:{match}:0:", field("mine"))
    assert shaken_there(ashes, match) == [shaken("vom Reiher")]
    await otter.click(waits, custom_id=verbs(waits)[Verb.SHAKE])
    await otter.submit({"line": "by the otter"})
    await ashes.table(match)
    for guest in (otter, heron):
        # Whoever shook by the card has their hand beside it.
        await guest.handed(does(Verb.MORE, match))
    late = await forged(ashes, heron, f"{Verb.SHOOK}:{match}:0:", field("too late"))
    assert "begonnen" in text(late.message) or "läuft" in text(late.message)
    assert shaken_there(ashes, match) == [shaken("vom Reiher"), shaken("by the otter")]


async def test_whoever_is_waited_for_finds_it_in_their_inbox_and_shakes_there(glade: Glade) -> None:
    card = await first(glade)
    match = number(card)
    listed = (await glade.says(glade.heron, "duel inbox")).message
    assert "schüttle die Würfel" in text(listed)
    await glade.heron.click(listed, custom_id=f"{Verb.SHAKE}:{match}:0:")
    await glade.heron.submit({"line": "aus dem Eingang"})
    # Also where one reads but one's own messages: the line is read where the card is.
    home = (await glade.otter.command(glade.otter.dm, "duel inbox", bot=glade.bot.name)).message
    await glade.otter.click(home, custom_id=f"{Verb.SHAKE}:{match}:0:")
    await glade.otter.submit({"line": "from home"})
    # They play on where they have shaken the dice.
    begun = await glade.otter.waits_for(home["channel_id"], does(Verb.PICK, match))
    assert begun["id"] == home["id"]
    await glade.badger.waits_for(glade.channel, says("shook the dice", "from home"))
    await glade.table(match)
