"""The drawing beside a choice: an animal that may be seen, and a mode of battle."""

from __future__ import annotations

from typing import Final

from games.art import Emblem
from games.core import Word
from games.woodwalkers.ground import NUMBER
from games.woodwalkers.house import MODES
from games.woodwalkers.state import View
from games.woodwalkers.things import ANIMALS, BACK

EMBLEMS: Final = tuple(Emblem(name) for name in (*ANIMALS, *MODES))


def emblem(view: View, prefix: Word) -> Emblem | None:
    match prefix:
        case ("set", *_, name) | ("heal" | "guess" | "mode", name):
            return Emblem(name)
        case ("move", origin):
            standing = view.standing(NUMBER[origin])
            return Emblem(ANIMALS[standing[1]]) if standing and standing[1] != BACK else None
    return None
