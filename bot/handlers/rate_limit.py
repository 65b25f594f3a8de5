"""At the door: whoever does more than anybody does on a lively evening waits, so that nobody else has to.

What is counted is a process's own and forgotten with it: it tells nothing that would have to be true.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.caches import LruCache
from bot.screens.custom_ids import FILM, Action, CustomId

FLURRY: Final = 4.0
"""Seconds of what is theirs that somebody may use at once, after a while of none."""
HAIR: Final = 1e-6
COMPANY: Final = 20
"""So many who do all that they may are a server's share."""
DEAR: Final[Mapping[str, float]] = {
    "duel replay": 1.0,
    "duel verify": 1.0,
    "duel board": 1.0,
    "duel list": 0.5,
    "duel practice": 0.5,
    "ladder player": 0.5,
    Action.VERIFY: 1.0,
    Action.MIND: 1.0,
    Action.HINT: 1.0,
    Action.SHARE: 1.0,
    Action.PRACTISE: 1.0,
    Action.ONWARD: 1.0,
    Action.PROFILE: 0.5,
    Action.DATA: 1.0,
}
"""What makes much work takes so many seconds of theirs, however many presses they have in one."""
HELD: Final = 2.0
"""Seconds after which somebody hears that they are to wait: told at once they would ask all the sooner, and telling is
work, too. Discord itself waits three."""
TOLD: Final = 8
"""So many times at once; more often nobody has to hear it."""


@dataclass(frozen=True, slots=True)
class RateLimits:
    """What one person may have and do, as the host has set it; nought is as much as they like."""

    presses: float = 0
    """A second; commands and completions are counted, too."""
    offers: int = 0
    """That wait for somebody."""
    matches: int = 0
    """That go on."""


FREE: Final = RateLimits()


class TokenBucket:
    """So many a second, and a few seconds' worth of them at once."""

    def __init__(self, often: float, watch: Callable[[], float]) -> None:
        self._each = 1 / often if often else 0.0
        self._flurry = max(FLURRY, self._each)
        self._watch = watch
        self._paid: LruCache[int, float] = LruCache()
        """Until when each has used what is theirs."""

    def wait(self, who: int, takes: float = 0.0) -> float:
        """Seconds until there is room for it; where there is, it is used."""
        now = self._watch()
        paid = max(now, self._paid.get(who, now)) + max(takes, self._each)
        # Fractions of seconds add up to a hair more than they are.
        if (wait := paid - now - self._flurry) > HAIR:
            return wait
        self._paid[who] = paid
        return 0.0


class RateLimiter:
    def __init__(self, presses: float, watch: Callable[[], float] = time.monotonic) -> None:
        """Of each person so many a second; none are counted where that is nought."""
        self._open = not presses
        self._people = TokenBucket(presses, watch)
        self._typing = TokenBucket(presses, watch)
        self._servers = TokenBucket(presses * COMPANY, watch)
        self._waiting: dict[int, int] = {}
        """How many of each are about to hear that they are to wait."""

    def wait(self, person_id: int, server_id: int | None, what: CustomId | str) -> float:
        """Seconds until they may do that; none where they may."""
        if self._open:
            return 0.0
        # Only what a person may do takes from what is a server's.
        wait = self._people.wait(person_id, dear(what))
        return wait or (self._servers.wait(server_id) if server_id else 0.0)

    def types(self, person_id: int) -> float:
        """The same for a letter that somebody types: what they do then is counted by itself."""
        return 0.0 if self._open else self._typing.wait(person_id)

    def tells(self, person_id: int) -> bool:
        """May one more hear it? Whoever says so says `told` afterwards."""
        if (waiting := self._waiting.get(person_id, 0)) >= TOLD:
            return False
        self._waiting[person_id] = waiting + 1
        return True

    def told(self, person_id: int) -> None:
        self._waiting[person_id] -= 1
        if not self._waiting[person_id]:
            del self._waiting[person_id]


def dear(what: CustomId | str) -> float:
    """The seconds that it takes of whoever does it."""
    if isinstance(what, str):
        return DEAR.get(what, 0.0)
    if what.action == Action.REPLAY:
        # One board after the other is as cheap as any press.
        return 1.0 if what.rest in {"", FILM} else 0.0
    return DEAR.get(what.action, 0.0)


def seconds(wait: float) -> int:
    """As it is told: not at once, at the least."""
    return max(1, math.ceil(wait))
