"""resources/channel and topics/threads: channels, and the threads that hang on them.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from typing import Any

from deploy.playground.tests.sentences.edge import Made, edge
from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Reply, Witness
from discord_playground.client import JSON

PAGE = Page("resources/channel")
THREADS = Page("topics/threads")
says = PAGE.says


async def begun(bot: Witness, place: str = "", **fields: Any) -> JSON:
    path = f"/channels/{place or await bot.channel()}/threads"
    reply = await bot.asks("POST", path, {"name": "Oak", "type": 11, **fields})
    assert reply.status == 201, reply.body
    made: JSON = reply.body
    return made


async def patch(bot: Witness, place: str, **fields: Any) -> Reply:
    return await bot.asks("PATCH", f"/channels/{place}", fields)


async def by_thread(bot: Witness, bodies: Any) -> list[Reply]:
    path = f"/channels/{await bot.channel()}/threads"
    return [await bot.asks("POST", path, {"name": "Oak", "type": 11, **body}) for body in bodies]


async def by_channel(bot: Witness, bodies: Any) -> list[Reply]:
    place = await bot.channel()
    await bot.may(place, "manage_channels")
    return [await patch(bot, place, **body) for body in bodies]


def long(name: str) -> Made:
    return lambda count: {name: "x" * count}


edge(
    PAGE, "JSON Params (Guild channel)", "name", "1 to 100 characters",
    long("name"), "name", least=1, most=100, sent=by_channel,
)  # fmt: skip
edge(
    PAGE, "JSON Params (Guild channel)", "topic", "at most 1,024 characters of a topic",
    long("topic"), "topic", most=1024, sent=by_channel,
)  # fmt: skip
edge(
    PAGE, "JSON Params (Guild channel)", "rate limit per user", "0 to 21,600 seconds",
    lambda n: {"rate_limit_per_user": n}, "rate_limit_per_user", least=0, most=21_600, sent=by_channel,
)  # fmt: skip
edge(
    PAGE, "Start Thread without Message", "name", "1 to 100 characters of a thread's name",
    long("name"), "name", least=1, most=100, sent=by_thread,
)  # fmt: skip


@says("Modify Channel", "a server's channel needs MANAGE_CHANNELS, its overwrites MANAGE_ROLES beside")
async def modify(bot: Witness) -> None:
    place = await bot.channel()
    assert (await patch(bot, place, topic="Owls")).refusal == (403, 50013)
    await bot.may(place, "manage_channels")
    assert (await patch(bot, place, topic="Owls")).body["topic"] == "Owls"
    assert (await patch(bot, place, permission_overwrites=[])).refusal == (403, 50013)


@says("Modify Channel", "whoever lists a change is told of it by CHANNEL_UPDATE")
async def modify_is_told(bot: Witness) -> None:
    place = await bot.channel()
    await bot.may(place, "manage_channels")
    async with bot.hearing() as ear:
        await patch(bot, place, topic="Owls")
        await ear.until("CHANNEL_UPDATE", lambda told: told["id"] == place and told["topic"] == "Owls")


@says("Delete/Close Channel", "it needs MANAGE_CHANNELS, of a thread MANAGE_THREADS, and tells what is gone")
async def delete(bot: Witness) -> None:
    place = await bot.channel()
    assert (await bot.asks("DELETE", f"/channels/{place}")).refusal == (403, 50013)
    await bot.may(place, "manage_channels", deny=["manage_threads"])
    thread = await begun(bot, place)
    assert (await bot.asks("DELETE", f"/channels/{thread['id']}")).refusal == (403, 50013)
    assert (await bot.asks("DELETE", f"/channels/{place}")).body["id"] == place
    assert (await bot.asks("GET", f"/channels/{thread['id']}")).refusal == (404, 10003)


@says("Delete/Close Channel", "a direct message that was closed is opened again")
async def close(bot: Witness) -> None:
    body = {"recipient_id": await bot.ground.id("heron")}
    first = (await bot.asks("POST", "/users/@me/channels", body)).body["id"]
    assert (await bot.asks("DELETE", f"/channels/{first}")).status == 200
    assert (await bot.asks("POST", "/users/@me/channels", body)).body["id"] == first


@says("Edit Channel Permissions", "what is overwritten for one role or member is set, for MANAGE_ROLES")
async def permit(bot: Witness) -> None:
    place = await bot.channel()
    path = f"/channels/{place}/permissions/{bot.guild}"
    body = {"type": 0, "allow": "0", "deny": str(1 << 15)}
    assert (await bot.asks("PUT", path, body)).refusal == (403, 50013)
    await bot.may(place, "manage_roles")
    async with bot.hearing() as ear:
        assert (await bot.asks("PUT", path, body)).status == 204
        told = await ear.until("CHANNEL_UPDATE")
    assert body | {"id": bot.guild} in told["permission_overwrites"]
    assert (await bot.asks("PUT", path, body | {"deny": str(1 << 2)})).refusal == (403, 50013)


@says("Delete Channel Permission", "and is taken away; what is not there is 10009")
async def permitted_no_more(bot: Witness) -> None:
    place = await bot.channel()
    await bot.may(place, "manage_roles")
    await bot.may(place, deny=["attach_files"], whom=bot.guild)
    path = f"/channels/{place}/permissions/{bot.guild}"
    assert (await bot.asks("DELETE", path)).status == 204
    assert (await bot.asks("DELETE", path)).refusal == (404, 10009)


@says("Create Channel Invite", "a bot invites people")
async def invite(bot: Witness) -> None:
    assert (await bot.asks("POST", f"/channels/{bot.ground.duels}/invites", {})).status == 200


@says("Trigger Typing Indicator", "204, and everybody is told")
async def typing(bot: Witness) -> None:
    async with bot.hearing() as ear:
        assert (await bot.asks("POST", f"/channels/{bot.ground.duels}/typing")).status == 204
        assert (await ear.until("TYPING_START"))["user_id"] == bot.app


@says("Start Thread from Message", "it has the id of its message, and a message has one")
async def from_message(bot: Witness) -> None:
    said = await bot.says()
    path = f"/channels/{bot.ground.duels}/messages/{said['id']}/threads"
    made = (await bot.asks("POST", path, {"name": "Oak"})).body
    assert (made["id"], made["type"], made["parent_id"]) == (said["id"], 11, bot.ground.duels)
    assert (await bot.asks("POST", path, {"name": "Elm"})).status == 400


@says("Start Thread from Message", "in an announcement channel it is one of announcements")
async def from_news(bot: Witness) -> None:
    place = await bot.channel("announcement")
    path = f"/channels/{place}/messages/{(await bot.says(place))['id']}/threads"
    assert (await bot.asks("POST", path, {"name": "Oak"})).body["type"] == 10


@says("Start Thread without Message", "of no kind it is a private one")
async def private_by_default(bot: Witness) -> None:
    made = await bot.asks("POST", f"/channels/{bot.ground.duels}/threads", {"name": "Oak"})
    assert made.body["type"] == 12


@says("Start Thread without Message", "it falls asleep after an hour, a day, three days or a week")
async def durations(bot: Witness) -> None:
    bodies = [{"auto_archive_duration": minutes} for minutes in (60, 1440, 4320, 10080, 61, 0)]
    assert [reply.status for reply in await by_thread(bot, bodies)] == [201] * 4 + [400] * 2


@says("Join Thread", "204, and whoever has come is a member")
async def join(bot: Witness) -> None:
    nest = (await bot.heron.thread(bot.ground.duels, "nest"))["id"]
    path = f"/channels/{nest}/thread-members"
    assert (await bot.asks("PUT", f"{path}/@me")).status == 204
    assert bot.app in [one["user_id"] for one in await bot.get(path)]
    assert (await bot.asks("DELETE", f"{path}/@me")).status == 204
    assert bot.app not in [one["user_id"] for one in await bot.get(path)]


@says("Add Thread Member", "it needs leave to speak there; to add twice does no harm")
async def add(bot: Witness) -> None:
    place = await bot.channel()
    path = f"/channels/{(await begun(bot, place))['id']}/thread-members/{await bot.ground.id('heron')}"
    assert [(await bot.asks("PUT", path)).status for _ in range(2)] == [204, 204]
    await bot.may(place, deny=["send_messages_in_threads"])
    assert (await bot.asks("PUT", path)).status == 403


@says("Remove Thread Member", "to send another away needs MANAGE_THREADS")
async def remove(bot: Witness) -> None:
    place = await bot.channel()
    path = f"/channels/{(await begun(bot, place))['id']}/thread-members/{await bot.ground.id('heron')}"
    await bot.asks("PUT", path)
    await bot.may(place, deny=["manage_threads"])
    assert (await bot.asks("DELETE", path)).status == 403
    await bot.may(place, "manage_threads")
    assert (await bot.asks("DELETE", path)).status == 204


@says("Get Thread Member", "one member of a thread is told, and 404 of who is none")
async def get_member(bot: Witness) -> None:
    path = f"/channels/{(await begun(bot))['id']}/thread-members"
    assert (await bot.asks("GET", f"{path}/{bot.app}")).status == 200
    assert (await bot.asks("GET", f"{path}/{await bot.ground.id('heron')}")).status == 404


@says("Thread Member Structure", "whoever is in a thread is told with its id, theirs, and since when")
async def member(bot: Witness) -> None:
    thread = await begun(bot)
    [told] = await bot.get(f"/channels/{thread['id']}/thread-members")
    assert (told["id"], told["user_id"], told["flags"]) == (thread["id"], bot.app, 0)
    assert told["join_timestamp"]


@says("Thread Metadata Structure", "invitable is told of private threads alone")
async def invitable(bot: Witness) -> None:
    public, private = await begun(bot), await begun(bot, type=12)
    assert ("invitable" in public["thread_metadata"], private["thread_metadata"]["invitable"]) == (False, True)
    assert {"archived", "auto_archive_duration", "archive_timestamp", "locked"} <= public["thread_metadata"].keys()


@says("List Public Archived Threads", "those that sleep are listed, the latest first")
async def archived(bot: Witness) -> None:
    place = await bot.channel()
    made = [(await begun(bot, place))["id"] for _ in range(2)]
    for thread in made:
        await patch(bot, thread, archived=True)
        await bot.stage("advance_time", seconds=1)
    told = await bot.asks("GET", f"/channels/{place}/threads/archived/public")
    assert told.status == 200
    assert ([one["id"] for one in told.body["threads"]], told.body["has_more"]) == (made[::-1], False)


@THREADS.says("Thread Fields", "owner_id is who began it, parent_id where it hangs")
async def fields(bot: Witness) -> None:
    place = await bot.channel()
    made = await begun(bot, place)
    assert (made["owner_id"], made["parent_id"], made["guild_id"]) == (bot.app, place, bot.guild)


@THREADS.says("Thread Fields", "a message that goes is taken from message_count, and not from total_message_sent")
async def counts(bot: Witness) -> None:
    thread = (await begun(bot))["id"]
    said = [await bot.says(thread) for _ in range(2)]
    await bot.asks("DELETE", f"/channels/{thread}/messages/{said[0]['id']}")
    told = await bot.get(f"/channels/{thread}")
    assert (told["message_count"], told["total_message_sent"]) == (1, 2)


@THREADS.says("Public & Private Threads", "a private one is for its members, and for who governs threads")
async def private(bot: Witness) -> None:
    place = await bot.channel()
    made = await begun(bot, place, type=12)
    async with bot.apart() as other:
        await bot.stage("add_member", server=bot.guild, target=other.ground.name)
        await bot.may(place, deny=["manage_threads"], whom=other.app)
        path = f"/channels/{made['id']}"
        assert (await other.asks("GET", path)).refusal == (403, 50001)
        await bot.asks("PUT", f"{path}/thread-members/{other.app}")
        assert (await other.asks("GET", path)).status == 200
        await bot.asks("DELETE", f"{path}/thread-members/{other.app}")
        await bot.may(place, "manage_threads", whom=other.app)
        assert (await other.asks("GET", path)).status == 200
        await bot.stage("remove_member", server=bot.guild, target=other.ground.name)


@THREADS.says("Locked Threads", "without MANAGE_THREADS nobody says anything in a locked one, with it one does")
async def locked(bot: Witness) -> None:
    place = await bot.channel()
    thread = (await begun(bot, place))["id"]
    assert (await patch(bot, thread, locked=True)).status == 200
    await bot.says(thread)
    await bot.may(place, deny=["manage_threads"])
    assert (await bot.asks("POST", f"/channels/{thread}/messages", {"content": "Hoo"})).refusal == (403, 160005)


@THREADS.says("Active & Archived Threads", "what is said wakes a thread that sleeps, unless it is locked")
async def woken(bot: Witness) -> None:
    thread = (await begun(bot))["id"]
    await patch(bot, thread, archived=True)
    await bot.says(thread)
    assert (await bot.get(f"/channels/{thread}"))["thread_metadata"]["archived"] is False
    await patch(bot, thread, archived=True, locked=True)
    assert (await bot.asks("POST", f"/channels/{thread}/messages", {"content": "Hoo"})).refusal == (400, 50083)


@THREADS.says("Active & Archived Threads", "where nobody says anything for long enough it falls asleep")
async def asleep(bot: Witness) -> None:
    thread = (await begun(bot, auto_archive_duration=60))["id"]
    await bot.says(thread)
    for seconds, sleeps in ((3000, False), (601, True)):
        await bot.stage("advance_time", seconds=seconds)
        assert (await bot.get(f"/channels/{thread}"))["thread_metadata"]["archived"] is sleeps


@THREADS.says(
    "Active & Archived Threads", "to open it again and to change how long it waits keep it awake as a word does"
)
async def kept_awake(bot: Witness) -> None:
    quiet, reopened, patient = [(await begun(bot, auto_archive_duration=60))["id"] for _ in range(3)]
    await bot.says(reopened)
    await patch(bot, reopened, archived=True)
    await bot.stage("advance_time", seconds=3000)
    await patch(bot, reopened, archived=False)
    await patch(bot, patient, auto_archive_duration=1440)
    for seconds, asleep in ((601, [quiet]), (3000, [quiet, reopened]), (86_400, [quiet, reopened, patient])):
        await bot.stage("advance_time", seconds=seconds)
        told = [await bot.get(f"/channels/{each}") for each in (quiet, reopened, patient)]
        assert [it["id"] for it in told if it["thread_metadata"]["archived"]] == asleep


@THREADS.says("Active & Archived Threads", "nobody reacts in one that sleeps, but what was said may be deleted")
async def frozen(bot: Witness) -> None:
    thread = (await begun(bot))["id"]
    said = await bot.says(thread)
    await patch(bot, thread, archived=True)
    path = f"/channels/{thread}/messages/{said['id']}"
    assert (await bot.asks("PUT", f"{path}/reactions/%F0%9F%94%A5/@me")).refusal == (400, 50083)
    assert (await bot.asks("DELETE", path)).status == 204


@THREADS.says("Editing & Deleting Threads", "to lock needs MANAGE_THREADS, its name is also whose it is to change")
async def editing(bot: Witness) -> None:
    place = await bot.channel()
    own, other = await begun(bot, place), await bot.heron.thread(place, "nest")
    await bot.may(place, deny=["manage_threads"])
    assert (await patch(bot, own["id"], name="Elm")).body["name"] == "Elm"
    assert (await patch(bot, own["id"], locked=True)).status == 403
    assert (await patch(bot, other["id"], name="Elm")).status == 403


@THREADS.says("Editing & Deleting Threads", "how slowly one speaks there is for MANAGE_THREADS, also in one's own")
async def slowness(bot: Witness) -> None:
    place = await bot.channel()
    own = await begun(bot, place)
    await bot.may(place, deny=["manage_threads"])
    assert (await patch(bot, own["id"], rate_limit_per_user=5)).status == 403


@THREADS.says("Enumerating threads", "all that are awake in a server and may be seen")
async def active(bot: Witness) -> None:
    awake, sleeps = (await begun(bot))["id"], (await begun(bot))["id"]
    await patch(bot, sleeps, archived=True)
    told = await bot.get(f"/guilds/{bot.guild}/threads/active")
    ids = [one["id"] for one in told["threads"]]
    assert (awake in ids, sleeps in ids) == (True, False)
    assert awake in [one["id"] for one in told["members"]]


@THREADS.says("Gaining Access to Channels", "whoever comes to see a channel is told of its threads")
async def gained(bot: Witness) -> None:
    place = await bot.channel()
    thread = (await begun(bot, place))["id"]
    await bot.may(place, deny=["view_channel"])
    async with bot.hearing() as ear:
        await bot.may(place, "view_channel")
        await bot.channel()
        await ear.until("CHANNEL_CREATE")
        told = ear.told("THREAD_LIST_SYNC")
    assert [one["id"] for sync in told for one in sync["threads"]] == [thread]


@THREADS.says("Unarchiving a Thread", "that it is awake is told with the whole thread")
async def unarchived(bot: Witness) -> None:
    thread = (await begun(bot))["id"]
    await patch(bot, thread, archived=True)
    async with bot.hearing() as ear:
        await patch(bot, thread, archived=False)
        told = await ear.until("THREAD_UPDATE", lambda told: told["id"] == thread)
    assert told["thread_metadata"]["archived"] is False
    assert told["name"] == "Oak"


@THREADS.says("Unarchiving a Thread", "and then each member is told of their membership")
async def membership_told(bot: Witness) -> None:
    thread = (await begun(bot))["id"]
    await patch(bot, thread, archived=True)
    async with bot.hearing() as ear:
        await patch(bot, thread, archived=False)
        await bot.channel()
        await ear.until("CHANNEL_CREATE")
    assert [(one["id"], one["user_id"]) for one in ear.told("THREAD_MEMBER_UPDATE")] == [(thread, bot.app)]
