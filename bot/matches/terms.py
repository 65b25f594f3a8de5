"""What the people at a table agree on beside the rules of the game."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.wall_clock import DAY_MS, HOUR_MS, MAX_CLOCK_MS, MINUTE_MS
from games.core import Level
from games.dice import EarlierDice

OFFER_LIFETIME_MS: Final = DAY_MS
TURN_TIMES_MS: Final[dict[str, int | None]] = {
    "5m": 5 * MINUTE_MS,
    "1h": HOUR_MS,
    "24h": DAY_MS,
    "3d": 3 * DAY_MS,
    "none": None,
}
"""Of which a server or a host takes one, by the names they go by."""
AI_FILL_DELAYS_MS: Final[dict[str, int]] = {"1m": MINUTE_MS, "5m": 5 * MINUTE_MS, "1h": HOUR_MS}
"""How long the house lets others go first."""


MIND_READER_LEVEL: Final = "reads"
"""Beside the levels, what else can be picked: at its strongest, and it learns how one chooses."""


class MatchTerms(BaseModel):
    """Stored with the match, as JSON. It names nobody, so that a player can be forgotten."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["challenge", "open", "practice"] = "challenge"
    seats: int = Field(ge=1)
    house: int = Field(default=0, ge=0)
    """How many of the seats are the house's from the beginning."""
    level: Level = Level.STEADY
    """How well it plays there, and in seats that are left."""
    reads: bool = False
    """In practice: it learns how whoever plays against it chooses, and plays at its strongest else."""
    fills: int | None = Field(default=None, gt=0, le=MAX_CLOCK_MS)
    """At an open table: after how long the house takes the seats that are still empty."""
    clock: int | None = Field(default=DAY_MS, gt=0, le=MAX_CLOCK_MS)
    """For a turn."""
    limit: int | None = Field(default=None, gt=0, le=MAX_CLOCK_MS)
    """For the whole match."""
    rated: bool = True
    shakes: bool = False
    """Everybody shakes the dice first: it begins with the last shake, and not when the table is full."""
    order: tuple[int, ...] | None = None
    """In a rematch: the seats of the host and of those named. Otherwise the dice draw them."""
    won: tuple[int, ...] | None = None
    """In a rematch: how many of the matches before it the host has won, and how many those named."""

    since: tuple[tuple[int, str], ...] = ()
    """In practice: from the middle of which matches it goes on, each by its last step and the key of its dice; what was
    said until then is said in its own journal.
    """

    @property
    def earlier_dice(self) -> tuple[EarlierDice, ...]:
        return tuple(EarlierDice(steps, bytes.fromhex(key)) for steps, key in self.since)

    @property
    def reminder_after_ms(self) -> int | None:
        """After so much of their time for a turn somebody is reminded of it."""
        return None if self.clock is None else self.clock * 4 // 5

    @property
    def ai_level(self) -> str:
        """How the house does, as it is picked."""
        return MIND_READER_LEVEL if self.reads else self.level

    @property
    def people_count(self) -> int:
        return self.seats - self.house
