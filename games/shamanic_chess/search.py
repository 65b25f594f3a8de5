"""Looking ahead: alpha-beta over the mailbox, deeper and deeper, until nothing is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from games.core import Left
from games.shamanic_chess.journey import MOST, worthwhile
from games.shamanic_chess.mailbox import BITS, JOURNEY, Mailbox, Turn, attacked
from games.shamanic_chess.worth import BLACK, KIND, KING, PRICE

MATE: Final = 1_000_000
PLY: Final = 100
"""An earlier mate is better, by more than any liking for a turn."""
SURE: Final = MATE - 100 * PLY
DEEPEST: Final = 40
FIFTY: Final = 100
THIRD: Final = 2
"""So often a position stood before it ends the match. In the lines ahead once is enough."""

_ASKED_EVERY: Final = 128
_NONE: Final = 0
"""No turn leads from a1 to a1."""
_EXACT, _AT_LEAST, _AT_MOST = range(3)
_FUTILE: Final = (0, 180, 350)
"""By turns left to look at: who is further behind does not get there with a quiet turn."""
_AHEAD: Final = 110
_NEARLY: Final = 100
_MARGIN: Final = 150
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
        for key in stood:
            self.stood[key] = self.stood.get(key, 0) + 1
        self.table: dict[int, tuple[int, int, int, Turn]] = {}
        self.history = [0] * (BITS + 1)
        self.killers: list[tuple[Turn, Turn]] = [(_NONE, _NONE)] * 256

    def best(self, turns: Sequence[Turn], liking: Mapping[Turn, int], deepest: int = DEEPEST) -> Verdict:
        """One of these turns: of those worth the same the one that is liked more, and of those the first."""
        order = sorted(turns, key=self.root.gain, reverse=True)
        verdict = Verdict(order[0], self.root.worth(), 0)
        late: set[Turn] = set()
        try:
            for self.depth in range(1, deepest + 1):
                for verdict in self._deeper(order, liking):
                    pass
                if self.depth == _FILTERED:
                    late = set([turn for turn in order if turn >> 12 == JOURNEY][MOST:])
                    order = [turn for turn in order if turn not in late]
                if verdict.worth <= -SURE and late:
                    # Nobody is lost before everything has been tried.
                    order += [turn for turn in turns if turn in late]
                    late = set()
                elif SURE <= abs(verdict.worth) and MATE - abs(verdict.worth) <= PLY * self.depth:
                    break
        except Spent:
            pass
        return verdict

    def _deeper(self, order: list[Turn], liking: Mapping[Turn, int]) -> Iterator[Verdict]:
        """Ever better verdicts at this depth; brings the turns into the order in which to look at them next time."""
        root, depth = self.root, self.depth
        checked = root.checked()
        alpha = -MATE
        worths = {}
        for number, turn in enumerate(tuple(order)):
            child = root.after(turn)
            gives = child.checked_by(turn)
            liked = liking.get(turn, 0)
            if number == 0 or depth == 1:
                # At first all that is nearly as good is told apart, for the order.
                floor = max(-MATE, alpha - _NEARLY) - liked
                worth = liked - self._next(child, depth - 1, -MATE, -floor, 1, gives)
            else:
                floor = alpha - liked
                less = _reduced(turn, number, depth) if not checked and not gives else 0
                worth = liked - self._next(child, depth - 1 - less, -floor - 1, -floor, 1, gives)
                if worth > alpha:
                    worth = liked - self._next(child, depth - 1, -MATE, -floor, 1, gives)
            worths[turn] = worth
            if worth > alpha:
                alpha = worth
                # Until the turn that was best is looked at anew, a first impression does not count against it.
                yield Verdict(turn, worth, depth)
                order.remove(turn)
                order.insert(0, turn)
        if depth == 1:
            order.sort(key=worths.__getitem__, reverse=True)

    def _next(self, node: Mailbox, depth: int, alpha: int, beta: int, ply: int, checked: bool) -> int:
        """What it is worth to who is to move there; in check one looks further, and nobody stops in the middle of it."""
        if checked and ply <= 2 * self.depth:
            depth += 1
        if depth <= 0:
            return self._captures(node, alpha, beta, ply)
        return self._worth(node, depth, alpha, beta, ply, checked)

    def _worth(
        self, node: Mailbox, depth: int, alpha: int, beta: int, ply: int, checked: bool, may_pass: bool = True
    ) -> int:
        self._ask()
        key = node.key
        seen = self.stood.get(key, 0)
        if seen >= THIRD or node.dead:
            return 0
        if node.quiet >= FIFTY:
            return ply * PLY - MATE if checked and not self._any(node, checked) else 0
        first = _NONE
        if known := self.table.get(key):
            deep, worth, bound, first = known
            if deep >= depth:
                if abs(worth) >= SURE:
                    worth += -ply * PLY if worth > 0 else ply * PLY
                if bound == _EXACT or (worth >= beta if bound == _AT_LEAST else bound == _AT_MOST and worth <= alpha):
                    return worth
        futile = False
        if not checked:
            static = node.worth()
            if abs(beta) < SURE:
                if depth <= 3 and static - _AHEAD * depth >= beta:
                    return static
                if may_pass and depth >= 3 and static >= beta:
                    worth = -self._pass(node, depth - 3, -beta, ply)
                    if worth >= beta:
                        return beta
            futile = depth < len(_FUTILE) and static + _FUTILE[depth] <= alpha
        best, chosen, number, floor, desperate = -MATE, _NONE, 0, alpha, False
        squares = node.squares
        self.stood[key] = seen + THIRD
        for turn in self._ordered(node, depth, ply, first, checked):
            if best > -SURE and (desperate or turn == _NONE):
                break
            if turn == first and number:
                continue
            if turn == _NONE:
                # What follows nobody looks at who can do better: it is a mate only if no journey at all helps.
                desperate = True
                continue
            quiet = turn >> 12 <= 2 and (turn >> 12 > 0 or not squares[turn >> 6 & 63])
            if futile and quiet and best > -SURE:
                continue
            child = node.after(turn)
            if not node.safe(turn, child, checked):
                continue
            gives = child.checked_by(turn)
            number += 1
            if number == 1:
                worth = -self._next(child, depth - 1, -beta, -alpha, ply + 1, gives)
            else:
                less = _reduced(turn, number, depth) if quiet and not checked and not gives else 0
                worth = -self._next(child, depth - 1 - less, -alpha - 1, -alpha, ply + 1, gives)
                if worth > alpha and (less or worth < beta):
                    worth = -self._next(child, depth - 1, -beta, -alpha, ply + 1, gives)
            if worth > best:
                best, chosen = worth, turn
                if worth > alpha:
                    alpha = worth
                    if alpha >= beta:
                        if quiet:
                            self._remember(turn, depth, ply)
                        break
        self.stood[key] = seen
        if not number:
            return ply * PLY - MATE if checked else 0
        bound = _AT_LEAST if best >= beta else _EXACT if best > floor else _AT_MOST
        stored = best
        if abs(best) >= SURE:
            stored += ply * PLY if best > 0 else -ply * PLY
        self.table[key] = depth, stored, bound, chosen
        return best

    def _pass(self, node: Mailbox, depth: int, alpha: int, ply: int) -> int:
        """If the mover did nothing: who is well off even then need not look for the best turn."""
        child = node.passed()
        if depth <= 0:
            return self._captures(child, alpha, alpha + 1, ply + 1)
        return self._worth(child, depth, alpha, alpha + 1, ply + 1, False, False)

    def _captures(self, node: Mailbox, alpha: int, beta: int, ply: int) -> int:
        """Only when all that can be captured has been, is a board worth what it looks like."""
        self._ask()
        best = node.worth()
        if best >= beta:
            return best
        alpha = max(alpha, best)
        squares, enemy = node.squares, BLACK - node.black
        enough = alpha - best - _MARGIN
        noisy, _ = node.moves(quiets=False)
        noisy.sort(reverse=True)
        for ranked in noisy:
            turn = ranked & BITS
            at, to = turn & 63, turn >> 6 & 63
            there = squares[to]
            if there & KIND == KING:
                return MATE - ply * PLY
            if (ranked >> 15) * 5 // 8 <= enough:
                break
            cheap = PRICE[there & KIND] < PRICE[squares[at] & KIND] - PRICE[1]
            if cheap and turn < 1 << 12 and attacked(squares, to, enemy):
                continue
            worth = -self._captures(node.after(turn), -beta, -alpha, ply + 1)
            if worth > best:
                best = worth
                if worth > alpha:
                    alpha = worth
                    if alpha >= beta:
                        break
        return best

    def _ordered(self, node: Mailbox, depth: int, ply: int, first: Turn, checked: bool) -> Iterator[Turn]:
        """Worked out only as far as somebody asks."""
        if first:
            yield first
        noisy, quiet = node.moves()
        noisy.sort(reverse=True)
        for ranked in noisy:
            yield ranked & BITS
        if not checked:
            quiet += node.wakings()
        quiet.sort(key=self.history.__getitem__, reverse=True)
        for killer in self.killers[ply]:
            if killer in quiet:
                quiet.remove(killer)
                yield killer
        yield from quiet
        if (depth >= 3 and not checked) or (checked and self.free):
            yield from worthwhile(node, free=self.free, checked=checked)
        if not checked:
            yield _NONE
            yield from node.journeys(self.free, checked)

    def _remember(self, turn: Turn, depth: int, ply: int) -> None:
        self.history[turn] += depth * depth
        last = self.killers[ply][0]
        if turn != last:
            self.killers[ply] = turn, last

    def _any(self, node: Mailbox, checked: bool) -> bool:
        """Is there any turn at all?"""
        noisy, quiet = node.moves()
        turns = [ranked & BITS for ranked in noisy] + quiet + ([] if checked else node.wakings())
        return any(
            node.safe(turn, node.after(turn), checked) for turn in turns + node.journeys(self.free, checked)
        )

    def _ask(self) -> None:
        self.nodes += 1
        if self.nodes % _ASKED_EVERY == 0 and (self.nodes >= self.most or self.left() <= 0):
            raise Spent


def _reduced(turn: Turn, number: int, depth: int) -> int:
    """How many turns less to look ahead after one that is hardly the best."""
    if depth < 3:
        return 0
    if turn >> 12 == JOURNEY:
        return (3 if depth > 4 else 2) if number > _EARLY else 0
    return 0 if number <= _EARLY // 2 else 1 if number <= 2 * _EARLY or depth < 5 else 2
