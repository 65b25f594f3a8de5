"""The WebSocket server that bots connect to: it authenticates and resumes sessions and sends them events."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import Any, Final

from aiohttp import WSMsgType, web

from discord_playground import api_version
from discord_playground.gateway.client_payloads import Opcode, parse_payload
from discord_playground.gateway.events import (
    GUILD_MEMBERS_INTENT,
    GUILD_PRESENCES_INTENT,
    GUILDS_INTENT,
    MESSAGE_CONTENT_INTENT,
    build_events,
    build_guild_create,
)
from discord_playground.gateway.interaction_event import build_interaction_create
from discord_playground.gateway.session import RESUME_TIMEOUT_S, GatewaySession, SocketWriter
from discord_playground.quota import MAX_SESSIONS_PER_DAY, Quota
from discord_playground.traffic_log import TrafficLog
from discord_playground.world.change import InteractionCreated, PageFrameChanged, WorldChange
from discord_playground.world.world import World

HEARTBEAT_INTERVAL_S: Final = 41.25
HEARTBEAT_ACK_DELAY_S: Final = 0.02
"""Delay before a heartbeat is acknowledged. discord.py mistakes an immediate reply for a very late one."""
UNKNOWN_OPCODE: Final = 4001
DECODE_ERROR: Final = 4002
NOT_AUTHENTICATED: Final = 4003
AUTHENTICATION_FAILED: Final = 4004
ALREADY_AUTHENTICATED: Final = 4005
INVALID_SEQ: Final = 4007
RATE_LIMITED: Final = 4008
SESSION_TIMED_OUT: Final = 4009
INVALID_SHARD: Final = 4010
INVALID_VERSION: Final = 4012
INVALID_INTENTS: Final = 4013
DISALLOWED_INTENTS: Final = 4014
ALL_INTENTS: Final = sum(1 << bit for bit in (*range(17), 20, 21, 24, 25))
PRIVILEGED_INTENTS: Final = GUILD_MEMBERS_INTENT | GUILD_PRESENCES_INTENT | MESSAGE_CONTENT_INTENT
"""Intents that only bots with `has_privileged_intents` may use."""
SESSION_OPCODES: Final = {
    Opcode.PRESENCE_UPDATE, Opcode.VOICE_STATE_UPDATE, Opcode.REQUEST_GUILD_MEMBERS, Opcode.REQUEST_SOUNDBOARD_SOUNDS,
    Opcode.REQUEST_CHANNEL_INFO,
}  # fmt: skip
"""Opcodes that clients may send once they have a session. Those about voice, sounds and channel info have no effect."""
IDENTIFY_INTERVAL_S: Final = 4.9
"""Minimum time between two identifies: Discord's five seconds, minus a tolerance for network delays."""
MAX_PAYLOADS_PER_MINUTE: Final = 120
MAX_NONCE_BYTES: Final = 32
"""Replies leave out nonces that are longer than this."""
PAYLOAD_WINDOW_S: Final = 60.0


