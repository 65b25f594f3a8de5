"""Test that matches continue after the bot is killed in any phase, stopped, or replaced by a newer version."""

from __future__ import annotations

import random
import re

import pytest

from bot.screens.custom_ids import Action
from discord_playground.client import JSON, button_labels, full_text
from tests.kit.wire_person import (
    EPHEMERAL_FLAG,
    WirePerson,
    contains_text,
    has_button_for,
    index_by_action,
    list_move_buttons,
)
from tests.wire.match_play import (
    RANDOM_PLACEMENT,
    SHORT_MATCH_OPTIONS,
    AutoPlayer,
    make_choice,
    play_match,
    shows_open_duel,
    wait_for_choice,
)
from tests.wire.playground_server import (
    MESSAGE_ROUTES,
    PlaygroundServer,
    get_match_id,
    open_user_installed_place,
    press_button,
    select_values,
)

gate = pytest.mark.gate


@pytest.fixture
def server(killable_server: PlaygroundServer) -> PlaygroundServer:
    return killable_server


@gate
@pytest.mark.parametrize("is_card_stored", [True, False])
async def test_offer_is_changed_and_accepted_after_a_kill(server: PlaygroundServer, is_card_stored: bool) -> None:
    """If the bot was killed before it stored the ID of the card, the first click on the card reveals it."""
    card = await server.challenge_guests(server.otter, server.heron)
    await server.wait_until_shown()
    server.bot.kill()
    if not is_card_stored:
        server.bot.undo_stored_card(get_match_id(card))
    await server.bot.start(server.playground)
    await server.set_options(server.otter, card, {"checks": ["placement"], "duel_limit": ["5"]})
    await press_button(server.heron, server.heron.get_current_version(card), Action.JOIN_OFFER)
    await server.wait_for_card(get_match_id(card))
    await server.wait_for_one_card()


async def test_posted_but_unstored_card_is_found_after_a_kill(server: PlaygroundServer) -> None:
    card = await server.challenge_guests(server.otter, server.heron)
    await server.wait_until_shown()
    server.bot.kill()
    server.bot.undo_stored_card(get_match_id(card))
    await server.bot.start(server.playground)
    await server.wait_until_shown()
    await server.wait_for_one_card()


