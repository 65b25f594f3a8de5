"""events/gateway: how a bot connects, says who it is, keeps the line open and comes back.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

import zlib
from contextlib import suppress
from time import monotonic
from urllib.parse import urlsplit

from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import INTENTS, Witness

PAGE = Page("events/gateway")
says = PAGE.says


@says("Hello Event", "what is told first is op 10, with the time between two heartbeats in milliseconds")
async def hello(bot: Witness) -> None:
    async with bot.connected() as ear:
        first = await ear.next()
    assert (first["op"], first["s"], first["t"]) == (10, None, None)
    assert 1000 < first["d"]["heartbeat_interval"] < 120_000


@says("Heartbeat Interval", "each heartbeat is answered with op 11")
async def acknowledged(bot: Witness) -> None:
    async with bot.connected() as ear:
        await ear.says({"op": 1, "d": None})
        await ear.op(11)
        await ear.says({"op": 1, "d": 7})
        await ear.op(11)


@says("Heartbeat Interval", "before anything was dispatched a heartbeat carries null")
async def null(bot: Witness) -> None:
    async with bot.connected() as ear:
        assert await ear.answered({"op": 1, "d": None}) is None


@says("Sending Events", "a payload of 4,096 bytes is read, a longer one closes the line with 4002")
async def longest(bot: Witness) -> None:
    def heartbeat(size: int) -> str:
        frame = '{"op": 1, "d": null}'
        return frame + " " * (size - len(frame))

    async with bot.connected() as ear:
        assert await ear.answered(heartbeat(4096)) is None
    async with bot.connected() as ear:
        assert await ear.answered(heartbeat(4097)) == 4002


@says("Dispatch Events", "events are numbered in their order, each once")
async def numbered(bot: Witness) -> None:
    async with bot.hearing() as ear:
        await bot.says()
        await ear.until("MESSAGE_CREATE")
        numbers = [payload["s"] for payload in ear.heard if payload["op"] == 0]
    assert numbers == list(range(1, len(numbers) + 1))


@says("Connecting", "the address for sockets is told by both routes")
async def address(bot: Witness) -> None:
    urls = {(await bot.get(path))["url"] for path in ("/gateway", "/gateway/bot")}
    assert urls == {bot.ground.setup["gateway"]}
    assert urlsplit(urls.pop()).scheme == "ws"


@says("Gateway URL Query String Params", "v is the version of the API; one that does not run closes with 4012")
async def v(bot: Witness) -> None:
    for query, code in (("?v=10", None), ("?v=9", None), ("?v=4", 4012), ("?v=11", 4012), ("?v=ten", 4012)):
        async with bot.connected(query) as ear:
            assert await ear.answered() == code


@says("Gateway URL Query String Params", "encoding is json or etf, and what is asked for is what is spoken")
async def encoding(bot: Witness) -> None:
    async with bot.session.ws_connect(bot.ground.setup["gateway"] + "?encoding=etf") as socket:
        message = await socket.receive()
    # A term in the external format begins with 131.
    assert isinstance(message.data, bytes)
    assert message.data[0] == 131


@says("zlib-stream", "one stream of zlib for the whole line, each payload ended by the four bytes of a flush")
async def zlib_stream(bot: Witness) -> None:
    stream = zlib.decompressobj()
    async with bot.session.ws_connect(bot.ground.setup["gateway"] + "?compress=zlib-stream") as socket:
        for sent, op in ((None, b'"op":10'), ({"op": 1, "d": None}, b'"op":11')):
            if sent:
                await socket.send_json(sent)
            message = await socket.receive()
            assert message.data.endswith(b"\x00\x00\xff\xff")
            assert op in stream.decompress(message.data).replace(b" ", b"")


@says("zstd-stream", "one stream of zstd for the whole line")
async def zstd_stream(bot: Witness) -> None:
    async with bot.session.ws_connect(bot.ground.setup["gateway"] + "?compress=zstd-stream") as socket:
        message = await socket.receive()
    assert isinstance(message.data, bytes)
    assert message.data.startswith(b"\x28\xb5\x2f\xfd")


@says("Identifying", "who has identified is told READY, an ordinary dispatch")
async def ready(bot: Witness) -> None:
    async with bot.connected() as ear:
        await ear.says(bot.identify())
        await ear.until("READY")
        assert ear.heard[-1]["op"] == 0


@says("Identifying", "without it a bot begins no dialogue: what it sends closes with 4003")
async def required(bot: Witness) -> None:
    async with bot.connected() as ear:
        assert (
            await ear.answered({"op": 3, "d": {"since": None, "activities": [], "status": "idle", "afk": False}})
            == 4003
        )


@says("Identifying", "each session that is begun counts, to a thousand in a day")
async def a_thousand_a_day(bot: Witness) -> None:
    async def limit() -> dict[str, int]:
        told: dict[str, int] = (await other.get("/gateway/bot"))["session_start_limit"]
        return told

    async with bot.apart() as other:
        before = await limit()
        async with other.hearing():
            after = await limit()
    assert (before["total"], before["remaining"], after["remaining"]) == (1000, 1000, 999)


@says("Identifying", "to resume counts for nothing")
async def resumes_are_free(bot: Witness) -> None:
    async with bot.apart() as other:
        async with other.connected() as ear:
            await ear.says(other.identify())
            session = await ear.until("READY")
            await bot.stage("disrupt_gateway", send="drop", bot=other.ground.name)
        before = (await other.get("/gateway/bot"))["session_start_limit"]["remaining"]
        async with other.connected() as ear:
            await ear.says(resume(other, session["session_id"], 1))
            await ear.until("RESUMED")
            assert (await other.get("/gateway/bot"))["session_start_limit"]["remaining"] == before


@says("Ready event", "READY tells where to resume and which session it is")
async def resume_gateway_url(bot: Witness) -> None:
    async with bot.hearing() as ear:
        [told] = ear.told("READY")
    assert told["resume_gateway_url"].startswith("ws")
    assert told["session_id"]


@says("Initiating a Disconnect", "who closes with 1000 is offline at once, and cannot resume")
async def goodbye(bot: Witness) -> None:
    async with bot.hearing() as ear:
        [session] = ear.told("READY")
        await bot.otter.until(lambda seen: seen.online(bot.ground.name))
    await bot.otter.until(lambda seen: not seen.online(bot.ground.name))
    async with bot.connected() as ear:
        await ear.says(resume(bot, session["session_id"], 1))
        assert (await ear.op(9))["d"] is False


@says("Initiating a Disconnect", "after any other end a session lives on for some minutes")
async def lives_on(bot: Witness) -> None:
    session = await dropped(bot)
    await bot.stage("advance_time", seconds=100)
    async with bot.connected() as ear:
        await ear.says(resume(bot, session, 1))
        await ear.until("RESUMED")


@says("Resuming", "what was missed is told in its order, and then RESUMED")
async def missed(bot: Witness) -> None:
    session = await dropped(bot)
    said = [(await bot.says(content=content))["id"] for content in ("One", "Two")]
    async with bot.connected() as ear:
        await ear.says(resume(bot, session, 2))
        await ear.until("RESUMED")
        assert [told["id"] for told in ear.told("MESSAGE_CREATE")] == said
        assert ear.told("READY") == []


@says("Preparing to Resume", "a session that is over is answered with op 9 and false")
async def too_late(bot: Witness) -> None:
    session = await dropped(bot)
    await bot.stage("advance_time", seconds=3600)
    async with bot.connected() as ear:
        await ear.says(resume(bot, session, 1))
        assert (await ear.op(9))["d"] is False


@says("Gateway Intents", "no event of an intent that was not asked for")
async def not_asked_for(bot: Witness) -> None:
    async with bot.hearing(intents=1) as ear:
        await bot.says()
        await bot.channel()
        await ear.until("CHANNEL_CREATE")
        assert ear.told("MESSAGE_CREATE") == []


@says("Gateway Intents", "a number that is no sum of intents closes with 4013, and so does none")
async def invalid_intents(bot: Witness) -> None:
    for intents in (1 << 30, None):
        async with bot.connected() as ear:
            assert await ear.answered(bot.identify(intents=intents)) == 4013


@says("Gateway Restrictions", "each of the three privileged intents closes with 4014 where it was not granted")
async def privileged(bot: Witness) -> None:
    for bit in (1, 8, 15):
        async with bot.connected() as ear:
            assert await ear.answered(bot.identify(intents=1 | 1 << bit)) == 4014


@says("HTTP Restrictions", "the list of a server's members is for who has the intent for members")
async def members(bot: Witness) -> None:
    async with bot.apart() as other:
        path = f"/guilds/{other.guild}/members?limit=10"
        assert (await other.asks("GET", path)).status == 403
        await bot.stage("set_intents", bot=other.ground.name, intents=True)
        assert len(await other.get(path)) == 5


@says("Message Content Intent", "without it what others say comes with content, embeds, files and components empty")
async def veiled(bot: Witness) -> None:
    async with bot.hearing() as ear:
        said = await bot.otter.say(bot.ground.duels, "among us")
        told = await ear.until("MESSAGE_CREATE", lambda message: message["id"] == said["id"])
    assert [told[name] for name in ("content", "embeds", "attachments", "components")] == ["", [], [], []]


@says("Message Content Intent", "one's own messages, DMs and what mentions oneself are told in full all the same")
async def unveiled(bot: Witness) -> None:
    async with bot.hearing() as ear:
        said = [
            await bot.says(content="own"),
            await bot.otter.say(bot.ground.dm, "between us"),
            await bot.otter.say(bot.ground.duels, f"<@{bot.app}> come"),
        ]
        while len(heard := ear.told("MESSAGE_CREATE")) < len(said):
            await ear.next()
    assert {told["id"]: told["content"] for told in heard} == {told["id"]: told["content"] for told in said}


@says("Message Content Intent", "the message on which a command was used is told in full")
async def of_a_command(bot: Witness) -> None:
    async with bot.hearing() as ear:
        reply = await bot.asks("POST", f"/applications/{bot.app}/commands", {"name": "Weigh", "type": 3})
        assert reply.status in {200, 201}
        said = await bot.otter.say(bot.ground.duels, "among us")
        begun = await bot.otter.command(bot.ground.duels, "Weigh", target=said, wait=False)
        told = await bot.asked(ear, begun)
    assert told["data"]["resolved"]["messages"][said["id"]]["content"] == "among us"


@says("Rate Limiting", "after 120 payloads in a minute the line is closed")
async def too_many_payloads(bot: Witness) -> None:
    heartbeat = {"op": 1, "d": None}
    async with bot.connected() as ear:
        for _ in range(120):
            await ear.says(heartbeat)
            await ear.op(11)
    async with bot.connected() as ear:
        # More than enough, should the minute be over in between.
        with suppress(ConnectionError):
            for _ in range(500):
                await ear.says(heartbeat)
        assert await ear.ended() == 4008


@says("Guild Availability", "READY tells servers as unavailable, and each is told of afterwards")
async def unavailable(bot: Witness) -> None:
    async with bot.hearing() as ear:
        [told] = ear.told("READY")
        [guild] = ear.told("GUILD_CREATE")
    assert told["guilds"] == [{"id": bot.guild, "unavailable": True}]
    assert guild["id"] == bot.guild


@says("Sharding Formula", "a server is told of by the shard that is its id, shifted by 22, modulo their number")
async def formula(bot: Witness) -> None:
    shard = (int(bot.guild) >> 22) % 2
    for number in (0, 1):
        async with bot.connected() as ear:
            await ear.says(bot.identify(shard=[number, 2]))
            told = await ear.until("READY")
        assert [guild["id"] for guild in told["guilds"]] == ([bot.guild] if number == shard else [])
        assert told["shard"] == [number, 2]


@says("Sharding", "direct messages are the first shard's")
async def dms(bot: Witness) -> None:
    async with bot.connected() as first, bot.connected() as second:
        for number, ear in enumerate((first, second)):
            await ear.says(bot.identify(shard=[number, 2], intents=INTENTS & ~1))
            await ear.until("READY")
        said = await bot.otter.say(bot.ground.dm, "for you")
        await first.until("MESSAGE_CREATE", lambda told: told["id"] == said["id"])
        assert await second.answered() is None
        assert second.told("MESSAGE_CREATE") == []


@says("Max Concurrency", "of shards that differ by a multiple of it one identifies in five seconds, else op 9")
async def max_concurrency(bot: Witness) -> None:
    await bot.stage("set_shards", count=1, concurrency=2)
    try:
        assert (await bot.get("/gateway/bot"))["session_start_limit"]["max_concurrency"] == 2
        began, heard = 0.0, [0]
        while heard != [0, 9, 0]:
            # Only who was fast enough has been too fast.
            assert monotonic() - began > 4
            await bot.stage("advance_time", seconds=5)
            began, heard = monotonic(), []
            for number in (0, 2, 1):
                async with bot.connected() as ear:
                    await ear.says(bot.identify(shard=[number, 4], intents=0))
                    while (payload := await ear.next())["op"] not in {0, 9}:
                        """The hello."""
                    heard.append(payload["op"])
        await bot.stage("advance_time", seconds=5)
        async with bot.connected() as ear:
            await ear.says(bot.identify(shard=[2, 4], intents=0))
            await ear.until("READY")
    finally:
        await bot.stage("set_shards", count=1)


@says("Get Gateway", "needs no token")
async def without_a_token(bot: Witness) -> None:
    assert (await bot.asks("GET", "/gateway", headers={"Authorization": None})).status == 200


@says("Get Gateway Bot", "needs a token, and tells shards and how many sessions may begin")
async def with_a_token(bot: Witness) -> None:
    assert (await bot.asks("GET", "/gateway/bot", headers={"Authorization": None})).status == 401
    told = await bot.get("/gateway/bot")
    assert told.keys() == {"url", "shards", "session_start_limit"}


@says(
    "Session Start Limit Structure", "it has a total, what remains, the milliseconds until all remain, and concurrency"
)
async def structure(bot: Witness) -> None:
    limit = (await bot.get("/gateway/bot"))["session_start_limit"]
    assert limit.keys() == {"total", "remaining", "reset_after", "max_concurrency"}
    assert 0 <= limit["reset_after"] <= 86_400_000


def resume(bot: Witness, session: str, number: int) -> object:
    return {"op": 6, "d": {"token": bot.ground.token, "session_id": session, "seq": number}}


async def dropped(bot: Witness) -> str:
    """A session whose line was cut when it had been told of two things."""
    async with bot.hearing() as ear:
        [session] = ear.told("READY")
        await bot.stage("disrupt_gateway", send="drop", bot=bot.ground.name)
        await ear.ended()
    await bot.otter.until(lambda seen: not seen.online(bot.ground.name))
    return str(session["session_id"])
