"""Two runs from one snapshot that differ only in one seat's secret choice: everybody else receives the same bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path

import pytest

from bot.wiring import Services
from games import GAMES, canvas
from games.art import Picture
from games.core import Level
from storage import Store
from tests.bot.planted_leaks import LEAKS
from tests.bot.secrecy_run import Run, run
from tests.bot.secrecy_snapshot import LOOKED_AT, taken
from tests.bot.traffic_recorder import Heard, Ready
from tests.effort import EFFORT
from tests.games import morra
from tests.kit.discord import Discord
from tests.kit.match import NOON
from tests.kit.world import World
from tests.laws.positions import Table as Setting


def find_differences(runs: Sequence[Run], *, nonces: bool = True) -> list[str]:
    """Return what somebody else could tell them apart by. Nonces, which are keyed, may tell how long a journal is."""
    first, *others = runs
    found: list[str] = []
    for other in others:
        lines = [[str(it) if nonces else without_nonce(it) for it in each.heard] for each in (first, other)]
        found += [show_difference(*pair) for pair in zip(*lines, strict=False) if pair[0] != pair[1]][:5]
        if len(lines[0]) != len(lines[1]):
            found.append(f"{len(lines[0])} ≠ {len(lines[1])} things heard")
        if nonces:
            found += [
                f"in another order: {pair}" for pair in zip(first.order, other.order, strict=False) if len({*pair}) > 1
            ][:3]
            found += [f"{len(other.order)} things in all"] if len(first.order) != len(other.order) else []
            found += ["measured: " + one for one in {*first.measured} ^ {*other.measured}]
        found += ["others chose otherwise"] if first.others != other.others else []
    return found


def show_difference(one: str, two: str) -> str:
    begins = max(0, next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0) - 60)
    return f"{one[:40]} {one[begins : begins + 160]!r}\n≠ {two[:40]} {two[begins : begins + 160]!r}"


def without_nonce(heard: Heard) -> str:
    return str(Heard(heard.to, heard.how.partition(" once ")[0], heard.what))


READ = [table for table in LOOKED_AT if table.game.can_exploit and table.seats == 2]


def test_all_games_with_secrets_are_compared() -> None:
    assert {table.game.KEY for table in LOOKED_AT} == {"schamanen", "schnick", "woodwalkers"}
    assert {table.game.KEY for table in READ} == {"schamanen", "schnick"}


@pytest.fixture
def one(store: Store, monkeypatch: pytest.MonkeyPatch) -> World:
    def as_text(picture: Picture, names: Sequence[str]) -> bytes:
        return repr((picture, names)).encode()

    # Each picture once in all runs; unless with most effort as text: alike are painted alike, others otherwise.
    paint = lru_cache(4000)(canvas.paint_png if EFFORT == "most" else as_text)
    monkeypatch.setattr(canvas, "paint_png", lambda picture, names=(): paint(picture, tuple(names)))
    monkeypatch.delitem(GAMES, morra.KEY, raising=False)
    monkeypatch.setattr("bot.discord.router.current_time_ms", lambda: NOON)
    # However busy the machine is.
    slow = (
        "discord.responses.PICTURE_DEFER_DELAY_S",
        "discord.responses.MAX_REFRESH_DELAY_S",
        "discord.router.DEFER_DELAY_S",
        "discord.pending_responses.MAX_WAIT_FOR_LATER_CLICKS_S",
    )
    for patience in (*slow, "delivery.staggered.SLOW_S", "ai.coach.REVIEW_TIMEOUT_S"):
        monkeypatch.setattr(f"bot.{patience}", 3600.0)
    hour = [NOON]
    board = Discord(lambda: hour[0])
    services = Services(store, board, Ready(), lambda: hour[0], partial(asyncio.sleep, 0), card_edit_interval_s=0)
    return World(services, services.matches, board, hour)


def compare() -> Iterator[pytest.ParameterSet]:
    """Every setting in the gate; at every change one game, of a person and of the house that reads."""
    for at, table in enumerate(LOOKED_AT):
        for other in ("person", "house", *(["reader"] if table in READ else [])):
            soon = table.game.KEY == "schnick" and other != "house"
            yield pytest.param(at, table, other, id=f"{table}-{other}", marks=[] if soon else [pytest.mark.gate])


@pytest.mark.again
@pytest.mark.parametrize(("at", "table", "other"), [*compare()])
async def test_secret_choice_changes_nothing_for_others(
    one: World, tmp_path: Path, at: int, table: Setting, other: str
) -> None:
    """No byte, no picture, no number or order of edits; whether the other is a person, the house, or reads habits."""
    reads = other == "reader"
    level = Level.STRONG if reads else table.game.LEVELS[at % len(table.game.LEVELS)]
    house = other != "person"
    snapshot = await taken(one, tmp_path / "snapshot", table, level=level, house=house, at=at, reads=reads)
    runs = [await run(snapshot, tmp_path / f"{at}.db", [word]) for at, word in enumerate(snapshot.words[:2])]
    assert "\n".join(find_differences(runs)) == ""


@pytest.mark.again
@pytest.mark.parametrize(
    "table", [pytest.param(it, marks=[] if it.game.KEY == "schnick" else pytest.mark.gate) for it in LOOKED_AT], ids=str
)
async def test_thinking_again_changes_nothing_for_others(one: World, tmp_path: Path, table: Setting) -> None:
    snapshot = await taken(one, tmp_path / "snapshot", table, level=Level.STEADY, house=False, at=7)
    first, other = snapshot.words[:2] if snapshot.together else (snapshot.words[0], snapshot.words[0])
    ways = ([first], [other, first], [first, other, other, first]) if snapshot.together else ([first], [other])
    runs = [await run(snapshot, tmp_path / f"{at}.db", way) for at, way in enumerate(ways)]
    assert "\n".join(find_differences(runs, nonces=False)) == ""


BY_NIGHT = {
    "more", "the board in letters", "the inbox", "the list", "the proof", "a profile", "the mind reader", "the ladder",
    "the settings",
}  # fmt: skip
"""Written where the card, a hand and what a stranger sees are written."""


@pytest.mark.parametrize(
    "leak", [pytest.param(leak, marks=pytest.mark.nightly if leak in BY_NIGHT else pytest.mark.gate) for leak in LEAKS]
)
async def test_leak_of_every_kind_is_found(
    one: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    [table] = [it for it in LOOKED_AT if it.game.KEY == "schnick"][:1]
    # Hints are for those who practice.
    house = leak == "a hint"
    snapshot = await taken(one, tmp_path / "snapshot", table, level=Level.PLAYFUL, house=house, at=0)
    runs = []
    for at, word in enumerate(snapshot.words[:2]):
        with monkeypatch.context() as patch:
            LEAKS[leak](patch, word, at)
            runs.append(await run(snapshot, tmp_path / f"{at}.db", [word]))
    assert find_differences(runs)