@gate
async def test_sent_but_unstored_notification_is_not_repeated_after_a_kill(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await server.pass_time()
    notification = await server.heron.wait_for_message(
        server.heron.dm_channel, has_button_for(Action.PICK_MOVE, match_id)
    )
    await server.wait_until_stored(notification)
    await server.wait_until_shown()
    server.bot.kill()
    server.bot.undo_stored_notification(match_id, int(notification["id"]))
    # Advance the clock until the notification is due again.
    await server.playground.control("advance_time", seconds=60)
    await server.bot.start(server.playground)
    await server.wait_until_stored(notification)
    await server.resign_match(server.otter, match_id)
    end_message = await server.heron.wait_for_message(
        server.heron.dm_channel, has_button_for(Action.OFFER_REMATCH, match_id)
    )
    assert end_message["id"] == notification["id"]
    assert [it["id"] for it in await server.heron.load_messages(server.heron.dm_channel)] == [notification["id"]]


@gate
async def test_open_pages_work_after_a_kill(server: PlaygroundServer) -> None:
    """The pages are the options of an offer, both settings panels and a profile."""
    card = await server.challenge_guests(server.otter, server.heron)
    await server.open_options(server.otter, card)
    own_settings, server_settings = [await server.open_settings(server.otter, panel) for panel in ("me", "server")]
    match_id = await server.begin_match(server.otter, server.lynx)
    await server.resign_match(server.otter, match_id)
    await server.wait_for_end(match_id)
    profile = (await server.run_command(server.otter, "ladder player")).message
    await server.bot.kill_and_restart(server.playground)
    await server.otter.submit_modal({"duel_limit": ["9"]})
    await server.heron.wait_for_message(server.channel, contains_text("9 duels at most"))
    await select_values(server.otter, own_settings, ".prompts", "here")
    await select_values(server.otter, server_settings, ".clock", "1h")
    explanation = await press_button(server.otter, profile, Action.EXPLAIN_PROFILE)
    await server.bot.kill_and_restart(server.playground)
    assert Action.SHOW_PROFILE in index_by_action(explanation)
    profile = await press_button(server.otter, explanation, Action.SHOW_PROFILE)
    await press_button(server.otter, profile, Action.SHARE_PROFILE_OR_REPORT)
    await server.heron.wait_for_message(server.channel, contains_text("Profile of", server.otter.mention))


async def read_commitment(guest: WirePerson, sealed: JSON) -> str:
    """Read the seal that proves a sealed move, which *More* and *Fair play* show after the seal of the match."""
    proof = await press_button(guest, await press_button(guest, sealed, Action.SHOW_MORE), Action.SHOW_PROOF)
    _, seal = re.findall(r"`([\w-]{43})`", full_text(proof))
    return str(seal)


@gate
async def test_match_survives_a_kill_after_each_step(server: PlaygroundServer) -> None:
    """The bot is killed before any choice, after one choice, after a resolved step, and at the end."""
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    prompts = {guest: await wait_for_choice(guest, match_id) for guest in (server.otter, server.heron)}
    await server.bot.kill_and_restart(server.playground)
    sealed = (
        await server.otter.click(prompts[server.otter], custom_id=list_move_buttons(prompts[server.otter])[0])
    ).message
    commitment = await read_commitment(server.otter, sealed)
    await server.otter.wait_for_message(server.channel, contains_text("has chosen"))
    await server.bot.kill_and_restart(server.playground)
    card = await server.wait_for_card(match_id)
    assert await read_commitment(server.otter, await server.otter.open_from_card(card)) == commitment
    assert "has chosen" in full_text(card)
    await server.heron.click(prompts[server.heron], custom_id=list_move_buttons(prompts[server.heron])[0])
    await server.wait_for_card(match_id, 1)
    await server.bot.kill_and_restart(server.playground)
    end_card = await play_match(server, match_id)
    await server.bot.kill_and_restart(server.playground)
    assert await press_button(server.otter, end_card, Action.SHOW_REVIEW)
    proof = await press_button(server.otter, await server.open_more_actions(server.otter, end_card), Action.SHOW_PROOF)
    assert "its receipt" in full_text(proof)
    await press_button(server.otter, end_card, Action.OFFER_REMATCH)
    await server.heron.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))
    assert server.bot.query_store("SELECT count(*) FROM result WHERE match_id = ?", match_id) == [(2,)]


@gate
@pytest.mark.parametrize("choices", [1, 2])
async def test_stored_choice_is_shown_after_a_kill_before_delivery(server: PlaygroundServer, choices: int) -> None:
    """The channel is unreachable while players choose, and the bot is killed before it recovers."""
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    prompts = {guest: await wait_for_choice(guest, match_id) for guest in (server.otter, server.heron)}
    for route in MESSAGE_ROUTES:
        await server.fail_requests(route, 503, times=4)
    for guest in list(prompts)[:choices]:
        answer = await guest.click(prompts[guest], custom_id=list_move_buttons(prompts[guest])[0])
        assert answer.state == "answered"
    server.bot.kill()
    await server.stop_failing_requests()
    assert "has chosen" not in full_text(await server.wait_for_card(match_id))
    await server.bot.start(server.playground)
    if choices == 1:
        await server.wait_for_choice_on_card(match_id, server.lynx)
    else:
        await server.wait_for_card(match_id, 1)
    await server.wait_for_one_card()
    for guest in (server.otter, server.heron):
        messages = await guest.load_messages(guest.dm_channel)
        assert sum(map(has_button_for(Action.PICK_MOVE, match_id), messages)) <= 1


