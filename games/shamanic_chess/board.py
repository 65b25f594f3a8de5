"""The board as a picture: a view in, where each sprite lies out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.art import FAINT, GOLD, INK, SLATE, Colour, Letters, Mark, Palette, Picture, Sprite
from games.shamanic_chess.position import KINDS, NAMES, Kind, Position, Square
from games.shamanic_chess.state import BLACK, SIDES, WHITE, View
from games.shamanic_chess.tell import PIECES, across, happened
from games.shamanic_chess.turns import checked

WIDTH: Final = 900
CELL: Final = 102
MARGIN: Final = 42
BOARD: Final = 8 * CELL + 2 * MARGIN
PANELS: Final = 84
HEIGHT: Final = BOARD + PANELS + 10
PIECE: Final = 94
PARCHMENT: Final = "#eadbbd"
WOOD: Final = "#bb8f60"
MARKED: Final = "#f0b93a"
"""Gold on wood: the last turn does not hide which squares are dark."""
RED: Final = "#e0352b"
PANEL: Final = "#8a92a3"
"""Light enough for black pieces, dark enough for white ones."""

_SQUARES: Final = {PARCHMENT: "parchment", WOOD: "wood", GOLD: "gold", MARKED: "marked", RED: "red"}

PALETTE: Final = Palette("games.shamanic_chess", grounds=(SLATE, PARCHMENT, WOOD, GOLD, RED), inks=(INK, FAINT))


def picture(view: View) -> Picture:
    return Picture(PALETTE, WIDTH, HEIGHT, SLATE, (*_frame(view), *_squares(view), *_panels(view)))


def _frame(view: View) -> Iterator[Mark]:
    squares = across(view)
    for at in range(8):
        file, rank = NAMES[squares[0][at]][0], NAMES[squares[at][0]][1]
        for edge in (0, BOARD - MARGIN):
            yield Letters(file, CELL, 34, FAINT, SLATE), MARGIN + at * CELL, edge + 4
            yield Letters(rank, MARGIN, 34, FAINT, SLATE), edge, MARGIN + at * CELL + (CELL - 34) // 2


def _squares(view: View) -> Iterator[Mark]:
    position = view.state.position
    lit = happened(view.state.last)
    threatened = position.kings & position.own if checked(position) else 0
    for down, rank in enumerate(across(view)):
        for right, square in enumerate(rank):
            left, top = MARGIN + right * CELL, MARGIN + down * CELL
            ground = RED if threatened >> square & 1 else _ground(square, lit=square in lit)
            yield Sprite(_SQUARES[ground], CELL, SLATE), left, top
            if kind := position.kind(square):
                yield _piece(position, square, kind, ground), left + (CELL - PIECE) // 2, top + (CELL - PIECE) // 2
            if ground == RED:
                yield Sprite("alarm", 38, RED), left + CELL - 40, top + 2


def _ground(square: Square, *, lit: bool) -> Colour:
    dark = (square // 8 + square) % 2 == 0
    if lit:
        return MARKED if dark else GOLD
    return WOOD if dark else PARCHMENT


def _piece(position: Position, square: Square, kind: Kind, ground: Colour) -> Sprite:
    side = SIDES[WHITE if position.white >> square & 1 else BLACK]
    trance = "_trance" if position.trance >> square & 1 else ""
    return Sprite(f"{side}_{PIECES[kind]}{trance}", PIECE, ground)


def _panels(view: View) -> Iterator[Mark]:
    """Side by side: whose turn it is, who won, and what one side has more of than the other."""
    state = view.state
    width = (WIDTH - 3 * 8) // 2
    for seat in (WHITE, BLACK):
        left, top = 8 + seat * (width + 8), BOARD
        awaited = not state.end and state.mover == seat
        yield Sprite("panel_awaited" if awaited else "panel", width, SLATE), left, top
        yield Sprite(f"{SIDES[seat]}_king", 72, PANEL), left + 10, top + 6
        at = left + 96
        if state.end == "mate" and state.mover != seat:
            yield Sprite("won", 60, PANEL), at, top + 12
            at += 70
        for kind, surplus in _surplus(state.position, seat):
            yield Sprite(f"{SIDES[1 - seat]}_{PIECES[kind]}", 48, PANEL), at, top + 18
            at += 44
            if surplus > 1:
                yield Letters(str(surplus), 26, 40, INK, PANEL), at - 4, top + 22
                at += 24


def _surplus(position: Position, seat: int) -> Iterator[tuple[Kind, int]]:
    """By kind, how many more of them the other side has lost; awake or in trance, they count."""
    own, other = (position.white, position.black) if seat == WHITE else (position.black, position.white)
    for kind, those in zip(KINDS[1:], position.kinds[1:], strict=True):
        more = (those & own).bit_count() - (those & other).bit_count()
        if more > 0:
            yield kind, more
