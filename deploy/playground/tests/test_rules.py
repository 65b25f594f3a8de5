"""What Discord forbids, hides and forgets, beyond the form of what is sent."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, web

from deploy.playground.tests.ground import NEWEST, Ground
from deploy.playground.tests.plain import MULTIPART, PICTURE, Plain, plainly
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground import http_server
from discord_playground.cdn import FILE_DELETION_DELAY_S
from discord_playground.client import Denied
from discord_playground.gateway.gateway import HEARTBEAT_ACK_DELAY_S
from discord_playground.playground import PlaygroundServer, PlaygroundSettings
from discord_playground.playground import PlaygroundServer as Whole
from discord_playground.world.permissions import compute_permissions
from discord_playground.world.saved_world import SAVE_FILE_NAME


async def test_a_refusal_is_ordered_for_one_channel(ground: Ground) -> None:
    post = "POST /channels/{channel_id}/messages"
    fault = {"route": post, "status": 400, "code": 200000, "channel": ground.duels}
    await ground.playground.stage("add_fault", **fault)
    async with plainly(ground) as bot:
        await bot.says(ground.lounge)
        status, answer = await bot.asks("POST", f"/channels/{ground.duels}/messages", {"content": "Hoo"})
        assert (status, answer["code"]) == (400, 200000)
        assert answer["message"] == "Message was blocked by automatic moderation"
        await bot.says(ground.duels)


async def test_where_the_wire_is_late_requests_overtake_each_other(ground: Ground) -> None:
    before, came = (await ground.playground.wire(NEWEST))["last"], list[int]()
    async with plainly(ground) as bot:

        async def asks(number: int) -> None:
            assert (await bot.asks("GET", "/users/@me"))[0] == 200
            came.append(number)

        await ground.playground.stage("set_latency", seconds=0.5)
        try:
            await asyncio.gather(*map(asks, range(20)))
        finally:
            await ground.playground.stage("set_latency", seconds=0)
    assert came != sorted(came)
    assert max(entry["ms"] for entry in await ground.wire(before)) > 100


BUTTON = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]


async def clicked(bot: Plain, message: Any) -> str:
    """The way to answer a click on that message."""
    async with bot.session.ws_connect(bot.ground.setup["gateway"]) as socket:
        await socket.send_json(bot.identify())
        while (event := await socket.receive_json(timeout=TIMEOUT_S))["t"] != "GUILD_CREATE":
            """Not there yet."""
        await bot.ground.otter.click(message, "Go", wait=False)
        while (event := await socket.receive_json(timeout=TIMEOUT_S))["t"] != "INTERACTION_CREATE":
            """Something else."""
    return f"/interactions/{event['d']['id']}/{event['d']['token']}/callback"


async def test_who_is_cut_off_twice_may_come_back_as_long_after_the_second_time(ground: Ground) -> None:
    async with plainly(ground) as bot:
        begun, seq = bot.identify(), 0
        session = ""
        for _ in range(3):
            async with bot.session.ws_connect(ground.setup["gateway"]) as socket:
                await socket.send_json(begun)
                while (event := await socket.receive_json(timeout=TIMEOUT_S))["t"] not in {"READY", "RESUMED"}:
                    assert event["op"] != 9, "it is known no more"
                    seq = event["s"] or seq
                session, seq = session or event["d"]["session_id"], event["s"] or seq
                await ground.playground.stage("disrupt_gateway", bot=ground.name, send="drop")
                while (await socket.receive(timeout=TIMEOUT_S)).type is WSMsgType.TEXT:
                    """Whatever was said before."""
            begun = {"op": 6, "d": {"token": ground.token, "session_id": session, "seq": seq}}
            await ground.playground.stage("advance_time", seconds=100)


async def test_what_one_person_alone_sees_is_quoted_to_nobody_else(ground: Ground) -> None:
    async with plainly(ground) as bot:
        told = await clicked(bot, await bot.says(ground.duels, components=BUTTON))
        secret = {"content": "A secret", "flags": 64, "components": BUTTON}
        assert (await bot.asks("POST", told, {"type": 4, "data": secret}))[0] == 204
        whispered = (await ground.otter.messages(ground.duels))[-1]
        aloud = await clicked(bot, whispered)
        assert (await bot.asks("POST", aloud, {"type": 4, "data": {"content": "Aloud"}}))[0] == 204
        (heard,) = [it for it in (await ground.heron.messages(ground.duels)) if it["content"] == "Aloud"]
        assert heard["message_reference"]["message_id"] == whispered["id"]
        assert heard["referenced_message"] is None
        with pytest.raises(Denied, match="for you alone"):
            await ground.otter.act("send", channel=ground.duels, content="Hm", reply_to=whispered["id"])


async def test_a_bot_that_leaves_takes_its_role_with_it() -> None:
    """Also from who has it in a world that was kept before nobody could be given it."""
    world = Whole(PlaygroundSettings(bot_names=("Owl",)), "http://127.0.0.1:1").world
    (guild,), (bot,) = world.guilds.values(), world.bots
    heron = next(one for one in guild.members if one != bot)
    guild.members[heron].role_ids.append(*guild.members[bot].role_ids)
    world.remove_member(guild, bot)
    assert guild.members[heron].role_ids == []
    assert compute_permissions(guild, None, heron)


@pytest.mark.parametrize("kind", [6, 7])
async def test_a_message_that_is_gone_is_not_updated(ground: Ground, kind: int) -> None:
    async with plainly(ground) as bot:
        message = await bot.says(ground.duels, components=BUTTON)
        answer = await clicked(bot, message)
        await bot.asks("DELETE", f"/channels/{ground.duels}/messages/{message['id']}")
        status, told = await bot.asks("POST", answer, {"type": kind, "data": {"content": "Gone"}})
        assert (status, told["code"]) == (404, 10008)
        assert (await bot.asks("POST", answer, {"type": 4, "data": {"content": "Too late."}}))[0] == 204


async def test_a_channel_that_is_gone_takes_no_follow_up(ground: Ground) -> None:
    async with plainly(ground) as bot:
        message = await bot.says(ground.lounge, components=BUTTON)
        answer = await clicked(bot, message)
        assert (await bot.asks("POST", answer, {"type": 5}))[0] == 204
        await ground.playground.stage("delete_channel", channel=ground.lounge)
        token = answer.split("/")[3]
        status, told = await bot.asks("POST", f"/webhooks/{message['author']['id']}/{token}", {"content": "Hoo"})
        assert (status, told["code"]) == (404, 10003)


@pytest.mark.parametrize("content", ["", "   ", "x" * 2001])
async def test_people_edit_as_they_write(ground: Ground, content: str) -> None:
    said = await ground.otter.say(ground.duels, "hello")
    with pytest.raises(Denied):
        await ground.otter.act("edit", message=said["id"], content=content)


async def test_people_answer_and_open_threads_where_the_message_is(ground: Ground) -> None:
    said = await ground.otter.say(ground.duels, "hello")
    with pytest.raises(Denied, match="another channel"):
        await ground.otter.act("send", channel=ground.lounge, content="hello", reply_to=said["id"])
    with pytest.raises(Denied, match="another channel"):
        await ground.otter.thread(ground.lounge, "Oak", said)


async def test_people_send_as_much_as_discord_takes(ground: Ground) -> None:
    with pytest.raises(Denied, match="files"):
        await ground.otter.act("send", channel=ground.duels, files=[{"name": "a", "data": ""}] * 11)


async def test_nobody_writes_to_themselves(ground: Ground) -> None:
    for deed in ({"do": "dm", "with": "otter"}, {"do": "send", "channel": "@otter", "content": "me"}):
        with pytest.raises(Denied, match="themselves"):
            await ground.playground.line.post("act", {"as": "otter", **deed})


async def test_a_file_that_no_message_has_is_forgotten(ground: Ground) -> None:
    async with plainly(ground) as bot:
        path = f"/channels/{ground.duels}/messages"
        _, message = await bot.asks("POST", path, PICTURE, **MULTIPART)
        _, edited = await bot.asks("PATCH", f"{path}/{message['id']}", PICTURE, **MULTIPART)
        old, new = (one["attachments"][0]["url"] for one in (message, edited))
        assert [await fetched(bot, url) for url in (old, new)] == [200, 200]
        await ground.playground.stage("advance_time", seconds=FILE_DELETION_DELAY_S + 1)
        assert [await fetched(bot, url) for url in (old, new)] == [404, 200]
        await bot.asks("DELETE", f"{path}/{message['id']}")
        await ground.playground.stage("advance_time", seconds=FILE_DELETION_DELAY_S + 1)
        assert await fetched(bot, new) == 404


async def fetched(bot: Plain, url: str) -> int:
    async with bot.session.get(url) as response:
        return response.status


async def test_a_disk_that_was_full_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "SAVE_INTERVAL_S", 0.01)
    playground = PlaygroundServer(PlaygroundSettings(folder=tmp_path), "http://127.0.0.1:1")
    runner = web.AppRunner(http_server.create_application(playground))
    await runner.setup()
    (tmp_path / f"{SAVE_FILE_NAME}.new").mkdir()  # where the world would be written
    playground.world.create_person("marten")
    async with asyncio.timeout(TIMEOUT_S):
        while not playground.traffic_log.refused_count:
            await asyncio.sleep(0.01)
        assert "marten" not in (tmp_path / SAVE_FILE_NAME).read_text()
        (tmp_path / f"{SAVE_FILE_NAME}.new").rmdir()
        while "marten" not in (tmp_path / SAVE_FILE_NAME).read_text():
            await asyncio.sleep(0.01)
    await runner.cleanup()


async def test_a_thread_in_which_nobody_speaks_is_archived(ground: Ground) -> None:
    thread = await ground.heron.thread(ground.duels, "nest")
    await ground.heron.say(thread["id"], "Hoo")
    await ground.playground.stage("advance_time", seconds=4320 * 60 - 60)
    await ground.heron.say(thread["id"], "Still here")
    await ground.playground.stage("advance_time", seconds=120)
    assert not (await ground.heron.until(lambda seen: seen.channel(thread["id"])))["archived"]
    await ground.playground.stage("advance_time", seconds=4320 * 60)
    assert (await ground.heron.until(lambda seen: seen.channel(thread["id"])))["archived"]


async def test_slow_mode_holds_people_back(ground: Ground) -> None:
    rights = {"channel": ground.lounge, "whom": ground.role, "allow": ["manage_channels"]}
    await ground.playground.stage("set_permissions", **rights)
    async with plainly(ground) as bot:
        status, _ = await bot.asks("PATCH", f"/channels/{ground.lounge}", {"rate_limit_per_user": 3600})
        assert status == 200
        await ground.heron.say(ground.lounge, "Hoo")
        with pytest.raises(Denied, match="slow mode"):
            await ground.heron.say(ground.lounge, "Hoo")
        await bot.says(ground.lounge)
        await bot.says(ground.lounge)
    await ground.playground.stage("advance_time", seconds=3601)
    await ground.heron.say(ground.lounge, "Hoo")


async def greeted(bot: Plain) -> None:
    async with bot.session.ws_connect(bot.ground.setup["gateway"]) as socket:
        await socket.send_json(bot.identify())
        while (await socket.receive_json(timeout=TIMEOUT_S))["t"] != "READY":
            """The hello."""


async def test_an_echo_takes_its_time(ground: Ground) -> None:
    """discord.py looks at its watch once it has sent, and warns of what was answered before."""
    async with plainly(ground) as bot, bot.session.ws_connect(ground.setup["gateway"]) as socket:
        assert (await socket.receive_json(timeout=TIMEOUT_S))["op"] == 10
        before = asyncio.get_running_loop().time()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json(timeout=TIMEOUT_S))["op"] == 11
        assert asyncio.get_running_loop().time() - before >= HEARTBEAT_ACK_DELAY_S / 2


async def test_a_bot_begins_so_many_sessions_a_day_and_no_more(ground: Ground) -> None:
    async def told() -> tuple[int, int]:
        limit = (await bot.asks("GET", "/gateway/bot"))[1]["session_start_limit"]
        return limit["remaining"], limit["reset_after"]

    async with plainly(ground) as bot:
        assert await told() == (1000, 0)
        await greeted(bot)
        remaining, reset = await told()
        assert remaining == 999
        assert 0 < reset <= 86_400_000
        await ground.playground.stage("set_remaining_sessions", bot=ground.name, remaining=1)
        await greeted(bot)
        assert (await told())[0] == 0
        assert await bot.hangs_up(bot.identify()) == 4004
        await ground.playground.stage("advance_time", seconds=86_400)
        assert await told() == (1000, 0)
        await greeted(bot)


def test_a_bot_has_three_seconds_until_something_else_is_said() -> None:
    assert Whole(PlaygroundSettings(), "http://127.0.0.1:1").response_timeout_s == 3
