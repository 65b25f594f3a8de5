"""events/gateway: how a bot connects, says who it is, keeps the line open and comes back.

It is as long as the page of the documentation that it asks the playground about: a file a page.
"""

from __future__ import annotations

import zlib
from contextlib import suppress
from time import monotonic
from urllib.parse import urlsplit

from deploy.playground.tests.conformance.conformance_bot import DEFAULT_INTENTS, ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage

PAGE = DocumentationPage("events/gateway")
rule = PAGE.rule


@rule("Hello Event", "what is told first is op 10, with the time between two heartbeats in milliseconds")
async def hello(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as ear:
        first = await ear.receive_payload()
    assert (first["op"], first["s"], first["t"]) == (10, None, None)
    assert 1000 < first["d"]["heartbeat_interval"] < 120_000


@rule("Heartbeat Interval", "each heartbeat is answered with op 11")
async def acknowledged(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as ear:
        await ear.send({"op": 1, "d": None})
        await ear.wait_for_opcode(11)
        await ear.send({"op": 1, "d": 7})
        await ear.wait_for_opcode(11)


@rule("Heartbeat Interval", "before anything was dispatched a heartbeat carries null")
async def null(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as ear:
        assert await ear.close_code_after({"op": 1, "d": None}) is None


@rule("Sending Events", "a payload of 4,096 bytes is read, a longer one closes the line with 4002")
async def longest(bot: ConformanceBot) -> None:
    def heartbeat(size: int) -> str:
        frame = '{"op": 1, "d": null}'
        return frame + " " * (size - len(frame))

    async with bot.open_gateway() as ear:
        assert await ear.close_code_after(heartbeat(4096)) is None
    async with bot.open_gateway() as ear:
        assert await ear.close_code_after(heartbeat(4097)) == 4002


@rule("Dispatch Events", "events are numbered in their order, each once")
async def numbered(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        await bot.send_message()
        await ear.wait_for_event("MESSAGE_CREATE")
        numbers = [payload["s"] for payload in ear.payloads if payload["op"] == 0]
    assert numbers == list(range(1, len(numbers) + 1))


@rule("Connecting", "the address for sockets is told by both routes")
async def address(bot: ConformanceBot) -> None:
    urls = {(await bot.get_json(path))["url"] for path in ("/gateway", "/gateway/bot")}
    assert urls == {bot.sandbox.setup["gateway"]}
    assert urlsplit(urls.pop()).scheme == "ws"


@rule("Gateway URL Query String Params", "v is the version of the API; one that does not run closes with 4012")
async def v(bot: ConformanceBot) -> None:
    for query, code in (("?v=10", None), ("?v=9", None), ("?v=4", 4012), ("?v=11", 4012), ("?v=ten", 4012)):
        async with bot.open_gateway(query) as ear:
            assert await ear.close_code_after() == code


@rule("Gateway URL Query String Params", "encoding is json or etf, and what is asked for is what is spoken")
async def encoding(bot: ConformanceBot) -> None:
    async with bot.session.ws_connect(bot.sandbox.setup["gateway"] + "?encoding=etf") as socket:
        message = await socket.receive()
    # A term in the external format begins with 131.
    assert isinstance(message.data, bytes)
    assert message.data[0] == 131


@rule("zlib-stream", "one stream of zlib for the whole line, each payload ended by the four bytes of a flush")
async def zlib_stream(bot: ConformanceBot) -> None:
    stream = zlib.decompressobj()
    async with bot.session.ws_connect(bot.sandbox.setup["gateway"] + "?compress=zlib-stream") as socket:
        for sent, op in ((None, b'"op":10'), ({"op": 1, "d": None}, b'"op":11')):
            if sent:
                await socket.send_json(sent)
            message = await socket.receive()
            assert message.data.endswith(b"\x00\x00\xff\xff")
            assert op in stream.decompress(message.data).replace(b" ", b"")


@rule("zstd-stream", "one stream of zstd for the whole line")
async def zstd_stream(bot: ConformanceBot) -> None:
    async with bot.session.ws_connect(bot.sandbox.setup["gateway"] + "?compress=zstd-stream") as socket:
        message = await socket.receive()
    assert isinstance(message.data, bytes)
    assert message.data.startswith(b"\x28\xb5\x2f\xfd")


@rule("Identifying", "who has identified is told READY, an ordinary dispatch")
async def ready(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as ear:
        await ear.send(bot.identify_payload())
        await ear.wait_for_event("READY")
        assert ear.payloads[-1]["op"] == 0


@rule("Identifying", "without it a bot begins no dialogue: what it sends closes with 4003")
async def required(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as ear:
        assert (
            await ear.close_code_after(
                {"op": 3, "d": {"since": None, "activities": [], "status": "idle", "afk": False}}
            )
            == 4003
        )


@rule("Identifying", "each session that is begun counts, to a thousand in a day")
async def a_thousand_a_day(bot: ConformanceBot) -> None:
    async def limit() -> dict[str, int]:
        told: dict[str, int] = (await other.get_json("/gateway/bot"))["session_start_limit"]
        return told

    async with bot.create_separate_bot() as other:
        before = await limit()
        async with other.identify_at_gateway():
            after = await limit()
    assert (before["total"], before["remaining"], after["remaining"]) == (1000, 1000, 999)


@rule("Identifying", "to resume counts for nothing")
async def resumes_are_free(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        async with other.open_gateway() as ear:
            await ear.send(other.identify_payload())
            session = await ear.wait_for_event("READY")
            await bot.control("disrupt_gateway", send="drop", bot=other.sandbox.bot_name)
        before = (await other.get_json("/gateway/bot"))["session_start_limit"]["remaining"]
        async with other.open_gateway() as ear:
            await ear.send(resume_payload(other, session["session_id"], 1))
            await ear.wait_for_event("RESUMED")
            assert (await other.get_json("/gateway/bot"))["session_start_limit"]["remaining"] == before


@rule("Ready event", "READY tells where to resume and which session it is")
async def resume_gateway_url(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        [told] = ear.received_events("READY")
    assert told["resume_gateway_url"].startswith("ws")
    assert told["session_id"]


@rule("Initiating a Disconnect", "who closes with 1000 is offline at once, and cannot resume")
async def goodbye(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        [session] = ear.received_events("READY")
        await bot.otter.wait_until(lambda seen: seen.is_online(bot.sandbox.bot_name))
    await bot.otter.wait_until(lambda seen: not seen.is_online(bot.sandbox.bot_name))
    async with bot.open_gateway() as ear:
        await ear.send(resume_payload(bot, session["session_id"], 1))
        assert (await ear.wait_for_opcode(9))["d"] is False


@rule("Initiating a Disconnect", "after any other end a session lives on for some minutes")
async def lives_on(bot: ConformanceBot) -> None:
    session = await create_dropped_session(bot)
    await bot.control("advance_time", seconds=100)
    async with bot.open_gateway() as ear:
        await ear.send(resume_payload(bot, session, 1))
        await ear.wait_for_event("RESUMED")


@rule("Resuming", "what was missed is told in its order, and then RESUMED")
async def missed(bot: ConformanceBot) -> None:
    session = await create_dropped_session(bot)
    said = [(await bot.send_message(content=content))["id"] for content in ("One", "Two")]
    async with bot.open_gateway() as ear:
        await ear.send(resume_payload(bot, session, 2))
        await ear.wait_for_event("RESUMED")
        assert [told["id"] for told in ear.received_events("MESSAGE_CREATE")] == said
        assert ear.received_events("READY") == []


@rule("Preparing to Resume", "a session that is over is answered with op 9 and false")
async def too_late(bot: ConformanceBot) -> None:
    session = await create_dropped_session(bot)
    await bot.control("advance_time", seconds=3600)
    async with bot.open_gateway() as ear:
        await ear.send(resume_payload(bot, session, 1))
        assert (await ear.wait_for_opcode(9))["d"] is False


@rule("Gateway Intents", "no event of an intent that was not asked for")
async def not_asked_for(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway(intents=1) as ear:
        await bot.send_message()
        await bot.create_channel()
        await ear.wait_for_event("CHANNEL_CREATE")
        assert ear.received_events("MESSAGE_CREATE") == []


@rule("Gateway Intents", "a number that is no sum of intents closes with 4013, and so does none")
async def invalid_intents(bot: ConformanceBot) -> None:
    for intents in (1 << 30, None):
        async with bot.open_gateway() as ear:
            assert await ear.close_code_after(bot.identify_payload(intents=intents)) == 4013


@rule("Gateway Restrictions", "each of the three privileged intents closes with 4014 where it was not granted")
async def privileged(bot: ConformanceBot) -> None:
    for bit in (1, 8, 15):
        async with bot.open_gateway() as ear:
            assert await ear.close_code_after(bot.identify_payload(intents=1 | 1 << bit)) == 4014


@rule("HTTP Restrictions", "the list of a server's members is for who has the intent for members")
async def members(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        path = f"/guilds/{other.guild_id}/members?limit=10"
        assert (await other.request("GET", path)).status == 403
        await bot.control("set_intents", bot=other.sandbox.bot_name, intents=True)
        assert len(await other.get_json(path)) == 5


@rule("Message Content Intent", "without it what others say comes with content, embeds, files and components empty")
async def veiled(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        said = await bot.otter.send_message(bot.sandbox.duels_id, "among us")
        told = await ear.wait_for_event("MESSAGE_CREATE", lambda message: message["id"] == said["id"])
    assert [told[name] for name in ("content", "embeds", "attachments", "components")] == ["", [], [], []]


@rule("Message Content Intent", "one's own messages, DMs and what mentions oneself are told in full all the same")
async def unveiled(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        said = [
            await bot.send_message(content="own"),
            await bot.otter.send_message(bot.sandbox.dm_name, "between us"),
            await bot.otter.send_message(bot.sandbox.duels_id, f"<@{bot.application_id}> come"),
        ]
        while len(heard := ear.received_events("MESSAGE_CREATE")) < len(said):
            await ear.receive_payload()
    assert {told["id"]: told["content"] for told in heard} == {told["id"]: told["content"] for told in said}


@rule("Message Content Intent", "the message on which a command was used is told in full")
async def of_a_command(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        reply = await bot.request("POST", f"/applications/{bot.application_id}/commands", {"name": "Weigh", "type": 3})
        assert reply.status in {200, 201}
        said = await bot.otter.send_message(bot.sandbox.duels_id, "among us")
        begun = await bot.otter.run_command(bot.sandbox.duels_id, "Weigh", target=said, wait=False)
        told = await bot.wait_for_interaction(ear, begun)
    assert told["data"]["resolved"]["messages"][said["id"]]["content"] == "among us"


@rule("Rate Limiting", "after 120 payloads in a minute the line is closed")
async def too_many_payloads(bot: ConformanceBot) -> None:
    heartbeat = {"op": 1, "d": None}
    async with bot.open_gateway() as ear:
        for _ in range(120):
            await ear.send(heartbeat)
            await ear.wait_for_opcode(11)
    async with bot.open_gateway() as ear:
        # More than enough, should the minute be over in between.
        with suppress(ConnectionError):
            for _ in range(500):
                await ear.send(heartbeat)
        assert await ear.wait_for_close() == 4008


@rule("Guild Availability", "READY tells servers as unavailable, and each is told of afterwards")
async def unavailable(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as ear:
        [told] = ear.received_events("READY")
        [guild] = ear.received_events("GUILD_CREATE")
    assert told["guilds"] == [{"id": bot.guild_id, "unavailable": True}]
    assert guild["id"] == bot.guild_id


@rule("Sharding Formula", "a server is told of by the shard that is its id, shifted by 22, modulo their number")
async def formula(bot: ConformanceBot) -> None:
    shard = (int(bot.guild_id) >> 22) % 2
    for number in (0, 1):
        async with bot.open_gateway() as ear:
            await ear.send(bot.identify_payload(shard=[number, 2]))
            told = await ear.wait_for_event("READY")
        assert [guild["id"] for guild in told["guilds"]] == ([bot.guild_id] if number == shard else [])
        assert told["shard"] == [number, 2]


@rule("Sharding", "direct messages are the first shard's")
async def dms(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as first, bot.open_gateway() as second:
        for number, ear in enumerate((first, second)):
            await ear.send(bot.identify_payload(shard=[number, 2], intents=DEFAULT_INTENTS & ~1))
            await ear.wait_for_event("READY")
        said = await bot.otter.send_message(bot.sandbox.dm_name, "for you")
        await first.wait_for_event("MESSAGE_CREATE", lambda told: told["id"] == said["id"])
        assert await second.close_code_after() is None
        assert second.received_events("MESSAGE_CREATE") == []


@rule("Max Concurrency", "of shards that differ by a multiple of it one identifies in five seconds, else op 9")
async def max_concurrency(bot: ConformanceBot) -> None:
    await bot.control("set_shards", count=1, concurrency=2)
    try:
        assert (await bot.get_json("/gateway/bot"))["session_start_limit"]["max_concurrency"] == 2
        began, heard = 0.0, [0]
        while heard != [0, 9, 0]:
            # Only who was fast enough has been too fast.
            assert monotonic() - began > 4
            await bot.control("advance_time", seconds=5)
            began, heard = monotonic(), []
            for number in (0, 2, 1):
                async with bot.open_gateway() as ear:
                    await ear.send(bot.identify_payload(shard=[number, 4], intents=0))
                    while (payload := await ear.receive_payload())["op"] not in {0, 9}:
                        """The hello."""
                    heard.append(payload["op"])
        await bot.control("advance_time", seconds=5)
        async with bot.open_gateway() as ear:
            await ear.send(bot.identify_payload(shard=[2, 4], intents=0))
            await ear.wait_for_event("READY")
    finally:
        await bot.control("set_shards", count=1)


@rule("Get Gateway", "needs no token")
async def without_a_token(bot: ConformanceBot) -> None:
    assert (await bot.request("GET", "/gateway", headers={"Authorization": None})).status == 200


@rule("Get Gateway Bot", "needs a token, and tells shards and how many sessions may begin")
async def with_a_token(bot: ConformanceBot) -> None:
    assert (await bot.request("GET", "/gateway/bot", headers={"Authorization": None})).status == 401
    told = await bot.get_json("/gateway/bot")
    assert told.keys() == {"url", "shards", "session_start_limit"}


@rule(
    "Session Start Limit Structure", "it has a total, what remains, the milliseconds until all remain, and concurrency"
)
async def structure(bot: ConformanceBot) -> None:
    limit = (await bot.get_json("/gateway/bot"))["session_start_limit"]
    assert limit.keys() == {"total", "remaining", "reset_after", "max_concurrency"}
    assert 0 <= limit["reset_after"] <= 86_400_000


def resume_payload(bot: ConformanceBot, session: str, number: int) -> object:
    return {"op": 6, "d": {"token": bot.sandbox.bot_token, "session_id": session, "seq": number}}


async def create_dropped_session(bot: ConformanceBot) -> str:
    """A session whose line was cut when it had been told of two things."""
    async with bot.identify_at_gateway() as ear:
        [session] = ear.received_events("READY")
        await bot.control("disrupt_gateway", send="drop", bot=bot.sandbox.bot_name)
        await ear.wait_for_close()
    await bot.otter.wait_until(lambda seen: not seen.is_online(bot.sandbox.bot_name))
    return str(session["session_id"])
