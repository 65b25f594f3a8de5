"""Those who think for the house: processes of their own, so that the loop never waits for them.

One may crash, hang or be killed: what it was thinking about is thought once more, and then left to the dice.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, connection, get_context, parent_process
from typing import Any, Final

from games import GAMES
from games.core import Game, Level, Thought
from games.dice import Dice
from games.mind import SECONDS

log: Final = logging.getLogger(__name__)

PATIENCE: Final = 15.0
"""Seconds until a thought is given up: the longest takes one, and a fresh process is not there at once."""
TRIES: Final = 2


class Minds:
    def __init__(self, processes: int = 1, pause: float = 0.0, patience: float = PATIENCE) -> None:
        self.processes = processes
        self.pause = pause
        """Seconds that a word of the house takes at least: the same for every hand, and time for people to look."""
        self.patience = patience
        self._free = asyncio.Semaphore(processes)
        """Who waits for somebody to think is not in the pool yet: nobody's patience runs, and they may go again."""
        self._pool: ProcessPoolExecutor | None = None

    async def said(self, game: Game[Any, Any, Any], view: Any, level: Level, dice: Dice) -> Thought:
        """At the table, where how long it took must tell nothing."""
        thought, _ = await asyncio.gather(self.thought(game, view, level, dice), asyncio.sleep(self.pause))
        return thought

    async def thought(self, game: Game[Any, Any, Any], view: Any, level: Level, dice: Dice) -> Thought:
        for _ in range(TRIES):
            async with self._free:
                pool = self._pool = self._pool or self._gathered()
                try:
                    thinking = asyncio.wrap_future(pool.submit(_checked, pondered, game.KEY, view, level, dice))
                    return await asyncio.wait_for(thinking, self.patience)
                except BrokenProcessPool:
                    log.warning("a mind has crashed")
                    self._disperse(pool)
                except TimeoutError:
                    log.warning("a mind hangs")
                    self._disperse(pool)
                except Exception:
                    # What is wrong with the thought stays wrong, however often it is had.
                    log.exception("a mind has failed")
                    break
        return Thought(game.rivals["random"](view, dice), "why-random")

    def _gathered(self) -> ProcessPoolExecutor:
        """Fresh interpreters: a fork would take the loop's sockets and the store's file along."""
        return ProcessPoolExecutor(self.processes, get_context("spawn"), initializer=alone)

    def _disperse(self, pool: ProcessPoolExecutor) -> None:
        if pool is self._pool:
            self._pool = None
            self._end(pool)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        for child in active_children():
            child.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def dismiss(self) -> None:
        if self._pool:
            self._disperse(self._pool)


def alone() -> None:
    """In the new process: whoever stops the bot at a terminal stops the bot, and nobody thinks on without one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent

    def follow() -> None:
        connection.wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def _checked(think: Callable[..., Thought], key: str, view: Any, *how: Any) -> Thought:
    """No table takes what may not be said, and who offers it once would do so for ever."""
    thought = think(key, view, *how)
    if thought.word not in GAMES[key].legal(view):
        raise ValueError("this word is not legal")
    return thought


def pondered(key: str, view: Any, level: Level, dice: Dice) -> Thought:
    think = GAMES[key].think
    until = time.monotonic() + SECONDS[level]
    return think(view, level, dice, lambda: until - time.monotonic())
