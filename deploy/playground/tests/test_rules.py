"""What Discord forbids, hides and forgets, beyond the form of what is sent."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, web

from deploy.playground.tests.raw_bot import MULTIPART_HEADERS, MULTIPART_MESSAGE, RawBot, open_raw_bot
from deploy.playground.tests.sandbox import PAST_LAST_ENTRY, Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground import http_server
from discord_playground.cdn import FILE_DELETION_DELAY_S
from discord_playground.client import PlaygroundError
from discord_playground.gateway.gateway import HEARTBEAT_ACK_DELAY_S
from discord_playground.playground import PlaygroundServer, PlaygroundSettings
from discord_playground.playground import PlaygroundServer as Whole
from discord_playground.world.permissions import compute_permissions
from discord_playground.world.saved_world import SAVE_FILE_NAME


async def test_a_refusal_is_ordered_for_one_channel(sandbox: Sandbox) -> None:
    post = "POST /channels/{channel_id}/messages"
    fault = {"route": post, "status": 400, "code": 200000, "channel": sandbox.duels_id}
    await sandbox.playground.control("add_fault", **fault)
    async with open_raw_bot(sandbox) as bot:
        await bot.send_message(sandbox.lounge_id)
        status, answer = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", {"content": "Hoo"})
        assert (status, answer["code"]) == (400, 200000)
        assert answer["message"] == "Message was blocked by automatic moderation"
        await bot.send_message(sandbox.duels_id)


async def test_where_the_wire_is_late_requests_overtake_each_other(sandbox: Sandbox) -> None:
    before, came = (await sandbox.playground.load_traffic_log(PAST_LAST_ENTRY))["last"], list[int]()
    async with open_raw_bot(sandbox) as bot:

        async def asks(number: int) -> None:
            assert (await bot.request("GET", "/users/@me"))[0] == 200
            came.append(number)

        await sandbox.playground.control("set_latency", seconds=0.5)
        try:
            await asyncio.gather(*map(asks, range(20)))
        finally:
            await sandbox.playground.control("set_latency", seconds=0)
    assert came != sorted(came)
    assert max(entry["ms"] for entry in await sandbox.load_traffic_log(before)) > 100


BUTTON_ROW = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]


async def click_and_get_callback_path(bot: RawBot, message: Any) -> str:
    """The way to answer a click on that message."""
    async with bot.session.ws_connect(bot.sandbox.setup["gateway"]) as socket:
        await socket.send_json(bot.identify_payload())
        while (event := await socket.receive_json(timeout=TIMEOUT_S))["t"] != "GUILD_CREATE":
            """Not there yet."""
        await bot.sandbox.otter.click(message, "Go", wait=False)
        while (event := await socket.receive_json(timeout=TIMEOUT_S))["t"] != "INTERACTION_CREATE":
            """Something else."""
    return f"/interactions/{event['d']['id']}/{event['d']['token']}/callback"


async def test_who_is_cut_off_twice_may_come_back_as_long_after_the_second_time(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        begun, seq = bot.identify_payload(), 0
        session = ""
        for _ in range(3):
            async with bot.session.ws_connect(sandbox.setup["gateway"]) as socket:
                await socket.send_json(begun)
                while (event := await socket.receive_json(timeout=TIMEOUT_S))["t"] not in {"READY", "RESUMED"}:
                    assert event["op"] != 9, "it is known no more"
                    seq = event["s"] or seq
                session, seq = session or event["d"]["session_id"], event["s"] or seq
                await sandbox.playground.control("disrupt_gateway", bot=sandbox.bot_name, send="drop")
                while (await socket.receive(timeout=TIMEOUT_S)).type is WSMsgType.TEXT:
                    """Whatever was said before."""
            begun = {"op": 6, "d": {"token": sandbox.bot_token, "session_id": session, "seq": seq}}
            await sandbox.playground.control("advance_time", seconds=100)


async def test_what_one_person_alone_sees_is_quoted_to_nobody_else(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        told = await click_and_get_callback_path(bot, await bot.send_message(sandbox.duels_id, components=BUTTON_ROW))
        secret = {"content": "A secret", "flags": 64, "components": BUTTON_ROW}
        assert (await bot.request("POST", told, {"type": 4, "data": secret}))[0] == 204
        whispered = (await sandbox.otter.load_messages(sandbox.duels_id))[-1]
        aloud = await click_and_get_callback_path(bot, whispered)
        assert (await bot.request("POST", aloud, {"type": 4, "data": {"content": "Aloud"}}))[0] == 204
        (heard,) = [it for it in (await sandbox.heron.load_messages(sandbox.duels_id)) if it["content"] == "Aloud"]
        assert heard["message_reference"]["message_id"] == whispered["id"]
        assert heard["referenced_message"] is None
        with pytest.raises(PlaygroundError, match="for you alone"):
            await sandbox.otter.perform_action("send", channel=sandbox.duels_id, content="Hm", reply_to=whispered["id"])


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
async def test_a_message_that_is_gone_is_not_updated(sandbox: Sandbox, kind: int) -> None:
    async with open_raw_bot(sandbox) as bot:
        message = await bot.send_message(sandbox.duels_id, components=BUTTON_ROW)
        answer = await click_and_get_callback_path(bot, message)
        await bot.request("DELETE", f"/channels/{sandbox.duels_id}/messages/{message['id']}")
        status, told = await bot.request("POST", answer, {"type": kind, "data": {"content": "Gone"}})
        assert (status, told["code"]) == (404, 10008)
        assert (await bot.request("POST", answer, {"type": 4, "data": {"content": "Too late."}}))[0] == 204


async def test_a_channel_that_is_gone_takes_no_follow_up(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        message = await bot.send_message(sandbox.lounge_id, components=BUTTON_ROW)
        answer = await click_and_get_callback_path(bot, message)
        assert (await bot.request("POST", answer, {"type": 5}))[0] == 204
        await sandbox.playground.control("delete_channel", channel=sandbox.lounge_id)
        token = answer.split("/")[3]
        status, told = await bot.request("POST", f"/webhooks/{message['author']['id']}/{token}", {"content": "Hoo"})
        assert (status, told["code"]) == (404, 10003)


@pytest.mark.parametrize("content", ["", "   ", "x" * 2001])
async def test_people_edit_as_they_write(sandbox: Sandbox, content: str) -> None:
    said = await sandbox.otter.send_message(sandbox.duels_id, "hello")
    with pytest.raises(PlaygroundError):
        await sandbox.otter.perform_action("edit", message=said["id"], content=content)


async def test_people_answer_and_open_threads_where_the_message_is(sandbox: Sandbox) -> None:
    said = await sandbox.otter.send_message(sandbox.duels_id, "hello")
    with pytest.raises(PlaygroundError, match="another channel"):
        await sandbox.otter.perform_action("send", channel=sandbox.lounge_id, content="hello", reply_to=said["id"])
    with pytest.raises(PlaygroundError, match="another channel"):
        await sandbox.otter.create_thread(sandbox.lounge_id, "Oak", said)


async def test_people_send_as_much_as_discord_takes(sandbox: Sandbox) -> None:
    with pytest.raises(PlaygroundError, match="files"):
        await sandbox.otter.perform_action("send", channel=sandbox.duels_id, files=[{"name": "a", "data": ""}] * 11)


async def test_nobody_writes_to_themselves(sandbox: Sandbox) -> None:
    for deed in ({"do": "dm", "with": "otter"}, {"do": "send", "channel": "@otter", "content": "me"}):
        with pytest.raises(PlaygroundError, match="themselves"):
            await sandbox.playground.api_client.post("act", {"as": "otter", **deed})


async def test_a_file_that_no_message_has_is_forgotten(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        path = f"/channels/{sandbox.duels_id}/messages"
        _, message = await bot.request("POST", path, MULTIPART_MESSAGE, **MULTIPART_HEADERS)
        _, edited = await bot.request("PATCH", f"{path}/{message['id']}", MULTIPART_MESSAGE, **MULTIPART_HEADERS)
        old, new = (one["attachments"][0]["url"] for one in (message, edited))
        assert [await fetch_status(bot, url) for url in (old, new)] == [200, 200]
        await sandbox.playground.control("advance_time", seconds=FILE_DELETION_DELAY_S + 1)
        assert [await fetch_status(bot, url) for url in (old, new)] == [404, 200]
        await bot.request("DELETE", f"{path}/{message['id']}")
        await sandbox.playground.control("advance_time", seconds=FILE_DELETION_DELAY_S + 1)
        assert await fetch_status(bot, new) == 404


async def fetch_status(bot: RawBot, url: str) -> int:
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


async def test_a_thread_in_which_nobody_speaks_is_archived(sandbox: Sandbox) -> None:
    thread = await sandbox.heron.create_thread(sandbox.duels_id, "nest")
    await sandbox.heron.send_message(thread["id"], "Hoo")
    await sandbox.playground.control("advance_time", seconds=4320 * 60 - 60)
    await sandbox.heron.send_message(thread["id"], "Still here")
    await sandbox.playground.control("advance_time", seconds=120)
    assert not (await sandbox.heron.wait_until(lambda seen: seen.find_channel(thread["id"])))["archived"]
    await sandbox.playground.control("advance_time", seconds=4320 * 60)
    assert (await sandbox.heron.wait_until(lambda seen: seen.find_channel(thread["id"])))["archived"]


async def test_slow_mode_holds_people_back(sandbox: Sandbox) -> None:
    rights = {"channel": sandbox.lounge_id, "whom": sandbox.bot_role_id, "allow": ["manage_channels"]}
    await sandbox.playground.control("set_permissions", **rights)
    async with open_raw_bot(sandbox) as bot:
        status, _ = await bot.request("PATCH", f"/channels/{sandbox.lounge_id}", {"rate_limit_per_user": 3600})
        assert status == 200
        await sandbox.heron.send_message(sandbox.lounge_id, "Hoo")
        with pytest.raises(PlaygroundError, match="slow mode"):
            await sandbox.heron.send_message(sandbox.lounge_id, "Hoo")
        await bot.send_message(sandbox.lounge_id)
        await bot.send_message(sandbox.lounge_id)
    await sandbox.playground.control("advance_time", seconds=3601)
    await sandbox.heron.send_message(sandbox.lounge_id, "Hoo")


async def identify_once(bot: RawBot) -> None:
    async with bot.session.ws_connect(bot.sandbox.setup["gateway"]) as socket:
        await socket.send_json(bot.identify_payload())
        while (await socket.receive_json(timeout=TIMEOUT_S))["t"] != "READY":
            """The hello."""


async def test_an_echo_takes_its_time(sandbox: Sandbox) -> None:
    """discord.py looks at its watch once it has sent, and warns of what was answered before."""
    async with open_raw_bot(sandbox) as bot, bot.session.ws_connect(sandbox.setup["gateway"]) as socket:
        assert (await socket.receive_json(timeout=TIMEOUT_S))["op"] == 10
        before = asyncio.get_running_loop().time()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json(timeout=TIMEOUT_S))["op"] == 11
        assert asyncio.get_running_loop().time() - before >= HEARTBEAT_ACK_DELAY_S / 2


async def test_a_bot_begins_so_many_sessions_a_day_and_no_more(sandbox: Sandbox) -> None:
    async def told() -> tuple[int, int]:
        limit = (await bot.request("GET", "/gateway/bot"))[1]["session_start_limit"]
        return limit["remaining"], limit["reset_after"]

    async with open_raw_bot(sandbox) as bot:
        assert await told() == (1000, 0)
        await identify_once(bot)
        remaining, reset = await told()
        assert remaining == 999
        assert 0 < reset <= 86_400_000
        await sandbox.playground.control("set_remaining_sessions", bot=sandbox.bot_name, remaining=1)
        await identify_once(bot)
        assert (await told())[0] == 0
        assert await bot.get_close_code(bot.identify_payload()) == 4004
        await sandbox.playground.control("advance_time", seconds=86_400)
        assert await told() == (1000, 0)
        await identify_once(bot)


def test_a_bot_has_three_seconds_until_something_else_is_said() -> None:
    assert Whole(PlaygroundSettings(), "http://127.0.0.1:1").response_timeout_s == 3
