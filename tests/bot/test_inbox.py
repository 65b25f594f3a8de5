"""What waits for somebody anywhere stands in their inbox and is answered from there, and nothing else is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.desk.asked import Answer, Asked, Wish
from bot.scenes.address import Address, Verb
from bot.scenes.choices import BUTTON_LABEL
from bot.scenes.inbox import A_PAGE
from bot.scenes.scene import Scene
from bot.table.agreement import Agreement
from bot.table.table import Begun, Closed, Offer, Play, Table
from bot.texts import say
from bot.time import DAY, HOUR
from games import GAMES
from games.words import LOCALES, Locale
from storage import ASIDE, Hand
from tests.bot.databases import both_databases
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause
from tests.kit.scenes import addresses, buttons, verbs
from tests.kit.world import (
    EARLIER,
    World,
    asked,
    begin_match_where_both_choose,
    begun,
    challenge,
    chosen,
    create_world,
    round_of,
)

pytestmark = pytest.mark.usefixtures("without_morra")

ELSEWHERE = 9
FORTY = 40


async def offered(world: World, *named: int, open_to_all: bool = False, server: int = SERVER) -> Table:
    agreement = Agreement(kind="open" if open_to_all else "challenge", seats=max(2, len(named) + 1), clock=None)
    done = await world.tables.offer(
        ANN, named, GAMES["woodwalkers"], {}, agreement, server=server, channel=CHANNEL, cause=cause(), now=EARLIER
    )
    return done.table


async def listed(world: World, person: int, locale: Locale = "en") -> Scene:
    scene = (await world.rooms.moves.inbox(asked(person, locale=locale))).scene
    assert scene
    return scene


async def pressed(world: World, asked: Asked, verb: Verb, match: int) -> Answer:
    """Of what stands before them, and nothing else."""
    return await world.rooms.desk.answer(asked, Address(verb, match, 0))


def waiting(scene: Scene) -> set[int]:
    """Matches behind the buttons that stand out."""
    return {int(it.to.split(":")[1]) for it in buttons(scene) if it.tone == "main"}


@pytest.mark.parametrize("locale", LOCALES)
async def test_whoever_is_asked_finds_it_and_whoever_is_not_does_not(world: World, locale: Locale) -> None:
    table = await offered(world, BEN, CAT)
    for person in (BEN, CAT):
        scene = await listed(world, person, locale)
        assert waiting(scene) == {table.id}
        assert scene.above[0] == f"### {say('inbox-waits', locale, count=1)}"
        assert f"<@{ANN}>" in scene.above[1]
        assert "⏳" in scene.above[1], "an offer expires"
    mine = await listed(world, ANN, locale)
    assert not waiting(mine), "it waits for others"
    assert len(mine.above) == 2, "but is there to be taken back"
    await world.tables.decline(table.id, BEN, cause=cause(), now=NOON)
    assert (await listed(world, BEN, locale)).above == (f"### {say('inbox-empty', locale)}",)
    await world.tables.sit(table.id, CAT, cause=cause(), now=NOON)
    assert not waiting(await listed(world, CAT, locale))
    assert waiting(await listed(world, ANN, locale)) == {table.id}, "all have answered, and it is up to whoever asked"


@pytest.mark.parametrize("server", [SERVER, ELSEWHERE, None], ids=["there", "elsewhere", "direct messages"])
async def test_from_the_inbox_it_is_accepted(world: World, server: int | None) -> None:
    table = await offered(world, BEN)
    opened = await pressed(world, asked(BEN, server=server), Verb.CHOOSE, table.id)
    assert {Verb.SIT, Verb.DECLINE} <= verbs(opened.scene).keys()
    assert opened.here
    answer = await pressed(world, asked(BEN, server=server), Verb.SIT, table.id)
    assert isinstance(await world.tables.table(table.id), Play)
    assert answer.holds, "one plays on where one pressed"
    assert answer.here
    assert not answer.opens, "what was pressed is no card"
    assert answer.stirs == table.id


async def test_from_the_inbox_it_is_declined(world: World) -> None:
    table = await offered(world, BEN)
    answer = await pressed(world, asked(BEN), Verb.DECLINE, table.id)
    assert isinstance(await world.tables.table(table.id), Closed)
    assert answer.scene
    assert answer.scene.above == (say("done-decline", "en"),)
    assert Verb.INBOX in verbs(answer.scene)
    assert not answer.opens


async def test_who_comes_before_the_others_reads_so_where_they_pressed(world: World) -> None:
    table = await offered(world, BEN, CAT)
    answer = await pressed(world, asked(BEN), Verb.SIT, table.id)
    assert isinstance(await world.tables.table(table.id), Offer)
    assert answer.scene
    assert answer.scene.below[-1] == say("offer-there", "en", who=f"<@{BEN}>", count=1)
    assert not {Verb.SIT, Verb.DECLINE} & verbs(answer.scene).keys()


async def test_what_is_open_before_somebody_says_what_becomes_of_it(world: World) -> None:
    """And is no longer written to, once its reader has gone on to something else there."""
    table = await offered(world, BEN)
    for goes_on in (False, True):
        opened = await pressed(world, asked(BEN), Verb.CHOOSE, table.id)
        assert opened.aside
        aside = Hand(table.id, BEN, asked(BEN).message, 0, 0, NOON, kind=ASIDE)
        await world.tables.store.hold(aside, present=True)
        if goes_on:
            await world.rooms.desk.answer(asked(BEN), Address(Verb.INBOX, 0, 0, "0"))
        assert bool(await world.tables.store.hands(table.id, ASIDE)) == (not goes_on)


async def test_a_rematch_that_is_offered_waits_for_the_other(world: World) -> None:
    table = await begun(world.tables)
    await world.tables.quit(table.id, BEN, now=NOON)
    again = (await world.tables.rematch(table.id, ANN, cause=cause(), now=NOON)).table
    assert waiting(await listed(world, BEN)) == {again.id}
    assert not waiting(await listed(world, ANN))


@both_databases
@pytest.mark.parametrize("count", [1, A_PAGE, A_PAGE + 1, FORTY])
async def test_a_process_that_has_just_started_and_another_one_show_the_same(world: World, count: int) -> None:
    """Challenges of many servers, in pages; the store is all that both have in common."""
    made = [(await offered(world, BEN, server=1 + at % 3)).id for at in range(count)]
    other = create_world(world.tables.store, Discord(lambda: NOON), [NOON])
    for each in (world, other):
        found: list[int] = []
        for page in range(-(-count // A_PAGE)):
            answer = await each.rooms.desk.answer(asked(BEN), Address(Verb.INBOX, 0, 0, str(page)))
            assert answer.scene
            found += [int(it.to.split(":")[1]) for it in buttons(answer.scene) if it.to.startswith(Verb.CHOOSE)]
        assert found == made
        assert answer.scene
        assert answer.scene.above[0] == f"### {say('inbox-waits', 'en', count=count)}"
    await other.tables.withdraw(made[0], ANN, cause=cause(), now=NOON)
    assert made[0] not in waiting(await listed(world, BEN)), "what ended elsewhere is gone"


async def test_what_is_most_urgent_comes_first_of_matches_and_offers(world: World) -> None:
    """An offer stands for a day."""
    late, asks = await begun(world.tables, clock=2 * DAY), await challenge(world.tables)
    soon = await begun(world.tables, clock=HOUR)
    order = [int(it.to.split(":")[1]) for it in buttons(await listed(world, BEN))]
    assert order == [table.id for table in (soon, asks, late)]


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_list_has_a_button_for_what_one_may_answer(world: World, locale: Locale) -> None:
    """To sit down where anybody may, too; of what others do among themselves there is none."""
    mine, theirs = await offered(world, BEN), await offered(world, CAT)
    free = await offered(world, open_to_all=True)
    scene = (await world.rooms.asides.listing(asked(BEN, locale=locale))).scene
    assert scene
    to = {it.to: it.tone for it in buttons(scene) if it.to.startswith(Verb.CHOOSE)}
    assert to == {str(Address(Verb.CHOOSE, mine.id, 0)): "main", str(Address(Verb.CHOOSE, free.id, 0)): "plain"}
    assert any(f"`{theirs.id}`" in line for line in scene.above)
    opened = await pressed(world, asked(BEN), Verb.CHOOSE, free.id)
    assert Verb.SIT in verbs(opened.scene)
    looked = await pressed(world, asked(BEN), Verb.CHOOSE, theirs.id)
    assert not {Verb.SIT, Verb.DECLINE} & verbs(looked.scene).keys()


@pytest.mark.parametrize("locale", LOCALES)
async def test_where_nothing_waits_it_is_said(world: World, locale: Locale) -> None:
    for answer in (
        await world.rooms.moves.inbox(asked(locale=locale)),
        await world.rooms.desk.answer(asked(locale=locale), Address(Verb.INBOX, 0, 0)),
    ):
        assert answer.scene
        assert answer.scene.above == (f"### {say('inbox-empty', locale)}",)


async def test_what_waits_alone_is_a_list_too(world: World) -> None:
    """Whoever asks for a list reads one; a single press leads to the match."""
    table = await begin_match_where_both_choose(world)
    inbox = await world.rooms.moves.inbox(asked())
    assert not inbox.holds
    assert inbox.scene
    assert len(inbox.scene.above) == 2
    assert addresses(inbox.scene) == [Address(Verb.CHOOSE, table.id, 0)]


async def test_what_waits_for_others_is_listed_below(world: World) -> None:
    """So there is a way back from wherever one went on meanwhile."""
    mine, theirs = await begin_match_where_both_choose(world), await begin_match_where_both_choose(world)
    await chosen(world.tables, theirs.id, ANN)
    scene = (await world.rooms.moves.inbox(asked())).scene
    assert scene
    heading, first, second = scene.above
    assert heading == f"### {say('inbox-waits', 'en', count=1)}"
    assert (f"<@{BEN}> to move" in first, f"<@{BEN}> to move" in second) == (False, True)
    assert [(it.tone, it.to) for it in buttons(scene)] == [
        ("main", str(Address(Verb.CHOOSE, mine.id, 0))),
        ("plain", str(Address(Verb.CHOOSE, theirs.id, 0))),
    ]


async def test_the_next_move_is_second_while_this_match_goes_on_and_leads_back(world: World) -> None:
    """The next decision comes here; whoever looks elsewhere meanwhile finds the way back."""
    here, _ = await begin_match_where_both_choose(world), await begin_match_where_both_choose(world)
    sealed = await chosen(world.tables, here.id, ANN)
    assert isinstance(sealed, Begun)
    scene = (await world.rooms.desk.answer(asked(), Address(Verb.CHOOSE, here.id, 0))).scene
    assert scene
    [onward] = [it for it in buttons(scene) if it.to.startswith(f"{Verb.INBOX}:")]
    assert onward.tone == "plain"
    to = Address.parse(onward.to)
    assert to
    landed = (await world.rooms.desk.answer(asked(), to)).scene
    assert landed
    back = [it for it in buttons(landed) if it.to == str(Address(Verb.CHOOSE, here.id, 0))]
    assert [it.label for it in back] == [f"Back to {here.game.say('name', 'en')}"]


@pytest.mark.parametrize("count", [2, 3, 4, A_PAGE])
async def test_of_several_each_has_a_line_and_a_button_the_most_urgent_first(world: World, count: int) -> None:
    clocks = [None, *((count - n) * HOUR for n in range(count - 1))]
    tables = [await begun(world.tables, clock=clock) for clock in clocks]
    done = await round_of(world.tables, (await begun(world.tables)).id)
    assert isinstance(done, Begun)
    for person in (ANN, BEN):
        waits = [*reversed(tables), done]
        mine = done.people.index(person) in done.match.waiting
        scene = (await world.rooms.moves.inbox(asked(person))).scene
        assert scene
        heading, *lines = scene.above
        assert str(len(waits) - (not mine)) in heading
        assert ["⏳" in line for line in lines] == [table.agreement.clock is not None for table in waits][:A_PAGE]
        chooses = [it for it in addresses(scene) if it.verb == Verb.CHOOSE]
        assert [it.match for it in chooses] == [table.id for table in waits][:A_PAGE]


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_button_of_the_inbox_says_which_game_it_is_and_against_whom(world: World, locale: Locale) -> None:
    """As far as a phone shows it, and whoever is not known by name is left out."""
    table = await begun(world.tables)
    await world.rooms.practice.begin(asked(), Wish("schnick"))
    for name, end in (("", ""), ("Heron", ", Heron"), ("Heron of the reeds by the long lake", "…")):
        await world.tables.store.know({BEN: name} if name else {})
        scene = (await world.rooms.moves.inbox(replace(asked(), locale=locale))).scene
        told = {it.to: it.label for it in buttons(scene)}
        label = told[str(Address(Verb.CHOOSE, table.id, 0))]
        assert label.endswith(f"{table.game.say('name', locale)}{end}") or (end == "…" and label.endswith(end))
        assert any(say("the-house", locale) in it for it in told.values())
        assert all(len(it) <= BUTTON_LABEL for it in told.values())


async def test_more_than_a_page_are_turned(world: World) -> None:
    tables = [await begun(world.tables) for _ in range(2 * A_PAGE + 1)]
    pages, seen = [(await world.rooms.moves.inbox(asked())).scene], []
    for at in range(3):
        page = pages[-1]
        seen += [it.match for it in addresses(page) if it.verb == Verb.CHOOSE]
        before, after = [it for it in buttons(page) if (to := Address.parse(it.to)) and to.verb == Verb.INBOX]
        assert (before.off, after.off) == (at == 0, at == 2)
        to = Address.parse(after.to)
        assert to
        turned = await world.rooms.desk.answer(asked(), to)
        assert turned.here
        pages.append(turned.scene)
    assert seen == [table.id for table in tables]
    assert buttons(pages[0])[0].label == "1 · Woodwalkers"
    assert buttons(pages[2])[0].label == f"{2 * A_PAGE + 1} · Woodwalkers"
    # Of a page that is no more, since others have ended: the last.
    for table in tables[2:]:
        await world.tables.quit(table.id, BEN, now=NOON)
    late = await world.rooms.desk.answer(asked(), Address(Verb.INBOX, 0, 0, "2"))
    assert [it.match for it in addresses(late.scene)] == [table.id for table in tables[:2]]


async def test_the_next_move_is_the_one_after_that_of_this_hand(world: World) -> None:
    tables = [await begun(world.tables) for _ in range(3)]
    for here, then in ((0, 1), (1, 2), (2, 0)):
        answer = await world.rooms.desk.answer(asked(), Address(Verb.INBOX, tables[here].id, 0))
        assert answer.here
        assert answer.holds
        assert answer.holds.match == tables[then].id
        assert "(2)" in str(answer.scene)
