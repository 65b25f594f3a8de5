"""Seasons of people whose strength is known, rated in several ways: `python -m tests.tools.bench.seasons`, some
minutes.

Who wins is drawn as Bradley, Terry and Luce have it; one in ten of the close ends is a draw. Every way sees the same.

The ways to rate and what is asked of them are one file, since it is one table: a row a way, a column a question.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import log, sqrt
from statistics import correlation, fmean, median
from typing import Any, Final
from unittest.mock import patch

from bot.ladder import belief
from bot.ladder.belief import ACQUAINTED, NEWCOMER, SCALE, START, WIDEST, Belief, taught
from bot.ladder.rating import IN_A_ROW, in_a_row
from bot.ladder.rating import SCALE as POINTS
from games import GAMES
from games.dice import Chance, Dice
from games.match import begin
from games.schnick.state import SYMBOLS

SERVERS: Final = 40
PLAYERS: Final = 20
EACH: Final = 60
"""Matches a player, before anything is asked."""
DUELS: Final = (2,)
MIXED: Final = (2, 2, 2, 3, 4, 5, 6)
DRAWS: Final = 0.1
CLOSE: Final = 0.5
LONGEST: Final = 120
DAYS: Final = 30
FEEDERS: Final = 5
DAILY: Final = 5
"""As many of one pair as count in a day."""
HANDS: Final = 4_000
STRAY: Final = 0.2
IMPROVED: Final = 20.0
"""Six hundred points."""
WITHIN: Final = 2
"""Ranks."""


@dataclass(eq=False)
class Person:
    worth: float
    stand: Belief = NEWCOMER


Table = Sequence[Person]


RECENT: Final = partial(deque[int], maxlen=IN_A_ROW)


@dataclass
class Way:
    """As ladders are counted, or with something left out."""

    without: dict[str, Any] = field(default_factory=dict)
    row: int = IN_A_ROW
    asks: bool = True
    """Whether a player has to meet three different people to be known."""
    met: defaultdict[frozenset[Person], deque[int]] = field(default_factory=lambda: defaultdict(RECENT))

    def rate(self, table: Table, ranks: Sequence[int]) -> None:
        apart = set()
        for one, other in combinations(range(len(table)), 2):
            met = self.met[frozenset((table[one], table[other]))]
            if not met:
                for person in (table[one], table[other]):
                    person.stand = person.stand._replace(opponents=self.opponents(person.stand))
            if self.row and in_a_row(list(met)):
                apart |= {(one, other), (other, one)}
            ahead = (ranks[one] < ranks[other]) - (ranks[one] > ranks[other])
            met.append(ahead if id(table[one]) < id(table[other]) else -ahead)
        for person, stand in zip(table, taught([it.stand for it in table], ranks, apart), strict=True):
            person.stand = stand

    def opponents(self, stand: Belief) -> int:
        return min(ACQUAINTED, stand.opponents + 1) if self.asks else ACQUAINTED

    def key(self, person: Person) -> float:
        return person.stand.mu


WAYS: Final[dict[str, Callable[[], Way]]] = {
    "as ladders are counted": Way,
    "without the rule of three opponents": lambda: Way(asks=False),
    "without weights by seats": lambda: Way({"WEIGHTS": dict.fromkeys(range(2, 7), 1.0)}),
    "without drift": lambda: Way({"STIRRED": 0.0}),
    "without the rule of rows": lambda: Way(row=0),
    "without the rule of the unknown": lambda: Way({"KNOWN": 0, "ACQUAINTED": 0}),
}


def played(dice: random.Random, table: Table) -> list[int]:
    shown = [it.worth / SCALE - log(-log(dice.random())) for it in table]
    order = sorted(range(len(table)), key=lambda seat: -shown[seat])
    ranks, rank = [0] * len(table), 1
    for place, seat in enumerate(order):
        close = place > 0 and shown[order[place - 1]] - shown[seat] < CLOSE
        if not (close and dice.random() < DRAWS):
            rank = place + 1
        ranks[seat] = rank
    return ranks


def server(way: Way, dice: random.Random, sizes: Sequence[int], players: int = PLAYERS, each: int = EACH) -> Table:
    people = [Person(dice.gauss(START, WIDEST)) for _ in range(players)]
    while sum(it.stand.matches for it in people) < each * players:
        sit(way, dice, dice.sample(people, dice.choice(sizes)))
    return people


def sit(way: Way, dice: random.Random, table: Table) -> None:
    way.rate(table, played(dice, table))


def order(way: Way, sizes: Sequence[int]) -> float:
    """Spearman's, of the ladder against the truth."""
    dice = random.Random(1)
    found = [server(way, dice, sizes) for _ in range(SERVERS)]
    return fmean(
        correlation(places([way.key(it) for it in people]), places([it.worth for it in people])) for people in found
    )


