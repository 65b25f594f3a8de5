"""Who is there: on no holiday, and still on the server of the match, which Discord is asked before somebody is called,
once a day at the most.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Final

from bot.delivery.messenger import Messenger
from bot.errors import DiscordUnavailable, DiscordUnreachable
from bot.matches.cache import MatchCache
from bot.matches.model import MatchState
from bot.screens.names import AbsentPlayers
from bot.wall_clock import DAY, MINUTE
from storage import Store

log: Final = logging.getLogger(__name__)

AT_IT: Final = 2 * MINUTE
"""Whoever did something so lately, in whichever match, is at it."""


class Attendance:
    def __init__(self, matches: MatchCache, store: Store, messenger: Messenger, now: Callable[[], int]) -> None:
        self.matches = matches
        self.store = store
        self.messenger = messenger
        self._now = now

    def among(self, match: MatchState, gone: frozenset[int]) -> AbsentPlayers:
        """Of those who have something to do there, where it is known who has `gone` from its server."""
        people = match.present
        away = tuple((who, until) for who in sorted(people) if (until := self.away(who)))
        return AbsentPlayers(people & gone if match.server_id else frozenset(), away)

    def away(self, person_id: int) -> int | None:
        """Until when they are on holiday."""
        return self.matches.absences.away(person_id, self._now())

    async def gone(self, server_id: int | None, person_id: int) -> bool:
        """Have they left it, and done nothing since? Where nobody says they are there, as far as we know."""
        if server_id is None:
            return False
        known = await self.store.people.load_membership(server_id, person_id)
        if known is None or known.checked_ms + DAY <= self._now():
            try:
                gone = await self.messenger.member(server_id, person_id) is None
            except (DiscordUnavailable, DiscordUnreachable):
                log.warning("nobody says whether a player is still there", exc_info=True)
            else:
                await self.store.people.save_membership(server_id, person_id, self._now(), has_left=gone)
                return gone
        return (
            known is not None
            and known.has_left
            and (await self.store.player_messages.load_presence(person_id)).last_active_ms <= known.checked_ms
        )

    def awake(self, people: Iterable[int]) -> frozenset[int]:
        """Nobody calls who is on holiday."""
        return frozenset(person_id for person_id in people if not self.away(person_id))

    async def needs_call(self, server_id: int | None, person_id: int) -> bool:
        """For what is told to all: whoever is at it reads it anyhow, and nobody calls who is forgotten or not there."""
        if person_id < 0 or self.away(person_id):
            return False
        if (await self.store.player_messages.load_presence(person_id)).last_active_ms + AT_IT > self._now():
            return False
        return not await self.gone(server_id, person_id)
