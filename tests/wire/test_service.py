"""The bot as its host has it: how it begins and ends, how it is, and what it tells of itself.

Nearly a third of it is refusals: each thing for which it does not begin, and the line that says so.
"""

from __future__ import annotations

import asyncio
import base64
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

from bot.host.invite import PERMISSIONS
from bot.scenes.address import Verb
from deploy.playground.client import Playground, text
from storage import Store
from tests.bot.terminal import called, started
from tests.kit.process import Process
from tests.kit.wire_person import verbs
from tests.patience import PATIENCE
from tests.storage.schema import write_schema
from tests.wire.driven import Driven, played
from tests.wire.glade import Glade, founded

TOKEN = base64.b64encode(b"123456789012345678").decode() + ".abcdef.ghijklmnop"


def refused(*args: str, **settings: str) -> str:
    """The one clear line, and exit code 2."""
    return said_no(called(*args, settings=settings))


def barred(*args: str, **settings: str) -> str:
    """The same of one that has begun to be a bot."""
    return said_no(started(*args, settings=settings))


def said_no(done: subprocess.CompletedProcess[str], code: int = 2) -> str:
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (code, "", 1), done.stderr
    return done.stderr


# before it is there


def test_without_a_token_it_is_nobody() -> None:
    assert refused("run") == refused("run", DISCORD_TOKEN="") == "duel: DISCORD_TOKEN is not set\n"
    junk = {"DISCORD_TOKEN": "swordfish"}
    assert refused("invite", DISCORD_TOKEN="") == "duel: DISCORD_TOKEN is not set\n"
    assert refused("invite", **junk) == "duel: DISCORD_TOKEN does not look like the token of a bot\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DUEL_LOG", "loud"),
        ("DUEL_HEALTH_PORT", "99999"),
        ("DUEL_HEALTH_PORT", "none"),
        ("DUEL_SHARDS", "4/4"),
        # A file has room for one process, and so for all shards.
        ("DUEL_SHARDS", "0-1/4"),
    ],
)
def test_a_setting_that_cannot_be_is_named(name: str, value: str) -> None:
    assert name in refused("run", DISCORD_TOKEN=TOKEN, **{name: value})


@pytest.mark.parametrize("command", [("doctor",), ("restore", "nowhere"), ("backup", "nowhere"), ("ladder", "rebuild")])
def test_a_wrong_setting_is_one_line_for_whoever_looks_after_the_store(command: tuple[str, ...]) -> None:
    assert refused(*command, DUEL_MINDS="0").startswith("duel: DUEL_MINDS: ")


async def test_a_token_that_discord_does_not_know(playground: Playground, tmp_path: Path) -> None:
    at = {"DUEL_API": (await playground.setup())["api"], "DATABASE_URL": f"sqlite:///{tmp_path / 'duel.db'}"}
    told = await asyncio.to_thread(barred, "run", DISCORD_TOKEN=TOKEN, **at)
    assert "DISCORD_TOKEN" in told
    assert TOKEN not in told


@pytest.mark.gate
def test_a_discord_that_is_not_there(tmp_path: Path) -> None:
    at = {"DUEL_API": "http://127.0.0.1:9/api/v10", "DATABASE_URL": f"sqlite:///{tmp_path / 'duel.db'}"}
    assert "out of reach" in said_no(started("run", settings={"DISCORD_TOKEN": TOKEN, **at}), 75)


@pytest.mark.gate
async def test_a_file_that_another_has_is_waited_for(tmp_path: Path) -> None:
    """Somebody may be forgotten just then, or the bot before this one takes its leave."""
    at = {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": f"sqlite:///{tmp_path / 'duel.db'}"}
    async with await Store.open(at["DATABASE_URL"]):
        assert "another bot" in said_no(started("run", settings=at), 75)


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:///{folder}/junk.db",
        *(
            pytest.param(url, marks=pytest.mark.gate)
            for url in ("sqlite:////nowhere/duel.db", "sqlite:///{folder}", "mysql://here")
        ),
    ],
)
def test_a_database_that_cannot_be_read(url: str, tmp_path: Path) -> None:
    (tmp_path / "junk.db").write_bytes(b"no database " * 1000)
    barred("run", DISCORD_TOKEN=TOKEN, DATABASE_URL=url.format(folder=tmp_path))


