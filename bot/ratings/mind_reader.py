"""The mind reader, which finds habits that make a player's choices predictable. All functions are pure.

Several methods from `choice_prediction` predict each choice from the choices before it. If no method is right more
often than chance can explain, there is no pattern. Otherwise, the report shows the pattern of the simplest method that
explains the choices about as well as the best method.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bot.matches import fold
from bot.matches.model import RunningMatch, StartedMatch
from bot.ratings.choice_prediction import PREDICTION_METHODS, Choice, PreferencePredictor, guess_choices
from bot.ratings.stats import compute_binomial_tail
from games.insight import OUTCOMES, Habit, Outcome
from games.refused import Refused
from storage import Journal

REPORT_MIN_CHOICES: Final = 20
"""How many choices of a kind are needed for a report."""
FALSE_ALARM_RATE_MAX: Final = 0.01
"""The maximum probability that any pattern is reported for a player who chooses at random."""
SIMPLER_METHOD_LOG_MARGIN: Final = 2.0
"""By how much a method's log gain must exceed that of a simpler method to be preferred: a factor of about seven."""


@dataclass(frozen=True, slots=True)
class GuessTally:
    """The number of hits of an event in some trials, compared with the number of hits expected by chance."""

    hit_count: int
    trial_count: int
    expected_hits: float

    @property
    def exceeds_chance(self) -> bool:
        return self.hit_count > self.expected_hits

    @property
    def complement(self) -> GuessTally:
        """The tally of how often the event did not happen."""
        return GuessTally(self.trial_count - self.hit_count, self.trial_count, self.trial_count - self.expected_hits)

    @property
    def upper_tail_probability(self) -> float:
        """The probability that the event happens at least this often by chance."""
        return compute_binomial_tail(self.trial_count, self.hit_count, self.expected_hits / self.trial_count)

    @property
    def two_sided_probability(self) -> float:
        """The probability that chance causes a deviation at least this large, in either direction."""
        return min(1.0, 2 * min(self.upper_tail_probability, self.complement.upper_tail_probability))


PatternKind: TypeAlias = Literal["favourite", "again", "outcome", "ring", "pair", "copy", "answer"]


@dataclass(frozen=True, slots=True)
class HabitPattern:
    """The habit that explains a player's choices in a report."""

    kind: PatternKind
    tally: GuessTally
    symbols: tuple[str, ...] = ()
    """The symbols of the pattern, depending on its kind.

    They are the favorite symbol; or the symbols of a cycle, the most frequent first; or a symbol and its predecessor.
    """
    tallies_by_outcome: tuple[tuple[Outcome, GuessTally], ...] = ()
    """How often the player repeated a choice, for the outcomes after which this happened unusually often or rarely."""
    comparisons: tuple[tuple[str, str, GuessTally], ...] = ()
    """A situation, a symbol, and how often that symbol was chosen in that situation, for comparing symbols."""


@dataclass(frozen=True, slots=True)
class MindReaderReport:
    """The mind reader's findings about at least `REPORT_MIN_CHOICES` choices of the same kind."""

    choice_kind: str
    choice_count: int
    guess_tallies: Mapping[str, GuessTally]
    """How often each prediction method guessed right, by the method's key."""
    repeat_tallies: Mapping[str, GuessTally]
    """How often the player repeated a choice, by the outcome of the repeated choice, with the total under ""."""
    pattern: HabitPattern | None


def build_reports(matches: Iterable[Sequence[Habit]]) -> list[MindReaderReport]:
    """Return a report for each kind of choice, the most significant first.

    The matches, and the habits in each match, must be in chronological order.
    """
    analyses = [
        _KindAnalysis(kind, choices)
        for kind, choices in _group_choices_by_kind(matches).items()
        if len(choices) >= REPORT_MIN_CHOICES
    ]
    level = _compute_significance_level(
        [probability for analysis in analyses for probability in analysis.probabilities.values()]
    )
    analyses.sort(key=lambda analysis: (min(analysis.probabilities.values(), default=1.0), -len(analysis.choices)))
    return [analysis.build_report(level) for analysis in analyses]


def _compute_significance_level(probabilities: Sequence[float]) -> float:
    """Return the significance level for several tests at once, so that chance rarely passes any (Holm 1979)."""
    levels = [FALSE_ALARM_RATE_MAX / remaining for remaining in range(len(probabilities), 0, -1)]
    return next(
        (level for probability, level in zip(sorted(probabilities), levels, strict=True) if probability >= level),
        FALSE_ALARM_RATE_MAX,
    )


