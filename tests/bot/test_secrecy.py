"""Tests that runs which differ only in a secret move send exactly the same bytes to other people."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

import pytest

from bot.wiring import Services
from games import GAMES, canvas
from games.art import Picture
from games.core import Level
from games.options import validate_options
from storage import Store
from storage.predictions import PredictionRepository
from storage.statement import build_select
from tests.bot.planted_leaks import LEAKS_BY_PLACE
from tests.bot.secrecy_run import Run, record_run
from tests.bot.secrecy_snapshot import COMPARED_SETTINGS, take_snapshot
from tests.bot.traffic_recorder import InstantAiWorkers, RecordedOutput
from tests.effort_level import EFFORT
from tests.games import morra
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import NOON_MS
from tests.kit.world import World
from tests.laws.law_tables import LawTable as Setting


def find_differences(runs: Sequence[Run], *, compare_nonces: bool = True) -> list[str]:
    """Return the differences that would let other people tell the runs apart.

    Without `compare_nonces`, nonces, order and metrics are ignored, since they depend on the number of submitted moves.
    """
    first, *others = runs
    differences: list[str] = []
    for other in others:
        lines = [
            [str(output) if compare_nonces else format_without_nonce(output) for output in run.output]
            for run in (first, other)
        ]
        differences += [show_difference(*pair) for pair in zip(*lines, strict=False) if pair[0] != pair[1]][:5]
        if len(lines[0]) != len(lines[1]):
            differences.append(f"{len(lines[0])} ≠ {len(lines[1])} outputs")
        if compare_nonces:
            differences += [
                f"order differs: {pair}" for pair in zip(first.order, other.order, strict=False) if len({*pair}) > 1
            ][:3]
            differences += [f"{len(other.order)} outputs in all"] if len(first.order) != len(other.order) else []
            differences += [f"metric: {line}" for line in {*first.metrics} ^ {*other.metrics}]
        differences += ["other events differ"] if first.other_events != other.other_events else []
    return differences


def show_difference(first: str, second: str) -> str:
    start = max(0, next((index for index, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0) - 60)
    return f"{first[:40]} {first[start : start + 160]!r}\n≠ {second[:40]} {second[start : start + 160]!r}"


def format_without_nonce(output: RecordedOutput) -> str:
    return str(RecordedOutput(output.recipient_id, output.action.partition(" once ")[0], output.content))


EXPLOITABLE_SETTINGS = [table for table in COMPARED_SETTINGS if table.game.can_exploit and table.seats == 2]


def test_all_games_with_secret_moves_are_compared() -> None:
    assert {table.game.KEY for table in COMPARED_SETTINGS} == {"schamanen", "schnick", "woodwalkers"}
    assert {table.game.KEY for table in EXPLOITABLE_SETTINGS} == {"schamanen", "schnick"}


@pytest.fixture
def recorded_world(store: Store, monkeypatch: pytest.MonkeyPatch) -> World:
    def as_text(picture: Picture, names: Sequence[str]) -> bytes:
        return repr((picture, names)).encode()

    # Paint each picture once for all runs. Unless the effort is "most", a text form replaces the painted picture.
    paint = lru_cache(4000)(canvas.paint_png if EFFORT == "most" else as_text)
    monkeypatch.setattr(canvas, "paint_png", lambda picture, names=(): paint(picture, tuple(names)))
    monkeypatch.delitem(GAMES, morra.KEY, raising=False)
    monkeypatch.setattr("bot.discord.router.current_time_ms", lambda: NOON_MS)
    # No timeout may depend on how busy the machine is.
    timeouts = (
        "discord.responses.PICTURE_DEFER_DELAY_S",
        "discord.responses.MAX_REFRESH_DELAY_S",
        "discord.router.DEFER_DELAY_S",
        "discord.pending_responses.MAX_WAIT_FOR_LATER_CLICKS_S",
    )
    for timeout in (*timeouts, "delivery.staggered.SLOW_S", "ai.coach.REVIEW_TIMEOUT_S"):
        monkeypatch.setattr(f"bot.{timeout}", 3600.0)
    time_ms = [NOON_MS]
    discord = FakeDiscord(lambda: time_ms[0])
    services = Services(
        store, discord, InstantAiWorkers(), lambda: time_ms[0], partial(asyncio.sleep, 0), card_edit_interval_s=0
    )
    return World(services, services.matches, discord, time_ms)


def list_cases() -> Iterator[pytest.ParameterSet]:
    """Yield each setting with each kind of opponent. Most are marked as gate, so the quick run tests one game only."""
    for index, table in enumerate(COMPARED_SETTINGS):
        for opponent in ("person", "AI", *(["habit reader"] if table in EXPLOITABLE_SETTINGS else [])):
            is_for_gate = table.game.KEY != "schnick" or opponent == "AI"
            marks = [pytest.mark.gate] if is_for_gate else []
            yield pytest.param(index, table, opponent, id=f"{table}-{opponent}", marks=marks)


@pytest.mark.again
@pytest.mark.parametrize(("index", "table", "opponent"), [*list_cases()])
async def test_secret_move_changes_nothing_for_others(
    recorded_world: World, tmp_path: Path, index: int, table: Setting, opponent: str
) -> None:
    """Texts, pictures, and the number and order of edits must stay the same."""
    reads_habits = opponent == "habit reader"
    level = Level.HARD if reads_habits else table.game.LEVELS[index % len(table.game.LEVELS)]
    has_ai = opponent != "person"
    snapshot = await take_snapshot(
        recorded_world,
        tmp_path / "snapshot",
        table,
        level=level,
        has_ai=has_ai,
        seed=index,
        ai_reads_habits=reads_habits,
    )
    runs = [
        await record_run(snapshot, tmp_path / f"{number}.db", [move])
        for number, move in enumerate(snapshot.secret_moves[:2])
    ]
    assert "\n".join(find_differences(runs)) == ""


@pytest.mark.again
@pytest.mark.parametrize(
    "table",
    [pytest.param(it, marks=[] if it.game.KEY == "schnick" else pytest.mark.gate) for it in COMPARED_SETTINGS],
    ids=str,
)
async def test_replacing_a_secret_move_changes_nothing_for_others(
    recorded_world: World, tmp_path: Path, table: Setting
) -> None:
    snapshot = await take_snapshot(
        recorded_world, tmp_path / "snapshot", table, level=Level.MEDIUM, has_ai=False, seed=7
    )
    first, second = (
        snapshot.secret_moves[:2] if snapshot.is_simultaneous else (snapshot.secret_moves[0], snapshot.secret_moves[0])
    )
    move_lists = (
        ([first], [second, first], [first, second, second, first]) if snapshot.is_simultaneous else ([first], [second])
    )
    runs = [await record_run(snapshot, tmp_path / f"{number}.db", moves) for number, moves in enumerate(move_lists)]
    assert "\n".join(find_differences(runs, compare_nonces=False)) == ""


PREDICTIONS = ((), ("0.0",), ("0.1", "1.2"))


async def record_predictions(recorded_world: World, folder: Path, predictions: Sequence[Sequence[str]]) -> list[Run]:
    """Record one run for each list of predictions. All of them play the same secret move of a Duel."""
    game = GAMES["schamanen"]
    table = Setting(game, validate_options(game.options_class, {"placement": "random"}), 2)
    snapshot = await take_snapshot(
        recorded_world, folder / "snapshot", table, level=Level.MEDIUM, has_ai=False, seed=7, needs_open_choices=True
    )
    runs = [
        await record_run(snapshot, folder / f"{number}.db", snapshot.secret_moves[:1], arguments)
        for number, arguments in enumerate(predictions)
    ]
    # The metrics count presses of buttons.
    return [replace(run, metrics=()) for run in runs]


@pytest.mark.again
async def test_prediction_changes_nothing_for_others_before_the_reveal(recorded_world: World, tmp_path: Path) -> None:
    """Bytes, number and order of messages must be the same with other predictions, or with none."""
    assert "\n".join(find_differences(await record_predictions(recorded_world, tmp_path, PREDICTIONS))) == ""


@pytest.mark.gate
async def test_planted_leak_of_a_prediction_is_detected(
    recorded_world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def list_all(self: PredictionRepository, match_id: int, first_step: int) -> list[int]:
        owners = await self.fetch_rows(
            build_select("person_id", "FROM prediction WHERE match_id = :match_id")(match_id=match_id)
        )
        return [int(person_id) for (person_id,) in owners]

    monkeypatch.setattr(PredictionRepository, "list_seers", list_all)
    assert find_differences(await record_predictions(recorded_world, tmp_path, PREDICTIONS[:2]))


NIGHTLY_LEAKS = {
    "the menu", "the board as text", "the inbox", "the list of matches", "the proof", "a profile", "the mind reader",
    "the ladder", "the settings",
}  # fmt: skip
"""Leaks that are tested nightly only, since they work like those in the card and in player messages."""


@pytest.mark.parametrize(
    "leak",
    [
        pytest.param(leak, marks=pytest.mark.nightly if leak in NIGHTLY_LEAKS else pytest.mark.gate)
        for leak in LEAKS_BY_PLACE
    ],
)
async def test_planted_leak_is_detected(
    recorded_world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    [table] = [it for it in COMPARED_SETTINGS if it.game.KEY == "schnick"][:1]
    # Hints exist only in practice.
    has_ai = leak == "a hint"
    snapshot = await take_snapshot(
        recorded_world, tmp_path / "snapshot", table, level=Level.EASY, has_ai=has_ai, seed=0
    )
    runs = []
    for run_index, move in enumerate(snapshot.secret_moves[:2]):
        with monkeypatch.context() as patch:
            LEAKS_BY_PLACE[leak](patch, move, run_index)
            runs.append(await record_run(snapshot, tmp_path / f"{run_index}.db", [move]))
    assert find_differences(runs)
