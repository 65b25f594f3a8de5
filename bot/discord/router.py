"""Routes each interaction to its handler, sends the response or refusal, and logs and counts the outcome."""

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
from bot.discord.api_errors import EXPIRED_TOKEN_CODES, ErrorCode, list_missing_thread_permissions
from bot.discord.pending_responses import PendingResponses, auto_defer
from bot.discord.responses import Responder
from bot.display_names import DisplayNames
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.handlers.dispatcher import (
    FORM_ACTIONS,
    MATCH_STARTING_ACTIONS,
    POSSIBLY_SLOW_ACTIONS,
    SEPARATE_REPLY_ACTIONS,
    Dispatcher,
    resolve_select_option,
)
from bot.handlers.rate_limit import REFUSAL_DELAY_S, RateLimiter, round_up_to_seconds
from bot.handlers.requests import Request, Response
from bot.i18n import choose_locale, say
from bot.matches.model import Installation
from bot.ops.logs import log_context
from bot.ops.metrics import Metrics
from bot.preferences import Preferences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import format_permissions, render_refusal
from bot.screens.scene import Scene
from bot.wall_clock import current_time_ms
from games.refused import Refused
from storage import StoreUnavailable

log: Final = logging.getLogger(__name__)

DEFER_DELAY_S: Final = 1.0
"""A slow response is deferred after this time, because Discord waits only three seconds.

Storing a move or starting a match takes longer than this delay only on a busy machine with many such requests.
"""
UNANSWERABLE_CODES: Final = frozenset(
    {ErrorCode.UNKNOWN_MESSAGE, ErrorCode.UNKNOWN_INTERACTION, ErrorCode.ALREADY_ACKNOWLEDGED, *EXPIRED_TOKEN_CODES}
)
"""Codes of errors that no other response would avoid, for example because the interaction's token has expired."""


