"""Channels, messages and rights that go away under a match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import pytest_asyncio

from bot.discord.emblems import Emblems
from bot.discord.messages import Messages
from bot.errors import Lost
from bot.known import Known
from bot.paint import Brush
from bot.scenes.address import Verb
from bot.scenes.scene import Scene
from deploy.playground.client import Playground, text
from deploy.playground.tests.ground import Ground, grounds, pointed_at
from storage import Store
from tests.kit.wire_person import does, picks, says, verbs
from tests.patience import PATIENCE
from tests.wire.asked import RANDOM, asking, away, prompted
from tests.wire.glade import Glade, one_table


async def choose(glade: Glade, match: int, least: int = 0) -> None:
    """Both, in their hands."""
    for guest in (glade.otter, glade.heron):
        prompt = await prompted(guest, match, least)
        answer = await guest.click(prompt, custom_id=picks(prompt)[0])
        assert answer.state == "answered"


async def stored(glade: Glade, match: int) -> int:
    (row,) = glade.bot.asked("SELECT count(*) FROM event WHERE match = ? AND kind = 'said'", match)
    return int(str(row[0]))


@pytest.mark.parametrize("minutes", [0, pytest.param(60, marks=pytest.mark.gate)], ids=["young", "old"])
async def test_a_deleted_message_is_posted_anew(glade: Glade, minutes: int) -> None:
    """Of what is old nothing is edited; it is looked for."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    table = await glade.table(match)
    if minutes:
        await away(glade, seconds=minutes * 60)
        for guest in (glade.otter, glade.heron):
            await guest.waits_for(guest.dm, does(Verb.PICK, match))
        await glade.noted()
    await glade.otter.delete(table)
    prompt = await prompted(glade.otter, match)
    await glade.otter.click(prompt, custom_id=picks(prompt)[0])
    anew = await glade.otter.waits_for(
        glade.channel, lambda it: does(Verb.CHOOSE, match)(it) and says("has chosen")(it)
    )
    assert anew["id"] != table["id"]
    await one_table(glade)


