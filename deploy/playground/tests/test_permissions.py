"""What a bot may do, say and read in a channel and its threads, and the leave that each needs."""

from __future__ import annotations

from typing import Any

import pytest

from deploy.playground.tests.raw_bot import RawBot, open_raw_bot
from deploy.playground.tests.sandbox import Sandbox
from discord_playground.client import PlaygroundError


async def deny_bot_permissions(ground: Sandbox, *names: str) -> None:
    await ground.playground.control(
        "set_permissions", channel=ground.duels_id, target=ground.bot_role_id, deny=list(names)
    )


@pytest.mark.parametrize(
    ("permission", "body", "code"),
    [
        ("embed_links", {"embeds": [{"description": "Hoo"}]}, 50013),
        ("read_message_history", {"content": "Hoo", "message_reference": {"message_id": "{said}"}}, 160002),
    ],
)
async def test_what_a_message_needs_leave_for(
    sandbox: Sandbox, permission: str, body: dict[str, Any], code: int
) -> None:
    async with open_raw_bot(sandbox) as bot:
        said = (await bot.send_message(sandbox.duels_id))["id"]
        if "message_reference" in body:
            body = body | {"message_reference": {"message_id": said}}
        path = f"/channels/{sandbox.duels_id}/messages"
        assert (await bot.request("POST", path, body))[0] == 200
        await deny_bot_permissions(sandbox, permission)
        status, answer = await bot.request("POST", path, body)
        assert (status, answer["code"]) == (403, code)
        assert (await bot.request("POST", path, {"content": "Hoo"}))[0] == 200


async def start_thread(bot: RawBot, channel_id: str, **fields: Any) -> tuple[int, Any]:
    return await bot.request("POST", f"/channels/{channel_id}/threads", {"name": "Oak", "type": 11, **fields})


