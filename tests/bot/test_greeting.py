"""The greeting of a server: sent at most once, whatever fails, and only soon after the bot has joined."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery import greeting
from bot.delivery.greeting import MAX_GREETING_DELAY_MS, ServerGreeter
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.screens.custom_ids import Action
from bot.wall_clock import DAY_MS
from storage import Greeting
from tests.bot.database_marks import both_databases
from tests.kit.matches import CHANNEL_ID, NOON_MS, SERVER_ID
from tests.kit.scene_reading import list_buttons
from tests.kit.world import World, create_services
from tests.waiting import TEST_TIMEOUT_S


@pytest.fixture
def greeter(world: World) -> ServerGreeter:
    world.discord.open_channels[SERVER_ID] = [CHANNEL_ID]
    return world.services.greeter


@both_databases
async def test_several_processes_greet_a_server_once(world: World, greeter: ServerGreeter) -> None:
    others = [create_services(world.store, world.discord, lambda: NOON_MS).greeter for _ in range(3)]
    await asyncio.gather(*(it.greet_server(SERVER_ID) for it in (greeter, *others, greeter)))
    [(channel_id, scene)] = world.discord.posted_messages
    assert channel_id == CHANNEL_ID
    assert [it.custom_id[:2] for it in list_buttons(scene)] == [
        Action.SHOW_GAME,
        Action.CHOOSE_OPPONENT,
        Action.SHOW_SETTINGS,
    ]


@pytest.mark.parametrize("arrives", [False, True])
async def test_greeting_interrupted_by_an_outage_is_sent_once(
    world: World, greeter: ServerGreeter, arrives: bool
) -> None:
    """A process that is killed during the outage leaves the same rows behind."""
    discord = world.discord
    discord.fail_next("message_posted" if arrives else "post_message", DiscordUnavailable())
    with pytest.raises(DiscordUnavailable):
        await greeter.greet_server(SERVER_ID)
    # Discord remembers nonces only for a few minutes.
    discord.location_by_nonce.clear()
    # Meanwhile, another channel has become the first one.
    discord.open_channels[SERVER_ID] = [CHANNEL_ID + 1, CHANNEL_ID]
    discord.fail_next("has_posted_button", DiscordUnavailable())
    with pytest.raises(DiscordUnavailable):
        await greeter.greet_server(SERVER_ID)
    for _ in range(2):
        await create_services(world.store, discord, lambda: NOON_MS + DAY_MS).greeter.greet_server(SERVER_ID)
    assert [channel_id for channel_id, _ in discord.posted_messages] == [CHANNEL_ID]


async def test_greeting_is_not_sent_again_if_the_channel_has_become_unreadable(
    world: World, greeter: ServerGreeter
) -> None:
    await world.store.greetings.begin_greeting(Greeting(SERVER_ID, CHANNEL_ID, NOON_MS))
    world.discord.fail_next("has_posted_button", DestinationUnreachable("unreachable-channel"))
    for _ in range(2):
        await greeter.greet_server(SERVER_ID)
    assert world.discord.posted_messages == []


@pytest.mark.parametrize("has_channel", [False, True])
async def test_server_where_the_bot_may_not_write_is_never_greeted(
    world: World, greeter: ServerGreeter, has_channel: bool
) -> None:
    if has_channel:
        world.discord.fail_next("post_message", DestinationUnreachable("unreachable-permissions"))
    else:
        world.discord.open_channels.clear()
    await greeter.greet_server(SERVER_ID)
    world.discord.open_channels[SERVER_ID] = [CHANNEL_ID]
    await greeter.greet_server(SERVER_ID)
    assert world.discord.posted_messages == []


async def test_added_servers_are_greeted_despite_an_outage_unless_joined_long_ago(
    world: World, greeter: ServerGreeter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greeting, "RETRY_DELAY_S", 0.0)
    greeted = asyncio.Event()

    async def count_greetings(_: int) -> None:
        if {channel_id for channel_id, _ in world.discord.posted_messages} == {1, 2}:
            greeted.set()

    world.discord.open_channels |= {server_id: [server_id] for server_id in (1, 2, 3)}
    world.discord.callbacks_before["message_posted"] = count_greetings
    world.discord.fail_next("post_message 1", DiscordUnavailable(), DiscordUnavailable())
    running = asyncio.create_task(greeter.run())
    greeter.add_server(3, world.time_ms[0] - MAX_GREETING_DELAY_MS)
    greeter.add_server(1, world.time_ms[0] - MAX_GREETING_DELAY_MS + 1)
    greeter.add_server(2, world.time_ms[0])
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await greeted.wait()
    running.cancel()
    assert [channel_id for channel_id, _ in world.discord.posted_messages] == [2, 1]
