"""Tests that the AI workers suggest a legal move even if a worker process crashes, hangs or fails."""

from __future__ import annotations

import asyncio
import os
import pickle
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

import pytest

from bot.ai import workers
from bot.ai.workers import AiWorkers
from games import GAMES
from games.core import Game, Level, Suggestion
from games.dice import Chance, Dice
from tests.bot.broken_ai_tasks import (
    CALL_LOG_VARIABLE,
    choose_illegal_move,
    crash_process,
    hang_forever,
    log_call_and_sleep,
    raise_error,
    wait_for_answer_or_break,
)
from tests.waiting import TEST_TIMEOUT_S

# Tests replace `choose_move_in_time`, which runs in the worker process, with a function of `broken_ai_tasks`.
SCHNICK: Game[Any, Any, Any] = GAMES["schnick"]
INITIAL_VIEW = SCHNICK.view(SCHNICK.initial_state(SCHNICK.options_class(), 2, Dice(b"a")), 0)
EXPECTED_SUGGESTION = SCHNICK.think(INITIAL_VIEW, Level.HARD, Dice(b"b"), lambda: 1.0)


@asynccontextmanager
async def start_ai_workers(processes: int = 1, time_limit_s: float = TEST_TIMEOUT_S) -> AsyncIterator[AiWorkers]:
    ai_workers = AiWorkers(processes, answer_timeout_s=time_limit_s)
    try:
        yield ai_workers
    finally:
        ai_workers.kill_workers()


async def choose_move(ai_workers: AiWorkers) -> Suggestion:
    suggestion = await ai_workers.choose_move(SCHNICK, INITIAL_VIEW, Level.HARD, Dice(b"b"))
    assert suggestion.move in SCHNICK.legal_moves(INITIAL_VIEW)
    return suggestion


async def test_killed_worker_is_replaced_and_suggests_the_same_move() -> None:
    # Earlier tests may have left processes.
    other_processes = set(active_children())
    async with start_ai_workers() as ai_workers:
        assert await asyncio.gather(*(choose_move(ai_workers) for _ in range(20))) == [EXPECTED_SUGGESTION] * 20
        (process,) = set(active_children()) - other_processes
        assert process.pid != os.getpid()
        process.kill()
        assert await choose_move(ai_workers) == EXPECTED_SUGGESTION


