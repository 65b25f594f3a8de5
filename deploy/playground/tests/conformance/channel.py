"""resources/channel and topics/threads: channels, and the threads that hang on them.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

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
    made: JSON = reply.body
    return made


async def edit_channel(bot: ConformanceBot, channel_id: str, **fields: Any) -> ApiReply:
    return await bot.request("PATCH", f"/channels/{channel_id}", fields)


async def send_thread_edits(bot: ConformanceBot, bodies: Any) -> list[ApiReply]:
    path = f"/channels/{await bot.create_channel()}/threads"
    return [await bot.request("POST", path, {"name": "Oak", "type": 11, **body}) for body in bodies]


async def send_channel_edits(bot: ConformanceBot, bodies: Any) -> list[ApiReply]:
    place = await bot.create_channel()
    await bot.set_permissions(place, "manage_channels")
    return [await edit_channel(bot, place, **body) for body in bodies]


def with_long_field(name: str) -> BodyFactory:
    return lambda count: {name: "x" * count}


add_boundary_rule(
    PAGE, "JSON Params (Guild channel)", "name", "1 to 100 characters",
    with_long_field("name"), "name", minimum=1, maximum=100, send_bodies=send_channel_edits,
)  # fmt: skip
add_boundary_rule(
    PAGE, "JSON Params (Guild channel)", "topic", "at most 1,024 characters of a topic",
    with_long_field("topic"), "topic", maximum=1024, send_bodies=send_channel_edits,
)  # fmt: skip
add_boundary_rule(
    PAGE, "JSON Params (Guild channel)", "rate limit per user", "0 to 21,600 seconds",
    lambda n: {"rate_limit_per_user": n}, "rate_limit_per_user", minimum=0, maximum=21_600,
        send_bodies=send_channel_edits,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Start Thread without Message", "name", "1 to 100 characters of a thread's name",
    with_long_field("name"), "name", minimum=1, maximum=100, send_bodies=send_thread_edits,
)  # fmt: skip


@rule("Modify Channel", "a server's channel needs MANAGE_CHANNELS, its overwrites MANAGE_ROLES beside")
async def modify(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    assert (await edit_channel(bot, place, topic="Owls")).status_and_code == (403, 50013)
    await bot.set_permissions(place, "manage_channels")
    assert (await edit_channel(bot, place, topic="Owls")).body["topic"] == "Owls"
    assert (await edit_channel(bot, place, permission_overwrites=[])).status_and_code == (403, 50013)


@rule("Modify Channel", "whoever lists a change is told of it by CHANNEL_UPDATE")
async def modify_is_told(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    await bot.set_permissions(place, "manage_channels")
    async with bot.identify_at_gateway() as ear:
        await edit_channel(bot, place, topic="Owls")
        await ear.wait_for_event("CHANNEL_UPDATE", lambda told: told["id"] == place and told["topic"] == "Owls")


@rule("Delete/Close Channel", "it needs MANAGE_CHANNELS, of a thread MANAGE_THREADS, and tells what is gone")
async def delete(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    assert (await bot.request("DELETE", f"/channels/{place}")).status_and_code == (403, 50013)
    await bot.set_permissions(place, "manage_channels", deny=["manage_threads"])
    thread = await start_thread(bot, place)
    assert (await bot.request("DELETE", f"/channels/{thread['id']}")).status_and_code == (403, 50013)
    assert (await bot.request("DELETE", f"/channels/{place}")).body["id"] == place
    assert (await bot.request("GET", f"/channels/{thread['id']}")).status_and_code == (404, 10003)


@rule("Delete/Close Channel", "a direct message that was closed is opened again")
async def close(bot: ConformanceBot) -> None:
    body = {"recipient_id": await bot.sandbox.find_person_id("heron")}
    first = (await bot.request("POST", "/users/@me/channels", body)).body["id"]
    assert (await bot.request("DELETE", f"/channels/{first}")).status == 200
    assert (await bot.request("POST", "/users/@me/channels", body)).body["id"] == first


@rule("Edit Channel Permissions", "what is overwritten for one role or member is set, for MANAGE_ROLES")
async def permit(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    path = f"/channels/{place}/permissions/{bot.guild_id}"
    body = {"type": 0, "allow": "0", "deny": str(1 << 15)}
    assert (await bot.request("PUT", path, body)).status_and_code == (403, 50013)
    await bot.set_permissions(place, "manage_roles")
    async with bot.identify_at_gateway() as ear:
        assert (await bot.request("PUT", path, body)).status == 204
        told = await ear.wait_for_event("CHANNEL_UPDATE")
    assert body | {"id": bot.guild_id} in told["permission_overwrites"]
    assert (await bot.request("PUT", path, body | {"deny": str(1 << 2)})).status_and_code == (403, 50013)


@rule("Delete Channel Permission", "and is taken away; what is not there is 10009")
async def permitted_no_more(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    await bot.set_permissions(place, "manage_roles")
    await bot.set_permissions(place, deny=["attach_files"], whom=bot.guild_id)
    path = f"/channels/{place}/permissions/{bot.guild_id}"
    assert (await bot.request("DELETE", path)).status == 204
    assert (await bot.request("DELETE", path)).status_and_code == (404, 10009)


@rule("Create Channel Invite", "a bot invites people")
async def invite(bot: ConformanceBot) -> None:
    assert (await bot.request("POST", f"/channels/{bot.sandbox.duels_id}/invites", {})).status == 200


@rule("Trigger Typing Indicator", "204, and everybody is told")
async def typing(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        assert (await bot.request("POST", f"/channels/{bot.sandbox.duels_id}/typing")).status == 204
        assert (await ear.wait_for_event("TYPING_START"))["user_id"] == bot.application_id


@rule("Start Thread from Message", "it has the id of its message, and a message has one")
async def from_message(bot: ConformanceBot) -> None:
    said = await bot.send_message()
    path = f"/channels/{bot.sandbox.duels_id}/messages/{said['id']}/threads"
    made = (await bot.request("POST", path, {"name": "Oak"})).body
    assert (made["id"], made["type"], made["parent_id"]) == (said["id"], 11, bot.sandbox.duels_id)
    assert (await bot.request("POST", path, {"name": "Elm"})).status == 400


@rule("Start Thread from Message", "in an announcement channel it is one of announcements")
async def from_news(bot: ConformanceBot) -> None:
    place = await bot.create_channel("announcement")
    path = f"/channels/{place}/messages/{(await bot.send_message(place))['id']}/threads"
    assert (await bot.request("POST", path, {"name": "Oak"})).body["type"] == 10


@rule("Start Thread without Message", "of no kind it is a private one")
async def private_by_default(bot: ConformanceBot) -> None:
    made = await bot.request("POST", f"/channels/{bot.sandbox.duels_id}/threads", {"name": "Oak"})
    assert made.body["type"] == 12


@rule("Start Thread without Message", "it falls asleep after an hour, a day, three days or a week")
async def durations(bot: ConformanceBot) -> None:
    bodies = [{"auto_archive_duration": minutes} for minutes in (60, 1440, 4320, 10080, 61, 0)]
    assert [reply.status for reply in await send_thread_edits(bot, bodies)] == [201] * 4 + [400] * 2


@rule("Join Thread", "204, and whoever has come is a member")
async def join(bot: ConformanceBot) -> None:
    nest = (await bot.heron.create_thread(bot.sandbox.duels_id, "nest"))["id"]
    path = f"/channels/{nest}/thread-members"
    assert (await bot.request("PUT", f"{path}/@me")).status == 204
    assert bot.application_id in [one["user_id"] for one in await bot.get_json(path)]
    assert (await bot.request("DELETE", f"{path}/@me")).status == 204
    assert bot.application_id not in [one["user_id"] for one in await bot.get_json(path)]


@rule("Add Thread Member", "it needs leave to speak there; to add twice does no harm")
async def add(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    path = (
        f"/channels/{(await start_thread(bot, place))['id']}/thread-members/{await bot.sandbox.find_person_id('heron')}"
    )
    assert [(await bot.request("PUT", path)).status for _ in range(2)] == [204, 204]
    await bot.set_permissions(place, deny=["send_messages_in_threads"])
    assert (await bot.request("PUT", path)).status == 403


@rule("Remove Thread Member", "to send another away needs MANAGE_THREADS")
async def remove(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    path = (
        f"/channels/{(await start_thread(bot, place))['id']}/thread-members/{await bot.sandbox.find_person_id('heron')}"
    )
    await bot.request("PUT", path)
    await bot.set_permissions(place, deny=["manage_threads"])
    assert (await bot.request("DELETE", path)).status == 403
    await bot.set_permissions(place, "manage_threads")
    assert (await bot.request("DELETE", path)).status == 204


@rule("Get Thread Member", "one member of a thread is told, and 404 of who is none")
async def get_member(bot: ConformanceBot) -> None:
    path = f"/channels/{(await start_thread(bot))['id']}/thread-members"
    assert (await bot.request("GET", f"{path}/{bot.application_id}")).status == 200
    assert (await bot.request("GET", f"{path}/{await bot.sandbox.find_person_id('heron')}")).status == 404


@rule("Thread Member Structure", "whoever is in a thread is told with its id, theirs, and since when")
async def member(bot: ConformanceBot) -> None:
    thread = await start_thread(bot)
    [told] = await bot.get_json(f"/channels/{thread['id']}/thread-members")
    assert (told["id"], told["user_id"], told["flags"]) == (thread["id"], bot.application_id, 0)
    assert told["join_timestamp"]


@rule("Thread Metadata Structure", "invitable is told of private threads alone")
async def invitable(bot: ConformanceBot) -> None:
    public, private = await start_thread(bot), await start_thread(bot, type=12)
    assert ("invitable" in public["thread_metadata"], private["thread_metadata"]["invitable"]) == (False, True)
    assert {"archived", "auto_archive_duration", "archive_timestamp", "locked"} <= public["thread_metadata"].keys()


@rule("List Public Archived Threads", "those that sleep are listed, the latest first")
async def archived(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    made = [(await start_thread(bot, place))["id"] for _ in range(2)]
    for thread in made:
        await edit_channel(bot, thread, archived=True)
        await bot.control("advance_time", seconds=1)
    told = await bot.request("GET", f"/channels/{place}/threads/archived/public")
    assert told.status == 200
    assert ([one["id"] for one in told.body["threads"]], told.body["has_more"]) == (made[::-1], False)


@THREADS.rule("Thread Fields", "owner_id is who began it, parent_id where it hangs")
async def fields(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    made = await start_thread(bot, place)
    assert (made["owner_id"], made["parent_id"], made["guild_id"]) == (bot.application_id, place, bot.guild_id)


@THREADS.rule("Thread Fields", "a message that goes is taken from message_count, and not from total_message_sent")
async def counts(bot: ConformanceBot) -> None:
    thread = (await start_thread(bot))["id"]
    said = [await bot.send_message(thread) for _ in range(2)]
    await bot.request("DELETE", f"/channels/{thread}/messages/{said[0]['id']}")
    told = await bot.get_json(f"/channels/{thread}")
    assert (told["message_count"], told["total_message_sent"]) == (1, 2)


@THREADS.rule("Public & Private Threads", "a private one is for its members, and for who governs threads")
async def private(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    made = await start_thread(bot, place, type=12)
    async with bot.create_separate_bot() as other:
        await bot.control("add_member", server=bot.guild_id, target=other.sandbox.bot_name)
        await bot.set_permissions(place, deny=["manage_threads"], whom=other.application_id)
        path = f"/channels/{made['id']}"
        assert (await other.request("GET", path)).status_and_code == (403, 50001)
        await bot.request("PUT", f"{path}/thread-members/{other.application_id}")
        assert (await other.request("GET", path)).status == 200
        await bot.request("DELETE", f"{path}/thread-members/{other.application_id}")
        await bot.set_permissions(place, "manage_threads", whom=other.application_id)
        assert (await other.request("GET", path)).status == 200
        await bot.control("remove_member", server=bot.guild_id, target=other.sandbox.bot_name)


@THREADS.rule("Locked Threads", "without MANAGE_THREADS nobody says anything in a locked one, with it one does")
async def locked(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    thread = (await start_thread(bot, place))["id"]
    assert (await edit_channel(bot, thread, locked=True)).status == 200
    await bot.send_message(thread)
    await bot.set_permissions(place, deny=["manage_threads"])
    assert (await bot.request("POST", f"/channels/{thread}/messages", {"content": "Hoo"})).status_and_code == (
        403,
        160005,
    )


@THREADS.rule("Active & Archived Threads", "what is said wakes a thread that sleeps, unless it is locked")
async def woken(bot: ConformanceBot) -> None:
    thread = (await start_thread(bot))["id"]
    await edit_channel(bot, thread, archived=True)
    await bot.send_message(thread)
    assert (await bot.get_json(f"/channels/{thread}"))["thread_metadata"]["archived"] is False
    await edit_channel(bot, thread, archived=True, locked=True)
    assert (await bot.request("POST", f"/channels/{thread}/messages", {"content": "Hoo"})).status_and_code == (
        400,
        50083,
    )


@THREADS.rule("Active & Archived Threads", "where nobody says anything for long enough it falls asleep")
async def asleep(bot: ConformanceBot) -> None:
    thread = (await start_thread(bot, auto_archive_duration=60))["id"]
    await bot.send_message(thread)
    for seconds, sleeps in ((3000, False), (601, True)):
        await bot.control("advance_time", seconds=seconds)
        assert (await bot.get_json(f"/channels/{thread}"))["thread_metadata"]["archived"] is sleeps


@THREADS.rule(
    "Active & Archived Threads", "to open it again and to change how long it waits keep it awake as a word does"
)
async def kept_awake(bot: ConformanceBot) -> None:
    quiet, reopened, patient = [(await start_thread(bot, auto_archive_duration=60))["id"] for _ in range(3)]
    await bot.send_message(reopened)
    await edit_channel(bot, reopened, archived=True)
    await bot.control("advance_time", seconds=3000)
    await edit_channel(bot, reopened, archived=False)
    await edit_channel(bot, patient, auto_archive_duration=1440)
    for seconds, asleep in ((601, [quiet]), (3000, [quiet, reopened]), (86_400, [quiet, reopened, patient])):
        await bot.control("advance_time", seconds=seconds)
        told = [await bot.get_json(f"/channels/{each}") for each in (quiet, reopened, patient)]
        assert [it["id"] for it in told if it["thread_metadata"]["archived"]] == asleep


@THREADS.rule("Active & Archived Threads", "nobody reacts in one that sleeps, but what was said may be deleted")
async def frozen(bot: ConformanceBot) -> None:
    thread = (await start_thread(bot))["id"]
    said = await bot.send_message(thread)
    await edit_channel(bot, thread, archived=True)
    path = f"/channels/{thread}/messages/{said['id']}"
    assert (await bot.request("PUT", f"{path}/reactions/%F0%9F%94%A5/@me")).status_and_code == (400, 50083)
    assert (await bot.request("DELETE", path)).status == 204


@THREADS.rule("Editing & Deleting Threads", "to lock needs MANAGE_THREADS, its name is also whose it is to change")
async def editing(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    own, other = await start_thread(bot, place), await bot.heron.create_thread(place, "nest")
    await bot.set_permissions(place, deny=["manage_threads"])
    assert (await edit_channel(bot, own["id"], name="Elm")).body["name"] == "Elm"
    assert (await edit_channel(bot, own["id"], locked=True)).status == 403
    assert (await edit_channel(bot, other["id"], name="Elm")).status == 403


@THREADS.rule("Editing & Deleting Threads", "how slowly one speaks there is for MANAGE_THREADS, also in one's own")
async def slowness(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    own = await start_thread(bot, place)
    await bot.set_permissions(place, deny=["manage_threads"])
    assert (await edit_channel(bot, own["id"], rate_limit_per_user=5)).status == 403


@THREADS.rule("Enumerating threads", "all that are awake in a server and may be seen")
async def active(bot: ConformanceBot) -> None:
    awake, sleeps = (await start_thread(bot))["id"], (await start_thread(bot))["id"]
    await edit_channel(bot, sleeps, archived=True)
    told = await bot.get_json(f"/guilds/{bot.guild_id}/threads/active")
    ids = [one["id"] for one in told["threads"]]
    assert (awake in ids, sleeps in ids) == (True, False)
    assert awake in [one["id"] for one in told["members"]]


@THREADS.rule("Gaining Access to Channels", "whoever comes to see a channel is told of its threads")
async def gained(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    thread = (await start_thread(bot, place))["id"]
    await bot.set_permissions(place, deny=["view_channel"])
    async with bot.identify_at_gateway() as ear:
        await bot.set_permissions(place, "view_channel")
        await bot.create_channel()
        await ear.wait_for_event("CHANNEL_CREATE")
        told = ear.received_events("THREAD_LIST_SYNC")
    assert [one["id"] for sync in told for one in sync["threads"]] == [thread]


@THREADS.rule("Unarchiving a Thread", "that it is awake is told with the whole thread")
async def unarchived(bot: ConformanceBot) -> None:
    thread = (await start_thread(bot))["id"]
    await edit_channel(bot, thread, archived=True)
    async with bot.identify_at_gateway() as ear:
        await edit_channel(bot, thread, archived=False)
        told = await ear.wait_for_event("THREAD_UPDATE", lambda told: told["id"] == thread)
    assert told["thread_metadata"]["archived"] is False
    assert told["name"] == "Oak"


@THREADS.rule("Unarchiving a Thread", "and then each member is told of their membership")
async def membership_told(bot: ConformanceBot) -> None:
    thread = (await start_thread(bot))["id"]
    await edit_channel(bot, thread, archived=True)
    async with bot.identify_at_gateway() as ear:
        await edit_channel(bot, thread, archived=False)
        await bot.create_channel()
        await ear.wait_for_event("CHANNEL_CREATE")
    assert [(one["id"], one["user_id"]) for one in ear.received_events("THREAD_MEMBER_UPDATE")] == [
        (thread, bot.application_id)
    ]
