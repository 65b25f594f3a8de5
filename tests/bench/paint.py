"""What a board costs, for every game, beside what chess bots do and beside the deflate that no PNG can do without."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Any, Final

from PIL import Image

from bot.paint import Brush
from games import GAMES, canvas
from games.art import Picture
from games.core import Game
from games.record import matches, read
from tests.bench.clock import best, row

RECORDS: Final = Path(__file__).parents[1] / "records"
VIEWS: Final = 60
"""More than are kept drawn, so that none of them is when its turn comes again."""
PASSES: Final = 4
NAMES: Final = ("Otter", "Heron", "Lynx", "Badger", "Crane", "Fox")


def views(game: Game[Any, Any, Any]) -> list[Any]:
    """As many different ones of recorded matches, from all of them in turn."""
    found: dict[Picture, Any] = {}
    played = [
        [match.view(None) for _, match in matches(read(path.read_text("utf-8")))]
        for path in sorted((RECORDS / game.KEY).glob("*.match"))
    ]
    for step in range(max(map(len, played))):
        for seen in played:
            if step < len(seen) and len(found) < VIEWS:
                found.setdefault(game.picture(seen[step]), seen[step])
    return list(found.values())


def typical(work: Callable[[Any], object], things: Sequence[Any]) -> float:
    """Seconds for one of them, each by itself when nothing disturbs it."""
    taken: list[list[float]] = [[] for _ in things]
    for _ in range(PASSES):
        for at, thing in enumerate(things):
            began = time.perf_counter()
            work(thing)
            taken[at].append(time.perf_counter() - began)
    return median(map(min, taken))


def kept(picture: Picture) -> float:
    """Seconds for a board that is there already."""

    async def measured() -> float:
        brush = Brush()
        await brush.paint(picture, NAMES)

        async def again() -> None:
            for _ in range(1000):
                await brush.paint(picture, NAMES)

        loop = asyncio.get_running_loop()
        taken = []
        for _ in range(5):
            began = loop.time()
            await again()
            taken.append((loop.time() - began) / 1000)
        return min(taken)

    return asyncio.run(measured())


def measured(game: Game[Any, Any, Any], other: float) -> bool:
    seen = views(game)
    boards = [game.picture(view) for view in seen]
    heaviest = max(len(canvas.png(board, NAMES)) for board in boards) / 1024
    cold = typical(lambda board: canvas.png(board, NAMES), boards)
    step = typical(lambda view: canvas.png(game.picture(view), NAMES), seen)
    there = kept(boards[0])
    return all(
        [
            row(f"a cold board of {game.KEY}, ms", f"{cold * 1e3:.2f}", "", holds=True),
            row(
                "  times faster than chess.svg and cairosvg", f"{other / cold:.1f}×", "≥ 25×", holds=other >= 25 * cold
            ),
            row("  from the view on", f"{other / step:.1f}×", "≥ 20×", holds=other >= 20 * step),
            row("  kept", f"{other / there:,.0f}×", "≥ 1,000×", holds=other >= 1000 * there),
            row("  kilobytes at the most", f"{heaviest:.0f}", "≤ 90", holds=heaviest <= 90),
        ]
    )


def main() -> bool:
    import cairosvg  # noqa: PLC0415 - only here, and only with `make bench`
    import chess.svg  # noqa: PLC0415

    position = chess.Board()
    other = best(lambda: cairosvg.svg2png(chess.svg.board(position, size=900)), 5)
    with Image.open(BytesIO(canvas.png(GAMES["schamanen"].picture(views(GAMES["schamanen"])[0])))) as board:
        indices = board.tobytes()
    floor = best(lambda: zlib.compress(indices, 6))
    row("chess.svg and cairosvg, ms", f"{other * 1e3:.1f}", "the floor", holds=True)
    row("zlib's deflate of a board's indices alone, level 6, ms", f"{floor * 1e3:.2f}", "for scale", holds=True)
    held = [measured(game, other) for game in GAMES.values()]
    return all(held)


if __name__ == "__main__":
    raise SystemExit(not main())
