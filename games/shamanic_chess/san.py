"""Turns as chess players write them down: `Nf3`, `Nb~d5`, `Nd5^`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.core import Word
from games.shamanic_chess.position import SQUARES, TRANCE, WAKE, Position, after
from games.shamanic_chess.turns import checked, stuck, turns

CASTLED: Final = {"g": "O-O", "c": "O-O-O"}


def san(position: Position, word: Word, *, free: bool) -> str:
    rivals = [other for other in turns(position, free=free) if other[1:] == word[1:]]
    return names(position, rivals)[word] + _sign(after(position, word), free=free)


def _sign(position: Position, *, free: bool) -> str:
    if not checked(position):
        return ""
    return "#" if stuck(position, free=free) else "+"


def names(position: Position, words: Sequence[Word]) -> dict[Word, str]:
    """Every word as it is written down among these, without its check."""
    rivals: dict[tuple[str, ...], list[str]] = {}
    for at, *rest in words:
        rivals.setdefault((position.kind(SQUARES[at]), *rest), []).append(at)
    return {word: _name(position, word, rivals) for word in words}


def _name(position: Position, word: Word, rivals: dict[tuple[str, ...], list[str]]) -> str:
    at, *rest = word
    kind = position.kind(SQUARES[at])
    match rest:
        case ("^",):
            return f"{kind}{at}{WAKE}"
        case ("~", to):
            return f"{kind}{_told_apart(at, rivals[kind, *rest])}{TRANCE}{to}"
        case (to, *promoted) if kind == "P":
            taker = f"{at[0]}x" if at[0] != to[0] else ""
            return f"{taker}{to}{''.join(f'={piece.upper()}' for piece in promoted)}"
        case (to,) if castles(position, word):
            return CASTLED[to[0]]
        case (to,):
            takes = "x" if position.occupied & 1 << SQUARES[to] else ""
            return f"{kind}{_told_apart(at, rivals[kind, to])}{takes}{to}"
    raise AssertionError(word)


def castles(position: Position, word: Word) -> bool:
    at, to = SQUARES[word[0]], SQUARES.get(word[-1])
    return to is not None and bool(position.kings & 1 << at) and abs(at - to) == 2


def _told_apart(at: str, rivals: Iterable[str]) -> str:
    """As little of a square as tells its piece from the others of its kind: the file, else the rank, else all."""
    others = [other for other in rivals if other != at]
    if not others:
        return ""
    if all(other[0] != at[0] for other in others):
        return at[0]
    if all(other[1] != at[1] for other in others):
        return at[1]
    return at
