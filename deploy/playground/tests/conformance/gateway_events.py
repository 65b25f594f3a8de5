"""Rules from the documentation page events/gateway-events: the contents of payloads and the reasons to send them."""

from __future__ import annotations

from deploy.playground.tests.conformance.conformance_bot import DEFAULT_INTENTS, ConformanceBot, action_row, button
from deploy.playground.tests.conformance.documented_rule import DocumentationPage

PAGE = DocumentationPage("events/gateway-events")
rule = PAGE.rule
FIRE_EMOJI = "%F0%9F%94%A5"


@rule("Payload Structure", "op, d, s and t are always present; s and t are null except in dispatches.")
async def payload_fields(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        await gateway.send({"op": 1, "d": None})
        await gateway.wait_for_opcode(11)
    assert all(payload.keys() == {"op", "d", "s", "t"} for payload in gateway.payloads)
    assert all(
        (payload["op"] == 0) == (payload["s"] is not None) == (payload["t"] is not None) for payload in gateway.payloads
    )


@rule("Identify Structure", "token, properties and intents are required.")
async def required_fields(bot: ConformanceBot) -> None:
    for field, code in (("token", 4002), ("properties", 4002), ("intents", 4013)):
        async with bot.open_gateway() as gateway:
            assert await gateway.get_close_code_after(bot.identify_payload(**{field: None})) == code
    invalid_values: list[object] = ["linux", []]
    for properties in invalid_values:
        async with bot.open_gateway() as gateway:
            assert await gateway.get_close_code_after(bot.identify_payload(properties=properties)) == 4002


@rule("Identify Structure", "The presence is shown from the start.")
async def initial_presence(bot: ConformanceBot) -> None:
    presence = {"status": "dnd", "activities": [{"name": "Owls", "type": 0}], "since": None, "afk": False}
    async with bot.identify_at_gateway(presence=presence):
        people = (await bot.otter.load_view())["people"]
    shown_presence = next(person["presence"] for person in people if person["username"] == bot.sandbox.bot_name)
    assert shown_presence == {"status": "dnd", "activity": "Owls"}


@rule("Resume Structure", "A session cannot be resumed with another bot's token.")
async def resume_with_other_token(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, bot.identify_at_gateway() as gateway:
        [session] = gateway.list_received_events("READY")
        async with bot.open_gateway() as second_gateway:
            await second_gateway.send(
                {"op": 6, "d": {"token": other.sandbox.bot_token, "session_id": session["session_id"], "seq": 1}}
            )
            assert (await second_gateway.wait_for_opcode(9))["d"] is False


@rule("Ready Event Fields", "READY has v, user, guilds, session_id, resume_gateway_url, shard and application.")
async def ready_fields(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway(shard=[0, 1]) as gateway:
        [event] = gateway.list_received_events("READY")
    assert (event["v"], event["user"]["id"], event["application"]["id"]) == (10, bot.application_id, bot.application_id)
    assert event["application"].keys() == {"id", "flags"}
    assert {"guilds", "session_id", "resume_gateway_url", "shard"} <= event.keys()


@rule("Ready Event Fields", "READY has no shard if none was requested.")
async def no_shard(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        assert "shard" not in gateway.list_received_events("READY")[0]


@rule("Reconnect", "Opcode 7 has no data, and the session can be resumed.")
async def reconnect(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        await bot.control("disrupt_gateway", send="reconnect", bot=bot.sandbox.bot_name)
        assert (await gateway.wait_for_opcode(7))["d"] is None


@rule("Invalid Session", "Opcode 9 says whether the session can be resumed.")
async def invalid_session(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        for resumable in (True, False):
            await bot.control("disrupt_gateway", send="invalid", bot=bot.sandbox.bot_name, resumable=resumable)
            assert (await gateway.wait_for_opcode(9))["d"] is resumable


@rule("Request Guild Members", "Members are found by ID, and unknown IDs are in not_found.")
async def members_by_id(bot: ConformanceBot) -> None:
    heron_id = await bot.sandbox.find_person_id("heron")
    async with bot.identify_at_gateway() as gateway:
        await gateway.send({"op": 8, "d": {"guild_id": bot.guild_id, "user_ids": [heron_id, "1"], "limit": 0}})
        chunk = await gateway.wait_for_event("GUILD_MEMBERS_CHUNK")
    assert [member["user"]["id"] for member in chunk["members"]] == [heron_id]
    assert [str(user_id) for user_id in chunk["not_found"]] == ["1"]
    assert (chunk["guild_id"], chunk["chunk_index"], chunk["chunk_count"]) == (bot.guild_id, 0, 1)


@rule("Request Guild Members", "query is the start of a name, and limit the maximum number of members.")
async def members_by_name(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        for query, limit, names in (("he", 5, ["heron"]), ("x", 5, [])):
            await gateway.send({"op": 8, "d": {"guild_id": bot.guild_id, "query": query, "limit": limit}})
            chunk = await gateway.wait_for_event("GUILD_MEMBERS_CHUNK")
            assert [member["user"]["username"] for member in chunk["members"]] == names


@rule("Request Guild Members", "Requesting all members needs the GUILD_MEMBERS intent.")
async def all_members(bot: ConformanceBot) -> None:
    everyone = {"op": 8, "d": {"guild_id": bot.guild_id, "query": "", "limit": 0}}
    async with bot.identify_at_gateway() as gateway:
        await gateway.send(everyone)
        assert (await gateway.wait_for_event("GUILD_MEMBERS_CHUNK"))["members"] == []


@rule("Request Guild Members Structure", "The nonce is returned with the members; one longer than 32 bytes is ignored.")
async def members_nonce(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        for sent, received in (("n" * 32, "n" * 32), ("n" * 33, None)):
            await gateway.send({"op": 8, "d": {"guild_id": bot.guild_id, "query": "he", "limit": 1, "nonce": sent}})
            assert (await gateway.wait_for_event("GUILD_MEMBERS_CHUNK")).get("nonce") == received


@rule("Guild Create Extra Fields", "GUILD_CREATE has channels, threads, the member count and the bot's own member.")
async def guild_create_fields(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        [guild] = gateway.list_received_events("GUILD_CREATE")
    assert guild["member_count"] == 5
    assert [member["user"]["id"] for member in guild["members"]] == [bot.application_id]
    assert {bot.sandbox.duels_id, bot.sandbox.lounge_id} <= {channel["id"] for channel in guild["channels"]}
    extra = {"joined_at", "large", "voice_states", "threads", "presences", "stage_instances", "guild_scheduled_events"}
    assert extra | {"soundboard_sounds"} <= guild.keys()


@rule("Guild Create", "Joining a server sends GUILD_CREATE.")
async def guild_create_on_join(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, bot.identify_at_gateway() as gateway:
        await bot.control("add_member", server=other.guild_id, target=bot.sandbox.bot_name)
        await gateway.wait_for_event("GUILD_CREATE", lambda guild: guild["id"] == other.guild_id)
        await bot.control("remove_member", server=other.guild_id, target=bot.sandbox.bot_name)
        await gateway.wait_for_event("GUILD_DELETE")


@rule("Guild Delete", "Leaving a server sends GUILD_DELETE with the ID and without unavailable.")
async def guild_delete_on_leave(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as gateway:
        await bot.control("remove_member", server=other.guild_id, target=other.sandbox.bot_name)
        event = await gateway.wait_for_event("GUILD_DELETE")
    assert event["id"] == other.guild_id
    assert "unavailable" not in event


@rule("Guild Member Add", "GUILD_MEMBER_ADD has guild_id and needs the GUILD_MEMBERS intent.")
async def guild_member_add(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("remove_member", server=other.guild_id, target="badger")
        await bot.control("set_intents", bot=other.sandbox.bot_name, intents=True)
        async with (
            other.identify_at_gateway() as without_intent,
            other.identify_at_gateway(intents=DEFAULT_INTENTS | 2) as gateway,
        ):
            await bot.control("add_member", server=other.guild_id, target="badger")
            event = await gateway.wait_for_event("GUILD_MEMBER_ADD")
            assert (event["user"]["username"], event["guild_id"]) == ("badger", other.guild_id)
            assert await without_intent.get_close_code_after() is None
            assert without_intent.list_received_events("GUILD_MEMBER_ADD") == []


@rule("Guild Member Remove Event Fields", "GUILD_MEMBER_REMOVE has guild_id and user.")
async def guild_member_remove(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("set_intents", bot=other.sandbox.bot_name, intents=True)
        async with other.identify_at_gateway(intents=DEFAULT_INTENTS | 2) as gateway:
            await bot.control("remove_member", server=other.guild_id, target="badger")
            event = await gateway.wait_for_event("GUILD_MEMBER_REMOVE")
    assert event.keys() == {"guild_id", "user"}
    assert event["user"]["username"] == "badger"


@rule("Guild Role Create", "GUILD_ROLE_CREATE has the role and the server's ID.")
async def guild_role_create(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as gateway:
        role = (await bot.control("create_role", server=other.guild_id, name="Elder"))["role"]
        event = await gateway.wait_for_event("GUILD_ROLE_CREATE")
    assert (event["guild_id"], event["role"]["id"]) == (other.guild_id, role["id"])


@rule("Channel Create", "Creating a channel sends CHANNEL_CREATE.")
async def channel_create(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        channel_id = await bot.create_channel()
        await gateway.wait_for_event("CHANNEL_CREATE", lambda channel: channel["id"] == channel_id)


@rule("Channel Update", "A message does not update its channel.")
async def no_channel_update_on_message(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        message = await bot.send_message()
        await gateway.wait_for_event("MESSAGE_CREATE", lambda event: event["id"] == message["id"])
        await bot.create_channel()
        await gateway.wait_for_event("CHANNEL_CREATE")
    assert gateway.list_received_events("CHANNEL_UPDATE") == []


@rule("Channel Delete", "CHANNEL_DELETE has the whole channel.")
async def channel_delete(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        channel_id = await bot.create_channel()
        await bot.control("delete_channel", channel=channel_id)
        channel = await gateway.wait_for_event("CHANNEL_DELETE")
    assert (channel["id"], channel["type"], channel["guild_id"]) == (channel_id, 0, bot.guild_id)


@rule("Thread Create", "THREAD_CREATE marks a new thread as newly_created.")
async def thread_create(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        thread = await bot.heron.create_thread(bot.sandbox.duels_id, "nest")
        event = await gateway.wait_for_event("THREAD_CREATE")
    assert (event["id"], event["newly_created"]) == (thread["id"], True)


@rule("Thread Create", "A member who is added to a private thread receives THREAD_CREATE with their membership.")
async def thread_create_for_added_member(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, bot.identify_at_gateway() as gateway:
        await bot.control("add_member", server=bot.guild_id, target=other.sandbox.bot_name)
        await bot.control(
            "set_permissions", channel=bot.sandbox.duels_id, target=bot.sandbox.bot_role_id, deny=["manage_threads"]
        )
        try:
            body = {"name": "secret", "type": 12}
            thread = (await other.request("POST", f"/channels/{bot.sandbox.duels_id}/threads", body)).body
            added = await other.request("PUT", f"/channels/{thread['id']}/thread-members/{bot.application_id}")
            assert added.status == 204
            await bot.create_channel()
            await gateway.wait_for_event("CHANNEL_CREATE")
            [event] = [event for event in gateway.list_received_events("THREAD_CREATE") if event["id"] == thread["id"]]
            assert event["member"]["user_id"] == bot.application_id
        finally:
            await bot.control(
                "set_permissions",
                channel=bot.sandbox.duels_id,
                target=bot.sandbox.bot_role_id,
                allow=["manage_threads"],
            )
            await bot.control("remove_member", server=bot.guild_id, target=other.sandbox.bot_name)


@rule("Thread Delete", "THREAD_DELETE has id, guild_id, parent_id and type.")
async def thread_delete(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        thread = await bot.heron.create_thread(bot.sandbox.duels_id, "nest")
        assert (await bot.request("DELETE", f"/channels/{thread['id']}")).status == 200
        event = await gateway.wait_for_event("THREAD_DELETE")
    assert event == {"id": thread["id"], "guild_id": bot.guild_id, "parent_id": bot.sandbox.duels_id, "type": 11}


@rule("Thread Members Update", "Without the GUILD_MEMBERS intent a bot receives only its own membership.")
async def own_thread_membership(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        thread = await bot.heron.create_thread(bot.sandbox.duels_id, "nest")
        path = f"/channels/{thread['id']}/thread-members"
        assert (await bot.request("PUT", f"{path}/{await bot.sandbox.find_person_id('lynx')}")).status == 204
        assert (await bot.request("PUT", f"{path}/@me")).status == 204
        event = await gateway.wait_for_event("THREAD_MEMBERS_UPDATE")
    assert [member["user_id"] for member in event["added_members"]] == [bot.application_id]
    assert "member" in event["added_members"][0]


@rule("Message Create Extra Fields", "A message in a server has guild_id, member and channel_type.")
async def message_create_fields(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        message = await bot.heron.send_message(bot.sandbox.duels_id, "Hoo")
        event = await gateway.wait_for_event("MESSAGE_CREATE", lambda event: event["id"] == message["id"])
    assert (event["guild_id"], event["channel_type"]) == (bot.guild_id, 0)
    assert "joined_at" in event["member"]
    assert "user" not in event["member"]


@rule("Messages", "Ephemeral messages need the DIRECT_MESSAGES intent and have no guild_id or member.")
async def ephemeral_messages(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        await bot.respond(interaction, 4, {"content": "For you", "flags": 64})
        message = await bot.send_message()
        await gateway.wait_for_event("MESSAGE_CREATE", lambda event: event["id"] == message["id"])
        [event] = [event for event in gateway.list_received_events("MESSAGE_CREATE") if event["flags"] & 64]
    assert {"guild_id", "member"}.isdisjoint(event)


@rule("Message Update", "MESSAGE_UPDATE has the whole message, with tts false.")
async def message_update(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        message = await bot.send_message()
        await bot.request("PATCH", f"/channels/{bot.sandbox.duels_id}/messages/{message['id']}", {"content": "Hee"})
        event = await gateway.wait_for_event("MESSAGE_UPDATE")
    assert (event["id"], event["guild_id"]) == (message["id"], bot.guild_id)
    assert (event["content"], event["tts"]) == ("Hee", False)
    assert event["edited_timestamp"]


@rule("Message Delete Event Fields", "MESSAGE_DELETE has id, channel_id and guild_id.")
async def message_delete(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        message = await bot.send_message()
        await bot.request("DELETE", f"/channels/{bot.sandbox.duels_id}/messages/{message['id']}")
        event = await gateway.wait_for_event("MESSAGE_DELETE")
    assert event == {"id": message["id"], "channel_id": bot.sandbox.duels_id, "guild_id": bot.guild_id}


@rule("Message Delete Bulk Event Fields", "Bulk deletion sends one MESSAGE_DELETE_BULK event.")
async def message_delete_bulk(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        ids = [(await bot.send_message())["id"] for _ in range(2)]
        await bot.request("POST", f"/channels/{bot.sandbox.duels_id}/messages/bulk-delete", {"messages": ids})
        event = await gateway.wait_for_event("MESSAGE_DELETE_BULK")
    assert sorted(event.pop("ids")) == ids
    assert event == {"channel_id": bot.sandbox.duels_id, "guild_id": bot.guild_id}


@rule("Message Reaction Add Event Fields", "MESSAGE_REACTION_ADD has the user, the message, its author and the emoji.")
async def reaction_add(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        message = await bot.send_message()
        await bot.heron.react(message, "🔥")
        event = await gateway.wait_for_event("MESSAGE_REACTION_ADD")
    assert (event["user_id"], event["message_id"]) == (await bot.sandbox.find_person_id("heron"), message["id"])
    assert (event["message_author_id"], event["emoji"]) == (bot.application_id, {"id": None, "name": "🔥"})
    assert event["member"]["user"]["id"] == event["user_id"]
    assert (event["burst"], event["type"]) == (False, 0)


@rule("Message Reaction Remove Event Fields", "MESSAGE_REACTION_REMOVE has no member.")
async def reaction_remove(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        message = await bot.send_message()
        await bot.heron.react(message, "🔥")
        await bot.heron.react(message, "🔥", off=True)
        event = await gateway.wait_for_event("MESSAGE_REACTION_REMOVE")
    assert (event["message_id"], event["emoji"]["name"], event["burst"]) == (message["id"], "🔥", False)
    assert "member" not in event


@rule(
    "Message Reaction Remove All Event Fields",
    "MESSAGE_REACTION_REMOVE_ALL has only the IDs of message, channel and server.",
)
async def reaction_remove_all(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        message = await bot.send_message()
        await bot.heron.react(message, "🔥")
        await bot.request("DELETE", f"/channels/{bot.sandbox.duels_id}/messages/{message['id']}/reactions")
        event = await gateway.wait_for_event("MESSAGE_REACTION_REMOVE_ALL")
    assert event == {"channel_id": bot.sandbox.duels_id, "message_id": message["id"], "guild_id": bot.guild_id}


@rule("Message Reaction Remove Emoji Event Fields", "MESSAGE_REACTION_REMOVE_EMOJI has the emoji.")
async def reaction_remove_emoji(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        message = await bot.send_message()
        await bot.heron.react(message, "🔥")
        await bot.request("DELETE", f"/channels/{bot.sandbox.duels_id}/messages/{message['id']}/reactions/{FIRE_EMOJI}")
        event = await gateway.wait_for_event("MESSAGE_REACTION_REMOVE_EMOJI")
    assert (event["message_id"], event["emoji"]) == (message["id"], {"id": None, "name": "🔥"})


@rule("Typing Start Event Fields", "TYPING_START has a Unix time in seconds and, in a server, the member.")
async def typing_start(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        await bot.heron.perform_action("type", channel=bot.sandbox.duels_id)
        event = await gateway.wait_for_event("TYPING_START")
    assert (event["user_id"], event["channel_id"]) == (await bot.sandbox.find_person_id("heron"), bot.sandbox.duels_id)
    assert isinstance(event["timestamp"], int)
    assert event["timestamp"] < 1 << 33
    assert event["member"]["user"]["id"] == event["user_id"]


@rule("User Update", "A change of the bot's own user sends USER_UPDATE.")
async def user_update(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway(intents=0) as gateway:
        await other.request("PATCH", "/users/@me", {"username": "Uhu of " + other.application_id})
        assert (await gateway.wait_for_event("USER_UPDATE"))["id"] == other.application_id


@rule("Interaction Create", "Interactions need no intent.")
async def interaction_create(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway(intents=0) as gateway:
        await bot.otter.click(await bot.send_message(components=[action_row(button())]), custom_id="go", wait=False)
        interaction = await gateway.wait_for_event("INTERACTION_CREATE")
    assert interaction["type"] == 3
