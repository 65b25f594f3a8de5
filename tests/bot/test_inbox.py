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
from tests.bot.databases import both_databases
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, NOON, SERVER, accept_offer, cause, offer_match
from tests.kit.person import Person
from tests.kit.scenes import addresses, buttons, text, verbs
from tests.kit.world import EARLIER, World, begin_match_where_both_choose, begun, challenge, chosen, create_world

pytestmark = pytest.mark.usefixtures("without_morra")

ELSEWHERE = 9
MESSAGE = 77
"""A private message in which somebody presses a button."""


async def offer_to(world: World, *named: int, server_id: int = SERVER, **agreed: object) -> MatchState:
    terms: dict[str, Any] = {"seats": max(2, len(named) + 1), **agreed}
    return await offer_match(world.tables, *named, game="woodwalkers", server_id=server_id, now_ms=EARLIER, **terms)


async def read_inbox(world: World, person_id: int, locale: Locale = "en") -> Scene:
    scene = (await world.person(person_id, locale=locale).inbox()).scene
    assert scene
    return scene


def find_waiting(scene: Scene) -> set[int]:
    """Return the matches behind the buttons that stand out."""
    return {int(it.custom_id.split(":")[1]) for it in buttons(scene) if it.tone == "main"}


def find_choices(scene: Scene | None) -> list[int]:
    return [it.match_id for it in addresses(scene) if it.action == Action.OPEN_MATCH]


# Offers


@pytest.mark.parametrize("locale", LOCALES)
async def test_offer_waits_in_the_inbox_of_those_who_are_asked(world: World, locale: Locale) -> None:
    match = await offer_to(world, BEN, CAT)
    for person_id in (BEN, CAT):
        scene = await read_inbox(world, person_id, locale)
        assert find_waiting(scene) == {match.id}
        assert scene.above[0] == f"### {say('inbox-waits', locale, count=1)}"
        assert f"<@{ANN}>" in scene.above[1]
        assert "⏳" in scene.above[1], "an offer expires"
    mine = await read_inbox(world, ANN, locale)
    assert not find_waiting(mine)
    assert len(mine.above) == 2, "it is there to be withdrawn"
    await world.tables.decline_offer(match.id, BEN, interaction_id=cause(), now_ms=NOON)
    assert (await read_inbox(world, BEN, locale)).above == (f"### {say('inbox-empty', locale)}",)
    await accept_offer(world.tables, match, CAT)
    assert not find_waiting(await read_inbox(world, CAT, locale))
    assert find_waiting(await read_inbox(world, ANN, locale)) == {match.id}, "all answered: it is up to the host"


@pytest.mark.parametrize("server_id", [SERVER, ELSEWHERE, None], ids=["there", "elsewhere", "direct messages"])
async def test_offer_is_accepted_from_the_inbox_and_played_there(world: World, server_id: int | None) -> None:
    match, ben = await offer_to(world, BEN), world.person(BEN, server_id=server_id)
    opened = await ben.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE)
    assert {Action.JOIN_OFFER, Action.DECLINE_OFFER} <= verbs(opened.scene).keys()
    assert opened.replaces_clicked_message
    response = await ben.click(Action.JOIN_OFFER, match.id, message_id=MESSAGE)
    assert isinstance(await world.tables.find_match(match.id), RunningMatch)
    assert response.player_message
    assert (response.replaces_clicked_message, response.clicked_card_match_id, response.refresh_match_id) == (
        True,
        None,
        match.id,
    )


async def test_offer_is_declined_from_the_inbox(world: World) -> None:
    match = await offer_to(world, BEN)
    response = await world.person(BEN).click(Action.DECLINE_OFFER, match.id, message_id=MESSAGE)
    assert isinstance(await world.tables.find_match(match.id), ClosedMatch)
    assert text(response.scene).strip() == say("done-decline", "en")
    assert Action.SHOW_INBOX in verbs(response.scene)
    assert not response.clicked_card_match_id


@pytest.mark.parametrize("goes_on", [False, True])
async def test_opened_offer_is_kept_up_to_date_until_its_reader_goes_on(world: World, goes_on: bool) -> None:
    match, ben = await offer_to(world, BEN), world.person(BEN)
    assert (await ben.click(Action.OPEN_MATCH, match.id, message_id=MESSAGE)).panel_of_offer
    await world.store.player_messages.save_message(
        PlayerMessage(match.id, BEN, MESSAGE, None, 0, NOON, kind=OFFER_PANEL), was_pressed=True
    )
    if goes_on:
        await ben.click(Action.SHOW_INBOX, 0, 0, "0", message_id=MESSAGE)
    assert bool(await world.store.player_messages.list_of_match(match.id, OFFER_PANEL)) == (not goes_on)


