"""What may be done so many times a day: beginning sessions, making commands. Who fails again and again uses it up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deploy.playground.world.clock import Clock

SESSIONS: Final = 1000
COMMANDS: Final = 200
"""New ones, of a bot, in each server and everywhere."""
DAY: Final = 86_400.0


@dataclass(slots=True)
class Allowance:
    left: int
    until: float


class Daily:
    def __init__(self, clock: Clock, most: int) -> None:
        self.most = most
        self._clock = clock
        self._of: dict[str, Allowance] = {}

    def told(self, whose: str) -> tuple[int, int]:
        """How many are left, and in how many milliseconds there are all of them again."""
        now, allowance = self._clock.now(), self._of.get(whose)
        if allowance is None or allowance.until <= now:
            return self.most, 0
        return allowance.left, round((allowance.until - now) * 1000)

    def leave(self, whose: str, left: int) -> None:
        _, reset = self.told(whose)
        self._of[whose] = Allowance(left, self._clock.now() + (reset / 1000 or DAY))

    def spend(self, whose: str, number: int = 1) -> bool:
        """All of them or none."""
        left, _ = self.told(whose)
        if number and left >= number:
            self.leave(whose, left - number)
        return left >= number
