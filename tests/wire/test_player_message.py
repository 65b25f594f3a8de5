"""Test player messages from the first choice to the end, in channels and direct messages, and as time passes."""

from __future__ import annotations

import asyncio
import random
from http import HTTPStatus
from typing import Final

import aiohttp
import pytest

from bot.screens.custom_ids import Action
from discord_playground.client import button_labels, find_buttons, full_text
from tests.kit.wire_person import (
    EPHEMERAL_FLAG,
    contains_text,
    get_button_step,
    has_button_for,
    index_by_action,
    list_move_buttons,
)
from tests.waiting import TEST_TIMEOUT_S
from tests.wire.match_play import RANDOM_PLACEMENT, AutoPlayer, make_choice, wait_for_choice, wait_for_turn
from tests.wire.playground_server import ANSWER_ROUTE, PlaygroundServer, press_button

SELECT_DOWNTIMES: Final = "SELECT start_ms, end_ms FROM downtime"


async def test_each_player_has_one_private_message_per_match(server: PlaygroundServer) -> None:
    """All steps edit the same message, and no direct messages are sent."""
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT | {"prize": "one"})
    players = [AutoPlayer(server, it, match_id, random.Random(it.name)) for it in (server.otter, server.heron)]
    prompts = {player.guest: await wait_for_choice(player.guest, match_id) for player in players}
    assert all(prompt["flags"] & EPHEMERAL_FLAG for prompt in prompts.values())
    for step in range(3):
        for player in players:
            # A message that is edited during the click is clicked again.
            async with asyncio.timeout(TEST_TIMEOUT_S):
                while (prompt := player.find_prompt()) and get_button_step(prompt, Action.PICK_MOVE) == step:
                    assert prompt["id"] == prompts[player.guest]["id"]
                    await player.click_through(prompt)
        for player in players:
            await player.guest.wait_for_private_message(has_button_for(Action.SHOW_MORE, match_id, step + 1))
    for player in players:
        assert player.guest.list_dms() == []
        assert not any(
            it["playground"]["pings"] for it in player.guest.received_messages if has_button_for(Action.OPEN_MATCH)(it)
        )
    assert not [
        it for it in server.lynx.list_messages() if it["flags"] & EPHEMERAL_FLAG or it in server.lynx.list_dms()
    ]


async def test_inactive_player_is_notified_and_plays_by_direct_message(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    assert server.otter.list_dms() == []
    await server.pass_time()
    notification = await server.otter.wait_for_message(
        server.otter.dm_channel, has_button_for(Action.PICK_MOVE, match_id)
    )
    await server.otter.click(notification, custom_id=list_move_buttons(notification)[0])
    sealed = await server.otter.wait_for_message(server.otter.dm_channel, has_button_for(Action.CHANGE_MOVE, match_id))
    assert sealed["id"] == notification["id"]
    # The ephemeral message in the channel is updated as well.
    await server.otter.wait_until(
        lambda _: not any(has_button_for(Action.PICK_MOVE, match_id)(it) for it in server.otter.list_messages())
    )
    await make_choice(server.heron, match_id)
    await server.otter.wait_for_message(server.otter.dm_channel, has_button_for(Action.SHOW_MORE, match_id, 1))
    assert len(server.otter.list_dms()) == 1


async def test_player_with_closed_direct_messages_is_notified_by_the_card(server: PlaygroundServer) -> None:
    await server.otter.set_dms_open(open=False)
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await server.pass_time()
    notification = await server.otter.wait_for_message(
        server.channel, lambda it: has_button_for(Action.OPEN_MATCH, match_id)(it) and it["playground"]["pings"]
    )
    assert [user["id"] for user in notification["mentions"]] == [server.otter.user_id]
    assert "choose here" in full_text(notification)
    prompt = await server.otter.open_from_card(notification)
    assert "direct messages are closed" in full_text(prompt)
    await server.otter.click(prompt, custom_id=list_move_buttons(prompt)[0])
    await make_choice(server.heron, match_id)
    await server.wait_for_card(match_id, 1)
    assert server.otter.list_dms() == []


async def test_opening_a_match_again_deletes_the_older_private_message(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    first = await wait_for_choice(server.otter, match_id)
    newest = await server.otter.open_from_card(await server.wait_for_card(match_id))
    await make_choice(server.heron, match_id)
    await server.otter.wait_until_deleted(first)
    await server.otter.click(server.otter.get_current_version(newest), custom_id=list_move_buttons(newest)[0])
    await server.heron.wait_for_private_message(has_button_for(Action.SHOW_MORE, match_id, 1))


async def test_rematch_requested_in_private_becomes_a_public_card(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await server.resign_match(server.heron, match_id)
    end_message = await server.otter.wait_for_private_message(has_button_for(Action.OFFER_REMATCH, match_id))
    offer = await press_button(server.otter, end_message, Action.OFFER_REMATCH)
    card = await server.heron.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))
    assert offer["id"] == card["id"]
    assert card["playground"]["pings"]
    second_answer = await press_button(
        server.otter, server.otter.get_current_version(end_message), Action.OFFER_REMATCH
    )
    assert second_answer["id"] == end_message["id"]
    assert f"<#{server.channel}>" in full_text(second_answer)
    assert "Rematch" not in button_labels(second_answer)


async def test_rematch_requested_by_direct_message_is_posted_in_the_channel(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await server.pass_time()
    await server.otter.wait_for_message(server.otter.dm_channel, has_button_for(Action.PICK_MOVE, match_id))
    await server.resign_match(server.heron, match_id)
    end_message = await server.otter.wait_for_message(
        server.otter.dm_channel, has_button_for(Action.OFFER_REMATCH, match_id)
    )
    answer = await press_button(server.otter, end_message, Action.OFFER_REMATCH)
    assert answer["id"] == end_message["id"]
    assert f"Rematch offered: <#{server.channel}>" in full_text(answer)
    await server.heron.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))


