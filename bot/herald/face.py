"""What the card of a match shows in its channel, as its table stands; and whether that is what it showed before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from bot.herald.attendance import Attendance
from bot.herald.veil import Veil
from bot.ladder.standings import Standings
from bot.lru import Lru
from bot.scenes import end, offer, positions
from bot.scenes import match as scenes
from bot.scenes.names import Absent, absence_lines, moment
from bot.scenes.scene import Scene
from bot.table.allowance import Absences
from bot.table.kept import Kept
from bot.table.table import Closed, Offer, Over, Play, Table
from bot.texts import say
from games.words import LOCALES

NOBODY: Final[frozenset[int]] = frozenset()
PLAIN: Final = 500
"""Matches of which the last scenes are kept."""


@dataclass(eq=False)
class Face:
    tables: Kept
    veil: Veil
    attendance: Attendance
    standings: Standings
    _now: Callable[[], int]
    _plainly: Lru[int, tuple[tuple[Play, Absences, str, Scene], ...]] = field(
        default_factory=lambda: Lru(PLAIN), init=False
    )
    """Of matches that go on the last scenes, each of which table, and in which language."""

    def forget(self, match: int) -> None:
        self._plainly.pop(match, None)

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
        # In the language in which it was told last, it is mostly there, and what is new is shown next.
        kept = self._plainly.get(table.id)
        spoken = kept[-1][2] if kept else LOCALES[0]
        return self._plain(before, spoken) == self._plain(table, spoken)

    def _plain(self, table: Play, locale: str) -> Scene:
        """Where nothing lies open and nobody is called or away: what is told is what the next is compared to."""
        absences, kept = self.tables.absences, self._plainly.get(table.id, ())
        for stood, spared, spoken, scene in kept:
            if stood is table and spared is absences and spoken == locale:
                return scene
        scene = scenes.playing(table, locale, absences, uncovered=False)
        self._plainly[table.id] = (*kept[-3:], (table, absences, locale, scene))
        return scene

    async def scene(
        self, table: Table, locale: str, called: frozenset[int], gone: frozenset[int], *, strips: bool = False
    ) -> Scene:
        """What lies open is covered where it lies; a message that is stripped meanwhile will not be found again."""
        match table:
            case Closed():
                return replace(offer.closed(table, locale), called=called)
            case Offer():
                scene = offer.offer(table, locale, self.tables.absences, called=called)
                return replace(scene, below=(*scene.below, *absence_lines(self.attendance.among(table, gone), locale)))
            case Over():
                passed = await asyncio.to_thread(positions.passed, await self.tables.journal(table.id))
                return end.over(table, locale, passed, await self.standings.card(table.id), called=called)
            case Play():
                uncovered = self.veil.lifted(table) and not strips
                absent = self.attendance.among(table, gone)
                if absent == Absent() and not (uncovered or called):
                    return self._plain(table, locale)
                return scenes.playing(
                    table, locale, self.tables.absences, uncovered=uncovered, called=called, absent=absent
                )
        raise TypeError(table)
