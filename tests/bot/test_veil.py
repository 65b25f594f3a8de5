"""What must be forgotten is covered again, wherever it lay open, and whoever has died since."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

import pytest

from bot.errors import Unreachable
from bot.herald.channels import ANSWER
from bot.herald.veil import REVEALED, Veil
from bot.scenes.scene import Board, Scene
from bot.table.deadlines import Due
from bot.table.table import Begun, Play
from bot.time import HOUR
from games.art import Picture
from storage import LOOK, NO_SEAT, Deadline, Door, Hand
from tests.kit.match import ANN, BEN, CHANNEL, NOON, cause
from tests.kit.world import World, begun, challenge, chosen, create_world, round_of

pytestmark = pytest.mark.usefixtures("soon_again")


async def test_what_must_be_forgotten_lies_open_nowhere_once_it_is_covered(world: World) -> None:
    """The next choice comes while it is still open, and the table moves to the bottom: above it stays no open board."""
    table = await begun(world.tables, "schamanen", variant="memory", placement="random")
    match, opened = table.id, set()
    await world.refresh(match)
    for step in range(6):
        assert isinstance(table, Begun)
        while isinstance(table := await world.tables.table(match), Play) and table.match.step == step:
            for seat in sorted(table.match.waiting):
                assert isinstance(table, Begun)
                await chosen(world.tables, match, table.people[seat] or 0, world.hour[0])
        assert isinstance(table, Begun)
        view = table.match.view(None)
        if table.game.picture(view) != table.game.picture(table.game.forget(view)):
            opened.add(table.game.picture(view))
        # Somebody talks: the table is not the last any more.
        await world.discord.post(CHANNEL, Scene(above=("Hello",)), f"hello {step}")
        world.hour[0] += 1_000
        await world.refresh(match)
    assert opened
    assert not opened & set(_boards(scene for _, scene in world.discord.posted))
    await world.clock(world.hour[0] + REVEALED)
    assert not opened & set(_boards(world.discord.at(CHANNEL)))


async def opened(world: World) -> tuple[Veil, Begun]:
    """A table at which something must be forgotten, and nothing lies open yet."""
    table = await begun(world.tables, "schamanen", variant="memory", placement="random")
    assert isinstance(table, Begun)
    while table.game.forget(view := table.match.view(None)) == view:
        for seat in sorted(table.match.waiting):
            table = await chosen(world.tables, table.id, table.people[seat] or 0)
            assert isinstance(table, Begun)
    return Veil(world.tables.store, lambda: NOON), table


async def test_what_was_opened_since_stays_open_for_its_own_time(world: World) -> None:
    veil, table = await opened(world)
    assert await veil.lifts(table, None)
    veil.fell(Deadline(Due.COVER, NOON, table.match.step - 1, match=table.id))
    assert veil.lifted(table)
    veil.fell(Deadline(Due.COVER, NOON, table.match.step, match=table.id))
    assert not veil.lifted(table)


@pytest.mark.parametrize(
    ("kind", "late", "seat", "lifted"),
    [
        (Due.COVER, 0, NO_SEAT, True),
        (Due.COVER, 1, NO_SEAT, False),
        (Due.COVER, 0, 0, False),
        (Due.LIMIT, 0, NO_SEAT, False),
    ],
    ids=["opened", "put off", "a look of one's own", "another clock"],
)
async def test_only_what_was_opened_for_all_lies_open_after_a_start(
    world: World, kind: Due, late: int, seat: int, lifted: bool
) -> None:
    veil, table = await opened(world)
    veil.recalls(table.id, [Deadline(kind, NOON + REVEALED + late, table.match.step, seat)])
    assert veil.lifted(table) == lifted


def _boards(scenes: Iterable[Scene]) -> Iterator[Picture]:
    return (scene.board.picture for scene in scenes if isinstance(scene.board, Board))


async def test_a_look_of_ones_own_is_covered_though_the_begin_could_not_be_posted_yet(world: World) -> None:
    """In the channel there is but the offer, in which nobody sits."""
    table = await challenge(world.tables, "schamanen", placement="random")
    await world.refresh(table.id)
    table = (await world.tables.sit(table.id, BEN, cause=cause(), now=NOON)).table
    assert isinstance(table, Begun)
    store = world.tables.store
    await store.hold(Hand(table.id, ANN, 700, 0, 0, NOON, "token", kind=LOOK))
    covers = Deadline(Due.COVER, NOON, 0, table.people.index(ANN), table.id)
    await store.schedule(table.id, covers)
    await world.herald.fired(covers)
    await world.herald.settle()
    assert ANSWER in world.discord.private
    assert await store.unshown() == []
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_what_was_opened_by_somebodys_press_is_covered_by_it(world: World) -> None:
    """Where the channel has been closed to us meanwhile it would lie open for ever."""
    table = await begun(world.tables, "schamanen", variant="memory", placement="random")
    await world.refresh(table.id)
    (card,) = [place.message for place in world.discord.messages if place.channel == CHANNEL]
    await world.tables.store.open_door(Door(table.id, ANN, card, "token", NOON))
    world.discord.fails(f"edit {CHANNEL}", *[Unreachable("unreachable-permissions")] * 9)
    table = await round_of(world.tables, table.id)
    assert isinstance(table, Begun)
    await world.refresh(table.id)
    view = table.match.view(None)
    open_now, covered = table.game.picture(view), table.game.picture(table.game.forget(view))
    assert open_now != covered
    assert [*_boards([world.discord.private[card]])] == [open_now]
    await world.clock(NOON + REVEALED)
    assert [*_boards([world.discord.private[card]])] == [covered]


async def test_what_lay_open_for_an_hour_is_replaced_by_what_is_covered(world: World) -> None:
    """Nobody was there to cover it, and Discord takes few edits of what is so old."""
    table = await begun(world.tables, "schamanen", variant="memory", placement="random")
    await world.refresh(table.id)
    table = await round_of(world.tables, table.id)
    assert isinstance(table, Begun)
    await world.refresh(table.id)
    view = table.match.view(None)
    open_now, covered = table.game.picture(view), table.game.picture(table.game.forget(view))
    assert [*_boards(world.discord.at(CHANNEL))] == [open_now]
    after = create_world(world.tables.store, world.discord, world.hour)
    await after.clock(NOON + 2 * HOUR)
    assert [*_boards(world.discord.at(CHANNEL))] == [covered]


@pytest.mark.parametrize("seat", [NO_SEAT, 0])
async def test_what_lies_open_is_due_until_it_is_covered(
    world: World, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is killed in between is followed; and then it is due no more."""
    table = await begun(world.tables, "schamanen", variant="memory", placement="random")
    assert isinstance(table, Begun)
    await world.refresh(table.id)
    person = table.people[0]
    assert person is not None
    await world.tables.store.hold(Hand(table.id, person, 700, 0, 0, NOON, "token", kind=LOOK))
    covers = Deadline(Due.COVER, NOON, 0, seat, table.id)
    await world.tables.store.schedule(table.id, covers)
    deed = "edit" if seat == NO_SEAT else "edit_private"

    async def killed(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(world.discord, deed, killed)
        await world.herald.fired(covers)
        await world.herald.settle()
    assert [it.seat for it in await world.tables.store.standing(table.id) if it.kind == Due.COVER] == [seat]
    after = create_world(world.tables.store, world.discord, world.hour)
    await after.clock(NOON + HOUR)
    assert [it for it in await world.tables.store.standing(table.id) if it.kind == Due.COVER] == []
