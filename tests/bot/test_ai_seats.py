"""Tests for seats that the AI plays, from the start or after a player left. It uses only what its seat can see."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.ai import seats
from bot.ai.opponent_history import OpponentHistory
from bot.ai.seats import AiSeats, find_forced_move
from bot.ai.workers import AiWorkers
from bot.matches.deadline_loop import DeadlineLoop
from bot.matches.deadlines import AI_RETRY_DELAY_MS
from bot.matches.model import FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.preferences import Preferences
from bot.wall_clock import MINUTE_MS
from games import GAMES
from games.core import Game, Level, Suggestion
from games.dice import Dice
from games.fairness import draw_move_of_left_seat, verify_record
from games.match import RESIGN
from games.refused import Refused
from storage import Deadline
from tests.bot.database_marks import both_databases
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    begin_match_of_three,
    begin_morra,
    offer_morra,
    play_for_seat,
    play_move,
    play_token,
    show_fingers,
)
from tests.kit.world import begin_match_with_ben


class RandomAiWorkers(AiWorkers):
    """AI workers that choose random moves and record the view of each request."""

    def __init__(self) -> None:
        super().__init__()
        self.seen_views: list[Any] = []

    async def choose_move(
        self, game: Game[Any, Any, Any], view: Any, level: Level, dice: Dice, *_: object, **__: object
    ) -> Suggestion:
        del level
        self.seen_views.append(view)
        return Suggestion(game.baselines["random"](view, dice), "why-random")


@asynccontextmanager
async def run_ai_seats(
    matches: MatchService, ai_workers: AiWorkers | None = None
) -> AsyncIterator[tuple[AiSeats, list[int]]]:
    """Run the AI service. Yield it and a list that collects the IDs of the matches that it wants to be refreshed."""
    refreshed_ids: list[int] = []
    history = OpponentHistory(matches.store, Preferences(matches.store))
    ai_seats = AiSeats(matches, ai_workers or RandomAiWorkers(), history, lambda: NOON_MS, refreshed_ids.append)
    try:
        yield ai_seats, refreshed_ids
    finally:
        ai_seats.stop_thinking()


async def begin_morra_practice(matches: MatchService, seats: int = 2) -> RunningMatch:
    match = await offer_morra(matches, kind="practice", seats=seats, house=seats - 1, rated=False)
    assert isinstance(match, RunningMatch)
    return match


async def test_ai_plays_the_seat_of_a_resigned_player(matches: MatchService) -> None:
    match: MatchState = await begin_match_of_three(matches)
    match = await play_token(matches, match, 0, "!resign")
    # Two players who always show the same sign would tie forever.
    dice = random.Random(3)
    async with run_ai_seats(matches) as (ai_seats, _):
        while isinstance(match, RunningMatch):
            await ai_seats.advance_match(match)
            await ai_seats.wait_until_idle()
            match = await matches.find_match(match.id)
            assert isinstance(match, RunningMatch)
            if waiting_seats := sorted(match.engine.to_move - match.ai_controlled_seats):
                move = dice.choice(match.engine.legal_moves(waiting_seats[0]))
                match = await play_for_seat(matches, match, waiting_seats[0], move)
    assert isinstance(match, FinishedMatch)
    assert match.result.ranks[0] == 3
    # The record contains the moves of the AI.
    assert "0 " in str(await matches.load_record(match.id))


async def test_forced_move_is_not_made_in_a_simultaneous_step(matches: MatchService) -> None:
    """If a player's only move were made at once, the opponent would learn that there was no choice."""
    match = await begin_match_with_ben(matches, "schamanen", board="9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3")
    assert len(match.engine.seats_asked) == 2
    assert find_forced_move(match) is None


async def test_ai_seals_its_move_from_its_view_before_others_choose(matches: MatchService) -> None:
    match, ai_workers = await begin_morra_practice(matches), RandomAiWorkers()
    (seat,) = match.ai_controlled_seats
    initial_view = match.engine.view_of(seat)
    async with run_ai_seats(matches, ai_workers) as (ai_seats, refreshed_ids):
        after = await ai_seats.advance_match(match)
        assert isinstance(after, StartedMatch)
        assert after.engine.sealed.keys() == {seat}
        await ai_seats.wait_until_idle()
        kinds = {it.kind for it in (await matches.load_journal(match.id)).deadlines}
        assert "house" not in kinds
        assert "turn" in kinds
        with pytest.raises(Refused, match="sealed"):
            await show_fingers(matches, after, seat, 2)
        after = await show_fingers(matches, after, 1 - seat, 3)
    assert ai_workers.seen_views == [initial_view]
    assert refreshed_ids == [match.id]
    assert isinstance(after, StartedMatch)
    assert after.engine.step == match.engine.step + 1


