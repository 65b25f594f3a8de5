"""The bot where only a person has installed it: a direct message of two, a group, a server that does not have it.

There it may send only by the tokens of presses; `user_installed` checks that after each test.
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
    ("kind", "game", "people"),
    [
        ("group", "shamanic_chess", 2),
        pytest.param("dm", "schamanen", 2, marks=pytest.mark.gate),
        pytest.param("server", "woodwalkers", 2, marks=pytest.mark.gate),
        pytest.param("group", "schnick", 6, marks=pytest.mark.nightly),
    ],
)
async def test_whole_match_has_one_card_and_no_direct_message(
    server: PlaygroundServer, kind: str, game: str, people: int
) -> None:
    async with open_user_installed_place(server, kind) as there:
        guests = [*there.guests.values()][:people]
        match_id = await begin_short_match(there, game, "", *guests)
        end = await play_match(there, match_id, *guests)
        assert button_labels(end) == ["Rematch", "Review", "…"]
        assert "Unrated" in full_text(end)
        cards = [it for it in there.otter.watch.list_messages(there.channel) if not it["flags"] & EPHEMERAL_FLAG]
        assert [it["id"] for it in cards] == [end["id"]]
        assert [guest.list_dms() for guest in guests] == [[]] * people


async def test_outdated_card_is_brought_up_to_date_by_the_next_press_on_it(server: PlaygroundServer) -> None:
    async with open_user_installed_place(server, "group") as there:
        match_id = await begin_short_match(there, "shamanic_chess", "", there.otter, there.heron)
        if not there.otter.find_private_message(has_button_for(Action.PICK_MOVE, match_id)):
            player = AutoPlayer(there, there.heron, match_id, random.Random(1))
            await player.click_through(await wait_for_choice(there.heron, match_id))
        at = get_button_step(await wait_for_choice(there.otter, match_id), Action.PICK_MOVE)
        await there.wait_for_card(match_id, at)
        # The tokens of all presses have run out: nobody can be shown what is chosen from here on.
        await there.playground.control("advance_time", seconds=16 * 60)
        stale = await there.wait_for_card(match_id)
        words = await there.otter.autocomplete(there.channel, "duel move", "word", word="", match=str(match_id))
        assert (await there.run_command(there.otter, "duel move", word=words[0]["value"])).state == "answered"
        await there.wait_until_shown(match_id)
        assert there.otter.get_current_version(stale)["components"] == stale["components"]
        # Somebody who does not even play looks at it.
        assert (await there.lynx.open_from_card(stale))["flags"] & EPHEMERAL_FLAG
        fresh = await there.wait_for_card(match_id, at + 1, guest=there.badger)
        assert fresh["id"] == stale["id"]
        assert AS_OF_PATTERN.findall(full_text(fresh)) > AS_OF_PATTERN.findall(full_text(stale))


@pytest.mark.gate
async def test_card_of_a_lapsed_offer_loses_its_buttons_when_pressed(server: PlaygroundServer) -> None:
    async with open_user_installed_place(server, "group") as there:
        card = await there.challenge_guests(there.otter, there.heron)
        await there.playground.control("advance_time", seconds=25 * 3600)
        await there.bot.wait_for_row("SELECT status <> 'offered' FROM match WHERE id = ?", get_match_id(card))
        await there.wait_until_shown(get_match_id(card))
        await press_button(there.heron, card, Action.JOIN_OFFER)
        await there.badger.wait_until(
            lambda _: Action.JOIN_OFFER not in index_by_action(there.badger.get_current_version(card))
        )


@pytest.mark.gate
async def test_old_card_goes_with_the_first_press_on_it_after_a_new_one_was_asked_for(server: PlaygroundServer) -> None:
    async with open_user_installed_place(server, "dm") as there:
        match_id = await begin_short_match(there, "shamanic_chess", "", there.otter, there.heron)
        old = await there.wait_for_card(match_id)
        assert (await there.run_command(there.otter, "duel board")).state == "answered"
        new = await there.otter.wait_for_message(
            there.channel,
            lambda it: (
                has_button_for(Action.OPEN_MATCH, match_id)(it)
                and int(it["id"]) > int(old["id"])
                and not it["flags"] & EPHEMERAL_FLAG
            ),
        )
        await there.bot.wait_for_row("SELECT 1 FROM match WHERE card_message_id = ?", int(new["id"]))
        await there.heron.open_from_card(old)
        await there.otter.wait_until_deleted(old)


@pytest.mark.gate
@pytest.mark.parametrize("denied", ["use_external_apps", "send_messages"])
async def test_challenge_where_nobody_else_would_see_it_says_why(server: PlaygroundServer, denied: str) -> None:
    async with open_user_installed_place(server, "server") as there:
        for guest in (there.heron, there.lynx):
            await guest.set_bot_installed(server.bot.name)
            await there.playground.control("set_permissions", channel=there.channel, deny=[denied], target=guest.name)
        for guest, words in ((there.heron, "in einer Gruppe"), (there.lynx, "dans un groupe")):
            answer = await there.run_command(guest, "duel challenge", opponent=there.otter.user_id)
            assert words in full_text(answer.message)
        # What is for one person alone works as it does anywhere; what needs a server of ours says so.
        match_id = await there.begin_practice(there.heron)
        await AutoPlayer(there, there.heron, match_id, random.Random(1)).play_in_private()
        for command in ("duel inbox", "duel replay", "duel rules", "settings me"):
            assert (await there.run_command(there.heron, command)).message["components"]
        for command in ("settings server", "ladder season begin", "ladder server"):
            assert "server that has me" in full_text((await there.run_command(there.otter, command)).message)
        assert not [it for it in there.otter.watch.list_messages(there.channel) if not it["flags"] & EPHEMERAL_FLAG]


@pytest.mark.gate
async def test_rematch_is_offered_where_the_match_was_played(server: PlaygroundServer) -> None:
    async with open_user_installed_place(server, "group") as there:
        match_id = await begin_short_match(there, "shamanic_chess", "", there.otter, there.heron)
        end = await play_match(there, match_id)
        await press_button(there.heron, end, Action.OFFER_REMATCH)
        card = await there.otter.wait_for_message(there.channel, has_button_for(Action.JOIN_OFFER))
        await there.heron.click(end, custom_id=index_by_action(end)[Action.OFFER_REMATCH])
        await there.heron.wait_until(
            lambda _: any("schon um Revanche" in full_text(it) for it in there.heron.list_messages())
        )
        await press_button(there.otter, card, Action.JOIN_OFFER)
        await there.wait_for_card(get_match_id(card))
