"""What the film of a match costs: of each that is recorded, as it is posted."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bot.paint import film
from bot.scenes.film import frames
from games.art import Picture, person
from games.record import matches, read
from tests.bench.clock import row

RECORDS: Final = Path(__file__).parents[1] / "records"
NAMES: Final = ("Hildegard von der Wiesenau", "Otter", "Лисица", "Kingfisher", "Mole", "Badger")


def films() -> Iterator[tuple[str, list[Picture]]]:
    """Of each recorded match its game, and what its film shows."""
    for path in sorted(RECORDS.glob("*/*.match")):
        passed = list({match.step: match for _, match in matches(read(path.read_text("utf-8")))}.values())
        yield (
            path.parent.name,
            list(frames(passed, [match.view(None) for match in passed], "de", [*map(person, range(passed[0].seats))])),
        )


def measured(pictures: Sequence[Picture], runs: int = 5) -> tuple[float, float]:
    """Milliseconds of CPU, once its drawings are rasterised, and kilobytes."""
    size, taken = len(film(pictures, NAMES)) / 1024, []
    for _ in range(runs):
        began = time.process_time()
        film(pictures, NAMES)
        taken.append(time.process_time() - began)
    return min(taken) * 1000, size


def main() -> bool:
    worst: dict[str, tuple[float, float]] = {}
    for game, pictures in films():
        figures, before = measured(pictures), worst.get(game, (0, 0))
        worst[game] = max(figures[0], before[0]), max(figures[1], before[1])
    holds = []
    for game, (cpu, size) in worst.items():
        holds.append(row(f"film of {game} at the most, ms of CPU", f"{cpu:.0f}", "≤ 100", holds=cpu <= 100))
        holds.append(row("  kilobytes", f"{size:.0f}", "≤ 500", holds=size <= 500))
    return all(holds)


if __name__ == "__main__":
    raise SystemExit(not main())
