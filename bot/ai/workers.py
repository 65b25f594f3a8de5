"""Worker processes that compute the AI's moves and reviews, so that the event loop never waits for them.

If a worker crashes or hangs, another worker gets the same question. If that worker fails as well, the AI plays a random
move.
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
"""How long a worker may take to answer before it is killed. The longest move takes a second, but a new process needs
time to start.
"""
ANSWER_ATTEMPTS: Final = 2
REVIEW_SLICE_S: Final = 0.5
"""How long a worker computes a review without a break. Moves can be computed in the breaks."""
ProcessContext: TypeAlias = SpawnContext | ForkServerContext
SPAWN_CONTEXT: Final = get_context("spawn")
"""Starts each worker in a new interpreter. A fork would inherit the event loop's sockets and the store's file."""

T = TypeVar("T")
ChoicesByMatch: TypeAlias = Sequence[Sequence[OpponentChoice]]
"""The opponent's choices, one list per match."""


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
        """The minimum time of an AI move, so that the time reveals nothing about the hand and people can follow the
        match.
        """
        self.answer_timeout_s = answer_timeout_s
        self._process_context = process_context
        self._free_slots = asyncio.Semaphore(process_count)
        """The answer timeout starts only when a slot is free. Waiting for a slot can be canceled."""
        self._workers: list[AiWorker] = []

    async def choose_move_at_steady_pace(
        self,
        game: Game[Any, Any, Any],
        view: Any,
        level: Level,
        dice: Dice,
        choices_by_match: ChoicesByMatch | None = None,
    ) -> Suggestion:
        """Choose a move, and take at least `min_move_time_s`.

        This way, the time does not reveal anything about the AI's hand.
        """
        choosing = self.choose_move(game, view, level, dice, choices_by_match=choices_by_match)
        suggestion, _ = await asyncio.gather(choosing, asyncio.sleep(self.min_move_time_s))
        return suggestion

    async def choose_move(
        self,
        game: Game[Any, Any, Any],
        view: Any,
        level: Level,
        dice: Dice,
        time_limit_s: float = AI_ANSWER_TIMEOUT_S,
        choices_by_match: ChoicesByMatch | None = None,
    ) -> Suggestion:
        """Choose a move within `time_limit_s`; weaker levels take less time. If that fails, return a random move.

        With `choices_by_match`, the AI predicts the opponent from their earlier choices.
        """
        suggestion = await self.request_answer(
            Suggestion,
            _try_to_choose_move,
            choose_move_in_time,
            game.KEY,
            view,
            level,
            dice,
            time_limit_s,
            choices_by_match,
        )
        return suggestion or Suggestion(game.random_move(view, dice), "why-random")

    async def review_match(self, finished_record: Record) -> Review | None:
        """Return the review of a finished match, or None if it cannot be computed.

        The review is computed in slices, so that moves of running matches can be computed in between.
        """
        record_text = str(finished_record)
        review = next_steps = await self.request_answer(Review, _try_to_review, record_text, 0)
        # The worker returns only the next steps of the review, which are appended to it here.
        while review and next_steps and not review.is_complete:
            next_steps = await self.request_answer(Review, _try_to_review, record_text, len(review.steps))
            review = next_steps and review.extend(next_steps)
        return review

    async def request_answer(self, answer_type: type[T], *question: Any) -> T | None:
        """Ask a worker a question, which is a function and its arguments, and return the answer.

        If the worker crashes or hangs, ask another worker. Returns None if no worker returns an answer of type
        `answer_type`.
        """
        for _ in range(ANSWER_ATTEMPTS):
            async with self._free_slots:
                worker = self._find_or_start_idle_worker()
                worker.is_busy = True
                try:
                    answer = await asyncio.wait_for(worker.compute_answer(*question), self.answer_timeout_s)
                    worker.is_busy = False
                except TimeoutError:
                    log.warning("an AI worker timed out")
                except (EOFError, OSError):
                    log.warning("an AI worker crashed")
                else:
                    if isinstance(answer, answer_type):
                        return answer
                    # Another try would only raise the same exception.
                    log.error("an AI worker failed", extra={"reason": answer})
                    break
                finally:
                    if worker.is_busy:
                        # Nobody waits for the answer anymore.
                        worker.kill()
        return None

    def _find_or_start_idle_worker(self) -> AiWorker:
        """Return an idle worker, starting a new one if all workers are busy."""
        self._workers = [worker for worker in self._workers if worker.is_alive()]
        idle = next((worker for worker in self._workers if not worker.is_busy), None)
        if idle is None:
            idle = AiWorker(self._process_context)
            self._workers.append(idle)
        return idle

    def kill_workers(self) -> None:
        while self._workers:
            self._workers.pop().kill()


