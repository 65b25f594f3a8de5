"""Who is there: on no holiday, and still on the server of the match, which Discord is asked before somebody is called,
once a day at the most.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Final

from bot.delivery.messenger import Channels
from bot.errors import Unavailable, Unreachable
from bot.matches.cache import Kept
from bot.matches.model import Table
from bot.screens.names import Absent
from bot.wall_clock import DAY, MINUTE
from storage import Store

log: Final = logging.getLogger(__name__)

AT_IT: Final = 2 * MINUTE
"""Whoever did something so lately, in whichever match, is at it."""


class Attendance:
    def __init__(self, tables: Kept, store: Store, channels: Channels, now: Callable[[], int]) -> None:
        self.tables = tables
        self.store = store
        self.channels = channels
        self._now = now

    def among(self, table: Table, gone: frozenset[int]) -> Absent:
        """Of those who have something to do there, where it is known who has `gone` from its server."""
        people = table.present
        away = tuple((who, until) for who in sorted(people) if (until := self.away(who)))
        return Absent(people & gone if table.server else frozenset(), away)

    def away(self, person: int) -> int | None:
        """Until when they are on holiday."""
        return self.tables.absences.away(person, self._now())

    async def gone(self, server: int | None, person: int) -> bool:
        """Have they left it, and done nothing since? Where nobody says they are there, as far as we know."""
        if server is None:
            return False
        known = await self.store.people.load_membership(server, person)
        if known is None or known.checked_ms + DAY <= self._now():
            try:
                gone = await self.channels.member(server, person) is None
            except (Unavailable, Unreachable):
                log.warning("nobody says whether a player is still there", exc_info=True)
            else:
                await self.store.people.save_membership(server, person, self._now(), has_left=gone)
                return gone
        return (
            known is not None
            and known.has_left
            and (await self.store.player_messages.load_presence(person)).last_active_ms <= known.checked_ms
        )

    def awake(self, people: Iterable[int]) -> frozenset[int]:
        """Nobody calls who is on holiday."""
        return frozenset(person for person in people if not self.away(person))

    async def needs_call(self, server: int | None, person: int) -> bool:
        """For what is told to all: whoever is at it reads it anyhow, and nobody calls who is forgotten or not there."""
        if person < 0 or self.away(person):
            return False
        if (await self.store.player_messages.load_presence(person)).last_active_ms + AT_IT > self._now():
            return False
        return not await self.gone(server, person)