def count_choices_of_largest_kind(matches: Iterable[Sequence[Habit]]) -> int:
    """Return the number of choices of the most frequent kind."""
    return max(map(len, _group_choices_by_kind(matches).values()), default=0)


def has_enough_choices(matches: Iterable[Sequence[Habit]]) -> bool:
    """Return whether these matches contain enough choices of one kind for a mind reader report."""
    return count_choices_of_largest_kind(matches) >= REPORT_MIN_CHOICES


def _group_choices_by_kind(matches: Iterable[Sequence[Habit]]) -> Mapping[str, Sequence[Choice]]:
    """Convert habits to choices, and group them by kind.

    A habit without alternatives is not a choice, but it counts as the predecessor of the next choice.
    """
    choices_by_kind: dict[str, list[Choice]] = defaultdict(list)
    for match in matches:
        last: dict[str, Habit] = {}
        for habit in match:
            if len(habit.possible_symbols) > 1:
                choices_by_kind[habit.kind].append(Choice(habit, last.get(habit.kind)))
            last[habit.kind] = habit
    return choices_by_kind


class _KindAnalysis:
    """The choices of one kind and how well each method predicts them."""

    def __init__(self, kind: str, choices: Sequence[Choice]) -> None:
        self.kind = kind
        self.choices = choices
        guess_counts = {key: guess_choices(choices, method) for key, method in PREDICTION_METHODS.items()}
        self.log_gains = {key: counts.log_gain for key, counts in guess_counts.items()}
        self.guess_tallies = {
            key: GuessTally(counts.right_count, counts.guess_count, counts.expected_right_count)
            for key, counts in guess_counts.items()
            if counts.guess_count and key in ("favourite", "sequence", "rival")
        }
        repeat_tallies = {"": _tally_repeats(choices)} | {
            outcome: _tally_repeats(
                [choice for choice in choices if choice.previous and choice.previous.outcome == outcome]
            )
            for outcome in OUTCOMES
        }
        self.repeat_tallies = {key: tally for key, tally in repeat_tallies.items() if tally.trial_count}
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
        significant = {key for key, probability in self.probabilities.items() if probability < significance_level}
        outcomes = tuple(
            (outcome, self.repeat_tallies[outcome]) for outcome in OUTCOMES if f"again-{outcome}" in significant
        )
        if not significant:
            return None
        is_applicable = {"again": "" in self.repeat_tallies, "outcome": bool(outcomes)}
        methods = [method for method in PREDICTION_METHODS if is_applicable.get(method, method in self.guess_tallies)]
        best_gain = max(self.log_gains[method] for method in methods)
        match next(method for method in methods if self.log_gains[method] >= best_gain - SIMPLER_METHOD_LOG_MARGIN):
            case "favourite":
                return self._build_favorite_pattern()
            case "again":
                return HabitPattern("again", self.repeat_tallies[""])
            case "outcome":
                return HabitPattern(
                    "outcome",
                    min((tally for _, tally in outcomes), key=lambda tally: tally.two_sided_probability),
                    (),
                    outcomes,
                )
            case "sequence":
                return _pick_surest_pattern(self._list_sequence_patterns())
            case _:
                return _pick_surest_pattern(self._list_answer_patterns())

    def _build_favorite_pattern(self) -> HabitPattern:
        predictor = PreferencePredictor()
        for choice in self.choices:
            predictor.observe_choice(choice)
        favorite = predictor.find_strongest_preference()
        return HabitPattern(
            "favourite",
            self._tally_expected_symbols("favourite", {"": favorite}),
            (favorite,),
            comparisons=self._tally_all_symbols("favourite", ""),
        )

    def _list_sequence_patterns(self) -> Iterator[HabitPattern]:
        next_symbols = self._find_usual_next_symbols("sequence")
        for symbol, next_symbol in next_symbols.items():
            tally = self._tally_expected_symbols("sequence", {symbol: next_symbol})
            comparisons = self._tally_all_symbols("sequence", symbol)
            yield HabitPattern("pair", tally, (next_symbol, symbol), comparisons=comparisons)
        symbol_counts = Counter(choice.habit.symbol for choice in self.choices)
        for start in next_symbols:
            cycle = _find_symbol_cycle(start, next_symbols)
            if len(cycle) > 1 and start == max(sorted(cycle), key=symbol_counts.__getitem__):
                steps = {symbol: next_symbols[symbol] for symbol in cycle}
                comparisons = tuple(
                    (symbol, next_symbol, self._tally_expected_symbols("sequence", {symbol: next_symbol}))
                    for symbol, next_symbol in steps.items()
                )
                tally = self._tally_expected_symbols("sequence", steps)
                yield HabitPattern("ring", tally, cycle, comparisons=comparisons)

    def _list_answer_patterns(self) -> Iterator[HabitPattern]:
        for met, answer in self._find_usual_next_symbols("rival").items():
            yield HabitPattern(
                "answer",
                self._tally_expected_symbols("rival", {met: answer}),
                (answer, met),
                comparisons=self._tally_all_symbols("rival", met),
            )
        same_symbols = {f"{self.kind}-{choice.habit.symbol}": choice.habit.symbol for choice in self.choices}
        tally = self._tally_expected_symbols("rival", same_symbols)
        if tally.trial_count:
            yield HabitPattern("copy", tally)

    def _find_usual_next_symbols(self, method_key: str) -> Mapping[str, str]:
        """Return, for each situation, the symbol that the player chose most often compared with chance."""
        excess: dict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
        for choice in self.choices:
            situation = PREDICTION_METHODS[method_key].get_situation(choice)
            if situation is not None:
                for symbol in choice.habit.possible_symbols:
                    excess[situation][symbol] += (symbol == choice.habit.symbol) - choice.random_chance
        return {
            situation: max(sorted(by_symbol), key=by_symbol.__getitem__)
            for situation, by_symbol in sorted(excess.items())
        }

    def _tally_all_symbols(self, method_key: str, situation: str) -> tuple[tuple[str, str, GuessTally], ...]:
        symbols = dict.fromkeys(symbol for choice in self.choices for symbol in choice.habit.possible_symbols)
        tallies = (
            (situation, symbol, self._tally_expected_symbols(method_key, {situation: symbol})) for symbol in symbols
        )
        return tuple(entry for entry in tallies if entry[2].trial_count)

    def _tally_expected_symbols(self, method_key: str, expected_symbols: Mapping[str, str]) -> GuessTally:
        """Count how often the expected symbol of each situation was chosen when it was available."""
        hit_count, trial_count, expected_hits = 0, 0, 0.0
        for choice in self.choices:
            situation = PREDICTION_METHODS[method_key].get_situation(choice)
            expected_symbol = None if situation is None else expected_symbols.get(situation)
            if expected_symbol in choice.habit.possible_symbols:
                hit_count += expected_symbol == choice.habit.symbol
                trial_count += 1
                expected_hits += choice.random_chance
        return GuessTally(hit_count, trial_count, expected_hits)


