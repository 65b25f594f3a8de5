"""Test the bot as a service: start, shutdown, health, metrics, and secrets that must not be logged."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.ops.invite_links import REQUIRED_PERMISSIONS
from bot.screens.custom_ids import Action
from discord_playground.client import Playground, full_text
from storage import Store
from tests.bot.cli_runner import UNKNOWN_TOKEN, get_environment_without_settings, run_in_process, run_subprocess
from tests.kit.bot_process import BotProcess
from tests.kit.fork_server import fork_program
from tests.kit.wire_person import index_by_action
from tests.storage.schema_versions import write_schema
from tests.waiting import TEST_TIMEOUT_S
from tests.wire.bot_program import LONG_SHUTDOWN_VARIABLE
from tests.wire.match_play import play_match
from tests.wire.playground_server import (
    ANSWER_ROUTE,
    EDIT_ROUTE,
    EDIT_WEBHOOK_ROUTE,
    PlaygroundServer,
    create_server,
    get_last_wire_entry,
    wait_for_log,
)

gate = pytest.mark.gate


def run_refused_command(*args: str, **settings: str) -> str:
    """Run a command that fails and return its one-line error."""
    return _check_refusal(run_in_process(*args, settings=settings))


def run_failing_start(folder: Path, code: int = 2, **settings: str) -> str:
    """Start the bot, forked from this Python, until it fails, and return its one-line error."""
    environment = get_environment_without_settings()
    environment |= {"DISCORD_TOKEN": UNKNOWN_TOKEN, "DATABASE_URL": f"sqlite:///{folder / 'duel.db'}"} | settings
    out, errors = folder / "out", folder / "errors"
    with out.open("wb") as out_file, errors.open("wb") as error_file:
        program = ("tests.wire.bot_program", "run")
        process = fork_program(program, environment, error_file.fileno(), out_file.fileno())
        exit_code = process.wait(TEST_TIMEOUT_S)
    return _check_refusal(subprocess.CompletedProcess("bot", exit_code, out.read_text(), errors.read_text()), code)


def _check_refusal(done: subprocess.CompletedProcess[str], code: int = 2) -> str:
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (code, "", 1), done.stderr
    return done.stderr


def damage_table(database: Path, table: str) -> None:
    """Overwrite the first page of a table with garbage."""
    with closing(sqlite3.connect(database)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
    with database.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xa5" * 4096)


def test_missing_or_malformed_token_is_refused() -> None:
    for command in ("run", "invite"):
        assert (
            run_refused_command(command, DISCORD_TOKEN="") == "duel: DISCORD_TOKEN is not set; duel setup asks for it\n"
        )
    settings = {"DISCORD_TOKEN": "swordfish"}
    assert run_refused_command("invite", **settings) == "duel: DISCORD_TOKEN is not a valid bot token\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DUEL_LOG", "loud"),
        ("DUEL_HEALTH_PORT", "99999"),
        ("DUEL_HEALTH_PORT", "none"),
        ("DUEL_API", "discord.com/api/v10"),
        ("DUEL_GATEWAY", "https://gateway.discord.gg"),
        ("DUEL_SHARDS", "4/4"),
        # With SQLite, one process has to have all shards.
        ("DUEL_SHARDS", "0-1/4"),
    ],
)
def test_error_names_the_invalid_setting(name: str, value: str) -> None:
    assert name in run_refused_command("run", DISCORD_TOKEN=UNKNOWN_TOKEN, **{name: value})


@pytest.mark.parametrize("command", [("doctor",), ("restore", "nowhere"), ("backup", "nowhere"), ("ladder", "rebuild")])
def test_error_of_database_commands_names_the_invalid_setting(command: tuple[str, ...]) -> None:
    assert run_refused_command(*command, DUEL_MINDS="0").startswith("duel: DUEL_MINDS: ")


def test_invite_links_name_the_bot_and_its_permissions() -> None:
    words = run_in_process("invite", settings={"DISCORD_TOKEN": UNKNOWN_TOKEN}).stdout.split()
    server, person = (word for word in words if word.startswith("https://"))
    for url in (server, person):
        assert "client_id=123456789012345678" in url
    assert "scope=bot+applications.commands" in server
    assert f"permissions={sum(REQUIRED_PERMISSIONS.values())}&integration_type=0" in server
    assert "scope=applications.commands&integration_type=1" in person
    assert "permissions" not in person


async def test_token_rejected_by_discord_is_not_printed(playground: Playground, tmp_path: Path) -> None:
    """The command runs in a new process, as a host starts it."""
    settings = {
        "DISCORD_TOKEN": UNKNOWN_TOKEN,
        "DUEL_API": (await playground.load_setup())["api"],
        "DATABASE_URL": f"sqlite:///{tmp_path / 'duel.db'}",
    }
    error = _check_refusal(await asyncio.to_thread(run_subprocess, "run", settings=settings))
    assert "DISCORD_TOKEN" in error
    assert UNKNOWN_TOKEN not in error


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"DUEL_API": "http://127.0.0.1:9/api/v10"}, "cannot reach Discord"),
        pytest.param({"DUEL_API": "http://discord.invalid/api/v10"}, "cannot reach Discord", marks=gate),
        pytest.param({"DATABASE_URL": "postgresql://duel@127.0.0.1:1/duel"}, "database", marks=gate),
    ],
)
def test_start_without_a_service_exits_with_temporary_failure(
    settings: dict[str, str], text: str, tmp_path: Path
) -> None:
    assert text in run_failing_start(tmp_path, os.EX_TEMPFAIL, **settings)


async def test_start_with_database_in_use_exits_with_temporary_failure(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite:///{tmp_path / 'duel.db'}"):
        assert "another bot" in run_failing_start(tmp_path, os.EX_TEMPFAIL)


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("sqlite:///{folder}/junk.db", "not a database"),
        ("sqlite:////nowhere/duel.db", "/nowhere/duel.db: the folder does not exist"),
        ("sqlite:///{folder}", "is a folder"),
        ("mysql://here", "must look like sqlite:///path or postgresql://…: mysql://here"),
    ],
)
def test_start_with_unusable_database_is_refused_for_good(url: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "junk.db").write_bytes(b"no database " * 1000)
    assert text in run_failing_start(tmp_path, DATABASE_URL=url.format(folder=tmp_path))


def test_start_with_invalid_postgres_url_does_not_print_its_password(tmp_path: Path) -> None:
    refusal = run_failing_start(tmp_path, DATABASE_URL="postgresql://duel:sword#fish@127.0.0.1/duel")
    assert "URL" in refusal
    assert "sword" not in refusal


async def test_start_with_a_url_that_is_not_discords_fails(playground: Playground, tmp_path: Path) -> None:
    url = (await playground.load_setup())["api"].removesuffix("/api/v10")
    assert "DUEL_API" in await asyncio.to_thread(run_failing_start, tmp_path, DUEL_API=url)


async def test_start_with_damaged_heartbeat_table_fails(tmp_path: Path) -> None:
    async with await Store.open(f"sqlite:///{tmp_path / 'duel.db'}"):
        pass
    damage_table(tmp_path / "duel.db", "latest_heartbeat")
    assert "duel restore" in run_failing_start(tmp_path)


async def test_start_with_schema_of_another_development_version_fails(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'duel.db'}"
    await (await Store.open(url, write_schema(tmp_path / "schema", changed=True))).close()
    assert "another schema: delete it" in run_failing_start(tmp_path)
    assert "another schema: delete it" in await asyncio.to_thread(run_refused_command, "doctor", DATABASE_URL=url)


def test_misspelled_setting_is_logged_at_the_start(tmp_path: Path) -> None:
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path}/duel.db", "DUEL_API": "http://127.0.0.1:9", "DUEL_PRESES": "7"}
    done = run_subprocess("run", settings={"DISCORD_TOKEN": UNKNOWN_TOKEN} | settings)
    assert done.returncode == os.EX_TEMPFAIL, "the bot starts in spite of the unknown setting"
    warning = json.loads(done.stderr.splitlines()[0])
    assert warning["event"] == "unknown setting DUEL_PRESES: did you mean DUEL_PRESSES?"


def test_start_creates_the_default_folder_for_its_owner_only(tmp_path: Path) -> None:
    run_failing_start(
        tmp_path, os.EX_TEMPFAIL, DATABASE_URL="", XDG_STATE_HOME=f"{tmp_path}", DUEL_API="http://127.0.0.1:9"
    )
    folder = tmp_path / "wolf-and-bison"
    assert (folder / "duel.db").is_file()
    assert folder.stat().st_mode & 0o777 == 0o700


def test_error_names_the_health_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other_server:
        port = str(other_server.getsockname()[1])
        assert port in run_failing_start(tmp_path, DUEL_HEALTH_PORT=port)


@pytest.fixture
async def logging_bot(playground: Playground, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A bot with the most detailed log and a port for health and metrics."""
    bot = BotProcess(f"Logging bot {tmp_path.name}", tmp_path)
    await bot.register_application(playground)
    bot.environment |= {"DUEL_LOG": "debug", "DUEL_HEALTH_PORT": "0", LONG_SHUTDOWN_VARIABLE: "1"}
    bot.environment["DUEL_BACKUPS"] = str(tmp_path / "backups")
    yield bot
    bot.stop()


