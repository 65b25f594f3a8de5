"""Where there is no uvloop the bot runs on Python's own loop."""

from __future__ import annotations

import asyncio
import sys

import pytest
import uvloop

from bot.host import garbage


async def mine() -> object:
    return asyncio.get_running_loop()


def test_it_runs_on_uvloop_where_there_is_one() -> None:
    assert isinstance(garbage.run_loop(mine()), uvloop.Loop)


def test_it_runs_on_pythons_own_loop_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    found = garbage.run_loop(mine())
    assert isinstance(found, asyncio.AbstractEventLoop)
    assert not isinstance(found, uvloop.Loop)
