"""The duel on the table: what two will show, what they showed last, and the ties before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.art import (
    GOLD,
    INK,
    SMALL_TYPE_HEIGHT,
    PlacedMark,
    Rectangle,
    Sprite,
    TranslatedWord,
)
from games.core import Seat
from games.schnick.seats import met, sides
from games.schnick.state import JOKER, Challenged, Laid, Shown, View, Won
from games.schnick.things import (
    ACROSS,
    BAR,
    FELT,
    LEFT,
    MIDDLE,
    TOP,
    bar,
    card,
    laid,
    lower,
    past,
    pot,
    sign,
    tall,
    upon,
)

WIDE: Final = 194
NARROW: Final = 136
"""Cards of the duel, where one's own hand takes the lower part of the table."""
_TIES: Final = 5
"""So many of those before are shown."""


def steps(view: View) -> Sequence[Shown]:
    """What was shown in the duel that goes on, or in the last one."""
    facts = view.last
    if view.rival is not None:
        facts = facts[max((at for at, fact in enumerate(facts) if isinstance(fact, Challenged)), default=0) :]
    return [met(view, fact) for fact in facts if isinstance(fact, Shown)]


def _sides(width: int, down: int = 0) -> tuple[int, int, int]:
    """Where the cards of both lie, and how far down."""
    return LEFT + 130 - width // 2, LEFT + ACROSS - 130 - width // 2, TOP + (10 if width == NARROW else 40) + down


def _bars(seats: Sequence[Seat], width: int, won: Won | None, rim: str = "", down: int = 0) -> Iterator[PlacedMark]:
    top = _sides(width, down)[2] + tall(width) + 10
    for left, seat in zip((LEFT + 12, LEFT + ACROSS - 288), seats, strict=True):
        gain = won.cards if won and won.seat == seat else 0
        yield from bar(seat, (left, top, 276, BAR), gain=gain, rim=rim)


def facing(view: View, width: int, down: int = 0) -> Iterator[PlacedMark]:
    """Where their cards will lie; or a joker and a sign still to be shown."""
    *lefts, top = _sides(width, down)
    those = sides(view, view.duellists)
    for left, seat in zip(lefts, those, strict=True):
        if view.hands[seat]:
            yield Sprite("card_place", width, FELT), left, top
        else:
            yield from _thing(JOKER if _joker(view, seat) else "", None, left, top, width)
    yield Sprite("swords", 110, FELT), MIDDLE - 55, top + tall(width) // 2 - (90 if any(view.middle) else 55)
    yield from pot(sum(map(len, view.middle)), top + tall(width) // 2 + 34)
    yield from _bars(those, width, None, GOLD, down)


def _joker(view: View, seat: Seat) -> bool:
    """Does it lie there for the sign that comes, and not for one before?"""
    since = max(at for at, fact in enumerate(view.last) if isinstance(fact, Shown | Challenged))
    return Laid(seat) in view.last[since:]


def _thing(
    symbol: str, formed: str | None, left: int, top: int, width: int, ground: str = FELT
) -> Iterator[PlacedMark]:
    """A card; a sign lies upon the joker that it is shown for, or alone."""
    if symbol:
        yield card(symbol, width, ground), left, top
    if symbol == JOKER:
        yield sign(formed, upon(width), FELT), left + (width - upon(width)) // 2, top + lower(width)
    elif not symbol:
        yield sign(formed, width, ground), left, top + (tall(width) - width) // 2


def decided(view: View, step: Shown, width: int) -> Iterator[PlacedMark]:
    """The newest step of the last duel: the winner upon gold, and what that brought."""
    *lefts, top = _sides(width)
    for side, left in enumerate(lefts):
        seat, symbol = step.seats[side], step.symbols[side]
        won = step.winner == seat
        formed = step.signs[side]
        symbols = ("" if not laid(view.last, seat) else JOKER, symbol) if formed else (symbol, None)
        if won:
            yield from _glow(symbols[0], left, top, width)
        yield from _thing(symbols[0], symbols[1], left, top, width, GOLD if won else FELT)
    name = "tie" if step.winner is None else "beats_right" if step.winner == step.seats[0] else "beats_left"
    yield Sprite(name, 100, FELT), MIDDLE - 50, top + tall(width) // 2 - 50
    yield TranslatedWord("shown-last", 180, SMALL_TYPE_HEIGHT, INK, FELT, "middle"), MIDDLE - 90, top
    brought = next((fact for fact in view.last if isinstance(fact, Won)), None)
    yield from _bars(step.seats, width, brought)


def _glow(symbol: str, left: int, top: int, width: int) -> Iterator[PlacedMark]:
    height = tall(width) if symbol else width
    top += 0 if symbol else (tall(width) - width) // 2
    yield (
        Rectangle(width + 20, height + 20, GOLD, FELT, 22 if symbol else (width + 20) // 2, INK, 4),
        left - 10,
        top - 10,
    )


def before(steps: Sequence[Shown], top: int) -> Iterator[PlacedMark]:
    """The ties so far, small and pale."""
    ties = steps[-_TIES:]
    pitch = min(150, (ACROSS - 10) // max(1, len(ties)))
    left = MIDDLE - ((len(ties) - 1) * pitch + 116) // 2
    for tie in ties:
        for at, (symbol, formed) in enumerate(zip(tie.symbols, tie.signs, strict=True)):
            what = sign(symbol, 48, FELT) if formed else card(symbol, 48, FELT)
            yield past(what), left + at * 68, top + (18 if formed else 8)
        yield Sprite("tie", 20, FELT), left + 48, top + 32
        left += pitch
