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
from bot.ratings.choice_prediction import WAYS, Choice, Liking, guesses
from games.insight import OUTCOMES, Habit, Outcome
from games.refused import Refused
from storage import Journal

LEAST: Final = 20
"""Choices of one kind, below which nothing is told."""
FALSE: Final = 0.01
"""How often anything at all may be told of somebody who throws dice, however many kinds and ways are looked at."""
MARGIN: Final = 2.0
"""By what a way has to explain the choices better than a simpler one: the logarithm of about seven to one."""


@dataclass(frozen=True, slots=True)
class GuessTally:
    """Something came so often, of so many times that it could have."""

    times: int
    of: int
    dice: float
    """How often it would have come of dice."""

    @property
    def more(self) -> bool:
        return self.times > self.dice

    @property
    def otherwise(self) -> GuessTally:
        """How often it did not come."""
        return GuessTally(self.of - self.times, self.of, self.of - self.dice)

    @property
    def often(self) -> float:
        """How likely it comes so often, or oftener, of dice."""
        return tail(self.of, self.times, self.dice / self.of)

    @property
    def luck(self) -> float:
        """How likely dice are so far off, be it above or below."""
        return min(1.0, 2 * min(self.often, tail(self.of, self.of - self.times, 1 - self.dice / self.of)))


Sort: TypeAlias = Literal["favourite", "again", "outcome", "ring", "pair", "copy", "answer"]


@dataclass(frozen=True, slots=True)
class HabitPattern:
    """The one thing that is told."""

    sort: Sort
    tally: GuessTally
    symbols: tuple[str, ...] = ()
    """The favourite; what comes in turn, that which comes most often first; or what came, and upon what."""
    outcomes: tuple[tuple[Outcome, GuessTally], ...] = ()
    """After which outcomes the same came again more often, or less, than of dice."""
    beside: tuple[tuple[str, str, GuessTally], ...] = ()
    """After what, what else could come, and how often it did: to be seen beside each other."""


@dataclass(frozen=True, slots=True)
class MindReaderReport:
    """Of one kind of choices, LEAST at least."""

    kind: str
    choices: int
    guessed: Mapping[str, GuessTally]
    """By way, how often guessing so was right."""
    again: Mapping[str, GuessTally]
    """How often the same came again: in all, and by how it had ended."""
    story: HabitPattern | None


def reports(matches: Iterable[Sequence[Habit]]) -> list[MindReaderReport]:
    """The surest first; the matches in the order in which they were played."""
    read = [_Read(kind, choices) for kind, choices in _kinds(matches).items() if len(choices) >= LEAST]
    level = _level([luck for each in read for luck in each.lucks.values()])
    read.sort(key=lambda each: (min(each.lucks.values(), default=1.0), -len(each.choices)))
    return [each.report(level) for each in read]


def _level(lucks: Sequence[float]) -> float:
    """Below which it is more than luck, of so many looks at once, as Holm (1979) has it."""
    shares = [FALSE / left for left in range(len(lucks), 0, -1)]
    return next((share for luck, share in zip(sorted(lucks), shares, strict=True) if luck >= share), FALSE)


def most(matches: Iterable[Sequence[Habit]]) -> int:
    """How many choices there are of the kind of which there are most."""
    return max(map(len, _kinds(matches).values()), default=0)


def _kinds(matches: Iterable[Sequence[Habit]]) -> Mapping[str, Sequence[Choice]]:
    """Who had nothing to choose among has shown something all the same: it is what came before."""
    kinds: dict[str, list[Choice]] = defaultdict(list)
    for match in matches:
        last: dict[str, Habit] = {}
        for habit in match:
            if len(habit.among) > 1:
                kinds[habit.kind].append(Choice(habit, last.get(habit.kind)))
            last[habit.kind] = habit
    return kinds


