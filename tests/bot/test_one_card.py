"""A match has one message with a picture or a button, whatever happens around it; in its channel that is the end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from bot.errors import DestinationUnreachable
from bot.matches.service import MatchService
from bot.messenger import SentMessage
from bot.preferences import PlayerPreferences, ServerPreferences
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE_MS
from games import GAMES
from tests.bot.channel_events import chosen, events, happened, retold, talked
from tests.kit import world
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, cause, said
from tests.kit.world import EARLIER

STEPS = 12


def ways() -> Iterator[pytest.ParameterSet]:
    """Every game, however people are asked, in its channel and in a thread: half of it at every change."""
    games = [key for key in GAMES if key != "morra"]
    for at, (game, prompts, threads) in enumerate(product(games, ("dm", "here", "shut"), (False, True))):
        # Of two ways that differ in the thread alone one, by turns.
        late = threads == bool(at // 2 % 2)
        name = "-".join([game, prompts, "thread" if threads else "channel"])
        yield pytest.param(game, prompts, threads, id=name, marks=[pytest.mark.gate] if late else [])


@pytest.mark.parametrize(("game", "prompts", "threads"), [*ways()])
async def test_a_match_has_one_message_in_its_channel(
    matches: MatchService, game: str, prompts: str, threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, hour = random.Random(f"{game} {prompts}"), [NOON]
    board = Discord(lambda: hour[0])
    one = world.create_world(matches.store, board, hour)
    if prompts == "here":
        for person_id in (ANN, BEN):
            await one.preferences.update_player(person_id, PlayerPreferences(prompts="here"))
    tell = board.send_dm

    async def told(person_id: int, scene: Scene, once: str) -> SentMessage:
        if prompts == "shut" and person_id == BEN:
            raise DestinationUnreachable("unreachable-dm")
        return await tell(person_id, scene, once)

    monkeypatch.setattr(board, "send_dm", told)
    await one.preferences.update_server(SERVER, ServerPreferences(threads=threads))
    match_id = (await world.challenge(one.tables, game)).id
    await retold(one, match_id)
    await one.tables.join_offer(match_id, BEN, interaction_id=cause(), now=EARLIER)
    await retold(one, match_id)
    assert [location.channel_id == CHANNEL for location, _ in board.alive()] == [not threads]
    for _, event in zip(range(STEPS), events(dice), strict=False):
        one = await happened(event, one, match_id, dice)
        if not await chosen(one, match_id, dice):
            break
        # One that is old is not looked for at every turn.
        one.hour[0] += MINUTE_MS
        await retold(one, match_id)
        assert len(board.alive()) == 1, event
    match = await one.tables.find_match(match_id)
    if not match.is_over:
        await said(one.tables, match, 0, "!resign", now=hour[0])
    await talked(board)
    await retold(one, match_id)
    ((location, end),) = board.alive()
    assert location.channel_id == CHANNEL
    assert "🏆" in end.above[0] or "🤝" in end.above[0]
    assert await matches.store.cleanup.list_of_match(match_id) == []
