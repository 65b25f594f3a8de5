"""How much a bot may do in a while: sessions and commands in a day, new DMs in ten minutes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from discord_playground.world.clock import Clock

DAY_S: Final = 86_400.0
SESSIONS_A_DAY: Final = 1000
COMMANDS_A_DAY: Final = 200
"""New ones, of a bot, in each server and everywhere."""


@dataclass(slots=True)
class Window:
    left: int
    until: float


class Quota:
    """So many in each window, which begins with the first of them."""

    def __init__(self, clock: Clock, most: int, seconds: float = DAY_S) -> None:
        self.most = most
        self.seconds = seconds
        self._clock = clock
        self._windows: dict[str, Window] = {}

    def change(self, most: int, seconds: float) -> None:
        """Set another limit, for everybody from now on."""
        self.most, self.seconds = most, seconds
        self._windows.clear()

    def remaining(self, key: str) -> tuple[int, int]:
        """Return how many are left, and in how many milliseconds there are all of them again."""
        now, window = self._clock.now(), self._windows.get(key)
        if window is None or window.until <= now:
            return self.most, 0
        return window.left, round((window.until - now) * 1000)

    def leave(self, key: str, left: int) -> None:
        _, reset_ms = self.remaining(key)
        self._windows[key] = Window(left, self._clock.now() + (reset_ms / 1000 or self.seconds))

    def spend(self, key: str, number: int = 1) -> bool:
        """Take all of them or none."""
        left, _ = self.remaining(key)
        if number and left >= number:
            self.leave(key, left - number)
        return left >= number