class _Read:
    """The choices of one kind, guessed in every way."""

    def __init__(self, kind: str, choices: Sequence[Choice]) -> None:
        self.kind = kind
        self.choices = choices
        guessed = {key: guesses(choices, way) for key, way in WAYS.items()}
        self.gained = {key: it.gained for key, it in guessed.items()}
        self.guessed = {
            key: GuessTally(it.right, it.of, it.dice)
            for key, it in guessed.items()
            if it.of and key in ("favourite", "sequence", "rival")
        }
        again = {"": _again(choices)} | {
            outcome: _again([it for it in choices if it.last and it.last.outcome == outcome]) for outcome in OUTCOMES
        }
        self.again = {key: tally for key, tally in again.items() if tally.of}
        self.lucks = {key: tally.often for key, tally in self.guessed.items()} | {
            f"again-{key}": tally.luck for key, tally in self.again.items()
        }

    def report(self, level: float) -> MindReaderReport:
        return MindReaderReport(self.kind, len(self.choices), self.guessed, self.again, self._story(level))

    def _story(self, level: float) -> HabitPattern | None:
        sure = {key for key, luck in self.lucks.items() if luck < level}
        outcomes = tuple((it, self.again[it]) for it in OUTCOMES if f"again-{it}" in sure)
        if not sure:
            return None
        apt = {"again": "" in self.again, "outcome": bool(outcomes)}
        ways = [way for way in WAYS if apt.get(way, way in self.guessed)]
        best = max(self.gained[way] for way in ways)
        match next(way for way in ways if self.gained[way] >= best - MARGIN):
            case "favourite":
                return self._favourite()
            case "again":
                return HabitPattern("again", self.again[""])
            case "outcome":
                return HabitPattern(
                    "outcome", min((tally for _, tally in outcomes), key=lambda it: it.luck), (), outcomes
                )
            case "sequence":
                return _surest(self._sequences())
            case _:
                return _surest(self._answers())

    def _favourite(self) -> HabitPattern:
        liking = Liking()
        for choice in self.choices:
            liking.see(choice)
        best = liking.best()
        return HabitPattern(
            "favourite", self._tally("favourite", {"": best}), (best,), beside=self._beside("favourite", "")
        )

    def _sequences(self) -> Iterator[HabitPattern]:
        follows = self._follows("sequence")
        for first, then in follows.items():
            tally = self._tally("sequence", {first: then})
            yield HabitPattern("pair", tally, (then, first), beside=self._beside("sequence", first))
        chosen = Counter(choice.habit.symbol for choice in self.choices)
        for first in follows:
            ring = _ring(first, follows)
            if len(ring) > 1 and first == max(sorted(ring), key=chosen.__getitem__):
                steps = {each: follows[each] for each in ring}
                beside = tuple((one, then, self._tally("sequence", {one: then})) for one, then in steps.items())
                yield HabitPattern("ring", self._tally("sequence", steps), ring, beside=beside)

    def _answers(self) -> Iterator[HabitPattern]:
        follows = self._follows("rival")
        for met, then in follows.items():
            yield HabitPattern(
                "answer", self._tally("rival", {met: then}), (then, met), beside=self._beside("rival", met)
            )
        copied = {f"{self.kind}-{choice.habit.symbol}": choice.habit.symbol for choice in self.choices}
        copies = self._tally("rival", copied)
        if copies.of:
            yield HabitPattern("copy", copies)

    def _follows(self, way: str) -> Mapping[str, str]:
        """By situation, what comes most beyond its share."""
        beyond: dict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
        for choice in self.choices:
            situation = WAYS[way].situation(choice)
            if situation is not None:
                for symbol in choice.habit.among:
                    beyond[situation][symbol] += (symbol == choice.habit.symbol) - choice.dice
        return {situation: max(sorted(then), key=then.__getitem__) for situation, then in sorted(beyond.items())}

    def _beside(self, way: str, situation: str) -> tuple[tuple[str, str, GuessTally], ...]:
        symbols = dict.fromkeys(symbol for choice in self.choices for symbol in choice.habit.among)
        told = ((situation, symbol, self._tally(way, {situation: symbol})) for symbol in symbols)
        return tuple(bar for bar in told if bar[2].of)

    def _tally(self, way: str, follows: Mapping[str, str]) -> GuessTally:
        """How often what was to follow did, where it could."""
        times, of, dice = 0, 0, 0.0
        for choice in self.choices:
            then = follows.get(situation) if (situation := WAYS[way].situation(choice)) is not None else None
            if then in choice.habit.among:
                times, of, dice = times + (then == choice.habit.symbol), of + 1, dice + choice.dice
        return GuessTally(times, of, dice)


def _surest(stories: Iterable[HabitPattern]) -> HabitPattern:
    return min(stories, key=lambda story: (story.tally.often, story.symbols))


def _ring(first: str, follows: Mapping[str, str]) -> tuple[str, ...]:
    """What comes in turn, from `first` until it comes again; nothing where it never does."""
    ring = [first]
    while (then := follows.get(ring[-1], "")) not in ring:
        if not then:
            return ()
        ring.append(then)
    return tuple(ring) if then == first else ()


def _again(choices: Sequence[Choice]) -> GuessTally:
    could = [choice for choice in choices if choice.can_repeat]
    return GuessTally(sum(choice.repeats for choice in could), len(could), sum(choice.dice for choice in could))


def tail(of: int, times: int, chance: float) -> float:
    """How likely so many or more of so many are.

    Where chances differ their mean stands for them: that is rather more than less, as Hoeffding (1956) has shown.
    """
    if times <= 0 or chance >= 1:
        return 1.0
    if chance <= 0:
        return 0.0
    ways = lgamma(of + 1)
    return min(
        1.0,
        sum(
            exp(ways - lgamma(hits + 1) - lgamma(of - hits + 1) + hits * log(chance) + (of - hits) * log1p(-chance))
            for hits in range(times, of + 1)
        ),
    )


def shown(stored: Journal, person_id: int) -> list[Habit]:
    """What a match that is over has shown of somebody; what the house chose in their seat is the house's."""
    match: MatchState = fold.laid(stored)
    told: list[Habit] = []
    for event in stored.events[1:]:
        before, match = match, fold.after(match, event, Absences())
        resolved = (
            isinstance(before, RunningMatch)
            and isinstance(match, StartedMatch)
            and match.engine.step > before.engine.step
        )
        if isinstance(before, RunningMatch) and resolved and event.seat is not None:
            joint = {**before.engine.sealed, event.seat: tuple(event.payload.split())}
            mine = {seat for seat, who in enumerate(before.people) if who == person_id} - before.housed
            told += (habit for habit in match.game.list_habits(before.engine.state, joint) if habit.seat in mine)
    if not match.is_over:
        # What was sealed in it may be sealed still.
        raise Refused("running")
    return told