@pytest.mark.parametrize(
    "breakage",
    [
        raise_error,
        *(pytest.param(each, marks=pytest.mark.gate) for each in (crash_process, hang_forever, choose_illegal_move)),
    ],
)
async def test_failing_worker_gives_a_random_move_and_logs_no_secret(
    breakage: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with start_ai_workers(time_limit_s=0.2 if breakage is hang_forever else TEST_TIMEOUT_S) as ai_workers:
        with monkeypatch.context() as patch:
            patch.setattr(workers, "choose_move_in_time", breakage)
            assert (await choose_move(ai_workers)).why == "why-random"
        ai_workers.answer_timeout_s = TEST_TIMEOUT_S
        # Later requests get a real suggestion.
        assert await choose_move(ai_workers) == EXPECTED_SUGGESTION
    if breakage is raise_error:
        (record,) = caplog.records
        assert re.fullmatch(r"ZeroDivisionError broken_ai_tasks\.py:\d+", vars(record)["reason"])
    assert "secret" not in str([vars(record) for record in caplog.records])


@pytest.mark.gate
@pytest.mark.parametrize("breakage", ["crash", "hang"])
async def test_broken_worker_does_not_disturb_other_processes(breakage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connections: list[asyncio.StreamWriter] = []
    connected = asyncio.Event()

    def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(writer)
        connected.set()

    neighbor = get_context("spawn").Process(target=signal.pause)
    neighbor.start()
    try:
        async with await asyncio.start_server(accept, "127.0.0.1", 0) as server, start_ai_workers(2) as ai_workers:
            monkeypatch.setenv("ANSWER_PORT", str(server.sockets[0].getsockname()[1]))
            monkeypatch.setenv("BREAKAGE", breakage)
            monkeypatch.setattr(workers, "choose_move_in_time", wait_for_answer_or_break)
            easy = asyncio.create_task(ai_workers.choose_move(SCHNICK, INITIAL_VIEW, Level.EASY, Dice(b"b")))
            await connected.wait()
            if breakage == "hang":
                ai_workers.answer_timeout_s = 0.1
            assert (await choose_move(ai_workers)).why == "why-random"
            for writer in connections:
                writer.close()
            assert (await easy).why == "why-waited"
            assert len(connections) == 1, "the move was computed once"
        assert neighbor.is_alive(), "a process of another program was killed"
    finally:
        neighbor.kill()


@pytest.mark.parametrize("is_answer_waiting", [pytest.param(True, marks=pytest.mark.gate), False])
def test_worker_of_a_killed_bot_exits_without_an_error(is_answer_waiting: bool) -> None:
    """The bot is killed before the worker has read its question, or when the answer is waiting in the pipe."""
    context = get_context("spawn")
    pipe, theirs = context.Pipe()
    worker = context.Process(target=workers.serve_questions, args=(theirs,))
    worker.start()
    theirs.close()
    pipe.send((len, "question"))
    if is_answer_waiting:
        assert pipe.poll(TEST_TIMEOUT_S)
    pipe.close()
    worker.join(TEST_TIMEOUT_S)
    assert worker.exitcode == 0


@pytest.mark.gate
async def test_workers_start_on_demand() -> None:
    other_processes = set(active_children())
    async with start_ai_workers(3) as ai_workers:
        assert set(active_children()) <= other_processes
        suggestions = [await choose_move(ai_workers) for _ in range(2)]
        assert len(set(active_children()) - other_processes) == 1
        assert await asyncio.gather(*(choose_move(ai_workers) for _ in range(9))) == suggestions[:1] * 9
        worker_processes = set(active_children()) - other_processes
        assert len(worker_processes) == 3
        for child in worker_processes:
            child.kill()
            child.join()
        assert await choose_move(ai_workers) == suggestions[0], "requests do not go to dead workers"
        worker_processes = set(active_children()) - other_processes
    for child in worker_processes:
        child.join()


async def test_waiting_for_a_free_worker_does_not_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    time_s = [loop.time()]
    monkeypatch.setattr(loop, "time", lambda: time_s[0])
    async with start_ai_workers(time_limit_s=10.0) as ai_workers:

        async def choose_and_advance_time() -> Suggestion:
            suggestion = await choose_move(ai_workers)
            time_s[0] += 9.0
            return suggestion

        suggestions = await asyncio.gather(*(choose_and_advance_time() for _ in range(9)))
    assert "why-random" not in {each.why for each in suggestions}


@pytest.mark.gate
async def test_canceled_requests_are_not_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call_log = tmp_path / "calls"
    monkeypatch.setenv(CALL_LOG_VARIABLE, str(call_log))
    async with start_ai_workers() as ai_workers:
        monkeypatch.setattr(workers, "choose_move_in_time", log_call_and_sleep)
        requests = [asyncio.create_task(choose_move(ai_workers)) for _ in range(40)]
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while not call_log.exists():
                await asyncio.sleep(0.01)
        for request in requests:
            request.cancel()
        await choose_move(ai_workers)
        # One request was running, and the pool may have taken another one.
        assert len(call_log.read_text("utf-8")) <= 3


def test_pickled_dice_start_from_the_beginning() -> None:
    dice = Chance(b"key").house_dice(0, 1)
    dice.draw_below(6)
    unpickled = pickle.loads(pickle.dumps(dice))  # noqa: S301 - our own, a line ago
    new = Chance(b"key").house_dice(0, 1)
    assert [unpickled.draw_below(100) for _ in range(9)] == [new.draw_below(100) for _ in range(9)]
