"""Test that a short simulated evening loses no events, and that the results have the format of docs/scaling.md."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from tests.tools.day import page
from tests.tools.day.day import simulate_day
from tests.tools.day.model import SERVER_COUNT, PlannedDay, PlannedMatch
from tests.tools.day.page import DayCosts

PLANNED_MATCHES = [
    PlannedMatch(1.0, 0, (1_000_000, 1_000_001), "schnick"),
    PlannedMatch(2.0, 1, (2_000_000,), "schnick"),
]
SCALING_PAGE = (Path(__file__).parents[3] / "docs" / "scaling.md").read_text("utf-8").split("\n---\n")[1]


@pytest.mark.gate
def test_simulated_evening_loses_and_repeats_nothing(tmp_path: Path) -> None:
    day = PlannedDay(PLANNED_MATCHES, scale_factor=10_000.0, hours=0.5)
    simulation = simulate_day(f"sqlite:///{tmp_path / 'duel.db'}", day, 1)
    verdict, record = simulation.verdict, simulation.record
    assert verdict.lost_events == verdict.repeated_messages == []
    assert verdict.finished_count == len(PLANNED_MATCHES)
    assert record.acknowledged_ids
    assert median(record.player_message_delays_s) < 1
    assert max(simulation.discord.queue.requests_by_second.values()) <= 50
    results = page.format_days({"SQLite": DayCosts(simulation, simulation)})
    labels = {line.split("|")[1] for line in results if "|" in line}
    assert labels <= {line.split("|")[1] for line in SCALING_PAGE.splitlines() if "|" in line}
    assert "\n".join(page.format_model(SERVER_COUNT)) in SCALING_PAGE
