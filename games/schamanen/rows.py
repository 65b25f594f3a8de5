"""The choices of a page as they lie: the nine spaces three by three, stones in a hand."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Word
from games.grid import ACROSS, Picked
from games.schamanen.state import SPACES, View
from games.schamanen.tell import shown


def rows(view: View, choices: Sequence[Word]) -> Sequence[Sequence[Word | str]]:
    if all(word[-1] in SPACES and word[:-1] == choices[0][:-1] for word in choices):
        there = {word[-1]: word for word in choices}
        lines = (SPACES[at : at + 3] for at in range(0, len(SPACES), 3))
        return [[there.get(it) or _gap(view, choices[0], it) for it in line] for line in lines]
    if all(word[0] == "place" and len(word) == 2 for word in choices):
        # A hand of nine is no board.
        return [choices[at : at + ACROSS] for at in range(0, len(choices), ACROSS)]
    return ()


def _gap(view: View, choice: Word, space: str) -> str:
    """Where nothing can be chosen; of two stones that change places the first is marked."""
    if choice[0] == "swap" and space == choice[-2]:
        return Picked(f"✓ {shown(view, choice[1:-2], space)}")
    return shown(view, choice[1:-2], space) if choice[0] == "swap" else space.upper()
