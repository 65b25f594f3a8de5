"""`duel arena`: two ways to play meet often enough to tell which is better, and no more is said than that bears."""

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
from bot.ratings.mean_interval import Z_SCORE_95, MeanInterval
from games import GAMES
from games.ai_players import MoveChooser, find_player, thinking_time_s
from games.core import Game, Move, Seat
from games.dice import Chance
from games.match import Match, begin_match
from games.matrix import draw_from_mix

MAX_STEPS: Final = 5_000
"""Steps of a match; a longer one is called a draw."""
MIN_DEALS: Final = 20
"""Deals, of which fewer do not tell how far they scatter."""


@dataclass(frozen=True, slots=True)
class ArenaPairing:
    """One sort of match: left in one seat, right in all the others."""

    game_key: str
    options_json: str
    """As JSON: it travels to other processes."""
    seat_count: int
    left: str
    right: str
    seed: int
    thinking_time_s: float | None = None
    """For each word; None is what the level has."""

    def seat_of_left(self, match_number: int) -> Seat:
        """Where left sits: everywhere as often."""
        return match_number % self.seat_count

    def derive_chance(self, match_number: int) -> Chance:
        """The same for as many matches as there are seats, so that luck is shared out."""
        told = f"{self.seed}/{match_number // self.seat_count}"
        return Chance.derive(hashlib.sha256(told.encode()).digest(), ())


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """What became of one match, from the left."""

    score: float
    """Of the one point that those in front share."""
    cpu_times_s: tuple[list[float], list[float]]
    """CPU time that each word of left, and of right, took."""
    reason: str
    luck: float = 0.0
    """How much of it came of what was drawn from mixes: nothing on average, whoever plays."""


FindPlayer: TypeAlias = Callable[[Game[Any, Any, Any], str], MoveChooser]
"""Returns the player of a name. It travels to other processes, so it must be a function of a module."""


def play_arena_match(pairing: ArenaPairing, match_number: int, find_player: FindPlayer = find_player) -> ArenaResult:
    game = GAMES[pairing.game_key]
    engine = begin_match(
        game,
        game.options_class.model_validate_json(pairing.options_json),
        pairing.seat_count,
        pairing.derive_chance(match_number),
    )
    mine = pairing.seat_of_left(match_number)
    names = pairing.left, pairing.right
    players = [find_player(game, name) for name in names]
    given = [thinking_time_s(name) if pairing.thinking_time_s is None else pairing.thinking_time_s for name in names]
    took: tuple[list[float], list[float]] = [], []
    luck = 0.0
    while engine.result is None and engine.step < MAX_STEPS:
        before, ways = engine, dict[Seat, Mapping[Move, Fraction]]()
        for seat in sorted(before.seats_asked):
            side, view, dice = int(seat != mine), before.view_of(seat), before.house_dice(seat)
            began = time.process_time()
            left = _make_countdown(began + given[side])
            if mix := game.policy(view, names[side], left):
                # The word is drawn from the mix that is reckoned with: what time there was to think of it is no matter.
                word = list(mix)[draw_from_mix(list(mix.values()), dice)]
            else:
                word = players[side](view, dice, left)
            took[side].append(time.process_time() - began)
            ways[seat] = mix or {word: Fraction(1)}
            # Whoever plays what may not be played is no opponent at all.
            engine.check_move(seat, word)
            engine = engine.play_move(seat, word)
        if any(len(mix) > 1 for mix in ways.values()):
            luck += compute_draw_luck(engine, before, ways, mine)
    if engine.result is None:
        return ArenaResult(1 / pairing.seat_count, took, "unfinished", luck)
    return ArenaResult(_final_score(engine, mine), took, engine.result.reason, luck)


def compute_draw_luck(after: Match, before: Match, mixes: Mapping[Seat, Mapping[Move, Fraction]], seat: Seat) -> float:
    """By how much better a seat stands than was to be expected before the step."""
    return _estimate_score(after, seat) - _expected_score(before, mixes, seat)


def _expected_score(before: Match, mixes: Mapping[Seat, Mapping[Move, Fraction]], seat: Seat) -> float:
    """What the step promised that seat, over all that may be drawn in it."""
    hope = 0.0
    for words in product(*(mix.items() for mix in mixes.values())):
        chance, engine = math.prod(float(share) for _, share in words), before
        if chance:
            for each, (word, _) in zip(mixes, words, strict=True):
                engine = engine.play_move(each, word)
            hope += chance * _estimate_score(engine, seat)
    return hope


def _estimate_score(engine: Match, seat: Seat) -> float:
    return (
        engine.game.win_shares(engine.state, quickly=True)[seat]
        if engine.result is None
        else _final_score(engine, seat)
    )


def _final_score(engine: Match, seat: Seat) -> float:
    """Of the one point that those in front share."""
    assert engine.result is not None
    ranks = engine.result.ranks
    return (ranks[seat] == 1) / ranks.count(1)


