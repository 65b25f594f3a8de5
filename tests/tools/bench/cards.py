"""What cards are worth: `python -m tests.tools.bench.cards 2 4000` lets the house play itself so often, two at a table,
and prints the line of `games/schnick/chances.toml` for such a table.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from games.core import Level
from games.dice import Chance
from games.match import begin
from games.mind import player
from games.schnick import GAME
from games.schnick.judge import facts
from tests.tools.bench.foretell import Row, Seen, fitted

ROUNDS: Final = 12
PULL: Final = 1e-3


def played(seats: int, number: int) -> Iterator[Seen]:
    seed = hashlib.sha256(f"cards {seats} {number}".encode()).digest()
    match, house = begin(GAME, GAME.options_class(), seats, Chance.of(seed, ())), player(GAME, Level.STRONG)
    states = []
    while match.result is None:
        if match.state.phase in ("challenge", "duel"):
            states.append(match.state)
        for seat in sorted(match.awaited):
            match = match.said(seat, house(match.view(seat), match.house(seat), lambda: 1.0))
    ranks = match.result.ranks
    shares = [(rank == 1) / ranks.count(1) for rank in ranks]
    for state in states:
        yield [tuple(map(float, row)) for row in facts(state, state.deck)], shares


def weighed(seen: Sequence[Seen]) -> Row:
    """Facts that are large by nature are made small first, so that the pull is the same for all."""
    scale = [
        max(1e-9, (sum(row[at] ** 2 for rows, _ in seen for row in rows) / len(seen)) ** 0.5)
        for at in range(len(seen[0][0][0]))
    ]
    scaled = [([[fact / by for fact, by in zip(row, scale, strict=True)] for row in rows], came) for rows, came in seen]
    return [weight / by for weight, by in zip(fitted(scaled, PULL * len(seen), ROUNDS), scale, strict=True)]


if __name__ == "__main__":
    seats, matches = map(int, sys.argv[1:3])
    found = weighed([seen for number in range(matches) for seen in played(seats, number)])
    print([round(weight, 3) for weight in found])  # noqa: T201 - its product
