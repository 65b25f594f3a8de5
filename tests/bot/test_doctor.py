"""Tests for maintenance commands: `doctor`, backups, and deleting a person's data."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.doctor import repair_wrong_times
from bot.matches.deadline_loop import DeadlineLoop
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games.fairness import verify_record
from storage import Deadline, DeadlineOutcome, Event, MatchChange, Store
from storage.statement import Statement
from tests.bot.cli_runner import run_doctor, run_in_process, run_on_store, run_subprocess
from tests.bot.database_marks import both_databases
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    begin_match,
    begin_morra,
    create_match_service,
    offer_morra,
    play_morra_round,
    play_token,
    show_fingers,
)


async def ignore_progress(*_: object) -> None:
    pass


# Doctor


@both_databases
async def test_doctor_finds_no_problems_in_a_running_bot(matches: MatchService, tmp_path: Path) -> None:
    await offer_morra(matches, BEN)
    await show_fingers(matches, await play_morra_round(matches, await begin_morra(matches, BEN)), 0, now_ms=NOON_MS + 5)
    await play_token(matches, await begin_morra(matches, BEN, CAT), 1, "!resign")
    match = await begin_morra(matches, BEN, house=1, seats=3)
    store = matches.store
    due = [it for it in await store.deadlines.list_due(NOON_MS + DAY_MS) if it.match_id == match.id]
    (ai_move,) = [it for it in due if it.kind == DeadlineKind.AI_MOVE]
    assert await store.deadlines.claim_and_postpone(ai_move, ai_move.due_ms + MINUTE_MS)
    open_deadlines = (
        Deadline(DeadlineKind.COVER_REVEAL, NOON_MS, 0),
        Deadline(DeadlineKind.COVER_REVEAL, NOON_MS, 0, seat=1),
        Deadline(DeadlineKind.TOKEN_EXPIRY, NOON_MS, 0),
    )
    await store.deadlines.set_deadlines(match.id, *open_deadlines)
    notified, postponed = [it for it in due if it.kind == DeadlineKind.NOTIFICATION]
    await store.deadlines.mark_done(notified, DeadlineOutcome.NOTIFIED)
    assert await store.deadlines.claim_and_postpone(postponed, NOON_MS + DAY_MS)
    assert await run_doctor(store, tmp_path) == []
    for deadline, restored in (
        (replace(ai_move, due_ms=ai_move.due_ms + MINUTE_MS), ai_move),
        (replace(postponed, due_ms=NOON_MS + DAY_MS), postponed),
    ):
        assert await store.deadlines.claim_and_remove(deadline)
        assert len(await run_doctor(store, tmp_path)) == 1, "a missing deadline is a problem"
        await store.deadlines.set_deadlines(match.id, restored)
        assert await run_doctor(store, tmp_path) == []


@both_databases
async def test_doctor_repairs_times_from_a_clock_years_ahead(matches: MatchService, tmp_path: Path) -> None:
    """Older versions of the bot stored such times, which look like a downtime of ten years."""
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    wrong_time_ms = NOON_MS + 3650 * DAY_MS
    # The bot refuses to write such times itself.
    await matches.store.database.write(
        Statement("INSERT INTO downtime (start_ms, end_ms) VALUES (:start_ms, :end_ms)")(
            start_ms=NOON_MS + MINUTE_MS, end_ms=wrong_time_ms
        ),
        Statement("UPDATE latest_heartbeat SET beat_ms = :beat_ms, previous_ms = :previous_ms")(
            beat_ms=wrong_time_ms, previous_ms=NOON_MS + MINUTE_MS
        ),
    )
    late_deadline = Deadline(DeadlineKind.TURN, wrong_time_ms + HOUR_MS - MINUTE_MS, 0, seat=0)
    await matches.store.deadlines.set_deadlines(match.id, late_deadline, replace(late_deadline, seat=1))
    problems = await run_doctor(matches.store, tmp_path, NOON_MS + 2 * MINUTE_MS)
    assert [line.partition(":")[0] for line in problems] == ["time", "time"]
    assert await repair_wrong_times(matches.store, NOON_MS + 2 * MINUTE_MS) == 4
    assert await run_doctor(matches.store, tmp_path, NOON_MS + 2 * MINUTE_MS) == []
    turns = {it.due_ms for it in await matches.store.deadlines.list_of_match(match.id) if it.kind == DeadlineKind.TURN}
    assert turns == {NOON_MS + HOUR_MS + MINUTE_MS}
    # The next heartbeat is accepted.
    deadline_loop = DeadlineLoop(matches, matches.store, "one", ignore_progress)
    await deadline_loop.record_heartbeat(NOON_MS + 2 * MINUTE_MS + 10_000)
    await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS + MINUTE_MS)
    assert (await matches.find_match(match.id)).is_over


@both_databases
@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("UPDATE event SET payload = '9 9' WHERE seq = 3", "cannot be replayed"),
        ("UPDATE event SET kind = 'flew' WHERE seq = 3", "cannot be replayed"),
        ("UPDATE match SET status = 'agreed'", "agreed is stored"),
        ("UPDATE result SET rank = 3 - rank", "its results are"),
        ("UPDATE result SET reason = 'lapse'", "its results are"),
        ("DELETE FROM past_result", "its stored history differs from its results"),
    ],
)
async def test_doctor_finds_a_damaged_finished_match(
    matches: MatchService, tmp_path: Path, damage: str, problem: str
) -> None:
    match = await play_morra_round(matches, await begin_morra(matches, BEN))
    await play_token(matches, match, 0, "!resign")
    assert await run_doctor(matches.store, tmp_path) == []
    await matches.store.database.write(Statement(damage)())
    problems = await run_doctor(matches.store, tmp_path)
    assert any(line.startswith(f"match {match.id}") and problem in line for line in problems)


@both_databases
async def test_doctor_finds_damaged_running_matches(matches: MatchService, tmp_path: Path) -> None:
    wrong_deadline, unknown_event, wrong_status = [await begin_morra(matches, BEN) for _ in range(3)]
    await matches.store.deadlines.set_deadlines(wrong_deadline.id, Deadline("turn", NOON_MS + 365 * DAY_MS, 0, seat=0))
    journal = matches.store.journal
    await journal.append_events(unknown_event.id, unknown_event.event_count, [Event("flew", "", NOON_MS)])
    resigned = [Event("said", "!resign", NOON_MS, seat=0)]
    await journal.append_events(wrong_status.id, wrong_status.event_count, resigned, MatchChange(status="playing"))
    first, second, *third = await run_doctor(matches.store, tmp_path)
    assert first.startswith(f"match {wrong_deadline.id}: its deadlines are")
    assert second.startswith(f"match {unknown_event.id}: its journal cannot be replayed")
    assert len(third) == 3


@both_databases
async def test_doctor_names_a_game_that_is_not_installed(matches: MatchService, tmp_path: Path) -> None:
    match = await begin_morra(matches, BEN)
    await matches.store.database.write(Statement("UPDATE match SET game = 'three_lives'")())
    problem = f"match {match.id}: its game three_lives is not installed, so it cannot be played"
    assert await run_doctor(matches.store, tmp_path) == [problem]


def test_mend_option_of_the_doctor_repairs_the_store(store_url_with_match: str) -> None:
    with closing(sqlite3.connect(store_url_with_match.removeprefix("sqlite:///"))) as file, file:
        file.execute("UPDATE latest_heartbeat SET beat_ms = 1000000000000, previous_ms = 1000000000000")
    for command, code in ((["doctor"], 1), (["doctor", "--mend"], 0), (["doctor"], 0)):
        done = run_on_store(*command, url=store_url_with_match)
        assert done.returncode == code, done.stdout
    assert done.stdout == "No problems found.\n"


def test_doctor_reports_a_damaged_file(store_url_with_match: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.db"
    content = bytearray(file.read_bytes())
    content[4096 * 3 : 4096 * 9] = b"\xa5" * (4096 * 6)
    file.write_bytes(content)
    done = run_on_store("doctor", url=store_url_with_match)
    assert done.returncode in (1, 2)
    assert done.stdout or done.stderr


def test_doctor_reports_a_misspelled_setting(store_url_with_match: str) -> None:
    settings = {"DATABASE_URL": store_url_with_match, "DUEL_PRESES": "secret", "duel_presses": "3", "DUEL_XYZ": "1"}
    done = run_in_process("doctor", settings=settings)
    expected = "setting DUEL_PRESES: did you mean DUEL_PRESSES?\nsetting DUEL_XYZ: there is no such setting\n"
    assert (done.returncode, done.stdout) == (1, expected)


def test_doctor_reports_that_the_last_backup_is_too_old(store_url_with_match: str, tmp_path: Path) -> None:
    settings = {"DATABASE_URL": store_url_with_match, "DUEL_BACKUPS": str(tmp_path / "backups")}
    missing = run_in_process("doctor", settings=settings)
    assert (missing.returncode, missing.stdout) == (1, f"backup: there is none in {tmp_path / 'backups'}\n")
    backup = Path(run_in_process("backup", settings=settings).stdout.strip())
    assert backup.parent == tmp_path / "backups"
    assert run_in_process("doctor", settings=settings).returncode == 0
    os.utime(backup, (1_767_225_600, 1_767_225_600))
    old = run_in_process("doctor", settings=settings)
    expected = f"backup: the last one in {tmp_path / 'backups'} is of 2026-01-01T00:00+00:00\n"
    assert (old.returncode, old.stdout) == (1, expected)


def test_backup_needs_a_folder(store_url_with_match: str) -> None:
    done = run_on_store("backup", url=store_url_with_match)
    assert (done.returncode, done.stderr) == (2, "duel: name a folder for backups, or set DUEL_BACKUPS\n")


def test_move_prints_a_summary_before_the_tables_with_rows(store_url_with_match: str, tmp_path: Path) -> None:
    done = run_in_process("move", store_url_with_match, f"sqlite:///{tmp_path / 'target.db'}")
    summary, *tables = done.stdout.splitlines()
    counts = [int(line.split()[0].replace(",", "")) for line in tables]
    assert summary == f"Copied and compared {sum(counts)} rows of {len(tables)} tables. FROM is unchanged."
    assert all(counts)
    assert "match" in [line.split()[1] for line in tables]


# Deletion of personal data


@both_databases
async def test_forget_deletes_all_data_of_a_person(matches: MatchService) -> None:
    finished = await play_token(matches, await play_morra_round(matches, await begin_morra(matches, BEN)), 0, "!resign")
    running, offer = await begin_morra(matches, BEN, CAT), await offer_morra(matches, BEN, challenger_id=CAT)
    exported_text = json.dumps(await matches.store.people.export_person(ANN))
    assert str(ANN) in exported_text
    assert f'"person_id": {BEN}' not in exported_text, "an export is about one person"
    assert await matches.forget_person(BEN, NOON_MS + 1) < 0
    exported_rows = await matches.store.people.export_person(BEN)
    assert not any(exported_rows[table] for table in exported_rows if table != "person_id")
    # Their matches remain verifiable, and the other players play on.
    assert verify_record(await matches.load_record(finished.id)).steps == 1
    after = await matches.find_match(running.id)
    assert isinstance(after, StartedMatch)
    assert isinstance(after, RunningMatch)
    assert BEN not in after.player_ids
    assert after.ai_controlled_seats
    assert (await matches.find_match(offer.id)).status == "declined"
    # The match is the same when it is loaded again.
    assert await create_match_service(matches.store).find_match(running.id) == after


@pytest.fixture
async def store_url_with_match(tmp_path: Path) -> str:
    """The URL of a store with a running match between Ann and Ben."""
    url = f"sqlite:///{tmp_path / 'bot.db'}"
    async with await Store.open(url) as store:
        await begin_match(create_match_service(store), BEN, clock=DAY_MS)
    return url


def export_seats_of(url: str, person_id: int) -> list[str]:
    return [seat["status"] for seat in json.loads(run_on_store("export", str(person_id), url=url).stdout)["seat"]]


@pytest.mark.parametrize("by_command", [True, False])
def test_restored_backup_forgets_people_again(store_url_with_match: str, tmp_path: Path, by_command: bool) -> None:
    done = run_on_store("backup", str(tmp_path / "backups"), "--keep", "2", url=store_url_with_match)
    (backup,) = (tmp_path / "backups").iterdir()
    assert (done.returncode, done.stdout.strip()) == (0, str(backup))
    assert run_on_store("doctor", url=f"sqlite:///{backup}").stdout == "No problems found.\n"
    assert export_seats_of(store_url_with_match, BEN) == ["playing"]
    run_on_store("forget", str(BEN), url=store_url_with_match)
    assert export_seats_of(store_url_with_match, BEN) == []
    if by_command:
        assert (
            run_on_store("restore", str(backup), url=store_url_with_match).stdout
            == f"Restored {store_url_with_match}. People forgotten again: 1.\n"
        )
        assert run_on_store("restore", str(tmp_path / "nothing.db"), url=store_url_with_match).returncode == 2
    else:
        forgotten_file = tmp_path / "forgotten.txt"
        forgotten_file.write_text(run_on_store("forgotten", url=store_url_with_match).stdout)
        assert re.fullmatch(r"[0-9a-f]{64} \d+\n", forgotten_file.read_text())
        (tmp_path / "bot.db").write_bytes(backup.read_bytes())
        for count in (1, 0):
            assert (
                run_on_store("forget-again", str(forgotten_file), url=store_url_with_match).stdout
                == f"People forgotten again: {count}.\n"
            )
    assert export_seats_of(store_url_with_match, BEN) == []
    assert export_seats_of(store_url_with_match, ANN) == ["playing"]
    assert run_on_store("doctor", url=store_url_with_match).stdout == "No problems found.\n"


def test_forget_refuses_an_unknown_person(store_url_with_match: str, tmp_path: Path) -> None:
    assert run_on_store("forget", "999", url=store_url_with_match).stdout == "There is no person with this ID.\n"
    assert run_on_store("forget", "999", url=f"sqlite:///{tmp_path / 'none.db'}").returncode == 2
    assert not (tmp_path / "none.db").exists()


@pytest.mark.gate
async def test_store_of_a_running_bot_is_read_only_for_commands(store_url_with_match: str, tmp_path: Path) -> None:
    async with await Store.open(store_url_with_match):
        for command in (["doctor"], ["backup", str(tmp_path / "backups")]):
            assert run_subprocess(*command, settings={"DATABASE_URL": store_url_with_match}).returncode == 0
        refused = run_subprocess("forget", str(BEN), settings={"DATABASE_URL": store_url_with_match})
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("url", ["sqlite:///nowhere/bot.db", "mysql://x", "postgresql://duel@127.0.0.1:1/duel", ""])
def test_missing_store_gives_one_error_line(url: str) -> None:
    done = run_on_store("doctor", url=url)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
