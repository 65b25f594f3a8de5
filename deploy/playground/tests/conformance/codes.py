"""Rules from the documentation page topics/opcodes-and-status-codes: opcodes, close codes, statuses and error codes."""

from __future__ import annotations

from deploy.playground.tests.conformance.conformance_bot import ConformanceBot, action_row, button
from deploy.playground.tests.conformance.documented_rule import DocumentationPage
from discord_playground.client import JSON

PAGE = DocumentationPage("topics/opcodes-and-status-codes")
rule = PAGE.rule
UNKNOWN_ID = "1234567890123456789"


@rule("Gateway Close Event Codes", "4001 means an unknown opcode.")
async def close_4001(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as gateway:
        assert await gateway.get_close_code_after({"op": 99, "d": None}) == 4001


@rule("Gateway Close Event Codes", "4002 means a payload that cannot be decoded.")
async def close_4002(bot: ConformanceBot) -> None:
    for frame in ("wolf", "{", "[]", '{"d": 1}'):
        async with bot.open_gateway() as gateway:
            assert await gateway.get_close_code_after(frame) == 4002


@rule("Gateway Close Event Codes", "4003 means a payload before identifying.")
async def close_4003(bot: ConformanceBot) -> None:
    async with bot.open_gateway() as gateway:
        members_request = {"op": 8, "d": {"guild_id": bot.guild_id, "query": "", "limit": 1}}
        assert await gateway.get_close_code_after(members_request) == 4003


@rule("Gateway Close Event Codes", "4004 means an invalid token.")
async def close_4004(bot: ConformanceBot) -> None:
    identify_payload = bot.identify_payload()
    identify_payload["d"] |= {"token": "owl"}
    async with bot.open_gateway() as gateway:
        assert await gateway.get_close_code_after(identify_payload) == 4004


@rule("Gateway Close Event Codes", "4005 means identifying twice.")
async def close_4005(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        assert await gateway.get_close_code_after(bot.identify_payload()) == 4005


@rule("Gateway Close Event Codes", "4007 means an invalid sequence number when resuming.")
async def close_4007(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway, bot.open_gateway() as second_gateway:
        [session] = gateway.list_received_events("READY")
        body = {"token": bot.sandbox.bot_token, "session_id": session["session_id"], "seq": 10_000}
        assert await second_gateway.get_close_code_after({"op": 6, "d": body}) == 4007


@rule("Gateway Close Event Codes", "4010 means an invalid shard.")
async def close_4010(bot: ConformanceBot) -> None:
    for shard in ([2, 2], [0, 0]):
        async with bot.open_gateway() as gateway:
            assert await gateway.get_close_code_after(bot.identify_payload(shard=shard)) == 4010


@rule("Gateway Opcodes", "Opcode 3 updates the presence, 4 is accepted and 8 requests members.")
async def client_opcodes(bot: ConformanceBot) -> None:
    presence: JSON = {"since": None, "activities": [], "status": "idle", "afk": False}
    voice_state = {"guild_id": bot.guild_id, "channel_id": None, "self_mute": False, "self_deaf": False}
    request = {"guild_id": bot.guild_id, "query": "he", "limit": 1}
    async with bot.identify_at_gateway() as gateway:
        for op, body in ((3, presence), (4, voice_state), (8, request)):
            await gateway.send({"op": op, "d": body})
        await gateway.wait_for_event("GUILD_MEMBERS_CHUNK")
        people = (await bot.otter.load_view())["people"]
    assert next(person["presence"]["status"] for person in people if person["id"] == bot.application_id) == "idle"


@rule("Gateway Opcodes", "Opcodes 31 (soundboard sounds) and 43 (channel info) are accepted.")
async def accepted_opcodes(bot: ConformanceBot) -> None:
    for op, body in ((31, {"guild_ids": [bot.guild_id]}), (43, {"guild_id": bot.guild_id, "fields": ["status"]})):
        async with bot.identify_at_gateway() as gateway:
            assert await gateway.get_close_code_after({"op": op, "d": body}) is None


@rule("HTTP Response Codes", "200 returns a resource, 201 a new resource and 204 no body.")
async def success_statuses(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    statuses = [
        (await bot.request("GET", f"/channels/{channel_id}")).status,
        (await bot.request("POST", f"/channels/{channel_id}/threads", {"name": "Oak", "type": 11})).status,
        (await bot.request("POST", f"/channels/{channel_id}/typing")).status,
    ]
    assert statuses == [200, 201, 204]


@rule("HTTP Response Codes", "401 means a missing or invalid token.")
async def status_401(bot: ConformanceBot) -> None:
    for token in (None, "Bot owl", bot.sandbox.bot_token):
        assert (await bot.request("GET", "/users/@me", headers={"Authorization": token})).status == 401


@rule("HTTP Response Codes", "404 means an unknown route.")
async def status_404(bot: ConformanceBot) -> None:
    assert (await bot.request("GET", "/owls")).status == 404


@rule("HTTP Response Codes", "405 means a method that the route does not support.")
async def status_405(bot: ConformanceBot) -> None:
    assert (await bot.request("PATCH", "/gateway")).status == 405


@rule("JSON Error Codes", "10002 means an unknown application.")
async def error_10002(bot: ConformanceBot) -> None:
    assert (await bot.request("GET", f"/applications/{UNKNOWN_ID}/commands")).status_and_code == (404, 10002)


@rule("JSON Error Codes", "10003 means an unknown channel.")
async def error_10003(bot: ConformanceBot) -> None:
    assert (await bot.request("GET", f"/channels/{UNKNOWN_ID}")).status_and_code == (404, 10003)


@rule("JSON Error Codes", "10004 means an unknown guild.")
async def error_10004(bot: ConformanceBot) -> None:
    assert (await bot.request("GET", f"/guilds/{UNKNOWN_ID}")).status_and_code == (404, 10004)


@rule("JSON Error Codes", "10007 means an unknown member.")
async def error_10007(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        reply = await bot.request("GET", f"/guilds/{bot.guild_id}/members/{other.application_id}")
        assert reply.status_and_code == (404, 10007)


@rule("JSON Error Codes", "10008 means an unknown message.")
async def error_10008(bot: ConformanceBot) -> None:
    reply = await bot.request("GET", f"/channels/{bot.sandbox.duels_id}/messages/{UNKNOWN_ID}")
    assert reply.status_and_code == (404, 10008)


@rule("JSON Error Codes", "10011 means an unknown role.")
async def error_10011(bot: ConformanceBot) -> None:
    path = f"/guilds/{bot.guild_id}/members/{bot.application_id}/roles/{UNKNOWN_ID}"
    assert (await bot.request("PUT", path)).status_and_code == (404, 10011)


@rule("JSON Error Codes", "10013 means an unknown user.")
async def error_10013(bot: ConformanceBot) -> None:
    assert (await bot.request("GET", f"/users/{UNKNOWN_ID}")).status_and_code == (404, 10013)
    reply = await bot.request("POST", "/users/@me/channels", {"recipient_id": UNKNOWN_ID})
    assert reply.status in {400, 404}


@rule("JSON Error Codes", "10014 means an unknown emoji.")
async def error_10014(bot: ConformanceBot) -> None:
    reply = await bot.request("GET", f"/applications/{bot.application_id}/emojis/{UNKNOWN_ID}")
    assert reply.status_and_code == (404, 10014)


@rule("JSON Error Codes", "10015 means an unknown webhook.")
async def error_10015(bot: ConformanceBot) -> None:
    async with bot.identify_at_gateway() as gateway:
        # Before the first response, the token of an interaction is not yet a valid webhook token.
        reply = await bot.request_by_token(await bot.forge_command(gateway), "POST", "", {"content": "Hoo"})
        assert reply.status_and_code == (404, 10015)


@rule("JSON Error Codes", "10062 means an unknown interaction.")
async def error_10062(bot: ConformanceBot) -> None:
    reply = await bot.request("POST", f"/interactions/{UNKNOWN_ID}/owl/callback", {"type": 6})
    assert reply.status_and_code == (404, 10062)


@rule("JSON Error Codes", "10063 means an unknown application command.")
async def error_10063(bot: ConformanceBot) -> None:
    reply = await bot.request("GET", f"/applications/{bot.application_id}/commands/{UNKNOWN_ID}")
    assert reply.status_and_code == (404, 10063)


@rule("JSON Error Codes", "30010 means a 21st emoji on a message.")
async def error_30010(bot: ConformanceBot) -> None:
    message = await bot.send_message()
    path = f"/channels/{bot.sandbox.duels_id}/messages/{message['id']}/reactions"
    emojis = [chr(0x1F600 + number) for number in range(21)]
    replies = [await bot.request("PUT", f"{path}/{emoji}/@me") for emoji in emojis]
    assert [reply.status for reply in replies[:20]] == [204] * 20
    assert replies[20].status_and_code == (400, 30010)


@rule("JSON Error Codes", "30015 means an 11th file.")
async def error_30015(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message({}, files=[("a.txt", b"a")] * 11)).status_and_code == (400, 30015)
    assert (await bot.try_send_message({}, files=[("a.txt", b"a")] * 10)).status == 200


@rule("JSON Error Codes", "30046 means too many edits of a message older than an hour.")
async def error_30046(bot: ConformanceBot) -> None:
    message = await bot.send_message()
    await bot.control("advance_time", seconds=3601)
    path = f"/channels/{bot.sandbox.duels_id}/messages/{message['id']}"
    replies = [await bot.request("PATCH", path, {"content": f"{number}"}) for number in range(10)]
    assert replies[0].status == 200
    assert replies[-1].status_and_code[1] == 30046


@rule("JSON Error Codes", "40003 means opening direct messages too fast.")
async def error_40003(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        await bot.control("set_dm_limit", count=1, seconds=600)
        try:
            names = ("heron", "lynx")
            bodies = [{"recipient_id": await bot.sandbox.find_person_id(name)} for name in names]
            replies = [await other.request("POST", "/users/@me/channels", body) for body in bodies]
        finally:
            await bot.control("set_dm_limit", count=1000, seconds=1)
    assert (replies[0].status, replies[1].status_and_code[1]) == (200, 40003)


@rule("JSON Error Codes", "50001 means missing access to a server without the bot.")
async def error_50001(bot: ConformanceBot) -> None:
    async with bot.create_separate_bot() as other:
        assert (await bot.request("GET", f"/guilds/{other.guild_id}/channels")).status_and_code == (403, 50001)
        assert (await bot.request("GET", f"/channels/{other.sandbox.duels_id}")).status_and_code == (403, 50001)


@rule("JSON Error Codes", "50003 means an action that direct messages do not support.")
async def error_50003(bot: ConformanceBot) -> None:
    dm_id = (await bot.otter.send_message(bot.sandbox.dm_name, "Hoo"))["channel_id"]
    assert (await bot.request("PATCH", f"/channels/{dm_id}", {"name": "den"})).status_and_code[1] == 50003


@rule("JSON Error Codes", "50007 means a user who does not accept direct messages.")
async def error_50007(bot: ConformanceBot) -> None:
    dm_id = (
        await bot.request("POST", "/users/@me/channels", {"recipient_id": await bot.sandbox.find_person_id("heron")})
    ).body["id"]
    await bot.heron.set_dms_open(open=False)
    try:
        reply = await bot.request("POST", f"/channels/{dm_id}/messages", {"content": "Hoo"})
        assert reply.status_and_code == (403, 50007)
    finally:
        await bot.heron.set_dms_open(open=True)


@rule("JSON Error Codes", "50013 means missing permissions.")
async def error_50013(bot: ConformanceBot) -> None:
    reply = await bot.request("POST", f"/guilds/{bot.guild_id}/channels", {"name": "den"})
    assert reply.status_and_code == (403, 50013)


@rule("JSON Error Codes", "50021 means an edit of a system message.")
async def error_50021(bot: ConformanceBot) -> None:
    channel_id = await bot.create_channel()
    await bot.request("POST", f"/channels/{channel_id}/threads", {"name": "Oak", "type": 11})
    [notice] = await bot.get_json(f"/channels/{channel_id}/messages")
    path = f"/channels/{channel_id}/messages/{notice['id']}"
    assert (await bot.request("PATCH", path, {"content": "Hoo"})).status_and_code == (403, 50021)


@rule("JSON Error Codes", "50024 means an action that the channel type does not support.")
async def error_50024(bot: ConformanceBot) -> None:
    assert (await bot.request("GET", f"/channels/{bot.sandbox.duels_id}/thread-members")).status_and_code[1] == 50024


@rule("JSON Error Codes", "50027 means an invalid webhook token.")
async def error_50027(bot: ConformanceBot) -> None:
    reply = await bot.request("POST", f"/webhooks/{bot.application_id}/owl", {"content": "Hoo"})
    assert reply.status_and_code == (401, 50027)


@rule("JSON Error Codes", "50035 is returned with the path of each error.")
async def error_50035(bot: ConformanceBot) -> None:
    reply = await bot.try_send_message({"content": 5, "components": [action_row(button(style=9))]})
    assert reply.status_and_code == (400, 50035)
    assert {"content", "components.0.components.0.style"} <= reply.error_paths


@rule("JSON Error Codes", "50041 means an unsupported API version.")
async def error_50041(bot: ConformanceBot) -> None:
    api_url = bot.sandbox.setup["api"].removesuffix("v10")
    assert (await bot.request("GET", f"{api_url}v3/users/@me")).status_and_code == (400, 50041)


@rule("JSON Error Codes", "50081 means an unknown sticker.")
async def error_50081(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message({"content": "Hoo", "sticker_ids": [UNKNOWN_ID]})).status_and_code == (400, 50081)


@rule("JSON Error Codes", "50083 means an edit in an archived thread, or adding a member to it.")
async def error_50083(bot: ConformanceBot) -> None:
    thread_id = (
        await bot.request("POST", f"/channels/{await bot.create_channel()}/threads", {"name": "Oak", "type": 11})
    ).body["id"]
    message = await bot.send_message(thread_id)
    await bot.request("PATCH", f"/channels/{thread_id}", {"archived": True})
    path = f"/channels/{thread_id}/messages/{message['id']}"
    assert (await bot.request("PATCH", path, {"content": "Hee"})).status_and_code == (400, 50083)
    path = f"/channels/{thread_id}/thread-members/{await bot.sandbox.find_person_id('heron')}"
    assert (await bot.request("PUT", path)).status_and_code == (400, 50083)


@rule("JSON Error Codes", "50109 means a body that is not JSON.")
async def error_50109(bot: ConformanceBot) -> None:
    assert (await bot.try_send_message(b"{wolf")).status_and_code == (400, 50109)


@rule("JSON Error Codes", "160004 means a second thread on a message.")
async def error_160004(bot: ConformanceBot) -> None:
    path = f"/channels/{bot.sandbox.duels_id}/messages/{(await bot.send_message())['id']}/threads"
    replies = [await bot.request("POST", path, {"name": "Oak"}) for _ in range(2)]
    assert (replies[0].status, replies[1].status_and_code) == (201, (400, 160004))


@rule("JSON Error Codes", "200000 means a message that AutoMod blocks.")
async def error_200000(bot: ConformanceBot) -> None:
    route = "POST /channels/{channel_id}/messages"
    await bot.control("add_fault", route=route, status=400, code=200000, channel=bot.sandbox.duels_id)
    assert (await bot.try_send_message({"content": "Hoo"})).status_and_code == (400, 200000)
