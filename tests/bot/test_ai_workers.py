"""The AI worker processes: one may crash, hang or fail, and there is a legal move anyway."""

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

from bot.ai import workers as crew
from bot.ai.workers import AiWorkers
from games import GAMES
from games.core import Game, Level, Suggestion
from games.dice import Chance, Dice
from tests.bot.broken_ai_tasks import (
    DOZE_FILE_VARIABLE,
    choose_illegal_move,
    crash_process,
    hang_forever,
    raise_error,
    sleep_once,
    wait_for_answer_or_break,
)
from tests.waiting import TEST_TIMEOUT_S

# What goes wrong in another process is put in the place of `pondered`, which is what it is asked to run.
SCHNICK: Game[Any, Any, Any] = GAMES["schnick"]
INITIAL_VIEW = SCHNICK.view(SCHNICK.initial_state(SCHNICK.options_class(), 2, Dice(b"a")), 0)
EXPECTED_SUGGESTION = SCHNICK.think(INITIAL_VIEW, Level.STRONG, Dice(b"b"), lambda: 1.0)


@asynccontextmanager
async def start_ai_workers(processes: int = 1, time_limit_s: float = TEST_TIMEOUT_S) -> AsyncIterator[AiWorkers]:
    ai_workers = AiWorkers(processes, answer_timeout_s=time_limit_s)
    try:
        yield ai_workers
    finally:
        ai_workers.kill_workers()


async def choose_move(ai_workers: AiWorkers) -> Suggestion:
    thought = await ai_workers.choose_move(SCHNICK, INITIAL_VIEW, Level.STRONG, Dice(b"b"))
    assert thought.move in SCHNICK.legal_moves(INITIAL_VIEW)
    return thought


async def test_killed_process_is_replaced_and_thinks_the_same() -> None:
    # A worker that ran other tests before may still have a process of theirs.
    others = set(active_children())
    async with start_ai_workers() as ai_workers:
        assert await asyncio.gather(*(choose_move(ai_workers) for _ in range(20))) == [EXPECTED_SUGGESTION] * 20
        (process,) = set(active_children()) - others
        assert process.pid != os.getpid()
        process.kill()
        assert await choose_move(ai_workers) == EXPECTED_SUGGESTION


@pytest.mark.parametrize(
    "trouble",
    [
        raise_error,
        *(pytest.param(each, marks=pytest.mark.gate) for each in (crash_process, hang_forever, choose_illegal_move)),
    ],
)
async def test_trouble_leaves_the_word_to_dice_and_the_log_tells_no_secret(
    trouble: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with start_ai_workers(time_limit_s=0.2 if trouble is hang_forever else TEST_TIMEOUT_S) as ai_workers:
        with monkeypatch.context() as during:
            during.setattr(crew, "choose_move_in_time", trouble)
            assert (await choose_move(ai_workers)).why == "why-random"
        ai_workers.answer_timeout_s = TEST_TIMEOUT_S
        # And those who come after find somebody who thinks.
        assert await choose_move(ai_workers) == EXPECTED_SUGGESTION
    if trouble is raise_error:
        (told,) = caplog.records
        assert re.fullmatch(r"ZeroDivisionError broken_ai_tasks\.py:\d+", vars(told)["why"])
    assert "secret" not in str([vars(told) for told in caplog.records])


@pytest.mark.gate
@pytest.mark.parametrize("trouble", ["crash", "hang"])
async def test_trouble_of_one_process_is_not_that_of_another(trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    visits: list[asyncio.StreamWriter] = []
    came = asyncio.Event()

    def visit(_: asyncio.StreamReader, door: asyncio.StreamWriter) -> None:
        visits.append(door)
        came.set()

    neighbor = get_context("spawn").Process(target=signal.pause)
    neighbor.start()
    try:
        async with await asyncio.start_server(visit, "127.0.0.1", 0) as server, start_ai_workers(2) as ai_workers:
            monkeypatch.setenv("DOOR", str(server.sockets[0].getsockname()[1]))
            monkeypatch.setenv("TROUBLE", trouble)
            monkeypatch.setattr(crew, "choose_move_in_time", wait_for_answer_or_break)
            playful = asyncio.create_task(ai_workers.choose_move(SCHNICK, INITIAL_VIEW, Level.PLAYFUL, Dice(b"b")))
            await came.wait()
            if trouble == "hang":
                ai_workers.answer_timeout_s = 0.1
            assert (await choose_move(ai_workers)).why == "why-random"
            for door in visits:
                door.close()
            assert (await playful).why == "why-waited"
            assert len(visits) == 1, "it was thought once"
        assert neighbor.is_alive(), "nor is a process of somebody else ended"
    finally:
        neighbor.kill()


@pytest.mark.gate
async def test_processes_start_when_they_are_needed() -> None:
    others = set(active_children())
    async with start_ai_workers(3) as ai_workers:
        assert set(active_children()) <= others
        before = [await choose_move(ai_workers) for _ in range(2)]
        assert len(set(active_children()) - others) == 1
        assert await asyncio.gather(*(choose_move(ai_workers) for _ in range(9))) == before[:1] * 9
        ours = set(active_children()) - others
        assert len(ours) == 3
        for child in ours:
            child.kill()
            child.join()
        assert await choose_move(ai_workers) == before[0], "whoever is gone is not asked"
        ours = set(active_children()) - others
    for child in ours:
        child.join()


async def test_waiting_for_a_free_process_does_not_count_as_hanging(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    hour = [loop.time()]
    monkeypatch.setattr(loop, "time", lambda: hour[0])
    async with start_ai_workers(time_limit_s=10.0) as ai_workers:

        async def thought() -> Suggestion:
            thought = await choose_move(ai_workers)
            hour[0] += 9.0
            return thought

        thoughts = await asyncio.gather(*(thought() for _ in range(9)))
    assert "why-random" not in {each.why for each in thoughts}


@pytest.mark.gate
async def test_canceled_thoughts_are_not_thought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dozed = tmp_path / "dozed"
    monkeypatch.setenv(DOZE_FILE_VARIABLE, str(dozed))
    async with start_ai_workers() as ai_workers:
        monkeypatch.setattr(crew, "choose_move_in_time", sleep_once)
        impatient = [asyncio.create_task(choose_move(ai_workers)) for _ in range(40)]
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while not dozed.exists():
                await asyncio.sleep(0.01)
        for each in impatient:
            each.cancel()
        await choose_move(ai_workers)
        # One was thinking, and the pool may have taken one more.
        assert len(dozed.read_text("utf-8")) <= 3


def test_pickled_dice_start_anew() -> None:
    dice = Chance(b"key").house_dice(0, 1)
    dice.draw_below(6)
    fresh = pickle.loads(pickle.dumps(dice))  # noqa: S301 - our own, a line ago
    again = Chance(b"key").house_dice(0, 1)
    assert [fresh.draw_below(100) for _ in range(9)] == [again.draw_below(100) for _ in range(9)]
