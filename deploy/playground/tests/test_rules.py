"""Test Discord's rules that do not depend on the format of a request: sessions, visibility, deletion and limits."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, web

from deploy.playground.tests.raw_bot import MULTIPART_HEADERS, MULTIPART_MESSAGE, RawBot, open_raw_bot, wait_for_event
from deploy.playground.tests.sandbox import PAST_LAST_ENTRY, Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground import http_server
from discord_playground.cdn import FILE_DELETION_DELAY_S
from discord_playground.client import PlaygroundError
from discord_playground.gateway.gateway import HEARTBEAT_ACK_DELAY_S
from discord_playground.playground import PlaygroundServer, PlaygroundSettings
from discord_playground.world.permissions import compute_permissions
from discord_playground.world.saved_world import SAVE_FILE_NAME


async def test_fault_applies_to_one_channel_once(sandbox: Sandbox) -> None:
    post = "POST /channels/{channel_id}/messages"
    fault = {"route": post, "status": 400, "code": 200000, "channel": sandbox.duels_id}
    await sandbox.playground.control("add_fault", **fault)
    async with open_raw_bot(sandbox) as bot:
        await bot.send_message(sandbox.lounge_id)
        status, answer = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", {"content": "Hoo"})
        assert (status, answer["code"]) == (400, 200000)
        assert answer["message"] == "Message was blocked by automatic moderation"
        await bot.send_message(sandbox.duels_id)


async def test_latency_reorders_concurrent_requests(sandbox: Sandbox) -> None:
    last_entry, finished = (await sandbox.playground.load_traffic_log(PAST_LAST_ENTRY))["last"], list[int]()
    async with open_raw_bot(sandbox) as bot:

        async def send_request(number: int) -> None:
            assert (await bot.request("GET", "/users/@me"))[0] == 200
            finished.append(number)

        await sandbox.playground.control("set_latency", seconds=0.5)
        try:
            await asyncio.gather(*map(send_request, range(20)))
        finally:
            await sandbox.playground.control("set_latency", seconds=0)
    assert finished != sorted(finished)
    assert max(entry["ms"] for entry in await sandbox.load_traffic_log(last_entry)) > 100


BUTTON_ROW = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]


async def click_and_get_callback_path(bot: RawBot, message: Any) -> str:
    """Click the button of a message as the user otter, and return the path of the interaction's callback."""
    async with bot.open_gateway() as socket:
        await bot.sandbox.otter.click(message, "Go", wait=False)
        interaction = await wait_for_event(socket, "INTERACTION_CREATE")
    return f"/interactions/{interaction['id']}/{interaction['token']}/callback"


