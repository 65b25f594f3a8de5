"""Rules from the documentation page topics/permissions: permissions, overwrites and roles."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from deploy.playground.tests.conformance.conformance_bot import ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from deploy.playground.tests.sandbox import grant_bot_permissions
from discord_playground.client import JSON

PAGE = DocumentationPage("topics/permissions")
rule = PAGE.rule
ADMINISTRATOR, VIEW_CHANNEL, SEND_MESSAGES, ATTACH_FILES = 1 << 3, 1 << 10, 1 << 11, 1 << 15
BIT_BY_PERMISSION = {
    "kick_members": 1, "administrator": 3, "manage_channels": 4, "add_reactions": 6, "view_channel": 10,
    "send_messages": 11, "send_tts_messages": 12, "manage_messages": 13, "embed_links": 14, "attach_files": 15,
    "read_message_history": 16, "mention_everyone": 17, "connect": 20, "manage_nicknames": 27, "manage_roles": 28,
    "manage_webhooks": 29, "use_application_commands": 31, "manage_threads": 34, "create_public_threads": 35,
    "create_private_threads": 36, "send_messages_in_threads": 38, "moderate_members": 40, "send_polls": 49,
    "use_external_apps": 50, "pin_messages": 51, "bypass_slowmode": 52,
}  # fmt: skip


async def load_member_permissions(bot: ConformanceBot, channel_id: str, name: str = "heron") -> int:
    """Return the permissions of a member in a channel, as contained in an interaction of the member."""
    async with bot.identify_at_gateway(intents=0) as gateway:
        interaction = await bot.forge_command(gateway, bot.sandbox.playground.person(name), channel_id)
    return int(interaction["member"]["permissions"])


async def try_send_message(bot: ConformanceBot, channel_id: str) -> int:
    return (await bot.request("POST", f"/channels/{channel_id}/messages", {"content": "Hoo"})).status


async def set_overwrite(
    bot: ConformanceBot, channel_id: str, target_id: str, *allow: str, deny: Sequence[str] = ()
) -> None:
    await bot.set_permissions(channel_id, *allow, deny=deny, target=target_id)


@rule("Bitwise Permission Flags", "Each permission is its own bit.")
async def permission_bits(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        for name, bit in BIT_BY_PERMISSION.items():
            await grant_bot_permissions(other.sandbox, name)
            roles = await other.get_json(f"/guilds/{other.guild_id}/roles")
            own = next(int(role["permissions"]) for role in roles if role["id"] == other.sandbox.bot_role_id)
            assert own >> bit & 1, name
            await bot.control(
                "set_permissions", server=other.guild_id, target=other.sandbox.bot_role_id, allow=[], deny=[name]
            )


@rule("Permissions", "Permissions are strings, also in overwrites.")
async def permission_strings(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await bot.set_permissions(channel_id, deny=["attach_files"])
    [overwrite] = (await bot.get_json(f"/channels/{channel_id}"))["permission_overwrites"]
    assert (overwrite["allow"], overwrite["deny"], overwrite["type"]) == ("0", str(ATTACH_FILES), 0)
    assert all(isinstance(role["permissions"], str) for role in await bot.get_json(f"/guilds/{bot.guild_id}/roles"))


@rule("Permission Overwrites", "The owner of a server has all permissions.")
async def server_owner(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await set_overwrite(bot, channel_id, "otter", deny=["send_messages"])
    permissions = await load_member_permissions(bot, channel_id, "otter")
    assert permissions & (ADMINISTRATOR | SEND_MESSAGES) == ADMINISTRATOR | SEND_MESSAGES


@rule("Permission Overwrites", "An administrator has all permissions, regardless of overwrites.")
async def administrator(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_bot_permissions(other.sandbox, "administrator")
        await other.set_permissions(other.sandbox.duels_id, deny=["send_messages", "view_channel"])
        assert await try_send_message(other, other.sandbox.duels_id) == 200


@rule("Permission Overwrites", "A role overwrite takes precedence over the overwrite of @everyone.")
async def role_over_everyone(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await set_overwrite(bot, channel_id, bot.guild_id, deny=["send_messages"])
    assert await try_send_message(bot, channel_id) == 403
    await set_overwrite(bot, channel_id, bot.sandbox.bot_role_id, "send_messages")
    assert await try_send_message(bot, channel_id) == 200


@rule("Permission Overwrites", "A member overwrite takes precedence over role overwrites.")
async def member_over_role(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await set_overwrite(bot, channel_id, bot.sandbox.bot_role_id, deny=["send_messages"])
    await set_overwrite(bot, channel_id, bot.sandbox.bot_name, "send_messages")
    # The overwrite is set by ID, because the bot and its role have the same name.
    await set_overwrite(bot, channel_id, bot.application_id, "send_messages")
    assert await try_send_message(bot, channel_id) == 200
    await set_overwrite(bot, channel_id, bot.application_id, deny=["send_messages"])
    await set_overwrite(bot, channel_id, bot.sandbox.bot_role_id, "send_messages")
    assert await try_send_message(bot, channel_id) == 403


@rule("Permission Hierarchy", "If role overwrites conflict, the permission is allowed, regardless of role order.")
async def conflicting_roles(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_bot_permissions(other.sandbox, "manage_roles")
        heron_id = await bot.sandbox.find_person_id("heron")
        roles = [
            (await bot.control("create_role", server=other.guild_id, name=name))["role"]["id"] for name in ("A", "B")
        ]
        for role in roles:
            reply = await other.request("PUT", f"/guilds/{other.guild_id}/members/{heron_id}/roles/{role}")
            assert reply.status == 204
        for denied, allowed in (roles, roles[::-1]):
            channel_id = await other.create_channel()
            await other.set_permissions(channel_id, deny=["attach_files"], target=denied)
            await other.set_permissions(channel_id, "attach_files", target=allowed)
            assert await load_member_permissions(other, channel_id) & ATTACH_FILES


@rule("Permission Hierarchy", "A bot can assign only roles below its own highest role.")
async def role_hierarchy(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_bot_permissions(other.sandbox, "manage_roles")
        role = (await bot.control("create_role", server=other.guild_id, name="Elder"))["role"]["id"]
        path = f"/guilds/{other.guild_id}/members/{await bot.sandbox.find_person_id('heron')}/roles"
        assert (await other.request("PUT", f"{path}/{role}")).status == 204
        assert (await other.request("PUT", f"{path}/{other.sandbox.bot_role_id}")).status_and_code == (403, 50013)


@rule("Permission Hierarchy", "A bot can rename only members whose highest role is below its own.")
async def nickname_hierarchy(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_bot_permissions(other.sandbox, "manage_nicknames")
        for name, status in (("heron", 200), ("otter", 403)):
            path = f"/guilds/{other.guild_id}/members/{await bot.sandbox.find_person_id(name)}"
            assert (await other.request("PATCH", path, {"nick": "Uhu"})).status == status


@rule("Implicit Permissions", "Without VIEW_CHANNEL a member can do nothing in a channel.")
async def no_view_channel(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await bot.set_permissions(channel_id, deny=["view_channel"])
    assert await try_send_message(bot, channel_id) == 403
    assert (await bot.request("GET", f"/channels/{channel_id}")).status_and_code == (403, 50001)


@rule("Implicit Permissions", "Without CONNECT a member can do nothing in a voice channel.")
async def no_connect(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel("voice")
    assert await try_send_message(bot, channel_id) == 200
    await bot.set_permissions(channel_id, deny=["connect"])
    assert await try_send_message(bot, channel_id) == 403


@rule("Inherited Permissions (Threads)", "Threads inherit permissions, but sending needs SEND_MESSAGES_IN_THREADS.")
async def thread_permissions(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    thread: JSON = (await bot.request("POST", f"/channels/{channel_id}/threads", {"name": "Oak", "type": 11})).body
    await bot.set_permissions(channel_id, deny=["send_messages"])
    assert (await try_send_message(bot, channel_id), await try_send_message(bot, thread["id"])) == (403, 200)
    await bot.set_permissions(channel_id, "send_messages", deny=["send_messages_in_threads"])
    assert (await try_send_message(bot, channel_id), await try_send_message(bot, thread["id"])) == (200, 403)


@rule("Inherited Permissions (Threads)", "Without VIEW_CHANNEL the threads of a channel are hidden too.")
async def hidden_threads(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    thread: JSON = (await bot.request("POST", f"/channels/{channel_id}/threads", {"name": "Oak", "type": 11})).body
    await bot.set_permissions(channel_id, deny=["view_channel"])
    assert (await bot.request("GET", f"/channels/{thread['id']}")).status_and_code == (403, 50001)


@rule("Role Structure", "The @everyone role has the ID of its server.")
async def everyone_role(bot: ConformanceBot) -> None:
    roles = {role["id"]: role for role in await bot.get_json(f"/guilds/{bot.guild_id}/roles")}
    assert (roles[bot.guild_id]["name"], roles[bot.guild_id]["position"]) == ("@everyone", 0)


@rule("Role Tags Structure", "The role of a bot is managed and has the bot's ID in its tags.")
async def bot_role(bot: ConformanceBot) -> None:
    roles = {role["id"]: role for role in await bot.get_json(f"/guilds/{bot.guild_id}/roles")}
    own = roles[bot.sandbox.bot_role_id]
    assert (own["managed"], own["tags"]["bot_id"], "tags" in roles[bot.guild_id]) == (True, bot.application_id, False)


@rule("Role Colors Object", "primary_color is the role's color.")
async def role_colors(bot: ConformanceBot) -> None:
    for role in await bot.get_json(f"/guilds/{bot.guild_id}/roles"):
        assert role["colors"]["primary_color"] == role["color"]


@rule("Permissions For Timed Out Members", "A timed-out member can only view channels and read messages.")
async def timed_out_members(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_bot_permissions(other.sandbox, "moderate_members")
        path = f"/guilds/{other.guild_id}/members/{await bot.sandbox.find_person_id('heron')}"
        now = datetime.fromisoformat((await other.sandbox.playground.load_clock())["now"])
        until = (now + timedelta(hours=1)).isoformat()
        assert (await other.request("PATCH", path, {"communication_disabled_until": until})).status == 200
        permissions = await load_member_permissions(other, other.sandbox.duels_id)
        assert permissions & (VIEW_CHANNEL | SEND_MESSAGES) == VIEW_CHANNEL
        await bot.control("advance_time", seconds=3601)
        permissions = await load_member_permissions(other, other.sandbox.duels_id)
        assert permissions & (VIEW_CHANNEL | SEND_MESSAGES) == VIEW_CHANNEL | SEND_MESSAGES
