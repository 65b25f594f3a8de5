"""A match looked back upon: who was ahead, what each seat owes to luck, what its choices cost, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.core import Joint, Judged, Part, Seat, Word
from games.match import CALLS
from games.record import Record, matches
from games.refused import Refused

CHANCE: Final = frozenset({"meeting", "dice"})
MISTAKE: Final = 0.02
"""What a choice must have cost, of the one point of the match, to be called a mistake."""
TURN: Final = 0.05
"""What a step must have changed to be called a turn."""
TURNS: Final = 3


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


@dataclass(frozen=True, slots=True)
class Review:
    start: tuple[float, ...]
    """What the match was worth to each seat before anything was chosen."""
    steps: tuple[Step, ...]

    @property
    def seats(self) -> range:
        return range(len(self.start))

    @property
    def curve(self) -> Sequence[tuple[float, ...]]:
        return [self.start, *(step.worth for step in self.steps)]

    def luck(self, seat: Seat) -> float:
        return sum(step.luck(seat) for step in self.steps)

    def lost(self, seat: Seat) -> float:
        return sum(step.lost(seat) for step in self.steps)

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


def reviewed(record: Record) -> Review:
    """Refused for a game that cannot tell."""
    game = record.game
    if not isinstance(game, Judged):
        raise Refused("no-review", given=game.KEY)
    (_, before), *after = matches(record)
    start, steps = game.worth(before.state), list[Step]()
    joint: dict[Seat, Word] = {}
    for line, match in after:
        if line and line.seat is not None and not line.superseded and line.word not in CALLS:
            joint[line.seat] = line.word
        if match.step > before.step:
            parts = tuple(game.judged(before.state, joint, match.state))
            steps.append(Step(match.step, joint, parts, game.worth(match.state)))
            joint = {}
        before = match
    return Review(start, tuple(steps))
