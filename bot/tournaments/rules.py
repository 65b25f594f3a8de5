"""The rules of a tournament, which its host chooses when opening it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from bot.matches.terms import LIVE_TURN_TIMES_MS, MatchTerms, TournamentTerms
from bot.tournaments.arena import MAX_ARENA_MINUTES, MIN_ARENA_MINUTES
from bot.tournaments.model import Format
from bot.tournaments.progress import LIVE_NO_SHOW_MS
from bot.tournaments.swiss import MAX_ROUNDS, MIN_ROUNDS
from bot.wall_clock import DAY_MS
from games.core import Game
from games.refused import Refused

CORRESPONDENCE_CLOCK_MS: Final = DAY_MS
DEFAULT_ROUND_DAYS: Final = 7
MAX_ROUND_DAYS: Final = 30
DEFAULT_ARENA_MINUTES: Final = 60


class TournamentRules(BaseModel):
    """The rules of a tournament, which are stored with it as JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Format
    clock: int
    """The time limit per turn, in milliseconds."""
    is_mirror: bool = False
    """Whether two players play each deal twice, with the seats swapped."""
    is_rated: bool = True
    round_count: int | None = Field(default=None, ge=MIN_ROUNDS, le=MAX_ROUNDS)
    """The number of rounds of a Swiss tournament; None means enough to find a winner."""
    minutes: int = Field(default=DEFAULT_ARENA_MINUTES, ge=MIN_ARENA_MINUTES, le=MAX_ARENA_MINUTES)
    """The length of an arena."""
    round_days: int = Field(default=DEFAULT_ROUND_DAYS, ge=1, le=MAX_ROUND_DAYS)
    """How many days a round of a correspondence tournament may last."""

    @property
    def is_live(self) -> bool:
        return self.clock in LIVE_TURN_TIMES_MS

    @property
    def round_time_ms(self) -> int | None:
        """How long a round may last, or None if it lasts until all its matches have ended."""
        return None if self.is_live else self.round_days * DAY_MS

    def build_match_terms(self, tournament: TournamentTerms) -> MatchTerms:
        return MatchTerms(
            seats=2,
            clock=self.clock,
            first_clock=LIVE_NO_SHOW_MS if self.is_live else None,
            rated=self.is_rated,
            order=(0, 1),
            tournament=tournament,
        )


def complete_options(
    rules: TournamentRules, game: Game[Any, Any, Any], options: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the game options of a tournament: the chosen options, and those that its rules require.

    Raises `Refused` if a chosen option contradicts one that keeps the matches of a live tournament short.
    """
    live = (game.LIVE_OPTIONS or {}) if rules.is_live else {}
    for name, value in live.items():
        if options.get(name, value) != value:
            raise Refused("tournament-live-option", option=name, value=value)
    mirror = (game.MIRROR_OPTIONS or {}) if rules.is_mirror else {}
    if rules.is_live:
        # Placing 18 stones would take longer than the duels.
        options = game.options_class.first_time_options(options)
    return {**options, **live, **mirror}


def check_rules(rules: TournamentRules, game: Game[Any, Any, Any]) -> None:
    """Raise `Refused` if this game cannot be played in a tournament with these rules."""
    if 2 not in game.SEATS:
        raise Refused("tournament-game")
    if rules.is_live and game.LIVE_OPTIONS is None:
        raise Refused("tournament-live-game")
    if not rules.is_live and (rules.format is Format.ARENA or rules.clock != CORRESPONDENCE_CLOCK_MS):
        raise Refused("tournament-live-arena")
    if rules.is_mirror and game.MIRROR_OPTIONS is None:
        raise Refused("tournament-mirror-game")
