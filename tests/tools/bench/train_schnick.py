"""Train the policy network of the strong level at Schnick: `python -m tests.tools.bench.train_schnick >
games/schnick/policy_net.toml`.

The house plays itself about two million deals, one match in twenty against dice. After each choice its small net moves
toward what would have won more often against the other's mix, weighted by how often the hand comes up. A pull toward
uniform mixes decays over time, so the training settles. The output is the average over the last lessons. It takes three
minutes on one core and is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import Final

from games.compiled import CompiledModule
from games.schnick.policy_net import WEIGHTS

LESSONS: Final = 20_000
MATCHES_PER_LESSON: Final = 96
AGAINST_DICE_PERCENT: Final = 5
LEARNING_RATE: Final = (2_000, 50)
"""Step size of a lesson, first and last, in millionths."""
UNIFORM_PULL: Final = (20_000, 5_000)
"""Strength of the pull toward a uniform mix, first and last, in millionths."""
HEADER: Final = """\
# Made by `python -m tests.tools.bench.train_schnick`: the weights of the network in policy_net.py.
# A layer has a row for each input and a column for each output. The last row of `output` is the bias.
"""


def train(lessons: int) -> Iterator[tuple[str, list[list[float]]]]:
    """Yield the name and the rows of each table of the trained net."""
    house = CompiledModule("tests.tools.bench", "self_play", lambda: False)
    house.call("reset", 1)
    for lesson in range(lessons):
        rate, pull = (
            int(first * (last / first) ** (lesson / lessons)) for first, last in (LEARNING_RATE, UNIFORM_PULL)
        )
        house.call("train", MATCHES_PER_LESSON, AGAINST_DICE_PERCENT, rate, pull)
    form = Struct(f"<{sum(len(rows) * len(rows[0]) for rows in WEIGHTS.values())}d")
    figures = iter(form.unpack(house.read_memory("averaged_policy", form.size)))
    for name, rows in WEIGHTS.items():
        yield name, [[round(next(figures), 2) for _ in row] for row in rows]


def main() -> None:
    print(HEADER)  # noqa: T201 - its product
    for name, rows in train(LESSONS):
        print(f"{name} = [", *(f"    {row}," for row in rows), "]", sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
