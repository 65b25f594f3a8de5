"""The mind reader: what somebody's choices tell of the next one. Pure: choices in, figures out.

Each choice is guessed before it is looked at, in several ways (`guess`). Where no way is right more often than dice
explain, nothing is said; else one thing is, of the simplest way that explains the choices as well as any.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, log1p
from typing import Final, Literal, TypeAlias

from bot.matches import fold
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from bot.ratings.choice_prediction import PREDICTION_METHODS, Choice, PreferencePredictor, guess_choices
from games.insight import OUTCOMES, Habit, Outcome
from games.refused import Refused
from storage import Journal

REPORT_MIN_CHOICES: Final = 20
"""Choices of one kind, below which nothing is told."""
FALSE_ALARM_RATE_MAX: Final = 0.01
"""How often anything at all may be told of somebody who throws dice, however many kinds and ways are looked at."""
SIMPLER_METHOD_LOG_MARGIN: Final = 2.0
"""By what a way has to explain the choices better than a simpler one: the logarithm of about seven to one."""


@dataclass(frozen=True, slots=True)
class GuessTally:
    """Something came so often, of so many times that it could have."""

    hit_count: int
    trial_count: int
    expected_hits: float
    """How often it would have come of dice."""

    @property
    def exceeds_chance(self) -> bool:
        return self.hit_count > self.expected_hits

    @property
    def complement(self) -> GuessTally:
        """How often it did not come."""
        return GuessTally(self.trial_count - self.hit_count, self.trial_count, self.trial_count - self.expected_hits)

    @property
    def upper_tail_probability(self) -> float:
        """How likely it comes so often, or oftener, of dice."""
        return compute_binomial_tail(self.trial_count, self.hit_count, self.expected_hits / self.trial_count)

    @property
    def two_sided_probability(self) -> float:
        """How likely dice are so far off, be it above or below."""
        return min(
            1.0,
            2
            * min(
                self.upper_tail_probability,
                compute_binomial_tail(
                    self.trial_count, self.trial_count - self.hit_count, 1 - self.expected_hits / self.trial_count
                ),
            ),
        )


PatternKind: TypeAlias = Literal["favourite", "again", "outcome", "ring", "pair", "copy", "answer"]


@dataclass(frozen=True, slots=True)
class HabitPattern:
    """The one thing that is told."""

    kind: PatternKind
    tally: GuessTally
    symbols: tuple[str, ...] = ()
    """The favourite; what comes in turn, that which comes most often first; or what came, and upon what."""
    tallies_by_outcome: tuple[tuple[Outcome, GuessTally], ...] = ()
    """After which outcomes the same came again more often, or less, than of dice."""
    comparisons: tuple[tuple[str, str, GuessTally], ...] = ()
    """After what, what else could come, and how often it did: to be seen beside each other."""


@dataclass(frozen=True, slots=True)
class MindReaderReport:
    """Of one kind of choices, LEAST at least."""

    choice_kind: str
    choice_count: int
    guess_tallies: Mapping[str, GuessTally]
    """By way, how often guessing so was right."""
    repeat_tallies: Mapping[str, GuessTally]
    """How often the same came again: in all, and by how it had ended."""
    pattern: HabitPattern | None


def build_reports(matches: Iterable[Sequence[Habit]]) -> list[MindReaderReport]:
    """The surest first; the matches in the order in which they were played."""
    read = [
        _KindAnalysis(kind, choices)
        for kind, choices in _group_choices_by_kind(matches).items()
        if len(choices) >= REPORT_MIN_CHOICES
    ]
    level = _compute_significance_level([luck for each in read for luck in each.probabilities.values()])
    read.sort(key=lambda each: (min(each.probabilities.values(), default=1.0), -len(each.choices)))
    return [each.build_report(level) for each in read]


def _compute_significance_level(probabilities: Sequence[float]) -> float:
    """Below which it is more than luck, of so many looks at once, as Holm (1979) has it."""
    shares = [FALSE_ALARM_RATE_MAX / left for left in range(len(probabilities), 0, -1)]
    return next(
        (share for luck, share in zip(sorted(probabilities), shares, strict=True) if luck >= share),
        FALSE_ALARM_RATE_MAX,
    )


def count_choices_of_largest_kind(matches: Iterable[Sequence[Habit]]) -> int:
    """How many choices there are of the kind of which there are most."""
    return max(map(len, _group_choices_by_kind(matches).values()), default=0)


def _group_choices_by_kind(matches: Iterable[Sequence[Habit]]) -> Mapping[str, Sequence[Choice]]:
    """Who had nothing to choose among has shown something all the same: it is what came before."""
    kinds: dict[str, list[Choice]] = defaultdict(list)
    for match in matches:
        last: dict[str, Habit] = {}
        for habit in match:
            if len(habit.among) > 1:
                kinds[habit.kind].append(Choice(habit, last.get(habit.kind)))
            last[habit.kind] = habit
    return kinds


class _KindAnalysis:
    """The choices of one kind, guessed in every way."""

    def __init__(self, kind: str, choices: Sequence[Choice]) -> None:
        self.kind = kind
        self.choices = choices
        guessed = {key: guess_choices(choices, way) for key, way in PREDICTION_METHODS.items()}
        self.log_gains = {key: it.log_gain for key, it in guessed.items()}
        self.guess_tallies = {
            key: GuessTally(it.right_count, it.guess_count, it.expected_right_count)
            for key, it in guessed.items()
            if it.guess_count and key in ("favourite", "sequence", "rival")
        }
        again = {"": _tally_repeats(choices)} | {
            outcome: _tally_repeats([it for it in choices if it.previous and it.previous.outcome == outcome])
            for outcome in OUTCOMES
        }
        self.repeat_tallies = {key: tally for key, tally in again.items() if tally.trial_count}
        self.probabilities = {key: tally.upper_tail_probability for key, tally in self.guess_tallies.items()} | {
            f"again-{key}": tally.two_sided_probability for key, tally in self.repeat_tallies.items()
        }

    def build_report(self, significance_level: float) -> MindReaderReport:
        return MindReaderReport(
            self.kind,
            len(self.choices),
            self.guess_tallies,
            self.repeat_tallies,
            self._find_pattern(significance_level),
        )

    def _find_pattern(self, significance_level: float) -> HabitPattern | None:
        sure = {key for key, luck in self.probabilities.items() if luck < significance_level}
        outcomes = tuple((it, self.repeat_tallies[it]) for it in OUTCOMES if f"again-{it}" in sure)
        if not sure:
            return None
        apt = {"again": "" in self.repeat_tallies, "outcome": bool(outcomes)}
        ways = [way for way in PREDICTION_METHODS if apt.get(way, way in self.guess_tallies)]
        best = max(self.log_gains[way] for way in ways)
        match next(way for way in ways if self.log_gains[way] >= best - SIMPLER_METHOD_LOG_MARGIN):
            case "favourite":
                return self._build_favorite_pattern()
            case "again":
                return HabitPattern("again", self.repeat_tallies[""])
            case "outcome":
                return HabitPattern(
                    "outcome",
                    min((tally for _, tally in outcomes), key=lambda it: it.two_sided_probability),
                    (),
                    outcomes,
                )
            case "sequence":
                return _pick_surest_pattern(self._list_sequence_patterns())
            case _:
                return _pick_surest_pattern(self._list_answer_patterns())

    def _build_favorite_pattern(self) -> HabitPattern:
        liking = PreferencePredictor()
        for choice in self.choices:
            liking.observe_choice(choice)
        best = liking.find_strongest_preference()
        return HabitPattern(
            "favourite",
            self._tally_expected_symbols("favourite", {"": best}),
            (best,),
            comparisons=self._tally_all_symbols("favourite", ""),
        )

    def _list_sequence_patterns(self) -> Iterator[HabitPattern]:
        follows = self._find_usual_next_symbols("sequence")
        for first, then in follows.items():
            tally = self._tally_expected_symbols("sequence", {first: then})
            yield HabitPattern("pair", tally, (then, first), comparisons=self._tally_all_symbols("sequence", first))
        chosen = Counter(choice.habit.symbol for choice in self.choices)
        for first in follows:
            ring = _find_symbol_cycle(first, follows)
            if len(ring) > 1 and first == max(sorted(ring), key=chosen.__getitem__):
                steps = {each: follows[each] for each in ring}
                beside = tuple(
                    (one, then, self._tally_expected_symbols("sequence", {one: then})) for one, then in steps.items()
                )
                yield HabitPattern("ring", self._tally_expected_symbols("sequence", steps), ring, comparisons=beside)

    def _list_answer_patterns(self) -> Iterator[HabitPattern]:
        follows = self._find_usual_next_symbols("rival")
        for met, then in follows.items():
            yield HabitPattern(
                "answer",
                self._tally_expected_symbols("rival", {met: then}),
                (then, met),
                comparisons=self._tally_all_symbols("rival", met),
            )
        copied = {f"{self.kind}-{choice.habit.symbol}": choice.habit.symbol for choice in self.choices}
        copies = self._tally_expected_symbols("rival", copied)
        if copies.trial_count:
            yield HabitPattern("copy", copies)

    def _find_usual_next_symbols(self, method_key: str) -> Mapping[str, str]:
        """By situation, what comes most beyond its share."""
        beyond: dict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
        for choice in self.choices:
            situation = PREDICTION_METHODS[method_key].get_situation(choice)
            if situation is not None:
                for symbol in choice.habit.among:
                    beyond[situation][symbol] += (symbol == choice.habit.symbol) - choice.random_chance
        return {situation: max(sorted(then), key=then.__getitem__) for situation, then in sorted(beyond.items())}

    def _tally_all_symbols(self, method_key: str, situation: str) -> tuple[tuple[str, str, GuessTally], ...]:
        symbols = dict.fromkeys(symbol for choice in self.choices for symbol in choice.habit.among)
        told = (
            (situation, symbol, self._tally_expected_symbols(method_key, {situation: symbol})) for symbol in symbols
        )
        return tuple(bar for bar in told if bar[2].trial_count)

    def _tally_expected_symbols(self, method_key: str, expected_symbols: Mapping[str, str]) -> GuessTally:
        """How often what was to follow did, where it could."""
        times, of, dice = 0, 0, 0.0
        for choice in self.choices:
            then = (
                expected_symbols.get(situation)
                if (situation := PREDICTION_METHODS[method_key].get_situation(choice)) is not None
                else None
            )
            if then in choice.habit.among:
                times, of, dice = times + (then == choice.habit.symbol), of + 1, dice + choice.random_chance
        return GuessTally(times, of, dice)


def _pick_surest_pattern(patterns: Iterable[HabitPattern]) -> HabitPattern:
    return min(patterns, key=lambda story: (story.tally.upper_tail_probability, story.symbols))


def _find_symbol_cycle(start: str, next_symbols: Mapping[str, str]) -> tuple[str, ...]:
    """What comes in turn, from `first` until it comes again; nothing where it never does."""
    ring = [start]
    while (then := next_symbols.get(ring[-1], "")) not in ring:
        if not then:
            return ()
        ring.append(then)
    return tuple(ring) if then == start else ()


def _tally_repeats(choices: Sequence[Choice]) -> GuessTally:
    could = [choice for choice in choices if choice.can_repeat]
    return GuessTally(
        sum(choice.is_repeat for choice in could), len(could), sum(choice.random_chance for choice in could)
    )


def compute_binomial_tail(trial_count: int, min_hits: int, chance: float) -> float:
    """How likely so many or more of so many are.

    Where chances differ their mean stands for them: that is rather more than less, as Hoeffding (1956) has shown.
    """
    if min_hits <= 0 or chance >= 1:
        return 1.0
    if chance <= 0:
        return 0.0
    ways = lgamma(trial_count + 1)
    return min(
        1.0,
        sum(
            exp(
                ways
                - lgamma(hits + 1)
                - lgamma(trial_count - hits + 1)
                + hits * log(chance)
                + (trial_count - hits) * log1p(-chance)
            )
            for hits in range(min_hits, trial_count + 1)
        ),
    )


def list_shown_habits(journal: Journal, person_id: int) -> list[Habit]:
    """What a match that is over has shown of somebody; what the house chose in their seat is the house's."""
    match: MatchState = fold.build_initial_offer(journal)
    told: list[Habit] = []
    for event in journal.events[1:]:
        before, match = match, fold.apply_event(match, event, Absences())
        resolved = (
            isinstance(before, RunningMatch)
            and isinstance(match, StartedMatch)
            and match.engine.step > before.engine.step
        )
        if isinstance(before, RunningMatch) and resolved and event.seat is not None:
            joint = {**before.engine.sealed, event.seat: tuple(event.payload.split())}
            mine = {seat for seat, who in enumerate(before.player_ids) if who == person_id} - before.ai_controlled_seats
            told += (habit for habit in match.game.list_habits(before.engine.state, joint) if habit.seat in mine)
    if not match.is_over:
        # What was sealed in it may be sealed still.
        raise Refused("running")
    return told
