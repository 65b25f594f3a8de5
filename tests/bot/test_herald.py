"""What the channel and the people are told, with a Discord that fails where it is told to.

It is one herald in one world, where whatever went wrong is tried again at once.
"""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import Lost, Unavailable
from bot.herald import ear as ears
from bot.herald import herald as heralds
from bot.herald.channels import Place
from bot.herald.hands import PAUSE, TOKEN
from bot.scenes.address import Verb
from bot.scenes.scene import Scene
from bot.table.deadlines import Due
from bot.time import HOUR, MINUTE
from storage import Deadline, Door, Hand, Unstored
from tests.bot.databases import both_databases
from tests.kit.discord import DIRECT
from tests.kit.match import ANN, BEN, CHANNEL, NOON, said, tabled
from tests.kit.world import World, begun, challenge, chosen, restart_world, round_of
from tests.patience import PATIENCE

pytestmark = pytest.mark.usefixtures("soon_again")


async def test_nobody_sleeps_on_once_discord_is_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heralds, "AGAIN", (3600.0,))
    world.discord.fails("post", Unavailable("away"))
    table = await begun(world.tables)
    world.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while world.discord.troubles["post"]:
            await asyncio.sleep(0.001)
        world.herald.woken()
        await world.herald.settle()
    assert len(world.discord.at(CHANNEL)) == 1


