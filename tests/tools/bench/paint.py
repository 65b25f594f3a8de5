"""Measures the CPU time to paint boards and animations, compared with chess.svg and with zlib.

Run it with `python -m tests.tools.bench paint`. It needs `cairosvg`, which `make bench` installs.
"""

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
from tests.records import RECORDS_FOLDER
from tests.tools.bench.timing import measure_best_cpu_s, measure_cpu_s, print_row

VIEWS_PER_GAME: Final = 60
"""The number of boards to paint per game. There are more boards than cache entries, so no cached board is reused."""
PASSES_PER_VIEW: Final = 3
CACHED_PAINT_COUNT: Final = 5_000
ROUND_COUNT: Final = 3
MAX_FILM_RATIO: Final = 12
PLAYER_NAMES: Final = ("Otter", "Heron", "Lynx", "Badger", "Crane", "Hildegard von der Wiesenau")


def load_recorded_matches(game: Game[Any, Any, Any]) -> list[list[Match]]:
    """Return the recorded matches of a game, each as the list of its states."""
    paths = sorted((RECORDS_FOLDER / game.KEY).glob("*.match"))
    return [[engine for _, engine in replay_positions(parse_record(path.read_text("utf-8")))] for path in paths]


def pick_views(game: Game[Any, Any, Any]) -> list[Any]:
    """Return views that show different boards, taken in turn from the recorded matches."""
    view_by_picture: dict[Picture, Any] = {}
    views_by_match = [[engine.view_of(None) for engine in steps] for steps in load_recorded_matches(game)]
    for step in range(max(map(len, views_by_match))):
        for views in views_by_match:
            if step < len(views) and len(view_by_picture) < VIEWS_PER_GAME:
                view_by_picture.setdefault(game.draw_board(views[step]), views[step])
    return list(view_by_picture.values())


def measure_median_cpu_s(work: Callable[[Any], object], inputs: Sequence[Any]) -> float:
    """Return the median CPU time over all inputs, in seconds. The time of each input is the best of several passes."""
    passes = [[measure_cpu_s(partial(work, each)) for each in inputs] for _ in range(PASSES_PER_VIEW)]
    return float(median(map(min, zip(*passes, strict=True))))


def measure_cached_board_s(picture: Picture) -> float:
    """Return the CPU time to paint a cached board, in seconds."""

    async def measure() -> float:
        painter = Painter()
        await painter.paint_board(picture, PLAYER_NAMES)
        start_s = time.process_time()
        for _ in range(CACHED_PAINT_COUNT):
            await painter.paint_board(picture, PLAYER_NAMES)
        return (time.process_time() - start_s) / CACHED_PAINT_COUNT

    return asyncio.run(measure())


def measure_deflate_s(picture: Picture) -> float:
    """Return the CPU time to compress the palette indices of a board, in seconds. Every PNG encoder must do this."""
    with Image.open(BytesIO(canvas.paint_png(picture, PLAYER_NAMES))) as board:
        indices = board.tobytes()
    return measure_best_cpu_s(lambda: zlib.compress(indices, 6), 9)


def measure_boards(game: Game[Any, Any, Any], chess_board: Callable[[], object]) -> bool:
    views = pick_views(game)
    boards = [translate_picture(game.draw_board(view), game.say, "en") for view in views]
    largest = max(len(canvas.paint_png(board, PLAYER_NAMES)) for board in boards) / 1024
    rounds: list[tuple[float, float, float, float]] = []
    for _ in range(ROUND_COUNT):
        baseline = measure_best_cpu_s(chess_board, 3)
        cold = measure_median_cpu_s(lambda board: canvas.paint_png(board, PLAYER_NAMES), boards)
        from_view = measure_median_cpu_s(
            lambda view: canvas.paint_png(translate_picture(game.draw_board(view), game.say, "en"), PLAYER_NAMES), views
        )
        rounds.append((cold, baseline / cold, baseline / from_view, baseline / measure_cached_board_s(boards[0])))
    cold, drawn, viewed, cached = (median(figures) for figures in zip(*rounds, strict=True))
    print_row(f"painting an uncached board of {game.KEY}, ms", f"{cold * 1e3:.2f}")
    return all(
        [
            print_row(
                "  compared with chess.svg and cairosvg, times faster", f"{drawn:.1f}×", "≥ 25×", holds=drawn >= 25
            ),
            print_row("  including drawing the board from the view", f"{viewed:.1f}×", "≥ 20×", holds=viewed >= 20),
            print_row("  cached board", f"{cached:,.0f}×", "≥ 1,000×", holds=cached >= 1000),
            print_row("  largest PNG, KB", f"{largest:.0f}", "≤ 90", holds=largest <= 90),
        ]
    )


def measure_films(game: Game[Any, Any, Any]) -> bool:
    """Measure the animations of all recorded matches, and print the maximum of each measurement.

    Return whether all targets are met.
    """
    figures = []
    for steps in load_recorded_matches(game):
        passed = list({engine.step: engine for engine in steps}.values())
        names = [*map(person_placeholder, range(passed[0].seats))]
        pictures = list(draw_frames(passed, [engine.view_of(None) for engine in passed], "de", names))
        seconds = measure_best_cpu_s(partial(paint_film, pictures, PLAYER_NAMES), 3)
        figures.append(
            (seconds / measure_deflate_s(pictures[0]), seconds * 1000, len(paint_film(pictures, PLAYER_NAMES)) / 1024)
        )
    ratio, milliseconds, kilobytes = map(max, zip(*figures, strict=True))
    print_row(f"most expensive film of {game.KEY}, CPU ms", f"{milliseconds:.0f}")
    holds = print_row(
        "  compared with compressing one of its boards",
        f"{ratio:.0f}×",
        f"≤ {MAX_FILM_RATIO}×",
        holds=ratio <= MAX_FILM_RATIO,
    )
    return print_row("  largest file, KB", f"{kilobytes:.0f}", "≤ 500", holds=kilobytes <= 500) and holds


def main() -> bool:
    import cairosvg  # noqa: PLC0415 - only `make bench` installs it
    import chess.svg  # noqa: PLC0415

    position = chess.Board()

    def chess_board() -> object:
        return cairosvg.svg2png(chess.svg.board(position, size=900))

    print_row("chess.svg and cairosvg, ms (baseline)", f"{measure_best_cpu_s(chess_board, 3) * 1e3:.1f}")
    duel = GAMES["schamanen"]
    deflate_ms = measure_deflate_s(duel.draw_board(pick_views(duel)[0])) * 1e3
    print_row("compressing a board with zlib at level 6, ms (baseline)", f"{deflate_ms:.2f}")
    holds = [measure_boards(game, chess_board) for game in GAMES.values()]
    return all([*holds, *[measure_films(game) for game in GAMES.values()]])


if __name__ == "__main__":
    raise SystemExit(not main())
