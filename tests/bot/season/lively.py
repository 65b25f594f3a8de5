"""Matches that count, so many that a season has something to tell."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from bot.ladder.umpire import Umpire
from bot.preferences import Preferences, Server
from bot.scenes.scene import Scene
from bot.table.table import Begun
from bot.table.tables import Tables
from games import GAMES
from storage import Event, Opening, Store
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, CHANNEL, DAN, NOON, SERVER, begun, round_of, said


def at(*when: int) -> int:
    return int(datetime(*when, tzinfo=UTC).timestamp() * 1000)  # type: ignore[misc,arg-type]


async def played(tables: Tables, now: int = NOON) -> None:
    table = await begun(tables, BEN, now=now)
    for _ in range(2):
        table = await round_of(tables, table, now)
    assert isinstance(table, Begun)
    assert (await said(tables, table, table.people.index(ANN), "!resign", now)).table.over


async def counted(
    store: Store, at: int, *people: int, ranks: tuple[int, ...] = (1, 2), game: str = "schnick", server: int = SERVER
) -> None:
    """A match that counts, as a table hands it over when it is played to its end."""
    table: Any = SimpleNamespace(
        server=server,
        people=people,
        game=GAMES[game],
        result=SimpleNamespace(ranks=ranks, scores=(0,) * len(ranks), reason="points"),
        options=SimpleNamespace(drawn=False),
        agreement=SimpleNamespace(rated=True),
        match=SimpleNamespace(step=9, left=()),
        unrated="",
    )
    opening = Opening(server, CHANNEL, game, 1, "{}", "{}", "5eed", "over", at)
    change = await Umpire(store, Preferences(store)).ruled(table, at)
    await store.create(opening, [Event("offered", "", at, person=people[0])], replace(change, live=False))


STRANGERS = (771, 772)


async def reigned(store: Store, began: int, *people: int, server: int = SERVER) -> None:
    """One wins against the other; and against two more, as whoever has a rank must have met three."""
    for at, loser in enumerate((*[people[1]] * 6, *STRANGERS)):
        await counted(store, began + at, people[0], loser, server=server)


async def lively(store: Store, began: int) -> None:
    """A season in which Ann wins what Ben, Cat and Dan lose; Dan wins once, against her."""
    await Preferences(store).set_server(SERVER, Server(pair=None))
    for number in range(6):
        for at, loser in enumerate((BEN, CAT, DAN)):
            await counted(store, began + 10 * number + at, ANN, loser)
        await counted(store, began + 10 * number + 4, BEN, CAT)
        await counted(store, began + 10 * number + 5, CAT, DAN, game="schamanen")
    # Who has a rank has met three others.
    await counted(store, began + 80, BEN, DAN)
    await counted(store, began + 90, DAN, ANN)


def words(scene: Scene) -> str:
    return "\n".join((*scene.above, *scene.below))


def shows(board: Discord, now: int) -> None:
    """Its watch."""
    board.now = lambda: now
