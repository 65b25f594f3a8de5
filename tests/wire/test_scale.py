"""Test many concurrent matches, many servers, and several shards."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

import pytest

from bot.screens.custom_ids import Action
from discord_playground.client import JSON, Playground, full_text
from tests.kit.bot_process import BotProcess
from tests.kit.wire_person import has_button_for
from tests.waiting import TEST_TIMEOUT_S
from tests.wire.conftest import open_server
from tests.wire.match_play import RANDOM_PLACEMENT, make_choice
from tests.wire.playground_server import (
    PlaygroundServer,
    create_server,
    get_match_id,
    press_button,
    wait_for_wire_entry,
)

pytestmark = pytest.mark.gate

MATCH_COUNT: Final = 120
"""More than the 100 messages of a channel that the playground shows."""
SERVER_COUNT: Final = 2000
LIST_EMOJI_ROUTE: Final = "GET /applications/{application_id}/emojis"


async def test_120_concurrent_matches_each_have_one_card(server: PlaygroundServer) -> None:
    guests = list(server.guests.values())
    for number in range(MATCH_COUNT):
        host, guest = guests[number % 6], guests[(number + 1 + number // 6 % 5) % 6]
        answer = await server.run_command(host, "duel challenge", opponent=guest.user_id, variant="classic")
        assert answer.state == "answered"

    def list_cards(action: Action | None = None) -> list[JSON]:
        messages = server.list_public_messages(server.otter)
        return [it for it in messages if action is None or has_button_for(action)(it)]

    cards = await server.otter.wait_until(
        lambda _: offers if len(offers := list_cards(Action.JOIN_OFFER)) == MATCH_COUNT else None
    )

    async def accept_and_choose(card: JSON) -> None:
        match_id = get_match_id(card)
        guest = next(it for it in guests if it.user_id == card["mentions"][0]["id"])
        await press_button(guest, card, Action.JOIN_OFFER)
        await guest.wait_for_private_message(has_button_for(Action.SHOW_MORE, match_id))
        answer = await server.run_command(guest, "duel move", word="5 b2", match=str(match_id))
        assert answer.state == "answered", answer.error

    await asyncio.gather(*(accept_and_choose(card) for card in cards))
    query = "SELECT count(DISTINCT card_message_id) = ? FROM match WHERE server_id = ? AND events_shown = event_count"
    await server.bot.wait_for_row(query, MATCH_COUNT, int(server.server_id))
    # Each offer has become the card of its match; the playground hides the oldest ones.
    await server.otter.wait_until(lambda _: not list_cards(Action.JOIN_OFFER))
    assert len(list_cards(Action.OPEN_MATCH)) == len(list_cards()) > 0


async def test_two_shards_serve_their_own_servers(
    playground: Playground, tmp_path_factory: pytest.TempPathFactory
) -> None:
    bot = BotProcess("Sharded bot", tmp_path_factory.mktemp("sharded_bot"), shards=2)
    shards: set[int] = set()
    try:
        await playground.control("set_shards", count=2)
        # Consecutive servers belong to different shards.
        while shards != {0, 1}:
            async with open_server(playground, bot) as server:
                shards.add((int(server.server_id) >> 22) % 2)
                match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
                for guest in (server.otter, server.heron):
                    await make_choice(guest, match_id)
                await server.wait_for_card(match_id, 1)
    finally:
        await playground.control("set_shards", count=1)
        bot.stop()


async def test_bot_in_2000_servers_starts_and_answers_commands(tmp_path: Path) -> None:
    """READY lists all servers and an event follows for each; the bot requests none of them."""
    async with Playground.start(bots=[], strict=True, skip_identify_limit=True) as playground:
        await playground.control("set_response_timeout", seconds=TEST_TIMEOUT_S)
        bot = BotProcess("Bot", tmp_path)
        await bot.register_application(playground)
        await playground.control("create_user", name="landlord")
        await playground.control(
            "create_server", name="Meadow", members=["landlord"], bots=[bot.name], count=SERVER_COUNT
        )
        # Servers that the bot joined this week would all be greeted.
        await playground.control("advance_time", seconds=8 * 86_400)
        async with create_server(playground, bot, "fr") as server:
            before = await server.get_last_wire_entry()
            try:
                bot.launch_process()
                # Once the bot is ready, it requests its emoji.
                await wait_for_wire_entry(playground, before, bot, "route", LIST_EMOJI_ROUTE)
                assert await server.get_last_wire_entry() - before > SERVER_COUNT
                card = await server.challenge_guests(server.otter, server.heron)
                assert "Duel des chamans" in full_text(card)
                await press_button(server.heron, card, Action.JOIN_OFFER)
                await server.wait_for_card(get_match_id(card))
                routes = {it["route"] for it in await server.read_wire_log(before) if it["source"] == "rest"}
                assert not any("/guilds/" in (route or "") for route in routes), "nobody is looked up"
            finally:
                assert await asyncio.to_thread(bot.stop) == 0
        assert not bot.read_errors()
