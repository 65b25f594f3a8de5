"""Test that bots need permissions to manage channels and members, and that requests may have form bodies.

The comment above a test names the section of Discord's documentation.
"""

from __future__ import annotations

import pytest

from deploy.playground.tests.raw_bot import MULTIPART_HEADERS, open_raw_bot, wait_for_event
from deploy.playground.tests.sandbox import Sandbox, grant_bot_permissions
from discord_playground.client import JSON


# resources/guild, create guild channel.
async def test_creating_and_editing_channels_needs_permissions(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        path = f"/guilds/{sandbox.server['id']}/channels"
        everyone_overwrite = {"id": sandbox.server["id"], "type": 0, "allow": "0", "deny": "1024"}
        bot_overwrite = {"id": sandbox.bot_role_id, "type": 0, "allow": "1024", "deny": "0"}
        body: JSON = {"name": "Den", "topic": "Wolves", "permission_overwrites": [everyone_overwrite, bot_overwrite]}
        status, answer = await bot.request("POST", path, body)
        assert (status, answer["code"]) == (403, 50013)
        await grant_bot_permissions(sandbox, "manage_channels", "manage_roles")
        status, channel = await bot.request("POST", path, body)
        assert (status, channel["name"], channel["topic"]) == (201, "den", "Wolves")
        assert channel["permission_overwrites"] == [everyone_overwrite, bot_overwrite]
        servers = (await sandbox.heron.load_view())["servers"]
        assert all(channel["id"] != shown["id"] for server in servers for shown in server["channels"])
        edit = {"name": "Old Lair", "permission_overwrites": [], "position": 7}
        status, changed = await bot.request("PATCH", f"/channels/{channel['id']}", edit)
        assert (status, changed["name"]) == (200, "old-lair")
        assert (changed["permission_overwrites"], changed["position"]) == ([], 7)


async def test_member_updates_send_gateway_events(sandbox: Sandbox) -> None:
    await sandbox.playground.control("set_intents", bot=sandbox.bot_name, intents=True)
    await grant_bot_permissions(sandbox, "manage_roles")
    async with open_raw_bot(sandbox) as bot, bot.open_gateway(intents=3) as socket:
        status, member = await bot.request("PATCH", f"/guilds/{sandbox.server['id']}/members/@me", {"nick": "Uhu"})
        assert (status, member["nick"]) == (200, "Uhu")
        assert (await wait_for_event(socket, "GUILD_MEMBER_UPDATE"))["nick"] == "Uhu"
        role = (await sandbox.playground.control("create_role", server=sandbox.server["id"], name="Elder"))["role"]
        badger = await sandbox.find_person_id("badger")
        path = f"/guilds/{sandbox.server['id']}/members/{badger}/roles/{role['id']}"
        assert (await bot.request("PUT", path))[0] == 204
        update = await wait_for_event(socket, "GUILD_MEMBER_UPDATE")
        assert (update["user"]["id"], update["roles"]) == (badger, [role["id"]])


# reference, content type and uploading files.
URLENCODED = {"Content-Type": "application/x-www-form-urlencoded"}
MULTIPART_FIELD = '--x\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"content=Hoo+%26+hee%21&tts=false&flags=4096", URLENCODED),
        (
            "".join(MULTIPART_FIELD.format(*field) for field in (("content", "Hoo & hee!"), ("tts", "false"),
                ("flags", "4096")))
            .encode() + b"--x--\r\n",
            MULTIPART_HEADERS,
        ),
        (b"payload_json=%7B%22content%22%3A%22Hoo+%26+hee%21%22%2C%22flags%22%3A4096%7D", URLENCODED),
    ],
    ids=["urlencoded", "multipart", "payload_json"],
)  # fmt: skip
async def test_form_fields_are_accepted_as_message(sandbox: Sandbox, body: bytes, headers: dict[str, str]) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, message = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", body, **headers)
        assert (status, message["content"], message["flags"]) == (200, "Hoo & hee!", 4096)
        digits = b"content=1234567&tts=wolf"
        status, answer = await bot.request("POST", f"/channels/{sandbox.duels_id}/messages", digits, **URLENCODED)
        assert (status, [*answer["errors"]]) == (400, ["tts"])


# resources/guild, guild structure, `system_channel_id`. A new server has one.
async def test_deleted_system_channel_becomes_null(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        path = f"/guilds/{sandbox.server['id']}"
        assert (await bot.request("GET", path))[1]["system_channel_id"] == sandbox.duels_id
        await sandbox.playground.control("delete_channel", channel=sandbox.duels_id)
        assert (await bot.request("GET", path))[1]["system_channel_id"] is None
