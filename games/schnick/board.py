"""The table as a picture: seats above, the duel and the pile in the middle, one's own hand below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.art import GOLD, INK, LIGHT, PANEL, SLATE, Colour, Letters, Mark, Palette, Picture, Sprite
from games.core import Seat
from games.schnick.legal import legal
from games.schnick.state import BACK, JOKER, NAMES, Card, Cards, Challenged, Laid, Shown, Signed, View, Won, backs

WIDTH: Final = 900
EDGE: Final = 14
FELT: Final[Colour] = "#cfdbc0"

PALETTE: Final = Palette("games.schnick", grounds=(SLATE, PANEL, FELT, GOLD), inks=(LIGHT, INK, GOLD))

PANEL_HEIGHT: Final = 156
PANEL_PITCH: Final = PANEL_HEIGHT + 12
TABLE_HEIGHT: Final = 356
HAND_HEIGHT: Final = 214


def picture(view: View) -> Picture:
    top = EDGE + _rows(view) * PANEL_PITCH
    below = top + TABLE_HEIGHT + EDGE
    hand = _holder(view) is not None
    height = below + (HAND_HEIGHT if hand else 0)
    marks = (*_panels(view), *_table(view, top), *(_hand(view, below + 4) if hand else ()))
    return Picture(PALETTE, WIDTH, height, SLATE, marks)


def _holder(view: View) -> Seat | None:
    """Whose hand lies below the table; when all is over, every hand lies open beside its seat."""
    return None if view.phase == "over" else view.seat


def _rows(view: View) -> int:
    return 1 if len(view.seats) < 4 else 2


def card(symbol: Card, width: int, ground: Colour) -> Sprite:
    name = "back" if symbol == BACK else NAMES.get(symbol, "joker")
    return Sprite(f"card_{name}", width, ground)


def _emblem(seat: Seat, width: int, ground: Colour) -> Sprite:
    return Sprite(f"seat_{seat}", width, ground, str(seat))


# Seats


def _panels(view: View) -> Iterator[Mark]:
    slim = len(view.seats) not in (2, 4)
    columns, width = (3, 282) if slim else (2, 429)
    for seat in view.seats:
        row, column = divmod(seat, columns)
        left, top = EDGE + column * (width + EDGE - (1 if slim else 0)), EDGE + row * PANEL_PITCH
        awaited = "_awaited" if seat in view.awaited else ""
        yield Sprite(f"panel_{'slim' if slim else 'wide'}{awaited}", width, SLATE), left, top
        for what, right, down in _panel(view, seat, width):
            yield what, left + right, top + down


def _panel(view: View, seat: Seat, width: int) -> Iterator[Mark]:
    """Who it is, how many cards are won, and what is in hand."""
    yield _emblem(seat, 76, PANEL), 12, 10
    if view.reason and seat in view.best:
        yield Sprite("crown", 46, PANEL), 27, 2
    yield Sprite("won", 50, PANEL), 102, 22
    yield Letters(str(len(view.won[seat])), 62, 62, LIGHT, PANEL), 158, 18
    newest = next((fact for fact in reversed(view.last) if isinstance(fact, Won)), None)
    if newest and newest.seat == seat:
        yield Letters(f"+{newest.cards}", 52, 38, GOLD, PANEL), 218, 32
    if view.phase == "challenge" and view.seat in view.awaited and view.seat != seat:
        yield Sprite("dot", 26, PANEL), width - 42, 14
    hand = view.hands[seat] if view.phase == "over" else backs(view.hands[seat])
    yield from _row(hand, 38, 14, 92, width - 28, PANEL)


def _row(cards: Cards, width: int, left: int, top: int, room: int, ground: Colour) -> Iterator[Mark]:
    """Side by side, and closer where there are many."""
    pitch = min(width + 3, (room - width) // max(1, len(cards) - 1))
    for at, symbol in enumerate(cards):
        yield card(symbol, width, ground), left + at * pitch, top


# The table

_CARD: Final = 170
_SIDES: Final = ((38, 136), (778, 594))
"""Of challenger and rival: where the emblem lies, and where the card."""


def _table(view: View, top: int) -> Iterator[Mark]:
    yield Sprite("table", WIDTH - 2 * EDGE, SLATE), EDGE, top
    signed = view.last[-1] if view.last and isinstance(view.last[-1], Signed) else None
    if signed:
        yield from _signs(signed, top)
        return
    yield from _pile(view, top)
    shown = _steps(view)
    if view.rival is not None and not shown:
        yield from _facing(view, top)
    elif shown:
        yield from _step(view, shown[-1], top)
        yield from _before(shown[:-1], top)


def _steps(view: View) -> Sequence[Shown]:
    """What was shown in the duel that goes on, or in the last one."""
    facts = view.last
    if view.rival is not None:
        facts = facts[max((at for at, fact in enumerate(facts) if isinstance(fact, Challenged)), default=0) :]
    return [fact for fact in facts if isinstance(fact, Shown)]


def _pile(view: View, top: int) -> Iterator[Mark]:
    """What may still be drawn, and below it how many cards lie in the middle to be won."""
    if not view.pile:
        yield Sprite("card_none", 114, FELT), 393, top + 74
    for at in range(min(3, len(view.pile))):
        yield card(BACK, 114, FELT), 388 + at * 5, top + 74 - at * 5
    yield Letters(str(len(view.pile)), 114, 54, INK, FELT), 393, top + 236
    if any(view.middle):
        yield Sprite("won", 46, FELT), 404, top + 300
        yield Letters(str(sum(map(len, view.middle))), 60, 46, INK, FELT), 450, top + 298


def _facing(view: View, top: int) -> Iterator[Mark]:
    """Before the first step: cards face down, or a joker and a sign still to be shown."""
    for (emblem, left), seat in zip(_SIDES, view.duellists, strict=True):
        yield _emblem(seat, 84, FELT), emblem, top + 100
        yield from _side(BACK if view.hands[seat] else JOKER, None if view.hands[seat] else "unknown", left, top)


def _side(symbol: Card, sign: str | None, left: int, top: int, ground: Colour = FELT) -> Iterator[Mark]:
    """A big card; a sign lies upon the joker that it was shown for."""
    yield card(symbol, _CARD, ground), left, top + 24
    if sign:
        yield Sprite(f"sign_{sign}", 126, FELT), left + 22, top + 158


def _step(view: View, shown: Shown, top: int) -> Iterator[Mark]:
    mark = "tie" if shown.winner is None else "right" if shown.winner == shown.seats[0] else "left"
    yield Sprite(f"mark_{mark}", 96, FELT), 402, top + 6
    for side, (emblem, left) in enumerate(_SIDES):
        seat, symbol = shown.seats[side], shown.symbols[side]
        yield _emblem(seat, 84, FELT), emblem, top + 100
        won = shown.winner == seat
        if shown.signs[side] and not _laid(view, seat):
            yield from _lone_sign(NAMES[symbol], left, top, won=won)
        else:
            if won:
                yield Sprite("glow_card", _CARD + 20, FELT), left - 10, top + 10
            sign = NAMES[symbol] if shown.signs[side] else None
            yield from _side(JOKER if sign else symbol, sign, left, top, GOLD if won else FELT)
        if view.rival is not None:
            yield from _next(view, seat, 290 if side == 0 else 540, top + 176)


def _lone_sign(sign: str, left: int, top: int, *, won: bool) -> Iterator[Mark]:
    if won:
        yield Sprite("glow_sign", _CARD + 20, FELT), left - 10, top + 56
    yield Sprite(f"sign_{sign}", _CARD, GOLD if won else FELT), left, top + 66


def _newest(view: View) -> int:
    """Where in what happened the newest step stands: two steps of a duel may be equal."""
    return max(at for at, fact in enumerate(view.last) if isinstance(fact, Shown))


def _laid(view: View, seat: Seat) -> bool:
    """Was the joker laid for the newest step?"""
    before = view.last[: _newest(view)]
    since = max((at for at, fact in enumerate(before) if isinstance(fact, Shown | Challenged)), default=0)
    return Laid(seat) in before[since:]


def _next(view: View, seat: Seat, left: int, top: int) -> Iterator[Mark]:
    """After a tie, what is still to be shown."""
    joker = Laid(seat) in view.last[_newest(view) :]
    if view.hands[seat] or joker:
        yield card(JOKER if joker else BACK, 70, FELT), left, top
    if not view.hands[seat]:
        yield Sprite("sign_unknown", 62, FELT), left + 4, top + (52 if joker else 18)


def _before(ties: Sequence[Shown], top: int) -> Iterator[Mark]:
    """The steps before, small, from the edges inward."""
    pitch = min(56, 200 // max(1, len(ties) - 1))
    for at, tie in enumerate(ties):
        for left, symbol, sign in zip((40 + at * pitch, 810 - at * pitch), tie.symbols, tie.signs, strict=True):
            small = Sprite(f"sign_{NAMES[symbol]}", 50, FELT) if sign else card(symbol, 50, FELT)
            yield small, left, top + (288 if sign else 278)


def _signs(signed: Signed, top: int) -> Iterator[Mark]:
    """Those who were level, the signs they showed, and who stays in."""
    pitch = (WIDTH - 2 * EDGE) // len(signed.signs)
    for column, (seat, sign) in enumerate(signed.signs):
        middle = EDGE + column * pitch + pitch // 2
        stays = seat in signed.left
        yield _emblem(seat, 92, FELT), middle - 46, top + 44
        if stays:
            yield Sprite("glow_sign", 138, FELT), middle - 69, top + 161
        yield Sprite(f"sign_{NAMES[sign]}", 120, GOLD if stays else FELT), middle - 60, top + 170


# The hand

_HELD: Final = 117


def _hand(view: View, top: int) -> Iterator[Mark]:
    """One's own cards, or the signs where one must be shown; a dot where there is a choice."""
    words = legal(view)
    choices = {word[-1] for word in words if word[0] in ("card", "sign")}
    if words and words[0][0] == "sign":
        for at, sign in enumerate(NAMES.values()):
            left = 42 + at * 170
            yield Sprite(f"sign_{sign}", 136, SLATE), left, top + 16
            yield Sprite("dot", 24, SLATE), left + 56, top + 174
        return
    cards = view.hands[_holder(view) or 0]
    pitch = min(_HELD + 9, (WIDTH - 2 * EDGE - _HELD) // max(1, len(cards) - 1))
    start = (WIDTH - _HELD - pitch * (len(cards) - 1)) // 2
    for at, symbol in enumerate(cards):
        yield card(symbol, _HELD, SLATE), start + at * pitch, top
        if NAMES.get(symbol) in choices:
            yield Sprite("dot", 24, SLATE), start + at * pitch + (min(pitch, _HELD) - 24) // 2, top + 174
