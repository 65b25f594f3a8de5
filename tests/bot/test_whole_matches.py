"""Tests that play whole matches with commands and buttons in this process."""

from __future__ import annotations

import pytest

from games import GAMES
from tests.kit.matches import ANN, BEN
from tests.kit.person import Player, play_and_give_up
from tests.kit.world import World


async def play_whole_match(ann: Player, ben: Player, game: str) -> None:
    match_id = await ann.invite(ben, game)
    await ben.accept(match_id)
    for _ in range(400):
        if not [player for player in (ann, ben) if await player.submit_move(match_id)]:
            break
    assert "wins" in (card := await ann.read_card(match_id)) or "draw" in card


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("without_morra")
async def test_match_is_played_to_its_end_with_buttons(world: World, game: str) -> None:
    await play_whole_match(world.person(ANN), world.person(BEN), game)


async def test_match_is_played_and_resigned(world: World) -> None:
    await play_and_give_up(world.person(ANN), world.person(BEN))
