"""resources/user, resources/guild and resources/application: people, servers and members, and the app itself.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from deploy.playground.tests.conformance.conformance_bot import DEFAULT_INTENTS, ApiReply, ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from deploy.playground.tests.raw_bot import image_data_uri
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import JSON

USERS = DocumentationPage("resources/user")
GUILDS = DocumentationPage("resources/guild")
APPS = DocumentationPage("resources/application")
TIMEOUT_FIELD = "communication_disabled_until"


async def grant_server_permissions(bot: ConformanceBot, *names: str) -> None:
    await bot.control("set_permissions", server=bot.guild_id, target=bot.sandbox.bot_role_id, allow=list(names))


async def member_path(bot: ConformanceBot, name: str = "heron") -> str:
    return f"/guilds/{bot.guild_id}/members/{await bot.sandbox.find_person_id(name)}"


async def create_channel(bot: ConformanceBot, **fields: object) -> ApiReply:
    return await bot.request("POST", f"/guilds/{bot.guild_id}/channels", {"name": "den", **fields})


@USERS.rule("Usernames and Nicknames", "a user's name has 2 to 32 characters")
async def usernames(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        for length, wrong in ((1, {"username"}), (32, set()), (33, {"username"})):
            assert (await other.request("PATCH", "/users/@me", {"username": "u" * length})).fault_paths == wrong


@USERS.rule("Usernames and Nicknames", "a nickname has 1 to 32 characters, and an empty one is none")
async def nicknames(bot: ConformanceBot) -> None:
    path = f"/guilds/{bot.guild_id}/members/@me"
    assert (await bot.request("PATCH", path, {"nick": "n" * 32})).body["nick"] == "n" * 32
    assert (await bot.request("PATCH", path, {"nick": "n" * 33})).fault_paths == {"nick"}
    assert (await bot.request("PATCH", path, {"nick": ""})).body["nick"] is None


@USERS.rule("Usernames and Nicknames", "no user's name has @, # or : in it, or discord, and none is everyone or here")
async def forbidden(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        for name in ("o@wl", "o#wl", "o:wl", "o```wl", "my discord", "everyone", "here"):
            assert (await other.request("PATCH", "/users/@me", {"username": name})).fault_paths == {"username"}


@USERS.rule("User Structure", "bots are told as such, people are not")
async def bots(bot: ConformanceBot) -> None:
    own = await bot.get_json("/users/@me")
    heron = await bot.get_json(f"/users/{await bot.sandbox.find_person_id('heron')}")
    assert (own["bot"], heron.get("bot", False), heron["global_name"]) == (True, False, "Heron")


@USERS.rule("Modify Current User", "a bot is called otherwise, and is told of it")
async def modify(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway(intents=0) as ear:
        name = f"Uhu {other.application_id}"
        assert (await other.request("PATCH", "/users/@me", {"username": name})).body["username"] == name
        assert (await ear.wait_for_event("USER_UPDATE"))["username"] == name


@USERS.rule("Modify Current User", "a bot gives itself a picture")
async def avatar(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        assert (
            await other.request("PATCH", "/users/@me", {"avatar": image_data_uri(draw_avatar_png(5))})
        ).status == 200


@USERS.rule("Get Current User Guilds", "each with id, name and permissions, and whether it is one's own")
async def guilds(bot: ConformanceBot) -> None:
    [told] = await bot.get_json("/users/@me/guilds")
    assert (told["id"], told["owner"], isinstance(told["permissions"], str)) == (bot.guild_id, False, True)


@USERS.rule("Get Current User Guilds", "by pages: before and after an id, and at most so many")
async def pages(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("add_member", server=other.guild_id, target=bot.sandbox.bot_name)
        first, second = sorted((bot.guild_id, other.guild_id), key=int)

        async def listed(query: str) -> list[str]:
            return [one["id"] for one in await bot.get_json(f"/users/@me/guilds?{query}")]

        pages = [await listed(query) for query in ("limit=1", f"after={first}", f"before={second}")]
        await bot.control("remove_member", server=other.guild_id, target=bot.sandbox.bot_name)
    assert pages == [[first], [second], [first]]


@USERS.rule("Leave Guild", "204, and the bot is told that it is out")
async def leave(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as ear:
        assert (await other.request("DELETE", f"/users/@me/guilds/{other.guild_id}")).status == 204
        assert (await ear.wait_for_event("GUILD_DELETE"))["id"] == other.guild_id


@USERS.rule("Create DM", "the one that is there is told again")
async def create_dm(bot: ConformanceBot) -> None:
    body = {"recipient_id": await bot.sandbox.find_person_id("heron")}
    first, second = [(await bot.request("POST", "/users/@me/channels", body)).body for _ in range(2)]
    assert (first["id"], first["type"]) == (second["id"], 1)
    assert [one["id"] for one in first["recipients"]] == [body["recipient_id"]]


@GUILDS.rule("Get Guild", "with_counts tells how many are in it, more or less")
async def counts(bot: ConformanceBot) -> None:
    told = await bot.get_json(f"/guilds/{bot.guild_id}?with_counts=true")
    assert (told["id"], told["approximate_member_count"]) == (bot.guild_id, 5)
    assert "approximate_member_count" not in await bot.get_json(f"/guilds/{bot.guild_id}")


@GUILDS.rule("Guild Structure", "whose it is, its language, its roles, and where Discord greets")
async def structure(bot: ConformanceBot) -> None:
    told = await bot.get_json(f"/guilds/{bot.guild_id}")
    assert (told["owner_id"], told["preferred_locale"]) == (await bot.sandbox.find_person_id("otter"), "en-US")
    assert told["system_channel_id"] == bot.sandbox.duels_id
    assert {role["id"] for role in told["roles"]} >= {bot.guild_id, bot.sandbox.bot_role_id}


@GUILDS.rule("Get Guild Channels", "its channels, but no threads")
async def channels(bot: ConformanceBot) -> None:
    thread = await bot.heron.create_thread(bot.sandbox.duels_id, "nest")
    ids = [one["id"] for one in await bot.get_json(f"/guilds/{bot.guild_id}/channels")]
    assert (bot.sandbox.duels_id in ids, thread["id"] in ids) == (True, False)


@GUILDS.rule("Create Guild Channel", "it needs MANAGE_CHANNELS, and the channel is told to all whom it concerns")
async def create(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        assert (await create_channel(other)).status_and_code == (403, 50013)
        await grant_server_permissions(other, "manage_channels")
        async with other.identify_at_gateway() as ear:
            made = await create_channel(other, topic="Owls")
            told = await ear.wait_for_event("CHANNEL_CREATE")
    assert (made.status, made.body["topic"], told["id"]) == (201, "Owls", made.body["id"])


@GUILDS.rule("Create Guild Channel", "no bot gives or takes there what it may not do itself")
async def overwrites(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_server_permissions(other, "manage_channels", "manage_roles")
        for bit, status in ((1 << 11, 201), (1 << 2, 403)):
            overwrite = {"id": other.guild_id, "type": 0, "allow": "0", "deny": str(bit)}
            assert (await create_channel(other, permission_overwrites=[overwrite])).status == status


@GUILDS.rule("Create Guild Channel", "allow and deny may be left out, and are then none")
async def overwrites_left_out(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_server_permissions(other, "manage_channels", "manage_roles")
        made = await create_channel(other, permission_overwrites=[{"id": other.guild_id, "type": 0}])
    [told] = made.body["permission_overwrites"]
    assert (told["allow"], told["deny"]) == ("0", "0")


@GUILDS.rule("Get Guild Member", "one member, with their user")
async def get_member(bot: ConformanceBot) -> None:
    assert (await bot.get_json(await member_path(bot)))["user"]["username"] == "heron"


@GUILDS.rule("List Guild Members", "1 to 1,000 after an id, by their ids, and one unless more are asked for")
async def members(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("set_intents", bot=other.sandbox.bot_name, intents=True)
        path = f"/guilds/{other.guild_id}/members"
        ids = [one["user"]["id"] for one in await other.get_json(f"{path}?limit=1000")]
        assert ids == sorted(ids, key=int)
        assert [one["user"]["id"] for one in await other.get_json(path)] == ids[:1]
        assert [one["user"]["id"] for one in await other.get_json(f"{path}?limit=2&after={ids[1]}")] == ids[2:4]
        assert [(await other.request("GET", f"{path}?limit={limit}")).status for limit in (0, 1001)] == [400, 400]


@GUILDS.rule("Search Guild Members", "by how a name begins")
async def search(bot: ConformanceBot) -> None:
    told = await bot.request("GET", f"/guilds/{bot.guild_id}/members/search?query=her&limit=5")
    assert told.status == 200
    assert [one["user"]["username"] for one in told.body] == ["heron"]


@GUILDS.rule("Modify Guild Member", "each field needs its own permission")
async def modify_member(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        fields: list[tuple[str, JSON]] = [
            ("manage_nicknames", {"nick": "Uhu"}),
            ("manage_roles", {"roles": []}),
        ]
        for permission, body in fields:
            assert (await other.request("PATCH", await member_path(other), body)).status_and_code == (403, 50013)
            await grant_server_permissions(other, permission)
            assert (await other.request("PATCH", await member_path(other), body)).status == 200


@GUILDS.rule("Modify Guild Member", "nobody is timed out for more than 28 days, and no administrator at all")
async def time_outs(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_server_permissions(other, "moderate_members")
        now = datetime.fromisoformat((await other.sandbox.playground.load_clock())["now"])
        for days, status in ((27, 200), (29, 400)):
            until = {TIMEOUT_FIELD: (now + timedelta(days=days)).isoformat()}
            assert (await other.request("PATCH", await member_path(other), until)).status == status
        assert (await other.request("PATCH", await member_path(other, "otter"), until)).status in {400, 403}
        assert (await other.request("PATCH", await member_path(other), {TIMEOUT_FIELD: None})).body[
            TIMEOUT_FIELD
        ] is None


@GUILDS.rule("Modify Guild Member", "whoever hears of members hears of it")
async def modify_is_told(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_server_permissions(other, "manage_nicknames")
        await bot.control("set_intents", bot=other.sandbox.bot_name, intents=True)
        async with other.identify_at_gateway(intents=DEFAULT_INTENTS | 2) as ear:
            await other.request("PATCH", await member_path(other), {"nick": "Uhu"})
            told = await ear.wait_for_event("GUILD_MEMBER_UPDATE")
    assert (told["nick"], told["guild_id"]) == ("Uhu", other.guild_id)


@GUILDS.rule("Modify Current Member", "one's own nickname needs CHANGE_NICKNAME")
async def own_nick(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        path = f"/guilds/{other.guild_id}/members/@me"
        assert (await other.request("PATCH", path, {"nick": "Uhu"})).body["nick"] == "Uhu"
        await bot.control(
            "set_permissions", server=other.guild_id, target=other.guild_id, allow=[], deny=["change_nickname"]
        )
        assert (await other.request("PATCH", path, {"nick": "Owl"})).status_and_code == (403, 50013)


@GUILDS.rule("Add Guild Member Role", "204, for MANAGE_ROLES")
async def add_role(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        role = (await bot.control("create_role", server=other.guild_id, name="Elder"))["role"]["id"]
        path = f"{await member_path(other)}/roles/{role}"
        assert (await other.request("PUT", path)).status_and_code == (403, 50013)
        await grant_server_permissions(other, "manage_roles")
        assert (await other.request("PUT", path)).status == 204
        assert (await other.get_json(await member_path(other)))["roles"] == [role]
        assert (await other.request("DELETE", path)).status == 204
        assert (await other.get_json(await member_path(other)))["roles"] == []


@GUILDS.rule("Modify Guild Member", "a role is given that stands below the bot's own, by whichever way")
async def no_higher_role(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        elder = (await bot.control("create_role", server=other.guild_id, name="Elder"))["role"]["id"]
        await grant_server_permissions(other, "manage_roles")
        path, mine = await member_path(other), f"/guilds/{other.guild_id}/members/{other.application_id}"
        assert (await other.request("PATCH", path, {"roles": [elder]})).body["roles"] == [elder]
        for refused in ([elder, other.sandbox.bot_role_id], [other.guild_id]):
            assert (await other.request("PATCH", path, {"roles": refused})).status_and_code == (403, 50013)
        assert (await other.request("PATCH", mine, {"roles": [other.sandbox.bot_role_id, elder]})).status == 200
        assert (await other.request("PATCH", mine, {"roles": [elder]})).status_and_code == (403, 50013)


@GUILDS.rule("Get Guild Role", "one role by its id")
async def role(bot: ConformanceBot) -> None:
    told = await bot.request("GET", f"/guilds/{bot.guild_id}/roles/{bot.sandbox.bot_role_id}")
    assert (told.status, told.body["id"]) == (200, bot.sandbox.bot_role_id)


@GUILDS.rule("Create Guild Role", "a bot makes roles")
async def create_role(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_server_permissions(other, "manage_roles")
        assert (await other.request("POST", f"/guilds/{other.guild_id}/roles", {"name": "Elder"})).status == 200


@GUILDS.rule("Remove Guild Member", "a bot sends members away")
async def kick(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await grant_server_permissions(other, "kick_members")
        assert (await other.request("DELETE", await member_path(other))).status == 204


@APPS.rule("Get Current Application", "id, name, owner and the key by which what is signed is known")
async def application(bot: ConformanceBot) -> None:
    told = await bot.get_json("/applications/@me")
    assert (told["id"], told["name"]) == (bot.application_id, bot.sandbox.bot_name)
    assert len(bytes.fromhex(told["verify_key"])) == 32
    assert told["owner"]["username"]


@APPS.rule("Edit Current Application", "only what is named is changed")
async def edit(bot: ConformanceBot) -> None:
    before = await bot.get_json("/applications/@me")
    changed = (await bot.request("PATCH", "/applications/@me", {"description": "An owl"})).body
    assert changed == before | {"description": "An owl"}


@APPS.rule("Application Flags", "which privileged intents were granted is told")
async def flags(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        before = (await other.get_json("/applications/@me"))["flags"]
        await bot.control("set_intents", bot=other.sandbox.bot_name, intents=True)
        after = (await other.get_json("/applications/@me"))["flags"]
    privileged = 1 << 12 | 1 << 13 | 1 << 14 | 1 << 15 | 1 << 18 | 1 << 19
    assert (before & privileged, bool(after & privileged)) == (0, True)


@APPS.rule("User Context", "whom a person alone has installed does no more there than that person may")
async def user_context(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other, other.identify_at_gateway() as ear:
        await other.heron.set_bot_installed(other.sandbox.bot_name)
        place = await bot.create_channel()
        for forbidden, private in ((False, 0), (True, 64)):
            await bot.set_permissions(
                place,
                *([] if forbidden else ["send_messages"]),
                deny=["send_messages"] if forbidden else [],
                whom=await bot.sandbox.find_person_id("heron"),
            )
            call = await other.forge_command(ear, other.heron, place)
            told = await other.respond(call, 4, {"content": "Hoo"}, "?with_response=true")
            assert told.body["resource"]["message"]["flags"] & 64 == private
        await other.heron.set_bot_installed(other.sandbox.bot_name, installed=False)


@APPS.rule("Installation Context", "whom a person alone has installed reaches nothing of that server by its own token")
async def nothing_else(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await other.heron.set_bot_installed(other.sandbox.bot_name)
        assert (await other.request("GET", f"/guilds/{bot.guild_id}")).status_and_code == (403, 50001)
        assert (await other.request("GET", f"/channels/{bot.sandbox.duels_id}/messages")).status_and_code == (
            403,
            50001,
        )
        assert (
            await other.request("POST", f"/channels/{bot.sandbox.duels_id}/messages", {"content": "Hoo"})
        ).status == 403
        await other.heron.set_bot_installed(other.sandbox.bot_name, installed=False)
