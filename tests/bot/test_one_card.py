"""Tests that each match always has exactly one card, and that its result is shown in its channel."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from bot.errors import DestinationUnreachable
from bot.matches.service import MatchService
from bot.messenger import SentMessage
from bot.preferences import PlayerPreferences
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
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import ANN, BEN, CHANNEL_ID, NOON_MS, make_click, play_token
from tests.kit.scene_reading import read_text
from tests.kit.world import INACTIVE_SINCE_MS, create_world, offer_match_to_ben

STEP_COUNT = 12


def list_cases() -> Iterator[pytest.ParameterSet]:
    """Yield each game with each notification mode, in a channel and in a thread. Half of the cases are gate tests."""
    games = [key for key in GAMES if key != "morra"]
    for index, (game, mode, uses_threads) in enumerate(product(games, ("dm", "here", "closed dm"), (False, True))):
        # The gate alternates between channel and thread.
        is_for_gate = uses_threads == bool(index // 2 % 2)
        name = "-".join([game, mode, "thread" if uses_threads else "channel"])
        yield pytest.param(game, mode, uses_threads, id=name, marks=[pytest.mark.gate] if is_for_gate else [])


@pytest.mark.parametrize(("game", "mode", "uses_threads"), [*list_cases()])
async def test_match_always_has_exactly_one_card(
    matches: MatchService, game: str, mode: str, uses_threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice, time_ms = random.Random(f"{game} {mode}"), [NOON_MS]
    discord = FakeDiscord(lambda: time_ms[0], can_create_threads=uses_threads)
    bot = create_world(matches.store, discord, time_ms)
    if mode == "here":
        for person_id in (ANN, BEN):
            await bot.preferences.update_player(person_id, PlayerPreferences(prompts="here"))
    send_dm = discord.send_dm

    async def send_unless_closed(person_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        if mode == "closed dm" and person_id == BEN:
            raise DestinationUnreachable("unreachable-dm")
        return await send_dm(person_id, scene, nonce_key)

    monkeypatch.setattr(discord, "send_dm", send_unless_closed)
    match_id = (await offer_match_to_ben(bot.matches, game)).id
    await refresh_and_sweep(bot, match_id)
    await bot.matches.join_offer(match_id, BEN, **make_click(INACTIVE_SINCE_MS))
    await refresh_and_sweep(bot, match_id)
    assert [location.channel_id == CHANNEL_ID for location, _ in discord.list_live_messages()] == [not uses_threads]
    for _, event in zip(range(STEP_COUNT), cycle_events(dice), strict=False):
        bot = await apply_event(event, bot, match_id, dice)
        if not await play_random_move(bot, match_id, dice):
            break
        # A card is edited, or looked up if it is old, at most about once a minute.
        bot.time_ms[0] += MINUTE_MS
        await refresh_and_sweep(bot, match_id)
        assert len(discord.list_live_messages()) == 1, event
    match = await bot.matches.find_match(match_id)
    if not match.is_over:
        await play_token(bot.matches, match, 0, "!resign", now_ms=time_ms[0])
    await post_chatter_everywhere(discord)
    await refresh_and_sweep(bot, match_id)
    ((location, final_scene),) = discord.list_live_messages()
    assert location.channel_id == CHANNEL_ID
    assert {"🏆", "🤝"} & {*read_text(final_scene)}
    assert await matches.store.cleanup.list_of_match(match_id) == []
