"""Predicts a player's choices from their preferences or from the previous choice. All functions are pure.

A predictor learns from one choice to the next and never looks ahead. If a player chooses at random, every guess is
therefore equally likely to be right, so the number of right guesses is a fair test.
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
    """A choice of a player, and the same player's previous choice of the same kind in the match."""

    habit: Habit
    previous: Habit | None

    @property
    def random_chance(self) -> float:
        """The probability of each alternative if the player chooses at random."""
        return 1 / len(self.habit.possible_symbols)

    @property
    def can_repeat(self) -> bool:
        return self.previous is not None and self.previous.symbol in self.habit.possible_symbols

    @property
    def is_repeat(self) -> bool:
        return self.previous is not None and self.previous.symbol == self.habit.symbol


@dataclass(slots=True)
class PreferencePredictor:
    """Assumes that the player prefers or avoids one symbol, and chooses among the others at random.

    For each symbol, there is a hypothesis that it is the preferred or avoided one. The hypotheses are weighted by how
    well they have predicted the choices so far.
    """

    hit_counts: Counter[str] = field(default_factory=Counter)
    offer_counts: Counter[str] = field(default_factory=Counter)
    log_gains: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """By symbol, the log-likelihood ratio of its hypothesis to random choice, for the choices so far."""

    def predict_chances(self, choice: Choice) -> Mapping[str, float]:
        among, random_chance = choice.habit.possible_symbols, choice.random_chance
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
        for symbol in habit.possible_symbols:
            own_chance = self._estimate_chance(symbol, choice.random_chance)
            chance = own_chance if symbol == habit.symbol else _split_remaining_chance(own_chance, symbol, choice)
            self.log_gains[symbol] += log(chance / choice.random_chance)
            self.offer_counts[symbol] += 1
        self.hit_counts[habit.symbol] += 1

    def find_strongest_preference(self) -> str:
        """Return the symbol that the player most clearly prefers or avoids."""
        return max(sorted(self.log_gains), key=self.log_gains.__getitem__)

    def _estimate_chance(self, symbol: str, random_chance: float) -> float:
        return (self.hit_counts[symbol] + random_chance) / (self.offer_counts[symbol] + 1)


@dataclass(slots=True)
class RepeatPredictor:
    """Assumes that the player tends to repeat or avoid the previous symbol, and chooses among the others at random."""

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
            for symbol in choice.habit.possible_symbols
        }

    def observe_choice(self, choice: Choice) -> None:
        self.hit_count += choice.is_repeat
        self.offer_count += 1


Predictor: TypeAlias = PreferencePredictor | RepeatPredictor


def _split_remaining_chance(chance: float, symbol: str, choice: Choice) -> float:
    """Return the probability of each alternative except `symbol`, if `symbol` is chosen with probability `chance`."""
    among = choice.habit.possible_symbols
    return (1 - chance) / (len(among) - 1) if symbol in among else choice.random_chance


def _get_repeat_situation(choice: Choice) -> str | None:
    return "" if choice.can_repeat else None


def _get_outcome_situation(choice: Choice) -> str | None:
    return choice.previous.outcome or None if choice.previous and choice.can_repeat else None


class PredictionMethod(NamedTuple):
    """A method to predict choices. It uses a separate predictor for each situation, such as the previous symbol."""

    get_situation: Callable[[Choice], str | None]
    """Returns the situation of a choice, or None if the method does not predict the choice."""
    create_predictor: Callable[[], Predictor]


PREDICTION_METHODS: Final[Mapping[str, PredictionMethod]] = {
    "favourite": PredictionMethod(lambda _: "", PreferencePredictor),
    "again": PredictionMethod(_get_repeat_situation, RepeatPredictor),
    "outcome": PredictionMethod(_get_outcome_situation, RepeatPredictor),
    "sequence": PredictionMethod(
        lambda choice: choice.previous.symbol if choice.previous else None, PreferencePredictor
    ),
    "rival": PredictionMethod(
        lambda choice: choice.previous.opposing_choice or None if choice.previous else None, PreferencePredictor
    ),
}
"""The prediction methods, from the simplest to the most complex."""


@dataclass(slots=True)
class GuessCounts:
    """The number and success of a method's guesses."""

    guess_count: int = 0
    right_count: int = 0
    expected_right_count: float = 0.0
    """The expected number of right guesses if the player chooses at random."""
    log_gain: float = 0.0
    """The log-likelihood ratio of the method to random choice. The first choice of each match is left out."""


def guess_choices(choices: Sequence[Choice], method: PredictionMethod) -> GuessCounts:
    """Guess each choice from the choices before it, and count the right guesses.

    A choice is not guessed if no alternative is likelier than it would be by chance.
    """
    predictors: defaultdict[str, Predictor] = defaultdict(method.create_predictor)
    counts = GuessCounts()
    last_chosen = {symbol: -1 for choice in choices for symbol in choice.habit.possible_symbols}
    for index, choice in enumerate(choices):
        situation, habit = method.get_situation(choice), choice.habit
        if situation is not None:
            chances = predictors[situation].predict_chances(choice)
            # Of equally likely symbols, guess the one chosen most recently. The names of symbols must not matter.
            best = max(
                habit.possible_symbols,
                key=lambda symbol: (round(chances[symbol] / _CHANCE_TOLERANCE), last_chosen[symbol]),
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
