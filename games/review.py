"""Match reviews: who was ahead, the effects of luck, play and mistakes, and the turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.core import JointMove, Seat
from games.insight import Contribution

LUCK_CAUSES: Final = frozenset({"meeting", "dice"})
MISTAKE_MIN_COST: Final = 0.02
"""The minimum cost of a mistake, as a fraction of the point that a match is worth."""
TURNING_POINT_MIN_SWING: Final = 0.05
"""The minimum gain in a seat's share that makes a step a turning point."""
TURNING_POINTS_MAX: Final = 3
EVEN_SHARE_LIMIT: Final = 0.15
"""The size below which an amount of luck or play, or a difference in the result, counts as nothing."""
THROWN_AWAY_MIN_COST: Final = 0.4
"""The minimum cost of a mistake that counts as throwing the match away."""


@dataclass(frozen=True, slots=True)
class ReviewedStep:
    """One step of a match, split into contributions."""

    step_number: int
    """The number of the step, starting at 1."""
    joint: JointMove
    parts: tuple[Contribution, ...]
    win_shares: tuple[float, ...]
    """Each seat's share of a win after the step."""

    def sum_luck(self, seat: Seat) -> float:
        return sum(part.gains[seat] for part in self.parts if part.cause in LUCK_CAUSES)

    def sum_losses(self, seat: Seat) -> float:
        """Return what this seat lost by its own choices."""
        return -sum(part.gains[seat] for part in self.parts if part.seat == seat)

    @property
    def mistakes(self) -> Iterator[Contribution]:
        """The choices that have a known better move and cost enough to count as mistakes."""
        for part in self.parts:
            if part.seat is not None and part.better and -part.gains[part.seat] >= MISTAKE_MIN_COST:
                yield part


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step in which the winning chances changed a lot."""

    step: ReviewedStep
    seat: Seat
    """The seat that gained the most."""
    swing: float
    """How much `seat` gained."""
    part: Contribution
    """The contribution that helped `seat` the most."""

    @property
    def kind(self) -> str:
        return "luck" if self.part.seat is None else "mistake"

    @property
    def responsible_seat(self) -> Seat:
        """The seat that was lucky or made the mistake."""
        return self.seat if self.part.seat is None else self.part.seat

    @property
    def seat_gain(self) -> float:
        """The responsible seat's gain by luck, or the cost of its mistake as a negative number."""
        return self.step.sum_luck(self.seat) if self.part.seat is None else self.part.gains[self.part.seat]


@dataclass(frozen=True, slots=True)
class LuckAndPlayBalance:
    """The change of a seat's expected share over a match, split into luck, play and an unexplained rest."""

    luck: float
    play: float
    """The seat's gains by other seats' choices, minus its losses by its own choices."""
    unexplained: float
    """The rest of the change, which the evaluation did not foresee."""

    @property
    def total(self) -> float:
        return self.luck + self.play + self.unexplained


@dataclass(frozen=True, slots=True)
class MatchVerdict:
    """The factor that decided the match."""

    kind: str
    """The key of the text that describes the deciding factor."""
    winner: Seat | None
    """The winner or, if `kind` is `drawn-against`, the seat that had more luck. None for any other draw."""
    throwaway_step: ReviewedStep | None = None
    """The step in which a player who was ahead lost the match by a mistake."""


