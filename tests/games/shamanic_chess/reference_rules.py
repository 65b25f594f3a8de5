"""The rules once more, slow and plain: try every turn on a board of letters, and see whether the king is safe.

It shares no code with the game, nor with the library that the game builds upon.
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


def format_square(at: Coordinates) -> str:
    return "abcdefgh"[at[0]] + str(at[1] + 1)


def parse_square(square: str) -> Coordinates:
    return "abcdefgh".index(square[0]), int(square[1]) - 1


@dataclass
class ReferencePosition:
    """Pieces as in a FEN: `N` is a white knight awake, `n~` a black one in trance."""

    board: dict[Coordinates, str]
    white_to_move: bool
    castling: str
    en_passant: Coordinates | None

    def is_own(self, piece: str) -> bool:
        return piece[0].isupper() == self.white_to_move

    def find_king(self, white: bool) -> Coordinates:
        return next(square for square, piece in self.board.items() if piece == ("K" if white else "k"))


def parse_fen(fen: str) -> ReferencePosition:
    rows, turn, castling, passing = fen.split()[:4]
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
    return ReferencePosition(board, turn == "w", rights, None if passing == "-" else parse_square(passing))


def is_attacked(board: Mapping[Coordinates, str], square: Coordinates, white: bool) -> bool:
    """By anything awake of that colour."""
    return any(
        piece[0].isupper() == white and "~" not in piece and can_reach(board, start, piece, square)
        for start, piece in board.items()
    )


def can_reach(board: Mapping[Coordinates, str], start: Coordinates, piece: str, goal: Coordinates) -> bool:
    right, up = goal[0] - start[0], goal[1] - start[1]
    kind = piece.upper()
    if kind == "P":
        return abs(right) == 1 and up == (1 if piece == "P" else -1)
    if kind == "N":
        return (right, up) in KNIGHT_STEPS
    if kind == "K":
        return max(abs(right), abs(up)) == 1
    for step in SLIDER_DIRECTIONS[kind]:
        here = (start[0] + step[0], start[1] + step[1])
        while here in SQUARE_SET:
            if here == goal:
                return True
            if here in board:
                break
            here = (here[0] + step[0], here[1] + step[1])
    return False


def is_safe(position: ReferencePosition, white: bool) -> bool:
    return not is_attacked(position.board, position.find_king(white), not white)


def list_legal(position: ReferencePosition, free: bool) -> Iterator[tuple[str, ReferencePosition]]:
    """Every turn that leaves the mover's king safe, and what comes of it."""
    calm = is_safe(position, position.white_to_move)
    for word, after in list_pseudo_legal(position, free, calm):
        if is_safe(after, position.white_to_move):
            yield word, after


def list_pseudo_legal(position: ReferencePosition, free: bool, calm: bool) -> Iterator[tuple[str, ReferencePosition]]:
    for start, piece in list(position.board.items()):
        if not position.is_own(piece):
            continue
        kind, asleep = piece[0].upper(), piece.endswith("~")
        if asleep and calm:
            yield f"{format_square(start)}^", change(position, {start: piece[0]})
        if kind in "QRBN" and ((calm and not asleep) or (asleep and free)):
            for goal in ALL_SQUARES:
                if goal not in position.board:
                    rights = "".join(right for right in position.castling if ROOKS[right] != start)
                    yield (
                        f"{format_square(start)}~{format_square(goal)}",
                        change(position, {start: None, goal: piece[0] + "~"}, rights),
                    )
        if not asleep:
            yield from list_moves(position, start, piece, calm)


ROOKS = {"K": (7, 0), "Q": (0, 0), "k": (7, 7), "q": (0, 7)}


def change(
    position: ReferencePosition,
    changes: Mapping[Coordinates, str | None],
    rights: str | None = None,
    passing: Coordinates | None = None,
) -> ReferencePosition:
    board = dict(position.board)
    for square, piece in changes.items():
        if piece is None:
            del board[square]
        else:
            board[square] = piece
    return ReferencePosition(
        board, not position.white_to_move, position.castling if rights is None else rights, passing
    )


def list_moves(
    position: ReferencePosition, start: Coordinates, piece: str, calm: bool
) -> Iterator[tuple[str, ReferencePosition]]:
    if piece.upper() == "P":
        yield from list_pawn_moves(position, start, piece)
        return
    for goal in ALL_SQUARES:
        there = position.board.get(goal)
        if goal != start and not (there and position.is_own(there)) and can_reach(position.board, start, piece, goal):
            yield (
                format_square(start) + format_square(goal),
                change(position, {start: None, goal: piece}, keep_rights(position, start, goal)),
            )
    if piece.upper() == "K" and calm:
        yield from list_castlings(position, start, piece)


def keep_rights(position: ReferencePosition, start: Coordinates, goal: Coordinates) -> str:
    gone = ""
    if position.board[start].upper() == "K":
        gone = "KQ" if position.white_to_move else "kq"
    return "".join(right for right in position.castling if right not in gone and ROOKS[right] not in (start, goal))


def list_castlings(
    position: ReferencePosition, king: Coordinates, piece: str
) -> Iterator[tuple[str, ReferencePosition]]:
    rank = king[1]
    for right, between, path, goal, beside in (("K", (5, 6), (5, 6), 6, 5), ("Q", (1, 2, 3), (3, 2), 2, 3)):
        if (right if position.white_to_move else right.lower()) not in position.castling:
            continue
        if any((file, rank) in position.board for file in between):
            continue
        if any(is_attacked(position.board, (file, rank), not position.white_to_move) for file in path):
            continue
        rook = (7 if right == "K" else 0, rank)
        changes = {king: None, rook: None, (goal, rank): piece, (beside, rank): position.board[rook]}
        yield (
            format_square(king) + format_square((goal, rank)),
            change(position, changes, keep_rights(position, king, king)),
        )


def list_pawn_moves(
    position: ReferencePosition, start: Coordinates, piece: str
) -> Iterator[tuple[str, ReferencePosition]]:
    file, rank = start
    up = 1 if position.white_to_move else -1
    one, two = (file, rank + up), (file, rank + 2 * up)
    if one not in position.board:
        yield from advance_pawn(position, start, one, piece, {start: None})
        if rank == (1 if position.white_to_move else 6) and two not in position.board:
            yield format_square(start) + format_square(two), change(position, {start: None, two: piece}, passing=one)
    for goal in ((file - 1, rank + up), (file + 1, rank + up)):
        there = position.board.get(goal)
        if there and not position.is_own(there):
            yield from advance_pawn(position, start, goal, piece, {start: None})
        elif goal == position.en_passant and not there:
            yield from advance_pawn(position, start, goal, piece, {start: None, (goal[0], rank): None})


def advance_pawn(
    position: ReferencePosition,
    start: Coordinates,
    goal: Coordinates,
    piece: str,
    changes: Mapping[Coordinates, str | None],
) -> Iterator[tuple[str, ReferencePosition]]:
    rights = keep_rights(position, start, goal)
    if goal[1] in (0, 7):
        for kind in "qrbn":
            new = kind.upper() if position.white_to_move else kind
            yield format_square(start) + format_square(goal) + kind, change(position, {**changes, goal: new}, rights)
    else:
        yield format_square(start) + format_square(goal), change(position, {**changes, goal: piece}, rights)


def perft(position: ReferencePosition, depth: int, free: bool) -> int:
    if depth == 0:
        return 1
    return sum(perft(after, depth - 1, free) for _, after in list_legal(position, free))
