"""The lobby: its card, and quick matches between the next two people."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.handlers.requests import Response
from bot.matches.terms import QUICK_MATCH_LASTS_MS
from bot.preferences import ServerPreferences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import Scene
from bot.wall_clock import DAY_MS, MINUTE_MS
from tests.bot.database_marks import both_databases
from tests.kit.matches import ANN, BEN, CAT, CHANNEL_ID, DAN, SERVER_ID, catch_refusal_key
from tests.kit.person import Person
from tests.kit.scene_reading import index_by_action, read_text
from tests.kit.world import World

pytestmark = pytest.mark.usefixtures("without_morra")

LOBBY_CHANNEL_ID = 4000
PRIVATE_CHANNEL_ID = 5000
CARD_MESSAGE_ID = 77


@pytest.fixture
async def lobby(world: World) -> World:
    """A world whose server has a lobby."""
    world.discord.open_channels[SERVER_ID] = [CHANNEL_ID, LOBBY_CHANNEL_ID]
    await world.preferences.update_server(SERVER_ID, ServerPreferences(lobby=(LOBBY_CHANNEL_ID,)))
    await world.services.lobby_cards.update_all()
    return world


async def update_card(world: World, after_ms: int = MINUTE_MS) -> Scene:
    """Let time pass, update the card and return it."""
    world.time_ms[0] += after_ms
    await world.services.lobby_cards.update_all()
    return find_card(world)


def find_card(world: World) -> Scene:
    [card] = [
        scene for scene in world.discord.list_scenes(LOBBY_CHANNEL_ID) if Action.QUICK_MATCH in index_by_action(scene)
    ]
    return card


async def press(person: Person, action: Action = Action.QUICK_MATCH, argument: str = "") -> Response:
    """Press a button of the lobby card."""
    in_lobby = person.with_context(channel_id=LOBBY_CHANNEL_ID, message_id=CARD_MESSAGE_ID, token=f"{person.id}")
    return await in_lobby.click(action, 0, 0, argument)


async def wait_in_message(world: World, person: Person, argument: str = "") -> int:
    """Press “Quick match”, and return the ID of the private message that says that the person waits."""
    in_lobby = person.with_context(channel_id=LOBBY_CHANNEL_ID, message_id=CARD_MESSAGE_ID, token=f"{person.id}")
    request = in_lobby.create_request()
    response = await world.services.lobby.find_opponent(request, CustomId(Action.QUICK_MATCH, argument=argument))
    assert response.begins_quick_match
    assert response.scene
    message_id = world.discord.make_message_id(0, f"waiting {request.interaction_id}")
    world.discord.ephemeral_scenes[message_id] = response.scene
    await world.services.response_recorder.save_response(request, response, message_id, None)
    return message_id


@both_databases
async def test_next_person_plays_against_the_one_who_waits(lobby: World) -> None:
    ann, ben = lobby.person(), lobby.person(BEN)
    waiting = await press(ann)
    assert "waiting for an opponent: Duel of the Shamans" in read_text(waiting.scene)
    card = await update_card(lobby)
    assert f"<@{ANN}> is waiting · Duel of the Shamans" in read_text(card)
    begun = await press(ben, Action.JOIN_QUICK_MATCH, "schamanen")
    match = await lobby.load_shown_match(begun)
    assert {*match.player_ids} == {ANN, BEN}
    assert match.channel_id == LOBBY_CHANNEL_ID
    assert match.terms.clock == 5 * MINUTE_MS, "both are here, so they need no day per turn"
    await lobby.refresh(match.id)
    card = await update_card(lobby)
    text = read_text(card)
    assert "is waiting" not in text
    assert "Now playing" in text
    header = await lobby.load_header(match.id)
    assert f"https://discord.com/channels/{SERVER_ID}/{LOBBY_CHANNEL_ID}/{header.card_message_id}" in text
    [opened] = lobby.discord.ephemeral_scenes.values()
    assert Action.PICK_MOVE in index_by_action(opened), "the match opens for Ann, too"


@both_databases
async def test_only_one_of_several_people_joins(lobby: World) -> None:
    await press(lobby.person())
    responses = await asyncio.gather(*(press(lobby.person(person_id)) for person_id in (BEN, CAT)))
    [match_id] = [it.player_message.match_id for it in responses if it.player_message]
    assert ANN in (await lobby.load_running_match(match_id)).player_ids
    [waits] = [it for it in responses if not it.player_message]
    assert "waiting for an opponent" in read_text(waits.scene)


@both_databases
async def test_people_wait_for_different_games(lobby: World) -> None:
    ann, ben, cat = lobby.person(), lobby.person(BEN), lobby.person(CAT)
    await press(ann, argument="schnick")
    waiting = await press(ben, argument="shamanic_chess")
    assert f"<@{ANN}> is waiting · Schnick" in read_text(waiting.scene), "Ben can join Ann after all"
    card = await update_card(lobby)
    assert read_text(card).count("is waiting") == 2
    begun = await press(cat, Action.JOIN_QUICK_MATCH, "shamanic_chess")
    assert {*(await lobby.load_shown_match(begun)).player_ids} == {BEN, CAT}
    assert read_text(await update_card(lobby)).count("is waiting") == 1


@both_databases
async def test_message_of_the_person_who_waits_becomes_the_match(lobby: World) -> None:
    message_id = await wait_in_message(lobby, lobby.person())
    begun = await press(lobby.person(BEN), Action.JOIN_QUICK_MATCH, "schamanen")
    await lobby.refresh((await lobby.load_shown_match(begun)).id)
    assert [*lobby.discord.ephemeral_scenes] == [message_id]
    assert Action.PICK_MOVE in index_by_action(lobby.discord.ephemeral_scenes[message_id])


@both_databases
async def test_bot_is_offered_after_a_minute_and_the_message_says_when_nobody_came(lobby: World) -> None:
    message_id = await wait_in_message(lobby, lobby.person())
    await update_card(lobby, MINUTE_MS - 1)
    assert Action.START_PRACTICE not in index_by_action(lobby.discord.ephemeral_scenes[message_id])
    await update_card(lobby, 1)
    offered = lobby.discord.ephemeral_scenes[message_id]
    assert {Action.START_PRACTICE, Action.LEAVE_QUICK_MATCH} <= index_by_action(offered).keys()
    await update_card(lobby, QUICK_MATCH_LASTS_MS - MINUTE_MS)
    lapsed = lobby.discord.ephemeral_scenes[message_id]
    assert "Nobody came this time" in read_text(lapsed)
    again = await lobby.person().click_action(lapsed, Action.QUICK_MATCH, message_id=message_id)
    assert "is waiting" in read_text(await update_card(lobby))
    assert not again.begins_quick_match, "the same message says that she waits"


async def test_quick_match_does_not_replace_a_practice_match_in_the_same_message(lobby: World) -> None:
    ann = lobby.person()
    message_id = await wait_in_message(lobby, ann)
    await update_card(lobby)
    request = ann.create_request(message_id=message_id, is_private=True)
    practice = await lobby.services.practice.start_practice(
        request, CustomId(Action.START_PRACTICE, argument="schamanen.-.-")
    )
    await lobby.services.response_recorder.save_response(request, practice, message_id, None)
    begun = await press(lobby.person(BEN), Action.JOIN_QUICK_MATCH, "schamanen")
    await lobby.refresh((await lobby.load_shown_match(begun)).id)
    assert len(lobby.discord.ephemeral_scenes) == 2
    assert practice.player_message
    [shown] = await lobby.load_player_messages(practice.player_message.match_id, ANN)
    assert shown.message_id == message_id


async def test_message_of_somebody_who_joined_another_match_is_deleted(lobby: World) -> None:
    await press(lobby.person(), argument="schnick")
    ben = lobby.person(BEN)
    message_id = await wait_in_message(lobby, ben)
    await press(ben, Action.JOIN_QUICK_MATCH, "schnick")
    assert "is waiting" not in read_text(await update_card(lobby))
    assert message_id not in lobby.discord.ephemeral_scenes


async def test_person_who_waits_can_stop_and_presses_twice(lobby: World) -> None:
    ann, ben = lobby.person(), lobby.person(BEN)
    message_id = await wait_in_message(lobby, ann)
    second = await press(ann)
    assert read_text(await update_card(lobby)).count("is waiting") == 1
    assert message_id not in lobby.discord.ephemeral_scenes, "only the newest message says that she waits"
    stopped = await ann.click_action(second, Action.LEAVE_QUICK_MATCH)
    assert "not waiting anymore" in read_text(stopped.scene)
    assert await catch_refusal_key(press(ben, Action.JOIN_QUICK_MATCH, "schamanen")) == "nobody-waits"
    assert "is waiting" not in read_text(await update_card(lobby))


async def test_search_for_an_opponent_lapses(lobby: World) -> None:
    await press(lobby.person())
    assert "is waiting" in read_text(await update_card(lobby, QUICK_MATCH_LASTS_MS - 1))
    lobby.time_ms[0] += 1
    assert await catch_refusal_key(press(lobby.person(BEN), Action.JOIN_QUICK_MATCH, "schamanen")) == "nobody-waits"
    assert "is waiting" not in read_text(await update_card(lobby))


async def test_match_that_a_killed_process_began_is_not_begun_again(lobby: World) -> None:
    """The process began the match, and was killed before it deleted the row of the person who waited."""
    await press(lobby.person())
    [waiting] = await lobby.store.quick_matches.list_waiting(SERVER_ID, 0)
    await press(lobby.person(BEN))
    await lobby.store.quick_matches.begin_search(waiting)
    response = await press(lobby.person(CAT))
    assert "waiting for an opponent" in read_text(response.scene)
    assert len(await lobby.store.matches.list_live_of_person(ANN)) == 1


async def test_forgotten_person_no_longer_waits(lobby: World) -> None:
    await press(lobby.person())
    await lobby.store.people.forget_person(ANN, 1)
    assert "is waiting" not in read_text(await update_card(lobby))


async def test_lobby_shows_only_matches_that_everybody_can_see(lobby: World) -> None:
    for channel_id in (CHANNEL_ID, PRIVATE_CHANNEL_ID):
        offer = await lobby.person(channel_id=channel_id).challenge(BEN)
        assert offer.card_of_match
        await lobby.person(BEN, channel_id=channel_id).click(Action.JOIN_OFFER, offer.card_of_match.id)
    await lobby.person(CAT).practice()
    text = read_text(await update_card(lobby))
    assert text.count("Duel of the Shamans") == 1


@both_databases
async def test_lobby_shows_the_latest_results_and_who_leads_this_week(lobby: World) -> None:
    await lobby.preferences.update_server(SERVER_ID, ServerPreferences(steps=0, pair=None))
    for loser_id in (BEN, CAT, DAN, BEN, CAT):
        offer = await lobby.person().challenge(loser_id, game="schnick")
        assert offer.card_of_match
        loser = lobby.person(loser_id)
        await loser.click(Action.JOIN_OFFER, offer.card_of_match.id)
        await loser.give_up(offer.card_of_match.id)
        lobby.time_ms[0] += MINUTE_MS
    text = read_text(await update_card(lobby))
    assert text.count("Schnick Schnack Schnuck") == 3
    assert f"<@{CAT}>" in text.partition(f"<@{BEN}>")[0], "the latest result comes first"
    assert f"Leading this week: <@{ANN}>" in text
    lobby.time_ms[0] += 8 * DAY_MS
    assert (await lobby.services.lobby_cards.load_lobby(SERVER_ID, LOBBY_CHANNEL_ID)).leader_id is None


async def test_card_disappears_with_the_setting_and_moves_with_the_channel(lobby: World) -> None:
    await lobby.preferences.update_server(SERVER_ID, ServerPreferences(lobby=(CHANNEL_ID,)))
    await lobby.services.lobby_cards.update_all()
    assert [len(lobby.discord.list_scenes(it)) for it in (LOBBY_CHANNEL_ID, CHANNEL_ID)] == [0, 1]
    await lobby.preferences.update_server(SERVER_ID, ServerPreferences(lobby=()))
    await lobby.services.lobby_cards.update_all()
    assert lobby.discord.messages == {}


async def test_failure_on_one_server_does_not_affect_others(lobby: World) -> None:
    for server_id in (7, 8, 9):
        await lobby.preferences.update_server(server_id, ServerPreferences(lobby=(server_id,)))
    await lobby.store.people.change_server_settings(7, {"season": "for ever"})
    lobby.discord.fail_next("post_message 8", DiscordUnavailable())
    await lobby.services.lobby_cards.update_all()
    assert [len(lobby.discord.list_scenes(it)) for it in (7, 8, 9)] == [0, 0, 1]
    await lobby.services.lobby_cards.update_all()
    assert len(lobby.discord.list_scenes(8)) == 1


async def test_channel_in_which_the_bot_cannot_post_is_refused_and_left_alone(lobby: World) -> None:
    attempts: list[int] = []

    async def count_attempt(channel_id: int) -> None:
        attempts.append(channel_id)

    lobby.discord.callbacks_before["post_message 8"] = count_attempt
    lobby.discord.fail_next("post_message 8", DestinationUnreachable("unreachable-permissions"))
    await lobby.preferences.update_server(8, ServerPreferences(lobby=(8,)))
    for _ in range(3):
        await lobby.services.lobby_cards.update_all()
    assert attempts == [8]
    lobby.discord.fail_next("check_can_post 8", DestinationUnreachable("unreachable-lacking", ("send_messages",)))
    manager = lobby.person(can_manage_server=True)
    with pytest.raises(DestinationUnreachable):
        await manager.click(Action.CHANGE_SETTING, 0, 0, "server.lobby", selected_values=("8",))
    assert (await lobby.preferences.load_server(SERVER_ID)).lobby == (LOBBY_CHANNEL_ID,)
