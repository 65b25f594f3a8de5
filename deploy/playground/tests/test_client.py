"""Test the Python client of the playground: people's actions, live views and controls."""

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
from discord_playground.client.live_view import DEFAULT_TIMEOUT_S

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


def test_nested_components_and_texts_are_found() -> None:
    assert [component["type"] for component in iter_components(EXAMPLE_MESSAGE)] == [17, 9, 10, 2, 1, 3, 1, 2, 18, 4]
    assert text_blocks(EXAMPLE_MESSAGE) == ["Head", "Otter", "Title", "Words", "Shells", "9", "Foot", "Beside"]
    assert button_labels(EXAMPLE_MESSAGE) == ["Go", "🫐"]
    assert [component["custom_id"] for component in find_buttons(EXAMPLE_MESSAGE)] == ["go", "berry"]
    assert [component["custom_id"] for component in find_selects(EXAMPLE_MESSAGE)] == ["pick"]
    assert full_text(EXAMPLE_MESSAGE).split("\n")[-4:] == ["Beside", "Go", "🫐", "Pick"]
    assert find_component(EXAMPLE_MESSAGE, "words")["type"] == 4
    with pytest.raises(KeyError, match="go, pick, berry, words"):
        find_component(EXAMPLE_MESSAGE, "nowhere")


def test_live_view_timeout_is_at_least_the_test_timeout() -> None:
    assert DEFAULT_TIMEOUT_S >= TIMEOUT_S


def test_interaction_result_without_message_raises_its_error() -> None:
    result = InteractionResult({"interaction": "1", "state": "failed", "error": "The application did not respond"})
    assert (result.state, result.callback_type, result.error) == ("failed", 0, "The application did not respond")
    with pytest.raises(LookupError, match="did not respond"):
        _ = result.message


async def test_invalid_actions_and_controls_raise_specific_one_line_errors(sandbox: Sandbox) -> None:
    otter, channel, control = sandbox.otter, sandbox.duels_id, sandbox.playground.control
    message = await sandbox.heron.send_message(channel, "Quack")
    for action, text in (
        (sandbox.playground.person("unicorn").load_view(), "nobody is called"),
        (otter.perform_action("fly"), "there is no action"),
        (otter.perform_action("send"), "needs 'channel'"),
        (otter.send_message("nowhere", "Splash"), "no channel"),
        (otter.send_message(channel, "  "), "nothing to say"),
        (otter.perform_action("send", channel=channel, files=[{"name": "x", "data": "?"}]), "base64"),
        (otter.perform_action("send", channel=channel, content="x", reply="1"), "unknown field: reply"),
        (otter.edit_message(message, "Splash"), "by somebody else"),
        (sandbox.lynx.delete_message(message), "somebody else"),
        (otter.perform_action("click", message="1", custom_id="x"), "no message"),
        (otter.run_command(channel, "nothing"), "no command"),
        (otter.submit_modal({}), "no form"),
        (otter.set_locale("tlh"), "no language"),
        (control("rain"), "rain"),
        (control("advance_time", seconds=-1), "seconds"),
        (control("add_fault", route="GET /nowhere", status=500), "nowhere"),
        (control("add_fault", route="*", status=200), "status"),
    ):
        with pytest.raises(PlaygroundError, match=text) as error:
            await action
        assert len(str(error.value).splitlines()) == 1


async def test_people_send_edit_and_delete_messages(sandbox: Sandbox) -> None:
    message = await sandbox.heron.send_message(sandbox.duels_id, "Quack", files=[File("leaf.txt", b"green")])
    reply = await sandbox.otter.send_message(sandbox.duels_id, "Splash", reply_to=message["id"])
    assert reply["referenced_message"]["id"] == message["id"]
    edited = await sandbox.otter.edit_message(reply, "Splash!")
    assert edited["edited_timestamp"]
    [original, shown_reply] = await sandbox.lynx.load_messages(sandbox.duels_id)
    assert (full_text(original), full_text(shown_reply)) == ("Quack", "Splash!")
    async with aiohttp.ClientSession() as session, session.get(original["attachments"][0]["url"]) as response:
        assert await response.read() == b"green"
    await sandbox.heron.delete_message(message)
    # The owner of the server may delete other people's messages.
    await sandbox.heron.send_message(sandbox.duels_id, "Quack")
    await sandbox.otter.delete_message((await sandbox.otter.load_messages(sandbox.duels_id))[-1])
    assert [full_text(message) for message in await sandbox.heron.load_messages(sandbox.duels_id)] == ["Splash!"]


