"""Test whole matches of every variant, from the challenge to the result."""

from __future__ import annotations

import random

import pytest

from bot.screens.custom_ids import Action
from discord_playground.client import JSON, button_labels, full_text, iter_components
from games import GAMES
from games.core import Level
from tests.kit.person import play_and_give_up
from tests.kit.wire_person import has_button_for
from tests.wire.match_play import (
    SHORT_MATCH_OPTIONS,
    AutoPlayer,
    WireScenarioPlayer,
    begin_short_match,
    list_variants,
    play_match,
)
from tests.wire.playground_server import NO_OPTIONS, PlaygroundServer

FIRST_VARIANT_BY_GAME = {game: next(variant for key, variant in list_variants() if key == game) for game in GAMES}


def mark_variants() -> list[pytest.ParameterSet]:
    """Return all variants; all but one are marked nightly."""
    always = ("shamanic_chess", "classic")
    return [pytest.param(*it, marks=[] if it == always else [pytest.mark.nightly]) for it in list_variants()]


@pytest.mark.parametrize(("game", "variant"), mark_variants())
async def test_match_with_closed_direct_messages_ends_in_one_card(
    server: PlaygroundServer, game: str, variant: str
) -> None:
    for guest in (server.otter, server.heron):
        await guest.set_dms_open(open=False)
    match_id = await begin_short_match(server, game, variant, server.otter, server.heron)
    end_card = await play_match(server, match_id)
    for guest in (server.otter, server.heron):
        assert guest.watch.list_messages(guest.dm_channel) == []
    assert button_labels(end_card) == ["Rematch", "Review", "More"]
    await _check_end(server, match_id, end_card)


async def test_match_played_from_the_card_ends_in_one_card(server: PlaygroundServer) -> None:
    match_id = await begin_short_match(server, "schamanen", "classic", server.otter, server.heron)
    await _check_end(server, match_id, await play_match(server, match_id, play=AutoPlayer.play_by_card))


@pytest.mark.gate
@pytest.mark.parametrize("game", GAMES)
async def test_match_played_by_command_ends_in_one_card(server: PlaygroundServer, game: str) -> None:
    match_id = await begin_short_match(server, game, FIRST_VARIANT_BY_GAME[game], server.otter, server.heron)
    end_card = await play_match(server, match_id, play=AutoPlayer.play_by_command)
    await server.otter.wait_until(
        lambda _: not any(has_button_for(Action.PICK_MOVE, match_id)(it) for it in server.otter.list_messages())
    )
    await _check_end(server, match_id, end_card)


@pytest.mark.parametrize(
    "game", [pytest.param("schnick", marks=pytest.mark.gate), pytest.param("woodwalkers", marks=pytest.mark.nightly)]
)
async def test_match_with_all_seats_taken_names_every_player(server: PlaygroundServer, game: str) -> None:
    guests = list(server.guests.values())[: GAMES[game].SEATS[-1]]
    match_id = await begin_short_match(server, game, FIRST_VARIANT_BY_GAME[game], *guests)
    end_card = await play_match(server, match_id, *guests)
    assert all(guest.mention in full_text(end_card) for guest in guests)
    await _check_end(server, match_id, end_card)


async def test_scenario_of_the_kit_is_played_over_the_wire(server: PlaygroundServer) -> None:
    await play_and_give_up(WireScenarioPlayer(server, server.otter), WireScenarioPlayer(server, server.heron))


@pytest.mark.parametrize(
    "game", [pytest.param(key, marks=[] if key == "schamanen" else [pytest.mark.nightly]) for key in GAMES]
)
async def test_practice_match_is_unrated_and_private(server: PlaygroundServer, game: str) -> None:
    options = {"game": game, "level": Level.EASY.value}
    match_id = await server.begin_practice(server.otter, form=SHORT_MATCH_OPTIONS.get(game, NO_OPTIONS), **options)
    await AutoPlayer(server, server.otter, match_id, random.Random(1)).play_in_private()
    end_card = await server.otter.wait_for_private_message(has_button_for(Action.OFFER_REMATCH, match_id))
    assert "the house" in full_text(end_card).casefold()
    assert button_labels(end_card) == ["Rematch", "Review", "Post it here for all"]
    assert server.bot.query_store("SELECT DISTINCT is_rated FROM result WHERE match_id = ?", match_id) == [(0,)]
    assert not server.lynx.watch.list_messages(server.channel)


async def _check_end(server: PlaygroundServer, match_id: int, end_card: JSON) -> None:
    """Check that only the end card of a match has buttons, and that they lead to the record as a file."""

    def list_cards() -> list[str]:
        return [
            it["id"]
            for it in server.list_public_messages(server.lynx)
            if has_button_for(Action.OFFER_REMATCH, match_id)(it) or has_button_for(Action.OPEN_MATCH, match_id)(it)
        ]

    await server.lynx.wait_until(lambda _: list_cards() == [end_card["id"]])
    more = await server.open_more_actions(server.otter, end_card)
    assert any(it["type"] == 13 and it["file"]["url"] for it in iter_components(more))
