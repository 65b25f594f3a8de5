"""Test the message with which the bot greets a server that it has joined."""

from __future__ import annotations

import pytest

from bot.screens.custom_ids import Action
from discord_playground.client import JSON, Playground, button_labels, find_selects, full_text
from tests.kit.bot_process import BotProcess
from tests.kit.wire_person import EPHEMERAL_FLAG, WirePerson, has_button_for
from tests.wire.conftest import open_server
from tests.wire.playground_server import PlaygroundServer

pytestmark = pytest.mark.gateway


def is_greeting(message: JSON) -> bool:
    return has_button_for(Action.SHOW_SETTINGS)(message) and not message["flags"] & EPHEMERAL_FLAG


async def wait_for_greeting(server: PlaygroundServer) -> JSON:
    """Return the greeting in the system channel, which is the first one."""
    greeting = await server.otter.wait_until(lambda _: next(iter(list_greetings(server.otter)), None))
    assert greeting["channel_id"] == server.otter.watch.view["servers"][0]["channels"][0]["id"]
    return greeting


def list_greetings(guest: WirePerson) -> list[JSON]:
    return [it for it in guest.list_messages() if is_greeting(it)]


async def wait_until_greeted(server: PlaygroundServer, server_id: str) -> None:
    query = "SELECT count(*) FROM greeting WHERE server_id = ? AND pending_channel_id IS NULL"
    await server.bot.wait_for_row(query, int(server_id))


@pytest.mark.parametrize(
    ("locale", "labels"),
    [
        ("en-GB", ["Play", "Challenge", "Settings"]),
        ("de", ["Spielen", "Herausfordern", "Einstellungen"]),
        ("fr", ["Jouer", "Défier", "Réglages"]),
    ],
)
async def test_greeting_leads_to_the_games_and_the_settings(
    playground: Playground, bot: BotProcess, locale: str, labels: list[str]
) -> None:
    async with open_server(playground, bot, locale) as server:
        greeting = await wait_for_greeting(server)
        assert button_labels(greeting) == labels
        command_id = next(it["id"] for it in server.otter.watch.view["commands"] if it["name"] == "play")
        assert f"</play:{command_id}>" in full_text(greeting)
        play, challenge, settings = labels
        games = (await server.heron.click(greeting, play)).message
        assert games["flags"] & EPHEMERAL_FLAG
        assert "Was möchtest du spielen?" in full_text(games)
        choice = (await server.otter.click(greeting, challenge)).message
        [select] = find_selects(choice)
        await server.otter.select_values(choice, select["custom_id"], [server.heron.user_id])
        await server.heron.wait_for_message(greeting["channel_id"], has_button_for(Action.JOIN_OFFER))
        refusal = (await server.heron.click(greeting, settings)).message
        assert "Serververwaltung" in full_text(refusal)
        panel = (await server.otter.click(greeting, settings)).message
        assert panel["flags"] & EPHEMERAL_FLAG
        assert any(it["custom_id"].endswith("server.threads") for it in find_selects(panel))


async def test_server_is_greeted_once_whatever_happens_later(killable_server: PlaygroundServer) -> None:
    server, bot = killable_server, killable_server.bot
    greeting = await wait_for_greeting(server)
    await wait_until_greeted(server, server.server_id)
    await bot.kill_and_restart(server.playground)
    await server.playground.control("disrupt_gateway", bot=bot.name, send="invalid", resumable=False)
    for control in ("remove_member", "add_member"):
        await server.playground.control(control, server=server.server_id, target=bot.name)
    # The bot was not running when it was added to the second server, and may write only in one channel of it.
    bot.kill()
    created = await server.playground.control(
        "create_server", name=f"Second {server.server_id}", members=[server.otter.name],
        channels=[f"{name}{server.server_id}" for name in ("welcome", "voices", "games")], bots=[],
    )  # fmt: skip
    second_id = created["server"]["id"]
    await server.otter.wait_until(lambda watch: len(watch.view["servers"]) == 2)
    channels = next(it for it in server.otter.watch.view["servers"] if it["id"] == second_id)["channels"]
    await server.playground.control("add_member", server=second_id, target=bot.name)
    denied = ("send_messages", "read_message_history")
    for channel, permission in zip(channels, denied, strict=False):
        await server.playground.control("set_permissions", channel=channel["id"], deny=[permission])
    await bot.start(server.playground)
    await wait_until_greeted(server, second_id)
    await server.otter.wait_until(lambda _: len(list_greetings(server.otter)) == 2)
    assert [it["channel_id"] for it in list_greetings(server.otter)] == [greeting["channel_id"], channels[2]["id"]]


@pytest.mark.parametrize("has_arrived", [False, True])
async def test_greeting_interrupted_by_a_kill_is_sent_once(
    killable_server: PlaygroundServer, has_arrived: bool
) -> None:
    server, bot = killable_server, killable_server.bot
    greeting = await wait_for_greeting(server)
    await wait_until_greeted(server, server.server_id)
    bot.kill()
    bot.undo_stored_greeting(int(server.server_id), int(greeting["channel_id"]))
    if not has_arrived:
        await server.otter.delete_message(greeting)
        await server.otter.wait_until_deleted(greeting)
    # By then, Discord has forgotten the nonce of the greeting.
    await server.playground.control("advance_time", seconds=600)
    await bot.start(server.playground)
    await wait_until_greeted(server, server.server_id)
    found = await wait_for_greeting(server)
    assert (found["id"] == greeting["id"]) == has_arrived
    assert list_greetings(server.otter) == [found]
