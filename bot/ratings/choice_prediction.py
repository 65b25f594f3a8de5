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

_CHANCE_TOLERANCE: Final = 1e-9


class Choice(NamedTuple):
    """One that was made among others, and the one before it in the same match."""

    habit: Habit
    previous: Habit | None

    @property
    def random_chance(self) -> float:
        """How likely dice choose any of what there was."""
        return 1 / len(self.habit.among)

    @property
    def can_repeat(self) -> bool:
        return self.previous is not None and self.previous.symbol in self.habit.among

    @property
    def is_repeat(self) -> bool:
        return self.previous is not None and self.previous.symbol == self.habit.symbol


@dataclass(slots=True)
class PreferencePredictor:
    """That something is liked or avoided, and the rest is dice; each is believed in by how well that went so far."""

    hit_counts: Counter[str] = field(default_factory=Counter)
    offer_counts: Counter[str] = field(default_factory=Counter)
    log_gains: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """By symbol, the logarithm of how much likelier the choices were with this liking than with dice."""

    def predict_chances(self, choice: Choice) -> Mapping[str, float]:
        among, dice = choice.habit.among, choice.random_chance
        most = max(self.log_gains.values(), default=0.0)
        believed = {
            symbol: exp(self.log_gains.get(symbol, 0.0) - most) for symbol in {**self.log_gains, **dict.fromkeys(among)}
        }
        liked = {symbol: self._estimate_chance(symbol, dice) for symbol in among}
        rest = {symbol: _split_remaining_chance(liked[symbol], symbol, choice) for symbol in among}
        others = sum(belief * rest.get(symbol, dice) for symbol, belief in believed.items())
        total = sum(believed.values())
        return {each: (others + believed[each] * (liked[each] - rest[each])) / total for each in among}

    def observe_choice(self, choice: Choice) -> None:
        habit, dice = choice.habit, choice.random_chance
        for symbol in habit.among:
            liked = self._estimate_chance(symbol, dice)
            chance = liked if symbol == habit.symbol else _split_remaining_chance(liked, symbol, choice)
            self.log_gains[symbol] += log(chance / dice)
            self.offer_counts[symbol] += 1
        self.hit_counts[habit.symbol] += 1

    def find_strongest_preference(self) -> str:
        """Which symbol stands out most, as liked or as avoided."""
        return max(sorted(self.log_gains), key=self.log_gains.__getitem__)

    def _estimate_chance(self, symbol: str, random_chance: float) -> float:
        return (self.hit_counts[symbol] + random_chance) / (self.offer_counts[symbol] + 1)


@dataclass(slots=True)
class RepeatPredictor:
    """That one chooses the same again, or does not; and the rest is dice."""

    hit_count: int = 0
    offer_count: int = 0

    def predict_chances(self, choice: Choice) -> Mapping[str, float]:
        assert choice.previous
        stays = (self.hit_count + choice.random_chance) / (self.offer_count + 1)
        last = choice.previous.symbol
        return {
            each: stays if each == last else _split_remaining_chance(stays, last, choice) for each in choice.habit.among
        }

    def observe_choice(self, choice: Choice) -> None:
        self.hit_count += choice.is_repeat
        self.offer_count += 1


Predictor: TypeAlias = PreferencePredictor | RepeatPredictor
"""What is thought of the next choice in one situation."""


def _split_remaining_chance(chance: float, symbol: str, choice: Choice) -> float:
    """What is left for each of the others."""
    among = choice.habit.among
    return (1 - chance) / (len(among) - 1) if symbol in among else choice.random_chance


def _get_repeat_situation(choice: Choice) -> str | None:
    return "" if choice.can_repeat else None


def _get_outcome_situation(choice: Choice) -> str | None:
    return choice.previous.outcome or None if choice.previous and choice.can_repeat else None


class PredictionMethod(NamedTuple):
    """By which somebody could be guessed: in which situation they are, and what is thought of that."""

    get_situation: Callable[[Choice], str | None]
    """None where this way has nothing to say."""
    create_predictor: Callable[[], Predictor]


PREDICTION_METHODS: Final[Mapping[str, PredictionMethod]] = {
    "favourite": PredictionMethod(lambda _: "", PreferencePredictor),
    "again": PredictionMethod(_get_repeat_situation, RepeatPredictor),
    "outcome": PredictionMethod(_get_outcome_situation, RepeatPredictor),
    "sequence": PredictionMethod(
        lambda choice: choice.previous.symbol if choice.previous else None, PreferencePredictor
    ),
    "rival": PredictionMethod(
        lambda choice: choice.previous.met or None if choice.previous else None, PreferencePredictor
    ),
}
"""The simplest first."""


@dataclass(slots=True)
class GuessCounts:
    """What has come of guessing in one way."""

    guess_count: int = 0
    right_count: int = 0
    expected_right_count: float = 0.0
    """How often it would have been right of dice."""
    log_gain: float = 0.0
    """The logarithm of how much likelier it made the choices than dice do; of those only that had one before them."""


def guess_choices(choices: Sequence[Choice], method: PredictionMethod) -> GuessCounts:
    known: defaultdict[str, Predictor] = defaultdict(method.create_predictor)
    told, order = GuessCounts(), {symbol: -1 for choice in choices for symbol in choice.habit.among}
    for at, choice in enumerate(choices):
        situation, habit = method.get_situation(choice), choice.habit
        if situation is not None:
            chances = known[situation].predict_chances(choice)
            # Between equals the one that was chosen last: what symbols are called is nothing to go by.
            best = max(habit.among, key=lambda each: (round(chances[each] / _CHANCE_TOLERANCE), order[each]))
            if chances[best] > choice.random_chance + _CHANCE_TOLERANCE:
                told.guess_count += 1
                told.right_count += best == habit.symbol
                told.expected_right_count += choice.random_chance
            if choice.previous:
                told.log_gain += log(chances[habit.symbol] / choice.random_chance)
            known[situation].observe_choice(choice)
        order[habit.symbol] = at
    return told
