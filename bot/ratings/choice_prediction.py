"""How a choice could be guessed before it is made: from what is liked, or from how the choice before went. Pure.

Whoever guesses learns from choice to choice and never looks ahead. So of somebody who throws dice each guess is right
as often as any other, whatever they and others chose before: that is what makes counting the right ones honest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from typing import Final, NamedTuple, TypeAlias

from games.insight import Habit

_SAME: Final = 1e-9


class Choice(NamedTuple):
    """One that was made among others, and the one before it in the same match."""

    habit: Habit
    last: Habit | None

    @property
    def dice(self) -> float:
        """How likely dice choose any of what there was."""
        return 1 / len(self.habit.among)

    @property
    def can_repeat(self) -> bool:
        return self.last is not None and self.last.symbol in self.habit.among

    @property
    def repeats(self) -> bool:
        return self.last is not None and self.last.symbol == self.habit.symbol


@dataclass(slots=True)
class Liking:
    """That something is liked or avoided, and the rest is dice; each is believed in by how well that went so far."""

    hits: Counter[str] = field(default_factory=Counter)
    offers: Counter[str] = field(default_factory=Counter)
    gained: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """By symbol, the logarithm of how much likelier the choices were with this liking than with dice."""

    def chances(self, choice: Choice) -> Mapping[str, float]:
        among, dice = choice.habit.among, choice.dice
        most = max(self.gained.values(), default=0.0)
        believed = {
            symbol: exp(self.gained.get(symbol, 0.0) - most) for symbol in {**self.gained, **dict.fromkeys(among)}
        }
        liked = {symbol: self._liked(symbol, dice) for symbol in among}
        rest = {symbol: _rest(liked[symbol], symbol, choice) for symbol in among}
        others = sum(belief * rest.get(symbol, dice) for symbol, belief in believed.items())
        total = sum(believed.values())
        return {each: (others + believed[each] * (liked[each] - rest[each])) / total for each in among}

    def see(self, choice: Choice) -> None:
        habit, dice = choice.habit, choice.dice
        for symbol in habit.among:
            liked = self._liked(symbol, dice)
            chance = liked if symbol == habit.symbol else _rest(liked, symbol, choice)
            self.gained[symbol] += log(chance / dice)
            self.offers[symbol] += 1
        self.hits[habit.symbol] += 1

    def best(self) -> str:
        """Which symbol stands out most, as liked or as avoided."""
        return max(sorted(self.gained), key=self.gained.__getitem__)

    def _liked(self, symbol: str, dice: float) -> float:
        return (self.hits[symbol] + dice) / (self.offers[symbol] + 1)


@dataclass(slots=True)
class Staying:
    """That one chooses the same again, or does not; and the rest is dice."""

    hits: int = 0
    offers: int = 0

    def chances(self, choice: Choice) -> Mapping[str, float]:
        assert choice.last
        stays = (self.hits + choice.dice) / (self.offers + 1)
        last = choice.last.symbol
        return {each: stays if each == last else _rest(stays, last, choice) for each in choice.habit.among}

    def see(self, choice: Choice) -> None:
        self.hits += choice.repeats
        self.offers += 1


Bets: TypeAlias = Liking | Staying
"""What is thought of the next choice in one situation."""


def _rest(chance: float, symbol: str, choice: Choice) -> float:
    """What is left for each of the others."""
    among = choice.habit.among
    return (1 - chance) / (len(among) - 1) if symbol in among else choice.dice


def _again(choice: Choice) -> str | None:
    return "" if choice.can_repeat else None


def _outcome(choice: Choice) -> str | None:
    return choice.last.outcome or None if choice.last and choice.can_repeat else None


class Way(NamedTuple):
    """By which somebody could be guessed: in which situation they are, and what is thought of that."""

    situation: Callable[[Choice], str | None]
    """None where this way has nothing to say."""
    bets: Callable[[], Bets]


WAYS: Final[Mapping[str, Way]] = {
    "favourite": Way(lambda _: "", Liking),
    "again": Way(_again, Staying),
    "outcome": Way(_outcome, Staying),
    "sequence": Way(lambda choice: choice.last.symbol if choice.last else None, Liking),
    "rival": Way(lambda choice: choice.last.met or None if choice.last else None, Liking),
}
"""The simplest first."""


@dataclass(slots=True)
class Guesses:
    """What has come of guessing in one way."""

    of: int = 0
    right: int = 0
    dice: float = 0.0
    """How often it would have been right of dice."""
    gained: float = 0.0
    """The logarithm of how much likelier it made the choices than dice do; of those only that had one before them."""


def guesses(choices: Sequence[Choice], way: Way) -> Guesses:
    known: defaultdict[str, Bets] = defaultdict(way.bets)
    told, order = Guesses(), {symbol: -1 for choice in choices for symbol in choice.habit.among}
    for at, choice in enumerate(choices):
        situation, habit = way.situation(choice), choice.habit
        if situation is not None:
            chances = known[situation].chances(choice)
            # Between equals the one that was chosen last: what symbols are called is nothing to go by.
            best = max(habit.among, key=lambda each: (round(chances[each] / _SAME), order[each]))
            if chances[best] > choice.dice + _SAME:
                told.of += 1
                told.right += best == habit.symbol
                told.dice += choice.dice
            if choice.last:
                told.gained += log(chances[habit.symbol] / choice.dice)
            known[situation].see(choice)
        order[habit.symbol] = at
    return told