@pytest.fixture
async def server(playground: Playground, logging_bot: BotProcess) -> AsyncIterator[PlaygroundServer]:
    await logging_bot.start(playground)
    async with create_server(playground, logging_bot) as server:
        yield server
    await playground.control("clear_faults")


def read_log(bot: BotProcess) -> Iterator[dict[str, Any]]:
    """Yield the events of the log, one from each line."""
    for line in bot.log_path.read_text().splitlines():
        event = json.loads(line)
        assert {"timestamp", "level", "logger", "event"} <= event.keys()
        yield event


async def request_page(bot: BotProcess, path: str) -> tuple[int, str]:
    [port] = [event["event"].split()[-1] for event in read_log(bot) if "metrics" in event["event"]]
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as response:
        return response.status, await response.text()


async def read_metrics(bot: BotProcess, interactions: int) -> dict[str, str]:
    """Wait until this many interactions are counted, shortly after their answers, and return all metrics."""
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while True:
            _, page = await request_page(bot, "/metrics")
            metrics = dict(re.findall(r"^(\w+(?:\{[^}]*\})?) ([\d.e+-]+)$", page, re.MULTILINE))
            if sum(float(number) for name, number in metrics.items() if "interactions_total" in name) >= interactions:
                return metrics
            await asyncio.sleep(0.05)


