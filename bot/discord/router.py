"""Every interaction comes here: it is read, done, answered, logged and counted, whatever goes wrong on the way."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord
from discord.app_commands import Choice

from bot.discord import interaction_data
from bot.discord.api_errors import DELETED, SPENT, lacking, lacking_for_threads, whispering
from bot.discord.pending_responses import PendingResponses, coming
from bot.discord.raw_responses import nodding
from bot.discord.responses import Responder, refused
from bot.display_names import DisplayNames, display_name
from bot.errors import DiscordUnavailable, DiscordUnreachable
from bot.handlers.dispatcher import APART, BEGINS, LATE, SLOW, WRITTEN, Dispatcher, led
from bot.handlers.rate_limit import HELD, RateLimiter, seconds
from bot.handlers.requests import Request, Response
from bot.i18n import say
from bot.matches.model import Installation
from bot.ops.logs import about
from bot.ops.metrics import Metrics
from bot.preferences import Preferences, spoken
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import list_permissions, refusal
from bot.screens.scene import Scene
from bot.wall_clock import now
from games.refused import Refused
from storage import StoreUnavailable

log: Final = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds that a choice, or what begins a match, may take to be stored and seen to, or a look back to be thought of,
before it is said that its answer comes: where fifty resolve at once on a loaded machine it may take more than the three
that Discord waits."""
UNANSWERABLE: Final = frozenset({DELETED, *SPENT, 10062, 40060})
"""What Discord says when there is nothing left to answer: no such interaction, or it is answered."""


@dataclass(eq=False)
class Router:
    _dispatcher: Dispatcher
    _rate_limiter: RateLimiter
    _preferences: Preferences
    _display_names: DisplayNames
    _learn: Callable[[int, str], None]
    """Hears what a server speaks."""
    _reply: Responder
    _pending_responses: PendingResponses
    _metrics: Metrics

    async def heard(self, interaction: discord.Interaction) -> None:
        """Clicks, and what was written in a form; commands have found their way through the tree already."""
        if interaction.type is discord.InteractionType.component:
            await self.handle(interaction, partial(self._clicked, interaction))
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.handle(interaction, partial(self._written, interaction))

    async def _clicked(self, interaction: discord.Interaction, request: Request) -> Response:
        data: Mapping[str, Any] = interaction.data or {}
        pressed = CustomId.parse(data["custom_id"])
        custom_id = pressed and led(request, pressed)
        if custom_id is None or custom_id.action in WRITTEN:
            raise Refused("button")
        if custom_id.action in SLOW:
            with nodding():
                await interaction.response.defer()
            self._pending_responses.heard(interaction.id)
        elif custom_id.action in LATE:
            async with coming(interaction, PATIENCE, thinking=_opens(request, custom_id)):
                return await self._dispatcher.answer(request, custom_id)
        return await self._dispatcher.answer(request, custom_id)

    async def looked_back(self, interaction: discord.Interaction, do: Callable[[Request], Awaitable[Response]]) -> None:
        """By a command, whose answer may have to be thought of."""

        async def patiently(request: Request) -> Response:
            async with coming(interaction, PATIENCE, thinking=True):
                return await do(request)

        await self.handle(interaction, patiently)

    async def _written(self, interaction: discord.Interaction, request: Request) -> Response:
        data: Mapping[str, Any] = interaction.data or {}
        custom_id, written = CustomId.parse(data["custom_id"]), interaction_data.form_text(data)
        if custom_id is None or custom_id.action not in WRITTEN or not written:
            raise Refused("button")
        return await self._dispatcher.answer(replace(request, written=written), custom_id)

    async def handle(self, interaction: discord.Interaction, do: Callable[[Request], Awaitable[Response]]) -> None:
        """Every refusal and every failure reaches the person as one line."""
        began = time.perf_counter()
        with about(interaction=str(interaction.id), **interaction_data.log_fields(interaction.data or {})):
            what = interaction_data.target(interaction.data or {})
            if wait := self._rate_limiter.wait(interaction.user.id, interaction.guild_id, what):
                await self._waits(interaction, wait, began)
                return
            # Before anything is painted for them.
            self._display_names.hear(_names(interaction))
            with self._pending_responses.for_an_answer(interaction.id):
                came, key = await self._handled(interaction, do)
            self._count(came, key, began, logging.INFO)
            await self._display_names.keep()

    async def _waits(self, interaction: discord.Interaction, wait: float, began: float) -> None:
        """Whoever does too much hears when they may go on, and not at once: else they would ask all the sooner."""
        person_id = interaction.user.id
        if not self._rate_limiter.tells(person_id):
            self._count("passed over", "", began, logging.DEBUG)
            return
        try:
            await asyncio.sleep(HELD)
            no = Refused("too-fast", seconds=seconds(wait - HELD))
            self._metrics.refusals.labels(no.key).inc()
            await refused(interaction, Scene(above=(say.format_refusal(no, spoken(str(interaction.locale))),)))
        finally:
            self._rate_limiter.told(person_id)
        self._count("refused", no.key, began, logging.INFO)

    async def complete(
        self, interaction: discord.Interaction, find: Callable[[Request], Awaitable[Sequence[Choice[str]]]]
    ) -> list[Choice[str]]:
        """What could be meant by what is typed so far; where nobody can say, nothing."""
        began = time.perf_counter()
        with about(interaction=str(interaction.id), **interaction_data.log_fields(interaction.data or {})):
            found: list[Choice[str]] = []
            came, key = "completed", ""
            try:
                if wait := self._rate_limiter.types(interaction.user.id):
                    await asyncio.sleep(HELD)
                    raise Refused("too-fast", seconds=seconds(wait - HELD))
                found = list(await find(await self._asked(interaction)))
            except Refused as no:
                key = no.key
            except StoreUnavailable:
                log.exception("not completed")
                came = "put off"
            except Exception:
                log.exception("not completed")
                came = "failed"
            # One comes with every letter that somebody types.
            self._count(came, key, began, logging.DEBUG)
            return found

    def _count(self, came: str, key: str, began: float, level: int) -> None:
        took = time.perf_counter() - began
        self._metrics.interactions.labels(came).inc()
        log.log(level, came, extra={"milliseconds": round(took * 1000, 1), **({"why": key} if key else {})})

    async def _handled(
        self, interaction: discord.Interaction, do: Callable[[Request], Awaitable[Response]]
    ) -> tuple[str, str]:
        """What came of it, and by which key."""
        locale = spoken(str(interaction.locale))
        try:
            if self._pending_responses.leaving:
                await refused(interaction, Scene(above=(say("try-again", locale),)))
                return "put off", ""
            with self._metrics.acknowledged.time():
                request = await self._asked(interaction)
                locale = request.locale
                # Before anything is done for them.
                if interaction.guild_id and interaction.guild_locale:
                    self._learn(interaction.guild_id, str(interaction.guild_locale))
                response = await do(request)
                if response.forgets:
                    self._display_names.forget(request.person_id)
                    self._preferences.forget(request.person_id)
                await self._reply.give(request, interaction, response)
            return "answered", ""
        except Refused as no:
            self._metrics.refusals.labels(no.key).inc()
            await refused(interaction, refusal(no, locale))
            return "refused", no.key
        except DiscordUnreachable as unreachable:
            facts = {"permissions": list_permissions(unreachable.missing, locale)} if unreachable.missing else {}
            await refused(interaction, Scene(above=(say(unreachable.why, locale, **facts),)))
            return "unreachable", unreachable.why
        except (StoreUnavailable, DiscordUnavailable):
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

    async def _asked(self, interaction: discord.Interaction) -> Request:
        player = await self._preferences.met(interaction.user.id, str(interaction.locale))
        message, venue = interaction.message, _venue(interaction)
        alone = interaction.guild_id is None and venue is Installation.SERVER
        data: Mapping[str, Any] = interaction.data or {}
        return Request(
            person_id=interaction.user.id,
            locale=player.speaks,
            server_id=None if venue is Installation.USER else interaction.guild_id,
            channel_id=interaction.channel_id or 0,
            interaction_id=interaction.id,
            now=now(),
            message_id=message.id if message else 0,
            private=bool(message and (message.flags.ephemeral or alone)),
            token=interaction.token,
            missing_permissions=_lacking(interaction, venue),
            missing_thread_permissions=lacking_for_threads(interaction.channel, interaction.app_permissions),
            manages=interaction.permissions.manage_guild,
            chosen=interaction_data.selected_values(data),
            bots=interaction_data.includes_bot(data),
            installation=venue,
        )


