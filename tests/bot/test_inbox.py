"""The inbox and the list of matches: all matches that wait for a person, and how to move from there."""

from __future__ import annotations

from typing import Any

import pytest

from bot.i18n import say
from bot.matches.model import ClosedMatch, MatchState, RunningMatch, StartedMatch
from bot.screens.custom_ids import Action, CustomId
from bot.screens.inbox import MATCHES_PER_PAGE
from bot.screens.move_buttons import BUTTON_LABEL_MAX_LENGTH
from bot.screens.scene import Scene
from bot.wall_clock import DAY_MS, HOUR_MS
from games.words import LOCALES, Locale
from storage import OFFER_PANEL, PlayerMessage
from tests.bot.database_marks import both_databases
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import ANN, BEN, CAT, NOON_MS, SERVER_ID, accept_offer, next_interaction_id, offer_match
from tests.kit.person import Person
from tests.kit.scene_reading import index_by_action, list_buttons, list_custom_ids, read_text
from tests.kit.world import (
    INACTIVE_SINCE_MS,
    World,
    begin_match_where_both_choose,
    begin_match_with_ben,
    create_world,
    offer_match_to_ben,
    play_first_legal_move,
)

pytestmark = pytest.mark.usefixtures("without_morra")

OTHER_SERVER_ID = 9
MESSAGE_ID = 77
"""A private message in which somebody presses a button."""


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
    """Return the matches behind the buttons that stand out."""
    return {int(it.custom_id.split(":")[1]) for it in list_buttons(scene) if it.tone == "main"}


def list_selectable_matches(scene: Scene | None) -> list[int]:
    return [it.match_id for it in list_custom_ids(scene) if it.action == Action.OPEN_MATCH]


# Offers


@pytest.mark.parametrize("locale", LOCALES)
async def test_offer_waits_in_the_inbox_of_those_who_are_asked(world: World, locale: Locale) -> None:
    match = await offer_match_to(world, BEN, CAT)
    for person_id in (BEN, CAT):
        scene = await read_inbox(world, person_id, locale)
        assert list_highlighted_matches(scene) == {match.id}
        assert scene.above[0] == f"### {say('inbox-waits', locale, count=1)}"
        assert f"<@{ANN}>" in scene.above[1]
        assert "⏳" in scene.above[1], "an offer expires"
    mine = await read_inbox(world, ANN, locale)
    assert not list_highlighted_matches(mine)
    assert len(mine.above) == 2, "it is there to be withdrawn"
    await world.matches.decline_offer(match.id, BEN, interaction_id=next_interaction_id(), now_ms=NOON_MS)
    assert (await read_inbox(world, BEN, locale)).above == (f"### {say('inbox-empty', locale)}",)
    await accept_offer(world.matches, match, CAT)
    assert not list_highlighted_matches(await read_inbox(world, CAT, locale))
    assert list_highlighted_matches(await read_inbox(world, ANN, locale)) == {match.id}, (
        "all answered: it is up to the host"
    )


@pytest.mark.parametrize("server_id", [SERVER_ID, OTHER_SERVER_ID, None], ids=["there", "elsewhere", "direct messages"])
async def test_offer_is_accepted_from_the_inbox_and_played_there(world: World, server_id: int | None) -> None:
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


@pytest.mark.parametrize("goes_on", [False, True])
async def test_opened_offer_is_kept_up_to_date_until_its_reader_goes_on(world: World, goes_on: bool) -> None:
    match, ben = await offer_match_to(world, BEN), world.person(BEN)
    assert (await ben.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE_ID)).panel_of_offer
    await world.store.player_messages.save_message(
        PlayerMessage(match.id, BEN, MESSAGE_ID, None, 0, NOON_MS, kind=OFFER_PANEL), was_pressed=True
    )
    if goes_on:
        await ben.click(Action.SHOW_INBOX, 0, 0, "0", message_id=MESSAGE_ID)
    assert bool(await world.store.player_messages.list_of_match(match.id, OFFER_PANEL)) == (not goes_on)


