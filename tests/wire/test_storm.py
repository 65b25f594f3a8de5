"""Many matches at once, and several shards."""

from __future__ import annotations

import asyncio
import random
from typing import Final

import pytest

from bot.scenes.address import Verb
from deploy.playground.client import JSON, Playground
from tests.kit.process import Process
from tests.kit.wire_person import EPHEMERAL, does, verbs
from tests.wire.asked import RANDOM, prompted
from tests.wire.conftest import met
from tests.wire.driven import Driven
from tests.wire.glade import Glade

STORM: Final = 120
"""Matches at once: more than the hundred messages that whoever looks on is shown."""


@pytest.mark.gate
async def test_a_storm(glade: Glade) -> None:
    """Nobody waits for ever, nothing is doubled, nothing is lost."""
    guests = list(glade.guests.values())
    pairs = [(guests[at % 6], guests[(at + 1 + at // 6 % 5) % 6]) for at in range(STORM)]
    for host, guest in pairs:
        answer = await glade.says(host, "duel challenge", opponent=guest.id, variant="classic")
        assert answer.state == "answered"
    cards = await glade.otter.until(
        lambda seen: (
            found if len(found := [it for it in seen.messages(glade.channel) if does(Verb.SIT)(it)]) == STORM else None
        )
    )

    async def through(card: JSON) -> None:
        match = int(verbs(card)[Verb.SIT].split(":")[1])
        named = card["mentions"][0]["id"]
        guest = next(one for one in guests if one.id == named)
        answer = await guest.click(card, custom_id=verbs(card)[Verb.SIT])
        assert answer.state == "answered", answer.error
        await guest.handed(does(Verb.MORE, match))
        sure = await glade.says(guest, "duel move", word="5 b2", match=str(match))
        assert sure.state == "answered", sure.error

    async with asyncio.TaskGroup() as group:
        for card in cards:
            group.create_task(through(card))
    query = "SELECT count(DISTINCT message) = ? FROM match WHERE server = ? AND shown = seq"
    await glade.bot.stores(query, STORM, int(glade.server))
    # Each card is the table now, where it was; the oldest have left the eyes of whoever looks on.
    await glade.otter.until(lambda seen: not any(does(Verb.SIT)(it) for it in seen.messages(glade.channel)))
    cards = [it for it in seen(glade) if not it["flags"] & EPHEMERAL]
    assert cards
    assert all(does(Verb.CHOOSE)(it) for it in cards)


def seen(glade: Glade) -> list[JSON]:
    return glade.otter.watch.messages(glade.channel)


@pytest.mark.gate
async def test_two_shards(playground: Playground, twins: Process) -> None:
    """A server of each shard, direct messages of the first, and one store."""
    shards: set[int] = set()
    await playground.stage("shards", count=2)
    for _ in range(8):
        async with met(playground, twins) as glade:
            shard = (int(glade.server) >> 22) % 2
            if shard in shards:
                continue
            shards.add(shard)
            match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
            for guest in (glade.otter, glade.heron):
                prompt = await prompted(guest, match)
                driven = Driven(glade, guest, match, random.Random(1))
                await driven.clicks_through(prompt)
            await glade.table(match, 1)
        await playground.stage("shards", count=1)
        if len(shards) == 2:
            return
    raise AssertionError(shards)
