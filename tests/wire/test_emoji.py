"""The bot's own emoji: brought when it starts, beside the words of its buttons, and never in the way."""

from __future__ import annotations

import asyncio
import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from bot.discord.engraver import drawings
from bot.scenes.address import Verb
from deploy.playground.cdn import tile
from deploy.playground.client import JSON, Playground, components
from tests.kit.process import Process
from tests.kit.wire_person import does, picks
from tests.patience import PATIENCE
from tests.wire.asked import RANDOM, away, prompted
from tests.wire.driven import Driven, played
from tests.wire.glade import Glade, founded

# To draw them takes a bot a while; what it does with them is looked at without one in test_emblems and test_engraver.
pytestmark = pytest.mark.gate

EMOJIS: Final = "/applications/{application_id}/emojis"


@pytest.fixture
async def newborn(playground: Playground, tmp_path: Path) -> AsyncIterator[Process]:
    """A bot that has never been at Discord."""
    bot = Process(f"Fledgling of {tmp_path.name}", tmp_path)
    await bot.hired(playground, drawn=False)
    yield bot
    await playground.stage("mend")
    assert bot.shut() == 0
    assert not bot.complained()


@pytest.fixture(scope="session")
def hatched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """As long as its playground: a worker may come back to this file after others, and two Jays there cannot be."""
    bot = Process("Jay", tmp_path_factory.mktemp("jay"))
    yield bot
    assert bot.shut() == 0


@pytest.fixture
async def jay(playground: Playground, hatched: Process) -> AsyncIterator[Glade]:
    """Where a bot lives that has all of its emoji."""
    if not hatched.alive:
        await hatched.hired(playground, drawn=False)
        hatched.environment |= {"DUEL_HEALTH_PORT": "0"}
        await hatched.opened(playground)
    await hatched.engraved(playground)
    async with founded(playground, hatched) as glade:
        yield glade
    await playground.stage("mend")
    assert not hatched.complained()


async def uploaded(playground: Playground, bot: Process, after: int) -> list[str]:
    entries = (await playground.wire(after))["entries"]
    posts = (entry for entry in entries if (entry["bot"], entry["route"]) == (bot.name, f"POST {EMOJIS}"))
    return [entry["sent"]["name"] for entry in posts]


async def newest(playground: Playground) -> int:
    number: int = (await playground.wire(1 << 60))["last"]
    return number


def drawn(shown: JSON) -> list[tuple[str, str]]:
    """What stands on its buttons and in its lists, and the emoji beside it."""
    bearing = [each for one in components(shown) for each in (one, *one.get("options", ()))]
    return [(each.get("label", ""), each["emoji"]["name"]) for each in bearing if "emoji" in each]


async def counted(bot: Process) -> float:
    """Messages that were refused for an emoji."""
    told = [json.loads(line) for line in bot.log.read_text().splitlines() if line.startswith("{")]
    port = next(event["event"].split()[-1] for event in reversed(told) if "metrics" in event["event"])
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as page:
        found = re.search(r"^duel_emoji_refused_total ([\d.]+)$", await page.text(), re.MULTILINE)
        assert found
        return float(found[1])


async def test_all_are_brought_once_and_what_is_not_ours_stays(playground: Playground, newborn: Process) -> None:
    before = await newest(playground)
    image = f"data:image/png;base64,{b64encode(tile(7)).decode()}"
    for name in ("party", "duel_wolf_7_0badc0"):
        await newborn.asks(playground, "POST", body={"name": name, "image": image})
    await newborn.opened(playground)
    await newborn.engraved(playground)
    assert Counter(await newborn.emojis(playground)) == Counter([*drawings(), "party"])
    assert sorted((await uploaded(playground, newborn, before))[2:]) == sorted(drawings())

    # One is deleted while it is away; the next start brings that one, and no other.
    gone = next(each for each in (await newborn.asks(playground, "GET"))["items"] if each["name"] != "party")
    assert newborn.shut() == 0
    await newborn.asks(playground, "DELETE", f"/{gone['id']}")
    before = await newest(playground)
    await newborn.opened(playground)
    await newborn.engraved(playground)
    assert await uploaded(playground, newborn, before) == [gone["name"]]


