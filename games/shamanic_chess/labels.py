"""Labels, emblems and layout of the buttons for entering a move, and the question above the buttons.

A move is entered token by token: first the square of the piece, then the end square or a sign, and so on. If there are
too many choices for one page, they are grouped by file (see `Game.group_label`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.art import Emblem
from games.core import Move
from games.grid import ROW_BUTTONS_MAX, ROWS_MAX
from games.shamanic_chess.legal_moves import has_ordinary_move, is_check
from games.shamanic_chess.position import (
    JOURNEY_SIGN,
    PIECE_NAMES,
    PROMOTION_TYPES,
    SQUARE_BY_NAME,
    SQUARE_NAMES,
    WAKING_SIGN,
    PieceKind,
    Position,
    find_captured_kind,
    say,
)
from games.shamanic_chess.rules import legal_moves
from games.shamanic_chess.san import is_castling
from games.shamanic_chess.state import BLACK, SIDE_NAMES, WHITE, View, arrange_squares

TRANCE_KINDS: Final = "QRBN"
"""The kinds of pieces that can fall into a trance. Kings and pawns never do."""
KINDS_WITH_EMBLEMS: Final = "KQRBN"
"""The kinds of pieces whose buttons have an emblem. Without one, more pawns fit side by side on a phone."""
PHONE_ROW_PIECES: Final = 3
"""How many buttons with an emblem fit side by side on a phone."""
PHONE_ROW_PAWNS: Final = 4


def move_label(view: View, prefix: Move, locale: str) -> str:
    position = view.state.position
    match prefix:
        case (square,):
            piece = _title_kind(position.kind_at(SQUARE_BY_NAME[square]), locale)
            is_shaman = position.in_trance & 1 << SQUARE_BY_NAME[square]
            return say("label-trance" if is_shaman else "label-piece", locale, piece=piece, at=square)
        case (_, "~"):
            return say("label-journey", locale)
        case (_, "~", end):
            return f"⇢ {end}"
        case (_, "^"):
            return say("label-wake", locale)
        case (_, _) if is_castling(position, prefix):
            return say("label-castle", locale, to=prefix[1])
        case (_, end):
            return f"× {end}" if find_captured_kind(position, prefix) else f"→ {end}"
        case (*_, promotion):
            return _title_kind(promotion.upper(), locale)
    return ""


def group_label(view: View, prefix: Move, locale: str) -> str:
    """Return the label of a group of choices: pieces by file, or moves and journeys by the file of their end square."""
    match prefix:
        case (file,) if len(file) == 1:
            return say("label-file-pieces", locale, file=file)
        case (_, "~"):
            return say("label-only-journeys", locale)
        case (_, file) if len(file) == 1:
            return say("label-file-moves", locale, file=file)
        case (start, "~", file) if len(file) == 1:
            # The label says “journey” only if moves are on the same page. Otherwise, the question contains the word.
            has_both = _can_move_and_journey(view.state.position, start)
            return say("label-file-journeys" if has_both else "label-file", locale, file=file)
    return ""


def short_label(view: View, prefix: Move, locale: str) -> str:
    """Return a piece or move in a few characters, such as “Nb1”, “a2→a3” or “Ra1⇢” (a rook that can only journey)."""
    start, *rest = prefix
    kind = view.state.position.kind_at(SQUARE_BY_NAME[start]) if start in SQUARE_BY_NAME else ""
    if not kind:
        return ""
    piece = f"{say.translate_san(kind.replace('P', ''), locale)}{start}"
    match rest:
        case []:
            return piece
        case ["~"]:
            return f"{piece}⇢"
        case ["^"]:
            return f"{piece} ^"
        case ["~", end] if end in SQUARE_BY_NAME:
            return f"{piece}⇢{end}"
        case [end, *promotion] if end in SQUARE_BY_NAME:
            sign = "×" if find_captured_kind(view.state.position, prefix) else "→"
            return f"{piece}{sign}{end}{say.translate_san(''.join(promotion).upper(), locale)}"
    return ""


def _can_move_and_journey(position: Position, start: str) -> bool:
    """Return whether an awake piece can make both an ordinary move and a journey."""
    square = SQUARE_BY_NAME[start]
    cannot_journey = position.kings | position.pawns | position.in_trance
    # In check, no piece can fall into a trance.
    can_journey = not 1 << square & cannot_journey and not is_check(position)
    return can_journey and has_ordinary_move(position, square)


def ask_next_token(view: View, prefix: Move, locale: str) -> str:
    position = view.state.position
    if not prefix:
        question = say("ask-check" if is_check(position) else "ask-piece", locale)
        legend = " · ".join(_explain_signs(view, locale))
        return f"{question}\n-# {legend}" if legend else question
    piece = move_label(view, prefix[:1], locale)
    match prefix:
        case (start,) if position.in_trance & 1 << SQUARE_BY_NAME[start]:
            return say("ask-asleep", locale, piece=piece)
        case (start,):
            return say("ask-both" if _can_move_and_journey(position, start) else "ask-goal", locale, piece=piece)
        case (_, "~", *_):
            return say("ask-journey", locale, piece=piece)
    return say("ask-became", locale, piece=f"{piece} {move_label(view, prefix, locale)}")


def _explain_signs(view: View, locale: str) -> Iterator[str]:
    """Yield a legend for the signs on the buttons of pieces that can only journey or only wake, if there are any."""
    signs_by_piece: dict[str, set[str]] = {}
    for start, sign, *_ in legal_moves(view):
        signs_by_piece.setdefault(start, set()).add(sign)
    for sign, key in ((JOURNEY_SIGN, "legend-journey"), (WAKING_SIGN, "legend-wake")):
        if {sign} in signs_by_piece.values():
            yield say(key, locale)


def _title_kind(kind: PieceKind, locale: str) -> str:
    return say(f"some-{PIECE_NAMES[kind]}", locale, count=1).capitalize()


def _make_piece_emblem(kind: PieceKind, *, white: bool, in_trance: bool = False) -> Emblem:
    side = SIDE_NAMES[WHITE if white else BLACK]
    return Emblem(f"{side}_{PIECE_NAMES[kind]}{'_trance' if in_trance else ''}")


EMBLEMS: Final = tuple(
    _make_piece_emblem(kind, white=white, in_trance=in_trance)
    for white in (True, False)
    for in_trance in (False, True)
    for kind in (TRANCE_KINDS if in_trance else KINDS_WITH_EMBLEMS)
)


def move_emblem(view: View, prefix: Move) -> Emblem | None:
    position = view.state.position
    match prefix:
        case (name,):
            square = SQUARE_BY_NAME[name]
            kind, in_trance = position.kind_at(square), bool(position.in_trance >> square & 1)
            is_white = bool(position.white_pieces >> square & 1)
            return _make_piece_emblem(kind, white=is_white, in_trance=in_trance) if kind in KINDS_WITH_EMBLEMS else None
        case (_, sign, _) if sign == JOURNEY_SIGN:
            return None
        case (_, _, promotion):
            return _make_piece_emblem(promotion.upper(), white=position.white_to_move)
    return None


def arrange_buttons(view: View, choices: Sequence[Move]) -> Sequence[Sequence[Move | str]]:
    """Arrange the pieces in rows above the pawns. Pieces that can only journey come after the others.

    The pieces that a pawn can become are in one row, with the queen first.
    """
    if all(choice[-1] in PROMOTION_TYPES and choice[:-1] == choices[0][:-1] for choice in choices):
        return [sorted(choices, key=lambda choice: list(PROMOTION_TYPES).index(choice[-1]))]
    if len({choice[0] for choice in choices}) < len(choices):
        return ()
    squares = [SQUARE_NAMES[square] for rank in arrange_squares(view) for square in rank]
    ordered = sorted(choices, key=lambda choice: (JOURNEY_SIGN in choice, squares.index(choice[0])))
    pawns = [choice for choice in ordered if view.state.position.kind_at(SQUARE_BY_NAME[choice[0]]) == "P"]
    pieces = [choice for choice in ordered if choice not in pawns]
    piece_row_length = PHONE_ROW_PIECES if len(pieces) <= 2 * PHONE_ROW_PIECES else ROW_BUTTONS_MAX
    rows = [*_split_into_rows(pieces, piece_row_length), *_split_into_rows(pawns, PHONE_ROW_PAWNS)]
    return rows if len(rows) <= ROWS_MAX else ()


def _split_into_rows(choices: Sequence[Move], length: int) -> Sequence[Sequence[Move]]:
    return [choices[start : start + length] for start in range(0, len(choices), length)]
