"""What waits for somebody anywhere stands in their inbox and is answered from there, and nothing else is."""

from __future__ import annotations

import pytest

from bot.desk.asked import Answer, Asked
from bot.scenes.address import Address
from bot.scenes.inbox import A_PAGE
from bot.scenes.scene import Button, Scene
from bot.scenes.verb import Verb
from bot.table.agreement import Agreement
from bot.table.table import Closed, Offer, Play, Table
from bot.texts import say
from bot.time import DAY, HOUR
from games import GAMES
from games.words import LOCALES, Locale
from storage import ASIDE, Hand
from tests.bot.billboard import Billboard
from tests.bot.sitting import ANN, BEN, CAT, CHANNEL, SERVER, cause
from tests.bot.town import EARLIER, NOON, Town, begun, challenge, settled
from tests.games import morra

ELSEWHERE = 9
FORTY = 40


@pytest.fixture
def town(town: Town, monkeypatch: pytest.MonkeyPatch) -> Town:
    # A game of the tests, without a name.
    monkeypatch.delitem(GAMES, morra.KEY)
    return town


def by(person: int, server: int | None = SERVER, locale: Locale = "en") -> Asked:
    return Asked(person, locale, server, CHANNEL, cause(), NOON, message=77, private=True)


async def offered(town: Town, *named: int, open_to_all: bool = False, server: int = SERVER) -> Table:
    agreement = Agreement(kind="open" if open_to_all else "challenge", seats=max(2, len(named) + 1), clock=None)
    done = await town.tables.offer(
        ANN, named, GAMES["woodwalkers"], {}, agreement, server=server, channel=CHANNEL, cause=cause(), now=EARLIER
    )
    return done.table


async def listed(town: Town, person: int, locale: Locale = "en") -> Scene:
    scene = (await town.rooms.moves.inbox(by(person, locale=locale))).scene
    assert scene
    return scene


def buttons(scene: Scene) -> list[Button]:
    return [it for row in scene.rows if isinstance(row, tuple) for it in row]


def verbs(answer: Answer) -> set[Verb]:
    assert answer.scene
    return {Verb(it.to.partition(":")[0]) for it in buttons(answer.scene)}


async def pressed(town: Town, asked: Asked, verb: Verb, match: int) -> Answer:
    """Of what stands before them, and nothing else."""
    return await town.rooms.desk.answer(asked, Address(verb, match, 0))


def waiting(scene: Scene) -> set[int]:
    """Matches behind the buttons that stand out."""
    return {int(it.to.split(":")[1]) for it in buttons(scene) if it.tone == "main"}


@pytest.mark.parametrize("locale", LOCALES)
async def test_whoever_is_asked_finds_it_and_whoever_is_not_does_not(town: Town, locale: Locale) -> None:
    table = await offered(town, BEN, CAT)
    for person in (BEN, CAT):
        scene = await listed(town, person, locale)
        assert waiting(scene) == {table.id}
        assert scene.above[0] == f"### {say('inbox-waits', locale, count=1)}"
        assert f"<@{ANN}>" in scene.above[1]
        assert "⏳" in scene.above[1], "an offer expires"
    mine = await listed(town, ANN, locale)
    assert not waiting(mine), "it waits for others"
    assert len(mine.above) == 2, "but is there to be taken back"
    await town.tables.decline(table.id, BEN, cause=cause(), now=NOON)
    assert (await listed(town, BEN, locale)).above == (f"### {say('inbox-empty', locale)}",)
    await town.tables.sit(table.id, CAT, cause=cause(), now=NOON)
    assert not waiting(await listed(town, CAT, locale))
    assert waiting(await listed(town, ANN, locale)) == {table.id}, "all have answered, and it is up to whoever asked"


@pytest.mark.parametrize("server", [SERVER, ELSEWHERE, None], ids=["there", "elsewhere", "direct messages"])
async def test_from_the_inbox_it_is_accepted(town: Town, server: int | None) -> None:
    table = await offered(town, BEN)
    opened = await pressed(town, by(BEN, server), Verb.CHOOSE, table.id)
    assert {Verb.SIT, Verb.DECLINE} <= verbs(opened)
    assert opened.here
    answer = await pressed(town, by(BEN, server), Verb.SIT, table.id)
    assert isinstance(await town.tables.table(table.id), Play)
    assert answer.holds, "one plays on where one pressed"
    assert answer.here
    assert not answer.opens, "what was pressed is no card"
    assert answer.stirs == table.id


