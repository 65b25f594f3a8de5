"""What somebody is answered: theirs comes first, and in time, whatever else there is to paint and to tell."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

import aiohttp
import discord

from bot.discord.api_errors import UNKNOWN_MESSAGE_CODE, translate_automod_block
from bot.discord.layout import build_allowed_mentions, render_form, render_layout
from bot.discord.messages import Messages
from bot.discord.pending_responses import auto_defer
from bot.discord.raw_responses import skip_response_body
from bot.errors import DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.handlers.requests import Request, Response
from bot.handlers.response_recorder import ResponseRecorder
from bot.matches.model import MatchState
from bot.messenger import MessageLocation
from bot.rendering.card_renderer import CardRenderer
from bot.screens.scene import Film, Scene

log: Final = logging.getLogger(__name__)

MAX_REFRESH_DELAY_S: Final = 3.0
"""Seconds that a channel waits for the answer to the click that it is to be told of."""
PICTURE_DEFER_DELAY_S: Final = 0.25
"""Seconds that a click waits for its board; then it is said that one comes. Discord itself waits three."""
DEFERRED_MESSAGE_TYPE: Final = discord.InteractionResponseType.deferred_channel_message
"""What was said where a message of their own is to come."""


@dataclass(eq=False)
class Responder:
    _messages: Messages
    _card_renderer: CardRenderer
    _recorder: ResponseRecorder
    _schedule_refresh: Callable[[int], None]
    """Has channels told of a match."""

    async def send_response(self, request: Request, interaction: discord.Interaction, response: Response) -> None:
        """The person first, then the channel; but it does not wait long because somebody's line is slow."""
        stir = partial(self._schedule_refreshes, response)
        patience = asyncio.get_running_loop().call_later(MAX_REFRESH_DELAY_S, stir)
        try:
            with translate_automod_block("unreachable-answer"):
                if response.card_of_match:
                    await self._respond_with_card(request, interaction, response.card_of_match)
                else:
                    sent = await self._answer_person(request, interaction, response)
                    await self._recorder.save_response(
                        request, response, *_locate_private_message(request, interaction, sent)
                    )
        finally:
            patience.cancel()
            stir()
        if request.is_user_installed and response.clicked_card_match_id and request.is_on_card:
            await self._delete_outdated_card(request, response.clicked_card_match_id)
        if response.channel_post and request.is_user_installed:
            with translate_automod_block("unreachable-answer"):
                await self._send_follow_up(interaction, response.channel_post, private=False)
        elif response.channel_post:
            # Clicked twice before the button is gone, it is posted once.
            await self._messages.post_message(
                response.post_channel_id or request.channel_id,
                response.channel_post,
                nonce_key=f"{request.message_id} {response.channel_post.above[0]}",
            )

    async def _delete_outdated_card(self, request: Request, match_id: int) -> None:
        """Remove a message that is not the card any more: outside servers with the bot only a press on it lets us."""
        if await self._recorder.is_outdated_card(request, match_id):
            with suppress(MessageGone, DestinationUnreachable, DiscordUnavailable):
                await self._messages.delete_by_token(request.token, request.message_id)

    def _schedule_refreshes(self, response: Response) -> None:
        for match_id in filter(None, (response.refresh_match_id, response.ended_match_id)):
            self._schedule_refresh(match_id)

    async def _respond_with_card(self, request: Request, interaction: discord.Interaction, match: MatchState) -> None:
        """For all to see, at once: what is answered later calls nobody."""
        scene = await self._card_renderer.render_new_card(match)
        files = await self._messages.paint_files(scene)
        token = await self._recorder.save_pending_card(request, match)
        send = partial(interaction.response.send_message, allowed_mentions=build_allowed_mentions(scene))
        sent = await self._messages.emoji_cache.send_with_fallback(scene, files, send)
        message_id = sent.message_id or (await interaction.original_response()).id
        await self._recorder.save_card(match, MessageLocation(request.channel_id, message_id), token)

    async def _answer_person(
        self, request: Request, interaction: discord.Interaction, response: Response
    ) -> int | None:
        """Returns the message that this came to, if it is a new one."""
        respond, emblems = interaction.response, self._messages.emoji_cache
        if response.form:
            await respond.send_modal(render_form(response.form))
        elif response.scene is None:
            await _acknowledge_without_change(respond)
        elif response.replaces_clicked_message and await self._edit_clicked_message(interaction, response.scene):
            return None
        elif response.clicked_card_match_id and interaction.message:
            # What is pressed stays what the press can change; what comes of it lies beside it.
            await _acknowledge_without_change(respond)
            return await self._send_follow_up(interaction, response.scene, private=True)
        else:
            # At home a hand is a message like any other, and stays.
            private = request.is_among_others or not response.player_message or response.is_separate_message
            if respond.is_done() and (response.replaces_clicked_message or respond.type is not DEFERRED_MESSAGE_TYPE):
                # What was pressed may lie before everybody.
                return await self._send_follow_up(interaction, response.scene, private=private)
            called = build_allowed_mentions(response.scene)
            files = await self._paint_files_or_defer(interaction, response.scene, in_place=False, private=private)
            if respond.type is DEFERRED_MESSAGE_TYPE:
                edit = partial(interaction.edit_original_response, allowed_mentions=called)
                shown = await emblems.send_with_fallback(
                    response.scene, files, lambda view, files: edit(view=view, attachments=files)
                )
                return shown.id
            send = partial(respond.send_message, ephemeral=private, allowed_mentions=called)
            return (await emblems.send_with_fallback(response.scene, files, send)).message_id
        return None

    async def _edit_clicked_message(self, interaction: discord.Interaction, scene: Scene) -> bool:
        """What was pressed shows it; not if that was taken away meanwhile."""
        respond = interaction.response
        try:
            # An edit must bring what it shows: a file that lies there could be changed by others before it arrives.
            files = await self._paint_files_or_defer(interaction, scene, in_place=True)
            edit = interaction.edit_original_response if respond.is_done() else respond.edit_message
            with skip_response_body():
                await self._messages.emoji_cache.send_with_fallback(
                    scene, files, lambda view, files: edit(view=view, attachments=files)
                )
        except discord.NotFound as gone:
            if gone.code != UNKNOWN_MESSAGE_CODE:
                raise
            return False
        return True

    async def _send_follow_up(self, interaction: discord.Interaction, scene: Scene, *, private: bool) -> int:
        files, called = await self._messages.paint_files(scene), build_allowed_mentions(scene)
        send = partial(interaction.followup.send, ephemeral=private, allowed_mentions=called, wait=True)
        return (await self._messages.emoji_cache.send_with_fallback(scene, files, send)).id

    async def _paint_files_or_defer(
        self, interaction: discord.Interaction, scene: Scene, *, in_place: bool, private: bool = True
    ) -> list[discord.File]:
        """Its files; whoever would have to wait for them is answered that they come."""
        if scene.board is None and scene.reveal is None:
            return await self._messages.paint_files(scene)
        # A film is always long; a board is, when it is the first of its game.
        moment = 0 if isinstance(scene.board, Film) else PICTURE_DEFER_DELAY_S
        async with auto_defer(interaction, moment, private=private, thinking=not in_place):
            # Mostly they are there already, and it takes no task to find that.
            return await self._messages.paint_files(scene)


def _locate_private_message(
    request: Request, interaction: discord.Interaction, sent_message_id: int | None
) -> tuple[int, int | None]:
    """The private message that was answered with, or in; and its channel, where it has one."""
    pressed = None if sent_message_id else interaction.message
    ephemeral = pressed.flags.ephemeral if pressed else request.is_among_others
    return sent_message_id or request.message_id, None if ephemeral else request.channel_id


async def _acknowledge_without_change(interaction_response: discord.InteractionResponse[discord.Client]) -> None:
    """What was pressed; it may have been said already that the answer comes."""
    if not interaction_response.is_done():
        with skip_response_body():
            await interaction_response.defer()


async def send_refusal(interaction: discord.Interaction, scene: Scene) -> None:
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=render_layout(scene), ephemeral=True)
        else:
            await interaction.response.send_message(view=render_layout(scene), ephemeral=True)
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
        log.warning("nobody hears its refusal", exc_info=error)
