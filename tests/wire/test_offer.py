"""The card of a challenge or an open table, button by button."""

from __future__ import annotations

import re

from bot.screens.custom_ids import Action
from discord_playground.client import labels, text
from tests.kit.wire_person import EPHEMERAL, does, says, verbs
from tests.wire.server import Server, list_controls, match_of, press


async def test_challenge_pings_only_the_challenged_and_its_card_becomes_the_board(server: Server) -> None:
    card = await server.challenge(server.otter, server.heron)
    assert server.otter.mention in text(card)
    [small] = [line for line in text(card).splitlines() if line.startswith("-# ")]
    assert re.fullmatch(r"-# ⏳ expires <t:\d+:R> · 🎲 Fair-play seal: [\w-]{43}", small)
    assert labels(card) == ["Accept", "Decline", "…"]
    assert [one["id"] for one in card["mentions"]] == [server.heron.id]
    for guest, pinged in ((server.heron, True), (server.lynx, False)):
        assert (await guest.waits_for(server.channel, does(Action.JOIN_OFFER)))["playground"]["pings"] == pinged
    refused = await press(server.lynx, card, Action.JOIN_OFFER)
    assert refused["flags"] & EPHEMERAL
    assert "Ce défi est pour " in text(refused)
    await press(server.heron, card, Action.JOIN_OFFER)
    board = await server.wait_for_card(match_of(card))
    assert board["id"] == card["id"]
    assert all(guest.mention in text(board) for guest in (server.otter, server.heron))
    assert labels(board) == ["Choose", "More"]
    (picture,) = [one for one in board["components"] if one["type"] == 12]
    assert picture["items"][0]["description"]


async def test_rarely_needed_buttons_open_for_one_person_alone(server: Server) -> None:
    card = await server.challenge(server.otter, server.heron)
    opened = {guest: await server.open_more(guest, card) for guest in (server.otter, server.heron, server.badger)}
    assert all(message["flags"] & EPHEMERAL for message in opened.values())
    assert labels(opened[server.otter]) == ["Options", "Withdraw", "🎲 Shake the dice", "Rules", "Fair play"]
    assert labels(opened[server.heron]) == ["Regeln", "Fairness"]
    assert labels(opened[server.badger]) == ["Rules", "Fair play"]
    seal = (await server.heron.click(opened[server.heron], "Fairness")).message
    assert text(card).split("🎲 Fair-play seal: ")[1].split()[0] in text(seal)
    await server.otter.click(opened[server.otter], "Withdraw")
    closed = await server.heron.waits_for(server.channel, says("took the offer back"))
    assert (closed["id"], labels(closed)) == (card["id"], [])


async def test_options_set_on_the_page_show_on_the_card(server: Server) -> None:
    card = await server.challenge(server.otter, server.heron)
    form = {"variant": "memory", "duel_limit": "5", "prize": "one", "rated.": "no", "limit.": "3600000"}
    await server.set_options(server.otter, card, form)
    shown = ("memory: ", "5 duels at most", "a duel wins one shell", "1 hour for the match", "unrated")
    changed = await server.otter.waits_for(server.channel, says(*shown))
    assert changed["id"] == card["id"]
    await server.set_options(server.otter, changed, {"clock.": "300000"})
    await server.otter.waits_for(server.channel, says("5 minutes a turn", "a duel wins one shell"))


async def test_open_table_is_left_by_a_guest_and_begun_by_its_host(server: Server) -> None:
    answer = await server.command(server.otter, "duel open", game="woodwalkers")
    card = await server.heron.waits_for(server.channel, does(Action.JOIN_OFFER))
    assert answer.message["id"] == card["id"]
    assert labels(card) == ["Join", "…"]
    assert not card["playground"]["pings"]
    await press(server.heron, card, Action.JOIN_OFFER)
    came = await server.heron.waits_for(server.channel, says("2 of 4"))
    more = await server.open_more(server.heron, came)
    left = (await server.heron.click(more, "Tisch verlassen")).message
    assert (left["id"], "verlassen" in text(left)) == (more["id"], True)
    gone = await server.otter.waits_for(server.channel, says("1 of 4"))
    assert Action.START_MATCH not in verbs(await server.open_more(server.otter, gone))
    await press(server.lynx, gone, Action.JOIN_OFFER)
    more = await server.open_more(server.otter, await server.otter.waits_for(server.channel, says("2 of 4")))
    assert (await press(server.otter, more, Action.START_MATCH))["id"] == more["id"]
    assert server.lynx.mention in text(await server.wait_for_card(match_of(card)))


async def test_host_asks_somebody_else_in_the_place_of_who_declined(server: Server) -> None:
    otter, heron, lynx, badger = server.otter, server.heron, server.lynx, server.badger
    card = await server.challenge(otter, heron, lynx, game="woodwalkers")
    await press(heron, card, Action.JOIN_OFFER)
    await press(lynx, card, Action.DECLINE_OFFER)
    stalled = await otter.waits_for(server.channel, says(lynx.mention, "isn’t up for it", "your call"))
    assert stalled["playground"]["pings"]
    more = await server.open_more(otter, stalled)
    assert labels(more)[:2] == ["Start now", "Let the house sit down"]
    [people] = [one["custom_id"] for one in list_controls(more) if one["type"] == 5]
    for wrong in (heron.id, otter.id, server.bot.name):
        assert (await otter.select(more, people, [wrong])).message["flags"] & EPHEMERAL
    done = (await otter.select(more, people, [badger.id])).message
    assert (done["id"], labels(done)[0]) == (more["id"], "Options")
    anew = await badger.waits_for(server.channel, lambda it: does(Action.JOIN_OFFER)(it) and badger.mention in text(it))
    assert anew["playground"]["pings"]
    assert lynx.mention not in text(anew)
    await press(badger, anew, Action.JOIN_OFFER)
    board = await server.wait_for_card(match_of(card))
    assert all(guest.mention in text(board) for guest in (otter, heron, badger))