async def test_choice_counts_although_automod_blocks_the_response(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    prompt = await wait_for_choice(server.otter, match_id)
    await server.wait_until_shown()
    await server.fail_requests(ANSWER_ROUTE, 400, code=200000)
    refused = await server.otter.click(prompt, custom_id=list_move_buttons(prompt)[0])
    assert "AutoMod blocked my answer" in full_text(refused.message)
    assert "code" not in full_text(refused.message)
    await server.otter.wait_for_private_message(has_button_for(Action.CHANGE_MOVE, match_id))


async def test_click_on_a_deleted_message_is_answered_in_a_new_one(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    prompt = await wait_for_choice(server.otter, match_id)
    await server.fail_requests(ANSWER_ROUTE, 404, code=10008)
    answer = await server.otter.click(prompt, custom_id=list_move_buttons(prompt)[0])
    assert answer.state == "answered"
    assert answer.message["id"] != prompt["id"]
    assert button_labels(answer.message) == ["Change", "More"]


async def test_practice_match_in_direct_messages_uses_one_message(server: PlaygroundServer) -> None:
    otter = server.otter
    match_id = await server.begin_practice(otter, otter.dm_channel, level="easy", form=RANDOM_PLACEMENT)
    prompt = await wait_for_choice(otter, match_id)
    assert not prompt["flags"] & EPHEMERAL_FLAG
    player = AutoPlayer(server, otter, match_id, random.Random(1))
    for step in range(2):
        await player.click_through(await wait_for_choice(otter, match_id, step))
        await otter.wait_for_private_message(has_button_for(Action.SHOW_MORE, match_id, step + 1))
    assert [it["id"] for it in otter.list_dms()] == [prompt["id"]]
    # The first answer may be deferred until its board is painted; the board of the later ones is known.
    for _ in range(3):
        answer = await server.run_command(server.heron, "duel practice", server.heron.dm_channel, game="shamanic_chess")
        assert not answer.message["flags"] & EPHEMERAL_FLAG


async def test_hint_edits_the_player_message_and_can_be_followed(server: PlaygroundServer) -> None:
    match_id = await server.begin_practice(server.otter)
    prompt = await wait_for_choice(server.otter, match_id)
    await server.otter.click(prompt, "Hint")
    hint = await server.otter.wait_for_private_message(contains_text("💡"))
    assert hint["id"] == prompt["id"]
    [follow] = [it for it in find_buttons(hint) if it["style"] == 3]
    assert (await server.otter.click(hint, custom_id=follow["custom_id"])).state == "answered"
    await server.otter.wait_for_private_message(
        lambda it: it["id"] == prompt["id"] and has_button_for(Action.SHOW_MORE, match_id, 1)(it)
    )


async def test_practice_result_is_posted_only_with_permission_to_post(server: PlaygroundServer) -> None:
    match_id = await server.begin_practice(server.otter)
    await server.playground.control("set_permissions", channel=server.channel, deny=["send_messages"])
    await server.resign_match(server.otter, match_id)
    end_message = await server.otter.wait_for_private_message(has_button_for(Action.OFFER_REMATCH, match_id))
    refused = await server.otter.click(end_message, "Post it here for all")
    assert "I can’t post here" in full_text(refused.message)
    await server.playground.control("set_permissions", channel=server.channel, allow=["send_messages"])
    answer = (await server.otter.click(end_message, "Post it here for all")).message
    assert answer["id"] == end_message["id"]
    assert "Posted for all here" in full_text(answer)
    posted = await server.heron.wait_for_message(server.channel, contains_text(server.otter.mention, "The house wins"))
    assert button_labels(posted)[-1] == "Review"
    assert not posted["playground"]["pings"]


async def test_challenge_to_the_bot_starts_a_private_practice_match(server: PlaygroundServer) -> None:
    by_command = (await server.run_command(server.otter, "duel challenge", opponent=f"@{server.bot.name}")).message
    target = by_command["author"]["id"]
    by_menu = (await server.run_command(server.heron, "Challenge to a duel", target=target)).message
    for prompt, ai_name in ((by_command, "the house"), (by_menu, "der Computer")):
        assert prompt["flags"] & EPHEMERAL_FLAG
        assert ai_name in full_text(prompt)
        assert list_move_buttons(prompt)
    assert not server.lynx.watch.list_messages(server.channel)


async def test_reminder_and_timeout_follow_the_advancing_clock(server: PlaygroundServer) -> None:
    downtimes = server.bot.query_store(SELECT_DOWNTIMES)
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT, clock="1h")
    await make_choice(server.otter, match_id)
    prompt = await wait_for_choice(server.heron, match_id)
    # Eleven minutes before the timeout, so that a slow run does not reach it.
    await server.pass_time(49 * 60)
    reminder = await server.heron.wait_for_message(
        server.heron.dm_channel, lambda it: "⏰" in full_text(it) and has_button_for(Action.PICK_MOVE, match_id)(it)
    )
    assert reminder["timestamp"] > prompt["timestamp"]
    await server.playground.control("advance_time", seconds=11 * 60)
    end_card = await server.wait_for_end(match_id)
    assert "time" in full_text(end_card).lower()
    assert int(end_card["id"]) > int(reminder["id"])
    assert server.bot.query_store(SELECT_DOWNTIMES) == downtimes


async def test_interaction_token_older_than_15_minutes_is_not_used(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    card = await server.wait_for_card(match_id)
    seen_ids = {it["id"] for it in server.otter.list_messages()}
    answer = await server.otter.click(card, custom_id=index_by_action(card)[Action.OPEN_MATCH])
    await server.wait_until_stored(await server.otter.wait_for_private_message(lambda it: it["id"] not in seen_ids))
    setup = await server.playground.load_setup()
    [application] = [bot["application_id"] for bot in setup["bots"] if bot["name"] == server.bot.name]
    requests = [it["what"] for it in (await server.playground.load_traffic_log())["entries"]]
    [token] = [it.split("/")[-2] for it in requests if f"/interactions/{answer.interaction_id}/" in it]
    url = f"{setup['api']}/webhooks/{application}/{token}/messages/@original"
    async with aiohttp.ClientSession() as session:
        async with session.get(url) as response:
            assert response.status == HTTPStatus.OK
        await server.pass_time(16 * 60)
        async with session.get(url) as response:
            assert (response.status, (await response.json())["code"]) == (HTTPStatus.UNAUTHORIZED, 50027)
    before = await server.get_last_wire_entry()
    await make_choice(server.otter, match_id)
    await server.wait_until_shown()
    assert not any(token in it["what"] for it in await server.read_wire_log(before))


@pytest.mark.gate
async def test_message_older_than_one_hour_is_not_edited(server: PlaygroundServer) -> None:
    """Discord limits edits of such messages, so a new message replaces it."""
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await server.pass_time()
    guests = (server.otter, server.heron)
    prompts = [
        await guest.wait_for_message(guest.dm_channel, has_button_for(Action.PICK_MOVE, match_id)) for guest in guests
    ]
    old_ids = {int(it["id"]) for it in (*prompts, await server.wait_for_card(match_id))}
    await server.pass_time(70 * 60)
    before = await server.get_last_wire_entry()
    for guest, prompt in zip(guests, prompts, strict=True):
        await guest.click(prompt, custom_id=list_move_buttons(prompt)[0])
        # The token of that click expires, and the player becomes inactive.
        await server.pass_time(20 * 60)
    next_player = await wait_for_turn(server, match_id, 1)
    await next_player.wait_until_deleted(prompts[guests.index(next_player)])
    await server.wait_until_shown()
    edits = [it["what"] for it in await server.read_wire_log(before) if it["what"].startswith("PATCH")]
    assert not [what for what in edits if "/channels/" in what and int(what.split("/")[-1]) in old_ids]