def places(figures: Sequence[float]) -> list[int]:
    order = sorted(range(len(figures)), key=figures.__getitem__)
    return sorted(range(len(figures)), key=order.__getitem__)


def honesty(way: Way, seats: int) -> float:
    """How far off, in what was said to be the deviation: 1 is honest, more is too sure. Only differences count."""
    dice, off = random.Random(seats), []
    for _ in range(SERVERS):
        people = server(way, dice, (seats,), each=EACH * 2 // 3)
        thought, truth = fmean(it.stand.mu for it in people), fmean(it.worth for it in people)
        off += [(it.stand.mu - thought - it.worth + truth) / it.stand.sigma for it in people]
    return sqrt(fmean(each * each for each in off))


def settling(way: Way, sizes: Sequence[int]) -> int:
    """Matches until a newcomer's rank is two off at the most, for half of them and from then on."""
    dice = random.Random(7)
    off: list[list[int]] = [[] for _ in range(LONGEST)]
    for _ in range(2 * SERVERS):
        others = list(server(way, dice, sizes, PLAYERS - 1))
        new = Person(dice.gauss(START, WIDEST))
        true = sum(it.worth > new.worth for it in others)
        for told in off[: LONGEST // 2]:
            sit(way, dice, [new, *dice.sample(others, dice.choice(sizes) - 1)])
            told.append(abs(sum(way.key(it) > way.key(new) for it in others) - true))
    held = [median(told) <= WITHIN for told in off[: LONGEST // 2]]
    return next((at + 1 for at in range(len(held)) if all(held[at : at + 5])), LONGEST)


def improving(way: Way) -> float:
    """Matches until three quarters of six hundred points show, which somebody has learned after 120."""
    dice, needed = random.Random(9), []
    for _ in range(SERVERS):
        learner, *others = server(way, dice, DUELS)
        learner.worth = START - IMPROVED / 2
        for _ in range(EACH):
            sit(way, dice, [learner, dice.choice(others)])
        before, known = way.key(learner), learner.stand.matches
        learner.worth += IMPROVED
        for _ in range(LONGEST):
            if way.key(learner) - before >= 0.75 * IMPROVED:
                break
            sit(way, dice, [learner, dice.choice(others)])
        needed.append(learner.stand.matches - known)
    return median(needed)


FARMS: Final = ("five", "fresh", "circle", "sly")
"""Five accounts; five new ones each day; five who have won their rank from each other first; and who then win one in
ten, so that nothing is a row.
"""
FIRST: Final = 3
"""So often each two of a circle meet before."""


def farming(way: Way, how: str) -> float:
    """Points that thirty days bring with accounts that lose on purpose, each as often as counts."""
    dice, brought = random.Random(11), []
    for _ in range(SERVERS // 4):
        people = server(way, dice, DUELS)
        before, feeders = way.key(people[0]), [Person(START) for _ in range(FEEDERS)]
        kept = [feeders]
        for _ in range(FIRST if how in {"circle", "sly"} else 0):
            for pair in combinations(feeders, 2):
                sit(way, dice, pair)
        for number in range(DAYS * DAILY):
            if how == "fresh" and number % DAILY == 0:
                feeders = [Person(START) for _ in range(FEEDERS)]
                kept.append(feeders)
            for feeder in feeders:
                way.rate([people[0], feeder], [2, 1] if how == "sly" and number % 10 == 9 else [1, 2])
        brought.append(POINTS * (way.key(people[0]) - before))
    return fmean(brought)


@contextmanager
def less(way: Way) -> Iterator[Way]:
    with ExitStack() as stack:
        for name, value in way.without.items():
            stack.enter_context(patch.object(belief, name, value))
        yield way


def measured(make: Callable[[], Way]) -> tuple[str, bool]:
    def by(ask: Callable[..., float], *of: Any, **how: Any) -> float:
        with less(make()) as way:
            return ask(way, *of, **how)

    orders = [by(order, sizes) for sizes in (DUELS, MIXED)]
    honest = [by(honesty, seats) for seats in range(2, 7)]
    settles = [by(settling, sizes) for sizes in (DUELS, MIXED)]
    improves = by(improving)
    farms = [by(farming, how) for how in FARMS]
    # Of circles who know each other the arithmetic knows nothing: they are shown to those who manage the server.
    holds = max(settles) <= 8 and improves <= 25 and max(farms[:2]) <= 50 and all(0.9 <= it <= 1.1 for it in honest)
    cells = (
        " ".join(f"{it:.3f}" for it in orders), " ".join(f"{it:.2f}" for it in honest),
        " ".join(f"{it:.0f}" for it in settles), f"{improves:.0f}", " ".join(f"{it:.0f}" for it in farms),
    )  # fmt: skip
    return " | ".join(cells), holds


HEAD: Final = (
    "order: duels, mixed",
    "honest, 2 to 6 seats",
    "settles: the same",
    "improves",
    "farmed: " + ", ".join(FARMS),
)


def picky() -> tuple[float, float]:
    """What the best quarter of hands scores in Schnick Schnack Schnuck, and all of them: so much is won by cancelling
    the rest, where that is free.
    """
    game, dice = GAMES["schnick"], random.Random(13)
    told: list[tuple[str, float]] = []
    for _ in range(HANDS):
        match = begin(game, game.options_class(), 2, Chance(dice.randbytes(32)))
        hand = "".join(match.view(0).hands[0])
        while not match.result:
            seat = min(match.waiting)
            # Two who are always greedy may tie for ever.
            rival = game.rivals["random" if dice.random() < STRAY else "greedy"]
            match = match.said(seat, rival(match.view(seat), Dice(dice.randbytes(32))))
        mine, theirs = match.result.ranks
        told.append((hand, (mine < theirs) + (mine == theirs) / 2))
    known, fresh = told[::2], told[1::2]
    worth: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
    for hand, score in known:
        for card in SYMBOLS:
            worth[card, hand.count(card)].append(score)
    values = {at: fmean(scores) for at, scores in worth.items()}
    fresh.sort(key=lambda it: -sum(values.get((card, it[0].count(card)), 0.5) for card in SYMBOLS))
    return fmean(score for _, score in fresh[: len(fresh) // 4]), fmean(score for _, score in fresh)


def main() -> bool:
    print("| way", *HEAD, "", sep=" | ")  # noqa: T201 - its product
    print("|", " | ".join("---" for _ in range(len(HEAD) + 1)), "|")  # noqa: T201
    held = []
    for name, make in WAYS.items():
        cells, holds = measured(make)
        held.append(holds)
        print(f"| {name} | {cells} |", flush=True)  # noqa: T201
    best, all_of_them = picky()
    print(f"\nThe best quarter of hands scores {best:.3f}, all {all_of_them:.3f}; ", end="")  # noqa: T201
    print(f"whoever resigns the others {best / 4:.3f}.")  # noqa: T201
    return held[0]


if __name__ == "__main__":
    raise SystemExit(not main())
