"""Predicting a player's choices from the habits that their earlier choices show.

Each combination of a habit and a rate at which it is followed is an expert that assigns a probability to every choice.
One more expert assumes that the player has no habits. After each choice, every expert's weight is multiplied by the
probability that it assigned to the choice (Bayes' rule, or exponential weights with log loss). Then a small part of the
weight is redistributed among all experts, since people change their habits.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.insight import OpponentChoice

Chances: TypeAlias = Mapping[str, float]
"""Probabilities by symbol."""

FOLLOW_RATES: Final = (0.2, 0.4, 0.6, 0.8)
"""The assumed rates at which a player follows a habit. Otherwise, they play like a player without habits."""
PATTERN: Final = "pattern"
"""The habit without a specific name: in some contexts, some choices are made more often than expected."""
PRIOR_DOUBT: Final = 0.5
"""The prior probability that a player has no habits."""
REDISTRIBUTED_SHARE: Final = 0.002
"""The fraction of the total weight that is redistributed after each choice."""
CHANCE_FLOOR: Final = 0.06
"""The assumed probability that a choice is made at random. It keeps every choice's probability above 0."""
CONTEXT_PRIOR_WEIGHT: Final = 3.0
"""The number of imaginary choices that are added to each context, so that a few real choices have little influence."""
TRUST_MAX: Final = 0.95
"""The maximum trust in a prediction."""
PREDICTIONS_FOR_VERDICT_MIN: Final = 2
"""The minimum number of confident predictions of one habit in a match that is needed for a verdict."""
PREDICTIONS_FOR_WRONG_MIN: Final = 4
"""The minimum number of confident predictions of one habit in a match that is needed to call them wrong."""
SURE_TRUST: Final = 0.5
"""The minimum trust for a prediction to count as confident."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A prediction of a player's next choice."""

    trust: float
    """How certain it is that the player has any habit, from 0 to `TRUST_MAX`."""
    chances: Chances
    """The probabilities of the choices if the player has a habit."""
    habit: str
    """The most likely habit."""
    follows: frozenset[str]
    """The choices that `habit` predicts; empty if the habit makes no prediction in this situation."""


@dataclass(frozen=True, slots=True)
class ReadingVerdict:
    """The habit that was most often predicted in a match, and how many of these predictions were right."""

    habit: str
    prediction_count: int
    """How many predictions were based on `habit`."""
    hit_count: int
    """How many of the predictions based on `habit` were right."""
    expected_hits: float
    """How many of the predictions would have been right on average if the player had no habit."""

    @property
    def was_right(self) -> bool | None:
        """Whether the habit was confirmed; None if that is unclear.

        The value is True if at least one more prediction than expected was right. It is False if there were enough
        predictions and hardly more than expected were right.
        """
        if self.hit_count - self.expected_hits >= 1:
            return True
        has_failed = self.prediction_count >= PREDICTIONS_FOR_WRONG_MIN and self.hit_count <= self.expected_hits + 0.5
        return False if has_failed else None


