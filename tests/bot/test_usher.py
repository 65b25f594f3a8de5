"""Who does too much is asked to wait, and nobody else is: what counts, for whom, and what they are told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from bot.desk.asked import Answer, Asked, Wish
from bot.desk.offers import Offers
from bot.desk.usher import COMPANY, DEAR, FLURRY, TOLD, Fair, Usher, dear
from bot.discord import router as routers
from bot.discord.router import Router
from bot.discord.waiting import Waiting
from bot.host.gauges import Gauges
from bot.known import Known
from bot.lru import Once
from bot.scenes.address import Address, Verb
from bot.table.tables import Tables
from bot.texts import say
from games.refused import Refused
from games.words import LOCALES
from tests.bot.databases import both_databases
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, CHANNEL, DAN, NOON, SERVER, cause, said
from tests.kit.scenes import TEXT, inside
from tests.kit.world import create_rooms

PRESS = Address(Verb.CHOOSE, 1, 0)


@dataclass
class Watch:
    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


def pressed(porter: Usher, times: int, person: int = ANN, server: int | None = None) -> list[bool]:
    return [not porter.wait(person, server, PRESS) for _ in range(times)]


def test_a_flurry_is_nothing_and_who_goes_on_waits_until_there_is_room() -> None:
    watch = Watch()
    porter = Usher(5, watch)
    often = int(5 * FLURRY)
    assert pressed(porter, often) == [True] * often
    wait = porter.wait(ANN, None, PRESS)
    assert wait == pytest.approx(0.2)
    assert porter.wait(ANN, None, PRESS) == pytest.approx(wait), (
        "whoever is told to wait does not wait the longer for it"
    )
    assert not porter.wait(BEN, None, PRESS), "nobody else does"
    watch.now += 0.2
    assert pressed(porter, 2) == [True, False]
    watch.now += FLURRY
    assert pressed(porter, often + 1) == [True] * often + [False]


def test_at_the_pace_that_is_theirs_nobody_ever_waits() -> None:
    watch = Watch()
    porter = Usher(5, watch)
    for _ in range(500):
        assert pressed(porter, 1) == [True]
        watch.now += 0.2


def test_what_makes_much_work_counts_as_much_however_many_presses_there_are() -> None:
    for presses in (0.1, 1, 5, 50):
        porter = Usher(presses, Watch())
        films = [not porter.wait(ANN, None, "duel replay") for _ in range(10)]
        assert films.count(True) == max(1, min(int(FLURRY * presses), int(FLURRY)))


def test_a_server_has_a_share_that_one_alone_does_not_use_up() -> None:
    porter = Usher(5, Watch())
    pressed(porter, 10_000, ANN, SERVER)
    assert pressed(porter, 1, BEN, SERVER) == [True]
    often = int(5 * FLURRY)
    served = sum(sum(pressed(porter, often, person, SERVER)) for person in range(100, 100 + 2 * COMPANY))
    assert served == (COMPANY - 1) * often - 1
    assert pressed(porter, 1, CAT, SERVER) == [False]
    assert pressed(porter, 1, CAT, SERVER + 1) == [True]


def test_letters_are_counted_apart_from_what_they_are_typed_for() -> None:
    porter = Usher(5, Watch())
    while not porter.types(ANN):
        pass
    assert pressed(porter, 1) == [True]


def test_nothing_is_counted_where_the_host_says_so() -> None:
    porter = Usher(0, Watch())
    assert pressed(porter, 1_000, ANN, SERVER) == [True] * 1_000
    assert not any(porter.types(ANN) for _ in range(1_000))


def test_what_is_dear_is_a_button_or_a_command_that_is_there() -> None:
    said = {one for one in DEAR if " " in one}
    assert {one for one in DEAR if " " not in one} <= set(Verb)
    assert said <= {"duel replay", "duel verify", "duel board", "duel list", "duel practice", "ladder player"}
    assert all(0 < each <= FLURRY for each in DEAR.values())
    assert dear(Address(Verb.REPLAY, 1, 0)) == 1.0
    assert not dear(Address(Verb.REPLAY, 1, 3, "7")), "one board after the other is as cheap as any press"


@dataclass
class Pressing:
    """An interaction as far as the router looks at it before it asks anybody."""

    person: int
    locale: str = "en-US"
    told: list[str] = field(default_factory=list)
    id: int = 7
    guild_id: int = SERVER

    def __post_init__(self) -> None:
        self.user = SimpleNamespace(id=self.person, global_name="Ann", name="ann")
        self.data = {"custom_id": str(PRESS)}
        self.response = SimpleNamespace(is_done=lambda: False, send_message=self._send)

    async def _send(self, *, view: Any, ephemeral: bool) -> None:
        assert ephemeral
        self.told += [it["content"] for it in inside(view, TEXT)]


def routed(tables: Tables, porter: Usher, gauges: Gauges) -> Router:
    rooms = create_rooms(tables.store, Discord(lambda: NOON), lambda: NOON)
    # Nothing is ever given: whoever is asked to wait is answered by nobody else.
    reply: Any = None
    known = Known(rooms.store)
    return Router(rooms.desk, porter, rooms.preferences, known, lambda *_: None, reply, Waiting(), gauges)


def used_up(*people: int) -> Usher:
    porter = Usher(0.01, Watch())
    for person in people:
        porter.wait(person, None, PRESS)
    return porter


async def never(_: Asked) -> Answer:
    raise AssertionError("nothing is done for whoever is to wait")


@pytest.mark.parametrize(("locale", "says"), [("en-US", "Try again in 1"), ("de", "noch einmal"), ("fr", "Réessaie")])
async def test_who_waits_is_told_until_when_and_nothing_happens(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, locale: str, says: str
) -> None:
    monkeypatch.setattr(routers, "HELD", 0.0)
    gauges, pressing = Gauges(), Pressing(ANN, locale)
    await routed(tables, used_up(ANN), gauges).handle(pressing, never)  # type: ignore[arg-type]
    [line] = pressing.told
    assert says in line
    assert 'duel_refusals_total{key="too-fast"} 1.0' in gauges.page().decode()


async def test_who_has_many_such_answers_coming_is_passed_over(tables: Tables) -> None:
    porter, gauges, pressing = used_up(ANN, BEN), Gauges(), Pressing(ANN)
    assert {porter.tells(ANN) for _ in range(TOLD)} == {True}
    await routed(tables, porter, gauges).handle(pressing, never)  # type: ignore[arg-type]
    assert not pressing.told
    assert 'came="passed over"} 1.0' in gauges.page().decode()
    assert porter.tells(BEN)
    porter.told(ANN)
    assert porter.tells(ANN)


# offers and matches


def welcoming(tables: Tables, offers: int, matches: int) -> Offers:
    board = Discord(lambda: NOON)
    rooms = create_rooms(tables.store, board, lambda: NOON, Fair(offers=offers, matches=matches))
    return rooms.offers


def asking(person: int = ANN, server: int | None = SERVER) -> Asked:
    return Asked(person, "en", server, CHANNEL, cause(), NOON)


@both_databases
async def test_an_offer_too_many_is_refused_until_one_is_gone(tables: Tables) -> None:
    offers = welcoming(tables, 2, 0)
    wishes = [offers.open(asking(), Wish("morra")) for _ in range(5)]
    came = await asyncio.gather(*wishes, return_exceptions=True)
    refused = [no for no in came if isinstance(no, Refused)]
    assert [no.key for no in refused] == ["many-offers"] * 3, "however fast somebody presses"
    assert {say.no(refused[0], locale).count("2") for locale in LOCALES} == {1}
    await offers.open(asking(BEN), Wish("morra"))
    with pytest.raises(Refused, match="many-offers"):
        await offers.challenge(asking(), [CAT], Wish("morra"))
    first, _ = await tables.store.live_of(ANN)
    await tables.withdraw(first.id, ANN, cause=cause(), now=NOON)
    await offers.challenge(asking(), [CAT], Wish("morra"))


async def test_who_is_only_asked_has_made_no_offer(tables: Tables) -> None:
    offers = welcoming(tables, 1, 1)
    for person in (ANN, BEN, DAN):
        await offers.challenge(asking(person), [CAT], Wish("morra"))
    await offers.open(asking(CAT), Wish("morra"))


@both_databases
async def test_a_match_too_many_is_refused_to_who_sits_down_as_to_who_asks(tables: Tables) -> None:
    offers = welcoming(tables, 0, 1)
    for person in (ANN, BEN):
        await offers.challenge(asking(person), [CAT], Wish("woodwalkers"))
    one, other = [header.id for header in await tables.store.live_of(CAT)]
    await offers.sit(asking(CAT), Address(Verb.SIT, one, 0))
    with pytest.raises(Refused, match="many-matches"):
        await offers.sit(asking(CAT), Address(Verb.SIT, other, 0))
    with pytest.raises(Refused, match="many-matches"):
        await offers.open(asking(CAT), Wish("morra"))
    await said(tables, await tables.table(one), 0, "!resign")
    await offers.sit(asking(CAT), Address(Verb.SIT, other, 0))


@both_databases
async def test_a_server_has_room_for_so_many_and_another_one_for_its_own(tables: Tables) -> None:
    offers = welcoming(tables, 1, 0)
    for person in range(1_000, 1_000 + COMPANY):
        await offers.open(asking(person), Wish("morra"))
    with pytest.raises(Refused, match="many-offers-there"):
        await offers.open(asking(ANN), Wish("morra"))
    await offers.open(asking(ANN, SERVER + 1), Wish("morra"))


# what is made once


async def test_what_is_dear_is_made_once_for_all_who_want_it_and_one_after_the_other() -> None:
    made: list[str] = []
    at_work = 0
    once: Once[str, str] = Once(2, at_once=1)

    async def make(what: str) -> str:
        nonlocal at_work
        at_work += 1
        assert at_work == 1
        await asyncio.sleep(0)
        made.append(what)
        at_work -= 1
        return what

    wanted = ["film", "proof", "film", "film", "proof"]
    assert await asyncio.gather(*(once.of(what, partial(make, what)) for what in wanted)) == wanted
    assert made == ["film", "proof"]
    await once.of("film", partial(make, "film"))
    await once.of("list", partial(make, "list"))
    await once.of("film", partial(make, "film"))
    assert made == ["film", "proof", "list"], "what somebody wanted last stays"
    await once.of("proof", partial(make, "proof"))
    assert made == ["film", "proof", "list", "proof"]


async def test_who_goes_away_takes_it_from_nobody_and_what_failed_is_tried_again() -> None:
    once: Once[str, int] = Once(1)
    waits, tries = asyncio.Event(), 0

    async def make() -> int:
        nonlocal tries
        tries += 1
        await waits.wait()
        if tries == 1:
            raise MemoryError
        return tries

    one, other = (asyncio.create_task(once.of("film", make)) for _ in range(2))
    await asyncio.sleep(0)
    one.cancel()
    waits.set()
    with pytest.raises(MemoryError):
        await other
    assert await once.of("film", make) == 2
