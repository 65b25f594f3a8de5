"""Killed without a word, in every phase of a match: the next process finds everything as it was."""

from __future__ import annotations

import random

import pytest

from bot.screens.custom_ids import Action
from discord_playground.client import button_labels, full_text
from tests.kit.wire_person import EPHEMERAL_FLAG, contains_text, has_button_for, index_by_action, list_move_buttons
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
@pytest.mark.parametrize("noted", [True, False])
async def test_offer_is_changed_and_accepted_after_a_kill(server: PlaygroundServer, noted: bool) -> None:
    """Even where the bot died before it stored where the card is: the first press on it says so."""
    card = await server.challenge_guests(server.otter, server.heron)
    await server.wait_until_shown()
    server.bot.kill()
    if not noted:
        server.bot.undo_stored_card(get_match_id(card))
    await server.bot.start(server.playground)
    await server.set_options(server.otter, card, {"placement": "random", "duel_limit": "5"})
    await press_button(server.heron, server.heron.get_current_version(card), Action.JOIN_OFFER)
    await server.wait_for_card(get_match_id(card))
    await server.wait_for_one_card()


async def test_card_that_was_posted_and_not_stored_is_found_again(server: PlaygroundServer) -> None:
    card = await server.challenge_guests(server.otter, server.heron)
    await server.wait_until_shown()
    server.bot.kill()
    server.bot.undo_stored_card(get_match_id(card))
    await server.bot.start(server.playground)
    await server.wait_until_shown()
    await server.wait_for_one_card()


@gate
async def test_call_that_was_sent_and_not_stored_is_not_sent_again(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await server.pass_time()
    call = await server.heron.wait_for_message(server.heron.dm_channel, has_button_for(Action.PICK_MOVE, match_id))
    await server.wait_until_stored(call)
    await server.wait_until_shown()
    server.bot.kill()
    server.bot.undo_stored_notification(match_id, int(call["id"]))
    # Until the clock asks again.
    await server.playground.control("advance_time", seconds=60)
    await server.bot.start(server.playground)
    await server.wait_until_stored(call)
    await server.resign_match(server.otter, match_id)
    end = await server.heron.wait_for_message(server.heron.dm_channel, has_button_for(Action.OFFER_REMATCH, match_id))
    assert end["id"] == call["id"]
    assert [it["id"] for it in await server.heron.load_messages(server.heron.dm_channel)] == [call["id"]]


@gate
async def test_pages_that_are_open_work_after_a_kill(server: PlaygroundServer) -> None:
    """Options of an offer, settings, a profile."""
    card = await server.challenge_guests(server.otter, server.heron)
    options = await server.open_options(server.otter, card)
    mine, ours = [await server.open_settings(server.otter, panel) for panel in ("me", "server")]
    match_id = await server.begin_match(server.otter, server.lynx)
    await server.resign_match(server.otter, match_id)
    await server.wait_for_end(match_id)
    profile = (await server.run_command(server.otter, "ladder player")).message
    await server.bot.kill_and_restart(server.playground)
    await select_values(server.otter, options, ":duel_limit", "9")
    await server.otter.wait_for_message(server.channel, contains_text("9 duels at most"))
    await select_values(server.otter, mine, ".prompts", "here")
    await select_values(server.otter, ours, ".clock", "1h")
    minded = await press_button(server.otter, profile, Action.SHOW_MIND_READER)
    await server.bot.kill_and_restart(server.playground)
    assert Action.SHOW_PROFILE in index_by_action(minded)
    profile = await press_button(server.otter, minded, Action.SHOW_PROFILE)
    await press_button(server.otter, profile, Action.SHARE_PROFILE_OR_REPORT)
    await server.heron.wait_for_message(server.channel, contains_text("Profile of", server.otter.mention))


@gate
async def test_match_survives_a_kill_after_each_step(server: PlaygroundServer) -> None:
    """When nothing is chosen, when one has chosen, when a step is resolved, and at the end."""
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    prompts = {guest: await wait_for_choice(guest, match_id) for guest in (server.otter, server.heron)}
    await server.bot.kill_and_restart(server.playground)
    sealed = (
        await server.otter.click(prompts[server.otter], custom_id=list_move_buttons(prompts[server.otter])[0])
    ).message
    receipt = full_text(sealed).partition("Fair-play seal ")[2].split()[0]
    await server.otter.wait_for_message(server.channel, contains_text("has chosen"))
    await server.bot.kill_and_restart(server.playground)
    card = await server.otter.wait_for_message(server.channel, has_button_for(Action.OPEN_MATCH, match_id))
    assert receipt in full_text(await server.otter.open_from_card(card))
    assert "has chosen" in full_text(card)
    await server.heron.click(prompts[server.heron], custom_id=list_move_buttons(prompts[server.heron])[0])
    await server.wait_for_card(match_id, 1)
    await server.bot.kill_and_restart(server.playground)
    end = await play_match(server, match_id)
    await server.bot.kill_and_restart(server.playground)
    assert await press_button(server.otter, end, Action.SHOW_REVIEW)
    proof = await press_button(server.otter, await server.open_more_actions(server.otter, end), Action.SHOW_PROOF)
    assert "bound the moment it was made" in full_text(proof)
    await press_button(server.otter, end, Action.OFFER_REMATCH)
    await server.heron.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))
    assert server.bot.query_store("SELECT count(*) FROM result WHERE match_id = ?", match_id) == [(2,)]


