"""The drawing beside a choice: the piece that goes, and what a pawn becomes."""

from __future__ import annotations

from typing import Final

from games.art import Emblem
from games.core import Word
from games.shamanic_chess.position import KINDS, SQUARES, TRANCE
from games.shamanic_chess.state import BLACK, SIDES, WHITE, View
from games.shamanic_chess.tell import PIECES

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
