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
from bot.discord.api_errors import (
    EXPIRED_TOKEN_CODES,
    UNKNOWN_MESSAGE_CODE,
    list_missing_permissions,
    list_missing_thread_permissions,
    list_missing_user_app_permissions,
)
from bot.discord.pending_responses import PendingResponses, auto_defer
from bot.discord.raw_responses import skip_response_body
from bot.discord.responses import Responder, send_refusal
from bot.display_names import DisplayNames, choose_display_name
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.handlers.dispatcher import (
    FORM_ACTIONS,
    MATCH_STARTING_ACTIONS,
    POSSIBLY_SLOW_ACTIONS,
    SEPARATE_REPLY_ACTIONS,
    SLOW_EDIT_ACTIONS,
    Dispatcher,
    resolve_select_option,
)
from bot.handlers.rate_limit import REFUSAL_DELAY_S, RateLimiter, round_up_to_seconds
from bot.handlers.requests import Request, Response
from bot.i18n import say
from bot.matches.model import Installation
from bot.ops.logs import log_context
from bot.ops.metrics import Metrics
from bot.preferences import Preferences, choose_locale
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import format_permissions, render_refusal
from bot.screens.scene import Scene
from bot.wall_clock import current_time_ms
from games.refused import Refused
from storage import StoreUnavailable

log: Final = logging.getLogger(__name__)

DEFER_DELAY_S: Final = 1.0
"""Seconds that a choice, or what begins a match, may take to be stored and seen to, or a look back to be thought of,
before it is said that its answer comes: where fifty resolve at once on a loaded machine it may take more than the three
that Discord waits."""
UNANSWERABLE_CODES: Final = frozenset({UNKNOWN_MESSAGE_CODE, *EXPIRED_TOKEN_CODES, 10062, 40060})
"""What Discord says when there is nothing left to answer: no such interaction, or it is answered."""


