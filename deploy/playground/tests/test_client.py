"""The client for programs, against a playground without any bot of its own."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from deploy.playground.tests.sandbox import DiscordPyBot, Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import (
    JSON,
    File,
    InteractionResult,
    PlaygroundError,
    button_labels,
    find_buttons,
    find_component,
    find_selects,
    full_text,
    iter_components,
    text_blocks,
)
from discord_playground.client.live_view import DEFAULT_TIMEOUT_S as LOOKING_ON

EXAMPLE_MESSAGE = {
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
    assert [one["type"] for one in iter_components(EXAMPLE_MESSAGE)] == [17, 9, 10, 2, 1, 3, 1, 2, 18, 4]
    assert text_blocks(EXAMPLE_MESSAGE) == ["Head", "Otter", "Title", "Words", "Shells", "9", "Foot", "Beside"]
    assert button_labels(EXAMPLE_MESSAGE) == ["Go", "🫐"]
    assert [one["custom_id"] for one in find_buttons(EXAMPLE_MESSAGE)] == ["go", "berry"]
    assert [one["custom_id"] for one in find_selects(EXAMPLE_MESSAGE)] == ["pick"]
    assert full_text(EXAMPLE_MESSAGE).split("\n")[-4:] == ["Beside", "Go", "🫐", "Pick"]
    assert find_component(EXAMPLE_MESSAGE, "words")["type"] == 4
    with pytest.raises(KeyError, match="go, pick, berry, words"):
        find_component(EXAMPLE_MESSAGE, "nowhere")


def test_whoever_looks_on_is_as_patient_as_all_tests_are() -> None:
    assert LOOKING_ON >= TIMEOUT_S


def test_an_answer_without_a_message_says_what_there_was() -> None:
    answer = InteractionResult({"interaction": "1", "state": "failed", "error": "The application did not respond"})
    assert (answer.state, answer.callback_type, answer.error) == ("failed", 0, "The application did not respond")
    with pytest.raises(LookupError, match="did not respond"):
        _ = answer.message


async def test_nobody_does_what_the_app_would_not_let_them(sandbox: Sandbox) -> None:
    said = await sandbox.heron.send_message(sandbox.duels_id, "Quack")
    for attempt in (
        sandbox.playground.person("nobody").load_view(),
        sandbox.otter.perform_action("fly"),
        sandbox.otter.perform_action("send"),
        sandbox.otter.send_message("nowhere", "Splash"),
        sandbox.otter.send_message(sandbox.duels_id, ""),
        sandbox.otter.edit_message(said, "Splash"),
        sandbox.lynx.delete_message(said),
        sandbox.otter.run_command(sandbox.duels_id, "nothing"),
        sandbox.otter.submit_modal({}),
        sandbox.otter.set_locale("xx"),
        sandbox.playground.control("rain"),
        sandbox.playground.control("advance_time", seconds=-1),
        sandbox.playground.control("add_fault", route="GET /nowhere", status=500),
        sandbox.playground.control("add_fault", route="*", status=200),
    ):
        with pytest.raises(PlaygroundError) as denied:
            await attempt
        assert len(str(denied.value).splitlines()) == 1


async def test_people_talk_among_themselves(sandbox: Sandbox) -> None:
    said = await sandbox.heron.send_message(sandbox.duels_id, "Quack", files=[File("leaf.txt", b"green")])
    reply = await sandbox.otter.send_message(sandbox.duels_id, "Splash", reply_to=said["id"])
    assert reply["referenced_message"]["id"] == said["id"]
    edited = await sandbox.otter.edit_message(reply, "Splash!")
    assert edited["edited_timestamp"]
    [shown, answered] = await sandbox.lynx.load_messages(sandbox.duels_id)
    assert (full_text(shown), full_text(answered)) == ("Quack", "Splash!")
    async with aiohttp.ClientSession() as session, session.get(shown["attachments"][0]["url"]) as response:
        assert await response.read() == b"green"
    await sandbox.heron.delete_message(said)
    # Whose server it is may do more.
    await sandbox.heron.send_message(sandbox.duels_id, "Quack")
    await sandbox.otter.delete_message((await sandbox.otter.load_messages(sandbox.duels_id))[-1])
    assert [full_text(one) for one in await sandbox.heron.load_messages(sandbox.duels_id)] == ["Splash!"]


async def test_what_is_waited_for_is_seen_when_it_happens(sandbox: Sandbox) -> None:
    waiting = asyncio.create_task(sandbox.lynx.wait_for_message(sandbox.duels_id, lambda one: full_text(one) == "Now"))
    await sandbox.heron.send_message(sandbox.duels_id, "Not yet")
    assert not waiting.done()
    said = await sandbox.heron.send_message(sandbox.duels_id, "Now")
    assert (await waiting)["id"] == said["id"]
    with pytest.raises(TimeoutError, match="Not yet"):
        await sandbox.lynx.wait_for_message(sandbox.duels_id, lambda one: full_text(one) == "Never", timeout_s=0.2)


async def test_messages_come_change_and_go_before_one_s_eyes(sandbox: Sandbox) -> None:
    async with sandbox.heron.watch_view() as watch:
        shown: list[list[str]] = []
        said = await sandbox.otter.send_message(sandbox.duels_id, "Splash")
        await sandbox.otter.edit_message(said, "Splish")
        await sandbox.otter.delete_message(said)
        await sandbox.otter.send_message(sandbox.duels_id, "Last")
        while shown[-1:] != [["Last"]]:
            event = await asyncio.wait_for(watch.next_event(), TIMEOUT_S)
            if event["type"] in {"message", "message_deleted"}:
                shown.append([full_text(one) for one in watch.list_messages(sandbox.duels_id)])
    assert shown == [["Splash"], ["Splish"], [], ["Last"]]


async def test_a_watch_stays_true(sandbox: Sandbox) -> None:
    """Whatever happens, what a watch has folded is what somebody would see who looks anew."""
    bot = DiscordPyBot()
    async with bot.run_in(sandbox), sandbox.heron.watch_view() as watch:
        said = await sandbox.otter.send_message(sandbox.duels_id, "Splash")
        await sandbox.otter.send_message(sandbox.lounge_id, f"<@{await sandbox.find_person_id('heron')}>")
        await sandbox.otter.edit_message(said, "Splish")
        await sandbox.otter.send_message(sandbox.duels_id, "Splosh")
        await sandbox.otter.delete_message(said)
        await sandbox.heron.perform_action("read", channel=sandbox.lounge_id)
        await sandbox.otter.create_thread(sandbox.duels_id, "brook")
        await sandbox.heron.perform_action("dm", **{"with": "lynx"})
        await sandbox.lynx.send_message("@heron", "Psst")
        await sandbox.playground.control("create_channel", server=sandbox.server["id"], name="den")
        await sandbox.heron.set_dms_open(open=False)
        await sandbox.otter.send_message(sandbox.duels_id, "Last")
        await watch.wait_until(lambda seen: seen.newest_message(sandbox.duels_id, lambda one: full_text(one) == "Last"))
        async with asyncio.timeout(TIMEOUT_S):
            while (anew := await sandbox.heron.load_view() | {"now": watch.view["now"]}) != watch.view:
                await watch.next_event()
        assert watch.view == anew


async def test_threads_are_opened_and_shut(sandbox: Sandbox) -> None:
    said = await sandbox.otter.send_message(sandbox.duels_id, "Splash")
    thread = await sandbox.otter.create_thread(sandbox.duels_id, "brook", said)
    assert thread["parent_id"] == sandbox.duels_id
    await sandbox.heron.send_message(thread["id"], "Quack")
    own = (await sandbox.otter.wait_until(lambda seen: seen.find_channel(thread["id"])))["closable"]
    other = (await sandbox.heron.wait_until(lambda seen: seen.find_channel(thread["id"])))["closable"]
    assert (own, other) == (True, False)
    with pytest.raises(PlaygroundError, match="by its owner"):
        await sandbox.heron.perform_action("archive", channel=thread["id"], archived=True)
    await sandbox.otter.perform_action("archive", channel=thread["id"], archived=True)
    shut = await sandbox.heron.wait_until(lambda seen: seen.find_channel(thread["id"]))
    assert shut["archived"]
    assert shut["closable"], "by whoever may speak in it"
    await sandbox.heron.send_message(thread["id"], "Anybody?")
    assert not (await sandbox.heron.wait_until(lambda seen: seen.find_channel(thread["id"])))["archived"]


async def test_who_leaves_a_server_sees_it_no_more(sandbox: Sandbox) -> None:
    await sandbox.heron.perform_action("leave", server=sandbox.server["id"])
    assert sandbox.server["id"] not in {one["id"] for one in (await sandbox.heron.load_view())["servers"]}
    with pytest.raises(PlaygroundError):
        await sandbox.heron.send_message(sandbox.duels_id, "Quack")
    await sandbox.heron.perform_action("join", server=sandbox.server["id"])
    await sandbox.heron.send_message(sandbox.duels_id, "Quack")


async def test_the_past_is_read_in_pages(sandbox: Sandbox) -> None:
    said = [(await sandbox.otter.send_message(sandbox.duels_id, f"{n}"))["id"] for n in range(130)]
    seen = await sandbox.heron.load_messages(sandbox.duels_id)
    assert [one["id"] for one in seen] == said[30:]
    page = await sandbox.heron.load_history(sandbox.duels_id, said[60])
    assert ([one["id"] for one in page["messages"]], page["more"]) == (said[10:60], True)
    page = await sandbox.heron.load_history(sandbox.duels_id, said[10])
    assert ([one["id"] for one in page["messages"]], page["more"]) == (said[:10], False)


async def test_what_is_unread_is_counted_until_it_is_read(sandbox: Sandbox) -> None:
    await sandbox.otter.send_message(sandbox.duels_id, "Splash")
    await sandbox.otter.send_message(sandbox.duels_id, f"<@{await sandbox.find_person_id('heron')}>")
    channel = await sandbox.heron.wait_until(lambda seen: seen.find_channel(sandbox.duels_id))
    assert (channel["unread"], channel["mentions"]) == (2, 1)
    await sandbox.heron.perform_action("read", channel=sandbox.duels_id)
    channel = await sandbox.heron.wait_until(lambda seen: seen.find_channel(sandbox.duels_id))
    assert (channel["unread"], channel["mentions"]) == (0, 0)


async def test_typing_is_seen_by_others(sandbox: Sandbox) -> None:
    async with sandbox.heron.watch_view() as heron:
        await sandbox.otter.perform_action("type", channel=sandbox.duels_id)
        async with asyncio.timeout(TIMEOUT_S):
            while (event := await heron.next_event())["type"] != "typing":
                pass
    assert event == {"type": "typing", "channel_id": sandbox.duels_id, "user_id": await sandbox.find_person_id("otter")}


async def test_one_may_act_through_the_socket(sandbox: Sandbox) -> None:
    line = sandbox.otter.api_client
    async with line.open_websocket("otter") as socket:
        await socket.send_json({"act": {"do": "send", "channel": sandbox.duels_id, "content": "Splash"}, "id": 7})
        await socket.send_json({"act": {"do": "fly"}, "id": 8})
        acted: dict[int, JSON] = {}
        async with asyncio.timeout(TIMEOUT_S):
            while len(acted) < 2:
                if (event := await socket.receive_json())["type"] == "act_result":
                    acted[event["id"]] = event
    assert (acted[7]["status"], acted[7]["answer"]["message"]["content"]) == (200, "Splash")
    assert acted[8]["status"] == 400
    assert "fly" in acted[8]["answer"]["error"]


async def test_the_wire_tells_what_was_refused_and_keeps_secrets(sandbox: Sandbox) -> None:
    before = await sandbox.playground.load_traffic_log()
    async with sandbox.otter.api_client.open_websocket("otter", wire="1") as socket:
        url = f"{sandbox.setup['api']}/channels/{sandbox.duels_id}/messages"
        headers = {"Authorization": f"Bot {sandbox.bot_token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            async with session.post(url, json={"content": "Hoo", "colour": 3}) as response:
                body = await response.json()
                assert (response.status, body["code"]) == (400, 50035)
                assert body["errors"]["colour"]["_errors"]
            async with session.post(url, data=b"{", headers={"Content-Type": "application/json"}) as response:
                assert (response.status, (await response.json())["code"]) == (400, 50109)
            async with session.get(f"{sandbox.setup['api']}/nowhere") as response:
                assert (response.status, (await response.json())["code"]) == (404, 0)
        async with asyncio.timeout(TIMEOUT_S):
            while (event := await socket.receive_json())["type"] != "wire":
                pass
        assert event["entry"]["refused"].startswith("50035")
    after = await sandbox.playground.load_traffic_log(before["last"])
    assert after["refused"] - before["refused"] == 3
    assert [entry["status"] for entry in after["entries"]] == [400, 400, 404]
    assert sandbox.bot_token not in str(after)


async def test_time_moves_only_on_the_stage(sandbox: Sandbox) -> None:
    before = (await sandbox.otter.load_view())["now"]
    await sandbox.playground.control("advance_time", seconds=86_400)
    after = (await sandbox.otter.load_view())["now"]
    assert after[:10] > before[:10]


async def test_whoever_knows_the_time_is_told_when_it_has_been_moved(sandbox: Sandbox) -> None:
    known = await sandbox.playground.load_clock()
    waits = asyncio.create_task(sandbox.playground.load_clock(known["offset_ms"]))
    await sandbox.playground.control("advance_time", seconds=90)
    moved = await waits
    assert moved["offset_ms"] == known["offset_ms"] + 90_000
    assert moved["now"] > known["now"]
    # Who knows another number does not wait.
    assert (await sandbox.playground.load_clock(known["offset_ms"]))["offset_ms"] == moved["offset_ms"]
