"""Morra, a minimal game for tests. In each of three rounds, all players show one to three fingers simultaneously.

The point goes to the seat that is reached when the sum of the fingers is counted around the table. Only the choices
are hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, TypeAlias

from games import options
from games.art import SLATE, Palette, Picture
from games.core import JointMove, Level, Move, OpenGame, OpenView, Result, Seat, Suggestion, TimeLeft
from games.dice import Dice
from games.words import SHARED_WORDS

ROUND_COUNT: Final = 3


class Options(options.Options):
    start: int | None = None

    PRESET_OPTIONS: ClassVar[frozenset[str]] = frozenset({"start"})


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
    say = SHARED_WORDS

    def initial_state(self, options: Options, seats: int, dice: Dice) -> State:
        return State((0,) * seats, first=dice.draw_below(seats) if options.start is None else options.start)

    def seats_to_move(self, state: State) -> frozenset[Seat]:
        return frozenset(range(len(state.points))) if state.rounds < ROUND_COUNT else frozenset()

    def legal_moves(self, view: View) -> Sequence[Move]:
        return [("show", fingers) for fingers in "123"] if view.seat in self.seats_to_move(view.state) else ()

    def apply(self, state: State, joint: JointMove, dice: Dice) -> State:
        taker = (state.first + sum(int(fingers) for _, fingers in joint.values())) % len(state.points)
        points = tuple(score + (seat == taker) for seat, score in enumerate(state.points))
        return replace(state, points=points, rounds=state.rounds + 1)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.points

    def result(self, state: State) -> Result | None:
        if state.rounds < ROUND_COUNT:
            return None
        ranks = tuple(1 + sum(other > score for other in state.points) for score in state.points)
        return Result(ranks, state.points, "points")

    def draw_board(self, view: View) -> Picture:
        return Picture(Palette("games.schamanen", (SLATE,), ()), 900, 100, SLATE, ())

    def draw_reveal(self, view: View) -> Picture | None:
        """Return None before the first round, then a picture whose height depends on the round."""
        picture = replace(self.draw_board(view), height=100 + view.state.rounds)
        return picture if view.state.rounds else None

    def describe_board(self, view: View, locale: str) -> str:
        return str(view.state.points)

    def describe_step(self, view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
        return [str(view.state.rounds)]

    def move_label(self, view: View, prefix: Move, locale: str) -> str:
        return prefix[-1]

    def think(self, view: View, level: Level, dice: Dice, time_left: TimeLeft) -> Suggestion:
        return Suggestion(self.random_move(view, dice), "why-random")


GAME: Final = Morra()
KEY: Final = GAME.KEY
