"""Measures how strong the computer opponent is, in matches between computer players.

Run all comparisons with `make strength`, which takes an hour on two cores. To run only some of them, use
`python -m tests.tools.bench.strength WORD`, which selects the comparisons whose output line contains the word. Each
comparison prints its `duel arena` command, its score and its target. The exit code is 1 if a target is missed.
`docs/computer_opponent.md` lists the results.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log10
from typing import Any, Final

from bot.cli.arena import ArenaPairing, ArenaTally, run_matches
from games import GAMES
from tests.tools.bench.baselines import find_player
from tests.tools.bench.timing import print_row


@dataclass(frozen=True)
class Comparison:
    """A series of matches between two computer players, and the score that the left player must reach."""

    game: str
    left: str
    right: str
    matches: int
    min_score: float
    seats: int = 2
    options: str = "{}"
    thinking_time_s: float | None = None

    def __str__(self) -> str:
        words = [self.game, *(f"{key}={value}" for key, value in json.loads(self.options).items())]
        seats = f" ({self.seats} seats)" if self.seats > 2 else ""
        return f"{' '.join(words)}{seats}: {self.left} v {self.right}"

    @property
    def command(self) -> str:
        """The shell command that repeats the comparison."""
        parts = ["duel arena", self.game, f"--left {self.left} --right {self.right} --matches {self.matches}"]
        parts += [f"--seats {self.seats}"] if self.seats > 2 else []
        parts += [f"--seconds {self.thinking_time_s}"] if self.thinking_time_s else []
        parts += [f"--option {key}={value}" for key, value in json.loads(self.options).items()]
        return " ".join(parts)

    def play_matches(self) -> ArenaTally:
        pairing = ArenaPairing(
            self.game, self.options, self.seats, self.left, self.right, seed=1, thinking_time_s=self.thinking_time_s
        )
        *_, tally = run_matches(pairing, self.matches, find_player=find_player)
        return tally


def make_variant_options(key: str, **options: Any) -> str:
    return json.dumps({"variant": key, **options})


RANDOM_PLACEMENT: Final = json.dumps({"placement": "random"})
CHESS_THINKING_TIME_S: Final = 0.3
"""The thinking time per move in the chess comparisons. Their targets are valid for this time only."""
SHORT_THINKING_TIME_S: Final = 0.05
"""A thinking time that is long enough to beat random play, and short enough for many matches."""

COMPARISONS: Final = (
    Comparison("schamanen", "hard", "random", 500, 0.94, options=RANDOM_PLACEMENT),
    Comparison("schamanen", "hard", "greedy", 500, 0.85, options=RANDOM_PLACEMENT),
    Comparison("schamanen", "nash2", "nash1", 500, 0.55, options=RANDOM_PLACEMENT),
    Comparison("schamanen", "hard", "nash3", 600, 0.55, options=RANDOM_PLACEMENT),
    Comparison("schamanen", "hard", "random", 500, 0.92, options=make_variant_options("memory", placement="random")),
    Comparison("schamanen", "hard", "random", 100, 0.94),
    Comparison("schamanen", "hard", "random", 300, 0.90, options=make_variant_options("pro")),
    Comparison("schamanen", "hard", "random", 300, 0.90, options=make_variant_options("pro_stacks")),
    Comparison("shamanic_chess", "hard", "random", 40, 0.95, thinking_time_s=CHESS_THINKING_TIME_S),
    Comparison("shamanic_chess", "hard", "greedy", 40, 0.95, thinking_time_s=CHESS_THINKING_TIME_S),
    Comparison("shamanic_chess", "hard", "depth2", 40, 0.75, thinking_time_s=CHESS_THINKING_TIME_S),
    Comparison(
        "shamanic_chess",
        "hard",
        "random",
        300,
        0.90,
        options=make_variant_options("free"),
        thinking_time_s=SHORT_THINKING_TIME_S,
    ),
    Comparison("schnick", "hard", "random", 6_000, 0.55),
    Comparison("schnick", "hard", "random", 4_000, 0.295, seats=4),
    Comparison("woodwalkers", "greedy", "random", 300, 0.97),
    Comparison("woodwalkers", "greedy", "random", 300, 0.90, seats=4),
    Comparison("woodwalkers", "medium", "never-duels", 300, 0.90),
    Comparison("woodwalkers", "medium", "random", 300, 0.90, options=make_variant_options("midnight")),
)


@dataclass(frozen=True)
class LevelLadder:
    """A game in which each level of the computer opponent plays against the next weaker level."""

    game: str
    match_counts: Sequence[int]
    """The number of matches for each pair of levels, weakest pair first. Pairs without a number are left out."""
    options: str = "{}"
    seats: int = 2
    thinking_time_s: float | None = SHORT_THINKING_TIME_S

    def list_comparisons(self) -> Iterator[Comparison]:
        for (weaker, stronger), matches in zip(pairwise(GAMES[self.game].LEVELS), self.match_counts, strict=False):
            yield Comparison(self.game, stronger, weaker, matches, 0.0, self.seats, self.options, self.thinking_time_s)


LEVEL_LADDERS: Final = (
    LevelLadder("schamanen", (400, 40), RANDOM_PLACEMENT),
    LevelLadder("schamanen", (100,)),
    LevelLadder("schamanen", (200, 100), make_variant_options("memory", placement="random")),
    LevelLadder("schamanen", (100, 20), make_variant_options("pro")),
    LevelLadder("shamanic_chess", (100, 20)),
    LevelLadder("schnick", (4_000, 4_000), thinking_time_s=None),
    LevelLadder("woodwalkers", (100,), thinking_time_s=None),
    LevelLadder("woodwalkers", (100,), seats=3, thinking_time_s=None),
)
MIN_ELO_STEP: Final = 150
"""The minimum Elo difference between a level and the next weaker one."""
GAME_WITHOUT_ELO_TARGET: Final = "schnick"
"""The game without a target for Elo differences, because luck of the cards matters too much."""
SEAT_BALANCE_MATCHES: Final[Mapping[int, int]] = {2: 3_000, 3: 3_000, 4: 3_000}
"""The number of Woodwalkers matches between equal players, by number of seats.

