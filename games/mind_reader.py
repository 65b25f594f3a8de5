"""Predicting a player's choices from the habits that their earlier choices show.

Each habit, with each rate at which it may be followed, is an expert that gives a probability to every choice; a player
without habits is one more. After a choice, the weight of each expert is multiplied by the probability that it gave
(Bayes' rule, or exponential weights with log loss). Then a little weight is shared among all, since people change.
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
"""How often a player may follow a habit. Otherwise they play as somebody without habits."""
PATTERN: Final = "pattern"
"""The habit without a name: some choices follow others more often than expected."""
PRIOR_TRUST: Final = 0.5
"""The prior probability that a player has no habits."""
HABIT_SHARE: Final = 0.002
"""The share of all weight that is distributed anew after each choice."""
CHANCE_FLOOR: Final = 0.06
"""The probability that even a strong player makes any of the choices."""
CONTEXT_PRIOR_WEIGHT: Final = 3.0
"""The number of expected choices that count as seen before a context is believed."""
FOLLOW_RATE_MAX: Final = 0.95
"""No prediction is trusted more than this."""
OBSERVATIONS_MIN: Final = 2
"""With fewer confident predictions in a match, nothing is said about them."""
TELLING_CHOICES_MIN: Final = 4
"""How many predictions it takes to call a reading wrong."""
SURE_TRUST: Final = 0.5
"""From this trust on, a prediction counts as confident."""


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
    """The choices that follow this habit; empty if it says nothing about this choice."""


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
        """True or False if the predictions were better or not by at least one choice; None if it is unclear."""
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
        self._doubt = PRIOR_TRUST
        """The weight of the player without habits; all weights add up to 1."""
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
            for met in run:
                reader.observe_choice(met)
        return reader

    def begin_match(self) -> None:
        """Start another match: its first choice does not follow the last one of the match before."""
        self._last = None

    def predict_choice(self, usual: Chances, plain: str) -> Prediction:
        """Predict the next choice. `usual` is the mix without habits, `plain` the choice that looks best."""
        base = _apply_floor(usual)
        weights, led = self._habit_weights(base), _habit_targets(self._last, base, plain)
        chances = {
            symbol: sum(
                weight * says
                for habit, part in weights.items()
                for weight, says in zip(part, self._habit_likelihood(habit, symbol, base, led), strict=True)
            )
            / (1 - self._doubt)
            for symbol in base
        }
        habit = max(weights, key=lambda it: sum(weights[it]))
        follows = [max(chances, key=lambda symbol: chances[symbol])] if habit == PATTERN else led.get(habit, ())
        # Without observations the trust is 0.
        return Prediction(FOLLOW_RATE_MAX * max(0.0, 1 - self._doubt / PRIOR_TRUST), chances, habit, frozenset(follows))

    def observe_choice(self, met: OpponentChoice) -> None:
        base = _apply_floor(met.usual)
        weights, led = self._habit_weights(base), _habit_targets(self._last, base, met.plain)
        grown = {
            habit: [
                weight * says
                for weight, says in zip(part, self._habit_likelihood(habit, met.symbol, base, led), strict=True)
            ]
            for habit, part in weights.items()
        }
        doubt = self._doubt * base[met.symbol]
        kept = (1 - HABIT_SHARE) / (doubt + sum(map(sum, grown.values())))
        given = HABIT_SHARE * (1 - PRIOR_TRUST) / (len(FOLLOW_RATES) * len(grown))
        self._doubt = kept * doubt + HABIT_SHARE * PRIOR_TRUST
        self._weights = {habit: [kept * weight + given for weight in part] for habit, part in grown.items()}
        for context in self._list_contexts():
            self._seen[context][met.symbol] += 1
            for symbol, chance in base.items():
                self._usual[context][symbol] += chance
        self._last = met

    def _habit_weights(self, base: Chances) -> Mapping[str, list[float]]:
        if self._weights:
            return self._weights
        habits = (*NAMED_HABITS, *(f"favourite-{symbol}" for symbol in base), PATTERN)
        return {habit: [(1 - PRIOR_TRUST) / (len(FOLLOW_RATES) * len(habits))] * len(FOLLOW_RATES) for habit in habits}

    def _habit_likelihood(
        self, habit: str, symbol: str, base: Chances, led: Mapping[str, Sequence[str]]
    ) -> Sequence[float]:
        """Return the probability of a choice under a habit, for each follow rate."""
        if habit == PATTERN:
            return [self._context_likelihood(context, symbol, base) for context in self._list_contexts()]
        chance, wanted = base[symbol], led.get(habit, ())
        if not wanted:
            # The habit says nothing about this choice.
            return [chance] * len(FOLLOW_RATES)
        then = chance / sum(base[it] for it in wanted) if symbol in wanted else 0.0
        return [chance + rate * (then - chance) for rate in FOLLOW_RATES]

    def _list_contexts(self) -> Iterator[object]:
        """Return what a choice may depend on; there are as many contexts as follow rates."""
        last = self._last
        yield ()
        yield ("own", last and last.symbol)
        yield ("answer", last and last.answer)
        yield ("won", last and (last.symbol, last.won))

    def _context_likelihood(self, context: object, symbol: str, base: Chances) -> float:
        """As often beyond its share as it was chosen there before."""
        seen, usual = self._seen[context], self._usual[context]
        leans = {it: base[it] * (seen[it] + CONTEXT_PRIOR_WEIGHT) / (usual[it] + CONTEXT_PRIOR_WEIGHT) for it in base}
        return leans[symbol] / sum(leans.values())


NAMED_HABITS: Final = ("repeat", "avoid", "next", "back", "mirror", "counter", "stay", "plain")
"""The habits that do not depend on a symbol; each has a text."""


def _habit_targets(last: OpponentChoice | None, base: Chances, plain: str) -> Mapping[str, Sequence[str]]:
    """Return the choices that each habit leads to now, without the habits that say nothing."""
    found: dict[str, Sequence[str]] = {f"favourite-{symbol}": (symbol,) for symbol in base}
    found["plain"] = (plain,)
    if last:
        order = list(base)
        at = order.index(last.symbol)
        others = [*order[at + 1 :], *order[:at]]
        found |= {"repeat": (last.symbol,), "avoid": others, "mirror": (last.answer,), "counter": last.beats}
        found |= {"next": others[:1], "back": others[-1:]}
        if last.won:
            found["stay"] = (last.symbol,) if last.won > 0 else others
    return found


def _apply_floor(usual: Chances) -> Chances:
    return {symbol: (1 - CHANCE_FLOOR) * chance + CHANCE_FLOOR / len(usual) for symbol, chance in usual.items()}


def judge_reading(before: Iterable[Sequence[OpponentChoice]], run: Sequence[OpponentChoice]) -> ReadingVerdict | None:
    """Return how well a match was predicted while it ran; None if there were too few confident predictions."""
    reader = MindReader.read_matches(before)
    reader.begin_match()
    told: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for met in run:
        seen = reader.predict_choice(met.usual, met.plain)
        if seen.trust >= SURE_TRUST and seen.follows:
            base = _apply_floor(met.usual)
            told[seen.habit].append((met.symbol in seen.follows, sum(base[it] for it in seen.follows)))
        reader.observe_choice(met)
    habit = max(told, key=lambda it: len(told[it]), default="")
    found = told[habit]
    if len(found) < OBSERVATIONS_MIN:
        return None
    return ReadingVerdict(habit, len(found), sum(hit for hit, _ in found), sum(usual for _, usual in found))
