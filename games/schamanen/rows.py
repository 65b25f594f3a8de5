"""The choices of a page as they lie: the nine spaces three by three, stones in a hand."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Word
from games.grid import ACROSS
from games.schamanen.state import SPACES, View


def rows(view: View, choices: Sequence[Word]) -> Sequence[Sequence[Word | str]]:
    if all(word[-1] in SPACES and word[:-1] == choices[0][:-1] for word in choices):
        there = {word[-1]: word for word in choices}
        lines = (SPACES[at : at + 3] for at in range(0, len(SPACES), 3))
        return [[there.get(it, it.upper()) for it in line] for line in lines if not there.keys().isdisjoint(line)]
    if all(word[0] == "place" and len(word) == 2 for word in choices):
        # A hand of nine is no board.
        return [choices[at : at + ACROSS] for at in range(0, len(choices), ACROSS)]
    return ()
