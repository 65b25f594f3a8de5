"""Rules from the documentation page `reference`: versions, IDs, times, bodies, pagination and files on all routes."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import aiohttp

from deploy.playground.tests.conformance.conformance_bot import ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from deploy.playground.tests.conformance.emoji import TILE_DATA_URI
from discord_playground.client import JSON

PAGE = DocumentationPage("reference")
rule = PAGE.rule
DISCORD_EPOCH_MS = 1_420_070_400_000
CURRENT_USER_PATH = "/users/@me"


@rule("API Versioning", "Six versions are supported, three are not, and the version may be omitted.")
async def api_versions(bot: ConformanceBot) -> None:
    api = bot.sandbox.setup["api"].removesuffix("/v10")
    supported = [f"/v{number}" for number in range(6, 11)] + [""]
    assert [(await bot.request("GET", f"{api}{version}{CURRENT_USER_PATH}")).status for version in supported] == [
        200
    ] * 6
    assert [(await bot.request("GET", f"{api}/v{number}{CURRENT_USER_PATH}")).status for number in (3, 4, 5)] == [
        400
    ] * 3


@rule("Error Messages", "An error is listed under its field, with a code and a message.")
async def error_paths(bot: ConformanceBot) -> None:
    reply = await bot.try_send_message({"content": "x" * 2001})
    assert (reply.body["code"], reply.body["message"]) == (50035, "Invalid Form Body")
    [error] = reply.body["errors"]["content"]["_errors"]
    assert error.keys() == {"code", "message"}
    assert re.fullmatch("[A-Z_]+", error["code"])


@rule("Error Messages", "An error of the whole form is listed under no field.")
async def form_errors(bot: ConformanceBot) -> None:
    choices = [{"name": f"{number:0100}", "value": "x" * 100} for number in range(25)]
    options = [{"type": 3, "name": name, "description": "x", "choices": choices} for name in ("a", "b")]
    body = {"name": "long", "description": "L", "options": options}
    reply = await bot.request("POST", f"/applications/{bot.application_id}/commands", body)
    assert [error["code"] for error in reply.body["errors"]["_errors"]] == ["APPLICATION_COMMAND_TOO_LARGE"]


@rule("Authentication", "A token is preceded by the word Bot.")
async def bot_token(bot: ConformanceBot) -> None:
    for authorization, status in (
        (f"Bot {bot.sandbox.bot_token}", 200),
        (bot.sandbox.bot_token, 401),
        (f"Bearer {bot.sandbox.bot_token}", 401),
    ):
        assert (await bot.request("GET", CURRENT_USER_PATH, headers={"Authorization": authorization})).status == status


@rule("Snowflakes", "An ID contains its time in milliseconds since 2015, above the lowest 22 bits.")
async def snowflake_time(bot: ConformanceBot) -> None:
    message = await bot.send_message()
    created_at = datetime.fromtimestamp(((int(message["id"]) >> 22) + DISCORD_EPOCH_MS) / 1000, UTC)
    assert abs(created_at - datetime.fromisoformat(message["timestamp"])) < timedelta(seconds=2)


@rule("Snowflakes", "IDs are strings and increase over time.")
async def snowflake_strings(bot: ConformanceBot) -> None:
    first, second = [(await bot.send_message())["id"] for _ in range(2)]
    assert isinstance(first, str)
    assert int(first) < int(second) < 1 << 64


@rule("Snowflake IDs in Pagination", "A page can start at an ID that was made from a time.")
async def snowflake_pages(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    message = await bot.send_message(channel_id)
    next_id = ((int(message["id"]) >> 22) + 1) << 22
    path = f"/channels/{channel_id}/messages"
    assert [item["id"] for item in await bot.get_json(f"{path}?before={next_id}")] == [message["id"]]
    assert await bot.get_json(f"{path}?after={next_id}") == []
    assert [item["id"] for item in await bot.get_json(f"{path}?after=0")] == [message["id"]]


@rule("ISO8601 Date/Time", "Times are in ISO 8601 with a time zone.")
async def iso_timestamps(bot: ConformanceBot) -> None:
    timestamp = datetime.fromisoformat((await bot.send_message())["timestamp"])
    assert timestamp.utcoffset() == timedelta(0)


@rule("Nullable and Optional Resource Fields", "Nullable fields are null, and optional fields are missing.")
async def null_and_missing_fields(bot: ConformanceBot) -> None:
    message = await bot.send_message()
    assert message["edited_timestamp"] is None
    assert {"nonce", "message_reference", "thread", "poll"}.isdisjoint(message)


@rule("Content Type", "An unsupported content type is refused with error 50035.")
async def unsupported_content_type(bot: ConformanceBot) -> None:
    for kind in ("text/plain", "application/xml", None):
        reply = await bot.try_send_message(b'{"content": "Hoo"}', headers={"Content-Type": kind})
        assert reply.status_and_code == (400, 50035)


@rule("Content Type", "Bodies are JSON, URL-encoded or multipart.")
async def supported_content_types(bot: ConformanceBot) -> None:
    urlencoded_headers = {"Content-Type": "application/x-www-form-urlencoded"}
    multipart_headers = {"Content-Type": "multipart/form-data; boundary=x"}
    multipart_body = b'--x\r\nContent-Disposition: form-data; name="content"\r\n\r\nHoo\r\n--x--\r\n'
    for body, headers in (
        (b'{"content": "Hoo"}', {}),
        (b"content=Hoo", urlencoded_headers),
        (multipart_body, multipart_headers),
    ):
        reply = await bot.try_send_message(body, headers=headers)
        assert (reply.status, reply.body["content"]) == (200, "Hoo")


@rule("Boolean Query Strings", "True, true and 1 are true; False, false and 0 are false.")
async def boolean_parameters(bot: ConformanceBot) -> None:
    values = ("True", "true", "1", "False", "false", "0")
    guilds = [await bot.get_json(f"/guilds/{bot.guild_id}?with_counts={value}") for value in values]
    assert ["approximate_member_count" in guild for guild in guilds] == [True] * 3 + [False] * 3


@rule("Formats", "A user is mentioned by <@id> or <@!id>, a role by <@&id>.")
async def mention_formats(bot: ConformanceBot) -> None:
    heron_id = await bot.sandbox.find_person_id("heron")
    for content in (f"<@{heron_id}>", f"<@!{heron_id}>"):
        assert [user["id"] for user in (await bot.send_message(content=content))["mentions"]] == [heron_id]
    assert (await bot.send_message(content=f"<@&{bot.sandbox.bot_role_id}>"))["mention_roles"] == [
        bot.sandbox.bot_role_id
    ]
    assert (await bot.send_message(content=f"<#{bot.sandbox.duels_id}> <t:1618953630:R>"))["mentions"] == []


@rule("Image Data", "An image is a base64 data URI of its type.")
async def image_data(bot: ConformanceBot) -> None:
    path = f"/applications/{bot.application_id}/emojis"
    for image in ("data:image/png;base64,owl!", "data:text/plain;base64,aGk=", "owl"):
        assert (await bot.request("POST", path, {"name": "owl_of_data", "image": image})).error_paths == {"image"}
    assert (await bot.request("POST", path, {"name": "owl_of_data", "image": TILE_DATA_URI})).status in {200, 201}


@rule("Signed Attachment CDN URLs", "The URL of an attachment is signed and contains its expiry time.")
async def signed_urls(bot: ConformanceBot) -> None:
    [attachment] = (await bot.try_send_message({}, files=[("a.txt", b"a")])).body["attachments"]
    assert all(f"{name}=" in attachment["url"] for name in ("ex", "is", "hm"))


@rule("Uploading Files", "A file has at most 10 MiB.")
async def file_size(bot: ConformanceBot) -> None:
    limit = 10 * 1024 * 1024
    assert (await bot.try_send_message({}, files=[("a.txt", b"a" * limit)])).status == 200
    assert (await bot.try_send_message({}, files=[("a.txt", b"a" * (limit + 1))])).status_and_code == (413, 40005)


@rule("Uploading Files", "Files are parts named files[n], and the body is payload_json.")
async def multipart_files(bot: ConformanceBot) -> None:
    data = aiohttp.FormData({"payload_json": '{"attachments": [{"id": 42, "description": "An owl"}]}'})
    data.add_field("files[42]", b"a", filename="a.txt")
    url = f"{bot.sandbox.setup['api']}/channels/{bot.sandbox.duels_id}/messages"
    headers = {"Authorization": f"Bot {bot.sandbox.bot_token}"}
    async with bot.session.post(url, data=data, headers=headers) as response:
        [attachment] = (await response.json())["attachments"]
    assert (attachment["filename"], attachment["description"]) == ("a.txt", "An owl")


@rule("Uploading Files", "An embed can show an uploaded image through attachment://.")
async def embed_attachments(bot: ConformanceBot) -> None:
    body: JSON = {"embeds": [{"image": {"url": "attachment://owl.png"}}]}
    reply = await bot.try_send_message(body, files=[("owl.png", b"\x89PNG")])
    assert reply.body["embeds"][0]["image"]["url"].startswith("http")
    assert (await bot.try_send_message(body)).status == 400


@rule("Editing Message Attachments", "An edit removes attachments that it does not list.")
async def unlisted_attachments(bot: ConformanceBot) -> None:
    message = (await bot.try_send_message({"content": "Hoo"}, files=[("a.txt", b"a"), ("b.txt", b"b")])).body
    path = f"/channels/{bot.sandbox.duels_id}/messages/{message['id']}"
    kept_id = message["attachments"][0]["id"]
    edited = (await bot.request("PATCH", path, {"attachments": [{"id": kept_id}]})).body
    assert [attachment["id"] for attachment in edited["attachments"]] == [kept_id]
    assert (await bot.request("PATCH", path, {"attachments": []})).body["attachments"] == []


@rule("Locales", "The 32 documented locales are supported, and no others.")
async def locales(bot: ConformanceBot) -> None:
    locales = (
        "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN"
        " ja zh-TW ko"
    )
    localizations = dict.fromkeys(locales.split(), "kante")
    body = {"name": "edge", "description": "E", "name_localizations": localizations}
    reply = await bot.request("POST", f"/applications/{bot.application_id}/commands", body)
    assert reply.body["name_localizations"] == localizations
    body["name_localizations"] = {"en": "kante"}
    assert (await bot.request("POST", f"/applications/{bot.application_id}/commands", body)).status == 400