@dataclass(eq=False)
class Router:
    _dispatcher: Dispatcher
    _rate_limiter: RateLimiter
    _preferences: Preferences
    _display_names: DisplayNames
    _remember_server_locale: Callable[[int, str], None]
    """Hears what a server speaks."""
    _responder: Responder
    _pending_responses: PendingResponses
    _metrics: Metrics

    async def route_click_or_form(self, interaction: discord.Interaction) -> None:
        """Clicks, and what was written in a form; commands have found their way through the tree already."""
        if interaction.type is discord.InteractionType.component:
            await self.handle_interaction(interaction, partial(self._answer_click, interaction))
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.handle_interaction(interaction, partial(self._answer_form, interaction))

    async def _answer_click(self, interaction: discord.Interaction, request: Request) -> Response:
        data: Mapping[str, Any] = interaction.data or {}
        pressed = CustomId.parse(data["custom_id"])
        custom_id = pressed and resolve_select_option(request, pressed)
        if custom_id is None or custom_id.action in FORM_ACTIONS:
            raise Refused("button")
        if custom_id.action in SLOW_EDIT_ACTIONS:
            with skip_response_body():
                await interaction.response.defer()
            self._pending_responses.mark_acknowledged(interaction.id)
        elif custom_id.action in POSSIBLY_SLOW_ACTIONS:
            async with auto_defer(interaction, DEFER_DELAY_S, thinking=_opens_new_message(request, custom_id)):
                return await self._dispatcher.answer_press(request, custom_id)
        return await self._dispatcher.answer_press(request, custom_id)

    async def handle_with_auto_defer(
        self, interaction: discord.Interaction, answer: Callable[[Request], Awaitable[Response]]
    ) -> None:
        """By a command, whose answer may have to be thought of."""

        async def patiently(request: Request) -> Response:
            async with auto_defer(interaction, DEFER_DELAY_S, thinking=True):
                return await answer(request)

        await self.handle_interaction(interaction, patiently)

    async def _answer_form(self, interaction: discord.Interaction, request: Request) -> Response:
        data: Mapping[str, Any] = interaction.data or {}
        custom_id, written = CustomId.parse(data["custom_id"]), interaction_data.form_text(data)
        if custom_id is None or custom_id.action not in FORM_ACTIONS or not written:
            raise Refused("button")
        return await self._dispatcher.answer_press(replace(request, form_text=written), custom_id)

    async def handle_interaction(
        self, interaction: discord.Interaction, answer: Callable[[Request], Awaitable[Response]]
    ) -> None:
        """Every refusal and every failure reaches the person as one line."""
        began = time.perf_counter()
        with log_context(interaction=str(interaction.id), **interaction_data.log_fields(interaction.data or {})):
            what = interaction_data.parse_target(interaction.data or {})
            if wait := self._rate_limiter.charge_action(interaction.user.id, interaction.guild_id, what):
                await self._refuse_too_fast(interaction, wait, began)
                return
            # Before anything is painted for them.
            self._display_names.remember_names(_collect_names(interaction))
            with self._pending_responses.track_response(interaction.id):
                came, key = await self._answer_or_refuse(interaction, answer)
            self._record_outcome(came, key, began, logging.INFO)
            await self._display_names.save_new_names()

    async def _refuse_too_fast(self, interaction: discord.Interaction, wait_s: float, started_s: float) -> None:
        """Whoever does too much hears when they may go on, and not at once: else they would ask all the sooner."""
        person_id = interaction.user.id
        if not self._rate_limiter.begin_refusal(person_id):
            self._record_outcome("passed over", "", started_s, logging.DEBUG)
            return
        try:
            await asyncio.sleep(REFUSAL_DELAY_S)
            no = Refused("too-fast", seconds=round_up_to_seconds(wait_s - REFUSAL_DELAY_S))
            self._metrics.refusals.labels(no.key).inc()
            await send_refusal(
                interaction, Scene(above=(say.format_refusal(no, choose_locale(str(interaction.locale))),))
            )
        finally:
            self._rate_limiter.end_refusal(person_id)
        self._record_outcome("refused", no.key, started_s, logging.INFO)

    async def handle_autocomplete(
        self, interaction: discord.Interaction, find_choices: Callable[[Request], Awaitable[Sequence[Choice[str]]]]
    ) -> list[Choice[str]]:
        """What could be meant by what is typed so far; where nobody can say, nothing."""
        began = time.perf_counter()
        with log_context(interaction=str(interaction.id), **interaction_data.log_fields(interaction.data or {})):
            found: list[Choice[str]] = []
            came, key = "completed", ""
            try:
                if wait := self._rate_limiter.charge_typing(interaction.user.id):
                    await asyncio.sleep(REFUSAL_DELAY_S)
                    raise Refused("too-fast", seconds=round_up_to_seconds(wait - REFUSAL_DELAY_S))
                found = list(await find_choices(await self._build_request(interaction)))
            except Refused as no:
                key = no.key
            except StoreUnavailable:
                log.exception("not completed")
                came = "put off"
            except Exception:
                log.exception("not completed")
                came = "failed"
            # One comes with every letter that somebody types.
            self._record_outcome(came, key, began, logging.DEBUG)
            return found

    def _record_outcome(self, outcome: str, refusal_key: str, started_s: float, level: int) -> None:
        took = time.perf_counter() - started_s
        self._metrics.interactions.labels(outcome).inc()
        log.log(
            level,
            outcome,
            extra={"milliseconds": round(took * 1000, 1), **({"why": refusal_key} if refusal_key else {})},
        )

    async def _answer_or_refuse(
        self, interaction: discord.Interaction, answer: Callable[[Request], Awaitable[Response]]
    ) -> tuple[str, str]:
        """What came of it, and by which key."""
        locale = choose_locale(str(interaction.locale))
        try:
            if self._pending_responses.is_shutting_down:
                await send_refusal(interaction, Scene(above=(say("try-again", locale),)))
                return "put off", ""
            with self._metrics.acknowledgement_seconds.time():
                request = await self._build_request(interaction)
                locale = request.locale
                # Before anything is done for them.
                if interaction.guild_id and interaction.guild_locale:
                    self._remember_server_locale(interaction.guild_id, str(interaction.guild_locale))
                response = await answer(request)
                if response.forgets_person:
                    self._display_names.forget_person(request.person_id)
                    self._preferences.discard_cached_player(request.person_id)
                await self._responder.send_response(request, interaction, response)
            return "answered", ""
        except Refused as no:
            self._metrics.refusals.labels(no.key).inc()
            await send_refusal(interaction, render_refusal(no, locale))
            return "refused", no.key
        except DestinationUnreachable as unreachable:
            facts = (
                {"permissions": format_permissions(unreachable.missing_permissions, locale)}
                if unreachable.missing_permissions
                else {}
            )
            await send_refusal(interaction, Scene(above=(say(unreachable.reason_key, locale, **facts),)))
            return "unreachable", unreachable.reason_key
        except (StoreUnavailable, DiscordUnavailable):
            log.exception("put off")
            await send_refusal(interaction, Scene(above=(say("try-again", locale),)))
            return "put off", ""
        except Exception as error:
            if _is_unanswerable(error):
                log.warning("unheard", exc_info=error)
                return "unheard", ""
            code = secrets.token_hex(3)
            log.exception("failed", extra={"code": code})
            await send_refusal(interaction, Scene(above=(say("failed", locale, code=code),)))
            return "failed", ""

    async def _build_request(self, interaction: discord.Interaction) -> Request:
        player = await self._preferences.update_discord_locale(interaction.user.id, str(interaction.locale))
        message, venue = interaction.message, _find_installation(interaction)
        alone = interaction.guild_id is None and venue is Installation.SERVER
        data: Mapping[str, Any] = interaction.data or {}
        return Request(
            person_id=interaction.user.id,
            locale=player.effective_locale,
            server_id=None if venue is Installation.USER else interaction.guild_id,
            channel_id=interaction.channel_id or 0,
            interaction_id=interaction.id,
            now_ms=current_time_ms(),
            message_id=message.id if message else 0,
            is_private=bool(message and (message.flags.ephemeral or alone)),
            token=interaction.token,
            missing_permissions=_find_missing_permissions(interaction, venue),
            missing_thread_permissions=list_missing_thread_permissions(
                interaction.channel, interaction.app_permissions
            ),
            can_manage_server=interaction.permissions.manage_guild,
            selected_values=interaction_data.selected_values(data),
            has_selected_bot=interaction_data.includes_bot(data),
            installation=venue,
        )


