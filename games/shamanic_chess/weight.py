"""What weighs in a match that is looked back upon: what was taken, who fell into a trance or woke, who is in check."""

from __future__ import annotations

from typing import Final

from games.shamanic_chess.position import Position
from games.shamanic_chess.state import View
from games.shamanic_chess.turns import checked

VALUES: Final = (0, 9, 5, 3, 3, 1)
"""In the order of the kinds, as players reckon them."""


def weigh_step(before: View, view: View) -> int:
    one, other = before.state.position, view.state.position
    # What is taken weighs more than all else that a turn can bring.
    taken = abs(_material(one) - _material(other))
    return 4 * taken + 2 * (one.trance != other.trance) + checked(other)


def _material(position: Position) -> int:
    return sum(value * those.bit_count() for value, those in zip(VALUES, position.kinds, strict=True))
