"""topics/permissions: who may do what where."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Witness
from discord_playground.client import JSON

PAGE = Page("topics/permissions")
says = PAGE.says
ADMINISTRATOR, VIEW, SPEAK, ATTACH, EVERYONE = 1 << 3, 1 << 10, 1 << 11, 1 << 15, 1 << 17
BITS = {
    "kick_members": 1, "administrator": 3, "manage_channels": 4, "add_reactions": 6, "view_channel": 10,
    "send_messages": 11, "send_tts_messages": 12, "manage_messages": 13, "embed_links": 14, "attach_files": 15,
    "read_message_history": 16, "mention_everyone": 17, "connect": 20, "manage_nicknames": 27, "manage_roles": 28,
    "manage_webhooks": 29, "use_application_commands": 31, "manage_threads": 34, "create_public_threads": 35,
    "create_private_threads": 36, "send_messages_in_threads": 38, "moderate_members": 40, "send_polls": 49,
    "use_external_apps": 50, "pin_messages": 51, "bypass_slowmode": 52,
}  # fmt: skip


async def asked(bot: Witness, place: str, name: str = "heron") -> int:
    """What whoever asks may do there, as it is told to the bot."""
    async with bot.hearing(intents=0) as ear:
        told = await bot.called(ear, bot.ground.playground.as_(name), place)
    return int(told["member"]["permissions"])


async def speaks(bot: Witness, place: str) -> int:
    return (await bot.asks("POST", f"/channels/{place}/messages", {"content": "Hoo"})).status


async def overwritten(bot: Witness, place: str, whom: str, *allow: str, deny: Sequence[str] = ()) -> None:
    await bot.may(place, *allow, deny=deny, whom=whom)


@says("Bitwise Permission Flags", "each permission is its own bit")
async def bits(bot: Witness) -> None:
    async with bot.apart() as other:
        for name, bit in BITS.items():
            await bot.stage("set_permissions", server=other.guild, target=other.ground.role, allow=[name])
            roles = await other.get(f"/guilds/{other.guild}/roles")
            own = next(int(role["permissions"]) for role in roles if role["id"] == other.ground.role)
            assert own >> bit & 1, name
            await bot.stage("set_permissions", server=other.guild, target=other.ground.role, allow=[], deny=[name])


@says("Permissions", "they are told as strings, also those of overwrites")
async def strings(bot: Witness) -> None:
    place = await bot.channel()
    await bot.may(place, deny=["attach_files"])
    [told] = (await bot.get(f"/channels/{place}"))["permission_overwrites"]
    assert (told["allow"], told["deny"], told["type"]) == ("0", str(ATTACH), 0)
    assert all(isinstance(role["permissions"], str) for role in await bot.get(f"/guilds/{bot.guild}/roles"))


@says("Permission Overwrites", "who owns a server may do everything")
async def owner(bot: Witness) -> None:
    place = await bot.channel()
    await overwritten(bot, place, "otter", deny=["send_messages"])
    told = await asked(bot, place, "otter")
    assert told & (ADMINISTRATOR | SPEAK) == ADMINISTRATOR | SPEAK


@says("Permission Overwrites", "an administrator may do everything, whatever is overwritten")
async def administrator(bot: Witness) -> None:
    async with bot.apart() as other:
        await bot.stage("set_permissions", server=other.guild, target=other.ground.role, allow=["administrator"])
        await other.may(other.ground.duels, deny=["send_messages", "view_channel"])
        assert await speaks(other, other.ground.duels) == 200


@says("Permission Overwrites", "what is denied to everyone in a channel may be allowed again to a role")
async def role_over_everyone(bot: Witness) -> None:
    place = await bot.channel()
    await overwritten(bot, place, bot.guild, deny=["send_messages"])
    assert await speaks(bot, place) == 403
    await overwritten(bot, place, bot.ground.role, "send_messages")
    assert await speaks(bot, place) == 200


@says("Permission Overwrites", "what is denied to a role may be allowed again to a member, and the other way round")
async def member_over_role(bot: Witness) -> None:
    place = await bot.channel()
    await overwritten(bot, place, bot.ground.role, deny=["send_messages"])
    await overwritten(bot, place, bot.ground.name, "send_messages")
    # A bot's role has its name: whoever is meant is named by their id.
    await overwritten(bot, place, bot.app, "send_messages")
    assert await speaks(bot, place) == 200
    await overwritten(bot, place, bot.app, deny=["send_messages"])
    await overwritten(bot, place, bot.ground.role, "send_messages")
    assert await speaks(bot, place) == 403


@says("Permission Hierarchy", "of two roles the one that allows prevails, however they are ordered")
async def allowed_by_one(bot: Witness) -> None:
    async with bot.apart() as other:
        await bot.stage("set_permissions", server=other.guild, target=other.ground.role, allow=["manage_roles"])
        heron = await bot.ground.id("heron")
        roles = [(await bot.stage("create_role", server=other.guild, name=name))["role"]["id"] for name in ("A", "B")]
        for role in roles:
            assert (await other.asks("PUT", f"/guilds/{other.guild}/members/{heron}/roles/{role}")).status == 204
        for denied, allowed in (roles, roles[::-1]):
            place = await other.channel()
            await other.may(place, deny=["attach_files"], whom=denied)
            await other.may(place, "attach_files", whom=allowed)
            assert await asked(other, place) & ATTACH


@says("Permission Hierarchy", "a bot gives roles that stand below its own highest alone")
async def below(bot: Witness) -> None:
    async with bot.apart() as other:
        await bot.stage("set_permissions", server=other.guild, target=other.ground.role, allow=["manage_roles"])
        role = (await bot.stage("create_role", server=other.guild, name="Elder"))["role"]["id"]
        path = f"/guilds/{other.guild}/members/{await bot.ground.id('heron')}/roles"
        assert (await other.asks("PUT", f"{path}/{role}")).status == 204
        assert (await other.asks("PUT", f"{path}/{other.ground.role}")).refusal == (403, 50013)


@says("Permission Hierarchy", "a bot changes the names of those alone whose highest role is below its own")
async def names_below(bot: Witness) -> None:
    async with bot.apart() as other:
        await bot.stage("set_permissions", server=other.guild, target=other.ground.role, allow=["manage_nicknames"])
        for name, status in (("heron", 200), ("otter", 403)):
            path = f"/guilds/{other.guild}/members/{await bot.ground.id(name)}"
            assert (await other.asks("PATCH", path, {"nick": "Uhu"})).status == status


@says("Implicit Permissions", "whoever may not see a channel may do nothing there")
async def unseen(bot: Witness) -> None:
    place = await bot.channel()
    await bot.may(place, deny=["view_channel"])
    assert await speaks(bot, place) == 403
    assert (await bot.asks("GET", f"/channels/{place}")).refusal == (403, 50001)


@says("Implicit Permissions", "whoever may not enter a voice channel may do nothing else there")
async def unentered(bot: Witness) -> None:
    place = await bot.channel("voice")
    assert await speaks(bot, place) == 200
    await bot.may(place, deny=["connect"])
    assert await speaks(bot, place) == 403


@says("Inherited Permissions (Threads)", "a thread has its channel's, but who speaks there needs its own")
async def threads(bot: Witness) -> None:
    place = await bot.channel()
    thread: JSON = (await bot.asks("POST", f"/channels/{place}/threads", {"name": "Oak", "type": 11})).body
    await bot.may(place, deny=["send_messages"])
    assert (await speaks(bot, place), await speaks(bot, thread["id"])) == (403, 200)
    await bot.may(place, "send_messages", deny=["send_messages_in_threads"])
    assert (await speaks(bot, place), await speaks(bot, thread["id"])) == (200, 403)


@says("Inherited Permissions (Threads)", "whoever does not see the channel sees none of its threads")
async def unseen_threads(bot: Witness) -> None:
    place = await bot.channel()
    thread: JSON = (await bot.asks("POST", f"/channels/{place}/threads", {"name": "Oak", "type": 11})).body
    await bot.may(place, deny=["view_channel"])
    assert (await bot.asks("GET", f"/channels/{thread['id']}")).refusal == (403, 50001)


@says("Role Structure", "everybody's has the id of its server")
async def everybody(bot: Witness) -> None:
    roles = {role["id"]: role for role in await bot.get(f"/guilds/{bot.guild}/roles")}
    assert (roles[bot.guild]["name"], roles[bot.guild]["position"]) == ("@everyone", 0)


@says("Role Tags Structure", "a bot's own role says whose it is, and is managed")
async def bots_own(bot: Witness) -> None:
    roles = {role["id"]: role for role in await bot.get(f"/guilds/{bot.guild}/roles")}
    own = roles[bot.ground.role]
    assert (own["managed"], own["tags"]["bot_id"], "tags" in roles[bot.guild]) == (True, bot.app, False)


@says("Role Colors Object", "primary_color is the role's color")
async def colors(bot: Witness) -> None:
    for role in await bot.get(f"/guilds/{bot.guild}/roles"):
        assert role["colors"]["primary_color"] == role["color"]


@says("Permissions For Timed Out Members", "whoever is timed out sees and reads, and nothing else")
async def timed_out(bot: Witness) -> None:
    async with bot.apart() as other:
        await bot.stage("set_permissions", server=other.guild, target=other.ground.role, allow=["moderate_members"])
        path = f"/guilds/{other.guild}/members/{await bot.ground.id('heron')}"
        now = datetime.fromisoformat((await other.ground.playground.clock())["now"])
        until = (now + timedelta(hours=1)).isoformat()
        assert (await other.asks("PATCH", path, {"communication_disabled_until": until})).status == 200
        assert await asked(other, other.ground.duels) & (VIEW | SPEAK) == VIEW
        await bot.stage("advance_time", seconds=3601)
        assert await asked(other, other.ground.duels) & (VIEW | SPEAK) == VIEW | SPEAK
