"""The AI that exploits habits: where it can be chosen, what it says and knows, and how it forgets."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from bot.ai.opponent_history import OpponentHistory
from bot.i18n import say
from bot.matches.model import FinishedMatch, RunningMatch
from bot.matches.terms import MIND_READER_LEVEL, MatchTerms
from bot.screens import finished_screen
from bot.screens.custom_ids import Action
from bot.screens.scene import Scene
from bot.wiring import Services
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
from tests.kit.matches import ANN, BEN, CHANNEL_ID, NOON_MS, SERVER_ID, next_interaction_id
from tests.kit.world import World

GAMES_WITH_MIND_READER = sorted(key for key, game in GAMES.items() if game.can_exploit)


@pytest.fixture
def world(store: Store, monkeypatch: pytest.MonkeyPatch) -> World:
    """A bot whose minds answer at once."""
    monkeypatch.delitem(GAMES, morra.KEY, raising=False)
    hour = [NOON_MS]
    board = FakeDiscord(lambda: hour[0])
    services = Services(
        store, board, InstantAiWorkers(), lambda: hour[0], partial(asyncio.sleep, 0), card_edit_interval_s=0
    )
    return World(services, services.matches, board, hour)


async def begin_practice(
    world: World, game: str = "schamanen", level: str = MIND_READER_LEVEL
) -> tuple[RunningMatch, Scene]:
    response = await world.person(ANN, message_id=77, is_private=True, token="token").practice(game, level)  # noqa: S106 - of a press
    assert response.player_message
    assert response.scene
    return await world.load_running_match(response.player_message.match_id), response.scene


async def choose_last_moves(
    world: World, match: RunningMatch | FinishedMatch, times: int
) -> RunningMatch | FinishedMatch:
    """Let Ann choose so many times what comes last, and the house after her."""
    house = world.services.ai_seats
    for _ in range(times):
        stands = await house.seal_ai_moves(match)
        if isinstance(stands, RunningMatch):
            seat = stands.player_ids.index(ANN)
            if seat in stands.engine.to_move:
                word, step = stands.engine.legal_moves(seat)[-1], stands.engine.step
                done = await world.matches.play_move(
                    match.id, ANN, word, step=step, interaction_id=next_interaction_id(), now_ms=world.time_ms[0]
                )
                stands = done.match
            await house.advance_match(stands)
            await house.wait_until_idle()
        stands = await world.matches.find_match(match.id)
        assert isinstance(stands, RunningMatch | FinishedMatch)
        match = stands
    return match


async def resign_match(world: World, match: RunningMatch | FinishedMatch) -> FinishedMatch:
    if isinstance(match, RunningMatch):
        done = await world.matches.play_move(
            match.id, ANN, RESIGN, step=None, interaction_id=next_interaction_id(), now_ms=NOON_MS
        )
        assert isinstance(done.match, FinishedMatch)
        return done.match
    return match


async def list_known_choices(world: World, match: RunningMatch | FinishedMatch) -> list[list[OpponentChoice]]:
    """Return what the house knows at this table, match by match."""
    return await OpponentHistory(world.store, world.preferences).load_choices_by_match(match)


@pytest.mark.parametrize("game", GAMES_WITH_MIND_READER)
async def test_house_says_that_it_reads_until_somebody_has_chosen(world: World, game: str) -> None:
    match, scene = await begin_practice(world, game)
    assert (match.terms.reads, match.terms.level) == (True, Level.STRONG)
    assert say("read-begins", "en") in scene.above
    went: RunningMatch | FinishedMatch = match
    while isinstance(went, RunningMatch) and not went.has_any_person_moved:
        went = await choose_last_moves(world, went, 1)
    player_renderer = world.services.player_renderer
    context = await player_renderer.build_context(went, ANN)
    shown = await player_renderer.render_player_message(went, went.player_ids.index(ANN), "en", context)
    assert say("read-begins", "en") not in shown.above
    # Begun anew by the button it says so again.
    ann = world.person(ANN, message_id=77, is_private=True)
    response = await ann.click(Action.START_PRACTICE, went.id, 0, f"{game}.-.{went.terms.ai_level}")
    assert response.scene
    assert say("read-begins", "en") in response.scene.above


@pytest.mark.parametrize("game", sorted(GAMES.keys() - {*GAMES_WITH_MIND_READER, morra.KEY}))
async def test_house_cannot_be_asked_to_read_where_it_cannot(world: World, game: str) -> None:
    with pytest.raises(Refused, match="illegible"):
        await world.person(ANN).practice(game, MIND_READER_LEVEL)
    assert await world.matches.find_practice_match(ANN) is None


async def test_house_reads_nobody_at_a_table_of_several(world: World) -> None:
    terms = MatchTerms(kind="challenge", seats=2, reads=True)
    with pytest.raises(Refused, match="nobody"):
        await world.matches.create_offer(
            ANN,
            (BEN,),
            GAMES["schnick"],
            {},
            terms,
            server_id=SERVER_ID,
            channel_id=CHANNEL_ID,
            interaction_id=next_interaction_id(),
            now_ms=NOON_MS,
        )


async def test_house_knows_the_matches_in_which_it_said_so_and_steps_that_are_over(world: World) -> None:
    steady: RunningMatch | FinishedMatch | None = None
    for plays in (MIND_READER_LEVEL, Level.STEADY, MIND_READER_LEVEL):
        match, _ = await begin_practice(world, level=plays)
        over = await resign_match(world, await choose_last_moves(world, match, 3))
        steady = over if plays == Level.STEADY else steady
    assert steady
    assert await list_known_choices(world, steady) == []
    match, _ = await begin_practice(world)
    bound = await world.services.ai_seats.seal_ai_moves(match)
    assert isinstance(bound, RunningMatch)
    assert bound.engine.sealed.keys() == bound.ai_controlled_seats
    # What is sealed has met nothing yet.
    runs = await list_known_choices(world, bound)
    assert [bool(run) for run in runs] == [True, True, False]
    went = await choose_last_moves(world, bound, 1)
    assert [len(run) for run in await list_known_choices(world, went)] == [*map(len, runs[:2]), 1]


@pytest.mark.parametrize("wish", ["read anew", "forgotten"])
async def test_house_forgets_a_player_who_wishes_it(world: World, wish: str) -> None:
    """Also in the match that is played; what comes after is read again."""
    match, _ = await begin_practice(world)
    await resign_match(world, await choose_last_moves(world, match, 3))
    now, _ = await begin_practice(world)
    went = await choose_last_moves(world, now, 1)
    assert all(await list_known_choices(world, went))
    world.time_ms[0] += 1
    if wish == "forgotten":
        await world.matches.forget_person(ANN, world.time_ms[0])
        world.preferences.discard_cached_player(ANN)
        went, _ = await begin_practice(world)
        assert await list_known_choices(world, went) == [[]]
    else:
        response = await world.person(ANN).click(Action.FORGET_HABITS)
        assert response.scene
        assert response.scene.above == (say("unread", "en"),)
        assert not any(await list_known_choices(world, went))
    world.time_ms[0] += 1
    assert any(await list_known_choices(world, await choose_last_moves(world, went, 4)))


async def test_end_tells_the_verdict_to_the_player_alone(world: World) -> None:
    match, _ = await begin_practice(world)
    over = await resign_match(world, await choose_last_moves(world, match, 3))
    player_renderer = world.services.player_renderer
    context = await player_renderer.build_context(over, ANN)
    scene = await player_renderer.render_player_message(over, over.player_ids.index(ANN), "en", context)
    assert say("read-none", "en") in scene.below
    shown = await world.person(ANN, message_id=77, is_private=True).click(Action.SHARE_MATCH, over.id)
    assert shown.channel_post
    assert "🔮" not in str(shown.channel_post)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES_WITH_MIND_READER)
async def test_every_habit_has_a_text(world: World, game: str, locale: Locale) -> None:
    match, _ = await begin_practice(world, game)
    over = await resign_match(world, match)
    symbols = {"schamanen": ("1", "2", "3")}.get(game, ("scissors", "stone", "paper", "fire", "well"))
    for habit in (*NAMED_HABITS, PATTERN, *(f"favourite-{symbol}" for symbol in symbols)):
        for hits in (1, 4, 8):
            [line] = finished_screen.format_reading_report(over, ReadingVerdict(habit, 9, hits, 3.2), locale)
            assert line.startswith("🔮 ")
            assert str(hits) in line
    assert [*finished_screen.format_reading_report(over, None, locale)] == [say("read-none", locale)]
