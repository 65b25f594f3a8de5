"""What a match that was taken apart tells: who was ahead, what luck, play and mistakes came to, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.core import Joint, Seat
from games.insight import Part

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
    """Did its own rules end it? Who gives up or runs out of time where all is lost anticipates what they would say."""
    advises: bool = True
    """Is it told of a choice what would have been better?"""
    whole: bool = True
    """Have all steps been taken apart?"""

    def then(self, more: Review) -> Review:
        """With the steps that were taken apart next."""
        return replace(more, start=self.start, steps=(*self.steps, *more.steps))

    @property
    def seats(self) -> range:
        return range(len(self.start))

    @property
    def curve(self) -> Sequence[tuple[float, ...]]:
        return [self.start, *(step.worth for step in self.steps)]

    @property
    def by_luck(self) -> bool:
        """Was anything in it left to chance? Not where somebody chose and nothing was."""
        parts = [part for step in self.steps for part in step.parts]
        return any(part.cause in CHANCE for part in parts) or all(part.seat is None for part in parts)

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
            even = "drawn" if self.by_luck else "even"
            return Verdict(even if lucky is None else "drawn-against", lucky)
        winner = end.index(max(end))
        return Verdict(self._weighed(winner), winner, self._thrown(winner))

    def _weighed(self, seat: Seat) -> str:
        """Whether luck or play brought this seat where it is."""
        found = self.balance(seat)
        luck, play = found.luck, found.play
        if not self.by_luck:
            return "outplayed" if play >= LEAN and play > abs(found.late) else "unclear"
        if abs(found.late) >= max(luck, play, LEAN):
            return "late"
        if max(luck, play) < LEAN:
            return "close"
        if min(luck, play) >= LEAN:
            return "both"
        more, less, kind = (luck, play, "luck") if luck > play else (play, luck, "play")
        if less > -LEAN:
            return kind
        return f"{kind}-against" if more + less > 0 else "close"

    def _thrown(self, winner: Seat) -> Step | None:
        """After it the winner was never behind again."""
        before = self.curve
        for at in reversed(range(len(self.steps))):
            step = self.steps[at]
            if step.worth[winner] < max(share for seat, share in enumerate(step.worth) if seat != winner):
                return None
            for part in step.mistakes:
                assert part.seat is not None
                if part.seat != winner and part.gains[part.seat] <= -THROWN:
                    return step if before[at][part.seat] > before[at][winner] else None
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
        return len(self._costs(seat))

    def wasted(self, seat: Seat) -> float:
        """What they cost in all."""
        return -sum(self._costs(seat))

    def _costs(self, seat: Seat) -> Sequence[float]:
        return [part.gains[seat] for step in self.steps for part in step.mistakes if part.seat == seat]

    @property
    def turns(self) -> Sequence[Turn]:
        """Where it turned most, in the order in which it did; the greatest mistake is one of them, if it weighs as
        much as a turn: of luck alone nobody learns anything.
        """
        found = sorted(self._swings(), key=lambda turn: (-turn.swing, turn.step.at))
        found = [turn for turn in found if turn.swing >= TURN][:TURNS]
        worst = max(self._slips(), key=lambda turn: turn.swing, default=None)
        if worst and worst.swing >= TURN and not any(turn.kind == "mistake" for turn in found):
            others = [turn for turn in found if turn.step is not worst.step]
            found = [*others[: TURNS - 1], worst]
        return sorted(found, key=lambda turn: turn.step.at)

    def _slips(self) -> Iterator[Turn]:
        """What each mistake was worth to whom it served most, whatever luck did beside it."""
        for step in self.steps:
            for part in step.mistakes:
                swing = max(part.gains)
                yield Turn(step, part.gains.index(swing), swing, part)

    def _swings(self) -> Iterator[Turn]:
        for step in self.steps:
            told = [part for part in step.parts if part.cause in CHANCE or part.better]
            if told:
                # Whoever escapes what they lost by a choice has turned nothing.
                gains = [sum(part.gains[seat] for part in step.parts if part.cause != "sight") for seat in self.seats]
                swing = max(gains)
                seat = gains.index(swing)
                yield Turn(step, seat, swing, max(told, key=lambda part: part.gains[seat]))
