"""Test that the timers of the playground's clock do not depend on the system time."""

from __future__ import annotations

import time

import pytest

from discord_playground.world.clock import WorldClock


async def test_timers_ignore_changes_of_system_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, fired, real_time = WorldClock(), list[int](), time.time
    clock.call_later(60, lambda: fired.append(60))
    monkeypatch.setattr(time, "time", lambda: real_time() + 3600)
    clock.advance_by(0)
    assert fired == []
    clock.advance_by(30)
    assert fired == []
    clock.advance_by(30)
    assert fired == [60]
