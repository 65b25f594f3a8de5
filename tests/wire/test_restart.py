"""Killed without a word, in every phase of a match: the next process finds everything as it was."""

from __future__ import annotations

import random

import pytest

from bot.screens.custom_ids import Action
from discord_playground.client import labels, text
from tests.kit.wire_person import EPHEMERAL, does, picks, says, verbs
from tests.wire.play import RANDOM, SHORT, AutoPlayer, choose, play_match, shows_open_duel, wait_for_choice
from tests.wire.server import Server, choose_from, match_of, press, user_installed

gate = pytest.mark.gate


@pytest.fixture
def server(killable_server: Server) -> Server:
    return killable_server


@gate
@pytest.mark.parametrize("noted", [True, False])
async def test_offer_is_changed_and_accepted_after_a_kill(server: Server, noted: bool) -> None:
    """Even where the bot died before it stored where the card is: the first press on it says so."""
    card = await server.challenge(server.otter, server.heron)
    await server.wait_until_shown()
    server.bot.kill()
    if not noted:
        server.bot.forget_card(match_of(card))
    await server.bot.start(server.playground)
    await server.set_options(server.otter, card, {"placement": "random", "duel_limit": "5"})
    await press(server.heron, server.heron.now(card), Action.JOIN_OFFER)
    await server.wait_for_card(match_of(card))
    await server.wait_for_one_card()


async def test_card_that_was_posted_and_not_stored_is_found_again(server: Server) -> None:
    card = await server.challenge(server.otter, server.heron)
    await server.wait_until_shown()
    server.bot.kill()
    server.bot.forget_card(match_of(card))
    await server.bot.start(server.playground)
    await server.wait_until_shown()
    await server.wait_for_one_card()


@gate
async def test_call_that_was_sent_and_not_stored_is_not_sent_again(server: Server) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM)
    await server.pass_time()
    call = await server.heron.waits_for(server.heron.dm, does(Action.PICK_MOVE, match_id))
    await server.wait_until_stored(call)
    await server.wait_until_shown()
    server.bot.kill()
    server.bot.forget_call(match_id, int(call["id"]))
    # Until the clock asks again.
    await server.playground.stage("advance_time", seconds=60)
    await server.bot.start(server.playground)
    await server.wait_until_stored(call)
    await server.resign(server.otter, match_id)
    end = await server.heron.waits_for(server.heron.dm, does(Action.OFFER_REMATCH, match_id))
    assert end["id"] == call["id"]
    assert [it["id"] for it in await server.heron.messages(server.heron.dm)] == [call["id"]]


@gate
async def test_pages_that_are_open_work_after_a_kill(server: Server) -> None:
    """Options of an offer, settings, a profile."""
    card = await server.challenge(server.otter, server.heron)
    options = await server.open_options(server.otter, card)
    mine, ours = [await server.open_settings(server.otter, panel) for panel in ("me", "server")]
    match_id = await server.begin_match(server.otter, server.lynx)
    await server.resign(server.otter, match_id)
    await server.wait_for_end(match_id)
    profile = (await server.command(server.otter, "ladder player")).message
    await server.bot.kill_and_restart(server.playground)
    await choose_from(server.otter, options, ":duel_limit", "9")
    await server.otter.waits_for(server.channel, says("9 duels at most"))
    await choose_from(server.otter, mine, ".prompts", "here")
    await choose_from(server.otter, ours, ".clock", "1h")
    minded = await press(server.otter, profile, Action.SHOW_MIND_READER)
    await server.bot.kill_and_restart(server.playground)
    assert Action.SHOW_PROFILE in verbs(minded)
    profile = await press(server.otter, minded, Action.SHOW_PROFILE)
    await press(server.otter, profile, Action.SHARE_PROFILE_OR_REPORT)
    await server.heron.waits_for(server.channel, says("Profile of", server.otter.mention))


@gate
async def test_match_survives_a_kill_after_each_step(server: Server) -> None:
    """When nothing is chosen, when one has chosen, when a step is resolved, and at the end."""
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM)
    prompts = {guest: await wait_for_choice(guest, match_id) for guest in (server.otter, server.heron)}
    await server.bot.kill_and_restart(server.playground)
    sealed = (await server.otter.click(prompts[server.otter], custom_id=picks(prompts[server.otter])[0])).message
    receipt = text(sealed).partition("Fair-play seal ")[2].split()[0]
    await server.otter.waits_for(server.channel, says("has chosen"))
    await server.bot.kill_and_restart(server.playground)
    card = await server.otter.waits_for(server.channel, does(Action.OPEN_MATCH, match_id))
    assert receipt in text(await server.otter.opens(card))
    assert "has chosen" in text(card)
    await server.heron.click(prompts[server.heron], custom_id=picks(prompts[server.heron])[0])
    await server.wait_for_card(match_id, 1)
    await server.bot.kill_and_restart(server.playground)
    end = await play_match(server, match_id)
    await server.bot.kill_and_restart(server.playground)
    assert await press(server.otter, end, Action.SHOW_REVIEW)
    proof = await press(server.otter, await server.open_more(server.otter, end), Action.SHOW_PROOF)
    assert "bound the moment it was made" in text(proof)
    await press(server.otter, end, Action.OFFER_REMATCH)
    await server.heron.waits_for(server.channel, does(Action.JOIN_OFFER))
    assert server.bot.query("SELECT count(*) FROM result WHERE match_id = ?", match_id) == [(2,)]


