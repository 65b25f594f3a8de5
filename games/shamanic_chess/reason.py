"""Why a turn is played, in a line: what it captures, wakes, threatens or saves. All of it stands on the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from games.shamanic_chess.journey import lies_in_wait, uncovers
from games.shamanic_chess.lines import PAWNS, REACH, attacked, covered
from games.shamanic_chess.mailbox import HOW, JOURNEY, WAKING, Mailbox, Turn
from games.shamanic_chess.position import KINDS, MIDDLE, NAMES, Square
from games.shamanic_chess.search import SURE, Verdict
from games.shamanic_chess.tell import PIECES
from games.shamanic_chess.worth import BISHOP, BLACK, KIND, KING, KNIGHT, PAWN, PRICE, TRANCE

Facts: TypeAlias = Mapping[str, str | int]
Why: TypeAlias = tuple[str, Facts]
Squares: TypeAlias = Sequence[int]

CALLED: Final = ("", *(PIECES[kind] for kind in reversed(KINDS)))
"""By number of its kind, how texts call a piece."""


def reason(root: Mailbox, verdict: Verdict) -> Why:
    """The first that holds, the weightiest first."""
    turn = verdict.turn
    at, to, how = turn & 63, turn >> 6 & 63, turn >> HOW
    if verdict.mate:
        return "why-mates", {"moves": verdict.mate}
    if not verdict.depth:
        return "why-hurried", {}
    if verdict.worth <= -SURE:
        return "why-holds-out", {}
    child = root.after(turn)
    facts = {"piece": CALLED[root.squares[at] & KIND], "at": NAMES[at], "to": NAMES[to]}
    if how == WAKING:
        return "why-wakes-check" if root.checks(child) else "why-wakes", facts
    if root.checked and not root.gain(turn):
        return "why-parries", {"to": NAMES[to]}
    if how > WAKING:
        return "why-promotes", {"to": NAMES[to]}
    if root.gain(turn):
        return _captured(root, turn)
    threatened = covered(child, BLACK - root.black)
    flees = at in covered(root.squares, BLACK - root.black) and to not in threatened
    if how == JOURNEY:
        return _travelled(root, turn, flees=flees), facts
    if root.squares[at] & KIND == KING and abs(at - to) == 2:
        return "why-castles", {"to": NAMES[to]}
    return _moved(root, child, turn, facts, threatened, flees=flees) or ("why-ahead", {"depth": verdict.depth})


def _captured(root: Mailbox, turn: Turn) -> Why:
    to = turn >> 6 & 63
    taken = root.squares[to]
    facts = {"taken": CALLED[(taken or PAWN) & KIND], "to": NAMES[to]}
    if taken & TRANCE:
        return "why-takes-shaman", facts
    if taken and not attacked(root.after(turn), to, BLACK - root.black):
        return "why-takes-free", facts
    return "why-takes", facts


def _travelled(root: Mailbox, turn: Turn, *, flees: bool) -> str:
    if uncovers(root, turn & 63):
        return "why-uncovers"
    if flees:
        return "why-flees"
    return "why-lies-in-wait" if lies_in_wait(root, turn) else "why-travels"


def _moved(
    root: Mailbox, child: Squares, turn: Turn, facts: Facts, threatened: set[Square], *, flees: bool
) -> Why | None:
    at, to = turn & 63, turn >> 6 & 63
    piece = root.squares[at]
    kind = piece & KIND
    check = root.checks(child)
    struck = [] if to in threatened else _struck(child, to, threatened)
    if len(struck) > 1:
        return "why-forks", {**facts, "first": NAMES[struck[0]], "second": NAMES[struck[1]]}
    if check:
        return "why-checks", {}
    if flees and kind != PAWN:
        return "why-retreats", facts
    if struck:
        return "why-threatens", {**facts, "taken": CALLED[child[struck[0]] & KIND], "target": NAMES[struck[0]]}
    if (guarded := _guarded(root, child, to)) is not None:
        return "why-guards", {"taken": CALLED[child[guarded] & KIND], "target": NAMES[guarded]}
    if kind in (KNIGHT, BISHOP) and at >> 3 == (7 if root.black else 0) != to >> 3:
        return "why-develops", facts
    if kind == PAWN and to in MIDDLE:
        return "why-centre", {"to": NAMES[to]}
    return None


def _struck(squares: Squares, at: Square, protected: set[Square]) -> list[Square]:
    """What the piece there attacks: the king, what nobody protects and what is worth more, the best first."""
    kind = squares[at] & KIND
    found = []
    for ray in tuple((goal,) for goal in PAWNS[squares[at] >> 3 & 1][at]) if kind == PAWN else REACH[kind][at]:
        there = next((to for to in ray if squares[to]), None)
        if there is None or squares[there] & BLACK == squares[at] & BLACK:
            continue
        other = squares[there] & KIND
        if other == KING or there not in protected or (kind != KING and PRICE[other] > PRICE[kind]):
            found.append(there)
    return sorted(found, key=lambda there: (squares[there] & KIND == KING, PRICE[squares[there] & KIND]), reverse=True)


def _guarded(root: Mailbox, child: Squares, to: Square) -> Square | None:
    """What was attacked and unprotected, and is protected now: the best of it."""
    before, after = covered(root.squares, root.black), covered(child, root.black)
    attackers = covered(root.squares, BLACK - root.black)
    saved = [
        at for at in (after - before) & attackers if (piece := child[at]) and piece & BLACK == root.black and at != to
    ]
    return max(saved, key=lambda at: PRICE[child[at] & KIND], default=None)
