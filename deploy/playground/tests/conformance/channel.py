"""Rules from the documentation pages resources/channel and topics/threads: channels and their threads."""

from __future__ import annotations

from typing import Any

from deploy.playground.tests.conformance.boundary import BodyFactory, add_boundary_rule
from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from discord_playground.client import JSON

PAGE = DocumentationPage("resources/channel")
THREADS = DocumentationPage("topics/threads")
rule = PAGE.rule


async def start_thread(bot: ConformanceBot, channel_id: str = "", **fields: Any) -> JSON:
    path = f"/channels/{channel_id or await bot.create_channel()}/threads"
    reply = await bot.request("POST", path, {"name": "Oak", "type": 11, **fields})
    assert reply.status == 201, reply.body
    thread: JSON = reply.body
    return thread


async def edit_channel(bot: ConformanceBot, channel_id: str, **fields: Any) -> ApiReply:
    return await bot.request("PATCH", f"/channels/{channel_id}", fields)


async def create_threads(bot: ConformanceBot, bodies: Any) -> list[ApiReply]:
    path = f"/channels/{await bot.create_channel()}/threads"
    return [await bot.request("POST", path, {"name": "Oak", "type": 11, **body}) for body in bodies]


async def send_channel_edits(bot: ConformanceBot, bodies: Any) -> list[ApiReply]:
    channel_id = await bot.create_channel()
    await bot.set_permissions(channel_id, "manage_channels")
    return [await edit_channel(bot, channel_id, **body) for body in bodies]


def with_long_field(name: str) -> BodyFactory:
    return lambda count: {name: "x" * count}


add_boundary_rule(
    PAGE, "JSON Params (Guild channel)", "name", "A name has 1 to 100 characters.",
    with_long_field("name"), "name", minimum=1, maximum=100, send_bodies=send_channel_edits,
)  # fmt: skip
add_boundary_rule(
    PAGE, "JSON Params (Guild channel)", "topic", "A topic has at most 1,024 characters.",
    with_long_field("topic"), "topic", maximum=1024, send_bodies=send_channel_edits,
)  # fmt: skip
add_boundary_rule(
    PAGE, "JSON Params (Guild channel)", "rate limit per user", "Slowmode is 0 to 21,600 seconds.",
    lambda n: {"rate_limit_per_user": n}, "rate_limit_per_user", minimum=0, maximum=21_600,
        send_bodies=send_channel_edits,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Start Thread without Message", "name", "A thread name has 1 to 100 characters.",
    with_long_field("name"), "name", minimum=1, maximum=100, send_bodies=create_threads,
)  # fmt: skip