def _opens(request: Request, custom_id: CustomId) -> bool:
    """Will a message of its own come of it, for certain? By a press on it a card abroad is brought up to date."""
    if not request.private:
        return not request.is_user_installed and custom_id.action not in BEGINS
    return custom_id.action in APART or (custom_id.action == Action.REPLAY and not custom_id.rest)


def _venue(interaction: discord.Interaction) -> Installation:
    """By the surface on which it was asked, and by whether the server has installed us."""
    if interaction.guild_id is None:
        return Installation.USER if interaction.context.private_channel else Installation.SERVER
    return Installation.SERVER if interaction.is_guild_integration() else Installation.USER


def _lacking(interaction: discord.Interaction, venue: Installation) -> tuple[str, ...]:
    """Before everybody there can be shown something; abroad we may do no more than who asks."""
    if interaction.guild_id is None:
        return ()
    if venue is Installation.SERVER:
        return lacking(interaction.channel, interaction.app_permissions)
    return whispering(interaction.channel, interaction.permissions)


def _names(interaction: discord.Interaction) -> dict[int, str]:
    """Of whoever is there, and of those whom they name."""
    user = interaction.user
    sender = {user.id: display_name(user.global_name, user.name)}
    return sender | interaction_data.resolved_names(interaction.data or {})


def _unheard(error: Exception) -> bool:
    """Is there nobody left to whom one could say that it went wrong?"""
    if isinstance(error, discord.HTTPException):
        return error.code in UNANSWERABLE or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return isinstance(error, aiohttp.ClientError | OSError)
