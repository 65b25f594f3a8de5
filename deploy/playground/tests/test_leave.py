"""What a bot may do, say and read in a channel and its threads, and the leave that each needs."""

from __future__ import annotations

from typing import Any

import pytest

from deploy.playground.tests.ground import Ground
from deploy.playground.tests.plain import Plain, plainly
from discord_playground.client import Denied


async def denied(ground: Ground, *names: str) -> None:
    await ground.playground.stage("set_permissions", channel=ground.duels, target=ground.role, deny=list(names))


@pytest.mark.parametrize(
    ("permission", "body", "code"),
    [
        ("embed_links", {"embeds": [{"description": "Hoo"}]}, 50013),
        ("read_message_history", {"content": "Hoo", "message_reference": {"message_id": "{said}"}}, 160002),
    ],
)
async def test_what_a_message_needs_leave_for(ground: Ground, permission: str, body: dict[str, Any], code: int) -> None:
    async with plainly(ground) as bot:
        said = (await bot.says(ground.duels))["id"]
        if "message_reference" in body:
            body = body | {"message_reference": {"message_id": said}}
        path = f"/channels/{ground.duels}/messages"
        assert (await bot.asks("POST", path, body))[0] == 200
        await denied(ground, permission)
        status, answer = await bot.asks("POST", path, body)
        assert (status, answer["code"]) == (403, code)
        assert (await bot.asks("POST", path, {"content": "Hoo"}))[0] == 200


async def thread(bot: Plain, place: str, **fields: Any) -> tuple[int, Any]:
    return await bot.asks("POST", f"/channels/{place}/threads", {"name": "Oak", "type": 11, **fields})


async def test_news_have_threads_of_their_own_kind(ground: Ground) -> None:
    async with plainly(ground) as bot:
        status, answer = await thread(bot, ground.duels, type=10)
        assert (status, answer["code"]) == (403, 50024)


async def placed(ground: Ground, kind: str) -> str:
    """Another channel of the server."""
    made = await ground.playground.stage("create_channel", server=ground.server["id"], name=f"the {kind}", kind=kind)
    return str(made["channel"]["id"])


async def test_an_announcement_channel_has_threads_of_that_kind_alone(ground: Ground) -> None:
    news = await placed(ground, "announcement")
    async with plainly(ground) as bot:
        for kind in (11, 12):
            status, answer = await thread(bot, news, type=kind)
            assert (status, answer["code"]) == (403, 50024)
        status, oak = await thread(bot, news, type=10)
        assert (status, oak["type"], oak["parent_id"]) == (201, 10, news)
        await bot.says(oak["id"])
        path = f"/channels/{news}/messages/{(await bot.says(news))['id']}/threads"
        status, elm = await bot.asks("POST", path, {"name": "Elm"})
        assert (status, elm["type"]) == (201, 10)
    assert (await ground.otter.thread(news, "Ash"))["type"] == 10


async def test_without_connect_the_chat_of_a_voice_channel_is_shut(ground: Ground) -> None:
    voice = await placed(ground, "voice")
    async with plainly(ground) as bot:
        said = await bot.says(voice)
        assert (await thread(bot, voice))[0] == 403
        await ground.playground.stage("set_permissions", channel=voice, target=ground.role, deny=["connect"])
        for method, path, body in (
            ("GET", "", None),
            ("GET", "/messages", None),
            ("POST", "/messages", {"content": "Hoo"}),
            ("PATCH", f"/messages/{said['id']}", {"content": "Hoo"}),
        ):
            status, answer = await bot.asks(method, f"/channels/{voice}{path}", body)
            assert (status, answer["code"]) == (403, 50001)
    with pytest.raises(Denied, match="a channel is one of"):
        await placed(ground, "stairs")


@pytest.mark.parametrize(("locked", "needed"), [(False, "send_messages_in_threads"), (True, "manage_threads")])
async def test_a_thread_is_opened_again_by_who_may_speak_there(ground: Ground, locked: bool, needed: str) -> None:
    nest = await ground.heron.thread(ground.duels, "nest")
    async with plainly(ground) as bot:
        path = f"/channels/{nest['id']}"
        said = await bot.says(nest["id"])
        await bot.asks("PATCH", path, {"archived": True, "locked": locked})
        status, answer = await bot.asks("PATCH", f"{path}/messages/{said['id']}", {"content": "Hoo"})
        assert (status, answer["code"]) == (400, 50083)
        await denied(ground, needed)
        status, answer = await bot.asks("PATCH", path, {"archived": False})
        assert (status, answer["code"]) == (403, 50013)
        await ground.playground.stage("set_permissions", channel=ground.duels, target=ground.role, allow=[needed])
        assert (await bot.asks("PATCH", path, {"archived": False}))[0] == 200
        assert (await bot.asks("PATCH", f"{path}/messages/{said['id']}", {"content": "Hoo"}))[0] == 200


