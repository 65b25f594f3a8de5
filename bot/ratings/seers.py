"""The monthly table of seers: the onlookers whose predictions gained the most points on a server."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import islice
from typing import Final

from bot.ratings.ladder import MEMBER_CHECK_TIMEOUT_S, Ladder
from bot.wall_clock import month_start_ms
from storage import SeerTally, Store

PREDICTIONS_MIN: Final = 30
"""How many predictions a person needs for a place in the table."""
PLAYERS_MIN: Final = 5
"""How many different players these predictions must be about."""
PREDICTIONS_PER_PLAYER_MAX: Final = 10
"""How many predictions on one player count in a month. Otherwise, a friend could tell somebody every choice."""
SEERS_MAX: Final = 10
"""The length of the table."""
CANDIDATES_MAX: Final = 20
"""How many people are checked for the table. Some of them may be hidden, or may have left the server."""


@dataclass(frozen=True, slots=True)
class SeerTable:
    month: int
    """The number of the month, as in `month_number`."""
    seers: tuple[SeerTally, ...]
    """The people in the table, those with the most points first."""
    own: SeerTally | None
    """The tally of the person who looks at the table; None if they have no prediction that counts."""

    def find_rank(self, seer: SeerTally) -> int:
        """Return a seer's rank. Equal points share a rank."""
        return 1 + sum(other.points > seer.points for other in self.seers)


def has_enough_predictions(tally: SeerTally) -> bool:
    """Return whether an onlooker has predicted often enough, and enough players, for a place in the table."""
    return tally.prediction_count >= PREDICTIONS_MIN and tally.player_count >= PLAYERS_MIN


async def load_seer_table(store: Store, ladder: Ladder, server_id: int, month: int, viewer_id: int) -> SeerTable:
    tallies = await store.predictions.list_tallies(
        server_id, month_start_ms(month), month_start_ms(month + 1), PREDICTIONS_PER_PLAYER_MAX
    )
    candidates = [*islice(filter(has_enough_predictions, tallies), CANDIDATES_MAX)]
    can_show = await asyncio.gather(
        *(ladder.can_show_all(server_id, [it.person_id], MEMBER_CHECK_TIMEOUT_S) for it in candidates)
    )
    shown = [tally for tally, can in zip(candidates, can_show, strict=True) if can]
    own = next((tally for tally in tallies if tally.person_id == viewer_id), None)
    return SeerTable(month, tuple(shown[:SEERS_MAX]), own)
