"""events/gateway-events: what each payload holds, and when it comes.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from deploy.playground.tests.conformance.conformance_bot import DEFAULT_INTENTS, ConformanceBot, action_row, button
from deploy.playground.tests.conformance.documented_rule import DocumentationPage

PAGE = DocumentationPage("events/gateway-events")
rule = PAGE.rule
FIRE_EMOJI = "%F0%9F%94%A5"


@rule("Payload Structure", "op, d, s and t are always there; s and t are null where nothing is dispatched")
async def nulls(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        await ear.send({"op": 1, "d": None})
        await ear.wait_for_opcode(11)
    assert all(payload.keys() == {"op", "d", "s", "t"} for payload in ear.payloads)
    assert all(
        (payload["op"] == 0) == (payload["s"] is not None) == (payload["t"] is not None) for payload in ear.payloads
    )


@rule("Identify Structure", "token, properties and intents may not be left out")
async def required(bot: ConformanceBot) -> None:
    for left_out, code in (("token", 4002), ("properties", 4002), ("intents", 4013)):
        async with bot.open_gateway() as ear:
            assert await ear.close_code_after(bot.identify_payload(**{left_out: None})) == code
    strange: list[object] = ["linux", []]
    for properties in strange:
        async with bot.open_gateway() as ear:
            assert await ear.close_code_after(bot.identify_payload(properties=properties)) == 4002


@rule("Identify Structure", "presence is what is shown from the first moment")
async def presence(bot: ConformanceBot) -> None:
    shown = {"status": "dnd", "activities": [{"name": "Owls", "type": 0}], "since": None, "afk": False}
    async with bot.identify_at_gateway(presence=shown):
        people = (await bot.otter.load_view())["people"]
    told = next(one["presence"] for one in people if one["username"] == bot.sandbox.bot_name)
    assert told == {"status": "dnd", "activity": "Owls"}


@rule("Resume Structure", "token, session_id and seq name what is taken up again; another's token does not")
async def another_token(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, bot.identify_at_gateway() as ear:
        [session] = ear.received_events("READY")
        async with bot.open_gateway() as again:
            await again.send(
                {"op": 6, "d": {"token": other.sandbox.bot_token, "session_id": session["session_id"], "seq": 1}}
            )
            assert (await again.wait_for_opcode(9))["d"] is False


@rule("Ready Event Fields", "v, user, guilds, session_id, resume_gateway_url, shard and application are told")
async def ready(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway(shard=[0, 1]) as ear:
        [told] = ear.received_events("READY")
    assert (told["v"], told["user"]["id"], told["application"]["id"]) == (10, bot.application_id, bot.application_id)
    assert told["application"].keys() == {"id", "flags"}
    assert {"guilds", "session_id", "resume_gateway_url", "shard"} <= told.keys()


@rule("Ready Event Fields", "no shard is told to whom no shard has named")
async def no_shard(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        assert "shard" not in ear.received_events("READY")[0]


@rule("Reconnect", "op 7 carries nothing, and the session can be taken up again")
async def reconnect(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        await bot.control("disrupt_gateway", send="reconnect", bot=bot.sandbox.bot_name)
        assert (await ear.wait_for_opcode(7))["d"] is None


@rule("Invalid Session", "op 9 says whether the session may be taken up again")
async def invalid(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        for resumable in (True, False):
            await bot.control("disrupt_gateway", send="invalid", bot=bot.sandbox.bot_name, resumable=resumable)
            assert (await ear.wait_for_opcode(9))["d"] is resumable


@rule("Request Guild Members", "by user_ids whoever is there is told, and who is not in not_found")
async def by_ids(bot: ConformanceBot) -> None:
    heron = await bot.sandbox.find_person_id("heron")
    async with bot.identify_at_gateway() as ear:
        await ear.send({"op": 8, "d": {"guild_id": bot.guild_id, "user_ids": [heron, "1"], "limit": 0}})
        chunk = await ear.wait_for_event("GUILD_MEMBERS_CHUNK")
    assert [member["user"]["id"] for member in chunk["members"]] == [heron]
    assert [str(one) for one in chunk["not_found"]] == ["1"]
    assert (chunk["guild_id"], chunk["chunk_index"], chunk["chunk_count"]) == (bot.guild_id, 0, 1)


@rule("Request Guild Members", "query is how a name begins, and limit how many are told at most")
async def by_name(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        for query, limit, names in (("he", 5, ["heron"]), ("x", 5, [])):
            await ear.send({"op": 8, "d": {"guild_id": bot.guild_id, "query": query, "limit": limit}})
            chunk = await ear.wait_for_event("GUILD_MEMBERS_CHUNK")
            assert [member["user"]["username"] for member in chunk["members"]] == names


@rule("Request Guild Members", "all members are only for whom the intent for members was granted")
async def everybody(bot: ConformanceBot) -> None:
    everyone = {"op": 8, "d": {"guild_id": bot.guild_id, "query": "", "limit": 0}}
    async with bot.identify_at_gateway() as ear:
        await ear.send(everyone)
        assert (await ear.wait_for_event("GUILD_MEMBERS_CHUNK"))["members"] == []


@rule("Request Guild Members Structure", "a nonce comes back with the answer; one of more than 32 bytes is ignored")
async def nonce(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        for said, told in (("n" * 32, "n" * 32), ("n" * 33, None)):
            await ear.send({"op": 8, "d": {"guild_id": bot.guild_id, "query": "he", "limit": 1, "nonce": said}})
            assert (await ear.wait_for_event("GUILD_MEMBERS_CHUNK")).get("nonce") == told


@rule(
    "Guild Create Extra Fields", "a server is told with its channels, threads, number of members and one's own member"
)
async def guild(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        [told] = ear.received_events("GUILD_CREATE")
    assert told["member_count"] == 5
    assert [member["user"]["id"] for member in told["members"]] == [bot.application_id]
    assert {bot.sandbox.duels_id, bot.sandbox.lounge_id} <= {channel["id"] for channel in told["channels"]}
    extra = {"joined_at", "large", "voice_states", "threads", "presences", "stage_instances", "guild_scheduled_events"}
    assert extra | {"soundboard_sounds"} <= told.keys()


@rule("Guild Create", "whoever comes into a server is told of it")
async def joined(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, bot.identify_at_gateway() as ear:
        await bot.control("add_member", server=other.guild_id, target=bot.sandbox.bot_name)
        await ear.wait_for_event("GUILD_CREATE", lambda told: told["id"] == other.guild_id)
        await bot.control("remove_member", server=other.guild_id, target=bot.sandbox.bot_name)
        await ear.wait_for_event("GUILD_DELETE")


@rule("Guild Delete", "whoever is sent away is told the id, and nothing of unavailable")
async def left(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as ear:
        await bot.control("remove_member", server=other.guild_id, target=other.sandbox.bot_name)
        told = await ear.wait_for_event("GUILD_DELETE")
    assert told["id"] == other.guild_id
    assert "unavailable" not in told


@rule("Guild Member Add", "who comes is told to the intent for members alone, with guild_id")
async def member_add(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("remove_member", server=other.guild_id, target="badger")
        await bot.control("set_intents", bot=other.sandbox.bot_name, intents=True)
        async with other.identify_at_gateway() as deaf, other.identify_at_gateway(intents=DEFAULT_INTENTS | 2) as ear:
            await bot.control("add_member", server=other.guild_id, target="badger")
            told = await ear.wait_for_event("GUILD_MEMBER_ADD")
            assert (told["user"]["username"], told["guild_id"]) == ("badger", other.guild_id)
            assert await deaf.close_code_after() is None
            assert deaf.received_events("GUILD_MEMBER_ADD") == []


@rule("Guild Member Remove Event Fields", "who goes is told by guild_id and user")
async def member_remove(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("set_intents", bot=other.sandbox.bot_name, intents=True)
        async with other.identify_at_gateway(intents=DEFAULT_INTENTS | 2) as ear:
            await bot.control("remove_member", server=other.guild_id, target="badger")
            told = await ear.wait_for_event("GUILD_MEMBER_REMOVE")
    assert told.keys() == {"guild_id", "user"}
    assert told["user"]["username"] == "badger"


@rule("Guild Role Create", "a new role is told with the server's id")
async def role_create(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as ear:
        made = (await bot.control("create_role", server=other.guild_id, name="Elder"))["role"]
        told = await ear.wait_for_event("GUILD_ROLE_CREATE")
    assert (told["guild_id"], told["role"]["id"]) == (other.guild_id, made["id"])


@rule("Channel Create", "a channel that is made is told to whom it concerns")
async def channel_create(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        place = await bot.create_channel()
        await ear.wait_for_event("CHANNEL_CREATE", lambda told: told["id"] == place)


@rule("Channel Update", "that something was said changes no channel")
async def not_by_messages(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        said = await bot.send_message()
        await ear.wait_for_event("MESSAGE_CREATE", lambda told: told["id"] == said["id"])
        await bot.create_channel()
        await ear.wait_for_event("CHANNEL_CREATE")
    assert ear.received_events("CHANNEL_UPDATE") == []


@rule("Channel Delete", "a channel that is gone is told whole")
async def channel_delete(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        place = await bot.create_channel()
        await bot.control("delete_channel", channel=place)
        told = await ear.wait_for_event("CHANNEL_DELETE")
    assert (told["id"], told["type"], told["guild_id"]) == (place, 0, bot.guild_id)


@rule("Thread Create", "a thread that is made is told as newly created")
async def thread_create(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        made = await bot.heron.create_thread(bot.sandbox.duels_id, "nest")
        told = await ear.wait_for_event("THREAD_CREATE")
    assert (told["id"], told["newly_created"]) == (made["id"], True)


@rule("Thread Create", "whoever is added to a private thread is told of it, with their membership")
async def thread_create_for_who_is_added(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, bot.identify_at_gateway() as ear:
        await bot.control("add_member", server=bot.guild_id, target=other.sandbox.bot_name)
        await bot.control(
            "set_permissions", channel=bot.sandbox.duels_id, target=bot.sandbox.bot_role_id, deny=["manage_threads"]
        )
        try:
            body = {"name": "secret", "type": 12}
            made = (await other.request("POST", f"/channels/{bot.sandbox.duels_id}/threads", body)).body
            added = await other.request("PUT", f"/channels/{made['id']}/thread-members/{bot.application_id}")
            assert added.status == 204
            await bot.create_channel()
            await ear.wait_for_event("CHANNEL_CREATE")
            [told] = [told for told in ear.received_events("THREAD_CREATE") if told["id"] == made["id"]]
            assert told["member"]["user_id"] == bot.application_id
        finally:
            await bot.control(
                "set_permissions",
                channel=bot.sandbox.duels_id,
                target=bot.sandbox.bot_role_id,
                allow=["manage_threads"],
            )
            await bot.control("remove_member", server=bot.guild_id, target=other.sandbox.bot_name)


@rule("Thread Delete", "of a thread that is gone id, guild_id, parent_id and type are told")
async def thread_delete(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        made = await bot.heron.create_thread(bot.sandbox.duels_id, "nest")
        assert (await bot.request("DELETE", f"/channels/{made['id']}")).status == 200
        told = await ear.wait_for_event("THREAD_DELETE")
    assert told == {"id": made["id"], "guild_id": bot.guild_id, "parent_id": bot.sandbox.duels_id, "type": 11}


@rule("Thread Members Update", "without the intent for members a bot hears of itself alone")
async def thread_members(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        made = await bot.heron.create_thread(bot.sandbox.duels_id, "nest")
        path = f"/channels/{made['id']}/thread-members"
        assert (await bot.request("PUT", f"{path}/{await bot.sandbox.find_person_id('lynx')}")).status == 204
        assert (await bot.request("PUT", f"{path}/@me")).status == 204
        told = await ear.wait_for_event("THREAD_MEMBERS_UPDATE")
    assert [member["user_id"] for member in told["added_members"]] == [bot.application_id]
    assert "member" in told["added_members"][0]


@rule("Message Create Extra Fields", "guild_id, member and channel_type come with what is said in a server")
async def message_create(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        said = await bot.heron.send_message(bot.sandbox.duels_id, "Hoo")
        told = await ear.wait_for_event("MESSAGE_CREATE", lambda told: told["id"] == said["id"])
    assert (told["guild_id"], told["channel_type"]) == (bot.guild_id, 0)
    assert "joined_at" in told["member"]
    assert "user" not in told["member"]


@rule("Messages", "what one person alone may see is told by the intent for DMs, without guild_id and member")
async def ephemeral(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        await bot.respond(call, 4, {"content": "For you", "flags": 64})
        said = await bot.send_message()
        await ear.wait_for_event("MESSAGE_CREATE", lambda told: told["id"] == said["id"])
        [told] = [told for told in ear.received_events("MESSAGE_CREATE") if told["flags"] & 64]
    assert {"guild_id", "member"}.isdisjoint(told)


@rule("Message Update", "what was changed is told whole, never as spoken aloud")
async def message_update(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        said = await bot.send_message()
        await bot.request("PATCH", f"/channels/{bot.sandbox.duels_id}/messages/{said['id']}", {"content": "Hee"})
        told = await ear.wait_for_event("MESSAGE_UPDATE")
    assert (told["id"], told["content"], told["tts"], told["guild_id"]) == (said["id"], "Hee", False, bot.guild_id)
    assert told["edited_timestamp"]


@rule("Message Delete Event Fields", "of a message that is gone id, channel and server are told")
async def message_delete(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        said = await bot.send_message()
        await bot.request("DELETE", f"/channels/{bot.sandbox.duels_id}/messages/{said['id']}")
        told = await ear.wait_for_event("MESSAGE_DELETE")
    assert told == {"id": said["id"], "channel_id": bot.sandbox.duels_id, "guild_id": bot.guild_id}


@rule("Message Delete Bulk Event Fields", "several that go at once are told at once")
async def message_delete_bulk(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        ids = [(await bot.send_message())["id"] for _ in range(2)]
        await bot.request("POST", f"/channels/{bot.sandbox.duels_id}/messages/bulk-delete", {"messages": ids})
        told = await ear.wait_for_event("MESSAGE_DELETE_BULK")
    assert sorted(told.pop("ids")) == ids
    assert told == {"channel_id": bot.sandbox.duels_id, "guild_id": bot.guild_id}


@rule("Message Reaction Add Event Fields", "who, under what, by whom it was said, and which emoji")
async def reaction_add(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        said = await bot.send_message()
        await bot.heron.react(said, "🔥")
        told = await ear.wait_for_event("MESSAGE_REACTION_ADD")
    assert (told["user_id"], told["message_id"]) == (await bot.sandbox.find_person_id("heron"), said["id"])
    assert (told["message_author_id"], told["emoji"]) == (bot.application_id, {"id": None, "name": "🔥"})
    assert told["member"]["user"]["id"] == told["user_id"]
    assert (told["burst"], told["type"]) == (False, 0)


@rule("Message Reaction Remove Event Fields", "what was taken back is told without the member")
async def reaction_remove(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        said = await bot.send_message()
        await bot.heron.react(said, "🔥")
        await bot.heron.react(said, "🔥", off=True)
        told = await ear.wait_for_event("MESSAGE_REACTION_REMOVE")
    assert (told["message_id"], told["emoji"]["name"], told["burst"]) == (said["id"], "🔥", False)
    assert "member" not in told


@rule("Message Reaction Remove All Event Fields", "that all are gone is told by the message alone")
async def reaction_remove_all(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        said = await bot.send_message()
        await bot.heron.react(said, "🔥")
        await bot.request("DELETE", f"/channels/{bot.sandbox.duels_id}/messages/{said['id']}/reactions")
        told = await ear.wait_for_event("MESSAGE_REACTION_REMOVE_ALL")
    assert told == {"channel_id": bot.sandbox.duels_id, "message_id": said["id"], "guild_id": bot.guild_id}


@rule("Message Reaction Remove Emoji Event Fields", "that all of one emoji are gone is told with the emoji")
async def reaction_remove_emoji(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        said = await bot.send_message()
        await bot.heron.react(said, "🔥")
        await bot.request("DELETE", f"/channels/{bot.sandbox.duels_id}/messages/{said['id']}/reactions/{FIRE_EMOJI}")
        told = await ear.wait_for_event("MESSAGE_REACTION_REMOVE_EMOJI")
    assert (told["message_id"], told["emoji"]) == (said["id"], {"id": None, "name": "🔥"})


@rule("Typing Start Event Fields", "who types is told with seconds of Unix and, in a server, the member")
async def typing(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        await bot.heron.perform_action("type", channel=bot.sandbox.duels_id)
        told = await ear.wait_for_event("TYPING_START")
    assert (told["user_id"], told["channel_id"]) == (await bot.sandbox.find_person_id("heron"), bot.sandbox.duels_id)
    assert isinstance(told["timestamp"], int)
    assert told["timestamp"] < 1 << 33
    assert told["member"]["user"]["id"] == told["user_id"]


@rule("User Update", "what changes about the bot's own user is told to it")
async def user_update(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway(intents=0) as ear:
        await other.request("PATCH", "/users/@me", {"username": "Uhu of " + other.application_id})
        assert (await ear.wait_for_event("USER_UPDATE"))["id"] == other.application_id


@rule("Interaction Create", "it needs no intent")
async def interaction(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway(intents=0) as ear:
        await bot.otter.click(await bot.send_message(components=[action_row(button())]), custom_id="go", wait=False)
        told = await ear.wait_for_event("INTERACTION_CREATE")
    assert told["type"] == 3
