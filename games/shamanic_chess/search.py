"""Looking ahead: alpha-beta over the mailbox, deeper and deeper, until nothing is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from games.core import Left
from games.shamanic_chess.journey import MOST, worthwhile
from games.shamanic_chess.lines import attacked
from games.shamanic_chess.mailbox import BITS, HOW, JOURNEY, WAKING, Mailbox, Turn
from games.shamanic_chess.rules import FIFTY, THIRD
from games.shamanic_chess.ways import journeys, moves, prize, wakings
from games.shamanic_chess.worth import BLACK, KIND, KING, PAWN, PRICE

MATE: Final = 1_000_000
PLY: Final = 100
"""An earlier mate is better, by more than any liking for a turn."""
SURE: Final = MATE - 200 * PLY
DEEPEST: Final = 40

_ASKED_EVERY: Final = 64
_NONE: Final = 0
"""No turn leads from a1 to a1."""
_EXACT, _AT_LEAST, _AT_MOST = range(3)
_FUTILE: Final = (0, 180, 350)
"""By turns left to look at: who is further behind does not get there with a quiet turn."""
_AHEAD: Final = 110
"""A turn: who is that far ahead, stays ahead."""
_AHEAD_WITHIN: Final = 3
_MARGIN: Final = 150
"""Besides what is captured, a capture hardly changes more."""
_NEARLY: Final = 100
_FILTERED: Final = 2
"""After so many rounds over all turns, only the best of the journeys are looked at again."""
_EARLY: Final = 8
"""Journeys after so many turns, and quiet moves after half as many, are looked at less deeply."""


class Spent(Exception):
    """Nothing is left."""


class Verdict(NamedTuple):
    turn: Turn
    worth: int
    """To who is to move; from SURE on somebody mates."""
    depth: int

    @property
    def mate(self) -> int:
        """In how many moves who is to move mates; 0 if that is not known."""
        return (MATE - self.worth + PLY) // (2 * PLY) if self.worth >= SURE else 0


class Search:
    """What is learnt while looking ahead from one position."""

    def __init__(self, root: Mailbox, stood: Iterable[int], left: Left, most: int, *, free: bool) -> None:
        self.root = root
        self.free = free
        self.left = left
        self.most = most
        self.nodes = 0
        self.depth = 0
        self.stood: dict[int, int] = {}
        """How often each position has been there; in the line that is looked at, once is as good as often."""
        for key in stood:
            self.stood[key] = self.stood.get(key, 0) + 1
        self.stood[root.key] = THIRD
        self.table: dict[int, tuple[int, int, int, Turn]] = {}
        self.history = [0] * (BITS + 1)
        self.killers = [(_NONE, _NONE)] * 256
        self.hope = [-MATE] * 256
        """By ply: the best that was found there up to now."""

    def best(self, turns: Sequence[Turn], liking: Mapping[Turn, int], deepest: int = DEEPEST) -> Verdict:
        """One of these turns; `liking` is added to what it is worth."""
        order = sorted(turns, key=lambda turn: (self.root.gain(turn), liking.get(turn, 0)), reverse=True)
        self.verdict = Verdict(order[0], self.root.worth(), 0)
        if self.left() <= 0:
            return self.verdict
        late: list[Turn] = []
        try:
            for self.depth in range(1, deepest + 1):
                self._deeper(order, liking)
                if self.depth == _FILTERED:
                    late = [turn for turn in order if turn >> HOW == JOURNEY][MOST:]
                    filtered = set(late)
                    order = [turn for turn in order if turn not in filtered]
                if self.verdict.worth <= -SURE and late:
                    # Nobody is lost before everything has been tried.
                    order += late
                    late = []
                elif abs(self.verdict.worth) >= SURE and MATE - abs(self.verdict.worth) <= PLY * self.depth:
                    break
        except Spent:
            pass
        return self.verdict

    def _deeper(self, order: list[Turn], liking: Mapping[Turn, int]) -> None:
        """Ever better verdicts at this depth; brings the turns into the order in which to look at them next time."""
        root, depth = self.root, self.depth
        checked = root.checked()
        alpha = -MATE
        worths = {}
        for number, turn in enumerate(tuple(order), 1):
            child = root.after(turn)
            gives = child.checked_by(turn)
            liked = liking.get(turn, 0)
            # At first all that is nearly as good is told apart, for the order.
            floor = (max(-MATE, alpha - _NEARLY) if depth == 1 else alpha) - liked
            less = 0 if number == 1 or checked or gives or root.gain(turn) else _reduced(turn, number, min(depth, 4))
            beta = MATE if number == 1 or depth == 1 else floor + 1
            worth = liked - self._next(child, depth - 1 - less, -beta, -floor, 1, gives)
            if worth > alpha and beta < MATE:
                worth = liked - self._next(child, depth - 1, -MATE, -floor, 1, gives)
            worths[turn] = worth
            if worth > alpha:
                alpha = worth
                # The best turn of the last round comes first, so a verdict is never worse for being unfinished.
                self.verdict = Verdict(turn, worth, depth)
                order.remove(turn)
                order.insert(0, turn)
        if depth == 1:
            order.sort(key=worths.__getitem__, reverse=True)

    def _next(self, node: Mailbox, depth: int, alpha: int, beta: int, ply: int, checked: bool) -> int:
        """To who is to move there; nobody stops looking in the middle of a check."""
        if node.dead or self.stood.get(node.key, 0) >= THIRD - 1:
            return 0
        if checked and ply <= 2 * self.depth:
            depth += 1
        if depth <= 0:
            return self._captures(node, alpha, beta, ply)
        return self._worth(node, depth, alpha, beta, ply, checked)

    def _worth(
        self, node: Mailbox, depth: int, alpha: int, beta: int, ply: int, checked: bool, may_pass: bool = True
    ) -> int:
        self._ask()
        if node.quiet >= FIFTY:
            return ply * PLY - MATE if checked and self._stuck(node) else 0
        first = _NONE
        if known := self.table.get(node.key):
            deep, worth, bound, first = known
            worth = _nearer(worth, -ply)
            if deep >= depth and (bound == _EXACT or (worth >= beta if bound == _AT_LEAST else worth <= alpha)):
                return worth
        futile = False
        if not checked:
            static = node.worth()
            if static >= beta > -SURE and self._enough(node, static, depth, beta, ply, may_pass):
                return beta
            futile = depth < len(_FUTILE) and static + _FUTILE[depth] <= alpha
        return self._tried(node, depth, alpha, beta, ply, checked, futile, first)

    def _enough(self, node: Mailbox, static: int, depth: int, beta: int, ply: int, may_pass: bool) -> bool:
        """Is who is to move so well off that a turn need not be found, even after doing nothing?"""
        if depth <= _AHEAD_WITHIN and static - _AHEAD * depth >= beta:
            return True
        if not may_pass or depth < _AHEAD_WITHIN:
            return False
        child = node.passed()
        if depth <= _AHEAD_WITHIN:
            return -self._captures(child, -beta, 1 - beta, ply + 1) >= beta
        return -self._worth(child, depth - _AHEAD_WITHIN, -beta, 1 - beta, ply + 1, False, False) >= beta

    def _tried(
        self,
        node: Mailbox,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        checked: bool,
        futile: bool,
        first: Turn,
    ) -> int:
        best, chosen, number, floor = -MATE, _NONE, 0, alpha
        squares, seen = node.squares, self.stood.get(node.key, 0)
        self.stood[node.key] = seen + THIRD
        self.hope[ply] = -MATE
        for turn in self._ordered(node, depth, ply, first, checked):
            quiet = turn >> HOW <= WAKING and (turn >> HOW > 0 or not squares[turn >> 6 & 63])
            child = node.after(turn)
            gives = child.checked_by(turn)
            if (futile and quiet and not gives and best > -SURE) or not node.safe(turn, child, checked):
                continue
            number += 1
            less = _reduced(turn, number, depth) if quiet and not checked and not gives else 0
            high = beta if number == 1 else alpha + 1
            worth = -self._next(child, depth - 1 - less, -high, -alpha, ply + 1, gives)
            if worth > alpha and (less or high < beta):
                worth = -self._next(child, depth - 1, -beta, -alpha, ply + 1, gives)
            if worth > best:
                best, chosen = worth, turn
                self.hope[ply] = worth
                alpha = max(alpha, worth)
                if alpha >= beta:
                    if quiet:
                        self._remember(turn, depth, ply)
                    break
        self.stood[node.key] = seen
        if not number:
            return ply * PLY - MATE if checked else 0
        bound = _AT_LEAST if best >= beta else _EXACT if best > floor else _AT_MOST
        self.table[node.key] = depth, _nearer(best, ply), bound, chosen
        return best

    def _captures(self, node: Mailbox, alpha: int, beta: int, ply: int) -> int:
        """Only when all that can be captured has been, is a board worth what it looks like."""
        self._ask()
        best = node.worth()
        if best >= beta:
            return best
        squares, enemy = node.squares, BLACK - node.black
        alpha = max(alpha, best)
        enough = alpha - best - _MARGIN
        noisy, _ = moves(node, quiets=False)
        for ranked in noisy:
            turn = ranked & BITS
            at, to = turn & 63, turn >> 6 & 63
            there = squares[to] & KIND
            if there == KING:
                return MATE - ply * PLY
            if prize(ranked) <= enough:
                break
            dear = not turn >> HOW and PRICE[there] + PRICE[PAWN] < PRICE[squares[at] & KIND]
            if dear and attacked(squares, to, enemy):
                continue
            worth = -self._captures(node.after(turn), -beta, -alpha, ply + 1)
            if worth > best:
                best = worth
                alpha = max(alpha, worth)
                if alpha >= beta:
                    break
        return best

    def _ordered(self, node: Mailbox, depth: int, ply: int, first: Turn, checked: bool) -> Iterator[Turn]:
        """What promises most first; each is worked out only when somebody asks for it."""
        if first:
            yield first
        noisy, quiet = moves(node)
        for ranked in noisy:
            if ranked & BITS != first:
                yield ranked & BITS
        if not checked:
            quiet += wakings(node)
        quiet.sort(key=self.history.__getitem__, reverse=True)
        for turn in (first, *self.killers[ply]):
            if turn in quiet:
                quiet.remove(turn)
                if turn != first:
                    yield turn
        yield from quiet
        if depth >= 3 or checked:
            yield from worthwhile(node, free=self.free, checked=checked)
        # It is mate only if no journey at all averts it.
        if not checked and self.hope[ply] <= -SURE:
            for turn in journeys(node, free=self.free, checked=False):
                if self.hope[ply] > -SURE:
                    return
                yield turn

    def _remember(self, turn: Turn, depth: int, ply: int) -> None:
        self.history[turn] += depth * depth
        last = self.killers[ply][0]
        if turn != last:
            self.killers[ply] = turn, last

    def _stuck(self, node: Mailbox) -> bool:
        """In check: is it mate?"""
        noisy, quiet = moves(node)
        turns = [ranked & BITS for ranked in noisy] + quiet + journeys(node, free=self.free, checked=True)
        return not any(node.safe(turn, node.after(turn), True) for turn in turns)

    def _ask(self) -> None:
        self.nodes += 1
        if self.nodes % _ASKED_EVERY == 0 and (self.nodes >= self.most or self.left() <= 0):
            raise Spent


def _reduced(turn: Turn, number: int, depth: int) -> int:
    """How many turns less to look ahead after one that is hardly the best."""
    if depth < 3:
        return 0
    if turn >> HOW == JOURNEY:
        return 0 if number <= _EARLY else 2 if depth < 5 else 3
    return 0 if number <= _EARLY // 2 else 1 if number <= 2 * _EARLY or depth < 5 else 2


def _nearer(worth: int, ply: int) -> int:
    """A mate as it is counted so many turns further on; anything else is worth the same everywhere."""
    return worth if abs(worth) < SURE else worth + ply * PLY if worth > 0 else worth - ply * PLY
