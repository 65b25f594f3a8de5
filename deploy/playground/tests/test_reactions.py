"""Reactions: put and taken by bots and people, counted, and told by the gateway to those who asked for it."""

from __future__ import annotations

import pytest

from deploy.playground.tests.ground import Ground
from deploy.playground.tests.plain import Plain, plainly, told, written
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import JSON, Denied

FIRE, WOLF = "%F0%9F%94%A5", "🐺"
REACTIONS = 1 << 10


def under(message: JSON, emoji: str = "", whose: str = "") -> str:
    path = f"/channels/{message['channel_id']}/messages/{message['id']}/reactions"
    return "/".join(part for part in (path, emoji, whose) if part)


async def counted(bot: Plain, message: JSON) -> list[tuple[str, int, bool]]:
    _, told = await bot.asks("GET", under(message).removesuffix("/reactions"))
    return [(one["emoji"]["name"], one["count"], one["me"]) for one in told.get("reactions", ())]


async def test_bots_and_people_react_and_take_it_back(ground: Ground) -> None:
    async with plainly(ground) as bot:
        message = await bot.says(ground.duels)
        assert await bot.asks("PUT", under(message, FIRE, "@me")) == (204, None)
        await ground.otter.react(message, "🔥")
        await ground.otter.react(message, WOLF)
        assert await counted(bot, message) == [("🔥", 2, True), (WOLF, 1, False)]
        [seen] = [one for one in await ground.otter.messages(ground.duels) if one["id"] == message["id"]]
        assert [(one["count"], one["me"]) for one in seen["reactions"]] == [(2, True), (1, True)]
        _, users = await bot.asks("GET", under(message, FIRE))
        assert {one["username"] for one in users} == {ground.name, "otter"}
        await ground.otter.react(message, "🔥", off=True)
        assert await bot.asks("DELETE", under(message, FIRE, "@me")) == (204, None)
        assert await counted(bot, message) == [(WOLF, 1, False)]
        assert await bot.asks("DELETE", under(message, WOLF, await ground.id("otter"))) == (204, None)
        assert await counted(bot, message) == []


async def test_all_of_an_emoji_or_all_are_cleared(ground: Ground) -> None:
    async with plainly(ground) as bot:
        message = await bot.says(ground.duels)
        for emoji in (FIRE, WOLF, "🦬"):
            await bot.asks("PUT", under(message, emoji, "@me"))
        assert await bot.asks("DELETE", under(message, FIRE)) == (204, None)
        assert [name for name, *_ in await counted(bot, message)] == [WOLF, "🦬"]
        assert await bot.asks("DELETE", under(message)) == (204, None)
        assert await counted(bot, message) == []


# topics/opcodes-and-status-codes, 30010 and 10014.
async def test_twenty_kinds_and_only_emoji(ground: Ground) -> None:
    async with plainly(ground) as bot:
        message = await bot.says(ground.duels)
        for number in range(20):
            assert (await bot.asks("PUT", under(message, chr(0x1F400 + number), "@me")))[0] == 204
        status, answer = await bot.asks("PUT", under(message, FIRE, "@me"))
        assert (status, answer["code"]) == (400, 30010)
        with pytest.raises(Denied, match="20"):
            await ground.otter.react(message, "🔥")
        other = await bot.says(ground.duels)
        for none in ("wolf", "🔥🔥", "wolf:1234567890123456789"):
            status, answer = await bot.asks("PUT", under(other, none, "@me"))
            assert (status, answer["code"]) == (404, 10014)
            with pytest.raises(Denied):
                await ground.otter.react(other, none)


async def test_an_emoji_of_its_own_is_named_by_name_and_id(ground: Ground) -> None:
    async with plainly(ground) as bot:
        app = (await bot.asks("GET", "/applications/@me"))[1]["id"]
        _, made = await bot.asks(
            "POST", f"/applications/{app}/emojis", {"name": "howl", "image": written(draw_avatar_png(3))}
        )
        message = await bot.says(ground.duels)
        assert (await bot.asks("PUT", under(message, f"howl:{made['id']}", "@me")))[0] == 204
        await ground.otter.react(message, made["id"])
        assert await counted(bot, message) == [("howl", 2, True)]


async def test_the_gateway_tells_who_asked(ground: Ground) -> None:
    async with plainly(ground) as bot, bot.session.ws_connect(ground.setup["gateway"]) as socket:
        await socket.send_json(bot.identify(intents=1 | REACTIONS))
        await told(socket, "GUILD_CREATE")
        message = await bot.says(ground.duels)
        otter = await ground.id("otter")
        await ground.otter.react(message, "🔥")
        added = await told(socket, "MESSAGE_REACTION_ADD")
        assert (added["user_id"], added["message_id"], added["emoji"]) == (
            otter,
            message["id"],
            {"id": None, "name": "🔥"},
        )
        assert (added["member"]["user"]["id"], added["message_author_id"]) == (otter, message["author"]["id"])
        await ground.otter.react(message, "🔥", off=True)
        removed = await told(socket, "MESSAGE_REACTION_REMOVE")
        assert removed["user_id"] == otter
        assert "member" not in removed
        await ground.otter.react(message, WOLF)
        await bot.asks("DELETE", under(message, WOLF))
        assert (await told(socket, "MESSAGE_REACTION_REMOVE_EMOJI"))["emoji"]["name"] == WOLF
        await bot.asks("DELETE", under(message))
        assert (await told(socket, "MESSAGE_REACTION_REMOVE_ALL"))["message_id"] == message["id"]
