"""`python -m tests.tools.bench.knower`: what somebody wins at Schnick who knows how the strong house mixes.

Before each choice they imagine many deals that fit what they see. In each of them they try every card, and play both
sides on as the house would: what wins most often they play. They think of all that the house may do, and of nothing
that was found for it: the house's own mixes are read from its figures. They also know how likely each hand of the
house's is, for they know which cards it would have played from it. `deals/` imagines, compiled. The end they play as it
is solved: nobody gains there by knowing who solves it.

The same player tells how much there is to be read in somebody at all: they know the habit of `tests.tools.bench.reads`,
how often it is followed and that the rest is played as the house would. No reader can know more, so none can win more
but by chance and by thinking longer.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from multiprocessing import get_context
from struct import Struct
from typing import Final

from bot.ladder.mean import Z
from games.compiled import Compiled
from games.core import Level, Seat, Word
from games.dice import Chance, Dice
from games.insight import Met
from games.match import begin
from games.options import settled
from games.schnick import GAME
from games.schnick.endgame import answer
from games.schnick.leaning import FIGURES
from games.schnick.state import DRAWN, JOKER, NAMES, SYMBOLS, View
from games.schnick.world import unseen
from tests.tools.bench import reads
from tests.tools.bench.clock import row

MATCHES: Final = 4_000
DEALS: Final = 300
MOST: Final = 0.60
HABITUAL: Final = 240
"""Matches against habits, as many as those that are read in `tests.tools.bench.reads`."""

_FIGURES: Final = [figure for rows in FIGURES.values() for row in rows for figure in row]
_LEANINGS: Final = Struct(f"<{len(_FIGURES)}d").pack(*_FIGURES)
_VIEW: Final = Struct("<26i")
_FOUND: Final = Struct("<5d")
_NAMED: Final = [NAMES[symbol] for symbol in SYMBOLS]
_NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class Known:
    """Whom one plays against."""

    habit: str = ""
    often: int = 0
    """In a hundred."""
    number: int = 0
    """Whose favourite."""


ANYBODY: Final = Known()


class Knower:
    """Somebody at one seat, through one match."""

    def __init__(self, rival: Known = ANYBODY, deals: int = DEALS) -> None:
        self.rival, self.deals = rival, deals
        self._imagined = Compiled("tests.tools.bench", "deals", lambda: False)
        self._imagined.note("leanings", _LEANINGS)
        self._sat = False

    def word(self, view: View, dice: Dice, last: Met | None = None) -> Word:
        words = GAME.legal(view)
        if view.phase != "duel" or len(words) == 1 or (not self.rival.habit and answer(view)):
            return GAME.think(view, Level.STRONG, dice, lambda: 1.0).word
        self._looks(view, last)
        self._imagined.asked("weigh", self.deals, dice.below(1 << 31))
        found = self._found()
        return max(words, key=lambda word: found[word[1]])

    def mix(self, view: View) -> Mapping[str, float]:
        """How the house is thought to choose in this seat: weights."""
        self._looks(view, None)
        self._imagined.asked("mix")
        return self._found()

    def sees(self, before: View, after: View, mine: Word, theirs: Word) -> None:
        """What came of a step: what the house played tells of what it kept; of whoever has a habit it tells little."""
        if before.phase != "duel" or after.phase == "over" or self.rival.habit:
            self._sat = False
            return
        seat, rival = _seats(before)
        self._looks(before, None)
        if theirs[0] == "card":
            self._imagined.asked("saw", _NAMED.index(theirs[1]))
        kept = Counter(before.hands[seat])
        if mine[0] == "card":
            kept[SYMBOLS[_NAMED.index(mine[1])]] -= 1
        # In what order a shuffled pile is drawn from is no matter.
        for card in (Counter(after.hands[seat]) - kept).elements():
            self._imagined.asked("took", SYMBOLS.index(card))
        for _ in range(after.past[rival].count(DRAWN) - before.past[rival].count(DRAWN)):
            self._imagined.asked("drew")
        if not self._imagined.asked("thought"):
            self._sat = False

    def held(self, view: View) -> Mapping[str, float]:
        """How many of each the house is thought to hold, on average."""
        self._looks(view, None)
        self._imagined.asked("held")
        return self._found()

    def _looks(self, view: View, last: Met | None) -> None:
        seat, rival = _seats(view)
        own, there = view.hands[seat], unseen(view)
        middle = dict(zip(view.duellists, view.middle, strict=True))
        cards = "".join(view.middle)
        habit = [*reads.HABITS].index(self.rival.habit) + 1 if self.rival.habit else 0
        self._imagined.note(
            "view",
            _VIEW.pack(
                *(seat, *map(own.count, SYMBOLS), *(there[symbol] for symbol in SYMBOLS)),
                *(len(view.hands[rival].rstrip(JOKER)), *(JOKER in view.hands[each] for each in (0, 1))),
                *(*(JOKER in middle[each] for each in (0, 1)), *(len(view.won[each]) for each in (0, 1))),
                *(len(cards), bool(cards.replace(JOKER, "")), view.challenger),
                *(habit, self.rival.often, self.rival.number),
                *((_NAMED.index(last.symbol), _NAMED.index(last.answer)) if last else (_NOBODY, _NOBODY)),
            ),
        )
        if not self._sat:
            self._imagined.asked("begin")
            self._sat = True

    def _found(self) -> Mapping[str, float]:
        return dict(zip(_NAMED, _FOUND.unpack(self._imagined.noted("found", _FOUND.size)), strict=True))


def _seats(view: View) -> tuple[Seat, Seat]:
    assert view.seat is not None
    return view.seat, 1 - view.seat


def fought(number: int, rival: Known, deals: int) -> float:
    """One match of who knows that rival: 1, 0 or a share."""
    match = begin(GAME, settled(GAME.options_class, {}), 2, Chance.of(f"knows {number}".encode(), ()))
    seat, knower, last = number % 2, Knower(rival, deals), None
    trial = reads.Trial("schnick", "{}", rival.habit, rival.often, reads=False)
    while not match.result:
        before, joint = match, dict[Seat, Word]()
        for each in sorted(before.awaited):
            view, dice = before.view(each), before.house(each)
            if each == seat:
                joint[each] = knower.word(view, dice, last)
            else:
                joint[each] = reads.chosen(trial, view, rival.number, last, dice)
            match = match.said(each, joint[each])
        if seat in joint and 1 - seat in joint:
            knower.sees(before.view(seat), match.view(seat), joint[seat], joint[1 - seat])
        last = GAME.met(before.view(seat), match.view(seat), joint) or last
    ranks = match.result.ranks
    return (ranks[seat] == 1) / ranks.count(1)


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
