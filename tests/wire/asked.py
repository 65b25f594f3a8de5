"""Who is asked, and in which hand."""

from __future__ import annotations

import asyncio
import re
from typing import Final

from bot.herald.attendance import AT_IT
from bot.scenes.address import Verb
from deploy.playground.client import JSON, text
from tests.kit.wire_person import WirePerson, does
from tests.wire.glade import Glade

RANDOM: Final = {"placement": "random", "duel_limit": "3"}
"""Both choose at once from the first step."""


def open_duel(message: JSON) -> bool:
    """Does it tell which two stones met?"""
    return re.search(r"\b(beats|meets)\b", text(message)) is not None


async def prompted(guest: WirePerson, match: int, least: int = 0) -> JSON:
    return await guest.handed(does(Verb.PICK, match, least))


async def away(glade: Glade, seconds: int = AT_IT // 1000 + 10) -> None:
    """Nobody has done anything for so long: whoever is to choose is called."""
    await glade.noted()
    await glade.playground.stage("time", seconds=seconds)


async def asking(glade: Glade, match: int, least: int = 0) -> WirePerson:
    """Whose turn it is."""
    waits = {asyncio.ensure_future(prompted(guest, match, least)): guest for guest in (glade.otter, glade.heron)}
    done, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    first = next(iter(done))
    await first
    return waits[first]
