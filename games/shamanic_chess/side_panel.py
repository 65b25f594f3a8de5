"""The panel beside the board: the two players with their shamans and captures, and the last move between them."""

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
from games.core import Seat
from games.shamanic_chess.legal_moves import is_check
from games.shamanic_chess.position import (
    JOURNEY_SIGN,
    PIECE_KINDS,
    PIECE_NAMES,
    SQUARE_BY_NAME,
    WAKING_SIGN,
    Bitboard,
    PieceKind,
    Position,
    Square,
    find_captured_kind,
)
from games.shamanic_chess.san import is_castling
from games.shamanic_chess.state import BLACK, SIDE_NAMES, WHITE, PlayedMove, View

TRAY_COLOR: Final = "#8c92a4"
"""The background of captured pieces, on which both black and white pieces are easy to see."""
PANEL_LEFT_PX: Final = 706
PANEL_WIDTH_PX: Final = 386
PLAYER_HEIGHT_PX: Final = 282
LAST_MOVE_TOP_PX: Final = 298
LAST_MOVE_HEIGHT_PX: Final = 104
SHOWN_SHAMANS_MAX: Final = 4
"""The maximum number of shamans that are drawn one by one. More are shown as a symbol and a number."""
SHAMANS_BESIDE_WORD_MAX: Final = 2
"""The maximum number of drawn shamans that leave room for the word that explains them."""
INITIAL_PIECE_COUNTS: Final = {"Q": 1, "R": 2, "B": 2, "N": 2, "P": 8}

_CORNER_RADIUS_PX: Final = 18
_PIECE_SPACING_PX: Final = 72


def choose_piece_sprite(position: Position, square: Square) -> str:
    """Return the name of the drawing for the piece on a square."""
    side = SIDE_NAMES[WHITE if position.white_pieces >> square & 1 else BLACK]
    trance = "_trance" if position.in_trance >> square & 1 else ""
    return f"{side}_{PIECE_NAMES[position.kind_at(square)]}{trance}"


def draw_side_panel(view: View) -> Iterator[PlacedMark]:
    """Draw the panel, with the viewer's side at the bottom."""
    near = BLACK if view.seat == BLACK else WHITE
    yield from _draw_player(view, 1 - near, 8)
    yield from _draw_last_move(view, LAST_MOVE_TOP_PX)
    yield from _draw_player(view, near, 410)


def _draw_player(view: View, seat: Seat, top: int) -> Iterator[PlacedMark]:
    is_to_move = not view.state.end_reason and view.state.seat_to_move == seat
    rim = GOLD if is_to_move else ""
    yield Rectangle(PANEL_WIDTH_PX, PLAYER_HEIGHT_PX, PANEL, SLATE, _CORNER_RADIUS_PX, rim), PANEL_LEFT_PX, top
    yield Sprite(f"emblem_{SIDE_NAMES[seat]}", 86, PANEL), PANEL_LEFT_PX + 12, top + 8
    yield PlayerName(seat, 262, 64, LIGHT, PANEL), PANEL_LEFT_PX + 112, top + 20
    yield from _draw_shamans(view.state.position, seat, top + 97)
    if sprite := _choose_status_sprite(view, seat):
        yield Sprite(sprite, 62, PANEL), PANEL_LEFT_PX + PANEL_WIDTH_PX - 78, top + 100
        if sprite == "turn" and not view.state.position.in_trance & _find_pieces(view.state.position, seat):
            yield TranslatedWord("shown-turn", 270, 46, GOLD, PANEL), PANEL_LEFT_PX + 18, top + 108
    yield from _draw_captures(view, seat, top + 167)


def _choose_status_sprite(view: View, seat: Seat) -> str:
    """Return the symbol for a player's status, for example a check or a win, or an empty string if there is none."""
    state = view.state
    if state.end_reason == "mate":
        return "crown" if state.seat_to_move != seat else "alarm"
    if state.end_reason:
        return "stopped" if state.end_reason == "stopped" else "drawn"
    if state.seat_to_move != seat:
        return ""
    return "alarm" if is_check(state.position) else "turn"


def _find_pieces(position: Position, seat: Seat) -> Bitboard:
    return position.white_pieces if seat == WHITE else position.black_pieces


def _draw_shamans(position: Position, seat: Seat, top: int) -> Iterator[PlacedMark]:
    shamans = position.in_trance & _find_pieces(position, seat)
    squares = [square for kind in position.bitboards_by_kind for square in chess.scan_forward(kind & shamans)]
    count, left = len(squares), PANEL_LEFT_PX + 12
    if count > SHOWN_SHAMANS_MAX:
        # The number stands beside a symbol, because beside a piece it would seem to count pieces of that kind.
        yield Sprite("shamans", 68, PANEL), left, top
        yield Letters(f"×{count}", 76, LARGE_TYPE_HEIGHT, LIGHT, PANEL, align="left"), left + 74, top + 2
    else:
        for index, square in enumerate(squares):
            yield Sprite(choose_piece_sprite(position, square), 68, PANEL), left + index * _PIECE_SPACING_PX, top
    if count and not SHAMANS_BESIDE_WORD_MAX < count <= SHOWN_SHAMANS_MAX:
        word_left = left + min(count, SHAMANS_BESIDE_WORD_MAX) * _PIECE_SPACING_PX + 6
        yield TranslatedWord("shown-trance", 150, 42, FAINT, PANEL), word_left, top + 13


