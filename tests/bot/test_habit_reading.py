"""Tests for the AI that exploits habits: availability, announcements, known history, and deletion."""

from __future__ import annotations

import pytest

from bot.ai.opponent_history import OpponentHistory
from bot.i18n import say
from bot.matches.model import FinishedMatch, RunningMatch
from bot.matches.terms import MIND_READER_LEVEL
from bot.screens import finished_screen
from bot.screens.custom_ids import Action
from bot.screens.scene import Scene
from games import GAMES
from games.core import Level
from games.insight import OpponentChoice
from games.match import RESIGN
from games.mind_reader import NAMED_HABITS, PATTERN, ReadingVerdict
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import Store
from tests.bot.traffic_recorder import InstantAiWorkers
from tests.games import morra
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import (
    ANN,
    BEN,
    NOON_MS,
    catch_refusal_key,
    offer_match,
    play_move,
)
from tests.kit.world import World, create_world

GAMES_WITH_MIND_READER = sorted(key for key, game in GAMES.items() if game.can_exploit)


@pytest.fixture
def world(store: Store, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which the AI moves at once."""
    monkeypatch.delitem(GAMES, morra.KEY, raising=False)
    time_ms = [NOON_MS]
    return create_world(store, FakeDiscord(lambda: time_ms[0]), time_ms, ai_workers=InstantAiWorkers())


async def begin_practice(
    world: World, game: str = "schamanen", level: str = MIND_READER_LEVEL
) -> tuple[RunningMatch, Scene]:
    response = await world.person(ANN, message_id=77, is_private=True, token="token").practice(game, level)  # noqa: S106 - of a press
    assert response.scene
    return await world.load_shown_match(response), response.scene


async def choose_last_moves(
    world: World, match: RunningMatch | FinishedMatch, times: int
) -> RunningMatch | FinishedMatch:
    """Play Ann's last legal move this many times. The AI moves after each of them."""
    ai_seats = world.services.ai_seats
    for _ in range(times):
        current_match = await ai_seats.seal_ai_moves(match)
        if isinstance(current_match, RunningMatch):
            seat = current_match.player_ids.index(ANN)
            if seat in current_match.engine.to_move:
                move = current_match.engine.legal_moves(seat)[-1]
                current_match = await play_move(world.matches, match.id, ANN, *move, now_ms=world.time_ms[0])
            await ai_seats.advance_match(current_match)
            await ai_seats.wait_until_idle()
        current_match = await world.matches.find_match(match.id)
        assert isinstance(current_match, RunningMatch | FinishedMatch)
        match = current_match
    return match


async def resign_match(world: World, match: RunningMatch | FinishedMatch) -> FinishedMatch:
    finished = await play_move(world.matches, match.id, ANN, *RESIGN) if isinstance(match, RunningMatch) else match
    assert isinstance(finished, FinishedMatch)
    return finished


async def list_known_choices(world: World, match: RunningMatch | FinishedMatch) -> list[list[OpponentChoice]]:
    """Return Ann's earlier choices that the AI may use in this match, grouped by match."""
    return await OpponentHistory(world.store, world.preferences).load_choices_by_match(match)


@pytest.mark.parametrize("game", GAMES_WITH_MIND_READER)
async def test_habit_reading_is_announced_until_the_first_move(world: World, game: str) -> None:
    match, scene = await begin_practice(world, game)
    assert (match.terms.reads, match.terms.level) == (True, Level.HARD)
    assert say("read-begins", "en") in scene.above
    current: RunningMatch | FinishedMatch = match
    while isinstance(current, RunningMatch) and not current.has_any_person_moved:
        current = await choose_last_moves(world, current, 1)
    player_renderer = world.services.player_renderer
    context = await player_renderer.build_context(current, ANN)
    rendered = await player_renderer.render_player_message(current, current.player_ids.index(ANN), "en", context)
    assert say("read-begins", "en") not in rendered.above
    # A new match that is started with the button announces it again.
    ann = world.person(ANN, message_id=77, is_private=True)
    response = await ann.click(Action.START_PRACTICE, current.id, 0, f"{game}.-.{current.terms.ai_level}")
    assert response.scene
    assert say("read-begins", "en") in response.scene.above


@pytest.mark.parametrize("game", sorted(GAMES.keys() - {*GAMES_WITH_MIND_READER, morra.KEY}))
async def test_habit_reading_is_refused_in_games_without_it(world: World, game: str) -> None:
    with pytest.raises(Refused, match="illegible"):
        await world.person(ANN).practice(game, MIND_READER_LEVEL)
    assert await world.matches.find_practice_match(ANN) is None


async def test_habit_reading_is_refused_in_a_match_against_people(world: World) -> None:
    assert await catch_refusal_key(offer_match(world.matches, BEN, reads=True)) == "nobody"


async def test_ai_knows_only_announced_matches_and_resolved_steps(world: World) -> None:
    medium_match: RunningMatch | FinishedMatch | None = None
    for level in (MIND_READER_LEVEL, Level.MEDIUM, MIND_READER_LEVEL):
        match, _ = await begin_practice(world, level=level)
        finished_match = await resign_match(world, await choose_last_moves(world, match, 3))
        medium_match = finished_match if level == Level.MEDIUM else medium_match
    assert medium_match
    assert await list_known_choices(world, medium_match) == []
    match, _ = await begin_practice(world)
    sealed_match = await world.services.ai_seats.seal_ai_moves(match)
    assert isinstance(sealed_match, RunningMatch)
    assert sealed_match.engine.sealed.keys() == sealed_match.ai_controlled_seats
    # The sealed move belongs to a step that is not resolved yet.
    known = await list_known_choices(world, sealed_match)
    assert [bool(choices) for choices in known] == [True, True, False]
    resolved = await choose_last_moves(world, sealed_match, 1)
    assert [len(choices) for choices in await list_known_choices(world, resolved)] == [
        *map(len, known[:2]),
        1,
    ]


@pytest.mark.parametrize("request_kind", ["forget habits", "delete person"])
async def test_habits_are_forgotten_on_request(world: World, request_kind: str) -> None:
    """Choices in the running match are forgotten too, but later choices are used again."""
    match, _ = await begin_practice(world)
    await resign_match(world, await choose_last_moves(world, match, 3))
    second_match, _ = await begin_practice(world)
    current_match = await choose_last_moves(world, second_match, 1)
    assert all(await list_known_choices(world, current_match))
    world.time_ms[0] += 1
    if request_kind == "delete person":
        await world.matches.forget_person(ANN, world.time_ms[0])
        world.preferences.discard_cached_player(ANN)
        current_match, _ = await begin_practice(world)
        assert await list_known_choices(world, current_match) == [[]]
    else:
        ann = world.person(ANN)
        question = await ann.click(Action.FORGET_HABITS)
        assert all(await list_known_choices(world, current_match)), "the button only asks"
        response = await ann.click_action(question, Action.FORGET_HABITS)
        assert response.scene
        assert response.scene.above == (say("unread", "en"),)
        assert not any(await list_known_choices(world, current_match))
    world.time_ms[0] += 1
    assert any(await list_known_choices(world, await choose_last_moves(world, current_match, 4)))


async def test_reading_verdict_is_shown_only_to_the_player(world: World) -> None:
    match, _ = await begin_practice(world)
    finished = await resign_match(world, await choose_last_moves(world, match, 3))
    player_renderer = world.services.player_renderer
    context = await player_renderer.build_context(finished, ANN)
    scene = await player_renderer.render_player_message(finished, finished.player_ids.index(ANN), "en", context)
    assert say("read-none", "en") in scene.below
    response = await world.person(ANN, message_id=77, is_private=True).click(Action.SHARE_MATCH, finished.id)
    assert response.channel_post
    assert "🔮" not in str(response.channel_post)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES_WITH_MIND_READER)
async def test_every_habit_has_a_text(world: World, game: str, locale: Locale) -> None:
    match, _ = await begin_practice(world, game)
    finished_match = await resign_match(world, match)
    symbols = {"schamanen": ("1", "2", "3")}.get(game, ("scissors", "stone", "paper", "fire", "well"))
    for habit in (*NAMED_HABITS, PATTERN, *(f"favourite-{symbol}" for symbol in symbols)):
        for hits in (1, 4, 8):
            [line] = finished_screen.format_reading_report(finished_match, ReadingVerdict(habit, 9, hits, 3.2), locale)
            assert line.startswith("🔮 ")
            assert str(hits) in line
    assert [*finished_screen.format_reading_report(finished_match, None, locale)] == [say("read-none", locale)]
