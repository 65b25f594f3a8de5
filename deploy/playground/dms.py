"""How many conversations a bot may begin; Discord calls more of them spam."""

from __future__ import annotations

from collections import defaultdict, deque

from deploy.playground.ratelimit import Limit
from deploy.playground.world.clock import Clock


class Openings:
    def __init__(self, clock: Clock, limit: Limit) -> None:
        self.clock = clock
        self.limit = limit
        self._opened: defaultdict[str, deque[float]] = defaultdict(deque)

    def allow(self, bot: str) -> bool:
        opened, now = self._opened[bot], self.clock.now()
        while opened and opened[0] <= now - self.limit.seconds:
            opened.popleft()
        if len(opened) >= self.limit.requests:
            return False
        opened.append(now)
        return True
