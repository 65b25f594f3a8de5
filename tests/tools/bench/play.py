"""How fast games fold a match, list moves, and make pages of moves to pick from."""

from __future__ import annotations

from collections.abc import Sequence

from bot.handlers.autocomplete import complete_typed_move
from bot.screens.move_buttons import format_choice_labels
from bot.screens.move_menu import build_menu_page, map_clicks_to_moves
from games import GAMES
from games.core import Move
from games.dice import UNSEEDED, Dice
from games.match import Match, begin_match
from games.options import validate_options
from tests.tools.bench.timing import best, pace, row

BOARD = "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"
SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]
CHESS_MOVES = [(start, goal) for start in SQUARES[:16] for goal in SQUARES[16:28]]
CHESS_JOURNEYS = [(start, "~", goal) for start in SQUARES[:10] for goal in SQUARES[16:57]]


def begin_duel(**options: object) -> Match:
    game = GAMES["schamanen"]
    return begin_match(game, validate_options(game.options_class, {"board": BOARD, **options}), 2, UNSEEDED)


def begin_stacks_exchange() -> Match:
    """Return the position with the most moves of any game: 9,792."""
    return begin_duel(variant="pro_stacks").play_move(0, ("mask", "1")).play_move(1, ("mask", "a"))


def measure_fold() -> bool:
    """Fold a match of random choices again and again, as opening a stored match does."""
    start = engine = begin_duel(prize="one")
    dice, lines = Dice(b"bench"), []
    while not engine.result:
        seat = min(engine.to_move)
        lines.append((seat, dice.choose(engine.legal_moves(seat))))
        engine = engine.play_move(*lines[-1])

    def fold() -> None:
        engine = start
        for line in lines:
            engine = engine.play_move(*line)

    seconds = best(fold)
    masks = sum(word[0] == "mask" for _, word in lines) / seconds
    row("decisions folded a second", f"{len(lines) / seconds:,.0f}")
    row("  masks among them", f"{masks:,.0f}")
    paced = masks * pace()
    return row("  in the time of a piece of Python", f"{paced:.1f}", "≥ 15", holds=paced >= 15)


def measure_views() -> bool:
    engine, stacks = begin_duel(), begin_stacks_exchange()
    row("views a second", f"{1 / best(lambda: [engine.view_of(0) for _ in range(100)]) * 100:,.0f}")
    row("legal masks from a view, µs", f"{best(lambda: engine.game.legal_moves(engine.view_of(0))) * 1e6:,.1f}")
    moves = best(lambda: stacks.game.legal_moves(stacks.view_of(0))) * 1e3
    return row("the 9,792 words of an exchange with stacks, ms", f"{moves:,.1f}")


def page_ms(words: Sequence[Move]) -> float:
    return best(lambda: build_menu_page(words)) * 1e3


def measure_pages() -> bool:
    engine = begin_stacks_exchange()
    game, view, legal = engine.game, engine.view_of(0), engine.legal_moves(0)
    floor = best(lambda: [".".join(word) for word in legal]) * 1e3
    stacks, army = page_ms(legal), page_ms([*CHESS_MOVES, *CHESS_JOURNEYS])
    ways = map_clicks_to_moves(game, view, legal)
    first = build_menu_page(ways)
    assert first
    row("joining the tokens of 9,792 words, ms", f"{floor:.2f}", "the floor")
    row("either stone first, once a step, ms", f"{best(lambda: map_clicks_to_moves(game, view, legal)) * 1e3:.1f}")
    row("the first page of both orders, ms", f"{best(lambda: build_menu_page(ways)) * 1e3:.1f}")
    row("the labels of a page, ms", f"{best(lambda: format_choice_labels(game, view, first, 'de')) * 1e3:.2f}")
    row("completing a word, ms", f"{best(lambda: complete_typed_move(game, view, 'bison 7 a1 w', 'de')) * 1e3:.1f}")
    row("the first page of 9,792 words, ms", f"{stacks:.2f}")
    held = row("  of the joining alone", f"{stacks / floor:.1f}×", "≤ 20×", holds=stacks <= 20 * floor)
    row(f"the first page of {len(CHESS_MOVES + CHESS_JOURNEYS)} moves, ms", f"{army:.2f}")
    return row("  of the same joining", f"{army / floor:.2f}×", "≤ 2×", holds=army <= 2 * floor) and held


def main() -> bool:
    return all([measure_fold(), measure_views(), measure_pages()])


if __name__ == "__main__":
    raise SystemExit(not main())
