"""Several processes and one store: whoever hears a click, whoever tells it, and whoever dies meanwhile."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.scenes.address import Verb
from deploy.playground.client import JSON, Playground, buttons
from tests.kit.wire_person import EPHEMERAL, WirePerson, does
from tests.storage.stores import new_database
from tests.wire.asked import RANDOM
from tests.wire.driven import Driven, played
from tests.wire.glade import Glade
from tests.wire.street import Street

COMMANDS = ("PUT /applications/{application_id}/commands",)
SLOW = (
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
)


@pytest.fixture
async def street(playground: Playground, postgres: str, tmp_path: Path) -> AsyncIterator[Street]:
    street = Street(f"Corvids of {tmp_path.name}", tmp_path, await new_database(postgres), processes=3, shards=2)
    # One of each process at a time.
    await playground.stage("shards", count=1, concurrency=3)
    try:
        await street.built(playground)
        yield street
    finally:
        await playground.stage("shards", count=1)
        ended = await street.left()
    assert ended == [0, 0, 0]


@pytest.mark.gate
async def test_three_processes_and_one_match(playground: Playground, street: Street) -> None:
    """Direct messages come to the first process, the server's clicks to the third, and the second only helps."""
    at_messages, _, at_the_table = street.bots
    entries = (await playground.wire())["entries"]
    registered = [entry for entry in entries if entry["bot"] == street.name and entry["route"] in COMMANDS]
    assert len(registered) == 1
    before = (await playground.wire(1 << 60))["last"]
    async with street.glade(playground, shard=5, locale="fr") as glade:
        # For a shell each: two duels cannot be the end of it, whatever the dice lay out.
        match = await glade.begun(glade.otter, glade.heron, form=RANDOM | {"prize": "one"})

        drivers = [
            Driven(glade, guest, match, random.Random(at)) for at, guest in enumerate((glade.otter, glade.heron))
        ]

        await gone_home(playground, street, *drivers)
        await at_once(glade, *drivers)

        # Killed in the middle of a resolution: it is stored, Discord is slow, and nobody is left to note it.
        await street.noted()
        for each in drivers:
            await each.guest.handed(does(Verb.MORE, match, 1))
        *others, last = [each for each in drivers if each.hand()]
        for each in others:
            await decided(each, 1)
        for route in SLOW:
            await glade.fault(route, None, delay=4.0)
        # Their answer may be as slow as all the rest.
        choosing = asyncio.create_task(decided(last, 1))
        await street.stores("SELECT EXISTS (SELECT 1 FROM match WHERE shown < seq)")
        at_messages.killed()
        choosing.cancel()
        await glade.lynx.waits_for(glade.channel, does(Verb.CHOOSE, match, 2))
        await street.noted()

        # Without direct messages: the next choices at the table, which the third process hears.
        for each in drivers:
            if table := each.table():
                hand = await each.guest.opens(table)
                if does(Verb.PICK, match)(hand):
                    await each.clicks_through(hand)
        await glade.table(match, 3)

        # Rolling: while one comes back as a new version would, the others go on.
        await at_messages.opened(playground)
        await gone_home(playground, street, *drivers)
        playing = asyncio.create_task(played(glade, match, glade.otter, glade.heron, manner=Driven.by_direct_message))
        assert await asyncio.to_thread(at_the_table.shut) == 0
        await at_the_table.opened(playground)
        over = await playing
        await street.noted()
        once(glade, match, over)
    refused = [entry["refused"] or "" for entry in (await playground.wire(before))["entries"]]
    assert [why for why in refused if why.startswith("50035")] == []
    assert [bot.complained() for bot in street.bots] == [""] * 3


async def gone_home(playground: Playground, street: Street, *drivers: Driven) -> None:
    """No press of theirs is young enough to go by: who is to choose is called by direct message."""
    await street.noted()
    await playground.stage("time", seconds=16 * 60)
    # A hand that lies there since before goes as the call comes: whoever pressed it then would be answered elsewhere.
    await street.stores("SELECT NOT EXISTS (SELECT 1 FROM deadline WHERE kind = 'call' AND answer = '')")
    for each in drivers:
        await each.guest.waits_for(each.guest.dm, does(Verb.MORE, each.match))


async def at_home(driven: Driven, least: int = 0) -> JSON:
    return await driven.guest.waits_for(driven.guest.dm, does(Verb.PICK, driven.match, least))


async def at_once(glade: Glade, otter: Driven, heron: Driven) -> None:
    """One in the direct messages, one at the table: two processes hear it in the same moment."""
    opened = await glade.heron.opens(await glade.table(heron.match))
    await asyncio.gather(decided(otter, 0), heron.clicks_through(opened))
    await glade.table(otter.match, 1)


async def decided(driven: Driven, step: int) -> None:
    """What is edited as they press it, they press again."""
    while driven.chosen < step:
        await driven.clicks_through(await at_home(driven, step))


def once(glade: Glade, match: int, over: JSON) -> None:
    """Nothing was posted twice: neither a board in the channel nor a question to anybody."""
    for guest in (glade.otter, glade.heron):
        assert most(guest, Verb.PICK, match) == 1
    assert most(glade.lynx, Verb.CHOOSE, match) == 1
    assert {it["id"] for it in glade.lynx.heard if does(Verb.REMATCH, match)(it)} == {over["id"]}
    # Whoever tells it speaks the server's language, though only one process has that server.
    assert {
        button["label"]
        for it in glade.lynx.heard
        for button in buttons(it)
        if button["custom_id"][:3] == f"{Verb.CHOOSE}:"
    } == {"Choisir"}
    live = [it for it in glade.lynx.watch.messages(glade.channel) if does(Verb.CHOOSE, match)(it)]
    assert live == []


def steps(guest: WirePerson, verb: str, match: int) -> dict[int, set[str]]:
    """By step the messages that ever had such a button; what was opened by a click of one's own is not among them."""
    found: dict[int, set[str]] = {}
    for message in guest.heard:
        for button in buttons(message):
            kind, number, step, *_ = button["custom_id"].split(":")
            if (kind, number) == (verb, str(match)) and not button.get("disabled") and not message["flags"] & EPHEMERAL:
                found.setdefault(int(step), set()).add(message["id"])
    return found


def most(guest: WirePerson, verb: str, match: int) -> int:
    """How many new messages there were for the step that had most of them; what is edited goes on to the next step."""
    begun = {message: step for step, messages in sorted(steps(guest, verb, match).items(), reverse=True)
             for message in messages}  # fmt: skip
    return max(Counter(begun.values()).values())
