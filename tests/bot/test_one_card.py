"""A match has exactly one card at any time, whatever happens in its channel, and its result is in the channel."""

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
from tests.bot.channel_events import (
    apply_event,
    cycle_events,
    play_random_move,
    post_chatter_everywhere,
    refresh_and_sweep,
)
from tests.kit import world
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import ANN, BEN, CHANNEL_ID, NOON_MS, SERVER_ID, next_interaction_id, play_token
from tests.kit.world import INACTIVE_SINCE_MS

STEP_COUNT = 12


def list_cases() -> Iterator[pytest.ParameterSet]:
    """Yield each game with each kind of notification, in its channel and in a thread; half of them for the gate."""
    games = [key for key in GAMES if key != "morra"]
    for index, (game, prompts, threads) in enumerate(product(games, ("dm", "here", "closed dm"), (False, True))):
        # With and without a thread alternate in the gate.
        is_for_gate = threads == bool(index // 2 % 2)
        name = "-".join([game, prompts, "thread" if threads else "channel"])
        yield pytest.param(game, prompts, threads, id=name, marks=[pytest.mark.gate] if is_for_gate else [])


@pytest.mark.parametrize(("game", "prompts", "threads"), [*list_cases()])
async def test_match_has_one_card(
    matches: MatchService, game: str, prompts: str, threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, hour = random.Random(f"{game} {prompts}"), [NOON_MS]
    board = FakeDiscord(lambda: hour[0])
    one = world.create_world(matches.store, board, hour)
    if prompts == "here":
        for person_id in (ANN, BEN):
            await one.preferences.update_player(person_id, PlayerPreferences(prompts="here"))
    send_dm = board.send_dm

    async def send_unless_closed(person_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        if prompts == "closed dm" and person_id == BEN:
            raise DestinationUnreachable("unreachable-dm")
        return await send_dm(person_id, scene, nonce_key)

    monkeypatch.setattr(board, "send_dm", send_unless_closed)
    await one.preferences.update_server(SERVER_ID, ServerPreferences(threads=threads))
    match_id = (await world.offer_match_to_ben(one.matches, game)).id
    await refresh_and_sweep(one, match_id)
    await one.matches.join_offer(match_id, BEN, interaction_id=next_interaction_id(), now_ms=INACTIVE_SINCE_MS)
    await refresh_and_sweep(one, match_id)
    assert [location.channel_id == CHANNEL_ID for location, _ in board.list_live_messages()] == [not threads]
    for _, event in zip(range(STEP_COUNT), cycle_events(dice), strict=False):
        one = await apply_event(event, one, match_id, dice)
        if not await play_random_move(one, match_id, dice):
            break
        # Cards are edited, and looked for if they are old, about once a minute.
        one.time_ms[0] += MINUTE_MS
        await refresh_and_sweep(one, match_id)
        assert len(board.list_live_messages()) == 1, event
    match = await one.matches.find_match(match_id)
    if not match.is_over:
        await play_token(one.matches, match, 0, "!resign", now_ms=hour[0])
    await post_chatter_everywhere(board)
    await refresh_and_sweep(one, match_id)
    ((location, end),) = board.list_live_messages()
    assert location.channel_id == CHANNEL_ID
    assert "🏆" in end.above[0] or "🤝" in end.above[0]
    assert await matches.store.cleanup.list_of_match(match_id) == []
