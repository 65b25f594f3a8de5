"""resources/webhook: addresses at which anybody who knows the token speaks."""

from __future__ import annotations

from typing import Any

from deploy.playground.client import JSON
from deploy.playground.tests.sentences.edge import edge
from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Reply, Witness, button, row

PAGE = Page("resources/webhook")
says = PAGE.says
NONE = {"Authorization": None}


async def place(bot: Witness) -> str:
    made = await bot.channel()
    await bot.may(made, "manage_webhooks")
    return made


async def made(bot: Witness, where: str = "") -> JSON:
    reply = await bot.asks("POST", f"/channels/{where or await place(bot)}/webhooks", {"name": "Echo"})
    assert reply.status == 200, reply.body
    told: JSON = reply.body
    return told


def path(hook: JSON, beyond: str = "") -> str:
    return f"/webhooks/{hook['id']}/{hook['token']}{beyond}"


async def speaks(bot: Witness, hook: JSON, query: str = "?wait=true", **fields: Any) -> Reply:
    return await bot.asks("POST", path(hook, query), {"content": "Hoo", **fields}, headers=NONE)


async def by_name(bot: Witness, names: Any) -> list[Reply]:
    where = await place(bot)
    return [await bot.asks("POST", f"/channels/{where}/webhooks", {"name": name}) for name in names]


edge(
    PAGE, "Create Webhook", "name", "1 to 80 characters",
    lambda n: "x" * n, "name", least=1, most=80, sent=by_name,
)  # fmt: skip


@says("Create Webhook", "it needs MANAGE_WEBHOOKS")
async def create(bot: Witness) -> None:
    assert (await bot.asks("POST", f"/channels/{await bot.channel()}/webhooks", {"name": "Echo"})).refusal == (
        403,
        50013,
    )


@says("Create Webhook", "no name has clyde or discord in it, in whatever letters")
async def names(bot: Witness) -> None:
    assert [reply.wrong for reply in await by_name(bot, ("Clyde", "my DISCORD"))] == [{"name"}] * 2


@says("Webhook Structure", "it is of type 1, and tells its channel, its server, its token and who has made it")
async def structure(bot: Witness) -> None:
    where = await place(bot)
    told = await made(bot, where)
    assert (told["type"], told["channel_id"], told["guild_id"]) == (1, where, bot.guild)
    assert (told["application_id"], told["user"]["id"], bool(told["token"])) == (bot.app, bot.app, True)


@says("Get Channel Webhooks", "those of a channel, for MANAGE_WEBHOOKS")
async def of_channel(bot: Witness) -> None:
    where = await place(bot)
    hook = await made(bot, where)
    assert [one["id"] for one in await bot.get(f"/channels/{where}/webhooks")] == [hook["id"]]
    await bot.may(where, deny=["manage_webhooks"])
    assert (await bot.asks("GET", f"/channels/{where}/webhooks")).status == 403


@says("Get Guild Webhooks", "those of a server, for MANAGE_WEBHOOKS")
async def of_guild(bot: Witness) -> None:
    async with bot.apart() as other:
        listed = f"/guilds/{other.guild}/webhooks"
        assert (await other.asks("GET", listed)).status == 403
        await bot.stage("permissions", server=other.guild, whom=other.ground.role, allow=["manage_webhooks"])
        hook = await made(other, other.ground.duels)
        assert [one["id"] for one in await other.get(listed)] == [hook["id"]]


@says("Get Webhook", "whose it is needs no leave, another MANAGE_WEBHOOKS")
async def get(bot: Witness) -> None:
    where = await place(bot)
    hook = await made(bot, where)
    await bot.may(where, deny=["manage_webhooks"])
    assert (await bot.asks("GET", f"/webhooks/{hook['id']}")).status == 200
    async with bot.apart() as other:
        await bot.stage("invite", server=bot.guild, whom=other.ground.name)
        assert (await other.asks("GET", f"/webhooks/{hook['id']}")).status == 403
        await bot.stage("kick", server=bot.guild, whom=other.ground.name)


