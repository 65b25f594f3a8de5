"""Whole matches of every variant, from the challenge to the result."""

from __future__ import annotations

import pytest

from bot.scenes.address import Verb
from deploy.playground.client import JSON, components, labels, text
from games import GAMES
from tests.kit.wire_person import EPHEMERAL, does
from tests.wire.driven import Driven, played
from tests.wire.glade import Glade
from tests.wire.short import begun
from tests.wire.variants import at_first, variants


def seconds() -> list[tuple[str, str]]:
    """All variants of a game but its first: what is not about their rules has been seen in that."""
    return [(key, variant) for at, (key, variant) in enumerate(variants()) if at and variants()[at - 1][0] == key]


@pytest.mark.parametrize(("game", "variant"), at_first(("shamanic_chess", "classic"), by_night=seconds()))
async def test_a_whole_match_with_direct_messages_closed(glade: Glade, game: str, variant: str) -> None:
    for guest in (glade.otter, glade.heron):
        await guest.dms(open=False)
    match = await begun(glade, game, variant, glade.otter, glade.heron)
    over = await played(glade, match, glade.otter, glade.heron, manner=Driven.in_the_hand)
    for guest in (glade.otter, glade.heron):
        assert guest.watch.messages(guest.dm) == []
    assert labels(over) == ["Rematch", "Review", "…"]
    await _one_table(glade, match, over)


async def test_a_whole_match_at_the_table(glade: Glade) -> None:
    """Each choice by the card, which follows two seconds behind: once is enough."""
    match = await begun(glade, "schamanen", "classic", glade.otter, glade.heron)
    over = await played(glade, match, glade.otter, glade.heron, manner=Driven.at_the_table)
    await _one_table(glade, match, over)


@pytest.mark.gate
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_match_by_typing(glade: Glade, game: str) -> None:
    variant = next(variant for key, variant in variants() if key == game)
    match = await begun(glade, game, variant, glade.otter, glade.heron)
    over = await played(glade, match, glade.otter, glade.heron, manner=Driven.by_typing)
    # Nobody is asked any more, anywhere.
    await glade.otter.until(lambda _: not any(does(Verb.PICK, match)(it) for it in glade.otter.all()))
    await _one_table(glade, match, over)


@pytest.mark.gate
@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if game.SEATS[-1] > 2])
async def test_a_whole_match_of_as_many_as_can_sit(glade: Glade, game: str) -> None:
    guests = list(glade.guests.values())[: GAMES[game].SEATS[-1]]
    variant = next(variant for key, variant in variants() if key == game)
    match = await begun(glade, game, variant, *guests)
    over = await played(glade, match, *guests, manner=Driven.in_the_hand)
    assert all(guest.mention in text(over) for guest in guests)
    await _one_table(glade, match, over)


async def _one_table(glade: Glade, match: int, over: JSON) -> None:
    """Only the newest message of a match keeps buttons, and behind its last one is the record, a file to fetch."""

    def left() -> list[str]:
        # Whoever plays has a hand of their own there, which nobody else sees.
        shown = [it for it in glade.lynx.watch.messages(glade.channel) if not it["flags"] & EPHEMERAL]
        return [it["id"] for it in shown if does(Verb.REMATCH, match)(it) or does(Verb.CHOOSE, match)(it)]

    await glade.lynx.until(lambda _: left() == [over["id"]])
    assert any(one["type"] == 13 and one["file"]["url"] for one in components(await glade.aside(glade.otter, over)))
