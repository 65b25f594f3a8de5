"""`python -m tests.bench.knower`: what somebody wins at Schnick who knows how the strong house mixes.

Before each choice they imagine many deals that fit what they see. In each of them they try every card, and play both
sides on as the house would: what wins most often they play. They think of all that the house may do, and of nothing
that was found for it: the house's own mixes are read from its constants.

The same player tells how much there is to be read in somebody at all: they know the habit of `tests.bench.reads`, how
often it is followed and that the rest is played as the house would. No reader can know more, so none can win more but
by chance and by thinking longer.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import exp, sqrt
from multiprocessing import get_context
from random import Random
from typing import Final, TypeAlias

from bot.terminal.mean import Z
from games.core import Level, Met, Seat, Word
from games.dice import Chance, Dice
from games.match import begin
from games.options import settled
from games.schnick import GAME, met, mind
from games.schnick.state import BEATEN, JOKER, NAMES, SYMBOLS, View
from games.schnick.world import unseen
from tests.bench import reads
from tests.bench.clock import row

MATCHES: Final = 1_000
DEALS: Final = 40
MOST: Final = 0.60
HABITUAL: Final = 240
"""Matches against habits, as many as those that are read in `tests.bench.reads`."""

Counts: TypeAlias = list[int]
"""By symbol."""
_FIVE: Final = range(5)
_PAYS: Final = [[(b in BEATEN[a]) - (a in BEATEN[b]) for b in SYMBOLS] for a in SYMBOLS]
_NAMED: Final = [NAMES[symbol] for symbol in SYMBOLS]
_EVEN: Final = [1.0, 1.0, 1.0, 1.0, 1.0]


@dataclass
class Table:
    """Two seats as they would sit there if this were the deal; what is not looked at here the match goes on without."""

    hands: list[Counts]
    hidden: list[Counts]
    """What each does not see."""
    pile: list[int]
    joker: list[bool]
    laid: list[bool]
    won: list[int]
    pot: int
    tied: bool
    challenger: int

    def mix(self, seat: Seat) -> Sequence[float]:
        """How the house would choose there: weights."""
        own, other = self.hands[seat], sum(self.hands[1 - seat])
        there = self.hidden[seat]
        if not any(own):
            return _leaning(_EVEN, there, mind.SHOWN) if other else [0, 0, 1, 1, 1]
        if not other:
            signs = _leaning(_EVEN, [one + two for one, two in zip(there, own, strict=True)], mind.SHARP)
            return _leaning(own, signs, mind.MET)
        if self.tied:
            return _leaning(own, _leaning(there, there, mind.EAGER), mind.TIED)
        return _leaning(own, there, mind.BEGUN)

    def played(self, words: Sequence[int]) -> bool:
        """Both at once; is it over?"""
        had = [any(hand) for hand in self.hands]
        for seat in (0, 1):
            if had[seat]:
                self.hands[seat][words[seat]] -= 1
                self.hidden[1 - seat][words[seat]] -= 1
                self.pot, self.tied = self.pot + 1, True
        pays = _PAYS[words[0]][words[1]]
        if not pays:
            for seat in (self.challenger, 1 - self.challenger):
                if not any(self.hands[seat]) and not self.joker[seat]:
                    self._draws(seat)
            self._lays()
            return False
        winner = int(pays < 0)
        self.won[winner] += self.pot
        for _ in range(3 if self.laid[winner] else 1):
            self._draws(winner)
        if not self.pile or not all(any(self.hands[seat]) or self.joker[seat] for seat in (0, 1)):
            return True
        self.challenger, self.pot, self.tied, self.laid = 1 - self.challenger, 0, False, [False, False]
        self._lays()
        return False

    def _draws(self, seat: Seat) -> None:
        if self.pile:
            card = self.pile.pop()
            self.hands[seat][card] += 1
            self.hidden[seat][card] -= 1

    def _lays(self) -> None:
        for seat in (0, 1):
            if self.joker[seat] and not any(self.hands[seat]):
                self.joker[seat], self.laid[seat], self.pot = False, True, self.pot + 1

    def points(self, seat: Seat) -> float:
        lead = self.won[seat] - self.won[1 - seat]
        return (1 + (lead > 0) - (lead < 0)) / 2


def _leaning(ways: Sequence[float], against: Sequence[float], calm: float) -> Sequence[float]:
    scale = (sum(against) or 1.0) * calm
    return [
        way and way * exp(sum(pays * many for pays, many in zip(line, against, strict=True)) / scale)
        for way, line in zip(ways, _PAYS, strict=True)
    ]


def imagined(view: View, random: Random) -> Table:
    """A deal that fits, any as likely: what was played tells nothing of what was kept."""
    assert view.seat is not None
    seat, there = view.seat, unseen(view)
    cards = [at for at in _FIVE for _ in range(there[SYMBOLS[at]])]
    random.shuffle(cards)
    held = len(view.hands[1 - seat].rstrip(JOKER))
    mine = [view.hands[seat].count(symbol) for symbol in SYMBOLS]
    theirs = [cards[:held].count(at) for at in _FIVE]
    hands = [mine, theirs] if seat == 0 else [theirs, mine]
    pile = [cards[held:].count(at) for at in _FIVE]
    hidden = [[a + b for a, b in zip(pile, hands[1 - each], strict=True)] for each in (0, 1)]
    middle = dict(zip(view.duellists, view.middle, strict=True))
    return Table(
        hands=hands,
        hidden=hidden,
        pile=cards[held:],
        joker=[JOKER in view.hands[each] for each in (0, 1)],
        laid=[JOKER in middle[each] for each in (0, 1)],
        won=[len(view.won[each]) for each in (0, 1)],
        pot=len("".join(view.middle)),
        tied=bool("".join(view.middle).replace(JOKER, "")),
        challenger=view.challenger,
    )


@dataclass(frozen=True, slots=True)
class Known:
    """Whom one plays against."""

    habit: str = ""
    often: int = 0
    """In a hundred."""
    number: int = 0
    """Whose favourite."""

    def chosen(self, table: Table, seat: Seat, last: Met | None, random: Random) -> int:
        can = [at for at in _FIVE if table.hands[seat][at]] or list(_FIVE)
        if len(can) > 1 and random.randrange(100) < self.often:
            names = [_NAMED[at] for at in can]
            return _NAMED.index(reads.HABITS[self.habit](_NAMED, names, self.number, last, Dice(random.randbytes(8))))
        return random.choices(_FIVE, table.mix(seat))[0]


ANYBODY: Final = Known()


def knowing(view: View, dice: Dice, rival: Known, last: Met | None, deals: int = DEALS) -> Word:
    """The word of who knows it all."""
    words = GAME.legal(view)
    if view.phase != "duel" or len(words) == 1:
        return GAME.think(view, Level.STRONG, dice, lambda: 1.0).word
    assert view.seat is not None
    found, random = dict.fromkeys(words, 0.0), Random(dice.below(1 << 30))
    for _ in range(deals):
        deal, luck = random.getrandbits(32), random.getrandbits(32)
        for word in words:
            # The same deal, and the same luck, for each.
            table = imagined(view, Random(deal))
            found[word] += _ended(table, view.seat, _NAMED.index(word[1]), rival, last, Random(luck))
    return max(found, key=lambda word: found[word])


def _ended(table: Table, seat: Seat, mine: int, rival: Known, last: Met | None, random: Random) -> float:
    theirs = rival.chosen(table, 1 - seat, last, random)
    while not table.played((mine, theirs) if seat == 0 else (theirs, mine)):
        if rival.often:
            last = Met(_NAMED[theirs], _NAMED[mine], (), 0, {}, "")
        mine, theirs = ANYBODY.chosen(table, seat, None, random), rival.chosen(table, 1 - seat, last, random)
    return table.points(seat)


def fought(number: int, rival: Known, deals: int) -> float:
    """One match of who knows that rival: 1, 0 or a share."""
    match = begin(GAME, settled(GAME.Options, {}), 2, Chance.of(f"knows {number}".encode(), ()))
    knows, last = number % 2, None
    trial = reads.Trial("schnick", "{}", rival.habit, rival.often, reads=False)
    while not match.result:
        before, joint = match, dict[Seat, Word]()
        for seat in sorted(before.awaited):
            view, dice = before.view(seat), before.house(seat)
            if seat == knows:
                joint[seat] = knowing(view, dice, rival, last, deals)
            else:
                joint[seat] = reads.chosen(trial, view, rival.number, last, dice)
            match = match.said(seat, joint[seat])
        last = met(before.view(knows), match.view(knows), joint) or last
    ranks = match.result.ranks
    return (ranks[knows] == 1) / ranks.count(1)


def scored(rivals: Sequence[Known], deals: int) -> str:
    with ProcessPoolExecutor(None, get_context("spawn")) as crew:
        scores = list(crew.map(partial(fought, deals=deals), range(len(rivals)), rivals))
    score = sum(scores) / len(scores)
    return f"{score:.3f} ± {Z * sqrt(score * (1 - score) / len(scores)):.3f}"


def main(matches: str = str(MATCHES), habitual: str = str(HABITUAL), deals: str = str(DEALS)) -> bool:
    held = True
    if int(matches):
        figure = scored([ANYBODY] * int(matches), int(deals))
        held = row(
            f"  schnick: who knows strong, {matches} matches", figure, f"≤ {MOST}", holds=float(figure[:5]) <= MOST
        )
    for often, _ in reads.AGAINST if int(habitual) else ():
        rivals = [Known(habit, often, number) for number in range(int(habitual) // 5) for habit in reads.HABITS]
        row(f"  schnick: who knows a habit {often} % of the time", scored(rivals, int(deals)), "none", holds=True)
    return held


if __name__ == "__main__":
    raise SystemExit(not main(*sys.argv[1:4]))
