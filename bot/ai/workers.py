"""Those who think for the house: processes of their own, so that the loop never waits for them.

One may crash, hang or be killed: what it was thinking about is thought once more, and then left to the dice. The others
think on meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import ForkServerContext, SpawnContext
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from games import GAMES, record
from games.ai_players import THINKING_TIME_S
from games.coach import PreparedReview, prepare_review, review_steps
from games.core import Game, Level, Suggestion
from games.dice import Dice
from games.insight import OpponentChoice
from games.record import Record
from games.review import Review

log: Final = logging.getLogger(__name__)

AI_ANSWER_TIMEOUT_S: Final = 15.0
"""Seconds until a thought is given up: the longest takes one, and a fresh process is not there at once."""
ANSWER_ATTEMPTS: Final = 2
REVIEW_SLICE_S: Final = 0.5
"""Seconds of a match that is looked back upon, and then others are heard."""
ProcessContext: TypeAlias = SpawnContext | ForkServerContext
SPAWN_CONTEXT: Final = get_context("spawn")
"""Fresh interpreters: a fork would take the loop's sockets and the store's file along."""


T = TypeVar("T")
OpponentRuns: TypeAlias = Sequence[Sequence[OpponentChoice]]
"""What met, match by match."""


class AiWorkers:
    def __init__(
        self,
        process_count: int = 1,
        min_move_time_s: float = 0.0,
        answer_timeout_s: float = AI_ANSWER_TIMEOUT_S,
        process_context: ProcessContext = SPAWN_CONTEXT,
    ) -> None:
        self.process_count = process_count
        self.min_move_time_s = min_move_time_s
        """Seconds that a word of the house takes at least: the same for every hand, and time for people to look."""
        self.answer_timeout_s = answer_timeout_s
        self._process_context = process_context
        self._free_slots = asyncio.Semaphore(process_count)
        """Who waits for somebody to think asks nobody yet: nobody's patience runs, and they may go again."""
        self._workers: list[AiWorker] = []

    async def choose_move_at_steady_pace(
        self, game: Game[Any, Any, Any], view: Any, level: Level, dice: Dice, runs: OpponentRuns | None = None
    ) -> Suggestion:
        """At the table, where how long it took must tell nothing."""
        thinks = self.choose_move(game, view, level, dice, runs=runs)
        thought, _ = await asyncio.gather(thinks, asyncio.sleep(self.min_move_time_s))
        return thought

    async def choose_move(
        self,
        game: Game[Any, Any, Any],
        view: Any,
        level: Level,
        dice: Dice,
        time_limit_s: float = AI_ANSWER_TIMEOUT_S,
        runs: OpponentRuns | None = None,
    ) -> Suggestion:
        """`most` seconds at the most, if its level has more; by what `runs` tell of the other, where it reads them."""
        thought = await self.request_answer(
            Suggestion, _try_to_choose_move, choose_move_in_time, game.KEY, view, level, dice, time_limit_s, runs
        )
        return thought or Suggestion(game.random_move(view, dice), "why-random")

    async def review_match(self, finished_record: Record) -> Review | None:
        """What a match that is over has taught; nothing where nobody could tell. Bit by bit: whoever is to think at a
        table comes between.
        """
        text = str(finished_record)
        review = more = await self.request_answer(Review, _try_to_review, text, 0)
        # Whatever was said stays here: only what comes next is told.
        while review and more and not review.is_complete:
            more = await self.request_answer(Review, _try_to_review, text, len(review.steps))
            review = more and review.extend(more)
        return review

    async def request_answer(self, answer_type: type[T], *question: Any) -> T | None:
        """An answer of that kind, if somebody comes to one."""
        for _ in range(ANSWER_ATTEMPTS):
            async with self._free_slots:
                mind = self._find_or_start_idle_worker()
                mind.is_busy = True
                try:
                    answer = await asyncio.wait_for(mind.compute_answer(*question), self.answer_timeout_s)
                    mind.is_busy = False
                except TimeoutError:
                    log.warning("a mind hangs")
                except (EOFError, OSError):
                    log.warning("a mind has crashed")
                else:
                    if isinstance(answer, answer_type):
                        return answer
                    # What is wrong with the thought stays wrong, however often it is had.
                    log.error("a mind has failed", extra={"why": answer})
                    break
                finally:
                    if mind.is_busy:
                        # Nobody thinks on for who has stopped waiting.
                        mind.kill()
        return None

    def _find_or_start_idle_worker(self) -> AiWorker:
        """Somebody who is there and thinks about nothing; nobody is there before they are needed."""
        self._workers = [mind for mind in self._workers if mind.is_alive()]
        idle = next((mind for mind in self._workers if not mind.is_busy), None)
        if idle is None:
            idle = AiWorker(self._process_context)
            self._workers.append(idle)
        return idle

    def kill_workers(self) -> None:
        while self._workers:
            self._workers.pop().kill()


