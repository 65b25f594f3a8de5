"""Trains the policy network of the hard level at Schnick by self-play.

Run it with `python -m tests.tools.bench.train_schnick > games/schnick/policy_net.toml`. It takes three minutes on one
core, and the result is the same on every machine.

The network plays about two million matches, one in twenty of them against random play. Each update increases the
probability of choices that win more often against the opponent's mix, weighted by how often the hand occurs. A pull
toward uniform mixes decreases over time, so the training converges. The output is the average of the weights after the
last updates. `native/self_play.c` explains the method.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import Final

from games.compiled import CompiledModule
from games.schnick.policy_net import WEIGHTS

LESSON_COUNT: Final = 20_000
"""The number of updates of the network."""
MATCHES_PER_LESSON: Final = 96
RANDOM_OPPONENT_PERCENT: Final = 5
LEARNING_RATE_MILLIONTHS: Final = (2_000, 50)
"""The learning rate of the first and of the last update, in millionths."""
UNIFORM_PULL_MILLIONTHS: Final = (20_000, 5_000)
"""The strength of the pull toward a uniform mix in the first and in the last update, in millionths."""
HEADER: Final = """\
# Made by `python -m tests.tools.bench.train_schnick`: the weights of the network in policy_net.py.
# A layer has a row for each input and a column for each output. The last row of `output` is the bias.
"""


def train_policy(lesson_count: int) -> Iterator[tuple[str, list[list[float]]]]:
    """Train the network, and yield the name and the rows of each of its weight tables."""
    self_play = CompiledModule("tests.tools.bench", "self_play", lambda: False)
    self_play.call("reset", 1)
    for lesson in range(lesson_count):
        rate, pull = (
            int(first * (last / first) ** (lesson / lesson_count))
            for first, last in (LEARNING_RATE_MILLIONTHS, UNIFORM_PULL_MILLIONTHS)
        )
        self_play.call("train", MATCHES_PER_LESSON, RANDOM_OPPONENT_PERCENT, rate, pull)
    layout = Struct(f"<{sum(len(rows) * len(rows[0]) for rows in WEIGHTS.values())}d")
    weights = iter(layout.unpack(self_play.read_memory("averaged_policy", layout.size)))
    for name, rows in WEIGHTS.items():
        yield name, [[round(next(weights), 2) for _ in row] for row in rows]


def main() -> None:
    print(HEADER)  # noqa: T201 - the program's output
    for name, rows in train_policy(LESSON_COUNT):
        print(f"{name} = [", *(f"    {row}," for row in rows), "]", sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
