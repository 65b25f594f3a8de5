"""The hand: from the first press to the end in one private message."""

from __future__ import annotations

import pytest

from deploy.playground.client import JSON
from tests.bot.discord.glade import Glade
from tests.bot.discord.guest import does, picks


@pytest.mark.parametrize("game", ["schamanen"])
async def test_practice_is_one_private_message(glade: Glade, game: str) -> None:
    otter = glade.otter
    answer = await glade.says(otter, "duel practice", game=game)
    assert answer.state == "answered", answer.error
    hand: JSON = answer.message
    assert hand["flags"] & 64
    for _ in range(3):
        hand = await otter.waits_for(glade.channel, lambda it: it["id"] == answer.message["id"] and does("pi")(it))
        pressed = await otter.click(hand, custom_id=picks(hand)[0])
        assert pressed.state == "answered", pressed.error
    assert not otter.watch.messages(otter.dm)
