"""resources/message: what a message is made of, whom it calls, and who may change it.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deploy.playground.tests.sentences.edge import edge
from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Reply, Witness, button, row
from discord_playground.client import JSON

PAGE = Page("resources/message")
says = PAGE.says
V2 = 1 << 15
SILENT = 1 << 12
FIRE = "%F0%9F%94%A5"


def embed(**fields: Any) -> JSON:
    return {"embeds": [{"description": "Hoo", **fields}]}


async def edits(bot: Witness, message: JSON, body: Any, **more: Any) -> Reply:
    return await bot.asks("PATCH", f"/channels/{message['channel_id']}/messages/{message['id']}", body, **more)


async def listed(bot: Witness, limits: Sequence[int]) -> list[Reply]:
    place = await bot.channel()
    return [await bot.asks("GET", f"/channels/{place}/messages?limit={limit}") for limit in limits]


edge(
    PAGE, "Create Message", "content", "content has at most 2,000 characters",
    lambda n: {"content": "x" * n}, "content", most=2000,
)  # fmt: skip
edge(
    PAGE, "Create Message", "embeds", "at most ten embeds",
    lambda n: {"embeds": [{"description": "x"}] * n}, "embeds", most=10,
)  # fmt: skip
edge(
    PAGE, "Create Message", "nonce", "a nonce has at most 25 characters",
    lambda n: {"content": "Hoo", "nonce": "x" * n}, "nonce", most=25,
)  # fmt: skip
edge(
    PAGE, "Embed Limits", "title", "256 characters", lambda n: embed(title="x" * n), "embeds.0.title", most=256
)  # fmt: skip
edge(
    PAGE, "Embed Limits", "description", "4,096 characters",
    lambda n: embed(description="x" * n), "embeds.0.description", most=4096,
)  # fmt: skip
edge(
    PAGE, "Embed Limits", "fields", "25 fields",
    lambda n: embed(fields=[{"name": "x", "value": "y"}] * n), "embeds.0.fields", most=25,
)  # fmt: skip
edge(
    PAGE, "Embed Limits", "field name", "256 characters of a field's name",
    lambda n: embed(fields=[{"name": "x" * n, "value": "y"}]), "embeds.0.fields.0.name", most=256,
)  # fmt: skip
edge(
    PAGE, "Embed Limits", "field value", "1,024 characters of a field's value",
    lambda n: embed(fields=[{"name": "x", "value": "y" * n}]), "embeds.0.fields.0.value", most=1024,
)  # fmt: skip
edge(
    PAGE, "Embed Limits", "footer", "2,048 characters of a footer",
    lambda n: embed(footer={"text": "x" * n}), "embeds.0.footer.text", most=2048,
)  # fmt: skip
edge(
    PAGE, "Embed Limits", "author", "256 characters of an author's name",
    lambda n: embed(author={"name": "x" * n}), "embeds.0.author.name", most=256,
)  # fmt: skip
edge(
    PAGE, "Embed Limits", "all", "6,000 characters in all embeds of a message together",
    lambda n: {"embeds": [{"description": "x" * 3000}, {"description": "x" * (n - 3000)}]}, "embeds", most=6000,
)  # fmt: skip
edge(
    PAGE, "Allowed Mentions Object", "users", "at most a hundred users are named",
    lambda n: {"content": "Hoo", "allowed_mentions": {"users": [str(one) for one in range(1, n + 1)]}},
    "allowed_mentions.users", most=100,
)  # fmt: skip
edge(
    PAGE, "Allowed Mentions Object", "roles", "at most a hundred roles are named",
    lambda n: {"content": "Hoo", "allowed_mentions": {"roles": [str(one) for one in range(1, n + 1)]}},
    "allowed_mentions.roles", most=100,
)  # fmt: skip
edge(
    PAGE, "Get Channel Messages", "limit", "1 to 100 messages are given at once",
    lambda n: n, "limit", least=1, most=100,
    sent=listed,
)  # fmt: skip


@says("Create Message", "a message of nothing is refused")
async def at_least_one(bot: Witness) -> None:
    nothing: list[JSON] = [{}, {"content": ""}, {"content": "  "}, {"embeds": []}]
    for body in nothing:
        assert (await bot.sends(body)).refusal == (400, 50006)


@says("Create Message", "the nonce comes back")
async def nonce_comes_back(bot: Witness) -> None:
    for nonce in ("acorn", 77):
        assert (await bot.says(nonce=nonce))["nonce"] == nonce


@says("Create Message", "with enforce_nonce the same again is the message that is there, and no new one")
async def enforce_nonce(bot: Witness) -> None:
    place = await bot.channel()
    first, again = [await bot.says(place, nonce="oak", enforce_nonce=True) for _ in range(2)]
    other = await bot.says(place, nonce="oak")
    assert first["id"] == again["id"] != other["id"]


@says("Create Message", "of the flags a bot sets that embeds are hidden, silence, and components of the second kind")
async def flags(bot: Witness) -> None:
    for flag in (1 << 2, SILENT):
        assert (await bot.says(flags=flag))["flags"] == flag
    for flag in (1 << 0, 1 << 5, 1 << 6, 1 << 7):
        assert (await bot.sends({"content": "Hoo", "flags": flag})).status == 400


@says("Create Message", "beside components of the second kind there is neither content nor embed")
async def v2_alone(bot: Witness) -> None:
    shown = {"flags": V2, "components": [{"type": 10, "content": "Hoo"}]}
    assert (await bot.sends(shown)).status == 200
    for name, value in (("content", "Hoo"), ("embeds", [{"description": "Hoo"}])):
        assert (await bot.sends({**shown, name: value})).wrong == {name}


@says("Create Message", "a poll is held")
async def poll(bot: Witness) -> None:
    asked = {"question": {"text": "Wolf?"}, "answers": [{"poll_media": {"text": "Yes"}}]}
    assert (await bot.sends({"poll": asked})).status == 200


@says("Limitations", "to speak in a server's channel needs SEND_MESSAGES")
async def send_messages(bot: Witness) -> None:
    place = await bot.channel()
    await bot.may(place, deny=["send_messages"])
    assert (await bot.asks("POST", f"/channels/{place}/messages", {"content": "Hoo"})).refusal == (403, 50013)


@says("Limitations", "to be read aloud needs SEND_TTS_MESSAGES")
async def tts(bot: Witness) -> None:
    place = await bot.channel()
    path, body = f"/channels/{place}/messages", {"content": "Hoo", "tts": True}
    assert (await bot.asks("POST", path, body)).status == 403
    await bot.may(place, "send_tts_messages")
    assert (await bot.asks("POST", path, body)).body["tts"] is True


@says("Limitations", "to reply needs READ_MESSAGE_HISTORY")
async def reply_unread(bot: Witness) -> None:
    place = await bot.channel()
    said = await bot.says(place)
    await bot.may(place, deny=["read_message_history"])
    body = {"content": "Hoo", "message_reference": {"message_id": said["id"]}}
    assert (await bot.asks("POST", f"/channels/{place}/messages", body)).refusal == (403, 160002)


@says("Limitations", "what is replied to is there, and is none of Discord's own messages")
async def reply_to_what(bot: Witness) -> None:
    place = await bot.channel()
    await bot.asks("POST", f"/channels/{place}/threads", {"name": "Oak", "type": 11})
    [notice] = await bot.get(f"/channels/{place}/messages")
    assert notice["type"] == 18
    for meant in (notice["id"], "1"):
        body = {"content": "Hoo", "message_reference": {"message_id": meant}}
        reply = await bot.asks("POST", f"/channels/{place}/messages", body)
        assert (reply.refusal, reply.wrong) == ((400, 50035), {"message_reference"})


@says("Limitations", "an embed is rich, whatever type it is sent as")
async def rich(bot: Witness) -> None:
    told = await bot.says(**embed(type="image"))
    assert told["embeds"][0]["type"] == "rich"


@says("Message Reference Structure", "with fail_if_not_exists false a reply to nothing is an ordinary message")
async def fail_if_not_exists(bot: Witness) -> None:
    told = await bot.says(message_reference={"message_id": "1", "fail_if_not_exists": False})
    assert told["type"] == 0
    assert "message_reference" not in told


@says("Replies", "a reply has type 19, names message, channel and server, and brings what it replies to")
async def reply(bot: Witness) -> None:
    said = await bot.heron.say(bot.ground.duels, "Hoo?")
    told = await bot.says(message_reference={"message_id": said["id"]})
    assert told["type"] == 19
    assert told["message_reference"] == {
        "type": 0, "message_id": said["id"], "channel_id": bot.ground.duels, "guild_id": bot.guild,
    }  # fmt: skip
    assert told["referenced_message"]["id"] == said["id"]


@says("Replies", "what was replied to and is gone is told as null")
async def reply_to_what_is_gone(bot: Witness) -> None:
    said = await bot.heron.say(bot.ground.duels, "Hoo?")
    told = await bot.says(message_reference={"message_id": said["id"]})
    await bot.heron.delete(said)
    again = await bot.get(f"/channels/{bot.ground.duels}/messages/{told['id']}")
    assert again["referenced_message"] is None


@says("Forwards", "a reference of type 1 sends a snapshot of another message on")
async def forward(bot: Witness) -> None:
    said = await bot.says()
    reference = {"type": 1, "message_id": said["id"], "channel_id": bot.ground.duels}
    reply = await bot.sends({"message_reference": reference})
    assert reply.status == 200
    assert reply.body["message_snapshots"]


@says("Thread Created messages", "that a thread was begun without a message is told in its channel, with type 18")
async def thread_created(bot: Witness) -> None:
    place = await bot.channel()
    made = (await bot.asks("POST", f"/channels/{place}/threads", {"name": "Oak", "type": 11})).body
    [notice] = await bot.get(f"/channels/{place}/messages")
    reference = notice["message_reference"]
    assert (notice["type"], reference["channel_id"], reference["guild_id"]) == (18, made["id"], bot.guild)


@says("Message Structure", "edited_timestamp is null until something was changed")
async def edited_timestamp(bot: Witness) -> None:
    said = await bot.says()
    assert said["edited_timestamp"] is None
    assert (await edits(bot, said, {"content": "Hee"})).body["edited_timestamp"]


@says("Message Flags", "a message on which a thread hangs says so, and the thread has its id")
async def has_thread(bot: Witness) -> None:
    said = await bot.says()
    path = f"/channels/{bot.ground.duels}/messages/{said['id']}"
    thread = (await bot.asks("POST", f"{path}/threads", {"name": "Oak"})).body
    again = await bot.get(path)
    assert (thread["id"], again["flags"] & 1 << 5, again["thread"]["id"]) == (said["id"], 1 << 5, said["id"])


@says("Message Flags", "that components are of the second kind is taken from no message")
async def for_ever(bot: Witness) -> None:
    said = await bot.says(content=None, flags=V2, components=[{"type": 10, "content": "Hoo"}])
    assert (await edits(bot, said, {"flags": 0, "content": "Hoo", "components": []})).status == 400


@says("Reaction Structure", "each emoji is counted, and me says whether one is oneself among them")
async def reactions(bot: Witness) -> None:
    said = await bot.says()
    path = f"/channels/{bot.ground.duels}/messages/{said['id']}"
    await bot.heron.react(said, "🔥")
    for me, count in ((False, 1), (True, 2)):
        [told] = (await bot.get(path))["reactions"]
        assert (told["emoji"], told["count"], told["me"]) == ({"id": None, "name": "🔥"}, count, me)
        assert told["count_details"] == {"normal": count, "burst": 0}
        await bot.asks("PUT", f"{path}/reactions/{FIRE}/@me")


@says("Attachment Structure", "a file is told with id, name, size, kind and address")
async def attachment(bot: Witness) -> None:
    sent = await bot.sends({"content": "Hoo"}, files=[("note.txt", b"acorns")])
    [told] = sent.body["attachments"]
    assert (told["filename"], told["size"]) == ("note.txt", 6)
    assert told["content_type"].startswith("text/plain")
    async with bot.session.get(told["url"]) as response:
        assert await response.read() == b"acorns"


@says("Attachment Request Structure", "the id of a new file is the n of its part")
async def attachment_id(bot: Witness) -> None:
    listed = [{"id": 0, "filename": "a.txt", "description": "An owl"}]
    files = [("note.txt", b"acorns")]
    sent = await bot.sends({"attachments": listed}, files=files)
    [told] = sent.body["attachments"]
    assert (told["filename"], told["description"]) == ("a.txt", "An owl")
    assert (await bot.sends({"attachments": [{"id": 1}]}, files=files)).status == 400


@says("Attachment Request Structure", "to keep a file its id is named, and its description may be changed")
async def attachment_kept(bot: Witness) -> None:
    said = (await bot.sends({}, files=[("note.txt", b"acorns")])).body
    key = said["attachments"][0]["id"]
    edited = await edits(bot, said, {"attachments": [{"id": key, "description": "An owl"}]})
    assert [(one["id"], one["description"]) for one in edited.body["attachments"]] == [(key, "An owl")]


@says("Allowed Mentions Object", "nobody is called whose name is not written")
async def no_phantoms(bot: Witness) -> None:
    told = await bot.says(allowed_mentions={"users": [await bot.ground.id("heron")]})
    assert (told["mentions"], told["mention_everyone"]) == ([], False)


@says("Allowed Mentions Object", "@everyone calls where MENTION_EVERYONE is allowed, and else nobody")
async def everyone(bot: Witness) -> None:
    place = await bot.channel()
    for allowed in (True, False):
        names = ["mention_everyone"]
        await bot.may(place, *(names if allowed else []), deny=[] if allowed else names)
        assert (await bot.says(place, "@everyone come"))["mention_everyone"] is allowed


@says("Allowed Mentions Object", "an empty parse calls nobody")
async def nobody(bot: Witness) -> None:
    heron = await bot.ground.id("heron")
    told = await bot.says(content=f"<@{heron}> @everyone", allowed_mentions={"parse": []})
    assert (told["mentions"], told["mention_everyone"]) == ([], False)


@says("Allowed Mentions Object", "who is named is called, and the others that are written are not")
async def some(bot: Witness) -> None:
    heron, lynx = [await bot.ground.id(name) for name in ("heron", "lynx")]
    told = await bot.says(content=f"<@{heron}> <@{lynx}>", allowed_mentions={"users": [lynx]})
    assert [one["id"] for one in told["mentions"]] == [lynx]


@says("Allowed Mentions Object", "whoever is replied to is called only if replied_user says so")
async def replied_user(bot: Witness) -> None:
    said = await bot.heron.say(bot.ground.duels, "Hoo?")
    heron = said["author"]["id"]
    for called in (True, False):
        reference, allowed = {"message_id": said["id"]}, {"replied_user": called}
        told = await bot.says(message_reference=reference, allowed_mentions=allowed)
        assert [one["id"] for one in told["mentions"]] == ([heron] if called else [])


@says("Allowed Mentions Examples", "to parse users and to name some of them are not to be said at once")
async def twice(bot: Witness) -> None:
    allowed = {"parse": ["users"], "users": [bot.app]}
    assert (await bot.sends({"content": "Hoo", "allowed_mentions": allowed})).status == 400


@says("Default Settings for Allowed Mentions", "in an ordinary message all that is written calls")
async def ordinary(bot: Witness) -> None:
    heron = await bot.ground.id("heron")
    told = await bot.says(content=f"<@{heron}> <@&{bot.ground.role}> @everyone")
    assert ([one["id"] for one in told["mentions"]], told["mention_roles"]) == ([heron], [bot.ground.role])
    assert told["mention_everyone"] is True


@says("Default Settings for Allowed Mentions", "the answers to an interaction call users alone")
async def users_alone(bot: Witness) -> None:
    heron = await bot.ground.id("heron")
    body = {"content": f"<@{heron}> <@&{bot.ground.role}> @everyone"}
    told = []
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        told.append((await bot.answers(call, 4, body, "?with_response=true")).body["resource"]["message"])
        told.append((await bot.by_token(call, "POST", "", body)).body)
    for message in told:
        assert [one["id"] for one in message["mentions"]] == [heron]
        assert (message["mention_roles"], message["mention_everyone"]) == ([], False)


@says("Edit Message", "nobody changes what another has said, and a bot with MANAGE_MESSAGES its flags alone")
async def of_others(bot: Witness) -> None:
    said = await bot.heron.say(await bot.channel(), "Hoo")
    assert (await edits(bot, said, {"content": "Hee"})).refusal == (403, 50005)
    edited = await edits(bot, said, {"flags": 1 << 2})
    assert (edited.status, edited.body["flags"]) == (200, 1 << 2)
    await bot.may(said["channel_id"], deny=["manage_messages"])
    assert (await edits(bot, said, {"flags": 0})).status == 403


@says("Edit Message", "flags that nobody may change are left as they are, and nothing is said of it")
async def flags_of_no_use(bot: Witness) -> None:
    said = await bot.says(flags=SILENT)
    for flag in (1 << 5, 1 << 6):
        edited = await edits(bot, said, {"flags": flag | SILENT})
        assert (edited.status, edited.body["flags"]) == (200, SILENT)


@says("Edit Message", "whom it calls follows anew from the new content, without regard to what was allowed before")
async def called_anew(bot: Witness) -> None:
    heron = await bot.ground.id("heron")
    said = await bot.says(content=f"<@{heron}>", allowed_mentions={"parse": []})
    assert said["mentions"] == []
    edited = await edits(bot, said, {"content": f"<@{heron}> come"})
    assert [one["id"] for one in edited.body["mentions"]] == [heron]


@says("Edit Message", "whoever turns to components of the second kind empties content and embeds")
async def turned(bot: Witness) -> None:
    said = await bot.says()
    shown = {"flags": V2, "components": [{"type": 10, "content": "Hoo"}]}
    assert (await edits(bot, said, shown)).status == 400
    edited = await edits(bot, said, shown | {"content": None, "embeds": []})
    assert (edited.status, edited.body["content"]) == (200, "")


@says("Edit Message", "an attachments array names all files that there shall be, kept and new")
async def files_listed(bot: Witness) -> None:
    said = (await bot.sends({}, files=[("a.txt", b"a"), ("b.txt", b"b")])).body
    key = said["attachments"][1]["id"]
    edited = await edits(bot, said, {"attachments": [{"id": key}, {"id": 0}]}, files=[("c.txt", b"c")])
    assert [one["filename"] for one in edited.body["attachments"]] == ["b.txt", "c.txt"]


@says("Edit Message", "without such an array a new file is put beside the old ones")
async def files_appended(bot: Witness) -> None:
    said = (await bot.sends({}, files=[("a.txt", b"a")])).body
    edited = await edits(bot, said, {}, files=[("c.txt", b"c")])
    assert [one["filename"] for one in edited.body["attachments"]] == ["a.txt", "c.txt"]


@says("Delete Message", "to delete what others have said needs MANAGE_MESSAGES, one's own nothing")
async def delete(bot: Witness) -> None:
    place = await bot.channel()
    theirs, own = await bot.heron.say(place, "Hoo"), await bot.says(place)
    await bot.may(place, deny=["manage_messages"])
    statuses = [(await bot.asks("DELETE", f"/channels/{place}/messages/{one['id']}")).status for one in (theirs, own)]
    assert statuses == [403, 204]


@says("Bulk Delete Messages", "it needs MANAGE_MESSAGES, and 2 to 100 of them")
async def bulk(bot: Witness) -> None:
    place = await bot.channel()
    path = f"/channels/{place}/messages/bulk-delete"
    ids = [(await bot.says(place))["id"] for _ in range(2)]
    assert (await bot.asks("POST", path, {"messages": ids[:1]})).status == 400
    assert (await bot.asks("POST", path, {"messages": [str(one) for one in range(1, 102)]})).status == 400
    assert (await bot.asks("POST", path, {"messages": ids})).status == 204
    await bot.may(place, deny=["manage_messages"])
    assert (await bot.asks("POST", path, {"messages": ids})).status == 403


@says("Bulk Delete Messages", "none that is older than two weeks; ids of none are passed over")
async def bulk_of_old(bot: Witness) -> None:
    place = await bot.channel()
    path = f"/channels/{place}/messages/bulk-delete"
    old = await bot.says(place)
    await bot.stage("advance_time", seconds=14 * 86_400 + 1)
    new = await bot.says(place)
    assert (await bot.asks("POST", path, {"messages": [old["id"], new["id"]]})).refusal == (400, 50034)
    assert (await bot.asks("POST", path, {"messages": ["5", new["id"]]})).status == 204


@says("Get Channel Messages", "before, after and around choose, newest first")
async def pages(bot: Witness) -> None:
    place = await bot.channel()
    ids = [(await bot.says(place))["id"] for _ in range(5)]

    async def listed(query: str) -> list[int]:
        return [ids.index(one["id"]) for one in await bot.get(f"/channels/{place}/messages?{query}")]

    assert await listed("") == [4, 3, 2, 1, 0]
    assert await listed(f"before={ids[3]}&limit=2") == [2, 1]
    assert await listed(f"after={ids[0]}&limit=2") == [2, 1]
    assert await listed(f"around={ids[2]}&limit=3") == [3, 2, 1]


@says("Get Channel Messages", "without READ_MESSAGE_HISTORY there are none to read, without VIEW_CHANNEL no channel")
async def unread(bot: Witness) -> None:
    place = await bot.channel()
    await bot.says(place)
    await bot.may(place, deny=["read_message_history"])
    assert await bot.get(f"/channels/{place}/messages") == []
    await bot.may(place, deny=["view_channel"])
    assert (await bot.asks("GET", f"/channels/{place}/messages")).refusal == (403, 50001)


@says("Get Channel Message", "one message needs READ_MESSAGE_HISTORY")
async def one_message(bot: Witness) -> None:
    place = await bot.channel()
    path = f"/channels/{place}/messages/{(await bot.says(place))['id']}"
    assert (await bot.asks("GET", path)).status == 200
    await bot.may(place, deny=["read_message_history"])
    assert (await bot.asks("GET", path)).status == 403


@says("Create Reaction", "a new emoji needs ADD_REACTIONS, one that is there already does not")
async def add_reactions(bot: Witness) -> None:
    place = await bot.channel()
    said = await bot.says(place)
    path = f"/channels/{place}/messages/{said['id']}/reactions/{FIRE}/@me"
    await bot.may(place, deny=["add_reactions"])
    assert (await bot.asks("PUT", path)).refusal == (403, 50013)
    await bot.heron.react(said, "🔥")
    assert (await bot.asks("PUT", path)).status == 204


@says("Create Reaction", "what is no emoji is unknown, 10014")
async def no_emoji(bot: Witness) -> None:
    said = await bot.says()
    path = f"/channels/{bot.ground.duels}/messages/{said['id']}/reactions"
    for emoji in ("wolf", "wolf:1"):
        assert (await bot.asks("PUT", f"{path}/{emoji}/@me")).refusal[1] == 10014


@says("Delete User Reaction", "to take another's reaction needs MANAGE_MESSAGES")
async def of_another(bot: Witness) -> None:
    place = await bot.channel()
    said = await bot.says(place)
    await bot.heron.react(said, "🔥")
    path = f"/channels/{place}/messages/{said['id']}/reactions/{FIRE}/{await bot.ground.id('heron')}"
    await bot.may(place, deny=["manage_messages"])
    assert (await bot.asks("DELETE", path)).status == 403
    await bot.may(place, "manage_messages")
    assert (await bot.asks("DELETE", path)).status == 204


@says("Get Reactions", "who has reacted is told by pages of 1 to 100 users, after an id")
async def who_reacted(bot: Witness) -> None:
    said = await bot.says()
    for player in (bot.otter, bot.heron):
        await player.react(said, "🔥")
    path = f"/channels/{bot.ground.duels}/messages/{said['id']}/reactions/{FIRE}"
    first, second = sorted([await bot.ground.id(name) for name in ("otter", "heron")], key=int)
    assert [one["id"] for one in await bot.get(f"{path}?limit=1")] == [first]
    assert [one["id"] for one in await bot.get(f"{path}?after={first}")] == [second]
    assert [(await bot.asks("GET", f"{path}?limit={limit}")).status for limit in (0, 101)] == [400, 400]


@says("Delete All Reactions", "it needs MANAGE_MESSAGES")
async def clear(bot: Witness) -> None:
    place = await bot.channel()
    said = await bot.says(place, components=[row(button())])
    await bot.heron.react(said, "🔥")
    path = f"/channels/{place}/messages/{said['id']}/reactions"
    await bot.may(place, deny=["manage_messages"])
    assert (await bot.asks("DELETE", path)).status == 403
    await bot.may(place, "manage_messages")
    assert (await bot.asks("DELETE", path)).status == 204
    assert "reactions" not in await bot.get(path.removesuffix("/reactions"))


@says(
    "Application Command Interaction Metadata Structure", "a command's answer says which interaction, whose and by whom"
)
async def metadata(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        told = (await bot.answers(call, 4, {"content": "Hoo"}, "?with_response=true")).body["resource"]["message"]
    about = told["interaction_metadata"]
    assert (about["id"], about["type"], about["user"]["username"]) == (call["id"], 2, "otter")
    assert about["authorizing_integration_owners"] == {"0": bot.guild}


@says("Application Command Interaction Metadata Structure", "a follow-up names the first answer, which names none")
async def original_response(bot: Witness) -> None:
    async with bot.hearing() as ear:
        call = await bot.called(ear)
        first = (await bot.answers(call, 4, {"content": "Hoo"}, "?with_response=true")).body["resource"]["message"]
        second = (await bot.by_token(call, "POST", "", {"content": "Hee"})).body
    assert "original_response_message_id" not in first["interaction_metadata"]
    assert second["interaction_metadata"]["original_response_message_id"] == first["id"]


@says("Message Component Interaction Metadata Structure", "a button's answer names the message it was on")
async def interacted(bot: Witness) -> None:
    async with bot.hearing() as ear:
        card, press = await bot.pressed(ear)
        told = (await bot.answers(press, 4, {"content": "Hoo"}, "?with_response=true")).body["resource"]["message"]
    about = told["interaction_metadata"]
    assert (about["type"], about["interacted_message_id"]) == (3, card["id"])


@says("Context Menu Command messages", "the answer to a command on a message has type 23 and refers to that message")
async def context_menu(bot: Witness) -> None:
    assert (await bot.asks("POST", f"/applications/{bot.app}/commands", {"name": "Weigh", "type": 3})).status < 300
    async with bot.hearing() as ear:
        said = await bot.otter.say(bot.ground.duels, "among us")
        call = await bot.asked(ear, await bot.otter.command(bot.ground.duels, "Weigh", target=said, wait=False))
        told = (await bot.answers(call, 4, {"content": "Hoo"}, "?with_response=true")).body["resource"]["message"]
    assert told["type"] == 23
    assert told.get("message_reference", {}).get("message_id") == said["id"]
    assert told["interaction_metadata"]["target_message_id"] == said["id"]


@says("Pin Message", "a message is pinned")
async def pin(bot: Witness) -> None:
    place = await bot.channel()
    await bot.may(place, "pin_messages")
    path = f"/channels/{place}/messages/pins/{(await bot.says(place))['id']}"
    assert (await bot.asks("PUT", path)).status == 204


@says("Crosspost Message", "what was announced is sent on to those who follow")
async def crosspost(bot: Witness) -> None:
    place = await bot.channel("announcement")
    path = f"/channels/{place}/messages/{(await bot.says(place))['id']}/crosspost"
    assert (await bot.asks("POST", path)).status == 200
