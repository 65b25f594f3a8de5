"""reference: versions, ids, times, bodies, pages and files, as all routes have them."""

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


@rule("API Versioning", "six versions run, three have ended, and whoever names none is answered")
async def versions(bot: ConformanceBot) -> None:
    api = bot.sandbox.setup["api"].removesuffix("/v10")
    runs = [f"/v{number}" for number in range(6, 11)] + [""]
    assert [(await bot.request("GET", f"{api}{one}{CURRENT_USER_PATH}")).status for one in runs] == [200] * 6
    assert [(await bot.request("GET", f"{api}/v{number}{CURRENT_USER_PATH}")).status for number in (3, 4, 5)] == [
        400
    ] * 3


@rule("Error Messages", "a fault stands at its place, with a code in words and a sentence")
async def errors(bot: ConformanceBot) -> None:
    reply = await bot.try_send_message({"content": "x" * 2001})
    assert (reply.body["code"], reply.body["message"]) == (50035, "Invalid Form Body")
    [fault] = reply.body["errors"]["content"]["_errors"]
    assert fault.keys() == {"code", "message"}
    assert re.fullmatch("[A-Z_]+", fault["code"])


@rule("Error Messages", "what is wrong with the whole stands at no place")
async def errors_of_the_whole(bot: ConformanceBot) -> None:
    choices = [{"name": f"{number:0100}", "value": "x" * 100} for number in range(25)]
    asked = [{"type": 3, "name": name, "description": "x", "choices": choices} for name in ("a", "b")]
    body = {"name": "long", "description": "L", "options": asked}
    reply = await bot.request("POST", f"/applications/{bot.application_id}/commands", body)
    assert [fault["code"] for fault in reply.body["errors"]["_errors"]] == ["APPLICATION_COMMAND_TOO_LARGE"]


@rule("Authentication", "a token goes with the word Bot before it")
async def token(bot: ConformanceBot) -> None:
    for said, status in (
        (f"Bot {bot.sandbox.bot_token}", 200),
        (bot.sandbox.bot_token, 401),
        (f"Bearer {bot.sandbox.bot_token}", 401),
    ):
        assert (await bot.request("GET", CURRENT_USER_PATH, headers={"Authorization": said})).status == status


@rule("Snowflakes", "the time of an id is what is left of 22 bits, in milliseconds since 2015")
async def times(bot: ConformanceBot) -> None:
    said = await bot.send_message()
    moment = datetime.fromtimestamp(((int(said["id"]) >> 22) + DISCORD_EPOCH_MS) / 1000, UTC)
    assert abs(moment - datetime.fromisoformat(said["timestamp"])) < timedelta(seconds=2)


@rule("Snowflakes", "ids are told as strings, and what comes later has the greater one")
async def strings(bot: ConformanceBot) -> None:
    first, second = [(await bot.send_message())["id"] for _ in range(2)]
    assert isinstance(first, str)
    assert int(first) < int(second) < 1 << 64


