"""The state of a Woodwalkers match, and each seat's view of the state."""

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
"""The next decision in a match.

- `arrange`: the start spaces of all animals
- `mode`: the battle mode of the round
- `roll`: roll the die, skip the turn or heal
- `reroll`: use a Die tile after rolling for the move
- `move`: the move
- `guess`: the defender's guess before a duel at midnight
- `duel`: use a Die tile in a duel
- `home`: the start space for the loser of a duel
- `rest`: healing after the move
- `over`: none, because the match is over
"""


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """The options that still matter after a match has begun, and the number of seats."""

    variant: Variant
    may_see_own: bool
    """Whether players may look at their own animals at midnight (option `memory_help`)."""
    seats: int

    @property
    def is_midnight(self) -> bool:
        return self.variant == "midnight"

    @property
    def sides(self) -> tuple[Side, ...]:
        return list_sides(self.seats)


@dataclass(frozen=True, slots=True)
class Team:
    """A seat's animals, points and kept tiles."""

    spaces: tuple[Space, ...] = (IN_HAND,) * len(ANIMALS)
    """The space of each animal."""
    wounds: tuple[int, ...] = (0,) * len(ANIMALS)
    """The number of wounds of each animal."""
    points: int = 0
    medicine_tiles: int = 0
    die_tiles: int = 0
    revealed: frozenset[Animal] = frozenset()
    """At midnight, the animals that duels have turned up.

    All players can follow the tiles of these animals afterward.
    """
    introduced_topics: frozenset[str] = frozenset()
    """The topics that `introduce` has explained, which are all topics that had come up when the seat last chose."""

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
    """The face-down battle modes, with the next mode first."""
    forest: Forest
    """The face-down forest tiles."""
    flags: Flags = ()
    """The face-up flags, which stay for the whole match."""
    removed_tiles: tuple[Tile, ...] = ()
    """The tiles that were turned up and left the board. Flags never leave the board."""
    open_modes: tuple[Mode, ...] = ()
    mode: Mode | None = None
    chosen_modes: tuple[Mode, ...] = ()
    """The modes of all rounds so far, with the current mode last."""
    mover: Seat = 0
    die: int = 0
    """The roll that the mover can use, or 0 before the roll."""
    duel: Duel | None = None
    """The latest duel, whether settled or not."""
    preset_rolls: tuple[int, ...] = ()
    """The next rolls of a preset start. When they are used up, rolls are random."""
    owners_saw_nothing: bool = False
    """Whether players have never seen their own animals, because a midnight match began with a preset start."""
    turn_events: tuple[Event, ...] = ()
    """The events of the latest turn, oldest first."""

    @property
    def mode_chooser(self) -> Seat:
        """The seat with the battle-mode marker, which passes to the next seat each round."""
        return (self.round - 1) % self.terms.seats

    @property
    def seat_to_move(self) -> Seat | None:
        """The only seat to move, or `None` during the arrangement and after the match."""
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
"""A seat's animals in play, by space, with `FACE_DOWN` for each animal that is not visible."""


@dataclass(frozen=True, slots=True)
class TeamView:
    """The part of a team that one seat may see."""

    shown_tiles: AnimalTiles
    """The tiles as this seat sees them now."""
    known_tiles: AnimalTiles
    """The same tiles, but also with all animals that this seat saw earlier and can still follow."""
    removed: tuple[Animal, ...]
    wounds: tuple[int, ...]
    """The number of wounds of each animal, which is public even at midnight."""
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
    """The part of a match that one seat may know. Hidden tiles and modes are `FACE_DOWN_TILE`."""

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
        """The number of rounds in the match. The last two open modes are never chosen."""
        unused_modes = len(self.open_modes) + len(self.stack)
        return self.round + unused_modes - (OPEN_MODES_COUNT if self.mode is None else OPEN_MODES_COUNT - 1)

    @property
    def has_ended_by_rules(self) -> bool:
        """Whether the match ended after its last round, rather than early by the players or the clock."""
        return bool(self.turn_events) and isinstance(self.turn_events[-1], FlagsCounted)

    def animal_on(self, space: Space) -> tuple[Seat, Animal] | None:
        """Return the seat and the animal on this space, as shown in this view, or None if the space is empty."""
        for seat, team in enumerate(self.teams):
            for tile_space, animal in team.shown_tiles:
                if tile_space == space:
                    return seat, animal
        return None
