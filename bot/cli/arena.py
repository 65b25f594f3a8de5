"""`duel arena`: plays many matches between two computer players, and reports whether either is significantly better."""

from __future__ import annotations

import hashlib
import math
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from multiprocessing import get_context
from statistics import fmean
from typing import Any, Final, TypeAlias

from bot.ai.workers import exit_with_parent
from bot.ratings.stats import Z_SCORE_95, MeanInterval
from games import GAMES
from games.ai_players import MoveChooser, find_player, thinking_time_s
from games.core import Game, Move, Seat
from games.dice import Chance
from games.match import Match, begin_match
from games.matrix import draw_from_mix

MAX_STEPS: Final = 5_000
"""A match that is not over after this many steps counts as a draw."""
MIN_DEALS: Final = 20
"""The minimum number of deals for a variance estimate. A deal is one set of dice, played once from each seat."""


@dataclass(frozen=True, slots=True)
class ArenaPairing:
    """A game and its two players. The left player has one seat, and the right player has all others."""

    game_key: str
    options_json: str
    """The game's options as JSON, so that the pairing can be sent to other processes."""
    seat_count: int
    left: str
    right: str
    seed: int
    thinking_time_s: float | None = None
    """The thinking time for each move; None for the default of each player's level."""

    def seat_of_left(self, match_number: int) -> Seat:
        """Return the left player's seat in a match. The seat changes from match to match."""
        return match_number % self.seat_count

    def derive_chance(self, match_number: int) -> Chance:
        """Return the dice for a match. With two seats, matches 0 and 1 share the same dice, as do matches 2 and 3.

        The left player thus plays each deal once from each seat, so that luck evens out.
        """
        deal = f"{self.seed}/{match_number // self.seat_count}"
        return Chance.derive(hashlib.sha256(deal.encode()).digest(), ())


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """The result of one match for the left player."""

    score: float
    """1 for a win and 0 for a loss; the winners of a tie share one point."""
    cpu_times_s: tuple[list[float], list[float]]
    """The CPU time of each move, for the left and the right player."""
    reason: str
    luck: float = 0.0
    """How much of the score came from random draws in mixed strategies. The expected value of this luck is 0."""


FindPlayer: TypeAlias = Callable[[Game[Any, Any, Any], str], MoveChooser]
"""A function that returns a player by name. It is sent to other processes, so it must be a module-level function."""


def play_arena_match(pairing: ArenaPairing, match_number: int, find_player: FindPlayer = find_player) -> ArenaResult:
    game = GAMES[pairing.game_key]
    engine = begin_match(
        game,
        game.options_class.model_validate_json(pairing.options_json),
        pairing.seat_count,
        pairing.derive_chance(match_number),
    )
    left_seat = pairing.seat_of_left(match_number)
    names = pairing.left, pairing.right
    players = [find_player(game, name) for name in names]
    limits_s = [thinking_time_s(name) if pairing.thinking_time_s is None else pairing.thinking_time_s for name in names]
    cpu_times_s: tuple[list[float], list[float]] = [], []
    luck = 0.0
    while engine.result is None and engine.step < MAX_STEPS:
        before, mixes = engine, dict[Seat, Mapping[Move, Fraction]]()
        for seat in sorted(before.seats_asked):
            side, view, dice = int(seat != left_seat), before.view_of(seat), before.house_dice(seat)
            started_s = time.process_time()
            remaining_s = _make_countdown(started_s + limits_s[side])
            if mix := game.policy(view, names[side], remaining_s):
                # Draw from the same mix that is used to compute the luck. With a time limit, another call may return a
                # different mix.
                move = list(mix)[draw_from_mix(list(mix.values()), dice)]
            else:
                move = players[side](view, dice, remaining_s)
            cpu_times_s[side].append(time.process_time() - started_s)
            mixes[seat] = mix or {move: Fraction(1)}
            # An illegal move is a bug in the player, and makes the result worthless.
            engine.check_move(seat, move)
            engine = engine.play_move(seat, move)
        if any(len(mix) > 1 for mix in mixes.values()):
            luck += compute_draw_luck(engine, before, mixes, left_seat)
    if engine.result is None:
        return ArenaResult(1 / pairing.seat_count, cpu_times_s, "unfinished", luck)
    return ArenaResult(_final_score(engine, left_seat), cpu_times_s, engine.result.reason, luck)


def compute_draw_luck(after: Match, before: Match, mixes: Mapping[Seat, Mapping[Move, Fraction]], seat: Seat) -> float:
    """Return how lucky a seat was in a step in which moves were drawn from mixed strategies.

    This is the seat's estimated score after the step, minus the score expected before the draw.
    """
    return _estimate_score(after, seat) - _expected_score(before, mixes, seat)


def _expected_score(before: Match, mixes: Mapping[Seat, Mapping[Move, Fraction]], seat: Seat) -> float:
    """Return a seat's mean estimated score over all moves that can be drawn, weighted by their probability."""
    expected = 0.0
    for choices in product(*(mix.items() for mix in mixes.values())):
        probability, engine = math.prod(float(share) for _, share in choices), before
        if probability:
            for mover, (move, _) in zip(mixes, choices, strict=True):
                engine = engine.play_move(mover, move)
            expected += probability * _estimate_score(engine, seat)
    return expected


def _estimate_score(engine: Match, seat: Seat) -> float:
    return (
        engine.game.win_shares(engine.state, quickly=True)[seat]
        if engine.result is None
        else _final_score(engine, seat)
    )


