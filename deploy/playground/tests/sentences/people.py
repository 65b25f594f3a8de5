"""resources/user, resources/guild and resources/application: people, servers and members, and the app itself.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from deploy.playground.tests.plain import written
from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import INTENTS, Reply, Witness
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import JSON

USERS = Page("resources/user")
GUILDS = Page("resources/guild")
APPS = Page("resources/application")
SILENT = "communication_disabled_until"


async def allowed(bot: Witness, *names: str) -> None:
    await bot.stage("set_permissions", server=bot.guild, target=bot.ground.role, allow=list(names))


async def member(bot: Witness, name: str = "heron") -> str:
    return f"/guilds/{bot.guild}/members/{await bot.ground.id(name)}"


async def opened(bot: Witness, **fields: object) -> Reply:
    return await bot.asks("POST", f"/guilds/{bot.guild}/channels", {"name": "den", **fields})


@USERS.says("Usernames and Nicknames", "a user's name has 2 to 32 characters")
async def usernames(bot: Witness) -> None:
    async with bot.apart() as other:
        for length, wrong in ((1, {"username"}), (32, set()), (33, {"username"})):
            assert (await other.asks("PATCH", "/users/@me", {"username": "u" * length})).wrong == wrong


@USERS.says("Usernames and Nicknames", "a nickname has 1 to 32 characters, and an empty one is none")
async def nicknames(bot: Witness) -> None:
    path = f"/guilds/{bot.guild}/members/@me"
    assert (await bot.asks("PATCH", path, {"nick": "n" * 32})).body["nick"] == "n" * 32
    assert (await bot.asks("PATCH", path, {"nick": "n" * 33})).wrong == {"nick"}
    assert (await bot.asks("PATCH", path, {"nick": ""})).body["nick"] is None


@USERS.says("Usernames and Nicknames", "no user's name has @, # or : in it, or discord, and none is everyone or here")
async def forbidden(bot: Witness) -> None:
    async with bot.apart() as other:
        for name in ("o@wl", "o#wl", "o:wl", "o```wl", "my discord", "everyone", "here"):
            assert (await other.asks("PATCH", "/users/@me", {"username": name})).wrong == {"username"}


@USERS.says("User Structure", "bots are told as such, people are not")
async def bots(bot: Witness) -> None:
    own = await bot.get("/users/@me")
    heron = await bot.get(f"/users/{await bot.ground.id('heron')}")
    assert (own["bot"], heron.get("bot", False), heron["global_name"]) == (True, False, "Heron")


@USERS.says("Modify Current User", "a bot is called otherwise, and is told of it")
async def modify(bot: Witness) -> None:
    async with bot.apart() as other, other.hearing(intents=0) as ear:
        name = f"Uhu {other.app}"
        assert (await other.asks("PATCH", "/users/@me", {"username": name})).body["username"] == name
        assert (await ear.until("USER_UPDATE"))["username"] == name


@USERS.says("Modify Current User", "a bot gives itself a picture")
async def avatar(bot: Witness) -> None:
    async with bot.apart() as other:
        assert (await other.asks("PATCH", "/users/@me", {"avatar": written(draw_avatar_png(5))})).status == 200


@USERS.says("Get Current User Guilds", "each with id, name and permissions, and whether it is one's own")
async def guilds(bot: Witness) -> None:
    [told] = await bot.get("/users/@me/guilds")
    assert (told["id"], told["owner"], isinstance(told["permissions"], str)) == (bot.guild, False, True)


@USERS.says("Get Current User Guilds", "by pages: before and after an id, and at most so many")
async def pages(bot: Witness) -> None:
    async with bot.apart() as other:
        await bot.stage("add_member", server=other.guild, target=bot.ground.name)
        first, second = sorted((bot.guild, other.guild), key=int)

        async def listed(query: str) -> list[str]:
            return [one["id"] for one in await bot.get(f"/users/@me/guilds?{query}")]

        pages = [await listed(query) for query in ("limit=1", f"after={first}", f"before={second}")]
        await bot.stage("remove_member", server=other.guild, target=bot.ground.name)
    assert pages == [[first], [second], [first]]


@USERS.says("Leave Guild", "204, and the bot is told that it is out")
async def leave(bot: Witness) -> None:
    async with bot.apart() as other, other.hearing() as ear:
        assert (await other.asks("DELETE", f"/users/@me/guilds/{other.guild}")).status == 204
        assert (await ear.until("GUILD_DELETE"))["id"] == other.guild


@USERS.says("Create DM", "the one that is there is told again")
async def create_dm(bot: Witness) -> None:
    body = {"recipient_id": await bot.ground.id("heron")}
    first, second = [(await bot.asks("POST", "/users/@me/channels", body)).body for _ in range(2)]
    assert (first["id"], first["type"]) == (second["id"], 1)
    assert [one["id"] for one in first["recipients"]] == [body["recipient_id"]]


@GUILDS.says("Get Guild", "with_counts tells how many are in it, more or less")
async def counts(bot: Witness) -> None:
    told = await bot.get(f"/guilds/{bot.guild}?with_counts=true")
    assert (told["id"], told["approximate_member_count"]) == (bot.guild, 5)
    assert "approximate_member_count" not in await bot.get(f"/guilds/{bot.guild}")


@GUILDS.says("Guild Structure", "whose it is, its language, its roles, and where Discord greets")
async def structure(bot: Witness) -> None:
    told = await bot.get(f"/guilds/{bot.guild}")
    assert (told["owner_id"], told["preferred_locale"]) == (await bot.ground.id("otter"), "en-US")
    assert told["system_channel_id"] == bot.ground.duels
    assert {role["id"] for role in told["roles"]} >= {bot.guild, bot.ground.role}


@GUILDS.says("Get Guild Channels", "its channels, but no threads")
async def channels(bot: Witness) -> None:
    thread = await bot.heron.thread(bot.ground.duels, "nest")
    ids = [one["id"] for one in await bot.get(f"/guilds/{bot.guild}/channels")]
    assert (bot.ground.duels in ids, thread["id"] in ids) == (True, False)


@GUILDS.says("Create Guild Channel", "it needs MANAGE_CHANNELS, and the channel is told to all whom it concerns")
async def create(bot: Witness) -> None:
    async with bot.apart() as other:
        assert (await opened(other)).refusal == (403, 50013)
        await allowed(other, "manage_channels")
        async with other.hearing() as ear:
            made = await opened(other, topic="Owls")
            told = await ear.until("CHANNEL_CREATE")
    assert (made.status, made.body["topic"], told["id"]) == (201, "Owls", made.body["id"])


@GUILDS.says("Create Guild Channel", "no bot gives or takes there what it may not do itself")
async def overwrites(bot: Witness) -> None:
    async with bot.apart() as other:
        await allowed(other, "manage_channels", "manage_roles")
        for bit, status in ((1 << 11, 201), (1 << 2, 403)):
            overwrite = {"id": other.guild, "type": 0, "allow": "0", "deny": str(bit)}
            assert (await opened(other, permission_overwrites=[overwrite])).status == status


@GUILDS.says("Create Guild Channel", "allow and deny may be left out, and are then none")
async def overwrites_left_out(bot: Witness) -> None:
    async with bot.apart() as other:
        await allowed(other, "manage_channels", "manage_roles")
        made = await opened(other, permission_overwrites=[{"id": other.guild, "type": 0}])
    [told] = made.body["permission_overwrites"]
    assert (told["allow"], told["deny"]) == ("0", "0")


@GUILDS.says("Get Guild Member", "one member, with their user")
async def get_member(bot: Witness) -> None:
    assert (await bot.get(await member(bot)))["user"]["username"] == "heron"


@GUILDS.says("List Guild Members", "1 to 1,000 after an id, by their ids, and one unless more are asked for")
async def members(bot: Witness) -> None:
    async with bot.apart() as other:
        await bot.stage("set_intents", bot=other.ground.name, intents=True)
        path = f"/guilds/{other.guild}/members"
        ids = [one["user"]["id"] for one in await other.get(f"{path}?limit=1000")]
        assert ids == sorted(ids, key=int)
        assert [one["user"]["id"] for one in await other.get(path)] == ids[:1]
        assert [one["user"]["id"] for one in await other.get(f"{path}?limit=2&after={ids[1]}")] == ids[2:4]
        assert [(await other.asks("GET", f"{path}?limit={limit}")).status for limit in (0, 1001)] == [400, 400]


@GUILDS.says("Search Guild Members", "by how a name begins")
async def search(bot: Witness) -> None:
    told = await bot.asks("GET", f"/guilds/{bot.guild}/members/search?query=her&limit=5")
    assert told.status == 200
    assert [one["user"]["username"] for one in told.body] == ["heron"]


@GUILDS.says("Modify Guild Member", "each field needs its own permission")
async def modify_member(bot: Witness) -> None:
    async with bot.apart() as other:
        fields: list[tuple[str, JSON]] = [
            ("manage_nicknames", {"nick": "Uhu"}),
            ("manage_roles", {"roles": []}),
        ]
        for permission, body in fields:
            assert (await other.asks("PATCH", await member(other), body)).refusal == (403, 50013)
            await allowed(other, permission)
            assert (await other.asks("PATCH", await member(other), body)).status == 200


@GUILDS.says("Modify Guild Member", "nobody is timed out for more than 28 days, and no administrator at all")
async def time_outs(bot: Witness) -> None:
    async with bot.apart() as other:
        await allowed(other, "moderate_members")
        now = datetime.fromisoformat((await other.ground.playground.clock())["now"])
        for days, status in ((27, 200), (29, 400)):
            until = {SILENT: (now + timedelta(days=days)).isoformat()}
            assert (await other.asks("PATCH", await member(other), until)).status == status
        assert (await other.asks("PATCH", await member(other, "otter"), until)).status in {400, 403}
        assert (await other.asks("PATCH", await member(other), {SILENT: None})).body[SILENT] is None


@GUILDS.says("Modify Guild Member", "whoever hears of members hears of it")
async def modify_is_told(bot: Witness) -> None:
    async with bot.apart() as other:
        await allowed(other, "manage_nicknames")
        await bot.stage("set_intents", bot=other.ground.name, intents=True)
        async with other.hearing(intents=INTENTS | 2) as ear:
            await other.asks("PATCH", await member(other), {"nick": "Uhu"})
            told = await ear.until("GUILD_MEMBER_UPDATE")
    assert (told["nick"], told["guild_id"]) == ("Uhu", other.guild)


@GUILDS.says("Modify Current Member", "one's own nickname needs CHANGE_NICKNAME")
async def own_nick(bot: Witness) -> None:
    async with bot.apart() as other:
        path = f"/guilds/{other.guild}/members/@me"
        assert (await other.asks("PATCH", path, {"nick": "Uhu"})).body["nick"] == "Uhu"
        await bot.stage("set_permissions", server=other.guild, target=other.guild, allow=[], deny=["change_nickname"])
        assert (await other.asks("PATCH", path, {"nick": "Owl"})).refusal == (403, 50013)


@GUILDS.says("Add Guild Member Role", "204, for MANAGE_ROLES")
async def add_role(bot: Witness) -> None:
    async with bot.apart() as other:
        role = (await bot.stage("create_role", server=other.guild, name="Elder"))["role"]["id"]
        path = f"{await member(other)}/roles/{role}"
        assert (await other.asks("PUT", path)).refusal == (403, 50013)
        await allowed(other, "manage_roles")
        assert (await other.asks("PUT", path)).status == 204
        assert (await other.get(await member(other)))["roles"] == [role]
        assert (await other.asks("DELETE", path)).status == 204
        assert (await other.get(await member(other)))["roles"] == []


@GUILDS.says("Modify Guild Member", "a role is given that stands below the bot's own, by whichever way")
async def no_higher_role(bot: Witness) -> None:
    async with bot.apart() as other:
        elder = (await bot.stage("create_role", server=other.guild, name="Elder"))["role"]["id"]
        await allowed(other, "manage_roles")
        path, mine = await member(other), f"/guilds/{other.guild}/members/{other.app}"
        assert (await other.asks("PATCH", path, {"roles": [elder]})).body["roles"] == [elder]
        for refused in ([elder, other.ground.role], [other.guild]):
            assert (await other.asks("PATCH", path, {"roles": refused})).refusal == (403, 50013)
        assert (await other.asks("PATCH", mine, {"roles": [other.ground.role, elder]})).status == 200
        assert (await other.asks("PATCH", mine, {"roles": [elder]})).refusal == (403, 50013)


@GUILDS.says("Get Guild Role", "one role by its id")
async def role(bot: Witness) -> None:
    told = await bot.asks("GET", f"/guilds/{bot.guild}/roles/{bot.ground.role}")
    assert (told.status, told.body["id"]) == (200, bot.ground.role)


@GUILDS.says("Create Guild Role", "a bot makes roles")
async def create_role(bot: Witness) -> None:
    async with bot.apart() as other:
        await allowed(other, "manage_roles")
        assert (await other.asks("POST", f"/guilds/{other.guild}/roles", {"name": "Elder"})).status == 200


@GUILDS.says("Remove Guild Member", "a bot sends members away")
async def kick(bot: Witness) -> None:
    async with bot.apart() as other:
        await allowed(other, "kick_members")
        assert (await other.asks("DELETE", await member(other))).status == 204


@APPS.says("Get Current Application", "id, name, owner and the key by which what is signed is known")
async def application(bot: Witness) -> None:
    told = await bot.get("/applications/@me")
    assert (told["id"], told["name"]) == (bot.app, bot.ground.name)
    assert len(bytes.fromhex(told["verify_key"])) == 32
    assert told["owner"]["username"]


@APPS.says("Edit Current Application", "only what is named is changed")
async def edit(bot: Witness) -> None:
    before = await bot.get("/applications/@me")
    changed = (await bot.asks("PATCH", "/applications/@me", {"description": "An owl"})).body
    assert changed == before | {"description": "An owl"}


@APPS.says("Application Flags", "which privileged intents were granted is told")
async def flags(bot: Witness) -> None:
    async with bot.apart() as other:
        before = (await other.get("/applications/@me"))["flags"]
        await bot.stage("set_intents", bot=other.ground.name, intents=True)
        after = (await other.get("/applications/@me"))["flags"]
    privileged = 1 << 12 | 1 << 13 | 1 << 14 | 1 << 15 | 1 << 18 | 1 << 19
    assert (before & privileged, bool(after & privileged)) == (0, True)


@APPS.says("User Context", "whom a person alone has installed does no more there than that person may")
async def user_context(bot: Witness) -> None:
    async with bot.apart() as other, other.hearing() as ear:
        await other.heron.install(other.ground.name)
        place = await bot.channel()
        for forbidden, private in ((False, 0), (True, 64)):
            await bot.may(
                place,
                *([] if forbidden else ["send_messages"]),
                deny=["send_messages"] if forbidden else [],
                whom=await bot.ground.id("heron"),
            )
            call = await other.called(ear, other.heron, place)
            told = await other.answers(call, 4, {"content": "Hoo"}, "?with_response=true")
            assert told.body["resource"]["message"]["flags"] & 64 == private
        await other.heron.install(other.ground.name, installed=False)


@APPS.says("Installation Context", "whom a person alone has installed reaches nothing of that server by its own token")
async def nothing_else(bot: Witness) -> None:
    async with bot.apart() as other:
        await other.heron.install(other.ground.name)
        assert (await other.asks("GET", f"/guilds/{bot.guild}")).refusal == (403, 50001)
        assert (await other.asks("GET", f"/channels/{bot.ground.duels}/messages")).refusal == (403, 50001)
        assert (await other.asks("POST", f"/channels/{bot.ground.duels}/messages", {"content": "Hoo"})).status == 403
        await other.heron.install(other.ground.name, installed=False)
