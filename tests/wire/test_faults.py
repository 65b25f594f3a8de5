"""Discord fails, is late or limits: what was chosen is kept, and shown once Discord answers again."""

from __future__ import annotations

import asyncio
from typing import Final

import pytest

from bot.screens.custom_ids import Action
from discord_playground.client import text
from tests.kit.wire_person import does, picks, says
from tests.patience import PATIENCE
from tests.wire.play import RANDOM, choose, play_match, wait_for_choice
from tests.wire.server import Server

POST: Final = "POST /channels/{channel_id}/messages"
EDIT: Final = "PATCH /channels/{channel_id}/messages/{message_id}"
ANSWER: Final = "POST /interactions/{interaction_id}/{interaction_token}/callback"
OPEN_DM: Final = "POST /users/@me/channels"
EDIT_WEBHOOK: Final = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
GET_CHANNEL: Final = "GET /channels/{channel_id}"
gate = pytest.mark.gate


async def begin(server: Server) -> int:
    return await server.begin_match(server.otter, server.heron, form=RANDOM)


@pytest.mark.parametrize(
    "order",
    [
        {"send": "drop"},
        pytest.param({"send": "reconnect"}, marks=gate),
        pytest.param({"send": "invalid"}, marks=gate),
        pytest.param({"send": "invalid", "resumable": True}, marks=gate),
    ],
    ids=["drop", "reconnect", "invalid", "resumable"],
)
@pytest.mark.gateway
async def test_bot_comes_back_after_the_gateway_breaks(server: Server, order: dict[str, object]) -> None:
    match_id = await begin(server)
    before = await server.count_wire()
    await server.playground.stage("disrupt_gateway", bot=server.bot.name, **order)
    async with asyncio.timeout(PATIENCE):
        while not any(
            it["bot"] == server.bot.name and it["what"] in {"READY", "RESUMED"} for it in await server.read_wire(before)
        ):
            await asyncio.sleep(0.05)
    for guest in (server.otter, server.heron):
        await choose(guest, match_id)
    await server.wait_for_card(match_id, 1)


# discord.py waits for seconds before it tries again, so most of these run at the gate.
@pytest.mark.parametrize(
    ("route", "status", "carried"),
    [
        (POST, 503, True),
        (OPEN_DM, "drop", False),
        pytest.param(POST, "drop", False, marks=gate),
        pytest.param(EDIT, 503, False, marks=gate),
        pytest.param(EDIT, "drop", True, marks=gate),
        pytest.param(GET_CHANNEL, 503, False, marks=gate),
        pytest.param(OPEN_DM, 503, True, marks=gate),
    ],
)
async def test_failed_request_is_tried_again_and_nothing_is_posted_twice(
    server: Server, route: str, status: int | str, carried: bool
) -> None:
    """`carried`: Discord did what it was asked, and only the answer was lost."""
    match_id = await begin(server)
    await server.wait_until_shown()
    await server.fail(route, status, times=2, carried=carried)
    # The tokens of all presses run out, so players are asked by direct message and the card is edited in its channel.
    await server.pass_time(16 * 60)
    for guest in (server.otter, server.heron):
        prompt = await guest.waits_for(guest.dm, does(Action.PICK_MOVE, match_id))
        answer = await guest.click(prompt, custom_id=picks(prompt)[0])
        assert answer.state == "answered", answer.error
    await server.resign(server.heron, match_id)
    end = await server.wait_for_end(match_id)
    await server.wait_until_shown()
    await server.wait_for_one_card(end)
    offers_rematch = does(Action.OFFER_REMATCH, match_id)
    for guest in (server.otter, server.heron):
        await guest.until(lambda _, guest=guest: [offers_rematch(it) for it in guest.direct()] == [True])  # type: ignore[misc]


@pytest.mark.parametrize("carried", [False, pytest.param(True, marks=gate)])
async def test_player_message_that_could_not_be_edited_is_edited_later(server: Server, carried: bool) -> None:
    match_id = await begin(server)
    prompts = {guest: await wait_for_choice(guest, match_id) for guest in (server.otter, server.heron)}
    await server.wait_until_shown()
    await server.fail(EDIT_WEBHOOK, 503, times=2, carried=carried)
    for guest, prompt in prompts.items():
        await guest.click(prompt, custom_id=picks(prompt)[0])
    for guest, prompt in prompts.items():
        await guest.until(lambda _, guest=guest, prompt=prompt: does(Action.SHOW_MORE, match_id, 1)(guest.now(prompt)))  # type: ignore[misc]
    await server.wait_for_card(match_id, 1)
    await server.wait_for_one_card()


@pytest.mark.parametrize("route", [POST, pytest.param(EDIT, marks=gate)])
async def test_match_is_played_to_its_end_under_a_tight_rate_limit(server: Server, route: str) -> None:
    await server.playground.stage("set_rate_limit", route=route, limit=2, seconds=0.2)
    try:
        await play_match(server, await begin(server))
    finally:
        await server.playground.stage("set_rate_limit", route=route, limit=None)


@pytest.mark.parametrize(("status", "carried"), [(503, False), (500, True), ("drop", True)])
async def test_choice_whose_answer_is_lost_is_made_once(server: Server, status: int | str, carried: bool) -> None:
    match_id = await begin(server)
    prompt = await wait_for_choice(server.otter, match_id)
    await server.fail(ANSWER, status, carried=carried)
    await server.otter.click(prompt, custom_id=picks(prompt)[0])
    await server.otter.waits_for(
        server.channel, lambda it: does(Action.OPEN_MATCH, match_id)(it) and says("has chosen")(it)
    )
    choices = server.bot.query("SELECT count(*) FROM event WHERE match_id = ? AND kind = 'said'", match_id)
    assert choices == [(1,)]
    await choose(server.heron, match_id)
    await server.wait_for_card(match_id, 1)
    server.bot.read_errors()


async def test_choice_whose_answer_comes_too_late_is_stored_and_shown(server: Server) -> None:
    match_id = await begin(server)
    prompt = await wait_for_choice(server.otter, match_id)
    await server.fail(ANSWER, None, delay=1.0)
    await server.playground.stage("set_response_timeout", seconds=0.5)
    answer = await server.otter.click(prompt, custom_id=picks(prompt)[0])
    await server.playground.stage("set_response_timeout", seconds=PATIENCE)
    assert answer.state == "failed"
    await server.otter.waits_for(
        server.channel, lambda it: does(Action.OPEN_MATCH, match_id)(it) and says("has chosen")(it)
    )
    await server.otter.handed(does(Action.CHANGE_MOVE, match_id))
    await server.wait_for_one_card()
    assert "Sealed" in text(server.otter.now(prompt))
    server.bot.read_errors()