async def test_they_stand_beside_the_words_of_a_whole_match(jay: Glade) -> None:
    refused = await counted(jay.bot)
    match = await jay.begun(jay.otter, jay.heron, form=RANDOM)
    masks = []
    for guest in (jay.otter, jay.heron):
        shown = drawn(await prompted(guest, match))
        assert all(label for label, _ in shown)
        masks.append([re.sub(r"_\w{6}$", "", name) for _, name in shown])
    rows, columns = (
        [f"duel_{way}_mask_{line}" for line in lines] for way, lines in (("row", "123"), ("column", "abc"))
    )
    assert sorted(masks) == [columns, rows]
    await played(jay, match, jay.otter, jay.heron, manner=Driven.in_the_hand)
    seen = {name for guest in (jay.otter, jay.heron) for message in guest.heard for _, name in drawn(message)}
    assert {name.split("_")[1] for name in seen} >= {"row", "column"}
    # Nobody else sees any of it.
    assert not any(drawn(message) for message in jay.lynx.heard)
    assert await counted(jay.bot) == refused


async def test_a_message_that_is_refused_for_them_comes_without(playground: Playground, jay: Glade) -> None:
    refused = await counted(jay.bot)
    match = await jay.begun(jay.otter, jay.heron, form=RANDOM)
    hand = await prompted(jay.otter, match)
    sealed = (await jay.otter.click(hand, custom_id=picks(hand)[0])).message
    before = await newest(playground)
    await playground.stage("emojis", bot=jay.bot.name, refused=1_000_000)
    again = (await jay.otter.click(sealed, "Change")).message
    assert len(picks(again)) == 3
    assert drawn(again) == []
    assert await counted(jay.bot) > refused
    # The list is asked for anew, and the next message has them again.
    await asked_for(playground, jay.bot, before)
    await playground.stage("mend")
    sealed = (await jay.otter.click(again, custom_id=picks(again)[1])).message
    again = (await jay.otter.click(sealed, "Change")).message
    assert len(drawn(again)) == len(picks(again)) == 3


async def asked_for(playground: Playground, bot: Process, after: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while not any(
            (entry["bot"], entry["route"]) == (bot.name, f"GET {EMOJIS}")
            for entry in (await playground.wire(after))["entries"]
        ):
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("at_home", [False, True])
async def test_refused_each_time_a_match_is_played_to_its_end(
    playground: Playground, jay: Glade, at_home: bool
) -> None:
    """Whichever way a message goes out: in the hands that are there, or by direct message."""
    refused = await counted(jay.bot)
    await playground.stage("emojis", bot=jay.bot.name, refused=1_000_000)
    match = await jay.begun(jay.otter, jay.heron, form=RANDOM)
    if at_home:
        await away(jay, 16 * 60)
        for guest in (jay.otter, jay.heron):
            await guest.waits_for(guest.dm, does(Verb.MORE, match))
    manner = Driven.by_direct_message if at_home else Driven.in_the_hand
    await played(jay, match, jay.otter, jay.heron, manner=manner)
    assert not any(drawn(message) for guest in (jay.otter, jay.heron) for message in guest.heard)
    # However short the dice made it: a hand of each is the least.
    assert await counted(jay.bot) > refused + 1


async def test_without_any_everything_is_as_it_is(playground: Playground, newborn: Process) -> None:
    """Discord lets us have none; nobody who plays hears of it."""
    before = await newest(playground)
    for method in ("GET", "POST"):
        await playground.stage("fault", route=f"{method} {EMOJIS}", status=403, times=1_000)
    await newborn.opened(playground)
    await asked_for(playground, newborn, before)
    async with founded(playground, newborn) as glade:
        match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
        await played(glade, match, glade.otter, glade.heron, manner=Driven.in_the_hand)
        assert not any(drawn(message) for guest in (glade.otter, glade.heron) for message in guest.heard)
    assert "the emoji stay as they are" in newborn.log.read_text()
