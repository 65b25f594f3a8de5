"""Tests for the environment variables, event loop and garbage collector of a process."""

from __future__ import annotations

import asyncio
import gc
import os
import platform
import sys
import weakref
from pathlib import Path

import pytest
import uvloop

from bot.ops import runtime
from bot.ops.config import ENV_FILE, Environment, Shards, find_unknown_variables
from tests.tools.bench.timing import read_process_memory_mb


@pytest.mark.parametrize(
    ("text", "shard_ids", "covers_all", "is_leader"),
    [
        ("0-3/16", [0, 1, 2, 3], False, True),
        ("4-15/16", [*range(4, 16)], False, False),
        ("5/16", [5], False, False),
        (" 0/2 ", [0], False, True),
        ("0-1/2", [0, 1], True, True),
    ],
)
def test_shards_are_read_from_the_environment(
    text: str, shard_ids: list[int], covers_all: bool, is_leader: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUEL_SHARDS", text)
    shards = Environment().duel_shards
    assert shards
    assert (list(shards.shard_ids), shards.covers_all, shards.is_leader) == (shard_ids, covers_all, is_leader)
    monkeypatch.setenv("DUEL_SHARDS", "")
    assert Environment().duel_shards is None


@pytest.mark.parametrize("text", ["16/16", "3-2/16", "0-16/16", "-1/16", "0-3", "1", "0-3/0", "a/b", "0-3/16/2"])
def test_invalid_shards_raise_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="shards"):
        Shards.parse(text)


def test_settings_are_read_from_env_file_unless_set_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(Environment.model_config, "env_file", ENV_FILE)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("DUEL_MINDS", "")
    monkeypatch.setenv("DUEL_LOG", "error")
    assert not Environment().discord_token
    ENV_FILE.write_text("DISCORD_TOKEN=secret\nDUEL_MINDS=3\nDUEL_LOG=debug\nPOSTGRES_PASSWORD=other\n", "utf-8")
    environment = Environment()
    assert environment.discord_token.get_secret_value() == "secret"
    assert (environment.duel_minds, environment.duel_log) == (3, "error")
    assert list(find_unknown_variables()) == []
    ENV_FILE.write_text("DISCORD_TOKEN=secret\nDUEL_MIND=secret\n", "utf-8")
    assert list(find_unknown_variables()) == ["DUEL_MIND: did you mean DUEL_MINDS?"]


def test_default_database_is_in_the_state_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "")
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("XDG_STATE_HOME", "relative/paths/are/invalid")
    assert Environment().database_url == "sqlite:////home/ann/.local/state/wolf-and-bison/duel.db"
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert Environment().database_url == "sqlite:////state/wolf-and-bison/duel.db"
    monkeypatch.setenv("DATABASE_URL", "sqlite:///duel.db")
    assert Environment().database_url == "sqlite:///duel.db"


@pytest.mark.parametrize("is_installed", [True, False])
def test_bot_runs_on_uvloop_if_installed(monkeypatch: pytest.MonkeyPatch, is_installed: bool) -> None:
    async def get_loop() -> object:
        return asyncio.get_running_loop()

    if not is_installed:
        monkeypatch.setitem(sys.modules, "uvloop", None)
    assert isinstance(runtime.run_event_loop(get_loop()), uvloop.Loop) == is_installed


class CyclicObject:
    """An object that refers to itself, like the caches of discord.py."""

    def __init__(self) -> None:
        self.itself = self


def test_frozen_garbage_is_collected_at_the_next_freeze() -> None:
    cyclic = CyclicObject()
    weak_cyclic = weakref.ref(cyclic)
    runtime.freeze_live_objects()
    assert not any(live is cyclic for live in gc.get_objects()), "the collector does not scan frozen objects"
    del cyclic
    runtime.freeze_live_objects()
    assert weak_cyclic() is None


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has malloc_trim")
def test_free_memory_between_used_memory_is_released() -> None:
    blocks = [b"." * (64 << 10) for _ in range(1600)]
    used_blocks = blocks[::50]
    blocks.clear()
    before_mb = read_process_memory_mb(os.getpid())
    runtime.release_free_memory()
    assert before_mb - read_process_memory_mb(os.getpid()) > 50
    assert len(used_blocks) == 32
