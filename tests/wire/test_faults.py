"""Test that choices are stored and shown despite errors, delays and rate limits of Discord."""

from __future__ import annotations

from typing import Final

import pytest

from bot.screens.custom_ids import Action
from discord_playground.client import full_text
from tests.kit.wire_person import has_button_for, list_move_buttons
from tests.waiting import TEST_TIMEOUT_S
from tests.wire.match_play import RANDOM_PLACEMENT, make_choice, play_match, wait_for_choice
from tests.wire.playground_server import (
    ANSWER_ROUTE,
    EDIT_ROUTE,
    EDIT_WEBHOOK_ROUTE,
    POST_ROUTE,
    PlaygroundServer,
    wait_for_wire_entry,
)

OPEN_DM_ROUTE: Final = "POST /users/@me/channels"
GET_CHANNEL_ROUTE: Final = "GET /channels/{channel_id}"
gate = pytest.mark.gate


async def begin_match(server: PlaygroundServer) -> int:
    return await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)


@pytest.mark.parametrize(
    "disruption",
    [
        {"send": "drop"},
        pytest.param({"send": "reconnect"}, marks=gate),
        pytest.param({"send": "invalid"}, marks=gate),
        pytest.param({"send": "invalid", "resumable": True}, marks=gate),
    ],
    ids=["drop", "reconnect", "invalid", "resumable"],
)
@pytest.mark.gateway
async def test_bot_reconnects_after_a_gateway_failure(server: PlaygroundServer, disruption: dict[str, object]) -> None:
    match_id = await begin_match(server)
    before = await server.get_last_wire_entry()
    await server.playground.control("disrupt_gateway", bot=server.bot.name, **disruption)
    await wait_for_wire_entry(server.playground, before, server.bot, "what", "READY", "RESUMED")
    for guest in (server.otter, server.heron):
        await make_choice(guest, match_id)
    await server.wait_for_card(match_id, 1)


# discord.py waits for seconds before it retries, so most of these run only in `make gate`.
@pytest.mark.parametrize(
    ("route", "status", "processed"),
    [
        (POST_ROUTE, 503, True),
        (OPEN_DM_ROUTE, "drop", False),
        pytest.param(POST_ROUTE, "drop", False, marks=gate),
        pytest.param(EDIT_ROUTE, 503, False, marks=gate),
        pytest.param(EDIT_ROUTE, "drop", True, marks=gate),
        pytest.param(GET_CHANNEL_ROUTE, 503, False, marks=gate),
        pytest.param(OPEN_DM_ROUTE, 503, True, marks=gate),
    ],
)
async def test_failed_request_is_retried_without_duplicate_messages(
    server: PlaygroundServer, route: str, status: int | str, processed: bool
) -> None:
    """`processed`: Discord executed the request, and only its response was lost."""
    match_id = await begin_match(server)
    await server.wait_until_shown()
    await server.fail_requests(route, status, times=2, processed=processed)
    # All interaction tokens expire, so players are notified by direct message and the card is edited in its channel.
    await server.pass_time(16 * 60)
    for guest in (server.otter, server.heron):
        prompt = await guest.wait_for_message(guest.dm_channel, has_button_for(Action.PICK_MOVE, match_id))
        answer = await guest.click(prompt, custom_id=list_move_buttons(prompt)[0])
        assert answer.state == "answered", answer.error
    await server.resign_match(server.heron, match_id)
    end_card = await server.wait_for_end(match_id)
    await server.wait_until_shown()
    await server.wait_for_one_card(end_card)
    offers_rematch = has_button_for(Action.OFFER_REMATCH, match_id)
    for guest in (server.otter, server.heron):
        await guest.wait_until(lambda _, guest=guest: [offers_rematch(it) for it in guest.list_dms()] == [True])  # type: ignore[misc]


@pytest.mark.parametrize("processed", [False, pytest.param(True, marks=gate)])
async def test_failed_edit_of_a_player_message_is_retried(server: PlaygroundServer, processed: bool) -> None:
    match_id = await begin_match(server)
    prompts = {guest: await wait_for_choice(guest, match_id) for guest in (server.otter, server.heron)}
    await server.wait_until_shown()
    await server.fail_requests(EDIT_WEBHOOK_ROUTE, 503, times=2, processed=processed)
    for guest, prompt in prompts.items():
        await guest.click(prompt, custom_id=list_move_buttons(prompt)[0])
    for guest, prompt in prompts.items():
        await guest.wait_until(
            lambda _, guest=guest, prompt=prompt: has_button_for(Action.SHOW_MORE, match_id, 1)(  # type: ignore[misc]
                guest.get_current_version(prompt)
            )
        )
    await server.wait_for_card(match_id, 1)
    await server.wait_for_one_card()


@pytest.mark.parametrize("route", [POST_ROUTE, pytest.param(EDIT_ROUTE, marks=gate)])
async def test_match_is_played_to_its_end_under_a_tight_rate_limit(server: PlaygroundServer, route: str) -> None:
    await server.playground.control("set_rate_limit", route=route, limit=2, seconds=0.2)
    try:
        await play_match(server, await begin_match(server))
    finally:
        await server.playground.control("set_rate_limit", route=route, limit=None)


@pytest.mark.parametrize(("status", "processed"), [(503, False), (500, True), ("drop", True)])
async def test_choice_with_a_lost_response_is_stored_once(
    server: PlaygroundServer, status: int | str, processed: bool
) -> None:
    match_id = await begin_match(server)
    prompt = await wait_for_choice(server.otter, match_id)
    await server.fail_requests(ANSWER_ROUTE, status, processed=processed)
    await server.otter.click(prompt, custom_id=list_move_buttons(prompt)[0])
    await server.wait_for_choice_on_card(match_id)
    choices = server.bot.query_store("SELECT count(*) FROM event WHERE match_id = ? AND kind = 'said'", match_id)
    assert choices == [(1,)]
    await make_choice(server.heron, match_id)
    await server.wait_for_card(match_id, 1)
    server.bot.read_errors()


async def test_choice_with_a_late_response_is_stored_and_shown(server: PlaygroundServer) -> None:
    match_id = await begin_match(server)
    prompt = await wait_for_choice(server.otter, match_id)
    await server.fail_requests(ANSWER_ROUTE, None, delay=1.0)
    await server.playground.control("set_response_timeout", seconds=0.5)
    answer = await server.otter.click(prompt, custom_id=list_move_buttons(prompt)[0])
    await server.playground.control("set_response_timeout", seconds=TEST_TIMEOUT_S)
    assert answer.state == "failed"
    await server.wait_for_choice_on_card(match_id)
    await server.otter.wait_for_private_message(has_button_for(Action.CHANGE_MOVE, match_id))
    await server.wait_for_one_card()
    assert "Sealed" in full_text(server.otter.get_current_version(prompt))
    server.bot.read_errors()
