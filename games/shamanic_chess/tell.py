"""Shamanic Chess in words: boards in letters, what happened, what the buttons say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import chess

from games.art import Emblem
from games.core import Move
from games.grid import ROW_BUTTONS_MAX, Place, arrange_grid
from games.shamanic_chess import fen
from games.shamanic_chess.fen import castles, san
from games.shamanic_chess.position import KINDS, NAMES, SQUARES, TRANCE, Bitboard, Kind, Position, Square, say, taken
from games.shamanic_chess.state import BLACK, SIDES, WHITE, State, Turn, View, met
from games.shamanic_chess.turns import checked, mobile
from games.words import StepNarrator

PIECES: Final = dict(zip(KINDS, ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True))


def across(view: View) -> Sequence[Sequence[Square]]:
    """The squares as this seat sees them, from the far left to the near right."""
    ranks = [range(8 * rank, 8 * rank + 8) for rank in range(7, -1, -1)]
    return [rank[::-1] for rank in ranks[::-1]] if view.seat == BLACK else ranks


def happened(turn: Turn | None) -> frozenset[Square]:
    """The squares of the last turn."""
    return frozenset(SQUARES[token] for token in turn.word if token in SQUARES) if turn else frozenset()


def text(view: View, locale: str) -> str:
    state, squares = view.state, across(view)
    files = "   ".join(NAMES[square][0] for square in squares[0])
    lit = happened(state.last)
    rows = [
        f"{NAMES[rank[0]][1]} {''.join(_cell(state.position, square, lit=square in lit) for square in rank)}".rstrip()
        for rank in squares
    ]
    last = [_written(state.last, state, locale)] if state.last else []
    return "\n".join([*rows, f"   {files}", "", *last, _status(state, locale), fen.written(state.diagram)])


def _cell(position: Position, square: Square, *, lit: bool) -> str:
    """As in the notation of positions, in brackets where something just happened."""
    kind, at = position.kind(square) or ".", 1 << square
    piece = (kind if position.white & at else kind.lower()) + ("~" if position.trance & at else "")
    return f"[{piece}]".ljust(4) if lit else f" {piece:<3}"


def _written(turn: Turn, state: State, locale: str) -> str:
    return say("last", locale, who=_who(turn.seat, locale), san=san(turn.before, turn.word, free=state.free))


def _who(seat: int, locale: str) -> str:
    return say(f"seat-{seat}", locale)


def _status(state: State, locale: str) -> str:
    if state.end and state.end != "stopped":
        return _outcome(state, locale)
    key = "status-stopped" if state.end else "status-check" if checked(state.position) else "status-turn"
    return say(key, locale, number=state.number, who=_who(state.mover, locale))


def _outcome(state: State, locale: str) -> str:
    if state.end == "mate":
        return say("won-mate", locale, who=_who(1 - state.mover, locale))
    return say(f"reason-{state.end}", locale)


def alt(view: View, locale: str) -> str:
    state = view.state
    parts = [_army(state.position, seat, locale) for seat in (WHITE, BLACK)]
    last = [_written(state.last, state, locale)] if state.last else []
    return " ".join([*parts, *last, _status(state, locale)])


def _army(position: Position, seat: int, locale: str) -> str:
    """The pieces of a side by kind, those in trance apart."""
    own = position.white if seat == WHITE else position.black
    awake = ", ".join(_standing(position, own & ~position.trance, locale))
    trance = ", ".join(_standing(position, own & position.trance, locale))
    if trance:
        return say("alt-trance", locale, who=_who(seat, locale), awake=awake, trance=trance)
    return say("alt-awake", locale, who=_who(seat, locale), awake=awake)


def _standing(position: Position, those: Bitboard, locale: str) -> Iterator[str]:
    for kind, mask in zip(KINDS, position.kinds, strict=True):
        squares = [NAMES[square] for square in chess.scan_forward(mask & those)]
        if squares:
            yield f"{say(f'some-{PIECES[kind]}', locale, count=len(squares))} {' '.join(squares)}"


def told(view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
    state, telling = view.state, StepNarrator(say, locale, names, view.seat)
    lines = [_told(state.last, state, telling, locale)] if state.last else []
    if state.end == "mate":
        return [*lines, telling("told-mate", 1 - state.mover)]
    if state.end and state.end != "stopped":
        return [*lines, _outcome(state, locale)]
    return [*lines, telling("told-check", state.mover)] if checked(state.position) else lines


def _told(turn: Turn, state: State, telling: StepNarrator, locale: str) -> str:
    """Who played what as players write it, and the same in words."""
    deed = " ".join(_deed(turn.before, turn.word, locale))
    return telling("told-played", turn.seat, san=san(turn.before, turn.word, free=state.free), deed=deed)


def _deed(before: Position, word: Move, locale: str) -> Iterator[str]:
    at, to = word[0], word[2 if "~" in word else 1]
    facts = {"piece": say("the-piece", locale, piece=PIECES[before.kind(SQUARES[at])]), "at": at, "to": to}
    match word:
        case (_, "^"):
            yield say("told-woke", locale, **facts)
        case (_, "~", _):
            asleep = before.trance & 1 << SQUARES[at]
            yield say("told-travelled" if asleep else "told-entranced", locale, **facts)
        case (_, _) if castles(before, word):
            yield say("told-castled-short" if to[0] == "g" else "told-castled-long", locale, **facts)
        case (_, _, *became):
            met = taken(before, word)
            if met:
                yield say("told-taken", locale, **facts, taken=say("taken-piece", locale, taken=PIECES[met]))
            else:
                yield say("told-moved", locale, **facts)
            for piece in became:
                yield say(f"told-became-{PIECES[piece.upper()]}", locale)
            if met and not before.kind(SQUARES[to]):
                yield say("told-passing", locale)


def label(view: View, prefix: Move, locale: str) -> str:
    position = view.state.position
    match prefix:
        case (at,):
            piece = _titled(position.kind(SQUARES[at]), locale)
            asleep = position.trance & 1 << SQUARES[at]
            return say("label-trance" if asleep else "label-piece", locale, piece=piece, at=at)
        case (_, "~"):
            return say("label-journey", locale)
        case (_, "~", to):
            return f"⇢ {to}"
        case (_, "^"):
            return say("label-wake", locale)
        case (_, _) if castles(position, prefix):
            return say("label-castle", locale, to=prefix[1])
        case (_, to):
            return f"× {to}" if taken(position, prefix) else f"→ {to}"
        case (*_, kind):
            return _titled(kind.upper(), locale)
    return ""


def group_label(view: View, prefix: Move, locale: str) -> str:
    """Pieces by the file on which they stand, moves and journeys by the one on which they end."""
    match prefix:
        case (file,) if len(file) == 1:
            return say("label-file-pieces", locale, file=file)
        case (_, "~"):
            return say("label-only-journeys", locale)
        case (_, file) if len(file) == 1:
            return say("label-file-moves", locale, file=file)
        case (at, "~", file) if len(file) == 1:
            # Where moves and journeys lie side by side words tell them apart, else the question does.
            both = _goes_both_ways(view.state.position, at)
            return say("label-file-journeys" if both else "label-file", locale, file=file)
    return ""


def _goes_both_ways(position: Position, at: str) -> bool:
    """May it move, and journey as well? In check nobody falls into a trance."""
    piece = 1 << SQUARES[at]
    journeys = not piece & (position.kings | position.pawns | position.trance) and not checked(position)
    return journeys and mobile(position, SQUARES[at])


def question(view: View, said: Move, locale: str) -> str:
    position = view.state.position
    if not said:
        return say("ask-check" if checked(position) else "ask-piece", locale)
    piece = label(view, said[:1], locale)
    match said:
        case (at,) if position.trance & 1 << SQUARES[at]:
            return say("ask-asleep", locale, piece=piece)
        case (at,):
            return say("ask-both" if _goes_both_ways(position, at) else "ask-goal", locale, piece=piece)
        case (_, "~", *_):
            return say("ask-journey", locale, piece=piece)
    return say("ask-became", locale, piece=f"{piece} {label(view, said, locale)}")


def _titled(kind: Kind, locale: str) -> str:
    return say(f"some-{PIECES[kind]}", locale, count=1).capitalize()


def introduction(view: View, locale: str) -> str:
    """Each thing once, where somebody first meets it."""
    if view.seat is None:
        return ""
    new = met(view.state) - view.state.met[view.seat]
    return " ".join(say(f"first-{it}", locale, free=int(view.state.free)) for it in ("goal", "trance") if it in new)


OFFICERS: Final = "QRBN"
"""Who can fall into a trance, and what a pawn can become."""


def _piece(kind: str, *, white: bool, asleep: bool = False) -> Emblem:
    side = SIDES[WHITE if white else BLACK]
    return Emblem(f"{side}_{PIECES[kind]}{'_trance' if asleep else ''}")


EMBLEMS: Final = tuple(
    _piece(kind, white=white, asleep=asleep)
    for white in (True, False)
    for asleep in (False, True)
    for kind in (OFFICERS if asleep else KINDS)
)


def emblem(view: View, prefix: Move) -> Emblem | None:
    position = view.state.position
    match prefix:
        case (at,):
            square = SQUARES[at]
            kind, asleep = position.kind(square), bool(position.trance >> square & 1)
            return _piece(kind, white=bool(position.white >> square & 1), asleep=asleep) if kind else None
        case (_, step, _) if step == TRANCE:
            return None
        case (_, _, kind):
            return _piece(kind.upper(), white=position.white_moves)
    return None


def arrange_buttons(view: View, choices: Sequence[Move]) -> Sequence[Sequence[Move | str]]:
    squares = across(view)
    far = [word for word in choices if "~" in word]
    if any(word[-1] not in SQUARES for word in far):
        files = "".join(NAMES[square][0] for square in squares[0])
        near = [word for word in choices if word not in far]
        found = [row for row in (near, *_by_fours(far, files)) if row]
        return found if max(map(len, found)) <= ROW_BUTTONS_MAX else ()
    if any(word[-1] not in SQUARES or word[:-1] != choices[0][:-1] for word in choices):
        return ()
    places = {square: (right, down) for down, rank in enumerate(squares) for right, square in enumerate(rank)}

    def name(place: Place) -> str:
        right, down = place
        return NAMES[squares[down][right]]

    return arrange_grid({word: places[SQUARES[word[-1]]] for word in choices}, name)


def _by_fours(far: Sequence[Move], files: str) -> Iterator[list[Move]]:
    for half in (files[:4], files[4:]):
        yield sorted((word for word in far if word[-1][0] in half), key=lambda word: files.index(word[-1][0]))