def _pick_surest_pattern(patterns: Iterable[HabitPattern]) -> HabitPattern:
    return min(patterns, key=lambda pattern: (pattern.tally.upper_tail_probability, pattern.symbols))


def _find_symbol_cycle(start: str, next_symbols: Mapping[str, str]) -> tuple[str, ...]:
    """Follow `next_symbols` from `start` until it returns there. Return the cycle, or () if there is none.

    >>> _find_symbol_cycle("a", {"a": "b", "b": "a"})
    ('a', 'b')
    """
    cycle = [start]
    while (next_symbol := next_symbols.get(cycle[-1])) not in cycle:
        if next_symbol is None:
            return ()
        cycle.append(next_symbol)
    return tuple(cycle) if next_symbol == start else ()


def _tally_repeats(choices: Sequence[Choice]) -> GuessTally:
    repeatable = [choice for choice in choices if choice.can_repeat]
    return GuessTally(
        sum(choice.is_repeat for choice in repeatable),
        len(repeatable),
        sum(choice.random_chance for choice in repeatable),
    )


def list_shown_habits(journal: Journal, person_id: int) -> list[Habit]:
    """Return a person's habits in a finished match, without the moves that the AI made in their seat.

    Raises `Refused` if the match is not finished.
    """
    if journal.header.is_live:
        # A running match may contain sealed moves, which must stay secret.
        raise Refused("running")
    habits: list[Habit] = []
    for before, event, after in fold.replay_events(journal):
        if not isinstance(before, RunningMatch) or not isinstance(after, StartedMatch):
            continue
        if after.engine.step > before.engine.step and event.seat is not None:
            joint = {**before.engine.sealed, event.seat: tuple(event.payload.split())}
            own_seats = {seat for seat, player_id in enumerate(before.player_ids) if player_id == person_id}
            own_seats -= before.ai_controlled_seats
            habits += (habit for habit in after.game.list_habits(before.engine.state, joint) if habit.seat in own_seats)
    return habits
