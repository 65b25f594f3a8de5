"""The state of a match's card, which determines what the next refresh does with the card.

`CardTracker.find_state` decides on the state, and `CardDelivery` acts on it. The store holds the card's message and
the number of events it shows; the tracker adds facts known only to this process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.caches import BoundedCache
from bot.matches.model import MatchState, RunningMatch
from bot.messenger import MessageLocation, is_too_old_to_edit
from bot.screens.match_card import must_hide_again

EDIT_INTERVAL_S: Final = 2.0
"""The time between two edits of a card that can be edited with a token."""
SLOW_EDIT_FACTOR: Final = 30
"""Multiplies `EDIT_INTERVAL_S` if there is no token, because such edits count against the channel's rate limit."""
THREAD_EDIT_FACTOR: Final = 5
"""Replaces `SLOW_EDIT_FACTOR` in a match's own thread, whose rate limit no other match uses."""


class CardState(StrEnum):
    CURRENT = "current"
    """The card shows everything. There is nothing to do."""
    UNPOSTED = "unposted"
    """The card has no message. Post one."""
    MOVING = "moving"
    """The card has to ping somebody, move to the bottom or replace an old card in a thread. Post a new message."""
    TRAILING = "trailing"
    """The card is behind and was edited moments ago. Edit it later. Players see the match in their own messages."""
    OUTDATED = "outdated"
    """The card is behind. Edit it in place."""
    EXPIRED = "expired"
    """The card is too old to edit. Replace it only if it was deleted or has to say that a player left."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """The facts about a card that `CardTracker.find_state` takes into account."""

    message_id: int | None
    is_behind: bool
    has_pings: bool
    must_be_last: bool = False
    """Whether the card has to be the newest message in its channel but is not."""
    has_token: bool = False
    """Whether a recent click on the card allows an edit that does not count against the rate limit."""
    is_in_thread: bool = False
    """Whether the card is in a thread that was created for the match."""


class CardTracker:
    """Records edits to cards, clicks on cards and requests to update cards, and finds each card's `CardState`."""

    def __init__(self, now: Callable[[], int], edit_interval_s: float = EDIT_INTERVAL_S) -> None:
        self._now = now
        self._edit_interval_ms = round(edit_interval_s * 1000)
        self._clicked_locations: BoundedCache[int, MessageLocation] = BoundedCache()
        self._repost_requests: set[int] = set()
        self._update_requests: set[int] = set()
        self._departures: set[int] = set()
        self._last_edited_ms: BoundedCache[int, int] = BoundedCache()
        self._next_edit_ms: BoundedCache[int, int] = BoundedCache()
        self._is_delaying_edits = True

    # Clicks, requests and edits

    def remember_clicked_location(self, match_id: int, location: MessageLocation) -> None:
        """Remember the location of a card that somebody clicked, because a crash may have kept it from being stored."""
        self._clicked_locations[match_id] = location

    def find_clicked_location(self, match_id: int) -> MessageLocation | None:
        return self._clicked_locations.get(match_id)

    def forget_clicked_location(self, match_id: int) -> None:
        self._clicked_locations.pop(match_id, None)

    def request_repost(self, match_id: int) -> None:
        """Make the next refresh post the card again at the bottom of its channel."""
        self._repost_requests.add(match_id)

    def request_update(self, match_id: int) -> None:
        """Make the next refresh edit the card even if nothing happened in the match."""
        self._update_requests.add(match_id)

    def request_departure_notice(self, match_id: int) -> None:
        """Make the next refresh edit the card to say that a player who is to move has left the server."""
        self._departures.add(match_id)

    def must_announce_departure(self, match_id: int) -> bool:
        return match_id in self._departures

    def has_request(self, match_id: int) -> bool:
        return any(match_id in it for it in (self._repost_requests, self._update_requests, self._departures))

    def finish_repost(self, match_id: int) -> None:
        self._repost_requests.discard(match_id)

    def finish_updates(self, match_id: int) -> None:
        self._update_requests.discard(match_id)
        self._departures.discard(match_id)

    def record_edit(self, match_id: int) -> None:
        self._last_edited_ms[match_id] = self._now()

    def last_edited_ms(self, match_id: int) -> int:
        """Return the time when this process last edited the card; 0 if it has not edited it."""
        return self._last_edited_ms.get(match_id, 0)

    def stop_delaying_edits(self) -> None:
        """Let all edits happen immediately, because the process is about to end."""
        self._is_delaying_edits = False

    # Decisions

    def find_state(self, match: MatchState, last_shown: MatchState | None, card: CardFacts) -> CardState:
        if not card.is_behind and not card.has_pings and not self.has_request(match.id):
            return CardState.CURRENT
        if card.message_id is None:
            return CardState.UNPOSTED
        if card.has_pings or card.must_be_last or match.id in self._repost_requests:
            return CardState.MOVING
        is_expired = is_too_old_to_edit(card.message_id, self._now()) and not match.is_over
        slow_factor = THREAD_EDIT_FACTOR if card.is_in_thread else SLOW_EDIT_FACTOR
        interval_factor = 1 if card.has_token and not is_expired else slow_factor
        if self.should_delay_edit(match, last_shown, interval_factor):
            return CardState.TRAILING
        if is_expired:
            # A new message in the match's own thread disturbs nobody.
            return CardState.MOVING if card.is_in_thread else CardState.EXPIRED
        return CardState.OUTDATED

    def should_delay_edit(self, match: MatchState, last_shown: MatchState | None, interval_factor: int = 1) -> bool:
        """Return whether the next edit has to wait, so that two edits are at least an interval apart.

        The interval is `EDIT_INTERVAL_S` multiplied by `interval_factor`. An edit that shows the start, the result or a
        board to memorize never waits.
        """
        if (
            not self._is_delaying_edits
            or not isinstance(match, RunningMatch)
            or not isinstance(last_shown, RunningMatch)
            or must_hide_again(match, None)
        ):
            return False
        self._next_edit_ms[match.id] = self.last_edited_ms(match.id) + self._edit_interval_ms * interval_factor
        return self._now() < self._next_edit_ms[match.id]

    def seconds_until_next_edit(self, match_id: int) -> float:
        return max(0, self._next_edit_ms.get(match_id, 0) - self._now()) / 1000
