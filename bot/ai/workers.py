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

PATIENCE: Final = 15.0
"""Seconds until a thought is given up: the longest takes one, and a fresh process is not there at once."""
TRIES: Final = 2
BIT: Final = 0.5
"""Seconds of a match that is looked back upon, and then others are heard."""
Starts: TypeAlias = SpawnContext | ForkServerContext
SPAWN: Final = get_context("spawn")
"""Fresh interpreters: a fork would take the loop's sockets and the store's file along."""


T = TypeVar("T")
Runs: TypeAlias = Sequence[Sequence[OpponentChoice]]
"""What met, match by match."""


class AiWorkers:
    def __init__(
        self, processes: int = 1, pause: float = 0.0, patience: float = PATIENCE, starts: Starts = SPAWN
    ) -> None:
        self.processes = processes
        self.pause = pause
        """Seconds that a word of the house takes at least: the same for every hand, and time for people to look."""
        self.patience = patience
        self._starts = starts
        self._free = asyncio.Semaphore(processes)
        """Who waits for somebody to think asks nobody yet: nobody's patience runs, and they may go again."""
        self._ai_workers: list[AiWorker] = []

    async def said(
        self, game: Game[Any, Any, Any], view: Any, level: Level, dice: Dice, runs: Runs | None = None
    ) -> Suggestion:
        """At the table, where how long it took must tell nothing."""
        thinks = self.thought(game, view, level, dice, runs=runs)
        thought, _ = await asyncio.gather(thinks, asyncio.sleep(self.pause))
        return thought

    async def thought(
        self,
        game: Game[Any, Any, Any],
        view: Any,
        level: Level,
        dice: Dice,
        most: float = PATIENCE,
        runs: Runs | None = None,
    ) -> Suggestion:
        """`most` seconds at the most, if its level has more; by what `runs` tell of the other, where it reads them."""
        thought = await self.asked(Suggestion, _answered, pondered, game.KEY, view, level, dice, most, runs)
        return thought or Suggestion(game.random_move(view, dice), "why-random")

    async def debriefed(self, match: Record) -> Review | None:
        """What a match that is over has taught; nothing where nobody could tell. Bit by bit: whoever is to think at a
        table comes between.
        """
        text = str(match)
        review = more = await self.asked(Review, _debriefed, text, 0)
        # Whatever was said stays here: only what comes next is told.
        while review and more and not review.is_complete:
            more = await self.asked(Review, _debriefed, text, len(review.steps))
            review = more and review.extend(more)
        return review

    async def asked(self, kind: type[T], *question: Any) -> T | None:
        """An answer of that kind, if somebody comes to one."""
        for _ in range(TRIES):
            async with self._free:
                mind = self._idle()
                mind.busy = True
                try:
                    answer = await asyncio.wait_for(mind.answer(*question), self.patience)
                    mind.busy = False
                except TimeoutError:
                    log.warning("a mind hangs")
                except (EOFError, OSError):
                    log.warning("a mind has crashed")
                else:
                    if isinstance(answer, kind):
                        return answer
                    # What is wrong with the thought stays wrong, however often it is had.
                    log.error("a mind has failed", extra={"why": answer})
                    break
                finally:
                    if mind.busy:
                        # Nobody thinks on for who has stopped waiting.
                        mind.end()
        return None

    def _idle(self) -> AiWorker:
        """Somebody who is there and thinks about nothing; nobody is there before they are needed."""
        self._ai_workers = [mind for mind in self._ai_workers if mind.is_there()]
        idle = next((mind for mind in self._ai_workers if not mind.busy), None)
        if idle is None:
            idle = AiWorker(self._starts)
            self._ai_workers.append(idle)
        return idle

    def dismiss(self) -> None:
        while self._ai_workers:
            self._ai_workers.pop().end()


class AiWorker:
    """One process, which thinks about one thing at a time."""

    def __init__(self, starts: Starts) -> None:
        self.busy = False
        self._pipe, theirs = starts.Pipe()
        self._process = starts.Process(target=_attend, args=(theirs,), daemon=True)
        self._process.start()
        # So nobody but the process holds it open: when it ends, the pipe does.
        theirs.close()

    def is_there(self) -> bool:
        return self._process.is_alive()

    def end(self) -> None:
        self._process.kill()

    async def answer(self, *question: Any) -> object:
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


def _attend(pipe: connection.Connection) -> None:
    """In the new process: until nobody asks any more."""
    alone()
    with suppress(EOFError):
        while True:
            work, *question = pipe.recv()
            pipe.send(work(*question))


def alone() -> None:
    """In the new process: whoever stops the bot at a terminal stops the bot, and nobody thinks on without one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent

    def follow() -> None:
        connection.wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def _answered(think: Callable[..., Suggestion], key: str, view: Any, *how: Any) -> Suggestion | str:
    """A word that may be said, or else what went wrong and where; no message, which could tell a hand."""
    try:
        thought = think(key, view, *how)
        # No table takes what may not be said, and who offers it once would do so for ever.
        if thought.move not in GAMES[key].legal_moves(view):
            raise ValueError("this word is not legal")
    except Exception as wrong:
        return _failed(wrong)
    return thought


def _debriefed(match: str, done: int) -> Review | str:
    until = time.process_time() + BIT
    try:
        return review_steps(_opened(match), done, lambda: time.process_time() > until)
    except Exception as wrong:
        return _failed(wrong)


@lru_cache(maxsize=1)
def _opened(match: str) -> PreparedReview:
    """For all its bits, unless they come to another mind."""
    return prepare_review(record.parse_record(match))


def _failed(wrong: Exception) -> str:
    place = traceback.extract_tb(wrong.__traceback__)[-1]
    return f"{type(wrong).__qualname__} {Path(place.filename).name}:{place.lineno}"


def pondered(key: str, view: Any, level: Level, dice: Dice, most: float, runs: Runs | None = None) -> Suggestion:
    game = GAMES[key]
    until = time.monotonic() + min(most, THINKING_TIME_S[level])
    if runs is not None:
        return game.exploit(view, runs, dice, lambda: until - time.monotonic())
    return game.think(view, level, dice, lambda: until - time.monotonic())