@gate
async def test_health_and_metrics_report_the_bots_work(server: PlaygroundServer) -> None:
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while (health := await request_page(server.bot, "/healthz"))[0] != 200:
            await asyncio.sleep(0.05)
    assert json.loads(health[1]) == {"gateway": True, "store": True, "clock": True}
    match_id = await server.begin_match(server.otter, server.heron)
    await server.run_command(server.lynx, "duel resign", match=str(match_id))
    figures = await read_metrics(server.bot, interactions=3)
    exact = {
        'duel_refusals_total{key="not-seated"}': 1,
        'duel_interactions_total{outcome="refused"}': 1,
        'duel_interactions_total{outcome="answered"}': 2,
        "duel_acknowledgement_seconds_count": 3,
        'duel_gateway_up{shard="0"}': 1,
        'duel_matches{state="playing"}': 1,
    }
    assert {name: float(figures[name]) for name in exact} == exact
    at_least = {
        "duel_commit_seconds_count": 3,
        'duel_paint_seconds_count{kind="board"}': 1,
        "process_resident_memory_bytes": 1 << 20,
        'duel_requests_total{outcome="200",rate_limited="yes"}': 1,
        'duel_requests_total{outcome="200",rate_limited="no"}': 1,
        "duel_delivery_queue": 0,
        "duel_store_bytes": 4097,
    }
    assert not {name: figures[name] for name, minimum in at_least.items() if float(figures[name]) < minimum}
    assert 0 < float(figures["duel_requests_left"]) < 50
    assert float(figures["duel_last_backup_timestamp_seconds"]) == 0
    backup = server.bot.folder / "backups" / "duel-20260101-040000.db"
    backup.parent.mkdir()
    backup.touch()
    os.utime(backup, (1_767_240_000, 1_767_240_000))
    figures = await read_metrics(server.bot, interactions=3)
    assert float(figures["duel_last_backup_timestamp_seconds"]) == 1_767_240_000