async def test_when_others_talk_the_table_stays_where_it_is_until_the_end(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    table = await glade.table(match)
    await glade.lynx.say(glade.channel, "Splash")
    prompt = await prompted(glade.otter, match)
    await glade.otter.click(prompt, custom_id=picks(prompt)[0])
    anew = await glade.otter.waits_for(
        glade.channel, lambda it: does(Verb.CHOOSE, match)(it) and says("has chosen")(it)
    )
    assert anew["id"] == table["id"]
    await one_table(glade)
    sure = (await glade.says(glade.otter, "duel resign", match=str(match))).message
    await glade.otter.click(sure, custom_id=verbs(sure)[Verb.CALL])
    end = await glade.over(match)
    # What was the table is the end now, further down: nothing of it is left above.
    await glade.otter.until(lambda _: not any(it["id"] == table["id"] for it in glade.otter.all()))
    assert int(end["id"]) > int(table["id"])


async def test_a_deleted_channel_ends_nothing(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    await glade.playground.stage("channel", channel=glade.channel, delete=True)
    for guest in (glade.otter, glade.heron):
        await guest.until(lambda seen: seen.channel(glade.channel) is None)
    # Their hands are gone with it: they are called, and play on where they were.
    await away(glade)
    await choose(glade, match)
    await asking(glade, match, 1)
    assert await stored(glade, match) == 2


async def test_without_permissions_the_match_goes_on_privately_and_says_what_is_missing(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    await glade.playground.stage("permissions", channel=glade.channel, deny=["send_messages"])
    await glade.lynx.say(glade.channel, "Splash")
    await choose(glade, match)
    await asking(glade, match, 1)
    refused = await glade.says(glade.otter, "duel challenge", opponent=glade.lynx.id)
    assert refused.message["flags"] & 64
    assert "can’t post" in text(refused.message), text(refused.message)
    await glade.playground.stage("permissions", channel=glade.channel, allow=["send_messages"])
    await glade.says(glade.otter, "duel board", match=str(match))
    await glade.table(match, 1)


# Who has no gateway finds out by posting, and says it then.
@pytest.mark.gateway
async def test_a_board_that_cannot_come_is_not_promised(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    lounge = next(
        one["id"] for one in (await glade.otter.see())["servers"][0]["channels"] if one["id"] != glade.channel
    )
    await glade.playground.stage("permissions", channel=glade.channel, deny=["attach_files"])
    no = await glade.says(glade.otter, "duel board", lounge, match=str(match))
    assert text(no.message).endswith("has to allow me: Attach files.")
    await glade.playground.stage("channel", channel=glade.channel, delete=True)
    no = await glade.says(glade.heron, "duel board", lounge, match=str(match))
    assert "/duel eingang" in text(no.message)


@pytest.mark.gateway
@pytest.mark.gate
async def test_who_sleeps_on_an_outage_is_woken_by_the_gateway(glade: Glade) -> None:
    """The third try would be half a minute later."""
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    # No press is young enough: the card is changed in its channel.
    await away(glade, seconds=16 * 60)
    prompt = await glade.otter.waits_for(glade.otter.dm, does(Verb.PICK, match))
    await glade.heron.waits_for(glade.heron.dm, does(Verb.PICK, match))
    await glade.noted()
    routes = ("POST /channels/{channel_id}/messages", "PATCH /channels/{channel_id}/messages/{message_id}")
    for route in routes:
        await glade.fault(route, "drop", times=9)
    before = glade.bot.log.stat().st_size
    await glade.otter.click(prompt, custom_id=picks(prompt)[0])
    async with asyncio.timeout(PATIENCE):
        while "again in 30 s" not in glade.bot.log.read_text()[before:]:
            await asyncio.sleep(0.05)
    await glade.mended()
    began = asyncio.get_running_loop().time()
    await glade.playground.stage("gateway", send="reconnect", bot=glade.bot.name)
    await glade.otter.waits_for(glade.channel, says("has chosen"))
    assert asyncio.get_running_loop().time() - began < 28


async def test_a_kicked_bot_plays_on_in_direct_messages(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    await away(glade)
    for guest in (glade.otter, glade.heron):
        await guest.waits_for(guest.dm, does(Verb.PICK, match))
    await glade.playground.stage("kick", server=glade.server, whom=glade.bot.name)
    for guest in (glade.otter, glade.heron):
        prompt = await guest.waits_for(guest.dm, does(Verb.PICK, match))
        await guest.click(prompt, custom_id=picks(prompt)[0])
    assert await stored(glade, match) == 2


async def test_a_match_in_a_thread_that_was_archived(glade: Glade) -> None:
    thread = await glade.otter.thread(glade.channel, "A quiet corner")
    for guest in (glade.heron, glade.lynx):
        await guest.say(thread["id"], "Here")
    card = await glade.challenges(glade.otter, glade.heron, channel=thread["id"])
    await glade.heron.click(card, custom_id=verbs(card)[Verb.SIT])
    table = await glade.otter.waits_for(thread["id"], does(Verb.CHOOSE))
    match = int(verbs(table)[Verb.CHOOSE].split(":")[1])
    # No press is young enough: the card is changed in its thread.
    await away(glade, seconds=16 * 60)
    for guest in (glade.otter, glade.heron):
        await guest.waits_for(guest.dm, does(Verb.PICK, match))
    await glade.noted()
    await glade.otter.act("archive", channel=thread["id"], archived=True)
    prompt = await prompted(glade.otter, match)
    await glade.otter.click(prompt, custom_id=picks(prompt)[0])
    later = await glade.otter.waits_for(
        thread["id"], lambda it: does(Verb.CHOOSE, match)(it) and says("has chosen")(it)
    )
    # It is woken, and the table edited where it lies: nobody is called there for that.
    assert later["id"] == table["id"]
    woken = await glade.otter.until(lambda seen: seen.channel(thread["id"]))
    assert not woken["archived"]


async def test_a_thread_that_may_not_be_woken_stays_shut_and_the_match_goes_on(glade: Glade) -> None:
    thread = await glade.otter.thread(glade.channel, "A locked corner")
    await glade.heron.say(thread["id"], "Here")
    card = await glade.challenges(glade.otter, glade.heron, channel=thread["id"])
    await glade.heron.click(card, custom_id=verbs(card)[Verb.SIT])
    table = await glade.otter.waits_for(thread["id"], does(Verb.CHOOSE))
    match = int(verbs(table)[Verb.CHOOSE].split(":")[1])
    await glade.noted()
    await glade.playground.stage("permissions", channel=glade.channel, deny=["send_messages_in_threads"])
    await glade.otter.act("archive", channel=thread["id"], archived=True)
    await choose(glade, match)
    await asking(glade, match, 1)
    assert (await glade.otter.until(lambda seen: seen.channel(thread["id"])))["archived"]


@pytest.mark.parametrize(("code", "why"), [(200000, "AutoMod"), (50035, "won’t take")])
async def test_what_a_channel_does_not_take_stops_no_match(glade: Glade, code: int, why: str) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    # No press is young enough: the card is changed in its channel.
    await away(glade, seconds=16 * 60)
    for guest in (glade.otter, glade.heron):
        await guest.waits_for(guest.dm, does(Verb.PICK, match))
    await glade.noted()
    routes = ("POST /channels/{channel_id}/messages", "PATCH /channels/{channel_id}/messages/{message_id}")
    for route in routes:
        await glade.fault(route, 400, times=99, code=code, channel=glade.channel)
    await choose(glade, match)
    await asking(glade, match, 1)
    await glade.noted()
    no = await glade.says(glade.otter, "duel board", match=str(match))
    assert why in text(no.message)
    await glade.mended()
    # Ours is the fault only where it is not AutoMod's, and then the host hears of it.
    assert ("takes no such message" in glade.bot.complained()) == (code != 200000)
    sure = (await glade.says(glade.otter, "duel resign", match=str(match))).message
    await glade.otter.click(sure, custom_id=verbs(sure)[Verb.CALL])
    await glade.over(match)


async def test_a_match_in_the_chat_of_a_voice_channel(glade: Glade) -> None:
    made = await glade.playground.stage("channel", server=glade.server, name="the fireside", kind="voice")
    voice = made["channel"]["id"]
    card = await glade.challenges(glade.otter, glade.heron, channel=voice)
    await glade.heron.click(card, custom_id=verbs(card)[Verb.SIT])
    await glade.otter.waits_for(voice, does(Verb.CHOOSE))
    await glade.playground.stage("permissions", channel=voice, deny=["connect"])
    no = await glade.says(glade.otter, "duel challenge", voice, opponent=glade.lynx.id)
    assert text(no.message).endswith("has to allow me: Connect.")


async def test_a_player_who_left_the_server_may_play_on(glade: Glade) -> None:
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    await away(glade)
    await glade.heron.waits_for(glade.heron.dm, does(Verb.PICK, match))
    await glade.heron.act("leave", server=glade.server)
    await glade.heron.until(lambda seen: not seen.see["servers"])
    await choose(glade, match)
    await glade.table(match, 1)


@pytest_asyncio.fixture
async def ground(playground: Playground) -> Ground:
    return await grounds(playground)


@pytest_asyncio.fixture
async def apart(ground: Ground, tmp_path: Path) -> AsyncIterator[Messages]:
    """Of a process that knows no server: it has no shard."""
    with pointed_at(ground.setup):
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(ground.token)
            async with await Store.open(f"sqlite:///{tmp_path}/duel.db") as store:
                yield Messages(client, Brush(), Known(store), Emblems(str, Known(store).names), store)


async def test_where_another_process_knows_the_server_it_is_tried(apart: Messages, ground: Ground) -> None:
    """What may be done there is told to the process that has its shard; a command may come from anywhere."""
    await apart.check(int(ground.duels))


async def test_a_token_that_was_refused_is_tried_by_nobody_again(apart: Messages, playground: Playground) -> None:
    """Discord counts what it refuses, and shuts out for a while who has asked too often in vain."""
    scene, before = Scene(above=("Hoo",)), (await playground.wire(1 << 60))["last"]
    for number in range(3):
        with pytest.raises(Lost):
            await apart.edit_private("spent", number, scene)
        with pytest.raises(Lost):
            await apart.open("spent", scene)
    with pytest.raises(Lost):
        await apart.open("another", scene)
    asked = [entry["what"] for entry in (await playground.wire(before))["entries"]]
    assert [sum(f"/{token}" in what for what in asked) for token in ("spent", "another")] == [1, 1]
