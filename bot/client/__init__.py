"""The gateway, and the one router of interactions."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord
import yarl
from discord import app_commands

from bot import payload
from bot.address import Address
from bot.asked import Answer, Asked
from bot.barred import Barred
from bot.channel import Unavailable, Unreachable
from bot.client.reply import Reply, refused
from bot.client.rows import Rows
from bot.clock import now
from bot.commands.catalogue import Catalogue
from bot.desk import SLOW, Desk
from bot.gauges import Gauges
from bot.log import about
from bot.paint import Brush
from bot.post import Post, lacking
from bot.preferences import spoken
from bot.refusal import refusal
from bot.scene import Scene
from bot.settings import Settings
from bot.terms import say
from games.refused import Refused
from storage import Unstored

log: Final = logging.getLogger(__name__)

LULL: Final = 1.0
"""Seconds that answers may hold up what channels are told."""
GONE: Final = frozenset({10008, 10015, 10062, 40060, 50027})
"""What Discord says when there is nothing left to answer: message, webhook, interaction, answered, token."""
INTENTS: Final = discord.Intents(guilds=True)
"""Nothing privileged: whatever we are told, somebody told us."""


class Client(discord.AutoShardedClient):
    def __init__(
        self, settings: Settings, gauges: Gauges, turn: Callable[[str], AbstractAsyncContextManager[None]]
    ) -> None:
        _directed(settings)
        shards = settings.duel_shards
        super().__init__(
            intents=INTENTS,
            shard_count=shards.of if shards else None,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=30.0,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.shard_ids = list(shards.numbers) if shards else None
        self.tree = app_commands.CommandTree(self)
        self._leads = shards is None or shards.leads
        self._rows = Rows(turn)
        self._many: int | None = None
        """How many rows there are, as Discord says."""
        self.gauges = gauges
        self.brush = Brush(timed=gauges.painting)
        self.post = Post(self, self.brush)
        self.desk: Desk | None = None
        self._connected: Callable[[], Awaitable[None]] | None = None
        self._under_way: set[int] = set()
        """The interactions that wait for an answer."""
        self._quiet = asyncio.Event()
        """Nobody does."""
        self._quiet.set()
        self._leaving = False

    def opened(self, desk: Desk, ready: Callable[[], Awaitable[None]]) -> None:
        """From now on it has something to say; `ready` is called when it is connected."""
        self.desk = desk
        self._connected = ready

    async def living(self, token: str, entered: Callable[[int], None]) -> None:
        """From the door until it is closed; who is not let in says why. `entered` hears as which application."""
        try:
            await self.login(token)
            entered(self.application_id or 0)
            await self.connect()
        except discord.LoginFailure as no:
            raise Barred("Discord does not know this token; DISCORD_TOKEN is to be the token of a bot") from no
        except discord.ConnectionClosed as no:
            raise Barred(f"Discord has closed the gateway for good, code {no.code}") from no
        except (aiohttp.ClientConnectionError, discord.GatewayNotFound, discord.DiscordServerError) as no:
            raise Barred(f"Discord is out of reach: {no}") from no

    async def answered(self) -> None:
        """From now on clicks are put off; returns when those before have their answers."""
        self._leaving = True
        await self._quiet.wait()

    def guests(self, named: Sequence[discord.User | discord.Member]) -> tuple[list[int], bool]:
        """The people among those who were named, and whether the house is; other bots do not duel."""
        house = [one for one in named if self.user and one.id == self.user.id]
        if any(one.bot for one in named if one not in house):
            raise Refused("bots")
        return [one.id for one in named if one not in house], bool(house)

    async def lull(self) -> None:
        """Until nobody waits for an answer; but not for long, for channels wait, too."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LULL):
                await self._quiet.wait()

    def echoes(self) -> dict[int, float | None]:
        """By shard the seconds between a heartbeat and its echo; None for one that is not connected."""
        # Without a socket it is no number, and nothing else may be asked of it.
        return {
            number: None if math.isnan(shard.latency) or shard.is_closed() else shard.latency
            for number, shard in self.shards.items()
        }

    async def setup_hook(self) -> None:
        await self.tree.set_translator(Catalogue())
        if self._leads:
            await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002 - theirs
        """Discord turns away who identifies too soon after another of the same row, in whichever process."""
        if self._many is None:
            self._many = (await self.fetch_session_start_limits()).max_concurrency
        await self._rows.stand(shard_id or 0, self._many)

    async def close(self) -> None:
        await self._rows.close()
        await super().close()

    async def on_ready(self) -> None:
        """After every outage that a resume could not bridge."""
        if self._connected:
            await self._connected()

    async def on_shard_ready(self, _: int) -> None:
        """After each outage, by one of these two ways."""
        self._back()

    async def on_shard_resumed(self, _: int) -> None:
        self._back()

    def _back(self) -> None:
        if self.desk:
            self.desk.herald.woken()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Clicks and forms; commands have found their way through the tree already."""
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await self.handle(interaction, partial(self._clicked, interaction))

    async def _clicked(self, interaction: discord.Interaction, asked: Asked) -> Answer:
        data: Mapping[str, Any] = interaction.data or {}
        address = Address.parse(str(data.get("custom_id", "")))
        if address is None:
            raise Refused("button")
        assert self.desk
        if address.verb in SLOW:
            await interaction.response.defer()
        return await self.desk.answer(asked, address)

    async def handle(self, interaction: discord.Interaction, do: Callable[[Asked], Awaitable[Answer]]) -> None:
        """Every refusal and every failure reaches the person as one line."""
        began = time.perf_counter()
        with about(interaction=str(interaction.id), **payload.facts(interaction.data or {})):
            self._under_way.add(interaction.id)
            self._quiet.clear()
            try:
                came, key = await self._handled(interaction, do)
            finally:
                self._under_way.discard(interaction.id)
                if not self._under_way:
                    self._quiet.set()
            took = time.perf_counter() - began
            self.gauges.interactions.labels(came).inc()
            log.info(came, extra={"milliseconds": round(took * 1000, 1), **({"why": key} if key else {})})

    async def _handled(
        self, interaction: discord.Interaction, do: Callable[[Asked], Awaitable[Answer]]
    ) -> tuple[str, str]:
        """What came of it, and by which key."""
        assert self.desk
        locale = spoken(str(interaction.locale))
        try:
            if self._leaving:
                await refused(interaction, Scene(above=(say("try-again", locale),)))
                return "put off", ""
            with self.gauges.acknowledged.time():
                asked = await self.asked(interaction)
                locale = asked.locale
                answer = await do(asked)
                await Reply(self.desk, self.post).give(asked, interaction, answer)
            return "answered", ""
        except Refused as no:
            self.gauges.refusals.labels(no.key).inc()
            await refused(interaction, refusal(no, locale))
            return "refused", no.key
        except Unreachable as unreachable:
            await refused(interaction, Scene(above=(say(unreachable.why, locale),)))
            return "unreachable", unreachable.why
        except (Unstored, Unavailable):
            log.exception("put off")
            await refused(interaction, Scene(above=(say("try-again", locale),)))
            return "put off", ""
        except Exception as error:
            if _unheard(error):
                log.warning("unheard", exc_info=error)
                return "unheard", ""
            code = secrets.token_hex(3)
            log.exception("failed", extra={"code": code})
            await refused(interaction, Scene(above=(say("failed", locale, code=code),)))
            return "failed", ""

    async def asked(self, interaction: discord.Interaction) -> Asked:
        assert self.desk
        player = await self.desk.preferences.met(interaction.user.id, str(interaction.locale))
        message = interaction.message
        data: Mapping[str, Any] = interaction.data or {}
        return Asked(
            person=interaction.user.id,
            locale=player.speaks,
            server=interaction.guild_id,
            channel=interaction.channel_id or 0,
            cause=interaction.id,
            now=now(),
            message=message.id if message else 0,
            private=bool(message and (message.flags.ephemeral or interaction.guild_id is None)),
            token=interaction.token,
            lacking=lacking(interaction.channel, interaction.app_permissions) if interaction.guild_id else (),
            manages=interaction.permissions.manage_guild,
            fields=payload.filled(data) if interaction.type is discord.InteractionType.modal_submit else {},
            chosen=payload.chosen(data),
        )


def _unheard(error: Exception) -> bool:
    """Is there nobody left to whom one could say that it went wrong?"""
    if isinstance(error, discord.HTTPException):
        return error.code in GONE or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return isinstance(error, aiohttp.ClientError | OSError)


def _directed(settings: Settings) -> None:
    """Discord's own addresses are class attributes; they change only for a Discord that is not Discord."""
    if settings.duel_api:
        discord.http.Route.BASE = settings.duel_api
    if settings.duel_gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.duel_gateway)
    if settings.duel_cdn:
        discord.asset.Asset.BASE = settings.duel_cdn