@dataclass(frozen=True, slots=True)
class Review:
    """A review of a match, which splits each step into luck and play."""

    start: tuple[float, ...]
    """Each seat's share of a win before the first choice."""
    steps: tuple[ReviewedStep, ...]
    is_decided: bool = True
    """Whether the match was decided. False if the players or the clock ended it before anybody had practically won."""
    judges_single_moves: bool = True
    """Whether the review knows better moves than those played."""
    is_complete: bool = True
    """Whether all steps have been reviewed."""
    is_dealt: bool = False
    """Whether the deal decided who was ahead at the start, which counts as luck."""

    def extend(self, more: Review) -> Review:
        """Return this review extended by `more`, which reviews the following steps."""
        return replace(more, start=self.start, is_dealt=self.is_dealt, steps=(*self.steps, *more.steps))

    @property
    def seats(self) -> range:
        return range(len(self.start))

    @property
    def curve(self) -> Sequence[tuple[float, ...]]:
        return [self.start, *(step.win_shares for step in self.steps)]

    @property
    def has_luck(self) -> bool:
        """Whether luck played a role in the match."""
        parts = [part for step in self.steps for part in step.parts]
        return (
            self.is_dealt
            or any(part.cause in LUCK_CAUSES for part in parts)
            or all(part.seat is None for part in parts)
        )

    @property
    def first_judged_step(self) -> int:
        """The index in `curve` just before the first choice that can be judged. Until then, nobody counts as ahead."""
        judged = (step.step_number for step in self.steps if any(part.seat is not None for part in step.parts))
        return max(0, next(judged, 1) - 1)

    def sum_luck(self, seat: Seat) -> float:
        """Return a seat's luck, including its luck in the deal."""
        return self._start_share(seat) - self.compute_reference_share(seat) + self.sum_luck_of_steps(seat)

    def sum_luck_of_steps(self, seat: Seat) -> float:
        return sum(step.sum_luck(seat) for step in self.steps)

    def compute_reference_share(self, seat: Seat) -> float:
        """Return the share from which a seat's gains and losses are counted.

        After a deal, this is an equal share, so that an advantage by the deal counts as luck.
        """
        return 1 / len(self.start) if self.is_dealt else self._start_share(seat)

    def _start_share(self, seat: Seat) -> float:
        return self.curve[self.first_judged_step][seat]

    def sum_losses(self, seat: Seat) -> float:
        return sum(step.sum_losses(seat) for step in self.steps)

    def compute_balance(self, seat: Seat) -> LuckAndPlayBalance:
        luck, play = self.sum_luck(seat), self.sum_gifts(seat) - self.sum_losses(seat)
        total = self.curve[-1][seat] - self.compute_reference_share(seat)
        return LuckAndPlayBalance(luck, play, total - luck - play)

    @property
    def verdict(self) -> MatchVerdict:
        end = self.curve[-1]
        if not self.is_decided:
            return MatchVerdict("open", None)
        *_, second, first = sorted(end)
        if first - second < EVEN_SHARE_LIMIT:
            # A draw can only be explained as luck against play if there are two players.
            balances = [(seat, self.compute_balance(seat)) for seat in self.seats if len(end) == 2]
            lucky = next(
                (
                    seat
                    for seat, balance in balances
                    if balance.luck >= EVEN_SHARE_LIMIT and balance.play <= -EVEN_SHARE_LIMIT
                ),
                None,
            )
            even = "drawn" if self.has_luck else "even"
            return MatchVerdict(even if lucky is None else "drawn-against", lucky)
        winner = end.index(max(end))
        return MatchVerdict(self._classify_win(winner), winner, self._find_throwaway(winner))

    def _classify_win(self, seat: Seat) -> str:
        """Return the kind of verdict for a win by this seat, which depends on its luck and play."""
        balance = self.compute_balance(seat)
        luck, play = balance.luck, balance.play
        was_ahead = self.compute_reference_share(seat) - 1 / len(self.start) >= EVEN_SHARE_LIMIT
        if was_ahead and max(luck, play) < EVEN_SHARE_LIMIT:
            return "ahead"
        if not self.has_luck:
            return "play" if play >= EVEN_SHARE_LIMIT and play > abs(balance.unexplained) else "unclear"
        if abs(balance.unexplained) >= max(luck, play, EVEN_SHARE_LIMIT):
            return "late"
        if max(luck, play) < EVEN_SHARE_LIMIT:
            return "close"
        if min(luck, play) >= EVEN_SHARE_LIMIT:
            return "both"
        more, less, kind = (luck, play, "luck") if luck > play else (play, luck, "play")
        if less > -EVEN_SHARE_LIMIT:
            return kind
        return f"{kind}-against" if more + less > 0 else "close"

    def _find_throwaway(self, winner: Seat) -> ReviewedStep | None:
        """Return the last step in which a seat other than the winner threw the match away, if any.

        That seat must have been ahead of the winner before its mistake, and the winner must have stayed ahead after it.
        """
        before = self.curve
        for index in reversed(range(len(self.steps))):
            step = self.steps[index]
            if step.win_shares[winner] < max(share for seat, share in enumerate(step.win_shares) if seat != winner):
                return None
            for part in step.mistakes:
                assert part.seat is not None
                if part.seat != winner and part.gains[part.seat] <= -THROWN_AWAY_MIN_COST:
                    return step if before[index][part.seat] > before[index][winner] else None
        return None

    def sum_gifts(self, seat: Seat) -> float:
        """Return what this seat gained by other seats' choices."""
        return sum(
            part.gains[seat]
            for step in self.steps
            for part in step.parts
            if part.seat is not None and part.seat != seat
        )

    def count_mistakes(self, seat: Seat) -> int:
        return len(self._mistake_costs(seat))

    def sum_mistake_costs(self, seat: Seat) -> float:
        """Return the total cost of a seat's mistakes."""
        return -sum(self._mistake_costs(seat))

    def _mistake_costs(self, seat: Seat) -> Sequence[float]:
        return [part.gains[seat] for step in self.steps for part in step.mistakes if part.seat == seat]

    def list_turning_points(self, reader_seat: Seat) -> Sequence[TurningPoint]:
        """Return the largest turning points: first the mistakes of `reader_seat`, then the others, each in order.

        If the reader's worst mistake is large enough, it is always included, since players learn nothing from luck
        alone. If the reader made no such mistake, the same applies to the worst mistake of the others.
        """
        largest = sorted(self._turning_point_candidates(), key=lambda point: (-point.swing, point.step.step_number))
        largest = [point for point in largest if point.swing >= TURNING_POINT_MIN_SWING][:TURNING_POINTS_MAX]
        mistakes = [point for point in self._mistake_turning_points() if point.swing >= TURNING_POINT_MIN_SWING]
        of_reader = [point for point in mistakes if point.responsible_seat == reader_seat]
        worst = max(of_reader or mistakes, key=lambda point: point.swing, default=None)
        if worst and not any(
            point.kind == "mistake" and (not of_reader or point.responsible_seat == reader_seat) for point in largest
        ):
            others = [point for point in largest if point.step is not worst.step]
            largest = [*others[: TURNING_POINTS_MAX - 1], worst]
        return sorted(
            largest,
            key=lambda point: (
                point.kind != "mistake" or point.responsible_seat != reader_seat,
                point.step.step_number,
            ),
        )

    def _mistake_turning_points(self) -> Iterator[TurningPoint]:
        """Yield each mistake as a turning point for the seat that gained the most by it, ignoring the step's luck."""
        for step in self.steps:
            for part in step.mistakes:
                swing = max(part.gains)
                yield TurningPoint(step, part.gains.index(swing), swing, part)

    def _turning_point_candidates(self) -> Iterator[TurningPoint]:
        for step in self.steps:
            causes = [part for part in step.parts if part.cause in LUCK_CAUSES or part.better]
            if causes:
                # "sight" only corrects the estimate, so it cannot be a turning point.
                gains = [sum(part.gains[seat] for part in step.parts if part.cause != "sight") for seat in self.seats]
                swing = max(gains)
                seat = gains.index(swing)
                yield TurningPoint(step, seat, swing, max(causes, key=lambda part: part.gains[seat]))
