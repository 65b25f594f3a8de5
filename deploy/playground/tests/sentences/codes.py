"""topics/opcodes-and-status-codes: the numbers by which the gateway and the API say what is wrong.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Witness, button, row
from discord_playground.client import JSON

PAGE = Page("topics/opcodes-and-status-codes")
says = PAGE.says
NOBODY = "1234567890123456789"


@says("Gateway Close Event Codes", "4001 for an op that there is not")
async def c4001(bot: Witness) -> None:
    async with bot.connected() as ear:
        assert await ear.answered({"op": 99, "d": None}) == 4001


@says("Gateway Close Event Codes", "4002 for what cannot be read")
async def c4002(bot: Witness) -> None:
    for frame in ("wolf", "{", "[]", '{"d": 1}'):
        async with bot.connected() as ear:
            assert await ear.answered(frame) == 4002


@says("Gateway Close Event Codes", "4003 for what is said before one has identified")
async def c4003(bot: Witness) -> None:
    async with bot.connected() as ear:
        assert await ear.answered({"op": 8, "d": {"guild_id": bot.guild, "query": "", "limit": 1}}) == 4003


@says("Gateway Close Event Codes", "4004 for a token of nobody's")
async def c4004(bot: Witness) -> None:
    nobody = bot.identify()
    nobody["d"] |= {"token": "owl"}
    async with bot.connected() as ear:
        assert await ear.answered(nobody) == 4004


@says("Gateway Close Event Codes", "4005 for whom identifies twice")
async def c4005(bot: Witness) -> None:
    async with bot.hearing() as ear:
        assert await ear.answered(bot.identify()) == 4005


@says("Gateway Close Event Codes", "4007 for a sequence that there never was")
async def c4007(bot: Witness) -> None:
    async with bot.hearing() as ear, bot.connected() as again:
        [session] = ear.told("READY")
        body = {"token": bot.ground.token, "session_id": session["session_id"], "seq": 10_000}
        assert await again.answered({"op": 6, "d": body}) == 4007


@says("Gateway Close Event Codes", "4010 for a shard that is none of so many")
async def c4010(bot: Witness) -> None:
    for shard in ([2, 2], [0, 0]):
        async with bot.connected() as ear:
            assert await ear.answered(bot.identify(shard=shard)) == 4010


@says("Gateway Opcodes", "3 shows what a bot is about, 4 is taken, 8 asks for members")
async def opcodes(bot: Witness) -> None:
    presence: JSON = {"since": None, "activities": [], "status": "idle", "afk": False}
    voice = {"guild_id": bot.guild, "channel_id": None, "self_mute": False, "self_deaf": False}
    asked = {"guild_id": bot.guild, "query": "he", "limit": 1}
    async with bot.hearing() as ear:
        for op, body in ((3, presence), (4, voice), (8, asked)):
            await ear.says({"op": op, "d": body})
        await ear.until("GUILD_MEMBERS_CHUNK")
        people = (await bot.otter.see())["people"]
    assert next(one["presence"]["status"] for one in people if one["id"] == bot.app) == "idle"


@says("Gateway Opcodes", "31, which asks for sounds, and 43, which asks about channels, are taken")
async def opcodes_of_sounds(bot: Witness) -> None:
    for op, body in ((31, {"guild_ids": [bot.guild]}), (43, {"guild_id": bot.guild, "fields": ["status"]})):
        async with bot.hearing() as ear:
            assert await ear.answered({"op": op, "d": body}) is None


@says("HTTP Response Codes", "200 with what was asked for, 201 with what was made, 204 with nothing")
async def s200(bot: Witness) -> None:
    place = await bot.channel()
    statuses = [
        (await bot.asks("GET", f"/channels/{place}")).status,
        (await bot.asks("POST", f"/channels/{place}/threads", {"name": "Oak", "type": 11})).status,
        (await bot.asks("POST", f"/channels/{place}/typing")).status,
    ]
    assert statuses == [200, 201, 204]


@says("HTTP Response Codes", "401 without a token, and with one of nobody's")
async def s401(bot: Witness) -> None:
    for token in (None, "Bot owl", bot.ground.token):
        assert (await bot.asks("GET", "/users/@me", headers={"Authorization": token})).status == 401


@says("HTTP Response Codes", "404 for a place that there is not")
async def s404(bot: Witness) -> None:
    assert (await bot.asks("GET", "/owls")).status == 404


@says("HTTP Response Codes", "405 for a method that is not taken there")
async def s405(bot: Witness) -> None:
    assert (await bot.asks("PATCH", "/gateway")).status == 405


@says("JSON Error Codes", "10002 Unknown application")
async def e10002(bot: Witness) -> None:
    assert (await bot.asks("GET", f"/applications/{NOBODY}/commands")).refusal == (404, 10002)


@says("JSON Error Codes", "10003 Unknown channel")
async def e10003(bot: Witness) -> None:
    assert (await bot.asks("GET", f"/channels/{NOBODY}")).refusal == (404, 10003)


@says("JSON Error Codes", "10004 Unknown guild")
async def e10004(bot: Witness) -> None:
    assert (await bot.asks("GET", f"/guilds/{NOBODY}")).refusal == (404, 10004)


@says("JSON Error Codes", "10007 Unknown member")
async def e10007(bot: Witness) -> None:
    async with bot.apart() as other:
        assert (await bot.asks("GET", f"/guilds/{bot.guild}/members/{other.app}")).refusal == (404, 10007)


@says("JSON Error Codes", "10008 Unknown message")
async def e10008(bot: Witness) -> None:
    assert (await bot.asks("GET", f"/channels/{bot.ground.duels}/messages/{NOBODY}")).refusal == (404, 10008)


@says("JSON Error Codes", "10011 Unknown role")
async def e10011(bot: Witness) -> None:
    path = f"/guilds/{bot.guild}/members/{bot.app}/roles/{NOBODY}"
    assert (await bot.asks("PUT", path)).refusal == (404, 10011)


@says("JSON Error Codes", "10013 Unknown user")
async def e10013(bot: Witness) -> None:
    assert (await bot.asks("GET", f"/users/{NOBODY}")).refusal == (404, 10013)
    assert (await bot.asks("POST", "/users/@me/channels", {"recipient_id": NOBODY})).refusal[0] in {400, 404}


@says("JSON Error Codes", "10014 Unknown emoji")
async def e10014(bot: Witness) -> None:
    assert (await bot.asks("GET", f"/applications/{bot.app}/emojis/{NOBODY}")).refusal == (404, 10014)


@says("JSON Error Codes", "10015 Unknown webhook")
async def e10015(bot: Witness) -> None:
    async with bot.hearing() as ear:
        # Before an interaction is answered its token is not yet a webhook's.
        assert (await bot.by_token(await bot.called(ear), "POST", "", {"content": "Hoo"})).refusal == (404, 10015)


@says("JSON Error Codes", "10062 Unknown interaction")
async def e10062(bot: Witness) -> None:
    assert (await bot.asks("POST", f"/interactions/{NOBODY}/owl/callback", {"type": 6})).refusal == (404, 10062)


@says("JSON Error Codes", "10063 Unknown application command")
async def e10063(bot: Witness) -> None:
    assert (await bot.asks("GET", f"/applications/{bot.app}/commands/{NOBODY}")).refusal == (404, 10063)


@says("JSON Error Codes", "30010 for a twenty-first emoji under a message")
async def e30010(bot: Witness) -> None:
    said = await bot.says()
    path = f"/channels/{bot.ground.duels}/messages/{said['id']}/reactions"
    emojis = [chr(0x1F600 + number) for number in range(21)]
    replies = [await bot.asks("PUT", f"{path}/{emoji}/@me") for emoji in emojis]
    assert [reply.status for reply in replies[:20]] == [204] * 20
    assert replies[20].refusal == (400, 30010)


@says("JSON Error Codes", "30015 for an eleventh file")
async def e30015(bot: Witness) -> None:
    assert (await bot.sends({}, files=[("a.txt", b"a")] * 11)).refusal == (400, 30015)
    assert (await bot.sends({}, files=[("a.txt", b"a")] * 10)).status == 200


@says("JSON Error Codes", "30046 for many changes of a message that is older than an hour")
async def e30046(bot: Witness) -> None:
    said = await bot.says()
    await bot.stage("advance_time", seconds=3601)
    path = f"/channels/{bot.ground.duels}/messages/{said['id']}"
    replies = [await bot.asks("PATCH", path, {"content": f"{number}"}) for number in range(10)]
    assert replies[0].status == 200
    assert replies[-1].refusal[1] == 30046


@says("JSON Error Codes", "40003 for whom opens direct messages too fast")
async def e40003(bot: Witness) -> None:
    async with bot.apart() as other:
        await bot.stage("set_dm_limit", count=1, seconds=600)
        try:
            names = ("heron", "lynx")
            bodies = [{"recipient_id": await bot.ground.id(name)} for name in names]
            replies = [await other.asks("POST", "/users/@me/channels", body) for body in bodies]
        finally:
            await bot.stage("set_dm_limit", count=1000, seconds=1)
    assert (replies[0].status, replies[1].refusal[1]) == (200, 40003)


@says("JSON Error Codes", "50001 Missing access, to a server that one is not in")
async def e50001(bot: Witness) -> None:
    async with bot.apart() as other:
        assert (await bot.asks("GET", f"/guilds/{other.guild}/channels")).refusal == (403, 50001)
        assert (await bot.asks("GET", f"/channels/{other.ground.duels}")).refusal == (403, 50001)


@says("JSON Error Codes", "50003 for what cannot be done to a direct message")
async def e50003(bot: Witness) -> None:
    private = (await bot.otter.say(bot.ground.dm, "Hoo"))["channel_id"]
    assert (await bot.asks("PATCH", f"/channels/{private}", {"name": "den"})).refusal[1] == 50003


@says("JSON Error Codes", "50007 for whom lets nobody write")
async def e50007(bot: Witness) -> None:
    private = (await bot.asks("POST", "/users/@me/channels", {"recipient_id": await bot.ground.id("heron")})).body["id"]
    await bot.heron.dms(open=False)
    try:
        assert (await bot.asks("POST", f"/channels/{private}/messages", {"content": "Hoo"})).refusal == (403, 50007)
    finally:
        await bot.heron.dms(open=True)


@says("JSON Error Codes", "50013 for what one may not do")
async def e50013(bot: Witness) -> None:
    assert (await bot.asks("POST", f"/guilds/{bot.guild}/channels", {"name": "den"})).refusal == (403, 50013)


@says("JSON Error Codes", "50021 for a change of what Discord itself has said")
async def e50021(bot: Witness) -> None:
    place = await bot.channel()
    await bot.asks("POST", f"/channels/{place}/threads", {"name": "Oak", "type": 11})
    [notice] = await bot.get(f"/channels/{place}/messages")
    path = f"/channels/{place}/messages/{notice['id']}"
    assert (await bot.asks("PATCH", path, {"content": "Hoo"})).refusal == (403, 50021)


@says("JSON Error Codes", "50024 for what cannot be done in such a channel")
async def e50024(bot: Witness) -> None:
    assert (await bot.asks("GET", f"/channels/{bot.ground.duels}/thread-members")).refusal[1] == 50024


@says("JSON Error Codes", "50027 for a token of no webhook")
async def e50027(bot: Witness) -> None:
    assert (await bot.asks("POST", f"/webhooks/{bot.app}/owl", {"content": "Hoo"})).refusal == (401, 50027)


@says("JSON Error Codes", "50035 with the place of each fault")
async def e50035(bot: Witness) -> None:
    reply = await bot.sends({"content": 5, "components": [row(button(style=9))]})
    assert reply.refusal == (400, 50035)
    assert {"content", "components.0.components.0.style"} <= reply.wrong


@says("JSON Error Codes", "50041 for a version of the API that does not run")
async def e50041(bot: Witness) -> None:
    api = bot.ground.setup["api"].removesuffix("v10")
    assert (await bot.asks("GET", f"{api}v3/users/@me")).refusal == (400, 50041)


@says("JSON Error Codes", "50081 for a sticker that there is not")
async def e50081(bot: Witness) -> None:
    assert (await bot.sends({"content": "Hoo", "sticker_ids": [NOBODY]})).refusal == (400, 50081)


@says("JSON Error Codes", "50083 for a change in an archived thread, and for bringing somebody into one")
async def e50083(bot: Witness) -> None:
    thread = (await bot.asks("POST", f"/channels/{await bot.channel()}/threads", {"name": "Oak", "type": 11})).body[
        "id"
    ]
    said = await bot.says(thread)
    await bot.asks("PATCH", f"/channels/{thread}", {"archived": True})
    path = f"/channels/{thread}/messages/{said['id']}"
    assert (await bot.asks("PATCH", path, {"content": "Hee"})).refusal == (400, 50083)
    path = f"/channels/{thread}/thread-members/{await bot.ground.id('heron')}"
    assert (await bot.asks("PUT", path)).refusal == (400, 50083)


@says("JSON Error Codes", "50109 for a body that is no JSON")
async def e50109(bot: Witness) -> None:
    assert (await bot.sends(b"{wolf")).refusal == (400, 50109)


@says("JSON Error Codes", "160004 for a second thread at a message")
async def e160004(bot: Witness) -> None:
    path = f"/channels/{bot.ground.duels}/messages/{(await bot.says())['id']}/threads"
    replies = [await bot.asks("POST", path, {"name": "Oak"}) for _ in range(2)]
    assert (replies[0].status, replies[1].refusal) == (201, (400, 160004))


@says("JSON Error Codes", "200000 where a filter of words holds it back")
async def e200000(bot: Witness) -> None:
    route = "POST /channels/{channel_id}/messages"
    await bot.stage("add_fault", route=route, status=400, code=200000, channel=bot.ground.duels)
    assert (await bot.sends({"content": "Hoo"})).refusal == (400, 200000)
