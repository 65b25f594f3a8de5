"""What a move is expected to bring, one turn ahead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

from games.core import Move
from games.woodwalkers.belief import PIPS
from games.woodwalkers.ground import FARTHEST, INNER, Space, ways
from games.woodwalkers.house import HOUSE, Mode
from games.woodwalkers.legal import move
from games.woodwalkers.outlook import Foe, Friend, Outlook, Visit


@dataclass(frozen=True, slots=True)
class MoveCandidate:
    """One that a foe may make."""

    cost: float
    steps: int
    space: Space
    """Where it ends."""
    foe: Foe


@dataclass(frozen=True, slots=True)
class Reply:
    """A visit: each thing it may do as it stands, and how its duels would go."""

    look: Outlook
    foes: tuple[Foe, ...]
    moves: tuple[MoveCandidate, ...]
    odds: Mapping[tuple[Space, Space], float]
    """That the foe on the second space beats the animal on the first."""
    homes: Mapping[Space, float]

    def cost(self) -> float:
        """What the visit costs as it stands."""
        return _expected(self.moves)

    def cost_of(self, friend: Friend, space: Space, *, beaten: bool) -> float:
        """What it costs when that animal has gone there, perhaps over somebody who stood there."""
        stood = friend.space, space
        moves = chain((move for move in self.moves if move.space not in stood), self._attacks(friend, space))
        return _expected(move for move in moves if not beaten or move.foe.space != space)

    def cost_without(self, friend: Friend) -> float:
        """What it costs when that animal is at home."""
        return _expected(move for move in self.moves if move.space != friend.space)

    def _attacks(self, friend: Friend, space: Space) -> Iterator[MoveCandidate]:
        if space not in INNER:
            return
        ground = (1 + self.look.denial) * self.look.held(space) + friend.drawn(space) - self.homes[friend.space]
        for foe in self.foes:
            if space in foe.steps:
                odds = self.odds[friend.space, foe.space]
                won = ground + self.look.forfeit(friend.could)
                lost = HOUSE.duel_points + self.look.denial * self.look.hurt(foe.seat, foe.could)
                yield MoveCandidate(
                    odds * won - (1 - odds) * lost - _left(self.look, foe), foe.steps[space], space, foe
                )

    def _walks(self) -> Iterator[MoveCandidate]:
        """Tiles to turn up, and flags that nobody stands on."""
        look = self.look
        for foe in self.foes:
            for space in (look.forest | look.flags.keys()) & foe.steps.keys():
                if space not in look.mine and space not in look.foes:
                    gain = look.held(space) + (look.kept if space in look.forest else 0)
                    yield MoveCandidate(look.denial * gain - _left(look, foe), foe.steps[space], space, foe)


def replies(look: Outlook, friends: Iterable[Friend]) -> list[Reply]:
    friends = list(friends)
    homes = {friend.space: look.at_home(friend) for friend in friends}
    return [_reply(look, visit, friends, homes) for visit in look.visits]


def _reply(look: Outlook, visit: Visit, friends: list[Friend], homes: Mapping[Space, float]) -> Reply:
    foes = tuple(foe for foe in look.foes.values() if foe.seat == visit.seat)
    odds = {
        (friend.space, foe.space): look.defence(friend.could, foe, *visit.modes) for friend in friends for foe in foes
    }
    bare = Reply(look, foes, (), odds, homes)
    attacks = (move for friend in friends for move in bare._attacks(friend, friend.space))
    return Reply(look, foes, (*attacks, *bare._walks()), odds, homes)


def _left(look: Outlook, foe: Foe) -> float:
    """What a foe gives up that leaves its space."""
    return look.denial * look.held(foe.space)


def _expected(moves: Iterable[MoveCandidate]) -> float:
    """The mean over the die of the dearest move that it allows, or of none."""
    dearest = [0.0] * 7
    for one in moves:
        dearest[one.steps] = max(dearest[one.steps], one.cost)
    return sum(accumulate(dearest, max)) / 6


@dataclass(frozen=True, slots=True)
class Prospect:
    word: Move
    gain: float
    """More than staying brings."""
    steps: int
    space: Space
    odds: float | None = None
    """Of a duel: that it is won."""
    relief: float = 0
    """What of the gain is that the others can do less."""


def prospects(look: Outlook, mode: Mode, most: int = FARTHEST, *, wary: bool) -> Iterator[Prospect]:
    """Weigh each animal on each space it could reach; a wary player also counts what the others could do next."""
    friends = [look.friend(space) for space in look.mine]
    visits = replies(look, friends) if wary else ()
    threat = sum((visit.cost() for visit in visits), 0.0)
    for friend in friends:
        home = look.at_home(friend)
        stay = look.held(friend.space) + friend.drawn(friend.space)
        beaten = home - look.forfeit(friend.could) - stay
        alone = threat - sum(visit.cost_without(friend) for visit in visits)
        for space, steps in ways(friend.space, most, look.mine, look.foes).items():
            foe = look.foes.get(space)
            relief = threat - sum(visit.cost_of(friend, space, beaten=foe is not None) for visit in visits)
            there = look.held(space) + friend.drawn(space) - stay
            word = move(friend.space, space)
            if foe:
                odds = look.challenge(friend.could, foe, mode)
                relief = odds * relief + (1 - odds) * alone
                gain = odds * (look.prize(foe) + there) + (1 - odds) * beaten + relief
                yield Prospect(word, gain, steps, space, odds, relief)
            else:
                found = look.kept if space in look.forest else 0
                yield Prospect(word, found + there + relief, steps, space, None, relief)


def best(found: Iterable[Prospect]) -> Prospect | None:
    """The best, if it is better than staying."""
    top = max(found, key=lambda each: each.gain, default=None)
    return top if top and top.gain > 0 else None


def by_die(found: Sequence[Prospect]) -> list[float]:
    """What each die would bring, 1 to 6."""
    tops = (best(each for each in found if each.steps <= die) for die in PIPS)
    return [top.gain if top else 0 for top in tops]
