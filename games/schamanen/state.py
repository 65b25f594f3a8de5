"""The state of a Duel of the Shamans match, the events that change it, and the view that each seat has."""

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
"""The mask names of each side: Bison chooses a row, and Wolf chooses a column."""
SPACES: Final = tuple(column + row for row in ROWS for column in COLUMNS)
"""The space names, row by row. Space `s` is in row `s // 3` and column `s % 3`."""
SPACES_BY_NAME: Final = tuple(sorted(range(9), key=SPACES.__getitem__))
"""The spaces sorted by name (a1, a2, a3, b1, …), which is their order in lists of moves."""
VALUES: Final = range(1, 10)
"""The stone values. Each side has one stone of each value."""
STONE_COUNT: Final = 2 * len(VALUES)
SHELL_COUNT: Final = 18
"""The total number of shells of both players."""
EVEN_SHELLS: Final = (SHELL_COUNT // 2, SHELL_COUNT // 2)
"""Both players' shells at the start. A match that ends with these numbers is a draw."""
NOT_PLACED: Final = -1
"""The space of a stone that is still in the supply."""
FACE_DOWN: Final = 0
"""The value of a stone that lies face down or is unknown."""
DUEL_LIMIT_MAX: Final = 201
"""The highest duel limit. It also ends matches without a limit, because about 3 % of well-played matches never end."""

Space: TypeAlias = int
Stone: TypeAlias = tuple[int, int]
"""The side and value of a stone, which together identify the stone."""
StoneMove: TypeAlias = tuple[Stone, Space, Space]
"""A stone, the space it leaves, and the space it moves to."""
Stones: TypeAlias = tuple[tuple[int, ...], ...]
"""One side's stone values on each space. Only a stack has more than one value."""
Variant: TypeAlias = Literal["classic", "memory", "pro", "pro_stacks"]
Phase: TypeAlias = Literal["place", "mask", "exchange", "over"]


@dataclass(frozen=True, slots=True)
class DuelTerms:
    """The options that still matter after the setup."""

    variant: Variant
    duel_limit: int
    is_unlimited: bool
    """Whether the players chose to play without a limit. `duel_limit` then only stops matches that would never end."""
    prize_is_one_shell: bool
    """Whether the loser of a duel pays one shell instead of the difference."""
    may_see_own_stones: bool
    """Whether players may always look at their own stones in the memory variant."""

    @property
    def stones_are_hidden(self) -> bool:
        return self.variant == "memory"

    @property
    def may_handle_both_sides(self) -> bool:
        """Whether a player may also place and exchange the opponent's stones."""
        return self.variant in ("pro", "pro_stacks")

    @property
    def allows_stacks(self) -> bool:
        return self.variant == "pro_stacks"


@dataclass(frozen=True, slots=True)
class StonesDealt:
    """The random placement of all stones."""


@dataclass(frozen=True, slots=True)
class StonePlaced:
    seat: Seat
    side: int
    value: int
    space: Space


@dataclass(frozen=True, slots=True)
class StoneRelocated:
    """A placement in which a stone without a legal space displaced another stone."""

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
    """An exchange in the variant with stacks, which moves any two stones."""

    seat: Seat
    stone_moves: tuple[StoneMove, StoneMove]


StepEvent: TypeAlias = StonesDealt | StonePlaced | StoneRelocated | DuelFought | StonesSwapped | StonesMoved


def turn_number(placed: int) -> int:
    """Return the number of the current placement turn, counted from 0. `placed` is the number of stones already placed.

    The first and last of the ten turns place one stone each, and the others place two.
    """
    return (placed + 1) // 2


def exchanging_seat(duels: int) -> Seat:
    """Return the seat that exchanges stones after this many duels. Bison starts, and the seats alternate."""
    return BISON if duels % 2 else WOLF


def parse_stone(token: str, seat: Seat) -> Stone:
    """Parse a stone token: `b7` is Bison's, `w7` is Wolf's, and `7` belongs to the given seat."""
    side = {"b": BISON, "w": WOLF}.get(token[0], seat)
    return side, int(token[-1])


@dataclass(frozen=True, slots=True)
class State:
    terms: DuelTerms
    phase: Phase
    stone_spaces: tuple[tuple[Space, ...], tuple[Space, ...]]
    """The space of each stone: `stone_spaces[side][value - 1]`. It is `NOT_PLACED` for a stone in the supply."""
    shells: tuple[int, int] = EVEN_SHELLS
    duels_fought: int = 0
    revealed_values: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    """The values that duels have revealed in the memory variant, by side. Everybody can know where these stones are."""
    unseen_by_owners: bool = False
    """Whether the stones are hidden even from their owners, as on a preset board in the memory variant."""
    recent_events: tuple[StepEvent, ...] = ()
    """The events to show to the players next, oldest first. Only the latest event can contain hidden values."""
    history: tuple[DuelFought | StonesSwapped, ...] = ()
    """All duels and exchanges so far, which are public. Only the memory variant records them."""

    @property
    def placed_count(self) -> int:
        return STONE_COUNT - sum(side.count(NOT_PLACED) for side in self.stone_spaces)

    @property
    def active_seat(self) -> Seat | None:
        """The seat that is to place or exchange stones, or `None` in other phases."""
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
    """Each side's stones on the board, as the view's seat sees them at the moment."""
    known_stones: tuple[Stones, Stones]
    """Like `stones`, but with every value that the view's seat has been shown and can still locate."""
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
        """Whether the match ended under the rules, and was not stopped by its players or the clock."""
        return self.phase == "over" and (0 in self.shells or self.duels_fought == self.terms.duel_limit)

    @property
    def is_to_move(self) -> bool:
        return self.seat is not None and (self.phase == "mask" or self.active_seat == self.seat)