@gate
@pytest.mark.parametrize("choices", [1, 2])
async def test_choice_that_was_stored_and_not_shown_is_shown_by_the_next_process(server: Server, choices: int) -> None:
    """The channel is out of reach while somebody chooses, and the bot dies before it comes back."""
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM)
    prompts = {guest: await wait_for_choice(guest, match_id) for guest in (server.otter, server.heron)}
    for route in (
        "POST /channels/{channel_id}/messages",
        "PATCH /channels/{channel_id}/messages/{message_id}",
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    ):
        await server.fail(route, 503, times=4)
    for guest in list(prompts)[:choices]:
        answer = await guest.click(prompts[guest], custom_id=picks(prompts[guest])[0])
        assert answer.state == "answered"
    server.bot.kill()
    await server.stop_failing()
    assert "has chosen" not in text(await server.wait_for_card(match_id))
    await server.bot.start(server.playground)
    if choices == 1:
        await server.lynx.waits_for(
            server.channel, lambda it: does(Action.OPEN_MATCH, match_id)(it) and says("has chosen")(it)
        )
    else:
        await server.wait_for_card(match_id, 1)
    await server.wait_for_one_card()
    for guest in (server.otter, server.heron):
        assert len([it for it in await guest.messages(guest.dm) if does(Action.PICK_MOVE, match_id)(it)]) <= 1


@gate
async def test_offer_lapses_while_the_bot_is_away(server: Server) -> None:
    await server.challenge(server.otter, server.heron)
    await server.wait_until_shown()
    # An hour more than it stands: the bot may have been away in another test, and such time counts for nobody.
    await server.bot.restart_later(server.playground, hours=25)
    closed = await server.otter.waits_for(server.channel, says("Nobody answered in time"))
    assert not does(Action.JOIN_OFFER)(closed)
    await server.lynx.until(lambda seen: [it["id"] for it in seen.messages(server.channel)] == [closed["id"]])


@gate
async def test_reminder_after_a_kill_is_one_new_message(server: Server) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM)
    await choose(server.otter, match_id)
    await server.wait_until_shown()
    await server.bot.restart_later(server.playground, hours=1)
    waiting = await server.heron.waits_for(server.heron.dm, does(Action.PICK_MOVE, match_id))
    await server.wait_until_stored(waiting)
    await server.bot.restart_later(server.playground, hours=19)
    reminder = await server.heron.waits_for(
        server.heron.dm, lambda it: "⏰" in text(it) and does(Action.PICK_MOVE, match_id)(it)
    )
    assert reminder["id"] != waiting["id"]
    await server.heron.misses(waiting)
    assert not any("⏰" in text(it) for it in await server.otter.messages(server.otter.dm))
    await server.heron.click(reminder, custom_id=picks(reminder)[0])
    await server.heron.waits_for(server.heron.dm, does(Action.SHOW_MORE, match_id, 1))


@gate
async def test_player_who_is_late_while_the_bot_is_away_loses(server: Server) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM)
    await choose(server.otter, match_id)
    await server.wait_until_shown()
    await server.bot.restart_later(server.playground, hours=24.5)
    assert "time" in text(await server.wait_for_end(match_id)).lower()
    # A message that nobody can edit any more shows the end as soon as it is pressed.
    stale = await wait_for_choice(server.heron, match_id)
    shown = (await server.heron.click(stale, custom_id=picks(stale)[0])).message
    assert shown["id"] == stale["id"]
    assert does(Action.OFFER_REMATCH, match_id)(shown)


@gate
async def test_duel_that_lay_open_is_covered_by_the_next_process(server: Server) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form={"variant": "memory", **RANDOM})
    for guest in (server.otter, server.heron):
        await choose(guest, match_id)
    await server.lynx.has_heard(lambda it: does(Action.OPEN_MATCH, match_id, 1)(it) and shows_open_duel(it))
    await server.bot.kill_and_restart(server.playground)
    await server.playground.stage("advance_time", seconds=11)
    await server.lynx.until(lambda seen: not any(shows_open_duel(it) for it in seen.messages(server.channel)) or None)
    await server.wait_for_card(match_id, 1)


