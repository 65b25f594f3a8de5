"""Finds out who is away: on holiday, or no longer a member of the match's server."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.matches.cache import MatchCache
from bot.matches.model import MatchState
from bot.screens.phrases import AbsentPlayers, is_forgotten
from bot.wall_clock import DAY_MS, MINUTE_MS
from storage import Presence, Store

log: Final = logging.getLogger(__name__)

ACTIVE_WINDOW_MS: Final = 2 * MINUTE_MS
"""How long after an action a player counts as active in the match, and gets no notifications about it."""
ACTIVE_FRACTION_OF_CLOCK: Final = 5
"""Players count as active for at most a fifth of the match's time per turn, if that is shorter."""
MEMBERSHIP_MAX_AGE_MS: Final = DAY_MS
"""How long a stored answer to the question whether a person is on a server is used before Discord is asked again."""


class Attendance:
    def __init__(
        self,
        matches: MatchCache,
        store: Store,
        find_member_name: Callable[[int, int], Awaitable[str | None]],
        now: Callable[[], int],
    ) -> None:
        self.matches = matches
        self.store = store
        self._find_member_name = find_member_name
        self._now = now

    def list_absent(self, match: MatchState, departed: frozenset[int]) -> AbsentPlayers:
        """Return the people who still play in the match but are away.

        `departed` contains the people who left the match's server.
        """
        people = match.active_person_ids
        on_holiday = tuple((it, until) for it in sorted(people) if (until := self.find_holiday_end(it)))
        return AbsentPlayers(people & departed if match.server_id else frozenset(), on_holiday)

    def find_holiday_end(self, person_id: int) -> int | None:
        return self.matches.absences.find_holiday_end(person_id, self._now())

    def exclude_people_on_holiday(self, people: Iterable[int]) -> frozenset[int]:
        return frozenset(person_id for person_id in people if not self.find_holiday_end(person_id))

    async def has_left_server(self, server_id: int | None, person_id: int) -> bool:
        """Return whether this person left the server and has done nothing since.

        If Discord cannot be asked, the last known answer counts.
        """
        if server_id is None:
            return False
        known = await self.store.people.load_membership(server_id, person_id)
        if known is None or known.checked_ms + MEMBERSHIP_MAX_AGE_MS <= self._now():
            try:
                has_left = await self._find_member_name(server_id, person_id) is None
            except (DiscordUnavailable, DestinationUnreachable):
                log.warning("cannot find out whether a player is still on the server", exc_info=True)
            else:
                await self.store.people.save_membership(server_id, person_id, self._now(), has_left=has_left)
                return has_left
        if known is None or not known.has_left:
            return False
        presence = await self.store.player_messages.load_presence(person_id)
        return presence.last_active_ms <= known.checked_ms

    async def needs_result_ping(self, match: MatchState, person_id: int) -> bool:
        """Return whether the result of a match should ping this person.

        Players who are active in the match see the result without a ping. People who are on holiday, left the server
        or deleted their data are never pinged.
        """
        if is_forgotten(person_id) or self.find_holiday_end(person_id):
            return False
        presence = await self.store.player_messages.load_presence(person_id, match.id)
        if find_active_until(match, presence) > self._now():
            return False
        return not await self.has_left_server(match.server_id, person_id)


def find_active_until(match: MatchState, presence: Presence) -> int:
    """Return the time until which a person counts as active in a match. Activity in other matches does not count."""
    clock_ms = match.terms.clock
    window_ms = min(ACTIVE_WINDOW_MS, clock_ms // ACTIVE_FRACTION_OF_CLOCK) if clock_ms else ACTIVE_WINDOW_MS
    return presence.last_active_in_match_ms + window_ms
