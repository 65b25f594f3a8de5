"""`make strength`: the proofs that the house plays as well as it says. The figures are in docs/strength.md."""

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
from tests.tools.bench.timing import row


@dataclass(frozen=True)
class Proof:
    """So many matches, and the score that left must reach in them."""

    game: str
    left: str
    right: str
    matches: int
    least: float
    seats: int = 2
    options: str = "{}"
    seconds: float | None = None

    def __str__(self) -> str:
        told = [self.game, *(f"{key}={value}" for key, value in json.loads(self.options).items())]
        seats = f" ({self.seats} seats)" if self.seats > 2 else ""
        return f"{' '.join(told)}{seats}: {self.left} v {self.right}"

    @property
    def command(self) -> str:
        """That anybody may run to see the same."""
        parts = ["duel arena", self.game, f"--left {self.left} --right {self.right} --matches {self.matches}"]
        parts += [f"--seats {self.seats}"] if self.seats > 2 else []
        parts += [f"--seconds {self.seconds}"] if self.seconds else []
        parts += [f"--option {key}={value}" for key, value in json.loads(self.options).items()]
        return " ".join(parts)

    def tried(self) -> ArenaTally:
        bout = ArenaPairing(
            self.game, self.options, self.seats, self.left, self.right, seed=1, thinking_time_s=self.seconds
        )
        *_, came = run_matches(bout, self.matches, find_player=find_player)
        return came


def variant(key: str, **more: Any) -> str:
    return json.dumps({"variant": key, **more})


DRAWN: Final = json.dumps({"placement": "random"})
CHESS: Final = 0.3
"""Seconds for a word, as the targets at chess are meant."""
QUICK: Final = 0.05
"""As long as it takes to beat chance, for many matches."""

PROOFS: Final = (
    Proof("schamanen", "strong", "random", 500, 0.94, options=DRAWN),
    Proof("schamanen", "strong", "greedy", 500, 0.85, options=DRAWN),
    Proof("schamanen", "nash2", "nash1", 500, 0.55, options=DRAWN),
    Proof("schamanen", "strong", "nash3", 600, 0.55, options=DRAWN),
    Proof("schamanen", "strong", "random", 500, 0.92, options=variant("memory", placement="random")),
    Proof("schamanen", "strong", "random", 100, 0.94),
    Proof("schamanen", "strong", "random", 300, 0.90, options=variant("pro")),
    Proof("schamanen", "strong", "random", 300, 0.90, options=variant("pro_stacks")),
    Proof("shamanic_chess", "strong", "random", 40, 0.95, seconds=CHESS),
    Proof("shamanic_chess", "strong", "greedy", 40, 0.95, seconds=CHESS),
    Proof("shamanic_chess", "strong", "depth2", 40, 0.75, seconds=CHESS),
    Proof("shamanic_chess", "strong", "random", 300, 0.90, options=variant("free"), seconds=QUICK),
    Proof("schnick", "strong", "random", 6_000, 0.55),
    Proof("schnick", "strong", "random", 4_000, 0.295, seats=4),
    Proof("woodwalkers", "greedy", "random", 300, 0.97),
    Proof("woodwalkers", "greedy", "random", 300, 0.90, seats=4),
    Proof("woodwalkers", "steady", "never-duels", 300, 0.90),
    Proof("woodwalkers", "steady", "random", 300, 0.90, options=variant("midnight")),
)
STEP: Final = (150, 350)
"""Elo that a level is to be above the one before, where skill carries that far."""
STEPS: Final = (
    ("schamanen", DRAWN, 2, (400, 40), QUICK),
    ("schamanen", "{}", 2, (100,), QUICK),
    ("schamanen", variant("memory", placement="random"), 2, (200, 100), QUICK),
    ("schamanen", variant("pro"), 2, (100, 20), QUICK),
    ("shamanic_chess", "{}", 2, (100, 20), QUICK),
    ("schnick", "{}", 2, (4_000, 4_000), None),
    ("woodwalkers", "{}", 2, (100,), None),
    ("woodwalkers", "{}", 3, (100,), None),
)
"""By game and seats, in how many matches each level meets the one before, or the second alone; and seconds a word."""
LUCKY: Final = "schnick"
"""Where the cards decide most, no level can be so far above another."""
EQUALS: Final[Mapping[int, int]] = {2: 3_000, 3: 3_000, 4: 3_000}
"""At so many seats so many matches of equal opponents, for what a seat is worth: to within 0.02."""
WITHIN: Final = 0.06


def proved(proof: Proof) -> bool:
    came = proof.tried()
    low, high = came.score_interval
    figure = f"{came.mean_score:.3f} ({low:.3f}–{high:.3f})"
    print(f"$ {proof.command}")  # noqa: T201 - its product
    return row(f"  {proof}", figure, f"≥ {proof.least}", holds=came.mean_score >= proof.least)


def fair(seats: int, matches: int) -> bool:
    """Does any seat win much more often than the others, where all play alike?"""
    came = Proof("woodwalkers", "greedy", "greedy", matches, 0.0, seats=seats).tried()
    off = max(abs(score - came.even_score) for score in came.mean_score_by_seat)
    told = " ".join(f"{score:.2f}" for score in came.mean_score_by_seat)
    return row(f"  woodwalkers, {seats} equal opponents, by seat", told, f"par ± {WITHIN}", holds=off <= WITHIN)


def elo(score: float, seats: int, matches: int) -> float:
    """Of one among others who are all alike, by its share of first places; none is told to be beyond all measure."""
    share = min(max(score, 0.5 / matches), 1 - 0.5 / matches)
    return 400 * log10(share * (seats - 1) / (1 - share))


def steps(game: str, options: str, seats: int, matches: Sequence[int], seconds: float | None) -> Iterator[Proof]:
    """Each level against the one before."""
    for (worse, better), many in zip(pairwise(GAMES[game].LEVELS), matches, strict=False):
        yield Proof(game, better, worse, many, 0.0, seats, options, seconds)


def climbed(game: str, *step: Any) -> bool:
    """How far each level is above the one before."""
    held, (least, most) = True, STEP
    for proof in steps(game, *step):
        came = proof.tried()
        score, within = came.luck_adjusted_score or (
            came.mean_score,
            (came.score_interval[1] - came.score_interval[0]) / 2,
        )
        found = elo(score, proof.seats, proof.matches)
        figure, target = f"{score:.3f} ± {within:.3f}: {found:.0f}", "none" if game == LUCKY else f"{least}–{most} Elo"
        print(f"$ {proof.command}")  # noqa: T201 - its product
        held &= row(f"  {proof}", figure, target, holds=game == LUCKY or least <= found <= most)
    return held


def main(wanted: str = "") -> bool:
    held = [proved(proof) for proof in PROOFS if wanted in str(proof)]
    held += [climbed(*step) for step in STEPS if wanted in f"{step[0]} levels"]
    held += [fair(seats, matches) for seats, matches in EQUALS.items() if wanted in "woodwalkers equal"]
    return all(held)


if __name__ == "__main__":
    raise SystemExit(not main(*sys.argv[1:2]))
