"""What a board costs, beside what chess bots do and beside the deflate that no PNG can do without."""

from __future__ import annotations

import zlib
from io import BytesIO

from PIL import Image

from games import canvas
from tests.bench.clock import best, row
from tests.bench.play import BOARD, table


def main() -> bool:
    import cairosvg  # noqa: PLC0415 - only here, and only with `make bench`
    import chess.svg  # noqa: PLC0415

    match = table(board=BOARD)
    after = match.said(0, ("mask", "1")).said(1, ("mask", "c"))
    before = match.game.picture(match.view(None))
    painted = canvas.png(before)
    with Image.open(BytesIO(painted)) as board:
        indices = board.tobytes()
    floor = best(lambda: zlib.compress(indices, 6))
    cold = best(lambda: canvas.png(before))
    step = best(lambda: canvas.png(match.game.picture(after.view(None))))
    position = chess.Board()
    other = best(lambda: cairosvg.svg2png(chess.svg.board(position, size=900)), 5)
    size = len(painted) / 1024
    row("deflate of the same indices, level 6, ms", f"{floor * 1e3:.2f}", "the floor", holds=True)
    row("chess.svg and cairosvg, ms", f"{other * 1e3:.1f}", "", holds=True)
    return all(
        [
            row("a cold board, ms", f"{cold * 1e3:.2f}", "", holds=True),
            row("  times faster than chess.svg and cairosvg", f"{other / cold:.1f}×", "≥ 8×", holds=other >= 8 * cold),
            row("  of the deflate alone", f"{cold / floor:.2f}×", "≤ 2.5×", holds=cold <= 2.5 * floor),
            row("  kilobytes", f"{size:.0f}", "≤ 60", holds=size <= 60),
            row("one step later, from the view on, ms", f"{step * 1e3:.2f}", "", holds=True),
        ]
    )