@says("Get Webhook with Token", "with its token anybody may ask, and is not told who has made it")
async def with_token(bot: Witness) -> None:
    hook = await made(bot)
    told = await bot.asks("GET", path(hook), headers=NONE)
    assert (told.status, told.body["id"], "user" in told.body) == (200, hook["id"], False)


@says("Modify Webhook", "its name is changed, and it moves to another channel")
async def modify(bot: Witness) -> None:
    hook, where = await made(bot), await place(bot)
    changed = await bot.asks("PATCH", f"/webhooks/{hook['id']}", {"name": "Uhu", "channel_id": where})
    assert (changed.status, changed.body["name"], changed.body["channel_id"]) == (200, "Uhu", where)


@says("Modify Webhook with Token", "by its token it does not move")
async def modify_with_token(bot: Witness) -> None:
    hook, where = await made(bot), await place(bot)
    changed = await bot.asks("PATCH", path(hook), {"name": "Uhu", "channel_id": where}, headers=NONE)
    assert changed.status == 400 or changed.body["channel_id"] == hook["channel_id"]


@says("Delete Webhook", "204, and it is gone")
async def delete(bot: Witness) -> None:
    hook = await made(bot)
    assert (await bot.asks("DELETE", f"/webhooks/{hook['id']}")).status == 204
    assert (await bot.asks("GET", f"/webhooks/{hook['id']}")).refusal == (404, 10015)


@says("Delete Webhook with Token", "who has its token ends it, too")
async def delete_with_token(bot: Witness) -> None:
    hook = await made(bot)
    assert (await bot.asks("DELETE", path(hook), headers=NONE)).status == 204


@says("Execute Webhook", "the message for who waits, 204 for who does not")
async def execute(bot: Witness) -> None:
    hook = await made(bot)
    told = await speaks(bot, hook)
    assert (told.status, told.body["content"], told.body["webhook_id"]) == (200, "Hoo", hook["id"])
    assert (await speaks(bot, hook, "")).status == 204


@says("Execute Webhook", "it speaks under another name, for once")
async def username(bot: Witness) -> None:
    hook = await made(bot)
    spoken = [(await speaks(bot, hook, username="Uhu")).body, (await speaks(bot, hook)).body]
    assert [one["author"]["username"] for one in spoken] == ["Uhu", "Echo"]


@says("Execute Webhook", "it says something: a message of nothing is refused")
async def nothing(bot: Witness) -> None:
    assert (await speaks(bot, await made(bot), content="")).refusal == (400, 50006)


@says("Execute Webhook", "with thread_id it speaks in a thread of its channel")
async def thread_id(bot: Witness) -> None:
    where = await place(bot)
    hook = await made(bot, where)
    thread = (await bot.asks("POST", f"/channels/{where}/threads", {"name": "Oak", "type": 11})).body["id"]
    told = await speaks(bot, hook, f"?wait=true&thread_id={thread}")
    assert (told.status, told.body["channel_id"]) == (200, thread)


@says("Execute Webhook", "one of an application shows its buttons")
async def components(bot: Witness) -> None:
    told = await speaks(bot, await made(bot), components=[row(button())])
    assert told.body["components"][0]["components"][0]["custom_id"] == "go"


@says("Get Webhook Message", "what it has said is read by its token, what others have said is not")
async def read(bot: Witness) -> None:
    hook, other = await made(bot), await made(bot)
    said = (await speaks(bot, hook)).body
    assert (await bot.asks("GET", path(hook, f"/messages/{said['id']}"), headers=NONE)).status == 200
    assert (await bot.asks("GET", path(other, f"/messages/{said['id']}"), headers=NONE)).refusal == (404, 10008)


@says("Edit Webhook Message", "what it has said it changes")
async def edit(bot: Witness) -> None:
    hook = await made(bot)
    said = (await speaks(bot, hook)).body
    edited = await bot.asks("PATCH", path(hook, f"/messages/{said['id']}"), {"content": "Hee"}, headers=NONE)
    assert (edited.status, edited.body["content"]) == (200, "Hee")


@says("Delete Webhook Message", "204")
async def unsay(bot: Witness) -> None:
    hook = await made(bot)
    said = (await speaks(bot, hook)).body
    assert (await bot.asks("DELETE", path(hook, f"/messages/{said['id']}"), headers=NONE)).status == 204