@rule("Modify Channel", "Editing a server channel needs MANAGE_CHANNELS, and its overwrites also MANAGE_ROLES.")
async def modify_permissions(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    assert (await edit_channel(bot, channel_id, topic="Owls")).status_and_code == (403, 50013)
    await bot.set_permissions(channel_id, "manage_channels")
    assert (await edit_channel(bot, channel_id, topic="Owls")).body["topic"] == "Owls"
    assert (await edit_channel(bot, channel_id, permission_overwrites=[])).status_and_code == (403, 50013)


@rule("Modify Channel", "An edit sends CHANNEL_UPDATE.")
async def channel_update_event(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await bot.set_permissions(channel_id, "manage_channels")
    async with bot.identify_at_gateway() as gateway:
        await edit_channel(bot, channel_id, topic="Owls")
        await gateway.wait_for_event(
            "CHANNEL_UPDATE", lambda channel: channel["id"] == channel_id and channel["topic"] == "Owls"
        )


@rule(
    "Delete/Close Channel", "Deletion needs MANAGE_CHANNELS, or MANAGE_THREADS for a thread, and returns the channel."
)
async def delete_permissions(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    assert (await bot.request("DELETE", f"/channels/{channel_id}")).status_and_code == (403, 50013)
    await bot.set_permissions(channel_id, "manage_channels", deny=["manage_threads"])
    thread = await start_thread(bot, channel_id)
    assert (await bot.request("DELETE", f"/channels/{thread['id']}")).status_and_code == (403, 50013)
    assert (await bot.request("DELETE", f"/channels/{channel_id}")).body["id"] == channel_id
    assert (await bot.request("GET", f"/channels/{thread['id']}")).status_and_code == (404, 10003)


@rule("Delete/Close Channel", "A closed direct message channel can be reopened.")
async def close_dm(bot: ConformanceBot) -> None:
    body = {"recipient_id": await bot.sandbox.find_person_id("heron")}
    channel_id = (await bot.request("POST", "/users/@me/channels", body)).body["id"]
    assert (await bot.request("DELETE", f"/channels/{channel_id}")).status == 200
    assert (await bot.request("POST", "/users/@me/channels", body)).body["id"] == channel_id


@rule("Edit Channel Permissions", "Setting an overwrite for a role or member needs MANAGE_ROLES.")
async def edit_overwrite(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    path = f"/channels/{channel_id}/permissions/{bot.guild_id}"
    body = {"type": 0, "allow": "0", "deny": str(1 << 15)}
    assert (await bot.request("PUT", path, body)).status_and_code == (403, 50013)
    await bot.set_permissions(channel_id, "manage_roles")
    async with bot.identify_at_gateway() as gateway:
        assert (await bot.request("PUT", path, body)).status == 204
        channel = await gateway.wait_for_event("CHANNEL_UPDATE")
    assert body | {"id": bot.guild_id} in channel["permission_overwrites"]
    assert (await bot.request("PUT", path, body | {"deny": str(1 << 2)})).status_and_code == (403, 50013)


@rule("Delete Channel Permission", "An overwrite can be deleted; deleting a missing one returns error 10009.")
async def delete_overwrite(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await bot.set_permissions(channel_id, "manage_roles")
    await bot.set_permissions(channel_id, deny=["attach_files"], target=bot.guild_id)
    path = f"/channels/{channel_id}/permissions/{bot.guild_id}"
    assert (await bot.request("DELETE", path)).status == 204
    assert (await bot.request("DELETE", path)).status_and_code == (404, 10009)


@rule("Create Channel Invite", "A bot can create an invite.")
async def create_invite(bot: ConformanceBot) -> None:
    assert (await bot.request("POST", f"/channels/{bot.sandbox.duels_id}/invites", {})).status == 200


@rule("Trigger Typing Indicator", "Typing returns 204 and sends TYPING_START.")
async def typing_indicator(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        assert (await bot.request("POST", f"/channels/{bot.sandbox.duels_id}/typing")).status == 204
        assert (await gateway.wait_for_event("TYPING_START"))["user_id"] == bot.application_id


@rule("Start Thread from Message", "The thread has the ID of its message, and a message has at most one thread.")
async def thread_from_message(bot: ConformanceBot) -> None:
    message = await bot.send_message()
    path = f"/channels/{bot.sandbox.duels_id}/messages/{message['id']}/threads"
    thread = (await bot.request("POST", path, {"name": "Oak"})).body
    assert (thread["id"], thread["type"], thread["parent_id"]) == (message["id"], 11, bot.sandbox.duels_id)
    assert (await bot.request("POST", path, {"name": "Elm"})).status == 400


@rule("Start Thread from Message", "A thread in an announcement channel is an announcement thread.")
async def thread_in_announcement_channel(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel("announcement")
    path = f"/channels/{channel_id}/messages/{(await bot.send_message(channel_id))['id']}/threads"
    assert (await bot.request("POST", path, {"name": "Oak"})).body["type"] == 10


@rule("Start Thread without Message", "A thread without a type is private.")
async def default_thread_type(bot: ConformanceBot) -> None:
    reply = await bot.request("POST", f"/channels/{bot.sandbox.duels_id}/threads", {"name": "Oak"})
    assert reply.body["type"] == 12


@rule("Start Thread without Message", "A thread is archived after an hour, a day, three days or a week.")
async def archive_durations(bot: ConformanceBot) -> None:
    bodies = [{"auto_archive_duration": minutes} for minutes in (60, 1440, 4320, 10080, 61, 0)]
    assert [reply.status for reply in await create_threads(bot, bodies)] == [201] * 4 + [400] * 2


@rule("Join Thread", "Joining a thread returns 204 and makes the bot a member.")
async def join_and_leave_thread(bot: ConformanceBot) -> None:
    thread_id = (await bot.heron.create_thread(bot.sandbox.duels_id, "nest"))["id"]
    path = f"/channels/{thread_id}/thread-members"
    assert (await bot.request("PUT", f"{path}/@me")).status == 204
    assert bot.application_id in [member["user_id"] for member in await bot.get_json(path)]
    assert (await bot.request("DELETE", f"{path}/@me")).status == 204
    assert bot.application_id not in [member["user_id"] for member in await bot.get_json(path)]


@rule("Add Thread Member", "Adding a member needs permission to send in the thread; adding one twice is allowed.")
async def add_thread_member(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    heron_id = await bot.sandbox.find_person_id("heron")
    path = f"/channels/{(await start_thread(bot, channel_id))['id']}/thread-members/{heron_id}"
    assert [(await bot.request("PUT", path)).status for _ in range(2)] == [204, 204]
    await bot.set_permissions(channel_id, deny=["send_messages_in_threads"])
    assert (await bot.request("PUT", path)).status == 403


@rule("Remove Thread Member", "Removing another member needs MANAGE_THREADS.")
async def remove_thread_member(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    heron_id = await bot.sandbox.find_person_id("heron")
    path = f"/channels/{(await start_thread(bot, channel_id))['id']}/thread-members/{heron_id}"
    await bot.request("PUT", path)
    await bot.set_permissions(channel_id, deny=["manage_threads"])
    assert (await bot.request("DELETE", path)).status == 403
    await bot.set_permissions(channel_id, "manage_threads")
    assert (await bot.request("DELETE", path)).status == 204


@rule("Get Thread Member", "A member of the thread is returned; any other user is 404.")
async def get_thread_member(bot: ConformanceBot) -> None:
    path = f"/channels/{(await start_thread(bot))['id']}/thread-members"
    assert (await bot.request("GET", f"{path}/{bot.application_id}")).status == 200
    assert (await bot.request("GET", f"{path}/{await bot.sandbox.find_person_id('heron')}")).status == 404


@rule("Thread Member Structure", "A thread member has the thread's ID, the user's ID and the time of joining.")
async def thread_member_fields(bot: ConformanceBot) -> None:
    thread = await start_thread(bot)
    [member] = await bot.get_json(f"/channels/{thread['id']}/thread-members")
    assert (member["id"], member["user_id"], member["flags"]) == (thread["id"], bot.application_id, 0)
    assert member["join_timestamp"]


@rule("Thread Metadata Structure", "Only private threads have the invitable field.")
async def invitable_field(bot: ConformanceBot) -> None:
    public, private = await start_thread(bot), await start_thread(bot, type=12)
    assert ("invitable" in public["thread_metadata"], private["thread_metadata"]["invitable"]) == (False, True)
    assert {"archived", "auto_archive_duration", "archive_timestamp", "locked"} <= public["thread_metadata"].keys()


@rule("List Public Archived Threads", "Archived threads are listed, the most recently archived first.")
async def archived_threads(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    thread_ids = [(await start_thread(bot, channel_id))["id"] for _ in range(2)]
    for thread_id in thread_ids:
        await edit_channel(bot, thread_id, archived=True)
        await bot.control("advance_time", seconds=1)
    reply = await bot.request("GET", f"/channels/{channel_id}/threads/archived/public")
    assert reply.status == 200
    assert ([thread["id"] for thread in reply.body["threads"]], reply.body["has_more"]) == (thread_ids[::-1], False)


@THREADS.rule("Thread Fields", "owner_id is the creator of the thread, and parent_id its channel.")
async def owner_and_parent(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    thread = await start_thread(bot, channel_id)
    assert (thread["owner_id"], thread["guild_id"]) == (bot.application_id, bot.guild_id)
    assert thread["parent_id"] == channel_id


@THREADS.rule("Thread Fields", "Deleting a message reduces message_count but not total_message_sent.")
async def message_counts(bot: ConformanceBot) -> None:
    thread_id = (await start_thread(bot))["id"]
    messages = [await bot.send_message(thread_id) for _ in range(2)]
    await bot.request("DELETE", f"/channels/{thread_id}/messages/{messages[0]['id']}")
    thread = await bot.get_json(f"/channels/{thread_id}")
    assert (thread["message_count"], thread["total_message_sent"]) == (1, 2)


@THREADS.rule(
    "Public & Private Threads", "A private thread is visible to its members and to members with MANAGE_THREADS."
)
async def private_threads(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    thread = await start_thread(bot, channel_id, type=12)
    async with bot.create_separate_bot() as other:
        await bot.control("add_member", server=bot.guild_id, target=other.sandbox.bot_name)
        await bot.set_permissions(channel_id, deny=["manage_threads"], target=other.application_id)
        path = f"/channels/{thread['id']}"
        assert (await other.request("GET", path)).status_and_code == (403, 50001)
        await bot.request("PUT", f"{path}/thread-members/{other.application_id}")
        assert (await other.request("GET", path)).status == 200
        await bot.request("DELETE", f"{path}/thread-members/{other.application_id}")
        await bot.set_permissions(channel_id, "manage_threads", target=other.application_id)
        assert (await other.request("GET", path)).status == 200
        await bot.control("remove_member", server=bot.guild_id, target=other.sandbox.bot_name)


@THREADS.rule("Locked Threads", "Only members with MANAGE_THREADS can send messages in a locked thread.")
async def locked_thread(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    thread_id = (await start_thread(bot, channel_id))["id"]
    assert (await edit_channel(bot, thread_id, locked=True)).status == 200
    await bot.send_message(thread_id)
    await bot.set_permissions(channel_id, deny=["manage_threads"])
    reply = await bot.request("POST", f"/channels/{thread_id}/messages", {"content": "Hoo"})
    assert reply.status_and_code == (403, 160005)


@THREADS.rule("Active & Archived Threads", "A message unarchives a thread unless it is locked.")
async def unarchived_by_message(bot: ConformanceBot) -> None:
    thread_id = (await start_thread(bot))["id"]
    await edit_channel(bot, thread_id, archived=True)
    await bot.send_message(thread_id)
    assert (await bot.get_json(f"/channels/{thread_id}"))["thread_metadata"]["archived"] is False
    await edit_channel(bot, thread_id, archived=True, locked=True)
    reply = await bot.request("POST", f"/channels/{thread_id}/messages", {"content": "Hoo"})
    assert reply.status_and_code == (400, 50083)


@THREADS.rule("Active & Archived Threads", "A thread is archived after its period of inactivity.")
async def archived_by_inactivity(bot: ConformanceBot) -> None:
    thread_id = (await start_thread(bot, auto_archive_duration=60))["id"]
    await bot.send_message(thread_id)
    for seconds, is_archived in ((3000, False), (601, True)):
        await bot.control("advance_time", seconds=seconds)
        assert (await bot.get_json(f"/channels/{thread_id}"))["thread_metadata"]["archived"] is is_archived


@THREADS.rule("Active & Archived Threads", "Unarchiving a thread or changing its archive duration counts as activity.")
async def activity_resets_timer(bot: ConformanceBot) -> None:
    quiet, reopened, extended = [(await start_thread(bot, auto_archive_duration=60))["id"] for _ in range(3)]
    await bot.send_message(reopened)
    await edit_channel(bot, reopened, archived=True)
    await bot.control("advance_time", seconds=3000)
    await edit_channel(bot, reopened, archived=False)
    await edit_channel(bot, extended, auto_archive_duration=1440)
    for seconds, archived_ids in ((601, [quiet]), (3000, [quiet, reopened]), (86_400, [quiet, reopened, extended])):
        await bot.control("advance_time", seconds=seconds)
        threads = [await bot.get_json(f"/channels/{thread_id}") for thread_id in (quiet, reopened, extended)]
        assert [thread["id"] for thread in threads if thread["thread_metadata"]["archived"]] == archived_ids


@THREADS.rule("Active & Archived Threads", "In an archived thread nobody can react, but messages can be deleted.")
async def archived_thread_restrictions(bot: ConformanceBot) -> None:
    thread_id = (await start_thread(bot))["id"]
    message = await bot.send_message(thread_id)
    await edit_channel(bot, thread_id, archived=True)
    path = f"/channels/{thread_id}/messages/{message['id']}"
    assert (await bot.request("PUT", f"{path}/reactions/%F0%9F%94%A5/@me")).status_and_code == (400, 50083)
    assert (await bot.request("DELETE", path)).status == 204


@THREADS.rule("Editing & Deleting Threads", "Locking a thread needs MANAGE_THREADS; its owner may rename it without.")
async def edit_permissions(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    own, other = await start_thread(bot, channel_id), await bot.heron.create_thread(channel_id, "nest")
    await bot.set_permissions(channel_id, deny=["manage_threads"])
    assert (await edit_channel(bot, own["id"], name="Elm")).body["name"] == "Elm"
    assert (await edit_channel(bot, own["id"], locked=True)).status == 403
    assert (await edit_channel(bot, other["id"], name="Elm")).status == 403


@THREADS.rule(
    "Editing & Deleting Threads", "Changing the slowmode of a thread needs MANAGE_THREADS, even for its owner."
)
async def slowmode_permission(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    own = await start_thread(bot, channel_id)
    await bot.set_permissions(channel_id, deny=["manage_threads"])
    assert (await edit_channel(bot, own["id"], rate_limit_per_user=5)).status == 403


@THREADS.rule("Enumerating threads", "All visible active threads of a server are listed.")
async def active_threads(bot: ConformanceBot) -> None:
    active_id, archived_id = (await start_thread(bot))["id"], (await start_thread(bot))["id"]
    await edit_channel(bot, archived_id, archived=True)
    reply = await bot.get_json(f"/guilds/{bot.guild_id}/threads/active")
    ids = [item["id"] for item in reply["threads"]]
    assert (active_id in ids, archived_id in ids) == (True, False)
    assert active_id in [item["id"] for item in reply["members"]]


@THREADS.rule("Gaining Access to Channels", "A bot that gains access to a channel receives its active threads.")
async def thread_list_sync(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    thread_id = (await start_thread(bot, channel_id))["id"]
    await bot.set_permissions(channel_id, deny=["view_channel"])
    async with bot.identify_at_gateway() as gateway:
        await bot.set_permissions(channel_id, "view_channel")
        await bot.create_channel()
        await gateway.wait_for_event("CHANNEL_CREATE")
        events = gateway.list_received_events("THREAD_LIST_SYNC")
    assert [thread["id"] for event in events for thread in event["threads"]] == [thread_id]


@THREADS.rule("Unarchiving a Thread", "Unarchiving sends THREAD_UPDATE with the whole thread.")
async def unarchived_thread_event(bot: ConformanceBot) -> None:
    thread_id = (await start_thread(bot))["id"]
    await edit_channel(bot, thread_id, archived=True)
    async with bot.identify_at_gateway() as gateway:
        await edit_channel(bot, thread_id, archived=False)
        thread = await gateway.wait_for_event("THREAD_UPDATE", lambda thread: thread["id"] == thread_id)
    assert thread["thread_metadata"]["archived"] is False
    assert thread["name"] == "Oak"


@THREADS.rule("Unarchiving a Thread", "Unarchiving sends each member their own membership.")
async def membership_event(bot: ConformanceBot) -> None:
    thread_id = (await start_thread(bot))["id"]
    await edit_channel(bot, thread_id, archived=True)
    async with bot.identify_at_gateway() as gateway:
        await edit_channel(bot, thread_id, archived=False)
        await bot.create_channel()
        await gateway.wait_for_event("CHANNEL_CREATE")
    [member] = gateway.list_received_events("THREAD_MEMBER_UPDATE")
    assert (member["id"], member["user_id"]) == (thread_id, bot.application_id)
