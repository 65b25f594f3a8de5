"""What a host does at a terminal, beside a running bot."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.table.agreement import Agreement
from bot.table.clock import Clock
from bot.table.deadlines import Due
from bot.table.table import Begun, Play
from bot.table.tables import Tables
from bot.terminal.doctor import complaints, mended
from bot.time import DAY, HOUR, MINUTE
from games import GAMES
from games.fair import verified
from storage import Change, Deadline, Event, Store
from storage.statement import Statement
from tests.bot.databases import both_databases
from tests.bot.terminal import duel, started
from tests.kit.match import ANN, BEN, CAT, NOON, begun, challenge, round_of, said, show, tabled


async def listed(store: Store, folder: Path, now: int = NOON) -> list[str]:
    return [line async for line in complaints(store, folder, now)]


async def heedless(*_: object) -> None:
    """Nobody is told."""


@both_databases
async def test_the_doctor_finds_nothing_where_nothing_is_wrong(tables: Tables, tmp_path: Path) -> None:
    await challenge(tables, BEN)
    await show(tables, await round_of(tables, await begun(tables, BEN)), 0, now=NOON + 5)
    await said(tables, await begun(tables, BEN, CAT), 1, "!resign")
    assert await listed(tables.store, tmp_path) == []


@both_databases
async def test_the_doctor_finds_deadlines_that_disagree(tables: Tables, tmp_path: Path) -> None:
    table = await begun(tables, BEN)
    await tables.store.schedule(table.id, Deadline("turn", NOON + 365 * DAY, 0, seat=0))
    (complaint,) = await listed(tables.store, tmp_path)
    assert complaint.startswith(f"match {table.id}: its deadlines are")


@both_databases
async def test_the_doctor_has_nothing_against_what_a_running_bot_has_put_off(tables: Tables, tmp_path: Path) -> None:
    """Something lies open for ten seconds, a hand is to be paused, one has been called, and the house is thinking."""
    table = await begun(tables, BEN, house=1, seats=3)
    (house,) = [each for each in await tables.store.due(NOON + DAY) if each.kind == Due.HOUSE]
    assert await tables.store.put_off(house, house.due + MINUTE)
    open_still = (Deadline(Due.COVER, NOON, 0), Deadline(Due.COVER, NOON, 0, seat=1), Deadline(Due.PAUSE, NOON, 0))
    await tables.store.schedule(table.id, *open_still)
    called, sleeps = [each for each in await tables.store.due(NOON) if each.kind == Due.CALL]
    await tables.store.answer(called, "called")
    assert await tables.store.put_off(sleeps, NOON + DAY)
    assert await listed(tables.store, tmp_path) == []
    assert await tables.store.lift(replace(house, due=house.due + MINUTE))
    assert len(await listed(tables.store, tmp_path)) == 1, "nobody would ask the house again"
    await tables.store.schedule(table.id, house)
    assert await listed(tables.store, tmp_path) == []
    assert await tables.store.lift(replace(sleeps, due=NOON + DAY))
    assert len(await listed(tables.store, tmp_path)) == 1, "nobody would call whoever sleeps"


@both_databases
async def test_the_doctor_mends_what_a_watch_that_was_years_ahead_has_left(tables: Tables, tmp_path: Path) -> None:
    """As an older bot believed it: nobody was there for ten years to come; no clock ran before."""
    table = await begun(tables, BEN, clock=HOUR)
    years = NOON + 3650 * DAY
    await tables.store.database.write(
        Statement("INSERT INTO absence (began, ended) VALUES (:began, :ended)")(began=NOON + MINUTE, ended=years),
        Statement("UPDATE pulse SET at = :at, before = :began")(at=years, began=NOON + MINUTE),
    )
    late = Deadline(Due.TURN, years + HOUR - MINUTE, 0, seat=0)
    await tables.store.schedule(table.id, late, replace(late, seat=1))
    wrong = await listed(tables.store, tmp_path, NOON + 2 * MINUTE)
    assert [line.partition(":")[0] for line in wrong] == ["time", "time"]
    assert await mended(tables.store, NOON + 2 * MINUTE) == 4
    assert await listed(tables.store, tmp_path, NOON + 2 * MINUTE) == []
    turns = {it.due for it in await tables.store.standing(table.id) if it.kind == Due.TURN}
    assert turns == {NOON + HOUR + MINUTE}
    # The next sign of life is believed again.
    clock = Clock(tables, tables.store, "one", heedless)
    await clock.beat(NOON + 2 * MINUTE + 10_000)
    await clock.tick(NOON + HOUR + MINUTE)
    assert (await tables.table(table.id)).over


def test_the_doctor_mends_from_the_terminal(played: str) -> None:
    """Whoever knows that the bot was away for months says so."""
    with closing(sqlite3.connect(played.removeprefix("sqlite:///"))) as file, file:
        file.execute("UPDATE pulse SET at = 1000000000000, before = 1000000000000")
    for command, code in ((["doctor"], 1), (["doctor", "--mend"], 0), (["doctor"], 0)):
        done = duel(*command, url=played)
        assert done.returncode == code, done.stdout
    assert done.stdout == "All is well.\n"


@both_databases
async def test_the_doctor_finds_a_match_that_does_not_fold(tables: Tables, tmp_path: Path) -> None:
    table = await begun(tables, BEN)
    await tables.store.append(table.id, table.seq, [Event("flew", "", NOON)])
    (complaint,) = await listed(tables.store, tmp_path)
    assert complaint.startswith(f"match {table.id}: does not fold")


@both_databases
@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("UPDATE event SET word = '9 9' WHERE seq = 3", "does not fold"),
        ("UPDATE event SET kind = 'flew' WHERE seq = 3", "does not fold"),
        ("UPDATE match SET status = 'agreed'", "said to be agreed"),
        ("UPDATE result SET rank = 3 - rank", "its results are"),
        ("UPDATE result SET reason = 'lapse'", "its results are"),
    ],
)
async def test_the_doctor_reads_matches_that_are_over(tables: Tables, tmp_path: Path, damage: str, found: str) -> None:
    """Replays and ladders are made of them."""
    table = await round_of(tables, await begun(tables, BEN))
    table = (await said(tables, table, 0, "!resign")).table
    assert await listed(tables.store, tmp_path) == []
    await tables.store.database.write(Statement(damage)())
    wrong = [line for line in await listed(tables.store, tmp_path) if "profiles" not in line]
    assert [line.partition(":")[0] for line in wrong][:1] == [f"match {table.id}"]
    assert found in wrong[0]


@both_databases
async def test_the_doctor_finds_a_match_that_ended_and_is_listed(tables: Tables, tmp_path: Path) -> None:
    table = await begun(tables, BEN)
    await tables.store.append(table.id, table.seq, [Event("said", "!resign", NOON, seat=0)], Change(status="playing"))
    assert len(await listed(tables.store, tmp_path)) == 3


@both_databases
async def test_the_doctor_finds_a_profile_that_tells_something_else(tables: Tables, tmp_path: Path) -> None:
    table = (await said(tables, await round_of(tables, await begun(tables, BEN)), 0, "!resign")).table
    assert await listed(tables.store, tmp_path) == []
    await tables.store.database.write(Statement("DELETE FROM played")())
    assert await listed(tables.store, tmp_path) == [f"match {table.id}: profiles tell otherwise how it ended"]


@both_databases
async def test_whoever_is_forgotten_is_nowhere(tables: Tables) -> None:
    over = (await said(tables, await round_of(tables, await begun(tables, BEN)), 0, "!resign")).table
    running = await begun(tables, BEN, CAT)
    offer = await challenge(tables, BEN, by=CAT)
    nobody = await tables.forget(BEN, NOON + 1)
    assert nobody < 0
    exported = await tables.store.export(BEN)
    assert not any(exported[what] for what in exported if what != "person")
    # What they played stays provable, and those they played with play on.
    assert verified(await tables.record(over.id)).steps == 1
    after = await tables.table(running.id)
    assert isinstance(after, Begun)
    assert BEN not in after.people
    assert isinstance(after, Play)
    assert after.housed
    assert (await tables.table(offer.id)).status == "declined"
    # Folding anew sees nobody, too.
    assert await tabled(tables.store).table(running.id) == after


@both_databases
async def test_an_export_is_about_one_person(tables: Tables) -> None:
    table = await begun(tables, BEN)
    await show(tables, table, 0)
    told = json.dumps(await tables.store.export(ANN))
    assert str(ANN) in told
    assert f'"person": {BEN}' not in told


@pytest.fixture
async def played(tmp_path: Path) -> str:
    """The URL of a store in which two have begun a match of a real game."""
    url = f"sqlite:///{tmp_path / 'bot.db'}"
    async with await Store.open(url) as store:
        tables = tabled(store)
        game = next(iter(GAMES.values()))
        done = await tables.offer(
            ANN, [BEN], game, {}, Agreement(seats=game.SEATS[0]), server=1, channel=2, cause=1, now=NOON
        )
        await tables.sit(done.table.id, BEN, cause=2, now=NOON)
    return url


def test_a_backup_is_a_store_of_its_own(played: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    done = duel("backup", str(folder), "--keep", "2", url=played)
    assert done.returncode == 0, done.stderr
    (copy,) = folder.iterdir()
    assert done.stdout.strip() == str(copy)
    assert duel("doctor", url=f"sqlite:///{copy}").stdout == "All is well.\n"


def test_a_backup_takes_the_place_of_the_database_again(played: str, tmp_path: Path) -> None:
    duel("backup", str(tmp_path / "backups"), url=played)
    (copy,) = (tmp_path / "backups").iterdir()
    duel("forget", str(BEN), url=played)
    done = duel("restore", str(copy), url=played)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "Restored. Forgotten again: 1.\n"
    assert not json.loads(duel("export", str(BEN), url=played).stdout)["seat"]
    assert json.loads(duel("export", str(ANN), url=played).stdout)["seat"]
    assert duel("doctor", url=played).stdout == "All is well.\n"
    assert duel("restore", str(tmp_path / "nothing.db"), url=played).returncode == 2


def test_what_was_restored_by_other_means_forgets_again(played: str, tmp_path: Path) -> None:
    """As with PostgreSQL, which has its own tools."""
    duel("backup", str(tmp_path / "backups"), url=played)
    (copy,) = (tmp_path / "backups").iterdir()
    duel("forget", str(BEN), url=played)
    listed = tmp_path / "forgotten.txt"
    listed.write_text(duel("forgotten", url=played).stdout)
    assert re.fullmatch(r"[0-9a-f]{64} \d+\n", listed.read_text())
    (tmp_path / "bot.db").write_bytes(copy.read_bytes())
    for number in (1, 0):
        assert duel("forget-again", str(listed), url=played).stdout == f"Forgotten again: {number}.\n"
    assert not json.loads(duel("export", str(BEN), url=played).stdout)["seat"]
    assert duel("doctor", url=played).stdout == "All is well.\n"


def test_nobody_is_forgotten_where_nobody_is(played: str, tmp_path: Path) -> None:
    assert duel("forget", "999", url=played).stdout == "Nobody of that number is here.\n"
    assert duel("forget", "999", url=f"sqlite:///{tmp_path / 'none.db'}").returncode == 2
    assert not (tmp_path / "none.db").exists()


def test_the_doctor_tells_of_a_damaged_file(played: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.db"
    content = bytearray(file.read_bytes())
    content[4096 * 3 : 4096 * 9] = b"\xa5" * (4096 * 6)
    file.write_bytes(content)
    done = duel("doctor", url=played)
    assert done.returncode in (1, 2)
    assert done.stdout or done.stderr


def test_export_and_forget_from_the_terminal(played: str) -> None:
    told = json.loads(duel("export", str(BEN), url=played).stdout)
    assert [seat["standing"] for seat in told["seat"]] == ["plays"]
    assert duel("forget", str(BEN), url=played).returncode == 0
    assert json.loads(duel("export", str(BEN), url=played).stdout)["seat"] == []
    assert duel("doctor", url=played).returncode == 0


async def test_a_running_bot_keeps_its_file_to_itself(played: str, tmp_path: Path) -> None:
    async with await Store.open(played):
        for look in (["doctor"], ["backup", str(tmp_path / "backups")]):
            assert started(*look, settings={"DATABASE_URL": played}).returncode == 0
        busy = started("forget", str(BEN), settings={"DATABASE_URL": played})
    assert busy.returncode == 2
    assert busy.stderr.count("\n") == 1


@pytest.mark.parametrize("url", ["sqlite:///nowhere/bot.db", "mysql://x", "postgresql://duel@127.0.0.1:1/duel", ""])
def test_a_store_that_is_not_there_is_one_line(url: str) -> None:
    done = duel("doctor", url=url)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
