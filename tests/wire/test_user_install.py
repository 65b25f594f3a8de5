"""Test the bot in direct messages, groups and servers where only a person has installed it.

It may send messages there only by interaction tokens, which `open_user_installed_place` checks after each test.
"""

from __future__ import annotations

import random
import re
from typing import Final

import pytest

from bot.screens.custom_ids import Action
from discord_playground.client import button_labels, full_text
from tests.kit.wire_person import EPHEMERAL_FLAG, get_button_step, has_button_for, index_by_action
from tests.wire.match_play import AutoPlayer, begin_short_match, play_match, wait_for_choice
from tests.wire.playground_server import PlaygroundServer, get_match_id, open_user_installed_place, press_button

AS_OF_PATTERN: Final = re.compile(r"🕰️ <t:(\d+):R>")


@pytest.mark.parametrize(
    ("kind", "game", "player_count"),
    [
        ("group", "shamanic_chess", 2),
        pytest.param("dm", "schamanen", 2, marks=pytest.mark.gate),
        pytest.param("server", "woodwalkers", 2, marks=pytest.mark.gate),
        pytest.param("group", "schnick", 6, marks=pytest.mark.nightly),
    ],
)
async def test_match_has_one_card_and_no_direct_messages(
    server: PlaygroundServer, kind: str, game: str, player_count: int
) -> None:
    async with open_user_installed_place(server, kind) as place:
        guests = [*place.guests.values()][:player_count]
        match_id = await begin_short_match(place, game, "", *guests)
        end_card = await play_match(place, match_id, *guests)
        assert button_labels(end_card) == ["Rematch", "Review", "More"]
        assert "Unrated" in full_text(end_card)
        assert [it["id"] for it in place.list_public_messages(place.otter)] == [end_card["id"]]
        assert [guest.list_dms() for guest in guests] == [[]] * player_count


async def test_outdated_card_is_updated_by_the_next_click(server: PlaygroundServer) -> None:
    async with open_user_installed_place(server, "group") as place:
        match_id = await begin_short_match(place, "shamanic_chess", "", place.otter, place.heron)
        if not place.otter.find_private_message(has_button_for(Action.PICK_MOVE, match_id)):
            player = AutoPlayer(place, place.heron, match_id, random.Random(1))
            await player.click_through(await wait_for_choice(place.heron, match_id))
        step = get_button_step(await wait_for_choice(place.otter, match_id), Action.PICK_MOVE)
        await place.wait_for_card(match_id, step)
        # All interaction tokens have expired, so the bot cannot show further choices to anybody.
        await place.playground.control("advance_time", seconds=16 * 60)
        stale = await place.wait_for_card(match_id)
        words = await place.otter.autocomplete(place.channel, "duel move", "word", word="", match=str(match_id))
        assert (await place.run_command(place.otter, "duel move", word=words[0]["value"])).state == "answered"
        await place.wait_until_shown(match_id)
        assert place.otter.get_current_version(stale)["components"] == stale["components"]
        # Somebody who is not a player clicks the card.
        assert (await place.lynx.open_from_card(stale))["flags"] & EPHEMERAL_FLAG
        fresh = await place.wait_for_card(match_id, step + 1, guest=place.badger)
        assert fresh["id"] == stale["id"]
        assert AS_OF_PATTERN.findall(full_text(fresh)) > AS_OF_PATTERN.findall(full_text(stale))


@pytest.mark.gate
async def test_card_of_an_expired_offer_loses_its_buttons_when_clicked(server: PlaygroundServer) -> None:
    async with open_user_installed_place(server, "group") as place:
        card = await place.challenge_guests(place.otter, place.heron)
        await place.playground.control("advance_time", seconds=25 * 3600)
        await place.bot.wait_for_row("SELECT status <> 'offered' FROM match WHERE id = ?", get_match_id(card))
        await place.wait_until_shown(get_match_id(card))
        await press_button(place.heron, card, Action.JOIN_OFFER)
        await place.badger.wait_until(
            lambda _: Action.JOIN_OFFER not in index_by_action(place.badger.get_current_version(card))
        )


@pytest.mark.gate
async def test_replaced_card_is_deleted_by_the_next_click(server: PlaygroundServer) -> None:
    async with open_user_installed_place(server, "dm") as place:
        match_id = await begin_short_match(place, "shamanic_chess", "", place.otter, place.heron)
        old = await place.wait_for_card(match_id)
        assert (await place.run_command(place.otter, "duel board")).state == "answered"
        new = await place.otter.wait_for_message(
            place.channel,
            lambda it: (
                has_button_for(Action.OPEN_MATCH, match_id)(it)
                and int(it["id"]) > int(old["id"])
                and not it["flags"] & EPHEMERAL_FLAG
            ),
        )
        await place.bot.wait_for_row("SELECT 1 FROM match WHERE card_message_id = ?", int(new["id"]))
        await place.heron.open_from_card(old)
        await place.otter.wait_until_deleted(old)


@pytest.mark.gate
@pytest.mark.parametrize("denied", ["use_external_apps", "send_messages"])
async def test_challenge_that_others_cannot_see_is_refused(server: PlaygroundServer, denied: str) -> None:
    async with open_user_installed_place(server, "server") as place:
        for guest in (place.heron, place.lynx):
            await guest.set_bot_installed(server.bot.name)
            await place.playground.control("set_permissions", channel=place.channel, deny=[denied], target=guest.name)
        for guest, expected_text in ((place.heron, "einer Gruppe"), (place.lynx, "dans un groupe")):
            answer = await place.run_command(guest, "duel challenge", opponent=place.otter.user_id)
            assert expected_text in full_text(answer.message)
        # Private features work as usual; those that need a server with the bot are refused.
        match_id = await place.begin_practice(place.heron)
        await AutoPlayer(place, place.heron, match_id, random.Random(1)).play_in_private()
        for command in ("duel inbox", "duel replay", "duel rules", "settings me"):
            assert (await place.run_command(place.heron, command)).message["components"]
        for command in ("settings server", "ladder season begin", "ladder server"):
            assert "servers that have me" in full_text((await place.run_command(place.otter, command)).message)
        assert not place.list_public_messages(place.otter)


@pytest.mark.gate
async def test_rematch_is_offered_in_the_same_group(server: PlaygroundServer) -> None:
    async with open_user_installed_place(server, "group") as place:
        match_id = await begin_short_match(place, "shamanic_chess", "", place.otter, place.heron)
        end_card = await play_match(place, match_id)
        await press_button(place.heron, end_card, Action.OFFER_REMATCH)
        card = await place.otter.wait_for_message(place.channel, has_button_for(Action.JOIN_OFFER))
        await place.heron.click(end_card, custom_id=index_by_action(end_card)[Action.OFFER_REMATCH])
        await place.heron.wait_until(
            lambda _: any("Hier ist deine Revanche" in full_text(it) for it in place.heron.list_messages())
        )
        await press_button(place.otter, card, Action.JOIN_OFFER)
        await place.wait_for_card(get_match_id(card))
