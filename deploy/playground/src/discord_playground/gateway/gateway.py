"""The door for bots' sockets: hello, identify or resume, heartbeats, and then whatever happens.

One file, because it is one conversation: what a bot says, what it is told, and with which code it is sent away.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import Any, Final

from aiohttp import WSMsgType, web

from discord_playground import api_version
from discord_playground.gateway.client_payloads import parse_payload
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
"""Seconds that an echo takes: one that is there at once discord.py takes for a whole heartbeat late."""
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
"""All that there are."""
PRIVILEGED_INTENTS: Final = GUILD_MEMBERS_INTENT | GUILD_PRESENCES_INTENT | MESSAGE_CONTENT_INTENT
"""Had by who was granted them alone."""
IDENTIFY_INTERVAL_S: Final = 4.9
"""Seconds between two that identify: five, and what a line may take."""
MAX_PAYLOADS_PER_MINUTE: Final = 120
MAX_NONCE_BYTES: Final = 32
"""Bytes; a longer one is left out of the answer."""
PAYLOAD_WINDOW_S: Final = 60.0


class Gateway:
    def __init__(self, world: World, traffic_log: TrafficLog) -> None:
        self.world = world
        self.traffic_log = traffic_log
        self.sessions: dict[str, GatewaySession] = {}
        self.max_concurrency: int | None = 1
        """How many shards of a bot may identify at once; None lets all do what they like."""
        self.session_quota = Quota(world.clock, MAX_SESSIONS_PER_DAY)
        self._identified_at: dict[tuple[str, int], float] = {}
        world.listeners.append(self.on_change)

    def admit_identify(self, bot_id: str, shard_id: int) -> bool:
        """In five seconds one shard of those whose numbers differ by a multiple of the concurrency."""
        if self.max_concurrency is None:
            return True
        now, key = self.world.clock.now(), (bot_id, shard_id % self.max_concurrency)
        admitted = now - self._identified_at.get(key, -IDENTIFY_INTERVAL_S) >= IDENTIFY_INTERVAL_S
        if admitted:
            self._identified_at[key] = now
        return admitted

    def list_sessions(self, bot_id: str) -> list[GatewaySession]:
        return [session for session in self.sessions.values() if session.bot.id == bot_id]

    def is_connected(self, bot_id: str) -> bool:
        return any(session.writer for session in self.list_sessions(bot_id))

    def on_change(self, change: WorldChange) -> None:
        if not self.sessions:
            return
        if isinstance(change, InteractionCreated):
            interaction = change.interaction
            if self.world.bots[interaction.bot_id].endpoint_url:
                return  # either it listens here or it has an address of its own
            body = build_interaction_create(self.world, interaction)
            for session in self.list_sessions(interaction.bot_id):
                if session.serves_guild(interaction.guild_id):
                    interaction.reached_bot |= bool(session.writer)
                    self.dispatch_event(session, "INTERACTION_CREATE", body)
            return
        for event in build_events(self.world, change):
            for session in self.sessions.values():
                wanted = event.required_intent == 0 or session.intents & event.required_intent
                if wanted and session.serves_guild(event.guild_id) and event.is_visible_to(session.bot.id):
                    self.dispatch_event(session, event.name, event.build_body(session.bot.id, session.intents))

    def dispatch_event(self, session: GatewaySession, event_name: str, body: dict[str, Any]) -> None:
        self.traffic_log.add_entry("gateway", event_name, session.bot.name, answered=body)
        session.send_event(event_name, body)

    def send_control_op(self, op: int, data: Any, bot_id: str | None, shard_id: int | None) -> int:
        """Sends a control op to the sessions that are meant; how many there were."""
        meant = self._find_connected_sessions(bot_id, shard_id)
        for session in meant:
            assert session.writer
            session.writer.queue_payload({"op": op, "d": data})
            if op == 9 and not data:
                self.sessions.pop(session.id, None)
        return len(meant)

    def drop_connections(self, bot_id: str | None, shard_id: int | None) -> int:
        """Pulls the plug: no close frame, no goodbye."""
        meant = self._find_connected_sessions(bot_id, shard_id)
        for session in meant:
            assert session.writer
            session.writer.drop_connection()
        return len(meant)

    def expire_session(self, session: GatewaySession, disconnect_count: int) -> None:
        """If it has not come back since it was cut off for that time."""
        if session.writer is None and session.disconnect_count == disconnect_count:
            self.sessions.pop(session.id, None)

    def _find_connected_sessions(self, bot_id: str | None, shard_id: int | None) -> list[GatewaySession]:
        return [
            session
            for session in self.sessions.values()
            if session.writer and bot_id in {None, session.bot.id} and shard_id in {None, session.shard[0]}
        ]

    async def handle_connection(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=1 << 20, compress=False)
        await socket.prepare(request)
        line = SocketWriter(socket, request.transport, compressed=request.query.get("compress") == "zlib-stream")
        writer = asyncio.create_task(line.send_until_closed())
        line.queue_payload(
            {"op": 10, "d": {"heartbeat_interval": int(HEARTBEAT_INTERVAL_S * 1000), "_trace": ["playground"]}}
        )
        visit = _ClientConnection(self, line, f"ws://{request.host}/gateway")
        try:
            if not api_version.is_supported(asked := request.query.get("v", "")):
                self.traffic_log.add_entry("gateway", "hello", refused=f"no version {asked!r} of the gateway runs")
                await socket.close(code=INVALID_VERSION)
                return socket
            while True:
                async with asyncio.timeout(HEARTBEAT_INTERVAL_S * 2):
                    frame = await socket.receive()
                if frame.type not in {WSMsgType.TEXT, WSMsgType.BINARY}:
                    break
                if code := visit.handle_payload(frame.data):
                    await socket.close(code=code)
                    break
        except TimeoutError:
            await socket.close(code=SESSION_TIMED_OUT)
        finally:
            writer.cancel()
            visit.on_disconnect(closed_cleanly=socket.close_code in {1000, 1001})
        return socket


class _ClientConnection:
    """One connection of a client, until it closes."""

    def __init__(self, gateway: Gateway, writer: SocketWriter, resume_url: str) -> None:
        """`address` is where they came in, and come back to: there may be something between us."""
        self.gateway = gateway
        self.writer = writer
        self.resume_url = resume_url
        self.session: GatewaySession | None = None
        self._received_at: deque[float] = deque()

    def handle_payload(self, data: str | bytes) -> int | None:
        """A close code when the client has said something that ends the talk."""
        if self._is_rate_limited():
            return RATE_LIMITED
        heard = parse_payload(data)
        if heard is None:
            return DECODE_ERROR
        op, body = heard
        if op != 1:
            name = self.session.bot.name if self.session else None
            self.gateway.traffic_log.add_entry("gateway", f"op {op}", name, sent=body)
        match op:
            case 1:
                asyncio.get_running_loop().call_later(HEARTBEAT_ACK_DELAY_S, self.writer.queue_payload, {"op": 11})
            case 2:
                return ALREADY_AUTHENTICATED if self.session else self._handle_identify(body)
            case 6:
                return ALREADY_AUTHENTICATED if self.session else self._handle_resume(body)
            case 3 | 4 | 8 | 31 | 43 if self.session is None:
                return NOT_AUTHENTICATED
            case 3:
                self._update_presence(body)
            case 4 | 31 | 43:
                pass  # nobody speaks here, and nothing sounds
            case 8:
                self._send_members_chunk(body)
            case _:
                return UNKNOWN_OPCODE
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
        number, count = body.get("shard") or (0, 1)
        if not 0 <= number < count:
            return INVALID_SHARD
        if not self.gateway.admit_identify(bot.id, number):
            self.gateway.traffic_log.add_entry(
                "gateway", "op 9", bot.name, refused=f"shard {number} identified too soon"
            )
            self.writer.queue_payload({"op": 9, "d": False})
            return None
        if not self.gateway.session_quota.try_spend(bot.id):
            # Discord gives such a bot another token.
            self.gateway.traffic_log.add_entry(
                "gateway", "op 2", bot.name, refused="no session may be begun any more today"
            )
            return AUTHENTICATION_FAILED
        world = self.gateway.world
        session = GatewaySession(secrets.token_hex(16), bot, intents, (number, count))
        session.writer = self.writer
        self.session = self.gateway.sessions[session.id] = session
        guilds = [it for it in world.guilds.values() if bot.id in it.members and session.serves_guild(it.id)]
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
        } | ({"shard": [number, count]} if body.get("shard") else {}))  # fmt: skip
        if intents & GUILDS_INTENT:
            for guild in guilds:
                # Said of servers that were announced by READY alone: for clients that is no new server.
                told = build_guild_create(world, guild, bot.id) | {"unavailable": False}
                self.gateway.dispatch_event(session, "GUILD_CREATE", told)
        self._update_presence(body.get("presence") or {"status": "online", "activities": []})
        return None

    def _handle_resume(self, body: dict[str, Any]) -> int | None:
        session = self.gateway.sessions.get(body["session_id"])
        if session and (body.get("seq") or 0) > session.last_sequence:
            return INVALID_SEQ
        missed = session.list_missed_events(body.get("seq") or 0) if session else None
        bot = self.gateway.world.find_bot_by_token(body["token"].removeprefix("Bot "))
        if session is None or missed is None or session.bot is not bot:
            self.writer.queue_payload({"op": 9, "d": False})
            return None
        if session.writer:
            # The client has given the old one up, whether or not it could say so.
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
        # Identify may name one game, in the manner of long ago; discord.py does.
        activities = body.get("activities") or ([body["game"]] if body.get("game") else [])
        shown = next((it.get("state") or it.get("name") for it in activities), None)
        self.gateway.world.presences[self.session.bot.id] = {
            "status": body.get("status") or "online",
            "activity": shown,
        }
        self.gateway.world.publish_change(PageFrameChanged())

    def _send_members_chunk(self, body: dict[str, Any]) -> None:
        """Members whose ids or names are asked for; all of them only for who may know."""
        assert self.session
        world = self.gateway.world
        named = body["guild_id"]
        guild = world.guilds.get(str(named[0] if isinstance(named, list) and named else named))
        if guild is None or self.session.bot.id not in guild.members:
            return
        wanted = body.get("user_ids") or []
        ids = [str(one) for one in (wanted if isinstance(wanted, list) else [wanted])]
        query = body.get("query")
        if query is not None:
            found = [one for one in guild.members if world.people[one].name.startswith(query.lower())]
            ids = found[: body.get("limit") or None] if query or self.session.intents & GUILD_MEMBERS_INTENT else []
        there = [one for one in ids if one in guild.members]
        chunk: dict[str, Any] = {
            "guild_id": guild.id,
            "members": [world.member_to_api_json(guild, one) for one in there],
            "not_found": [one for one in ids if one not in guild.members],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        if (nonce := body.get("nonce")) and len(str(nonce).encode()) <= MAX_NONCE_BYTES:
            chunk["nonce"] = nonce
        self.gateway.dispatch_event(self.session, "GUILD_MEMBERS_CHUNK", chunk)

    def on_disconnect(self, *, closed_cleanly: bool) -> None:
        """Who says goodbye cannot come back; who is cut off may, for a while."""
        session = self.session
        if session is None or session.writer is not self.writer:
            return
        session.writer = None
        gateway = self.gateway
        if closed_cleanly:
            gateway.sessions.pop(session.id, None)
        else:
            session.disconnect_count = cut = session.disconnect_count + 1
            gateway.world.clock.call_later(RESUME_TIMEOUT_S, lambda: gateway.expire_session(session, cut))
        if not gateway.is_connected(session.bot.id):
            gateway.world.presences.pop(session.bot.id, None)
        gateway.world.publish_change(PageFrameChanged())
