"""The choices of a page as they lie: spaces as the forest has them, and below whatever is nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Word
from games.grid import DOWN, Place, grid
from games.woodwalkers.ground import NUMBER
from games.woodwalkers.state import View


def rows(view: View, choices: Sequence[Word]) -> Sequence[Sequence[Word | str]]:
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