async def test_news_have_threads_of_their_own_kind(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, answer = await start_thread(bot, sandbox.duels_id, type=10)
        assert (status, answer["code"]) == (403, 50024)


async def create_channel(ground: Sandbox, kind: str) -> str:
    """Another channel of the server."""
    made = await ground.playground.control("create_channel", server=ground.server["id"], name=f"the {kind}", kind=kind)
    return str(made["channel"]["id"])


async def test_an_announcement_channel_has_threads_of_that_kind_alone(sandbox: Sandbox) -> None:
    news = await create_channel(sandbox, "announcement")
    async with open_raw_bot(sandbox) as bot:
        for kind in (11, 12):
            status, answer = await start_thread(bot, news, type=kind)
            assert (status, answer["code"]) == (403, 50024)
        status, oak = await start_thread(bot, news, type=10)
        assert (status, oak["type"], oak["parent_id"]) == (201, 10, news)
        await bot.send_message(oak["id"])
        path = f"/channels/{news}/messages/{(await bot.send_message(news))['id']}/threads"
        status, elm = await bot.request("POST", path, {"name": "Elm"})
        assert (status, elm["type"]) == (201, 10)
    assert (await sandbox.otter.create_thread(news, "Ash"))["type"] == 10


async def test_without_connect_the_chat_of_a_voice_channel_is_shut(sandbox: Sandbox) -> None:
    voice = await create_channel(sandbox, "voice")
    async with open_raw_bot(sandbox) as bot:
        said = await bot.send_message(voice)
        assert (await start_thread(bot, voice))[0] == 403
        await sandbox.playground.control("set_permissions", channel=voice, target=sandbox.bot_role_id, deny=["connect"])
        for method, path, body in (
            ("GET", "", None),
            ("GET", "/messages", None),
            ("POST", "/messages", {"content": "Hoo"}),
            ("PATCH", f"/messages/{said['id']}", {"content": "Hoo"}),
        ):
            status, answer = await bot.request(method, f"/channels/{voice}{path}", body)
            assert (status, answer["code"]) == (403, 50001)
    with pytest.raises(PlaygroundError, match="a channel is one of"):
        await create_channel(sandbox, "stairs")


@pytest.mark.parametrize(("locked", "needed"), [(False, "send_messages_in_threads"), (True, "manage_threads")])
async def test_a_thread_is_opened_again_by_who_may_speak_there(sandbox: Sandbox, locked: bool, needed: str) -> None:
    nest = await sandbox.heron.create_thread(sandbox.duels_id, "nest")
    async with open_raw_bot(sandbox) as bot:
        path = f"/channels/{nest['id']}"
        said = await bot.send_message(nest["id"])
        await bot.request("PATCH", path, {"archived": True, "locked": locked})
        status, answer = await bot.request("PATCH", f"{path}/messages/{said['id']}", {"content": "Hoo"})
        assert (status, answer["code"]) == (400, 50083)
        await deny_bot_permissions(sandbox, needed)
        status, answer = await bot.request("PATCH", path, {"archived": False})
        assert (status, answer["code"]) == (403, 50013)
        await sandbox.playground.control(
            "set_permissions", channel=sandbox.duels_id, target=sandbox.bot_role_id, allow=[needed]
        )
        assert (await bot.request("PATCH", path, {"archived": False}))[0] == 200
        assert (await bot.request("PATCH", f"{path}/messages/{said['id']}", {"content": "Hoo"}))[0] == 200


async def test_in_a_locked_thread_only_who_governs_threads_has_something_to_say(sandbox: Sandbox) -> None:
    """Nor does its owner open it again."""
    nest = (await sandbox.heron.create_thread(sandbox.duels_id, "nest"))["id"]
    async with open_raw_bot(sandbox) as bot:
        await bot.request("PATCH", f"/channels/{nest}", {"locked": True})
        assert not (await sandbox.heron.wait_until(lambda seen: seen.find_channel(nest)))["writable"]
        with pytest.raises(PlaygroundError, match="is locked"):
            await sandbox.heron.send_message(nest, "Kraak")
        await bot.request("PATCH", f"/channels/{nest}", {"archived": True})
    assert not (await sandbox.heron.wait_until(lambda seen: seen.find_channel(nest)))["closable"]
    with pytest.raises(PlaygroundError, match="a locked one"):
        await sandbox.heron.perform_action("archive", channel=nest, archived=False)
    await sandbox.playground.control(
        "set_permissions", channel=sandbox.duels_id, target="heron", allow=["manage_threads"]
    )
    await sandbox.heron.perform_action("archive", channel=nest, archived=False)
    assert (await sandbox.heron.wait_until(lambda seen: seen.find_channel(nest)))["writable"]
    await sandbox.heron.send_message(nest, "Kraak")


async def test_typing_in_a_thread_needs_what_speaking_there_needs(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        _, oak = await start_thread(bot, sandbox.duels_id)
        await deny_bot_permissions(sandbox, "send_messages")
        assert (await bot.request("POST", f"/channels/{oak['id']}/typing"))[0] == 204
        assert (await bot.request("POST", f"/channels/{sandbox.duels_id}/typing"))[0] == 403


async def test_only_what_is_named_of_a_channel_changes(sandbox: Sandbox) -> None:
    await sandbox.playground.control(
        "set_permissions", channel=sandbox.duels_id, target=sandbox.bot_role_id, allow=["manage_channels"]
    )
    async with open_raw_bot(sandbox) as bot:
        _, oak = await start_thread(bot, sandbox.duels_id)
        for place in (sandbox.duels_id, oak["id"]):
            path = f"/channels/{place}"
            assert (await bot.request("PATCH", path, {"rate_limit_per_user": 5}))[1]["rate_limit_per_user"] == 5
            assert (await bot.request("PATCH", path, {"name": "elm"}))[1]["rate_limit_per_user"] == 5
            assert (await bot.request("PATCH", path, {"rate_limit_per_user": 0}))[1]["rate_limit_per_user"] == 0
        assert (await bot.request("PATCH", f"/channels/{sandbox.duels_id}", {"nsfw": True}))[1]["nsfw"] is True


async def test_what_people_write_is_read_with_leave_only(sandbox: Sandbox) -> None:
    said = await sandbox.otter.send_message(sandbox.duels_id, "among us")
    async with open_raw_bot(sandbox) as bot:
        path = f"/channels/{sandbox.duels_id}/messages"
        assert (await bot.request("GET", f"{path}/{said['id']}"))[1]["content"] == ""
        reply = await bot.send_message(sandbox.duels_id, "Hoo", message_reference={"message_id": said["id"]})
        _, [newest, oldest] = await bot.request("GET", path)
        assert (newest["content"], newest["referenced_message"]["content"], oldest["content"]) == ("Hoo", "", "")
        me = reply["author"]["id"]
        called = await sandbox.otter.send_message(sandbox.duels_id, f"<@{me}> hello")
        assert (await bot.request("GET", f"{path}/{called['id']}"))[1]["content"] == called["content"]
        await sandbox.playground.control("set_intents", bot=sandbox.bot_name, intents=True)
        assert (await bot.request("GET", f"{path}/{said['id']}"))[1]["content"] == "among us"


async def test_in_a_dm_a_bot_reads_all(sandbox: Sandbox) -> None:
    said = await sandbox.otter.send_message(sandbox.dm_name, "between us")
    async with open_raw_bot(sandbox) as bot:
        _, told = await bot.request("GET", f"/channels/{said['channel_id']}/messages/{said['id']}")
    assert told["content"] == "between us"