async def test_wait_for_message_returns_matching_message_or_times_out(sandbox: Sandbox) -> None:
    waiting_task = asyncio.create_task(
        sandbox.lynx.wait_for_message(sandbox.duels_id, lambda message: full_text(message) == "Now")
    )
    await sandbox.heron.send_message(sandbox.duels_id, "Not yet")
    assert not waiting_task.done()
    sent = await sandbox.heron.send_message(sandbox.duels_id, "Now")
    assert (await waiting_task)["id"] == sent["id"]
    with pytest.raises(TimeoutError, match="Not yet"):
        await sandbox.lynx.wait_for_message(
            sandbox.duels_id, lambda message: full_text(message) == "Never", timeout_s=0.2
        )


async def test_live_view_follows_new_edited_and_deleted_messages(sandbox: Sandbox) -> None:
    async with sandbox.heron.watch_view() as live_view:
        shown: list[list[str]] = []
        sent = await sandbox.otter.send_message(sandbox.duels_id, "Splash")
        await sandbox.otter.edit_message(sent, "Splish")
        await sandbox.otter.delete_message(sent)
        await sandbox.otter.send_message(sandbox.duels_id, "Last")
        while shown[-1:] != [["Last"]]:
            event = await asyncio.wait_for(live_view.next_event(), TIMEOUT_S)
            if event["type"] in {"message", "message_deleted"}:
                shown.append([full_text(message) for message in live_view.list_messages(sandbox.duels_id)])
    assert shown == [["Splash"], ["Splish"], [], ["Last"]]


async def test_live_view_equals_reloaded_view_after_many_events(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox), sandbox.heron.watch_view() as live_view:
        sent = await sandbox.otter.send_message(sandbox.duels_id, "Splash")
        await sandbox.otter.send_message(sandbox.lounge_id, f"<@{await sandbox.find_person_id('heron')}>")
        await sandbox.otter.edit_message(sent, "Splish")
        await sandbox.otter.send_message(sandbox.duels_id, "Splosh")
        await sandbox.otter.delete_message(sent)
        await sandbox.heron.perform_action("read", channel=sandbox.lounge_id)
        await sandbox.otter.create_thread(sandbox.duels_id, "brook")
        await sandbox.heron.perform_action("dm", **{"with": "lynx"})
        await sandbox.lynx.send_message("@heron", "Psst")
        await sandbox.playground.control("create_channel", server=sandbox.server["id"], name="den")
        await sandbox.heron.set_dms_open(open=False)
        await sandbox.otter.send_message(sandbox.duels_id, "Last")
        await live_view.wait_until(
            lambda view: view.newest_message(sandbox.duels_id, lambda message: full_text(message) == "Last")
        )
        async with asyncio.timeout(TIMEOUT_S):
            while (reloaded := await sandbox.heron.load_view() | {"now": live_view.view["now"]}) != live_view.view:
                await live_view.next_event()
        assert live_view.view == reloaded


async def test_threads_are_created_archived_and_reopened(sandbox: Sandbox) -> None:
    message = await sandbox.otter.send_message(sandbox.duels_id, "Splash")
    thread = await sandbox.otter.create_thread(sandbox.duels_id, "brook", message)
    assert thread["parent_id"] == sandbox.duels_id
    await sandbox.heron.send_message(thread["id"], "Quack")
    owner_can_close = (await sandbox.otter.wait_until(lambda view: view.find_channel(thread["id"])))["closable"]
    other_can_close = (await sandbox.heron.wait_until(lambda view: view.find_channel(thread["id"])))["closable"]
    assert (owner_can_close, other_can_close) == (True, False)
    with pytest.raises(PlaygroundError, match="by its owner"):
        await sandbox.heron.perform_action("archive", channel=thread["id"], archived=True)
    await sandbox.otter.perform_action("archive", channel=thread["id"], archived=True)
    archived = await sandbox.heron.wait_until(lambda view: view.find_channel(thread["id"]))
    assert archived["archived"]
    assert archived["closable"], "anyone who may speak in the thread may reopen it"
    await sandbox.heron.send_message(thread["id"], "Anybody?")
    assert not (await sandbox.heron.wait_until(lambda view: view.find_channel(thread["id"])))["archived"]


