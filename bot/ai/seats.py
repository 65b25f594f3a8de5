"""The house at the table: plays its own seats and those that were left, and a word that is somebody's only one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.ai.opponent_history import Acquaintance
from bot.ai.workers import Minds
from bot.matches import match_rules
from bot.matches.model import Play, Table
from bot.matches.service import Tables
from bot.ops.logs import about
from games.core import Move, Seat
from games.refused import Refused
from storage import StoreUnavailable

log: Final = logging.getLogger(__name__)

SOON: Final = 0.3
"""Seconds in which the house is bound where several choose."""
BRIEF: Final = 0.15
"""Of them it may think so long."""


class House:
    def __init__(
        self,
        tables: Tables,
        minds: Minds,
        acquaintance: Acquaintance,
        now: Callable[[], int],
        stir: Callable[[int], None],
    ) -> None:
        self.tables = tables
        self.minds = minds
        self._acquaintance = acquaintance
        self._now = now
        self._stir = stir
        """Who tells what happened at a table."""
        self._thinking: dict[tuple[int, Seat], asyncio.Task[None]] = {}

    async def follow(self, table: Table) -> Table:
        """The table once nothing goes without asking any more; the house's own seats think for themselves."""
        table = await self.ready(table)
        if isinstance(table, Play):
            self._ponder(table)
        return table

    async def ready(self, table: Table) -> Table:
        """The table as people may be asked at it: where they choose at once with the house, that is bound already."""
        table = await self.spare(table)
        if not isinstance(table, Play) or not (late := match_rules.late(table)):
            return table
        self._ponder(table)
        thinking = [self._thinking[table.id, seat] for seat in late]
        done, _ = await asyncio.wait(thinking, timeout=SOON)
        if len(done) < len(thinking):
            # Whoever waits for it is not to wait long.
            with suppress(Refused):
                return (await self.tables.bind_the_house(table.id, step=table.match.step, now=self._now())).table
        return await self.tables.table(table.id)

    def _ponder(self, table: Play) -> None:
        for seat in table.match.to_move & table.housed:
            if (table.id, seat) not in self._thinking:
                self._thinking[table.id, seat] = asyncio.create_task(self._play(table, seat))

    async def spare(self, table: Table) -> Table:
        """Nobody is asked what goes without asking: it is said, and with it whatever goes without asking then."""
        while isinstance(table, Play) and (said := only(table)):
            seat, word = said
            try:
                done = await self.tables.say_the_only_word(table.id, seat, word, step=table.match.step, now=self._now())
            except Refused:
                # Somebody was faster, or the match has ended.
                return await self.tables.table(table.id)
            table = done.table
        return table

    async def _play(self, table: Play, seat: Seat) -> None:
        """From what this seat sees, and with dice of its own; what others have sealed is no part of either."""
        match = table.match
        with about(match=table.id):
            try:
                level = table.agreement.level
                # Only what met before this step: what is sealed in it is no part of that.
                runs = await self._acquaintance.runs(table) if table.agreement.reads else None
                if seat in match_rules.late(table):
                    # Nobody sees how long it took: nobody else has chosen.
                    thought = await self.minds.thought(
                        match.game, match.view_of(seat), level, match.house_dice(seat), BRIEF, runs
                    )
                else:
                    thought = await self.minds.said(
                        match.game, match.view_of(seat), level, match.house_dice(seat), runs
                    )
                await self.tables.say_for_the_house(table.id, seat, thought.move, step=match.step, now=self._now())
            except Refused:
                # The match has ended meanwhile, or another process was faster.
                pass
            except StoreUnavailable:
                # Its deadline asks again.
                log.warning("the store is out of reach; the house waits")
                return
            finally:
                del self._thinking[table.id, seat]
        self._stir(table.id)

    async def settle(self) -> None:
        """Until it has said all that it is thinking about."""
        while self._thinking:
            await asyncio.wait(list(self._thinking.values()))

    def leave(self) -> None:
        for thinking in self._thinking.values():
            thinking.cancel()
        self.minds.dismiss()


def only(table: Play) -> tuple[Seat, Move] | None:
    """What goes without asking; never in a step with others, where it would tell that there was no choice."""
    if len(table.match.seats_asked) != 1:
        return None
    (seat,) = table.match.seats_asked
    legal = () if seat in table.housed else table.match.legal_moves(seat)
    return (seat, legal[0]) if len(legal) == 1 else None
