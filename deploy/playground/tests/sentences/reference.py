"""reference: versions, ids, times, bodies, pages and files, as all routes have them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import aiohttp

from deploy.playground.tests.sentences.emoji import TILE
from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Witness
from discord_playground.client import JSON

PAGE = Page("reference")
says = PAGE.says
EPOCH = 1_420_070_400_000
PATH = "/users/@me"


@says("API Versioning", "six versions run, three have ended, and whoever names none is answered")
async def versions(bot: Witness) -> None:
    api = bot.ground.setup["api"].removesuffix("/v10")
    runs = [f"/v{number}" for number in range(6, 11)] + [""]
    assert [(await bot.asks("GET", f"{api}{one}{PATH}")).status for one in runs] == [200] * 6
    assert [(await bot.asks("GET", f"{api}/v{number}{PATH}")).status for number in (3, 4, 5)] == [400] * 3


@says("Error Messages", "a fault stands at its place, with a code in words and a sentence")
async def errors(bot: Witness) -> None:
    reply = await bot.sends({"content": "x" * 2001})
    assert (reply.body["code"], reply.body["message"]) == (50035, "Invalid Form Body")
    [fault] = reply.body["errors"]["content"]["_errors"]
    assert fault.keys() == {"code", "message"}
    assert re.fullmatch("[A-Z_]+", fault["code"])


@says("Error Messages", "what is wrong with the whole stands at no place")
async def errors_of_the_whole(bot: Witness) -> None:
    choices = [{"name": f"{number:0100}", "value": "x" * 100} for number in range(25)]
    asked = [{"type": 3, "name": name, "description": "x", "choices": choices} for name in ("a", "b")]
    body = {"name": "long", "description": "L", "options": asked}
    reply = await bot.asks("POST", f"/applications/{bot.app}/commands", body)
    assert [fault["code"] for fault in reply.body["errors"]["_errors"]] == ["APPLICATION_COMMAND_TOO_LARGE"]


@says("Authentication", "a token goes with the word Bot before it")
async def token(bot: Witness) -> None:
    for said, status in (
        (f"Bot {bot.ground.token}", 200),
        (bot.ground.token, 401),
        (f"Bearer {bot.ground.token}", 401),
    ):
        assert (await bot.asks("GET", PATH, headers={"Authorization": said})).status == status


@says("Snowflakes", "the time of an id is what is left of 22 bits, in milliseconds since 2015")
async def times(bot: Witness) -> None:
    said = await bot.says()
    moment = datetime.fromtimestamp(((int(said["id"]) >> 22) + EPOCH) / 1000, UTC)
    assert abs(moment - datetime.fromisoformat(said["timestamp"])) < timedelta(seconds=2)


@says("Snowflakes", "ids are told as strings, and what comes later has the greater one")
async def strings(bot: Witness) -> None:
    first, second = [(await bot.says())["id"] for _ in range(2)]
    assert isinstance(first, str)
    assert int(first) < int(second) < 1 << 64


@says("Snowflake IDs in Pagination", "a page may begin at an id that was made of a time")
async def pages(bot: Witness) -> None:
    place = await bot.channel()
    said = await bot.says(place)
    now = ((int(said["id"]) >> 22) + 1) << 22
    path = f"/channels/{place}/messages"
    assert [one["id"] for one in await bot.get(f"{path}?before={now}")] == [said["id"]]
    assert await bot.get(f"{path}?after={now}") == []
    assert [one["id"] for one in await bot.get(f"{path}?after=0")] == [said["id"]]


@says("ISO8601 Date/Time", "times are told as ISO 8601 has them, with their zone")
async def iso(bot: Witness) -> None:
    moment = datetime.fromisoformat((await bot.says())["timestamp"])
    assert moment.utcoffset() == timedelta(0)


@says("Nullable and Optional Resource Fields", "what is null is there, what is left out is not")
async def nulls(bot: Witness) -> None:
    said = await bot.says()
    assert said["edited_timestamp"] is None
    assert {"nonce", "message_reference", "thread", "poll"}.isdisjoint(said)


@says("Content Type", "a body that says of no kind that is taken is 50035")
async def content_type(bot: Witness) -> None:
    for kind in ("text/plain", "application/xml", None):
        reply = await bot.sends(b'{"content": "Hoo"}', headers={"Content-Type": kind})
        assert reply.refusal == (400, 50035)


@says("Content Type", "JSON, urlencoded, or the parts of a form")
async def content_types(bot: Witness) -> None:
    encoded = {"Content-Type": "application/x-www-form-urlencoded"}
    parted = {"Content-Type": "multipart/form-data; boundary=x"}
    part = b'--x\r\nContent-Disposition: form-data; name="content"\r\n\r\nHoo\r\n--x--\r\n'
    for body, headers in ((b'{"content": "Hoo"}', {}), (b"content=Hoo", encoded), (part, parted)):
        sent = await bot.sends(body, headers=headers)
        assert (sent.status, sent.body["content"]) == (200, "Hoo")


@says("Boolean Query Strings", "True, true and 1 are yes; False, false and 0 are no")
async def booleans(bot: Witness) -> None:
    said = ("True", "true", "1", "False", "false", "0")
    guilds = [await bot.get(f"/guilds/{bot.guild}?with_counts={one}") for one in said]
    assert ["approximate_member_count" in guild for guild in guilds] == [True] * 3 + [False] * 3


@says("Formats", "a user is called by <@id> and <@!id>, a role by <@&id>")
async def formats(bot: Witness) -> None:
    heron = await bot.ground.id("heron")
    for written in (f"<@{heron}>", f"<@!{heron}>"):
        assert [one["id"] for one in (await bot.says(content=written))["mentions"]] == [heron]
    assert (await bot.says(content=f"<@&{bot.ground.role}>"))["mention_roles"] == [bot.ground.role]
    assert (await bot.says(content=f"<#{bot.ground.duels}> <t:1618953630:R>"))["mentions"] == []


@says("Image Data", "a picture is a data address of its kind, in base64")
async def images(bot: Witness) -> None:
    path = f"/applications/{bot.app}/emojis"
    for image in ("data:image/png;base64,owl!", "data:text/plain;base64,aGk=", "owl"):
        assert (await bot.asks("POST", path, {"name": "owl_of_data", "image": image})).wrong == {"image"}
    assert (await bot.asks("POST", path, {"name": "owl_of_data", "image": TILE})).status in {200, 201}


@says("Signed Attachment CDN URLs", "the address of a file says until when it is good")
async def signed(bot: Witness) -> None:
    [told] = (await bot.sends({}, files=[("a.txt", b"a")])).body["attachments"]
    assert all(f"{name}=" in told["url"] for name in ("ex", "is", "hm"))


@says("Uploading Files", "each file has at most 10 MiB")
async def file_size(bot: Witness) -> None:
    limit = 10 * 1024 * 1024
    assert (await bot.sends({}, files=[("a.txt", b"a" * limit)])).status == 200
    assert (await bot.sends({}, files=[("a.txt", b"a" * (limit + 1))])).refusal == (413, 40005)


@says("Uploading Files", "files are parts files[n], any n, and the body beside them payload_json")
async def parts(bot: Witness) -> None:
    data = aiohttp.FormData({"payload_json": '{"attachments": [{"id": 42, "description": "An owl"}]}'})
    data.add_field("files[42]", b"a", filename="a.txt")
    url = f"{bot.ground.setup['api']}/channels/{bot.ground.duels}/messages"
    headers = {"Authorization": f"Bot {bot.ground.token}"}
    async with bot.session.post(url, data=data, headers=headers) as response:
        [told] = (await response.json())["attachments"]
    assert (told["filename"], told["description"]) == ("a.txt", "An owl")


@says("Uploading Files", "an embed shows a picture that was brought by attachment://")
async def in_embeds(bot: Witness) -> None:
    body: JSON = {"embeds": [{"image": {"url": "attachment://owl.png"}}]}
    sent = await bot.sends(body, files=[("owl.png", b"\x89PNG")])
    assert sent.body["embeds"][0]["image"]["url"].startswith("http")
    assert (await bot.sends(body)).status == 400


@says("Editing Message Attachments", "a file that an edit does not list goes")
async def files_go(bot: Witness) -> None:
    said = (await bot.sends({"content": "Hoo"}, files=[("a.txt", b"a"), ("b.txt", b"b")])).body
    path = f"/channels/{bot.ground.duels}/messages/{said['id']}"
    kept = said["attachments"][0]["id"]
    told = (await bot.asks("PATCH", path, {"attachments": [{"id": kept}]})).body
    assert [one["id"] for one in told["attachments"]] == [kept]
    assert (await bot.asks("PATCH", path, {"attachments": []})).body["attachments"] == []


@says("Locales", "32 languages and one by region of Latin America")
async def locales(bot: Witness) -> None:
    names = (
        "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN"
        " ja zh-TW ko"
    )
    told = dict.fromkeys(names.split(), "kante")
    body = {"name": "edge", "description": "E", "name_localizations": told}
    made = await bot.asks("POST", f"/applications/{bot.app}/commands", body)
    assert made.body["name_localizations"] == told
    body["name_localizations"] = {"en": "kante"}
    assert (await bot.asks("POST", f"/applications/{bot.app}/commands", body)).status == 400
