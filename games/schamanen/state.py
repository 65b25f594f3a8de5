"""The state of a match of Duel of the Shamans, the events that change it, and what a seat may know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.core import Seat
from games.words import Words

say: Final = Words(__package__)

BISON: Final = 0
WOLF: Final = 1
SIDES: Final = ("bison", "wolf")
COLUMNS: Final = "abc"
ROWS: Final = "123"
LINES: Final = (ROWS, COLUMNS)
"""By side, the names of its masks: Bison chooses a row, Wolf a column."""
SPACES: Final = tuple(column + row for row in ROWS for column in COLUMNS)
"""The names of the spaces, row by row; space `s` is in row `s // 3` and column `s % 3`."""
SPACES_BY_NAME: Final = tuple(sorted(range(9), key=SPACES.__getitem__))
"""The spaces in the order in which moves list them: a1 a2 a3 b1 …"""
VALUES: Final = range(1, 10)
"""Each side has one stone of each value."""
STONE_COUNT: Final = 2 * len(VALUES)
SHELL_COUNT: Final = 18
"""All shells of both players together."""
EVEN_SHELLS: Final = (SHELL_COUNT // 2, SHELL_COUNT // 2)
"""What the players start with, and a draw if they have as many at the end."""
NOT_PLACED: Final = -1
"""Stands for the space of a stone that is still in the supply."""
FACE_DOWN: Final = 0
"""Stands for the value of a stone that lies face down."""
DUEL_LIMIT_MAX: Final = 201
"""Also ends matches without a limit: about three in a hundred well-played ones would never end."""

Space: TypeAlias = int
Stone: TypeAlias = tuple[int, int]
"""Side and value. Each pair exists once."""
StoneMove: TypeAlias = tuple[Stone, Space, Space]
"""A stone, the space it leaves and the space it moves to."""
Stones: TypeAlias = tuple[tuple[int, ...], ...]
"""By space, the values of the stones of one side; several if stacks are allowed."""
Variant: TypeAlias = Literal["classic", "memory", "pro", "pro_stacks"]
Phase: TypeAlias = Literal["place", "mask", "exchange", "over"]


@dataclass(frozen=True, slots=True)
class DuelTerms:
    """The options that matter after the start."""

    variant: Variant
    duel_limit: int
    is_unlimited: bool
    """Did the players choose no limit? `duel_limit` then only stops matches that would never end."""
    prize_is_one_shell: bool
    """Does the loser of a duel pay one shell instead of the difference?"""
    may_see_own_stones: bool
    """In memory, may players always look at their own stones?"""

    @property
    def stones_are_hidden(self) -> bool:
        return self.variant == "memory"

    @property
    def may_handle_both_sides(self) -> bool:
        """May a player also place and exchange the opponent's stones?"""
        return self.variant in ("pro", "pro_stacks")

    @property
    def allows_stacks(self) -> bool:
        return self.variant == "pro_stacks"


@dataclass(frozen=True, slots=True)
class StonesDealt:
    """All stones were placed at random."""


@dataclass(frozen=True, slots=True)
class StonePlaced:
    seat: Seat
    side: int
    value: int
    space: Space


@dataclass(frozen=True, slots=True)
class StoneRelocated:
    """A stone that had no legal space displaced another one, which moved to the last free space."""

    seat: Seat
    side: int
    value: int
    space: Space
    displaced_value: int
    displaced_to: Space


@dataclass(frozen=True, slots=True)
class DuelFought:
    number: int
    space: Space
    values: tuple[tuple[int, ...], tuple[int, ...]]
    paid: int
    winner: int | None


@dataclass(frozen=True, slots=True)
class StonesSwapped:
    seat: Seat
    side: int
    spaces: tuple[Space, Space]


@dataclass(frozen=True, slots=True)
class StonesMoved:
    """An exchange in the variant with stacks: two stones of any side moved."""

    seat: Seat
    stone_moves: tuple[StoneMove, StoneMove]


StepEvent: TypeAlias = StonesDealt | StonePlaced | StoneRelocated | DuelFought | StonesSwapped | StonesMoved


def turn_number(placed: int) -> int:
    """Return the placement turn, counted from 0, after this many placed stones.

    The ten turns place one stone, then eight times two, then one.
    """
    return (placed + 1) // 2


def exchanging_seat(duels: int) -> Seat:
    """Return the seat that exchanges after this many duels: Bison after the first, then in turn."""
    return BISON if duels % 2 else WOLF


def parse_stone(token: str, seat: Seat) -> Stone:
    """Parse a stone: `b7` is Bison's, `w7` is Wolf's, and `7` belongs to the seat."""
    side = {"b": BISON, "w": WOLF}.get(token[0], seat)
    return side, int(token[-1])


@dataclass(frozen=True, slots=True)
class State:
    terms: DuelTerms
    phase: Phase
    stone_spaces: tuple[tuple[Space, ...], tuple[Space, ...]]
    """`stone_spaces[side][value - 1]` is the space of that stone, or `NOT_PLACED`."""
    shells: tuple[int, int] = EVEN_SHELLS
    duels_fought: int = 0
    revealed_values: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    """In memory, the values that duels have turned up, by side. Exchanges are public, so all can track them."""
    unseen_by_owners: bool = False
    """In memory with a preset board, not even their owners have seen the stones."""
    recent_events: tuple[StepEvent, ...] = ()
    """The events that a player should be shown next, oldest first. Only the latest may contain hidden values."""
    history: tuple[DuelFought | StonesSwapped, ...] = ()
    """In memory, all duels and exchanges. They are public."""

    @property
    def placed_count(self) -> int:
        return STONE_COUNT - sum(side.count(NOT_PLACED) for side in self.stone_spaces)

    @property
    def active_seat(self) -> Seat | None:
        """The seat that is to place or exchange; `None` if both choose a mask or the match is over."""
        if self.phase == "place":
            return turn_number(self.placed_count) % 2
        return exchanging_seat(self.duels_fought) if self.phase == "exchange" else None

    @property
    def latest_event(self) -> StepEvent | None:
        return self.recent_events[-1] if self.recent_events else None


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    terms: DuelTerms
    phase: Phase
    active_seat: Seat | None
    stones: tuple[Stones, Stones]
    """By side, the stones on the board as this seat sees them at this moment."""
    known_stones: tuple[Stones, Stones]
    """The same with every value that this seat can know from all it was ever shown."""
    supply: tuple[tuple[int, ...], tuple[int, ...]]
    shells: tuple[int, int]
    duels_fought: int
    revealed_values: tuple[frozenset[int], frozenset[int]]
    recent_events: tuple[StepEvent, ...]
    history: tuple[DuelFought | StonesSwapped, ...]

    @property
    def placed_count(self) -> int:
        return STONE_COUNT - sum(map(len, self.supply))

    @property
    def latest_event(self) -> StepEvent | None:
        return self.recent_events[-1] if self.recent_events else None

    @property
    def is_decided(self) -> bool:
        """Did the match end by the rules, and not because its players or the clock ended it?"""
        return self.phase == "over" and (0 in self.shells or self.duels_fought == self.terms.duel_limit)

    @property
    def is_to_move(self) -> bool:
        return self.seat is not None and (self.phase == "mask" or self.active_seat == self.seat)
