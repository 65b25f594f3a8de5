"""Test the lobby: its card, and quick matches, also after the bot was killed."""

from __future__ import annotations

import pytest

from bot.delivery.standing_cards import EDIT_INTERVAL_MS
from bot.screens.custom_ids import Action
from discord_playground.client import JSON, full_text
from tests.kit.wire_person import EPHEMERAL_FLAG, contains_text, has_button_for
from tests.wire.playground_server import PlaygroundServer, find_select_id, press_button, select_values


def is_lobby(message: JSON) -> bool:
    return has_button_for(Action.QUICK_MATCH)(message) and not message["flags"] & EPHEMERAL_FLAG


async def open_lobby(server: PlaygroundServer) -> JSON:
    """Choose the channel of the server as its lobby, and return the card."""
    panel = await server.open_settings(server.otter, "server")
    await select_values(server.otter, panel, "server.lobby", server.channel)
    return await server.otter.wait_for_message(server.channel, is_lobby)


async def wait_for_lobby(server: PlaygroundServer, *parts: str) -> JSON:
    """Let the card's time between two edits pass, and wait until it shows these texts."""
    await server.playground.control("advance_time", seconds=EDIT_INTERVAL_MS // 1000 + 1)
    return await server.otter.wait_for_message(
        server.channel, lambda message: is_lobby(message) and contains_text(*parts)(message)
    )


async def test_two_people_find_each_other_in_the_lobby(server: PlaygroundServer) -> None:
    card = await open_lobby(server)
    assert "Nobody is playing yet" in full_text(card)
    waiting = (await server.heron.click(card, "Quick match")).message
    assert waiting["flags"] & EPHEMERAL_FLAG
    assert "Du wartest auf einen Gegner: Duell der Schamanen" in full_text(waiting)
    shown = await wait_for_lobby(server, f"{server.heron.mention} is waiting")
    assert shown["id"] == card["id"]
    begun = (await server.lynx.click(shown, "Join")).message
    assert has_button_for(Action.SHOW_MORE)(begun)
    assert begun["flags"] & EPHEMERAL_FLAG
    opened = await server.heron.wait_for_private_message(has_button_for(Action.SHOW_MORE))
    assert opened["id"] == waiting["id"], "the message in which Heron waited becomes the match"
    live = await wait_for_lobby(server, "Now playing", server.heron.mention, server.lynx.mention)
    assert live["id"] == card["id"]
    panel = await server.open_settings(server.otter, "server")
    await select_values(server.otter, panel, "server.lobby")
    await server.otter.wait_until_deleted(live)


async def test_person_waits_on_after_a_kill(killable_server: PlaygroundServer) -> None:
    server = killable_server
    card = await open_lobby(server)
    await press_button(server.heron, card, Action.QUICK_MATCH)
    await server.bot.kill_and_restart(server.playground)
    shown = await wait_for_lobby(server, f"{server.heron.mention} is waiting")
    assert shown["id"] == card["id"], "the card is not posted again"
    await press_button(server.lynx, shown, Action.QUICK_MATCH)
    await server.heron.wait_for_private_message(has_button_for(Action.SHOW_MORE))
    assert len([it for it in server.otter.list_messages() if is_lobby(it)]) == 1


@pytest.mark.gateway
async def test_lobby_needs_a_channel_in_which_the_bot_may_write(server: PlaygroundServer) -> None:
    await server.playground.control("set_permissions", channel=server.channel, deny=["send_messages"])
    panel = await server.open_settings(server.otter, "server")
    refused = await server.otter.select_values(panel, find_select_id(panel, "server.lobby"), [server.channel])
    assert "Send messages" in full_text(refused.message)