def _opens_new_message(request: Request, custom_id: CustomId) -> bool:
    """Will a message of its own come of it, for certain? By a press on it a card abroad is brought up to date."""
    if not request.is_private:
        return not request.is_user_installed and custom_id.action not in MATCH_STARTING_ACTIONS
    return custom_id.action in SEPARATE_REPLY_ACTIONS or (
        custom_id.action == Action.SHOW_REVIEW and not custom_id.argument
    )


def _find_installation(interaction: discord.Interaction) -> Installation:
    """By the surface on which it was asked, and by whether the server has installed us."""
    if interaction.guild_id is None:
        return Installation.USER if interaction.context.private_channel else Installation.SERVER
    return Installation.SERVER if interaction.is_guild_integration() else Installation.USER


def _find_missing_permissions(interaction: discord.Interaction, installation: Installation) -> tuple[str, ...]:
    """Before everybody there can be shown something; abroad we may do no more than who asks."""
    if interaction.guild_id is None:
        return ()
    if installation is Installation.SERVER:
        return list_missing_permissions(interaction.channel, interaction.app_permissions)
    return list_missing_user_app_permissions(interaction.channel, interaction.permissions)


def _collect_names(interaction: discord.Interaction) -> dict[int, str]:
    """Of whoever is there, and of those whom they name."""
    user = interaction.user
    sender = {user.id: choose_display_name(user.global_name, user.name)}
    return sender | interaction_data.resolved_names(interaction.data or {})


def _is_unanswerable(error: Exception) -> bool:
    """Is there nobody left to whom one could say that it went wrong?"""
    if isinstance(error, discord.HTTPException):
        return error.code in UNANSWERABLE_CODES or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return isinstance(error, aiohttp.ClientError | OSError)
