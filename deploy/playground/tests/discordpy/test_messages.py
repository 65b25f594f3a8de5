"""discord.py, unmodified: messages, whom they reach, and who may send them.

Sending, changing, reading and being refused are tried together: one message goes through all of them.
"""

from __future__ import annotations

import asyncio
from io import BytesIO

import aiohttp
import discord
import pytest

from deploy.playground.tests.sandbox import DiscordPyBot, Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import File, PlaygroundError, full_text

NO_MENTIONS = discord.AllowedMentions.none()


async def expect_refusal(attempt: asyncio.Future[object] | object, status: int, code: int) -> discord.HTTPException:
    with pytest.raises(discord.HTTPException) as caught:
        await attempt  # type: ignore[misc]  # discord.py's own coroutines and futures of any kind
    assert (caught.value.status, caught.value.code) == (status, code)
    return caught.value


async def test_a_message_is_said_changed_and_taken_back(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        duels = bot.messageable(sandbox.duels_id)
        sent = await duels.send("Hoo")
        shown = await sandbox.heron.wait_for_message(sandbox.duels_id)
        assert (full_text(shown), shown["author"]["username"], shown["author"]["bot"]) == (
            "Hoo",
            sandbox.bot_name,
            True,
        )
        assert shown["edited_timestamp"] is None
        assert (await sent.edit(content="Hoo hoo")).edited_at
        assert full_text((await sandbox.heron.load_messages(sandbox.duels_id))[0]) == "Hoo hoo"
        assert (await duels.fetch_message(sent.id)).content == "Hoo hoo"
        await sent.delete()
        assert await sandbox.heron.load_messages(sandbox.duels_id) == []
        await expect_refusal(duels.fetch_message(sent.id), 404, 10008)
        await expect_refusal(sent.edit(content="Ho"), 404, 10008)


async def test_what_does_not_exist_is_unknown(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        await expect_refusal(bot.fetch_channel(1), 404, 10003)
        await expect_refusal(bot.messageable("1").send("Hoo"), 404, 10003)
        await expect_refusal(bot.messageable(sandbox.duels_id).fetch_message(1), 404, 10008)
        await expect_refusal(bot.fetch_user(1), 404, 10013)


async def test_messages_stay_in_the_order_in_which_they_were_sent(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    heard: list[str] = []
    full = asyncio.Event()

    @bot.event
    async def on_message(message: discord.Message) -> None:
        heard.append(str(message.id))
        if len(heard) == 20:
            full.set()

    async with bot.run_in(sandbox):
        for n in range(10):
            await bot.messageable(sandbox.duels_id).send(f"{n}")
            await sandbox.heron.send_message(sandbox.duels_id, f"{n}!")
        await asyncio.wait_for(full.wait(), TIMEOUT_S)
        shown = await sandbox.otter.load_messages(sandbox.duels_id)
        assert [full_text(one) for one in shown] == [f"{n}{mark}" for n in range(10) for mark in ("", "!")]
        assert heard == [one["id"] for one in shown] == sorted(heard, key=int)
        history = [str(one.id) async for one in bot.messageable(sandbox.duels_id).history(oldest_first=True)]
        assert history == heard


async def test_who_is_mentioned_is_pinged_unless_that_is_not_allowed(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        heron = f"<@{await sandbox.find_person_id('heron')}>"
        duels = bot.messageable(sandbox.duels_id)
        loud = await duels.send(f"{heron}!")
        assert [user.name for user in loud.mentions] == ["heron"]
        quiet = await duels.send(f"{heron}?", allowed_mentions=NO_MENTIONS)
        assert quiet.mentions == []
        everybody = await duels.send("@everyone", allowed_mentions=discord.AllowedMentions(everyone=True))
        await duels.send("@everyone", allowed_mentions=NO_MENTIONS)
        assert everybody.mention_everyone
        assert [one["playground"]["pings"] for one in await sandbox.heron.load_messages(sandbox.duels_id)] == [
            True,
            False,
            True,
            False,
        ]
        assert [one["playground"]["pings"] for one in await sandbox.lynx.load_messages(sandbox.duels_id)] == [
            False,
            False,
            True,
            False,
        ]


async def test_a_reply_pings_unless_that_is_not_allowed(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        said = await sandbox.heron.send_message(sandbox.duels_id, "Quack")
        message = bot.messageable(sandbox.duels_id).get_partial_message(int(said["id"]))
        for ping in (True, False):
            await message.reply("Hoo", mention_author=ping)
            reply = (await sandbox.heron.load_messages(sandbox.duels_id))[-1]
            assert reply["message_reference"]["message_id"] == said["id"]
            assert reply["referenced_message"]["content"] == "Quack"
            assert reply["playground"]["pings"] is ping


async def test_the_same_nonce_is_the_same_message(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        duels = bot.messageable(sandbox.duels_id)
        first, again = [await duels.send("Once", nonce="acorn") for _ in range(2)]
        other = await duels.send("Once", nonce="beech")
        assert first.id == again.id != other.id
        assert first.nonce == "acorn"
        assert len(await sandbox.otter.load_messages(sandbox.duels_id)) == 2


async def test_what_is_sent_up_comes_down_the_same(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    data = bytes(range(256)) * 300
    async with bot.run_in(sandbox):
        sent = await bot.messageable(sandbox.duels_id).send(
            file=discord.File(BytesIO(data), "seeds.bin", description="Seeds")
        )
        [attachment] = sent.attachments
        assert (attachment.filename, attachment.size, attachment.description) == ("seeds.bin", len(data), "Seeds")
        assert attachment.url.startswith(sandbox.setup["cdn"])
        assert await attachment.read() == data
        [shown] = (await sandbox.otter.load_messages(sandbox.duels_id))[0]["attachments"]
        assert shown["url"] == attachment.url


async def test_an_edit_keeps_the_files_that_it_does_not_drop(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        files = [discord.File(BytesIO(name.encode()), name) for name in ("a.txt", "b.txt")]
        sent = await bot.messageable(sandbox.duels_id).send("Two", files=files)
        sent = await sent.edit(content="Still two")
        assert [one.filename for one in sent.attachments] == ["a.txt", "b.txt"]
        sent = await sent.edit(attachments=[sent.attachments[1], discord.File(BytesIO(b"c"), "c.txt")])
        assert [one.filename for one in sent.attachments] == ["b.txt", "c.txt"]
        assert [await one.read() for one in sent.attachments] == [b"b.txt", b"c"]
        sent = await sent.edit(attachments=[])
        assert sent.attachments == []
        assert (await sandbox.otter.load_messages(sandbox.duels_id))[0]["attachments"] == []


async def test_an_upload_that_names_no_files_drops_the_old_ones(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        sent = await bot.messageable(sandbox.duels_id).send(file=discord.File(BytesIO(b"old"), "old.txt"))
        form = aiohttp.FormData()
        form.add_field("payload_json", '{"content": "New"}')
        form.add_field("files[0]", b"new", filename="new.txt")
        url = f"{sandbox.setup['api']}/channels/{sandbox.duels_id}/messages/{sent.id}"
        headers = {"Authorization": f"Bot {sandbox.bot_token}"}
        async with aiohttp.ClientSession() as session, session.patch(url, data=form, headers=headers) as response:
            assert response.status == 200
            assert [one["filename"] for one in (await response.json())["attachments"]] == ["new.txt"]


async def test_many_messages_go_at_once(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    await sandbox.playground.control(
        "set_permissions", channel=sandbox.duels_id, target=sandbox.bot_name, allow=["manage_messages"]
    )
    async with bot.run_in(sandbox):
        said = [await sandbox.heron.send_message(sandbox.duels_id, f"{n}") for n in range(3)]
        gone = bot.wait_for("raw_bulk_message_delete", timeout=TIMEOUT_S)
        duels = await bot.fetch_channel(int(sandbox.duels_id))
        assert isinstance(duels, discord.TextChannel)
        await duels.delete_messages([discord.Object(int(one["id"])) for one in said[:2]])
        assert {str(one) for one in (await gone).message_ids} == {one["id"] for one in said[:2]}
        assert [full_text(one) for one in await sandbox.heron.load_messages(sandbox.duels_id)] == ["2"]


async def test_that_a_bot_types_is_seen(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox), sandbox.heron.watch_view() as watch:
        async with bot.messageable(sandbox.duels_id).typing():
            while (event := await asyncio.wait_for(watch.next_event(), TIMEOUT_S))["type"] != "typing":
                pass
        assert event["user_id"] == await sandbox.find_person_id(sandbox.bot_name)


async def test_what_people_say_reaches_the_bot_with_its_files(sandbox: Sandbox) -> None:
    await sandbox.playground.control("set_intents", bot=sandbox.bot_name, intents=True)
    bot = DiscordPyBot(discord.Intents(guilds=True, guild_messages=True, message_content=True))
    async with bot.run_in(sandbox):
        heard = bot.wait_for("message", timeout=TIMEOUT_S)
        await sandbox.heron.send_message(sandbox.duels_id, "Look", files=[File("leaf.txt", b"green")])
        message: discord.Message = await heard
        assert isinstance(message.author, discord.Member)
        assert (message.content, message.author.name) == ("Look", "heron")
        assert [await one.read() for one in message.attachments] == [b"green"]


async def test_content_is_only_for_those_to_whom_it_is_granted(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        assert bot.user
        for content, seen in (("Secret", ""), (f"{bot.user.mention} open", f"{bot.user.mention} open")):
            heard = bot.wait_for("message", timeout=TIMEOUT_S)
            await sandbox.heron.send_message(sandbox.duels_id, content)
            assert (await heard).content == seen
        heard = bot.wait_for("message", timeout=TIMEOUT_S)
        await sandbox.heron.send_message(sandbox.dm_name, "Psst")
        assert (await heard).content == "Psst"
    greedy = DiscordPyBot(discord.Intents(guilds=True, message_content=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with greedy.run_in(sandbox):
            pass


async def test_a_closed_door_is_closed_to_bots(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        heron = await bot.fetch_user(int(await sandbox.find_person_id("heron")))
        await sandbox.heron.set_dms_open(open=False)
        await expect_refusal(heron.send("Hoo"), 403, 50007)
        await sandbox.heron.set_dms_open(open=True)
        await heron.send("Hoo hoo")
        assert full_text(await sandbox.heron.wait_for_message(sandbox.dm_name)) == "Hoo hoo"
        assert [
            one["unread"] for one in (await sandbox.heron.load_view())["dms"] if one["recipient"] == str(_user_id(bot))
        ] == [1]
        assert await sandbox.otter.load_messages(sandbox.dm_name) == []


async def test_doors_are_not_knocked_at_in_crowds(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        await sandbox.playground.control("set_dm_limit", count=2, seconds=600)
        heron, lynx, badger = [
            discord.Object(int(await sandbox.find_person_id(name))) for name in ("heron", "lynx", "badger")
        ]
        await bot.create_dm(heron)
        await bot.create_dm(lynx)
        await expect_refusal(bot.create_dm(badger), 403, 40003)
        # One that is open already is no new one.
        await bot.http.start_private_message(heron.id)
        await sandbox.playground.control("advance_time", seconds=601)
        await bot.create_dm(badger)
        await sandbox.playground.control("set_dm_limit", count=1000, seconds=1)


async def test_who_may_not_speak_is_told_so(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        duels = bot.messageable(sandbox.duels_id)
        await sandbox.playground.control(
            "set_permissions", channel=sandbox.duels_id, target=sandbox.bot_name, deny=["send_messages"]
        )
        await expect_refusal(duels.send("Hoo"), 403, 50013)
        await sandbox.playground.control(
            "set_permissions",
            channel=sandbox.duels_id,
            target=sandbox.bot_name,
            allow=["send_messages"],
            deny=["attach_files"],
        )
        await duels.send("Hoo")
        await expect_refusal(duels.send(file=discord.File(BytesIO(b"a"), "a.txt")), 403, 50013)
        await sandbox.playground.control(
            "set_permissions", channel=sandbox.duels_id, target=sandbox.bot_name, deny=["view_channel"]
        )
        await expect_refusal(duels.send("Hoo"), 403, 50001)
        await expect_refusal(bot.fetch_channel(int(sandbox.duels_id)), 403, 50001)
        said = await sandbox.heron.send_message(sandbox.lounge_id, "Quack")
        await expect_refusal(
            bot.messageable(sandbox.lounge_id).get_partial_message(int(said["id"])).edit(content="Hoo"), 403, 50005
        )


async def test_old_messages_are_edited_a_few_times_only(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        sent = await bot.messageable(sandbox.duels_id).send("Young")
        for n in range(12):
            await sent.edit(content=f"Young {n}")
        await sandbox.playground.control("advance_time", seconds=3601)
        for n in range(3):
            await sent.edit(content=f"Old {n}")
        await expect_refusal(sent.edit(content="Too old"), 429, 30046)


async def test_a_thread_is_begun_spoken_in_and_left(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        duels = await bot.fetch_channel(int(sandbox.duels_id))
        assert isinstance(duels, discord.TextChannel)
        start = await duels.send("A trail")
        trail = await start.create_thread(name="trail")
        assert trail.id == start.id
        await trail.send("This way")
        shown = await sandbox.heron.wait_for_message(str(trail.id), lambda one: full_text(one) == "This way")
        assert shown["channel_id"] == str(trail.id)
        [first] = [one for one in await sandbox.heron.load_messages(sandbox.duels_id) if one["id"] == str(start.id)]
        assert first["thread"]["name"] == "trail"
        place = await sandbox.heron.wait_until(lambda seen: seen.find_channel(str(trail.id)))
        assert (place["type"], place["parent_id"]) == (11, sandbox.duels_id)
        lone = await duels.create_thread(name="alone", type=discord.ChannelType.public_thread)
        assert lone.parent_id == duels.id
        made = bot.wait_for("thread_create", check=lambda thread: thread.name == "nest", timeout=TIMEOUT_S)
        theirs = await sandbox.heron.create_thread(sandbox.duels_id, "nest")
        nest: discord.Thread = await made
        assert (str(nest.id), nest.name) == (theirs["id"], "nest")
        await trail.edit(archived=True, locked=True)
        archived = await sandbox.heron.wait_until(
            lambda seen: [one for one in [seen.find_channel(str(trail.id))] if one and one["archived"]]
        )
        assert archived
        await expect_refusal(trail.send("Anybody?"), 400, 50083)


async def test_what_a_bot_may_not_read_the_app_does_not_say(sandbox: Sandbox) -> None:
    await sandbox.playground.control(
        "set_permissions", channel=sandbox.duels_id, target="heron", deny=["send_messages"]
    )
    with pytest.raises(PlaygroundError):
        await sandbox.heron.send_message(sandbox.duels_id, "Quack")
    await sandbox.otter.send_message(sandbox.duels_id, "Splash")


def _user_id(bot: DiscordPyBot) -> int:
    assert bot.user
    return bot.user.id
