"""Rules from the documentation page events/gateway: connecting, identifying, heartbeats and resuming."""

from __future__ import annotations

import zlib
from contextlib import suppress
from time import monotonic
from urllib.parse import urlsplit

from deploy.playground.tests.conformance.conformance_bot import DEFAULT_INTENTS, ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage

PAGE = DocumentationPage("events/gateway")
rule = PAGE.rule


@rule("Hello Event", "The first payload is opcode 10 with the heartbeat interval in milliseconds.")
async def hello(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as gateway:
        first = await gateway.receive_payload()
    assert (first["op"], first["s"], first["t"]) == (10, None, None)
    assert 1000 < first["d"]["heartbeat_interval"] < 120_000


@rule("Heartbeat Interval", "Each heartbeat is answered with opcode 11.")
async def heartbeat_ack(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as gateway:
        await gateway.send({"op": 1, "d": None})
        await gateway.wait_for_opcode(11)
        await gateway.send({"op": 1, "d": 7})
        await gateway.wait_for_opcode(11)


@rule("Heartbeat Interval", "Before the first dispatch a heartbeat carries null.")
async def first_heartbeat(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as gateway:
        assert await gateway.get_close_code_after({"op": 1, "d": None}) is None


@rule("Sending Events", "A payload has at most 4,096 bytes; a longer one closes the connection with 4002.")
async def payload_size(bot: ConformanceBot) -> None:
    def make_heartbeat(size: int) -> str:
        frame = '{"op": 1, "d": null}'
        return frame + " " * (size - len(frame))

    async with bot.open_gateway() as gateway:
        assert await gateway.get_close_code_after(make_heartbeat(4096)) is None
    async with bot.open_gateway() as gateway:
        assert await gateway.get_close_code_after(make_heartbeat(4097)) == 4002


@rule("Dispatch Events", "Events are numbered in sequence.")
async def sequence_numbers(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        await bot.send_message()
        await gateway.wait_for_event("MESSAGE_CREATE")
        numbers = [payload["s"] for payload in gateway.payloads if payload["op"] == 0]
    assert numbers == list(range(1, len(numbers) + 1))


@rule("Connecting", "Both routes return the gateway URL.")
async def gateway_url(bot: ConformanceBot) -> None:
    urls = {(await bot.get_json(path))["url"] for path in ("/gateway", "/gateway/bot")}
    assert urls == {bot.sandbox.setup["gateway"]}
    assert urlsplit(urls.pop()).scheme == "ws"


@rule("Gateway URL Query String Params", "v is the API version; an unsupported one closes the connection with 4012.")
async def api_version(bot: ConformanceBot) -> None:
    for query, code in (("?v=10", None), ("?v=9", None), ("?v=4", 4012), ("?v=11", 4012), ("?v=ten", 4012)):
        async with bot.open_gateway(query) as gateway:
            assert await gateway.get_close_code_after() == code


@rule("Gateway URL Query String Params", "The encoding parameter selects JSON or ETF.")
async def encoding(bot: ConformanceBot) -> None:
    async with bot.session.ws_connect(bot.sandbox.setup["gateway"] + "?encoding=etf") as socket:
        message = await socket.receive()
    # An ETF payload (the external term format of Erlang) begins with the byte 131.
    assert isinstance(message.data, bytes)
    assert message.data[0] == 131


@rule("zlib-stream", "The connection is one zlib stream, and each payload ends with the four bytes of a flush.")
async def zlib_stream(bot: ConformanceBot) -> None:
    stream = zlib.decompressobj()
    async with bot.session.ws_connect(bot.sandbox.setup["gateway"] + "?compress=zlib-stream") as socket:
        for payload, expected in ((None, b'"op":10'), ({"op": 1, "d": None}, b'"op":11')):
            if payload:
                await socket.send_json(payload)
            message = await socket.receive()
            assert message.data.endswith(b"\x00\x00\xff\xff")
            assert expected in stream.decompress(message.data).replace(b" ", b"")


@rule("zstd-stream", "The connection is one zstd stream.")
async def zstd_stream(bot: ConformanceBot) -> None:
    async with bot.session.ws_connect(bot.sandbox.setup["gateway"] + "?compress=zstd-stream") as socket:
        message = await socket.receive()
    assert isinstance(message.data, bytes)
    assert message.data.startswith(b"\x28\xb5\x2f\xfd")


@rule("Identifying", "Identifying is answered with READY, an ordinary dispatch.")
async def ready_dispatch(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as gateway:
        await gateway.send(bot.identify_payload())
        await gateway.wait_for_event("READY")
        assert gateway.payloads[-1]["op"] == 0


@rule("Identifying", "Sending before identifying closes the connection with 4003.")
async def identify_first(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as gateway:
        presence: dict[str, object] = {"since": None, "activities": [], "status": "idle", "afk": False}
        assert await gateway.get_close_code_after({"op": 3, "d": presence}) == 4003


@rule("Identifying", "A bot can start 1,000 sessions per day.")
async def session_start_limit(bot: ConformanceBot) -> None:
    async def load_limit() -> dict[str, int]:
        limit: dict[str, int] = (await other.get_json("/gateway/bot"))["session_start_limit"]
        return limit

    async with bot.create_separate_bot() as other:
        before = await load_limit()
        async with other.identify_at_gateway():
            after = await load_limit()
    assert (before["total"], before["remaining"], after["remaining"]) == (1000, 1000, 999)


@rule("Identifying", "Resuming does not count as a session start.")
async def resume_not_counted(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        async with other.open_gateway() as gateway:
            await gateway.send(other.identify_payload())
            session = await gateway.wait_for_event("READY")
            await bot.control("disrupt_gateway", send="drop", bot=other.sandbox.bot_name)
        before = (await other.get_json("/gateway/bot"))["session_start_limit"]["remaining"]
        async with other.open_gateway() as gateway:
            await gateway.send(resume_payload(other, session["session_id"], 1))
            await gateway.wait_for_event("RESUMED")
            assert (await other.get_json("/gateway/bot"))["session_start_limit"]["remaining"] == before


@rule("Ready event", "READY has the resume URL and the session ID.")
async def ready_session(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        [event] = gateway.list_received_events("READY")
    assert event["resume_gateway_url"].startswith("ws")
    assert event["session_id"]


@rule("Initiating a Disconnect", "Closing with 1000 ends the session at once.")
async def normal_close(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        [session] = gateway.list_received_events("READY")
        await bot.otter.wait_until(lambda view: view.is_online(bot.sandbox.bot_name))
    await bot.otter.wait_until(lambda view: not view.is_online(bot.sandbox.bot_name))
    async with bot.open_gateway() as gateway:
        await gateway.send(resume_payload(bot, session["session_id"], 1))
        assert (await gateway.wait_for_opcode(9))["d"] is False


@rule("Initiating a Disconnect", "After any other close a session can be resumed for some minutes.")
async def dropped_session(bot: ConformanceBot) -> None:
    session_id = await create_dropped_session(bot)
    await bot.control("advance_time", seconds=100)
    async with bot.open_gateway() as gateway:
        await gateway.send(resume_payload(bot, session_id, 1))
        await gateway.wait_for_event("RESUMED")


@rule("Resuming", "Missed events are replayed in order, followed by RESUMED.")
async def missed_events(bot: ConformanceBot) -> None:
    session_id = await create_dropped_session(bot)
    message_ids = [(await bot.send_message(content=content))["id"] for content in ("One", "Two")]
    async with bot.open_gateway() as gateway:
        await gateway.send(resume_payload(bot, session_id, 2))
        await gateway.wait_for_event("RESUMED")
        assert [message["id"] for message in gateway.list_received_events("MESSAGE_CREATE")] == message_ids
        assert gateway.list_received_events("READY") == []


@rule("Preparing to Resume", "Resuming an expired session is answered with opcode 9 and false.")
async def expired_session(bot: ConformanceBot) -> None:
    session_id = await create_dropped_session(bot)
    await bot.control("advance_time", seconds=3600)
    async with bot.open_gateway() as gateway:
        await gateway.send(resume_payload(bot, session_id, 1))
        assert (await gateway.wait_for_opcode(9))["d"] is False


@rule("Gateway Intents", "Events are sent only for requested intents.")
async def intent_filter(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway(intents=1) as gateway:
        await bot.send_message()
        await bot.create_channel()
        await gateway.wait_for_event("CHANNEL_CREATE")
        assert gateway.list_received_events("MESSAGE_CREATE") == []


@rule("Gateway Intents", "Invalid or missing intents close the connection with 4013.")
async def invalid_intents(bot: ConformanceBot) -> None:
    for intents in (1 << 30, None):
        async with bot.open_gateway() as gateway:
            assert await gateway.get_close_code_after(bot.identify_payload(intents=intents)) == 4013


@rule("Gateway Restrictions", "A privileged intent that was not granted closes the connection with 4014.")
async def privileged_intents(bot: ConformanceBot) -> None:
    for bit in (1, 8, 15):
        async with bot.open_gateway() as gateway:
            assert await gateway.get_close_code_after(bot.identify_payload(intents=1 | 1 << bit)) == 4014


@rule("HTTP Restrictions", "Listing the members of a server needs the GUILD_MEMBERS intent.")
async def member_list(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        path = f"/guilds/{other.guild_id}/members?limit=10"
        assert (await other.request("GET", path)).status == 403
        await bot.control("set_intents", bot=other.sandbox.bot_name, intents=True)
        assert len(await other.get_json(path)) == 5


@rule(
    "Message Content Intent", "Without it other users' messages have empty content, embeds, attachments and components."
)
async def no_message_content(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        sent = await bot.otter.send_message(bot.sandbox.duels_id, "among us")
        received = await gateway.wait_for_event("MESSAGE_CREATE", lambda message: message["id"] == sent["id"])
    assert [received[name] for name in ("content", "embeds", "attachments", "components")] == ["", [], [], []]


@rule("Message Content Intent", "The bot's own messages, direct messages and mentions of the bot are complete.")
async def exempt_messages(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        messages = [
            await bot.send_message(content="own"),
            await bot.otter.send_message(bot.sandbox.dm_name, "between us"),
            await bot.otter.send_message(bot.sandbox.duels_id, f"<@{bot.application_id}> come"),
        ]
        while len(received := gateway.list_received_events("MESSAGE_CREATE")) < len(messages):
            await gateway.receive_payload()
    contents = {message["id"]: message["content"] for message in messages}
    assert {message["id"]: message["content"] for message in received} == contents


@rule("Message Content Intent", "The target of a message command is complete.")
async def message_command_content(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        reply = await bot.request("POST", f"/applications/{bot.application_id}/commands", {"name": "Weigh", "type": 3})
        assert reply.status in {200, 201}
        message = await bot.otter.send_message(bot.sandbox.duels_id, "among us")
        result = await bot.otter.run_command(bot.sandbox.duels_id, "Weigh", target=message, wait=False)
        interaction = await bot.wait_for_interaction(gateway, result)
    assert interaction["data"]["resolved"]["messages"][message["id"]]["content"] == "among us"


@rule("Rate Limiting", "After 120 payloads in a minute the connection is closed.")
async def payload_rate(bot: ConformanceBot) -> None:
    heartbeat = {"op": 1, "d": None}
    async with bot.open_gateway() as gateway:
        for _ in range(120):
            await gateway.send(heartbeat)
            await gateway.wait_for_opcode(11)
    async with bot.open_gateway() as gateway:
        # Send more than enough payloads, in case the minute ends in between.
        with suppress(ConnectionError):
            for _ in range(500):
                await gateway.send(heartbeat)
        assert await gateway.wait_for_close() == 4008


@rule("Guild Availability", "READY lists servers as unavailable; GUILD_CREATE follows for each.")
async def unavailable_guilds(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        [ready] = gateway.list_received_events("READY")
        [guild] = gateway.list_received_events("GUILD_CREATE")
    assert ready["guilds"] == [{"id": bot.guild_id, "unavailable": True}]
    assert guild["id"] == bot.guild_id


@rule("Sharding Formula", "A server belongs to shard (id >> 22) % number of shards.")
async def shard_of_server(bot: ConformanceBot) -> None:
    shard = (int(bot.guild_id) >> 22) % 2
    for number in (0, 1):
        async with bot.open_gateway() as gateway:
            await gateway.send(bot.identify_payload(shard=[number, 2]))
            ready = await gateway.wait_for_event("READY")
        assert [guild["id"] for guild in ready["guilds"]] == ([bot.guild_id] if number == shard else [])
        assert ready["shard"] == [number, 2]


@rule("Sharding", "Direct messages belong to the first shard.")
async def shard_of_dms(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as first, bot.open_gateway() as second:
        for number, gateway in enumerate((first, second)):
            await gateway.send(bot.identify_payload(shard=[number, 2], intents=DEFAULT_INTENTS & ~1))
            await gateway.wait_for_event("READY")
        message = await bot.otter.send_message(bot.sandbox.dm_name, "for you")
        await first.wait_for_event("MESSAGE_CREATE", lambda event: event["id"] == message["id"])
        assert await second.get_close_code_after() is None
        assert second.list_received_events("MESSAGE_CREATE") == []


@rule("Max Concurrency", "One shard per rate limit key identifies in five seconds; others receive opcode 9.")
async def max_concurrency(bot: ConformanceBot) -> None:
    await bot.control("set_shards", count=1, concurrency=2)
    try:
        assert (await bot.get_json("/gateway/bot"))["session_start_limit"]["max_concurrency"] == 2
        started, opcodes = 0.0, [0]
        while opcodes != [0, 9, 0]:
            # The limit applies only if all shards identified within five seconds, so try again on a slow machine.
            assert monotonic() - started > 4
            await bot.control("advance_time", seconds=5)
            started, opcodes = monotonic(), []
            for number in (0, 2, 1):
                async with bot.open_gateway() as gateway:
                    await gateway.send(bot.identify_payload(shard=[number, 4], intents=0))
                    while (payload := await gateway.receive_payload())["op"] not in {0, 9}:
                        """Skip hello."""
                    opcodes.append(payload["op"])
        await bot.control("advance_time", seconds=5)
        async with bot.open_gateway() as gateway:
            await gateway.send(bot.identify_payload(shard=[2, 4], intents=0))
            await gateway.wait_for_event("READY")
    finally:
        await bot.control("set_shards", count=1)


@rule("Get Gateway", "The route needs no token.")
async def gateway_without_token(bot: ConformanceBot) -> None:
    assert (await bot.request("GET", "/gateway", headers={"Authorization": None})).status == 200


@rule("Get Gateway Bot", "The route needs a token and returns the shard count and the session start limit.")
async def gateway_bot_fields(bot: ConformanceBot) -> None:
    assert (await bot.request("GET", "/gateway/bot", headers={"Authorization": None})).status == 401
    body = await bot.get_json("/gateway/bot")
    assert body.keys() == {"url", "shards", "session_start_limit"}


@rule(
    "Session Start Limit Structure", "The limit has total, remaining, reset_after in milliseconds and max_concurrency."
)
async def limit_fields(bot: ConformanceBot) -> None:
    limit = (await bot.get_json("/gateway/bot"))["session_start_limit"]
    assert limit.keys() == {"total", "remaining", "reset_after", "max_concurrency"}
    assert 0 <= limit["reset_after"] <= 86_400_000


def resume_payload(bot: ConformanceBot, session_id: str, sequence: int) -> object:
    return {"op": 6, "d": {"token": bot.sandbox.bot_token, "session_id": session_id, "seq": sequence}}


async def create_dropped_session(bot: ConformanceBot) -> str:
    """Create a session that loses its connection after two events, and return its ID."""
    async with bot.identify_at_gateway() as gateway:
        [session] = gateway.list_received_events("READY")
        await bot.control("disrupt_gateway", send="drop", bot=bot.sandbox.bot_name)
        await gateway.wait_for_close()
    await bot.otter.wait_until(lambda view: not view.is_online(bot.sandbox.bot_name))
    return str(session["session_id"])
