"""Test the permissions that bots and people need in channels and threads."""

from __future__ import annotations

from typing import Any

import pytest

from deploy.playground.tests.raw_bot import RawBot, open_raw_bot
from deploy.playground.tests.sandbox import Sandbox
from discord_playground.client import PlaygroundError


async def deny_bot_permissions(sandbox: Sandbox, *names: str) -> None:
    await sandbox.playground.control(
        "set_permissions", channel=sandbox.duels_id, target=sandbox.bot_role_id, deny=list(names)
    )


async def test_embeds_need_permission(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        path, body = f"/channels/{sandbox.duels_id}/messages", {"embeds": [{"description": "Hoo"}]}
        assert (await bot.request("POST", path, body))[0] == 200
        await deny_bot_permissions(sandbox, "embed_links")
        status, answer = await bot.request("POST", path, body)
        assert (status, answer["code"]) == (403, 50013)
        await bot.send_message(sandbox.duels_id)


async def start_thread(bot: RawBot, channel_id: str, **fields: Any) -> tuple[int, Any]:
    return await bot.request("POST", f"/channels/{channel_id}/threads", {"name": "Oak", "type": 11, **fields})


async def test_announcement_thread_in_text_channel_is_refused(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, answer = await start_thread(bot, sandbox.duels_id, type=10)
        assert (status, answer["code"]) == (403, 50024)


async def create_channel(sandbox: Sandbox, kind: str) -> str:
    """Create a channel of this type on the server, and return its ID."""
    created = await sandbox.playground.control(
        "create_channel", server=sandbox.server["id"], name=f"the {kind}", kind=kind
    )
    return str(created["channel"]["id"])


async def test_announcement_channel_allows_announcement_threads_only(sandbox: Sandbox) -> None:
    announcements_id = await create_channel(sandbox, "announcement")
    async with open_raw_bot(sandbox) as bot:
        for kind in (11, 12):
            status, answer = await start_thread(bot, announcements_id, type=kind)
            assert (status, answer["code"]) == (403, 50024)
        status, thread = await start_thread(bot, announcements_id, type=10)
        assert (status, thread["type"], thread["parent_id"]) == (201, 10, announcements_id)
        await bot.send_message(thread["id"])
        path = f"/channels/{announcements_id}/messages/{(await bot.send_message(announcements_id))['id']}/threads"
        status, message_thread = await bot.request("POST", path, {"name": "Elm"})
        assert (status, message_thread["type"]) == (201, 10)
    assert (await sandbox.otter.create_thread(announcements_id, "Ash"))["type"] == 10


async def test_voice_channel_chat_needs_connect_permission(sandbox: Sandbox) -> None:
    voice_id = await create_channel(sandbox, "voice")
    async with open_raw_bot(sandbox) as bot:
        message = await bot.send_message(voice_id)
        assert (await start_thread(bot, voice_id))[0] == 403
        await sandbox.playground.control(
            "set_permissions", channel=voice_id, target=sandbox.bot_role_id, deny=["connect"]
        )
        for method, path, body in (
            ("GET", "", None),
            ("GET", "/messages", None),
            ("POST", "/messages", {"content": "Hoo"}),
            ("PATCH", f"/messages/{message['id']}", {"content": "Hoo"}),
        ):
            status, answer = await bot.request(method, f"/channels/{voice_id}{path}", body)
            assert (status, answer["code"]) == (403, 50001)
    with pytest.raises(PlaygroundError, match="kind must be one of"):
        await create_channel(sandbox, "stairs")


@pytest.mark.parametrize(("locked", "permission"), [(False, "send_messages_in_threads"), (True, "manage_threads")])
async def test_reopening_thread_needs_permission(sandbox: Sandbox, locked: bool, permission: str) -> None:
    thread = await sandbox.heron.create_thread(sandbox.duels_id, "nest")
    async with open_raw_bot(sandbox) as bot:
        path = f"/channels/{thread['id']}"
        message = await bot.send_message(thread["id"])
        await bot.request("PATCH", path, {"archived": True, "locked": locked})
        status, answer = await bot.request("PATCH", f"{path}/messages/{message['id']}", {"content": "Hoo"})
        assert (status, answer["code"]) == (400, 50083)
        await deny_bot_permissions(sandbox, permission)
        status, answer = await bot.request("PATCH", path, {"archived": False})
        assert (status, answer["code"]) == (403, 50013)
        await sandbox.playground.control(
            "set_permissions", channel=sandbox.duels_id, target=sandbox.bot_role_id, allow=[permission]
        )
        assert (await bot.request("PATCH", path, {"archived": False}))[0] == 200
        assert (await bot.request("PATCH", f"{path}/messages/{message['id']}", {"content": "Hoo"}))[0] == 200


async def test_refused_reply_does_not_reopen_thread(sandbox: Sandbox) -> None:
    thread_id = (await sandbox.heron.create_thread(sandbox.duels_id, "nest"))["id"]
    async with open_raw_bot(sandbox) as bot:
        await bot.request("PATCH", f"/channels/{thread_id}", {"archived": True})
        reply = {"content": "Hoo", "message_reference": {"message_id": "1"}}
        assert (await bot.request("POST", f"/channels/{thread_id}/messages", reply))[0] == 400
        assert (await bot.request("GET", f"/channels/{thread_id}"))[1]["thread_metadata"]["archived"]


async def test_locked_thread_needs_manage_threads(sandbox: Sandbox) -> None:
    """Even the owner of a locked thread needs the permission to reopen it."""
    thread_id = (await sandbox.heron.create_thread(sandbox.duels_id, "nest"))["id"]
    async with open_raw_bot(sandbox) as bot:
        await bot.request("PATCH", f"/channels/{thread_id}", {"locked": True})
        assert not (await sandbox.heron.wait_until(lambda view: view.find_channel(thread_id)))["writable"]
        with pytest.raises(PlaygroundError, match="is locked"):
            await sandbox.heron.send_message(thread_id, "Kraak")
        await bot.request("PATCH", f"/channels/{thread_id}", {"archived": True})
    assert not (await sandbox.heron.wait_until(lambda view: view.find_channel(thread_id)))["closable"]
    with pytest.raises(PlaygroundError, match="a locked one"):
        await sandbox.heron.perform_action("archive", channel=thread_id, archived=False)
    await sandbox.playground.control(
        "set_permissions", channel=sandbox.duels_id, target="heron", allow=["manage_threads"]
    )
    await sandbox.heron.perform_action("archive", channel=thread_id, archived=False)
    assert (await sandbox.heron.wait_until(lambda view: view.find_channel(thread_id)))["writable"]
    await sandbox.heron.send_message(thread_id, "Kraak")


async def test_typing_needs_permission_to_send(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        _, thread = await start_thread(bot, sandbox.duels_id)
        await deny_bot_permissions(sandbox, "send_messages")
        assert (await bot.request("POST", f"/channels/{thread['id']}/typing"))[0] == 204
        assert (await bot.request("POST", f"/channels/{sandbox.duels_id}/typing"))[0] == 403


async def test_channel_edit_keeps_fields_not_in_body(sandbox: Sandbox) -> None:
    await sandbox.playground.control(
        "set_permissions", channel=sandbox.duels_id, target=sandbox.bot_role_id, allow=["manage_channels"]
    )
    async with open_raw_bot(sandbox) as bot:
        _, thread = await start_thread(bot, sandbox.duels_id)
        for channel_id in (sandbox.duels_id, thread["id"]):
            path = f"/channels/{channel_id}"
            assert (await bot.request("PATCH", path, {"rate_limit_per_user": 5}))[1]["rate_limit_per_user"] == 5
            assert (await bot.request("PATCH", path, {"name": "elm"}))[1]["rate_limit_per_user"] == 5
            assert (await bot.request("PATCH", path, {"rate_limit_per_user": 0}))[1]["rate_limit_per_user"] == 0
        assert (await bot.request("PATCH", f"/channels/{sandbox.duels_id}", {"nsfw": True}))[1]["nsfw"] is True


async def test_message_content_needs_intent_or_mention(sandbox: Sandbox) -> None:
    message = await sandbox.otter.send_message(sandbox.duels_id, "among us")
    async with open_raw_bot(sandbox) as bot:
        path = f"/channels/{sandbox.duels_id}/messages"
        assert (await bot.request("GET", f"{path}/{message['id']}"))[1]["content"] == ""
        reply = await bot.send_message(sandbox.duels_id, "Hoo", message_reference={"message_id": message["id"]})
        _, [newest, oldest] = await bot.request("GET", path)
        assert (newest["content"], newest["referenced_message"]["content"], oldest["content"]) == ("Hoo", "", "")
        bot_id = reply["author"]["id"]
        mentioning = await sandbox.otter.send_message(sandbox.duels_id, f"<@{bot_id}> hello")
        assert (await bot.request("GET", f"{path}/{mentioning['id']}"))[1]["content"] == mentioning["content"]
        await sandbox.playground.control("set_intents", bot=sandbox.bot_name, intents=True)
        assert (await bot.request("GET", f"{path}/{message['id']}"))[1]["content"] == "among us"


async def test_bot_reads_message_content_in_dms(sandbox: Sandbox) -> None:
    message = await sandbox.otter.send_message(sandbox.dm_name, "between us")
    async with open_raw_bot(sandbox) as bot:
        _, read = await bot.request("GET", f"/channels/{message['channel_id']}/messages/{message['id']}")
    assert read["content"] == "between us"