@rule("Snowflake IDs in Pagination", "a page may begin at an id that was made of a time")
async def pages(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    said = await bot.send_message(place)
    now = ((int(said["id"]) >> 22) + 1) << 22
    path = f"/channels/{place}/messages"
    assert [one["id"] for one in await bot.get_json(f"{path}?before={now}")] == [said["id"]]
    assert await bot.get_json(f"{path}?after={now}") == []
    assert [one["id"] for one in await bot.get_json(f"{path}?after=0")] == [said["id"]]


@rule("ISO8601 Date/Time", "times are told as ISO 8601 has them, with their zone")
async def iso(bot: ConformanceBot) -> None:
    moment = datetime.fromisoformat((await bot.send_message())["timestamp"])
    assert moment.utcoffset() == timedelta(0)


@rule("Nullable and Optional Resource Fields", "what is null is there, what is left out is not")
async def nulls(bot: ConformanceBot) -> None:
    said = await bot.send_message()
    assert said["edited_timestamp"] is None
    assert {"nonce", "message_reference", "thread", "poll"}.isdisjoint(said)


@rule("Content Type", "a body that says of no kind that is taken is 50035")
async def content_type(bot: ConformanceBot) -> None:
    for kind in ("text/plain", "application/xml", None):
        reply = await bot.try_send_message(b'{"content": "Hoo"}', headers={"Content-Type": kind})
        assert reply.status_and_code == (400, 50035)


@rule("Content Type", "JSON, urlencoded, or the parts of a form")
async def content_types(bot: ConformanceBot) -> None:
    encoded = {"Content-Type": "application/x-www-form-urlencoded"}
    parted = {"Content-Type": "multipart/form-data; boundary=x"}
    part = b'--x\r\nContent-Disposition: form-data; name="content"\r\n\r\nHoo\r\n--x--\r\n'
    for body, headers in ((b'{"content": "Hoo"}', {}), (b"content=Hoo", encoded), (part, parted)):
        sent = await bot.try_send_message(body, headers=headers)
        assert (sent.status, sent.body["content"]) == (200, "Hoo")


@rule("Boolean Query Strings", "True, true and 1 are yes; False, false and 0 are no")
async def booleans(bot: ConformanceBot) -> None:
    said = ("True", "true", "1", "False", "false", "0")
    guilds = [await bot.get_json(f"/guilds/{bot.guild_id}?with_counts={one}") for one in said]
    assert ["approximate_member_count" in guild for guild in guilds] == [True] * 3 + [False] * 3


@rule("Formats", "a user is called by <@id> and <@!id>, a role by <@&id>")
async def formats(bot: ConformanceBot) -> None:
    heron = await bot.sandbox.find_person_id("heron")
    for written in (f"<@{heron}>", f"<@!{heron}>"):
        assert [one["id"] for one in (await bot.send_message(content=written))["mentions"]] == [heron]
    assert (await bot.send_message(content=f"<@&{bot.sandbox.bot_role_id}>"))["mention_roles"] == [
        bot.sandbox.bot_role_id
    ]
    assert (await bot.send_message(content=f"<#{bot.sandbox.duels_id}> <t:1618953630:R>"))["mentions"] == []


@rule("Image Data", "a picture is a data address of its kind, in base64")
async def images(bot: ConformanceBot) -> None:
    path = f"/applications/{bot.application_id}/emojis"
    for image in ("data:image/png;base64,owl!", "data:text/plain;base64,aGk=", "owl"):
        assert (await bot.request("POST", path, {"name": "owl_of_data", "image": image})).fault_paths == {"image"}
    assert (await bot.request("POST", path, {"name": "owl_of_data", "image": TILE_DATA_URI})).status in {200, 201}


@rule("Signed Attachment CDN URLs", "the address of a file says until when it is good")
async def signed(bot: ConformanceBot) -> None:
    [told] = (await bot.try_send_message({}, files=[("a.txt", b"a")])).body["attachments"]
    assert all(f"{name}=" in told["url"] for name in ("ex", "is", "hm"))


@rule("Uploading Files", "each file has at most 10 MiB")
async def file_size(bot: ConformanceBot) -> None:
    limit = 10 * 1024 * 1024
    assert (await bot.try_send_message({}, files=[("a.txt", b"a" * limit)])).status == 200
    assert (await bot.try_send_message({}, files=[("a.txt", b"a" * (limit + 1))])).status_and_code == (413, 40005)


@rule("Uploading Files", "files are parts files[n], any n, and the body beside them payload_json")
async def parts(bot: ConformanceBot) -> None:
    data = aiohttp.FormData({"payload_json": '{"attachments": [{"id": 42, "description": "An owl"}]}'})
    data.add_field("files[42]", b"a", filename="a.txt")
    url = f"{bot.sandbox.setup['api']}/channels/{bot.sandbox.duels_id}/messages"
    headers = {"Authorization": f"Bot {bot.sandbox.bot_token}"}
    async with bot.session.post(url, data=data, headers=headers) as response:
        [told] = (await response.json())["attachments"]
    assert (told["filename"], told["description"]) == ("a.txt", "An owl")


@rule("Uploading Files", "an embed shows a picture that was brought by attachment://")
async def in_embeds(bot: ConformanceBot) -> None:
    body: JSON = {"embeds": [{"image": {"url": "attachment://owl.png"}}]}
    sent = await bot.try_send_message(body, files=[("owl.png", b"\x89PNG")])
    assert sent.body["embeds"][0]["image"]["url"].startswith("http")
    assert (await bot.try_send_message(body)).status == 400


@rule("Editing Message Attachments", "a file that an edit does not list goes")
async def files_go(bot: ConformanceBot) -> None:
    said = (await bot.try_send_message({"content": "Hoo"}, files=[("a.txt", b"a"), ("b.txt", b"b")])).body
    path = f"/channels/{bot.sandbox.duels_id}/messages/{said['id']}"
    kept = said["attachments"][0]["id"]
    told = (await bot.request("PATCH", path, {"attachments": [{"id": kept}]})).body
    assert [one["id"] for one in told["attachments"]] == [kept]
    assert (await bot.request("PATCH", path, {"attachments": []})).body["attachments"] == []


@rule("Locales", "32 languages and one by region of Latin America")
async def locales(bot: ConformanceBot) -> None:
    names = (
        "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN"
        " ja zh-TW ko"
    )
    told = dict.fromkeys(names.split(), "kante")
    body = {"name": "edge", "description": "E", "name_localizations": told}
    made = await bot.request("POST", f"/applications/{bot.application_id}/commands", body)
    assert made.body["name_localizations"] == told
    body["name_localizations"] = {"en": "kante"}
    assert (await bot.request("POST", f"/applications/{bot.application_id}/commands", body)).status == 400
