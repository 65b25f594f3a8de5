"""Every turn that a mailbox allows. Some may leave the king attacked: that shows once they are made."""

from __future__ import annotations

from typing import Final

from games.shamanic_chess.lines import PAWNS, REACH, attacked
from games.shamanic_chess.mailbox import BECOMES, HOW, JOURNEY, WAKING, Mailbox, Turn
from games.shamanic_chess.position import Square
from games.shamanic_chess.worth import BISHOP, BLACK, CODES, KIND, KING, KNIGHT, MATERIAL, PAWN, QUEEN, ROOK, TRANCE

_CASTLINGS: Final = (
    ((1, (5, 6), (4, 5, 6), 6), (2, (3, 2, 1), (4, 3, 2), 2)),
    ((4, (61, 62), (60, 61, 62), 62), (8, (59, 58, 57), (60, 59, 58), 58)),
)
"""By side: the right, what must be empty, what must not be attacked, where the king goes."""
_PRIZE: Final = tuple(10_000 if code & KIND == KING else MATERIAL[code] + 8 for code in range(CODES))
"""What is captured counts before who captures it; the least valuable is to do it."""
_PRIZED: Final = 15
"""A turn that wins something has its prize in the bits above it."""


def moves(node: Mailbox, *, quiets: bool = True) -> tuple[list[int], list[Turn]]:
    """What captures or makes a queen, with its prize; and, if asked for, what does neither."""
    squares, black = node.squares, node.black
    noisy: list[int] = []
    quiet: list[Turn] = []
    low, high = black, black + KIND
    for at, piece in enumerate(squares):
        if not low < piece < high:
            continue
        kind = piece & KIND
        if kind == PAWN:
            _advance(node, at, noisy, quiet, quiets)
            continue
        for ray in REACH[kind][at]:
            for to in ray:
                there = squares[to]
                if there:
                    if there & BLACK != black:
                        noisy.append(_PRIZE[there] - kind << _PRIZED | to << 6 | at)
                    break
                if quiets:
                    quiet.append(to << 6 | at)
    if quiets and node.castling:
        _castle(node, quiet)
    noisy.sort(reverse=True)
    return noisy, quiet


def prize(ranked: int) -> int:
    return ranked >> _PRIZED


def _advance(node: Mailbox, at: Square, noisy: list[int], quiet: list[Turn], quiets: bool) -> None:
    squares, black = node.squares, node.black
    for to in PAWNS[black >> 3][at]:
        there = squares[to]
        if (there and there & BLACK != black) or to == node.passing:
            if 8 <= to < 56:
                noisy.append(_PRIZE[there or PAWN] - PAWN << _PRIZED | to << 6 | at)
            else:
                _promote(to << 6 | at, _PRIZE[there], noisy, quiet, quiets)
    to = at - 8 if black else at + 8
    if squares[to]:
        return
    if not 8 <= to < 56:
        _promote(to << 6 | at, 0, noisy, quiet, quiets)
    elif quiets:
        quiet.append(to << 6 | at)
        two = to - 8 if black else to + 8
        if at >> 3 == (6 if black else 1) and not squares[two]:
            quiet.append(two << 6 | at)


def _promote(turn: Turn, taken: int, noisy: list[int], quiet: list[Turn], quiets: bool) -> None:
    noisy.append(taken + _PRIZE[QUEEN] << _PRIZED | QUEEN + BECOMES << HOW | turn)
    if quiets:
        quiet += [kind + BECOMES << HOW | turn for kind in (KNIGHT, ROOK, BISHOP)]


def _castle(node: Mailbox, quiet: list[Turn]) -> None:
    squares, enemy = node.squares, BLACK - node.black
    for right, empty, path, to in _CASTLINGS[node.black >> 3]:
        clear = node.castling & right and not any(squares[square] for square in empty)
        if clear and not any(attacked(squares, square, enemy) for square in path):
            quiet.append(to << 6 | path[0])


def wakings(node: Mailbox) -> list[Turn]:
    """Where the king is not in check."""
    low, high = TRANCE | node.black, TRANCE | node.black | KIND
    return [WAKING << HOW | at << 6 | at for at, piece in enumerate(node.squares) if low < piece < high]


def travellers(node: Mailbox, *, free: bool, checked: bool) -> list[Square]:
    """Who may journey: in check only who is in trance already, and only where shamans are free."""
    return [
        at
        for at, piece in enumerate(node.squares)
        if KNIGHT <= piece & KIND <= QUEEN and piece & BLACK == node.black and (free if piece & TRANCE else not checked)
    ]


def journeys(node: Mailbox, *, free: bool, checked: bool) -> list[Turn]:
    empty = [square for square, piece in enumerate(node.squares) if not piece]
    return [JOURNEY << HOW | to << 6 | at for at in travellers(node, free=free, checked=checked) for to in empty]
