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
from games.woodwalkers.spaces import Space, list_sides_of_seats
from games.words import Words

say: Final = Words(__package__)

Phase: TypeAlias = Literal["arrange", "mode", "roll", "reroll", "move", "guess", "duel", "home", "rest", "over"]
"""The phase of a match, named after the next decision.

- `arrange`: choose the start spaces of all animals
- `mode`: choose the battle mode of the round
- `roll`: roll the die, skip the turn or heal an animal
- `reroll`: use a Die tile after rolling for the move, or keep the roll
- `move`: move an animal or stay
- `guess`: guess the challenger before a duel at midnight, or pass
- `duel`: use a Die tile in a duel, or keep the roll
- `home`: choose the start space for the loser of a duel
- `rest`: heal an animal after the move, or finish the turn
- `over`: no decision, because the match is over
"""


@dataclass(frozen=True, slots=True)
class WoodwalkersTerms:
    """The number of seats, and the options that still matter after the match has started."""

    variant: Variant
    may_see_own: bool
    """Whether players may look at their own animals at midnight (option `memory_help`)."""
    seats: int

    @property
    def is_midnight(self) -> bool:
        return self.variant == "midnight"

    @property
    def sides(self) -> tuple[Side, ...]:
        return list_sides_of_seats(self.seats)


@dataclass(frozen=True, slots=True)
class Team:
    """A seat's animals, points and kept tiles."""

    spaces: tuple[Space, ...] = (IN_HAND,) * len(ANIMALS)
    """The space of each animal."""
    wounds: tuple[int, ...] = (0,) * len(ANIMALS)
    """Each animal's number of wounds."""
    points: int = 0
    medicine_tiles: int = 0
    die_tiles: int = 0
    revealed: frozenset[Animal] = frozenset()
    """The animals that duels at midnight have turned up.

    From then on, all players can keep track of these animals' tiles.
    """
    introduced_topics: frozenset[str] = frozenset()
    """The topics that have been explained to the seat. They are all topics that had come up by its latest decision."""

    @property
    def in_play(self) -> tuple[Animal, ...]:
        return tuple(animal for animal in ALL_ANIMALS if self.spaces[animal] != REMOVED)

    @property
    def can_heal(self) -> bool:
        return self.medicine_tiles > 0 and any(self.wounds)


@dataclass(frozen=True, slots=True)
class State:
    terms: WoodwalkersTerms
    phase: Phase
    teams: tuple[Team, ...]
    round: int
    stack: tuple[Mode, ...]
    """The face-down battle modes, with the next mode first."""
    forest: Forest
    """The face-down forest tiles."""
    flags: Flags = ()
    """The face-up flags, which stay on the board for the rest of the match."""
    removed_tiles: tuple[Tile, ...] = ()
    """The forest tiles that were turned up and left the board. Flags always stay on the board."""
    open_modes: tuple[Mode, ...] = ()
    mode: Mode | None = None
    chosen_modes: tuple[Mode, ...] = ()
    """The modes of all rounds so far, with the current mode last."""
    mover: Seat = 0
    die: int = 0
    """The roll that the mover can use, or 0 if the die has not been rolled."""
    duel: Duel | None = None
    """The latest duel, whether settled or not."""
    preset_rolls: tuple[int, ...] = ()
    """The preset rolls that have not been used yet. After the last one, rolls are random."""
    owners_saw_nothing: bool = False
    """Whether even the players' own animals were hidden from them at the start.

    This is the case if a midnight match began with a preset start.
    """
    turn_events: tuple[Event, ...] = ()
    """The events of the latest turn, oldest first."""
    ruled_out_seats: frozenset[Seat] = frozenset()
    """The seats that cannot win because their players left. Empty until the end of the match."""

    @property
    def mode_chooser(self) -> Seat:
        """The seat that chooses the battle mode of the round. In the next round, the next seat chooses."""
        return (self.round - 1) % self.terms.seats

    @property
    def seat_to_move(self) -> Seat | None:
        """The seat to move. It is `None` after the match, and during the arrangement, when all seats move."""
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
"""A seat's animals in play, as pairs of space and animal. An animal that the viewer cannot see is `FACE_DOWN`."""


@dataclass(frozen=True, slots=True)
class TeamView:
    """The part of a team that the viewer may see."""

    shown_tiles: AnimalTiles
    """The tiles of the team's animals, as the viewer currently sees them."""
    known_tiles: AnimalTiles
    """The tiles of the team's animals, with all animals that the viewer has seen and can still locate."""
    removed: tuple[Animal, ...]
    wounds: tuple[int, ...]
    """Each animal's number of wounds. Wounds are public even at midnight."""
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
    """The part of a match that the viewer may know. Hidden forest tiles and battle modes are `FACE_DOWN_TILE`."""

    seat: Seat | None
    terms: WoodwalkersTerms
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
    ruled_out_seats: frozenset[Seat]

    @property
    def is_to_move(self) -> bool:
        return self.seat is not None and (self.phase == "arrange" or self.seat_to_move == self.seat)

    @property
    def rounds_total(self) -> int:
        """The number of rounds in the match. Two open modes are left after the last round."""
        unused_modes = len(self.open_modes) + len(self.stack)
        return self.round + unused_modes - (OPEN_MODES_COUNT if self.mode is None else OPEN_MODES_COUNT - 1)

    @property
    def has_ended_by_rules(self) -> bool:
        """Whether the match ended after its last round. This is false if the players or the clock stopped the match."""
        return bool(self.turn_events) and isinstance(self.turn_events[-1], FlagsCounted)

    def animal_on(self, space: Space) -> tuple[Seat, Animal] | None:
        """Return the seat and the animal on this space, as the viewer sees them.

        Return None for a space without an animal.
        """
        for seat, team in enumerate(self.teams):
            for tile_space, animal in team.shown_tiles:
                if tile_space == space:
                    return seat, animal
        return None