@gate
@pytest.mark.parametrize("choices", [1, 2])
async def test_choice_that_was_stored_and_not_shown_is_shown_by_the_next_process(
    server: PlaygroundServer, choices: int
) -> None:
    """The channel is out of reach while somebody chooses, and the bot dies before it comes back."""
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    prompts = {guest: await wait_for_choice(guest, match_id) for guest in (server.otter, server.heron)}
    for route in (
        "POST /channels/{channel_id}/messages",
        "PATCH /channels/{channel_id}/messages/{message_id}",
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    ):
        await server.fail_requests(route, 503, times=4)
    for guest in list(prompts)[:choices]:
        answer = await guest.click(prompts[guest], custom_id=list_move_buttons(prompts[guest])[0])
        assert answer.state == "answered"
    server.bot.kill()
    await server.stop_failing_requests()
    assert "has chosen" not in full_text(await server.wait_for_card(match_id))
    await server.bot.start(server.playground)
    if choices == 1:
        await server.lynx.wait_for_message(
            server.channel,
            lambda it: has_button_for(Action.OPEN_MATCH, match_id)(it) and contains_text("has chosen")(it),
        )
    else:
        await server.wait_for_card(match_id, 1)
    await server.wait_for_one_card()
    for guest in (server.otter, server.heron):
        assert (
            len(
                [
                    it
                    for it in await guest.load_messages(guest.dm_channel)
                    if has_button_for(Action.PICK_MOVE, match_id)(it)
                ]
            )
            <= 1
        )


@gate
async def test_offer_lapses_while_the_bot_is_away(server: PlaygroundServer) -> None:
    await server.challenge_guests(server.otter, server.heron)
    await server.wait_until_shown()
    # An hour more than it stands: the bot may have been away in another test, and such time counts for nobody.
    await server.bot.restart_later(server.playground, hours=25)
    closed = await server.otter.wait_for_message(server.channel, contains_text("Nobody answered in time"))
    assert not has_button_for(Action.JOIN_OFFER)(closed)
    await server.lynx.wait_until(lambda seen: [it["id"] for it in seen.list_messages(server.channel)] == [closed["id"]])


@gate
async def test_reminder_after_a_kill_is_one_new_message(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await make_choice(server.otter, match_id)
    await server.wait_until_shown()
    await server.bot.restart_later(server.playground, hours=1)
    waiting = await server.heron.wait_for_message(server.heron.dm_channel, has_button_for(Action.PICK_MOVE, match_id))
    await server.wait_until_stored(waiting)
    await server.bot.restart_later(server.playground, hours=19)
    reminder = await server.heron.wait_for_message(
        server.heron.dm_channel, lambda it: "⏰" in full_text(it) and has_button_for(Action.PICK_MOVE, match_id)(it)
    )
    assert reminder["id"] != waiting["id"]
    await server.heron.wait_until_deleted(waiting)
    assert not any("⏰" in full_text(it) for it in await server.otter.load_messages(server.otter.dm_channel))
    await server.heron.click(reminder, custom_id=list_move_buttons(reminder)[0])
    await server.heron.wait_for_message(server.heron.dm_channel, has_button_for(Action.SHOW_MORE, match_id, 1))


@gate
async def test_player_who_is_late_while_the_bot_is_away_loses(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await make_choice(server.otter, match_id)
    await server.wait_until_shown()
    await server.bot.restart_later(server.playground, hours=24.5)
    assert "time" in full_text(await server.wait_for_end(match_id)).lower()
    # A message that nobody can edit any more shows the end as soon as it is pressed.
    stale = await wait_for_choice(server.heron, match_id)
    shown = (await server.heron.click(stale, custom_id=list_move_buttons(stale)[0])).message
    assert shown["id"] == stale["id"]
    assert has_button_for(Action.OFFER_REMATCH, match_id)(shown)


@gate
async def test_duel_that_lay_open_is_covered_by_the_next_process(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form={"variant": "memory", **RANDOM_PLACEMENT})
    for guest in (server.otter, server.heron):
        await make_choice(guest, match_id)
    await server.lynx.wait_for_received(
        lambda it: has_button_for(Action.OPEN_MATCH, match_id, 1)(it) and shows_open_duel(it)
    )
    await server.bot.kill_and_restart(server.playground)
    await server.playground.control("advance_time", seconds=11)
    await server.lynx.wait_until(
        lambda seen: not any(shows_open_duel(it) for it in seen.list_messages(server.channel)) or None
    )
    await server.wait_for_card(match_id, 1)


@gate
async def test_house_sits_down_after_a_kill_and_calls_the_host(server: PlaygroundServer) -> None:
    await server.run_command(server.otter, "duel open", house="1h")
    card = await server.otter.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))
    await server.wait_until_shown()
    await server.bot.restart_later(server.playground, hours=1)
    ready = await server.otter.wait_for_message(server.channel, contains_text("The house has taken a seat"))
    await press_button(server.otter, await server.open_more_actions(server.otter, ready), Action.START_MATCH)
    await server.wait_for_card(get_match_id(card))


