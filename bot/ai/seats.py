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
from bot.ops.logs import log_context
from games.core import Move, Seat
from games.refused import Refused
from storage import StoreUnavailable

log: Final = logging.getLogger(__name__)

AI_SEAL_TIMEOUT_S: Final = 0.3
"""Seconds in which the house is bound where several choose."""
SEALED_THINKING_TIME_S: Final = 0.15
"""Of them it may think so long."""


class AiSeats:
    def __init__(
        self,
        matches: MatchService,
        ai_workers: AiWorkers,
        opponent_history: OpponentHistory,
        now: Callable[[], int],
        refresh_match: Callable[[int], None],
    ) -> None:
        self.matches = matches
        self.ai_workers = ai_workers
        self._opponent_history = opponent_history
        self._now = now
        self._refresh_match = refresh_match
        """Who tells what happened at a table."""
        self._thinking_tasks: dict[tuple[int, Seat], asyncio.Task[None]] = {}

    async def advance_match(self, match: MatchState) -> MatchState:
        """The table once nothing goes without asking any more; the house's own seats think for themselves."""
        match = await self.prepare_for_people(match)
        if isinstance(match, RunningMatch):
            self._start_thinking(match)
        return match

    async def prepare_for_people(self, match: MatchState) -> MatchState:
        """The table as people may be asked at it: where they choose at once with the house, that is bound already."""
        match = await self.play_forced_moves(match)
        if not isinstance(match, RunningMatch) or not (late := match_rules.find_unsealed_ai_seats(match)):
            return match
        self._start_thinking(match)
        thinking = [self._thinking_tasks[match.id, seat] for seat in late]
        done, _ = await asyncio.wait(thinking, timeout=AI_SEAL_TIMEOUT_S)
        if len(done) < len(thinking):
            # Whoever waits for it is not to wait long.
            with suppress(Refused):
                return (
                    await self.matches.seal_random_ai_moves(match.id, step=match.engine.step, now=self._now())
                ).match
        return await self.matches.find_match(match.id)

    def _start_thinking(self, match: RunningMatch) -> None:
        for seat in match.engine.to_move & match.ai_controlled_seats:
            if (match.id, seat) not in self._thinking_tasks:
                self._thinking_tasks[match.id, seat] = asyncio.create_task(self._play_ai_move(match, seat))

    async def play_forced_moves(self, match: MatchState) -> MatchState:
        """Nobody is asked what goes without asking: it is said, and with it whatever goes without asking then."""
        while isinstance(match, RunningMatch) and (said := find_forced_move(match)):
            seat, word = said
            try:
                done = await self.matches.play_forced_move(
                    match.id, seat, word, step=match.engine.step, now=self._now()
                )
            except Refused:
                # Somebody was faster, or the match has ended.
                return await self.matches.find_match(match.id)
            match = done.match
        return match

    async def _play_ai_move(self, match: RunningMatch, seat: Seat) -> None:
        """From what this seat sees, and with dice of its own; what others have sealed is no part of either."""
        engine = match.engine
        with log_context(match=match.id):
            try:
                level = match.terms.level
                # Only what met before this step: what is sealed in it is no part of that.
                runs = await self._opponent_history.load_runs(match) if match.terms.reads else None
                if seat in match_rules.find_unsealed_ai_seats(match):
                    # Nobody sees how long it took: nobody else has chosen.
                    thought = await self.ai_workers.choose_move(
                        engine.game, engine.view_of(seat), level, engine.house_dice(seat), SEALED_THINKING_TIME_S, runs
                    )
                else:
                    thought = await self.ai_workers.choose_move_at_steady_pace(
                        engine.game, engine.view_of(seat), level, engine.house_dice(seat), runs
                    )
                await self.matches.play_ai_move(match.id, seat, thought.move, step=engine.step, now=self._now())
            except Refused:
                # The match has ended meanwhile, or another process was faster.
                pass
            except StoreUnavailable:
                # Its deadline asks again.
                log.warning("the store is out of reach; the house waits")
                return
            finally:
                del self._thinking_tasks[match.id, seat]
        self._refresh_match(match.id)

    async def wait_until_idle(self) -> None:
        """Until it has said all that it is thinking about."""
        while self._thinking_tasks:
            await asyncio.wait(list(self._thinking_tasks.values()))

    def stop_thinking(self) -> None:
        for thinking in self._thinking_tasks.values():
            thinking.cancel()
        self.ai_workers.kill_workers()


def find_forced_move(match: RunningMatch) -> tuple[Seat, Move] | None:
    """What goes without asking; never in a step with others, where it would tell that there was no choice."""
    if len(match.engine.seats_asked) != 1:
        return None
    (seat,) = match.engine.seats_asked
    legal = () if seat in match.ai_controlled_seats else match.engine.legal_moves(seat)
    return (seat, legal[0]) if len(legal) == 1 else None
