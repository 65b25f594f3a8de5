"""Test matches whose channel, thread, messages or permissions are removed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import discord
import pytest

from bot.discord.messages import Messages
from bot.discord.scene_sender import EmojiCache, SceneSender
from bot.display_names import DisplayNames
from bot.errors import MessageGone
from bot.painting import Painter
from bot.screens.custom_ids import Action
from bot.screens.scene import Scene
from deploy.playground.tests.sandbox import Sandbox, create_sandbox, patch_discord_urls
from discord_playground.client import JSON, Playground, full_text
from storage import Store
from tests.kit.wire_person import contains_text, has_button_for
from tests.wire.match_play import RANDOM_PLACEMENT, make_choice, wait_for_turn
from tests.wire.playground_server import (
    EDIT_ROUTE,
    POST_ROUTE,
    PlaygroundServer,
    get_last_wire_entry,
    get_match_id,
    press_button,
    wait_for_log,
)

TOKENS_EXPIRED_S: Final = 16 * 60
"""A time after which all interaction tokens have expired, so that the bot edits messages by channel."""


async def begin_match(server: PlaygroundServer) -> int:
    return await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)


async def begin_match_in_channel(server: PlaygroundServer, channel: str) -> tuple[int, JSON]:
    """Begin a match in another channel or in a thread, and return its ID and its card."""
    card = await server.challenge_guests(server.otter, server.heron, channel=channel)
    await press_button(server.heron, card, Action.JOIN_OFFER)
    return get_match_id(card), await server.otter.wait_for_message(channel, has_button_for(Action.OPEN_MATCH))


async def choose_for_both_players(server: PlaygroundServer, match_id: int) -> None:
    """Play a step with player messages only, and check that the match reaches the next step."""
    for guest in (server.otter, server.heron):
        await make_choice(guest, match_id)
    await wait_for_turn(server, match_id, 1)
    assert server.bot.query_store("SELECT count(*) FROM event WHERE match_id = ? AND kind = 'said'", match_id) == [(2,)]


async def wait_for_notifications(server: PlaygroundServer, match_id: int, seconds: int) -> None:
    """Advance the clock and wait until both players are notified by direct message."""
    await server.pass_time(seconds)
    for guest in (server.otter, server.heron):
        await guest.wait_for_message(guest.dm_channel, has_button_for(Action.PICK_MOVE, match_id))
    await server.wait_until_shown()


@pytest.mark.parametrize("minutes", [0, pytest.param(60, marks=pytest.mark.gate)])
async def test_deleted_card_is_reposted(server: PlaygroundServer, minutes: int) -> None:
    """A card older than one hour is not edited, so the bot has to check whether it still exists."""
    match_id = await begin_match(server)
    card = await server.wait_for_card(match_id)
    if minutes:
        await wait_for_notifications(server, match_id, minutes * 60)
    await server.otter.delete_message(card)
    await make_choice(server.otter, match_id)
    assert (await server.wait_for_choice_on_card(match_id))["id"] != card["id"]
    await server.wait_for_one_card()


async def test_card_stays_in_place_during_chat_and_moves_at_the_end(server: PlaygroundServer) -> None:
    match_id = await begin_match(server)
    card = await server.wait_for_card(match_id)
    await server.lynx.send_message(server.channel, "Splash")
    await make_choice(server.otter, match_id)
    assert (await server.wait_for_choice_on_card(match_id))["id"] == card["id"]
    await server.wait_for_one_card()
    await server.resign_match(server.otter, match_id)
    end = await server.wait_for_end(match_id)
    await server.otter.wait_until_deleted(card)
    assert int(end["id"]) > int(card["id"])


async def test_match_of_a_deleted_channel_continues_in_direct_messages(server: PlaygroundServer) -> None:
    match_id = await begin_match(server)
    await server.playground.control("delete_channel", channel=server.channel)
    for guest in (server.otter, server.heron):
        await guest.wait_until(lambda watch: watch.find_channel(server.channel) is None)
    await server.pass_time()
    await choose_for_both_players(server, match_id)


async def test_match_continues_without_permission_to_post(server: PlaygroundServer) -> None:
    match_id = await begin_match(server)
    await server.playground.control("set_permissions", channel=server.channel, deny=["send_messages"])
    await server.lynx.send_message(server.channel, "Splash")
    await choose_for_both_players(server, match_id)
    refused = await server.run_command(server.otter, "duel challenge", opponent=server.lynx.user_id)
    assert "can’t post" in full_text(refused.message)
    await server.playground.control("set_permissions", channel=server.channel, allow=["send_messages"])
    await server.run_command(server.otter, "duel board", match=str(match_id))
    await server.wait_for_card(match_id, 1)


@pytest.mark.gateway
async def test_board_command_explains_its_failure_to_post(server: PlaygroundServer) -> None:
    """Without a gateway the bot only finds out by trying to post."""
    match_id = await begin_match(server)
    channels = (await server.otter.load_view())["servers"][0]["channels"]
    lounge = next(it["id"] for it in channels if it["name"].startswith("lounge"))
    await server.playground.control("set_permissions", channel=server.channel, deny=["attach_files"])
    refused = await server.run_command(server.otter, "duel board", lounge, match=str(match_id))
    assert full_text(refused.message).endswith("must allow: Attach files.")
    await server.playground.control("delete_channel", channel=server.channel)
    refused = await server.run_command(server.heron, "duel board", lounge, match=str(match_id))
    assert "</duel inbox:" in full_text(refused.message)


@pytest.mark.gateway
async def test_front_door_names_another_channel_where_it_can_post(server: PlaygroundServer) -> None:
    channels = (await server.otter.load_view())["servers"][0]["channels"]
    others = [it["id"] for it in channels if it["id"] != server.channel]
    await server.playground.control("set_permissions", channel=server.channel, deny=["send_messages"])
    door = (await server.run_command(server.otter, "play")).message
    page = (await server.otter.click(door, "Woodwalkers")).message
    answer = (await server.otter.click(page, "Challenge")).message
    assert answer["id"] == door["id"]
    assert f"It works in <#{others[0]}> <#{others[1]}>." in full_text(answer)


@pytest.mark.gateway
@pytest.mark.gate
async def test_card_is_updated_immediately_after_a_gateway_reconnect(server: PlaygroundServer) -> None:
    """Without the reconnect, the next attempt would be 30 seconds later."""
    match_id = await begin_match(server)
    await wait_for_notifications(server, match_id, TOKENS_EXPIRED_S)
    for route in (POST_ROUTE, EDIT_ROUTE):
        await server.fail_requests(route, "drop", times=9)
    before = len(server.bot.log_path.read_text())
    await make_choice(server.otter, match_id)
    await wait_for_log(server.bot, "next attempt in 30 s", before)
    await server.stop_failing_requests()
    reconnected_s = asyncio.get_running_loop().time()
    await server.playground.control("disrupt_gateway", send="reconnect", bot=server.bot.name)
    await server.otter.wait_for_message(server.channel, contains_text("has chosen"))
    assert asyncio.get_running_loop().time() - reconnected_s < 28


@pytest.mark.parametrize("departing", ["bot", "player"])
async def test_match_continues_after_bot_or_player_leaves_the_server(server: PlaygroundServer, departing: str) -> None:
    match_id = await begin_match(server)
    await wait_for_notifications(server, match_id, 3 * 60)
    if departing == "bot":
        await server.playground.control("remove_member", server=server.server_id, target=server.bot.name)
    else:
        await server.heron.perform_action("leave", server=server.server_id)
        await server.heron.wait_until(lambda watch: not watch.view["servers"])
    await choose_for_both_players(server, match_id)


async def test_archived_thread_is_reopened_to_edit_its_card(server: PlaygroundServer) -> None:
    thread = (await server.otter.create_thread(server.channel, "A quiet corner"))["id"]
    for guest in (server.heron, server.lynx):
        await guest.send_message(thread, "Here")
    match_id, card = await begin_match_in_channel(server, thread)
    await wait_for_notifications(server, match_id, TOKENS_EXPIRED_S)
    await server.otter.perform_action("archive", channel=thread, archived=True)
    await make_choice(server.otter, match_id)
    assert (await server.wait_for_choice_on_card(match_id, channel=thread))["id"] == card["id"]
    assert not (await server.otter.wait_until(lambda watch: watch.find_channel(thread)))["archived"]


async def test_match_continues_when_its_archived_thread_cannot_be_reopened(server: PlaygroundServer) -> None:
    thread = (await server.otter.create_thread(server.channel, "A locked corner"))["id"]
    await server.heron.send_message(thread, "Here")
    match_id, _ = await begin_match_in_channel(server, thread)
    await server.wait_until_shown()
    await server.playground.control("set_permissions", channel=server.channel, deny=["send_messages_in_threads"])
    await server.otter.perform_action("archive", channel=thread, archived=True)
    await choose_for_both_players(server, match_id)
    assert (await server.otter.wait_until(lambda watch: watch.find_channel(thread)))["archived"]


@pytest.mark.parametrize(("code", "reason", "is_logged"), [(200000, "AutoMod", False), (50035, "refuses", True)])
async def test_match_continues_when_the_channel_rejects_all_messages(
    server: PlaygroundServer, code: int, reason: str, is_logged: bool
) -> None:
    """The rejection is logged only if it may be an error of the bot, and not if it comes from AutoMod."""
    match_id = await begin_match(server)
    await wait_for_notifications(server, match_id, TOKENS_EXPIRED_S)
    for route in (POST_ROUTE, EDIT_ROUTE):
        await server.fail_requests(route, 400, times=99, code=code, channel=server.channel)
    await choose_for_both_players(server, match_id)
    await server.wait_until_shown()
    refused = await server.run_command(server.otter, "duel board", match=str(match_id))
    assert reason in full_text(refused.message)
    await server.stop_failing_requests()
    assert ("Discord rejected a message" in server.bot.read_errors()) == is_logged
    await server.resign_match(server.otter, match_id)
    await server.wait_for_end(match_id)


async def test_match_in_a_voice_channel_needs_permission_to_connect(server: PlaygroundServer) -> None:
    created = await server.playground.control(
        "create_channel", server=server.server_id, name="the fireside", kind="voice"
    )
    voice = created["channel"]["id"]
    await begin_match_in_channel(server, voice)
    await server.playground.control("set_permissions", channel=voice, deny=["connect"])
    refused = await server.run_command(server.otter, "duel challenge", voice, opponent=server.lynx.user_id)
    assert full_text(refused.message).endswith("must allow: Connect.")


@pytest.fixture
async def sandbox(playground: Playground) -> Sandbox:
    return await create_sandbox(playground)


@pytest.fixture
async def messages(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Messages]:
    """The `Messages` of a process that has no shard and so knows no servers."""
    with patch_discord_urls(sandbox.setup):
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(sandbox.bot_token)
            async with await Store.open(f"sqlite:///{tmp_path}/duel.db") as store:
                yield Messages(client, SceneSender(Painter(), DisplayNames(store), EmojiCache(str)), store)


async def test_process_without_the_servers_shard_assumes_permission_to_post(
    messages: Messages, sandbox: Sandbox
) -> None:
    await messages.check_can_post(int(sandbox.duels_id))


async def test_rejected_interaction_token_is_not_used_again(messages: Messages, playground: Playground) -> None:
    """Discord counts rejected requests and temporarily bans clients that have too many."""
    scene, before = Scene(above=("Hoo",)), await get_last_wire_entry(playground)
    for number in range(3):
        with pytest.raises(MessageGone):
            await messages.edit_by_token("spent", number, scene)
        with pytest.raises(MessageGone):
            await messages.send_ephemeral("spent", scene)
    with pytest.raises(MessageGone):
        await messages.send_ephemeral("another", scene)
    sent = [entry["what"] for entry in (await playground.load_traffic_log(before))["entries"]]
    assert [sum(f"/{token}" in what for what in sent) for token in ("spent", "another")] == [1, 1]
