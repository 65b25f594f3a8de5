"""Test the buttons on the card of a challenge or an open table."""

from __future__ import annotations

import re

from bot.screens.custom_ids import Action
from discord_playground.client import button_labels, full_text, iter_components
from tests.kit.wire_person import EPHEMERAL_FLAG, contains_text, has_button_for, index_by_action
from tests.wire.playground_server import PlaygroundServer, get_match_id, list_controls, press_button


async def test_challenge_pings_only_the_opponent_and_becomes_the_card(server: PlaygroundServer) -> None:
    card = await server.challenge_guests(server.otter, server.heron)
    assert server.otter.mention in full_text(card)
    [footer] = [line for line in full_text(card).splitlines() if line.startswith("-# ")]
    assert re.fullmatch(r"-# ⏳ expires <t:\d+:R> · 🎲 `[\w-]{8}`", footer)
    assert button_labels(card) == ["Accept", "Decline", "More"]
    assert [user["id"] for user in card["mentions"]] == [server.heron.user_id]
    for guest, pinged in ((server.heron, True), (server.lynx, False)):
        received = await guest.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))
        assert received["playground"]["pings"] == pinged
    refused = await press_button(server.lynx, card, Action.JOIN_OFFER)
    assert refused["flags"] & EPHEMERAL_FLAG
    assert "Ce défi est pour " in full_text(refused)
    await press_button(server.heron, card, Action.JOIN_OFFER)
    board = await server.wait_for_card(get_match_id(card))
    assert board["id"] == card["id"]
    assert all(guest.mention in full_text(board) for guest in (server.otter, server.heron))
    assert button_labels(board) == ["Choose", "Watch", "More"]
    (picture,) = [it for it in iter_components(board) if it["type"] == 12]
    assert picture["items"][0]["description"]


async def test_secondary_actions_of_an_offer_open_privately(server: PlaygroundServer) -> None:
    card = await server.challenge_guests(server.otter, server.heron)
    opened = {
        guest: await server.open_more_actions(guest, card) for guest in (server.otter, server.heron, server.badger)
    }
    assert all(message["flags"] & EPHEMERAL_FLAG for message in opened.values())
    assert button_labels(opened[server.otter]) == [
        "Options",
        "Advanced",
        "Withdraw",
        "🎲 Shake the dice",
        "Rules",
        "Fair play",
    ]
    assert button_labels(opened[server.heron]) == ["Regeln", "Fairness"]
    assert button_labels(opened[server.badger]) == ["Rules", "Fair play"]
    seal = (await server.heron.click(opened[server.heron], "Fairness")).message
    assert full_text(card).split("🎲 `")[1].split("`")[0] in full_text(seal)
    await server.otter.click(opened[server.otter], "Withdraw")
    closed = await server.heron.wait_for_message(server.channel, contains_text("withdrew the offer"))
    assert (closed["id"], button_labels(closed)) == (card["id"], [])


async def test_options_from_the_forms_appear_on_the_card(server: PlaygroundServer) -> None:
    card = await server.challenge_guests(server.otter, server.heron)
    await server.set_options(server.otter, card, {"variant": "memory", "duel_limit": ["5"], "checks": ["prize"]})
    shown = ("memory: ", "5 duels at most", "one shell per duel", "unrated")
    changed = await server.heron.wait_for_message(server.channel, contains_text(*shown))
    assert changed["id"] == card["id"]
    await server.set_options(
        server.otter, changed, {"limit.": ["3600000"], "checks": [], "typed": "duel_limit=7"}, advanced=True
    )
    await server.heron.wait_for_message(server.channel, contains_text("7 duels at most", "1 hour for the match"))


async def test_form_submitted_after_the_start_is_refused(server: PlaygroundServer) -> None:
    card = await server.challenge_guests(server.otter, server.heron)
    await server.open_options(server.otter, card)
    await press_button(server.heron, card, Action.JOIN_OFFER)
    answer = await server.otter.submit_modal({"duel_limit": ["5"]})
    assert "already begun" in full_text(answer.message)


async def test_guest_leaves_an_open_table_and_host_starts_it(server: PlaygroundServer) -> None:
    answer = await server.run_command(server.otter, "duel open", game="woodwalkers")
    card = await server.heron.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))
    assert answer.message["id"] == card["id"]
    assert button_labels(card) == ["Join", "More"]
    assert not card["playground"]["pings"]
    await press_button(server.heron, card, Action.JOIN_OFFER)
    joined_card = await server.heron.wait_for_message(server.channel, contains_text("2 of 4"))
    more = await server.open_more_actions(server.heron, joined_card)
    leave_answer = (await server.heron.click(more, "Verlassen")).message
    assert (leave_answer["id"], "gegangen" in full_text(leave_answer)) == (more["id"], True)
    card_after_leaving = await server.otter.wait_for_message(server.channel, contains_text("1 of 4"))
    assert Action.START_MATCH not in index_by_action(await server.open_more_actions(server.otter, card_after_leaving))
    await press_button(server.lynx, card_after_leaving, Action.JOIN_OFFER)
    more = await server.open_more_actions(
        server.otter, await server.otter.wait_for_message(server.channel, contains_text("2 of 4"))
    )
    assert (await press_button(server.otter, more, Action.START_MATCH))["id"] == more["id"]
    assert server.lynx.mention in full_text(await server.wait_for_card(get_match_id(card)))


async def test_host_replaces_an_opponent_who_declined(server: PlaygroundServer) -> None:
    otter, heron, lynx, badger = server.otter, server.heron, server.lynx, server.badger
    card = await server.challenge_guests(otter, heron, lynx, game="woodwalkers")
    await press_button(heron, card, Action.JOIN_OFFER)
    await press_button(lynx, card, Action.DECLINE_OFFER)
    declined_card = await otter.wait_for_message(
        server.channel, contains_text(lynx.mention, "Declined", "ask somebody else")
    )
    assert declined_card["playground"]["pings"]
    more = await server.open_more_actions(otter, declined_card)
    assert button_labels(more)[:2] == ["Start now", "Let the house join"]
    [person_select] = [it["custom_id"] for it in list_controls(more) if it["type"] == 5]
    for invalid_id in (heron.user_id, otter.user_id, server.bot.name):
        assert (await otter.select_values(more, person_select, [invalid_id])).message["flags"] & EPHEMERAL_FLAG
    answer = (await otter.select_values(more, person_select, [badger.user_id])).message
    assert (answer["id"], button_labels(answer)[0]) == (more["id"], "Options")
    new_offer = await badger.wait_for_message(
        server.channel, lambda it: has_button_for(Action.JOIN_OFFER)(it) and badger.mention in full_text(it)
    )
    assert new_offer["playground"]["pings"]
    assert lynx.mention not in full_text(new_offer)
    await press_button(badger, new_offer, Action.JOIN_OFFER)
    board = await server.wait_for_card(get_match_id(card))
    assert all(guest.mention in full_text(board) for guest in (otter, heron, badger))