@gate
async def test_house_that_was_killed_while_it_thought_chooses_after_all(server: PlaygroundServer) -> None:
    """Even while Discord is slow to say who the bot is: the player message is edited once that is known."""
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
async def test_match_where_a_person_installed_the_bot_goes_on_after_a_kill(server: PlaygroundServer) -> None:
    async with open_user_installed_place(server, "group") as there:
        card = await there.challenge_guests(there.otter, there.heron)
        await there.bot.kill_and_restart(there.playground)
        await press_button(there.heron, card, Action.JOIN_OFFER)
        match_id = get_match_id(card)
        await there.wait_for_card(match_id)
        for guest in (there.otter, there.heron):
            await there.wait_until_stored(
                await guest.wait_for_private_message(has_button_for(Action.SHOW_MORE, match_id))
            )
        await there.bot.kill_and_restart(there.playground)
        assert (await play_match(there, match_id))["id"] == card["id"]


async def test_bot_that_is_asked_to_stop_shows_all_that_is_stored(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    await make_choice(server.otter, match_id)
    assert server.bot.stop() == 0
    await server.otter.wait_for_message(
        server.channel, lambda it: has_button_for(Action.OPEN_MATCH, match_id)(it) and contains_text("has chosen")(it)
    )


@gate
async def test_match_by_older_rules_is_called_off_and_played_anew(server: PlaygroundServer) -> None:
    """A newer version brings other rules of a game, and a migration; results by the old rules stand."""
    otter, heron, bot = server.otter, server.heron, server.bot
    ended = await server.begin_match(otter, heron, form=RANDOM_PLACEMENT)
    await wait_for_choice(otter, ended)
    await server.resign_match(otter, ended)
    end = await server.wait_for_end(ended)
    match_id = await server.begin_match(otter, heron, form=RANDOM_PLACEMENT)
    prompts = {guest: await wait_for_choice(guest, match_id) for guest in (otter, heron)}
    await make_choice(otter, match_id)
    await server.wait_until_shown()
    bot.kill()
    today, bot.program = bot.program, ("tests.wire.newer_bot", "run")
    try:
        await bot.start(server.playground)
        card = await server.lynx.wait_for_message(
            server.channel,
            lambda it: has_button_for(Action.OFFER_REMATCH, match_id)(it) and contains_text("called off")(it),
        )
        for guest in (otter, heron):
            shown = await guest.wait_for_private_message(
                lambda it: has_button_for(Action.OFFER_REMATCH, match_id)(it) and it["flags"] & EPHEMERAL_FLAG
            )
            assert shown["id"] == prompts[guest]["id"]
            assert "📜" in full_text(shown)
        assert "Its result stands" in full_text(await press_button(otter, end, Action.SHOW_REVIEW))
        for command in ("duel inbox", "ladder player"):
            assert (await server.run_command(otter, command)).state == "answered"
        await press_button(otter, card, Action.OFFER_REMATCH)
        offer = await heron.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))
        await press_button(heron, offer, Action.JOIN_OFFER)
        anew = get_match_id(offer)
        await server.wait_for_card(anew)
        await bot.kill_and_restart(server.playground)
        await make_choice(heron, anew)
        rows = bot.query_store(
            "SELECT edition, status FROM match WHERE id IN (?, ?, ?) ORDER BY id", ended, match_id, anew
        )
        assert [tuple(row) for row in rows] == [(1, "resign"), (1, "outdated"), (2, "playing")]
    finally:
        bot.kill()
        bot.program = today
