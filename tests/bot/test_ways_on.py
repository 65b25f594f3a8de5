"""Nothing that somebody is shown in private is a dead end: there is always something to press that leads on."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator

import pytest

from bot.desk.asked import Answer, Asked, Wish
from bot.desk.desk import led
from bot.scenes.address import Address, Verb
from bot.scenes.menu import refusal
from bot.scenes.scene import Button, Listed, Places, Roles, Scene, Select, Somebody
from games import GAMES
from games.match import CANCEL, RESIGN
from games.refused import Refused
from storage import Store
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause
from tests.kit.world import World, begun, challenge, chosen

pytestmark = pytest.mark.usefixtures("without_morra")

MOST = 250
"""Presses; there are fewer kinds of them."""


def asked(person: int, chosen: str = "", *, pressed: bool = False) -> Asked:
    return Asked(
        person, "en", SERVER, CHANNEL, cause(), NOON, message=77 * pressed, private=pressed, manages=True,
        token="token", chosen=(chosen,) if chosen else (),  # noqa: S106 - of a press
    )  # fmt: skip


def ways(scene: Scene) -> list[tuple[Address, str]]:
    """What can be pressed there, and what is taken from a list."""
    found = []
    for row in scene.rows:
        match row:
            case Select():
                found += [(row.to, value) for value, _ in row.choices[:2]]
            case Listed():
                found += [(row.to, it.to) for it in row.buttons[:2]]
            case Places() | Roles() | Somebody():
                found.append((row.to, ""))
            case _:
                found += [(it.to, "") for it in row if isinstance(it, Button) and not it.off]
    return [(address, value) for to, value in found if (address := Address.parse(to))]


async def said(world: World, person: int) -> AsyncIterator[Answer]:
    """What commands answer somebody."""
    rooms, it = world.rooms, asked(person)
    for game in GAMES:
        yield await rooms.practice.begin(it, Wish(game))
        yield await rooms.asides.lesson(it, game)
    yield await rooms.asides.listing(it)
    yield await rooms.moves.inbox(it)
    yield await rooms.ladders.opened(it, "", "")
    yield await rooms.profiles.player(it, person)
    for header in await world.tables.store.live_of(person):
        with_a_seat = (await world.tables.current(header)).eyes_of(person) is not None
        for what in ("resign", "offer", "cancel") if with_a_seat else ():
            try:
                yield await rooms.asides.end(it, what, str(header.id))
            except Refused as no:
                # Who may not cancel alone is shown what they can do; an error line needs no way on.
                assert no.key == "house-plays-on" or refusal(no, "en").rows  # noqa: PT017
        if with_a_seat:
            yield await rooms.asides.board(it, str(header.id), text=True)
            yield await rooms.lookback.replay(it, str(header.id))
    for result in await world.tables.store.results_of(person, count=9):
        yield await rooms.lookback.replay(it, str(result.match))
        yield await rooms.lookback.verify(it, str(result.match))


async def everything(world: World) -> None:
    """Matches in every state there is."""
    tables = world.tables
    for word in (RESIGN, CANCEL):
        table = await begun(tables)
        await tables.say(table.id, ANN, word, step=None, cause=cause(), now=NOON)
    await begun(tables)
    midnight = await begun(tables, variant="midnight")
    for person in (ANN, BEN):
        await chosen(tables, midnight.id, person)
    schnick = await begun(tables, "schnick")
    await tables.say(schnick.id, BEN, ("!offer",), step=None, cause=cause(), now=NOON)
    await challenge(tables)


@pytest.mark.parametrize("person", [ANN, BEN, CAT])
async def test_there_is_always_a_way_on(world: World, store: Store, person: int) -> None:
    """Whoever presses everything there is comes to no message that has nothing to press, but for what refuses."""
    await everything(world)
    live = [header.id for header in await store.live_of(ANN)]
    to_do = [(Address(verb, match, 0), "") for match in live for verb in (Verb.CHOOSE, Verb.MORE, Verb.LOOK)]
    known: set[tuple[str, str, str]] = set()
    dead: set[str] = set()

    def shown(answer: Answer, whence: str) -> None:
        if answer.scene:
            found = ways(answer.scene)
            if not found:
                dead.add(f"{whence}: {answer.scene.above}")
            to_do.extend(found)

    async for answer in said(world, person):
        shown(answer, "said")
    for _ in itertools.takewhile(lambda _: to_do, range(MOST)):
        address, value = to_do.pop(0)
        status = (await world.tables.table(address.match)).status if address.match else ""
        kind = (address.verb, status, address.rest if address.verb in {Verb.ASK, Verb.CALL} else "")
        if kind in known:
            continue
        known.add(kind)
        try:
            pressing = asked(person, value, pressed=True)
            answer = await world.rooms.desk.answer(pressing, led(pressing, address))
        except Refused:
            continue
        shown(answer, str(address))
    assert not dead
    assert len(known) > 10