@gate
async def test_house_sits_down_after_a_kill_and_calls_the_host(server: Server) -> None:
    await server.command(server.otter, "duel open", house="1h")
    card = await server.otter.waits_for(server.channel, does(Action.JOIN_OFFER))
    await server.wait_until_shown()
    await server.bot.restart_later(server.playground, hours=1)
    ready = await server.otter.waits_for(server.channel, says("The house has taken a seat"))
    await press(server.otter, await server.open_more(server.otter, ready), Action.START_MATCH)
    await server.wait_for_card(match_of(card))


@gate
async def test_house_that_was_killed_while_it_thought_chooses_after_all(server: Server) -> None:
    """Even while Discord is slow to say who the bot is: the player message is edited once that is known."""
    match_id = await server.begin_practice(server.otter, form=SHORT["schamanen"])
    prompt = await wait_for_choice(server.otter, match_id)
    await server.wait_until_stored(prompt)
    await server.otter.click(prompt, custom_id=picks(prompt)[0])
    await server.fail("GET /oauth2/applications/@me", None, delay=2.0)
    await server.bot.restart_later(server.playground, hours=0.01)
    assert (await wait_for_choice(server.otter, match_id, 1))["id"] == prompt["id"]
    await AutoPlayer(server, server.otter, match_id, random.Random(1)).play_in_private()
    assert "Rematch" in labels(await server.otter.handed(does(Action.OFFER_REMATCH, match_id)))


@pytest.mark.nightly
async def test_match_where_a_person_installed_the_bot_goes_on_after_a_kill(server: Server) -> None:
    async with user_installed(server, "group") as there:
        card = await there.challenge(there.otter, there.heron)
        await there.bot.kill_and_restart(there.playground)
        await press(there.heron, card, Action.JOIN_OFFER)
        match_id = match_of(card)
        await there.wait_for_card(match_id)
        for guest in (there.otter, there.heron):
            await there.wait_until_stored(await guest.handed(does(Action.SHOW_MORE, match_id)))
        await there.bot.kill_and_restart(there.playground)
        assert (await play_match(there, match_id))["id"] == card["id"]


async def test_bot_that_is_asked_to_stop_shows_all_that_is_stored(server: Server) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM)
    await choose(server.otter, match_id)
    assert server.bot.stop() == 0
    await server.otter.waits_for(
        server.channel, lambda it: does(Action.OPEN_MATCH, match_id)(it) and says("has chosen")(it)
    )


@gate
async def test_match_by_older_rules_is_called_off_and_played_anew(server: Server) -> None:
    """A newer version brings other rules of a game, and a migration; results by the old rules stand."""
    otter, heron, bot = server.otter, server.heron, server.bot
    ended = await server.begin_match(otter, heron, form=RANDOM)
    await wait_for_choice(otter, ended)
    await server.resign(otter, ended)
    end = await server.wait_for_end(ended)
    match_id = await server.begin_match(otter, heron, form=RANDOM)
    prompts = {guest: await wait_for_choice(guest, match_id) for guest in (otter, heron)}
    await choose(otter, match_id)
    await server.wait_until_shown()
    bot.kill()
    today, bot.program = bot.program, ("tests.wire.newer_bot", "run")
    try:
        await bot.start(server.playground)
        card = await server.lynx.waits_for(
            server.channel, lambda it: does(Action.OFFER_REMATCH, match_id)(it) and says("called off")(it)
        )
        for guest in (otter, heron):
            shown = await guest.handed(lambda it: does(Action.OFFER_REMATCH, match_id)(it) and it["flags"] & EPHEMERAL)
            assert shown["id"] == prompts[guest]["id"]
            assert "📜" in text(shown)
        assert "Its result stands" in text(await press(otter, end, Action.SHOW_REVIEW))
        for command in ("duel inbox", "ladder player"):
            assert (await server.command(otter, command)).state == "answered"
        await press(otter, card, Action.OFFER_REMATCH)
        offer = await heron.waits_for(server.channel, does(Action.JOIN_OFFER))
        await press(heron, offer, Action.JOIN_OFFER)
        anew = match_of(offer)
        await server.wait_for_card(anew)
        await bot.kill_and_restart(server.playground)
        await choose(heron, anew)
        rows = bot.query("SELECT edition, status FROM match WHERE id IN (?, ?, ?) ORDER BY id", ended, match_id, anew)
        assert [tuple(row) for row in rows] == [(1, "resign"), (1, "outdated"), (2, "playing")]
    finally:
        bot.kill()
        bot.program = today
