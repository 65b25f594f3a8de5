"""What pictures cost for every game: a board beside what chess bots do, a film beside deflating one of its boards."""

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

from bot.painting import Painter, paint_film
from bot.screens.film import draw_frames
from games import GAMES, canvas
from games.art import Picture, person_placeholder, translate_picture
from games.core import Game
from games.match import Match
from games.record import parse_record, replay_positions
from tests.records import RECORDS
from tests.tools.bench.timing import best, cpu_time, row

VIEWS: Final = 60
"""More than the brush caches, so that none is cached when its turn comes again."""
PASSES: Final = 3
CACHED_PAINTS: Final = 5_000
ROUNDS: Final = 3
MAX_FILM_RATIO: Final = 12
NAMES: Final = ("Otter", "Heron", "Lynx", "Badger", "Crane", "Hildegard von der Wiesenau")


def recorded_matches(game: Game[Any, Any, Any]) -> list[list[Match]]:
    """Return each recorded match of a game, step by step."""
    paths = sorted((RECORDS / game.KEY).glob("*.match"))
    return [[engine for _, engine in replay_positions(parse_record(path.read_text("utf-8")))] for path in paths]


def pick_views(game: Game[Any, Any, Any]) -> list[Any]:
    """Return different views, from all recorded matches in turn."""
    found: dict[Picture, Any] = {}
    played = [[engine.view_of(None) for engine in steps] for steps in recorded_matches(game)]
    for step in range(max(map(len, played))):
        for seen in played:
            if step < len(seen) and len(found) < VIEWS:
                found.setdefault(game.draw_board(seen[step]), seen[step])
    return list(found.values())


def typical(work: Callable[[Any], object], things: Sequence[Any]) -> float:
    """Return the median CPU seconds over all things, each the best of several passes over all."""
    passes = [[cpu_time(partial(work, thing)) for thing in things] for _ in range(PASSES)]
    return float(median(map(min, zip(*passes, strict=True))))


def cached_board_s(picture: Picture) -> float:
    async def measure() -> float:
        brush = Painter()
        await brush.paint_board(picture, NAMES)
        began = time.process_time()
        for _ in range(CACHED_PAINTS):
            await brush.paint_board(picture, NAMES)
        return (time.process_time() - began) / CACHED_PAINTS

    return asyncio.run(measure())


def deflate_s(picture: Picture) -> float:
    """Return what deflating a board's palette indices alone takes: no PNG can do without it."""
    with Image.open(BytesIO(canvas.paint_png(picture, NAMES))) as board:
        indices = board.tobytes()
    return best(lambda: zlib.compress(indices, 6), 9)


def measure_boards(game: Game[Any, Any, Any], chess_board: Callable[[], object]) -> bool:
    views = pick_views(game)
    boards = [translate_picture(game.draw_board(view), game.say, "en") for view in views]
    largest = max(len(canvas.paint_png(board, NAMES)) for board in boards) / 1024
    rounds: list[tuple[float, float, float, float]] = []
    for _ in range(ROUNDS):
        theirs = best(chess_board, 3)
        cold = typical(lambda board: canvas.paint_png(board, NAMES), boards)
        from_view = typical(
            lambda view: canvas.paint_png(translate_picture(game.draw_board(view), game.say, "en"), NAMES), views
        )
        rounds.append((cold, theirs / cold, theirs / from_view, theirs / cached_board_s(boards[0])))
    cold, drawn, viewed, cached = (median(figures) for figures in zip(*rounds, strict=True))
    row(f"a cold board of {game.KEY}, ms", f"{cold * 1e3:.2f}")
    return all(
        [
            row("  times faster than chess.svg and cairosvg", f"{drawn:.1f}×", "≥ 25×", holds=drawn >= 25),
            row("  from the view on", f"{viewed:.1f}×", "≥ 20×", holds=viewed >= 20),
            row("  cached", f"{cached:,.0f}×", "≥ 1,000×", holds=cached >= 1000),
            row("  kilobytes at most", f"{largest:.0f}", "≤ 90", holds=largest <= 90),
        ]
    )


def measure_films(game: Game[Any, Any, Any]) -> bool:
    """Measure the film of each recorded match and print the most expensive one."""
    figures = []
    for steps in recorded_matches(game):
        passed = list({engine.step: engine for engine in steps}.values())
        names = [*map(person_placeholder, range(passed[0].seats))]
        pictures = list(draw_frames(passed, [engine.view_of(None) for engine in passed], "de", names))
        seconds = best(partial(paint_film, pictures, NAMES), 3)
        figures.append((seconds / deflate_s(pictures[0]), seconds * 1000, len(paint_film(pictures, NAMES)) / 1024))
    ratio, milliseconds, kilobytes = map(max, zip(*figures, strict=True))
    row(f"film of {game.KEY} at most, ms of CPU", f"{milliseconds:.0f}")
    held = row(
        "  of deflating one of its boards", f"{ratio:.0f}×", f"≤ {MAX_FILM_RATIO}×", holds=ratio <= MAX_FILM_RATIO
    )
    return row("  kilobytes", f"{kilobytes:.0f}", "≤ 500", holds=kilobytes <= 500) and held


def main() -> bool:
    import cairosvg  # noqa: PLC0415 - `make bench` alone installs it
    import chess.svg  # noqa: PLC0415

    position = chess.Board()

    def chess_board() -> object:
        return cairosvg.svg2png(chess.svg.board(position, size=900))

    row("chess.svg and cairosvg, ms", f"{best(chess_board, 3) * 1e3:.1f}", "the floor")
    duel = GAMES["schamanen"]
    row(
        "zlib's deflate of a board, level 6, ms",
        f"{deflate_s(duel.draw_board(pick_views(duel)[0])) * 1e3:.2f}",
        "for scale",
    )
    held = [measure_boards(game, chess_board) for game in GAMES.values()]
    return all([*held, *[measure_films(game) for game in GAMES.values()]])


if __name__ == "__main__":
    raise SystemExit(not main())
