"""Wherever we die whoever is awaited is called, and nobody twice: each deed of the herald is once the last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from bot.herald.attendance import AT_IT
from bot.preferences import Player
from bot.table.table import Play
from bot.table.tables import Tables
from bot.time import DAY
from games import GAMES
from storage import Store
from tests.bot.life import Killed, Life, Mortal
from tests.effort import LITTLE, MOST
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, NOON, said
from tests.kit.world import World, begun, chosen, create_world

CHOICES = 3


class Wire:
    """Discord, as far as a process reaches it that dies."""

    def __init__(self, board: Discord, life: Life) -> None:
        self.board = board
        self.life = life

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self.board, name)
        return lambda *given: self.life.does(lambda: asked(*given))


def living(store: Store, board: Discord, hour: list[int], life: Life) -> World:
    wire: Any = Wire(board, life)
    return create_world(Store(Mortal(store.database, life)), wire, hour)


async def told(one: World, match: int) -> None:
    """And the clocks that ring when nobody is at it any more."""
    one.herald.stir(match)
    await one.herald.settle()
    one.hour[0] += AT_IT
    with suppress(Killed):
        await one.clock(one.hour[0])
    await one.herald.settle()


async def nobody_waits_in_vain(board: Discord, table: Play, since: dict[int, int]) -> None:
    """Nor is anybody called twice."""
    for seat in table.match.waiting:
        person = table.people[seat]
        assert person is not None
        assert board.pings(person) == since[person] + 1, (person, table.match.step)


def deaths() -> Iterator[pytest.ParameterSet]:
    """In every game, however people are called; of both ways one by turns at every change. It dies some hundred times:
    on PostgreSQL in one game only.
    """
    for at, game in enumerate(key for key in GAMES if key != "morra"):
        for late, prompts in enumerate(("dm", "here") if at % 2 else ("here", "dm")):
            yield pytest.param("sqlite", game, prompts, marks=[pytest.mark.gate] if late else [])
    for prompts in ("dm", "here"):
        yield pytest.param("postgres", "schnick", prompts, marks=pytest.mark.gate)


@pytest.mark.again
@pytest.mark.parametrize(("database", "game", "prompts"), [*deaths()], indirect=["database"])
async def test_wherever_we_die_whoever_is_awaited_is_called(tables: Tables, game: str, prompts: str) -> None:
    """Without a clock nothing else would ever ask them. Each deed of the herald is once the last; with little effort
    every third, in another game another third, and with more the third that comes after it.
    """
    hour, survived = [NOON], False
    each = 1 if MOST else 3
    deeds = (list(GAMES).index(game) + (not LITTLE)) % each
    for person in (ANN, BEN):
        await create_world(tables.store, Discord(lambda: hour[0]), hour).preferences.set_player(
            person, Player.model_validate({"prompts": prompts})
        )
    while not survived:
        hour[0] += DAY
        life, board = Life(deeds), Discord(lambda: hour[0])
        one = living(tables.store, board, hour, life)
        table = await begun(tables, game)
        since = {ANN: 0, BEN: 0}
        for _ in range(CHOICES):
            await told(one, table.id)
            if life.over:
                # The next process finds what the store holds.
                one = create_world(tables.store, board, hour)
                await one.herald.catch_up()
                await told(one, table.id)
            # What goes without asking has been said meanwhile.
            now = await tables.table(table.id)
            assert isinstance(now, Play)
            await nobody_waits_in_vain(board, now, since)
            asked = now.people[max(now.match.waiting)]
            assert asked is not None
            since[asked] = board.pings(asked)
            table = await chosen(tables, table.id, asked, hour[0])
        survived = not life.over
        deeds += each
        await said(tables, table, 0, "!resign", now=hour[0])
        await create_world(tables.store, board, hour).refresh(table.id)
    assert deeds > CHOICES