async def test_a_database_that_is_damaged_where_it_is_read_first_when_all_else_is_there(tmp_path: Path) -> None:
    """A start is no look through the whole file. To start once more would be in vain."""
    path = tmp_path / "duel.db"
    async with await Store.open(f"sqlite:///{path}"):
        pass
    with closing(sqlite3.connect(path)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'pulse'")
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xa5" * 4096)
    assert "duel restore" in await asyncio.to_thread(
        barred, "run", DISCORD_TOKEN=TOKEN, DATABASE_URL=f"sqlite:///{path}"
    )


async def test_a_database_that_another_development_version_has_made(tmp_path: Path) -> None:
    at = {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": f"sqlite:///{tmp_path / 'duel.db'}"}
    await (await Store.open(at["DATABASE_URL"], write_schema(tmp_path / "schema", changed=True))).close()
    assert "another schema: delete it" in await asyncio.to_thread(barred, "run", **at)
    assert "another schema: delete it" in await asyncio.to_thread(refused, "doctor", **at)


@pytest.mark.gate
def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        at = {"DATABASE_URL": f"sqlite:///{tmp_path / 'duel.db'}", "DUEL_HEALTH_PORT": port}
        assert port in barred("run", DISCORD_TOKEN=TOKEN, **at)


def test_the_invites_name_the_bot_and_what_it_needs() -> None:
    told = called("invite", settings={"DISCORD_TOKEN": TOKEN}).stdout.split()
    to_a_server, for_oneself = (word for word in told if word.startswith("https://"))
    for url in (to_a_server, for_oneself):
        assert "client_id=123456789012345678" in url
    assert "scope=bot+applications.commands" in to_a_server
    assert f"permissions={sum(PERMISSIONS.values())}&integration_type=0" in to_a_server
    assert "scope=applications.commands&integration_type=1" in for_oneself
    assert "permissions" not in for_oneself


# while it is there


@pytest.fixture
async def owl(playground: Playground, tmp_path: Path) -> AsyncIterator[Process]:
    """A bot that tells as much as it ever would, and may be asked how it is."""
    bot = Process(f"Owl of {tmp_path.name}", tmp_path, program=("tests.wire.patient", "run"))
    await bot.hired(playground)
    bot.environment |= {"DUEL_LOG": "debug", "DUEL_HEALTH_PORT": "0"}
    yield bot
    bot.shut()


@pytest.fixture
async def hollow(playground: Playground, owl: Process) -> AsyncIterator[Glade]:
    await owl.opened(playground)
    async with founded(playground, owl) as glade:
        yield glade
    # Trouble that was ordered here and has not come is nobody else's.
    await playground.stage("mend")


def told(bot: Process) -> Iterator[dict[str, Any]]:
    """Every line of its log is one event."""
    for line in bot.log.read_text().splitlines():
        event = json.loads(line)
        assert {"at", "level", "from", "event"} <= event.keys()
        yield event


async def asked(bot: Process, path: str) -> tuple[int, str]:
    [port] = [event["event"].split()[-1] for event in told(bot) if "metrics" in event["event"]]
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as response:
        return response.status, await response.text()


async def counted(bot: Process, interactions: int) -> dict[str, str]:
    """What it counts, once it has counted so many: people have their answer a moment before the bot knows that."""
    async with asyncio.timeout(PATIENCE):
        while True:
            _, page = await asked(bot, "/metrics")
            found = dict(re.findall(r"^(\w+(?:\{[^}]*\})?) ([\d.e+-]+)$", page, re.MULTILINE))
            if sum(float(number) for name, number in found.items() if "interactions_total" in name) >= interactions:
                return found
            await asyncio.sleep(0.05)


async def test_it_tells_how_it_is(hollow: Glade) -> None:
    async with asyncio.timeout(PATIENCE):
        while (health := await asked(hollow.bot, "/healthz"))[0] != 200:
            await asyncio.sleep(0.05)
    assert json.loads(health[1]) == {"gateway": True, "store": True, "clock": True}


@pytest.mark.gate
async def test_it_says_how_it_is_invited(
    playground: Playground, owl: Process, capfd: pytest.CaptureFixture[str]
) -> None:
    await owl.opened(playground)
    [application] = [bot["application_id"] for bot in (await playground.setup())["bots"] if bot["name"] == owl.name]
    assert f"client_id={application}" in capfd.readouterr().out


@pytest.mark.gate
async def test_it_begins_no_session_when_none_is_left(playground: Playground, owl: Process) -> None:
    """Discord would take its token away."""
    before = (await playground.wire(1 << 60))["last"]
    await playground.stage("starts", bot=owl.name, remaining=49)
    owl.launched()
    assert owl.process
    assert await asyncio.to_thread(owl.process.wait, PATIENCE) == os.EX_TEMPFAIL
    assert "only 49 sessions are left" in owl.log.read_text()
    assert await owl.greetings(playground, before) == 0
    await playground.stage("starts", bot=owl.name, remaining=1000)
    owl.environment["DUEL_LOG"] = "warning"
    await owl.opened(playground)


@pytest.mark.gate
async def test_it_counts_what_it_does(hollow: Glade) -> None:
    match = await hollow.begun(hollow.otter, hollow.heron)
    await hollow.says(hollow.lynx, "duel resign", match=str(match))
    figures = await counted(hollow.bot, interactions=3)
    assert figures['duel_refusals_total{key="not-seated"}'] == "1.0"
    assert figures['duel_interactions_total{came="refused"}'] == "1.0"
    assert figures['duel_interactions_total{came="answered"}'] == "2.0"
    assert figures["duel_acknowledgement_seconds_count"] == "3.0"
    assert figures['duel_gateway_up{shard="0"}'] == "1.0"
    assert float(figures["duel_commit_seconds_count"]) >= 3
    assert float(figures['duel_paint_seconds_count{what="board"}']) >= 1
    assert float(figures["process_resident_memory_bytes"]) > 1 << 20
    assert "duel_herald_queue" in figures
    assert float(figures['duel_requests_total{came="200",counts="yes"}']) >= 1
    assert float(figures['duel_requests_total{came="204",counts="no"}']) >= 1
    assert 0 < float(figures["duel_requests_left"]) < 50
    assert figures['duel_matches{state="playing"}'] == "1.0"
    assert float(figures["duel_store_bytes"]) > 4096


@pytest.mark.gate
async def test_what_cannot_be_completed_is_answered_and_counted(hollow: Glade) -> None:
    """Whoever types hears that nothing is found, and the host why."""
    match = await hollow.begun(hollow.otter, hollow.heron)

    async def completed() -> list[str]:
        found = await hollow.otter.complete(hollow.channel, "duel replay", "match", match="")
        return [choice["value"] for choice in found]

    assert await completed() == [str(match)]
    with hollow.bot.out_of_order("seat"):
        assert await completed() == []
    assert await completed() == [str(match)]
    figures = await counted(hollow.bot, interactions=5)
    assert figures['duel_interactions_total{came="completed"}'] == "2.0"
    assert "1.0" in {figures.get(f'duel_interactions_total{{came="{came}"}}') for came in ("put off", "failed")}
    assert "not completed" in hollow.bot.complained()


@pytest.mark.gate
async def test_asked_to_stop_it_tells_first_what_it_stored(hollow: Glade) -> None:
    match = await hollow.begun(hollow.otter, hollow.heron)
    sure = await hollow.says(hollow.otter, "duel resign", match=str(match))
    # The answer to the click is fast, the card is slow.
    route = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
    await hollow.playground.stage("fault", route=route, status=None, delay=3.0)
    done = await hollow.otter.click(sure.message, custom_id=verbs(sure.message)[Verb.CALL])
    assert done.state == "answered"
    stopping = asyncio.create_task(asyncio.to_thread(hollow.bot.shut))
    async with asyncio.timeout(PATIENCE):
        while not any(event["event"] == "asked to stop" for event in told(hollow.bot)):
            await asyncio.sleep(0.01)
    late = await hollow.says(hollow.heron, "duel list")
    assert text(late.message).startswith("Gerade klemmt etwas")
    assert await stopping == 0
    assert await hollow.over(match)
    assert hollow.bot.asked("SELECT count(*) FROM match WHERE shown < seq") == [(0,)]


# what it never tells


@pytest.mark.gate
async def test_damage_is_found_at_the_next_start_however_it_ended(hollow: Glade) -> None:
    """Nobody need come across it: what it writes meanwhile might damage more."""
    bot = hollow.bot
    await hollow.begun(hollow.otter, hollow.heron)
    [(page,)] = bot.asked("SELECT rootpage FROM sqlite_master WHERE name = 'season'")
    assert await asyncio.to_thread(bot.shut) == 0
    whole = bot.database.read_bytes()
    with bot.database.open("r+b") as file:
        file.seek((int(str(page)) - 1) * 4096)
        file.write(b"\xa5" * 4096)
    bot.launched()
    assert bot.process
    assert await asyncio.to_thread(bot.process.wait, PATIENCE) == 2
    assert "duel restore" in bot.log.read_text().splitlines()[-1]
    bot.database.write_bytes(whole)
    await bot.opened(hollow.playground)


@pytest.mark.gate
async def test_one_that_is_too_old_for_the_store_says_so_and_leaves(hollow: Glade) -> None:
    """What a newer bot has only added troubles nobody; what it has changed ends all that do not know it."""
    bot = hollow.bot
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as newer:
        newer.execute("INSERT INTO migration (number, name, hash) VALUES (98, '0098_adds_wings', '')")
        await hollow.playground.stage("time", seconds=11)
        await hollow.begun(hollow.otter, hollow.heron)
        assert bot.alive
        newer.execute("INSERT INTO migration (number, name, hash) VALUES (99, '0099_feathers', '')")
    await hollow.playground.stage("time", seconds=11)
    assert bot.process
    assert await asyncio.to_thread(bot.process.wait, PATIENCE) == 2
    assert "0099_feathers" in bot.log.read_text().splitlines()[-1]
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as newer:
        newer.execute("DELETE FROM migration WHERE number > 90")
    await bot.opened(hollow.playground)


@pytest.mark.gate
async def test_its_log_keeps_every_secret(hollow: Glade) -> None:
    bot = hollow.bot
    before = (await hollow.playground.wire(1 << 60))["last"]
    match = await hollow.begun(
        hollow.otter, hollow.heron, form={"duel_limit": "3", "placement": "draft"}, variant="memory"
    )
    # Discord is slow, refuses, and breaks: libraries and we ourselves have something to tell.
    await hollow.fault("PATCH /channels/{channel_id}/messages/{message_id}", 429, times=2)
    await hollow.fault("POST /interactions/{interaction_id}/{interaction_token}/callback", 400)
    await hollow.lynx.command(hollow.channel, "duel list", bot=bot.name, wait=False)
    async with asyncio.timeout(PATIENCE):
        while '"error"' not in bot.log.read_text():
            await asyncio.sleep(0.05)
    await hollow.fault("PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", 500, times=2)
    await played(hollow, match, hollow.otter, hollow.heron, manner=Driven.in_the_hand)
    assert await asyncio.to_thread(bot.shut) == 0
    log = bot.log.read_text()
    wire = [entry["what"] for entry in (await hollow.playground.wire(before))["entries"]]
    tokens = {found[1] for what in wire if (found := re.search(r"/(?:interactions|webhooks)/\d+/([^/?]+)", what))}
    words = {str(word) for (word,) in bot.asked("SELECT word FROM event WHERE kind = 'said'")}
    assert len(words) > 10
    assert len(tokens) > 10
    for secret in {*tokens, *words, *(word.replace(" ", ".") for word in words), bot.environment["DISCORD_TOKEN"]}:
        assert secret not in log
    events = list(told(bot))
    assert {key for event in events for key in ("match", "interaction", "error") if key in event} == {
        "match", "interaction", "error"
    }  # fmt: skip
    assert {event["match"] for event in events if "match" in event} == {match}
