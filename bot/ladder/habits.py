"""The mind reader: what somebody's choices tell of the next one. Pure: choices in, figures out.

Choices are held against a player who throws dice over what can be chosen. Where they cannot be told apart from that
player's, nothing is made of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, log, sqrt
from statistics import fmean, pvariance
from typing import Final, TypeAlias

from bot.table import journal
from bot.table.allowance import Absences
from bot.table.table import Begun, Play, Table
from games.core import Habit, Telltale
from games.refused import Refused
from storage import Journal

LEAST: Final = 20
"""Choices of one kind, below which there is too little to say."""
SURE: Final = 2.3263
"""Standard deviations: who throws dice is called predictable once in a hundred reports."""
STANDS_OUT: Final = 0.05
"""How likely dice may make any of all the sequences look as striking."""
ROUNDS: Final = 200
_SAME: Final = 1e-12

Weights: TypeAlias = Mapping[str, float]
"""How readily each symbol is chosen; their sum is 1."""


@dataclass(frozen=True, slots=True)
class Follow:
    """After `first`, `then` came so often."""

    first: str
    then: str
    times: int
    of: int
    expected: float
    """How often it would have come if one choice had nothing to do with the one before."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How often the best answer to all that was chosen before would have won."""

    of: int
    reader: float
    stranger: float
    """The same for who knows what can be chosen and what beats what, but nothing of this player."""
    ahead: float
    """By how much the reader would be ahead of the stranger if dice had chosen what was there."""
    spread: float
    """The deviation of that."""

    @property
    def tells(self) -> bool:
        """Is the reader ahead by more than luck explains?"""
        return self.reader - self.stranger - self.ahead > SURE * self.spread > 0


@dataclass(frozen=True, slots=True)
class Report:
    """Of one kind of choices. Nothing is told of fewer than LEAST."""

    kind: str
    choices: int
    predictable: float = 0.0
    """From 0, as dice choose, to 1, always the same: the share of the greatest entropy that is missing."""
    favourite: str = ""
    """What is chosen most beyond its share; told only of the predictable."""
    times: int = 0
    of: int = 0
    """How often the favourite was chosen, and how often it could have been."""
    follow: Follow | None = None
    reading: Reading | None = None

    @property
    def enough(self) -> bool:
        return self.choices >= LEAST


def reports(matches: Iterable[Sequence[Habit]]) -> list[Report]:
    """By kind, those with most choices first; the matches in the order in which they were played."""
    kinds: dict[str, list[list[Habit]]] = defaultdict(list)
    for match in matches:
        for kind in dict.fromkeys(habit.kind for habit in match):
            kinds[kind].append([habit for habit in match if habit.kind == kind])
    told = [_report(kind, runs) for kind, runs in kinds.items()]
    return sorted(told, key=lambda report: -report.choices)


def _report(kind: str, runs: Sequence[Sequence[Habit]]) -> Report:
    habits = [habit for run in runs for habit in run]
    if len(habits) < LEAST:
        return Report(kind, len(habits))
    weights = fitted(habits)
    share = predictable(habits, weights)
    favourite, times, of = _favourite(habits) if share else ("", 0, 0)
    return Report(kind, len(habits), share, favourite, times, of, follow(runs, weights), reading(runs))


def fitted(habits: Sequence[Habit]) -> Weights:
    """The weights that make these choices likeliest, each choice being made by weight among what could be chosen.

    Where always the same could be chosen they are how often each was; hands differ, and then it is the model of Luce,
    climbed to as Hunter (2004) does.
    """
    chosen = Counter(habit.symbol for habit in habits)
    offers = Counter(frozenset(habit.among) for habit in habits)
    symbols = sorted(frozenset().union(*offers))
    weights = {symbol: chosen[symbol] / len(habits) for symbol in symbols}
    if len(offers) == 1:
        return weights
    for _ in range(ROUNDS):
        rates = {offer: times / sum(weights[each] for each in offer) for offer, times in offers.items()}
        climbed = {
            symbol: chosen[symbol] / sum(rate for offer, rate in rates.items() if symbol in offer) for symbol in symbols
        }
        total = sum(climbed.values())
        weights = {symbol: weight / total for symbol, weight in climbed.items()}
    return weights


def _likely(weights: Weights, habit: Habit, symbol: str) -> float:
    return weights[symbol] / sum(weights[each] for each in habit.among)


def predictable(habits: Sequence[Habit], weights: Weights) -> float:
    """The share of entropy that is missing, corrected for the little that few choices show (Miller and Madow).

    0 where the likelihood-ratio test against dice finds nothing at one in a hundred.
    """
    count, symbols = len(habits), len(weights)
    most = sum(log(len(habit.among)) for habit in habits) / count
    found = -sum(log(_likely(weights, habit, habit.symbol)) for habit in habits) / count
    if 2 * count * (most - found) <= critical(symbols - 1):
        return 0.0
    corrected = found + (len({habit.symbol for habit in habits}) - 1) / (2 * count)
    return min(1.0, max(0.0, 1 - corrected / most))


