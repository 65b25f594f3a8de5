"""Tournaments over the wire: from opening to the podium, with restarts in between."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable

import pytest

from bot.screens.custom_ids import Action, CustomId
from discord_playground.client import JSON, PlaygroundError, full_text
from tests.kit.wire_person import WirePerson, contains_text, has_button_for, index_by_action, list_move_buttons
from tests.wire.playground_server import PlaygroundServer, press_button

gate = pytest.mark.gate

TOURNAMENT_NAME = "Friday night"


async def open_tournament(server: PlaygroundServer, **options: object) -> JSON:
    """Let the otter open a tournament, and return its card."""
    command = {"game": "schamanen", "format": "swiss", "clock": "5m", "name": TOURNAMENT_NAME}
    answer = await server.run_command(server.otter, "tournament open", **(command | options))
    assert answer.state == "answered", answer.error
    return await server.otter.wait_for_message(server.channel, has_button_for(Action.ENTER_TOURNAMENT))


async def enter_all(card: JSON, guests: Iterable[WirePerson]) -> None:
    for guest in guests:
        entered = await press_button(guest, guest.get_current_version(card), Action.ENTER_TOURNAMENT)
        assert contains_text(TOURNAMENT_NAME)(entered)


async def play_until_over(server: PlaygroundServer, guest: WirePerson, seed: int) -> None:
    """Play every match that the bot asks for, until the tournament is over."""
    rng = random.Random(seed)
    while not is_over(server):
        prompt = guest.find_private_message(has_button_for(Action.PICK_MOVE))
        if prompt is None:
            await asyncio.sleep(0.02)
            continue
        try:
            await guest.click(prompt, custom_id=rng.choice(list_move_buttons(prompt)))
        except PlaygroundError:
            # The message was edited at this moment.
            await asyncio.sleep(0.01)


def is_over(server: PlaygroundServer) -> bool:
    return server.bot.query_store("SELECT count(*) FROM tournament WHERE is_shown = 0") == [(0,)]


async def play_all(server: PlaygroundServer, guests: Iterable[WirePerson]) -> None:
    async with asyncio.TaskGroup() as group:
        for seed, guest in enumerate(guests):
            group.create_task(play_until_over(server, guest, seed))


@gate
@pytest.mark.parametrize("format_name", ["round_robin", "knockout"])
async def test_four_players_play_a_tournament(killable_server: PlaygroundServer, format_name: str) -> None:
    """Its matches have no cards of their own. The bot is killed before the start and in the first round."""
    server = killable_server
    guests = [server.otter, server.heron, server.lynx, server.badger]
    card = await open_tournament(server, format=format_name, options="duel_limit=1; placement=random")
    await enter_all(card, guests)
    await server.bot.kill_and_restart(server.playground)
    await press_button(server.otter, server.otter.get_current_version(card), Action.START_TOURNAMENT)
    await server.otter.wait_for_message(server.channel, has_button_for(Action.OPEN_TOURNAMENT_MATCH))
    await server.bot.kill_and_restart(server.playground)
    await play_all(server, guests)
    podium = await server.otter.wait_for_message(server.channel, contains_text("🥇", TOURNAMENT_NAME))
    assert index_by_action(podium).keys() == {Action.SHOW_STANDINGS}
    public = [it for it in server.otter.watch.list_messages(server.channel) if not it["flags"] & 64]
    assert [it["id"] for it in public] == [podium["id"]]
    standings = await press_button(server.heron, podium, Action.SHOW_STANDINGS)
    assert all(guest.mention in full_text(standings) for guest in guests)


@gate
async def test_results_are_posted_in_the_thread_of_the_card(killable_server: PlaygroundServer) -> None:
    server = killable_server
    await server.allow_threads()
    guests = [server.otter, server.heron, server.lynx, server.badger]
    card = await open_tournament(server, format="knockout", options="duel_limit=1; placement=random")
    await enter_all(card, guests)
    await press_button(server.otter, server.otter.get_current_version(card), Action.START_TOURNAMENT)
    thread = card["id"]
    await server.otter.wait_for_message(thread, contains_text("Round 1"))
    await play_all(server, guests)
    text = "\n".join(full_text(it) for it in server.otter.watch.list_messages(thread))
    assert "Round 2" in text
    assert all(guest.mention in text for guest in guests)


@gate
async def test_buttons_of_a_tournament_answer_everybody(killable_server: PlaygroundServer) -> None:
    """An onlooker, a player who leaves, somebody who may not start it, and a forged number get clear answers."""
    server = killable_server
    card = await open_tournament(server)
    refused = await server.heron.click(card, custom_id=str(CustomId(Action.START_TOURNAMENT, get_id(card))))
    assert "server managers" in full_text(refused.message) or "Server" in full_text(refused.message)
    few = await press_button(server.otter, card, Action.START_TOURNAMENT)
    assert "4" in full_text(few)
    left = await press_button(server.otter, card, Action.LEAVE_TOURNAMENT)
    assert "not in" in full_text(left)
    await enter_all(card, [server.otter])
    await press_button(server.otter, card, Action.LEAVE_TOURNAMENT)
    canceled = await press_button(
        server.otter, (await server.run_command(server.otter, "tournament cancel")).message, Action.CANCEL_TOURNAMENT
    )
    assert "Canceled" in full_text(canceled)
    await server.otter.wait_for_message(server.channel, contains_text(TOURNAMENT_NAME, "Canceled"))
    answer = await server.run_command(server.otter, "tournament join")
    assert "over" in full_text(answer.message)


def get_id(card: JSON) -> int:
    return int(index_by_action(card)[Action.ENTER_TOURNAMENT].split(":")[1])
