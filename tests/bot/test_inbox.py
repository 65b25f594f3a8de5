"""The inbox and the list of matches: what waits for somebody anywhere, and how it is answered from there."""

from __future__ import annotations

from typing import Any

import pytest

from bot.i18n import say
from bot.matches.model import Begun, Closed, Play, Table
from bot.screens.custom_ids import Address, Verb
from bot.screens.inbox import A_PAGE
from bot.screens.move_buttons import BUTTON_LABEL
from bot.screens.scene import Scene
from bot.wall_clock import DAY, HOUR
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


async def offer_to(world: World, *named: int, server: int = SERVER, **agreed: object) -> Table:
    terms: dict[str, Any] = {"seats": max(2, len(named) + 1), **agreed}
    return await offer_match(world.tables, *named, game="woodwalkers", server=server, now=EARLIER, **terms)


async def read_inbox(world: World, person: int, locale: Locale = "en") -> Scene:
    scene = (await world.person(person, locale=locale).inbox()).scene
    assert scene
    return scene


def find_waiting(scene: Scene) -> set[int]:
    """Return the matches behind the buttons that stand out."""
    return {int(it.to.split(":")[1]) for it in buttons(scene) if it.tone == "main"}


def find_choices(scene: Scene | None) -> list[int]:
    return [it.match for it in addresses(scene) if it.verb == Verb.CHOOSE]


# Offers


@pytest.mark.parametrize("locale", LOCALES)
async def test_offer_waits_in_the_inbox_of_those_who_are_asked(world: World, locale: Locale) -> None:
    table = await offer_to(world, BEN, CAT)
    for person in (BEN, CAT):
        scene = await read_inbox(world, person, locale)
        assert find_waiting(scene) == {table.id}
        assert scene.above[0] == f"### {say('inbox-waits', locale, count=1)}"
        assert f"<@{ANN}>" in scene.above[1]
        assert "⏳" in scene.above[1], "an offer expires"
    mine = await read_inbox(world, ANN, locale)
    assert not find_waiting(mine)
    assert len(mine.above) == 2, "it is there to be withdrawn"
    await world.tables.decline(table.id, BEN, cause=cause(), now=NOON)
    assert (await read_inbox(world, BEN, locale)).above == (f"### {say('inbox-empty', locale)}",)
    await accept_offer(world.tables, table, CAT)
    assert not find_waiting(await read_inbox(world, CAT, locale))
    assert find_waiting(await read_inbox(world, ANN, locale)) == {table.id}, "all answered: it is up to the host"


@pytest.mark.parametrize("server", [SERVER, ELSEWHERE, None], ids=["there", "elsewhere", "direct messages"])
async def test_offer_is_accepted_from_the_inbox_and_played_there(world: World, server: int | None) -> None:
    table, ben = await offer_to(world, BEN), world.person(BEN, server=server)
    opened = await ben.click(Verb.CHOOSE, table.id, message=MESSAGE)
    assert {Verb.SIT, Verb.DECLINE} <= verbs(opened.scene).keys()
    assert opened.here
    answer = await ben.click(Verb.SIT, table.id, message=MESSAGE)
    assert isinstance(await world.tables.table(table.id), Play)
    assert answer.holds
    assert (answer.here, answer.opens, answer.stirs) == (True, 0, table.id)


async def test_offer_is_declined_from_the_inbox(world: World) -> None:
    table = await offer_to(world, BEN)
    answer = await world.person(BEN).click(Verb.DECLINE, table.id, message=MESSAGE)
    assert isinstance(await world.tables.table(table.id), Closed)
    assert text(answer.scene).strip() == say("done-decline", "en")
    assert Verb.INBOX in verbs(answer.scene)
    assert not answer.opens


@pytest.mark.parametrize("goes_on", [False, True])
async def test_opened_offer_is_kept_up_to_date_until_its_reader_goes_on(world: World, goes_on: bool) -> None:
    table, ben = await offer_to(world, BEN), world.person(BEN)
    assert (await ben.click(Verb.CHOOSE, table.id, message=MESSAGE)).aside
    await world.store.player_messages.save_message(
        PlayerMessage(table.id, BEN, MESSAGE, None, 0, NOON, kind=OFFER_PANEL), was_pressed=True
    )
    if goes_on:
        await ben.click(Verb.INBOX, 0, 0, "0", message=MESSAGE)
    assert bool(await world.store.player_messages.list_of_match(table.id, OFFER_PANEL)) == (not goes_on)