class Gateway:
    def __init__(self, world: World, traffic_log: TrafficLog) -> None:
        self.world = world
        self.traffic_log = traffic_log
        self.sessions: dict[str, GatewaySession] = {}
        self.max_concurrency: int | None = 1
        """Number of a bot's shards that may identify at the same time; None disables the limit."""
        self.session_quota = Quota(world.clock, MAX_SESSIONS_PER_DAY)
        self._identified_at: dict[tuple[str, int], float] = {}
        world.listeners.append(self._on_change)

    def admit_identify(self, bot_id: str, shard_id: int) -> bool:
        """Return whether the shard may identify. If it may, record the time.

        For each value of `shard_id % max_concurrency`, one shard may identify every five seconds.
        """
        if self.max_concurrency is None:
            return True
        now, bucket = self.world.clock.now(), (bot_id, shard_id % self.max_concurrency)
        admitted = now - self._identified_at.get(bucket, -IDENTIFY_INTERVAL_S) >= IDENTIFY_INTERVAL_S
        if admitted:
            self._identified_at[bucket] = now
        return admitted

    def list_sessions(self, bot_id: str) -> list[GatewaySession]:
        return [session for session in self.sessions.values() if session.bot.id == bot_id]

    def is_connected(self, bot_id: str) -> bool:
        return any(session.writer for session in self.list_sessions(bot_id))

    def _on_change(self, change: WorldChange) -> None:
        if not self.sessions:
            return
        if isinstance(change, InteractionCreated):
            interaction = change.interaction
            if self.world.bots[interaction.bot_id].endpoint_url:
                return  # interactions of this bot are sent to its endpoint URL instead
            body = build_interaction_create(self.world, interaction)
            for session in self.list_sessions(interaction.bot_id):
                if session.serves_guild(interaction.guild_id):
                    interaction.reached_bot |= bool(session.writer)
                    self.dispatch_event(session, "INTERACTION_CREATE", body)
            return
        for event in build_events(self.world, change):
            for session in self.sessions.values():
                has_intent = event.required_intent == 0 or session.intents & event.required_intent
                if has_intent and session.serves_guild(event.guild_id) and event.is_visible_to(session.bot.id):
                    self.dispatch_event(session, event.name, event.build_body(session.bot.id, session.intents))

    def dispatch_event(self, session: GatewaySession, event_name: str, body: dict[str, Any]) -> None:
        self.traffic_log.add_entry("gateway", event_name, session.bot.name, answered=body)
        session.send_event(event_name, body)

    def send_opcode(self, op: Opcode, data: Any, bot_id: str | None, shard_id: int | None) -> int:
        """Send an opcode to the matching connected sessions. Return the number of sessions."""
        sessions = self._find_connected_sessions(bot_id, shard_id)
        for session in sessions:
            assert session.writer
            session.writer.queue_payload({"op": op, "d": data})
            if op is Opcode.INVALID_SESSION and not data:
                self.sessions.pop(session.id, None)
        return len(sessions)

    def drop_connections(self, bot_id: str | None, shard_id: int | None) -> int:
        """Drop the matching connections without a close frame. Return the number of connections."""
        sessions = self._find_connected_sessions(bot_id, shard_id)
        for session in sessions:
            assert session.writer
            session.writer.drop_connection()
        return len(sessions)

    def expire_session(self, session: GatewaySession, disconnect_count: int) -> None:
        """Remove the session if its bot has not resumed it since disconnect number `disconnect_count`."""
        if session.writer is None and session.disconnect_count == disconnect_count:
            self.sessions.pop(session.id, None)

    def _find_connected_sessions(self, bot_id: str | None, shard_id: int | None) -> list[GatewaySession]:
        """Return the connected sessions of a bot and shard. An argument of None matches all of them."""
        return [
            session
            for session in self.sessions.values()
            if session.writer and bot_id in {None, session.bot.id} and shard_id in {None, session.shard[0]}
        ]

    async def handle_connection(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=1 << 20, compress=False)
        await socket.prepare(request)
        writer = SocketWriter(socket, request.transport, compressed=request.query.get("compress") == "zlib-stream")
        sending = asyncio.create_task(writer.send_until_closed())
        writer.queue_payload(
            {
                "op": Opcode.HELLO,
                "d": {"heartbeat_interval": int(HEARTBEAT_INTERVAL_S * 1000), "_trace": ["playground"]},
            }
        )
        connection = _ClientConnection(self, writer, f"ws://{request.host}/gateway")
        try:
            if not api_version.is_supported(version := request.query.get("v", "")):
                self.traffic_log.add_entry("gateway", "hello", refused=f"unsupported gateway version {version!r}")
                await socket.close(code=INVALID_VERSION)
                return socket
            while True:
                async with asyncio.timeout(HEARTBEAT_INTERVAL_S * 2):
                    frame = await socket.receive()
                if frame.type not in {WSMsgType.TEXT, WSMsgType.BINARY}:
                    break
                if code := connection.handle_payload(frame.data):
                    await socket.close(code=code)
                    break
        except TimeoutError:
            await socket.close(code=SESSION_TIMED_OUT)
        finally:
            sending.cancel()
            connection.on_disconnect(closed_cleanly=socket.close_code in {1000, 1001})
        return socket