def _make_countdown(deadline_s: float) -> Callable[[], float]:
    return lambda: deadline_s - time.process_time()


@dataclass(slots=True)
class ArenaTally:
    """What many matches came to."""

    scores: list[float]
    seat_count: int
    cpu_times_s: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    end_reasons: Counter[str] = field(default_factory=Counter)
    luck_by_match: list[float] = field(default_factory=list)
    """Of each match."""

    def add_result(self, result: ArenaResult) -> None:
        self.scores.append(result.score)
        self.luck_by_match.append(result.luck)
        for known, new in zip(self.cpu_times_s, result.cpu_times_s, strict=True):
            known.extend(new)
        self.end_reasons[result.reason] += 1

    @property
    def even_score(self) -> float:
        """What left would score if it were as good as right."""
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
        """What left scored in each; a seat it has not sat in has nothing."""
        sat = [self.scores[seat :: self.seat_count] for seat in range(self.seat_count)]
        return [sum(scores) / len(scores) if scores else 0.0 for scores in sat]

    @property
    def score_interval(self) -> tuple[float, float]:
        """Wilson’s, which is honest at the ends too; draws are taken for as uncertain as wins."""
        n, p = len(self.scores), self.mean_score
        middle = (p + Z_SCORE_95 * Z_SCORE_95 / (2 * n)) / (1 + Z_SCORE_95 * Z_SCORE_95 / n)
        half = (
            Z_SCORE_95
            * math.sqrt(p * (1 - p) / n + Z_SCORE_95 * Z_SCORE_95 / (4 * n * n))
            / (1 + Z_SCORE_95 * Z_SCORE_95 / n)
        )
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def luck_adjusted_score(self) -> MeanInterval | None:
        """The score without what was drawn well, and how far from it 95 % lie; None where nobody can tell, or of too
        few matches. Those of one deal count as one: whose seat was worth more falls out, too.
        """
        clear = [score - luck for score, luck in zip(self.scores, self.luck_by_match, strict=False)]
        deals = [
            fmean(clear[at : at + self.seat_count])
            for at in range(0, len(clear) - self.seat_count + 1, self.seat_count)
        ]
        # Whose matches all came to the same tell nothing of how they scatter: Wilson's interval does.
        if len(deals) < MIN_DEALS or not any(self.luck_by_match) or len(set(deals)) == 1:
            return None
        return MeanInterval.from_samples(deals)

    @property
    def verdict(self) -> int:
        """1 where left is better, -1 where it is worse, 0 where these matches do not tell."""
        low, high = self.score_interval
        if self.luck_adjusted_score:
            score, within = self.luck_adjusted_score
            low, high = score - within, score + within
        return (low > self.even_score) - (high < self.even_score)


def run_matches(
    pairing: ArenaPairing, match_count: int, process_count: int | None = None, find_player: FindPlayer = find_player
) -> Iterator[ArenaTally]:
    """After each match what all so far came to; the same on one core and on many."""
    # A fresh interpreter for each: what one remembers of earlier matches is not the other's.
    with ProcessPoolExecutor(
        process_count or os.cpu_count(), get_context("spawn"), initializer=exit_with_parent
    ) as crew:
        came = ArenaTally([], pairing.seat_count)
        waiting = [crew.submit(play_arena_match, pairing, number, find_player) for number in range(match_count)]
        try:
            for each in waiting:
                came.add_result(each.result())
                yield came
        finally:
            crew.shutdown(cancel_futures=True)


def format_tally(tally: ArenaTally, left_name: str, right_name: str) -> Iterator[str]:
    low, high = tally.score_interval
    yield f"{left_name}: {tally.wins} won, {tally.draws} shared, {tally.losses} lost, in {tally.seat_count} seats"
    total = f"score {tally.mean_score:.3f}, 95 % within {low:.3f}–{high:.3f}"
    yield f"{total}; as good as {right_name} would be {tally.even_score:.3f}"
    if tally.luck_adjusted_score:
        score, within = tally.luck_adjusted_score
        yield f"without the luck of what was drawn: {score:.3f}, 95 % within {score - within:.3f}–{score + within:.3f}"
    yield (
        "no difference shown",
        f"{left_name} is better than {right_name}",
        f"{left_name} is worse than {right_name}",
    )[tally.verdict]
    yield "by seat: " + ", ".join(f"{score:.3f}" for score in tally.mean_score_by_seat)
    for name, took in zip((left_name, right_name), tally.cpu_times_s, strict=True):
        mean, most = 1000 * fmean(took or [0.0]), 1000 * max(took, default=0.0)
        yield f"{name}: {len(took)} words, CPU {mean:.2f} ms each, {most:.0f} ms at most"
    yield "ended by " + ", ".join(f"{reason} {count}" for reason, count in tally.end_reasons.most_common())
