"""Maintenance at a terminal beside a running bot: the doctor, backups, and forgetting a person."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.doctor import find_problems, repair_wrong_times
from bot.matches.deadline_loop import DeadlineLoop
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games import GAMES
from games.fairness import verify_record
from storage import Deadline, DeadlineOutcome, Event, MatchChange, Store
from storage.statement import Statement
from tests.bot.cli_runner import run_on_store, run_subprocess
from tests.bot.database_marks import both_databases
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    begin_morra,
    create_match_service,
    offer_morra,
    play_morra_round,
    play_token,
    show_fingers,
)


async def run_doctor(store: Store, folder: Path, now_ms: int = NOON_MS) -> list[str]:
    return [line async for line in find_problems(store, folder, now_ms)]


async def ignore_progress(*_: object) -> None:
    pass


# The doctor


@both_databases
async def test_doctor_finds_nothing_in_a_running_bot(matches: MatchService, tmp_path: Path) -> None:
    await offer_morra(matches, BEN)
    await show_fingers(matches, await play_morra_round(matches, await begin_morra(matches, BEN)), 0, now_ms=NOON_MS + 5)
    await play_token(matches, await begin_morra(matches, BEN, CAT), 1, "!resign")
    match = await begin_morra(matches, BEN, house=1, seats=3)
    store = matches.store
    due = [it for it in await store.deadlines.list_due(NOON_MS + DAY_MS) if it.match_id == match.id]
    (house,) = [it for it in due if it.kind == DeadlineKind.AI_MOVE]
    assert await store.deadlines.claim_and_postpone(house, house.due_ms + MINUTE_MS)
    open_still = (
        Deadline(DeadlineKind.COVER_REVEAL, NOON_MS, 0),
        Deadline(DeadlineKind.COVER_REVEAL, NOON_MS, 0, seat=1),
        Deadline(DeadlineKind.TOKEN_EXPIRY, NOON_MS, 0),
    )
    await store.deadlines.set_deadlines(match.id, *open_still)
    called, sleeps = [it for it in due if it.kind == DeadlineKind.NOTIFICATION]
    await store.deadlines.mark_done(called, DeadlineOutcome.NOTIFIED)
    assert await store.deadlines.claim_and_postpone(sleeps, NOON_MS + DAY_MS)
    assert await run_doctor(store, tmp_path) == []
    for lost, again in (
        (replace(house, due_ms=house.due_ms + MINUTE_MS), house),
        (replace(sleeps, due_ms=NOON_MS + DAY_MS), sleeps),
    ):
        assert await store.deadlines.claim_and_remove(lost)
        assert len(await run_doctor(store, tmp_path)) == 1, "nobody would ask the house, or call whoever sleeps"
        await store.deadlines.set_deadlines(match.id, again)
        assert await run_doctor(store, tmp_path) == []


@both_databases
async def test_doctor_mends_what_a_clock_that_was_years_ahead_has_left(matches: MatchService, tmp_path: Path) -> None:
    """As an older bot believed it: nobody was there for ten years to come; no clock ran before."""
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    years = NOON_MS + 3650 * DAY_MS
    # No bot of today writes this.
    await matches.store.database.write(
        Statement("INSERT INTO downtime (start_ms, end_ms) VALUES (:start_ms, :end_ms)")(
            start_ms=NOON_MS + MINUTE_MS, end_ms=years
        ),
        Statement("UPDATE latest_heartbeat SET beat_ms = :beat_ms, previous_ms = :previous_ms")(
            beat_ms=years, previous_ms=NOON_MS + MINUTE_MS
        ),
    )
    late = Deadline(DeadlineKind.TURN, years + HOUR_MS - MINUTE_MS, 0, seat=0)
    await matches.store.deadlines.set_deadlines(match.id, late, replace(late, seat=1))
    wrong = await run_doctor(matches.store, tmp_path, NOON_MS + 2 * MINUTE_MS)
    assert [line.partition(":")[0] for line in wrong] == ["time", "time"]
    assert await repair_wrong_times(matches.store, NOON_MS + 2 * MINUTE_MS) == 4
    assert await run_doctor(matches.store, tmp_path, NOON_MS + 2 * MINUTE_MS) == []
    turns = {it.due_ms for it in await matches.store.deadlines.list_of_match(match.id) if it.kind == DeadlineKind.TURN}
    assert turns == {NOON_MS + HOUR_MS + MINUTE_MS}
    # The next sign of life is believed again.
    clock = DeadlineLoop(matches, matches.store, "one", ignore_progress)
    await clock.record_heartbeat(NOON_MS + 2 * MINUTE_MS + 10_000)
    await clock.fire_due_deadlines(NOON_MS + HOUR_MS + MINUTE_MS)
    assert (await matches.find_match(match.id)).is_over


@both_databases
@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("UPDATE event SET payload = '9 9' WHERE seq = 3", "cannot be replayed"),
        ("UPDATE event SET kind = 'flew' WHERE seq = 3", "cannot be replayed"),
        ("UPDATE match SET status = 'agreed'", "agreed is stored"),
        ("UPDATE result SET rank = 3 - rank", "its results are"),
        ("UPDATE result SET reason = 'lapse'", "its results are"),
        ("DELETE FROM past_result", "its stored history differs from its results"),
    ],
)
async def test_doctor_finds_a_damaged_match_that_is_over(
    matches: MatchService, tmp_path: Path, damage: str, found: str
) -> None:
    match = await play_morra_round(matches, await begin_morra(matches, BEN))
    await play_token(matches, match, 0, "!resign")
    assert await run_doctor(matches.store, tmp_path) == []
    await matches.store.database.write(Statement(damage)())
    wrong = await run_doctor(matches.store, tmp_path)
    assert any(line.startswith(f"match {match.id}") and found in line for line in wrong)


@both_databases
async def test_doctor_finds_a_damaged_match_that_is_played(matches: MatchService, tmp_path: Path) -> None:
    deadline, folds, ended = [await begin_morra(matches, BEN) for _ in range(3)]
    await matches.store.deadlines.set_deadlines(deadline.id, Deadline("turn", NOON_MS + 365 * DAY_MS, 0, seat=0))
    await matches.store.journal.append_events(folds.id, folds.event_count, [Event("flew", "", NOON_MS)])
    resigned = [Event("said", "!resign", NOON_MS, seat=0)]
    await matches.store.journal.append_events(ended.id, ended.event_count, resigned, MatchChange(status="playing"))
    first, second, *third = await run_doctor(matches.store, tmp_path)
    assert first.startswith(f"match {deadline.id}: its deadlines are")
    assert second.startswith(f"match {folds.id}: its journal cannot be replayed")
    assert len(third) == 3


def test_doctor_mends_from_the_terminal(store_url_with_match: str) -> None:
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


# Forgetting


@both_databases
async def test_forgotten_person_is_nowhere(matches: MatchService) -> None:
    over = (
        await play_token(matches, await play_morra_round(matches, await begin_morra(matches, BEN)), 0, "!resign")
    ).match
    running, offer = await begin_morra(matches, BEN, CAT), await offer_morra(matches, BEN, challenger_id=CAT)
    ann = json.dumps(await matches.store.people.export_person(ANN))
    assert str(ANN) in ann
    assert f'"person_id": {BEN}' not in ann, "an export is about one person"
    assert await matches.forget_person(BEN, NOON_MS + 1) < 0
    exported = await matches.store.people.export_person(BEN)
    assert not any(exported[what] for what in exported if what != "person_id")
    # What they played stays provable, and those they played with play on.
    assert verify_record(await matches.load_record(over.id)).steps == 1
    after = await matches.find_match(running.id)
    assert isinstance(after, StartedMatch)
    assert isinstance(after, RunningMatch)
    assert BEN not in after.player_ids
    assert after.ai_controlled_seats
    assert (await matches.find_match(offer.id)).status == "declined"
    # Folding anew sees nobody, too.
    assert await create_match_service(matches.store).find_match(running.id) == after


@pytest.fixture
async def store_url_with_match(tmp_path: Path) -> str:
    """The URL of a store in which two have begun a match of a real game."""
    url = f"sqlite:///{tmp_path / 'bot.db'}"
    async with await Store.open(url) as store:
        matches = create_match_service(store)
        game = next(iter(GAMES.values()))
        done = await matches.create_offer(
            ANN,
            [BEN],
            game,
            {},
            MatchTerms(seats=game.SEATS[0]),
            server_id=1,
            channel_id=2,
            interaction_id=1,
            now_ms=NOON_MS,
        )
        await matches.join_offer(done.match.id, BEN, interaction_id=2, now_ms=NOON_MS)
    return url


def export_seats_of(url: str, person_id: int) -> list[str]:
    return [seat["status"] for seat in json.loads(run_on_store("export", str(person_id), url=url).stdout)["seat"]]


@pytest.mark.parametrize("restored", ["by the bot", "by other means"])
def test_restored_backup_forgets_again(store_url_with_match: str, tmp_path: Path, restored: str) -> None:
    done = run_on_store("backup", str(tmp_path / "backups"), "--keep", "2", url=store_url_with_match)
    (copy,) = (tmp_path / "backups").iterdir()
    assert (done.returncode, done.stdout.strip()) == (0, str(copy))
    assert run_on_store("doctor", url=f"sqlite:///{copy}").stdout == "No problems found.\n"
    assert export_seats_of(store_url_with_match, BEN) == ["playing"]
    run_on_store("forget", str(BEN), url=store_url_with_match)
    assert export_seats_of(store_url_with_match, BEN) == []
    if restored == "by the bot":
        assert (
            run_on_store("restore", str(copy), url=store_url_with_match).stdout
            == "Restored. People forgotten again: 1.\n"
        )
        assert run_on_store("restore", str(tmp_path / "nothing.db"), url=store_url_with_match).returncode == 2
    else:
        listed = tmp_path / "forgotten.txt"
        listed.write_text(run_on_store("forgotten", url=store_url_with_match).stdout)
        assert re.fullmatch(r"[0-9a-f]{64} \d+\n", listed.read_text())
        (tmp_path / "bot.db").write_bytes(copy.read_bytes())
        for number in (1, 0):
            assert (
                run_on_store("forget-again", str(listed), url=store_url_with_match).stdout
                == f"People forgotten again: {number}.\n"
            )
    assert export_seats_of(store_url_with_match, BEN) == []
    assert export_seats_of(store_url_with_match, ANN) == ["playing"]
    assert run_on_store("doctor", url=store_url_with_match).stdout == "No problems found.\n"


def test_forgetting_an_unknown_person_changes_nothing(store_url_with_match: str, tmp_path: Path) -> None:
    assert run_on_store("forget", "999", url=store_url_with_match).stdout == "There is no person with this ID.\n"
    assert run_on_store("forget", "999", url=f"sqlite:///{tmp_path / 'none.db'}").returncode == 2
    assert not (tmp_path / "none.db").exists()


@pytest.mark.gate
async def test_file_of_a_running_bot_can_be_read_and_not_written(store_url_with_match: str, tmp_path: Path) -> None:
    async with await Store.open(store_url_with_match):
        for look in (["doctor"], ["backup", str(tmp_path / "backups")]):
            assert run_subprocess(*look, settings={"DATABASE_URL": store_url_with_match}).returncode == 0
        busy = run_subprocess("forget", str(BEN), settings={"DATABASE_URL": store_url_with_match})
    assert busy.returncode == 2
    assert busy.stderr.count("\n") == 1


@pytest.mark.parametrize("url", ["sqlite:///nowhere/bot.db", "mysql://x", "postgresql://duel@127.0.0.1:1/duel", ""])
def test_missing_store_is_one_line_of_error(url: str) -> None:
    done = run_on_store("doctor", url=url)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
