"""Responds to interactions: sends each response in time, and then requests refreshes of the match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import aiohttp
import discord

from bot.discord.api_errors import ErrorCode, translate_automod_block
from bot.discord.layout import SceneLayout, build_allowed_mentions, render_form
from bot.discord.messages import Messages
from bot.discord.pending_responses import auto_defer
from bot.discord.scene_sender import SceneSender
from bot.errors import DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.handlers.requests import Request, Response
from bot.handlers.response_recorder import ResponseRecorder
from bot.matches.model import MatchState
from bot.messenger import TOKEN_LIFETIME_MS, MessageLocation
from bot.rendering.card_renderer import CardRenderer
from bot.screens.scene import Film, Scene
from storage import StoreUnavailable

log: Final = logging.getLogger(__name__)

MAX_REFRESH_DELAY_S: Final = 3.0
"""How long refreshes wait for the response to be sent. They show the click to everybody else."""
PICTURE_DEFER_DELAY_S: Final = 0.25
"""How long painting can take before the response is deferred. Discord waits three seconds for a response."""
DEFERRED_MESSAGE_TYPE: Final = discord.InteractionResponseType.deferred_channel_message
"""The type of a deferred response that will become a new message."""


@dataclass(eq=False)
class Responder:
    """Sends handlers' responses, and stores where each response was sent."""

    _messages: Messages
    _scene_sender: SceneSender
    _card_renderer: CardRenderer
    _recorder: ResponseRecorder
    _schedule_refresh: Callable[[int], None]
    """Schedules a refresh of the match with this ID."""
    _wait_for_edit: Callable[[int], Awaitable[None]]
    """Waits until an edit of the message with this ID has ended, so that it does not overwrite the response."""
    _final_scene_tasks: dict[int, asyncio.Task[None]] = field(default_factory=dict, init=False)
    """By message ID: the task that replaces a provisional scene by the final one, such as a completed review."""

    async def send_response(self, request: Request, interaction: discord.Interaction, response: Response) -> None:
        """Send a response to the person, and then schedule refreshes, which show the change to everybody else.

        If the response takes longer than `MAX_REFRESH_DELAY_S` to send, refreshes start without waiting for it.
        """
        if response.replaces_clicked_message and request.message_id in self._final_scene_tasks:
            # The clicked message now shows something else.
            self._final_scene_tasks.pop(request.message_id).cancel()
        schedule_refreshes = partial(self._schedule_refreshes, response)
        timer = asyncio.get_running_loop().call_later(MAX_REFRESH_DELAY_S, schedule_refreshes)
        try:
            with translate_automod_block():
                if response.card_of_match:
                    await self._respond_with_card(request, interaction, response.card_of_match)
                else:
                    sent_message_id = await self._answer_person(request, interaction, response)
                    message_id, channel_id = _locate_private_message(request, interaction, sent_message_id)
                    if message_id is not None:
                        await self._recorder.save_response(request, response, message_id, channel_id)
                        if response.load_final_scene:
                            self._show_when_ready(request.token, message_id, response.load_final_scene)
        finally:
            timer.cancel()
            schedule_refreshes()
        if request.is_user_installed and response.clicked_card_match_id:
            await self._delete_outdated_card(request, response.clicked_card_match_id)
        if response.channel_post and request.is_user_installed:
            with translate_automod_block():
                await self._send_follow_up(interaction, response.channel_post, private=False)
        elif response.channel_post:
            # The nonce keeps a second click on the same button from posting again. Each command posts its own message.
            await self._messages.post_message(
                request.channel_id,
                response.channel_post,
                nonce_key=f"{request.message_id or request.interaction_id} {response.channel_post.above[0]}",
            )

    async def send_refusal(self, interaction: discord.Interaction, scene: Scene) -> None:
        """Explain a refusal in a private message."""
        await send_refusal(interaction, self._scene_sender.render_without_emoji(scene))

    def _show_when_ready(self, token: str, message_id: int, load_scene: Callable[[], Awaitable[Scene]]) -> None:
        """Start a task that waits for a scene, and edits the message to show it if the token is still valid.

        If this process stops before that, the message stays as it is.
        """

        async def show() -> None:
            with suppress(TimeoutError, MessageGone, DestinationUnreachable, DiscordUnavailable, StoreUnavailable):
                async with asyncio.timeout(TOKEN_LIFETIME_MS / 1000):
                    await self._messages.edit_by_token(token, message_id, await load_scene())

        task = self._final_scene_tasks[message_id] = asyncio.create_task(show(), name=f"final scene {message_id}")

        def forget(_: asyncio.Task[None]) -> None:
            if self._final_scene_tasks.get(message_id) is task:
                del self._final_scene_tasks[message_id]

        task.add_done_callback(forget)

    async def _delete_outdated_card(self, request: Request, match_id: int) -> None:
        """Delete the clicked message if it is an outdated card, whose match has a newer card.

        A user-installed bot can delete a message only with the token of a click on that message.
        """
        card_id = request.public_message_id
        if card_id and await self._recorder.is_outdated_card(request, match_id):
            with suppress(MessageGone, DestinationUnreachable, DiscordUnavailable):
                await self._messages.delete_by_token(request.token, card_id)

    def _schedule_refreshes(self, response: Response) -> None:
        for match_id in filter(None, (response.refresh_match_id, response.ended_match_id)):
            self._schedule_refresh(match_id)

    async def _respond_with_card(self, request: Request, interaction: discord.Interaction, match: MatchState) -> None:
        """Respond with the public card of a match.

        The response is never deferred, because Discord pings nobody for a deferred response.
        """
        scene = await self._card_renderer.render_new_card(match)
        files = await self._scene_sender.paint_files(scene)
        token = await self._recorder.save_pending_card(request, match)
        send = partial(interaction.response.send_message, allowed_mentions=build_allowed_mentions(scene))
        sent = await self._scene_sender.send_with_fallback(scene, files, send)
        message_id = sent.message_id or (await interaction.original_response()).id
        await self._recorder.save_card(match, MessageLocation(request.channel_id, message_id), token)

    async def _answer_person(
        self, request: Request, interaction: discord.Interaction, response: Response
    ) -> int | None:
        """Respond with a form, a scene or an acknowledgment. Return the message ID if the response is a new message."""
        respond = interaction.response
        if response.form:
            await respond.send_modal(render_form(response.form))
        elif response.scene is None:
            await _acknowledge_without_change(respond)
        elif response.replaces_clicked_message and await self._edit_clicked_message(interaction, response.scene):
            return None
        elif response.clicked_card_match_id and interaction.message:
            # The click must be acknowledged so that its token can edit the card. The scene is therefore sent as a
            # follow-up message.
            await _acknowledge_without_change(respond)
            return await self._send_follow_up(interaction, response.scene, private=True)
        else:
            return await self._send_new_message(request, interaction, response, response.scene)
        return None

    async def _send_new_message(
        self, request: Request, interaction: discord.Interaction, response: Response, scene: Scene
    ) -> int | None:
        respond = interaction.response
        # In direct messages with the bot, a player message is a normal message, so that it does not disappear.
        private = request.is_among_others or not response.player_message or response.is_separate_message
        if respond.is_done() and (response.replaces_clicked_message or respond.type is not DEFERRED_MESSAGE_TYPE):
            # Editing the original response would change the clicked message, which may be public.
            return await self._send_follow_up(interaction, scene, private=private)
        allowed_mentions = build_allowed_mentions(scene)
        files = await self._paint_files_or_defer(interaction, scene, in_place=False, private=private)
        if respond.type is DEFERRED_MESSAGE_TYPE:
            edit = partial(interaction.edit_original_response, allowed_mentions=allowed_mentions)
            edited = await self._scene_sender.send_with_fallback(
                scene, files, lambda view, files: edit(view=view, attachments=files)
            )
            return edited.id
        send = partial(respond.send_message, ephemeral=private, allowed_mentions=allowed_mentions)
        return (await self._scene_sender.send_with_fallback(scene, files, send)).message_id

    async def _edit_clicked_message(self, interaction: discord.Interaction, scene: Scene) -> bool:
        """Show a scene in the clicked message; return False if that message has been deleted."""
        respond = interaction.response
        try:
            # Always upload the files again: other edits could change attached files before this edit arrives.
            files = await self._paint_files_or_defer(interaction, scene, in_place=True)
            if interaction.message:
                await self._wait_for_edit(interaction.message.id)
            edit = interaction.edit_original_response if respond.is_done() else respond.edit_message
            await self._scene_sender.send_with_fallback(
                scene, files, lambda view, files: edit(view=view, attachments=files)
            )
        except discord.NotFound as error:
            if error.code != ErrorCode.UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _send_follow_up(self, interaction: discord.Interaction, scene: Scene, *, private: bool) -> int:
        allowed_mentions = build_allowed_mentions(scene)
        send = partial(interaction.followup.send, ephemeral=private, allowed_mentions=allowed_mentions, wait=True)
        return (await self._scene_sender.paint_and_send(scene, send)).id

    async def _paint_files_or_defer(
        self, interaction: discord.Interaction, scene: Scene, *, in_place: bool, private: bool = True
    ) -> list[discord.File]:
        """Return a scene's pictures and attachment as files. Defer the response if painting takes too long."""
        if scene.board is None and scene.reveal is None:
            return await self._scene_sender.paint_files(scene)
        # Films always take a long time to paint. Boards rarely do, except for the first board of a game.
        delay_s = 0 if isinstance(scene.board, Film) else PICTURE_DEFER_DELAY_S
        async with auto_defer(interaction, delay_s, private=private, thinking=not in_place):
            return await self._scene_sender.paint_files(scene)


def _locate_private_message(
    request: Request, interaction: discord.Interaction, sent_message_id: int | None
) -> tuple[int | None, int | None]:
    """Return the IDs of the message that shows the response and of that message's channel.

    The message ID is None if a command opened a form. The channel ID is None for an ephemeral message.
    """
    clicked = None if sent_message_id else interaction.message
    ephemeral = clicked.flags.ephemeral if clicked else request.is_among_others
    return sent_message_id or request.message_id, None if ephemeral else request.channel_id


async def _acknowledge_without_change(interaction_response: discord.InteractionResponse[discord.Client]) -> None:
    """Acknowledge a click without changing the message, unless the interaction already has a response."""
    if not interaction_response.is_done():
        await interaction_response.defer()


async def send_refusal(interaction: discord.Interaction, layout: SceneLayout) -> None:
    """Send a private message that explains a refusal. If the message cannot be sent, only log the error."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=layout, ephemeral=True)
        else:
            await interaction.response.send_message(view=layout, ephemeral=True)
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
        log.warning("the refusal could not be sent", exc_info=error)
