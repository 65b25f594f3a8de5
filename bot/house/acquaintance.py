"""What the house has seen of somebody who asked to be read: their choices in practice where it said that it reads them.

What they play against people, or against the house where it does not read, is nobody's to learn from. Nothing of it is
kept: it is folded from the journals of those matches, as the seat of the house saw them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.lru import Lru
from bot.preferences import Preferences
from bot.table import journal
from bot.table.allowance import Absences
from bot.table.table import Begun, Offer, Over, Play, Table
from games import reader
from games.core import Seat, Word
from games.insight import Met
from games.reader import Verdict
from games.refused import Refused
from storage import Damaged, Journal, Store

READ: Final = 20
"""Matches of a game, the newest: people change."""
SAID_SO: Final = '"reads":true'
"""In the terms of those matches."""
KEPT: Final = 500
"""Matches whose folding goes on where it stopped, or is done."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What met in a match as far as it was looked at, and when."""

    met: tuple[tuple[int, Met], ...] = ()
    table: Offer | Play | None = None
    """As it stands after that; None where nothing will meet any more."""
    events: int = 0
    """So many have been looked at."""


class Acquaintance:
    def __init__(self, store: Store, preferences: Preferences) -> None:
        self._store = store
        self._preferences = preferences
        self._kept: Lru[int, Seen] = Lru(KEPT)

    async def runs(self, table: Begun) -> list[list[Met]]:
        """Of each match before this one, the oldest first, then of this one as far as it has come; nothing from before
        they had it forgotten.
        """
        person = next((one for one in table.people if one is not None), None)
        if person is None or not table.agreement.reads:
            return []
        since = (await self._preferences.stored(person)).unread
        earlier = await self._store.agreed(person, table.game.KEY, SAID_SO, before=table.id, since=since, count=READ)
        runs = [(await self._seen(match)).met for match in (*reversed(earlier), table.id)]
        return [[met for at, met in run if at > since] for run in runs]

    async def verdict(self, table: Over) -> Verdict | None:
        """What it read in this match, and whether it was right."""
        *before, run = await self.runs(table) or [[]]
        return await asyncio.to_thread(reader.verdict, before, run)

    async def _seen(self, match: int) -> Seen:
        kept = self._kept.get(match)
        if kept is None or kept.table is not None:
            try:
                stored = await self._store.load(match)
            except Damaged:
                # That of all others is known.
                return Seen()
            # Off the loop: a long match takes some milliseconds.
            kept = await asyncio.to_thread(seen, stored, kept) if stored else Seen()
            self._kept[match] = kept
        return kept


def seen(stored: Journal, before: Seen | None = None) -> Seen:
    """What met in a match, step by step, from where it was looked at before; what is sealed still has met nothing."""
    try:
        table: Table = (before and before.table) or journal.laid(stored)
    except Refused:
        # What was played by rules that are no more is not read.
        return Seen()
    found = list(before.met) if before else []
    for event in stored.events[max(1, before.events if before else 0) :]:
        was, table = table, journal.after(table, event, Absences())
        match was, table:
            case Play(), Play() | Over() if table.match.step > was.match.step and event.seat is not None:
                met = _met(was, table, {**was.match.sealed, event.seat: tuple(event.word.split())})
                found += [(event.at, met)] if met else []
    return Seen(tuple(found), table if isinstance(table, Offer | Play) else None, len(stored.events))


def _met(before: Play, after: Begun, joint: Mapping[Seat, Word]) -> Met | None:
    """As the one seat of the house that chose saw it."""
    ours = [seat for seat in joint if before.people[seat] is None]
    if len(ours) != 1:
        return None
    game, seat = before.game, ours[0]
    return game.met(before.match.view(seat), after.match.view(seat), joint)