async def test_nobody_sleeps_on_once_one_of_them_gets_through(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The gateway was there all the while, and so nothing else says that it is over."""
    monkeypatch.setattr(heralds, "AGAIN", (3600.0,))
    world.discord.fails(f"post {CHANNEL}", *[Unavailable("away")] * 2)
    one, other = [await begun(world.tables) for _ in range(2)]
    for table in (one, other):
        world.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while world.discord.troubles[f"post {CHANNEL}"]:
            await asyncio.sleep(0.001)
        # Something happens at one of them.
        await chosen(world.tables, one.id, ANN)
        world.herald.stir(one.id)
        await world.herald.settle()
    assert len(world.discord.at(CHANNEL)) == 2


@both_databases
async def test_nobody_sleeps_on_once_the_store_is_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next look finds that it is."""
    monkeypatch.setattr(heralds, "AGAIN", (3600.0,))
    monkeypatch.setattr(ears, "SWEEP", 0.001)
    table = await begun(world.tables)
    asked: list[str] = []

    def away(name: str) -> None:
        reads = getattr(world.herald.store, name)

        async def answered(*args: object) -> object:
            asked.append(name)
            if asked.count("unshown") < 3:
                raise Unstored("away")
            return await reads(*args)

        monkeypatch.setattr(world.herald.store, name, answered)

    away("outlook")
    away("unshown")
    world.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while "outlook" not in asked:
            await asyncio.sleep(0)
        watching = asyncio.create_task(world.herald.sweeping())
        await world.herald.settle()
    watching.cancel()
    assert len(world.discord.at(CHANNEL)) == 1


@both_databases
async def test_what_another_process_did_is_told_by_the_next_look(world: World) -> None:
    """As `duel forget` does it."""
    table = await begun(world.tables)
    await world.refresh(table.id)
    await tabled(world.tables.store).forget(BEN, NOON)
    await world.clock(NOON + ears.FORSAKEN)
    await world.herald.sweep()
    await world.herald.settle()
    assert await world.tables.store.unshown() == []
    (scene,) = [scene for scene in world.discord.at(CHANNEL) if scene.rows]
    assert f"{Verb.REMATCH}:" in str(scene.rows)
    assert str(BEN) not in str(scene.above)
    (end,) = world.discord.direct(ANN)
    assert str(BEN) not in str(end.above)


async def test_a_card_is_in_the_language_that_is_asked_for_whatever_it_was_told_in_before(world: World) -> None:
    table, face = await begun(world.tables), world.rooms.notice.face
    nobody: frozenset[int] = frozenset()
    for locale in ("en", "de", "fr", "de", "en"):
        fresh = restart_world(world).rooms.notice.face
        assert await face.scene(table, locale, nobody, nobody) == await fresh.scene(table, locale, nobody, nobody)


@pytest.mark.parametrize(("matches", "more"), [(1, 0), (2, 0), (3, 1)])
async def test_what_is_more_than_a_handful_follows_soon(
    world: World, monkeypatch: pytest.MonkeyPatch, matches: int, more: int
) -> None:
    """Another process has died, and its matches are told one handful after the other."""
    monkeypatch.setattr(heralds, "HANDFUL", 2)
    soon: list[None] = []
    monkeypatch.setattr(world.herald.ear, "soon", lambda: soon.append(None))
    for _ in range(matches):
        await begun(world.tables)
    # No clock: what it fires is told, too.
    world.hour[0] += ears.FORSAKEN
    await world.herald.sweep()
    await world.herald.settle()
    assert len(soon) == more
    assert len(world.discord.at(CHANNEL)) == min(matches, 2)


async def test_it_looks_now_and_then(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ears, "SWEEP", 0.001)
    table = await begun(world.tables)
    await world.clock(NOON + ears.FORSAKEN)
    watching = asyncio.create_task(world.herald.sweeping())
    async with asyncio.timeout(PATIENCE):
        while await world.tables.store.unshown():
            await asyncio.sleep(0.001)
    watching.cancel()
    assert len(world.discord.at(CHANNEL)) == 1
    assert world.discord.pings(ANN) == 1, table.id


async def test_what_happens_while_something_goes_wrong_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What went wrong waits until it is tried again; what has happened since does not."""
    table = await begun(world.tables)
    post = world.discord.post

    async def wrong(channel: int, scene: Scene, once: str) -> Place:
        monkeypatch.setattr(world.discord, "post", post)
        world.herald.stir(table.id)
        raise ZeroDivisionError

    monkeypatch.setattr(world.discord, "post", wrong)
    await world.refresh(table.id)
    assert len(world.discord.at(CHANNEL)) == 1
    assert await world.tables.store.unshown() == []


async def test_every_open_hand_shows_the_newest(world: World) -> None:
    """On two devices, and of whoever chose last; what shows it already is not edited again."""
    table = await begun(world.tables)
    await world.refresh(table.id)
    for number, person in enumerate((ANN, ANN, BEN)):
        await world.tables.store.hold(Hand(table.id, person, 700 + number, 0, 0, NOON, "token"))
    await world.refresh(table.id)
    await round_of(world.tables, table.id)
    await world.refresh(table.id)
    assert world.discord.private[700] == world.discord.private[701]
    shown = dict(world.discord.private)
    world.discord.fails("edit_private", *[Lost()] * 9)
    await world.refresh(table.id)
    assert world.discord.private == shown
    assert len([it for it in await world.tables.store.hands(table.id) if it.token]) == 3


async def test_a_hand_is_paused_before_its_token_ends_and_goes_on_with_a_press(world: World) -> None:
    table = await begun(world.tables, clock=None)
    await world.tables.store.hold(Hand(table.id, ANN, 700, 0, 0, NOON, "token"))
    await world.refresh(table.id)
    await world.clock(NOON + PAUSE - 1)
    assert len(world.discord.private[700].rows) > 1
    await world.clock(NOON + PAUSE)
    assert world.discord.private[700].above[-1].startswith("⏸️")
    await world.clock(NOON + TOKEN)
    assert world.discord.private[700].above[-1].startswith("⏸️")
    assert await world.tables.store.due(NOON + HOUR) == []


async def test_the_end_is_in_every_hand_and_then_it_is_put_down(world: World) -> None:
    table = await begun(world.tables)
    await world.refresh(table.id)
    await world.tables.store.hold(Hand(table.id, ANN, 700, 0, 0, NOON, "token"))
    await world.tables.store.open_door(Door(table.id, BEN, 900, "token", NOON))
    await said(world.tables, table, 0, "!resign", now=NOON)
    await world.refresh(table.id)
    assert world.discord.private[700].board
    assert await world.tables.store.hands(table.id) == []
    assert await world.tables.store.doors(table.id) == []


async def test_who_has_pressed_the_card_gets_a_hand_beside_it(world: World) -> None:
    """As the challenger, by the token of their command; who has one gets no second."""
    table = await begun(world.tables)
    await world.tables.store.open_door(Door(table.id, ANN, 900, "hers", NOON - MINUTE))
    await world.tables.store.open_door(Door(table.id, BEN, 900, "old", NOON - PAUSE))
    await world.refresh(table.id)
    await world.refresh(table.id)
    assert len(world.discord.private) == 1
    (hand,) = [it for it in await world.tables.store.hands(table.id) if not it.channel]
    assert (hand.person, hand.token, hand.at) == (ANN, "hers", NOON - MINUTE)


async def test_the_clock_is_not_kept_by_a_discord_out_of_reach(world: World) -> None:
    """What it has once told is due again only later, so that others come first."""
    table = await begun(world.tables, "schamanen", variant="memory", placement="random")
    await world.refresh(table.id)
    deadline = Deadline(Due.COVER, NOON, 0, match=table.id)
    await world.tables.store.schedule(table.id, deadline)
    world.discord.fails(f"edit {CHANNEL}", Unavailable("away"))
    await world.herald.fired(deadline)
    assert deadline not in await world.tables.store.due(NOON)
    await world.herald.settle()
    assert await world.tables.store.due(NOON + HOUR * 24) == []


@both_databases
async def test_a_start_puts_down_what_was_left_open(world: World) -> None:
    """Somebody’s last answer came after the end had been told."""
    table = await begun(world.tables)
    await said(world.tables, table, 0, "!resign", now=NOON)
    await world.refresh(table.id)
    await world.tables.store.hold(Hand(table.id, ANN, 700, 0, 0, NOON, "token"))
    await world.herald.catch_up()
    await world.herald.settle()
    assert world.discord.private[700].board
    assert await world.tables.store.hands_left_open() == []


@both_databases
async def test_what_a_start_could_not_catch_up_with_it_does_when_the_store_is_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody says again that Discord is there: with the first try it would be lost until the next connection."""
    table = await begun(world.tables)
    await said(world.tables, table, 0, "!resign", now=NOON)
    await world.refresh(table.id)
    await world.tables.store.hold(Hand(table.id, ANN, 700, 0, 0, NOON, "token"))
    tries: list[str] = []

    def away(name: str, times: int) -> None:
        asked = getattr(world.herald.store, name)

        async def answered(*args: object) -> object:
            tries.append(name)
            if tries.count(name) <= times:
                raise Unstored("away")
            return await asked(*args)

        monkeypatch.setattr(world.herald.store, name, answered)

    away("unshown", 2)
    away("hands_left_open", 1)
    monkeypatch.setattr(heralds, "SWEEP", 0)
    async with asyncio.timeout(PATIENCE):
        await world.herald.catch_up()
        await world.herald.settle()
    assert tries == ["unshown"] * 3 + ["hands_left_open", "unshown", "hands_left_open"]
    assert world.discord.private[700].board


@pytest.mark.parametrize("hinted", [False, True])
async def test_what_the_house_would_do_stays_while_it_is_thought_about(world: World, hinted: bool) -> None:
    """Otherwise the last to choose reads that the others have."""
    table = await begun(world.tables)
    await world.refresh(table.id)
    before = world.discord.direct(ANN)
    if hinted:
        (place,) = [place for place in world.discord.messages if place.channel == DIRECT + ANN]
        world.rooms.hands.hinted(place.message, 0)
    await chosen(world.tables, table.id, BEN)
    await world.refresh(table.id)
    assert (world.discord.direct(ANN) == before) == hinted
    await chosen(world.tables, table.id, ANN)
    await world.refresh(table.id)
    assert world.discord.direct(ANN) != before


async def test_what_goes_wrong_again_and_again_is_not_tried_ever_more_often(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever happens at the table meanwhile: one try that is put off, and not one for each that failed."""
    tries: list[float] = []
    enough = asyncio.Event()

    async def broken(*_: object) -> Place:
        tries.append(asyncio.get_running_loop().time())
        if len(tries) == 6:
            enough.set()
        raise ValueError

    monkeypatch.setattr(heralds, "LATER", 0.05)
    monkeypatch.setattr(world.discord, "post", broken)
    table = await challenge(world.tables)
    for _ in range(30):
        await world.refresh(table.id)
    tries.clear()
    enough.clear()
    async with asyncio.timeout(PATIENCE):
        await enough.wait()
    await world.herald.leave()
    # Between two of them the whole pause: a loop rings late, and a hair early at most.
    assert tries[5] - tries[0] > 4.9 * heralds.LATER


@both_databases
async def test_whoever_is_forgotten_is_named_in_nothing_that_is_written_from_then_on(world: World) -> None:
    table = await begun(world.tables)
    await world.refresh(table.id)
    await world.discord.post(CHANNEL, Scene(above=("Hello",)), "hello")
    await tabled(world.tables.store).forget(BEN, NOON)
    await world.refresh(table.id)
    assert len(world.discord.at(CHANNEL)) == 2
    assert str(BEN) not in str([scene.above for scene in world.discord.at(CHANNEL)])