class AiWorker:
    """One process, which thinks about one thing at a time."""

    def __init__(self, process_context: ProcessContext) -> None:
        self.is_busy = False
        self._pipe, theirs = process_context.Pipe()
        self._process = process_context.Process(target=_serve_questions, args=(theirs,), daemon=True)
        self._process.start()
        # So nobody but the process holds it open: when it ends, the pipe does.
        theirs.close()

    def is_alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        self._process.kill()

    async def compute_answer(self, *question: Any) -> object:
        """What was asked for, or in a text why there is none; a question is a function and what it is called with."""
        loop, answered = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._pipe.fileno(), answered.set)
        try:
            # Elsewhere, because a pipe that is full waits until somebody reads.
            await asyncio.to_thread(self._pipe.send, question)
            await answered.wait()
        finally:
            loop.remove_reader(self._pipe.fileno())
        answer: object = self._pipe.recv()
        return answer


def _serve_questions(pipe: connection.Connection) -> None:
    """In the new process: until nobody asks any more."""
    tie_to_parent_process()
    with suppress(EOFError):
        while True:
            work, *question = pipe.recv()
            pipe.send(work(*question))


def tie_to_parent_process() -> None:
    """In the new process: whoever stops the bot at a terminal stops the bot, and nobody thinks on without one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent

    def follow() -> None:
        connection.wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def _try_to_choose_move(think: Callable[..., Suggestion], game_key: str, view: Any, *how: Any) -> Suggestion | str:
    """A word that may be said, or else what went wrong and where; no message, which could tell a hand."""
    try:
        thought = think(game_key, view, *how)
        # No table takes what may not be said, and who offers it once would do so for ever.
        if thought.move not in GAMES[game_key].legal_moves(view):
            raise ValueError("this word is not legal")
    except Exception as wrong:
        return _format_failure(wrong)
    return thought


def _try_to_review(record_text: str, steps_done: int) -> Review | str:
    until = time.process_time() + REVIEW_SLICE_S
    try:
        return review_steps(_prepare_review(record_text), steps_done, lambda: time.process_time() > until)
    except Exception as wrong:
        return _format_failure(wrong)


@lru_cache(maxsize=1)
def _prepare_review(record_text: str) -> PreparedReview:
    """For all its bits, unless they come to another mind."""
    return prepare_review(record.parse_record(record_text))


def _format_failure(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__qualname__} {Path(place.filename).name}:{place.lineno}"


def choose_move_in_time(
    game_key: str, view: Any, level: Level, dice: Dice, time_limit_s: float, runs: OpponentRuns | None = None
) -> Suggestion:
    game = GAMES[game_key]
    until = time.monotonic() + min(time_limit_s, THINKING_TIME_S[level])
    if runs is not None:
        return game.exploit(view, runs, dice, lambda: until - time.monotonic())
    return game.think(view, level, dice, lambda: until - time.monotonic())