@gate
async def test_bot_tells_systemd_that_it_is_ready_and_makes_progress(
    playground: Playground, logging_bot: BotProcess, tmp_path: Path
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(str(tmp_path / "notify"))
        receiver.setblocking(False)
        logging_bot.environment["NOTIFY_SOCKET"] = str(tmp_path / "notify")
        logging_bot.launch_process()
        received: set[bytes] = set()
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while len(received) < 2:
                received.add(await asyncio.get_running_loop().sock_recv(receiver, 64))
    assert received == {b"READY=1", b"WATCHDOG=1"}


@gate
async def test_invite_link_is_printed_at_start(
    playground: Playground, logging_bot: BotProcess, capfd: pytest.CaptureFixture[str]
) -> None:
    """The test removes `DUEL_GATEWAY`, with which no link is printed: Discord does not know a playground's bots."""
    logging_bot.receives_http = True
    del logging_bot.environment["DUEL_GATEWAY"]
    await logging_bot.start(playground)
    bots = (await playground.load_setup())["bots"]
    [application] = [bot["application_id"] for bot in bots if bot["name"] == logging_bot.name]
    assert f"client_id={application}" in capfd.readouterr().out


@gate
async def test_bot_exits_when_few_gateway_sessions_are_left(playground: Playground, logging_bot: BotProcess) -> None:
    """Discord resets the token of a bot that has used up its gateway sessions."""
    before = await get_last_wire_entry(playground)
    await playground.control("set_remaining_sessions", bot=logging_bot.name, remaining=49)
    logging_bot.launch_process()
    assert logging_bot.process
    assert await asyncio.to_thread(logging_bot.process.wait, TEST_TIMEOUT_S) == os.EX_TEMPFAIL
    assert "only 49 Discord sessions are left" in logging_bot.log_path.read_text()
    assert await logging_bot.count_ready_events(playground, before) == 0
    await playground.control("set_remaining_sessions", bot=logging_bot.name, remaining=1000)
    logging_bot.environment["DUEL_LOG"] = "warning"
    await logging_bot.start(playground)


@gate
async def test_autocomplete_without_the_database_is_empty_and_counted(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron)

    async def list_suggestions() -> list[str]:
        suggestions = await server.otter.autocomplete(server.channel, "duel replay", "match", match="")
        return [it["value"] for it in suggestions]

    assert await list_suggestions() == [str(match_id)]
    with server.bot.hide_table("seat"):
        assert await list_suggestions() == []
    assert await list_suggestions() == [str(match_id)]
    figures = await read_metrics(server.bot, interactions=5)
    assert figures['duel_interactions_total{outcome="completed"}'] == "2.0"
    assert "1.0" in {
        figures.get(f'duel_interactions_total{{outcome="{outcome}"}}') for outcome in ("unavailable", "failed")
    }
    assert "suggestions could not be loaded" in server.bot.read_errors()


@gate
async def test_stopping_bot_shows_stored_results_and_refuses_commands(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron)
    confirmation = (await server.run_command(server.otter, "duel resign", match=str(match_id))).message
    # The click is answered quickly, and the card is edited slowly.
    await server.fail_requests(EDIT_WEBHOOK_ROUTE, None, delay=3.0)
    assert (
        await server.otter.click(confirmation, custom_id=index_by_action(confirmation)[Action.CONFIRM_END_OF_MATCH])
    ).state == "answered"
    stopping = asyncio.create_task(asyncio.to_thread(server.bot.stop))
    await wait_for_log(server.bot, '"shutting down"')
    late_answer = await server.run_command(server.heron, "duel list")
    assert full_text(late_answer.message).startswith("Gerade klemmt etwas")
    assert await stopping == 0
    assert await server.wait_for_end(match_id)
    assert server.bot.query_store("SELECT count(*) FROM match WHERE events_shown < event_count") == [(0,)]


@gate
async def test_database_damage_is_found_at_the_next_start(server: PlaygroundServer) -> None:
    """The bot does not wait until it reads the damaged page, because its writes could make the damage worse."""
    bot = server.bot
    await server.begin_match(server.otter, server.heron)
    assert await asyncio.to_thread(bot.stop) == 0
    intact_database = bot.database_path.read_bytes()
    damage_table(bot.database_path, "season")
    bot.launch_process()
    assert bot.process
    assert await asyncio.to_thread(bot.process.wait, TEST_TIMEOUT_S) == 2
    assert "duel restore" in bot.log_path.read_text().splitlines()[-1]
    bot.database_path.write_bytes(intact_database)
    await bot.start(server.playground)


@gate
async def test_bot_exits_when_the_database_schema_is_too_new(server: PlaygroundServer) -> None:
    """A running bot continues if a newer bot has only added something to the schema, but not after other changes."""
    bot = server.bot
    with closing(sqlite3.connect(bot.database_path, isolation_level=None)) as newer:
        newer.execute("INSERT INTO migration (number, name, hash) VALUES (98, '0098_adds_wings', '')")
        await server.playground.control("advance_time", seconds=11)
        await server.begin_match(server.otter, server.heron)
        assert bot.is_alive
        newer.execute("INSERT INTO migration (number, name, hash) VALUES (99, '0099_feathers', '')")
    await server.playground.control("advance_time", seconds=11)
    assert bot.process
    assert await asyncio.to_thread(bot.process.wait, TEST_TIMEOUT_S) == 2
    assert "0099_feathers" in bot.log_path.read_text().splitlines()[-1]
    with closing(sqlite3.connect(bot.database_path, isolation_level=None)) as newer:
        newer.execute("DELETE FROM migration WHERE number > 90")
    await bot.start(server.playground)


@gate
async def test_log_contains_no_tokens_and_no_moves(server: PlaygroundServer) -> None:
    bot = server.bot
    before = await server.get_last_wire_entry()
    form = {"duel_limit": "3", "placement": "draft"}
    match_id = await server.begin_match(server.otter, server.heron, form=form, variant="memory")
    # Discord limits, rejects and fails requests, so that libraries and the bot log errors.
    await server.fail_requests(EDIT_ROUTE, 429, times=2)
    await server.fail_requests(ANSWER_ROUTE, 400)
    await server.lynx.run_command(server.channel, "duel list", bot=bot.name, wait=False)
    await wait_for_log(bot, '"error"')
    await server.fail_requests(EDIT_WEBHOOK_ROUTE, 500, times=2)
    await play_match(server, match_id)
    assert await asyncio.to_thread(bot.stop) == 0
    log = bot.log_path.read_text()
    requests = [entry["what"] for entry in await server.read_wire_log(before)]
    tokens = {found[1] for what in requests if (found := re.search(r"/(?:interactions|webhooks)/\d+/([^/?]+)", what))}
    words = {str(word) for (word,) in bot.query_store("SELECT payload FROM event WHERE kind = 'said'")}
    assert min(len(words), len(tokens)) > 10
    for secret in {*tokens, *words, *(word.replace(" ", ".") for word in words), bot.environment["DISCORD_TOKEN"]}:
        assert secret not in log
    events = list(read_log(bot))
    expected = {"match", "interaction", "error"}
    assert {key for event in events for key in expected & event.keys()} == expected
    assert {event["match"] for event in events if "match" in event} == {match_id}