async def test_left_server_is_hidden_until_rejoined(sandbox: Sandbox) -> None:
    await sandbox.heron.perform_action("leave", server=sandbox.server["id"])
    assert sandbox.server["id"] not in {server["id"] for server in (await sandbox.heron.load_view())["servers"]}
    with pytest.raises(PlaygroundError):
        await sandbox.heron.send_message(sandbox.duels_id, "Quack")
    await sandbox.heron.perform_action("join", server=sandbox.server["id"])
    await sandbox.heron.send_message(sandbox.duels_id, "Quack")


async def test_message_history_is_paginated(sandbox: Sandbox) -> None:
    message_ids = [(await sandbox.otter.send_message(sandbox.duels_id, f"{number}"))["id"] for number in range(130)]
    newest = await sandbox.heron.load_messages(sandbox.duels_id)
    assert [message["id"] for message in newest] == message_ids[30:]
    page = await sandbox.heron.load_history(sandbox.duels_id, message_ids[60])
    assert ([message["id"] for message in page["messages"]], page["more"]) == (message_ids[10:60], True)
    page = await sandbox.heron.load_history(sandbox.duels_id, message_ids[10])
    assert ([message["id"] for message in page["messages"]], page["more"]) == (message_ids[:10], False)


async def test_unread_messages_and_mentions_are_counted_until_read(sandbox: Sandbox) -> None:
    await sandbox.otter.send_message(sandbox.duels_id, "Splash")
    await sandbox.otter.send_message(sandbox.duels_id, f"<@{await sandbox.find_person_id('heron')}>")
    channel = await sandbox.heron.wait_until(lambda view: view.find_channel(sandbox.duels_id))
    assert (channel["unread"], channel["mentions"]) == (2, 1)
    await sandbox.heron.perform_action("read", channel=sandbox.duels_id)
    channel = await sandbox.heron.wait_until(lambda view: view.find_channel(sandbox.duels_id))
    assert (channel["unread"], channel["mentions"]) == (0, 0)


async def test_typing_event_reaches_other_people(sandbox: Sandbox) -> None:
    async with sandbox.heron.watch_view() as live_view:
        await sandbox.otter.perform_action("type", channel=sandbox.duels_id)
        async with asyncio.timeout(TIMEOUT_S):
            while (event := await live_view.next_event())["type"] != "typing":
                pass
    assert event == {"type": "typing", "channel_id": sandbox.duels_id, "user_id": await sandbox.find_person_id("otter")}


async def test_actions_through_websocket_return_results(sandbox: Sandbox) -> None:
    api_client = sandbox.otter.api_client
    async with api_client.open_websocket("otter") as socket:
        await socket.send_json({"act": {"do": "send", "channel": sandbox.duels_id, "content": "Splash"}, "id": 7})
        await socket.send_json({"act": {"do": "fly"}, "id": 8})
        results: dict[int, JSON] = {}
        async with asyncio.timeout(TIMEOUT_S):
            while len(results) < 2:
                if (event := await socket.receive_json())["type"] == "act_result":
                    results[event["id"]] = event
    assert (results[7]["status"], results[7]["answer"]["message"]["content"]) == (200, "Splash")
    assert results[8]["status"] == 400
    assert "fly" in results[8]["answer"]["error"]


async def test_traffic_log_records_refused_requests_without_tokens(sandbox: Sandbox) -> None:
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


async def test_advance_time_moves_playground_clock(sandbox: Sandbox) -> None:
    before = (await sandbox.otter.load_view())["now"]
    await sandbox.playground.control("advance_time", seconds=86_400)
    after = (await sandbox.otter.load_view())["now"]
    assert after[:10] > before[:10]


async def test_clock_request_waits_until_time_is_advanced(sandbox: Sandbox) -> None:
    before = await sandbox.playground.load_clock()
    clock_task = asyncio.create_task(sandbox.playground.load_clock(before["offset_ms"]))
    await sandbox.playground.control("advance_time", seconds=90)
    after = await clock_task
    assert after["offset_ms"] == before["offset_ms"] + 90_000
    assert after["now"] > before["now"]
    # With an outdated offset, the request returns immediately.
    assert (await sandbox.playground.load_clock(before["offset_ms"]))["offset_ms"] == after["offset_ms"]