@gate
async def test_offer_expires_while_the_bot_is_down(server: PlaygroundServer) -> None:
    await server.challenge_guests(server.otter, server.heron)
    await server.wait_until_shown()
    # An hour more than an offer lasts: downtime in another test may have extended it.
    await server.bot.restart_later(server.playground, hours=25)
    closed = await server.otter.wait_for_message(server.channel, contains_text("Nobody answered in time"))
    assert not has_button_for(Action.JOIN_OFFER)(closed)
    await server.lynx.wait_until(
        lambda watch: [it["id"] for it in watch.list_messages(server.channel)] == [closed["id"]]
    )


@gate
async def test_reminder_after_a_kill_replaces_the_player_message(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await make_choice(server.otter, match_id)
    await server.wait_until_shown()
    await server.bot.restart_later(server.playground, hours=1)
    prompt = await server.heron.wait_for_message(server.heron.dm_channel, has_button_for(Action.PICK_MOVE, match_id))
    await server.wait_until_stored(prompt)
    await server.bot.restart_later(server.playground, hours=19)
    reminder = await server.heron.wait_for_message(
        server.heron.dm_channel, lambda it: "⏰" in full_text(it) and has_button_for(Action.PICK_MOVE, match_id)(it)
    )
    assert reminder["id"] != prompt["id"]
    await server.heron.wait_until_deleted(prompt)
    assert not any("⏰" in full_text(it) for it in await server.otter.load_messages(server.otter.dm_channel))
    await server.heron.click(reminder, custom_id=list_move_buttons(reminder)[0])
    await server.heron.wait_for_message(server.heron.dm_channel, has_button_for(Action.SHOW_MORE, match_id, 1))


@gate
async def test_player_loses_on_time_while_the_bot_is_down(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await make_choice(server.otter, match_id)
    await server.wait_until_shown()
    await server.bot.restart_later(server.playground, hours=24.5)
    assert "time" in full_text(await server.wait_for_end(match_id)).lower()
    # A message whose token has expired shows the end when it is clicked.
    stale = await wait_for_choice(server.heron, match_id)
    shown = (await server.heron.click(stale, custom_id=list_move_buttons(stale)[0])).message
    assert shown["id"] == stale["id"]
    assert has_button_for(Action.OFFER_REMATCH, match_id)(shown)


@gate
async def test_temporary_reveal_is_hidden_again_after_a_kill(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form={"variant": "memory", **RANDOM_PLACEMENT})
    for guest in (server.otter, server.heron):
        await make_choice(guest, match_id)
    await server.lynx.wait_for_received(
        lambda it: has_button_for(Action.OPEN_MATCH, match_id, 1)(it) and shows_open_duel(it)
    )
    await server.bot.kill_and_restart(server.playground)
    await server.playground.control("advance_time", seconds=11)
    await server.lynx.wait_until(
        lambda watch: not any(shows_open_duel(it) for it in watch.list_messages(server.channel)) or None
    )
    await server.wait_for_card(match_id, 1)


@gate
async def test_ai_joins_an_open_table_after_a_kill(server: PlaygroundServer) -> None:
    await server.run_command(server.otter, "duel open", house="1h")
    card = await server.otter.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))
    await server.wait_until_shown()
    await server.bot.restart_later(server.playground, hours=1)
    ready_card = await server.otter.wait_for_message(server.channel, contains_text("against the house"))
    await press_button(server.otter, await server.open_more_actions(server.otter, ready_card), Action.START_MATCH)
    await server.wait_for_card(get_match_id(card))


