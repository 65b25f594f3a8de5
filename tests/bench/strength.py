"""`make strength`: the proofs that the house plays as well as it says. The figures are in docs/strength.md."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.terminal.arena import Bout, Tally, tally
from tests.bench.clock import row


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

    def tried(self) -> Tally:
        bout = Bout(self.game, self.options, self.seats, self.left, self.right, seed=1, seconds=self.seconds)
        *_, came = tally(bout, self.matches)
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
    Proof("schnick", "strong", "random", 20_000, 0.56),
    Proof("schnick", "strong", "random", 20_000, 0.295, seats=4),
    Proof("woodwalkers", "greedy", "random", 300, 0.97),
    Proof("woodwalkers", "greedy", "random", 300, 0.90, seats=4),
    Proof("woodwalkers", "steady", "never-duels", 300, 0.90),
    Proof("woodwalkers", "steady", "random", 300, 0.90, options=variant("midnight")),
)
EQUALS: Final[Mapping[int, int]] = {2: 3_000, 3: 3_000, 4: 3_000}
"""At so many seats so many matches of equal opponents, for what a seat is worth: to within 0.02."""
WITHIN: Final = 0.06


def proved(proof: Proof) -> bool:
    came = proof.tried()
    low, high = came.interval
    figure = f"{came.score:.3f} ({low:.3f}–{high:.3f})"
    print(f"$ {proof.command}")  # noqa: T201 - its product
    return row(f"  {proof}", figure, f"≥ {proof.least}", holds=came.score >= proof.least)


def fair(seats: int, matches: int) -> bool:
    """Does any seat win much more often than the others, where all play alike?"""
    came = Proof("woodwalkers", "greedy", "greedy", matches, 0.0, seats=seats).tried()
    off = max(abs(score - came.par) for score in came.by_seat)
    told = " ".join(f"{score:.2f}" for score in came.by_seat)
    return row(f"  woodwalkers, {seats} equal opponents, by seat", told, f"par ± {WITHIN}", holds=off <= WITHIN)


def main(wanted: str = "") -> bool:
    held = [proved(proof) for proof in PROOFS if wanted in str(proof)]
    held += [fair(seats, matches) for seats, matches in EQUALS.items() if wanted in "woodwalkers equal"]
    return all(held)


if __name__ == "__main__":
    raise SystemExit(not main(*sys.argv[1:2]))
