"""The AI in a match: it plays its own seats and those that players left, using only what these seats see."""

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
from bot.ai.workers import AI_ANSWER_TIMEOUT_S, AiWorkers, ChoicesByMatch
from bot.matches.deadline_loop import DeadlineLoop
from bot.matches.deadlines import AI_RETRY_DELAY_MS
from bot.matches.model import FinishedMatch, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
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
from tests.kit import world
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    begin_match_of_three,
    begin_morra,
    next_interaction_id,
    offer_morra_with_terms,
    play_token,
    show_fingers,
)


class RandomAiWorkers(AiWorkers):
    """Chooses by dice, and remembers the views that it was asked about."""

    def __init__(self) -> None:
        super().__init__()
        self.seen_views: list[Any] = []

    async def choose_move(
        self,
        game: Game[Any, Any, Any],
        view: Any,
        level: Level,
        dice: Dice,
        time_limit_s: float = AI_ANSWER_TIMEOUT_S,
        choices_by_match: ChoicesByMatch | None = None,
    ) -> Suggestion:
        del level, time_limit_s, choices_by_match
        self.seen_views.append(view)
        return Suggestion(game.baselines["random"](view, dice), "why-random")


@asynccontextmanager
async def run_ai_seats(
    matches: MatchService, ai_workers: AiWorkers | None = None
) -> AsyncIterator[tuple[AiSeats, list[int]]]:
    """Return a house, and the matches that it wants to be shown anew."""
    stirred: list[int] = []
    acquaintance = OpponentHistory(matches.store, Preferences(matches.store))
    house = AiSeats(matches, ai_workers or RandomAiWorkers(), acquaintance, lambda: NOON_MS, stirred.append)
    try:
        yield house, stirred
    finally:
        house.stop_thinking()


async def begin_morra_practice(matches: MatchService, seats: int = 2) -> RunningMatch:
    match = await offer_morra_with_terms(
        matches, ANN, (), MatchTerms(kind="practice", seats=seats, house=seats - 1, rated=False)
    )
    assert isinstance(match, RunningMatch)
    return match


async def test_house_plays_on_for_who_has_left(matches: MatchService) -> None:
    match = await begin_match_of_three(matches)
    match = (await play_token(matches, match, 0, "!resign")).match
    # Two who always show the same sign would tie for ever.
    dice = random.Random(3)
    async with run_ai_seats(matches) as (house, _):
        while isinstance(match, RunningMatch):
            await house.advance_match(match)
            await house.wait_until_idle()
            match = await matches.find_match(match.id)
            assert isinstance(match, RunningMatch)
            if asked := sorted(match.engine.to_move - match.ai_controlled_seats):
                person_id, word = match.player_ids[asked[0]], dice.choice(match.engine.legal_moves(asked[0]))
                assert person_id
                done = await matches.play_move(
                    match.id,
                    person_id,
                    word,
                    step=match.engine.step,
                    interaction_id=next_interaction_id(),
                    now_ms=NOON_MS,
                )
                match = done.match
    assert isinstance(match, FinishedMatch)
    assert match.result.ranks[0] == 3
    # The words of the house are in the record, and stand up to it.
    assert "0 " in str(await matches.load_record(match.id))


async def test_forced_choice_is_made_for_nobody_who_chooses_with_others(matches: MatchService) -> None:
    """It would tell that there was no choice."""
    match = await world.begin_match_with_ben(matches, "schamanen", board="9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3")
    assert isinstance(match, RunningMatch)
    assert len(match.engine.seats_asked) == 2
    assert find_forced_move(match) is None


async def test_house_is_bound_by_its_own_view_before_anybody_chooses(matches: MatchService) -> None:
    match, ai_workers = await begin_morra_practice(matches), RandomAiWorkers()
    (seat,) = match.ai_controlled_seats
    before = match.engine.view_of(seat)
    async with run_ai_seats(matches, ai_workers) as (house, stirred):
        after = await house.advance_match(match)
        assert isinstance(after, StartedMatch)
        assert after.engine.sealed.keys() == {seat}
        await house.wait_until_idle()
        kinds = {one.kind for one in (await matches.load_journal(match.id)).deadlines}
        assert "house" not in kinds
        assert "turn" in kinds
        with pytest.raises(Refused, match="sealed"):
            await show_fingers(matches, after, seat, 2)
        after = (await show_fingers(matches, after, 1 - seat, 3)).match
    assert ai_workers.seen_views == [before]
    assert stirred == [match.id]
    assert isinstance(after, StartedMatch)
    assert after.engine.step == match.engine.step + 1


