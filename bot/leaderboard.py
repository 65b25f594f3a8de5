"""Ladders and seasons, as commands and buttons ask for them; one's own row is on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import turn
from bot.address import Address
from bot.asked import Answer, Asked
from bot.ladder import EVERYTHING
from bot.panel import managed
from bot.scenes import ladder as scenes
from bot.terms import say
from bot.turn import AROUND, FIRST, Turn
from games import GAMES
from games.refused import Refused

if TYPE_CHECKING:
    from bot.desk import Desk


async def opened(desk: Desk, asked: Asked, game: str, season: str) -> Answer:
    """The season that runs, unless another is meant; where none runs, what counts until one does."""
    server = asked.on_a_server()
    if season:
        known = {"0", *(str(it.number) for it in await desk.tables.store.seasons(server))}
        if season not in known:
            raise Refused("no-such-season")
        return await _page(desk, asked, game, int(season), FIRST)
    running = await desk.tables.store.season(server)
    return await _page(desk, asked, game, running.number if running else 0, FIRST)


async def turned(desk: Desk, asked: Asked, address: Address) -> Answer:
    server, (game, _, spelling) = asked.on_a_server(), address.rest.partition(".")
    if game != EVERYTHING and game not in GAMES:
        raise Refused("button")
    if spelling == AROUND:
        to: Turn | None = await desk.herald.standings.around(server, game, address.match, asked.person)
    else:
        to = turn.read(spelling, server, game, address.match)
    if to is None:
        raise Refused("button")
    return await _page(desk, asked, game, address.match, to)


async def _page(desk: Desk, asked: Asked, game: str, season: int, to: Turn) -> Answer:
    page = await desk.herald.standings.page(asked.on_a_server(), game, season, to, asked.person, asked.now)
    return Answer(scenes.shown(page, asked.locale))


async def seasons(desk: Desk, asked: Asked) -> list[tuple[str, str]]:
    """For completion: the newest first, and what counted while none ran."""
    if asked.server is None:
        return []
    known = reversed(await desk.tables.store.seasons(asked.server))
    found = [(scenes.named(it, asked.locale), str(it.number)) for it in known]
    return [*found, (say("ladder-open", asked.locale), "0")]


async def begun(desk: Desk, asked: Asked, name: str) -> Answer:
    """The one that runs ends with it."""
    season = await desk.seasons.begin(managed(asked), name, asked.now)
    return Answer(scenes.begun(season, asked.locale))


async def ended(desk: Desk, asked: Asked) -> Answer:
    return Answer(scenes.ended(await desk.seasons.end(managed(asked), asked.now), asked.locale))
