"""Tests for the inbox, the list of matches, and the buttons in both."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.discord.layout import MAX_TEXT_LENGTH, render_layout
from bot.i18n import say
from bot.matches.model import ClosedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.inbox import MATCHES_PER_PAGE, MAX_LISTED_MATCHES, render_match_list
from bot.screens.phrases import capitalize_sentence
from bot.screens.scene import Scene
from bot.wall_clock import DAY_MS, HOUR_MS
from games.match import RESIGN
from games.words import LOCALES, Locale
from storage import OFFER_PANEL, PlayerMessage
from tests.bot.database_marks import both_databases
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    CHANNEL_ID,
    FIRST_PERSON_ID,
    NOON_MS,
    SERVER_ID,
    accept_offer,
    begin_match,
    begin_practice,
    make_click,
    offer_match,
    play_move,
)
from tests.kit.person import Person
from tests.kit.scene_reading import (
    MAX_COMPONENTS_PER_MESSAGE,
    index_by_action,
    list_buttons,
    list_custom_ids,
    read_text,
    walk_components,
)
from tests.kit.world import (
    INACTIVE_SINCE_MS,
    World,
    begin_match_where_both_choose,
    begin_match_with_ben,
    create_world,
    offer_match_to_ben,
    play_first_legal_move,
    play_first_legal_moves_of_both,
)

pytestmark = pytest.mark.usefixtures("without_morra")

OTHER_SERVER_ID = 9
MESSAGE_ID = 77
"""The ID of the private message whose button is clicked."""


async def offer_match_to(
    world: World, *opponent_ids: int, server_id: int = SERVER_ID, **terms_fields: object
) -> MatchState:
    terms: dict[str, Any] = {"seats": max(2, len(opponent_ids) + 1), **terms_fields}
    return await offer_match(
        world.matches, *opponent_ids, game="woodwalkers", server_id=server_id, now_ms=INACTIVE_SINCE_MS, **terms
    )


async def read_inbox(world: World, person_id: int, locale: Locale = "en") -> Scene:
    scene = (await world.person(person_id, locale=locale).open_inbox()).scene
    assert scene
    return scene


def list_highlighted_matches(scene: Scene) -> set[int]:
    """Return the IDs of the matches whose buttons are highlighted."""
    return {int(it.custom_id.split(":")[1]) for it in list_buttons(scene) if it.tone == "main"}


def list_selectable_matches(scene: Scene | None) -> list[int]:
    return [it.match_id for it in list_custom_ids(scene) if it.action == Action.OPEN_MATCH]


# Offers


@pytest.mark.parametrize("locale", LOCALES)
async def test_offer_is_in_the_inboxes_of_invited_people(world: World, locale: Locale) -> None:
    match = await offer_match_to(world, BEN, CAT)
    for person_id in (BEN, CAT):
        scene = await read_inbox(world, person_id, locale)
        assert list_highlighted_matches(scene) == {match.id}
        assert scene.above[0] == f"### {say('inbox-waits', locale, count=1)}"
        (section,) = scene.sections
        assert f"<@{ANN}>" in section.text
        assert "⏳" in section.text, "an offer expires"
    mine = await read_inbox(world, ANN, locale)
    assert not list_highlighted_matches(mine)
    assert len(mine.sections) == 1, "the host can withdraw the offer"
    await world.matches.decline_offer(match.id, BEN, **make_click())
    assert (await read_inbox(world, BEN, locale)).above == (f"### {say('inbox-empty', locale)}",)
    await accept_offer(world.matches, match, CAT)
    assert not list_highlighted_matches(await read_inbox(world, CAT, locale))
    assert list_highlighted_matches(await read_inbox(world, ANN, locale)) == {match.id}, "the host decides"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("won", [None, (0, 0)], ids=["challenge", "rematch"])
async def test_inbox_addresses_the_people_of_an_offer(
    world: World, won: tuple[int, int] | None, locale: Locale
) -> None:
    await offer_match_to(world, BEN, won=won)
    for person_id in (ANN, BEN):
        (section,) = (await read_inbox(world, person_id, locale)).sections
        assert f"<@{person_id}>" not in section.text
        assert f"<@{ANN + BEN - person_id}>" in section.text


async def test_inbox_says_that_the_ai_plays_for_people_who_left(world: World) -> None:
    match = await begin_match(world.matches, BEN, CAT, game="woodwalkers")
    await play_move(world.matches, match.id, CAT, *RESIGN)
    (section,) = (await read_inbox(world, ANN)).sections
    assert capitalize_sentence(say("house-for", "en", who=f"<@{CAT}>")) in section.text


@pytest.mark.parametrize("server_id", [SERVER_ID, OTHER_SERVER_ID, None], ids=["same server", "other server", "DM"])
async def test_offer_is_accepted_from_the_inbox_in_the_same_message(world: World, server_id: int | None) -> None:
    match, ben = await offer_match_to(world, BEN), world.person(BEN, server_id=server_id)
    opened = await ben.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE_ID)
    assert {Action.JOIN_OFFER, Action.DECLINE_OFFER} <= index_by_action(opened.scene).keys()
    assert opened.replaces_clicked_message
    response = await ben.click(Action.JOIN_OFFER, match.id, message_id=MESSAGE_ID)
    assert isinstance(await world.matches.find_match(match.id), RunningMatch)
    assert response.player_message
    assert (response.replaces_clicked_message, response.clicked_card_match_id, response.refresh_match_id) == (
        True,
        None,
        match.id,
    )


async def test_offer_is_declined_from_the_inbox(world: World) -> None:
    match = await offer_match_to(world, BEN)
    response = await world.person(BEN).click(Action.DECLINE_OFFER, match.id, message_id=MESSAGE_ID)
    assert isinstance(await world.matches.find_match(match.id), ClosedMatch)
    assert read_text(response.scene).strip() == say("done-decline", "en")
    assert Action.SHOW_INBOX in index_by_action(response.scene)
    assert not response.clicked_card_match_id


@pytest.mark.parametrize("leaves_page", [False, True])
async def test_opened_offer_is_updated_until_its_reader_leaves_the_page(world: World, leaves_page: bool) -> None:
    match, ben = await offer_match_to(world, BEN), world.person(BEN)
    assert (await ben.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE_ID)).panel_of_offer
    await world.store.player_messages.save_message(
        PlayerMessage(match.id, BEN, MESSAGE_ID, None, 0, NOON_MS, kind=OFFER_PANEL), was_pressed=True
    )
    if leaves_page:
        await ben.click(Action.SHOW_INBOX, 0, 0, "0", message_id=MESSAGE_ID)
    assert bool(await world.store.player_messages.list_of_match(match.id, OFFER_PANEL)) == (not leaves_page)


@both_databases
@pytest.mark.parametrize("count", [1, MATCHES_PER_PAGE + 1, 40])
async def test_every_process_shows_the_same_inbox(world: World, count: int) -> None:
    """The processes share only the store, so the inbox must not depend on what a process has in memory."""
    offer_ids = [(await offer_match_to(world, BEN, server_id=1 + number % 3)).id for number in range(count)]
    other_process = create_world(world.store, FakeDiscord(lambda: NOON_MS), [NOON_MS])
    for process in (world, other_process):
        listed_ids: list[int] = []
        for page in range(-(-count // MATCHES_PER_PAGE)):
            scene = (await process.person(BEN).click(Action.SHOW_INBOX, 0, 0, str(page), message_id=MESSAGE_ID)).scene
            listed_ids += list_selectable_matches(scene)
        assert listed_ids == offer_ids
        assert read_text(scene).startswith(f"### {say('inbox-waits', 'en', count=count)}")
    await other_process.matches.withdraw_offer(offer_ids[0], ANN, **make_click())
    assert offer_ids[0] not in list_highlighted_matches(await read_inbox(world, BEN))


@pytest.mark.parametrize("locale", LOCALES)
async def test_each_listed_match_has_a_button_beside_it(world: World, locale: Locale) -> None:
    own_offer, offer_to_cat = await offer_match_to(world, BEN), await offer_match_to(world, CAT)
    open_offer, ben = await offer_match_to(world, kind="open"), world.person(BEN, locale=locale)
    scene = (await ben.list_matches()).scene
    tones = {it.custom_id: it.tone for it in list_buttons(scene) if it.custom_id.startswith(Action.OPEN_MATCH)}
    assert tones == {
        str(CustomId(Action.OPEN_MATCH, own_offer.id, 0)): "main",
        str(CustomId(Action.OPEN_MATCH, offer_to_cat.id, 0)): "plain",
        str(CustomId(Action.OPEN_MATCH, open_offer.id, 0)): "plain",
    }
    assert f"`{offer_to_cat.id}`" in read_text(scene)
    assert Action.JOIN_OFFER in index_by_action(
        (await ben.click(Action.OPEN_MATCH, open_offer.id, message_id=MESSAGE_ID)).scene
    )
    opened = (await ben.click(Action.OPEN_MATCH, offer_to_cat.id, message_id=MESSAGE_ID)).scene
    assert not {Action.JOIN_OFFER, Action.DECLINE_OFFER} & index_by_action(opened).keys()


# Matches


async def test_most_urgent_match_or_offer_comes_first(world: World) -> None:
    """The offer expires after a day, which is between the deadlines of the two matches."""
    last, second = (
        await begin_match_with_ben(world.matches, clock=2 * DAY_MS),
        await offer_match_to_ben(world.matches),
    )
    first = await begin_match_with_ben(world.matches, clock=HOUR_MS)
    assert list_selectable_matches(await read_inbox(world, BEN)) == [match.id for match in (first, second, last)]


async def test_match_that_waits_for_the_opponent_is_listed_last(world: World) -> None:
    own_turn, opponents_turn = await begin_match_where_both_choose(world), await begin_match_where_both_choose(world)
    await play_first_legal_move(world.matches, opponents_turn.id, ANN)
    scene = await read_inbox(world, ANN)
    assert scene.above == (f"### {say('inbox-waits', 'en', count=1)}",)
    assert [f"<@{BEN}> to move" in section.text for section in scene.sections] == [False, True]
    assert [section.button.label for section in scene.sections] == ["Choose", "Open"]
    assert [(it.tone, it.custom_id) for it in list_buttons(scene)] == [
        ("main", str(CustomId(Action.OPEN_MATCH, own_turn.id, 0))),
        ("plain", str(CustomId(Action.OPEN_MATCH, opponents_turn.id, 0))),
    ]


async def test_line_about_the_turn_of_the_house_begins_with_a_capital(world: World) -> None:
    match = await begin_practice(world.matches, "shamanic_chess", order=(1,))
    listed = render_match_list([(await world.load_header(match.id), match)], ANN, "en", Absences(), unlisted_count=0)
    for scene in (await read_inbox(world, ANN), listed):
        assert [section.text.split("\n")[-1] for section in scene.sections] == ["-# The house to move"]


async def test_next_match_button_opens_a_page_with_a_back_button(world: World) -> None:
    match, _ = await begin_match_where_both_choose(world), await begin_match_where_both_choose(world)
    assert isinstance(await play_first_legal_move(world.matches, match.id, ANN), StartedMatch)
    ann = world.person()
    scene = (await ann.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE_ID)).scene
    [next_button] = [it for it in list_buttons(scene) if it.custom_id.startswith(f"{Action.SHOW_INBOX}:")]
    assert next_button.tone == "plain"
    next_page = (await ann.click_action(scene, Action.SHOW_INBOX, message_id=MESSAGE_ID)).scene
    labels = [
        it.label for it in list_buttons(next_page) if it.custom_id == str(CustomId(Action.OPEN_MATCH, match.id, 0))
    ]
    assert labels == [f"Back to {match.game.say('name', 'en')}"]


@pytest.mark.parametrize("locale", LOCALES)
async def test_inbox_names_the_game_and_the_opponents_only(world: World, locale: Locale) -> None:
    match = await begin_match_with_ben(world.matches)
    await world.person().practice("schnick")
    texts = [section.text for section in (await read_inbox(world, ANN, locale)).sections]
    assert texts[0].startswith(f"**{match.game.say('name', locale)}**\n<@{BEN}>")
    assert capitalize_sentence(say("the-house", locale)) in texts[1]
    assert not any(f"<@{ANN}>" in text for text in texts)


async def test_full_lists_fit_into_a_message(world: World) -> None:
    for _ in range(MAX_LISTED_MATCHES + MATCHES_PER_PAGE + 1):
        await begin_match_with_ben(world.matches)
    ann = world.person()
    second_page = await ann.click(Action.SHOW_INBOX, 0, 0, "1", message_id=MESSAGE_ID)
    for response, count in ((second_page, MATCHES_PER_PAGE), (await ann.list_matches(), MAX_LISTED_MATCHES)):
        assert response.scene
        assert len(response.scene.sections) == count
        assert len([*walk_components(render_layout(response.scene))]) <= MAX_COMPONENTS_PER_MESSAGE


async def test_full_list_of_large_matches_fits_into_a_message(world: World) -> None:
    people = range(FIRST_PERSON_ID, FIRST_PERSON_ID + 6)
    match = await begin_match(world.matches, *people[1:], host_id=people[0], clock=DAY_MS)
    header = replace(await world.load_header(match.id), server_id=people[0], card_message_id=people[0])
    for locale in LOCALES:
        listed = [(replace(header, id=number), match) for number in range(MAX_LISTED_MATCHES)]
        scene = render_match_list(listed, CAT, locale, Absences(), unlisted_count=9)
        texts = [*scene.above, *(section.text for section in scene.sections), scene.footer]
        assert sum(map(len, texts)) < MAX_TEXT_LENGTH


async def test_list_shows_scores_names_and_links_and_lets_onlookers_watch(world: World) -> None:
    match = await world.begin_match("schamanen", placement="random")
    await play_first_legal_moves_of_both(world.matches, match.id)
    await world.refresh(match.id)
    message_id = (await world.load_header(match.id)).card_message_id
    url = f"https://discord.com/channels/{SERVER_ID}/{CHANNEL_ID}/{message_id}"
    running = await world.load_running_match(match.id)
    players = " – ".join(f"<@{person_id}>" for person_id in running.player_ids)
    score = "–".join(map(str, running.engine.scores()))
    for person_id, action in ((CAT, Action.WATCH_MATCH), (ANN, Action.OPEN_MATCH)):
        scene = (await world.person(person_id).list_matches()).scene
        assert scene
        [section] = scene.sections
        assert section.text.startswith(f"`{match.id}` {players} · **{score}** · [Duel of the Shamans]({url})\n")
        assert section.button.custom_id.startswith(action)


async def test_listed_offer_links_to_its_card(world: World) -> None:
    response = await world.person().challenge(BEN)
    assert response.card_of_match
    await world.store.cards.save_card(response.card_of_match.id, 1, CHANNEL_ID, 88)
    text = read_text((await world.person(CAT).list_matches()).scene)
    assert f"[card](https://discord.com/channels/{SERVER_ID}/{CHANNEL_ID}/88)" in text


async def test_long_inbox_is_split_into_pages(world: World) -> None:
    matches = [await begin_match_with_ben(world.matches) for _ in range(2 * MATCHES_PER_PAGE + 1)]
    ann: Person = world.person()
    page, listed_ids, footers = await read_inbox(world, ANN), [], []
    for page_number in range(3):
        listed_ids += list_selectable_matches(page)
        footers.append(page.footer)
        previous, following = [it for it in list_buttons(page) if it.custom_id.startswith(f"{Action.SHOW_INBOX}:")]
        assert (previous.disabled, following.disabled) == (page_number == 0, page_number == 2)
        response = await ann.click_action(page, Action.SHOW_INBOX, message_id=MESSAGE_ID)
        assert response.replaces_clicked_message
        assert response.scene
        page = response.scene
    assert listed_ids == [match.id for match in matches]
    assert footers == [say("page", "en", page=number, pages=3) for number in (1, 2, 3)]
    # When a page has disappeared because matches have ended, the last page is shown.
    for match in matches[2:]:
        await world.matches.quit_match(match.id, BEN, now_ms=NOON_MS)
    last_page = await ann.click(Action.SHOW_INBOX, 0, 0, "2", message_id=MESSAGE_ID)
    assert list_selectable_matches(last_page.scene) == [match.id for match in matches[:2]]


async def test_next_match_follows_the_match_of_the_player_message(world: World) -> None:
    matches = [await begin_match_with_ben(world.matches) for _ in range(3)]
    for index, next_index in ((0, 1), (1, 2), (2, 0)):
        response = await world.person().click(Action.SHOW_INBOX, matches[index].id, message_id=MESSAGE_ID)
        assert response.replaces_clicked_message
        assert response.player_message
        assert response.player_message.match_id == matches[next_index].id
        assert "(2)" in str(response.scene)
