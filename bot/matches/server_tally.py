"""Counts how the matches of a server ended, so that players can see how many ended without a result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.matches.model import EventType

CALLED_OFF_STATUSES: Final = frozenset(
    {EventType.WITHDRAWN, EventType.OFFER_DECLINED, EventType.OUTDATED, EventType.BROKEN, "abandoned", "cancelled"}
)
"""The statuses of offers that were taken back or declined, and of matches that ended without a result."""
LIVE_STATUSES: Final = frozenset({"offered", "playing"})


@dataclass(frozen=True, slots=True)
class ServerTally:
    """The number of a server's matches by how they ended, without practice, which has no card.

    It shows whether matches often end without a result. A person could drop matches that turn out badly.
    """

    with_result: int = 0
    called_off: int = 0
    cancelled_alone: int = 0
    """How many matches were canceled by a single person. That is possible before the first step, and if nobody else
    has to agree.
    """
    expired: int = 0
    """How many offers expired before their match began."""
    live: int = 0

    @property
    def sealed(self) -> int:
        return self.with_result + self.called_off + self.cancelled_alone + self.expired + self.live


def tally_outcomes(outcomes: Iterable[tuple[str, int, int]]) -> ServerTally:
    """Sum up outcomes as `(status, number of people who asked to cancel, number of such matches)`."""
    counts = dict.fromkeys(("with_result", "called_off", "cancelled_alone", "expired", "live"), 0)
    for status, canceller_count, match_count in outcomes:
        counts[_find_tally_field(status, canceller_count)] += match_count
    return ServerTally(**counts)


def _find_tally_field(status: str, canceller_count: int) -> str:
    """Return the name of the field of `ServerTally` that counts a match with this status."""
    if status == "cancelled" and canceller_count == 1:
        return "cancelled_alone"
    if status == EventType.EXPIRED:
        return "expired"
    if status in LIVE_STATUSES:
        return "live"
    return "called_off" if status in CALLED_OFF_STATUSES else "with_result"
