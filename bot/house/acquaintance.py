"""What the house has seen of somebody who asked to be read: their choices in practice where it said that it reads them.

What they play against people, or against the house where it does not read, is nobody's to learn from. Nothing of it is
kept: it is folded from the journals of those matches, as the seat of the house saw them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TypeAlias

from bot.lru import Lru
from bot.preferences import Preferences
from bot.table import journal
from bot.table.allowance import Absences
from bot.table.table import Begun, Over, Play, Table
from games import reader
from games.core import Met, Perceptive
from games.reader import Verdict
from games.refused import Refused
from storage import Journal, Store

READ: Final = 20
"""Matches of a game, the newest: people change."""
SAID_SO: Final = '"reads":true'
"""In the terms of those matches."""
KEPT: Final = 500
"""Matches that are over and need not be folded again."""

Seen: TypeAlias = Sequence[tuple[int, Met]]
"""What met, and when."""


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
        runs = [await self._seen(match) for match in reversed(earlier)]
        runs.append(await self._folded(table.id))
        return [[met for at, met in run if at > since] for run in runs]

    async def verdict(self, table: Over) -> Verdict | None:
        """What it read in this match, and whether it was right."""
        *before, run = await self.runs(table) or [[]]
        return await asyncio.to_thread(reader.verdict, before, run)

    async def _seen(self, match: int) -> Seen:
        seen = self._kept.get(match)
        if seen is None:
            seen = self._kept[match] = await self._folded(match)
        return seen

    async def _folded(self, match: int) -> Seen:
        stored = await self._store.load(match)
        # Off the loop: a long match takes some milliseconds.
        return await asyncio.to_thread(seen, stored) if stored else ()


def seen(stored: Journal) -> Seen:
    """What met in a match, step by step; what is sealed still has met nothing."""
    found: list[tuple[int, Met]] = []
    # What was played by rules that are no more is not read.
    with suppress(Refused):
        table: Table = journal.laid(stored)
        game = table.game
        assert isinstance(game, Perceptive)
        for event in stored.events[1:]:
            before, table = table, journal.after(table, event, Absences())
            resolved = isinstance(before, Play) and isinstance(table, Begun) and table.match.step > before.match.step
            if isinstance(before, Play) and isinstance(table, Begun) and resolved and event.seat is not None:
                joint = {**before.match.sealed, event.seat: tuple(event.word.split())}
                ours = [seat for seat in joint if before.people[seat] is None]
                if len(ours) == 1:
                    met = game.met(before.match.view(ours[0]), table.match.view(ours[0]), joint)
                    found += [(event.at, met)] if met else []
    return found
