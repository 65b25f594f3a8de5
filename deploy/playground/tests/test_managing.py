"""What a bot may manage where it is allowed to: channels and members; and bodies that come as the fields of a form."""

from __future__ import annotations

from typing import Any

import pytest

from deploy.playground.tests.ground import Ground, allowed
from deploy.playground.tests.plain import MULTIPART, plainly, told
from discord_playground.client import JSON


# resources/guild, create guild channel.
async def test_a_channel_is_opened_by_who_may(ground: Ground) -> None:
    async with plainly(ground) as bot:
        path = f"/guilds/{ground.server['id']}/channels"
        everyone = {"id": ground.server["id"], "type": 0, "allow": "0", "deny": "1024"}
        itself = {"id": ground.role, "type": 0, "allow": "1024", "deny": "0"}
        body: JSON = {"name": "Den", "topic": "Wolves", "permission_overwrites": [everyone, itself]}
        status, answer = await bot.asks("POST", path, body)
        assert (status, answer["code"]) == (403, 50013)
        await allowed(ground, "manage_channels", "manage_roles")
        status, made = await bot.asks("POST", path, body)
        assert (status, made["name"], made["topic"]) == (201, "den", "Wolves")
        assert made["permission_overwrites"] == [everyone, itself]
        servers = (await ground.heron.see())["servers"]
        assert all(made["id"] != channel["id"] for server in servers for channel in server["channels"])
        edit = {"name": "Old Lair", "permission_overwrites": [], "position": 7}
        status, changed = await bot.asks("PATCH", f"/channels/{made['id']}", edit)
        assert (status, changed["name"], changed["permission_overwrites"], changed["position"]) == (
            200,
            "old-lair",
            [],
            7,
        )


# resources/guild, modify guild member.
@pytest.mark.parametrize(
    ("body", "permission"),
    [
        ({"nick": "Old Badger"}, "manage_nicknames"),
        ({"roles": []}, "manage_roles"),
    ],
)
async def test_a_member_is_changed_by_who_may(ground: Ground, body: dict[str, Any], permission: str) -> None:
    async with plainly(ground) as bot:
        path = f"/guilds/{ground.server['id']}/members/{await ground.id('badger')}"
        status, answer = await bot.asks("PATCH", path, body)
        assert (status, answer["code"]) == (403, 50013)
        await allowed(ground, permission)
        status, member = await bot.asks("PATCH", path, body)
        assert status == 200
        assert {name: member[name] for name in body} == body
        assert (await bot.asks("GET", path))[1] == member


async def test_nobody_changes_who_stands_above_them(ground: Ground) -> None:
    await allowed(ground, "manage_nicknames")
    async with plainly(ground) as bot:
        path = f"/guilds/{ground.server['id']}/members/{await ground.id('otter')}"
        status, answer = await bot.asks("PATCH", path, {"nick": "Wolf"})
        assert (status, answer["code"]) == (403, 50013)


async def test_a_bot_gives_itself_a_name_and_members_are_told_of(ground: Ground) -> None:
    await ground.playground.stage("set_intents", bot=ground.name, intents=True)
    await allowed(ground, "manage_roles")
    async with plainly(ground) as bot, bot.session.ws_connect(ground.setup["gateway"]) as socket:
        await socket.send_json(bot.identify(intents=3))
        await told(socket, "GUILD_CREATE")
        status, member = await bot.asks("PATCH", f"/guilds/{ground.server['id']}/members/@me", {"nick": "Uhu"})
        assert (status, member["nick"]) == (200, "Uhu")
        assert (await told(socket, "GUILD_MEMBER_UPDATE"))["nick"] == "Uhu"
        role = (await ground.playground.stage("create_role", server=ground.server["id"], name="Elder"))["role"]
        badger = await ground.id("badger")
        path = f"/guilds/{ground.server['id']}/members/{badger}/roles/{role['id']}"
        assert (await bot.asks("PUT", path))[0] == 204
        update = await told(socket, "GUILD_MEMBER_UPDATE")
        assert (update["user"]["id"], update["roles"]) == (badger, [role["id"]])


# reference, content type and uploading files.
URLENCODED = {"Content-Type": "application/x-www-form-urlencoded"}
FIELD = '--x\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"content=Hoo+%26+hee%21&tts=false&flags=4096", URLENCODED),
        (
            "".join(FIELD.format(*field) for field in (("content", "Hoo & hee!"), ("tts", "false"), ("flags", "4096")))
            .encode() + b"--x--\r\n",
            MULTIPART,
        ),
        (b"payload_json=%7B%22content%22%3A%22Hoo+%26+hee%21%22%2C%22flags%22%3A4096%7D", URLENCODED),
    ],
    ids=["urlencoded", "multipart", "whole"],
)  # fmt: skip
async def test_a_body_may_come_as_fields(ground: Ground, body: bytes, headers: dict[str, str]) -> None:
    async with plainly(ground) as bot:
        status, message = await bot.asks("POST", f"/channels/{ground.duels}/messages", body, **headers)
        assert (status, message["content"], message["flags"]) == (200, "Hoo & hee!", 4096)
        digits = b"content=1234567&tts=wolf"
        status, answer = await bot.asks("POST", f"/channels/{ground.duels}/messages", digits, **URLENCODED)
        assert (status, [*answer["errors"]]) == (400, ["tts"])


# resources/guild, guild structure, `system_channel_id`. A new server has one.
async def test_a_server_has_a_channel_to_greet_in_until_it_is_gone(ground: Ground) -> None:
    async with plainly(ground) as bot:
        path = f"/guilds/{ground.server['id']}"
        assert (await bot.asks("GET", path))[1]["system_channel_id"] == ground.duels
        await ground.playground.stage("delete_channel", channel=ground.duels)
        assert (await bot.asks("GET", path))[1]["system_channel_id"] is None
