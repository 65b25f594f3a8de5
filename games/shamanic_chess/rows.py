"""The choices of a page as they lie: squares as this side sees them; files by fours, behind what is nearer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core import Word
from games.grid import ACROSS, Place, grid
from games.shamanic_chess.position import NAMES, SQUARES
from games.shamanic_chess.state import View
from games.shamanic_chess.tell import across


def rows(view: View, choices: Sequence[Word]) -> Sequence[Sequence[Word | str]]:
    squares = across(view)
    far = [word for word in choices if "~" in word]
    if any(word[-1] not in SQUARES for word in far):
        files = "".join(NAMES[square][0] for square in squares[0])
        near = [word for word in choices if word not in far]
        found = [row for row in (near, *_by_fours(far, files)) if row]
        return found if max(map(len, found)) <= ACROSS else ()
    if any(word[-1] not in SQUARES or word[:-1] != choices[0][:-1] for word in choices):
        return ()
    places = {square: (right, down) for down, rank in enumerate(squares) for right, square in enumerate(rank)}

    def name(place: Place) -> str:
        right, down = place
        return NAMES[squares[down][right]]

    return grid({word: places[SQUARES[word[-1]]] for word in choices}, name)


def _by_fours(far: Sequence[Word], files: str) -> Iterator[list[Word]]:
    for half in (files[:4], files[4:]):
        yield sorted((word for word in far if word[-1][0] in half), key=lambda word: files.index(word[-1][0]))
