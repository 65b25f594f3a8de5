"""The table as a picture: the seats on both sides, the duel between them, one's own hand, and below what was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    GOLD,
    LIGHT,
    PANEL,
    SLATE,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    seat_badge,
)
from games.core import Seat
from games.schnick import duel, ending
from games.schnick.hand import hand, shown
from games.schnick.played import strip
from games.schnick.seats import panels, sides
from games.schnick.state import BACK, BEATEN, SYMBOLS, Signed, View
from games.schnick.things import (
    ACROSS,
    BADGE,
    BAR,
    DOWN,
    FELT,
    LEFT,
    MIDDLE,
    PALETTE,
    TABLE,
    TOP,
    card,
    sign,
    tall,
)

SIGN: Final = 46
LESS: Final = 38
HIGH: Final = 82
_ARROW: Final = 16
_INSIDE: Final = 3
_GAP: Final = 4


def wheel(top: int) -> Iterator[PlacedMark]:
    """In a row across the table, each for itself; whatever is beaten stands two by two."""
    widths = [2 * _INSIDE + SIGN + _ARROW + -(-len(BEATEN[symbol]) // 2) * LESS for symbol in SYMBOLS]
    left = MIDDLE - (sum(widths) + _GAP * (len(widths) - 1)) // 2
    for symbol, width in zip(SYMBOLS, widths, strict=True):
        yield Rectangle(width, HIGH, FELT, FELT, 14, SLATE, 2), left, top
        yield sign(symbol, SIGN, FELT), left + _INSIDE, top + (HIGH - SIGN) // 2
        x = left + _INSIDE + SIGN
        yield Sprite("beats_right", _ARROW, FELT), x, top + (HIGH - _ARROW) // 2
        beaten = BEATEN[symbol]
        for at, less in enumerate(beaten):
            alone = at == len(beaten) - 1 and at % 2 == 0
            down = HIGH // 2 - LESS // 2 if alone else HIGH // 2 - LESS + at % 2 * LESS
            yield sign(less, LESS, FELT), x + _ARROW + at // 2 * LESS, top + down
        left += width + _GAP


def picture(view: View) -> Picture:
    marks = (
        *panels(view),
        (Rectangle(ACROSS, DOWN, FELT, SLATE, 28), LEFT, TOP),
        *_table(view),
        *hand(view),
        *strip(view),
    )
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks, board=TABLE)


def _table(view: View) -> Iterator[PlacedMark]:
    width = duel.NARROW if shown(view) else duel.WIDE
    below = TOP + 104 + tall(width) + (0 if shown(view) else 42)
    steps = duel.steps(view)
    if view.reason:
        yield from ending.winners(view)
        yield from ending.last(view, TOP + ending.LAST + 16, 150)
    elif view.phase == "redeal":
        yield from _exchange(TOP + (70 if shown(view) else 170))
    elif view.phase == "sign":
        yield from ending.contest(view)
        if view.last and isinstance(view.last[-1], Signed):
            yield from ending.signs(view.last[-1], TOP + (244 if shown(view) else 424))
        elif not shown(view):
            yield from ending.last(view, TOP + 420)
    elif view.rival is not None and view.phase == "duel":
        yield from duel.facing(view, width, 0 if steps or shown(view) else 70)
        yield from duel.before(steps, below)
        if shown(view) and not steps:
            yield from wheel(below - 2)
    elif steps:
        yield from duel.decided(view, steps[-1], width)
        yield from _next(view, below)
    elif view.phase == "challenge":
        yield from _opening(view)
    else:
        yield Sprite("stopped", 180, FELT), MIDDLE - 80, TOP + 180


def _exchange(top: int) -> Iterator[PlacedMark]:
    """A hand for another from the pile."""
    yield card(BACK, 120, FELT), MIDDLE - 224, top
    yield Sprite("redeal", 140, FELT), MIDDLE - 70, top + 14
    for at in range(3):
        yield card(BACK, 120, FELT), MIDDLE + 96 + at * 8, top + 8 - at * 8


# Who challenges whom


def _next(view: View, top: int) -> Iterator[PlacedMark]:
    """Whom will the next one challenge? Where there is but one it is no question."""
    if view.phase != "challenge":
        yield Sprite("stopped", 84, FELT), MIDDLE - 42, top
        return
    left = MIDDLE - 220
    yield Rectangle(440, 86, PANEL, FELT, 18, GOLD), left, top
    yield seat_badge(view.challenger, BADGE, PANEL), left + 12, top + 8
    yield PlayerName(view.challenger, 190, 56, LIGHT, PANEL), left + 92, top + 15
    yield Sprite("owes_challenge", 62, PANEL), left + 290, top + 12
    rivals = _rivals(view)
    yield seat_badge(rivals[0], BADGE, PANEL) if len(rivals) == 1 else sign(None, 70, PANEL), left + 360, top + 8


def _opening(view: View) -> Iterator[PlacedMark]:
    """The same before the first duel, when there is room."""
    low = -10 if shown(view) else 70
    rivals, middle = _rivals(view), LEFT + ACROSS - 150
    yield Sprite("swords", 120, FELT), MIDDLE - 60, TOP + 75 + low
    known = sides(view, (view.challenger, *rivals)) if len(rivals) == 1 else (view.challenger,)
    for seat, centre in zip(known, (LEFT + 150, middle), strict=False):
        yield seat_badge(seat, 150, FELT), centre - 75, TOP + 60 + low
        yield (
            Rectangle(276, BAR, PANEL, FELT, 18, GOLD if seat == view.challenger else ""),
            centre - 138,
            TOP + 232 + low,
        )
        yield PlayerName(seat, 248, 60, LIGHT, PANEL, "middle"), centre - 124, TOP + 241 + low
    if len(rivals) == 1:
        return
    yield sign(None, 150, FELT), middle - 75, TOP + 60 + low
    for at, seat in enumerate(rivals):
        row, column = divmod(at, 3)
        left = middle + (2 * column - min(3, len(rivals) - 3 * row)) * 42
        yield seat_badge(seat, 72, FELT), left + 6, TOP + 232 + row * 80 + low


def _rivals(view: View) -> Sequence[Seat]:
    """Whom the challenger can choose, clockwise."""
    seats = len(view.seats)
    return [(view.challenger + far) % seats for far in range(1, seats)]
