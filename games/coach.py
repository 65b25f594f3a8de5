"""A match looked back upon: who was ahead, what each seat owes to luck, what its choices cost, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.core import Joint, Judged, Part, Seat, Word
from games.match import CALLS, OUTSIDE, Match
from games.record import Record, matches
from games.refused import Refused

CHANCE: Final = frozenset({"meeting", "dice"})
MISTAKE: Final = 0.02
"""What a choice must have cost, of the one point of the match, to be called a mistake."""
TURN: Final = 0.05
"""What a step must have changed to be called a turn."""
TURNS: Final = 3
LEAN: Final = 0.15
"""Less luck than this, or less of a better play, decides no match: what is told as ten points is about even."""
THROWN: Final = 0.4
"""What one mistake of whoever was ahead must have cost to have thrown the match away."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the match, taken apart."""

    at: int
    """After how many steps."""
    joint: Joint
    parts: tuple[Part, ...]
    worth: tuple[float, ...]
    """What the match is worth to each seat after it."""

    def luck(self, seat: Seat) -> float:
        return sum(part.gains[seat] for part in self.parts if part.cause in CHANCE)

    def lost(self, seat: Seat) -> float:
        """By what this seat chose itself."""
        return -sum(part.gains[seat] for part in self.parts if part.seat == seat)

    @property
    def mistakes(self) -> Iterator[Part]:
        """The choices that cost enough to be told, where it can be told what was better."""
        for part in self.parts:
            if part.seat is not None and part.better and -part.gains[part.seat] >= MISTAKE:
                yield part


@dataclass(frozen=True, slots=True)
class Turn:
    """A step at which the match turned."""

    step: Step
    seat: Seat
    """Who gained most by it."""
    swing: float
    """How much, by luck and by choices together."""
    part: Part
    """Most of it came of this."""

    @property
    def kind(self) -> str:
        return "luck" if self.part.seat is None else "mistake"

    @property
    def whose(self) -> Seat:
        """Who was lucky, or who made the mistake."""
        return self.seat if self.part.seat is None else self.part.seat

    @property
    def gain(self) -> float:
        """What luck brought, or what the mistake cost: less than nothing."""
        return self.step.luck(self.seat) if self.part.seat is None else self.part.gains[self.part.seat]


@dataclass(frozen=True, slots=True)
class Balance:
    """What the way of one seat from the first choice to the end came of; it adds up to that way."""

    luck: float
    play: float
    """What others gave away, less what it gave away itself."""
    late: float
    """What the coach saw only once it was there: counted to nobody."""

    @property
    def whole(self) -> float:
        return self.luck + self.play + self.late


@dataclass(frozen=True, slots=True)
class Verdict:
    """What decided the match, in one word."""

    kind: str
    winner: Seat | None
    """Of a draw who had more luck, if there anybody had."""
    thrown: Step | None = None
    """The mistake by which the loser, who was ahead, lost it for good."""


