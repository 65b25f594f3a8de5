"""What was just shown at once, large: two cards or signs that meet, or the signs of all who were level.

Whatever wins stays whole, upon gold; whatever loses is undone in its own way. A tie has no gold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    GOLD,
    INK,
    LIGHT,
    PANEL,
    SLATE,
    Colour,
    Letters,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    seat_badge,
)
from games.core import Seat
from games.schnick import seats
from games.schnick.played import strip
from games.schnick.seats import panels, sides
from games.schnick.state import BEATEN, JOKER, Card, Challenged, Shown, Signed, View, Won
from games.schnick.things import (
    ACROSS,
    BADGE,
    BAR,
    FELT,
    LEFT,
    MIDDLE,
    PALETTE,
    ROUND,
    TABLE,
    TOP,
    bar,
    card,
    laid,
    lower,
    pot,
    row,
    sign,
    tall,
    upon,
)

UNDONE: Final[Mapping[str, str]] = {
    "sp": "cut",
    "ts": "crushed",
    "tf": "smothered",
    "pt": "covered",
    "pw": "covered",
    "fs": "burnt",
    "fp": "burnt",
    "ws": "sunk",
    "wt": "sunk",
    "wf": "sunk",
}
"""By what wins and what loses, what becomes of it."""

_WHOLE: Final = 226
_LOST: Final = 186
_EVEN: Final = 206


@dataclass(frozen=True, slots=True)
class Side:
    """What somebody showed: a card, a sign upon the joker, or a sign alone."""

    seat: Seat
    symbol: Card
    formed: bool = False
    joker: bool = False


def reveal(view: View) -> Picture | None:
    met = _newest(view)
    if met is None:
        return None
    meeting = _among(met) if isinstance(met, Signed) and len(met.signs) > 2 else _clash(view, met)
    # What comes next is for the board that follows: a rim of gold would say whose turn it is.
    marks = (
        *panels(replace(view, awaited=frozenset())),
        (Sprite("rays", ACROSS, SLATE), LEFT, TOP),
        *meeting,
        *strip(view),
    )
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks, board=TABLE)


def _newest(view: View) -> Shown | Signed | None:
    """What the newest step laid open; nothing where it was a challenge, or where the match was ended at the table."""
    if view.phase == "over" and not view.reason:
        return None
    facts = (fact for fact in reversed(view.last) if isinstance(fact, Shown | Signed | Challenged))
    newest = next(facts, None)
    return None if isinstance(newest, Challenged) else newest


# Two


def _clash(view: View, met: Shown | Signed) -> Iterator[PlacedMark]:
    both, winner = _sides(view, met)
    if winner is None:
        yield from _tie(view, both)
        return
    at = next(at for at, side in enumerate(both) if side.seat == winner)
    won, lost = both[at], both[1 - at]
    middle, other = (LEFT + 192, LEFT + 472) if at == 0 else (LEFT + 408, LEFT + 128)
    yield Sprite("burst", 376, FELT), middle - 188, TOP + 6
    yield from _whole(won, middle)
    yield from _undone(lost, other, TOP + 62, _LOST, UNDONE[won.symbol + lost.symbol])
    wide, narrow = (LEFT + 12, LEFT + 346) if at == 0 else (LEFT + 266, LEFT + 12)
    yield from bar(lost.seat, (narrow, TOP + 400, 242, BAR))
    yield from _gained(view, won.seat, wide)


def _sides(view: View, met: Shown | Signed) -> tuple[Sequence[Side], Seat | None]:
    if isinstance(met, Signed):
        signs, winner = dict(met.signs), met.left[0] if len(met.left) == 1 else None
        return [Side(seat, signs[seat], formed=True) for seat in sides(view, tuple(signs))], winner
    met = seats.met(view, met)
    shown = zip(met.seats, met.symbols, met.signs, strict=True)
    return [Side(seat, symbol, formed, formed and laid(view.last, seat)) for seat, symbol, formed in shown], met.winner


def _whole(side: Side, middle: int) -> Iterator[PlacedMark]:
    top, round_ = TOP + 36, side.formed and not side.joker
    height = _WHOLE if round_ else tall(_WHOLE)
    top += (tall(_WHOLE) - height) // 2
    corner = (_WHOLE + 28) // 2 if round_ else 30
    yield Rectangle(_WHOLE + 28, height + 28, GOLD, GOLD, corner, INK, 5), middle - _WHOLE // 2 - 14, top - 14
    yield from _thing(side, middle, TOP + 36, _WHOLE, GOLD)


def _thing(side: Side, middle: int, top: int, width: int, ground: Colour) -> Iterator[PlacedMark]:
    left = middle - width // 2
    if not side.formed:
        yield card(side.symbol, width, ground), left, top
    elif side.joker:
        yield card(JOKER, width, ground), left, top
        yield sign(side.symbol, upon(width), ground), left + (width - upon(width)) // 2, top + lower(width)
    else:
        yield sign(side.symbol, width, ground), left, top + (tall(width) - width) // 2


def _undone(side: Side, middle: int, top: int, width: int, how: str) -> Iterator[PlacedMark]:
    """Beneath what undoes it one still sees what it was."""
    if how == "cut":
        if side.joker:
            yield card(JOKER, width, FELT), middle - width // 2, top
        kind, wide, down = ("sign", width * 13 // 10, 20) if side.formed else ("card", width * 13 // 10, -14)
        yield Sprite(f"{kind}_paper_cut", wide, FELT), middle - wide // 2, top + down
        return
    yield from _thing(side, middle, top, width, FELT)
    wide = width * 6 // 5
    low = tall(width) - wide + 22 if side.joker else (tall(width) - wide) // 2 + (8 if side.formed else 14)
    yield Sprite(how, wide, FELT), middle - wide // 2, top + low


def _gained(view: View, seat: Seat, left: int) -> Iterator[PlacedMark]:
    """Whoever won, and the very cards."""
    top = TOP + 400
    yield Rectangle(322, 152, PANEL, FELT, ROUND), left, top
    yield seat_badge(seat, BADGE, PANEL, met=True), left + 12, top + 8
    yield PlayerName(seat, 218, 60, LIGHT, PANEL), left + 92, top + 14
    won = next((fact for fact in view.last if isinstance(fact, Won)), None)
    if won is None:
        yield Sprite("crown", 84, PANEL), left + 119, top + 80
        return
    yield from row(view.won[seat][-won.cards :], 44, left + 16, top + 82, 150, PANEL)
    yield Letters(f"+{won.cards}", 146, 88, GOLD, PANEL, lie="right"), left + 162, top + 66


def _tie(view: View, both: Sequence[Side]) -> Iterator[PlacedMark]:
    for side, middle in zip(both, (LEFT + 138, LEFT + ACROSS - 138), strict=True):
        yield from _thing(side, middle, TOP + 60, _EVEN, FELT)
        yield from bar(side.seat, (middle - 126, TOP + 376, 252, BAR))
    yield Sprite("tie", 110, FELT), MIDDLE - 55, TOP + 150
    yield from pot(sum(map(len, view.middle)), TOP + 476)


# Several


def _among(signed: Signed) -> Iterator[PlacedMark]:
    """Who stays in upon gold; the others undone by one of those who do."""
    tied = len(signed.left) == len(signed.signs)
    those = [symbol for seat, symbol in signed.signs if seat in signed.left]
    many = len(signed.signs)
    # A row of three has more room than two of them.
    size, begun, pitch = (164, 130, 0) if many == 3 else (140, 24, 274)
    for at, (seat, symbol) in enumerate(signed.signs):
        line, column = divmod(at, 3)
        middle = MIDDLE + (2 * column - min(3, many - 3 * line) + 1) * 97
        top = TOP + begun + line * pitch
        stays = seat in signed.left and not tied
        if stays:
            wide = size + 30
            yield Sprite("burst", wide, FELT), middle - wide // 2, top - 15
            yield Rectangle(size - 8, size - 8, GOLD, GOLD, size // 2 - 4, INK, 4), middle - size // 2 + 4, top + 4
            yield sign(symbol, size - 20, GOLD), middle - size // 2 + 10, top + 10
        else:
            ways = (UNDONE[by + symbol] for by in those if symbol in BEATEN[by])
            yield from _lost(symbol, middle, top, size - 10, "" if tied else next(ways, ""))
        yield from bar(seat, (middle - 94, top + size + 36, 188, BAR))


def _lost(symbol: Card, middle: int, top: int, width: int, how: str) -> Iterator[PlacedMark]:
    wide = width * 6 // 5
    if how == "cut":
        yield Sprite("sign_paper_cut", wide, FELT), middle - wide // 2, top - 4
        return
    yield sign(symbol, width, FELT), middle - width // 2, top + 5
    if how:
        yield Sprite(how, wide, FELT), middle - wide // 2, top + 2
