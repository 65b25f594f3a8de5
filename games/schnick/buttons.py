"""The drawing on a button: a card, a sign, or the shape of a rival."""

from __future__ import annotations

from typing import Final

from games.art import Emblem
from games.core import Word
from games.schnick.state import NAMES, View

RIVALS: Final = tuple(Emblem(f"seat_{seat}") for seat in range(6))
CARDS: Final = {name: Emblem(f"card_{name}") for name in NAMES.values()}
SIGNS: Final = {name: Emblem(f"sign_{name}") for name in NAMES.values()}

EMBLEMS: Final = (*RIVALS, *CARDS.values(), *SIGNS.values())


def emblem(view: View, prefix: Word) -> Emblem | None:
    match prefix:
        case ("challenge", seat):
            return RIVALS[int(seat)]
        case ("card", name):
            return CARDS[name]
        case ("sign", name):
            return SIGNS[name]
    return None