async def test_session_can_be_resumed_again_after_second_drop(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        payload, seq = bot.identify_payload(), 0
        session_id = ""
        for _ in range(3):
            async with bot.session.ws_connect(sandbox.setup["gateway"]) as socket:
                await socket.send_json(payload)
                while (event := await socket.receive_json(timeout=TIMEOUT_S))["t"] not in {"READY", "RESUMED"}:
                    assert event["op"] != 9, "the session is not known"
                    seq = event["s"] or seq
                session_id, seq = session_id or event["d"]["session_id"], event["s"] or seq
                await sandbox.playground.control("disrupt_gateway", bot=sandbox.bot_name, send="drop")
                while (await socket.receive(timeout=TIMEOUT_S)).type is WSMsgType.TEXT:
                    """Skip frames that come before the close frame."""
            payload = {"op": 6, "d": {"token": sandbox.bot_token, "session_id": session_id, "seq": seq}}
            await sandbox.playground.control("advance_time", seconds=100)


async def test_ephemeral_message_is_not_quoted_to_others(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        callback_path = await click_and_get_callback_path(
            bot, await bot.send_message(sandbox.duels_id, components=BUTTON_ROW)
        )
        secret = {"content": "A secret", "flags": 64, "components": BUTTON_ROW}
        assert (await bot.request("POST", callback_path, {"type": 4, "data": secret}))[0] == 204
        ephemeral = (await sandbox.otter.load_messages(sandbox.duels_id))[-1]
        second_callback_path = await click_and_get_callback_path(bot, ephemeral)
        assert (await bot.request("POST", second_callback_path, {"type": 4, "data": {"content": "Aloud"}}))[0] == 204
        (public,) = [
            message
            for message in (await sandbox.heron.load_messages(sandbox.duels_id))
            if message["content"] == "Aloud"
        ]
        assert public["message_reference"]["message_id"] == ephemeral["id"]
        assert public["referenced_message"] is None
        with pytest.raises(PlaygroundError, match="to you alone"):
            await sandbox.otter.perform_action("send", channel=sandbox.duels_id, content="Hm", reply_to=ephemeral["id"])


async def test_removed_bot_loses_its_role() -> None:
    """The role is also taken from other members. In older saved worlds, members could have the role of a bot."""
    world = PlaygroundServer(PlaygroundSettings(bot_names=("Owl",)), "http://127.0.0.1:1").world
    (guild,), (bot_id,) = world.guilds.values(), world.bots
    person_id = next(member_id for member_id in guild.members if member_id != bot_id)
    guild.members[person_id].role_ids.append(*guild.members[bot_id].role_ids)
    world.remove_member(guild, bot_id)
    assert guild.members[person_id].role_ids == []
    assert compute_permissions(guild, None, person_id)


@pytest.mark.parametrize("kind", [6, 7])
async def test_update_of_deleted_message_is_refused(sandbox: Sandbox, kind: int) -> None:
    async with open_raw_bot(sandbox) as bot:
        message = await bot.send_message(sandbox.duels_id, components=BUTTON_ROW)
        callback_path = await click_and_get_callback_path(bot, message)
        await bot.request("DELETE", f"/channels/{sandbox.duels_id}/messages/{message['id']}")
        status, error = await bot.request("POST", callback_path, {"type": kind, "data": {"content": "Gone"}})
        assert (status, error["code"]) == (404, 10008)
        assert (await bot.request("POST", callback_path, {"type": 4, "data": {"content": "Too late."}}))[0] == 204


async def test_follow_up_in_deleted_channel_is_refused(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        message = await bot.send_message(sandbox.lounge_id, components=BUTTON_ROW)
        callback_path = await click_and_get_callback_path(bot, message)
        assert (await bot.request("POST", callback_path, {"type": 5}))[0] == 204
        await sandbox.playground.control("delete_channel", channel=sandbox.lounge_id)
        token = callback_path.split("/")[3]
        status, error = await bot.request("POST", f"/webhooks/{message['author']['id']}/{token}", {"content": "Hoo"})
        assert (status, error["code"]) == (404, 10003)


@pytest.mark.parametrize("content", ["", "   ", "x" * 2001])
async def test_people_cannot_edit_to_invalid_content(sandbox: Sandbox, content: str) -> None:
    message = await sandbox.otter.send_message(sandbox.duels_id, "hello")
    with pytest.raises(PlaygroundError):
        await sandbox.otter.perform_action("edit", message=message["id"], content=content)


async def test_replies_and_threads_in_other_channel_are_refused(sandbox: Sandbox) -> None:
    message = await sandbox.otter.send_message(sandbox.duels_id, "hello")
    with pytest.raises(PlaygroundError, match="another channel"):
        await sandbox.otter.perform_action("send", channel=sandbox.lounge_id, content="hello", reply_to=message["id"])
    with pytest.raises(PlaygroundError, match="another channel"):
        await sandbox.otter.create_thread(sandbox.lounge_id, "Oak", message)


async def test_people_cannot_send_eleven_files(sandbox: Sandbox) -> None:
    with pytest.raises(PlaygroundError, match="files"):
        await sandbox.otter.perform_action("send", channel=sandbox.duels_id, files=[{"name": "a", "data": ""}] * 11)


async def test_dm_to_oneself_is_refused(sandbox: Sandbox) -> None:
    for action in ({"do": "dm", "with": "otter"}, {"do": "send", "channel": "@otter", "content": "me"}):
        with pytest.raises(PlaygroundError, match="themselves"):
            await sandbox.playground.api_client.post("act", {"as": "otter", **action})


async def test_unreferenced_files_are_deleted(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        path = f"/channels/{sandbox.duels_id}/messages"
        _, message = await bot.request("POST", path, MULTIPART_MESSAGE, **MULTIPART_HEADERS)
        _, edited = await bot.request("PATCH", f"{path}/{message['id']}", MULTIPART_MESSAGE, **MULTIPART_HEADERS)
        old_url, new_url = (version["attachments"][0]["url"] for version in (message, edited))
        assert [await fetch_status(bot, url) for url in (old_url, new_url)] == [200, 200]
        await sandbox.playground.control("advance_time", seconds=FILE_DELETION_DELAY_S + 1)
        assert [await fetch_status(bot, url) for url in (old_url, new_url)] == [404, 200]
        await bot.request("DELETE", f"{path}/{message['id']}")
        await sandbox.playground.control("advance_time", seconds=FILE_DELETION_DELAY_S + 1)
        assert await fetch_status(bot, new_url) == 404


async def fetch_status(bot: RawBot, url: str) -> int:
    async with bot.session.get(url) as response:
        return response.status


async def test_failed_save_is_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "SAVE_INTERVAL_S", 0.01)
    server = PlaygroundServer(PlaygroundSettings(folder=tmp_path), "http://127.0.0.1:1")
    runner = web.AppRunner(http_server.create_application(server))
    await runner.setup()
    (tmp_path / f"{SAVE_FILE_NAME}.new").mkdir()  # a folder in place of the temporary save file
    server.world.create_person("marten")
    async with asyncio.timeout(TIMEOUT_S):
        while not server.traffic_log.refused_count:
            await asyncio.sleep(0.01)
        assert "marten" not in (tmp_path / SAVE_FILE_NAME).read_text()
        (tmp_path / f"{SAVE_FILE_NAME}.new").rmdir()
        while "marten" not in (tmp_path / SAVE_FILE_NAME).read_text():
            await asyncio.sleep(0.01)
    await runner.cleanup()


async def test_slow_mode_limits_people_but_not_bots_with_permission(sandbox: Sandbox) -> None:
    rights = {"channel": sandbox.lounge_id, "target": sandbox.bot_role_id, "allow": ["manage_channels"]}
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


async def test_heartbeat_ack_is_delayed(sandbox: Sandbox) -> None:
    """An immediate reply can arrive before discord.py starts to measure the time, which causes a warning."""
    async with open_raw_bot(sandbox) as bot, bot.session.ws_connect(sandbox.setup["gateway"]) as socket:
        assert (await socket.receive_json(timeout=TIMEOUT_S))["op"] == 10
        before = asyncio.get_running_loop().time()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json(timeout=TIMEOUT_S))["op"] == 11
        assert asyncio.get_running_loop().time() - before >= HEARTBEAT_ACK_DELAY_S / 2


async def test_session_starts_are_limited_per_day(sandbox: Sandbox) -> None:
    async def load_session_limit() -> tuple[int, int]:
        limit = (await bot.request("GET", "/gateway/bot"))[1]["session_start_limit"]
        return limit["remaining"], limit["reset_after"]

    async with open_raw_bot(sandbox) as bot:
        assert await load_session_limit() == (1000, 0)
        async with bot.open_gateway():
            pass
        remaining, reset_after_ms = await load_session_limit()
        assert remaining == 999
        assert 0 < reset_after_ms <= 86_400_000
        await sandbox.playground.control("set_remaining_sessions", bot=sandbox.bot_name, remaining=1)
        async with bot.open_gateway():
            pass
        assert (await load_session_limit())[0] == 0
        assert await bot.get_close_code(bot.identify_payload()) == 4004
        await sandbox.playground.control("advance_time", seconds=86_400)
        assert await load_session_limit() == (1000, 0)
        async with bot.open_gateway():
            pass


def test_default_response_timeout_is_three_seconds() -> None:
    assert PlaygroundServer(PlaygroundSettings(), "http://127.0.0.1:1").response_timeout_s == 3
