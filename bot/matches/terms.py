"""The terms that the players of a match agree on, in addition to the game's options."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.wall_clock import DAY_MS, HOUR_MS, MAX_CLOCK_MS, MINUTE_MS
from games.core import Level
from games.dice import EarlierDice, RepeatedDeal

OFFER_LIFETIME_MS: Final = DAY_MS
TURN_TIMES_MS: Final[dict[str, int | None]] = {
    "1m": MINUTE_MS,
    "2m": 2 * MINUTE_MS,
    "5m": 5 * MINUTE_MS,
    "1h": HOUR_MS,
    "24h": DAY_MS,
    "3d": 3 * DAY_MS,
    "none": None,
}
"""The time limits per turn that a server or a host can choose, by name."""
LIVE_TURN_TIMES_MS: Final = (MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS)
"""The time limits per turn for people who are there at the same time."""
QUICK_MATCH_LASTS_MS: Final = 10 * MINUTE_MS
"""How long a person waits in the lobby for an opponent."""
AI_FILL_DELAYS_MS: Final[dict[str, int]] = {"1m": MINUTE_MS, "5m": 5 * MINUTE_MS, "1h": HOUR_MS}
"""The delays that a host can choose, by name. After the delay, the AI takes the empty seats of an open offer."""

MIND_READER_LEVEL: Final = "reads"
"""An additional level that players can choose. The AI plays at full strength and learns to predict its opponent."""


class TournamentTerms(BaseModel):
    """The tournament to which a match belongs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: int
    name: str
    round: int | None = None
    """The number of the round; None in an arena, which has no rounds."""
    is_mirror: bool = False
    """Whether this match's deal is played again, or was played before, with the seats swapped."""


class DealSource(BaseModel):
    """The finished match whose deal (the dice of its setup) is played again with the seats swapped."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    match_id: int
    key: str
    """The key of that match's dice, as hexadecimal digits."""


class MatchTerms(BaseModel):
    """The agreed terms, stored with the match as JSON. They contain no personal data, so they need not be deleted."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["challenge", "open", "practice"] = "challenge"
    seats: int = Field(ge=1)
    house: int = Field(default=0, ge=0)
    """The number of seats that the AI has from the beginning."""
    level: Level = Level.MEDIUM
    """How well the AI plays in its own seats and in seats that players left."""
    reads: bool = False
    """In a practice match: whether the AI learns to predict its opponent. If so, it also plays at full strength."""
    fills: int | None = Field(default=None, gt=0, le=MAX_CLOCK_MS)
    """In an open offer: the time in milliseconds after which the AI takes the empty seats."""
    clock: int | None = Field(default=DAY_MS, gt=0, le=MAX_CLOCK_MS)
    """The time limit per turn, in milliseconds."""
    first_clock: int | None = Field(default=None, gt=0, le=MAX_CLOCK_MS)
    """The time limit for each player's first decision, in milliseconds; None if it is the same as `clock`."""
    limit: int | None = Field(default=None, gt=0, le=MAX_CLOCK_MS)
    """The time limit for the whole match, in milliseconds."""
    rated: bool = True
    shakes: bool = False
    """Whether every player must add a seed before the match starts."""
    order: tuple[int, ...] | None = None
    """The seats of the host and the invited players, in that order, or None to draw the seats. It is set in a rematch
    and in some practice matches.
    """
    won: tuple[int, ...] | None = None
    """In a rematch: how many of the previous matches the host and the invited players won, in that order."""
    even_deal: bool = False
    """In a practice match: whether the seed was drawn so that the match begins with about equal chances."""
    since: tuple[tuple[int, str], ...] = ()
    """In a practice match: one entry for each earlier match that it continues. An entry contains the last step taken
    from the earlier match and the key of that match's dice. The journal of the practice match repeats the moves.
    """

    tournament: TournamentTerms | None = None
    deal: DealSource | None = None

    @property
    def repeated_deal(self) -> RepeatedDeal | None:
        return RepeatedDeal(str(self.deal.match_id), bytes.fromhex(self.deal.key)) if self.deal else None

    @property
    def earlier_dice(self) -> tuple[EarlierDice, ...]:
        if self.repeated_deal:
            return (self.repeated_deal.setup_dice,)
        return tuple(EarlierDice(steps, bytes.fromhex(key)) for steps, key in self.since)

    @property
    def ai_level(self) -> str:
        """The AI's level as players choose it, which can be `MIND_READER_LEVEL`."""
        return MIND_READER_LEVEL if self.reads else self.level

    @property
    def people_count(self) -> int:
        return self.seats - self.house
