"""How many sessions a bot may begin in a day; a bot that crashes again and again uses them up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deploy.playground.world.clock import Clock

MOST: Final = 1000
DAY: Final = 86_400.0


@dataclass(slots=True)
class Allowance:
    left: int
    until: float


class Starts:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._of: dict[str, Allowance] = {}

    def told(self, bot: str) -> tuple[int, int]:
        """How many are left, and in how many milliseconds there are all of them again."""
        now, allowance = self._clock.now(), self._of.get(bot)
        if allowance is None or allowance.until <= now:
            return MOST, 0
        return allowance.left, round((allowance.until - now) * 1000)

    def leave(self, bot: str, left: int) -> None:
        _, reset = self.told(bot)
        self._of[bot] = Allowance(left, self._clock.now() + (reset / 1000 or DAY))

    def spend(self, bot: str) -> bool:
        left, _ = self.told(bot)
        if left:
            self.leave(bot, left - 1)
        return bool(left)
