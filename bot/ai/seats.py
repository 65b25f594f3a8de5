"""Plays the moves that no person chooses: forced moves, and the moves of AI seats and of seats that people left."""

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
"""How long people wait for the AI to seal its move in a shared step before a random move is sealed instead."""
SEALED_THINKING_TIME_S: Final = 0.15
"""How long the AI thinks in a shared step. The worker and the store need the rest of `AI_SEAL_TIMEOUT_S`."""


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
        self._thinking_tasks: dict[tuple[int, Seat], asyncio.Task[None]] = {}

    async def advance_match(self, match: MatchState) -> MatchState:
        """Play forced moves and seal the AI's moves, then start computing its other moves in the background."""
        match = await self.seal_ai_moves(match)
        if isinstance(match, RunningMatch):
            self._start_thinking(match)
        return match

    async def seal_ai_moves(self, match: MatchState) -> MatchState:
        """Play forced moves, and seal the AI's moves in a step in which people choose as well.

        People are asked to choose only afterwards, so that their choices cannot influence the AI.
        """
        match = await self._play_forced_moves(match)
        if not isinstance(match, RunningMatch) or not (unsealed_seats := match_rules.find_unsealed_ai_seats(match)):
            return match
        self._start_thinking(match)
        tasks = [self._thinking_tasks[match.id, seat] for seat in unsealed_seats]
        done, _ = await asyncio.wait(tasks, timeout=AI_SEAL_TIMEOUT_S)
        if len(done) < len(tasks):
            # People must not wait longer than the timeout.
            with suppress(Refused):
                return (
                    await self.matches.seal_random_ai_moves(match.id, step=match.engine.step, now_ms=self._now())
                ).match
        return await self.matches.find_match(match.id)

    def _start_thinking(self, match: RunningMatch) -> None:
        for seat in match.engine.to_move & match.ai_controlled_seats:
            if (match.id, seat) not in self._thinking_tasks:
                self._thinking_tasks[match.id, seat] = asyncio.create_task(self._play_ai_move(match, seat))

    async def _play_forced_moves(self, match: MatchState) -> MatchState:
        """Play forced moves, one after the other, until somebody has a choice."""
        while isinstance(match, RunningMatch) and (forced := find_forced_move(match)):
            seat, move = forced
            try:
                result = await self.matches.play_forced_move(
                    match.id, seat, move, step=match.engine.step, now_ms=self._now()
                )
            except Refused:
                # Another process was faster, or the match has ended.
                return await self.matches.find_match(match.id)
            match = result.match
        return match

    async def _play_ai_move(self, match: RunningMatch, seat: Seat) -> None:
        """Choose and play a move for an AI-controlled seat, based on the seat's view.

        Neither the seat's view nor its dice depend on moves that others have sealed.
        """
        engine = match.engine
        with log_context(match=match.id):
            try:
                level = match.terms.level
                # These choices are from earlier steps, so they include no move that is sealed in this step.
                choices_by_match = (
                    await self._opponent_history.load_choices_by_match(match) if match.terms.reads else None
                )
                if seat in match_rules.find_unsealed_ai_seats(match):
                    # People choose only afterwards, so the thinking time reveals nothing.
                    suggestion = await self.ai_workers.choose_move(
                        engine.game,
                        engine.view_of(seat),
                        level,
                        engine.house_dice(seat),
                        SEALED_THINKING_TIME_S,
                        choices_by_match,
                    )
                else:
                    suggestion = await self.ai_workers.choose_move_at_steady_pace(
                        engine.game, engine.view_of(seat), level, engine.house_dice(seat), choices_by_match
                    )
                await self.matches.play_ai_move(match.id, seat, suggestion.move, step=engine.step, now_ms=self._now())
            except Refused:
                # The match has ended, or another process was faster.
                pass
            except StoreUnavailable:
                # The AI tries again when the `AI_MOVE` deadline fires.
                log.warning("the store is unavailable; the AI tries again later")
                return
            except Exception:
                if not await self.matches.close_failed_match(match.id):
                    raise
            finally:
                del self._thinking_tasks[match.id, seat]
        self._refresh_match(match.id)

    async def wait_until_idle(self) -> None:
        """Wait until all moves that are being computed have been played."""
        while self._thinking_tasks:
            await asyncio.wait(list(self._thinking_tasks.values()))

    def stop_thinking(self) -> None:
        for task in self._thinking_tasks.values():
            task.cancel()
        self.ai_workers.kill_workers()


def find_forced_move(match: RunningMatch) -> tuple[Seat, Move] | None:
    """Return the only seat that is to move and the move that is made for it, or None if a seat must decide itself.

    In a step in which several seats choose, no move counts as forced: playing it immediately would reveal that the seat
    had no choice.
    """
    if len(match.engine.seats_asked) != 1:
        return None
    (seat,) = match.engine.seats_asked
    if seat in match.ai_controlled_seats:
        return None
    move = match.game.find_automatic_move(match.engine.view_of(seat))
    return (seat, move) if move else None
