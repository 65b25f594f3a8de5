"""A game small enough to hold in one's head, for what is told of matches of any game: all show one to three fingers.

Three rounds; the sum of the fingers, round the table, names who takes the point. Nothing is hidden but the choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from games import options
from games.art import SLATE, Palette, Picture
from games.core import Game, Joint, Left, Level, Result, Seat, Thought, Word
from games.dice import Dice
from games.spelling import spelt
from games.words import HOUSE, Words
from tests.games import morra  # noqa: PLW0406 - a game is a module, and typed as one below

KEY: Final = "morra"
EDITION: Final = 1
SEATS: Final = range(2, 5)
TIMED: Final = True
ROUNDS: Final = 3

say: Final[Words] = HOUSE


class Options(options.Options):
    start: int | None = None

    DRAWN: ClassVar[frozenset[str]] = frozenset({"start"})


@dataclass(frozen=True, slots=True)
class State:
    points: tuple[int, ...]
    rounds: int = 0
    first: int = 0


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    state: State


def start(options: Options, seats: int, dice: Dice) -> State:
    return State((0,) * seats, first=dice.below(seats) if options.start is None else options.start)


def awaited(state: State) -> frozenset[Seat]:
    return frozenset(range(len(state.points))) if state.rounds < ROUNDS else frozenset()


def view(state: State, seat: Seat | None) -> View:
    return View(seat, state)


def legal(view: View) -> Sequence[Word]:
    return [("show", fingers) for fingers in "123"] if view.seat in awaited(view.state) else ()


def apply(state: State, joint: Joint, dice: Dice) -> State:
    taker = (state.first + sum(int(fingers) for _, fingers in joint.values())) % len(state.points)
    points = tuple(score + (seat == taker) for seat, score in enumerate(state.points))
    return replace(state, points=points, rounds=state.rounds + 1)


def scores(state: State) -> tuple[int, ...]:
    return state.points


def result(state: State) -> Result | None:
    if state.rounds < ROUNDS:
        return None
    ranks = tuple(1 + sum(other > score for other in state.points) for score in state.points)
    return Result(ranks, state.points, "points")


def uncovered(state: State) -> State:
    return replace(state, rounds=ROUNDS)


def guess(view: View, dice: Dice) -> State:
    return view.state


def covered(view: View) -> View:
    return view


def picture(view: View) -> Picture:
    return Picture(Palette("games.schamanen", (SLATE,), ()), 900, 100, SLATE, ())


def reveal(view: View) -> Picture | None:
    """What they have shown last; nothing before."""
    shown = replace(picture(view), height=100 + view.state.rounds)
    return shown if view.state.rounds else None


def text(view: View, locale: str) -> str:
    return str(view.state.points)


def alt(view: View, locale: str) -> str:
    return str(view.state.points)


def told(view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
    return [str(view.state.rounds)]


def label(view: View, prefix: Word, locale: str) -> str:
    return prefix[-1]


def read(view: View, typed: str) -> Word:
    return spelt(typed, [typed.split()], legal(view))


def ready(view: View) -> Word | None:
    return None


def think(view: View, level: Level, dice: Dice, left: Left) -> Thought:
    return Thought(at_random(view, dice), "why-random")


def at_random(view: View, dice: Dice) -> Word:
    return dice.choice(legal(view))


rivals: Final[Mapping[str, Callable[[View, Dice], Word]]] = {"random": at_random, "greedy": at_random}

GAME: Game[Options, State, View] = morra