@gate
async def test_ai_choice_interrupted_by_a_kill_is_made_later(server: PlaygroundServer) -> None:
    """The new process needs its application ID to edit the player message, and Discord is slow to return the ID."""
    match_id = await server.begin_practice(server.otter, form=SHORT_MATCH_OPTIONS["schamanen"])
    prompt = await wait_for_choice(server.otter, match_id)
    await server.wait_until_stored(prompt)
    await server.otter.click(prompt, custom_id=list_move_buttons(prompt)[0])
    await server.fail_requests("GET /oauth2/applications/@me", None, delay=2.0)
    await server.bot.restart_later(server.playground, hours=0.01)
    assert (await wait_for_choice(server.otter, match_id, 1))["id"] == prompt["id"]
    await AutoPlayer(server, server.otter, match_id, random.Random(1)).play_in_private()
    assert "Rematch" in button_labels(
        await server.otter.wait_for_private_message(has_button_for(Action.OFFER_REMATCH, match_id))
    )


@pytest.mark.nightly
async def test_match_of_a_user_installed_bot_continues_after_a_kill(server: PlaygroundServer) -> None:
    async with open_user_installed_place(server, "group") as place:
        card = await place.challenge_guests(place.otter, place.heron)
        await place.bot.kill_and_restart(place.playground)
        await press_button(place.heron, card, Action.JOIN_OFFER)
        match_id = get_match_id(card)
        await place.wait_for_card(match_id)
        for guest in (place.otter, place.heron):
            await place.wait_until_stored(
                await guest.wait_for_private_message(has_button_for(Action.SHOW_MORE, match_id))
            )
        await place.bot.kill_and_restart(place.playground)
        assert (await play_match(place, match_id))["id"] == card["id"]


async def test_stopping_bot_shows_all_stored_choices(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await make_choice(server.otter, match_id)
    assert server.bot.stop() == 0
    await server.wait_for_choice_on_card(match_id)


@gate
async def test_match_by_older_rules_is_canceled_with_a_rematch_button(server: PlaygroundServer) -> None:
    """The newer version has other rules of a game and a migration. Results by the old rules remain valid."""
    otter, heron, bot = server.otter, server.heron, server.bot
    ended_id = await server.begin_match(otter, heron, form=RANDOM_PLACEMENT)
    await wait_for_choice(otter, ended_id)
    await server.resign_match(otter, ended_id)
    end_card = await server.wait_for_end(ended_id)
    match_id = await server.begin_match(otter, heron, form=RANDOM_PLACEMENT)
    prompts = {guest: await wait_for_choice(guest, match_id) for guest in (otter, heron)}
    await make_choice(otter, match_id)
    await server.wait_until_shown()
    bot.kill()
    old_program, bot.program = bot.program, ("tests.wire.newer_bot", "run")
    try:
        await bot.start(server.playground)
        card = await server.lynx.wait_for_message(
            server.channel,
            lambda it: has_button_for(Action.OFFER_REMATCH, match_id)(it) and contains_text("Called off")(it),
        )
        for guest in (otter, heron):
            canceled = await guest.wait_for_private_message(
                lambda it: has_button_for(Action.OFFER_REMATCH, match_id)(it) and it["flags"] & EPHEMERAL_FLAG
            )
            assert canceled["id"] == prompts[guest]["id"]
            assert "📜" in full_text(canceled)
        assert "The result stands" in full_text(await press_button(otter, end_card, Action.SHOW_REVIEW))
        for command in ("duel inbox", "ladder player"):
            assert (await server.run_command(otter, command)).state == "answered"
        await press_button(otter, card, Action.OFFER_REMATCH)
        offer = await heron.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))
        await press_button(heron, offer, Action.JOIN_OFFER)
        rematch_id = get_match_id(offer)
        await server.wait_for_card(rematch_id)
        await bot.kill_and_restart(server.playground)
        await make_choice(heron, rematch_id)
        rows = bot.query_store(
            "SELECT edition, status FROM match WHERE id IN (?, ?, ?) ORDER BY id", ended_id, match_id, rematch_id
        )
        assert [tuple(row) for row in rows] == [(1, "resign"), (1, "outdated"), (2, "playing")]
    finally:
        bot.kill()
        bot.program = old_program