@dataclass(frozen=True, slots=True)
class Review:
    start: tuple[float, ...]
    """What the match was worth to each seat before anything was chosen."""
    steps: tuple[Step, ...]
    decided: bool = True
    """Did its own rules end it, and not somebody who gave up or a clock?"""
    advises: bool = True
    """Is it told of a choice what would have been better?"""

    @property
    def seats(self) -> range:
        return range(len(self.start))

    @property
    def curve(self) -> Sequence[tuple[float, ...]]:
        return [self.start, *(step.worth for step in self.steps)]

    @property
    def begun(self) -> int:
        """After how many steps the first choice came of which anything can be told; before it nobody is ahead."""
        judged = (step.at for step in self.steps if any(part.seat is not None for part in step.parts))
        return max(0, next(judged, 1) - 1)

    def luck(self, seat: Seat) -> float:
        return sum(step.luck(seat) for step in self.steps)

    def lost(self, seat: Seat) -> float:
        return sum(step.lost(seat) for step in self.steps)

    def balance(self, seat: Seat) -> Balance:
        luck, play = self.luck(seat), self.given(seat) - self.lost(seat)
        return Balance(luck, play, self.curve[-1][seat] - self.curve[self.begun][seat] - luck - play)

    @property
    def verdict(self) -> Verdict:
        end = self.curve[-1]
        if not self.decided:
            return Verdict("open", None)
        *_, second, first = sorted(end)
        if first - second < LEAN:
            # Of more than two nobody's luck is against somebody's play.
            ways = [(seat, self.balance(seat)) for seat in self.seats if len(end) == 2]
            lucky = next((seat for seat, way in ways if way.luck >= LEAN and way.play <= -LEAN), None)
            return Verdict("drawn" if lucky is None else "drawn-against", lucky)
        winner = end.index(max(end))
        return Verdict(self._weighed(winner), winner, self._thrown(winner))

    def _weighed(self, seat: Seat) -> str:
        """Whether luck or play brought this seat where it is."""
        found = self.balance(seat)
        luck, play = found.luck, found.play
        if max(luck, play) < LEAN or abs(found.late) >= max(luck, play):
            return "unknown"
        if min(luck, play) >= LEAN:
            return "both"
        more, less, kind = (luck, play, "luck") if luck > play else (play, luck, "play")
        if less > -LEAN:
            return kind
        return f"{kind}-against" if more + less > 0 else "unknown"

    def _thrown(self, winner: Seat) -> Step | None:
        """After it the winner was never behind again."""
        before = self.curve
        for at in reversed(range(len(self.steps))):
            step = self.steps[at]
            if step.worth[winner] < max(share for seat, share in enumerate(step.worth) if seat != winner):
                return None
            for part in step.mistakes:
                if part.seat != winner and part.gains[part.seat or 0] <= -THROWN:
                    return step if before[at][part.seat or 0] > before[at][winner] else None
        return None

    def given(self, seat: Seat) -> float:
        """What the choices of others brought it."""
        return sum(
            part.gains[seat]
            for step in self.steps
            for part in step.parts
            if part.seat is not None and part.seat != seat
        )

    def mistakes(self, seat: Seat) -> int:
        return sum(part.seat == seat for step in self.steps for part in step.mistakes)

    @property
    def turns(self) -> Sequence[Turn]:
        """Where it turned most, in the order in which it did."""
        found = sorted(self._swings(), key=lambda turn: (-turn.swing, turn.step.at))[:TURNS]
        return sorted((turn for turn in found if turn.swing >= TURN), key=lambda turn: turn.step.at)

    def _swings(self) -> Iterator[Turn]:
        for step in self.steps:
            told = [part for part in step.parts if part.cause in CHANCE or part.better]
            if told:
                # Whoever escapes what they lost by a choice has turned nothing.
                gains = [sum(part.gains[seat] for part in step.parts if part.cause != "sight") for seat in self.seats]
                swing = max(gains)
                seat = gains.index(swing)
                yield Turn(step, seat, swing, max(told, key=lambda part: part.gains[seat]))


@dataclass(frozen=True, slots=True)
class Looked:
    """A match that is looked back upon."""

    passed: Sequence[Match]
    """At its start, after each step, and as it ended."""
    review: Review

    @property
    def end(self) -> Match:
        return self.passed[-1]


def looked(record: Record) -> Looked:
    """Refused for a game that cannot tell."""
    game = record.game
    if not isinstance(game, Judged):
        raise Refused("no-review", given=game.KEY)
    (_, before), *after = matches(record)
    passed, steps = [before], list[Step]()
    start, joint = game.worth(before.state), dict[Seat, Word]()
    for line, match in after:
        if line and line.seat is not None and not line.superseded and line.word not in CALLS:
            joint[line.seat] = line.word
        if match.step > before.step:
            parts = tuple(game.judged(before.state, joint, match.state))
            steps.append(Step(match.step, joint, parts, game.worth(match.state)))
            joint = {}
        if match.step > before.step or match.result:
            passed.append(match)
        before = match
    result = before.result
    decided = result is None or result.reason not in OUTSIDE
    return Looked(passed, Review(start, tuple(steps), decided, game.ADVISES))


def reviewed(record: Record) -> Review:
    """What is kept of it, and goes from one process to another."""
    return looked(record).review
