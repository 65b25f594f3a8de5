"""A parser for typed moves, as coordinates or SAN in many spellings, with suggestions for illegal moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import product
from typing import Final, TypeAlias

from games.core import Move
from games.refused import Refused
from games.shamanic_chess.legal_moves import is_check
from games.shamanic_chess.likely_moves import rank_moves
from games.shamanic_chess.position import (
    JOURNEY_SIGN,
    PIECE_KINDS,
    SQUARE_BY_NAME,
    WAKING_SIGN,
    PieceKind,
    Position,
    say,
)
from games.shamanic_chess.rules import legal_moves
from games.shamanic_chess.san import CASTLING_SAN, format_bare_san, is_castling
from games.shamanic_chess.state import View
from games.spelling import SUGGESTIONS_MAX

MovesBySpelling: TypeAlias = Mapping[str, Sequence[Move]]
"""The legal moves that each normalized spelling can mean."""

_INPUT_MAX_CHARS: Final = 16
"""The length to which typed moves are cut. No spelling of a move is longer."""
_SIMILARITY_MIN: Final = 0.5
"""A move is suggested only if its similarity to the typed text, measured by difflib's ratio, is at least this."""
_CHARACTER_VARIANTS: Final = str.maketrans(
    {**dict.fromkeys("∼～〜˜⇢", JOURNEY_SIGN), **dict.fromkeys("ˆ＾", WAKING_SIGN), **dict.fromkeys("♙♟", "")}
    | {
        figure: kind
        for kind, figures in zip(PIECE_KINDS, ("♔♚", "♕♛", "♖♜", "♗♝", "♘♞"), strict=False)
        for figure in figures
    }
)
_IGNORED_PATTERN: Final = re.compile(r"[Ee]\.?[Pp]\.?$|[\s\-‐–—−→>:=+#!?().,/xX×]+")
"""Matches characters that do not affect the meaning: blanks, dashes, and signs for capture, check or annotation."""
_CASTLING_PATTERN: Final = re.compile(r"[0Oo]{2,3}")
_COORDINATE_PATTERN: Final = re.compile(r"[a-h][1-8](~?[a-h][1-8]|\^)", re.IGNORECASE)
_REMOVE_SIGNS: Final = str.maketrans("", "", JOURNEY_SIGN + WAKING_SIGN)


def parse_move(view: View, typed: str) -> Move:
    """Parse a typed move. Case matters only where it distinguishes two legal moves."""
    moves = legal_moves(view)
    if not moves:
        raise say.make_refusal("not-asked")
    if (tokens := tuple(typed.lower().split())) in moves:
        return tokens
    moves_by_spelling = _index_spellings(view.state.position, moves)
    text = _normalize(typed)
    if text not in moves_by_spelling and _COORDINATE_PATTERN.match(text):
        text = text.lower()
    for reading in say.list_readings(text):
        meanings = _find_meanings(moves_by_spelling, reading)
        if len(meanings) == 1:
            return meanings[0]
        if meanings:
            break
    raise _make_refusal(view, moves, moves_by_spelling, typed, text)


def complete_move(view: View, typed: str) -> Sequence[Move]:
    """Return the moves with a spelling that starts with the typed text, journeys last. Empty text gives likely moves.

    If no spelling starts with the text, ignore case.
    """
    text, moves = _normalize(typed), legal_moves(view)
    if not text:
        ordinary = [move for move in moves if JOURNEY_SIGN not in move]
        return rank_moves(view.state.position, ordinary)
    moves_by_spelling = _index_spellings(view.state.position, moves)
    for ignores_case, reading in product((False, True), say.list_readings(text)):
        start = reading.lower() if ignores_case else reading
        meanings = {
            move
            for spelling, spelled_moves in moves_by_spelling.items()
            if (spelling.lower() if ignores_case else spelling).startswith(start)
            for move in spelled_moves
        }
        if meanings:
            return sorted((move for move in moves if move in meanings), key=lambda move: JOURNEY_SIGN in move)
    return ()


def _normalize(typed: str) -> str:
    """Drop ignored characters, and replace piece figures and variants of signs with their standard forms."""
    text = _IGNORED_PATTERN.sub("", typed.strip().translate(_CHARACTER_VARIANTS))[:_INPUT_MAX_CHARS]
    return text.upper().replace("0", "O") if _CASTLING_PATTERN.fullmatch(text) else text


def _index_spellings(position: Position, moves: Sequence[Move]) -> MovesBySpelling:
    index: dict[str, list[Move]] = {}
    kinds = {start: position.kind_at(SQUARE_BY_NAME[start]) for start in {move[0] for move in moves}}
    for move in moves:
        for spelling in dict.fromkeys(_list_spellings(position, kinds[move[0]], move)):
            index.setdefault(spelling, []).append(move)
    return index


