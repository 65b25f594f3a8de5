"""What may be said: the words of a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import Word
from games.schnick.state import NAMES, SYMBOLS, View

SIGNS: Final[Sequence[Word]] = tuple(("sign", name) for name in NAMES.values())


def legal(view: View) -> Sequence[Word]:
    if view.seat is None or view.seat not in view.awaited:
        return ()
    match view.phase:
        case "redeal":
            return (("redeal",), ("keep",))
        case "challenge":
            return tuple(("challenge", str(seat)) for seat in view.seats if seat != view.seat)
        case "duel":
            # A hand without symbols has laid its joker, or had nothing left to take: it signs.
            held = [symbol for symbol in SYMBOLS if symbol in view.hands[view.seat]]
            return tuple(("card", NAMES[symbol]) for symbol in held) or SIGNS
        case _:
            return SIGNS
