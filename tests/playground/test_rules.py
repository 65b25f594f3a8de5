"""What Discord forbids, hides and forgets, beyond the form of what is sent."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from deploy.playground import server
from deploy.playground.cdn import LINGER
from deploy.playground.client import Denied
from deploy.playground.gateway.gateway import AWAY
from deploy.playground.playground import Playground, Settings
from deploy.playground.playground import Playground as Whole
from deploy.playground.world.memory import FILE
from tests.patience import PATIENCE
from tests.playground.ground import Ground
from tests.playground.plain import Plain, plainly

PICTURE = (
    b'--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content": "Hoo"}\r\n'
    b'--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.txt"\r\n\r\na\r\n--x--\r\n'
)
MULTIPART = {"Content-Type": "multipart/form-data; boundary=x"}


async def denied(ground: Ground, *names: str) -> None:
    await ground.playground.stage("permissions", channel=ground.duels, whom=ground.role, deny=list(names))


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
    made = await ground.playground.stage("channel", server=ground.server["id"], name=f"the {kind}", kind=kind)
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
        await ground.playground.stage("permissions", channel=voice, whom=ground.role, deny=["connect"])
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
        await ground.playground.stage("permissions", channel=ground.duels, whom=ground.role, allow=[needed])
        assert (await bot.asks("PATCH", path, {"archived": False}))[0] == 200
        assert (await bot.asks("PATCH", f"{path}/messages/{said['id']}", {"content": "Hoo"}))[0] == 200


async def test_a_refusal_is_ordered_for_one_channel(ground: Ground) -> None:
    post = "POST /channels/{channel_id}/messages"
    fault = {"route": post, "status": 400, "code": 200000, "channel": ground.duels}
    await ground.playground.stage("fault", **fault)
    async with plainly(ground) as bot:
        await bot.says(ground.lounge)
        status, answer = await bot.asks("POST", f"/channels/{ground.duels}/messages", {"content": "Hoo"})
        assert (status, answer["code"]) == (400, 200000)
        assert answer["message"] == "Message was blocked by automatic moderation"
        await bot.says(ground.duels)


async def test_typing_in_a_thread_needs_what_speaking_there_needs(ground: Ground) -> None:
    async with plainly(ground) as bot:
        _, oak = await thread(bot, ground.duels)
        await denied(ground, "send_messages")
        assert (await bot.asks("POST", f"/channels/{oak['id']}/typing"))[0] == 204
        assert (await bot.asks("POST", f"/channels/{ground.duels}/typing"))[0] == 403


async def test_only_what_is_named_of_a_channel_changes(ground: Ground) -> None:
    await ground.playground.stage("permissions", channel=ground.duels, whom=ground.role, allow=["manage_channels"])
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
        await ground.playground.stage("privileged", bot=ground.name, intents=True)
        assert (await bot.asks("GET", f"{path}/{said['id']}"))[1]["content"] == "among us"


async def test_in_a_dm_a_bot_reads_all(ground: Ground) -> None:
    said = await ground.otter.say(ground.dm, "between us")
    async with plainly(ground) as bot:
        _, told = await bot.asks("GET", f"/channels/{said['channel_id']}/messages/{said['id']}")
    assert told["content"] == "between us"


BUTTON = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]


async def clicked(bot: Plain, message: Any) -> str:
    """The way to answer a click on that message."""
    async with bot.session.ws_connect(bot.ground.setup["gateway"]) as socket:
        await socket.send_json(bot.identify())
        while (event := await socket.receive_json(timeout=PATIENCE))["t"] != "GUILD_CREATE":
            """Not there yet."""
        await bot.ground.otter.click(message, "Go", wait=False)
        while (event := await socket.receive_json(timeout=PATIENCE))["t"] != "INTERACTION_CREATE":
            """Something else."""
    return f"/interactions/{event['d']['id']}/{event['d']['token']}/callback"


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
        await ground.playground.stage("channel", channel=ground.lounge, delete=True)
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
        await ground.otter.act("say", channel=ground.lounge, content="hello", reply_to=said["id"])
    with pytest.raises(Denied, match="another channel"):
        await ground.otter.thread(ground.lounge, "Oak", said)


async def test_people_send_as_much_as_discord_takes(ground: Ground) -> None:
    with pytest.raises(Denied, match="files"):
        await ground.otter.act("say", channel=ground.duels, files=[{"name": "a", "data": ""}] * 11)


async def test_nobody_writes_to_themselves(ground: Ground) -> None:
    for deed in ({"do": "dm", "with": "otter"}, {"do": "say", "channel": "@otter", "content": "me"}):
        with pytest.raises(Denied, match="themselves"):
            await ground.playground.line.post("act", {"as": "otter", **deed})


async def test_a_file_that_no_message_has_is_forgotten(ground: Ground) -> None:
    async with plainly(ground) as bot:
        path = f"/channels/{ground.duels}/messages"
        _, message = await bot.asks("POST", path, PICTURE, **MULTIPART)
        _, edited = await bot.asks("PATCH", f"{path}/{message['id']}", PICTURE, **MULTIPART)
        old, new = (one["attachments"][0]["url"] for one in (message, edited))
        assert [await fetched(bot, url) for url in (old, new)] == [200, 200]
        await ground.playground.stage("time", seconds=LINGER + 1)
        assert [await fetched(bot, url) for url in (old, new)] == [404, 200]
        await bot.asks("DELETE", f"{path}/{message['id']}")
        await ground.playground.stage("time", seconds=LINGER + 1)
        assert await fetched(bot, new) == 404


async def fetched(bot: Plain, url: str) -> int:
    async with bot.session.get(url) as response:
        return response.status


async def test_a_disk_that_was_full_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REMEMBER_EVERY", 0.01)
    playground = Playground(Settings(folder=tmp_path), "http://127.0.0.1:1")
    runner = web.AppRunner(server.application(playground))
    await runner.setup()
    (tmp_path / f"{FILE}.new").mkdir()  # where the world would be written
    playground.world.meet("marten")
    async with asyncio.timeout(PATIENCE):
        while not playground.wire.refused:
            await asyncio.sleep(0.01)
        assert "marten" not in (tmp_path / FILE).read_text()
        (tmp_path / f"{FILE}.new").rmdir()
        while "marten" not in (tmp_path / FILE).read_text():
            await asyncio.sleep(0.01)
    await runner.cleanup()


async def test_a_thread_in_which_nobody_speaks_is_archived(ground: Ground) -> None:
    thread = await ground.heron.thread(ground.duels, "nest")
    await ground.heron.say(thread["id"], "Hoo")
    await ground.playground.stage("time", seconds=4320 * 60 - 60)
    await ground.heron.say(thread["id"], "Still here")
    await ground.playground.stage("time", seconds=120)
    assert not (await ground.heron.until(lambda seen: seen.channel(thread["id"])))["archived"]
    await ground.playground.stage("time", seconds=4320 * 60)
    assert (await ground.heron.until(lambda seen: seen.channel(thread["id"])))["archived"]


async def test_slow_mode_holds_people_back(ground: Ground) -> None:
    rights = {"channel": ground.lounge, "whom": ground.role, "allow": ["manage_channels"]}
    await ground.playground.stage("permissions", **rights)
    async with plainly(ground) as bot:
        status, _ = await bot.asks("PATCH", f"/channels/{ground.lounge}", {"rate_limit_per_user": 3600})
        assert status == 200
        await ground.heron.say(ground.lounge, "Hoo")
        with pytest.raises(Denied, match="slow mode"):
            await ground.heron.say(ground.lounge, "Hoo")
        await bot.says(ground.lounge)
        await bot.says(ground.lounge)
    await ground.playground.stage("time", seconds=3601)
    await ground.heron.say(ground.lounge, "Hoo")


async def greeted(bot: Plain) -> None:
    async with bot.session.ws_connect(bot.ground.setup["gateway"]) as socket:
        await socket.send_json(bot.identify())
        while (await socket.receive_json(timeout=PATIENCE))["t"] != "READY":
            """The hello."""


async def test_an_echo_takes_its_time(ground: Ground) -> None:
    """discord.py looks at its watch once it has sent, and warns of what was answered before."""
    async with plainly(ground) as bot, bot.session.ws_connect(ground.setup["gateway"]) as socket:
        assert (await socket.receive_json(timeout=PATIENCE))["op"] == 10
        before = asyncio.get_running_loop().time()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json(timeout=PATIENCE))["op"] == 11
        assert asyncio.get_running_loop().time() - before >= AWAY / 2


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
        await ground.playground.stage("starts", bot=ground.name, remaining=1)
        await greeted(bot)
        assert (await told())[0] == 0
        assert await bot.hangs_up(bot.identify()) == 4004
        await ground.playground.stage("time", seconds=86_400)
        assert await told() == (1000, 0)
        await greeted(bot)


def test_a_bot_has_three_seconds_until_something_else_is_said() -> None:
    assert Whole(Settings(), "http://127.0.0.1:1").patience == 3