class MindReader:
    """Predictor that learns from an opponent's choices, match by match."""

    def __init__(self) -> None:
        self._doubt = PRIOR_DOUBT
        """The weight of the expert that assumes no habits. All weights add up to 1."""
        self._weights: dict[str, list[float]] = {}
        """The experts' weights by habit, one for each follow rate. For `PATTERN`, there is one for each context."""
        self._last: OpponentChoice | None = None
        self._seen: dict[object, Counter[str]] = defaultdict(Counter)
        self._usual: dict[object, dict[str, float]] = defaultdict(lambda: defaultdict(float))

    @classmethod
    def read_matches(cls, runs: Iterable[Sequence[OpponentChoice]]) -> MindReader:
        """Return a reader that has observed all choices in these matches. The last match can still be running."""
        reader = cls()
        for run in runs:
            reader.begin_match()
            for choice in run:
                reader.observe_choice(choice)
        return reader

    def begin_match(self) -> None:
        """Start another match, so that its first choice is not seen as following the previous match's last choice."""
        self._last = None

    def predict_choice(self, usual: Chances, plain: str) -> Prediction:
        """Predict the next choice.

        `usual` has the probabilities for a player without habits. `plain` is the choice that looks best at a glance.
        """
        expected = _apply_floor(usual)
        weights, targets = self._habit_weights(expected), _habit_targets(self._last, expected, plain)
        chances = {
            symbol: sum(
                weight * likelihood
                for habit, habit_weights in weights.items()
                for weight, likelihood in zip(
                    habit_weights, self._habit_likelihood(habit, symbol, expected, targets), strict=True
                )
            )
            / (1 - self._doubt)
            for symbol in expected
        }
        habit = max(weights, key=lambda habit: sum(weights[habit]))
        follows = [max(chances, key=lambda symbol: chances[symbol])] if habit == PATTERN else targets.get(habit, ())
        # Without any observations, the trust is 0.
        return Prediction(TRUST_MAX * max(0.0, 1 - self._doubt / PRIOR_DOUBT), chances, habit, frozenset(follows))

    def observe_choice(self, choice: OpponentChoice) -> None:
        expected = _apply_floor(choice.usual)
        weights, targets = self._habit_weights(expected), _habit_targets(self._last, expected, choice.plain)
        updated = {
            habit: [
                weight * likelihood
                for weight, likelihood in zip(
                    habit_weights, self._habit_likelihood(habit, choice.symbol, expected, targets), strict=True
                )
            ]
            for habit, habit_weights in weights.items()
        }
        doubt = self._doubt * expected[choice.symbol]
        scale = (1 - REDISTRIBUTED_SHARE) / (doubt + sum(map(sum, updated.values())))
        redistributed = REDISTRIBUTED_SHARE * (1 - PRIOR_DOUBT) / (len(FOLLOW_RATES) * len(updated))
        self._doubt = scale * doubt + REDISTRIBUTED_SHARE * PRIOR_DOUBT
        self._weights = {
            habit: [scale * weight + redistributed for weight in habit_weights]
            for habit, habit_weights in updated.items()
        }
        for context in self._list_contexts():
            self._seen[context][choice.symbol] += 1
            for symbol, chance in expected.items():
                self._usual[context][symbol] += chance
        self._last = choice

    def _habit_weights(self, expected: Chances) -> Mapping[str, list[float]]:
        if self._weights:
            return self._weights
        habits = (*NAMED_HABITS, *(f"favourite-{symbol}" for symbol in expected), PATTERN)
        return {habit: [(1 - PRIOR_DOUBT) / (len(FOLLOW_RATES) * len(habits))] * len(FOLLOW_RATES) for habit in habits}

    def _habit_likelihood(
        self, habit: str, symbol: str, expected: Chances, targets: Mapping[str, Sequence[str]]
    ) -> Sequence[float]:
        """Return the probability of a choice under a habit, for each follow rate (for `PATTERN`, for each context)."""
        if habit == PATTERN:
            return [self._context_likelihood(context, symbol, expected) for context in self._list_contexts()]
        chance, targeted = expected[symbol], targets.get(habit, ())
        if not targeted:
            # The habit predicts nothing in this situation.
            return [chance] * len(FOLLOW_RATES)
        if_followed = chance / sum(expected[target] for target in targeted) if symbol in targeted else 0.0
        return [chance + rate * (if_followed - chance) for rate in FOLLOW_RATES]

    def _list_contexts(self) -> Iterator[object]:
        """Yield the contexts that a choice can depend on, such as the player's previous choice.

        There must be as many as `FOLLOW_RATES`, so that `PATTERN` has as many experts as any other habit.
        """
        last = self._last
        yield ()
        yield ("own", last and last.symbol)
        yield ("answer", last and last.answer)
        yield ("won", last and (last.symbol, last.won))

    def _context_likelihood(self, context: object, symbol: str, expected: Chances) -> float:
        """Return a choice's probability in a context, based on how often it was made there.

        Each expected probability is multiplied by the ratio of actual to expected choices. The products are then scaled
        so that they add up to 1.
        """
        seen, usual = self._seen[context], self._usual[context]
        scaled = {
            other: chance * (seen[other] + CONTEXT_PRIOR_WEIGHT) / (usual[other] + CONTEXT_PRIOR_WEIGHT)
            for other, chance in expected.items()
        }
        return scaled[symbol] / sum(scaled.values())


NAMED_HABITS: Final = ("repeat", "avoid", "next", "back", "mirror", "counter", "stay", "plain")
"""The habits whose names contain no symbol. Each of them has a text."""


def _habit_targets(last: OpponentChoice | None, expected: Chances, plain: str) -> Mapping[str, Sequence[str]]:
    """Return the choices that each habit predicts. Habits that predict nothing in this situation are left out."""
    targets: dict[str, Sequence[str]] = {f"favourite-{symbol}": (symbol,) for symbol in expected}
    targets["plain"] = (plain,)
    if last:
        order = list(expected)
        index = order.index(last.symbol)
        others = [*order[index + 1 :], *order[:index]]
        targets |= {"repeat": (last.symbol,), "avoid": others, "mirror": (last.answer,), "counter": last.beats}
        targets |= {"next": others[:1], "back": others[-1:]}
        if last.won:
            targets["stay"] = (last.symbol,) if last.won > 0 else others
    return targets


def _apply_floor(usual: Chances) -> Chances:
    return {symbol: (1 - CHANCE_FLOOR) * chance + CHANCE_FLOOR / len(usual) for symbol, chance in usual.items()}


def judge_reading(before: Iterable[Sequence[OpponentChoice]], run: Sequence[OpponentChoice]) -> ReadingVerdict | None:
    """Return how well the choices in a match could be predicted, or None if too few predictions were confident.

    `before` holds the choices of the earlier matches and `run` those of the match to judge.
    """
    reader = MindReader.read_matches(before)
    reader.begin_match()
    hits_by_habit: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for choice in run:
        prediction = reader.predict_choice(choice.usual, choice.plain)
        if prediction.trust >= SURE_TRUST and prediction.follows:
            expected = _apply_floor(choice.usual)
            hits_by_habit[prediction.habit].append(
                (choice.symbol in prediction.follows, sum(expected[symbol] for symbol in prediction.follows))
            )
        reader.observe_choice(choice)
    habit = max(hits_by_habit, key=lambda habit: len(hits_by_habit[habit]), default="")
    hits = hits_by_habit[habit]
    if len(hits) < PREDICTIONS_FOR_VERDICT_MIN:
        return None
    return ReadingVerdict(habit, len(hits), sum(hit for hit, _ in hits), sum(chance for _, chance in hits))
