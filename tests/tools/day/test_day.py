"""A small day, whole: whatever stands in a journal stands at Discord, once; and what is missing there is found."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from bot.herald.channels import Place
from bot.scenes.scene import Scene
from tests.tools.day import page, whole
from tests.tools.day.day import told
from tests.tools.day.model import SERVERS, Day, Planned, a_day, curve, drawn
from tests.tools.day.page import Costs
from tests.tools.day.wire import Line, Wire, reader

pytestmark = pytest.mark.gate

DUEL = Planned(1.0, 0, (1_000_000, 1_000_001), "schnick", away=False)
EVENING = Day([DUEL, Planned(2.0, 1, (2_000_000,), "schnick", away=False)], factor=10_000.0, hours=0.5)

PASTED = (Path(__file__).parents[3] / "docs" / "scaling.md").read_text("utf-8").split("\n---\n")[1]


def rows(lines: Iterable[str]) -> set[str]:
    """What the tables of a page tell of."""
    return {line.split("|")[1] for line in lines if line.startswith("|")}


class Forgetful(Wire):
    """Says that it has done what it has not."""

    async def edit(self, place: Place, scene: Scene) -> None:
        del place, scene

    async def edit_private(self, token: str, message: int, scene: Scene) -> None:
        if reader(self.where.get(message, 0)):
            await super().edit_private(token, message, scene)


class Stammering(Wire):
    """Says everything twice."""

    def lies(self, channel: int, scene: Scene, message: int = 0) -> Place:
        super().lies(channel, scene, message)
        return super().lies(channel, scene, message)


def test_a_small_day_loses_nothing_and_tells_nothing_twice(url: str, database: str) -> None:
    found = told(url, EVENING, 1 if database == "sqlite" else 2)
    assert found.verdict.lost == found.verdict.twice == []
    assert found.verdict.over == len(EVENING.matches)
    assert found.ledger.causes
    assert median(found.ledger.boards) < 1
    assert max(found.wire.line.spent.values()) <= 50
    lines = [*page.day(Costs(found, found), database)]
    assert any(line.startswith("Lost: 0. Twice: 0.") for line in lines)
    assert rows(lines) <= rows(PASTED.splitlines())


def test_the_page_takes_for_true_what_the_model_does() -> None:
    assert "\n".join(page.model(SERVERS)) in PASTED


@pytest.mark.parametrize(("discord", "what"), [(Forgetful, "lost"), (Stammering, "twice")])
@pytest.mark.parametrize("database", ["sqlite"])
def test_what_is_missing_or_there_twice_is_found(url: str, discord: type[Wire], what: str) -> None:
    assert getattr(told(url, Day([DUEL], factor=1.0, hours=0.5), 1, discord).verdict, what)


@pytest.mark.parametrize("database", ["sqlite"])
def test_who_has_just_challenged_is_at_it(url: str) -> None:
    """The guest comes at once, the host thinks for long: to be called two minutes after the challenge is not late."""
    found = told(url, Day([replace(DUEL, at=692.0, away=True)], factor=1.0, hours=0.25), 1)
    assert found.ledger.called
    assert max(found.ledger.called) < 1


@pytest.mark.parametrize("database", ["postgres"])
def test_a_store_grown_to_the_whole_is_played_on_like_any(url: str) -> None:
    """Each of its matches can be followed, and nobody in them is disturbed."""
    assert told(url, Day([DUEL], factor=1.0, hours=0.03), 1).verdict.live == 1
    grown = asyncio.run(whole.grown(url, 30))
    assert grown.live == 30
    assert grown.a_day > 0
    others = Day([replace(DUEL, people=(2_000_000, 2_000_001))], factor=1.0, hours=0.2)
    found = told(url, others, 1, began=7_200.0)
    assert found.verdict.lost == found.verdict.twice == []
    assert {int(once.split()[0]) for once in found.wire.calls} <= {1, max(found.matches)}


def test_fifty_a_second_wait_for_nobody_and_the_next_for_a_second() -> None:
    line = Line(1, seed=1)
    assert {line.joined(7.25) for _ in range(50)} == {0.0}
    assert line.joined(7.25) == 0.75
    assert line.joined(8.0) == 0.0
    line.ended(10)
    assert (line.spent[7], line.spent[8]) == (50, 2)


def test_a_few_stand_for_all_of_a_day_as_it_goes() -> None:
    """As many of them as there are, at each hour, whenever those came who stand for them."""
    hourly, dice = curve(), random.Random(5)
    line = Line(200, 5, hourly, limit=10**6)
    whole = 3_000
    for at in sorted(3600 * (hour + dice.random()) for hour in dice.choices(range(24), hourly, k=whole)):
        line.joined(at)
    line.ended(24 * 3600)
    for hour in (6, 12, 20):
        came = sum(line.spent[it] for it in range(hour * 3600, hour * 3600 + 3600))
        assert came == pytest.approx(whole * 200 * hourly[hour], rel=0.15)


def test_a_drawn_day_has_as_many_matches_as_the_model_says() -> None:
    matches = drawn(2_000, seed=3).matches
    assert len(matches) == pytest.approx(2_000 * a_day(), rel=0.1)
    late = sum(it.at >= 12 * 3600 for it in matches) / len(matches)
    assert late == pytest.approx(sum(curve()[12:]), abs=0.03)
