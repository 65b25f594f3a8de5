"""Shaking the dice by a form behind the card: open to whoever sits there, and to nobody else."""

from __future__ import annotations

import pytest

from bot.scenes.offer import LONGEST_LINE
from bot.scenes.verb import Verb
from deploy.playground.client import JSON, Answer, labels, text
from games.muster import shaken
from tests.bot.discord.glade import Glade, number
from tests.bot.discord.guest import EPHEMERAL, Guest, says, verbs

SUBMIT = 5


async def opened(glade: Glade, guest: Guest, card: JSON) -> JSON:
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
    await ashes.heron.click(card, custom_id=verbs(card)["si"])
    late = await ashes.otter.submit({"line": "too late"})
    assert "already begun" in text(late.message)
    assert shaken_there(ashes, number(card)) == [shaken("from before")]


async def forged(
    glade: Glade, guest: Guest, custom_id: str, *components: object, kind: int = SUBMIT, on: JSON | None = None
) -> Answer:
    data = {"custom_id": custom_id, "components": list(components), "component_type": 2}
    message = on and on["id"]
    return Answer(
        await guest.act("forge", channel=glade.channel, bot=glade.bot.name, kind=kind, data=data, message=message)
    )


def field(value: object) -> JSON:
    return {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "line", "value": value}}


async def test_only_whoever_sits_there_can_shake_and_only_a_line(glade: Glade) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    match = number(card)
    to = f"{Verb.SHOOK}:{match}:0:"
    assert Verb.SHAKE not in verbs(await glade.aside(glade.heron, card))
    for guest in (glade.heron, glade.badger):
        refused = await forged(glade, guest, to, field("mine"))
        assert refused.message["flags"] & EPHEMERAL
    lines: list[tuple[object, ...]] = [
        (), ({},), (field(""),), (field(7),), (field("two\nlines"),), (field("x" * (LONGEST_LINE + 1)),),
        (field("a line\n"),), (field("one"), field("two")), ({"type": 1, "id": 1, "components": []},),
    ]  # fmt: skip
    for components in lines:
        refused = await forged(glade, glade.otter, to, *components)
        assert "know that button" in text(refused.message), components
    # A form presses no button, and no button writes in a form.
    for custom_id, kind in ((f"{Verb.WITHDRAW}:{match}:0:", SUBMIT), (to, 3)):
        refused = await forged(glade, glade.otter, custom_id, field("mine"), kind=kind, on=card)
        assert "know that button" in text(refused.message)
    assert shaken_there(glade, match) == []
    assert "Accept" in labels(glade.otter.now(card))


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
