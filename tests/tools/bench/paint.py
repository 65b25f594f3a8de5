"""What a board costs, for every game, beside what chess bots do and beside the deflate that no PNG can do without."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from statistics import median
from typing import Any, Final

from PIL import Image

from bot.paint import Brush
from games import GAMES, canvas
from games.art import Picture, spoken
from games.core import Game
from games.record import matches, read
from tests.records import RECORDS
from tests.tools.bench.clock import row

VIEWS: Final = 60
"""More than are kept drawn, so that none of them is when its turn comes again."""
PASSES: Final = 3
ROUNDS: Final = 3
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


def taken(work: Callable[[], object]) -> float:
    """Seconds of processor: the machine is others' too."""
    began = time.process_time()
    work()
    return time.process_time() - began


def typical(work: Callable[[Any], object], things: Sequence[Any]) -> float:
    """Seconds for one of them, each by itself when nothing disturbs it; one after the other, or those that are kept
    drawn would be measured.
    """
    passes = [[taken(partial(work, thing)) for thing in things] for _ in range(PASSES)]
    return float(median(map(min, zip(*passes, strict=True))))


def kept(picture: Picture) -> float:
    """Seconds for a board that is there already."""

    async def measured() -> float:
        brush = Brush()
        await brush.paint(picture, NAMES)

        async def again() -> None:
            for _ in range(1000):
                await brush.paint(picture, NAMES)

        found = []
        for _ in range(5):
            began = time.process_time()
            await again()
            found.append((time.process_time() - began) / 1000)
        return min(found)

    return asyncio.run(measured())


def measured(game: Game[Any, Any, Any], other: Callable[[], object]) -> bool:
    """Round by round what others do and what we do, and of the ratios the middle one: whoever else is at the machine
    disturbs both.
    """
    seen = views(game)
    boards = [spoken(game.picture(view), game.say, "en") for view in seen]
    heaviest = max(len(canvas.png(board, NAMES)) for board in boards) / 1024
    rounds: list[tuple[float, float, float, float]] = []
    for _ in range(ROUNDS):
        theirs = min(taken(other) for _ in range(3))
        cold = typical(lambda board: canvas.png(board, NAMES), boards)
        step = typical(lambda view: canvas.png(spoken(game.picture(view), game.say, "en"), NAMES), seen)
        rounds.append((cold, theirs / cold, theirs / step, theirs / kept(boards[0])))
    cold, drawn, viewed, there = (median(figures) for figures in zip(*rounds, strict=True))
    return all(
        [
            row(f"a cold board of {game.KEY}, ms", f"{cold * 1e3:.2f}", "", holds=True),
            row("  times faster than chess.svg and cairosvg", f"{drawn:.1f}×", "≥ 25×", holds=drawn >= 25),
            row("  from the view on", f"{viewed:.1f}×", "≥ 20×", holds=viewed >= 20),
            row("  kept", f"{there:,.0f}×", "≥ 1,000×", holds=there >= 1000),
            row("  kilobytes at the most", f"{heaviest:.0f}", "≤ 90", holds=heaviest <= 90),
        ]
    )


def main() -> bool:
    import cairosvg  # noqa: PLC0415 - only here, and only with `make bench`
    import chess.svg  # noqa: PLC0415

    position = chess.Board()

    def other() -> object:
        return cairosvg.svg2png(chess.svg.board(position, size=900))

    with Image.open(BytesIO(canvas.png(GAMES["schamanen"].picture(views(GAMES["schamanen"])[0])))) as board:
        indices = board.tobytes()
    floor = min(taken(lambda: zlib.compress(indices, 6)) for _ in range(9))
    row("chess.svg and cairosvg, ms", f"{min(taken(other) for _ in range(3)) * 1e3:.1f}", "the floor", holds=True)
    row("zlib's deflate of a board's indices alone, level 6, ms", f"{floor * 1e3:.2f}", "for scale", holds=True)
    held = [measured(game, other) for game in GAMES.values()]
    return all(held)


if __name__ == "__main__":
    raise SystemExit(not main())
