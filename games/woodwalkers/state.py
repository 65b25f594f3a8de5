"""Where a match of Woodwalkers stands, and what is seen of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.core import Seat
from games.woodwalkers.events import Duel, Event, FlagsCounted
from games.woodwalkers.figures import Mode, Side, Variant
from games.woodwalkers.pieces import (
    ALL_ANIMALS,
    ANIMALS,
    IN_HAND,
    OPEN_MODES_COUNT,
    REMOVED,
    Animal,
    Flags,
    Forest,
    Tile,
)
from games.woodwalkers.spaces import Space, list_sides
from games.words import Words

say: Final = Words(__package__)

Phase: TypeAlias = Literal["arrange", "mode", "roll", "reroll", "move", "guess", "duel", "home", "rest", "over"]


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What of the options still matters once a match has begun, and how many play."""

    variant: Variant
    may_see_own: bool
    """At midnight, everybody may look at their own animals."""
    seats: int

    @property
    def is_midnight(self) -> bool:
        return self.variant == "midnight"

    @property
    def sides(self) -> tuple[Side, ...]:
        return list_sides(self.seats)


@dataclass(frozen=True, slots=True)
class Team:
    """What a seat has."""

    spaces: tuple[Space, ...] = (IN_HAND,) * len(ANIMALS)
    """By animal."""
    wounds: tuple[int, ...] = (0,) * len(ANIMALS)
    points: int = 0
    medicine_tiles: int = 0
    die_tiles: int = 0
    revealed: frozenset[Animal] = frozenset()
    """At midnight: the animals that duels have turned up; everybody can follow their tiles ever after."""
    introduced_topics: frozenset[str] = frozenset()
    """What a beginner has been told of, if one leads it: all that had come up when the seat last chose."""

    @property
    def in_play(self) -> tuple[Animal, ...]:
        return tuple(animal for animal in ALL_ANIMALS if self.spaces[animal] != REMOVED)

    @property
    def can_heal(self) -> bool:
        return self.medicine_tiles > 0 and any(self.wounds)


@dataclass(frozen=True, slots=True)
class State:
    terms: MatchTerms
    phase: Phase
    teams: tuple[Team, ...]
    round: int
    stack: tuple[Mode, ...]
    """The battle modes to come, the next one first."""
    forest: Forest
    """Face down."""
    flags: Flags = ()
    """Face up, and there to stay."""
    removed_tiles: tuple[Tile, ...] = ()
    """The other tiles that were turned up so far."""
    open_modes: tuple[Mode, ...] = ()
    mode: Mode | None = None
    chosen_modes: tuple[Mode, ...] = ()
    """The modes chosen so far, the current one last."""
    mover: Seat = 0
    die: int = 0
    duel: Duel | None = None
    """The newest, whether or not it is settled."""
    preset_rolls: tuple[int, ...] = ()
    """Drawn starts only: the dice to come before chance takes over."""
    owners_saw_nothing: bool = False
    """At midnight, from a drawn start: not even their owners have seen the animals."""
    turn_events: tuple[Event, ...] = ()
    """The story of the newest turn, oldest first."""

    @property
    def mode_chooser(self) -> Seat:
        """Who has the battle-mode marker."""
        return (self.round - 1) % self.terms.seats

    @property
    def seat_to_move(self) -> Seat | None:
        """Who is awaited; nobody while all arrange, and when it is over."""
        match self.phase:
            case "arrange" | "over":
                return None
            case "mode":
                return self.mode_chooser
            case "guess" | "duel" | "home":
                assert self.duel
                return self.duel.seats[1 if self.phase == "guess" else self.duel.losing_side]
            case _:
                return self.mover


AnimalTiles: TypeAlias = tuple[tuple[Space, Animal], ...]
"""The animals of a seat that are in play, by space; BACK for one that lies face down."""


@dataclass(frozen=True, slots=True)
class TeamView:
    """What is seen of a team."""

    shown_tiles: AnimalTiles
    """As they lie before these eyes now."""
    known_tiles: AnimalTiles
    """The same with all that these eyes have ever seen."""
    removed: tuple[Animal, ...]
    wounds: tuple[int, ...]
    """By animal: the cards lie open even at midnight."""
    points: int
    medicine_tiles: int
    die_tiles: int
    revealed: frozenset[Animal]
    introduced_topics: frozenset[str]

    @property
    def spaces(self) -> tuple[Space, ...]:
        return tuple(space for space, _ in self.shown_tiles)

    @property
    def wounded(self) -> tuple[Animal, ...]:
        return tuple(animal for animal in ALL_ANIMALS if self.wounds[animal])


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    terms: MatchTerms
    phase: Phase
    seat_to_move: Seat | None
    teams: tuple[TeamView, ...]
    round: int
    stack: tuple[Mode, ...]
    forest: Forest
    flags: Flags
    removed_tiles: tuple[Tile, ...]
    open_modes: tuple[Mode, ...]
    mode: Mode | None
    chosen_modes: tuple[Mode, ...]
    mover: Seat
    die: int
    duel: Duel | None
    turn_events: tuple[Event, ...]

    @property
    def is_to_move(self) -> bool:
        return self.seat is not None and (self.phase == "arrange" or self.seat_to_move == self.seat)

    @property
    def rounds_total(self) -> int:
        """How many there will have been: two tiles of the display are never chosen."""
        left = len(self.open_modes) + len(self.stack)
        return self.round + left - (OPEN_MODES_COUNT if self.mode is None else OPEN_MODES_COUNT - 1)

    @property
    def has_ended_by_rules(self) -> bool:
        """Did the game end, or only the match?"""
        return bool(self.turn_events) and isinstance(self.turn_events[-1], FlagsCounted)

    def animal_on(self, space: Space) -> tuple[Seat, Animal] | None:
        """The animal that is seen there."""
        for seat, camp in enumerate(self.teams):
            for here, animal in camp.shown_tiles:
                if here == space:
                    return seat, animal
        return None