async def test_in_a_locked_thread_only_who_governs_threads_has_something_to_say(ground: Ground) -> None:
    """Nor does its owner open it again."""
    nest = (await ground.heron.thread(ground.duels, "nest"))["id"]
    async with plainly(ground) as bot:
        await bot.asks("PATCH", f"/channels/{nest}", {"locked": True})
        assert not (await ground.heron.until(lambda seen: seen.channel(nest)))["writable"]
        with pytest.raises(Denied, match="is locked"):
            await ground.heron.say(nest, "Kraak")
        await bot.asks("PATCH", f"/channels/{nest}", {"archived": True})
    assert not (await ground.heron.until(lambda seen: seen.channel(nest)))["closable"]
    with pytest.raises(Denied, match="a locked one"):
        await ground.heron.act("archive", channel=nest, archived=False)
    await ground.playground.stage("set_permissions", channel=ground.duels, target="heron", allow=["manage_threads"])
    await ground.heron.act("archive", channel=nest, archived=False)
    assert (await ground.heron.until(lambda seen: seen.channel(nest)))["writable"]
    await ground.heron.say(nest, "Kraak")


async def test_typing_in_a_thread_needs_what_speaking_there_needs(ground: Ground) -> None:
    async with plainly(ground) as bot:
        _, oak = await thread(bot, ground.duels)
        await denied(ground, "send_messages")
        assert (await bot.asks("POST", f"/channels/{oak['id']}/typing"))[0] == 204
        assert (await bot.asks("POST", f"/channels/{ground.duels}/typing"))[0] == 403


async def test_only_what_is_named_of_a_channel_changes(ground: Ground) -> None:
    await ground.playground.stage(
        "set_permissions", channel=ground.duels, target=ground.role, allow=["manage_channels"]
    )
    async with plainly(ground) as bot:
        _, oak = await thread(bot, ground.duels)
        for place in (ground.duels, oak["id"]):
            path = f"/channels/{place}"
            assert (await bot.asks("PATCH", path, {"rate_limit_per_user": 5}))[1]["rate_limit_per_user"] == 5
            assert (await bot.asks("PATCH", path, {"name": "elm"}))[1]["rate_limit_per_user"] == 5
            assert (await bot.asks("PATCH", path, {"rate_limit_per_user": 0}))[1]["rate_limit_per_user"] == 0
        assert (await bot.asks("PATCH", f"/channels/{ground.duels}", {"nsfw": True}))[1]["nsfw"] is True


async def test_what_people_write_is_read_with_leave_only(ground: Ground) -> None:
    said = await ground.otter.say(ground.duels, "among us")
    async with plainly(ground) as bot:
        path = f"/channels/{ground.duels}/messages"
        assert (await bot.asks("GET", f"{path}/{said['id']}"))[1]["content"] == ""
        reply = await bot.says(ground.duels, "Hoo", message_reference={"message_id": said["id"]})
        _, [newest, oldest] = await bot.asks("GET", path)
        assert (newest["content"], newest["referenced_message"]["content"], oldest["content"]) == ("Hoo", "", "")
        me = reply["author"]["id"]
        called = await ground.otter.say(ground.duels, f"<@{me}> hello")
        assert (await bot.asks("GET", f"{path}/{called['id']}"))[1]["content"] == called["content"]
        await ground.playground.stage("set_intents", bot=ground.name, intents=True)
        assert (await bot.asks("GET", f"{path}/{said['id']}"))[1]["content"] == "among us"


async def test_in_a_dm_a_bot_reads_all(ground: Ground) -> None:
    said = await ground.otter.say(ground.dm, "between us")
    async with plainly(ground) as bot:
        _, told = await bot.asks("GET", f"/channels/{said['channel_id']}/messages/{said['id']}")
    assert told["content"] == "between us"
