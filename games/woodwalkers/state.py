"""Where a match of Woodwalkers stands, and what is seen of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.core import Seat
from games.woodwalkers.ground import Space, sides
from games.woodwalkers.house import Compass, Mode, Variant
from games.woodwalkers.story import Counted, Duel, Fact
from games.woodwalkers.things import ANIMALS, DISPLAY, EVERY, HAND, OUT, Animal, Flags, Forest, Tile
from games.words import Words

say: Final = Words(__package__)

Phase: TypeAlias = Literal["arrange", "mode", "roll", "reroll", "move", "guess", "duel", "home", "rest", "over"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What of the options still matters once a match has begun, and how many play."""

    variant: Variant
    own: bool
    """At midnight, everybody may look at their own animals."""
    seats: int

    @property
    def hidden(self) -> bool:
        return self.variant == "midnight"

    @property
    def sides(self) -> tuple[Compass, ...]:
        return sides(self.seats)


@dataclass(frozen=True, slots=True)
class Team:
    """What a seat has."""

    at: tuple[Space, ...] = (HAND,) * len(ANIMALS)
    """By animal."""
    wounds: tuple[int, ...] = (0,) * len(ANIMALS)
    points: int = 0
    medicine: int = 0
    dice: int = 0
    seen: frozenset[Animal] = frozenset()
    """At midnight: the animals that duels have turned up; everybody can follow their tiles ever after."""
    met: frozenset[str] = frozenset()
    """What a beginner has been told of, if one leads it: all that had come up when the seat last chose."""

    @property
    def in_play(self) -> tuple[Animal, ...]:
        return tuple(animal for animal in EVERY if self.at[animal] != OUT)

    @property
    def can_heal(self) -> bool:
        return self.medicine > 0 and any(self.wounds)


@dataclass(frozen=True, slots=True)
class State:
    terms: Terms
    phase: Phase
    teams: tuple[Team, ...]
    round: int
    stack: tuple[Mode, ...]
    """The battle modes to come, the next one first."""
    forest: Forest
    """Face down."""
    flags: Flags = ()
    """Face up, and there to stay."""
    found: tuple[Tile, ...] = ()
    """The other tiles that were turned up so far."""
    open: tuple[Mode, ...] = ()
    mode: Mode | None = None
    spent: tuple[Mode, ...] = ()
    """The modes chosen so far, the current one last."""
    mover: Seat = 0
    die: int = 0
    duel: Duel | None = None
    """The newest, whether or not it is settled."""
    rolls: tuple[int, ...] = ()
    """Drawn starts only: the dice to come before chance takes over."""
    blind: bool = False
    """At midnight, from a drawn start: not even their owners have seen the animals."""
    last: tuple[Fact, ...] = ()
    """The story of the newest turn, oldest first."""

    @property
    def holder(self) -> Seat:
        """Who has the battle-mode marker."""
        return (self.round - 1) % self.terms.seats

    @property
    def asked(self) -> Seat | None:
        """Who is awaited; nobody while all arrange, and when it is over."""
        match self.phase:
            case "arrange" | "over":
                return None
            case "mode":
                return self.holder
            case "guess" | "duel" | "home":
                assert self.duel
                return self.duel.seats[1 if self.phase == "guess" else self.duel.behind]
            case _:
                return self.mover


Tiles: TypeAlias = tuple[tuple[Space, Animal], ...]
"""The animals of a seat that are in play, by space; BACK for one that lies face down."""


@dataclass(frozen=True, slots=True)
class Camp:
    """What is seen of a team."""

    tiles: Tiles
    """As they lie before these eyes now."""
    known: Tiles
    """The same with all that these eyes have ever seen."""
    out: tuple[Animal, ...]
    wounds: tuple[int, ...]
    """By animal: the cards lie open even at midnight."""
    points: int
    medicine: int
    dice: int
    seen: frozenset[Animal]
    met: frozenset[str]

    @property
    def spaces(self) -> tuple[Space, ...]:
        return tuple(space for space, _ in self.tiles)

    @property
    def wounded(self) -> tuple[Animal, ...]:
        return tuple(animal for animal in EVERY if self.wounds[animal])


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    terms: Terms
    phase: Phase
    asked: Seat | None
    camps: tuple[Camp, ...]
    round: int
    stack: tuple[Mode, ...]
    forest: Forest
    flags: Flags
    found: tuple[Tile, ...]
    open: tuple[Mode, ...]
    mode: Mode | None
    spent: tuple[Mode, ...]
    mover: Seat
    die: int
    duel: Duel | None
    last: tuple[Fact, ...]

    @property
    def awaited(self) -> bool:
        return self.seat is not None and (self.phase == "arrange" or self.asked == self.seat)

    @property
    def rounds(self) -> int:
        """How many there will have been: two tiles of the display are never chosen."""
        left = len(self.open) + len(self.stack)
        return self.round + left - (DISPLAY if self.mode is None else DISPLAY - 1)

    @property
    def decided(self) -> bool:
        """Did the game end, or only the match?"""
        return bool(self.last) and isinstance(self.last[-1], Counted)

    def standing(self, space: Space) -> tuple[Seat, Animal] | None:
        """The animal that is seen there."""
        for seat, camp in enumerate(self.camps):
            for here, animal in camp.tiles:
                if here == space:
                    return seat, animal
        return None
