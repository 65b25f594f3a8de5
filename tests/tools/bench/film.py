"""What the film of a match costs: of each that is recorded, as it is posted."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final

from PIL import Image

from bot.paint import film
from bot.scenes.film import frames
from games import canvas
from games.art import Picture, person
from games.record import matches, read
from tests.records import RECORDS
from tests.tools.bench.clock import best, row

MOST: Final = 12
NAMES: Final = ("Hildegard von der Wiesenau", "Otter", "Лисица", "Kingfisher", "Mole", "Badger")


def films() -> Iterator[tuple[str, list[Picture]]]:
    """Of each recorded match its game, and what its film shows."""
    for path in sorted(RECORDS.glob("*/*.match")):
        passed = list({match.step: match for _, match in matches(read(path.read_text("utf-8")))}.values())
        yield (
            path.parent.name,
            list(frames(passed, [match.view(None) for match in passed], "de", [*map(person, range(passed[0].seats))])),
        )


def measured(pictures: Sequence[Picture]) -> tuple[float, float, float]:
    """As a ratio to the deflating of its first board alone, milliseconds of CPU once its drawings are rasterised, and
    kilobytes.
    """
    size = len(film(pictures, NAMES)) / 1024
    with Image.open(BytesIO(canvas.png(pictures[0], NAMES))) as board:
        indices = board.tobytes()
    floor, taken = best(lambda: zlib.compress(indices, 6), 9), best(lambda: film(pictures, NAMES), 5)
    return taken / floor, taken * 1000, size


def main() -> bool:
    worst: dict[str, tuple[float, float, float]] = {}
    for game, pictures in films():
        figures, (ratio, cpu, size) = worst.get(game, (0.0, 0.0, 0.0)), measured(pictures)
        worst[game] = max(figures[0], ratio), max(figures[1], cpu), max(figures[2], size)
    holds = []
    for game, (ratio, cpu, size) in worst.items():
        row(f"film of {game} at the most, ms of CPU", f"{cpu:.0f}", "", holds=True)
        holds.append(row("  of deflating one of its boards", f"{ratio:.0f}×", f"≤ {MOST}×", holds=ratio <= MOST))
        holds.append(row("  kilobytes", f"{size:.0f}", "≤ 500", holds=size <= 500))
    return all(holds)


if __name__ == "__main__":
    raise SystemExit(not main())
