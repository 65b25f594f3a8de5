"""What stands beside the board: both players, who is to move, what was taken, what is in trance; and the last turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import chess

from games.art import (
    FAINT,
    GOLD,
    INK,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    SLATE,
    Letters,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    TranslatedWord,
)
from games.shamanic_chess.fen import castles
from games.shamanic_chess.position import KINDS, SQUARES, TRANCE, WAKE, Kind, Position, Square, taken
from games.shamanic_chess.state import BLACK, SIDES, WHITE, Turn, View
from games.shamanic_chess.tell import PIECES
from games.shamanic_chess.turns import checked

TRAY: Final = "#8c92a4"
"""Light enough for black pieces, dark enough for white ones."""
LEFT: Final = 706
ACROSS: Final = 386
DOWN: Final = 282
MIDDLE: Final = 298
"""Where the last turn stands, between the two sides."""
LAST: Final = 104
SHAMANS: Final = 4
"""So many are shown; of more the number, beside no piece: it would be taken for so many of that."""
FEW: Final = 2
"""Beside so many there is room for a word."""
FULL: Final = {"Q": 1, "R": 2, "B": 2, "N": 2, "P": 8}

_ROUND: Final = 18
_PLACE: Final = 72


def piece(position: Position, square: Square) -> str:
    """The drawing of what stands there."""
    side = SIDES[WHITE if position.white >> square & 1 else BLACK]
    trance = "_trance" if position.trance >> square & 1 else ""
    return f"{side}_{PIECES[position.kind(square)]}{trance}"


def panels(view: View) -> Iterator[PlacedMark]:
    """Each side where it sits: one's own below."""
    near = BLACK if view.seat == BLACK else WHITE
    yield from _side(view, 1 - near, 8)
    yield from _turn(view, MIDDLE)
    yield from _side(view, near, 410)


def _side(view: View, seat: int, top: int) -> Iterator[PlacedMark]:
    awaited = not view.state.end and view.state.mover == seat
    yield Rectangle(ACROSS, DOWN, PANEL, SLATE, _ROUND, GOLD if awaited else ""), LEFT, top
    yield Sprite(f"emblem_{SIDES[seat]}", 86, PANEL), LEFT + 12, top + 8
    yield PlayerName(seat, 262, 64, LIGHT, PANEL), LEFT + 112, top + 20
    yield from _shamans(view.state.position, seat, top + 97)
    if sign := _sign(view, seat):
        yield Sprite(sign, 62, PANEL), LEFT + ACROSS - 78, top + 100
        if sign == "turn" and not view.state.position.trance & _own(view.state.position, seat):
            yield TranslatedWord("shown-turn", 270, 46, GOLD, PANEL), LEFT + 18, top + 108
    yield from _loot(view, seat, top + 167)


def _sign(view: View, seat: int) -> str:
    """Who is to move, and what that is about; in the end, who won."""
    state = view.state
    if state.end == "mate":
        return "crown" if state.mover != seat else "alarm"
    if state.end:
        return "stopped" if state.end == "stopped" else "drawn"
    if state.mover != seat:
        return ""
    return "alarm" if checked(state.position) else "turn"


def _own(position: Position, seat: int) -> int:
    return position.white if seat == WHITE else position.black


def _shamans(position: Position, seat: int, top: int) -> Iterator[PlacedMark]:
    those = position.trance & _own(position, seat)
    found = [square for kind in position.kinds for square in chess.scan_forward(kind & those)]
    many, left = len(found), LEFT + 12
    if many > SHAMANS:
        yield Sprite("shamans", 68, PANEL), left, top
        yield Letters(f"×{many}", 76, LARGE_TYPE_HEIGHT, LIGHT, PANEL, lie="left"), left + 74, top + 2
    else:
        for place, square in enumerate(found):
            yield Sprite(piece(position, square), 68, PANEL), left + place * _PLACE, top
    # As long as there is room: who has seen it once knows.
    if many and not FEW < many <= SHAMANS:
        yield TranslatedWord("shown-trance", 150, 42, FAINT, PANEL), left + min(many, FEW) * _PLACE + 6, top + 13


def _loot(view: View, seat: int, top: int) -> Iterator[PlacedMark]:
    """What this side has taken, if anything, and in gold what it took last."""
    state = view.state
    gone = {kind: many for kind, many in lost(state.position, 1 - seat).items() if many}
    if not gone:
        return
    newest = taken(state.last.before, state.last.word) if state.last and state.last.seat == seat else ""
    yield Rectangle(len(gone) * _PLACE + 6, 108, TRAY, PANEL, 12), LEFT + 10, top
    for place, (kind, many) in enumerate(gone.items()):
        left, ground = LEFT + 14 + place * _PLACE, TRAY
        if kind == newest:
            ground = GOLD
            yield Rectangle(_PLACE - 2, 108, GOLD, TRAY, 12), left, top
        yield Sprite(f"{SIDES[1 - seat]}_{PIECES[kind]}", 60, ground), left + 5, top
        yield Letters(str(many), _PLACE - 2, LARGE_TYPE_HEIGHT, INK, ground), left, top + 50


def lost(position: Position, seat: int) -> dict[Kind, int]:
    """By kind, what a side has no more of; pawns that became something else are not lost."""
    standing = {
        kind: (those & _own(position, seat)).bit_count()
        for kind, those in zip(KINDS, position.kinds, strict=True)
        if kind in FULL
    }
    became = sum(max(0, many - FULL[kind]) for kind, many in standing.items() if kind != "P")
    standing["P"] += became
    return {kind: max(0, full - standing[kind]) for kind, full in FULL.items()}


# The last turn


def _turn(view: View, top: int) -> Iterator[PlacedMark]:
    turn = view.state.last
    if not turn:
        return
    yield Rectangle(ACROSS, LAST, GOLD, SLATE, _ROUND), LEFT, top
    left = LEFT + 10
    for what in _written(view, turn):
        height = what.height if isinstance(what, Letters) else what.width
        yield what, left, top + (LAST - height) // 2
        left += what.width


def _written(view: View, turn: Turn) -> Iterator[Sprite | Letters]:
    """As one writes it, with drawings: who, whence, how, whither; and what was met, or became of it."""
    before, after, word = turn.before, view.state.position, turn.word
    start, goal = SQUARES[word[0]], SQUARES[word[0] if WAKE in word else word[2 if TRANCE in word else 1]]
    if WAKE in word:
        yield Sprite(piece(before, start), 98, GOLD)
        yield Sprite("moves", 58, GOLD)
        yield Sprite(piece(after, start), 98, GOLD)
        yield _square(word[0], 112)
        return
    met = "" if TRANCE in word else taken(before, word)
    journey = TRANCE in word
    mover = piece(after if journey else before, goal if journey else start)
    other = ""
    if met:
        other = f"{SIDES[1 - turn.seat]}_{PIECES[met]}"
    elif castles(before, word):
        other = f"{SIDES[turn.seat]}_rook"
    elif len(word) == 3 and not journey:
        other = piece(after, goal)
    # A pawn that takes and becomes something is on its goal already, for all to see.
    wide, square, way = (72, 74, 44) if met else (88, 82, 50)
    yield Sprite(mover, wide, GOLD)
    yield _square(word[0], square)
    yield Sprite("journeys" if journey else "moves", way, GOLD)
    yield _square(word[2 if journey else 1], square)
    if met:
        yield Sprite("takes", 30, GOLD)
    if other:
        yield Sprite(other, 68, GOLD)


def _square(name: str, width: int) -> Letters:
    return Letters(name, width, 70 if width < 80 else 76, INK, GOLD)
