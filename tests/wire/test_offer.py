"""The card of a challenge or an open table, button by button."""

from __future__ import annotations

import re

from bot.screens.custom_ids import Action
from discord_playground.client import button_labels, full_text
from tests.kit.wire_person import EPHEMERAL_FLAG, contains_text, has_button_for, index_by_action
from tests.wire.playground_server import PlaygroundServer, get_match_id, list_controls, press_button


async def test_challenge_pings_only_the_challenged_and_its_card_becomes_the_board(server: PlaygroundServer) -> None:
    card = await server.challenge_guests(server.otter, server.heron)
    assert server.otter.mention in full_text(card)
    [small] = [line for line in full_text(card).splitlines() if line.startswith("-# ")]
    assert re.fullmatch(r"-# ⏳ expires <t:\d+:R> · 🎲 Fair-play seal: [\w-]{43}", small)
    assert button_labels(card) == ["Accept", "Decline", "…"]
    assert [one["id"] for one in card["mentions"]] == [server.heron.user_id]
    for guest, pinged in ((server.heron, True), (server.lynx, False)):
        assert (await guest.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER)))["playground"][
            "pings"
        ] == pinged
    refused = await press_button(server.lynx, card, Action.JOIN_OFFER)
    assert refused["flags"] & EPHEMERAL_FLAG
    assert "Ce défi est pour " in full_text(refused)
    await press_button(server.heron, card, Action.JOIN_OFFER)
    board = await server.wait_for_card(get_match_id(card))
    assert board["id"] == card["id"]
    assert all(guest.mention in full_text(board) for guest in (server.otter, server.heron))
    assert button_labels(board) == ["Choose", "More"]
    (picture,) = [one for one in board["components"] if one["type"] == 12]
    assert picture["items"][0]["description"]


async def test_rarely_needed_buttons_open_for_one_person_alone(server: PlaygroundServer) -> None:
    card = await server.challenge_guests(server.otter, server.heron)
    opened = {
        guest: await server.open_more_actions(guest, card) for guest in (server.otter, server.heron, server.badger)
    }
    assert all(message["flags"] & EPHEMERAL_FLAG for message in opened.values())
    assert button_labels(opened[server.otter]) == ["Options", "Withdraw", "🎲 Shake the dice", "Rules", "Fair play"]
    assert button_labels(opened[server.heron]) == ["Regeln", "Fairness"]
    assert button_labels(opened[server.badger]) == ["Rules", "Fair play"]
    seal = (await server.heron.click(opened[server.heron], "Fairness")).message
    assert full_text(card).split("🎲 Fair-play seal: ")[1].split()[0] in full_text(seal)
    await server.otter.click(opened[server.otter], "Withdraw")
    closed = await server.heron.wait_for_message(server.channel, contains_text("took the offer back"))
    assert (closed["id"], button_labels(closed)) == (card["id"], [])


async def test_options_set_on_the_page_show_on_the_card(server: PlaygroundServer) -> None:
    card = await server.challenge_guests(server.otter, server.heron)
    form = {"variant": "memory", "duel_limit": "5", "prize": "one", "rated.": "no", "limit.": "3600000"}
    await server.set_options(server.otter, card, form)
    shown = ("memory: ", "5 duels at most", "a duel wins one shell", "1 hour for the match", "unrated")
    changed = await server.otter.wait_for_message(server.channel, contains_text(*shown))
    assert changed["id"] == card["id"]
    await server.set_options(server.otter, changed, {"clock.": "300000"})
    await server.otter.wait_for_message(server.channel, contains_text("5 minutes a turn", "a duel wins one shell"))


async def test_open_table_is_left_by_a_guest_and_begun_by_its_host(server: PlaygroundServer) -> None:
    answer = await server.run_command(server.otter, "duel open", game="woodwalkers")
    card = await server.heron.wait_for_message(server.channel, has_button_for(Action.JOIN_OFFER))
    assert answer.message["id"] == card["id"]
    assert button_labels(card) == ["Join", "…"]
    assert not card["playground"]["pings"]
    await press_button(server.heron, card, Action.JOIN_OFFER)
    came = await server.heron.wait_for_message(server.channel, contains_text("2 of 4"))
    more = await server.open_more_actions(server.heron, came)
    left = (await server.heron.click(more, "Tisch verlassen")).message
    assert (left["id"], "verlassen" in full_text(left)) == (more["id"], True)
    gone = await server.otter.wait_for_message(server.channel, contains_text("1 of 4"))
    assert Action.START_MATCH not in index_by_action(await server.open_more_actions(server.otter, gone))
    await press_button(server.lynx, gone, Action.JOIN_OFFER)
    more = await server.open_more_actions(
        server.otter, await server.otter.wait_for_message(server.channel, contains_text("2 of 4"))
    )
    assert (await press_button(server.otter, more, Action.START_MATCH))["id"] == more["id"]
    assert server.lynx.mention in full_text(await server.wait_for_card(get_match_id(card)))


async def test_host_asks_somebody_else_in_the_place_of_who_declined(server: PlaygroundServer) -> None:
    otter, heron, lynx, badger = server.otter, server.heron, server.lynx, server.badger
    card = await server.challenge_guests(otter, heron, lynx, game="woodwalkers")
    await press_button(heron, card, Action.JOIN_OFFER)
    await press_button(lynx, card, Action.DECLINE_OFFER)
    stalled = await otter.wait_for_message(server.channel, contains_text(lynx.mention, "isn’t up for it", "your call"))
    assert stalled["playground"]["pings"]
    more = await server.open_more_actions(otter, stalled)
    assert button_labels(more)[:2] == ["Start now", "Let the house sit down"]
    [people] = [one["custom_id"] for one in list_controls(more) if one["type"] == 5]
    for wrong in (heron.user_id, otter.user_id, server.bot.name):
        assert (await otter.select_values(more, people, [wrong])).message["flags"] & EPHEMERAL_FLAG
    done = (await otter.select_values(more, people, [badger.user_id])).message
    assert (done["id"], button_labels(done)[0]) == (more["id"], "Options")
    anew = await badger.wait_for_message(
        server.channel, lambda it: has_button_for(Action.JOIN_OFFER)(it) and badger.mention in full_text(it)
    )
    assert anew["playground"]["pings"]
    assert lynx.mention not in full_text(anew)
    await press_button(badger, anew, Action.JOIN_OFFER)
    board = await server.wait_for_card(get_match_id(card))
    assert all(guest.mention in full_text(board) for guest in (otter, heron, badger))
