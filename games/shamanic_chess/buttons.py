"""The drawing on a button, and how buttons lie: squares as this side sees them, journeys below by files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.art import Emblem
from games.core import Word
from games.grid import ACROSS, Place, grid
from games.shamanic_chess.position import KINDS, NAMES, SQUARES, TRANCE
from games.shamanic_chess.state import BLACK, SIDES, WHITE, View
from games.shamanic_chess.tell import PIECES, across

OFFICERS: Final = "QRBN"
"""Who can fall into a trance, and what a pawn can become."""


def _piece(kind: str, *, white: bool, asleep: bool = False) -> Emblem:
    side = SIDES[WHITE if white else BLACK]
    return Emblem(f"{side}_{PIECES[kind]}{'_trance' if asleep else ''}")


EMBLEMS: Final = tuple(
    _piece(kind, white=white, asleep=asleep)
    for white in (True, False)
    for asleep in (False, True)
    for kind in (OFFICERS if asleep else KINDS)
)


def emblem(view: View, prefix: Word) -> Emblem | None:
    position = view.state.position
    match prefix:
        case (at,):
            square = SQUARES[at]
            kind, asleep = position.kind(square), bool(position.trance >> square & 1)
            return _piece(kind, white=bool(position.white >> square & 1), asleep=asleep) if kind else None
        case (_, step, _) if step == TRANCE:
            return None
        case (_, _, kind):
            return _piece(kind.upper(), white=position.white_moves)
    return None


def arrange_buttons(view: View, choices: Sequence[Word]) -> Sequence[Sequence[Word | str]]:
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
