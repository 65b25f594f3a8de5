"""A line that fails: whatever Discord does, what was chosen is kept, and shown once it answers again."""

from __future__ import annotations

import asyncio
from itertools import product

import pytest

from deploy.playground.client import text
from tests.bot.discord.asked import RANDOM, asking, prompted
from tests.bot.discord.driven import Driven, played
from tests.bot.discord.glade import Glade
from tests.bot.discord.guest import does, picks, says, verbs
from tests.bot.discord.test_restart import one_table
from tests.patience import PATIENCE

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
ANSWER = "POST /interactions/{interaction_id}/{interaction_token}/callback"
DM = "POST /users/@me/channels"
NEWEST = "GET /channels/{channel_id}"
TRIED = {(POST, 503, True), (DM, "drop", False)}
"""Ways to fail that are looked at every time; the library waits for seconds before it tries again."""


@pytest.mark.parametrize("send", ["reconnect", "drop", "invalid", "resumable"])
async def test_the_gateway_breaks_and_is_found_again(glade: Glade, send: str) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    prompt = await prompted(glade.otter, match)
    before = (await glade.playground.wire(1 << 60))["last"]
    order = {"send": "invalid", "resumable": True} if send == "resumable" else {"send": send}
    await glade.playground.stage("gateway", bot=glade.bot.name, **order)
    async with asyncio.timeout(PATIENCE):
        while not any(
            it["bot"] == glade.bot.name and it["what"] in {"READY", "RESUMED"}
            for it in (await glade.playground.wire(before))["entries"]
        ):
            await asyncio.sleep(0.05)
    answer = await glade.otter.click(prompt, custom_id=picks(prompt)[0])
    assert answer.state == "answered", answer.error
    await glade.heron.click(await prompted(glade.heron, match), custom_id=picks(await prompted(glade.heron, match))[0])
    await glade.table(match, 1)


@pytest.mark.parametrize(
    ("route", "status", "carried"),
    [
        pytest.param(*way, marks=[] if way in TRIED else [pytest.mark.gate])
        for way in product((POST, EDIT, NEWEST, DM), (503, "drop"), (False, True))
    ],
)
async def test_what_failed_is_tried_again(glade: Glade, route: str, status: int | str, carried: bool) -> None:
    card = await glade.challenges(glade.otter, glade.heron)
    await glade.fault(route, status, times=2, carried=carried)
    answer = await glade.heron.click(card, custom_id=verbs(card)["si"])
    assert answer.state == "answered"
    await glade.otter.waits_for(glade.channel, does("ch"))
    match = int(verbs(card)["si"].split(":")[1])
    first = await asking(glade, match)
    # What had arrived although the answer was lost is not posted twice.
    await one_table(glade)
    assert len([it for it in await first.messages(first.dm) if does("pi", match)(it)]) == 1
    await glade.mended()


@pytest.mark.parametrize("route", [POST, pytest.param(EDIT, marks=pytest.mark.gate)])
async def test_a_whole_match_under_tight_limits(glade: Glade, route: str) -> None:
    await glade.playground.stage("limit", route=route, limit=2, seconds=0.2)
    try:
        match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
        await played(glade, match, glade.otter, glade.heron, manner=Driven.in_the_hand)
    finally:
        await glade.playground.stage("limit", route=route, limit=None)


@pytest.mark.parametrize(("status", "carried"), [(503, False), (500, True), ("drop", True)])
async def test_a_choice_whose_answer_is_lost_is_made_once(glade: Glade, status: int | str, carried: bool) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    prompt = await prompted(glade.otter, match)
    await glade.fault(ANSWER, status, carried=carried)
    await glade.otter.click(prompt, custom_id=picks(prompt)[0])
    await glade.otter.waits_for(glade.channel, lambda it: does("ch", match)(it) and says("has chosen")(it))
    rows = glade.bot.asked("SELECT count(*) FROM event WHERE match = ? AND kind = 'said'", match)
    assert rows == [(1,)]
    await glade.heron.click(await prompted(glade.heron, match), custom_id=picks(await prompted(glade.heron, match))[0])
    await glade.table(match, 1)
    glade.bot.complained()


async def test_callbacks_that_come_late_are_still_stored(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    prompt = await prompted(glade.otter, match)
    await glade.fault(ANSWER, None, delay=1.0)
    await glade.playground.stage("patience", seconds=0.5)
    answer = await glade.otter.click(prompt, custom_id=picks(prompt)[0])
    await glade.playground.stage("patience", seconds=PATIENCE)
    assert answer.state == "failed"
    await glade.otter.waits_for(glade.channel, lambda it: does("ch", match)(it) and says("has chosen")(it))
    # The prompt shows what was chosen all the same.
    await glade.otter.waits_for(glade.otter.dm, does("an", match))
    await one_table(glade)
    assert "Sealed" in text(glade.otter.now(prompt))
    glade.bot.complained()
