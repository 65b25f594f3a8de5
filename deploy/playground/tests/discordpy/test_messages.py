"""Test that unmodified discord.py can send, edit, read and delete messages, and which permissions it needs."""

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


async def test_message_is_sent_edited_and_deleted(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        duels = bot.messageable(sandbox.duels_id)
        sent = await duels.send("Hoo")
        message = await sandbox.heron.wait_for_message(sandbox.duels_id)
        assert (full_text(message), message["author"]["username"], message["author"]["bot"]) == (
            "Hoo",
            sandbox.bot_name,
            True,
        )
        assert message["edited_timestamp"] is None
        assert (await sent.edit(content="Hoo hoo")).edited_at
        assert full_text((await sandbox.heron.load_messages(sandbox.duels_id))[0]) == "Hoo hoo"
        assert (await duels.fetch_message(sent.id)).content == "Hoo hoo"
        await sent.delete()
        assert await sandbox.heron.load_messages(sandbox.duels_id) == []
        await expect_refusal(duels.fetch_message(sent.id), 404, 10008)
        await expect_refusal(sent.edit(content="Ho"), 404, 10008)


async def test_messages_keep_their_order(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    message_ids: list[str] = []
    all_received = asyncio.Event()

    @bot.event
    async def on_message(message: discord.Message) -> None:
        message_ids.append(str(message.id))
        if len(message_ids) == 20:
            all_received.set()

    async with bot.run_in(sandbox):
        for n in range(10):
            await bot.messageable(sandbox.duels_id).send(f"{n}")
            await sandbox.heron.send_message(sandbox.duels_id, f"{n}!")
        await asyncio.wait_for(all_received.wait(), TIMEOUT_S)
        messages = await sandbox.otter.load_messages(sandbox.duels_id)
        assert [full_text(item) for item in messages] == [f"{n}{mark}" for n in range(10) for mark in ("", "!")]
        assert message_ids == [item["id"] for item in messages] == sorted(message_ids, key=int)
        history = [str(item.id) async for item in bot.messageable(sandbox.duels_id).history(oldest_first=True)]
        assert history == message_ids


async def test_mention_pings_unless_disallowed(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        mention = f"<@{await sandbox.find_person_id('heron')}>"
        duels = bot.messageable(sandbox.duels_id)
        allowed = await duels.send(f"{mention}!")
        assert [user.name for user in allowed.mentions] == ["heron"]
        disallowed = await duels.send(f"{mention}?", allowed_mentions=NO_MENTIONS)
        assert disallowed.mentions == []
        everyone = await duels.send("@everyone", allowed_mentions=discord.AllowedMentions(everyone=True))
        await duels.send("@everyone", allowed_mentions=NO_MENTIONS)
        assert everyone.mention_everyone
        assert [message["playground"]["pings"] for message in await sandbox.heron.load_messages(sandbox.duels_id)] == [
            True,
            False,
            True,
            False,
        ]
        assert [message["playground"]["pings"] for message in await sandbox.lynx.load_messages(sandbox.duels_id)] == [
            False,
            False,
            True,
            False,
        ]


async def test_reply_pings_unless_disallowed(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        original = await sandbox.heron.send_message(sandbox.duels_id, "Quack")
        message = bot.messageable(sandbox.duels_id).get_partial_message(int(original["id"]))
        for ping in (True, False):
            await message.reply("Hoo", mention_author=ping)
            reply = (await sandbox.heron.load_messages(sandbox.duels_id))[-1]
            assert reply["message_reference"]["message_id"] == original["id"]
            assert reply["referenced_message"]["content"] == "Quack"
            assert reply["playground"]["pings"] is ping


async def test_repeated_nonce_returns_the_same_message(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        duels = bot.messageable(sandbox.duels_id)
        first, again = [await duels.send("Once", nonce="acorn") for _ in range(2)]
        other = await duels.send("Once", nonce="beech")
        assert first.id == again.id != other.id
        assert first.nonce == "acorn"
        assert len(await sandbox.otter.load_messages(sandbox.duels_id)) == 2


async def test_attachment_downloads_unchanged(sandbox: Sandbox) -> None:
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
        [displayed] = (await sandbox.otter.load_messages(sandbox.duels_id))[0]["attachments"]
        assert displayed["url"] == attachment.url


async def test_edit_keeps_listed_attachments(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        files = [discord.File(BytesIO(name.encode()), name) for name in ("a.txt", "b.txt")]
        sent = await bot.messageable(sandbox.duels_id).send("Two", files=files)
        sent = await sent.edit(content="Still two")
        assert [attachment.filename for attachment in sent.attachments] == ["a.txt", "b.txt"]
        sent = await sent.edit(attachments=[sent.attachments[1], discord.File(BytesIO(b"c"), "c.txt")])
        assert [attachment.filename for attachment in sent.attachments] == ["b.txt", "c.txt"]
        assert [await attachment.read() for attachment in sent.attachments] == [b"b.txt", b"c"]
        sent = await sent.edit(attachments=[])
        assert sent.attachments == []
        assert (await sandbox.otter.load_messages(sandbox.duels_id))[0]["attachments"] == []


async def test_edit_with_upload_drops_unlisted_attachments(sandbox: Sandbox) -> None:
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
            assert [attachment["filename"] for attachment in (await response.json())["attachments"]] == ["new.txt"]


async def test_bulk_delete_sends_one_event(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    await sandbox.playground.control(
        "set_permissions", channel=sandbox.duels_id, target=sandbox.bot_name, allow=["manage_messages"]
    )
    async with bot.run_in(sandbox):
        messages = [await sandbox.heron.send_message(sandbox.duels_id, f"{n}") for n in range(3)]
        deletion = bot.wait_for("raw_bulk_message_delete", timeout=TIMEOUT_S)
        duels = await bot.fetch_channel(int(sandbox.duels_id))
        assert isinstance(duels, discord.TextChannel)
        await duels.delete_messages([discord.Object(int(item["id"])) for item in messages[:2]])
        assert {str(item) for item in (await deletion).message_ids} == {item["id"] for item in messages[:2]}
        assert [full_text(item) for item in await sandbox.heron.load_messages(sandbox.duels_id)] == ["2"]


async def test_typing_of_bot_reaches_users(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox), sandbox.heron.watch_view() as watch:
        async with bot.messageable(sandbox.duels_id).typing():
            while (event := await asyncio.wait_for(watch.next_event(), TIMEOUT_S))["type"] != "typing":
                pass
        assert event["user_id"] == await sandbox.find_person_id(sandbox.bot_name)


async def test_user_message_reaches_bot_with_attachments(sandbox: Sandbox) -> None:
    await sandbox.playground.control("set_intents", bot=sandbox.bot_name, intents=True)
    bot = DiscordPyBot(discord.Intents(guilds=True, guild_messages=True, message_content=True))
    async with bot.run_in(sandbox):
        received = bot.wait_for("message", timeout=TIMEOUT_S)
        await sandbox.heron.send_message(sandbox.duels_id, "Look", files=[File("leaf.txt", b"green")])
        message: discord.Message = await received
        assert isinstance(message.author, discord.Member)
        assert (message.content, message.author.name) == ("Look", "heron")
        assert [await attachment.read() for attachment in message.attachments] == [b"green"]


async def test_message_content_needs_the_intent(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        assert bot.user
        for content, expected in (("Secret", ""), (f"{bot.user.mention} open", f"{bot.user.mention} open")):
            received = bot.wait_for("message", timeout=TIMEOUT_S)
            await sandbox.heron.send_message(sandbox.duels_id, content)
            assert (await received).content == expected
        received = bot.wait_for("message", timeout=TIMEOUT_S)
        await sandbox.heron.send_message(sandbox.dm_name, "Psst")
        assert (await received).content == "Psst"
    privileged_bot = DiscordPyBot(discord.Intents(guilds=True, message_content=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with privileged_bot.run_in(sandbox):
            pass


async def test_closed_dms_refuse_bots(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        heron = await bot.fetch_user(int(await sandbox.find_person_id("heron")))
        await sandbox.heron.set_dms_open(open=False)
        await expect_refusal(heron.send("Hoo"), 403, 50007)
        await sandbox.heron.set_dms_open(open=True)
        await heron.send("Hoo hoo")
        assert full_text(await sandbox.heron.wait_for_message(sandbox.dm_name)) == "Hoo hoo"
        assert [
            dm["unread"] for dm in (await sandbox.heron.load_view())["dms"] if dm["recipient"] == str(_user_id(bot))
        ] == [1]
        assert await sandbox.otter.load_messages(sandbox.dm_name) == []


async def test_opening_dms_is_rate_limited(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        await sandbox.playground.control("set_dm_limit", count=2, seconds=600)
        heron, lynx, badger = [
            discord.Object(int(await sandbox.find_person_id(name))) for name in ("heron", "lynx", "badger")
        ]
        await bot.create_dm(heron)
        await bot.create_dm(lynx)
        await expect_refusal(bot.create_dm(badger), 403, 40003)
        # Opening a channel that is already open does not count toward the limit.
        await bot.http.start_private_message(heron.id)
        await sandbox.playground.control("advance_time", seconds=601)
        await bot.create_dm(badger)
        await sandbox.playground.control("set_dm_limit", count=1000, seconds=1)


async def test_missing_permissions_are_refused(sandbox: Sandbox) -> None:
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
        message = await sandbox.heron.send_message(sandbox.lounge_id, "Quack")
        await expect_refusal(
            bot.messageable(sandbox.lounge_id).get_partial_message(int(message["id"])).edit(content="Hoo"), 403, 50005
        )


async def test_edits_of_old_messages_are_limited(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        sent = await bot.messageable(sandbox.duels_id).send("Young")
        for n in range(12):
            await sent.edit(content=f"Young {n}")
        await sandbox.playground.control("advance_time", seconds=3601)
        for n in range(3):
            await sent.edit(content=f"Old {n}")
        await expect_refusal(sent.edit(content="Too old"), 429, 30046)


async def test_thread_is_created_used_and_archived(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        duels = await bot.fetch_channel(int(sandbox.duels_id))
        assert isinstance(duels, discord.TextChannel)
        starter = await duels.send("A trail")
        trail = await starter.create_thread(name="trail")
        assert trail.id == starter.id
        await trail.send("This way")
        message = await sandbox.heron.wait_for_message(str(trail.id), lambda item: full_text(item) == "This way")
        assert message["channel_id"] == str(trail.id)
        messages = await sandbox.heron.load_messages(sandbox.duels_id)
        [first] = [item for item in messages if item["id"] == str(starter.id)]
        assert first["thread"]["name"] == "trail"
        channel = await sandbox.heron.wait_until(lambda view: view.find_channel(str(trail.id)))
        assert (channel["type"], channel["parent_id"]) == (11, sandbox.duels_id)
        standalone = await duels.create_thread(name="alone", type=discord.ChannelType.public_thread)
        assert standalone.parent_id == duels.id
        created = bot.wait_for("thread_create", check=lambda thread: thread.name == "nest", timeout=TIMEOUT_S)
        created_thread = await sandbox.heron.create_thread(sandbox.duels_id, "nest")
        nest: discord.Thread = await created
        assert (str(nest.id), nest.name) == (created_thread["id"], "nest")
        await trail.edit(archived=True, locked=True)
        archived = await sandbox.heron.wait_until(
            lambda view: [item for item in [view.find_channel(str(trail.id))] if item and item["archived"]]
        )
        assert archived
        await expect_refusal(trail.send("Anybody?"), 400, 50083)


async def test_user_without_permission_cannot_send(sandbox: Sandbox) -> None:
    await sandbox.playground.control(
        "set_permissions", channel=sandbox.duels_id, target="heron", deny=["send_messages"]
    )
    with pytest.raises(PlaygroundError):
        await sandbox.heron.send_message(sandbox.duels_id, "Quack")
    await sandbox.otter.send_message(sandbox.duels_id, "Splash")


def _user_id(bot: DiscordPyBot) -> int:
    assert bot.user
    return bot.user.id
