"""Test reactions of bots and people: how they are added, removed and counted, their limits and gateway events."""

from __future__ import annotations

import pytest

from deploy.playground.tests.raw_bot import RawBot, image_data_uri, open_raw_bot
from deploy.playground.tests.sandbox import Sandbox
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import JSON, PlaygroundError

FIRE_EMOJI, WOLF_EMOJI = "%F0%9F%94%A5", "🐺"
REACTION_INTENT = 1 << 10


def make_reaction_path(message: JSON, emoji: str = "", user_id: str = "") -> str:
    path = f"/channels/{message['channel_id']}/messages/{message['id']}/reactions"
    return "/".join(part for part in (path, emoji, user_id) if part)


async def load_reaction_counts(bot: RawBot, message: JSON) -> list[tuple[str, int, bool]]:
    _, loaded = await bot.request("GET", make_reaction_path(message).removesuffix("/reactions"))
    return [(reaction["emoji"]["name"], reaction["count"], reaction["me"]) for reaction in loaded.get("reactions", ())]


async def test_bots_and_people_add_and_remove_reactions(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        message = await bot.send_message(sandbox.duels_id)
        assert await bot.request("PUT", make_reaction_path(message, FIRE_EMOJI, "@me")) == (204, None)
        await sandbox.otter.react(message, "🔥")
        await sandbox.otter.react(message, WOLF_EMOJI)
        assert await load_reaction_counts(bot, message) == [("🔥", 2, True), (WOLF_EMOJI, 1, False)]
        [loaded] = [
            shown for shown in await sandbox.otter.load_messages(sandbox.duels_id) if shown["id"] == message["id"]
        ]
        assert [(reaction["count"], reaction["me"]) for reaction in loaded["reactions"]] == [(2, True), (1, True)]
        _, users = await bot.request("GET", make_reaction_path(message, FIRE_EMOJI))
        assert {user["username"] for user in users} == {sandbox.bot_name, "otter"}
        await sandbox.otter.react(message, "🔥", off=True)
        assert await bot.request("DELETE", make_reaction_path(message, FIRE_EMOJI, "@me")) == (204, None)
        assert await load_reaction_counts(bot, message) == [(WOLF_EMOJI, 1, False)]
        assert await bot.request(
            "DELETE", make_reaction_path(message, WOLF_EMOJI, await sandbox.find_person_id("otter"))
        ) == (204, None)
        assert await load_reaction_counts(bot, message) == []


async def test_reactions_of_one_emoji_or_all_are_cleared(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        message = await bot.send_message(sandbox.duels_id)
        for emoji in (FIRE_EMOJI, WOLF_EMOJI, "🦬"):
            await bot.request("PUT", make_reaction_path(message, emoji, "@me"))
        assert await bot.request("DELETE", make_reaction_path(message, FIRE_EMOJI)) == (204, None)
        assert [name for name, *_ in await load_reaction_counts(bot, message)] == [WOLF_EMOJI, "🦬"]
        assert await bot.request("DELETE", make_reaction_path(message)) == (204, None)
        assert await load_reaction_counts(bot, message) == []


# topics/opcodes-and-status-codes, 30010 and 10014.
async def test_reaction_limit_and_unknown_emoji_are_refused(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        message = await bot.send_message(sandbox.duels_id)
        for number in range(20):
            assert (await bot.request("PUT", make_reaction_path(message, chr(0x1F400 + number), "@me")))[0] == 204
        status, answer = await bot.request("PUT", make_reaction_path(message, FIRE_EMOJI, "@me"))
        assert (status, answer["code"]) == (400, 30010)
        with pytest.raises(PlaygroundError, match="20"):
            await sandbox.otter.react(message, "🔥")
        other = await bot.send_message(sandbox.duels_id)
        for emoji in ("wolf", "🔥🔥", "wolf:1234567890123456789"):
            status, answer = await bot.request("PUT", make_reaction_path(other, emoji, "@me"))
            assert (status, answer["code"]) == (404, 10014)
            with pytest.raises(PlaygroundError):
                await sandbox.otter.react(other, emoji)


async def test_application_emoji_reaction_uses_name_and_id(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        application_id = (await bot.request("GET", "/applications/@me"))[1]["id"]
        _, emoji = await bot.request(
            "POST",
            f"/applications/{application_id}/emojis",
            {"name": "howl", "image": image_data_uri(draw_avatar_png(3))},
        )
        message = await bot.send_message(sandbox.duels_id)
        assert (await bot.request("PUT", make_reaction_path(message, f"howl:{emoji['id']}", "@me")))[0] == 204
        await sandbox.otter.react(message, emoji["id"])
        assert await load_reaction_counts(bot, message) == [("howl", 2, True)]
