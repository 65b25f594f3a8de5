"""resources/emoji: those that an application owns."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from deploy.playground.tests.conformance.boundary import add_boundary_rule
from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot, action_row, button
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import JSON

PAGE = DocumentationPage("resources/emoji")
rule = PAGE.rule


def image_data_uri(data: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


TILE_DATA_URI = image_data_uri(draw_avatar_png(0))


async def try_create_emoji(bot: ConformanceBot, name: str = "owl", image: str = TILE_DATA_URI) -> ApiReply:
    return await bot.request("POST", f"/applications/{bot.application_id}/emojis", {"name": name, "image": image})


async def create_emoji(bot: ConformanceBot, name: str) -> JSON:
    reply = await try_create_emoji(bot, name)
    assert reply.status in {200, 201}, reply.body
    told: JSON = reply.body
    return told


async def create_emojis_named(bot: ConformanceBot, names: Sequence[Any]) -> list[ApiReply]:
    return [await try_create_emoji(bot, name) for name in names]


add_boundary_rule(
    PAGE, "Create Application Emoji", "name", "2 to 32 characters",
    lambda n: "x" * n, "name", minimum=2, maximum=32, send_bodies=create_emojis_named,
)  # fmt: skip


@rule("Create Application Emoji", "letters, digits and _, and each name once")
async def names(bot: ConformanceBot) -> None:
    assert (await try_create_emoji(bot, "Owl_7")).status in {200, 201}
    assert [reply.fault_paths for reply in await create_emojis_named(bot, ("Owl_7", "owl-7", "owl 7", "äuhu"))] == [
        {"name"}
    ] * 4


@rule("Create Application Emoji", "at most 256 KiB")
async def size(bot: ConformanceBot) -> None:
    head, limit = b"\x89PNG", 256 * 1024
    assert (await try_create_emoji(bot, "heavy", image_data_uri(head + b"x" * (limit - 4)))).status in {200, 201}
    assert (await try_create_emoji(bot, "heavier", image_data_uri(head + b"x" * (limit - 3)))).fault_paths == {"image"}


@rule("Application-Owned Emoji", "two thousand of one application")
async def how_many(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("set_emojis", bot=other.sandbox.bot_name, names=[f"e{number}" for number in range(2000)])
        assert (await try_create_emoji(other, "one_more")).status_and_code == (400, 30008)


@rule("Application-Owned Emoji", "they need no leave, and are shown by no other application")
async def whose(bot: ConformanceBot) -> None:
    own = await create_emoji(bot, "shown")
    place = await bot.create_channel()
    await bot.set_permissions(place, deny=["use_external_emojis"])
    body = {"content": "Hoo", "components": [action_row(button(emoji={"id": own["id"], "name": own["name"]}))]}
    assert (await bot.request("POST", f"/channels/{place}/messages", body)).status == 200
    async with bot.create_separate_bot() as other:
        reply = await other.try_send_message(body)
    assert reply.fault_paths == {"components.0.components.0.emoji.id"}


@rule("Application-Owned Emoji", "its user is the bot that has brought it")
async def user(bot: ConformanceBot) -> None:
    assert (await create_emoji(bot, "brought"))["user"]["id"] == bot.application_id


@rule("List Application Emojis", "all of them are items")
async def listed(bot: ConformanceBot) -> None:
    own = await create_emoji(bot, "listed")
    assert own["id"] in [
        one["id"] for one in (await bot.get_json(f"/applications/{bot.application_id}/emojis"))["items"]
    ]


@rule("Get Application Emoji", "one by its id")
async def get(bot: ConformanceBot) -> None:
    own = await create_emoji(bot, "single")
    assert await bot.get_json(f"/applications/{bot.application_id}/emojis/{own['id']}") == own


@rule("Modify Application Emoji", "its name is changed")
async def modify(bot: ConformanceBot) -> None:
    own = await create_emoji(bot, "before")
    path = f"/applications/{bot.application_id}/emojis/{own['id']}"
    assert (await bot.request("PATCH", path, {"name": "after"})).body["name"] == "after"


@rule("Delete Application Emoji", "204, and it is gone")
async def delete(bot: ConformanceBot) -> None:
    own = await create_emoji(bot, "gone")
    path = f"/applications/{bot.application_id}/emojis/{own['id']}"
    assert (await bot.request("DELETE", path)).status == 204
    assert (await bot.request("GET", path)).status_and_code == (404, 10014)


@rule("List Guild Emojis", "a server has emoji of its own")
async def of_guild(bot: ConformanceBot) -> None:
    assert (await bot.request("GET", f"/guilds/{bot.guild_id}/emojis")).status == 200
