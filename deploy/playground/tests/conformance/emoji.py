"""Rules from the documentation page resources/emoji: emojis that belong to an application."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deploy.playground.tests.conformance.boundary import add_boundary_rule
from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot, action_row, button
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from deploy.playground.tests.raw_bot import image_data_uri
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import JSON

PAGE = DocumentationPage("resources/emoji")
rule = PAGE.rule


TILE_DATA_URI = image_data_uri(draw_avatar_png(0))


async def try_create_emoji(bot: ConformanceBot, name: str = "owl", image: str = TILE_DATA_URI) -> ApiReply:
    return await bot.request("POST", f"/applications/{bot.application_id}/emojis", {"name": name, "image": image})


async def create_emoji(bot: ConformanceBot, name: str) -> JSON:
    reply = await try_create_emoji(bot, name)
    assert reply.status in {200, 201}, reply.body
    emoji: JSON = reply.body
    return emoji


async def create_emojis_named(bot: ConformanceBot, names: Sequence[Any]) -> list[ApiReply]:
    return [await try_create_emoji(bot, name) for name in names]


add_boundary_rule(
    PAGE, "Create Application Emoji", "name", "A name has 2 to 32 characters.",
    lambda n: "x" * n, "name", minimum=2, maximum=32, send_bodies=create_emojis_named,
)  # fmt: skip


@rule("Create Application Emoji", "Names contain letters, digits and _, and are unique.")
async def emoji_names(bot: ConformanceBot) -> None:
    assert (await try_create_emoji(bot, "Owl_7")).status in {200, 201}
    replies = await create_emojis_named(bot, ("Owl_7", "owl-7", "owl 7", "äuhu"))
    assert [reply.error_paths for reply in replies] == [{"name"}] * 4


@rule("Create Application Emoji", "An image has at most 256 KiB.")
async def image_size(bot: ConformanceBot) -> None:
    head, limit = b"\x89PNG", 256 * 1024
    assert (await try_create_emoji(bot, "heavy", image_data_uri(head + b"x" * (limit - 4)))).status in {200, 201}
    assert (await try_create_emoji(bot, "heavier", image_data_uri(head + b"x" * (limit - 3)))).error_paths == {"image"}


@rule("Application-Owned Emoji", "An application has at most 2,000 emojis.")
async def emoji_limit(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("set_emojis", bot=other.sandbox.bot_name, names=[f"e{number}" for number in range(2000)])
        assert (await try_create_emoji(other, "one_more")).status_and_code == (400, 30008)


@rule("Application-Owned Emoji", "Application emojis need no permission, and other applications cannot use them.")
async def emoji_use(bot: ConformanceBot) -> None:
    emoji = await create_emoji(bot, "shown")
    channel_id = await bot.create_channel()
    await bot.set_permissions(channel_id, deny=["use_external_emojis"])
    body = {"content": "Hoo", "components": [action_row(button(emoji={"id": emoji["id"], "name": emoji["name"]}))]}
    assert (await bot.request("POST", f"/channels/{channel_id}/messages", body)).status == 200
    async with bot.create_separate_bot() as other:
        reply = await other.try_send_message(body)
    assert reply.error_paths == {"components.0.components.0.emoji.id"}


@rule("Application-Owned Emoji", "The user of an emoji is the bot that uploaded it.")
async def emoji_user(bot: ConformanceBot) -> None:
    assert (await create_emoji(bot, "brought"))["user"]["id"] == bot.application_id


@rule("List Application Emojis", "All emojis are listed as items.")
async def list_emojis(bot: ConformanceBot) -> None:
    own = await create_emoji(bot, "listed")
    emojis = (await bot.get_json(f"/applications/{bot.application_id}/emojis"))["items"]
    assert own["id"] in [emoji["id"] for emoji in emojis]


@rule("Get Application Emoji", "An emoji is returned by its ID.")
async def get_emoji(bot: ConformanceBot) -> None:
    emoji = await create_emoji(bot, "single")
    assert await bot.get_json(f"/applications/{bot.application_id}/emojis/{emoji['id']}") == emoji


@rule("Modify Application Emoji", "An emoji can be renamed.")
async def rename_emoji(bot: ConformanceBot) -> None:
    emoji = await create_emoji(bot, "before")
    path = f"/applications/{bot.application_id}/emojis/{emoji['id']}"
    assert (await bot.request("PATCH", path, {"name": "after"})).body["name"] == "after"


@rule("Delete Application Emoji", "Deleting an emoji returns 204.")
async def delete_emoji(bot: ConformanceBot) -> None:
    emoji = await create_emoji(bot, "gone")
    path = f"/applications/{bot.application_id}/emojis/{emoji['id']}"
    assert (await bot.request("DELETE", path)).status == 204
    assert (await bot.request("GET", path)).status_and_code == (404, 10014)


@rule("List Guild Emojis", "A server has its own emojis.")
async def guild_emojis(bot: ConformanceBot) -> None:
    assert (await bot.request("GET", f"/guilds/{bot.guild_id}/emojis")).status == 200