It is large enough to measure the score of a seat to within 0.02.
"""
SEAT_BALANCE_TOLERANCE: Final = 0.06


def measure_score(comparison: Comparison) -> bool:
    tally = comparison.play_matches()
    low, high = tally.score_interval
    figure = f"{tally.mean_score:.3f} ({low:.3f}–{high:.3f})"
    print(f"$ {comparison.command}")  # noqa: T201 - the program's output
    return print_row(
        f"  {comparison}", figure, f"≥ {comparison.min_score}", holds=tally.mean_score >= comparison.min_score
    )


def measure_elo_steps(ladder: LevelLadder) -> bool:
    """Measure the Elo difference between each level and the next weaker one, and return whether the targets are met."""
    holds = True
    has_target = ladder.game != GAME_WITHOUT_ELO_TARGET
    for comparison in ladder.list_comparisons():
        tally = comparison.play_matches()
        low, high = tally.score_interval
        score, within = tally.luck_adjusted_score or (tally.mean_score, (high - low) / 2)
        difference = compute_elo_difference(score, comparison.seats, comparison.matches)
        figure, target = (
            f"{score:.3f} ± {within:.3f}: {difference:.0f}",
            f"≥ {MIN_ELO_STEP} Elo" if has_target else "none",
        )
        print(f"$ {comparison.command}")  # noqa: T201 - the program's output
        holds &= print_row(f"  {comparison}", figure, target, holds=not has_target or difference >= MIN_ELO_STEP)
    return holds


def measure_seat_balance(seats: int, matches: int) -> bool:
    """Measure how often each seat wins at Woodwalkers if all players are equal.

    Return whether the seats are about equally strong.
    """
    tally = Comparison("woodwalkers", "greedy", "greedy", matches, 0.0, seats=seats).play_matches()
    deviation = max(abs(score - tally.even_score) for score in tally.mean_score_by_seat)
    scores = " ".join(f"{score:.2f}" for score in tally.mean_score_by_seat)
    return print_row(
        f"  woodwalkers, {seats} equal opponents, score by seat",
        scores,
        f"even ± {SEAT_BALANCE_TOLERANCE}",
        holds=deviation <= SEAT_BALANCE_TOLERANCE,
    )


def compute_elo_difference(score: float, seats: int, matches: int) -> float:
    """Return the Elo difference between a player and equally strong opponents, given the player's score.

    A score of 0 or 1 would mean an infinite difference, so it is moved by half a win.
    """
    share = min(max(score, 0.5 / matches), 1 - 0.5 / matches)
    return 400 * log10(share * (seats - 1) / (1 - share))


def main(word: str = "") -> bool:
    holds = [measure_score(comparison) for comparison in COMPARISONS if word in str(comparison)]
    holds += [measure_elo_steps(ladder) for ladder in LEVEL_LADDERS if word in f"{ladder.game} levels"]
    holds += [
        measure_seat_balance(seats, matches)
        for seats, matches in SEAT_BALANCE_MATCHES.items()
        if word in "woodwalkers equal"
    ]
    return all(holds)


if __name__ == "__main__":
    raise SystemExit(not main(*sys.argv[1:2]))
