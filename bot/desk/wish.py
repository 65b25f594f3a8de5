"""What somebody wants to play, as they said it: a game, its options, a clock, a level of the house."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.scenes import options
from bot.table.agreement import READS
from games import find_game
from games.core import Level


@dataclass(frozen=True, slots=True)
class Wish:
    game: str
    variant: str = ""
    clock: int | None = None
    rated: bool = True
    seats: int = 0
    level: Level = Level.STEADY
    reads: bool = False
    fills: int | None = None
    options: str = ""
    """Any of them by name, as whoever makes puzzles types them."""
    picked: bool = True
    """Did they name the game? Else it is the usual one."""

    @classmethod
    def against(cls, plays: str, game: str, **more: Any) -> Wish:
        """With the house as it was picked: at one of its levels, or reading."""
        reads = plays == READS
        return cls(game, level=Level.STRONG if reads else Level(plays), reads=reads, **more)

    def settings(self, locale: str) -> dict[str, Any]:
        """The options of its game that were named or typed."""
        game = find_game(self.game)
        return options.variant(game, self.variant, locale) | options.typed(game, self.options, locale)
