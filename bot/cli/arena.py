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

from bot.ai.workers import alone
from bot.ratings.mean_interval import Mean, Z
from games import GAMES
from games.ai_players import MoveChooser, find_player, thinking_time_s
from games.core import Game, Move, Seat
from games.dice import Chance
from games.match import Match, begin_match
from games.matrix import draw_from_mix

LONGEST: Final = 5_000
"""Steps of a match; a longer one is called a draw."""
FEW: Final = 20
"""Deals, of which fewer do not tell how far they scatter."""


@dataclass(frozen=True, slots=True)
class ArenaMatch:
    """One sort of match: left in one seat, right in all the others."""

    game: str
    options: str
    """As JSON: it travels to other processes."""
    seats: int
    left: str
    right: str
    seed: int
    seconds: float | None = None
    """For each word; None is what the level has."""

    def seat(self, number: int) -> Seat:
        """Where left sits: everywhere as often."""
        return number % self.seats

    def chance(self, number: int) -> Chance:
        """The same for as many matches as there are seats, so that luck is shared out."""
        told = f"{self.seed}/{number // self.seats}"
        return Chance.derive(hashlib.sha256(told.encode()).digest(), ())


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """What became of one match, from the left."""

    score: float
    """Of the one point that those in front share."""
    seconds: tuple[list[float], list[float]]
    """CPU time that each word of left, and of right, took."""
    reason: str
    luck: float = 0.0
    """How much of it came of what was drawn from mixes: nothing on average, whoever plays."""


FindPlayer: TypeAlias = Callable[[Game[Any, Any, Any], str], MoveChooser]
"""Returns the player of a name. It travels to other processes, so it must be a function of a module."""


def fought(bout: ArenaMatch, number: int, find_player: FindPlayer = find_player) -> ArenaResult:
    game = GAMES[bout.game]
    engine = begin_match(game, game.options_class.model_validate_json(bout.options), bout.seats, bout.chance(number))
    mine = bout.seat(number)
    names = bout.left, bout.right
    players = [find_player(game, name) for name in names]
    given = [thinking_time_s(name) if bout.seconds is None else bout.seconds for name in names]
    took: tuple[list[float], list[float]] = [], []
    luck = 0.0
    while engine.result is None and engine.step < LONGEST:
        before, ways = engine, dict[Seat, Mapping[Move, Fraction]]()
        for seat in sorted(before.seats_asked):
            side, view, dice = int(seat != mine), before.view_of(seat), before.house_dice(seat)
            began = time.process_time()
            left = _left(began + given[side])
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
            luck += drawn_well(engine, before, ways, mine)
    if engine.result is None:
        return ArenaResult(1 / bout.seats, took, "unfinished", luck)
    return ArenaResult(_shared(engine, mine), took, engine.result.reason, luck)


def drawn_well(engine: Match, before: Match, ways: Mapping[Seat, Mapping[Move, Fraction]], seat: Seat) -> float:
    """By how much better a seat stands than was to be expected before the step."""
    return _promised(engine, seat) - _expected(before, ways, seat)


def _expected(before: Match, ways: Mapping[Seat, Mapping[Move, Fraction]], seat: Seat) -> float:
    """What the step promised that seat, over all that may be drawn in it."""
    hope = 0.0
    for words in product(*(mix.items() for mix in ways.values())):
        chance, engine = math.prod(float(share) for _, share in words), before
        if chance:
            for each, (word, _) in zip(ways, words, strict=True):
                engine = engine.play_move(each, word)
            hope += chance * _promised(engine, seat)
    return hope


def _promised(engine: Match, seat: Seat) -> float:
    return engine.game.win_shares(engine.state, quickly=True)[seat] if engine.result is None else _shared(engine, seat)


def _shared(engine: Match, seat: Seat) -> float:
    """Of the one point that those in front share."""
    assert engine.result is not None
    ranks = engine.result.ranks
    return (ranks[seat] == 1) / ranks.count(1)


