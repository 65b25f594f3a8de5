"""What cards are worth: `python -m tests.bench.cards 2 4000` lets the house play itself so often, two at a table, and
prints the line of `games/schnick/chances.toml` for such a table.

Whose chances are told so badly that others would have told better is found by Newton's method: of all weights those are
taken by which what came is likeliest. What is hardly ever seen is pulled towards nothing.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from math import exp
from operator import mul
from typing import Final, TypeAlias

from games.core import Level
from games.dice import Chance
from games.match import begin
from games.mind import player
from games.schnick import GAME
from games.schnick.worth import deck, facts

Row: TypeAlias = Sequence[float]
Seen: TypeAlias = tuple[Sequence[Row], Sequence[float]]
"""The facts of each seat, and what share of the point it had in the end."""

ROUNDS: Final = 12
PULL: Final = 1e-3


def played(seats: int, number: int) -> Iterator[Seen]:
    seed = hashlib.sha256(f"cards {seats} {number}".encode()).digest()
    match, house = begin(GAME, GAME.Options(), seats, Chance.of(seed, ())), player(GAME, Level.STRONG)
    states = []
    while match.result is None:
        if match.state.phase in ("challenge", "duel"):
            states.append(match.state)
        for seat in sorted(match.awaited):
            match = match.said(seat, house(match.view(seat), match.house(seat), lambda: 1.0))
    ranks = match.result.ranks
    shares = [(rank == 1) / ranks.count(1) for rank in ranks]
    for state in states:
        yield [tuple(map(float, row)) for row in facts(state, deck(state))], shares


def fitted(seen: Sequence[Seen]) -> Row:
    wide = len(seen[0][0][0])
    scale = [
        max(1e-9, (sum(row[at] ** 2 for rows, _ in seen for row in rows) / len(seen)) ** 0.5) for at in range(wide)
    ]
    scaled = [([[fact / by for fact, by in zip(row, scale, strict=True)] for row in rows], came) for rows, came in seen]
    weights = [0.0] * wide
    for _ in range(ROUNDS):
        slope = [PULL * weight for weight in weights]
        bend = [[PULL * (one == other) for other in range(wide)] for one in range(wide)]
        for rows, came in scaled:
            merits = [exp(sum(map(mul, weights, row))) for row in rows]
            shares = [merit / sum(merits) for merit in merits]
            mean = [sum(share * row[at] for share, row in zip(shares, rows, strict=True)) for at in range(wide)]
            for share, row, was in zip(shares, rows, came, strict=True):
                apart = [fact - middle for fact, middle in zip(row, mean, strict=True)]
                for one in range(wide):
                    slope[one] += (share - was) * row[one] / len(seen)
                    for other in range(wide):
                        bend[one][other] += share * apart[one] * apart[other] / len(seen)
        weights = [weight - step for weight, step in zip(weights, solved(bend, slope), strict=True)]
    return [weight / by for weight, by in zip(weights, scale, strict=True)]


def solved(left: Sequence[Sequence[float]], right: Sequence[float]) -> Row:
    """As many equations as unknowns, the largest first."""
    rows = [[*row, value] for row, value in zip(left, right, strict=True)]
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(len(rows)):
            if other != at:
                rows[other] = [value - rows[other][at] * one for value, one in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]


if __name__ == "__main__":
    seats, matches = map(int, sys.argv[1:3])
    found = fitted([seen for number in range(matches) for seen in played(seats, number)])
    print([round(weight, 3) for weight in found])  # noqa: T201 - its product
