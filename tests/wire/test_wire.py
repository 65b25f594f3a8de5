"""A line that fails: whatever Discord does, what was chosen is kept, and shown once it answers again."""

from __future__ import annotations

import asyncio
from itertools import product

import pytest

from bot.scenes.address import Verb
from deploy.playground.client import text
from tests.kit.wire_person import does, picks, says, verbs
from tests.patience import PATIENCE
from tests.wire.asked import RANDOM, away, prompted
from tests.wire.driven import Driven, played
from tests.wire.glade import Glade, one_table

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
ANSWER = "POST /interactions/{interaction_id}/{interaction_token}/callback"
DM = "POST /users/@me/channels"
HAND = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
NEWEST = "GET /channels/{channel_id}"
TRIED = {(POST, 503, True), (DM, "drop", False)}
"""Ways to fail that are looked at every time; the library waits for seconds before it tries again."""


@pytest.mark.parametrize(
    "send", ["drop", *(pytest.param(send, marks=pytest.mark.gate) for send in ("reconnect", "invalid", "resumable"))]
)
@pytest.mark.gateway
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
    """By message and in the channel: no press is young enough to go by."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    await glade.noted()
    await glade.fault(route, status, times=2, carried=carried)
    await away(glade, seconds=16 * 60)
    for guest in (glade.otter, glade.heron):
        asked = await guest.waits_for(guest.dm, does(Verb.PICK, match))
        answer = await guest.click(asked, custom_id=picks(asked)[0])
        assert answer.state == "answered", answer.error
    sure = (await glade.says(glade.heron, "duel resign", match=str(match))).message
    await glade.heron.click(sure, custom_id=verbs(sure)[Verb.CALL])
    over = await glade.over(match)
    await glade.noted()
    # What had arrived although the answer was lost is not posted twice.
    await one_table(glade, over)
    for guest in (glade.otter, glade.heron):
        await guest.until(lambda _, guest=guest: [does(Verb.REMATCH, match)(it) for it in guest.direct()] == [True])  # type: ignore[misc]
    await glade.mended()


@pytest.mark.parametrize("carried", [False, True])
async def test_a_hand_that_could_not_be_changed_is_changed_later(glade: Glade, carried: bool) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    hands = {guest: await prompted(guest, match) for guest in (glade.otter, glade.heron)}
    await glade.noted()
    await glade.fault(HAND, 503, times=2, carried=carried)
    for guest, hand in hands.items():
        await guest.click(hand, custom_id=picks(hand)[0])
    for guest, hand in hands.items():
        await guest.until(lambda _, guest=guest, hand=hand: does(Verb.MORE, match, 1)(guest.now(hand)))  # type: ignore[misc]
    await glade.table(match, 1)
    await one_table(glade)
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
    await glade.otter.waits_for(glade.channel, lambda it: does(Verb.CHOOSE, match)(it) and says("has chosen")(it))
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
    await glade.otter.waits_for(glade.channel, lambda it: does(Verb.CHOOSE, match)(it) and says("has chosen")(it))
    # The hand shows what was chosen all the same.
    await glade.otter.handed(does(Verb.CHANGE, match))
    await one_table(glade)
    assert "Sealed" in text(glade.otter.now(prompt))
    glade.bot.complained()