@dataclass(eq=False)
class Router:
    """The entry point for interactions. It passes each interaction to its handler and sends the response."""

    _dispatcher: Dispatcher
    _rate_limiter: RateLimiter
    _preferences: Preferences
    _display_names: DisplayNames
    _remember_server_locale: Callable[[int, str], None]
    """Caches a server's locale. The arguments are the server's ID and the locale."""
    _responder: Responder
    _pending_responses: PendingResponses
    _metrics: Metrics

    async def route_click_or_form(self, interaction: discord.Interaction) -> None:
        """Handle a clicked button, a chosen menu option or a submitted form.

        Commands arrive through the command tree instead.
        """
        if interaction.type is discord.InteractionType.component:
            await self.handle_interaction(interaction, partial(self._answer_click, interaction))
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.handle_interaction(interaction, partial(self._answer_form, interaction))

    async def _answer_click(self, interaction: discord.Interaction, request: Request) -> Response:
        data: Mapping[str, Any] = interaction.data or {}
        clicked = CustomId.parse(data["custom_id"])
        custom_id = clicked and resolve_select_option(request, clicked)
        if custom_id is None or custom_id.action in FORM_ACTIONS:
            raise Refused("button")
        if custom_id.action in POSSIBLY_SLOW_ACTIONS:
            async with auto_defer(interaction, DEFER_DELAY_S, thinking=_opens_new_message(request, custom_id)):
                return await self._dispatcher.answer_press(request, custom_id)
        return await self._dispatcher.answer_press(request, custom_id)

    async def handle_with_auto_defer(
        self, interaction: discord.Interaction, answer: Callable[[Request], Awaitable[Response]]
    ) -> None:
        """Handle a command, and defer the response if computing it takes longer than `DEFER_DELAY_S`."""

        async def answer_with_auto_defer(request: Request) -> Response:
            async with auto_defer(interaction, DEFER_DELAY_S, thinking=True):
                return await answer(request)

        await self.handle_interaction(interaction, answer_with_auto_defer)

    async def _answer_form(self, interaction: discord.Interaction, request: Request) -> Response:
        data: Mapping[str, Any] = interaction.data or {}
        custom_id = CustomId.parse(data["custom_id"])
        if custom_id is None or custom_id.action not in FORM_ACTIONS:
            raise Refused("button")
        request = replace(request, form_values=interaction_data.parse_form_values(data))
        return await self._dispatcher.answer_press(request, custom_id)

    async def handle_interaction(
        self, interaction: discord.Interaction, answer: Callable[[Request], Awaitable[Response]]
    ) -> None:
        """Call `answer` and send its response. If either step fails, explain why in a private message.

        Senders who exceed their rate limit are refused.
        """
        started_s = time.perf_counter()
        with log_context(interaction=str(interaction.id), **interaction_data.build_log_fields(interaction.data or {})):
            target = interaction_data.parse_target(interaction.data or {})
            if wait_s := self._rate_limiter.charge_action(interaction.user.id, interaction.guild_id, target):
                await self._refuse_too_fast(interaction, wait_s, started_s)
                return
            with self._pending_responses.track_response(interaction.id):
                outcome, refusal_key = await self._answer_or_refuse(interaction, answer)
            self._record_outcome(outcome, refusal_key, started_s, logging.INFO)
            await self._display_names.save_new_names()

    async def _refuse_too_fast(self, interaction: discord.Interaction, wait_s: float, started_s: float) -> None:
        """Refuse a request from somebody who has sent too many, and say when this person can try again.

        The refusal is delayed, because an immediate refusal would invite more clicks.
        """
        person_id = interaction.user.id
        if not self._rate_limiter.begin_refusal(person_id):
            self._record_outcome("ignored", None, started_s, logging.DEBUG)
            return
        try:
            await asyncio.sleep(REFUSAL_DELAY_S)
            refusal = Refused("too-fast", seconds=round_up_to_seconds(wait_s - REFUSAL_DELAY_S))
            self._metrics.refusals.labels(refusal.key).inc()
            scene = render_refusal(refusal, choose_locale(str(interaction.locale)))
            await self._responder.send_refusal(interaction, scene)
        finally:
            self._rate_limiter.end_refusal(person_id)
        self._record_outcome("refused", refusal.key, started_s, logging.INFO)

    async def handle_autocomplete(
        self, interaction: discord.Interaction, find_choices: Callable[[Request], Awaitable[Sequence[Choice[str]]]]
    ) -> list[Choice[str]]:
        """Return suggestions for the text typed so far, or an empty list if finding them fails."""
        started_s = time.perf_counter()
        with log_context(interaction=str(interaction.id), **interaction_data.build_log_fields(interaction.data or {})):
            choices: list[Choice[str]] = []
            outcome, refusal_key = "completed", None
            try:
                if wait_s := self._rate_limiter.charge_typing(interaction.user.id):
                    await asyncio.sleep(REFUSAL_DELAY_S)
                    raise Refused("too-fast", seconds=round_up_to_seconds(wait_s - REFUSAL_DELAY_S))
                choices = list(await find_choices(await self._build_request(interaction)))
            except Refused as refusal:
                refusal_key = refusal.key
            except StoreUnavailable:
                log.exception("suggestions could not be loaded")
                outcome = "unavailable"
            except Exception:
                log.exception("suggestions could not be loaded")
                outcome = "failed"
            # Discord requests suggestions for every typed letter, which is too often for the INFO level.
            self._record_outcome(outcome, refusal_key, started_s, logging.DEBUG)
            return choices

    def _record_outcome(self, outcome: str, refusal_key: str | None, started_s: float, level: int) -> None:
        duration_ms = round((time.perf_counter() - started_s) * 1000, 1)
        self._metrics.interactions.labels(outcome).inc()
        log.log(level, outcome, extra={"duration_ms": duration_ms, **({"reason": refusal_key} if refusal_key else {})})

    async def _answer_or_refuse(
        self, interaction: discord.Interaction, answer: Callable[[Request], Awaitable[Response]]
    ) -> tuple[str, str | None]:
        """Answer an interaction. If this fails, explain the reason to the sender in a private message.

        Return the outcome for the log, such as `answered` or `failed`, and the text key of the refusal, if any.
        """
        locale = choose_locale(str(interaction.locale))
        try:
            if self._pending_responses.is_shutting_down:
                await self._responder.send_refusal(interaction, Scene(above=(say("try-again", locale),)))
                return "unavailable", None
            with self._metrics.acknowledgement_seconds.time():
                request = await self._build_request(interaction)
                locale = request.locale
                # The pictures in the response need these names.
                self._display_names.remember_names(interaction_data.collect_names(interaction))
                # Save the locale before calling the handler, which may need it.
                if interaction.guild_id and interaction.guild_locale:
                    self._remember_server_locale(interaction.guild_id, str(interaction.guild_locale))
                response = await answer(request)
                if response.forgets_person:
                    self._display_names.forget_person(request.person_id)
                    self._preferences.discard_cached_player(request.person_id)
                await self._responder.send_response(request, interaction, response)
            return "answered", None
        except Refused as refusal:
            self._metrics.refusals.labels(refusal.key).inc()
            await self._responder.send_refusal(interaction, render_refusal(refusal, locale))
            return "refused", refusal.key
        except DestinationUnreachable as error:
            missing = error.missing_permissions
            facts = {"permissions": format_permissions(missing, locale)} if missing else {}
            await self._responder.send_refusal(interaction, Scene(above=(say(error.reason_key, locale, **facts),)))
            return "unreachable", error.reason_key
        except (StoreUnavailable, DiscordUnavailable):
            log.exception("the store or Discord is unavailable")
            await self._responder.send_refusal(interaction, Scene(above=(say("try-again", locale),)))
            return "unavailable", None
        except Exception as error:
            if _is_unanswerable(error):
                log.warning("the response could not be sent", exc_info=error)
                return "undeliverable", None
            code = secrets.token_hex(3)
            log.exception("an interaction failed", extra={"code": code})
            await self._responder.send_refusal(interaction, Scene(above=(say("failed", locale, code=code),)))
            return "failed", None

    async def _build_request(self, interaction: discord.Interaction) -> Request:
        """Convert a discord.py interaction to a `Request` for the handlers. Raise `Refused` if it was forged."""
        interaction_data.check_user_ids(interaction)
        player = await self._preferences.update_discord_locale(interaction.user.id, str(interaction.locale))
        message = interaction.message
        installation = interaction_data.find_installation(interaction)
        is_dm = interaction.guild_id is None and installation is Installation.SERVER
        data: Mapping[str, Any] = interaction.data or {}
        return Request(
            person_id=interaction.user.id,
            locale=player.effective_locale,
            server_id=None if installation is Installation.USER else interaction.guild_id,
            channel_id=interaction.channel_id or 0,
            interaction_id=interaction.id,
            now_ms=current_time_ms(),
            message_id=message.id if message else None,
            is_private=bool(message and (message.flags.ephemeral or is_dm)),
            token=interaction.token,
            missing_permissions=interaction_data.find_missing_permissions(interaction, installation),
            missing_thread_permissions=list_missing_thread_permissions(
                interaction.channel, interaction.app_permissions
            ),
            can_manage_server=interaction.permissions.manage_guild,
            role_ids=interaction_data.list_role_ids(interaction),
            selected_values=interaction_data.parse_selected_values(data),
            has_selected_bot=interaction_data.includes_bot(data),
            has_selected_this_bot=interaction_data.includes_user(data, interaction.client.user),
            installation=installation,
        )


def _opens_new_message(request: Request, custom_id: CustomId) -> bool:
    """Return whether the response to a click on this button is always a new message, never an edit of the clicked one.

    A click on a card of a user-installed bot edits this card.
    """
    if not request.is_private:
        return not request.is_user_installed and custom_id.action not in MATCH_STARTING_ACTIONS
    return custom_id.action in SEPARATE_REPLY_ACTIONS or (
        custom_id.action == Action.SHOW_REVIEW and not custom_id.argument
    )


def _is_unanswerable(error: Exception) -> bool:
    """Return whether an error means that Discord would not deliver an error message to the person, either."""
    if isinstance(error, discord.HTTPException):
        return error.code in UNANSWERABLE_CODES or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return isinstance(error, aiohttp.ClientError | ConnectionError | TimeoutError)