class AiWorker:
    """One worker process, which answers one question at a time."""

    def __init__(self, process_context: ProcessContext) -> None:
        self.is_busy = False
        self._pipe, theirs = process_context.Pipe()
        self._process = process_context.Process(target=serve_questions, args=(theirs,), daemon=True)
        self._process.start()
        # Only the worker may keep its end of the pipe open, so that the pipe closes when the worker exits.
        theirs.close()

    def is_alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        self._process.kill()

    async def compute_answer(self, *question: Any) -> object:
        """Send a question to the process and return its answer, or a string that describes a failure.

        A question is a function and its arguments.
        """
        loop, can_read = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._pipe.fileno(), can_read.set)
        try:
            # In a thread, because sending blocks while the pipe is full.
            await asyncio.to_thread(self._pipe.send, question)
            await can_read.wait()
        finally:
            loop.remove_reader(self._pipe.fileno())
        answer: object = self._pipe.recv()
        return answer


def serve_questions(pipe: connection.Connection) -> None:
    """Answer questions until the pipe closes. Runs in the worker process."""
    exit_with_parent()
    # If the bot was killed, a question or an answer may be left unread in the pipe.
    with suppress(EOFError, ConnectionError):
        while True:
            function, *arguments = pipe.recv()
            pipe.send(function(*arguments))


def exit_with_parent() -> None:
    """Make this process exit when its parent does, and ignore Ctrl+C, which the parent handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent

    def exit_after_parent() -> None:
        connection.wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=exit_after_parent, daemon=True).start()


def _try_to_choose_move(
    choose: Callable[..., Suggestion], game_key: str, view: Any, *arguments: Any
) -> Suggestion | str:
    """Return a legal move, or a string that describes a failure and its location.

    The string leaves out the error message, which could reveal a hand.
    """
    try:
        suggestion = choose(game_key, view, *arguments)
        # An illegal move would be refused, and the AI would then suggest it again and again.
        if suggestion.move not in GAMES[game_key].legal_moves(view):
            raise ValueError("the AI suggested an illegal move")
    except Exception as error:
        return _format_failure(error)
    return suggestion


def _try_to_review(record_text: str, steps_done: int) -> Review | str:
    end_s = time.process_time() + REVIEW_SLICE_S
    try:
        return review_steps(_prepare_review(record_text), steps_done, lambda: time.process_time() > end_s)
    except Exception as error:
        return _format_failure(error)


@lru_cache(maxsize=1)
def _prepare_review(record_text: str) -> PreparedReview:
    """Prepare the review of the match with this record.

    The result is cached, because all slices of a review usually go to the same worker.
    """
    return prepare_review(record.parse_record(record_text))


def _format_failure(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__qualname__} {Path(place.filename).name}:{place.lineno}"


def choose_move_in_time(
    game_key: str,
    view: Any,
    level: Level,
    dice: Dice,
    time_limit_s: float,
    choices_by_match: ChoicesByMatch | None,
) -> Suggestion:
    game = GAMES[game_key]
    end_s = time.monotonic() + min(time_limit_s, THINKING_TIME_S[level])
    if choices_by_match is not None:
        return game.exploit(view, choices_by_match, dice, lambda: end_s - time.monotonic())
    return game.think(view, level, dice, lambda: end_s - time.monotonic())