def _list_spellings(position: Position, kind: PieceKind, move: Move) -> Iterator[str]:
    """Yield the normalized spellings of a move: coordinates, then SAN with each way to name the start square."""
    start, *rest = move
    yield "".join(move)
    if is_castling(position, move):
        yield CASTLING_SAN[rest[0][0]].replace("-", "")
    elif kind == "P":
        capture_file = start[0] if start[0] != rest[0][0] else ""
        promotion = "".join(rest[1:]).upper()
        yield f"{capture_file}{rest[0]}{promotion}"
        yield f"{start}{rest[0]}{promotion}"
    elif rest == [WAKING_SIGN]:
        yield f"{kind}{start}{WAKING_SIGN}"
    else:
        end = "".join(rest)
        for origin in ("", start[0], start[1], start):
            yield f"{kind}{origin}{end}"


def _find_meanings(moves_by_spelling: MovesBySpelling, text: str) -> Sequence[Move]:
    """Return the moves with exactly this spelling. If there are none, compare spellings without regard to case."""
    if text in moves_by_spelling:
        return moves_by_spelling[text]
    lower = text.lower()
    matches = (moves for spelling, moves in moves_by_spelling.items() if spelling.lower() == lower)
    return list(dict.fromkeys(move for moves in matches for move in moves))


def _make_refusal(
    view: View, moves: Sequence[Move], moves_by_spelling: MovesBySpelling, typed: str, text: str
) -> Refused:
    """Return a refusal that suggests legal moves in the typed notation.

    It also names a rule that the player may have overlooked: a piece in trance must wake before it can move, or no
    piece can wake or fall into a trance in check.
    """
    position = view.state.position
    is_coordinates = _COORDINATE_PATTERN.match(text)
    names = {move: "".join(move) for move in moves} if is_coordinates else format_bare_san(position, moves)
    # In check, no piece can wake or fall into a trance.
    has_sign_in_check = text != text.translate(_REMOVE_SIGNS) and is_check(position)
    # A piece in trance must wake before it can move.
    start = text[:2].lower()
    must_wake = (
        start in SQUARE_BY_NAME
        and position.own_pieces & position.in_trance & 1 << SQUARE_BY_NAME[start]
        and JOURNEY_SIGN not in text
    )
    meanings = _find_meanings(moves_by_spelling, text)
    if not meanings:
        similar_text = text.translate(_REMOVE_SIGNS) if has_sign_in_check else text
        others = [(start, WAKING_SIGN)] if must_wake else _find_similar_moves(names, similar_text)
        meanings = [*_find_moves_without_signs(moves_by_spelling, text), *others]
    if has_sign_in_check:
        # Few moves are legal in check, so any of them is a useful suggestion.
        meanings = meanings or moves
    near = ", ".join(list(dict.fromkeys(names[move] for move in meanings if move in names))[:SUGGESTIONS_MAX])
    if not near:
        return say.make_refusal("illegal", word=typed)
    if has_sign_in_check:
        return say.make_refusal("unread-check", typed=typed, near=near)
    if must_wake:
        return say.make_refusal("unread-trance", typed=typed, near=near, square=start)
    return say.make_refusal("unread", typed=typed, near=near)


def _find_moves_without_signs(moves_by_spelling: MovesBySpelling, text: str) -> list[Move]:
    """Return the moves that differ from the typed text only in the sign for a journey or waking."""
    bare = text.translate(_REMOVE_SIGNS)
    matches = (moves for spelling, moves in moves_by_spelling.items() if spelling.translate(_REMOVE_SIGNS) == bare)
    return [move for moves in matches for move in moves]


def _find_similar_moves(names: Mapping[Move, str], text: str) -> list[Move]:
    """Return the moves with names similar to the typed text, most similar first.

    The moves must have the same journey or waking sign as the text, or no sign if the text has none.
    """
    sign = next((letter for letter in text if letter in (JOURNEY_SIGN, WAKING_SIGN)), "")
    matcher = SequenceMatcher(b=text)
    ranked = []
    for move, name in names.items():
        if sign in move or not (sign or JOURNEY_SIGN in move or WAKING_SIGN in move):
            matcher.set_seq1(_normalize(name))
            # quick_ratio is an upper bound of ratio, and rules out nearly all of the hundreds of moves.
            if matcher.quick_ratio() >= _SIMILARITY_MIN and (similarity := matcher.ratio()) >= _SIMILARITY_MIN:
                # Prefer the promotion to a queen, which is nearly always meant.
                ranked.append((-similarity, move[-1] != "q", move))
    return [move for *_, move in sorted(ranked)]
