"""What the next page costs, for the most words that games have."""

from __future__ import annotations

from bot.desk.completion import completions
from bot.scenes.choices import labels
from bot.scenes.picker import either, page
from games.core import Word
from tests.tools.bench.clock import best, row
from tests.tools.bench.play import BOARD, table

SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]
MOVES = [(start, goal) for start in SQUARES[:16] for goal in SQUARES[16:28]]
JOURNEYS = [(start, "~", goal) for start in SQUARES[:10] for goal in SQUARES[16:57]]


def milliseconds(words: list[Word]) -> float:
    return best(lambda: page(words)) * 1e3


def main() -> bool:
    match = table(board=BOARD, variant="pro_stacks").said(0, ("mask", "1")).said(1, ("mask", "a"))
    game, view, legal = match.game, match.view(0), match.legal(0)
    floor = best(lambda: [".".join(word) for word in legal]) * 1e3
    stacks, army = milliseconds(list(legal)), milliseconds([*MOVES, *JOURNEYS])
    ways = either(game, view, legal)
    first = page(ways)
    assert first
    row("joining the tokens of 9,792 words, ms", f"{floor:.2f}", "the floor", holds=True)
    row("either stone first, once a step, ms", f"{best(lambda: either(game, view, legal)) * 1e3:.1f}", "", holds=True)
    row("the first page of both orders, ms", f"{best(lambda: page(ways)) * 1e3:.1f}", "", holds=True)
    row("the labels of a page, ms", f"{best(lambda: labels(game, view, first, 'de')) * 1e3:.2f}", "", holds=True)
    typed = best(lambda: completions(game, view, "bison 7 a1 w", "de")) * 1e3
    row("completing a word, ms", f"{typed:.1f}", "", holds=True)
    return all(
        [
            row("the first page of 9,792 words, ms", f"{stacks:.2f}", "", holds=True),
            row("  of the joining alone", f"{stacks / floor:.1f}×", "≤ 20×", holds=stacks <= 20 * floor),
            row(f"the first page of {len(MOVES + JOURNEYS)} moves, ms", f"{army:.2f}", "", holds=True),
            row("  of the same joining", f"{army / floor:.2f}×", "≤ 2×", holds=army <= 2 * floor),
        ]
    )
