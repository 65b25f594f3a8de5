"""What a move is expected to bring, one turn ahead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.core import Word
from games.woodwalkers.belief import PIPS
from games.woodwalkers.ground import FARTHEST, Space, ways
from games.woodwalkers.house import Mode
from games.woodwalkers.legal import move
from games.woodwalkers.outlook import Outlook
from games.woodwalkers.reply import replies


@dataclass(frozen=True, slots=True)
class Prospect:
    word: Word
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
