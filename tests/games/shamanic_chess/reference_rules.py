"""A slow reference implementation of the rules, which tries every move and then checks whether the king is attacked.

This module shares no code with the game or with python-chess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Coordinates = tuple[int, int]

ROOK_DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
BISHOP_DIRECTIONS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
SLIDER_DIRECTIONS = {"R": ROOK_DIRECTIONS, "B": BISHOP_DIRECTIONS, "Q": ROOK_DIRECTIONS + BISHOP_DIRECTIONS}
ALL_SQUARES = [(file, rank) for file in range(8) for rank in range(8)]
SQUARE_SET = frozenset(ALL_SQUARES)


def format_square(square: Coordinates) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def parse_square(square: str) -> Coordinates:
    return "abcdefgh".index(square[0]), int(square[1]) - 1


@dataclass
class ReferencePosition:
    """A position with FEN letters as pieces: `N` is an awake white knight, and `n~` is a black knight in trance."""

    board: dict[Coordinates, str]
    white_to_move: bool
    castling: str
    en_passant: Coordinates | None

    def is_own(self, piece: str) -> bool:
        return piece[0].isupper() == self.white_to_move

    def find_king(self, white: bool) -> Coordinates:
        return next(square for square, piece in self.board.items() if piece == ("K" if white else "k"))


def parse_fen(fen: str) -> ReferencePosition:
    rows, turn, castling, en_passant = fen.split()[:4]
    board: dict[Coordinates, str] = {}
    for down, row in enumerate(rows.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            elif letter == "~":
                board[file - 1, 7 - down] += "~"
            else:
                board[file, 7 - down] = letter
                file += 1
    homes = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}
    rights = "".join(
        right
        for right, (king, rook) in homes.items()
        if right in castling
        and (board.get(parse_square(king)), board.get(parse_square(rook)))
        == (("K", "R") if right.isupper() else ("k", "r"))
    )
    return ReferencePosition(board, turn == "w", rights, None if en_passant == "-" else parse_square(en_passant))


def is_attacked(board: Mapping[Coordinates, str], square: Coordinates, white: bool) -> bool:
    """Return whether an awake piece of one color attacks the square."""
    return any(
        piece[0].isupper() == white and "~" not in piece and can_reach(board, start, piece, square)
        for start, piece in board.items()
    )


def can_reach(board: Mapping[Coordinates, str], start: Coordinates, piece: str, end: Coordinates) -> bool:
    right, up = end[0] - start[0], end[1] - start[1]
    kind = piece.upper()
    if kind == "P":
        return abs(right) == 1 and up == (1 if piece == "P" else -1)
    if kind == "N":
        return (right, up) in KNIGHT_STEPS
    if kind == "K":
        return max(abs(right), abs(up)) == 1
    for step in SLIDER_DIRECTIONS[kind]:
        square = (start[0] + step[0], start[1] + step[1])
        while square in SQUARE_SET:
            if square == end:
                return True
            if square in board:
                break
            square = (square[0] + step[0], square[1] + step[1])
    return False


def is_safe(position: ReferencePosition, white: bool) -> bool:
    return not is_attacked(position.board, position.find_king(white), not white)


def list_legal_moves(position: ReferencePosition, free_shamans: bool) -> Iterator[tuple[str, ReferencePosition]]:
    """Yield every legal move with the resulting position."""
    # In check no piece may wake or fall into a trance, and no king may castle.
    is_out_of_check = is_safe(position, position.white_to_move)
    for move, after in list_pseudo_legal_moves(position, free_shamans, is_out_of_check):
        if is_safe(after, position.white_to_move):
            yield move, after


def list_pseudo_legal_moves(
    position: ReferencePosition, free_shamans: bool, is_out_of_check: bool
) -> Iterator[tuple[str, ReferencePosition]]:
    """Yield all moves with the resulting positions, including moves that leave the player's own king attacked."""
    for start, piece in list(position.board.items()):
        if not position.is_own(piece):
            continue
        kind, in_trance = piece[0].upper(), piece.endswith("~")
        if in_trance and is_out_of_check:
            yield f"{format_square(start)}^", apply_changes(position, {start: piece[0]})
        if kind in "QRBN" and ((is_out_of_check and not in_trance) or (in_trance and free_shamans)):
            for end in ALL_SQUARES:
                if end not in position.board:
                    rights = "".join(right for right in position.castling if ROOK_HOMES[right] != start)
                    yield (
                        f"{format_square(start)}~{format_square(end)}",
                        apply_changes(position, {start: None, end: piece[0] + "~"}, rights),
                    )
        if not in_trance:
            yield from list_moves(position, start, piece, is_out_of_check)