def critical(freedom: int) -> float:
    """What chi-square exceeds once in a hundred, after Wilson and Hilferty."""
    return freedom * (1 - 2 / (9 * freedom) + SURE * sqrt(2 / (9 * freedom))) ** 3


def _favourite(habits: Sequence[Habit]) -> tuple[str, int, int]:
    """What, how often, and how often it could have been."""
    beyond: defaultdict[str, Fraction] = defaultdict(Fraction)
    for habit in habits:
        beyond[habit.symbol] += 1
        for symbol in habit.among:
            beyond[symbol] -= Fraction(1, len(habit.among))
    best = max(sorted(beyond), key=beyond.__getitem__)
    return best, sum(habit.symbol == best for habit in habits), sum(best in habit.among for habit in habits)


def follow(runs: Sequence[Sequence[Habit]], weights: Weights) -> Follow | None:
    """The sequence of two that stands out most, if any does: by the binomial test, one-sided, with its level divided
    by how many sequences there could be.
    """
    tries: dict[tuple[str, str], list[tuple[bool, float]]] = defaultdict(list)
    for run in runs:
        for before, habit in pairwise(run):
            for symbol in habit.among:
                hit = symbol == habit.symbol
                tries[before.symbol, symbol].append((hit, _likely(weights, habit, symbol)))
    told: list[tuple[float, Follow]] = []
    for (first, then), seen in tries.items():
        times, expected = sum(hit for hit, _ in seen), sum(chance for _, chance in seen) / len(seen)
        luck = tail(len(seen), times, expected)
        if luck * len(tries) < STANDS_OUT:
            told.append((luck, Follow(first, then, times, len(seen), expected)))
    return min(told, key=lambda each: (each[0], each[1].first, each[1].then))[1] if told else None


def tail(of: int, times: int, chance: float) -> float:
    """How likely so many or more of so many are."""
    return min(1.0, sum(comb(of, hits) * chance**hits * (1 - chance) ** (of - hits) for hits in range(times, of + 1)))


def reading(runs: Sequence[Sequence[Habit]]) -> Reading | None:
    """Walks through the choices as they came: before each, only those before it are known."""
    seen: Counter[str] = Counter()
    after: dict[str, Counter[str]] = defaultdict(Counter)
    of, reader, stranger, ahead, variance = 0, 0.0, 0.0, 0.0, 0.0
    for run in runs:
        last = ""
        for habit in run:
            if habit.beaten:
                read = _wins(habit, expected(habit.feared, seen, after[last]))
                unread = _wins(habit, dict.fromkeys(habit.feared, 1 / len(habit.feared)))
                of += 1
                reader += read[habit.symbol]
                stranger += unread[habit.symbol]
                # What dice would make of this choice, whatever was chosen before.
                edges = [read[symbol] - unread[symbol] for symbol in habit.among]
                ahead += fmean(edges)
                variance += pvariance(edges)
            seen[habit.symbol] += 1
            if last:
                after[last][habit.symbol] += 1
            last = habit.symbol
    return Reading(of, reader, stranger, ahead, sqrt(variance)) if of >= LEAST else None


def expected(symbols: Sequence[str], seen: Counter[str], after: Counter[str]) -> Weights:
    """How often each came so far, dice counting as one of each; drawn by that to what came after the last one."""
    usual = {symbol: (seen[symbol] + 1) / (seen.total() + len(symbols)) for symbol in symbols}
    return {
        symbol: (after[symbol] + len(symbols) * usual[symbol]) / (after.total() + len(symbols)) for symbol in symbols
    }


def _wins(habit: Habit, weights: Weights) -> Weights:
    """By symbol, how often the answer that is likeliest to win wins against it; among several the dice decide."""
    chances = {
        answer: sum(weights[symbol] for symbol in habit.feared if symbol in beaten)
        for answer, beaten in habit.beaten.items()
    }
    best = [answer for answer, chance in chances.items() if chance > max(chances.values()) - _SAME]
    return {symbol: sum(symbol in habit.beaten[answer] for answer in best) / len(best) for symbol in habit.among}


def shown(stored: Journal, person: int) -> list[Habit]:
    """What a match that is over has shown of somebody; what the house chose in their seat is the house's."""
    table: Table = journal.laid(stored)
    game = table.game
    if not isinstance(game, Telltale):
        return []
    told: list[Habit] = []
    for event in stored.events[1:]:
        before, table = table, journal.after(table, event, Absences())
        resolved = isinstance(before, Play) and isinstance(table, Begun) and table.match.step > before.match.step
        if isinstance(before, Play) and resolved and event.seat is not None:
            joint = {**before.match.sealed, event.seat: tuple(event.word.split())}
            mine = {seat for seat, who in enumerate(before.people) if who == person} - before.housed
            told += (habit for habit in game.habits(before.match.state, joint) if habit.seat in mine)
    if not table.over:
        # What was sealed in it may be sealed still.
        raise Refused("running")
    return told
