"""How fast the games of the house fold, look and move."""

from __future__ import annotations

from games import GAMES
from games.dice import PLAIN, Dice
from games.match import Match, begin
from games.options import settled
from tests.tools.bench.clock import best, pace, row

BOARD = "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3"


def table(**options: object) -> Match:
    game = GAMES["schamanen"]
    return begin(game, settled(game.options_class, options), 2, PLAIN)


def fold() -> bool:
    """A match of random choices, over and over: what opening a stored match does."""
    start = match = table(board=BOARD, prize="one")
    dice, lines = Dice(b"bench"), []
    while not match.result:
        seat = min(match.waiting)
        lines.append((seat, dice.choice(match.legal(seat))))
        match = match.said(*lines[-1])

    def folded() -> None:
        match = start
        for line in lines:
            match = match.said(*line)

    taken = best(folded)
    masks = sum(word[0] == "mask" for _, word in lines) / taken
    row("decisions folded a second", f"{len(lines) / taken:,.0f}", "", holds=True)
    row("  masks among them", f"{masks:,.0f}", "", holds=True)
    paced = masks * pace()
    return row("  in the time of a piece of Python", f"{paced:.1f}", "≥ 15", holds=paced >= 15)


def look() -> bool:
    match = table(board=BOARD)
    views = 1 / best(lambda: [match.view(0) for _ in range(100)]) * 100
    legal = best(lambda: match.game.legal(match.view(0))) * 1e6
    row("views a second", f"{views:,.0f}", "", holds=True)
    row("legal masks from a view, µs", f"{legal:,.1f}", "", holds=True)
    stacks = table(board=BOARD, variant="pro_stacks").said(0, ("mask", "1")).said(1, ("mask", "a"))
    moves = best(lambda: stacks.game.legal(stacks.view(0))) * 1e3
    return row("the 9,792 words of an exchange with stacks, ms", f"{moves:,.1f}", "", holds=True)


def main() -> bool:
    return all([fold(), look()])
