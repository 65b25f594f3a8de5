"""A game small enough to hold in one's head, for what is told of matches of any game: all show one to three fingers.

Three rounds; the sum of the fingers, round the table, names who takes the point. Nothing is hidden but the choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, TypeAlias

from games import options
from games.art import SLATE, Palette, Picture
from games.core import Joint, Left, Level, OpenGame, OpenView, Result, Seat, Thought, Word
from games.dice import Dice
from games.words import HOUSE

ROUNDS: Final = 3


class Options(options.Options):
    start: int | None = None

    DRAWN: ClassVar[frozenset[str]] = frozenset({"start"})


@dataclass(frozen=True, slots=True)
class State:
    points: tuple[int, ...]
    rounds: int = 0
    first: int = 0


View: TypeAlias = OpenView[State]


class Morra(OpenGame[Options, State]):
    SEATS = range(2, 5)
    MAY_LIMIT_MATCH_TIME = True
    options_class = Options
    say = HOUSE

    def start(self, options: Options, seats: int, dice: Dice) -> State:
        return State((0,) * seats, first=dice.below(seats) if options.start is None else options.start)

    def awaited(self, state: State) -> frozenset[Seat]:
        return frozenset(range(len(state.points))) if state.rounds < ROUNDS else frozenset()

    def legal(self, view: View) -> Sequence[Word]:
        return [("show", fingers) for fingers in "123"] if view.seat in self.awaited(view.state) else ()

    def apply(self, state: State, joint: Joint, dice: Dice) -> State:
        taker = (state.first + sum(int(fingers) for _, fingers in joint.values())) % len(state.points)
        points = tuple(score + (seat == taker) for seat, score in enumerate(state.points))
        return replace(state, points=points, rounds=state.rounds + 1)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.points

    def result(self, state: State) -> Result | None:
        if state.rounds < ROUNDS:
            return None
        ranks = tuple(1 + sum(other > score for other in state.points) for score in state.points)
        return Result(ranks, state.points, "points")

    def picture(self, view: View) -> Picture:
        return Picture(Palette("games.schamanen", (SLATE,), ()), 900, 100, SLATE, ())

    def reveal(self, view: View) -> Picture | None:
        """What they have shown last; nothing before."""
        shown = replace(self.picture(view), height=100 + view.state.rounds)
        return shown if view.state.rounds else None

    def text(self, view: View, locale: str) -> str:
        return str(view.state.points)

    def told(self, view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
        return [str(view.state.rounds)]

    def label(self, view: View, prefix: Word, locale: str) -> str:
        return prefix[-1]

    def think(self, view: View, level: Level, dice: Dice, left: Left) -> Thought:
        return Thought(self.random_move(view, dice), "why-random")


GAME: Final = Morra()
KEY: Final = GAME.KEY
