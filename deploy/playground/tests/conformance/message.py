"""resources/message: what a message is made of, whom it calls, and who may change it.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deploy.playground.tests.conformance.boundary import add_boundary_rule
from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot, action_row, button
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from discord_playground.client import JSON

PAGE = DocumentationPage("resources/message")
rule = PAGE.rule
V2_FLAG = 1 << 15
SILENT_FLAG = 1 << 12
FIRE_EMOJI = "%F0%9F%94%A5"


def message_with_embed(**fields: Any) -> JSON:
    return {"embeds": [{"description": "Hoo", **fields}]}


async def try_edit_message(bot: ConformanceBot, message: JSON, body: Any, **more: Any) -> ApiReply:
    return await bot.request("PATCH", f"/channels/{message['channel_id']}/messages/{message['id']}", body, **more)


async def list_messages(bot: ConformanceBot, limits: Sequence[int]) -> list[ApiReply]:
    place = await bot.create_channel()
    return [await bot.request("GET", f"/channels/{place}/messages?limit={limit}") for limit in limits]


add_boundary_rule(
    PAGE, "Create Message", "content", "content has at most 2,000 characters",
    lambda n: {"content": "x" * n}, "content", maximum=2000,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Create Message", "embeds", "at most ten embeds",
    lambda n: {"embeds": [{"description": "x"}] * n}, "embeds", maximum=10,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Create Message", "nonce", "a nonce has at most 25 characters",
    lambda n: {"content": "Hoo", "nonce": "x" * n}, "nonce", maximum=25,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "title", "256 characters", lambda n: message_with_embed(title="x" * n), "embeds.0.title",
        maximum=256
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "description", "4,096 characters",
    lambda n: message_with_embed(description="x" * n), "embeds.0.description", maximum=4096,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "fields", "25 fields",
    lambda n: message_with_embed(fields=[{"name": "x", "value": "y"}] * n), "embeds.0.fields", maximum=25,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "field name", "256 characters of a field's name",
    lambda n: message_with_embed(fields=[{"name": "x" * n, "value": "y"}]), "embeds.0.fields.0.name", maximum=256,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "field value", "1,024 characters of a field's value",
    lambda n: message_with_embed(fields=[{"name": "x", "value": "y" * n}]), "embeds.0.fields.0.value", maximum=1024,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "footer", "2,048 characters of a footer",
    lambda n: message_with_embed(footer={"text": "x" * n}), "embeds.0.footer.text", maximum=2048,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "author", "256 characters of an author's name",
    lambda n: message_with_embed(author={"name": "x" * n}), "embeds.0.author.name", maximum=256,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "all", "6,000 characters in all embeds of a message together",
    lambda n: {"embeds": [{"description": "x" * 3000}, {"description": "x" * (n - 3000)}]}, "embeds", maximum=6000,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Allowed Mentions Object", "users", "at most a hundred users are named",
    lambda n: {"content": "Hoo", "allowed_mentions": {"users": [str(one) for one in range(1, n + 1)]}},
    "allowed_mentions.users", maximum=100,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Allowed Mentions Object", "roles", "at most a hundred roles are named",
    lambda n: {"content": "Hoo", "allowed_mentions": {"roles": [str(one) for one in range(1, n + 1)]}},
    "allowed_mentions.roles", maximum=100,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Get Channel Messages", "limit", "1 to 100 messages are given at once",
    lambda n: n, "limit", minimum=1, maximum=100,
    send_bodies=list_messages,
)  # fmt: skip


@rule("Create Message", "a message of nothing is refused")
async def at_least_one(bot: ConformanceBot) -> None:
    nothing: list[JSON] = [{}, {"content": ""}, {"content": "  "}, {"embeds": []}]
    for body in nothing:
        assert (await bot.try_send_message(body)).status_and_code == (400, 50006)


@rule("Create Message", "the nonce comes back")
async def nonce_comes_back(bot: ConformanceBot) -> None:
    for nonce in ("acorn", 77):
        assert (await bot.send_message(nonce=nonce))["nonce"] == nonce


@rule("Create Message", "with enforce_nonce the same again is the message that is there, and no new one")
async def enforce_nonce(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    first, again = [await bot.send_message(place, nonce="oak", enforce_nonce=True) for _ in range(2)]
    other = await bot.send_message(place, nonce="oak")
    assert first["id"] == again["id"] != other["id"]


@rule("Create Message", "of the flags a bot sets that embeds are hidden, silence, and components of the second kind")
async def flags(bot: ConformanceBot) -> None:
    for flag in (1 << 2, SILENT_FLAG):
        assert (await bot.send_message(flags=flag))["flags"] == flag
    for flag in (1 << 0, 1 << 5, 1 << 6, 1 << 7):
        assert (await bot.try_send_message({"content": "Hoo", "flags": flag})).status == 400


@rule("Create Message", "beside components of the second kind there is neither content nor embed")
async def v2_alone(bot: ConformanceBot) -> None:
    shown = {"flags": V2_FLAG, "components": [{"type": 10, "content": "Hoo"}]}
    assert (await bot.try_send_message(shown)).status == 200
    for name, value in (("content", "Hoo"), ("embeds", [{"description": "Hoo"}])):
        assert (await bot.try_send_message({**shown, name: value})).fault_paths == {name}


@rule("Create Message", "a poll is held")
async def poll(bot: ConformanceBot) -> None:
    asked = {"question": {"text": "Wolf?"}, "answers": [{"poll_media": {"text": "Yes"}}]}
    assert (await bot.try_send_message({"poll": asked})).status == 200


@rule("Limitations", "to speak in a server's channel needs SEND_MESSAGES")
async def send_messages(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    await bot.set_permissions(place, deny=["send_messages"])
    assert (await bot.request("POST", f"/channels/{place}/messages", {"content": "Hoo"})).status_and_code == (
        403,
        50013,
    )


@rule("Limitations", "to be read aloud needs SEND_TTS_MESSAGES")
async def tts(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    path, body = f"/channels/{place}/messages", {"content": "Hoo", "tts": True}
    assert (await bot.request("POST", path, body)).status == 403
    await bot.set_permissions(place, "send_tts_messages")
    assert (await bot.request("POST", path, body)).body["tts"] is True


@rule("Limitations", "to reply needs READ_MESSAGE_HISTORY")
async def reply_unread(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    said = await bot.send_message(place)
    await bot.set_permissions(place, deny=["read_message_history"])
    body = {"content": "Hoo", "message_reference": {"message_id": said["id"]}}
    assert (await bot.request("POST", f"/channels/{place}/messages", body)).status_and_code == (403, 160002)


@rule("Limitations", "what is replied to is there, and is none of Discord's own messages")
async def reply_to_what(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    await bot.request("POST", f"/channels/{place}/threads", {"name": "Oak", "type": 11})
    [notice] = await bot.get_json(f"/channels/{place}/messages")
    assert notice["type"] == 18
    for meant in (notice["id"], "1"):
        body = {"content": "Hoo", "message_reference": {"message_id": meant}}
        reply = await bot.request("POST", f"/channels/{place}/messages", body)
        assert (reply.status_and_code, reply.fault_paths) == ((400, 50035), {"message_reference"})


@rule("Limitations", "an embed is rich, whatever type it is sent as")
async def rich(bot: ConformanceBot) -> None:
    told = await bot.send_message(**message_with_embed(type="image"))
    assert told["embeds"][0]["type"] == "rich"


@rule("Message Reference Structure", "with fail_if_not_exists false a reply to nothing is an ordinary message")
async def fail_if_not_exists(bot: ConformanceBot) -> None:
    told = await bot.send_message(message_reference={"message_id": "1", "fail_if_not_exists": False})
    assert told["type"] == 0
    assert "message_reference" not in told


@rule("Replies", "a reply has type 19, names message, channel and server, and brings what it replies to")
async def reply(bot: ConformanceBot) -> None:
    said = await bot.heron.send_message(bot.sandbox.duels_id, "Hoo?")
    told = await bot.send_message(message_reference={"message_id": said["id"]})
    assert told["type"] == 19
    assert told["message_reference"] == {
        "type": 0, "message_id": said["id"], "channel_id": bot.sandbox.duels_id, "guild_id": bot.guild_id,
    }  # fmt: skip
    assert told["referenced_message"]["id"] == said["id"]


@rule("Replies", "what was replied to and is gone is told as null")
async def reply_to_what_is_gone(bot: ConformanceBot) -> None:
    said = await bot.heron.send_message(bot.sandbox.duels_id, "Hoo?")
    told = await bot.send_message(message_reference={"message_id": said["id"]})
    await bot.heron.delete_message(said)
    again = await bot.get_json(f"/channels/{bot.sandbox.duels_id}/messages/{told['id']}")
    assert again["referenced_message"] is None


@rule("Forwards", "a reference of type 1 sends a snapshot of another message on")
async def forward(bot: ConformanceBot) -> None:
    said = await bot.send_message()
    reference = {"type": 1, "message_id": said["id"], "channel_id": bot.sandbox.duels_id}
    reply = await bot.try_send_message({"message_reference": reference})
    assert reply.status == 200
    assert reply.body["message_snapshots"]


@rule("Thread Created messages", "that a thread was begun without a message is told in its channel, with type 18")
async def thread_created(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    made = (await bot.request("POST", f"/channels/{place}/threads", {"name": "Oak", "type": 11})).body
    [notice] = await bot.get_json(f"/channels/{place}/messages")
    reference = notice["message_reference"]
    assert (notice["type"], reference["channel_id"], reference["guild_id"]) == (18, made["id"], bot.guild_id)


@rule("Message Structure", "edited_timestamp is null until something was changed")
async def edited_timestamp(bot: ConformanceBot) -> None:
    said = await bot.send_message()
    assert said["edited_timestamp"] is None
    assert (await try_edit_message(bot, said, {"content": "Hee"})).body["edited_timestamp"]


@rule("Message Flags", "a message on which a thread hangs says so, and the thread has its id")
async def has_thread(bot: ConformanceBot) -> None:
    said = await bot.send_message()
    path = f"/channels/{bot.sandbox.duels_id}/messages/{said['id']}"
    thread = (await bot.request("POST", f"{path}/threads", {"name": "Oak"})).body
    again = await bot.get_json(path)
    assert (thread["id"], again["flags"] & 1 << 5, again["thread"]["id"]) == (said["id"], 1 << 5, said["id"])


@rule("Message Flags", "that components are of the second kind is taken from no message")
async def for_ever(bot: ConformanceBot) -> None:
    said = await bot.send_message(content=None, flags=V2_FLAG, components=[{"type": 10, "content": "Hoo"}])
    assert (await try_edit_message(bot, said, {"flags": 0, "content": "Hoo", "components": []})).status == 400


@rule("Reaction Structure", "each emoji is counted, and me says whether one is oneself among them")
async def reactions(bot: ConformanceBot) -> None:
    said = await bot.send_message()
    path = f"/channels/{bot.sandbox.duels_id}/messages/{said['id']}"
    await bot.heron.react(said, "🔥")
    for me, count in ((False, 1), (True, 2)):
        [told] = (await bot.get_json(path))["reactions"]
        assert (told["emoji"], told["count"], told["me"]) == ({"id": None, "name": "🔥"}, count, me)
        assert told["count_details"] == {"normal": count, "burst": 0}
        await bot.request("PUT", f"{path}/reactions/{FIRE_EMOJI}/@me")


@rule("Attachment Structure", "a file is told with id, name, size, kind and address")
async def attachment(bot: ConformanceBot) -> None:
    sent = await bot.try_send_message({"content": "Hoo"}, files=[("note.txt", b"acorns")])
    [told] = sent.body["attachments"]
    assert (told["filename"], told["size"]) == ("note.txt", 6)
    assert told["content_type"].startswith("text/plain")
    async with bot.session.get(told["url"]) as response:
        assert await response.read() == b"acorns"


@rule("Attachment Request Structure", "the id of a new file is the n of its part")
async def attachment_id(bot: ConformanceBot) -> None:
    listed = [{"id": 0, "filename": "a.txt", "description": "An owl"}]
    files = [("note.txt", b"acorns")]
    sent = await bot.try_send_message({"attachments": listed}, files=files)
    [told] = sent.body["attachments"]
    assert (told["filename"], told["description"]) == ("a.txt", "An owl")
    assert (await bot.try_send_message({"attachments": [{"id": 1}]}, files=files)).status == 400


@rule("Attachment Request Structure", "to keep a file its id is named, and its description may be changed")
async def attachment_kept(bot: ConformanceBot) -> None:
    said = (await bot.try_send_message({}, files=[("note.txt", b"acorns")])).body
    key = said["attachments"][0]["id"]
    edited = await try_edit_message(bot, said, {"attachments": [{"id": key, "description": "An owl"}]})
    assert [(one["id"], one["description"]) for one in edited.body["attachments"]] == [(key, "An owl")]


@rule("Allowed Mentions Object", "nobody is called whose name is not written")
async def no_phantoms(bot: ConformanceBot) -> None:
    told = await bot.send_message(allowed_mentions={"users": [await bot.sandbox.find_person_id("heron")]})
    assert (told["mentions"], told["mention_everyone"]) == ([], False)


@rule("Allowed Mentions Object", "@everyone calls where MENTION_EVERYONE is allowed, and else nobody")
async def everyone(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    for allowed in (True, False):
        names = ["mention_everyone"]
        await bot.set_permissions(place, *(names if allowed else []), deny=[] if allowed else names)
        assert (await bot.send_message(place, "@everyone come"))["mention_everyone"] is allowed


@rule("Allowed Mentions Object", "an empty parse calls nobody")
async def nobody(bot: ConformanceBot) -> None:
    heron = await bot.sandbox.find_person_id("heron")
    told = await bot.send_message(content=f"<@{heron}> @everyone", allowed_mentions={"parse": []})
    assert (told["mentions"], told["mention_everyone"]) == ([], False)


@rule("Allowed Mentions Object", "who is named is called, and the others that are written are not")
async def some(bot: ConformanceBot) -> None:
    heron, lynx = [await bot.sandbox.find_person_id(name) for name in ("heron", "lynx")]
    told = await bot.send_message(content=f"<@{heron}> <@{lynx}>", allowed_mentions={"users": [lynx]})
    assert [one["id"] for one in told["mentions"]] == [lynx]


@rule("Allowed Mentions Object", "whoever is replied to is called only if replied_user says so")
async def replied_user(bot: ConformanceBot) -> None:
    said = await bot.heron.send_message(bot.sandbox.duels_id, "Hoo?")
    heron = said["author"]["id"]
    for called in (True, False):
        reference, allowed = {"message_id": said["id"]}, {"replied_user": called}
        told = await bot.send_message(message_reference=reference, allowed_mentions=allowed)
        assert [one["id"] for one in told["mentions"]] == ([heron] if called else [])


@rule("Allowed Mentions Examples", "to parse users and to name some of them are not to be said at once")
async def twice(bot: ConformanceBot) -> None:
    allowed = {"parse": ["users"], "users": [bot.application_id]}
    assert (await bot.try_send_message({"content": "Hoo", "allowed_mentions": allowed})).status == 400


@rule("Default Settings for Allowed Mentions", "in an ordinary message all that is written calls")
async def ordinary(bot: ConformanceBot) -> None:
    heron = await bot.sandbox.find_person_id("heron")
    told = await bot.send_message(content=f"<@{heron}> <@&{bot.sandbox.bot_role_id}> @everyone")
    assert ([one["id"] for one in told["mentions"]], told["mention_roles"]) == ([heron], [bot.sandbox.bot_role_id])
    assert told["mention_everyone"] is True


@rule("Default Settings for Allowed Mentions", "the answers to an interaction call users alone")
async def users_alone(bot: ConformanceBot) -> None:
    heron = await bot.sandbox.find_person_id("heron")
    body = {"content": f"<@{heron}> <@&{bot.sandbox.bot_role_id}> @everyone"}
    told = []
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        told.append((await bot.respond(call, 4, body, "?with_response=true")).body["resource"]["message"])
        told.append((await bot.request_by_token(call, "POST", "", body)).body)
    for message in told:
        assert [one["id"] for one in message["mentions"]] == [heron]
        assert (message["mention_roles"], message["mention_everyone"]) == ([], False)


@rule("Edit Message", "nobody changes what another has said, and a bot with MANAGE_MESSAGES its flags alone")
async def of_others(bot: ConformanceBot) -> None:
    said = await bot.heron.send_message(await bot.create_channel(), "Hoo")
    assert (await try_edit_message(bot, said, {"content": "Hee"})).status_and_code == (403, 50005)
    edited = await try_edit_message(bot, said, {"flags": 1 << 2})
    assert (edited.status, edited.body["flags"]) == (200, 1 << 2)
    await bot.set_permissions(said["channel_id"], deny=["manage_messages"])
    assert (await try_edit_message(bot, said, {"flags": 0})).status == 403


@rule("Edit Message", "flags that nobody may change are left as they are, and nothing is said of it")
async def flags_of_no_use(bot: ConformanceBot) -> None:
    said = await bot.send_message(flags=SILENT_FLAG)
    for flag in (1 << 5, 1 << 6):
        edited = await try_edit_message(bot, said, {"flags": flag | SILENT_FLAG})
        assert (edited.status, edited.body["flags"]) == (200, SILENT_FLAG)


@rule("Edit Message", "whom it calls follows anew from the new content, without regard to what was allowed before")
async def called_anew(bot: ConformanceBot) -> None:
    heron = await bot.sandbox.find_person_id("heron")
    said = await bot.send_message(content=f"<@{heron}>", allowed_mentions={"parse": []})
    assert said["mentions"] == []
    edited = await try_edit_message(bot, said, {"content": f"<@{heron}> come"})
    assert [one["id"] for one in edited.body["mentions"]] == [heron]


@rule("Edit Message", "whoever turns to components of the second kind empties content and embeds")
async def turned(bot: ConformanceBot) -> None:
    said = await bot.send_message()
    shown = {"flags": V2_FLAG, "components": [{"type": 10, "content": "Hoo"}]}
    assert (await try_edit_message(bot, said, shown)).status == 400
    edited = await try_edit_message(bot, said, shown | {"content": None, "embeds": []})
    assert (edited.status, edited.body["content"]) == (200, "")


@rule("Edit Message", "an attachments array names all files that there shall be, kept and new")
async def files_listed(bot: ConformanceBot) -> None:
    said = (await bot.try_send_message({}, files=[("a.txt", b"a"), ("b.txt", b"b")])).body
    key = said["attachments"][1]["id"]
    edited = await try_edit_message(bot, said, {"attachments": [{"id": key}, {"id": 0}]}, files=[("c.txt", b"c")])
    assert [one["filename"] for one in edited.body["attachments"]] == ["b.txt", "c.txt"]


@rule("Edit Message", "without such an array a new file is put beside the old ones")
async def files_appended(bot: ConformanceBot) -> None:
    said = (await bot.try_send_message({}, files=[("a.txt", b"a")])).body
    edited = await try_edit_message(bot, said, {}, files=[("c.txt", b"c")])
    assert [one["filename"] for one in edited.body["attachments"]] == ["a.txt", "c.txt"]


@rule("Delete Message", "to delete what others have said needs MANAGE_MESSAGES, one's own nothing")
async def delete(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    theirs, own = await bot.heron.send_message(place, "Hoo"), await bot.send_message(place)
    await bot.set_permissions(place, deny=["manage_messages"])
    statuses = [
        (await bot.request("DELETE", f"/channels/{place}/messages/{one['id']}")).status for one in (theirs, own)
    ]
    assert statuses == [403, 204]


@rule("Bulk Delete Messages", "it needs MANAGE_MESSAGES, and 2 to 100 of them")
async def bulk(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    path = f"/channels/{place}/messages/bulk-delete"
    ids = [(await bot.send_message(place))["id"] for _ in range(2)]
    assert (await bot.request("POST", path, {"messages": ids[:1]})).status == 400
    assert (await bot.request("POST", path, {"messages": [str(one) for one in range(1, 102)]})).status == 400
    assert (await bot.request("POST", path, {"messages": ids})).status == 204
    await bot.set_permissions(place, deny=["manage_messages"])
    assert (await bot.request("POST", path, {"messages": ids})).status == 403


@rule("Bulk Delete Messages", "none that is older than two weeks; ids of none are passed over")
async def bulk_of_old(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    path = f"/channels/{place}/messages/bulk-delete"
    old = await bot.send_message(place)
    await bot.control("advance_time", seconds=14 * 86_400 + 1)
    new = await bot.send_message(place)
    assert (await bot.request("POST", path, {"messages": [old["id"], new["id"]]})).status_and_code == (400, 50034)
    assert (await bot.request("POST", path, {"messages": ["5", new["id"]]})).status == 204


@rule("Get Channel Messages", "before, after and around choose, newest first")
async def pages(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    ids = [(await bot.send_message(place))["id"] for _ in range(5)]

    async def listed(query: str) -> list[int]:
        return [ids.index(one["id"]) for one in await bot.get_json(f"/channels/{place}/messages?{query}")]

    assert await listed("") == [4, 3, 2, 1, 0]
    assert await listed(f"before={ids[3]}&limit=2") == [2, 1]
    assert await listed(f"after={ids[0]}&limit=2") == [2, 1]
    assert await listed(f"around={ids[2]}&limit=3") == [3, 2, 1]


@rule("Get Channel Messages", "without READ_MESSAGE_HISTORY there are none to read, without VIEW_CHANNEL no channel")
async def unread(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    await bot.send_message(place)
    await bot.set_permissions(place, deny=["read_message_history"])
    assert await bot.get_json(f"/channels/{place}/messages") == []
    await bot.set_permissions(place, deny=["view_channel"])
    assert (await bot.request("GET", f"/channels/{place}/messages")).status_and_code == (403, 50001)


@rule("Get Channel Message", "one message needs READ_MESSAGE_HISTORY")
async def one_message(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    path = f"/channels/{place}/messages/{(await bot.send_message(place))['id']}"
    assert (await bot.request("GET", path)).status == 200
    await bot.set_permissions(place, deny=["read_message_history"])
    assert (await bot.request("GET", path)).status == 403


@rule("Create Reaction", "a new emoji needs ADD_REACTIONS, one that is there already does not")
async def add_reactions(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    said = await bot.send_message(place)
    path = f"/channels/{place}/messages/{said['id']}/reactions/{FIRE_EMOJI}/@me"
    await bot.set_permissions(place, deny=["add_reactions"])
    assert (await bot.request("PUT", path)).status_and_code == (403, 50013)
    await bot.heron.react(said, "🔥")
    assert (await bot.request("PUT", path)).status == 204


@rule("Create Reaction", "what is no emoji is unknown, 10014")
async def no_emoji(bot: ConformanceBot) -> None:
    said = await bot.send_message()
    path = f"/channels/{bot.sandbox.duels_id}/messages/{said['id']}/reactions"
    for emoji in ("wolf", "wolf:1"):
        assert (await bot.request("PUT", f"{path}/{emoji}/@me")).status_and_code[1] == 10014


@rule("Delete User Reaction", "to take another's reaction needs MANAGE_MESSAGES")
async def of_another(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    said = await bot.send_message(place)
    await bot.heron.react(said, "🔥")
    path = f"/channels/{place}/messages/{said['id']}/reactions/{FIRE_EMOJI}/{await bot.sandbox.find_person_id('heron')}"
    await bot.set_permissions(place, deny=["manage_messages"])
    assert (await bot.request("DELETE", path)).status == 403
    await bot.set_permissions(place, "manage_messages")
    assert (await bot.request("DELETE", path)).status == 204


@rule("Get Reactions", "who has reacted is told by pages of 1 to 100 users, after an id")
async def who_reacted(bot: ConformanceBot) -> None:
    said = await bot.send_message()
    for player in (bot.otter, bot.heron):
        await player.react(said, "🔥")
    path = f"/channels/{bot.sandbox.duels_id}/messages/{said['id']}/reactions/{FIRE_EMOJI}"
    first, second = sorted([await bot.sandbox.find_person_id(name) for name in ("otter", "heron")], key=int)
    assert [one["id"] for one in await bot.get_json(f"{path}?limit=1")] == [first]
    assert [one["id"] for one in await bot.get_json(f"{path}?after={first}")] == [second]
    assert [(await bot.request("GET", f"{path}?limit={limit}")).status for limit in (0, 101)] == [400, 400]


@rule("Delete All Reactions", "it needs MANAGE_MESSAGES")
async def clear(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    said = await bot.send_message(place, components=[action_row(button())])
    await bot.heron.react(said, "🔥")
    path = f"/channels/{place}/messages/{said['id']}/reactions"
    await bot.set_permissions(place, deny=["manage_messages"])
    assert (await bot.request("DELETE", path)).status == 403
    await bot.set_permissions(place, "manage_messages")
    assert (await bot.request("DELETE", path)).status == 204
    assert "reactions" not in await bot.get_json(path.removesuffix("/reactions"))


@rule(
    "Application Command Interaction Metadata Structure", "a command's answer says which interaction, whose and by whom"
)
async def metadata(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        told = (await bot.respond(call, 4, {"content": "Hoo"}, "?with_response=true")).body["resource"]["message"]
    about = told["interaction_metadata"]
    assert (about["id"], about["type"], about["user"]["username"]) == (call["id"], 2, "otter")
    assert about["authorizing_integration_owners"] == {"0": bot.guild_id}


@rule("Application Command Interaction Metadata Structure", "a follow-up names the first answer, which names none")
async def original_response(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        call = await bot.forge_command(ear)
        first = (await bot.respond(call, 4, {"content": "Hoo"}, "?with_response=true")).body["resource"]["message"]
        second = (await bot.request_by_token(call, "POST", "", {"content": "Hee"})).body
    assert "original_response_message_id" not in first["interaction_metadata"]
    assert second["interaction_metadata"]["original_response_message_id"] == first["id"]


@rule("Message Component Interaction Metadata Structure", "a button's answer names the message it was on")
async def interacted(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        card, press = await bot.send_and_click_button(ear)
        told = (await bot.respond(press, 4, {"content": "Hoo"}, "?with_response=true")).body["resource"]["message"]
    about = told["interaction_metadata"]
    assert (about["type"], about["interacted_message_id"]) == (3, card["id"])


@rule("Context Menu Command messages", "the answer to a command on a message has type 23 and refers to that message")
async def context_menu(bot: ConformanceBot) -> None:
    assert (
        await bot.request("POST", f"/applications/{bot.application_id}/commands", {"name": "Weigh", "type": 3})
    ).status < 300
    async with bot.identify_at_gateway() as ear:
        said = await bot.otter.send_message(bot.sandbox.duels_id, "among us")
        call = await bot.wait_for_interaction(
            ear, await bot.otter.run_command(bot.sandbox.duels_id, "Weigh", target=said, wait=False)
        )
        told = (await bot.respond(call, 4, {"content": "Hoo"}, "?with_response=true")).body["resource"]["message"]
    assert told["type"] == 23
    assert told.get("message_reference", {}).get("message_id") == said["id"]
    assert told["interaction_metadata"]["target_message_id"] == said["id"]


@rule("Pin Message", "a message is pinned")
async def pin(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    await bot.set_permissions(place, "pin_messages")
    path = f"/channels/{place}/messages/pins/{(await bot.send_message(place))['id']}"
    assert (await bot.request("PUT", path)).status == 204


@rule("Crosspost Message", "what was announced is sent on to those who follow")
async def crosspost(bot: ConformanceBot) -> None:
    place = await bot.create_channel("announcement")
    path = f"/channels/{place}/messages/{(await bot.send_message(place))['id']}/crosspost"
    assert (await bot.request("POST", path)).status == 200
