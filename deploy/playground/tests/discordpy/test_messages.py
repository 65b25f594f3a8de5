"""discord.py, unmodified: messages, whom they reach, and who may send them.

Sending, changing, reading and being refused are tried together: one message goes through all of them.
"""

from __future__ import annotations

import asyncio
from io import BytesIO

import aiohttp
import discord
import pytest

from deploy.playground.tests.ground import Bot, Ground
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import Denied, File, text

NOBODY = discord.AllowedMentions.none()


async def refused(attempt: asyncio.Future[object] | object, status: int, code: int) -> discord.HTTPException:
    with pytest.raises(discord.HTTPException) as caught:
        await attempt  # type: ignore[misc]  # discord.py's own coroutines and futures of any kind
    assert (caught.value.status, caught.value.code) == (status, code)
    return caught.value


async def test_a_message_is_said_changed_and_taken_back(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        duels = bot.told(ground.duels)
        sent = await duels.send("Hoo")
        shown = await ground.heron.waits_for(ground.duels)
        assert (text(shown), shown["author"]["username"], shown["author"]["bot"]) == ("Hoo", ground.name, True)
        assert shown["edited_timestamp"] is None
        assert (await sent.edit(content="Hoo hoo")).edited_at
        assert text((await ground.heron.messages(ground.duels))[0]) == "Hoo hoo"
        assert (await duels.fetch_message(sent.id)).content == "Hoo hoo"
        await sent.delete()
        assert await ground.heron.messages(ground.duels) == []
        await refused(duels.fetch_message(sent.id), 404, 10008)
        await refused(sent.edit(content="Ho"), 404, 10008)


async def test_what_does_not_exist_is_unknown(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        await refused(bot.fetch_channel(1), 404, 10003)
        await refused(bot.told("1").send("Hoo"), 404, 10003)
        await refused(bot.told(ground.duels).fetch_message(1), 404, 10008)
        await refused(bot.fetch_user(1), 404, 10013)


async def test_messages_stay_in_the_order_in_which_they_were_sent(ground: Ground) -> None:
    bot = Bot()
    heard: list[str] = []
    full = asyncio.Event()

    @bot.event
    async def on_message(message: discord.Message) -> None:
        heard.append(str(message.id))
        if len(heard) == 20:
            full.set()

    async with bot.living(ground):
        for n in range(10):
            await bot.told(ground.duels).send(f"{n}")
            await ground.heron.say(ground.duels, f"{n}!")
        await asyncio.wait_for(full.wait(), TIMEOUT_S)
        shown = await ground.otter.messages(ground.duels)
        assert [text(one) for one in shown] == [f"{n}{mark}" for n in range(10) for mark in ("", "!")]
        assert heard == [one["id"] for one in shown] == sorted(heard, key=int)
        history = [str(one.id) async for one in bot.told(ground.duels).history(oldest_first=True)]
        assert history == heard


async def test_who_is_mentioned_is_pinged_unless_that_is_not_allowed(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        heron = f"<@{await ground.id('heron')}>"
        duels = bot.told(ground.duels)
        loud = await duels.send(f"{heron}!")
        assert [user.name for user in loud.mentions] == ["heron"]
        quiet = await duels.send(f"{heron}?", allowed_mentions=NOBODY)
        assert quiet.mentions == []
        everybody = await duels.send("@everyone", allowed_mentions=discord.AllowedMentions(everyone=True))
        await duels.send("@everyone", allowed_mentions=NOBODY)
        assert everybody.mention_everyone
        assert [one["playground"]["pings"] for one in await ground.heron.messages(ground.duels)] == [
            True,
            False,
            True,
            False,
        ]
        assert [one["playground"]["pings"] for one in await ground.lynx.messages(ground.duels)] == [
            False,
            False,
            True,
            False,
        ]


async def test_a_reply_pings_unless_that_is_not_allowed(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        said = await ground.heron.say(ground.duels, "Quack")
        message = bot.told(ground.duels).get_partial_message(int(said["id"]))
        for ping in (True, False):
            await message.reply("Hoo", mention_author=ping)
            reply = (await ground.heron.messages(ground.duels))[-1]
            assert reply["message_reference"]["message_id"] == said["id"]
            assert reply["referenced_message"]["content"] == "Quack"
            assert reply["playground"]["pings"] is ping


async def test_the_same_nonce_is_the_same_message(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        duels = bot.told(ground.duels)
        first, again = [await duels.send("Once", nonce="acorn") for _ in range(2)]
        other = await duels.send("Once", nonce="beech")
        assert first.id == again.id != other.id
        assert first.nonce == "acorn"
        assert len(await ground.otter.messages(ground.duels)) == 2


async def test_what_is_sent_up_comes_down_the_same(ground: Ground) -> None:
    bot = Bot()
    data = bytes(range(256)) * 300
    async with bot.living(ground):
        sent = await bot.told(ground.duels).send(file=discord.File(BytesIO(data), "seeds.bin", description="Seeds"))
        [attachment] = sent.attachments
        assert (attachment.filename, attachment.size, attachment.description) == ("seeds.bin", len(data), "Seeds")
        assert attachment.url.startswith(ground.setup["cdn"])
        assert await attachment.read() == data
        [shown] = (await ground.otter.messages(ground.duels))[0]["attachments"]
        assert shown["url"] == attachment.url


async def test_an_edit_keeps_the_files_that_it_does_not_drop(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        files = [discord.File(BytesIO(name.encode()), name) for name in ("a.txt", "b.txt")]
        sent = await bot.told(ground.duels).send("Two", files=files)
        sent = await sent.edit(content="Still two")
        assert [one.filename for one in sent.attachments] == ["a.txt", "b.txt"]
        sent = await sent.edit(attachments=[sent.attachments[1], discord.File(BytesIO(b"c"), "c.txt")])
        assert [one.filename for one in sent.attachments] == ["b.txt", "c.txt"]
        assert [await one.read() for one in sent.attachments] == [b"b.txt", b"c"]
        sent = await sent.edit(attachments=[])
        assert sent.attachments == []
        assert (await ground.otter.messages(ground.duels))[0]["attachments"] == []


async def test_an_upload_that_names_no_files_drops_the_old_ones(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        sent = await bot.told(ground.duels).send(file=discord.File(BytesIO(b"old"), "old.txt"))
        form = aiohttp.FormData()
        form.add_field("payload_json", '{"content": "New"}')
        form.add_field("files[0]", b"new", filename="new.txt")
        url = f"{ground.setup['api']}/channels/{ground.duels}/messages/{sent.id}"
        headers = {"Authorization": f"Bot {ground.token}"}
        async with aiohttp.ClientSession() as session, session.patch(url, data=form, headers=headers) as response:
            assert response.status == 200
            assert [one["filename"] for one in (await response.json())["attachments"]] == ["new.txt"]


async def test_many_messages_go_at_once(ground: Ground) -> None:
    bot = Bot()
    await ground.playground.stage(
        "set_permissions", channel=ground.duels, target=ground.name, allow=["manage_messages"]
    )
    async with bot.living(ground):
        said = [await ground.heron.say(ground.duels, f"{n}") for n in range(3)]
        gone = bot.wait_for("raw_bulk_message_delete", timeout=TIMEOUT_S)
        duels = await bot.fetch_channel(int(ground.duels))
        assert isinstance(duels, discord.TextChannel)
        await duels.delete_messages([discord.Object(int(one["id"])) for one in said[:2]])
        assert {str(one) for one in (await gone).message_ids} == {one["id"] for one in said[:2]}
        assert [text(one) for one in await ground.heron.messages(ground.duels)] == ["2"]


async def test_that_a_bot_types_is_seen(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground), ground.heron.watching() as watch:
        async with bot.told(ground.duels).typing():
            while (event := await asyncio.wait_for(watch.next(), TIMEOUT_S))["type"] != "typing":
                pass
        assert event["user_id"] == await ground.id(ground.name)


async def test_what_people_say_reaches_the_bot_with_its_files(ground: Ground) -> None:
    await ground.playground.stage("set_intents", bot=ground.name, intents=True)
    bot = Bot(discord.Intents(guilds=True, guild_messages=True, message_content=True))
    async with bot.living(ground):
        heard = bot.wait_for("message", timeout=TIMEOUT_S)
        await ground.heron.say(ground.duels, "Look", files=[File("leaf.txt", b"green")])
        message: discord.Message = await heard
        assert isinstance(message.author, discord.Member)
        assert (message.content, message.author.name) == ("Look", "heron")
        assert [await one.read() for one in message.attachments] == [b"green"]


async def test_content_is_only_for_those_to_whom_it_is_granted(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        assert bot.user
        for content, seen in (("Secret", ""), (f"{bot.user.mention} open", f"{bot.user.mention} open")):
            heard = bot.wait_for("message", timeout=TIMEOUT_S)
            await ground.heron.say(ground.duels, content)
            assert (await heard).content == seen
        heard = bot.wait_for("message", timeout=TIMEOUT_S)
        await ground.heron.say(ground.dm, "Psst")
        assert (await heard).content == "Psst"
    greedy = Bot(discord.Intents(guilds=True, message_content=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with greedy.living(ground):
            pass


async def test_a_closed_door_is_closed_to_bots(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        heron = await bot.fetch_user(int(await ground.id("heron")))
        await ground.heron.dms(open=False)
        await refused(heron.send("Hoo"), 403, 50007)
        await ground.heron.dms(open=True)
        await heron.send("Hoo hoo")
        assert text(await ground.heron.waits_for(ground.dm)) == "Hoo hoo"
        assert [one["unread"] for one in (await ground.heron.see())["dms"] if one["recipient"] == str(_id(bot))] == [1]
        assert await ground.otter.messages(ground.dm) == []


async def test_doors_are_not_knocked_at_in_crowds(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        await ground.playground.stage("set_dm_limit", count=2, seconds=600)
        heron, lynx, badger = [discord.Object(int(await ground.id(name))) for name in ("heron", "lynx", "badger")]
        await bot.create_dm(heron)
        await bot.create_dm(lynx)
        await refused(bot.create_dm(badger), 403, 40003)
        # One that is open already is no new one.
        await bot.http.start_private_message(heron.id)
        await ground.playground.stage("advance_time", seconds=601)
        await bot.create_dm(badger)
        await ground.playground.stage("set_dm_limit", count=1000, seconds=1)


async def test_who_may_not_speak_is_told_so(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        duels = bot.told(ground.duels)
        await ground.playground.stage(
            "set_permissions", channel=ground.duels, target=ground.name, deny=["send_messages"]
        )
        await refused(duels.send("Hoo"), 403, 50013)
        await ground.playground.stage(
            "set_permissions", channel=ground.duels, target=ground.name, allow=["send_messages"], deny=["attach_files"]
        )
        await duels.send("Hoo")
        await refused(duels.send(file=discord.File(BytesIO(b"a"), "a.txt")), 403, 50013)
        await ground.playground.stage(
            "set_permissions", channel=ground.duels, target=ground.name, deny=["view_channel"]
        )
        await refused(duels.send("Hoo"), 403, 50001)
        await refused(bot.fetch_channel(int(ground.duels)), 403, 50001)
        said = await ground.heron.say(ground.lounge, "Quack")
        await refused(bot.told(ground.lounge).get_partial_message(int(said["id"])).edit(content="Hoo"), 403, 50005)


async def test_old_messages_are_edited_a_few_times_only(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        sent = await bot.told(ground.duels).send("Young")
        for n in range(12):
            await sent.edit(content=f"Young {n}")
        await ground.playground.stage("advance_time", seconds=3601)
        for n in range(3):
            await sent.edit(content=f"Old {n}")
        await refused(sent.edit(content="Too old"), 429, 30046)


async def test_a_thread_is_begun_spoken_in_and_left(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        duels = await bot.fetch_channel(int(ground.duels))
        assert isinstance(duels, discord.TextChannel)
        start = await duels.send("A trail")
        trail = await start.create_thread(name="trail")
        assert trail.id == start.id
        await trail.send("This way")
        shown = await ground.heron.waits_for(str(trail.id), lambda one: text(one) == "This way")
        assert shown["channel_id"] == str(trail.id)
        [first] = [one for one in await ground.heron.messages(ground.duels) if one["id"] == str(start.id)]
        assert first["thread"]["name"] == "trail"
        place = await ground.heron.until(lambda seen: seen.channel(str(trail.id)))
        assert (place["type"], place["parent_id"]) == (11, ground.duels)
        lone = await duels.create_thread(name="alone", type=discord.ChannelType.public_thread)
        assert lone.parent_id == duels.id
        made = bot.wait_for("thread_create", check=lambda thread: thread.name == "nest", timeout=TIMEOUT_S)
        theirs = await ground.heron.thread(ground.duels, "nest")
        nest: discord.Thread = await made
        assert (str(nest.id), nest.name) == (theirs["id"], "nest")
        await trail.edit(archived=True, locked=True)
        archived = await ground.heron.until(
            lambda seen: [one for one in [seen.channel(str(trail.id))] if one and one["archived"]]
        )
        assert archived
        await refused(trail.send("Anybody?"), 400, 50083)


async def test_what_a_bot_may_not_read_the_app_does_not_say(ground: Ground) -> None:
    await ground.playground.stage("set_permissions", channel=ground.duels, target="heron", deny=["send_messages"])
    with pytest.raises(Denied):
        await ground.heron.say(ground.duels, "Quack")
    await ground.otter.say(ground.duels, "Splash")


def _id(bot: Bot) -> int:
    assert bot.user
    return bot.user.id
