"""A short simulated evening loses nothing and shows nothing twice."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from tests.tools.day import page
from tests.tools.day.day import simulate
from tests.tools.day.model import SERVERS, Day, PlannedMatch
from tests.tools.day.page import Costs

MATCHES = [PlannedMatch(1.0, 0, (1_000_000, 1_000_001), "schnick"), PlannedMatch(2.0, 1, (2_000_000,), "schnick")]
PASTED = (Path(__file__).parents[3] / "docs" / "scaling.md").read_text("utf-8").split("\n---\n")[1]


@pytest.mark.gate
def test_a_short_evening(tmp_path: Path) -> None:
    simulation = simulate(f"sqlite:///{tmp_path / 'duel.db'}", Day(MATCHES, factor=10_000.0, hours=0.5), 1)
    verdict, record = simulation.verdict, simulation.record
    assert verdict.lost == verdict.twice == []
    assert verdict.over == len(MATCHES)
    assert record.acknowledged
    assert median(record.hand_delays_s) < 1
    assert max(simulation.discord.queue.spent.values()) <= 50
    printed = [line.split("|")[1] for line in page.print_days({"SQLite": Costs(simulation, simulation)}) if "|" in line]
    assert {*printed} <= {line.split("|")[1] for line in PASTED.splitlines() if "|" in line}
    assert "\n".join(page.print_model(SERVERS)) in PASTED
