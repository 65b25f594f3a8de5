"""What must be forgotten is covered again, wherever it was shown, and whichever process has died since."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from bot.delivery.messenger import ANSWER
from bot.delivery.temporary_reveal import REVEALED, Veil
from bot.errors import Unreachable
from bot.matches.deadlines import Due
from bot.matches.model import Begun, Play
from bot.screens.scene import Board, Scene
from bot.wall_clock import HOUR
from games.art import Picture
from storage import REVEAL, WHOLE_MATCH, Deadline, InteractionToken, PlayerMessage
from tests.kit.match import ANN, BEN, CHANNEL, NOON, cause
from tests.kit.world import World, begun, challenge, chosen, restart_world, round_of

pytestmark = pytest.mark.usefixtures("soon_again")

MEMORY: dict[str, Any] = {"variant": "memory", "placement": "random"}


def find_boards(scenes: Iterable[Scene]) -> Iterator[Picture]:
    return (scene.board.picture for scene in scenes if isinstance(scene.board, Board))


async def test_board_to_be_forgotten_is_posted_covered_and_covered_again(world: World) -> None:
    match, opened = (await world.begin_match("schamanen", **MEMORY)).id, set()
    for step in range(4):
        while isinstance(table := await world.tables.table(match), Play) and table.match.step == step:
            for seat in sorted(table.match.to_move):
                await chosen(world.tables, match, table.people[seat] or 0, world.hour[0])
        assert isinstance(table, Begun)
        view = table.match.view_of(None)
        if table.game.draw_board(view) != table.game.draw_board(table.game.forget(view)):
            opened.add(table.game.draw_board(view))
        await world.post_chatter()
        world.hour[0] += 1_000
        await world.refresh(match)
    assert opened
    assert not opened & set(find_boards(scene for _, scene in world.discord.posted))
    await world.clock(world.hour[0] + REVEALED)
    assert not opened & set(find_boards(world.discord.at(CHANNEL)))


async def open_board(world: World) -> tuple[int, Picture, Picture]:
    """Play a round by which something is shown that must be forgotten: the match, what is shown, and covered."""
    match = (await world.begin_match("schamanen", **MEMORY)).id
    table = await round_of(world.tables, match)
    assert isinstance(table, Begun)
    await world.refresh(match)
    view = table.match.view_of(None)
    opened, covered = table.game.draw_board(view), table.game.draw_board(table.game.forget(view))
    assert opened != covered
    return match, opened, covered


async def test_newer_reveal_stays_for_its_own_time(world: World) -> None:
    match, *_ = await open_board(world)
    table, veil = await world.load_play(match), Veil(world.store, lambda: NOON)
    assert await veil.lifts(table, None)
    veil.fell(Deadline(Due.COVER, NOON, table.match.step - 1, match_id=match))
    assert veil.lifted(table)
    veil.fell(Deadline(Due.COVER, NOON, table.match.step, match_id=match))
    assert not veil.lifted(table)


@pytest.mark.parametrize(
    ("kind", "late", "seat", "lifted"),
    [
        (Due.COVER, 0, WHOLE_MATCH, True),
        (Due.COVER, 1, WHOLE_MATCH, False),
        (Due.COVER, 0, 0, False),
        (Due.LIMIT, 0, WHOLE_MATCH, False),
    ],
    ids=["opened", "put off", "a look of one's own", "another clock"],
)
async def test_only_what_was_shown_to_all_is_known_to_be_open_after_a_start(
    world: World, kind: Due, late: int, seat: int, lifted: bool
) -> None:
    match, *_ = await open_board(world)
    table, veil = await world.load_play(match), Veil(world.store, lambda: NOON)
    veil.recalls(match, [Deadline(kind, NOON + REVEALED + late, table.match.step, seat)])
    assert veil.lifted(table) == lifted


async def test_private_look_is_covered_though_the_card_could_not_be_posted_yet(world: World) -> None:
    match = (await challenge(world.tables, "schamanen", placement="random")).id
    await world.refresh(match)
    table = (await world.tables.sit(match, BEN, cause=cause(), now=NOON)).table
    assert isinstance(table, Begun)
    await world.store.player_messages.save_message(PlayerMessage(match, ANN, 700, None, 0, NOON, "token", kind=REVEAL))
    covers = Deadline(Due.COVER, NOON, 0, table.people.index(ANN), match)
    await world.store.deadlines.set_deadlines(match, covers)
    await world.herald.fired(covers)
    await world.herald.settle()
    assert ANSWER in world.discord.private
    assert await world.store.matches.list_unshown() == []
    assert world.count_pings() == [1, 1]


async def test_board_opened_by_the_token_of_a_press_is_covered_by_it(world: World) -> None:
    match = (await begun(world.tables, "schamanen", **MEMORY)).id
    await world.refresh(match)
    (card,) = [place.message for place in world.discord.messages if place.channel == CHANNEL]
    await world.store.player_messages.save_token(InteractionToken(match, ANN, card, "token", NOON))
    world.discord.fails(f"edit {CHANNEL}", *[Unreachable("unreachable-permissions")] * 9)
    table = await round_of(world.tables, match)
    assert isinstance(table, Begun)
    await world.refresh(match)
    view = table.match.view_of(None)
    for now, shown in ((NOON, view), (NOON + REVEALED, table.game.forget(view))):
        await world.clock(now)
        assert [*find_boards([world.discord.private[card]])] == [table.game.draw_board(shown)]


async def test_board_that_was_open_for_an_hour_is_replaced_by_a_covered_one(world: World) -> None:
    _, opened, covered = await open_board(world)
    assert [*find_boards(world.discord.at(CHANNEL))] == [opened]
    await restart_world(world).clock(NOON + 2 * HOUR)
    assert [*find_boards(world.discord.at(CHANNEL))] == [covered]


@pytest.mark.parametrize("seat", [WHOLE_MATCH, 0])
async def test_cover_stays_due_until_it_is_done(world: World, seat: int) -> None:
    table = await world.begin_match("schamanen", **MEMORY)
    await world.store.player_messages.save_message(
        PlayerMessage(table.id, table.people[0] or 0, 700, None, 0, NOON, "token", kind=REVEAL)
    )
    covers = Deadline(Due.COVER, NOON, 0, seat, table.id)
    await world.store.deadlines.set_deadlines(table.id, covers)

    async def kill(_: int) -> None:
        raise asyncio.CancelledError

    world.discord.meanwhile["edit" if seat == WHOLE_MATCH else "edit_private"] = kill
    await world.herald.fired(covers)
    await world.herald.settle()
    world.discord.meanwhile.clear()
    for now, seats in ((NOON, [seat]), (NOON + HOUR, [])):
        if not seats:
            await restart_world(world).clock(now)
        assert [it.seat for it in await world.store.deadlines.list_of_match(table.id) if it.kind == Due.COVER] == seats
