"""Elsewhere than at home, in a place that the bot was brought along to and that is none of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from typing import Final

from tests.wire.glade import Glade

LAKES: Final = count(1)
THEIRS: Final = ("/channels/", "/guilds/", "/users/")
"""The routes to conversations, servers and people: abroad there is nothing to be asked or done by them."""
TOO_MANY: Final = "40094"
"""Follow-ups of one press."""


@asynccontextmanager
async def abroad(glade: Glade, kind: str) -> AsyncIterator[Glade]:
    """The same people elsewhere, where the otter has brought the bot along. Whatever is asked of Discord meanwhile goes
    by what somebody has pressed, and nothing of it is refused.
    """
    before = (await glade.playground.wire(1 << 60))["last"]
    await glade.otter.install(glade.bot.name)
    there = replace(glade, channel=await place(glade, kind))
    yield there
    entries = (await glade.playground.wire(before))["entries"]
    asked = [it for it in entries if it["way"] == "rest" and it["bot"] == glade.bot.name]
    assert asked
    # Where time goes on the bot has others to call, elsewhere.
    about = {there.channel, *(guest.id for guest in glade.guests.values())}
    mine = [it for it in asked if any(one in f"{it['what']} {it['sent']}" for one in about)]
    theirs = [it["what"] for it in mine if it["route"].partition(" ")[2].startswith(THEIRS)]
    assert theirs == [], theirs
    refused = [it["refused"] for it in asked if it["refused"] and (it in mine or it["refused"].startswith(TOO_MANY))]
    assert refused == [], refused


async def place(glade: Glade, kind: str) -> str:
    names = [guest.name for guest in glade.guests.values()]
    match kind:
        case "dm":
            return str((await glade.otter.act("dm", **{"with": glade.heron.name}))["channel"]["id"])
        case "group":
            return str((await glade.otter.group(*names[1:], name=f"Reeds {next(LAKES)}"))["id"])
    lake = f"lake{next(LAKES)}"
    made = await glade.playground.stage("server", name=lake, members=names, bots=[], channels=[lake])
    servers = (await glade.otter.see())["servers"]
    return next(str(it["channels"][0]["id"]) for it in servers if it["id"] == made["server"]["id"])
