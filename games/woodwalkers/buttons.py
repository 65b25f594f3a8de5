"""The drawing on a button, and how buttons lie: spaces as in the forest, and everything else below them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.art import Emblem
from games.core import Word
from games.grid import DOWN, Place, grid
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


def arrange_buttons(view: View, choices: Sequence[Word]) -> Sequence[Sequence[Word | str]]:
    there = [word for word in choices if word[-1] in NUMBER]
    if not there or any(word[:-1] != there[0][:-1] for word in there):
        return ()
    found = grid({word: _place(word[-1]) for word in there}, _space)
    others = [word for word in choices if word not in there]
    if not found or not others:
        return found
    return [*found, others] if len(found) < DOWN else ()


def _place(space: str) -> Place:
    return ord(space[0]) - ord("a"), 9 - int(space[1])


def _space(place: Place) -> str:
    right, down = place
    return f"{'ABCDEFGHI'[right]}{9 - down}"
