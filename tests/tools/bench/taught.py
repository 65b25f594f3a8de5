"""`python -m tests.tools.bench.taught > games/schnick/leanings.toml`: how the strong house learns to lean at Schnick.

It plays itself some two million deals, one match in twenty against dice, and after each choice leans more to what would
have won more often against how the other mixes: in each hand that comes up, weighed by how often it does. As long as it
also leans to chance a little, and less and less, that settles where little is gained by knowing it. What it then is, on
average over the last lessons, is printed, after three minutes on one core; on every machine the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import Final

from games.compiled import Compiled
from games.schnick.leaning import FIGURES

LESSONS: Final = 20_000
MATCHES: Final = 96
"""In each lesson."""
DICEY: Final = 5
"""In a hundred."""
RATE: Final = (2_000, 50)
"""How far a lesson leads, at first and at last: both in millionths."""
CALM: Final = (20_000, 5_000)
"""How much less often something may win that is chosen as often."""
ABOUT: Final = """\
# Made by tests/tools/bench/taught.py, which says how: what the strong house leans by in a duel. All that is seen adds
# so much to each thought; each thought above nothing, and one that always is, so much to each symbol.
"""


def taught(lessons: int) -> Iterator[tuple[str, list[list[float]]]]:
    house = Compiled("tests.tools.bench", "deals", lambda: False)
    house.asked("unlearn", 1)
    for lesson in range(lessons):
        rate, calm = (int(first * (last / first) ** (lesson / lessons)) for first, last in (RATE, CALM))
        house.asked("taught", MATCHES, DICEY, rate, calm)
    form = Struct(f"<{sum(len(rows) * len(rows[0]) for rows in FIGURES.values())}d")
    figures = iter(form.unpack(house.noted("averaged", form.size)))
    for name, rows in FIGURES.items():
        yield name, [[round(next(figures), 2) for _ in row] for row in rows]


def main() -> None:
    print(ABOUT)  # noqa: T201 - its product
    for name, rows in taught(LESSONS):
        print(f"{name} = [", *(f"    {row}," for row in rows), "]", sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
