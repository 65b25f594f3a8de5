"""The door for bots' sockets: hello, identify or resume, heartbeats, and then whatever happens.

One file, because it is one conversation: what a bot says, what it is told, and with which code it is sent away.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import Any, Final

from aiohttp import WSMsgType, web

from discord_playground import version
from discord_playground.gateway.asked import interaction_create
from discord_playground.gateway.event import (
    GUILD_MEMBERS,
    GUILD_PRESENCES,
    GUILDS,
    MESSAGE_CONTENT,
    events,
    guild_create,
)
from discord_playground.gateway.said import said
from discord_playground.gateway.session import SECONDS_TO_RESUME, Line, Session
from discord_playground.quota import SESSIONS_A_DAY, Quota
from discord_playground.wire import Wire
from discord_playground.world.change import Asked, Change, FrameChanged
from discord_playground.world.world import World

HEARTBEAT: Final = 41.25
AWAY: Final = 0.02
"""Seconds that an echo takes: one that is there at once discord.py takes for a whole heartbeat late."""
UNKNOWN_OPCODE: Final = 4001
DECODE_ERROR: Final = 4002
NOT_AUTHENTICATED: Final = 4003
AUTHENTICATION_FAILED: Final = 4004
ALREADY_AUTHENTICATED: Final = 4005
INVALID_SEQ: Final = 4007
RATE_LIMITED: Final = 4008
SILENT_TOO_LONG: Final = 4009
INVALID_SHARD: Final = 4010
INVALID_VERSION: Final = 4012
INVALID_INTENTS: Final = 4013
DISALLOWED_INTENTS: Final = 4014
INTENTS: Final = sum(1 << bit for bit in (*range(17), 20, 21, 24, 25))
"""All that there are."""
PRIVILEGED: Final = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
"""Had by who was granted them alone."""
APART: Final = 4.9
"""Seconds between two that identify: five, and what a line may take."""
MOST_A_MINUTE: Final = 120
LONGEST_NONCE: Final = 32
"""Bytes; a longer one is left out of the answer."""
MINUTE: Final = 60.0


class Gateway:
    def __init__(self, world: World, wire: Wire) -> None:
        self.world = world
        self.wire = wire
        self.sessions: dict[str, Session] = {}
        self.concurrency: int | None = 1
        """How many shards of a bot may identify at once; None lets all do what they like."""
        self.starts = Quota(world.clock, SESSIONS_A_DAY)
        self._identified: dict[tuple[str, int], float] = {}
        world.listeners.append(self.hear)

    def admits(self, bot: str, shard: int) -> bool:
        """In five seconds one shard of those whose numbers differ by a multiple of the concurrency."""
        if self.concurrency is None:
            return True
        now, key = self.world.clock.now(), (bot, shard % self.concurrency)
        admitted = now - self._identified.get(key, -APART) >= APART
        if admitted:
            self._identified[key] = now
        return admitted

    def of(self, bot: str) -> list[Session]:
        return [session for session in self.sessions.values() if session.bot.id == bot]

    def connected(self, bot: str) -> bool:
        return any(session.line for session in self.of(bot))

    def hear(self, change: Change) -> None:
        if not self.sessions:
            return
        if isinstance(change, Asked):
            interaction = change.interaction
            if self.world.bots[interaction.bot].endpoint:
                return  # either it listens here or it has an address of its own
            body = interaction_create(self.world, interaction)
            for session in self.of(interaction.bot):
                if session.serves(interaction.guild):
                    interaction.heard |= bool(session.line)
                    self.dispatch(session, "INTERACTION_CREATE", body)
            return
        for event in events(self.world, change):
            for session in self.sessions.values():
                wanted = event.intent == 0 or session.intents & event.intent
                if wanted and session.serves(event.guild) and event.hears(session.bot.id):
                    self.dispatch(session, event.name, event.body(session.bot.id, session.intents))

    def dispatch(self, session: Session, name: str, body: dict[str, Any]) -> None:
        self.wire.log("gateway", name, session.bot.name, answered=body)
        session.dispatch(name, body)

    def order(self, op: int, data: Any, bot: str | None, shard: int | None) -> int:
        """Sends a control op to the sessions that are meant; how many there were."""
        meant = self._meant(bot, shard)
        for session in meant:
            assert session.line
            session.line.say({"op": op, "d": data})
            if op == 9 and not data:
                self.sessions.pop(session.id, None)
        return len(meant)

    def cut(self, bot: str | None, shard: int | None) -> int:
        """Pulls the plug: no close frame, no goodbye."""
        meant = self._meant(bot, shard)
        for session in meant:
            assert session.line
            session.line.cut()
        return len(meant)

    def forget(self, session: Session, cut: int) -> None:
        """If it has not come back since it was cut off for that time."""
        if session.line is None and session.cuts == cut:
            self.sessions.pop(session.id, None)

    def _meant(self, bot: str | None, shard: int | None) -> list[Session]:
        return [
            session
            for session in self.sessions.values()
            if session.line and bot in {None, session.bot.id} and shard in {None, session.shard[0]}
        ]

    async def meet(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=1 << 20, compress=False)
        await socket.prepare(request)
        line = Line(socket, request.transport, compressed=request.query.get("compress") == "zlib-stream")
        writer = asyncio.create_task(line.write())
        line.say({"op": 10, "d": {"heartbeat_interval": int(HEARTBEAT * 1000), "_trace": ["playground"]}})
        visit = _Visit(self, line, f"ws://{request.host}/gateway")
        try:
            if not version.runs(asked := request.query.get("v", "")):
                self.wire.log("gateway", "hello", refused=f"no version {asked!r} of the gateway runs")
                await socket.close(code=INVALID_VERSION)
                return socket
            while True:
                async with asyncio.timeout(HEARTBEAT * 2):
                    frame = await socket.receive()
                if frame.type not in {WSMsgType.TEXT, WSMsgType.BINARY}:
                    break
                if code := visit.hear(frame.data):
                    await socket.close(code=code)
                    break
        except TimeoutError:
            await socket.close(code=SILENT_TOO_LONG)
        finally:
            writer.cancel()
            visit.end(goodbye=socket.close_code in {1000, 1001})
        return socket


class _Visit:
    """One connection of a client, until it closes."""

    def __init__(self, gateway: Gateway, line: Line, address: str) -> None:
        """`address` is where they came in, and come back to: there may be something between us."""
        self.gateway = gateway
        self.line = line
        self.address = address
        self.session: Session | None = None
        self._moments: deque[float] = deque()

    def hear(self, data: str | bytes) -> int | None:
        """A close code when the client has said something that ends the talk."""
        if self._is_hasty():
            return RATE_LIMITED
        heard = said(data)
        if heard is None:
            return DECODE_ERROR
        op, body = heard
        if op != 1:
            name = self.session.bot.name if self.session else None
            self.gateway.wire.log("gateway", f"op {op}", name, sent=body)
        match op:
            case 1:
                asyncio.get_running_loop().call_later(AWAY, self.line.say, {"op": 11})
            case 2:
                return ALREADY_AUTHENTICATED if self.session else self._identify(body)
            case 6:
                return ALREADY_AUTHENTICATED if self.session else self._resume(body)
            case 3 | 4 | 8 | 31 | 43 if self.session is None:
                return NOT_AUTHENTICATED
            case 3:
                self._present(body)
            case 4 | 31 | 43:
                pass  # nobody speaks here, and nothing sounds
            case 8:
                self._members(body)
            case _:
                return UNKNOWN_OPCODE
        return None

    def _is_hasty(self) -> bool:
        now = self.gateway.world.clock.now()
        while self._moments and self._moments[0] <= now - MINUTE:
            self._moments.popleft()
        self._moments.append(now)
        return len(self._moments) > MOST_A_MINUTE

    def _identify(self, body: dict[str, Any]) -> int | None:
        bot = self.gateway.world.bot(body["token"].removeprefix("Bot "))
        if bot is None:
            return AUTHENTICATION_FAILED
        intents = body.get("intents")
        if intents is None or intents & ~INTENTS:
            return INVALID_INTENTS
        if intents & PRIVILEGED and not bot.privileged:
            return DISALLOWED_INTENTS
        number, count = body.get("shard") or (0, 1)
        if not 0 <= number < count:
            return INVALID_SHARD
        if not self.gateway.admits(bot.id, number):
            self.gateway.wire.log("gateway", "op 9", bot.name, refused=f"shard {number} identified too soon")
            self.line.say({"op": 9, "d": False})
            return None
        if not self.gateway.starts.spend(bot.id):
            # Discord gives such a bot another token.
            self.gateway.wire.log("gateway", "op 2", bot.name, refused="no session may be begun any more today")
            return AUTHENTICATION_FAILED
        world = self.gateway.world
        session = Session(secrets.token_hex(16), bot, intents, (number, count))
        session.line = self.line
        self.session = self.gateway.sessions[session.id] = session
        guilds = [it for it in world.guilds.values() if bot.id in it.members and session.serves(it.id)]
        self.gateway.dispatch(session, "READY", {
            "v": 10,
            "user": world.people[bot.id].shape | {"verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.address,
            "application": {"id": bot.id, "flags": 0},
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "_trace": ["playground"],
        } | ({"shard": [number, count]} if body.get("shard") else {}))  # fmt: skip
        if intents & GUILDS:
            for guild in guilds:
                # Said of servers that were announced by READY alone: for clients that is no new server.
                told = guild_create(world, guild, bot.id) | {"unavailable": False}
                self.gateway.dispatch(session, "GUILD_CREATE", told)
        self._present(body.get("presence") or {"status": "online", "activities": []})
        return None

    def _resume(self, body: dict[str, Any]) -> int | None:
        session = self.gateway.sessions.get(body["session_id"])
        if session and (body.get("seq") or 0) > session.said:
            return INVALID_SEQ
        missed = session.missed(body.get("seq") or 0) if session else None
        bot = self.gateway.world.bot(body["token"].removeprefix("Bot "))
        if session is None or missed is None or session.bot is not bot:
            self.line.say({"op": 9, "d": False})
            return None
        if session.line:
            # The client has given the old one up, whether or not it could say so.
            session.line.cut()
        self.session, session.line = session, self.line
        for payload in missed:
            self.line.say(payload)
        self.gateway.dispatch(session, "RESUMED", {"_trace": ["playground"]})
        self._present(session.presence or {})
        return None

    def _present(self, body: dict[str, Any]) -> None:
        assert self.session
        self.session.presence = body
        # Identify may name one game, in the manner of long ago; discord.py does.
        activities = body.get("activities") or ([body["game"]] if body.get("game") else [])
        shown = next((it.get("state") or it.get("name") for it in activities), None)
        self.gateway.world.presences[self.session.bot.id] = {
            "status": body.get("status") or "online",
            "activity": shown,
        }
        self.gateway.world.publish(FrameChanged())

    def _members(self, body: dict[str, Any]) -> None:
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
            ids = found[: body.get("limit") or None] if query or self.session.intents & GUILD_MEMBERS else []
        there = [one for one in ids if one in guild.members]
        chunk: dict[str, Any] = {
            "guild_id": guild.id,
            "members": [world.member(guild, one) for one in there],
            "not_found": [one for one in ids if one not in guild.members],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        if (nonce := body.get("nonce")) and len(str(nonce).encode()) <= LONGEST_NONCE:
            chunk["nonce"] = nonce
        self.gateway.dispatch(self.session, "GUILD_MEMBERS_CHUNK", chunk)

    def end(self, *, goodbye: bool) -> None:
        """Who says goodbye cannot come back; who is cut off may, for a while."""
        session = self.session
        if session is None or session.line is not self.line:
            return
        session.line = None
        gateway = self.gateway
        if goodbye:
            gateway.sessions.pop(session.id, None)
        else:
            session.cuts = cut = session.cuts + 1
            gateway.world.clock.later(SECONDS_TO_RESUME, lambda: gateway.forget(session, cut))
        if not gateway.connected(session.bot.id):
            gateway.world.presences.pop(session.bot.id, None)
        gateway.world.publish(FrameChanged())
