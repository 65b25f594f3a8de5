"""What the card of a match shows in its channel, as its table stands; and whether that is what it showed before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.delivery.attendance import Attendance
from bot.delivery.temporary_reveal import Veil
from bot.i18n import say
from bot.matches.cache import Kept
from bot.matches.model import Closed, Offer, Over, Play, Table
from bot.ratings.leaderboard import Standings
from bot.screens import match_card as scenes
from bot.screens import offer_card, result_card, review_positions
from bot.screens.names import absence_lines, moment
from bot.screens.scene import Scene
from games.words import LOCALES

NOBODY: Final[frozenset[int]] = frozenset()


@dataclass(eq=False)
class Face:
    tables: Kept
    veil: Veil
    attendance: Attendance
    standings: Standings
    _now: Callable[[], int]

    async def as_of(
        self,
        table: Table,
        locale: str,
        gone: frozenset[int],
        called: frozenset[int] = NOBODY,
        *,
        strips: bool = False,
    ) -> Scene:
        """Abroad nobody sees to it that it stays so: until when it was, and that a press brings it up to date."""
        scene = await self.scene(table, locale, called, gone, strips=strips)
        if table.over or not table.abroad:
            return scene
        return replace(scene, below=(*scene.below, say("as-of", locale, at=moment(self._now()))))

    def alike(self, table: Table, before: Table | None) -> bool:
        """Whoever thinks again changes nothing there; an edit that says the same would tell others of it."""
        if not isinstance(table, Play) or not isinstance(before, Play) or table.match.step != before.match.step:
            return False
        # Where nothing lies open and nobody is called or away; the language makes no difference.
        was, now = (scenes.playing(it, LOCALES[0], self.tables.absences, uncovered=False) for it in (before, table))
        return was == now

    async def scene(
        self, table: Table, locale: str, called: frozenset[int], gone: frozenset[int], *, strips: bool = False
    ) -> Scene:
        """What lies open is covered where it lies; a message that is stripped meanwhile will not be found again."""
        match table:
            case Closed():
                return replace(offer_card.closed(table, locale), called=called)
            case Offer():
                scene = offer_card.offer(table, locale, self.tables.absences, called=called)
                return replace(scene, below=(*scene.below, *absence_lines(self.attendance.among(table, gone), locale)))
            case Over():
                passed = await asyncio.to_thread(review_positions.passed, await self.tables.journal(table.id))
                return result_card.over(table, locale, passed, await self.standings.card(table.id), called=called)
            case Play():
                uncovered = self.veil.lifted(table) and not strips
                absent = self.attendance.among(table, gone)
                return scenes.playing(
                    table, locale, self.tables.absences, uncovered=uncovered, called=called, absent=absent
                )
        raise TypeError(table)
