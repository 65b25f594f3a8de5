"""`python -m tests.tools.bench.reads`: what the house that reads you wins against people with habits, and against none.

Each player sits through a series of matches with one house, which knows at first nothing of them. They play as the
strong house does, but where two choose at once they follow their habit so and so often.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Any, Final, TypeAlias

from games import GAMES
from games.core import Level, Seat, Word
from games.dice import Chance, Dice
from games.insight import Met
from games.match import begin
from tests.tools.bench.clock import row

SERIES: Final = 12
"""Matches of one player, one after the other."""
REMEMBERED: Final = 20

Habit: TypeAlias = Callable[[Sequence[str], Sequence[str], int, Met | None, Dice], str]
"""From all symbols, those that can be chosen, whose favourite that is, and what met last, seen by the other."""


def repeat(_: Sequence[str], can: Sequence[str], __: int, last: Met | None, dice: Dice) -> str:
    return last.symbol if last and last.symbol in can else dice.choice(can)


def avoid(_: Sequence[str], can: Sequence[str], __: int, last: Met | None, dice: Dice) -> str:
    others = [symbol for symbol in can if not last or symbol != last.symbol]
    return dice.choice(others or can)


def cycle(order: Sequence[str], can: Sequence[str], _: int, last: Met | None, dice: Dice) -> str:
    at = order.index(last.symbol) + 1 if last else dice.below(len(order))
    return next(symbol for symbol in (*order[at:], *order[:at]) if symbol in can)


def favourite(order: Sequence[str], can: Sequence[str], which: int, _: Met | None, dice: Dice) -> str:
    symbol = order[which % len(order)]
    return symbol if symbol in can else dice.choice(can)


def mirror(_: Sequence[str], can: Sequence[str], __: int, last: Met | None, dice: Dice) -> str:
    return last.answer if last and last.answer in can else dice.choice(can)


HABITS: Final[Mapping[str, Habit]] = {
    "repeat": repeat, "avoid": avoid, "cycle": cycle, "favourite": favourite, "mirror": mirror,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trial:
    """A series of one player against the house at one of its levels."""

    game: str
    options: str
    habit: str
    """Nothing for a player without one."""
    often: int
    """In a hundred."""
    reads: bool
    """Else it plays as it does at its strongest, for comparison."""
    left: float = 0.0
    """Seconds that both always have left: none for who thinks of the next duel alone, and never too few else."""


def _order(key: str) -> Sequence[str]:
    return {"schamanen": ("1", "2", "3")}.get(key, ("scissors", "stone", "paper", "fire", "well"))


def _named(key: str, word: Word) -> str:
    return str("123abc".index(word[1]) % 3 + 1) if key == "schamanen" else word[1]


def chosen(trial: Trial, view: Any, number: int, last: Met | None, dice: Dice) -> Word:
    """By habit, or as well as the house can."""
    game = GAMES[trial.game]
    legal = game.legal(view)
    free = len(legal) > 1 and legal[0][0] in {"mask", "card", "sign"}
    if trial.habit and free and dice.below(100) < trial.often:
        words = {_named(trial.game, word): word for word in legal}
        return words[HABITS[trial.habit](_order(trial.game), list(words), number, last, dice)]
    return game.think(view, Level.STRONG, dice, lambda: trial.left).word


def series(trial: Trial, number: int) -> list[float]:
    """The points of the house, match by match."""
    runs: list[list[Met]] = []
    return [_match(trial, number, at, runs) for at in range(SERIES)]


def _match(trial: Trial, number: int, at: int, runs: list[list[Met]]) -> float:
    game = GAMES[trial.game]
    told = f"{trial.game} {number} {at}"
    chance = Chance.of(hashlib.sha256(told.encode()).digest(), ())
    match = begin(game, game.options_class.model_validate_json(trial.options), 2, chance)
    house: Seat = (number + at) % 2
    run: list[Met] = []
    while match.result is None:
        before = match
        joint: dict[Seat, Word] = {}
        for seat in sorted(before.awaited):
            view, dice = before.view(seat), before.house(seat)
            if seat != house:
                joint[seat] = chosen(trial, view, number, run[-1] if run else None, dice)
            elif trial.reads:
                known = [*runs[-REMEMBERED:], run]
                joint[seat] = game.exploit(view, known, dice, lambda: trial.left).word
            else:
                joint[seat] = game.think(view, Level.STRONG, dice, lambda: trial.left).word
            match = match.said(seat, joint[seat])
        if (met := game.met(before.view(house), match.view(house), joint)) is not None:
            run.append(met)
    runs.append(run)
    ranks = match.result.ranks
    return (ranks[house] == 1) / ranks.count(1)


def scored(trial: Trial, many: int, processes: int | None = None) -> list[list[float]]:
    """Of so many players, each its series."""
    if processes == 1:
        return [series(trial, number) for number in range(many)]
    with ProcessPoolExecutor(processes, get_context("spawn")) as crew:
        return list(crew.map(partial(series, trial), range(many)))


AGAINST: Final = ((70, 0.93), (30, 0.72))
"""How often in a hundred, and what is to be reached on average over all habits."""
EVEN: Final = 0.03
"""So far from a half the score may be against the best mix."""
LEAST: Final = 0.47
"""Against the strong house, as far as that thinks ahead."""
PLAYERS: Final = 4
"""With each habit."""
ANYBODY: Final = 20
"""Players without any."""
STRONG: Final = 2
"""Those of them who think ahead as far as they can, which takes its time."""
DRAWN: Final = '{"placement": "random"}'
OPTIONS: Final[Mapping[str, str]] = {"schamanen": DRAWN, "schnick": "{}"}
AIMED: Final = "schamanen"
"""At Schnick the cards decide more than anybody can read: its figures are told, and held against no target."""


def mean(found: Sequence[Sequence[float]]) -> float:
    flat = [score for each in found for score in each]
    return sum(flat) / len(flat)


def biased(key: str, often: int, *, reads: bool) -> float:
    """On average over all habits, from the first match on."""
    trials = [Trial(key, OPTIONS[key], habit, often, reads) for habit in HABITS]
    scores = [mean(scored(trial, PLAYERS)) for trial in trials]
    told = ", ".join(f"{trial.habit} {score:.3f}" for trial, score in zip(trials, scores, strict=True))
    print(f"    {'reads' if reads else 'strong'}, {often} %: {told}", flush=True)  # noqa: T201 - its product
    return sum(scores) / len(scores)


def unbiased(key: str, players: int, ahead: float) -> float:
    """By how much it does better or worse than strong against the same players with the same dice, above a half: that
    is what strong scores against itself, and by the difference most of the luck falls out.
    """
    reads, strong = (mean(scored(Trial(key, OPTIONS[key], "", 0, reads, ahead), players)) for reads in (True, False))
    return 0.5 + reads - strong


def main(wanted: str = "") -> bool:
    held = True
    for key in (key for key in OPTIONS if wanted in key):
        aimed = key == AIMED
        for often, least in AGAINST:
            score, strong = (biased(key, often, reads=reads) for reads in (True, False))
            what, figure = f"  {key}: a habit {often} % of the time", f"{score:.3f} (strong {strong:.3f})"
            held &= row(what, figure, f"≥ {least}" if aimed else "none", holds=score >= least or not aimed)
        even = unbiased(key, ANYBODY, 0.0)
        held &= row(
            f"  {key}: the best mix", f"{even:.3f}", f"0.5 ± {EVEN}", holds=abs(even - 0.5) <= EVEN or not aimed
        )
        best = unbiased(key, STRONG, 1.0)
        held &= row(f"  {key}: strong, thinking ahead", f"{best:.3f}", f"≥ {LEAST}", holds=best >= LEAST or not aimed)
    return held


if __name__ == "__main__":
    raise SystemExit(not main(*sys.argv[1:2]))