@both_databases
@pytest.mark.parametrize("count", [1, MATCHES_PER_PAGE + 1, 40])
async def test_every_process_shows_the_same_inbox(world: World, count: int) -> None:
    """Offers of several servers, in pages; the store is all that two processes have in common."""
    made = [(await offer_match_to(world, BEN, server_id=1 + at % 3)).id for at in range(count)]
    other = create_world(world.store, FakeDiscord(lambda: NOON_MS), [NOON_MS])
    for each in (world, other):
        found: list[int] = []
        for page in range(-(-count // MATCHES_PER_PAGE)):
            scene = (await each.person(BEN).click(Action.SHOW_INBOX, 0, 0, str(page), message_id=MESSAGE_ID)).scene
            found += list_selectable_matches(scene)
        assert found == made
        assert read_text(scene).startswith(f"### {say('inbox-waits', 'en', count=count)}")
    await other.matches.withdraw_offer(made[0], ANN, interaction_id=next_interaction_id(), now_ms=NOON_MS)
    assert made[0] not in list_highlighted_matches(await read_inbox(world, BEN))


@pytest.mark.parametrize("locale", LOCALES)
async def test_list_has_a_button_for_every_match_one_may_answer(world: World, locale: Locale) -> None:
    mine, theirs = await offer_match_to(world, BEN), await offer_match_to(world, CAT)
    free, ben = await offer_match_to(world, kind="open"), world.person(BEN, locale=locale)
    scene = (await ben.list_matches()).scene
    to = {it.custom_id: it.tone for it in list_buttons(scene) if it.custom_id.startswith(Action.OPEN_MATCH)}
    assert to == {
        str(CustomId(Action.OPEN_MATCH, mine.id, 0)): "main",
        str(CustomId(Action.OPEN_MATCH, free.id, 0)): "plain",
    }
    assert f"`{theirs.id}`" in read_text(scene)
    assert Action.JOIN_OFFER in index_by_action(
        (await ben.click(Action.OPEN_MATCH, free.id, message_id=MESSAGE_ID)).scene
    )
    looked = (await ben.click(Action.OPEN_MATCH, theirs.id, message_id=MESSAGE_ID)).scene
    assert not {Action.JOIN_OFFER, Action.DECLINE_OFFER} & index_by_action(looked).keys()


# Matches


async def test_most_urgent_match_or_offer_comes_first(world: World) -> None:
    """An offer stands for a day."""
    late, asks = await begin_match_with_ben(world.matches, clock=2 * DAY_MS), await offer_match_to_ben(world.matches)
    soon = await begin_match_with_ben(world.matches, clock=HOUR_MS)
    assert list_selectable_matches(await read_inbox(world, BEN)) == [match.id for match in (soon, asks, late)]


async def test_match_that_waits_for_others_is_listed_below(world: World) -> None:
    mine, theirs = await begin_match_where_both_choose(world), await begin_match_where_both_choose(world)
    await play_first_legal_move(world.matches, theirs.id, ANN)
    scene = await read_inbox(world, ANN)
    heading, first, second = scene.above
    assert heading == f"### {say('inbox-waits', 'en', count=1)}"
    assert (f"<@{BEN}> to move" in first, f"<@{BEN}> to move" in second) == (False, True)
    assert [(it.tone, it.custom_id) for it in list_buttons(scene)] == [
        ("main", str(CustomId(Action.OPEN_MATCH, mine.id, 0))),
        ("plain", str(CustomId(Action.OPEN_MATCH, theirs.id, 0))),
    ]


async def test_button_to_the_next_match_leads_there_and_back(world: World) -> None:
    here, _ = await begin_match_where_both_choose(world), await begin_match_where_both_choose(world)
    assert isinstance(await play_first_legal_move(world.matches, here.id, ANN), StartedMatch)
    ann = world.person()
    scene = (await ann.click(Action.OPEN_MATCH, here.id, message_id=MESSAGE_ID)).scene
    [onward] = [it for it in list_buttons(scene) if it.custom_id.startswith(f"{Action.SHOW_INBOX}:")]
    assert onward.tone == "plain"
    landed = (await ann.click_action(scene, Action.SHOW_INBOX, message_id=MESSAGE_ID)).scene
    back = [it.label for it in list_buttons(landed) if it.custom_id == str(CustomId(Action.OPEN_MATCH, here.id, 0))]
    assert back == [f"Back to {here.game.say('name', 'en')}"]


@pytest.mark.parametrize("locale", LOCALES)
async def test_button_names_game_and_opponent_as_far_as_a_phone_shows_it(world: World, locale: Locale) -> None:
    match = await begin_match_with_ben(world.matches)
    await world.person().practice("schnick")
    for name, end in (("", ""), ("Heron", ", Heron"), ("Heron of the reeds by the long lake", "…")):
        await world.store.people.save_names({BEN: name} if name else {})
        labels = {it.custom_id: it.label for it in list_buttons(await read_inbox(world, ANN, locale))}
        label = labels[str(CustomId(Action.OPEN_MATCH, match.id, 0))]
        assert label.endswith(f"{match.game.say('name', locale)}{end}") or (end == "…" and label.endswith(end))
        assert any(say("the-house", locale) in it for it in labels.values())
        assert all(len(it) <= BUTTON_LABEL_MAX_LENGTH for it in labels.values())


async def test_long_inbox_is_turned_page_by_page(world: World) -> None:
    matches = [await begin_match_with_ben(world.matches) for _ in range(2 * MATCHES_PER_PAGE + 1)]
    ann: Person = world.person()
    page, seen, firsts = await read_inbox(world, ANN), [], []
    for at in range(3):
        seen += list_selectable_matches(page)
        firsts.append(list_buttons(page)[0].label)
        before, after = [it for it in list_buttons(page) if it.custom_id.startswith(f"{Action.SHOW_INBOX}:")]
        assert (before.disabled, after.disabled) == (at == 0, at == 2)
        turned = await ann.click_action(page, Action.SHOW_INBOX, message_id=MESSAGE_ID)
        assert turned.replaces_clicked_message
        assert turned.scene
        page = turned.scene
    assert seen == [match.id for match in matches]
    assert firsts == [f"{first} · Woodwalkers" for first in (1, MATCHES_PER_PAGE + 1, 2 * MATCHES_PER_PAGE + 1)]
    # A page that is no more, since matches have ended: the last one.
    for match in matches[2:]:
        await world.matches.quit_match(match.id, BEN, now_ms=NOON_MS)
    late = await ann.click(Action.SHOW_INBOX, 0, 0, "2", message_id=MESSAGE_ID)
    assert list_selectable_matches(late.scene) == [match.id for match in matches[:2]]


async def test_next_match_is_the_one_after_that_of_the_player_message(world: World) -> None:
    matches = [await begin_match_with_ben(world.matches) for _ in range(3)]
    for here, then in ((0, 1), (1, 2), (2, 0)):
        response = await world.person().click(Action.SHOW_INBOX, matches[here].id, message_id=MESSAGE_ID)
        assert response.replaces_clicked_message
        assert response.player_message
        assert response.player_message.match_id == matches[then].id
        assert "(2)" in str(response.scene)
