"""The playground's time: whoever waits for something waits as long as was said, whatever the machine's watch says."""

from __future__ import annotations

import time

import pytest

from discord_playground.world.clock import WorldClock


async def test_nothing_falls_due_because_the_machine_s_watch_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, came, real = WorldClock(), list[int](), time.time
    clock.call_later(60, lambda: came.append(60))
    monkeypatch.setattr(time, "time", lambda: real() + 3600)
    clock.advance_by(0)
    assert came == []
    clock.advance_by(30)
    assert came == []
    clock.advance_by(30)
    assert came == [60]
