"""Time that is moved on: the bot goes with the playground, and what falls due comes at once."""

from __future__ import annotations

from http import HTTPStatus

import aiohttp
import pytest

from bot.scenes.address import Verb
from deploy.playground.client import text
from tests.kit.wire_person import does, picks, verbs
from tests.wire.asked import RANDOM, asking, away, prompted
from tests.wire.glade import Glade

ABSENCES = "SELECT began, ended FROM absence"


async def token_of(glade: Glade, interaction: str) -> str:
    entries = (await glade.playground.wire())["entries"]
    [path] = [entry["what"] for entry in entries if f"/interactions/{interaction}/" in entry["what"]]
    return str(path.split("/")[-2])


async def test_a_reminder_and_the_end_of_the_time_come_when_it_is_moved_on(glade: Glade) -> None:
    away = glade.bot.asked(ABSENCES)
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM, clock="1h")
    prompt = await prompted(glade.otter, match)
    await glade.otter.click(prompt, custom_id=picks(prompt)[0])
    waiting = await prompted(glade.heron, match)
    await glade.noted()
    # Minutes before the end, which a busy machine does not reach by itself.
    await glade.playground.stage("time", seconds=49 * 60)
    reminder = await glade.heron.waits_for(glade.heron.dm, lambda it: "⏰" in text(it) and does(Verb.PICK, match)(it))
    assert reminder["timestamp"] > waiting["timestamp"]
    await glade.playground.stage("time", seconds=11 * 60)
    over = await glade.over(match)
    assert "time" in text(over).lower()
    assert int(over["id"]) > int(reminder["id"])
    # We were there all the while.
    assert glade.bot.asked(ABSENCES) == away


async def test_a_token_ends_when_its_quarter_of_an_hour_is_over(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    table = await glade.table(match)
    before = {it["id"] for it in glade.otter.all()}
    answer = await glade.otter.click(table, custom_id=verbs(table)[Verb.CHOOSE])
    await glade.kept(await glade.otter.handed(lambda it: it["id"] not in before))
    setup = await glade.playground.setup()
    [application] = [bot["application_id"] for bot in setup["bots"] if bot["name"] == glade.bot.name]
    token = await token_of(glade, answer.interaction)
    url = f"{setup['api']}/webhooks/{application}/{token}/messages/@original"
    await glade.noted()
    async with aiohttp.ClientSession() as session:
        async with session.get(url) as told:
            assert told.status == HTTPStatus.OK
        await glade.playground.stage("time", seconds=16 * 60)
        async with session.get(url) as told:
            assert (told.status, (await told.json())["code"]) == (HTTPStatus.UNAUTHORIZED, 50027)
    # The bot knows by its own time that nothing can be changed there any more, and does not try.
    before = (await glade.playground.wire(1 << 60))["last"]
    prompt = await prompted(glade.otter, match)
    await glade.otter.click(prompt, custom_id=picks(prompt)[0])
    await glade.noted()
    asked = [entry["what"] for entry in (await glade.playground.wire(before))["entries"]]
    assert not any(token in what for what in asked)


@pytest.mark.gate
async def test_what_is_older_than_an_hour_is_not_edited(glade: Glade) -> None:
    """Neither the card nor what was asked in direct messages: Discord would have whoever tries wait for it."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    await away(glade)
    guests = (glade.otter, glade.heron)
    asked = [await guest.waits_for(guest.dm, does(Verb.PICK, match)) for guest in guests]
    old = {int(it["id"]) for it in (*asked, await glade.table(match))}
    await away(glade, 70 * 60)
    before = (await glade.playground.wire(1 << 60))["last"]
    for guest, prompt in zip(guests, asked, strict=True):
        await guest.click(prompt, custom_id=picks(prompt)[0])
        # Nothing reaches it by that press any more, and nobody is at it.
        await away(glade, 20 * 60)
    awaited = await asking(glade, match, 1)
    # Whoever is called has another one.
    await awaited.misses(asked[guests.index(awaited)])
    await glade.noted()
    entries = [entry["what"] for entry in (await glade.playground.wire(before))["entries"]]
    edits = [what for what in entries if what.startswith("PATCH") and "/channels/" in what]
    assert not [what for what in edits if int(what.split("/")[-1]) in old], edits
