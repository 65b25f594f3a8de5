"""Predict choices from preferences, or from the choice before. Everything here is pure.

A predictor learns from choice to choice and never looks ahead. Against a player who chooses at random, every guess is
therefore right as often as any other, so the number of right guesses is a fair test.
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
    """A choice, and the one of the same kind before it in the same match."""

    habit: Habit
    previous: Habit | None

    @property
    def random_chance(self) -> float:
        """The chance of each alternative for a player who chooses at random."""
        return 1 / len(self.habit.among)

    @property
    def can_repeat(self) -> bool:
        return self.previous is not None and self.previous.symbol in self.habit.among

    @property
    def is_repeat(self) -> bool:
        return self.previous is not None and self.previous.symbol == self.habit.symbol


@dataclass(slots=True)
class PreferencePredictor:
    """Predicts that one symbol is liked or avoided, and that the others are chosen at random.

    Every symbol is a hypothesis, and hypotheses are weighted by how well they have predicted the choices so far.
    """

    hit_counts: Counter[str] = field(default_factory=Counter)
    offer_counts: Counter[str] = field(default_factory=Counter)
    log_gains: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """By symbol, the logarithm of how much likelier its hypothesis made the choices than random choice does."""

    def predict_chances(self, choice: Choice) -> Mapping[str, float]:
        among, random_chance = choice.habit.among, choice.random_chance
        max_gain = max(self.log_gains.values(), default=0.0)
        weights = {
            symbol: exp(self.log_gains.get(symbol, 0.0) - max_gain)
            for symbol in {**self.log_gains, **dict.fromkeys(among)}
        }
        own_chances = {symbol: self._estimate_chance(symbol, random_chance) for symbol in among}
        other_chances = {symbol: _split_remaining_chance(own_chances[symbol], symbol, choice) for symbol in among}
        base = sum(weight * other_chances.get(symbol, random_chance) for symbol, weight in weights.items())
        total = sum(weights.values())
        return {
            symbol: (base + weights[symbol] * (own_chances[symbol] - other_chances[symbol])) / total for symbol in among
        }

    def observe_choice(self, choice: Choice) -> None:
        habit = choice.habit
        for symbol in habit.among:
            own_chance = self._estimate_chance(symbol, choice.random_chance)
            chance = own_chance if symbol == habit.symbol else _split_remaining_chance(own_chance, symbol, choice)
            self.log_gains[symbol] += log(chance / choice.random_chance)
            self.offer_counts[symbol] += 1
        self.hit_counts[habit.symbol] += 1

    def find_strongest_preference(self) -> str:
        """Return the symbol that is most clearly liked or avoided."""
        return max(sorted(self.log_gains), key=self.log_gains.__getitem__)

    def _estimate_chance(self, symbol: str, random_chance: float) -> float:
        return (self.hit_counts[symbol] + random_chance) / (self.offer_counts[symbol] + 1)


@dataclass(slots=True)
class RepeatPredictor:
    """Predicts that the last symbol is repeated, or is not, and that the others are chosen at random."""

    hit_count: int = 0
    offer_count: int = 0

    def predict_chances(self, choice: Choice) -> Mapping[str, float]:
        assert choice.previous
        repeat_chance = (self.hit_count + choice.random_chance) / (self.offer_count + 1)
        previous_symbol = choice.previous.symbol
        return {
            symbol: repeat_chance
            if symbol == previous_symbol
            else _split_remaining_chance(repeat_chance, previous_symbol, choice)
            for symbol in choice.habit.among
        }

    def observe_choice(self, choice: Choice) -> None:
        self.hit_count += choice.is_repeat
        self.offer_count += 1


Predictor: TypeAlias = PreferencePredictor | RepeatPredictor


def _split_remaining_chance(chance: float, symbol: str, choice: Choice) -> float:
    """Return the chance of each other alternative if `symbol` has this chance."""
    among = choice.habit.among
    return (1 - chance) / (len(among) - 1) if symbol in among else choice.random_chance


def _get_repeat_situation(choice: Choice) -> str | None:
    return "" if choice.can_repeat else None


def _get_outcome_situation(choice: Choice) -> str | None:
    return choice.previous.outcome or None if choice.previous and choice.can_repeat else None


class PredictionMethod(NamedTuple):
    """A way to predict choices, which learns each situation separately."""

    get_situation: Callable[[Choice], str | None]
    """Returns None for choices that the method does not predict."""
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
"""From the simplest to the most complex."""


@dataclass(slots=True)
class GuessCounts:
    """The results of guessing by one method."""

    guess_count: int = 0
    right_count: int = 0
    expected_right_count: float = 0.0
    """How often the guesses would have been right by chance."""
    log_gain: float = 0.0
    """The logarithm of how much likelier the method made the choices than random choice does.

    The first choice of each match does not count.
    """


def guess_choices(choices: Sequence[Choice], method: PredictionMethod) -> GuessCounts:
    """Guess every choice from those before it, and count the results.

    A choice is not guessed if no alternative is likelier than by chance.
    """
    predictors: defaultdict[str, Predictor] = defaultdict(method.create_predictor)
    counts = GuessCounts()
    last_chosen = {symbol: -1 for choice in choices for symbol in choice.habit.among}
    for index, choice in enumerate(choices):
        situation, habit = method.get_situation(choice), choice.habit
        if situation is not None:
            chances = predictors[situation].predict_chances(choice)
            # Among equals, guess the latest choice. The names of symbols must not matter.
            best = max(
                habit.among, key=lambda symbol: (round(chances[symbol] / _CHANCE_TOLERANCE), last_chosen[symbol])
            )
            if chances[best] > choice.random_chance + _CHANCE_TOLERANCE:
                counts.guess_count += 1
                counts.right_count += best == habit.symbol
                counts.expected_right_count += choice.random_chance
            if choice.previous:
                counts.log_gain += log(chances[habit.symbol] / choice.random_chance)
            predictors[situation].observe_choice(choice)
        last_chosen[habit.symbol] = index
    return counts