class _ClientConnection:
    """A WebSocket connection from a bot's client library."""

    def __init__(self, gateway: Gateway, writer: SocketWriter, resume_url: str) -> None:
        """`resume_url` is the address that the client connected to. It may be a proxy's address."""
        self.gateway = gateway
        self.writer = writer
        self.resume_url = resume_url
        self.session: GatewaySession | None = None
        self._received_at: deque[float] = deque()

    def handle_payload(self, data: str | bytes) -> int | None:
        """Handle a payload from the client. Return a close code, or None to keep the connection open."""
        if self._is_rate_limited():
            return RATE_LIMITED
        payload = parse_payload(data)
        if payload is None:
            return DECODE_ERROR
        op, body = payload
        if op != Opcode.HEARTBEAT:
            name = self.session.bot.name if self.session else None
            self.gateway.traffic_log.add_entry("gateway", f"op {op}", name, sent=body)
        match op:
            case Opcode.HEARTBEAT:
                ack = {"op": Opcode.HEARTBEAT_ACK}
                asyncio.get_running_loop().call_later(HEARTBEAT_ACK_DELAY_S, self.writer.queue_payload, ack)
            case Opcode.IDENTIFY:
                return ALREADY_AUTHENTICATED if self.session else self._handle_identify(body)
            case Opcode.RESUME:
                return ALREADY_AUTHENTICATED if self.session else self._handle_resume(body)
            case _ if op not in SESSION_OPCODES:
                return UNKNOWN_OPCODE
            case _ if self.session is None:
                return NOT_AUTHENTICATED
            case Opcode.PRESENCE_UPDATE:
                self._update_presence(body)
            case Opcode.REQUEST_GUILD_MEMBERS:
                self._send_members_chunk(body)
        return None

    def _is_rate_limited(self) -> bool:
        now = self.gateway.world.clock.now()
        while self._received_at and self._received_at[0] <= now - PAYLOAD_WINDOW_S:
            self._received_at.popleft()
        self._received_at.append(now)
        return len(self._received_at) > MAX_PAYLOADS_PER_MINUTE

    def _handle_identify(self, body: dict[str, Any]) -> int | None:
        bot = self.gateway.world.find_bot_by_token(body["token"].removeprefix("Bot "))
        if bot is None:
            return AUTHENTICATION_FAILED
        intents = body.get("intents")
        if intents is None or intents & ~ALL_INTENTS:
            return INVALID_INTENTS
        if intents & PRIVILEGED_INTENTS and not bot.has_privileged_intents:
            return DISALLOWED_INTENTS
        shard_id, shard_count = body.get("shard") or (0, 1)
        if not 0 <= shard_id < shard_count:
            return INVALID_SHARD
        if not self.gateway.admit_identify(bot.id, shard_id):
            self.gateway.traffic_log.add_entry(
                "gateway", "op 9", bot.name, refused=f"shard {shard_id} identified too soon"
            )
            self.writer.queue_payload({"op": Opcode.INVALID_SESSION, "d": False})
            return None
        if not self.gateway.session_quota.try_spend(bot.id):
            # At this limit, Discord resets the bot's token.
            self.gateway.traffic_log.add_entry(
                "gateway", "op 2", bot.name, refused="the daily limit of sessions is reached"
            )
            return AUTHENTICATION_FAILED
        world = self.gateway.world
        session = GatewaySession(secrets.token_hex(16), bot, intents, (shard_id, shard_count))
        session.writer = self.writer
        self.session = self.gateway.sessions[session.id] = session
        guilds = [
            guild for guild in world.guilds.values() if bot.id in guild.members and session.serves_guild(guild.id)
        ]
        self.gateway.dispatch_event(session, "READY", {
            "v": 10,
            "user": world.people[bot.id].api_json | {"verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.resume_url,
            "application": {"id": bot.id, "flags": 0},
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "_trace": ["playground"],
        } | ({"shard": [shard_id, shard_count]} if body.get("shard") else {}))  # fmt: skip
        if intents & GUILDS_INTENT:
            for guild in guilds:
                # Clients know from this field that READY listed the server, so they do not treat it as new.
                guild_json = build_guild_create(world, guild, bot.id) | {"unavailable": False}
                self.gateway.dispatch_event(session, "GUILD_CREATE", guild_json)
        self._update_presence(body.get("presence") or {"status": "online", "activities": []})
        return None

    def _handle_resume(self, body: dict[str, Any]) -> int | None:
        session = self.gateway.sessions.get(body["session_id"])
        if session and (body.get("seq") or 0) > session.last_sequence:
            return INVALID_SEQ
        missed = session.list_missed_events(body.get("seq") or 0) if session else None
        bot = self.gateway.world.find_bot_by_token(body["token"].removeprefix("Bot "))
        if session is None or missed is None or session.bot is not bot:
            self.writer.queue_payload({"op": Opcode.INVALID_SESSION, "d": False})
            return None
        if session.writer:
            # The client abandoned the old connection, perhaps because it could not close it.
            session.writer.drop_connection()
        self.session, session.writer = session, self.writer
        for payload in missed:
            self.writer.queue_payload(payload)
        self.gateway.dispatch_event(session, "RESUMED", {"_trace": ["playground"]})
        self._update_presence(session.presence or {})
        return None

    def _update_presence(self, body: dict[str, Any]) -> None:
        assert self.session
        self.session.presence = body
        # discord.py still sends the deprecated field `game` when it identifies.
        activities = body.get("activities") or ([body["game"]] if body.get("game") else [])
        activity_text = next((activity.get("state") or activity.get("name") for activity in activities), None)
        self.gateway.world.presences[self.session.bot.id] = {
            "status": body.get("status") or "online",
            "activity": activity_text,
        }
        self.gateway.world.publish_change(PageFrameChanged())

    def _send_members_chunk(self, body: dict[str, Any]) -> None:
        """Reply to a request for the members who have certain IDs or whose names start with a `query`.

        An empty `query` requests all members, which requires the members intent.
        """
        assert self.session
        world = self.gateway.world
        guild_id = body["guild_id"]
        guild = world.guilds.get(str(guild_id[0] if isinstance(guild_id, list) and guild_id else guild_id))
        if guild is None or self.session.bot.id not in guild.members:
            return
        requested = body.get("user_ids") or []
        ids = [str(user_id) for user_id in (requested if isinstance(requested, list) else [requested])]
        query = body.get("query")
        if query is not None:
            start = query.lower()
            matches = [user_id for user_id in guild.members if world.people[user_id].name.lower().startswith(start)]
            ids = matches[: body.get("limit") or None] if query or self.session.intents & GUILD_MEMBERS_INTENT else []
        chunk: dict[str, Any] = {
            "guild_id": guild.id,
            "members": [world.member_to_api_json(guild, user_id) for user_id in ids if user_id in guild.members],
            "not_found": [user_id for user_id in ids if user_id not in guild.members],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        if (nonce := body.get("nonce")) and len(str(nonce).encode()) <= MAX_NONCE_BYTES:
            chunk["nonce"] = nonce
        self.gateway.dispatch_event(self.session, "GUILD_MEMBERS_CHUNK", chunk)

    def on_disconnect(self, *, closed_cleanly: bool) -> None:
        """End the session if the connection was closed cleanly. Otherwise, keep the session for a later resume."""
        session = self.session
        if session is None or session.writer is not self.writer:
            return
        session.writer = None
        gateway = self.gateway
        if closed_cleanly:
            gateway.sessions.pop(session.id, None)
        else:
            session.disconnect_count = count = session.disconnect_count + 1
            gateway.world.clock.call_later(RESUME_TIMEOUT_S, lambda: gateway.expire_session(session, count))
        if not gateway.is_connected(session.bot.id):
            gateway.world.presences.pop(session.bot.id, None)
        gateway.world.publish_change(PageFrameChanged())
