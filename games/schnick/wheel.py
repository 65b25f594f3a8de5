"""What beats what: each sign, and beside it those that lose to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import SLATE, Box, Mark, Sprite
from games.schnick.state import BEATEN, SYMBOLS
from games.schnick.things import FELT, MIDDLE, sign

SIGN: Final = 46
LESS: Final = 38
HIGH: Final = 82
_ARROW: Final = 16
_INSIDE: Final = 3
_GAP: Final = 4


def wheel(top: int) -> Iterator[Mark]:
    """In a row across the table, each for itself; whatever is beaten stands two by two."""
    widths = [2 * _INSIDE + SIGN + _ARROW + -(-len(BEATEN[symbol]) // 2) * LESS for symbol in SYMBOLS]
    left = MIDDLE - (sum(widths) + _GAP * (len(widths) - 1)) // 2
    for symbol, width in zip(SYMBOLS, widths, strict=True):
        yield Box(width, HIGH, FELT, FELT, 14, SLATE, 2), left, top
        yield sign(symbol, SIGN, FELT), left + _INSIDE, top + (HIGH - SIGN) // 2
        x = left + _INSIDE + SIGN
        yield Sprite("beats_right", _ARROW, FELT), x, top + (HIGH - _ARROW) // 2
        beaten = BEATEN[symbol]
        for at, less in enumerate(beaten):
            alone = at == len(beaten) - 1 and at % 2 == 0
            down = HIGH // 2 - LESS // 2 if alone else HIGH // 2 - LESS + at % 2 * LESS
            yield sign(less, LESS, FELT), x + _ARROW + at // 2 * LESS, top + down
        left += width + _GAP
