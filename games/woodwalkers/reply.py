"""What the others may do before one's own next turn, and what it would cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, chain

from games.woodwalkers.ground import INNER, Space
from games.woodwalkers.house import HOUSE
from games.woodwalkers.outlook import Foe, Friend, Outlook, Visit


@dataclass(frozen=True, slots=True)
class Move:
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
    moves: tuple[Move, ...]
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

    def _attacks(self, friend: Friend, space: Space) -> Iterator[Move]:
        if space not in INNER:
            return
        ground = (1 + self.look.denial) * self.look.held(space) + friend.drawn(space) - self.homes[friend.space]
        for foe in self.foes:
            if space in foe.steps:
                odds = self.odds[friend.space, foe.space]
                won = ground + self.look.forfeit(friend.could)
                lost = HOUSE.duel_points + self.look.denial * self.look.hurt(foe.seat, foe.could)
                yield Move(odds * won - (1 - odds) * lost - _left(self.look, foe), foe.steps[space], space, foe)

    def _walks(self) -> Iterator[Move]:
        """Tiles to turn up, and flags that nobody stands on."""
        look = self.look
        for foe in self.foes:
            for space in (look.forest | look.flags.keys()) & foe.steps.keys():
                if space not in look.mine and space not in look.foes:
                    gain = look.held(space) + (look.kept if space in look.forest else 0)
                    yield Move(look.denial * gain - _left(look, foe), foe.steps[space], space, foe)


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


def _expected(moves: Iterable[Move]) -> float:
    """The mean over the die of the dearest move that it allows, or of none."""
    dearest = [0.0] * 7
    for move in moves:
        dearest[move.steps] = max(dearest[move.steps], move.cost)
    return sum(accumulate(dearest, max)) / 6
