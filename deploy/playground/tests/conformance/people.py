"""Rules from the documentation of users, members and apps: resources/user, resources/guild, resources/application."""

from __future__ import annotations

from datetime import datetime, timedelta

from deploy.playground.tests.conformance.conformance_bot import DEFAULT_INTENTS, ApiReply, ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from deploy.playground.tests.raw_bot import image_data_uri
from deploy.playground.tests.sandbox import grant_bot_permissions
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import JSON

USERS = DocumentationPage("resources/user")
GUILDS = DocumentationPage("resources/guild")
APPS = DocumentationPage("resources/application")
TIMEOUT_FIELD = "communication_disabled_until"


async def member_path(bot: ConformanceBot, name: str = "heron") -> str:
    return f"/guilds/{bot.guild_id}/members/{await bot.sandbox.find_person_id(name)}"


async def create_channel(bot: ConformanceBot, **fields: object) -> ApiReply:
    return await bot.request("POST", f"/guilds/{bot.guild_id}/channels", {"name": "den", **fields})


@USERS.rule("Usernames and Nicknames", "A username has 2 to 32 characters.")
async def usernames(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        for length, error_paths in ((1, {"username"}), (32, set()), (33, {"username"})):
            assert (await other.request("PATCH", "/users/@me", {"username": "u" * length})).error_paths == error_paths


@USERS.rule("Usernames and Nicknames", "A nickname has 1 to 32 characters; an empty one removes it.")
async def nicknames(bot: ConformanceBot) -> None:
    path = f"/guilds/{bot.guild_id}/members/@me"
    assert (await bot.request("PATCH", path, {"nick": "n" * 32})).body["nick"] == "n" * 32
    assert (await bot.request("PATCH", path, {"nick": "n" * 33})).error_paths == {"nick"}
    assert (await bot.request("PATCH", path, {"nick": ""})).body["nick"] is None


@USERS.rule("Usernames and Nicknames", "A username contains no @, #, : or discord, and is not everyone or here.")
async def forbidden_usernames(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        for name in ("o@wl", "o#wl", "o:wl", "o```wl", "my discord", "everyone", "here"):
            assert (await other.request("PATCH", "/users/@me", {"username": name})).error_paths == {"username"}


@USERS.rule("User Structure", "bot is true for bots only.")
async def bot_field(bot: ConformanceBot) -> None:
    own = await bot.get_json("/users/@me")
    heron = await bot.get_json(f"/users/{await bot.sandbox.find_person_id('heron')}")
    assert (own["bot"], heron.get("bot", False), heron["global_name"]) == (True, False, "Heron")


@USERS.rule("Modify Current User", "A bot can change its username and receives USER_UPDATE.")
async def rename_bot(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway(intents=0) as gateway:
        name = f"Uhu {other.application_id}"
        assert (await other.request("PATCH", "/users/@me", {"username": name})).body["username"] == name
        assert (await gateway.wait_for_event("USER_UPDATE"))["username"] == name


@USERS.rule("Modify Current User", "A bot can set its avatar.")
async def set_avatar(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        reply = await other.request("PATCH", "/users/@me", {"avatar": image_data_uri(draw_avatar_png(5))})
        assert reply.status == 200


@USERS.rule("Get Current User Guilds", "Each server has an ID, a name, permissions and whether the bot owns it.")
async def own_guilds(bot: ConformanceBot) -> None:
    [guild] = await bot.get_json("/users/@me/guilds")
    assert (guild["id"], guild["owner"], isinstance(guild["permissions"], str)) == (bot.guild_id, False, True)


@USERS.rule("Get Current User Guilds", "Servers are paged by before, after and limit.")
async def guild_pages(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("add_member", server=other.guild_id, target=bot.sandbox.bot_name)
        first, second = sorted((bot.guild_id, other.guild_id), key=int)

        async def list_guild_ids(query: str) -> list[str]:
            return [guild["id"] for guild in await bot.get_json(f"/users/@me/guilds?{query}")]

        pages = [await list_guild_ids(query) for query in ("limit=1", f"after={first}", f"before={second}")]
        await bot.control("remove_member", server=other.guild_id, target=bot.sandbox.bot_name)
    assert pages == [[first], [second], [first]]


@USERS.rule("Leave Guild", "Leaving a server returns 204 and sends GUILD_DELETE.")
async def leave_guild(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as gateway:
        assert (await other.request("DELETE", f"/users/@me/guilds/{other.guild_id}")).status == 204
        assert (await gateway.wait_for_event("GUILD_DELETE"))["id"] == other.guild_id


@USERS.rule("Create DM", "An existing direct message channel is returned again.")
async def existing_dm(bot: ConformanceBot) -> None:
    body = {"recipient_id": await bot.sandbox.find_person_id("heron")}
    first, second = [(await bot.request("POST", "/users/@me/channels", body)).body for _ in range(2)]
    assert (first["id"], first["type"]) == (second["id"], 1)
    assert [recipient["id"] for recipient in first["recipients"]] == [body["recipient_id"]]


@GUILDS.rule("Get Guild", "with_counts adds the approximate member count.")
async def member_count(bot: ConformanceBot) -> None:
    guild = await bot.get_json(f"/guilds/{bot.guild_id}?with_counts=true")
    assert (guild["id"], guild["approximate_member_count"]) == (bot.guild_id, 5)
    assert "approximate_member_count" not in await bot.get_json(f"/guilds/{bot.guild_id}")


@GUILDS.rule("Guild Structure", "A server has an owner, a locale, roles and a system channel.")
async def guild_fields(bot: ConformanceBot) -> None:
    guild = await bot.get_json(f"/guilds/{bot.guild_id}")
    assert (guild["owner_id"], guild["preferred_locale"]) == (await bot.sandbox.find_person_id("otter"), "en-US")
    assert guild["system_channel_id"] == bot.sandbox.duels_id
    assert {role["id"] for role in guild["roles"]} >= {bot.guild_id, bot.sandbox.bot_role_id}


@GUILDS.rule("Get Guild Channels", "The channels of a server are listed without threads.")
async def guild_channels(bot: ConformanceBot) -> None:
    thread = await bot.heron.create_thread(bot.sandbox.duels_id, "nest")
    ids = [channel["id"] for channel in await bot.get_json(f"/guilds/{bot.guild_id}/channels")]
    assert (bot.sandbox.duels_id in ids, thread["id"] in ids) == (True, False)


@GUILDS.rule("Create Guild Channel", "Creating a channel needs MANAGE_CHANNELS and sends CHANNEL_CREATE.")
async def create_guild_channel(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        assert (await create_channel(other)).status_and_code == (403, 50013)
        await grant_bot_permissions(other.sandbox, "manage_channels")
        async with other.identify_at_gateway() as gateway:
            reply = await create_channel(other, topic="Owls")
            channel = await gateway.wait_for_event("CHANNEL_CREATE")
    assert (reply.status, reply.body["topic"], channel["id"]) == (201, "Owls", reply.body["id"])


@GUILDS.rule("Create Guild Channel", "A bot cannot allow or deny permissions that it lacks.")
async def overwrite_limits(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_bot_permissions(other.sandbox, "manage_channels", "manage_roles")
        for bit, status in ((1 << 11, 201), (1 << 2, 403)):
            overwrite = {"id": other.guild_id, "type": 0, "allow": "0", "deny": str(bit)}
            assert (await create_channel(other, permission_overwrites=[overwrite])).status == status


@GUILDS.rule("Create Guild Channel", "allow and deny default to no permissions.")
async def overwrite_defaults(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_bot_permissions(other.sandbox, "manage_channels", "manage_roles")
        reply = await create_channel(other, permission_overwrites=[{"id": other.guild_id, "type": 0}])
    [overwrite] = reply.body["permission_overwrites"]
    assert (overwrite["allow"], overwrite["deny"]) == ("0", "0")


@GUILDS.rule("Get Guild Member", "A member is returned with their user.")
async def get_guild_member(bot: ConformanceBot) -> None:
    assert (await bot.get_json(await member_path(bot)))["user"]["username"] == "heron"


@GUILDS.rule("List Guild Members", "Members are paged by ID, 1 to 1,000 at a time and 1 by default.")
async def list_guild_members(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("set_intents", bot=other.sandbox.bot_name, intents=True)
        path = f"/guilds/{other.guild_id}/members"
        ids = [member["user"]["id"] for member in await other.get_json(f"{path}?limit=1000")]
        assert ids == sorted(ids, key=int)
        assert [member["user"]["id"] for member in await other.get_json(path)] == ids[:1]
        assert [member["user"]["id"] for member in await other.get_json(f"{path}?limit=2&after={ids[1]}")] == ids[2:4]
        assert [(await other.request("GET", f"{path}?limit={limit}")).status for limit in (0, 1001)] == [400, 400]


@GUILDS.rule("Search Guild Members", "Members can be searched by the start of their name.")
async def search_members(bot: ConformanceBot) -> None:
    reply = await bot.request("GET", f"/guilds/{bot.guild_id}/members/search?query=her&limit=5")
    assert reply.status == 200
    assert [member["user"]["username"] for member in reply.body] == ["heron"]


@GUILDS.rule("Modify Guild Member", "Each field needs its own permission.")
async def modify_member_permissions(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        fields: list[tuple[str, JSON]] = [
            ("manage_nicknames", {"nick": "Uhu"}),
            ("manage_roles", {"roles": []}),
        ]
        for permission, body in fields:
            assert (await other.request("PATCH", await member_path(other), body)).status_and_code == (403, 50013)
            await grant_bot_permissions(other.sandbox, permission)
            assert (await other.request("PATCH", await member_path(other), body)).status == 200


@GUILDS.rule("Modify Guild Member", "A timeout lasts at most 28 days, and administrators cannot be timed out.")
async def timeouts(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_bot_permissions(other.sandbox, "moderate_members")
        now = datetime.fromisoformat((await other.sandbox.playground.load_clock())["now"])
        for days, status in ((27, 200), (29, 400)):
            until = {TIMEOUT_FIELD: (now + timedelta(days=days)).isoformat()}
            assert (await other.request("PATCH", await member_path(other), until)).status == status
        assert (await other.request("PATCH", await member_path(other, "otter"), until)).status in {400, 403}
        reply = await other.request("PATCH", await member_path(other), {TIMEOUT_FIELD: None})
        assert reply.body[TIMEOUT_FIELD] is None


@GUILDS.rule("Modify Guild Member", "An edit sends GUILD_MEMBER_UPDATE to sessions with the GUILD_MEMBERS intent.")
async def member_update_event(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_bot_permissions(other.sandbox, "manage_nicknames")
        await bot.control("set_intents", bot=other.sandbox.bot_name, intents=True)
        async with other.identify_at_gateway(intents=DEFAULT_INTENTS | 2) as gateway:
            await other.request("PATCH", await member_path(other), {"nick": "Uhu"})
            event = await gateway.wait_for_event("GUILD_MEMBER_UPDATE")
    assert (event["nick"], event["guild_id"]) == ("Uhu", other.guild_id)


@GUILDS.rule("Modify Current Member", "Changing the bot's own nickname needs CHANGE_NICKNAME.")
async def own_nickname(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        path = f"/guilds/{other.guild_id}/members/@me"
        assert (await other.request("PATCH", path, {"nick": "Uhu"})).body["nick"] == "Uhu"
        await bot.control(
            "set_permissions", server=other.guild_id, target=other.guild_id, allow=[], deny=["change_nickname"]
        )
        assert (await other.request("PATCH", path, {"nick": "Owl"})).status_and_code == (403, 50013)


@GUILDS.rule("Add Guild Member Role", "Adding a role returns 204 and needs MANAGE_ROLES.")
async def member_roles(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        role_id = (await bot.control("create_role", server=other.guild_id, name="Elder"))["role"]["id"]
        path = f"{await member_path(other)}/roles/{role_id}"
        assert (await other.request("PUT", path)).status_and_code == (403, 50013)
        await grant_bot_permissions(other.sandbox, "manage_roles")
        assert (await other.request("PUT", path)).status == 204
        assert (await other.get_json(await member_path(other)))["roles"] == [role_id]
        assert (await other.request("DELETE", path)).status == 204
        assert (await other.get_json(await member_path(other)))["roles"] == []


@GUILDS.rule("Modify Guild Member", "A bot can assign only roles below its own highest role, by either route.")
async def role_hierarchy(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        elder_id = (await bot.control("create_role", server=other.guild_id, name="Elder"))["role"]["id"]
        await grant_bot_permissions(other.sandbox, "manage_roles")
        path, own_path = await member_path(other), f"/guilds/{other.guild_id}/members/{other.application_id}"
        assert (await other.request("PATCH", path, {"roles": [elder_id]})).body["roles"] == [elder_id]
        for refused in ([elder_id, other.sandbox.bot_role_id], [other.guild_id]):
            assert (await other.request("PATCH", path, {"roles": refused})).status_and_code == (403, 50013)
        assert (await other.request("PATCH", own_path, {"roles": [other.sandbox.bot_role_id, elder_id]})).status == 200
        assert (await other.request("PATCH", own_path, {"roles": [elder_id]})).status_and_code == (403, 50013)


@GUILDS.rule("Get Guild Role", "A role is returned by its ID.")
async def get_role(bot: ConformanceBot) -> None:
    reply = await bot.request("GET", f"/guilds/{bot.guild_id}/roles/{bot.sandbox.bot_role_id}")
    assert (reply.status, reply.body["id"]) == (200, bot.sandbox.bot_role_id)


@GUILDS.rule("Create Guild Role", "A bot can create a role.")
async def create_role(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_bot_permissions(other.sandbox, "manage_roles")
        assert (await other.request("POST", f"/guilds/{other.guild_id}/roles", {"name": "Elder"})).status == 200


@GUILDS.rule("Remove Guild Member", "A bot can remove a member from a server.")
async def kick_member(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_bot_permissions(other.sandbox, "kick_members")
        assert (await other.request("DELETE", await member_path(other))).status == 204


@APPS.rule("Get Current Application", "An application has an ID, a name, an owner and a public key for signatures.")
async def own_application(bot: ConformanceBot) -> None:
    application = await bot.get_json("/applications/@me")
    assert (application["id"], application["name"]) == (bot.application_id, bot.sandbox.bot_name)
    assert len(bytes.fromhex(application["verify_key"])) == 32
    assert application["owner"]["username"]


@APPS.rule("Edit Current Application", "An edit changes only the fields that it contains.")
async def edit_application(bot: ConformanceBot) -> None:
    before = await bot.get_json("/applications/@me")
    changed = (await bot.request("PATCH", "/applications/@me", {"description": "An owl"})).body
    assert changed == before | {"description": "An owl"}


@APPS.rule("Application Flags", "The flags show which privileged intents were granted.")
async def application_flags(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        before = (await other.get_json("/applications/@me"))["flags"]
        await bot.control("set_intents", bot=other.sandbox.bot_name, intents=True)
        after = (await other.get_json("/applications/@me"))["flags"]
    privileged = 1 << 12 | 1 << 13 | 1 << 14 | 1 << 15 | 1 << 18 | 1 << 19
    assert (before & privileged, bool(after & privileged)) == (0, True)


@APPS.rule("User Context", "A user-installed app has at most the permissions of its user.")
async def user_context(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as gateway:
        await other.heron.set_bot_installed(other.sandbox.bot_name)
        channel_id = await bot.create_channel()
        for is_denied, expected_flag in ((False, 0), (True, 64)):
            await bot.set_permissions(
                channel_id,
                *([] if is_denied else ["send_messages"]),
                deny=["send_messages"] if is_denied else [],
                target=await bot.sandbox.find_person_id("heron"),
            )
            interaction = await other.forge_command(gateway, other.heron, channel_id)
            message = await other.respond_with_message(interaction, 4, {"content": "Hoo"})
            assert message["flags"] & 64 == expected_flag
        await other.heron.set_bot_installed(other.sandbox.bot_name, installed=False)


@APPS.rule("Installation Context", "A user-installed app cannot access the server with its bot token.")
async def no_server_access(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await other.heron.set_bot_installed(other.sandbox.bot_name)
        assert (await other.request("GET", f"/guilds/{bot.guild_id}")).status_and_code == (403, 50001)
        reply = await other.request("GET", f"/channels/{bot.sandbox.duels_id}/messages")
        assert reply.status_and_code == (403, 50001)
        reply = await other.request("POST", f"/channels/{bot.sandbox.duels_id}/messages", {"content": "Hoo"})
        assert reply.status == 403
        await other.heron.set_bot_installed(other.sandbox.bot_name, installed=False)
