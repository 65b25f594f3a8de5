"""Rules from the documentation page resources/message: contents, mentions, reactions and permissions of messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deploy.playground.tests.conformance.boundary import add_boundary_rule
from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot, action_row, button
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from deploy.playground.tests.sandbox import SILENT_FLAG, V2_FLAG
from discord_playground.client import JSON

PAGE = DocumentationPage("resources/message")
rule = PAGE.rule
FIRE_EMOJI = "%F0%9F%94%A5"


def message_with_embed(**fields: Any) -> JSON:
    return {"embeds": [{"description": "Hoo", **fields}]}


async def try_edit_message(bot: ConformanceBot, message: JSON, body: Any, **more: Any) -> ApiReply:
    return await bot.request("PATCH", f"/channels/{message['channel_id']}/messages/{message['id']}", body, **more)


async def list_messages(bot: ConformanceBot, limits: Sequence[int]) -> list[ApiReply]:
    channel_id = await bot.create_channel()
    return [await bot.request("GET", f"/channels/{channel_id}/messages?limit={limit}") for limit in limits]


add_boundary_rule(
    PAGE, "Create Message", "content", "The content has at most 2,000 characters.",
    lambda n: {"content": "x" * n}, "content", maximum=2000,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Create Message", "embeds", "A message has at most 10 embeds.",
    lambda n: {"embeds": [{"description": "x"}] * n}, "embeds", maximum=10,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Create Message", "nonce", "A nonce has at most 25 characters.",
    lambda n: {"content": "Hoo", "nonce": "x" * n}, "nonce", maximum=25,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "title", "A title has at most 256 characters.",
    lambda n: message_with_embed(title="x" * n), "embeds.0.title", maximum=256,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "description", "A description has at most 4,096 characters.",
    lambda n: message_with_embed(description="x" * n), "embeds.0.description", maximum=4096,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "fields", "An embed has at most 25 fields.",
    lambda n: message_with_embed(fields=[{"name": "x", "value": "y"}] * n), "embeds.0.fields", maximum=25,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "field name", "A field name has at most 256 characters.",
    lambda n: message_with_embed(fields=[{"name": "x" * n, "value": "y"}]), "embeds.0.fields.0.name", maximum=256,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "field value", "A field value has at most 1,024 characters.",
    lambda n: message_with_embed(fields=[{"name": "x", "value": "y" * n}]), "embeds.0.fields.0.value", maximum=1024,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "footer", "A footer has at most 2,048 characters.",
    lambda n: message_with_embed(footer={"text": "x" * n}), "embeds.0.footer.text", maximum=2048,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "author", "An author name has at most 256 characters.",
    lambda n: message_with_embed(author={"name": "x" * n}), "embeds.0.author.name", maximum=256,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Embed Limits", "total length", "All embeds of a message together have at most 6,000 characters.",
    lambda n: {"embeds": [{"description": "x" * 3000}, {"description": "x" * (n - 3000)}]}, "embeds", maximum=6000,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Allowed Mentions Object", "users", "At most 100 users are listed.",
    lambda n: {"content": "Hoo", "allowed_mentions": {"users": [str(number) for number in range(1, n + 1)]}},
    "allowed_mentions.users", maximum=100,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Allowed Mentions Object", "roles", "At most 100 roles are listed.",
    lambda n: {"content": "Hoo", "allowed_mentions": {"roles": [str(number) for number in range(1, n + 1)]}},
    "allowed_mentions.roles", maximum=100,
)  # fmt: skip
add_boundary_rule(
    PAGE, "Get Channel Messages", "limit", "One request returns 1 to 100 messages.",
    lambda n: n, "limit", minimum=1, maximum=100,
    send_bodies=list_messages,
)  # fmt: skip


@rule("Create Message", "An empty message is refused.")
async def empty_message(bot: ConformanceBot) -> None:
    empty_bodies: list[JSON] = [{}, {"content": ""}, {"content": "  "}, {"embeds": []}]
    for body in empty_bodies:
        assert (await bot.try_send_message(body)).status_and_code == (400, 50006)


@rule("Create Message", "The nonce is returned with the message.")
async def nonce_returned(bot: ConformanceBot) -> None:
    for nonce in ("acorn", 77):
        assert (await bot.send_message(nonce=nonce))["nonce"] == nonce


@rule("Create Message", "With enforce_nonce, a repeated nonce returns the existing message.")
async def enforce_nonce(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    first, again = [await bot.send_message(channel_id, nonce="oak", enforce_nonce=True) for _ in range(2)]
    other = await bot.send_message(channel_id, nonce="oak")
    assert first["id"] == again["id"] != other["id"]


@rule("Create Message", "Bots may set SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS and IS_COMPONENTS_V2 only.")
async def settable_flags(bot: ConformanceBot) -> None:
    for flag in (1 << 2, SILENT_FLAG):
        assert (await bot.send_message(flags=flag))["flags"] == flag
    for flag in (1 << 0, 1 << 5, 1 << 6, 1 << 7):
        assert (await bot.try_send_message({"content": "Hoo", "flags": flag})).status == 400


@rule("Create Message", "A message with components V2 has neither content nor embeds.")
async def v2_without_content(bot: ConformanceBot) -> None:
    body = {"flags": V2_FLAG, "components": [{"type": 10, "content": "Hoo"}]}
    assert (await bot.try_send_message(body)).status == 200
    for name, value in (("content", "Hoo"), ("embeds", [{"description": "Hoo"}])):
        assert (await bot.try_send_message({**body, name: value})).error_paths == {name}


@rule("Create Message", "A message can contain a poll.")
async def poll(bot: ConformanceBot) -> None:
    poll_body = {"question": {"text": "Wolf?"}, "answers": [{"poll_media": {"text": "Yes"}}]}
    assert (await bot.try_send_message({"poll": poll_body})).status == 200


@rule("Limitations", "Sending to a server channel needs SEND_MESSAGES.")
async def send_messages_permission(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await bot.set_permissions(channel_id, deny=["send_messages"])
    reply = await bot.request("POST", f"/channels/{channel_id}/messages", {"content": "Hoo"})
    assert reply.status_and_code == (403, 50013)


@rule("Limitations", "A text-to-speech message needs SEND_TTS_MESSAGES.")
async def tts_permission(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    path, body = f"/channels/{channel_id}/messages", {"content": "Hoo", "tts": True}
    assert (await bot.request("POST", path, body)).status == 403
    await bot.set_permissions(channel_id, "send_tts_messages")
    assert (await bot.request("POST", path, body)).body["tts"] is True


@rule("Limitations", "A reply needs READ_MESSAGE_HISTORY.")
async def reply_permission(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    message = await bot.send_message(channel_id)
    await bot.set_permissions(channel_id, deny=["read_message_history"])
    body = {"content": "Hoo", "message_reference": {"message_id": message["id"]}}
    assert (await bot.request("POST", f"/channels/{channel_id}/messages", body)).status_and_code == (403, 160002)


@rule("Limitations", "A reply must refer to an existing message that is not a system message.")
async def reply_target(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await bot.request("POST", f"/channels/{channel_id}/threads", {"name": "Oak", "type": 11})
    [notice] = await bot.get_json(f"/channels/{channel_id}/messages")
    assert notice["type"] == 18
    for message_id in (notice["id"], "1"):
        body = {"content": "Hoo", "message_reference": {"message_id": message_id}}
        reply = await bot.request("POST", f"/channels/{channel_id}/messages", body)
        assert (reply.status_and_code, reply.error_paths) == ((400, 50035), {"message_reference"})


@rule("Limitations", "The type of an embed is always rich, regardless of the type sent.")
async def embed_type(bot: ConformanceBot) -> None:
    message = await bot.send_message(**message_with_embed(type="image"))
    assert message["embeds"][0]["type"] == "rich"


@rule(
    "Message Reference Structure",
    "With fail_if_not_exists false, a reply to a missing message becomes an ordinary one.",
)
async def fail_if_not_exists(bot: ConformanceBot) -> None:
    message = await bot.send_message(message_reference={"message_id": "1", "fail_if_not_exists": False})
    assert message["type"] == 0
    assert "message_reference" not in message


@rule("Replies", "A reply has type 19, a message reference and the referenced message.")
async def reply_fields(bot: ConformanceBot) -> None:
    original = await bot.heron.send_message(bot.sandbox.duels_id, "Hoo?")
    reply = await bot.send_message(message_reference={"message_id": original["id"]})
    assert reply["type"] == 19
    assert reply["message_reference"] == {
        "type": 0, "message_id": original["id"], "channel_id": bot.sandbox.duels_id, "guild_id": bot.guild_id,
    }  # fmt: skip
    assert reply["referenced_message"]["id"] == original["id"]


@rule("Replies", "referenced_message is null if the original message was deleted.")
async def reply_to_deleted_message(bot: ConformanceBot) -> None:
    original = await bot.heron.send_message(bot.sandbox.duels_id, "Hoo?")
    reply = await bot.send_message(message_reference={"message_id": original["id"]})
    await bot.heron.delete_message(original)
    reloaded = await bot.get_json(f"/channels/{bot.sandbox.duels_id}/messages/{reply['id']}")
    assert reloaded["referenced_message"] is None


@rule("Forwards", "A message reference of type 1 forwards a snapshot of another message.")
async def forward(bot: ConformanceBot) -> None:
    message = await bot.send_message()
    reference = {"type": 1, "message_id": message["id"], "channel_id": bot.sandbox.duels_id}
    reply = await bot.try_send_message({"message_reference": reference})
    assert reply.status == 200
    assert reply.body["message_snapshots"]


@rule("Thread Created messages", "Creating a thread without a message posts a message of type 18.")
async def thread_created_message(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    thread = (await bot.request("POST", f"/channels/{channel_id}/threads", {"name": "Oak", "type": 11})).body
    [notice] = await bot.get_json(f"/channels/{channel_id}/messages")
    reference = notice["message_reference"]
    assert (notice["type"], reference["channel_id"], reference["guild_id"]) == (18, thread["id"], bot.guild_id)


@rule("Message Structure", "edited_timestamp is null until the message is edited.")
async def edited_timestamp(bot: ConformanceBot) -> None:
    message = await bot.send_message()
    assert message["edited_timestamp"] is None
    assert (await try_edit_message(bot, message, {"content": "Hee"})).body["edited_timestamp"]


@rule("Message Flags", "A message with a thread has the HAS_THREAD flag and the ID of the thread.")
async def has_thread_flag(bot: ConformanceBot) -> None:
    message = await bot.send_message()
    path = f"/channels/{bot.sandbox.duels_id}/messages/{message['id']}"
    thread = (await bot.request("POST", f"{path}/threads", {"name": "Oak"})).body
    reloaded = await bot.get_json(path)
    assert reloaded["flags"] & 1 << 5
    assert thread["id"] == reloaded["thread"]["id"] == message["id"]


@rule("Message Flags", "The IS_COMPONENTS_V2 flag cannot be removed.")
async def v2_flag_permanent(bot: ConformanceBot) -> None:
    message = await bot.send_message(content=None, flags=V2_FLAG, components=[{"type": 10, "content": "Hoo"}])
    assert (await try_edit_message(bot, message, {"flags": 0, "content": "Hoo", "components": []})).status == 400


@rule("Reaction Structure", "Reactions are counted by emoji, and me is true if the bot reacted.")
async def reaction_counts(bot: ConformanceBot) -> None:
    message = await bot.send_message()
    path = f"/channels/{bot.sandbox.duels_id}/messages/{message['id']}"
    await bot.heron.react(message, "🔥")
    for me, count in ((False, 1), (True, 2)):
        [reaction] = (await bot.get_json(path))["reactions"]
        assert (reaction["emoji"], reaction["count"], reaction["me"]) == ({"id": None, "name": "🔥"}, count, me)
        assert reaction["count_details"] == {"normal": count, "burst": 0}
        await bot.request("PUT", f"{path}/reactions/{FIRE_EMOJI}/@me")


@rule("Attachment Structure", "An attachment has a filename, a size, a content type and a URL.")
async def attachment_fields(bot: ConformanceBot) -> None:
    reply = await bot.try_send_message({"content": "Hoo"}, files=[("note.txt", b"acorns")])
    [attachment] = reply.body["attachments"]
    assert (attachment["filename"], attachment["size"]) == ("note.txt", 6)
    assert attachment["content_type"].startswith("text/plain")
    async with bot.session.get(attachment["url"]) as response:
        assert await response.read() == b"acorns"


@rule("Attachment Request Structure", "The ID of a new attachment is the n of its files[n] part.")
async def new_attachment_id(bot: ConformanceBot) -> None:
    attachments = [{"id": 0, "filename": "a.txt", "description": "An owl"}]
    files = [("note.txt", b"acorns")]
    reply = await bot.try_send_message({"attachments": attachments}, files=files)
    [attachment] = reply.body["attachments"]
    assert (attachment["filename"], attachment["description"]) == ("a.txt", "An owl")
    assert (await bot.try_send_message({"attachments": [{"id": 1}]}, files=files)).status == 400


@rule("Attachment Request Structure", "An edit keeps an attachment by its ID and may change its description.")
async def keep_attachment(bot: ConformanceBot) -> None:
    message = (await bot.try_send_message({}, files=[("note.txt", b"acorns")])).body
    attachment_id = message["attachments"][0]["id"]
    edited = await try_edit_message(bot, message, {"attachments": [{"id": attachment_id, "description": "An owl"}]})
    [attachment] = edited.body["attachments"]
    assert (attachment["id"], attachment["description"]) == (attachment_id, "An owl")


@rule("Allowed Mentions Object", "A user is mentioned only if the content names them.")
async def allowed_but_unmentioned(bot: ConformanceBot) -> None:
    message = await bot.send_message(allowed_mentions={"users": [await bot.sandbox.find_person_id("heron")]})
    assert (message["mentions"], message["mention_everyone"]) == ([], False)


@rule("Allowed Mentions Object", "@everyone mentions everyone only with MENTION_EVERYONE.")
async def mention_everyone_permission(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    for allowed in (True, False):
        permissions = ["mention_everyone"]
        await bot.set_permissions(channel_id, *(permissions if allowed else []), deny=[] if allowed else permissions)
        assert (await bot.send_message(channel_id, "@everyone come"))["mention_everyone"] is allowed


@rule("Allowed Mentions Object", "An empty parse array suppresses all mentions.")
async def empty_parse(bot: ConformanceBot) -> None:
    heron_id = await bot.sandbox.find_person_id("heron")
    message = await bot.send_message(content=f"<@{heron_id}> @everyone", allowed_mentions={"parse": []})
    assert (message["mentions"], message["mention_everyone"]) == ([], False)


@rule("Allowed Mentions Object", "Only the listed users are mentioned.")
async def listed_users(bot: ConformanceBot) -> None:
    heron_id, lynx_id = [await bot.sandbox.find_person_id(name) for name in ("heron", "lynx")]
    message = await bot.send_message(content=f"<@{heron_id}> <@{lynx_id}>", allowed_mentions={"users": [lynx_id]})
    assert [user["id"] for user in message["mentions"]] == [lynx_id]


@rule("Allowed Mentions Object", "The author of the original message is mentioned only if replied_user is true.")
async def replied_user(bot: ConformanceBot) -> None:
    original = await bot.heron.send_message(bot.sandbox.duels_id, "Hoo?")
    heron = original["author"]["id"]
    for is_mentioned in (True, False):
        reference, allowed = {"message_id": original["id"]}, {"replied_user": is_mentioned}
        reply = await bot.send_message(message_reference=reference, allowed_mentions=allowed)
        assert [user["id"] for user in reply["mentions"]] == ([heron] if is_mentioned else [])


@rule("Allowed Mentions Examples", "parse may not contain users if users are listed.")
async def parse_and_users(bot: ConformanceBot) -> None:
    allowed = {"parse": ["users"], "users": [bot.application_id]}
    assert (await bot.try_send_message({"content": "Hoo", "allowed_mentions": allowed})).status == 400


@rule("Default Settings for Allowed Mentions", "By default all mentions in the content take effect.")
async def default_mentions(bot: ConformanceBot) -> None:
    heron_id = await bot.sandbox.find_person_id("heron")
    message = await bot.send_message(content=f"<@{heron_id}> <@&{bot.sandbox.bot_role_id}> @everyone")
    assert [user["id"] for user in message["mentions"]] == [heron_id]
    assert message["mention_roles"] == [bot.sandbox.bot_role_id]
    assert message["mention_everyone"] is True


@rule("Default Settings for Allowed Mentions", "By default interaction responses mention users only.")
async def interaction_default_mentions(bot: ConformanceBot) -> None:
    heron_id = await bot.sandbox.find_person_id("heron")
    body = {"content": f"<@{heron_id}> <@&{bot.sandbox.bot_role_id}> @everyone"}
    messages = []
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        messages.append(await bot.respond_with_message(interaction, 4, body))
        messages.append((await bot.request_by_token(interaction, "POST", "", body)).body)
    for message in messages:
        assert [user["id"] for user in message["mentions"]] == [heron_id]
        assert (message["mention_roles"], message["mention_everyone"]) == ([], False)


@rule("Edit Message", "With MANAGE_MESSAGES a bot may edit the flags of other users' messages, nothing else.")
async def edit_others_message(bot: ConformanceBot) -> None:
    message = await bot.heron.send_message(await bot.create_channel(), "Hoo")
    assert (await try_edit_message(bot, message, {"content": "Hee"})).status_and_code == (403, 50005)
    edited = await try_edit_message(bot, message, {"flags": 1 << 2})
    assert (edited.status, edited.body["flags"]) == (200, 1 << 2)
    await bot.set_permissions(message["channel_id"], deny=["manage_messages"])
    assert (await try_edit_message(bot, message, {"flags": 0})).status == 403


@rule("Edit Message", "An edit ignores flags that cannot be changed.")
async def unsettable_flags(bot: ConformanceBot) -> None:
    message = await bot.send_message(flags=SILENT_FLAG)
    for flag in (1 << 5, 1 << 6):
        edited = await try_edit_message(bot, message, {"flags": flag | SILENT_FLAG})
        assert (edited.status, edited.body["flags"]) == (200, SILENT_FLAG)


@rule("Edit Message", "An edit recalculates mentions and ignores earlier allowed_mentions.")
async def edited_mentions(bot: ConformanceBot) -> None:
    heron_id = await bot.sandbox.find_person_id("heron")
    message = await bot.send_message(content=f"<@{heron_id}>", allowed_mentions={"parse": []})
    assert message["mentions"] == []
    edited = await try_edit_message(bot, message, {"content": f"<@{heron_id}> come"})
    assert [user["id"] for user in edited.body["mentions"]] == [heron_id]


@rule("Edit Message", "An edit that switches to components V2 must clear content and embeds.")
async def switch_to_v2(bot: ConformanceBot) -> None:
    message = await bot.send_message()
    body = {"flags": V2_FLAG, "components": [{"type": 10, "content": "Hoo"}]}
    assert (await try_edit_message(bot, message, body)).status == 400
    edited = await try_edit_message(bot, message, body | {"content": None, "embeds": []})
    assert (edited.status, edited.body["content"]) == (200, "")


@rule("Edit Message", "The attachments array of an edit lists all files, kept and new.")
async def listed_attachments(bot: ConformanceBot) -> None:
    message = (await bot.try_send_message({}, files=[("a.txt", b"a"), ("b.txt", b"b")])).body
    attachment_id = message["attachments"][1]["id"]
    edited = await try_edit_message(
        bot, message, {"attachments": [{"id": attachment_id}, {"id": 0}]}, files=[("c.txt", b"c")]
    )
    assert [attachment["filename"] for attachment in edited.body["attachments"]] == ["b.txt", "c.txt"]


@rule("Edit Message", "An edit without an attachments array adds new files to the existing ones.")
async def new_files_appended(bot: ConformanceBot) -> None:
    message = (await bot.try_send_message({}, files=[("a.txt", b"a")])).body
    edited = await try_edit_message(bot, message, {}, files=[("c.txt", b"c")])
    assert [attachment["filename"] for attachment in edited.body["attachments"]] == ["a.txt", "c.txt"]


@rule("Delete Message", "Deleting another user's message needs MANAGE_MESSAGES.")
async def delete_permission(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    theirs, own = await bot.heron.send_message(channel_id, "Hoo"), await bot.send_message(channel_id)
    await bot.set_permissions(channel_id, deny=["manage_messages"])
    statuses = [
        (await bot.request("DELETE", f"/channels/{channel_id}/messages/{message['id']}")).status
        for message in (theirs, own)
    ]
    assert statuses == [403, 204]


@rule("Bulk Delete Messages", "Bulk deletion needs MANAGE_MESSAGES and 2 to 100 messages.")
async def bulk_delete(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    path = f"/channels/{channel_id}/messages/bulk-delete"
    ids = [(await bot.send_message(channel_id))["id"] for _ in range(2)]
    assert (await bot.request("POST", path, {"messages": ids[:1]})).status == 400
    assert (await bot.request("POST", path, {"messages": [str(number) for number in range(1, 102)]})).status == 400
    assert (await bot.request("POST", path, {"messages": ids})).status == 204
    await bot.set_permissions(channel_id, deny=["manage_messages"])
    assert (await bot.request("POST", path, {"messages": ids})).status == 403


@rule("Bulk Delete Messages", "Messages older than two weeks cannot be deleted in bulk; unknown IDs are ignored.")
async def bulk_delete_old_messages(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    path = f"/channels/{channel_id}/messages/bulk-delete"
    old = await bot.send_message(channel_id)
    await bot.control("advance_time", seconds=14 * 86_400 + 1)
    new = await bot.send_message(channel_id)
    assert (await bot.request("POST", path, {"messages": [old["id"], new["id"]]})).status_and_code == (400, 50034)
    assert (await bot.request("POST", path, {"messages": ["5", new["id"]]})).status == 204


@rule("Get Channel Messages", "before, after and around select messages, newest first.")
async def history_pages(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    ids = [(await bot.send_message(channel_id))["id"] for _ in range(5)]

    async def list_indexes(query: str) -> list[int]:
        return [ids.index(message["id"]) for message in await bot.get_json(f"/channels/{channel_id}/messages?{query}")]

    assert await list_indexes("") == [4, 3, 2, 1, 0]
    assert await list_indexes(f"before={ids[3]}&limit=2") == [2, 1]
    assert await list_indexes(f"after={ids[0]}&limit=2") == [2, 1]
    assert await list_indexes(f"around={ids[2]}&limit=3") == [3, 2, 1]


@rule(
    "Get Channel Messages",
    "Without READ_MESSAGE_HISTORY no messages are returned; without VIEW_CHANNEL access is denied.",
)
async def unreadable_history(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await bot.send_message(channel_id)
    await bot.set_permissions(channel_id, deny=["read_message_history"])
    assert await bot.get_json(f"/channels/{channel_id}/messages") == []
    await bot.set_permissions(channel_id, deny=["view_channel"])
    assert (await bot.request("GET", f"/channels/{channel_id}/messages")).status_and_code == (403, 50001)


@rule("Get Channel Message", "Reading a single message needs READ_MESSAGE_HISTORY.")
async def single_message(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    path = f"/channels/{channel_id}/messages/{(await bot.send_message(channel_id))['id']}"
    assert (await bot.request("GET", path)).status == 200
    await bot.set_permissions(channel_id, deny=["read_message_history"])
    assert (await bot.request("GET", path)).status == 403


@rule("Create Reaction", "ADD_REACTIONS is needed for a new emoji, but not for an existing one.")
async def add_reactions_permission(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    message = await bot.send_message(channel_id)
    path = f"/channels/{channel_id}/messages/{message['id']}/reactions/{FIRE_EMOJI}/@me"
    await bot.set_permissions(channel_id, deny=["add_reactions"])
    assert (await bot.request("PUT", path)).status_and_code == (403, 50013)
    await bot.heron.react(message, "🔥")
    assert (await bot.request("PUT", path)).status == 204


@rule("Create Reaction", "An unknown emoji is refused with error 10014.")
async def unknown_emoji(bot: ConformanceBot) -> None:
    message = await bot.send_message()
    path = f"/channels/{bot.sandbox.duels_id}/messages/{message['id']}/reactions"
    for emoji in ("wolf", "wolf:1"):
        assert (await bot.request("PUT", f"{path}/{emoji}/@me")).status_and_code[1] == 10014


@rule("Delete User Reaction", "Removing another user's reaction needs MANAGE_MESSAGES.")
async def delete_others_reaction(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    message = await bot.send_message(channel_id)
    await bot.heron.react(message, "🔥")
    heron_id = await bot.sandbox.find_person_id("heron")
    path = f"/channels/{channel_id}/messages/{message['id']}/reactions/{FIRE_EMOJI}/{heron_id}"
    await bot.set_permissions(channel_id, deny=["manage_messages"])
    assert (await bot.request("DELETE", path)).status == 403
    await bot.set_permissions(channel_id, "manage_messages")
    assert (await bot.request("DELETE", path)).status == 204


@rule("Get Reactions", "The users who reacted are paged by ID, 1 to 100 at a time.")
async def reaction_users(bot: ConformanceBot) -> None:
    message = await bot.send_message()
    for player in (bot.otter, bot.heron):
        await player.react(message, "🔥")
    path = f"/channels/{bot.sandbox.duels_id}/messages/{message['id']}/reactions/{FIRE_EMOJI}"
    first, second = sorted([await bot.sandbox.find_person_id(name) for name in ("otter", "heron")], key=int)
    assert [user["id"] for user in await bot.get_json(f"{path}?limit=1")] == [first]
    assert [user["id"] for user in await bot.get_json(f"{path}?after={first}")] == [second]
    assert [(await bot.request("GET", f"{path}?limit={limit}")).status for limit in (0, 101)] == [400, 400]


@rule("Delete All Reactions", "Removing all reactions needs MANAGE_MESSAGES.")
async def clear_reactions(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    message = await bot.send_message(channel_id, components=[action_row(button())])
    await bot.heron.react(message, "🔥")
    path = f"/channels/{channel_id}/messages/{message['id']}/reactions"
    await bot.set_permissions(channel_id, deny=["manage_messages"])
    assert (await bot.request("DELETE", path)).status == 403
    await bot.set_permissions(channel_id, "manage_messages")
    assert (await bot.request("DELETE", path)).status == 204
    assert "reactions" not in await bot.get_json(path.removesuffix("/reactions"))


@rule(
    "Application Command Interaction Metadata Structure",
    "A command response names the interaction, the user and the installation owner.",
)
async def command_metadata(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        message = await bot.respond_with_message(interaction, 4, {"content": "Hoo"})
    metadata = message["interaction_metadata"]
    assert (metadata["id"], metadata["type"], metadata["user"]["username"]) == (interaction["id"], 2, "otter")
    assert metadata["authorizing_integration_owners"] == {"0": bot.guild_id}


@rule(
    "Application Command Interaction Metadata Structure",
    "A follow-up names the original response, which names none itself.",
)
async def original_response(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        interaction = await bot.forge_command(gateway)
        first = await bot.respond_with_message(interaction, 4, {"content": "Hoo"})
        second = (await bot.request_by_token(interaction, "POST", "", {"content": "Hee"})).body
    assert "original_response_message_id" not in first["interaction_metadata"]
    assert second["interaction_metadata"]["original_response_message_id"] == first["id"]


@rule("Message Component Interaction Metadata Structure", "A response to a button names the message with the button.")
async def interacted_message(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        message, click = await bot.send_and_click_button(gateway)
        response = await bot.respond_with_message(click, 4, {"content": "Hoo"})
    metadata = response["interaction_metadata"]
    assert (metadata["type"], metadata["interacted_message_id"]) == (3, message["id"])


@rule("Context Menu Command messages", "The response to a message command has type 23 and refers to that message.")
async def message_command_response(bot: ConformanceBot) -> None:
    reply = await bot.request("POST", f"/applications/{bot.application_id}/commands", {"name": "Weigh", "type": 3})
    assert reply.status < 300
    async with bot.identify_at_gateway() as gateway:
        target = await bot.otter.send_message(bot.sandbox.duels_id, "among us")
        result = await bot.otter.run_command(bot.sandbox.duels_id, "Weigh", target=target, wait=False)
        interaction = await bot.wait_for_interaction(gateway, result)
        response = await bot.respond_with_message(interaction, 4, {"content": "Hoo"})
    assert response["type"] == 23
    assert response.get("message_reference", {}).get("message_id") == target["id"]
    assert response["interaction_metadata"]["target_message_id"] == target["id"]


@rule("Pin Message", "A bot can pin a message.")
async def pin_message(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await bot.set_permissions(channel_id, "pin_messages")
    path = f"/channels/{channel_id}/messages/pins/{(await bot.send_message(channel_id))['id']}"
    assert (await bot.request("PUT", path)).status == 204


@rule("Crosspost Message", "A bot can crosspost an announcement to the channels that follow it.")
async def crosspost_message(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel("announcement")
    path = f"/channels/{channel_id}/messages/{(await bot.send_message(channel_id))['id']}/crosspost"
    assert (await bot.request("POST", path)).status == 200
