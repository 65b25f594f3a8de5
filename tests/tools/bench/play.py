"""Measures how fast matches are replayed, legal moves are listed, and menus of moves are built.

Run it with `python -m tests.tools.bench play`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.handlers.autocomplete import complete_typed_move
from bot.screens.move_buttons import format_choice_labels
from bot.screens.move_menu import build_menu_page, map_clicks_to_moves
from games import GAMES
from games.core import Move
from games.dice import UNSEEDED, Dice
from games.match import Match, begin_match
from games.options import validate_options
from tests.tools.bench.timing import measure_best_cpu_s, print_ratio_row, print_row, time_reference_code

RULES_BOARD = "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"
SQUARE_NAMES = [file + rank for file in "abcdefgh" for rank in "12345678"]
CHESS_MOVES = [(start, goal) for start in SQUARE_NAMES[:16] for goal in SQUARE_NAMES[16:28]]
CHESS_JOURNEYS = [(start, "~", goal) for start in SQUARE_NAMES[:10] for goal in SQUARE_NAMES[16:57]]


def begin_duel(**options: object) -> Match:
    game = GAMES["schamanen"]
    return begin_match(game, validate_options(game.options_class, {"board": RULES_BOARD, **options}), 2, UNSEEDED)


def begin_stacks_exchange() -> Match:
    """Return a match in a position with 9,792 legal moves, more than any other game has."""
    return begin_duel(variant="pro_stacks").play_move(0, ("mask", "1")).play_move(1, ("mask", "a"))


def measure_replay() -> bool:
    """Measure how fast a match of random moves is replayed, and return whether the target is met.

    A stored match is replayed when the bot loads it.
    """
    start = engine = begin_duel(prize="one")
    dice, lines = Dice(b"bench"), []
    while not engine.result:
        seat = min(engine.to_move)
        lines.append((seat, dice.choose(engine.legal_moves(seat))))
        engine = engine.play_move(*lines[-1])

    def replay() -> None:
        engine = start
        for line in lines:
            engine = engine.play_move(*line)

    seconds = measure_best_cpu_s(replay)
    masks = sum(move[0] == "mask" for _, move in lines) / seconds
    print_row("moves replayed per second", f"{len(lines) / seconds:,.0f}")
    print_row("  masks among these moves", f"{masks:,.0f}")
    masks_per_reference = masks * time_reference_code()
    return print_row(
        "  masks in the time of the reference code",
        f"{masks_per_reference:.1f}",
        "≥ 15",
        holds=masks_per_reference >= 15,
    )


def measure_views() -> bool:
    engine, stacks = begin_duel(), begin_stacks_exchange()
    views_s = measure_best_cpu_s(lambda: [engine.view_of(0) for _ in range(100)]) / 100
    masks_s = measure_best_cpu_s(lambda: engine.game.legal_moves(engine.view_of(0)))
    exchanges_s = measure_best_cpu_s(lambda: stacks.game.legal_moves(stacks.view_of(0)))
    print_row("views per second", f"{1 / views_s:,.0f}")
    print_row("legal masks from a view, µs", f"{masks_s * 1e6:,.1f}")
    return print_row("the 9,792 legal moves of an exchange with stacks, ms", f"{exchanges_s * 1e3:,.1f}")


def measure_menu_page_ms(moves: Sequence[Move] | Mapping[Move, Move]) -> float:
    return measure_best_cpu_s(lambda: build_menu_page(moves)) * 1e3


def measure_menus() -> bool:
    engine = begin_stacks_exchange()
    game, view, legal = engine.game, engine.view_of(0), engine.legal_moves(0)
    joining_ms = measure_best_cpu_s(lambda: [".".join(move) for move in legal]) * 1e3
    stacks_ms, chess_ms = measure_menu_page_ms(legal), measure_menu_page_ms([*CHESS_MOVES, *CHESS_JOURNEYS])
    moves_by_clicks = map_clicks_to_moves(game, view, legal)
    mapping_ms = measure_best_cpu_s(lambda: map_clicks_to_moves(game, view, legal)) * 1e3
    first_page = build_menu_page(moves_by_clicks)
    assert first_page
    labels_ms = measure_best_cpu_s(lambda: format_choice_labels(game, view, first_page, "de")) * 1e3
    completion_ms = measure_best_cpu_s(lambda: complete_typed_move(game, view, "bison 7 a1 w", "de")) * 1e3
    print_row("joining the tokens of 9,792 moves, ms (baseline)", f"{joining_ms:.2f}")
    print_row("mapping clicks in any order to moves, once per step, ms", f"{mapping_ms:.1f}")
    print_row("the first page of this mapping, ms", f"{measure_menu_page_ms(moves_by_clicks):.1f}")
    print_row("the labels of a page, ms", f"{labels_ms:.2f}")
    print_row("completing a typed move, ms", f"{completion_ms:.1f}")
    print_row("the first page of 9,792 moves, ms", f"{stacks_ms:.2f}")
    holds = print_ratio_row("  compared with joining", stacks_ms / joining_ms, 20)
    print_row(f"the first page of {len(CHESS_MOVES + CHESS_JOURNEYS)} chess moves, ms", f"{chess_ms:.2f}")
    return print_ratio_row("  compared with joining 9,792 moves", chess_ms / joining_ms, 2) and holds


def main() -> bool:
    return all([measure_replay(), measure_views(), measure_menus()])


if __name__ == "__main__":
    raise SystemExit(not main())
