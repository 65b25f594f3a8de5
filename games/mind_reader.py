"""Predicting a player's choices from the habits that their earlier choices show.

Each habit, with each rate at which it may be followed, is an expert that gives a probability to every choice. One more
expert assumes that the player has no habits. After a choice, the weight of each expert is multiplied by the probability
that it gave (Bayes' rule, or exponential weights with log loss). Then a little weight is shared among all experts,
since people change.
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
"""The assumed rates at which a player follows a habit. The rest of the time they play like somebody without habits."""
PATTERN: Final = "pattern"
"""The habit without a name: some choices follow others more often than expected."""
PRIOR_DOUBT: Final = 0.5
"""The prior probability that a player has no habits."""
HABIT_SHARE: Final = 0.002
"""The share of all weight that is redistributed after each choice."""
CHANCE_FLOOR: Final = 0.06
"""The probability that even a strong player makes any of the choices."""
CONTEXT_PRIOR_WEIGHT: Final = 3.0
"""Pretend that this many choices were seen and expected in each context, so that a few real ones prove little."""
TRUST_MAX: Final = 0.95
"""No prediction is trusted more than this."""
OBSERVATIONS_MIN: Final = 2
"""With fewer confident predictions in a match, nothing is said about them."""
TELLING_CHOICES_MIN: Final = 4
"""With fewer predictions in a match, they are not called wrong."""
SURE_TRUST: Final = 0.5
"""A prediction with at least this trust counts as confident."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A prediction of the next choice."""

    trust: float
    """How certain it is that the player has a habit at all, from 0 to below 1."""
    chances: Chances
    """The probabilities if there is a habit."""
    habit: str
    """The most likely habit."""
    follows: frozenset[str]
    """The choices that follow this habit; empty if the habit predicts nothing here."""


@dataclass(frozen=True, slots=True)
class ReadingVerdict:
    """The habit that was predicted in a match, and how often that was right."""

    habit: str
    prediction_count: int
    """How many choices were predicted."""
    hit_count: int
    """How many predictions were right."""
    expected_hits: float
    """How many would have been right if the player had no habit."""

    @property
    def was_right(self) -> bool | None:
        """True if at least one prediction more than expected was right, False if clearly not; None if it is unclear."""
        if self.hit_count - self.expected_hits >= 1:
            return True
        return (
            False
            if self.prediction_count >= TELLING_CHOICES_MIN and self.hit_count <= self.expected_hits + 0.5
            else None
        )


class MindReader:
    """Learns from the choices of an opponent, match by match."""

    def __init__(self) -> None:
        self._doubt = PRIOR_DOUBT
        """The weight of the expert that assumes no habits. All weights add up to 1."""
        self._weights: dict[str, list[float]] = {}
        """By habit and follow rate; for patterns, by context."""
        self._last: OpponentChoice | None = None
        self._seen: dict[object, Counter[str]] = defaultdict(Counter)
        self._usual: dict[object, dict[str, float]] = defaultdict(lambda: defaultdict(float))

    @classmethod
    def read_matches(cls, runs: Iterable[Sequence[OpponentChoice]]) -> MindReader:
        """Return a reader that has seen these matches. The last one is still running."""
        reader = cls()
        for run in runs:
            reader.begin_match()
            for choice in run:
                reader.observe_choice(choice)
        return reader

    def begin_match(self) -> None:
        """Start another match: its first choice does not follow the last one of the match before."""
        self._last = None

    def predict_choice(self, usual: Chances, plain: str) -> Prediction:
        """Predict the next choice. `usual` is the mix without habits, `plain` the choice that looks best."""
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
        # Without observations the trust is 0.
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
        scale = (1 - HABIT_SHARE) / (doubt + sum(map(sum, updated.values())))
        redistributed = HABIT_SHARE * (1 - PRIOR_DOUBT) / (len(FOLLOW_RATES) * len(updated))
        self._doubt = scale * doubt + HABIT_SHARE * PRIOR_DOUBT
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
        """Return the probability of a choice under a habit, for each follow rate."""
        if habit == PATTERN:
            return [self._context_likelihood(context, symbol, expected) for context in self._list_contexts()]
        chance, targeted = expected[symbol], targets.get(habit, ())
        if not targeted:
            # The habit predicts nothing here.
            return [chance] * len(FOLLOW_RATES)
        if_followed = chance / sum(expected[target] for target in targeted) if symbol in targeted else 0.0
        return [chance + rate * (if_followed - chance) for rate in FOLLOW_RATES]

    def _list_contexts(self) -> Iterator[object]:
        """Yield what a choice may depend on. There must be as many contexts as follow rates."""
        last = self._last
        yield ()
        yield ("own", last and last.symbol)
        yield ("answer", last and last.answer)
        yield ("won", last and (last.symbol, last.won))

    def _context_likelihood(self, context: object, symbol: str, expected: Chances) -> float:
        """Return a choice's probability, scaled by how often it was chosen in that context compared with expected."""
        seen, usual = self._seen[context], self._usual[context]
        scaled = {
            other: chance * (seen[other] + CONTEXT_PRIOR_WEIGHT) / (usual[other] + CONTEXT_PRIOR_WEIGHT)
            for other, chance in expected.items()
        }
        return scaled[symbol] / sum(scaled.values())


NAMED_HABITS: Final = ("repeat", "avoid", "next", "back", "mirror", "counter", "stay", "plain")
"""The habits that do not depend on a symbol; each has a text."""


def _habit_targets(last: OpponentChoice | None, expected: Chances, plain: str) -> Mapping[str, Sequence[str]]:
    """Return the choices that each habit predicts, without the habits that predict nothing here."""
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
    """Return how well a match was predicted while it ran; None if there were too few confident predictions."""
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
    if len(hits) < OBSERVATIONS_MIN:
        return None
    return ReadingVerdict(habit, len(hits), sum(hit for hit, _ in hits), sum(chance for _, chance in hits))
