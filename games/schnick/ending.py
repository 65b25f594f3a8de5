"""What decides in the end: signs of those who are level, who has won, and what it came down to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import (
    GOLD,
    INK,
    LIGHT,
    PANEL,
    Letters,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    seat_badge,
)
from games.schnick.hand import shown
from games.schnick.seats import met
from games.schnick.state import Shown, Signed, View
from games.schnick.things import (
    BADGE,
    FELT,
    MIDDLE,
    TOP,
    card,
    past,
    sign,
    tall,
)

LAST: Final = 280
"""Below who has won, where it is shown what it came down to."""


def contest(view: View) -> Iterator[PlacedMark]:
    """Those who are level, each with a sign to show."""
    many = len(view.contenders)
    size, top, apart = (132, TOP + 70, 24) if many < 4 else (112, TOP + 20, 24)
    if not shown(view):
        top += 50
    elif many > 3:
        size, top, apart = 96, TOP + 8, 14
    for at, seat in enumerate(view.contenders):
        row, column = divmod(at, 3)
        left = MIDDLE + (2 * column - min(3, many - 3 * row)) * 96
        yield sign(None, size, FELT), left + 186 - size, top + row * (size + apart)
        yield seat_badge(seat, 80, FELT), left + 6, top + row * (size + apart) + size - 68


def signs(signed: Signed, top: int) -> Iterator[PlacedMark]:
    """What was shown before, with those who showed it: pale, so that nobody takes it for a choice."""
    left = MIDDLE - len(signed.signs) * 48
    tied = len(signed.left) == len(signed.signs)
    for seat, symbol in signed.signs:
        stays = seat in signed.left and not tied
        if stays:
            yield Rectangle(74, 74, GOLD, FELT, 37, INK, 3), left + 11, top - 5
        yield sign(symbol, 64, GOLD) if stays else past(sign(symbol, 64, FELT)), left + 16, top
        yield seat_badge(seat, BADGE, FELT), left + 14, top + 66
        left += 96


def winners(view: View) -> Iterator[PlacedMark]:
    """Whoever has most cards, crowned; several share the place."""
    best = view.best
    wide, rows = (96 if len(best) < 4 else 72), -(-len(best) // 3)
    top = TOP + (8 if len(best) == 1 else (LAST - rows * wide * 8 // 5) // 2)
    for at, seat in enumerate(best):
        row, column = divmod(at, 3)
        many = min(3, len(best) - 3 * row)
        middle = MIDDLE + (2 * column - many + 1) * 96
        down = top + row * wide * 8 // 5
        yield Sprite("crown", wide * 9 // 10, FELT), middle - wide * 9 // 20, down
        yield seat_badge(seat, wide, FELT, met=True), middle - wide // 2, down + wide * 6 // 10
    if len(best) == 1:
        (seat,) = best
        yield Rectangle(420, 88, PANEL, FELT, 18), MIDDLE - 210, top + 162
        yield PlayerName(seat, 210, 64, LIGHT, PANEL), MIDDLE - 190, top + 174
        yield Sprite("won", 70, PANEL), MIDDLE + 34, top + 171
        yield Letters(str(len(view.won[seat])), 80, 88, GOLD, PANEL, lie="left"), MIDDLE + 112, top + 162


def last(view: View, top: int, width: int = 80) -> Iterator[PlacedMark]:
    """What it came down to: so wide are its cards."""
    if view.last and isinstance(view.last[-1], Signed):
        yield from signs(view.last[-1], top - 4 + (tall(width) - 134) // 2)
        return
    step = next((fact for fact in reversed(view.last) if isinstance(fact, Shown)), None)
    if not step:
        return
    step = met(view, step)
    shape, high = min(70, width * 5 // 8), tall(width)
    for side, seat in enumerate(step.seats):
        left, won = MIDDLE + (-width - 40, 40)[side], step.winner == seat
        ground = GOLD if won else FELT
        if won:
            yield Rectangle(width + 12, high + 10, GOLD, FELT, 12, INK, 3), left - 6, top - 5
        symbol, formed = step.symbols[side], step.signs[side]
        yield (sign if formed else card)(symbol, width, ground), left, top + ((high - width) // 2 if formed else 0)
        aside = left - shape - 14 if side == 0 else left + width + 14
        yield Sprite(f"seat_{seat}", shape, FELT), aside, top + (high - shape) // 2
    beats = "tie" if step.winner is None else "beats_right" if step.winner == step.seats[0] else "beats_left"
    yield Sprite(beats, 56, FELT), MIDDLE - 28, top + (high - 56) // 2