def _final_score(engine: Match, seat: Seat) -> float:
    """Return the score of a seat in a finished match. The winners share one point equally."""
    assert engine.result is not None
    ranks = engine.result.ranks
    return (ranks[seat] == 1) / ranks.count(1)


def _make_countdown(deadline_s: float) -> Callable[[], float]:
    return lambda: deadline_s - time.process_time()


@dataclass(slots=True)
class ArenaTally:
    """The results of many matches, with statistics about them."""

    scores: list[float]
    seat_count: int
    cpu_times_s: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    end_reasons: Counter[str] = field(default_factory=Counter)
    luck_by_match: list[float] = field(default_factory=list)

    def add_result(self, result: ArenaResult) -> None:
        self.scores.append(result.score)
        self.luck_by_match.append(result.luck)
        for times, new_times in zip(self.cpu_times_s, result.cpu_times_s, strict=True):
            times.extend(new_times)
        self.end_reasons[result.reason] += 1

    @property
    def even_score(self) -> float:
        """The left player's mean score if both players are equally good."""
        return 1 / self.seat_count

    @property
    def wins(self) -> int:
        return sum(score == 1 for score in self.scores)

    @property
    def losses(self) -> int:
        return sum(score == 0 for score in self.scores)

    @property
    def draws(self) -> int:
        return len(self.scores) - self.wins - self.losses

    @property
    def mean_score(self) -> float:
        return sum(self.scores) / len(self.scores)

    @property
    def mean_score_by_seat(self) -> list[float]:
        """The left player's mean score in each seat; 0 for a seat without matches."""
        scores_by_seat = [self.scores[seat :: self.seat_count] for seat in range(self.seat_count)]
        return [sum(scores) / len(scores) if scores else 0.0 for scores in scores_by_seat]

    @property
    def score_interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the mean score, which is also valid close to 0 and 1.

        The formula assumes that every match is won or lost, so draws make the interval wider than necessary.
        """
        n, p, z = len(self.scores), self.mean_score, Z_SCORE_95
        scale = 1 + z * z / n
        middle = (p + z * z / (2 * n)) / scale
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def luck_adjusted_score(self) -> MeanInterval | None:
        """The mean score without the luck of randomly drawn moves, with its 95 % interval.

        All matches of one deal form one sample, which also cancels out the advantage of any seat. The result is None if
        the interval cannot be estimated.
        """
        adjusted = [score - luck for score, luck in zip(self.scores, self.luck_by_match, strict=False)]
        deals = [
            fmean(adjusted[start : start + self.seat_count])
            for start in range(0, len(adjusted) - self.seat_count + 1, self.seat_count)
        ]
        # An interval cannot be estimated from equal results, which have no variance. Wilson's interval needs no
        # variance.
        if len(deals) < MIN_DEALS or not any(self.luck_by_match) or len(set(deals)) == 1:
            return None
        return MeanInterval.from_samples(deals)

    @property
    def verdict(self) -> int:
        """1 if the left player is significantly better, -1 if the right player is, and 0 if neither is."""
        low, high = self.score_interval
        if self.luck_adjusted_score:
            score, within = self.luck_adjusted_score
            low, high = score - within, score + within
        return (low > self.even_score) - (high < self.even_score)


def run_matches(
    pairing: ArenaPairing, match_count: int, process_count: int | None = None, find_player: FindPlayer = find_player
) -> Iterator[ArenaTally]:
    """Play matches in several processes, and yield the tally after each match.

    The same tally object is yielded each time. Its values do not depend on the number of processes.
    """
    # "spawn" starts a fresh interpreter for each process, so that no process inherits caches.
    with ProcessPoolExecutor(
        process_count or os.cpu_count(), get_context("spawn"), initializer=exit_with_parent
    ) as executor:
        tally = ArenaTally([], pairing.seat_count)
        futures = [executor.submit(play_arena_match, pairing, number, find_player) for number in range(match_count)]
        try:
            for future in futures:
                tally.add_result(future.result())
                yield tally
        finally:
            executor.shutdown(cancel_futures=True)


def format_tally(tally: ArenaTally, left_name: str, right_name: str) -> Iterator[str]:
    low, high = tally.score_interval
    yield f"{left_name}: {tally.wins} won, {tally.draws} drawn, {tally.losses} lost, {tally.seat_count} seats per match"
    score_text = f"score {tally.mean_score:.3f}, 95 % interval {low:.3f}–{high:.3f}"
    yield f"{score_text}; equal to {right_name} would be {tally.even_score:.3f}"
    if tally.luck_adjusted_score:
        score, within = tally.luck_adjusted_score
        yield f"adjusted for luck: {score:.3f}, 95 % interval {score - within:.3f}–{score + within:.3f}"
    yield (
        "no significant difference",
        f"{left_name} is better than {right_name}",
        f"{left_name} is worse than {right_name}",
    )[tally.verdict]
    yield "by seat: " + ", ".join(f"{score:.3f}" for score in tally.mean_score_by_seat)
    for name, times_s in zip((left_name, right_name), tally.cpu_times_s, strict=True):
        mean_ms, max_ms = 1000 * fmean(times_s or [0.0]), 1000 * max(times_s, default=0.0)
        yield f"{name}: {len(times_s)} moves, CPU {mean_ms:.2f} ms on average, {max_ms:.0f} ms at most"
    yield "end reasons: " + ", ".join(f"{reason} {count}" for reason, count in tally.end_reasons.most_common())
