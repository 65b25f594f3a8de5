"""The house at the table: plays its own seats and those that were left, and a word that is somebody's only one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.ai.opponent_history import OpponentHistory
from bot.ai.workers import AiWorkers
from bot.matches import match_rules
from bot.matches.model import MatchState, RunningMatch
from bot.matches.service import MatchService
from bot.ops.logs import about
from games.core import Move, Seat
from games.refused import Refused
from storage import StoreUnavailable

log: Final = logging.getLogger(__name__)

SOON: Final = 0.3
"""Seconds in which the house is bound where several choose."""
BRIEF: Final = 0.15
"""Of them it may think so long."""


class AiSeats:
    def __init__(
        self,
        matches: MatchService,
        ai_workers: AiWorkers,
        acquaintance: OpponentHistory,
        now: Callable[[], int],
        stir: Callable[[int], None],
    ) -> None:
        self.matches = matches
        self.minds = ai_workers
        self._opponent_history = acquaintance
        self._now = now
        self._stir = stir
        """Who tells what happened at a table."""
        self._thinking: dict[tuple[int, Seat], asyncio.Task[None]] = {}

    async def follow(self, match: MatchState) -> MatchState:
        """The table once nothing goes without asking any more; the house's own seats think for themselves."""
        match = await self.ready(match)
        if isinstance(match, RunningMatch):
            self._ponder(match)
        return match

    async def ready(self, match: MatchState) -> MatchState:
        """The table as people may be asked at it: where they choose at once with the house, that is bound already."""
        match = await self.spare(match)
        if not isinstance(match, RunningMatch) or not (late := match_rules.late(match)):
            return match
        self._ponder(match)
        thinking = [self._thinking[match.id, seat] for seat in late]
        done, _ = await asyncio.wait(thinking, timeout=SOON)
        if len(done) < len(thinking):
            # Whoever waits for it is not to wait long.
            with suppress(Refused):
                return (await self.matches.bind_the_house(match.id, step=match.engine.step, now=self._now())).match
        return await self.matches.find_match(match.id)

    def _ponder(self, match: RunningMatch) -> None:
        for seat in match.engine.to_move & match.housed:
            if (match.id, seat) not in self._thinking:
                self._thinking[match.id, seat] = asyncio.create_task(self._play(match, seat))

    async def spare(self, match: MatchState) -> MatchState:
        """Nobody is asked what goes without asking: it is said, and with it whatever goes without asking then."""
        while isinstance(match, RunningMatch) and (said := only(match)):
            seat, word = said
            try:
                done = await self.matches.say_the_only_word(
                    match.id, seat, word, step=match.engine.step, now=self._now()
                )
            except Refused:
                # Somebody was faster, or the match has ended.
                return await self.matches.find_match(match.id)
            match = done.match
        return match

    async def _play(self, match: RunningMatch, seat: Seat) -> None:
        """From what this seat sees, and with dice of its own; what others have sealed is no part of either."""
        engine = match.engine
        with about(match=match.id):
            try:
                level = match.terms.level
                # Only what met before this step: what is sealed in it is no part of that.
                runs = await self._opponent_history.runs(match) if match.terms.reads else None
                if seat in match_rules.late(match):
                    # Nobody sees how long it took: nobody else has chosen.
                    thought = await self.minds.thought(
                        engine.game, engine.view_of(seat), level, engine.house_dice(seat), BRIEF, runs
                    )
                else:
                    thought = await self.minds.said(
                        engine.game, engine.view_of(seat), level, engine.house_dice(seat), runs
                    )
                await self.matches.say_for_the_house(match.id, seat, thought.move, step=engine.step, now=self._now())
            except Refused:
                # The match has ended meanwhile, or another process was faster.
                pass
            except StoreUnavailable:
                # Its deadline asks again.
                log.warning("the store is out of reach; the house waits")
                return
            finally:
                del self._thinking[match.id, seat]
        self._stir(match.id)

    async def settle(self) -> None:
        """Until it has said all that it is thinking about."""
        while self._thinking:
            await asyncio.wait(list(self._thinking.values()))

    def leave(self) -> None:
        for thinking in self._thinking.values():
            thinking.cancel()
        self.minds.dismiss()


def only(match: RunningMatch) -> tuple[Seat, Move] | None:
    """What goes without asking; never in a step with others, where it would tell that there was no choice."""
    if len(match.engine.seats_asked) != 1:
        return None
    (seat,) = match.engine.seats_asked
    legal = () if seat in match.housed else match.engine.legal_moves(seat)
    return (seat, legal[0]) if len(legal) == 1 else None
