"""topics/permissions: who may do what where."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from deploy.playground.tests.conformance.conformance_bot import ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from discord_playground.client import JSON

PAGE = DocumentationPage("topics/permissions")
rule = PAGE.rule
ADMINISTRATOR, VIEW_CHANNEL, SEND_MESSAGES, ATTACH_FILES, MENTION_EVERYONE = 1 << 3, 1 << 10, 1 << 11, 1 << 15, 1 << 17
BIT_BY_PERMISSION = {
    "kick_members": 1, "administrator": 3, "manage_channels": 4, "add_reactions": 6, "view_channel": 10,
    "send_messages": 11, "send_tts_messages": 12, "manage_messages": 13, "embed_links": 14, "attach_files": 15,
    "read_message_history": 16, "mention_everyone": 17, "connect": 20, "manage_nicknames": 27, "manage_roles": 28,
    "manage_webhooks": 29, "use_application_commands": 31, "manage_threads": 34, "create_public_threads": 35,
    "create_private_threads": 36, "send_messages_in_threads": 38, "moderate_members": 40, "send_polls": 49,
    "use_external_apps": 50, "pin_messages": 51, "bypass_slowmode": 52,
}  # fmt: skip


async def load_member_permissions(bot: ConformanceBot, place: str, name: str = "heron") -> int:
    """What whoever asks may do there, as it is told to the bot."""
    async with bot.identify_at_gateway(intents=0) as ear:
        told = await bot.forge_command(ear, bot.sandbox.playground.person(name), place)
    return int(told["member"]["permissions"])


async def try_speak(bot: ConformanceBot, place: str) -> int:
    return (await bot.request("POST", f"/channels/{place}/messages", {"content": "Hoo"})).status


async def set_overwrite(bot: ConformanceBot, place: str, whom: str, *allow: str, deny: Sequence[str] = ()) -> None:
    await bot.set_permissions(place, *allow, deny=deny, whom=whom)


@rule("Bitwise Permission Flags", "each permission is its own bit")
async def bits(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        for name, bit in BIT_BY_PERMISSION.items():
            await bot.control("set_permissions", server=other.guild_id, target=other.sandbox.bot_role_id, allow=[name])
            roles = await other.get_json(f"/guilds/{other.guild_id}/roles")
            own = next(int(role["permissions"]) for role in roles if role["id"] == other.sandbox.bot_role_id)
            assert own >> bit & 1, name
            await bot.control(
                "set_permissions", server=other.guild_id, target=other.sandbox.bot_role_id, allow=[], deny=[name]
            )


@rule("Permissions", "they are told as strings, also those of overwrites")
async def strings(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    await bot.set_permissions(place, deny=["attach_files"])
    [told] = (await bot.get_json(f"/channels/{place}"))["permission_overwrites"]
    assert (told["allow"], told["deny"], told["type"]) == ("0", str(ATTACH_FILES), 0)
    assert all(isinstance(role["permissions"], str) for role in await bot.get_json(f"/guilds/{bot.guild_id}/roles"))


@rule("Permission Overwrites", "who owns a server may do everything")
async def owner(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    await set_overwrite(bot, place, "otter", deny=["send_messages"])
    told = await load_member_permissions(bot, place, "otter")
    assert told & (ADMINISTRATOR | SEND_MESSAGES) == ADMINISTRATOR | SEND_MESSAGES


@rule("Permission Overwrites", "an administrator may do everything, whatever is overwritten")
async def administrator(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control(
            "set_permissions", server=other.guild_id, target=other.sandbox.bot_role_id, allow=["administrator"]
        )
        await other.set_permissions(other.sandbox.duels_id, deny=["send_messages", "view_channel"])
        assert await try_speak(other, other.sandbox.duels_id) == 200


@rule("Permission Overwrites", "what is denied to everyone in a channel may be allowed again to a role")
async def role_over_everyone(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    await set_overwrite(bot, place, bot.guild_id, deny=["send_messages"])
    assert await try_speak(bot, place) == 403
    await set_overwrite(bot, place, bot.sandbox.bot_role_id, "send_messages")
    assert await try_speak(bot, place) == 200


@rule("Permission Overwrites", "what is denied to a role may be allowed again to a member, and the other way round")
async def member_over_role(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    await set_overwrite(bot, place, bot.sandbox.bot_role_id, deny=["send_messages"])
    await set_overwrite(bot, place, bot.sandbox.bot_name, "send_messages")
    # A bot's role has its name: whoever is meant is named by their id.
    await set_overwrite(bot, place, bot.application_id, "send_messages")
    assert await try_speak(bot, place) == 200
    await set_overwrite(bot, place, bot.application_id, deny=["send_messages"])
    await set_overwrite(bot, place, bot.sandbox.bot_role_id, "send_messages")
    assert await try_speak(bot, place) == 403


@rule("Permission Hierarchy", "of two roles the one that allows prevails, however they are ordered")
async def allowed_by_one(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control(
            "set_permissions", server=other.guild_id, target=other.sandbox.bot_role_id, allow=["manage_roles"]
        )
        heron = await bot.sandbox.find_person_id("heron")
        roles = [
            (await bot.control("create_role", server=other.guild_id, name=name))["role"]["id"] for name in ("A", "B")
        ]
        for role in roles:
            assert (await other.request("PUT", f"/guilds/{other.guild_id}/members/{heron}/roles/{role}")).status == 204
        for denied, allowed in (roles, roles[::-1]):
            place = await other.create_channel()
            await other.set_permissions(place, deny=["attach_files"], whom=denied)
            await other.set_permissions(place, "attach_files", whom=allowed)
            assert await load_member_permissions(other, place) & ATTACH_FILES


@rule("Permission Hierarchy", "a bot gives roles that stand below its own highest alone")
async def below(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control(
            "set_permissions", server=other.guild_id, target=other.sandbox.bot_role_id, allow=["manage_roles"]
        )
        role = (await bot.control("create_role", server=other.guild_id, name="Elder"))["role"]["id"]
        path = f"/guilds/{other.guild_id}/members/{await bot.sandbox.find_person_id('heron')}/roles"
        assert (await other.request("PUT", f"{path}/{role}")).status == 204
        assert (await other.request("PUT", f"{path}/{other.sandbox.bot_role_id}")).status_and_code == (403, 50013)


@rule("Permission Hierarchy", "a bot changes the names of those alone whose highest role is below its own")
async def names_below(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control(
            "set_permissions", server=other.guild_id, target=other.sandbox.bot_role_id, allow=["manage_nicknames"]
        )
        for name, status in (("heron", 200), ("otter", 403)):
            path = f"/guilds/{other.guild_id}/members/{await bot.sandbox.find_person_id(name)}"
            assert (await other.request("PATCH", path, {"nick": "Uhu"})).status == status


@rule("Implicit Permissions", "whoever may not see a channel may do nothing there")
async def unseen(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    await bot.set_permissions(place, deny=["view_channel"])
    assert await try_speak(bot, place) == 403
    assert (await bot.request("GET", f"/channels/{place}")).status_and_code == (403, 50001)


@rule("Implicit Permissions", "whoever may not enter a voice channel may do nothing else there")
async def unentered(bot: ConformanceBot) -> None:
    place = await bot.create_channel("voice")
    assert await try_speak(bot, place) == 200
    await bot.set_permissions(place, deny=["connect"])
    assert await try_speak(bot, place) == 403


@rule("Inherited Permissions (Threads)", "a thread has its channel's, but who speaks there needs its own")
async def threads(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    thread: JSON = (await bot.request("POST", f"/channels/{place}/threads", {"name": "Oak", "type": 11})).body
    await bot.set_permissions(place, deny=["send_messages"])
    assert (await try_speak(bot, place), await try_speak(bot, thread["id"])) == (403, 200)
    await bot.set_permissions(place, "send_messages", deny=["send_messages_in_threads"])
    assert (await try_speak(bot, place), await try_speak(bot, thread["id"])) == (200, 403)


@rule("Inherited Permissions (Threads)", "whoever does not see the channel sees none of its threads")
async def unseen_threads(bot: ConformanceBot) -> None:
    place = await bot.create_channel()
    thread: JSON = (await bot.request("POST", f"/channels/{place}/threads", {"name": "Oak", "type": 11})).body
    await bot.set_permissions(place, deny=["view_channel"])
    assert (await bot.request("GET", f"/channels/{thread['id']}")).status_and_code == (403, 50001)


@rule("Role Structure", "everybody's has the id of its server")
async def everybody(bot: ConformanceBot) -> None:
    roles = {role["id"]: role for role in await bot.get_json(f"/guilds/{bot.guild_id}/roles")}
    assert (roles[bot.guild_id]["name"], roles[bot.guild_id]["position"]) == ("@everyone", 0)


@rule("Role Tags Structure", "a bot's own role says whose it is, and is managed")
async def bots_own(bot: ConformanceBot) -> None:
    roles = {role["id"]: role for role in await bot.get_json(f"/guilds/{bot.guild_id}/roles")}
    own = roles[bot.sandbox.bot_role_id]
    assert (own["managed"], own["tags"]["bot_id"], "tags" in roles[bot.guild_id]) == (True, bot.application_id, False)


@rule("Role Colors Object", "primary_color is the role's color")
async def colors(bot: ConformanceBot) -> None:
    for role in await bot.get_json(f"/guilds/{bot.guild_id}/roles"):
        assert role["colors"]["primary_color"] == role["color"]


@rule("Permissions For Timed Out Members", "whoever is timed out sees and reads, and nothing else")
async def timed_out(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control(
            "set_permissions", server=other.guild_id, target=other.sandbox.bot_role_id, allow=["moderate_members"]
        )
        path = f"/guilds/{other.guild_id}/members/{await bot.sandbox.find_person_id('heron')}"
        now = datetime.fromisoformat((await other.sandbox.playground.load_clock())["now"])
        until = (now + timedelta(hours=1)).isoformat()
        assert (await other.request("PATCH", path, {"communication_disabled_until": until})).status == 200
        assert (
            await load_member_permissions(other, other.sandbox.duels_id) & (VIEW_CHANNEL | SEND_MESSAGES)
            == VIEW_CHANNEL
        )
        await bot.control("advance_time", seconds=3601)
        assert (
            await load_member_permissions(other, other.sandbox.duels_id) & (VIEW_CHANNEL | SEND_MESSAGES)
            == VIEW_CHANNEL | SEND_MESSAGES
        )