@both_databases
async def test_ai_move_is_drawn_if_a_player_moves_first(matches: MatchService) -> None:
    match = await begin_morra_practice(matches)
    (seat,) = match.ai_controlled_seats
    async with run_ai_seats(matches) as (ai_seats, _):
        await show_fingers(matches, match, 1 - seat, 3)
        # The move that the AI was choosing comes too late.
        with pytest.raises(Refused, match="stale"):
            await matches.play_ai_move(match.id, seat, ("show", "1"), step=0, now_ms=NOON_MS)
        await ai_seats.wait_until_idle()
    assert (await play_token(matches, match, 1 - seat, "!resign")).is_over
    record = await matches.load_record(match.id)
    assert [line.seat for line in record.lines] == [seat, 1 - seat, 1 - seat]
    assert record.lines[0].move == draw_move_of_left_seat(match.engine, seat)
    assert verify_record(record).hidden_move_count == 2


async def test_moves_of_a_slow_ai_are_drawn(matches: MatchService, monkeypatch: pytest.MonkeyPatch) -> None:
    class SlowAiWorkers(RandomAiWorkers):
        async def choose_move(self, *_: Any, **__: Any) -> Suggestion:
            await asyncio.Event().wait()
            raise AssertionError("never reached")

    # `conftest` sets a long timeout.
    monkeypatch.setattr(seats, "AI_SEAL_TIMEOUT_S", 0.0)
    match = await begin_morra_practice(matches, 3)
    async with run_ai_seats(matches, SlowAiWorkers()) as (ai_seats, _):
        after = await ai_seats.seal_ai_moves(match)
        assert isinstance(after, RunningMatch)
        assert after.engine.sealed == {
            seat: draw_move_of_left_seat(match.engine, seat) for seat in match.ai_controlled_seats
        }
        assert await ai_seats.seal_ai_moves(after) == after


async def test_move_of_a_player_resigning_during_a_step_is_drawn(matches: MatchService) -> None:
    """The AI plays the seat only from the next step, because in this step it might know the choices of others."""
    match = await begin_morra(matches, BEN, CAT)
    await show_fingers(matches, match, 0, 2)
    after = await play_token(matches, match, 1, "!resign")
    assert isinstance(after, RunningMatch)
    assert after.engine.sealed == {0: ("show", "2"), 1: draw_move_of_left_seat(match.engine, 1)}
    after = await show_fingers(matches, after, 2)
    for seat in (0, 2):
        after = await play_token(matches, after, seat, "!resign")
    assert after.is_over
    # In the next step a move was drawn for the first player to resign.
    assert verify_record(await matches.load_record(match.id)).hidden_move_count == 4


async def test_repeated_requests_make_the_ai_think_once_per_seat(matches: MatchService) -> None:
    match, ai_workers = await begin_morra_practice(matches, 3), RandomAiWorkers()
    async with run_ai_seats(matches, ai_workers) as (ai_seats, refreshed_ids):
        await asyncio.gather(*(ai_seats.advance_match(match) for _ in range(3)))
        await ai_seats.wait_until_idle()
    assert len(ai_workers.seen_views) == 2
    assert refreshed_ids == [match.id, match.id]


async def test_ai_does_not_move_in_a_match_that_ended_meanwhile(matches: MatchService) -> None:
    match = await begin_morra_practice(matches)
    async with run_ai_seats(matches) as (ai_seats, refreshed_ids):
        await ai_seats.advance_match(match)
        await play_move(matches, match.id, ANN, *RESIGN)
        await ai_seats.wait_until_idle()
    assert refreshed_ids == [match.id]


@both_databases
async def test_missing_ai_move_is_retried_after_the_deadline(matches: MatchService) -> None:
    match = await begin_morra_practice(matches, 3)
    fired: list[Deadline] = []

    async def record_deadline(deadline: Deadline) -> None:
        fired.append(deadline)
        await matches.store.deadlines.claim_and_remove(deadline)

    # A move of another seat does not postpone the deadline.
    first, _ = match.ai_controlled_seats
    await show_fingers(matches, match, first, now_ms=NOON_MS + MINUTE_MS)
    deadline_loop = DeadlineLoop(matches, matches.store, "one", record_deadline)
    await deadline_loop.fire_due_deadlines(NOON_MS + AI_RETRY_DELAY_MS - 1)
    assert fired == []
    await deadline_loop.fire_due_deadlines(NOON_MS + AI_RETRY_DELAY_MS)
    assert [(it.match_id, it.kind) for it in fired] == [(match.id, "house")]


async def test_ai_takes_the_minimum_time_for_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    sleep_times_s: list[float] = []

    async def sleep(seconds: float) -> None:
        sleep_times_s.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    ai_workers = RandomAiWorkers()
    ai_workers.min_move_time_s = 7.0
    game = GAMES["schnick"]
    view = game.view(game.initial_state(game.options_class(), 2, Dice(b"a")), 0)
    await ai_workers.choose_move_at_steady_pace(game, view, Level.HARD, Dice(b"b"))
    assert sleep_times_s == [7.0]