@both_databases
async def test_player_faster_than_the_house_finds_it_bound_by_dice(matches: MatchService) -> None:
    match = await begin_morra_practice(matches)
    (seat,) = match.ai_controlled_seats
    async with run_ai_seats(matches) as (house, _):
        await show_fingers(matches, match, 1 - seat, 3)
        # What it was thinking comes too late.
        with pytest.raises(Refused, match="stale"):
            await matches.play_ai_move(match.id, seat, ("show", "1"), step=0, now_ms=NOON_MS)
        await house.wait_until_idle()
    assert (await play_token(matches, match, 1 - seat, "!resign")).match.is_over
    record = await matches.load_record(match.id)
    assert [line.seat for line in record.lines] == [seat, 1 - seat, 1 - seat]
    assert record.lines[0].move == draw_move_of_left_seat(match.engine, seat)
    assert verify_record(record).hidden_move_count == 2


async def test_slow_house_is_bound_by_dice_before_anybody_is_asked(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(RandomAiWorkers):
        async def choose_move(self, *_: Any, **__: Any) -> Suggestion:
            await asyncio.Event().wait()
            raise AssertionError("nothing ever comes of it")

    # The time that it has; `conftest` gives it as long as it takes.
    monkeypatch.setattr(seats, "AI_SEAL_TIMEOUT_S", 0.0)
    match = await begin_morra_practice(matches, 3)
    async with run_ai_seats(matches, Slow()) as (house, _):
        after = await house.seal_ai_moves(match)
        assert isinstance(after, RunningMatch)
        assert after.engine.sealed == {
            seat: draw_move_of_left_seat(match.engine, seat) for seat in match.ai_controlled_seats
        }
        assert await house.seal_ai_moves(after) == after


async def test_dice_choose_for_who_leaves_in_the_middle_of_a_step(matches: MatchService) -> None:
    """The house could know what others have chosen; it plays on in that seat from the next step."""
    match = await begin_morra(matches, BEN, CAT)
    assert isinstance(match, RunningMatch)
    await show_fingers(matches, match, 0, 2)
    after = (await play_token(matches, match, 1, "!resign")).match
    assert isinstance(after, RunningMatch)
    assert after.engine.sealed == {0: ("show", "2"), 1: draw_move_of_left_seat(match.engine, 1)}
    after = (await show_fingers(matches, after, 2)).match
    for seat in (0, 2):
        after = (await play_token(matches, after, seat, "!resign")).match
    assert after.is_over
    # In the next step dice chose for the first who left then.
    assert verify_record(await matches.load_record(match.id)).hidden_move_count == 4


async def test_house_thinks_about_a_seat_once_however_often_it_is_asked(matches: MatchService) -> None:
    match, ai_workers = await begin_morra_practice(matches, 3), RandomAiWorkers()
    async with run_ai_seats(matches, ai_workers) as (house, stirred):
        await asyncio.gather(*(house.advance_match(match) for _ in range(3)))
        await house.wait_until_idle()
    assert len(ai_workers.seen_views) == 2
    assert stirred == [match.id, match.id]


async def test_match_that_ends_while_the_house_thinks_is_left_alone(matches: MatchService) -> None:
    match = await begin_morra_practice(matches)
    async with run_ai_seats(matches) as (house, stirred):
        await house.advance_match(match)
        await matches.play_move(match.id, ANN, RESIGN, step=None, interaction_id=next_interaction_id(), now_ms=NOON_MS)
        await house.wait_until_idle()
    assert stirred == [match.id]


@both_databases
async def test_clock_asks_a_house_that_died_again(matches: MatchService) -> None:
    match = await begin_morra_practice(matches, 3)
    fired: list[Deadline] = []

    async def told(deadline: Deadline) -> None:
        fired.append(deadline)
        await matches.store.deadlines.claim_and_remove(deadline)

    # Each of its turns is due from when it came, whoever else has spoken in it.
    first, _ = match.ai_controlled_seats
    await show_fingers(matches, match, first, now_ms=NOON_MS + MINUTE_MS)
    clock = DeadlineLoop(matches, matches.store, "one", told)
    await clock.fire_due_deadlines(NOON_MS + AI_RETRY_DELAY_MS - 1)
    assert fired == []
    await clock.fire_due_deadlines(NOON_MS + AI_RETRY_DELAY_MS)
    assert [(one.match_id, one.kind) for one in fired] == [(match.id, "house")]


async def test_word_of_the_house_takes_the_same_time_for_every_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    ai_workers = RandomAiWorkers()
    ai_workers.min_move_time_s = 7.0
    game = GAMES["schnick"]
    view = game.view(game.initial_state(game.options_class(), 2, Dice(b"a")), 0)
    await ai_workers.choose_move_at_steady_pace(game, view, Level.STRONG, Dice(b"b"))
    assert slept == [7.0]
