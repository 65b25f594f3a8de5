"""events/gateway-events: what each payload holds, and when it comes.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import INTENTS, Witness, button, row

PAGE = Page("events/gateway-events")
says = PAGE.says
FIRE = "%F0%9F%94%A5"


@says("Payload Structure", "op, d, s and t are always there; s and t are null where nothing is dispatched")
async def nulls(bot: Witness) -> None:
    async with bot.hearing() as ear:
        await ear.says({"op": 1, "d": None})
        await ear.op(11)
    assert all(payload.keys() == {"op", "d", "s", "t"} for payload in ear.heard)
    assert all(
        (payload["op"] == 0) == (payload["s"] is not None) == (payload["t"] is not None) for payload in ear.heard
    )


@says("Identify Structure", "token, properties and intents may not be left out")
async def required(bot: Witness) -> None:
    for left_out, code in (("token", 4002), ("properties", 4002), ("intents", 4013)):
        async with bot.connected() as ear:
            assert await ear.answered(bot.identify(**{left_out: None})) == code
    strange: list[object] = ["linux", []]
    for properties in strange:
        async with bot.connected() as ear:
            assert await ear.answered(bot.identify(properties=properties)) == 4002


@says("Identify Structure", "presence is what is shown from the first moment")
async def presence(bot: Witness) -> None:
    shown = {"status": "dnd", "activities": [{"name": "Owls", "type": 0}], "since": None, "afk": False}
    async with bot.hearing(presence=shown):
        people = (await bot.otter.see())["people"]
    told = next(one["presence"] for one in people if one["username"] == bot.ground.name)
    assert told == {"status": "dnd", "activity": "Owls"}


@says("Resume Structure", "token, session_id and seq name what is taken up again; another's token does not")
async def another_token(bot: Witness) -> None:
    async with bot.apart() as other, bot.hearing() as ear:
        [session] = ear.told("READY")
        async with bot.connected() as again:
            await again.says(
                {"op": 6, "d": {"token": other.ground.token, "session_id": session["session_id"], "seq": 1}}
            )
            assert (await again.op(9))["d"] is False


@says("Ready Event Fields", "v, user, guilds, session_id, resume_gateway_url, shard and application are told")
async def ready(bot: Witness) -> None:
    async with bot.hearing(shard=[0, 1]) as ear:
        [told] = ear.told("READY")
    assert (told["v"], told["user"]["id"], told["application"]["id"]) == (10, bot.app, bot.app)
    assert told["application"].keys() == {"id", "flags"}
    assert {"guilds", "session_id", "resume_gateway_url", "shard"} <= told.keys()


@says("Ready Event Fields", "no shard is told to whom no shard has named")
async def no_shard(bot: Witness) -> None:
    async with bot.hearing() as ear:
        assert "shard" not in ear.told("READY")[0]


@says("Reconnect", "op 7 carries nothing, and the session can be taken up again")
async def reconnect(bot: Witness) -> None:
    async with bot.hearing() as ear:
        await bot.stage("disrupt_gateway", send="reconnect", bot=bot.ground.name)
        assert (await ear.op(7))["d"] is None


@says("Invalid Session", "op 9 says whether the session may be taken up again")
async def invalid(bot: Witness) -> None:
    async with bot.hearing() as ear:
        for resumable in (True, False):
            await bot.stage("disrupt_gateway", send="invalid", bot=bot.ground.name, resumable=resumable)
            assert (await ear.op(9))["d"] is resumable


@says("Request Guild Members", "by user_ids whoever is there is told, and who is not in not_found")
async def by_ids(bot: Witness) -> None:
    heron = await bot.ground.id("heron")
    async with bot.hearing() as ear:
        await ear.says({"op": 8, "d": {"guild_id": bot.guild, "user_ids": [heron, "1"], "limit": 0}})
        chunk = await ear.until("GUILD_MEMBERS_CHUNK")
    assert [member["user"]["id"] for member in chunk["members"]] == [heron]
    assert [str(one) for one in chunk["not_found"]] == ["1"]
    assert (chunk["guild_id"], chunk["chunk_index"], chunk["chunk_count"]) == (bot.guild, 0, 1)


@says("Request Guild Members", "query is how a name begins, and limit how many are told at most")
async def by_name(bot: Witness) -> None:
    async with bot.hearing() as ear:
        for query, limit, names in (("he", 5, ["heron"]), ("x", 5, [])):
            await ear.says({"op": 8, "d": {"guild_id": bot.guild, "query": query, "limit": limit}})
            chunk = await ear.until("GUILD_MEMBERS_CHUNK")
            assert [member["user"]["username"] for member in chunk["members"]] == names


@says("Request Guild Members", "all members are only for whom the intent for members was granted")
async def everybody(bot: Witness) -> None:
    everyone = {"op": 8, "d": {"guild_id": bot.guild, "query": "", "limit": 0}}
    async with bot.hearing() as ear:
        await ear.says(everyone)
        assert (await ear.until("GUILD_MEMBERS_CHUNK"))["members"] == []


@says("Request Guild Members Structure", "a nonce comes back with the answer; one of more than 32 bytes is ignored")
async def nonce(bot: Witness) -> None:
    async with bot.hearing() as ear:
        for said, told in (("n" * 32, "n" * 32), ("n" * 33, None)):
            await ear.says({"op": 8, "d": {"guild_id": bot.guild, "query": "he", "limit": 1, "nonce": said}})
            assert (await ear.until("GUILD_MEMBERS_CHUNK")).get("nonce") == told


@says(
    "Guild Create Extra Fields", "a server is told with its channels, threads, number of members and one's own member"
)
async def guild(bot: Witness) -> None:
    async with bot.hearing() as ear:
        [told] = ear.told("GUILD_CREATE")
    assert told["member_count"] == 5
    assert [member["user"]["id"] for member in told["members"]] == [bot.app]
    assert {bot.ground.duels, bot.ground.lounge} <= {channel["id"] for channel in told["channels"]}
    extra = {"joined_at", "large", "voice_states", "threads", "presences", "stage_instances", "guild_scheduled_events"}
    assert extra | {"soundboard_sounds"} <= told.keys()


@says("Guild Create", "whoever comes into a server is told of it")
async def joined(bot: Witness) -> None:
    async with bot.apart() as other, bot.hearing() as ear:
        await bot.stage("add_member", server=other.guild, target=bot.ground.name)
        await ear.until("GUILD_CREATE", lambda told: told["id"] == other.guild)
        await bot.stage("remove_member", server=other.guild, target=bot.ground.name)
        await ear.until("GUILD_DELETE")


@says("Guild Delete", "whoever is sent away is told the id, and nothing of unavailable")
async def left(bot: Witness) -> None:
    async with bot.apart() as other, other.hearing() as ear:
        await bot.stage("remove_member", server=other.guild, target=other.ground.name)
        told = await ear.until("GUILD_DELETE")
    assert told["id"] == other.guild
    assert "unavailable" not in told


@says("Guild Member Add", "who comes is told to the intent for members alone, with guild_id")
async def member_add(bot: Witness) -> None:
    async with bot.apart() as other:
        await bot.stage("remove_member", server=other.guild, target="badger")
        await bot.stage("set_intents", bot=other.ground.name, intents=True)
        async with other.hearing() as deaf, other.hearing(intents=INTENTS | 2) as ear:
            await bot.stage("add_member", server=other.guild, target="badger")
            told = await ear.until("GUILD_MEMBER_ADD")
            assert (told["user"]["username"], told["guild_id"]) == ("badger", other.guild)
            assert await deaf.answered() is None
            assert deaf.told("GUILD_MEMBER_ADD") == []


@says("Guild Member Remove Event Fields", "who goes is told by guild_id and user")
async def member_remove(bot: Witness) -> None:
    async with bot.apart() as other:
        await bot.stage("set_intents", bot=other.ground.name, intents=True)
        async with other.hearing(intents=INTENTS | 2) as ear:
            await bot.stage("remove_member", server=other.guild, target="badger")
            told = await ear.until("GUILD_MEMBER_REMOVE")
    assert told.keys() == {"guild_id", "user"}
    assert told["user"]["username"] == "badger"


@says("Guild Role Create", "a new role is told with the server's id")
async def role_create(bot: Witness) -> None:
    async with bot.apart() as other, other.hearing() as ear:
        made = (await bot.stage("create_role", server=other.guild, name="Elder"))["role"]
        told = await ear.until("GUILD_ROLE_CREATE")
    assert (told["guild_id"], told["role"]["id"]) == (other.guild, made["id"])


@says("Channel Create", "a channel that is made is told to whom it concerns")
async def channel_create(bot: Witness) -> None:
    async with bot.hearing() as ear:
        place = await bot.channel()
        await ear.until("CHANNEL_CREATE", lambda told: told["id"] == place)


@says("Channel Update", "that something was said changes no channel")
async def not_by_messages(bot: Witness) -> None:
    async with bot.hearing() as ear:
        said = await bot.says()
        await ear.until("MESSAGE_CREATE", lambda told: told["id"] == said["id"])
        await bot.channel()
        await ear.until("CHANNEL_CREATE")
    assert ear.told("CHANNEL_UPDATE") == []


@says("Channel Delete", "a channel that is gone is told whole")
async def channel_delete(bot: Witness) -> None:
    async with bot.hearing() as ear:
        place = await bot.channel()
        await bot.stage("delete_channel", channel=place)
        told = await ear.until("CHANNEL_DELETE")
    assert (told["id"], told["type"], told["guild_id"]) == (place, 0, bot.guild)


@says("Thread Create", "a thread that is made is told as newly created")
async def thread_create(bot: Witness) -> None:
    async with bot.hearing() as ear:
        made = await bot.heron.thread(bot.ground.duels, "nest")
        told = await ear.until("THREAD_CREATE")
    assert (told["id"], told["newly_created"]) == (made["id"], True)


@says("Thread Create", "whoever is added to a private thread is told of it, with their membership")
async def thread_create_for_who_is_added(bot: Witness) -> None:
    async with bot.apart() as other, bot.hearing() as ear:
        await bot.stage("add_member", server=bot.guild, target=other.ground.name)
        await bot.stage("set_permissions", channel=bot.ground.duels, target=bot.ground.role, deny=["manage_threads"])
        try:
            body = {"name": "secret", "type": 12}
            made = (await other.asks("POST", f"/channels/{bot.ground.duels}/threads", body)).body
            added = await other.asks("PUT", f"/channels/{made['id']}/thread-members/{bot.app}")
            assert added.status == 204
            await bot.channel()
            await ear.until("CHANNEL_CREATE")
            [told] = [told for told in ear.told("THREAD_CREATE") if told["id"] == made["id"]]
            assert told["member"]["user_id"] == bot.app
        finally:
            await bot.stage(
                "set_permissions", channel=bot.ground.duels, target=bot.ground.role, allow=["manage_threads"]
            )
            await bot.stage("remove_member", server=bot.guild, target=other.ground.name)


@says("Thread Delete", "of a thread that is gone id, guild_id, parent_id and type are told")
async def thread_delete(bot: Witness) -> None:
    async with bot.hearing() as ear:
        made = await bot.heron.thread(bot.ground.duels, "nest")
        assert (await bot.asks("DELETE", f"/channels/{made['id']}")).status == 200
        told = await ear.until("THREAD_DELETE")
    assert told == {"id": made["id"], "guild_id": bot.guild, "parent_id": bot.ground.duels, "type": 11}


@says("Thread Members Update", "without the intent for members a bot hears of itself alone")
async def thread_members(bot: Witness) -> None:
    async with bot.hearing() as ear:
        made = await bot.heron.thread(bot.ground.duels, "nest")
        path = f"/channels/{made['id']}/thread-members"
        assert (await bot.asks("PUT", f"{path}/{await bot.ground.id('lynx')}")).status == 204
        assert (await bot.asks("PUT", f"{path}/@me")).status == 204
        told = await ear.until("THREAD_MEMBERS_UPDATE")
    assert [member["user_id"] for member in told["added_members"]] == [bot.app]
    assert "member" in told["added_members"][0]


@says("Message Create Extra Fields", "guild_id, member and channel_type come with what is said in a server")
async def message_create(bot: Witness) -> None:
    async with bot.hearing() as ear:
        said = await bot.heron.say(bot.ground.duels, "Hoo")
        told = await ear.until("MESSAGE_CREATE", lambda told: told["id"] == said["id"])
    assert (told["guild_id"], told["channel_type"]) == (bot.guild, 0)
    assert "joined_at" in told["member"]
    assert "user" not in told["member"]


@says("Messages", "what one person alone may see is told by the intent for DMs, without guild_id and member")
async def ephemeral(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        await bot.answers(call, 4, {"content": "For you", "flags": 64})
        said = await bot.says()
        await ear.until("MESSAGE_CREATE", lambda told: told["id"] == said["id"])
        [told] = [told for told in ear.told("MESSAGE_CREATE") if told["flags"] & 64]
    assert {"guild_id", "member"}.isdisjoint(told)


@says("Message Update", "what was changed is told whole, never as spoken aloud")
async def message_update(bot: Witness) -> None:
    async with bot.hearing() as ear:
        said = await bot.says()
        await bot.asks("PATCH", f"/channels/{bot.ground.duels}/messages/{said['id']}", {"content": "Hee"})
        told = await ear.until("MESSAGE_UPDATE")
    assert (told["id"], told["content"], told["tts"], told["guild_id"]) == (said["id"], "Hee", False, bot.guild)
    assert told["edited_timestamp"]


@says("Message Delete Event Fields", "of a message that is gone id, channel and server are told")
async def message_delete(bot: Witness) -> None:
    async with bot.hearing() as ear:
        said = await bot.says()
        await bot.asks("DELETE", f"/channels/{bot.ground.duels}/messages/{said['id']}")
        told = await ear.until("MESSAGE_DELETE")
    assert told == {"id": said["id"], "channel_id": bot.ground.duels, "guild_id": bot.guild}


@says("Message Delete Bulk Event Fields", "several that go at once are told at once")
async def message_delete_bulk(bot: Witness) -> None:
    async with bot.hearing() as ear:
        ids = [(await bot.says())["id"] for _ in range(2)]
        await bot.asks("POST", f"/channels/{bot.ground.duels}/messages/bulk-delete", {"messages": ids})
        told = await ear.until("MESSAGE_DELETE_BULK")
    assert sorted(told.pop("ids")) == ids
    assert told == {"channel_id": bot.ground.duels, "guild_id": bot.guild}


@says("Message Reaction Add Event Fields", "who, under what, by whom it was said, and which emoji")
async def reaction_add(bot: Witness) -> None:
    async with bot.hearing() as ear:
        said = await bot.says()
        await bot.heron.react(said, "🔥")
        told = await ear.until("MESSAGE_REACTION_ADD")
    assert (told["user_id"], told["message_id"]) == (await bot.ground.id("heron"), said["id"])
    assert (told["message_author_id"], told["emoji"]) == (bot.app, {"id": None, "name": "🔥"})
    assert told["member"]["user"]["id"] == told["user_id"]
    assert (told["burst"], told["type"]) == (False, 0)


@says("Message Reaction Remove Event Fields", "what was taken back is told without the member")
async def reaction_remove(bot: Witness) -> None:
    async with bot.hearing() as ear:
        said = await bot.says()
        await bot.heron.react(said, "🔥")
        await bot.heron.react(said, "🔥", off=True)
        told = await ear.until("MESSAGE_REACTION_REMOVE")
    assert (told["message_id"], told["emoji"]["name"], told["burst"]) == (said["id"], "🔥", False)
    assert "member" not in told


@says("Message Reaction Remove All Event Fields", "that all are gone is told by the message alone")
async def reaction_remove_all(bot: Witness) -> None:
    async with bot.hearing() as ear:
        said = await bot.says()
        await bot.heron.react(said, "🔥")
        await bot.asks("DELETE", f"/channels/{bot.ground.duels}/messages/{said['id']}/reactions")
        told = await ear.until("MESSAGE_REACTION_REMOVE_ALL")
    assert told == {"channel_id": bot.ground.duels, "message_id": said["id"], "guild_id": bot.guild}


@says("Message Reaction Remove Emoji Event Fields", "that all of one emoji are gone is told with the emoji")
async def reaction_remove_emoji(bot: Witness) -> None:
    async with bot.hearing() as ear:
        said = await bot.says()
        await bot.heron.react(said, "🔥")
        await bot.asks("DELETE", f"/channels/{bot.ground.duels}/messages/{said['id']}/reactions/{FIRE}")
        told = await ear.until("MESSAGE_REACTION_REMOVE_EMOJI")
    assert (told["message_id"], told["emoji"]) == (said["id"], {"id": None, "name": "🔥"})


@says("Typing Start Event Fields", "who types is told with seconds of Unix and, in a server, the member")
async def typing(bot: Witness) -> None:
    async with bot.hearing() as ear:
        await bot.heron.act("type", channel=bot.ground.duels)
        told = await ear.until("TYPING_START")
    assert (told["user_id"], told["channel_id"]) == (await bot.ground.id("heron"), bot.ground.duels)
    assert isinstance(told["timestamp"], int)
    assert told["timestamp"] < 1 << 33
    assert told["member"]["user"]["id"] == told["user_id"]


@says("User Update", "what changes about the bot's own user is told to it")
async def user_update(bot: Witness) -> None:
    async with bot.apart() as other, other.hearing(intents=0) as ear:
        await other.asks("PATCH", "/users/@me", {"username": "Uhu of " + other.app})
        assert (await ear.until("USER_UPDATE"))["id"] == other.app


@says("Interaction Create", "it needs no intent")
async def interaction(bot: Witness) -> None:
    async with bot.hearing(intents=0) as ear:
        await bot.otter.click(await bot.says(components=[row(button())]), custom_id="go", wait=False)
        told = await ear.until("INTERACTION_CREATE")
    assert told["type"] == 3
