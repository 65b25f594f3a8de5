"""Reading somebody: which habits their choices follow, how sure that is, and what they will choose next. Pure.

Each habit, followed so and so often, is an expert: it says before each choice how likely each symbol is. So is a player
who has none. After the choice each weighs as much more as it expected it more than the others did (Bayes' rule, or
exponential weights of the log loss); and a little of all weight is shared out anew, for people change.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.insight import Met

Chances: TypeAlias = Mapping[str, float]
"""By symbol; their sum is 1."""

RATES: Final = (0.2, 0.4, 0.6, 0.8)
"""How often a habit may be followed; else its owner plays as somebody without any."""
PATTERN: Final = "pattern"
"""What has no name: one choice follows another more often than it would."""
TRUST: Final = 0.5
"""How likely a player without habits is before anything was seen."""
SHARED: Final = 0.002
"""Of all weight, after each choice."""
FLOOR: Final = 0.06
"""Nobody is so strong that they never choose what they should not."""
CALM: Final = 3.0
"""As many choices as expected are taken for seen, before what follows what is believed."""
MOST: Final = 0.95
"""However sure a reading is: so far it is trusted, and no further."""
LEAST: Final = 2
"""Choices of a match, below which nothing is told of them."""
TELLING: Final = 4
"""So many show that a reading was wrong."""
SURE: Final = 0.5
"""From here on a reading is told as one."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What is read before a choice."""

    trust: float
    """How sure it is that there is a habit at all: from 0, as one begins, and never quite 1."""
    chances: Chances
    """Of each symbol, if there is one."""
    habit: str
    """The likeliest."""
    follows: frozenset[str]
    """What would be chosen by it; nothing where it says nothing about this choice."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was read in a match, and whether it was right."""

    habit: str
    of: int
    """So many choices were expected to follow it."""
    hits: int
    """So many did."""
    usual: float
    """So many would have without any habit."""

    @property
    def right(self) -> bool | None:
        """By a choice at least; None where that little does not tell."""
        if self.hits - self.usual >= 1:
            return True
        return False if self.of >= TELLING and self.hits <= self.usual + 0.5 else None


class Reader:
    """Folds what met, match by match."""

    def __init__(self) -> None:
        self._doubt = TRUST
        """What somebody without habits weighs; all weights together are 1."""
        self._weights: dict[str, list[float]] = {}
        """By habit, and by how often it is followed; of patterns, by what leads to a choice."""
        self._last: Met | None = None
        self._seen: dict[object, Counter[str]] = defaultdict(Counter)
        self._usual: dict[object, dict[str, float]] = defaultdict(lambda: defaultdict(float))

    @classmethod
    def of(cls, runs: Iterable[Sequence[Met]]) -> Reader:
        """After these matches, of which the last is still played."""
        reader = cls()
        for run in runs:
            reader.begins()
            for met in run:
                reader.saw(met)
        return reader

    def begins(self) -> None:
        """Another match: what was chosen last in the one before leads to nothing there."""
        self._last = None

    def foresees(self, usual: Chances, plain: str) -> Foreseen:
        """What is chosen next by somebody who would choose so without a habit, and to whom `plain` looks best."""
        base = _floored(usual)
        weights, led = self._weighed(base), _led(self._last, base, plain)
        chances = {
            symbol: sum(
                weight * says
                for habit, part in weights.items()
                for weight, says in zip(part, self._says(habit, symbol, base, led), strict=True)
            )
            / (1 - self._doubt)
            for symbol in base
        }
        habit = max(weights, key=lambda it: sum(weights[it]))
        follows = [max(chances, key=lambda symbol: chances[symbol])] if habit == PATTERN else led.get(habit, ())
        # While nothing was seen, nothing is trusted.
        return Foreseen(MOST * max(0.0, 1 - self._doubt / TRUST), chances, habit, frozenset(follows))

    def saw(self, met: Met) -> None:
        base = _floored(met.usual)
        weights, led = self._weighed(base), _led(self._last, base, met.plain)
        grown = {
            habit: [weight * says for weight, says in zip(part, self._says(habit, met.symbol, base, led), strict=True)]
            for habit, part in weights.items()
        }
        doubt = self._doubt * base[met.symbol]
        kept = (1 - SHARED) / (doubt + sum(map(sum, grown.values())))
        given = SHARED * (1 - TRUST) / (len(RATES) * len(grown))
        self._doubt = kept * doubt + SHARED * TRUST
        self._weights = {habit: [kept * weight + given for weight in part] for habit, part in grown.items()}
        for context in self._contexts():
            self._seen[context][met.symbol] += 1
            for symbol, chance in base.items():
                self._usual[context][symbol] += chance
        self._last = met

    def _weighed(self, base: Chances) -> Mapping[str, list[float]]:
        if self._weights:
            return self._weights
        habits = (*NAMED, *(f"favourite-{symbol}" for symbol in base), PATTERN)
        return {habit: [(1 - TRUST) / (len(RATES) * len(habits))] * len(RATES) for habit in habits}

    def _says(self, habit: str, symbol: str, base: Chances, led: Mapping[str, Sequence[str]]) -> Sequence[float]:
        """How likely it is by that habit, by how often it is followed."""
        if habit == PATTERN:
            return [self._leant(context, symbol, base) for context in self._contexts()]
        chance, wanted = base[symbol], led.get(habit, ())
        if not wanted:
            # It says nothing about this choice.
            return [chance] * len(RATES)
        then = chance / sum(base[it] for it in wanted) if symbol in wanted else 0.0
        return [chance + rate * (then - chance) for rate in RATES]

    def _contexts(self) -> Iterator[object]:
        """What may lead to a choice; as many as there are rates."""
        last = self._last
        yield ()
        yield ("own", last and last.symbol)
        yield ("answer", last and last.answer)
        yield ("won", last and (last.symbol, last.won))

    def _leant(self, context: object, symbol: str, base: Chances) -> float:
        """As often beyond its share as it was chosen there before."""
        seen, usual = self._seen[context], self._usual[context]
        leans = {it: base[it] * (seen[it] + CALM) / (usual[it] + CALM) for it in base}
        return leans[symbol] / sum(leans.values())


NAMED: Final = ("repeat", "avoid", "next", "back", "mirror", "counter", "stay", "plain")
"""Those that need no symbol; each has its words."""


def _led(last: Met | None, base: Chances, plain: str) -> Mapping[str, Sequence[str]]:
    """By habit what it leads to now; those that say nothing here are left out."""
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


def _floored(usual: Chances) -> Chances:
    return {symbol: (1 - FLOOR) * chance + FLOOR / len(usual) for symbol, chance in usual.items()}


def verdict(before: Iterable[Sequence[Met]], run: Sequence[Met]) -> Verdict | None:
    """What was read while this match was played, as sure as it was then; nothing where that was too seldom sure."""
    reader = Reader.of(before)
    reader.begins()
    told: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for met in run:
        seen = reader.foresees(met.usual, met.plain)
        if seen.trust >= SURE and seen.follows:
            base = _floored(met.usual)
            told[seen.habit].append((met.symbol in seen.follows, sum(base[it] for it in seen.follows)))
        reader.saw(met)
    habit = max(told, key=lambda it: len(told[it]), default="")
    found = told[habit]
    if len(found) < LEAST:
        return None
    return Verdict(habit, len(found), sum(hit for hit, _ in found), sum(usual for _, usual in found))
