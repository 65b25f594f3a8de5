"""Plays where nobody has anything to decide: in seats that were left, by the dice, and a word that is the only one."""

from __future__ import annotations

from collections.abc import Callable

from bot.journal import Table
from bot.table import Tables
from games.core import Seat, Word
from games.refused import Refused


class House:
    def __init__(self, tables: Tables, now: Callable[[], int]) -> None:
        self.tables = tables
        self._now = now

    async def follow(self, table: Table) -> Table:
        """The table once somebody has to choose again, or nobody any more."""
        while said := due(table):
            seat, word = said
            assert table.match
            say = self.tables.say_for_the_house if seat in table.housed else self.tables.say_the_only_word
            try:
                done = await say(table.id, seat, word, step=table.match.step, now=self._now())
            except Refused:
                # Somebody was faster, or the match has ended.
                return await self.tables.table(table.id)
            table = done.table
        return table


def due(table: Table) -> tuple[Seat, Word] | None:
    """What goes without asking; never in a step with others, where it would tell that there was no choice."""
    if not table.playing or table.match is None:
        return None
    match = table.match
    for seat in sorted(match.waiting & table.housed):
        return seat, match.chance.house(seat, match.step + 1).choice(match.legal(seat))
    if len(match.awaited) == 1:
        (seat,) = match.awaited
        legal = match.legal(seat)
        if len(legal) == 1:
            return seat, legal[0]
    return None