async def test_from_the_inbox_it_is_declined(town: Town) -> None:
    table = await offered(town, BEN)
    answer = await pressed(town, by(BEN), Verb.DECLINE, table.id)
    assert isinstance(await town.tables.table(table.id), Closed)
    assert answer.scene
    assert answer.scene.above == (say("done-decline", "en"),)
    assert Verb.INBOX in verbs(answer)
    assert not answer.opens


async def test_who_comes_before_the_others_reads_so_where_they_pressed(town: Town) -> None:
    table = await offered(town, BEN, CAT)
    answer = await pressed(town, by(BEN), Verb.SIT, table.id)
    assert isinstance(await town.tables.table(table.id), Offer)
    assert answer.scene
    assert answer.scene.below[-1] == say("offer-there", "en", who=f"<@{BEN}>", count=1)
    assert not {Verb.SIT, Verb.DECLINE} & verbs(answer)


async def test_what_is_open_before_somebody_says_what_becomes_of_it(town: Town) -> None:
    """And is no longer written to, once its reader has gone on to something else there."""
    table = await offered(town, BEN)
    for goes_on in (False, True):
        opened = await pressed(town, by(BEN), Verb.CHOOSE, table.id)
        assert opened.aside
        aside = Hand(table.id, BEN, by(BEN).message, 0, 0, NOON, kind=ASIDE)
        await town.tables.store.hold(aside, present=True)
        if goes_on:
            await town.rooms.desk.answer(by(BEN), Address(Verb.INBOX, 0, 0, "0"))
        assert bool(await town.tables.store.hands(table.id, ASIDE)) == (not goes_on)


async def test_a_rematch_that_is_offered_waits_for_the_other(town: Town) -> None:
    table = await begun(town.tables)
    await town.tables.quit(table.id, BEN, now=NOON)
    again = (await town.tables.rematch(table.id, ANN, cause=cause(), now=NOON)).table
    assert waiting(await listed(town, BEN)) == {again.id}
    assert not waiting(await listed(town, ANN))


@pytest.mark.parametrize("count", [1, A_PAGE, FORTY])
async def test_a_process_that_has_just_started_and_another_one_show_the_same(town: Town, count: int) -> None:
    """Challenges of many servers, in pages; the store is all that both have in common."""
    made = [(await offered(town, BEN, server=1 + at % 3)).id for at in range(count)]
    other = settled(town.tables.store, Billboard(lambda: NOON), [NOON])
    for each in (town, other):
        found: list[int] = []
        for page in range(-(-count // A_PAGE)):
            answer = await each.rooms.desk.answer(by(BEN), Address(Verb.INBOX, 0, 0, str(page)))
            assert answer.scene
            found += [int(it.to.split(":")[1]) for it in buttons(answer.scene) if it.to.startswith(Verb.CHOOSE)]
        assert found == made
        assert answer.scene
        assert answer.scene.above[0] == f"### {say('inbox-waits', 'en', count=count)}"
    await other.tables.withdraw(made[0], ANN, cause=cause(), now=NOON)
    assert made[0] not in waiting(await listed(town, BEN)), "what ended elsewhere is gone"


async def test_what_is_most_urgent_comes_first_of_matches_and_offers(town: Town) -> None:
    """An offer stands for a day."""
    late, asks = await begun(town.tables, clock=2 * DAY), await challenge(town.tables)
    soon = await begun(town.tables, clock=HOUR)
    order = [int(it.to.split(":")[1]) for it in buttons(await listed(town, BEN))]
    assert order == [table.id for table in (soon, asks, late)]


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_list_has_a_button_for_what_one_may_answer(town: Town, locale: Locale) -> None:
    """To sit down where anybody may, too; of what others do among themselves there is none."""
    mine, theirs = await offered(town, BEN), await offered(town, CAT)
    free = await offered(town, open_to_all=True)
    scene = (await town.rooms.asides.listing(by(BEN, locale=locale))).scene
    assert scene
    to = {it.to: it.tone for it in buttons(scene) if it.to.startswith(Verb.CHOOSE)}
    assert to == {str(Address(Verb.CHOOSE, mine.id, 0)): "main", str(Address(Verb.CHOOSE, free.id, 0)): "plain"}
    assert any(f"`{theirs.id}`" in line for line in scene.above)
    opened = await pressed(town, by(BEN), Verb.CHOOSE, free.id)
    assert Verb.SIT in verbs(opened)
    looked = await pressed(town, by(BEN), Verb.CHOOSE, theirs.id)
    assert not {Verb.SIT, Verb.DECLINE} & verbs(looked)