ROOK_HOMES = {"K": (7, 0), "Q": (0, 0), "k": (7, 7), "q": (0, 7)}


def apply_changes(
    position: ReferencePosition,
    changes: Mapping[Coordinates, str | None],
    rights: str | None = None,
    en_passant: Coordinates | None = None,
) -> ReferencePosition:
    board = dict(position.board)
    for square, piece in changes.items():
        if piece is None:
            del board[square]
        else:
            board[square] = piece
    return ReferencePosition(
        board, not position.white_to_move, position.castling if rights is None else rights, en_passant
    )


def list_moves(
    position: ReferencePosition, start: Coordinates, piece: str, is_out_of_check: bool
) -> Iterator[tuple[str, ReferencePosition]]:
    if piece.upper() == "P":
        yield from list_pawn_moves(position, start, piece)
        return
    for end in ALL_SQUARES:
        target = position.board.get(end)
        if end != start and not (target and position.is_own(target)) and can_reach(position.board, start, piece, end):
            yield (
                format_square(start) + format_square(end),
                apply_changes(position, {start: None, end: piece}, find_remaining_rights(position, start, end)),
            )
    if piece.upper() == "K" and is_out_of_check:
        yield from list_castlings(position, start, piece)


def find_remaining_rights(position: ReferencePosition, start: Coordinates, end: Coordinates) -> str:
    lost_rights = ""
    if position.board[start].upper() == "K":
        lost_rights = "KQ" if position.white_to_move else "kq"
    return "".join(
        right for right in position.castling if right not in lost_rights and ROOK_HOMES[right] not in (start, end)
    )


def list_castlings(
    position: ReferencePosition, king: Coordinates, piece: str
) -> Iterator[tuple[str, ReferencePosition]]:
    rank = king[1]
    for right, between, path, end, beside in (("K", (5, 6), (5, 6), 6, 5), ("Q", (1, 2, 3), (3, 2), 2, 3)):
        if (right if position.white_to_move else right.lower()) not in position.castling:
            continue
        if any((file, rank) in position.board for file in between):
            continue
        if any(is_attacked(position.board, (file, rank), not position.white_to_move) for file in path):
            continue
        rook = (7 if right == "K" else 0, rank)
        changes = {king: None, rook: None, (end, rank): piece, (beside, rank): position.board[rook]}
        yield (
            format_square(king) + format_square((end, rank)),
            apply_changes(position, changes, find_remaining_rights(position, king, king)),
        )


def list_pawn_moves(
    position: ReferencePosition, start: Coordinates, piece: str
) -> Iterator[tuple[str, ReferencePosition]]:
    file, rank = start
    up = 1 if position.white_to_move else -1
    single_step, double_step = (file, rank + up), (file, rank + 2 * up)
    if single_step not in position.board:
        yield from advance_pawn(position, start, single_step, piece, {start: None})
        if rank == (1 if position.white_to_move else 6) and double_step not in position.board:
            yield (
                format_square(start) + format_square(double_step),
                apply_changes(position, {start: None, double_step: piece}, en_passant=single_step),
            )
    for end in ((file - 1, rank + up), (file + 1, rank + up)):
        target = position.board.get(end)
        if target and not position.is_own(target):
            yield from advance_pawn(position, start, end, piece, {start: None})
        elif end == position.en_passant and not target:
            yield from advance_pawn(position, start, end, piece, {start: None, (end[0], rank): None})


def advance_pawn(
    position: ReferencePosition,
    start: Coordinates,
    end: Coordinates,
    piece: str,
    changes: Mapping[Coordinates, str | None],
) -> Iterator[tuple[str, ReferencePosition]]:
    rights = find_remaining_rights(position, start, end)
    if end[1] in (0, 7):
        for kind in "qrbn":
            new = kind.upper() if position.white_to_move else kind
            yield (
                format_square(start) + format_square(end) + kind,
                apply_changes(position, {**changes, end: new}, rights),
            )
    else:
        yield format_square(start) + format_square(end), apply_changes(position, {**changes, end: piece}, rights)


def count_perft(position: ReferencePosition, depth: int, free_shamans: bool) -> int:
    if depth == 0:
        return 1
    return sum(count_perft(after, depth - 1, free_shamans) for _, after in list_legal_moves(position, free_shamans))
