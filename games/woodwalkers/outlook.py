"""How the table looks to who is to play: what is worth going to, and who may come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.core import Seat
from games.woodwalkers.belief import Could, duel, lying, told_apart, unfound
from games.woodwalkers.ground import INNER, SPACES, STARTS, Space, ways
from games.woodwalkers.house import HOUSE, Mode
from games.woodwalkers.state import View
from games.woodwalkers.things import Tile, worth

# Points, as all worths here. Play is not sensitive to them: of 300 matches each, no other choice won clearly more.
HOLD: Final = 0.35, 0.65
"""What counts of a flag at the beginning, and what it gains until the end: it has yet to be held."""
DENIAL: Final = 0.7, 0.35
"""What a rival's points count: of one rival, of several."""
WOUND: Final = 0.5
THIRD: Final = 2.5
"""What the wound that takes an animal out of the game counts on top."""
TILE: Final = 0.8
"""A Die or a Medicine in hand."""
NEAR: Final = 0.3
"""What counts of a goal one step away: only one animal moves in a turn."""
FADING: Final = 0.8
"""What is left of that with each further step."""

_AT: Final = tuple((ord(name[0]), int(name[1])) for name in SPACES)
_SIGHT: Final = tuple(tuple(NEAR * FADING ** (abs(a - c) + abs(b - d) - 1) for c, d in _AT) for a, b in _AT)
"""What counts of a goal, by where one stands and where it is; as if nobody were in the way."""


def sight(space: Space, goal: Space) -> float:
    return _SIGHT[space][goal]


@dataclass(frozen=True, slots=True)
class Friend:
    """An animal of one's own, and what draws it elsewhere."""

    space: Space
    could: Could
    goals: tuple[tuple[Space, float], ...]

    def drawn(self, space: Space) -> float:
        """What the best goal is worth, seen from there."""
        sight = _SIGHT[space]
        return max((gain * sight[goal] for goal, gain in self.goals if goal != space), default=0)


@dataclass(frozen=True, slots=True)
class Foe:
    seat: Seat
    space: Space
    could: Could
    steps: Mapping[Space, int]
    """How far it is to wherever it could end a turn."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A seat that moves before one's own next turn, and the modes it may be in."""

    seat: Seat
    modes: tuple[Mode, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    view: View
    seat: Seat
    mine: Mapping[Space, Could]
    foes: Mapping[Space, Foe]
    flags: Mapping[Space, int]
    forest: frozenset[Space]
    tiles: Mapping[Tile, float]
    visits: tuple[Visit, ...]
    again: bool
    """Will one have another turn?"""
    hold: float
    denial: float

    def held(self, space: Space) -> float:
        """What standing there until the end promises, whether or not its flag is up."""
        if space in self.forest:
            return self.hold * sum(share * worth(tile) for tile, share in self.tiles.items())
        return self.hold * self.flags.get(space, 0)

    @property
    def kept(self) -> float:
        """What a face-down tile brings if it is no flag."""
        return sum(share * (1 if tile == "point" else TILE) for tile, share in self.tiles.items() if not worth(tile))

    def hurt(self, seat: Seat, could: Could) -> float:
        """What a wound costs its owner, beyond the points."""
        wounds = self.view.camps[seat].wounds
        return WOUND + THIRD * sum(wounds[animal] == HOUSE.wounds - 1 for animal in could) / len(could)

    def prize(self, foe: Foe) -> float:
        """What beating it brings, but for the ground."""
        return HOUSE.duel_points + self.hurt(foe.seat, foe.could) + self.denial * self.held(foe.space)

    def forfeit(self, could: Could) -> float:
        """What being beaten costs, but for the ground."""
        return self.denial * HOUSE.duel_points + self.hurt(self.seat, could)

    def challenge(self, could: Could, foe: Foe, *modes: Mode) -> float:
        """That one wins against it, whichever of the modes it will be."""
        return self._odds(modes, (self.seat, could), (foe.seat, foe.could))

    def defence(self, could: Could, foe: Foe, *modes: Mode) -> float:
        """That one is beaten by it."""
        return self._odds(modes, (foe.seat, foe.could), (self.seat, could))

    def _odds(self, modes: tuple[Mode, ...], challenger: tuple[Seat, Could], defender: tuple[Seat, Could]) -> float:
        # Whom everybody can tell is guessed.
        bonus = -1 if self.view.terms.hidden and told_apart(self.view.camps[challenger[0]], challenger[1]) else 0
        return sum(duel(self.view, mode, challenger, defender, bonus) for mode in modes) / len(modes)

    def friend(self, space: Space) -> Friend:
        return Friend(space, self.mine[space], tuple(self._goals(self.mine[space])) if self.again else ())

    def _goals(self, could: Could) -> Iterator[tuple[Space, float]]:
        """Where it might go in a turn to come, and what that would bring."""
        find, modes = self.kept, tuple(dict.fromkeys(self.view.open))
        for space in self.forest:
            yield space, find + self.held(space)
        for space in self.flags:
            if space not in self.foes and space not in self.mine:
                yield space, self.held(space)
        for space, foe in self.foes.items():
            if space in INNER and modes:
                odds = self.challenge(could, foe, *modes)
                yield space, odds * (self.prize(foe) + self.held(space)) - (1 - odds) * self.forfeit(could)

    def at_home(self, friend: Friend) -> float:
        """What it is worth to it to begin anew."""
        free = (space for space in STARTS[self.view.terms.sides[self.seat]] if space not in self.mine)
        return max(map(friend.drawn, free), default=friend.drawn(friend.space))


def outlook(view: View) -> Outlook:
    assert view.seat is not None
    camps = [lying(camp) for camp in view.camps]
    taken = frozenset(space for camp in camps for space in camp)
    visits, again = _visits(view, view.seat)
    early, late = HOLD
    return Outlook(
        view=view,
        seat=view.seat,
        mine=camps[view.seat],
        foes={
            space: Foe(seat, space, could, ways(space, 6, (), taken))
            for seat, camp in enumerate(camps)
            if seat != view.seat
            for space, could in camp.items()
            if space >= 0
        },
        flags=dict(view.flags),
        forest=frozenset(space for space, _ in view.forest),
        tiles=unfound(view),
        visits=visits,
        again=again,
        hold=early + late * (view.round / view.rounds),
        denial=DENIAL[view.terms.seats > 2],
    )


def _visits(view: View, seat: Seat) -> tuple[tuple[Visit, ...], bool]:
    """Who moves before one's own next turn, and whether there is one.

    Who moves twice is counted once: what they would do second is seldom what they could do first.
    """
    seats, visits = view.terms.seats, dict[Seat, Visit]()
    on = view.phase == "mode"
    for number in range(view.round, min(view.round + 1, view.rounds) + 1):
        modes = (view.mode,) if view.mode and number == view.round else tuple(dict.fromkeys(view.open))
        for place in range(seats):
            mover = (number + place) % seats
            if on and mover == seat:
                return tuple(visits.values()), True
            if on and mover not in visits:
                visits[mover] = Visit(mover, modes)
            on = on or mover == view.mover
    return tuple(visits.values()), False