def _draw_captures(view: View, seat: Seat, top: int) -> Iterator[PlacedMark]:
    """Draw the pieces that this side has captured, with the last captured piece on a gold background."""
    state = view.state
    captured = {kind: count for kind, count in count_lost_pieces(state.position, 1 - seat).items() if count}
    if not captured:
        return
    played = state.last_move
    newest = find_captured_kind(played.before, played.move) if played and played.seat == seat else ""
    yield Rectangle(len(captured) * _PIECE_SPACING_PX + 6, 108, TRAY_COLOR, PANEL, 12), PANEL_LEFT_PX + 10, top
    for index, (kind, count) in enumerate(captured.items()):
        left, ground = PANEL_LEFT_PX + 14 + index * _PIECE_SPACING_PX, TRAY_COLOR
        if kind == newest:
            ground = GOLD
            yield Rectangle(_PIECE_SPACING_PX - 2, 108, GOLD, TRAY_COLOR, 12), left, top
        yield Sprite(f"{SIDE_NAMES[1 - seat]}_{PIECE_NAMES[kind]}", 60, ground), left + 5, top
        yield Letters(str(count), _PIECE_SPACING_PX - 2, LARGE_TYPE_HEIGHT, INK, ground), left, top + 50


def count_lost_pieces(position: Position, seat: Seat) -> dict[PieceKind, int]:
    """Count the pieces of each kind that a side lacks compared with the usual start. A promoted pawn is not counted."""
    own_pieces = _find_pieces(position, seat)
    counts = {
        kind: (bitboard & own_pieces).bit_count()
        for kind, bitboard in zip(PIECE_KINDS, position.bitboards_by_kind, strict=True)
        if kind in INITIAL_PIECE_COUNTS
    }
    promoted = sum(max(0, count - INITIAL_PIECE_COUNTS[kind]) for kind, count in counts.items() if kind != "P")
    counts["P"] += promoted
    return {kind: max(0, initial - counts[kind]) for kind, initial in INITIAL_PIECE_COUNTS.items()}


# The last move


def _draw_last_move(view: View, top: int) -> Iterator[PlacedMark]:
    played = view.state.last_move
    if not played:
        return
    yield Rectangle(PANEL_WIDTH_PX, LAST_MOVE_HEIGHT_PX, GOLD, SLATE, _CORNER_RADIUS_PX), PANEL_LEFT_PX, top
    left = PANEL_LEFT_PX + 10
    for mark in _list_last_move_marks(view, played):
        height = mark.height if isinstance(mark, Letters) else mark.width
        yield mark, left, top + (LAST_MOVE_HEIGHT_PX - height) // 2
        left += mark.width


def _list_last_move_marks(view: View, played: PlayedMove) -> Iterator[Sprite | Letters]:
    """Yield the marks of the last move from left to right: piece, start square, arrow, end square, and any extra piece.

    The extra piece is a captured piece, a castled rook, or a promoted piece.
    """
    before, after, move = played.before, view.state.position, played.move
    start = SQUARE_BY_NAME[move[0]]
    if WAKING_SIGN in move:
        yield Sprite(choose_piece_sprite(before, start), 98, GOLD)
        yield Sprite("moves", 58, GOLD)
        yield Sprite(choose_piece_sprite(after, start), 98, GOLD)
        yield _write_square(move[0], 112)
        return
    is_journey = JOURNEY_SIGN in move
    end_name = move[2] if is_journey else move[1]
    end = SQUARE_BY_NAME[end_name]
    captured = "" if is_journey else find_captured_kind(before, move)
    mover = choose_piece_sprite(after, end) if is_journey else choose_piece_sprite(before, start)
    other = ""
    if captured:
        other = f"{SIDE_NAMES[1 - played.seat]}_{PIECE_NAMES[captured]}"
    elif is_castling(before, move):
        other = f"{SIDE_NAMES[played.seat]}_rook"
    elif len(move) == 3 and not is_journey:
        # With a capture, there would be no room for the promoted piece, which is on the board anyway.
        other = choose_piece_sprite(after, end)
    piece_width, square_width, arrow_width = (72, 74, 44) if captured else (88, 82, 50)
    yield Sprite(mover, piece_width, GOLD)
    yield _write_square(move[0], square_width)
    yield Sprite("journeys" if is_journey else "moves", arrow_width, GOLD)
    yield _write_square(end_name, square_width)
    if captured:
        yield Sprite("takes", 30, GOLD)
    if other:
        yield Sprite(other, 68, GOLD)


def _write_square(name: str, width: int) -> Letters:
    return Letters(name, width, 70 if width < 80 else 76, INK, GOLD)
