"""Settings, looked at and changed: where these buttons lead, no table is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.address import Address
from bot.asked import Answer, Asked
from bot.scenes import settings
from games.refused import Refused

if TYPE_CHECKING:
    from bot.desk import Desk


async def opened(desk: Desk, asked: Asked, address: Address) -> Answer:
    """One's own, or the server's."""
    if address.rest == settings.SERVER:
        server = await desk.preferences.server(managed(asked))
        return Answer(settings.theirs(server, asked.locale))
    return Answer(settings.mine(await desk.preferences.player(asked.person)))


async def settled(desk: Desk, asked: Asked, address: Address) -> Answer:
    """What was chosen is kept; the right to choose may have gone since the panel was opened."""
    panel, _, name = address.rest.partition(".")
    if panel == settings.SERVER:
        number = managed(asked)
        server = settings.kept(await desk.preferences.server(number), panel, name, asked.chosen)
        await desk.preferences.set_server(number, server)
        if name == "season":
            await desk.seasons.lasts(number, server.season, asked.now)
    elif panel == settings.ME:
        player = settings.kept(await desk.preferences.stored(asked.person), panel, name, asked.chosen)
        await desk.preferences.set_player(asked.person, player)
        if name == "listed":
            await desk.tables.store.hide(asked.person, hidden=not player.listed)
    else:
        raise Refused("button")
    return await opened(desk, asked, replace(address, rest=panel))


def managed(asked: Asked) -> int:
    """The server whose settings this person may change."""
    server = asked.on_a_server()
    if not asked.manages:
        raise Refused("not-manager")
    return server
