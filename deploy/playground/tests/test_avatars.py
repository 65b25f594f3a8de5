"""Pictures of people and bots: given, told of, fetched and taken away; drawn where there is none."""

from __future__ import annotations

from base64 import b64encode

from deploy.playground.cdn import tile
from deploy.playground.client import JSON
from deploy.playground.tests.ground import Ground
from deploy.playground.tests.plain import Plain, plainly, told, written


async def fetched(bot: Plain, url: str) -> bytes:
    async with bot.session.get(url) as response:
        assert (response.status, response.content_type) == (200, "image/png")
        return await response.read()


async def seen(ground: Ground, name: str) -> JSON:
    people = (await ground.otter.see())["people"]
    return next(one for one in people if one["username"] == name)


# resources/user, modify current user; reference, CDN endpoints.
async def test_a_bot_has_the_picture_that_it_gives_itself(ground: Ground) -> None:
    async with plainly(ground) as bot, bot.session.ws_connect(ground.setup["gateway"]) as socket:
        await socket.send_json(bot.identify())
        await told(socket, "GUILD_CREATE")
        status, me = await bot.asks("PATCH", "/users/@me", {"avatar": written(tile(5))})
        assert status == 200
        assert (await told(socket, "USER_UPDATE"))["avatar"] == me["avatar"]
        url = f"{ground.setup['cdn']}/avatars/{me['id']}/{me['avatar']}.png"
        assert (await seen(ground, ground.name))["avatar_url"] == url
        assert await fetched(bot, url) == tile(5)
        assert (await bot.says(ground.duels))["author"]["avatar"] == me["avatar"]
        _, other = await bot.asks("PATCH", "/users/@me", {"avatar": written(tile(6))})
        assert other["avatar"] != me["avatar"]
        _, none = await bot.asks("PATCH", "/users/@me", {"avatar": None})
        assert none["avatar"] is None
        drawn = (await seen(ground, ground.name))["avatar_url"]
        assert "/embed/avatars/" in drawn
        await fetched(bot, drawn)


async def test_what_is_no_picture_is_no_avatar(ground: Ground) -> None:
    async with plainly(ground) as bot:
        for wrong in ("wolf", written(b"a wolf"), 7):
            status, answer = await bot.asks("PATCH", "/users/@me", {"avatar": wrong})
            assert (status, [*answer["errors"]]) == (400, ["avatar"])


async def test_anybody_may_be_given_one(ground: Ground) -> None:
    made = await ground.playground.stage("user", name=f"Wren of {ground.name}")
    wren = made["user"]["id"]
    await ground.playground.stage("avatar", whom=wren, picture=b64encode(tile(9)).decode())
    async with plainly(ground) as bot:
        _, user = await bot.asks("GET", f"/users/{wren}")
        assert await fetched(bot, f"{ground.setup['cdn']}/avatars/{wren}/{user['avatar']}.png") == tile(9)
        await ground.playground.stage("avatar", whom=wren)
        assert (await bot.asks("GET", f"/users/{wren}"))[1]["avatar"] is None
