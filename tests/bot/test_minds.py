"""Minds may crash, hang or fail; a word comes all the same."""

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

from bot.house import minds as crew
from bot.house.minds import Minds
from games import GAMES
from games.core import Game, Level, Thought
from games.dice import Chance, Dice
from tests.bot.dark_thoughts import DOZED, apart, cheating, crashing, dozing, failing, hanging
from tests.patience import PATIENCE

GAME: Game[Any, Any, Any] = GAMES["schnick"]
VIEW = GAME.view(GAME.start(GAME.options_class(), 2, Dice(b"a")), 0)


@asynccontextmanager
async def gathered(processes: int = 1, patience: float = 30.0) -> AsyncIterator[Minds]:
    minds = Minds(processes, patience=patience)
    try:
        yield minds
    finally:
        minds.dismiss()


async def word(minds: Minds) -> Thought:
    thought = await minds.thought(GAME, VIEW, Level.STRONG, Dice(b"b"))
    assert thought.word in GAME.legal(VIEW)
    return thought


async def test_they_think_elsewhere_as_they_would_here() -> None:
    # A worker that ran other tests before may still have a process of theirs.
    others = set(active_children())
    async with gathered() as minds:
        assert await word(minds) == GAME.think(VIEW, Level.STRONG, Dice(b"b"), lambda: 1.0)
        (process,) = set(active_children()) - others
        assert process.pid != os.getpid()


async def test_one_that_was_killed_is_thought_for_anew() -> None:
    async with gathered() as minds:
        before = await word(minds)
        for child in active_children():
            child.kill()
        assert await word(minds) == before


@pytest.mark.parametrize(
    "trouble", [crashing, hanging, *(pytest.param(each, marks=pytest.mark.gate) for each in (failing, cheating))]
)
async def test_trouble_leaves_the_word_to_the_dice(trouble: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async with gathered(patience=0.2 if trouble is hanging else PATIENCE) as minds:
        with monkeypatch.context() as during:
            during.setattr(crew, "pondered", trouble)
            assert (await word(minds)).why == "why-random"
        minds.patience = PATIENCE
        # And those who come after find somebody who thinks.
        assert await word(minds) == GAME.think(VIEW, Level.STRONG, Dice(b"b"), lambda: 1.0)


async def test_what_failed_is_told_but_not_what_it_said(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with gathered() as minds:
        monkeypatch.setattr(crew, "pondered", failing)
        await word(minds)
    (told,) = caplog.records
    assert re.fullmatch(r"ZeroDivisionError dark_thoughts\.py:\d+", vars(told)["why"])
    assert "secret" not in str(vars(told))


@pytest.mark.parametrize("trouble", ["crashing", pytest.param("hanging", marks=pytest.mark.gate)])
async def test_the_trouble_of_one_is_nobody_else_s(trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    visits: list[asyncio.StreamWriter] = []
    came = asyncio.Event()

    def visit(_: asyncio.StreamReader, door: asyncio.StreamWriter) -> None:
        visits.append(door)
        came.set()

    neighbour = get_context("spawn").Process(target=signal.pause)
    neighbour.start()
    try:
        async with await asyncio.start_server(visit, "127.0.0.1", 0) as server, gathered(2) as minds:
            monkeypatch.setenv("DOOR", str(server.sockets[0].getsockname()[1]))
            monkeypatch.setenv("TROUBLE", trouble)
            monkeypatch.setattr(crew, "pondered", apart)
            playful = asyncio.create_task(minds.thought(GAME, VIEW, Level.PLAYFUL, Dice(b"b")))
            await came.wait()
            if trouble == "hanging":
                minds.patience = 0.1
            assert (await word(minds)).why == "why-random"
            for door in visits:
                door.close()
            assert (await playful).why == "why-waited"
            assert len(visits) == 1, "it was thought once"
        assert neighbour.is_alive(), "nor is a process of somebody else ended"
    finally:
        neighbour.kill()


@pytest.mark.gate
async def test_nobody_is_there_before_they_are_needed() -> None:
    others = set(active_children())
    async with gathered(3) as minds:
        assert set(active_children()) <= others
        before = [await word(minds) for _ in range(2)]
        assert len(set(active_children()) - others) == 1
        assert await asyncio.gather(*(word(minds) for _ in range(9))) == before[:1] * 9
        ours = set(active_children()) - others
        assert len(ours) == 3
        for child in ours:
            child.kill()
            child.join()
        assert await word(minds) == before[0], "whoever is gone is not asked"
        ours = set(active_children()) - others
    for child in ours:
        child.join()


@pytest.fixture
def dozed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DOZED, str(tmp_path / "dozed"))
    return tmp_path / "dozed"


async def test_who_waits_for_the_others_is_not_taken_for_hanging(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    hour = [loop.time()]
    monkeypatch.setattr(loop, "time", lambda: hour[0])
    async with gathered(patience=10.0) as minds:

        async def thought() -> Thought:
            thought = await word(minds)
            hour[0] += 9.0
            return thought

        thoughts = await asyncio.gather(*(thought() for _ in range(9)))
    assert "why-random" not in {each.why for each in thoughts}


async def test_nobody_thinks_on_for_who_has_stopped_waiting(dozed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with gathered() as minds:
        monkeypatch.setattr(crew, "pondered", dozing)
        impatient = [asyncio.create_task(word(minds)) for _ in range(40)]
        async with asyncio.timeout(PATIENCE):
            while not dozed.exists():
                await asyncio.sleep(0.01)
        for each in impatient:
            each.cancel()
        await word(minds)
        # One was thinking, and the pool may have taken one more.
        assert len(dozed.read_text("utf-8")) <= 3


async def test_many_at_once_wait_for_one_another() -> None:
    async with gathered() as minds:
        thoughts = await asyncio.gather(*(word(minds) for _ in range(20)))
        assert len({thought.word for thought in thoughts}) == 1


def test_dice_travel_unrolled() -> None:
    dice = Chance(b"key").house(0, 1)
    dice.below(6)
    fresh = pickle.loads(pickle.dumps(dice))  # noqa: S301 - our own, a line ago
    again = Chance(b"key").house(0, 1)
    assert [fresh.below(100) for _ in range(9)] == [again.below(100) for _ in range(9)]
