"""Onlookers over the wire: they watch, predict, and read how it came out, and cost nobody a rate-limited request."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.matches.model import EventType
from bot.screens.custom_ids import Action
from discord_playground.client import JSON, full_text
from tests.kit.wire_person import WirePerson, contains_text, has_button_for
from tests.wire.match_play import RANDOM_PLACEMENT, make_choice
from tests.wire.playground_server import PlaygroundServer, count_limited_requests, press_button


async def predict_first_choice(guest: WirePerson, card: JSON) -> JSON:
    """Open the match from its card, press the first prediction, and return the page that confirms it."""
    page = await guest.open_from_card(card, Action.WATCH_MATCH)
    return await press_button(guest, page, Action.PREDICT)


async def test_onlooker_predicts_and_reads_how_it_came_out(server: PlaygroundServer) -> None:
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    badger = server.badger
    page = await predict_first_choice(badger, await server.wait_for_card(match_id))
    assert "Your prediction: ●" in full_text(page)
    for guest in (server.otter, server.heron):
        await make_choice(guest, match_id)
    card = await server.wait_for_card(match_id, 1)
    query = "SELECT seat, choice, score FROM prediction WHERE match_id = ?"
    [(seat, predicted, score)] = server.bot.query_store(query, match_id)
    query = "SELECT payload FROM event WHERE match_id = ? AND kind = ? AND seat = ? ORDER BY seq LIMIT 1"
    [(chosen,)] = server.bot.query_store(query, match_id, EventType.MOVED, seat)
    is_right = predicted == chosen
    assert score == (2 if is_right else -1)
    assert (f"🔮 {badger.mention} saw it coming." in full_text(card)) == is_right
    page = await press_button(badger, page, Action.WATCH_MATCH)
    assert ("right, +2" if is_right else "wrong, −1") in full_text(page)
    assert "Your prediction" not in full_text(page)
    await server.resign_match(server.heron, match_id)
    await server.wait_for_end(match_id)
    await press_button(badger, badger.get_current_version(page), Action.WATCH_MATCH)
    result = await badger.wait_for_private_message(has_button_for(Action.SHOW_REVIEW, match_id))
    assert contains_text("Last time", server.otter.mention)(result), "the open page shows the result"


@pytest.mark.gate
async def test_onlookers_cost_no_limited_requests(server: PlaygroundServer) -> None:
    """Play a match without onlookers, and one with three who watch, predict and read how it came out."""
    alone = await play_briefly(server)
    watched = await play_briefly(server, server.lynx, server.badger, server.guests["stoat"])
    print(f"{alone.total()} limited requests alone, {watched.total()} with onlookers: {watched}")  # noqa: T201
    assert watched == alone


async def play_briefly(server: PlaygroundServer, *onlookers: WirePerson) -> Counter[str]:
    """Play one step and resign, while each onlooker predicts and watches.

    Return how many requests of the match counted toward the bot's rate limit, by route.
    """
    before = await server.get_last_wire_entry()
    match_id = await server.begin_match(server.otter, server.heron, form=RANDOM_PLACEMENT)
    pages = [await predict_first_choice(guest, await server.wait_for_card(match_id)) for guest in onlookers]
    for player in (server.otter, server.heron):
        await make_choice(player, match_id)
    await server.wait_until_shown(match_id)
    for guest, page in zip(onlookers, pages, strict=True):
        await press_button(guest, page, Action.WATCH_MATCH)
    await server.resign_match(server.heron, match_id)
    await server.wait_for_end(match_id)
    await server.wait_until_shown(match_id)
    return await count_limited_requests(server, before)
