"""The world of the Duel: spaces, stones, what can happen to them, where a match stands and what of it is seen."""

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
"""By side, what its masks are called."""
SPACES: Final = tuple(column + row for row in ROWS for column in COLUMNS)
"""Row by row, as on the board; space s is in row s // 3 and column s % 3."""
SPACES_BY_NAME: Final = tuple(sorted(range(9), key=SPACES.__getitem__))
"""The order in which words list spaces: a1 a2 a3 b1 …"""
VALUES: Final = range(1, 10)
NOT_PLACED: Final = -1
"""Where a stone lies that was not placed yet."""
FACE_DOWN: Final = 0
"""The value of a stone that lies face down."""
DUEL_LIMIT_MAX: Final = 201
"""Well-played matches without a limit go round in circles three times in a hundred."""

Space: TypeAlias = int
Stone: TypeAlias = tuple[int, int]
"""Side and value; never two alike."""
Stones: TypeAlias = tuple[tuple[int, ...], ...]
"""The values on each space; several where stacks are allowed."""
Variant: TypeAlias = Literal["classic", "memory", "pro", "pro_stacks"]
Phase: TypeAlias = Literal["place", "mask", "exchange", "over"]


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What of the options still matters once the stones are out."""

    variant: Variant
    limit: int
    endless: bool
    """Nobody asked for that limit; it stops matches that would never end."""
    one: bool
    """Every duel is worth one shell."""
    own: bool
    """In memory, everybody may look at their own stones."""

    @property
    def stones_are_hidden(self) -> bool:
        return self.variant == "memory"

    @property
    def may_handle_both_sides(self) -> bool:
        """May one handle the other's stones too?"""
        return self.variant in ("pro", "pro_stacks")

    @property
    def allows_stacks(self) -> bool:
        return self.variant == "pro_stacks"


@dataclass(frozen=True, slots=True)
class StonesDealt:
    """The dice laid all the stones out."""


@dataclass(frozen=True, slots=True)
class StonePlaced:
    seat: Seat
    side: int
    value: int
    space: Space


@dataclass(frozen=True, slots=True)
class StoneRelocated:
    """A stone that could go nowhere took another's space, and that one the last free."""

    seat: Seat
    side: int
    value: int
    space: Space
    moved: int
    to: Space


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
    """Two stones of any colours, each with its way."""

    seat: Seat
    ways: tuple[tuple[Stone, Space, Space], tuple[Stone, Space, Space]]


StepEvent: TypeAlias = StonesDealt | StonePlaced | StoneRelocated | DuelFought | StonesSwapped | StonesMoved


def turn_number(placed: int) -> int:
    """Which of the ten turns of one, two, two … two, one stones comes after so many."""
    return (placed + 1) // 2


def exchanging_seat(duels: int) -> Seat:
    """Who exchanges after so many duels: Bison before the even ones, Wolf before the odd; before the first nobody."""
    return BISON if duels % 2 else WOLF


def parse_stone(stone: str, seat: Seat) -> Stone:
    """`7` is one's own, `b7` a bison stone, `w7` a wolf stone."""
    side = {"b": BISON, "w": WOLF}.get(stone[0], seat)
    return side, int(stone[-1])


@dataclass(frozen=True, slots=True)
class State:
    terms: MatchTerms
    phase: Phase
    at: tuple[tuple[Space, ...], tuple[Space, ...]]
    """`at[side][value - 1]`: where each stone lies, or HAND."""
    shells: tuple[int, int] = (9, 9)
    duels: int = 0
    seen: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    """In memory: the values that duels have turned up, by side; everybody can follow those stones ever after."""
    blind: bool = False
    """In memory, from a drawn start: not even their owners have seen the stones."""
    last: tuple[StepEvent, ...] = ()
    """What a player who looks up now should be told, oldest first; only the newest may hold what is hidden."""
    course: tuple[DuelFought | StonesSwapped, ...] = ()
    """In memory: all that has happened since the stones were out; everybody saw that."""

    @property
    def placed_count(self) -> int:
        return 18 - sum(side.count(NOT_PLACED) for side in self.at)

    @property
    def mover(self) -> Seat | None:
        """Who places or exchanges; nobody when both choose a mask."""
        if self.phase == "place":
            return turn_number(self.placed_count) % 2
        return exchanging_seat(self.duels) if self.phase == "exchange" else None

    @property
    def latest_event(self) -> StepEvent | None:
        return self.last[-1] if self.last else None


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    terms: MatchTerms
    phase: Phase
    mover: Seat | None
    stones: tuple[Stones, Stones]
    """By side and space, as they lie before these eyes now; BACK for a stone face down."""
    known: tuple[Stones, Stones]
    """The same with all that these eyes have ever seen."""
    supply: tuple[tuple[int, ...], tuple[int, ...]]
    shells: tuple[int, int]
    duels: int
    seen: tuple[frozenset[int], frozenset[int]]
    last: tuple[StepEvent, ...]
    course: tuple[DuelFought | StonesSwapped, ...]

    @property
    def placed_count(self) -> int:
        return 18 - sum(map(len, self.supply))

    @property
    def latest_event(self) -> StepEvent | None:
        return self.last[-1] if self.last else None

    @property
    def is_decided(self) -> bool:
        """Did the game end, or only the match?"""
        return self.phase == "over" and (0 in self.shells or self.duels == self.terms.limit)

    @property
    def is_to_move(self) -> bool:
        return self.seat is not None and (self.phase == "mask" or self.mover == self.seat)