@both_databases
@pytest.mark.parametrize("count", [1, MATCHES_PER_PAGE + 1, 40])
async def test_every_process_shows_the_same_inbox(world: World, count: int) -> None:
    """Offers of several servers, in pages; the store is all that two processes have in common."""
    made = [(await offer_to(world, BEN, server_id=1 + at % 3)).id for at in range(count)]
    other = create_world(world.store, Discord(lambda: NOON), [NOON])
    for each in (world, other):
        found: list[int] = []
        for page in range(-(-count // MATCHES_PER_PAGE)):
            scene = (await each.person(BEN).click(Action.SHOW_INBOX, 0, 0, str(page), message_id=MESSAGE)).scene
            found += find_choices(scene)
        assert found == made
        assert text(scene).startswith(f"### {say('inbox-waits', 'en', count=count)}")
    await other.tables.withdraw_offer(made[0], ANN, interaction_id=cause(), now_ms=NOON)
    assert made[0] not in find_waiting(await read_inbox(world, BEN))


@pytest.mark.parametrize("locale", LOCALES)
async def test_list_has_a_button_for_every_match_one_may_answer(world: World, locale: Locale) -> None:
    mine, theirs = await offer_to(world, BEN), await offer_to(world, CAT)
    free, ben = await offer_to(world, kind="open"), world.person(BEN, locale=locale)
    scene = (await ben.list()).scene
    to = {it.custom_id: it.tone for it in buttons(scene) if it.custom_id.startswith(Action.OPEN_MATCH)}
    assert to == {
        str(CustomId(Action.OPEN_MATCH, mine.id, 0)): "main",
        str(CustomId(Action.OPEN_MATCH, free.id, 0)): "plain",
    }
    assert f"`{theirs.id}`" in text(scene)
    assert Action.JOIN_OFFER in verbs((await ben.click(Action.OPEN_MATCH, free.id, message_id=MESSAGE)).scene)
    looked = (await ben.click(Action.OPEN_MATCH, theirs.id, message_id=MESSAGE)).scene
    assert not {Action.JOIN_OFFER, Action.DECLINE_OFFER} & verbs(looked).keys()


# Matches


async def test_most_urgent_match_or_offer_comes_first(world: World) -> None:
    """An offer stands for a day."""
    late, asks = await begun(world.tables, clock=2 * DAY_MS), await challenge(world.tables)
    soon = await begun(world.tables, clock=HOUR_MS)
    assert find_choices(await read_inbox(world, BEN)) == [match.id for match in (soon, asks, late)]


async def test_match_that_waits_for_others_is_listed_below(world: World) -> None:
    mine, theirs = await begin_match_where_both_choose(world), await begin_match_where_both_choose(world)
    await chosen(world.tables, theirs.id, ANN)
    scene = await read_inbox(world, ANN)
    heading, first, second = scene.above
    assert heading == f"### {say('inbox-waits', 'en', count=1)}"
    assert (f"<@{BEN}> to move" in first, f"<@{BEN}> to move" in second) == (False, True)
    assert [(it.tone, it.custom_id) for it in buttons(scene)] == [
        ("main", str(CustomId(Action.OPEN_MATCH, mine.id, 0))),
        ("plain", str(CustomId(Action.OPEN_MATCH, theirs.id, 0))),
    ]


async def test_button_to_the_next_match_leads_there_and_back(world: World) -> None:
    here, _ = await begin_match_where_both_choose(world), await begin_match_where_both_choose(world)
    assert isinstance(await chosen(world.tables, here.id, ANN), StartedMatch)
    ann = world.person()
    scene = (await ann.click(Action.OPEN_MATCH, here.id, message_id=MESSAGE)).scene
    [onward] = [it for it in buttons(scene) if it.custom_id.startswith(f"{Action.SHOW_INBOX}:")]
    assert onward.tone == "plain"
    landed = (await ann.click_in(scene, Action.SHOW_INBOX, message_id=MESSAGE)).scene
    back = [it.label for it in buttons(landed) if it.custom_id == str(CustomId(Action.OPEN_MATCH, here.id, 0))]
    assert back == [f"Back to {here.game.say('name', 'en')}"]


@pytest.mark.parametrize("locale", LOCALES)
async def test_button_names_game_and_opponent_as_far_as_a_phone_shows_it(world: World, locale: Locale) -> None:
    match = await begun(world.tables)
    await world.person().practice("schnick")
    for name, end in (("", ""), ("Heron", ", Heron"), ("Heron of the reeds by the long lake", "…")):
        await world.store.people.save_names({BEN: name} if name else {})
        labels = {it.custom_id: it.label for it in buttons(await read_inbox(world, ANN, locale))}
        label = labels[str(CustomId(Action.OPEN_MATCH, match.id, 0))]
        assert label.endswith(f"{match.game.say('name', locale)}{end}") or (end == "…" and label.endswith(end))
        assert any(say("the-house", locale) in it for it in labels.values())
        assert all(len(it) <= BUTTON_LABEL_MAX_LENGTH for it in labels.values())


async def test_long_inbox_is_turned_page_by_page(world: World) -> None:
    matches = [await begun(world.tables) for _ in range(2 * MATCHES_PER_PAGE + 1)]
    ann: Person = world.person()
    page, seen, firsts = await read_inbox(world, ANN), [], []
    for at in range(3):
        seen += find_choices(page)
        firsts.append(buttons(page)[0].label)
        before, after = [it for it in buttons(page) if it.custom_id.startswith(f"{Action.SHOW_INBOX}:")]
        assert (before.disabled, after.disabled) == (at == 0, at == 2)
        turned = await ann.click_in(page, Action.SHOW_INBOX, message_id=MESSAGE)
        assert turned.replaces_clicked_message
        assert turned.scene
        page = turned.scene
    assert seen == [match.id for match in matches]
    assert firsts == [f"{first} · Woodwalkers" for first in (1, MATCHES_PER_PAGE + 1, 2 * MATCHES_PER_PAGE + 1)]
    # A page that is no more, since matches have ended: the last one.
    for match in matches[2:]:
        await world.tables.quit_match(match.id, BEN, now_ms=NOON)
    late = await ann.click(Action.SHOW_INBOX, 0, 0, "2", message_id=MESSAGE)
    assert find_choices(late.scene) == [match.id for match in matches[:2]]


async def test_next_match_is_the_one_after_that_of_the_player_message(world: World) -> None:
    matches = [await begun(world.tables) for _ in range(3)]
    for here, then in ((0, 1), (1, 2), (2, 0)):
        response = await world.person().click(Action.SHOW_INBOX, matches[here].id, message_id=MESSAGE)
        assert response.replaces_clicked_message
        assert response.player_message
        assert response.player_message.match_id == matches[then].id
        assert "(2)" in str(response.scene)
