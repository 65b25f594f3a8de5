"""Positions and steps as text: the whole board, a short description, the last move, and beginner explanations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import chess

from games.core import Move, Seat
from games.shamanic_chess.fen import format_fen
from games.shamanic_chess.legal_moves import is_check
from games.shamanic_chess.position import (
    PIECE_KINDS,
    PIECE_NAMES,
    SQUARE_BY_NAME,
    SQUARE_NAMES,
    Bitboard,
    Position,
    Square,
    find_captured_kind,
    say,
)
from games.shamanic_chess.san import format_san, is_castling
from games.shamanic_chess.state import BLACK, WHITE, PlayedMove, State, View, arrange_squares, list_beginner_topics
from games.words import StepNarrator


def describe_board(view: View, locale: str) -> str:
    state, rows = view.state, arrange_squares(view)
    files = "   ".join(SQUARE_NAMES[square][0] for square in rows[0])
    marked = state.last_move.squares if state.last_move else frozenset()
    lines = [
        f"{SQUARE_NAMES[row[0]][1]} "
        f"{''.join(_format_square(state.position, square, marked=square in marked) for square in row)}".rstrip()
        for row in rows
    ]
    last_move = [_announce_move(state.last_move, state, locale)] if state.last_move else []
    return "\n".join([*lines, f"   {files}", "", *last_move, _describe_status(state, locale), format_fen(state.setup)])


def _format_square(position: Position, square: Square, *, marked: bool) -> str:
    """Format a square as four characters, with the FEN letter of its piece, in brackets if the square is marked."""
    kind, mask = position.kind_at(square) or ".", 1 << square
    letter = kind if position.white_pieces & mask else kind.lower()
    piece = letter + ("~" if position.in_trance & mask else "")
    return f"[{piece}]".ljust(4) if marked else f" {piece:<3}"


def _announce_move(played: PlayedMove, state: State, locale: str) -> str:
    san = format_san(played.before, played.move, free_shamans=state.free_shamans)
    return say("last", locale, who=_name_side(played.seat, locale), san=san)


def _name_side(seat: Seat, locale: str) -> str:
    return say(f"seat-{seat}", locale)


def _describe_status(state: State, locale: str) -> str:
    """Describe how the match ended, or whose turn it is."""
    if state.end_reason and state.end_reason != "stopped":
        return _describe_outcome(state, locale)
    key = "status-stopped" if state.end_reason else "status-check" if is_check(state.position) else "status-turn"
    return say(key, locale, number=state.fullmove_number, who=_name_side(state.seat_to_move, locale))


def _describe_outcome(state: State, locale: str) -> str:
    if state.end_reason == "mate":
        return say("won-mate", locale, who=_name_side(1 - state.seat_to_move, locale))
    return say(f"reason-{state.end_reason}", locale)


def describe_places(view: View, locale: str) -> Iterator[tuple[str, str]]:
    position = view.state.position
    for square, name in enumerate(SQUARE_NAMES):
        kind, mask = position.kind_at(square), 1 << square
        parts = []
        if kind:
            side = WHITE if position.white_pieces & mask else BLACK
            parts = [_name_side(side, locale), say(f"some-{PIECE_NAMES[kind]}", locale, count=1)]
            parts += [say("in-trance", locale)] if position.in_trance & mask else []
        yield name, " · ".join(parts)
    yield "", _describe_status(view.state, locale)


def describe_briefly(view: View, locale: str) -> str:
    state = view.state
    sides = [_describe_side(state.position, seat, locale) for seat in (WHITE, BLACK)]
    last_move = [_announce_move(state.last_move, state, locale)] if state.last_move else []
    return " ".join([*sides, *last_move, _describe_status(state, locale)])


def _describe_side(position: Position, seat: Seat, locale: str) -> str:
    """List a side's pieces by kind, with those in trance listed separately."""
    own = position.white_pieces if seat == WHITE else position.black_pieces
    side = _name_side(seat, locale)
    awake = ", ".join(_list_pieces(position, own & ~position.in_trance, locale))
    trance = ", ".join(_list_pieces(position, own & position.in_trance, locale))
    if trance:
        return say("alt-trance", locale, who=side, awake=awake, trance=trance)
    return say("alt-awake", locale, who=side, awake=awake)


def _list_pieces(position: Position, selected: Bitboard, locale: str) -> Iterator[str]:
    """Yield each kind of selected piece with its squares, for example “rooks a1 h1”."""
    for kind, bitboard in zip(PIECE_KINDS, position.bitboards_by_kind, strict=True):
        squares = [SQUARE_NAMES[square] for square in chess.scan_forward(bitboard & selected)]
        if squares:
            yield f"{say(f'some-{PIECE_NAMES[kind]}', locale, count=len(squares))} {' '.join(squares)}"


def describe_step(view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
    state, narrator = view.state, StepNarrator(say, locale, names, view.seat)
    lines = [_narrate_move(state.last_move, state, narrator, locale)] if state.last_move else []
    if state.end_reason == "mate":
        return [*lines, narrator("told-mate", 1 - state.seat_to_move)]
    if state.end_reason and state.end_reason != "stopped":
        return [*lines, _describe_outcome(state, locale)]
    return [*lines, narrator("told-check", state.seat_to_move)] if is_check(state.position) else lines


def _narrate_move(played: PlayedMove, state: State, narrator: StepNarrator, locale: str) -> str:
    """Describe who played a move, with the move in SAN and in words."""
    description = " ".join(_describe_move(played.before, played.move, locale))
    san = format_san(played.before, played.move, free_shamans=state.free_shamans)
    return narrator("told-played", played.seat, san=san, description=description)


def _describe_move(before: Position, move: Move, locale: str) -> Iterator[str]:
    """Yield descriptions of the move, of any promotion, and of any en passant capture."""
    start, end = move[0], move[2 if "~" in move else 1]
    piece = say("the-piece", locale, piece=PIECE_NAMES[before.kind_at(SQUARE_BY_NAME[start])])
    facts = {"piece": piece, "at": start, "to": end}
    match move:
        case (_, "^"):
            yield say("told-woke", locale, **facts)
        case (_, "~", _):
            was_in_trance = before.in_trance & 1 << SQUARE_BY_NAME[start]
            yield say("told-travelled" if was_in_trance else "told-entranced", locale, **facts)
        case (_, _) if is_castling(before, move):
            yield say("told-castled-short" if end[0] == "g" else "told-castled-long", locale, **facts)
        case (_, _, *promotion):
            captured = find_captured_kind(before, move)
            if captured:
                taken = say("taken-piece", locale, taken=PIECE_NAMES[captured])
                yield say("told-taken", locale, **facts, taken=taken)
            else:
                yield say("told-moved", locale, **facts)
            for token in promotion:
                yield say(f"told-became-{PIECE_NAMES[token.upper()]}", locale)
            if captured and not before.kind_at(SQUARE_BY_NAME[end]):
                yield say("told-passing", locale)


def introduce(view: View, locale: str) -> str:
    if view.seat is None:
        return ""
    new_topics = list_beginner_topics(view.state) - view.state.explained_topics[view.seat]
    free = int(view.state.free_shamans)
    return " ".join(say(f"first-{topic}", locale, free=free) for topic in ("goal", "trance") if topic in new_topics)