@both_databases
@pytest.mark.parametrize("count", [1, A_PAGE + 1, 40])
async def test_every_process_shows_the_same_inbox(world: World, count: int) -> None:
    """Offers of several servers, in pages; the store is all that two processes have in common."""
    made = [(await offer_to(world, BEN, server=1 + at % 3)).id for at in range(count)]
    other = create_world(world.store, Discord(lambda: NOON), [NOON])
    for each in (world, other):
        found: list[int] = []
        for page in range(-(-count // A_PAGE)):
            scene = (await each.person(BEN).click(Verb.INBOX, 0, 0, str(page), message=MESSAGE)).scene
            found += find_choices(scene)
        assert found == made
        assert text(scene).startswith(f"### {say('inbox-waits', 'en', count=count)}")
    await other.tables.withdraw(made[0], ANN, cause=cause(), now=NOON)
    assert made[0] not in find_waiting(await read_inbox(world, BEN))


@pytest.mark.parametrize("locale", LOCALES)
async def test_list_has_a_button_for_every_match_one_may_answer(world: World, locale: Locale) -> None:
    mine, theirs = await offer_to(world, BEN), await offer_to(world, CAT)
    free, ben = await offer_to(world, kind="open"), world.person(BEN, locale=locale)
    scene = (await ben.list()).scene
    to = {it.to: it.tone for it in buttons(scene) if it.to.startswith(Verb.CHOOSE)}
    assert to == {str(Address(Verb.CHOOSE, mine.id, 0)): "main", str(Address(Verb.CHOOSE, free.id, 0)): "plain"}
    assert f"`{theirs.id}`" in text(scene)
    assert Verb.SIT in verbs((await ben.click(Verb.CHOOSE, free.id, message=MESSAGE)).scene)
    looked = (await ben.click(Verb.CHOOSE, theirs.id, message=MESSAGE)).scene
    assert not {Verb.SIT, Verb.DECLINE} & verbs(looked).keys()


# Matches


async def test_most_urgent_match_or_offer_comes_first(world: World) -> None:
    """An offer stands for a day."""
    late, asks = await begun(world.tables, clock=2 * DAY), await challenge(world.tables)
    soon = await begun(world.tables, clock=HOUR)
    assert find_choices(await read_inbox(world, BEN)) == [table.id for table in (soon, asks, late)]


async def test_match_that_waits_for_others_is_listed_below(world: World) -> None:
    mine, theirs = await begin_match_where_both_choose(world), await begin_match_where_both_choose(world)
    await chosen(world.tables, theirs.id, ANN)
    scene = await read_inbox(world, ANN)
    heading, first, second = scene.above
    assert heading == f"### {say('inbox-waits', 'en', count=1)}"
    assert (f"<@{BEN}> to move" in first, f"<@{BEN}> to move" in second) == (False, True)
    assert [(it.tone, it.to) for it in buttons(scene)] == [
        ("main", str(Address(Verb.CHOOSE, mine.id, 0))),
        ("plain", str(Address(Verb.CHOOSE, theirs.id, 0))),
    ]


async def test_button_to_the_next_match_leads_there_and_back(world: World) -> None:
    here, _ = await begin_match_where_both_choose(world), await begin_match_where_both_choose(world)
    assert isinstance(await chosen(world.tables, here.id, ANN), Begun)
    ann = world.person()
    scene = (await ann.click(Verb.CHOOSE, here.id, message=MESSAGE)).scene
    [onward] = [it for it in buttons(scene) if it.to.startswith(f"{Verb.INBOX}:")]
    assert onward.tone == "plain"
    landed = (await ann.click_in(scene, Verb.INBOX, message=MESSAGE)).scene
    back = [it.label for it in buttons(landed) if it.to == str(Address(Verb.CHOOSE, here.id, 0))]
    assert back == [f"Back to {here.game.say('name', 'en')}"]


@pytest.mark.parametrize("locale", LOCALES)
async def test_button_names_game_and_opponent_as_far_as_a_phone_shows_it(world: World, locale: Locale) -> None:
    table = await begun(world.tables)
    await world.person().practice("schnick")
    for name, end in (("", ""), ("Heron", ", Heron"), ("Heron of the reeds by the long lake", "…")):
        await world.store.people.save_names({BEN: name} if name else {})
        labels = {it.to: it.label for it in buttons(await read_inbox(world, ANN, locale))}
        label = labels[str(Address(Verb.CHOOSE, table.id, 0))]
        assert label.endswith(f"{table.game.say('name', locale)}{end}") or (end == "…" and label.endswith(end))
        assert any(say("the-house", locale) in it for it in labels.values())
        assert all(len(it) <= BUTTON_LABEL for it in labels.values())


async def test_long_inbox_is_turned_page_by_page(world: World) -> None:
    tables = [await begun(world.tables) for _ in range(2 * A_PAGE + 1)]
    ann: Person = world.person()
    page, seen, firsts = await read_inbox(world, ANN), [], []
    for at in range(3):
        seen += find_choices(page)
        firsts.append(buttons(page)[0].label)
        before, after = [it for it in buttons(page) if it.to.startswith(f"{Verb.INBOX}:")]
        assert (before.off, after.off) == (at == 0, at == 2)
        turned = await ann.click_in(page, Verb.INBOX, message=MESSAGE)
        assert turned.here
        assert turned.scene
        page = turned.scene
    assert seen == [table.id for table in tables]
    assert firsts == [f"{first} · Woodwalkers" for first in (1, A_PAGE + 1, 2 * A_PAGE + 1)]
    # A page that is no more, since matches have ended: the last one.
    for table in tables[2:]:
        await world.tables.quit(table.id, BEN, now=NOON)
    late = await ann.click(Verb.INBOX, 0, 0, "2", message=MESSAGE)
    assert find_choices(late.scene) == [table.id for table in tables[:2]]


async def test_next_match_is_the_one_after_that_of_the_player_message(world: World) -> None:
    tables = [await begun(world.tables) for _ in range(3)]
    for here, then in ((0, 1), (1, 2), (2, 0)):
        answer = await world.person().click(Verb.INBOX, tables[here].id, message=MESSAGE)
        assert answer.here
        assert answer.holds
        assert answer.holds.match == tables[then].id
        assert "(2)" in str(answer.scene)
