"""Tests for following matches and people: each follower gets a message once, and nothing private is revealed."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery.follow_delivery import NOTICE_MAX_AGE_MS
from bot.delivery.send_recovery import NONCE_LASTS_MS
from bot.discord.layout import render_layout
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.handlers.follows import MAX_FOLLOWED
from bot.handlers.requests import Response
from bot.matches.model import RunningMatch
from bot.preferences import PlayerPreferences
from bot.screens.custom_ids import Action
from bot.screens.follows import EVERYBODY_ARGUMENT, Followed, render_followed
from bot.screens.scene import ButtonMenu, Scene
from bot.screens.settings import PLAYER_PANEL
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games.words import LOCALES
from tests.bot.database_marks import both_databases
from tests.kit.fake_discord import DM_CHANNEL_OFFSET
from tests.kit.matches import ANN, BEN, CAT, CHANNEL_ID, DAN, NOON_MS, SERVER_ID, catch_refusal_key
from tests.kit.scene_reading import MAX_COMPONENTS_PER_MESSAGE, list_buttons, read_text, walk_components
from tests.kit.world import World, create_services

FOLLOWER_DM = DM_CHANNEL_OFFSET + CAT


@pytest.fixture
def server(world: World) -> World:
    """A world in whose channel everybody can read."""
    world.discord.open_channels[SERVER_ID] = [CHANNEL_ID]
    return world


async def follow_person(world: World, followed_id: int = ANN, follower_id: int = CAT) -> Response:
    follower = world.person(follower_id)
    return await follower.click_action(await follower.show_profile(followed_id), Action.FOLLOW)


async def follow_match(world: World, match: RunningMatch, follower_id: int = CAT) -> Response:
    follower = world.person(follower_id)
    board = await follower.click(Action.OPEN_MATCH, match.id)
    return await follower.click_action(board, Action.FOLLOW, message_id=77)


async def send_all(world: World) -> None:
    while await world.services.follow_delivery.send_next():
        pass


async def read_dms(world: World, person_id: int = CAT) -> list[str]:
    await send_all(world)
    return [read_text(scene) for scene in world.discord.list_dms(person_id)]


@both_databases
async def test_follower_of_a_person_gets_one_message_at_the_start_and_one_at_the_end(server: World) -> None:
    response = await follow_person(server)
    assert f"You follow <@{ANN}>" in read_text(response.scene)
    match = await server.begin_match("schnick")
    header = await server.load_header(match.id)
    [started] = await read_dms(server)
    assert "are playing: [Schnick Schnack Schnuck]" in started
    assert f"<@{ANN}>" in started
    assert f"https://discord.com/channels/{SERVER_ID}/{CHANNEL_ID}/{header.card_message_id}" in started
    await server.person(BEN).give_up(match.id)
    _, ended = await read_dms(server)
    assert f"<@{ANN}> wins" in ended
    assert not await server.store.follows.list_due_notices(NOON_MS + DAY_MS, 9)


@both_databases
async def test_follower_of_a_match_is_told_once_when_it_ends(server: World) -> None:
    match = await server.begin_match("schnick")
    response = await follow_match(server, match)
    assert response.is_separate_message, "the board stays"
    assert "when it ends" in read_text(response.scene)
    await follow_person(server, BEN)
    assert await read_dms(server) == []
    await server.person(BEN).give_up(match.id)
    [ended] = await read_dms(server)
    assert f"<@{ANN}> wins" in ended
    assert not (await server.store.follows.find_reasons(CAT, match.id)).follows_match


async def test_players_of_a_match_are_not_told_about_it(server: World) -> None:
    await follow_person(server, ANN, BEN)
    match = await server.begin_match("schnick")
    board = await server.person(BEN).click(Action.OPEN_MATCH, match.id)
    assert Action.FOLLOW not in {it.custom_id[:2] for it in list_buttons(board.scene)}
    assert await catch_refusal_key(server.person(BEN).click(Action.FOLLOW, match.id)) == "button"
    await server.person(BEN).give_up(match.id)
    assert await server.store.follows.list_due_notices(NOON_MS, 9) == []


@both_databases
async def test_one_press_in_the_message_stops_following(server: World) -> None:
    await follow_person(server)
    match = await server.begin_match("schnick")
    await send_all(server)
    [dm] = server.discord.list_dms(CAT)
    follower = server.person(CAT, server_id=None, channel_id=FOLLOWER_DM)
    response = await follower.click_action(dm, Action.UNFOLLOW, message_id=77)
    assert response.replaces_clicked_message
    assert f"no longer follow <@{ANN}>" in read_text(response.scene)
    assert [it.label for it in list_buttons(response.scene)] == ["Follow", "Following"]
    await server.person(BEN).give_up(match.id)
    assert len(await read_dms(server)) == 1


async def test_message_that_is_already_due_is_not_sent_after_the_follower_has_stopped(server: World) -> None:
    stop = await follow_person(server)
    await server.begin_match("schnick")
    await server.person(CAT).click_action(stop, Action.UNFOLLOW, message_id=77)
    assert await read_dms(server) == []


async def test_follower_of_a_match_can_stop_or_follow_its_players(server: World) -> None:
    match = await server.begin_match("schnick")
    followed = await follow_match(server, match)
    follower = server.person(CAT)
    await follower.click_action(followed, Action.UNFOLLOW, message_id=78)
    await follow_match(server, match)
    await server.person(BEN).give_up(match.id)
    await send_all(server)
    [dm] = server.discord.list_dms(CAT)
    in_dm = server.person(CAT, server_id=None, channel_id=FOLLOWER_DM)
    await in_dm.click_action(dm, Action.FOLLOW, message_id=77)
    [followed_id] = await server.store.follows.list_followed_people(CAT)
    assert followed_id in {ANN, BEN}


@pytest.mark.parametrize("reason", ["closed channel", "left server", "hidden", "holiday", "practice"])
async def test_nobody_is_told_about_what_they_cannot_see_or_do_not_want(server: World, reason: str) -> None:
    await follow_person(server)
    if reason == "closed channel":
        server.discord.open_channels[SERVER_ID] = []
    elif reason == "left server":
        server.discord.departed_person_ids.add(CAT)
    elif reason == "hidden":
        await server.preferences.update_player(ANN, PlayerPreferences(listed=False))
    elif reason == "holiday":
        await server.store.holidays.start_holiday(CAT, 0, NOON_MS + DAY_MS)
        await server.matches.refresh_holidays(NOON_MS)
    if reason == "practice":
        await server.person().practice("schnick")
    else:
        await server.begin_match("schnick")
    assert await read_dms(server) == []
    assert not await server.store.follows.list_due_notices(NOON_MS + DAY_MS, 9)


async def test_match_in_a_channel_that_not_everybody_can_read_cannot_be_followed(server: World) -> None:
    match = await server.begin_match("schnick")
    server.discord.open_channels[SERVER_ID] = []
    assert await catch_refusal_key(follow_match(server, match)) == "follow-closed"
    elsewhere = server.person(CAT, server_id=SERVER_ID + 1)
    assert await catch_refusal_key(elsewhere.click(Action.FOLLOW, match.id)) == "no-table"


async def test_hidden_people_cannot_be_followed(server: World) -> None:
    await server.preferences.update_player(ANN, PlayerPreferences(listed=False))
    assert await catch_refusal_key(server.person(CAT).click(Action.FOLLOW, argument=str(ANN))) == "unlisted"
    assert await catch_refusal_key(server.person(CAT).click(Action.FOLLOW, argument=str(CAT))) == "button"


async def test_message_waits_for_the_end_of_quiet_hours(server: World) -> None:
    await follow_person(server)
    # In this world, it is quarter to two in the morning.
    await server.preferences.update_player(CAT, PlayerPreferences(quiet=(0, 8)))
    await server.begin_match("schnick")
    assert await read_dms(server) == []
    server.time_ms[0] += 8 * HOUR_MS
    assert len(await read_dms(server)) == 1


async def test_start_of_a_match_is_not_reported_after_its_end(server: World) -> None:
    await follow_person(server)
    match = await server.begin_match("schnick")
    await server.person(BEN).give_up(match.id)
    [ended] = await read_dms(server)
    assert "wins" in ended


async def test_old_messages_are_never_sent(server: World) -> None:
    await follow_person(server)
    await server.begin_match("schnick")
    server.time_ms[0] += NOTICE_MAX_AGE_MS + MINUTE_MS
    assert await read_dms(server) == []


async def test_closed_direct_messages_end_all_following(server: World) -> None:
    await follow_person(server)
    await follow_person(server, BEN)
    match = await server.begin_match("schnick")
    server.discord.fail_next(f"send_dm {CAT}", DestinationUnreachable("unreachable-dm"))
    await send_all(server)
    await server.person(BEN).give_up(match.id)
    assert await read_dms(server) == []
    assert await server.store.follows.count_followed(CAT) == 0


@both_databases
async def test_each_follower_is_told_once_by_several_processes(server: World) -> None:
    for follower_id in (CAT, DAN):
        await follow_person(server, ANN, follower_id)
    await server.begin_match("schnick")
    others = [create_services(server.store, server.discord, lambda: NOON_MS) for _ in range(2)]
    await asyncio.gather(*(it.follow_delivery.send_next() for it in (server.services, *others)))
    assert [len(await read_dms(server, it)) for it in (CAT, DAN)] == [1, 1]


@pytest.mark.parametrize("arrives", [False, True])
@pytest.mark.parametrize("is_nonce_known", [False, True])
async def test_message_interrupted_by_an_outage_is_sent_once(
    server: World, arrives: bool, is_nonce_known: bool
) -> None:
    """A process that is killed during the outage leaves the same rows behind."""
    await follow_person(server)
    await server.begin_match("schnick")
    server.discord.fail_next(
        f"message_posted {FOLLOWER_DM}" if arrives else f"post_message {FOLLOWER_DM}", DiscordUnavailable()
    )
    with pytest.raises(DiscordUnavailable):
        await send_all(server)
    if not is_nonce_known:
        server.time_ms[0] += NONCE_LASTS_MS
        server.discord.location_by_nonce.clear()
    restarted = create_services(server.store, server.discord, lambda: server.time_ms[0])
    while await restarted.follow_delivery.send_next():
        pass
    assert len(server.discord.list_dms(CAT)) == 1


async def test_number_of_followed_people_is_limited(server: World) -> None:
    for number in range(MAX_FOLLOWED):
        await server.person(CAT).click(Action.FOLLOW, argument=str(100 + number))
    refused = await follow_person(server)
    assert f"{MAX_FOLLOWED} people and matches" in read_text(refused.scene)
    assert "Stop following all" in {it.label for it in list_buttons(refused.scene)}
    stopped = await server.person(CAT).click(Action.UNFOLLOW, argument=EVERYBODY_ARGUMENT, message_id=77)
    assert "follow nobody" in read_text(stopped.scene)
    assert await server.store.follows.count_followed(CAT) == 0


@both_databases
async def test_settings_list_everything_followed_with_a_way_to_stop(server: World) -> None:
    follower = server.person(CAT)
    settings = await follower.click(Action.SHOW_SETTINGS, argument=PLAYER_PANEL, message_id=77)
    nobody = await follower.click_action(settings, Action.LIST_FOLLOWED, message_id=77)
    assert "You follow nobody" in read_text(nobody.scene)
    match = await server.begin_match("schnick")
    await follow_person(server, BEN)
    await follow_person(server)
    await follow_match(server, match)
    followed = await follower.click(Action.LIST_FOLLOWED, message_id=77)
    assert followed.scene
    text, stop = read_text(followed.scene), followed.scene.rows[0]
    assert f"- <@{ANN}>\n- <@{BEN}>\n- [Schnick Schnack Schnuck](https://" in text
    assert isinstance(stop, ButtonMenu)
    assert [it.label for it in stop.buttons[:2]] == [f"<@{ANN}>", f"<@{BEN}>"]
    for entry in (stop.buttons[0], stop.buttons[2]):
        stopped = await follower.click_action(Scene(above=(), rows=((entry,),)), Action.UNFOLLOW, message_id=77)
        again = await follower.click_action(stopped, Action.LIST_FOLLOWED, message_id=77)
    assert "Schnick" not in read_text(again.scene)
    assert await server.store.follows.list_followed_people(CAT) == [BEN]
    assert await server.store.follows.list_followed_matches(CAT) == []


@pytest.mark.parametrize("locale", LOCALES)
async def test_list_of_everything_that_can_be_followed_fits_into_a_message(server: World, locale: str) -> None:
    match = await server.begin_match("schnick")
    header = await server.load_header(match.id)
    scene = render_followed(Followed(range(1, MAX_FOLLOWED), [(header, match)]), locale)
    menu = scene.rows[0]
    assert isinstance(menu, ButtonMenu)
    assert len(menu.buttons) == MAX_FOLLOWED
    assert len([*walk_components(render_layout(scene))]) <= MAX_COMPONENTS_PER_MESSAGE


async def test_profile_offers_to_stop_following(server: World) -> None:
    await follow_person(server)
    profile = await server.person(CAT).show_profile(ANN)
    await server.person(CAT).click_action(profile, Action.UNFOLLOW)
    assert await server.store.follows.list_followed_people(CAT) == []


async def test_match_without_followers_stores_no_messages(server: World) -> None:
    await follow_person(server, DAN)
    match = await server.begin_match("schnick")
    await server.person(BEN).give_up(match.id)
    assert await server.store.follows.list_due_notices(NOON_MS, 9) == []
