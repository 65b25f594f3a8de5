"""resources/emoji: those that an application owns."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from deploy.playground.tests.sentences.edge import edge
from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Reply, Witness, button, row
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import JSON

PAGE = Page("resources/emoji")
says = PAGE.says


def picture(data: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


TILE = picture(draw_avatar_png(0))


async def brings(bot: Witness, name: str = "owl", image: str = TILE) -> Reply:
    return await bot.asks("POST", f"/applications/{bot.app}/emojis", {"name": name, "image": image})


async def made(bot: Witness, name: str) -> JSON:
    reply = await brings(bot, name)
    assert reply.status in {200, 201}, reply.body
    told: JSON = reply.body
    return told


async def by_name(bot: Witness, names: Sequence[Any]) -> list[Reply]:
    return [await brings(bot, name) for name in names]


edge(
    PAGE, "Create Application Emoji", "name", "2 to 32 characters",
    lambda n: "x" * n, "name", least=2, most=32, sent=by_name,
)  # fmt: skip


@says("Create Application Emoji", "letters, digits and _, and each name once")
async def names(bot: Witness) -> None:
    assert (await brings(bot, "Owl_7")).status in {200, 201}
    assert [reply.wrong for reply in await by_name(bot, ("Owl_7", "owl-7", "owl 7", "äuhu"))] == [{"name"}] * 4


@says("Create Application Emoji", "at most 256 KiB")
async def size(bot: Witness) -> None:
    head, limit = b"\x89PNG", 256 * 1024
    assert (await brings(bot, "heavy", picture(head + b"x" * (limit - 4)))).status in {200, 201}
    assert (await brings(bot, "heavier", picture(head + b"x" * (limit - 3)))).wrong == {"image"}


@says("Application-Owned Emoji", "two thousand of one application")
async def how_many(bot: Witness) -> None:
    async with bot.apart() as other:
        await bot.stage("set_emojis", bot=other.ground.name, names=[f"e{number}" for number in range(2000)])
        assert (await brings(other, "one_more")).refusal == (400, 30008)


@says("Application-Owned Emoji", "they need no leave, and are shown by no other application")
async def whose(bot: Witness) -> None:
    own = await made(bot, "shown")
    place = await bot.channel()
    await bot.may(place, deny=["use_external_emojis"])
    body = {"content": "Hoo", "components": [row(button(emoji={"id": own["id"], "name": own["name"]}))]}
    assert (await bot.asks("POST", f"/channels/{place}/messages", body)).status == 200
    async with bot.apart() as other:
        reply = await other.sends(body)
    assert reply.wrong == {"components.0.components.0.emoji.id"}


@says("Application-Owned Emoji", "its user is the bot that has brought it")
async def user(bot: Witness) -> None:
    assert (await made(bot, "brought"))["user"]["id"] == bot.app


@says("List Application Emojis", "all of them are items")
async def listed(bot: Witness) -> None:
    own = await made(bot, "listed")
    assert own["id"] in [one["id"] for one in (await bot.get(f"/applications/{bot.app}/emojis"))["items"]]


@says("Get Application Emoji", "one by its id")
async def get(bot: Witness) -> None:
    own = await made(bot, "single")
    assert await bot.get(f"/applications/{bot.app}/emojis/{own['id']}") == own


@says("Modify Application Emoji", "its name is changed")
async def modify(bot: Witness) -> None:
    own = await made(bot, "before")
    path = f"/applications/{bot.app}/emojis/{own['id']}"
    assert (await bot.asks("PATCH", path, {"name": "after"})).body["name"] == "after"


@says("Delete Application Emoji", "204, and it is gone")
async def delete(bot: Witness) -> None:
    own = await made(bot, "gone")
    path = f"/applications/{bot.app}/emojis/{own['id']}"
    assert (await bot.asks("DELETE", path)).status == 204
    assert (await bot.asks("GET", path)).refusal == (404, 10014)


@says("List Guild Emojis", "a server has emoji of its own")
async def of_guild(bot: Witness) -> None:
    assert (await bot.asks("GET", f"/guilds/{bot.guild}/emojis")).status == 200
