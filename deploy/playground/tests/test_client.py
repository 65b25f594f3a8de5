"""The client for programs, against a playground without any bot of its own."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from deploy.playground.tests.ground import Bot, Ground
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import (
    JSON,
    Answer,
    Denied,
    File,
    buttons,
    component,
    components,
    labels,
    selects,
    text,
    texts,
)
from discord_playground.client.watch import PATIENCE as LOOKING_ON

MESSAGE = {
    "content": "Head",
    "embeds": [
        {
            "author": {"name": "Otter"},
            "title": "Title",
            "description": "Words",
            "fields": [{"name": "Shells", "value": "9"}],
            "footer": {"text": "Foot"},
        }
    ],
    "components": [
        {
            "type": 17,
            "components": [
                {
                    "type": 9,
                    "components": [{"type": 10, "content": "Beside"}],
                    "accessory": {"type": 2, "custom_id": "go", "label": "Go"},
                },
                {"type": 1, "components": [{"type": 3, "custom_id": "pick", "placeholder": "Pick"}]},
                {"type": 1, "components": [{"type": 2, "custom_id": "berry", "emoji": {"name": "🫐"}}]},
            ],
        },
        {"type": 18, "label": "Label", "component": {"type": 4, "custom_id": "words"}},
    ],
}


def test_all_that_can_be_read_is_found_however_deep_it_is() -> None:
    assert [one["type"] for one in components(MESSAGE)] == [17, 9, 10, 2, 1, 3, 1, 2, 18, 4]
    assert texts(MESSAGE) == ["Head", "Otter", "Title", "Words", "Shells", "9", "Foot", "Beside"]
    assert labels(MESSAGE) == ["Go", "🫐"]
    assert [one["custom_id"] for one in buttons(MESSAGE)] == ["go", "berry"]
    assert [one["custom_id"] for one in selects(MESSAGE)] == ["pick"]
    assert text(MESSAGE).split("\n")[-4:] == ["Beside", "Go", "🫐", "Pick"]
    assert component(MESSAGE, "words")["type"] == 4
    with pytest.raises(KeyError, match="go, pick, berry, words"):
        component(MESSAGE, "nowhere")


def test_whoever_looks_on_is_as_patient_as_all_tests_are() -> None:
    assert LOOKING_ON >= TIMEOUT_S


def test_an_answer_without_a_message_says_what_there_was() -> None:
    answer = Answer({"interaction": "1", "state": "failed", "error": "The application did not respond"})
    assert (answer.state, answer.type, answer.error) == ("failed", 0, "The application did not respond")
    with pytest.raises(LookupError, match="did not respond"):
        _ = answer.message


async def test_nobody_does_what_the_app_would_not_let_them(ground: Ground) -> None:
    said = await ground.heron.say(ground.duels, "Quack")
    for attempt in (
        ground.playground.as_("nobody").see(),
        ground.otter.act("fly"),
        ground.otter.act("send"),
        ground.otter.say("nowhere", "Splash"),
        ground.otter.say(ground.duels, ""),
        ground.otter.edit(said, "Splash"),
        ground.lynx.delete(said),
        ground.otter.command(ground.duels, "nothing"),
        ground.otter.submit({}),
        ground.otter.locale("xx"),
        ground.playground.stage("rain"),
        ground.playground.stage("advance_time", seconds=-1),
        ground.playground.stage("add_fault", route="GET /nowhere", status=500),
        ground.playground.stage("add_fault", route="*", status=200),
    ):
        with pytest.raises(Denied) as denied:
            await attempt
        assert len(str(denied.value).splitlines()) == 1


async def test_people_talk_among_themselves(ground: Ground) -> None:
    said = await ground.heron.say(ground.duels, "Quack", files=[File("leaf.txt", b"green")])
    reply = await ground.otter.say(ground.duels, "Splash", reply_to=said["id"])
    assert reply["referenced_message"]["id"] == said["id"]
    edited = await ground.otter.edit(reply, "Splash!")
    assert edited["edited_timestamp"]
    [shown, answered] = await ground.lynx.messages(ground.duels)
    assert (text(shown), text(answered)) == ("Quack", "Splash!")
    async with aiohttp.ClientSession() as session, session.get(shown["attachments"][0]["url"]) as response:
        assert await response.read() == b"green"
    await ground.heron.delete(said)
    # Whose server it is may do more.
    await ground.heron.say(ground.duels, "Quack")
    await ground.otter.delete((await ground.otter.messages(ground.duels))[-1])
    assert [text(one) for one in await ground.heron.messages(ground.duels)] == ["Splash!"]


async def test_what_is_waited_for_is_seen_when_it_happens(ground: Ground) -> None:
    waiting = asyncio.create_task(ground.lynx.waits_for(ground.duels, lambda one: text(one) == "Now"))
    await ground.heron.say(ground.duels, "Not yet")
    assert not waiting.done()
    said = await ground.heron.say(ground.duels, "Now")
    assert (await waiting)["id"] == said["id"]
    with pytest.raises(TimeoutError, match="Not yet"):
        await ground.lynx.waits_for(ground.duels, lambda one: text(one) == "Never", seconds=0.2)


async def test_messages_come_change_and_go_before_one_s_eyes(ground: Ground) -> None:
    async with ground.heron.watching() as watch:
        shown: list[list[str]] = []
        said = await ground.otter.say(ground.duels, "Splash")
        await ground.otter.edit(said, "Splish")
        await ground.otter.delete(said)
        await ground.otter.say(ground.duels, "Last")
        while shown[-1:] != [["Last"]]:
            event = await asyncio.wait_for(watch.next(), TIMEOUT_S)
            if event["type"] in {"message", "message_deleted"}:
                shown.append([text(one) for one in watch.messages(ground.duels)])
    assert shown == [["Splash"], ["Splish"], [], ["Last"]]


async def test_a_watch_stays_true(ground: Ground) -> None:
    """Whatever happens, what a watch has folded is what somebody would see who looks anew."""
    bot = Bot()
    async with bot.living(ground), ground.heron.watching() as watch:
        said = await ground.otter.say(ground.duels, "Splash")
        await ground.otter.say(ground.lounge, f"<@{await ground.id('heron')}>")
        await ground.otter.edit(said, "Splish")
        await ground.otter.say(ground.duels, "Splosh")
        await ground.otter.delete(said)
        await ground.heron.act("read", channel=ground.lounge)
        await ground.otter.thread(ground.duels, "brook")
        await ground.heron.act("dm", **{"with": "lynx"})
        await ground.lynx.say("@heron", "Psst")
        await ground.playground.stage("create_channel", server=ground.server["id"], name="den")
        await ground.heron.dms(open=False)
        await ground.otter.say(ground.duels, "Last")
        await watch.until(lambda seen: seen.newest(ground.duels, lambda one: text(one) == "Last"))
        async with asyncio.timeout(TIMEOUT_S):
            while (anew := await ground.heron.see() | {"now": watch.see["now"]}) != watch.see:
                await watch.next()
        assert watch.see == anew


async def test_threads_are_opened_and_shut(ground: Ground) -> None:
    said = await ground.otter.say(ground.duels, "Splash")
    thread = await ground.otter.thread(ground.duels, "brook", said)
    assert thread["parent_id"] == ground.duels
    await ground.heron.say(thread["id"], "Quack")
    own = (await ground.otter.until(lambda seen: seen.channel(thread["id"])))["closable"]
    other = (await ground.heron.until(lambda seen: seen.channel(thread["id"])))["closable"]
    assert (own, other) == (True, False)
    with pytest.raises(Denied, match="by its owner"):
        await ground.heron.act("archive", channel=thread["id"], archived=True)
    await ground.otter.act("archive", channel=thread["id"], archived=True)
    shut = await ground.heron.until(lambda seen: seen.channel(thread["id"]))
    assert shut["archived"]
    assert shut["closable"], "by whoever may speak in it"
    await ground.heron.say(thread["id"], "Anybody?")
    assert not (await ground.heron.until(lambda seen: seen.channel(thread["id"])))["archived"]


async def test_who_leaves_a_server_sees_it_no_more(ground: Ground) -> None:
    await ground.heron.act("leave", server=ground.server["id"])
    assert ground.server["id"] not in {one["id"] for one in (await ground.heron.see())["servers"]}
    with pytest.raises(Denied):
        await ground.heron.say(ground.duels, "Quack")
    await ground.heron.act("join", server=ground.server["id"])
    await ground.heron.say(ground.duels, "Quack")


async def test_the_past_is_read_in_pages(ground: Ground) -> None:
    said = [(await ground.otter.say(ground.duels, f"{n}"))["id"] for n in range(130)]
    seen = await ground.heron.messages(ground.duels)
    assert [one["id"] for one in seen] == said[30:]
    page = await ground.heron.history(ground.duels, said[60])
    assert ([one["id"] for one in page["messages"]], page["more"]) == (said[10:60], True)
    page = await ground.heron.history(ground.duels, said[10])
    assert ([one["id"] for one in page["messages"]], page["more"]) == (said[:10], False)


async def test_what_is_unread_is_counted_until_it_is_read(ground: Ground) -> None:
    await ground.otter.say(ground.duels, "Splash")
    await ground.otter.say(ground.duels, f"<@{await ground.id('heron')}>")
    channel = await ground.heron.until(lambda seen: seen.channel(ground.duels))
    assert (channel["unread"], channel["mentions"]) == (2, 1)
    await ground.heron.act("read", channel=ground.duels)
    channel = await ground.heron.until(lambda seen: seen.channel(ground.duels))
    assert (channel["unread"], channel["mentions"]) == (0, 0)


async def test_typing_is_seen_by_others(ground: Ground) -> None:
    async with ground.heron.watching() as heron:
        await ground.otter.act("type", channel=ground.duels)
        async with asyncio.timeout(TIMEOUT_S):
            while (event := await heron.next())["type"] != "typing":
                pass
    assert event == {"type": "typing", "channel_id": ground.duels, "user_id": await ground.id("otter")}


async def test_one_may_act_through_the_socket(ground: Ground) -> None:
    line = ground.otter.line
    async with line.connected("otter") as socket:
        await socket.send_json({"act": {"do": "send", "channel": ground.duels, "content": "Splash"}, "id": 7})
        await socket.send_json({"act": {"do": "fly"}, "id": 8})
        acted: dict[int, JSON] = {}
        async with asyncio.timeout(TIMEOUT_S):
            while len(acted) < 2:
                if (event := await socket.receive_json())["type"] == "act_result":
                    acted[event["id"]] = event
    assert (acted[7]["status"], acted[7]["answer"]["message"]["content"]) == (200, "Splash")
    assert acted[8]["status"] == 400
    assert "fly" in acted[8]["answer"]["error"]


async def test_the_wire_tells_what_was_refused_and_keeps_secrets(ground: Ground) -> None:
    before = await ground.playground.wire()
    async with ground.otter.line.connected("otter", wire="1") as socket:
        url = f"{ground.setup['api']}/channels/{ground.duels}/messages"
        headers = {"Authorization": f"Bot {ground.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            async with session.post(url, json={"content": "Hoo", "colour": 3}) as response:
                body = await response.json()
                assert (response.status, body["code"]) == (400, 50035)
                assert body["errors"]["colour"]["_errors"]
            async with session.post(url, data=b"{", headers={"Content-Type": "application/json"}) as response:
                assert (response.status, (await response.json())["code"]) == (400, 50109)
            async with session.get(f"{ground.setup['api']}/nowhere") as response:
                assert (response.status, (await response.json())["code"]) == (404, 0)
        async with asyncio.timeout(TIMEOUT_S):
            while (event := await socket.receive_json())["type"] != "wire":
                pass
        assert event["entry"]["refused"].startswith("50035")
    after = await ground.playground.wire(before["last"])
    assert after["refused"] - before["refused"] == 3
    assert [entry["status"] for entry in after["entries"]] == [400, 400, 404]
    assert ground.token not in str(after)


async def test_time_moves_only_on_the_stage(ground: Ground) -> None:
    before = (await ground.otter.see())["now"]
    await ground.playground.stage("advance_time", seconds=86_400)
    after = (await ground.otter.see())["now"]
    assert after[:10] > before[:10]


async def test_whoever_knows_the_time_is_told_when_it_has_been_moved(ground: Ground) -> None:
    known = await ground.playground.clock()
    waits = asyncio.create_task(ground.playground.clock(known["offset_ms"]))
    await ground.playground.stage("advance_time", seconds=90)
    moved = await waits
    assert moved["offset_ms"] == known["offset_ms"] + 90_000
    assert moved["now"] > known["now"]
    # Who knows another number does not wait.
    assert (await ground.playground.clock(known["offset_ms"]))["offset_ms"] == moved["offset_ms"]