def _left(until: float) -> Callable[[], float]:
    return lambda: until - time.process_time()


@dataclass(slots=True)
class ArenaTally:
    """What many matches came to."""

    scores: list[float]
    seats: int
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    reasons: Counter[str] = field(default_factory=Counter)
    luck: list[float] = field(default_factory=list)
    """Of each match."""

    def add(self, match: ArenaResult) -> None:
        self.scores.append(match.score)
        self.luck.append(match.luck)
        for known, new in zip(self.seconds, match.seconds, strict=True):
            known.extend(new)
        self.reasons[match.reason] += 1

    @property
    def par(self) -> float:
        """What left would score if it were as good as right."""
        return 1 / self.seats

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
    def score(self) -> float:
        return sum(self.scores) / len(self.scores)

    @property
    def by_seat(self) -> list[float]:
        """What left scored in each; a seat it has not sat in has nothing."""
        sat = [self.scores[seat :: self.seats] for seat in range(self.seats)]
        return [sum(scores) / len(scores) if scores else 0.0 for scores in sat]

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson’s, which is honest at the ends too; draws are taken for as uncertain as wins."""
        n, p = len(self.scores), self.score
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def cleared(self) -> Mean | None:
        """The score without what was drawn well, and how far from it 95 % lie; None where nobody can tell, or of too
        few matches. Those of one deal count as one: whose seat was worth more falls out, too.
        """
        clear = [score - luck for score, luck in zip(self.scores, self.luck, strict=False)]
        deals = [fmean(clear[at : at + self.seats]) for at in range(0, len(clear) - self.seats + 1, self.seats)]
        # Whose matches all came to the same tell nothing of how they scatter: Wilson's interval does.
        if len(deals) < FEW or not any(self.luck) or len(set(deals)) == 1:
            return None
        return Mean.of(deals)

    @property
    def verdict(self) -> int:
        """1 where left is better, -1 where it is worse, 0 where these matches do not tell."""
        low, high = self.interval
        if self.cleared:
            score, within = self.cleared
            low, high = score - within, score + within
        return (low > self.par) - (high < self.par)


def tally(
    bout: ArenaMatch, matches: int, processes: int | None = None, find_player: FindPlayer = find_player
) -> Iterator[ArenaTally]:
    """After each match what all so far came to; the same on one core and on many."""
    # A fresh interpreter for each: what one remembers of earlier matches is not the other's.
    with ProcessPoolExecutor(processes or os.cpu_count(), get_context("spawn"), initializer=alone) as crew:
        came = ArenaTally([], bout.seats)
        waiting = [crew.submit(fought, bout, number, find_player) for number in range(matches)]
        try:
            for each in waiting:
                came.add(each.result())
                yield came
        finally:
            crew.shutdown(cancel_futures=True)


def told(came: ArenaTally, left: str, right: str) -> Iterator[str]:
    low, high = came.interval
    yield f"{left}: {came.wins} won, {came.draws} shared, {came.losses} lost, in {came.seats} seats"
    yield f"score {came.score:.3f}, 95 % within {low:.3f}–{high:.3f}; as good as {right} would be {came.par:.3f}"
    if came.cleared:
        score, within = came.cleared
        yield f"without the luck of what was drawn: {score:.3f}, 95 % within {score - within:.3f}–{score + within:.3f}"
    yield ("no difference shown", f"{left} is better than {right}", f"{left} is worse than {right}")[came.verdict]
    yield "by seat: " + ", ".join(f"{score:.3f}" for score in came.by_seat)
    for name, took in zip((left, right), came.seconds, strict=True):
        mean, most = 1000 * fmean(took or [0.0]), 1000 * max(took, default=0.0)
        yield f"{name}: {len(took)} words, CPU {mean:.2f} ms each, {most:.0f} ms at most"
    yield "ended by " + ", ".join(f"{reason} {count}" for reason, count in came.reasons.most_common())
