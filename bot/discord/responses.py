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

from bot.discord.api_errors import DELETED, moderated
from bot.discord.layout import form, layout, pings
from bot.discord.messages import Messages
from bot.discord.pending_responses import coming
from bot.discord.raw_responses import nodding
from bot.errors import DiscordUnavailable, DiscordUnreachable, MessageGone
from bot.handlers.requests import Request, Response
from bot.handlers.response_recorder import ResponseRecorder
from bot.matches.model import MatchState
from bot.messenger import MessageLocation
from bot.rendering.card_renderer import CardRenderer
from bot.screens.scene import Film, Scene

log: Final = logging.getLogger(__name__)

PATIENCE: Final = 3.0
"""Seconds that a channel waits for the answer to the click that it is to be told of."""
MOMENT: Final = 0.25
"""Seconds that a click waits for its board; then it is said that one comes. Discord itself waits three."""
THINKING: Final = discord.InteractionResponseType.deferred_channel_message
"""What was said where a message of their own is to come."""


@dataclass(eq=False)
class Responder:
    _messages: Messages
    _card_renderer: CardRenderer
    _recorder: ResponseRecorder
    _stir: Callable[[int], None]
    """Has channels told of a match."""

    async def give(self, request: Request, interaction: discord.Interaction, response: Response) -> None:
        """The person first, then the channel; but it does not wait long because somebody's line is slow."""
        stir = partial(self._stirred, response)
        patience = asyncio.get_running_loop().call_later(PATIENCE, stir)
        try:
            with moderated("unreachable-answer"):
                if response.card:
                    await self._carded(request, interaction, response.card)
                else:
                    sent = await self._sent(request, interaction, response)
                    await self._recorder.save_response(request, response, *_where(request, interaction, sent))
        finally:
            patience.cancel()
            stir()
        if request.is_user_installed and response.opens and request.on_card:
            await self._remove_outdated_card(request, response.opens)
        if response.posts and request.is_user_installed:
            with moderated("unreachable-answer"):
                await self._beside(interaction, response.posts, private=False)
        elif response.posts:
            # Clicked twice before the button is gone, it is posted once.
            await self._messages.post(
                response.channel_id or request.channel_id,
                response.posts,
                once=f"{request.message_id} {response.posts.above[0]}",
            )

    async def _remove_outdated_card(self, request: Request, match_id: int) -> None:
        """Remove a message that is not the card any more: outside servers with the bot only a press on it lets us."""
        if await self._recorder.is_outdated_card(request, match_id):
            with suppress(MessageGone, DiscordUnreachable, DiscordUnavailable):
                await self._messages.take_back(request.token, request.message_id)

    def _stirred(self, response: Response) -> None:
        for match_id in filter(None, (response.stirs, response.ends)):
            self._stir(match_id)

    async def _carded(self, request: Request, interaction: discord.Interaction, match: MatchState) -> None:
        """For all to see, at once: what is answered later calls nobody."""
        scene = await self._card_renderer.render_new_card(match)
        files = await self._messages.files(scene)
        token = await self._recorder.save_pending_card(request, match)
        send = partial(interaction.response.send_message, allowed_mentions=pings(scene))
        sent = await self._messages.emblems.sent(scene, files, send)
        message_id = sent.message_id or (await interaction.original_response()).id
        await self._recorder.save_card(match, MessageLocation(request.channel_id, message_id), token)

    async def _sent(self, request: Request, interaction: discord.Interaction, response: Response) -> int | None:
        """Returns the message that this came to, if it is a new one."""
        respond, emblems = interaction.response, self._messages.emblems
        if response.form:
            await respond.send_modal(form(response.form))
        elif response.scene is None:
            await _left_as_it_is(respond)
        elif response.here and await self._edited(interaction, response.scene):
            return None
        elif response.opens and interaction.message:
            # What is pressed stays what the press can change; what comes of it lies beside it.
            await _left_as_it_is(respond)
            return await self._beside(interaction, response.scene, private=True)
        else:
            # At home a hand is a message like any other, and stays.
            private = request.in_company or not response.holds or response.apart
            if respond.is_done() and (response.here or respond.type is not THINKING):
                # What was pressed may lie before everybody.
                return await self._beside(interaction, response.scene, private=private)
            called = pings(response.scene)
            files = await self._painted(interaction, response.scene, here=False, private=private)
            if respond.type is THINKING:
                edit = partial(interaction.edit_original_response, allowed_mentions=called)
                shown = await emblems.sent(
                    response.scene, files, lambda view, files: edit(view=view, attachments=files)
                )
                return shown.id
            send = partial(respond.send_message, ephemeral=private, allowed_mentions=called)
            return (await emblems.sent(response.scene, files, send)).message_id
        return None

    async def _edited(self, interaction: discord.Interaction, scene: Scene) -> bool:
        """What was pressed shows it; not if that was taken away meanwhile."""
        respond = interaction.response
        try:
            # An edit must bring what it shows: a file that lies there could be changed by others before it arrives.
            files = await self._painted(interaction, scene, here=True)
            edit = interaction.edit_original_response if respond.is_done() else respond.edit_message
            with nodding():
                await self._messages.emblems.sent(scene, files, lambda view, files: edit(view=view, attachments=files))
        except discord.NotFound as gone:
            if gone.code != DELETED:
                raise
            return False
        return True

    async def _beside(self, interaction: discord.Interaction, scene: Scene, *, private: bool) -> int:
        files, called = await self._messages.files(scene), pings(scene)
        send = partial(interaction.followup.send, ephemeral=private, allowed_mentions=called, wait=True)
        return (await self._messages.emblems.sent(scene, files, send)).id

    async def _painted(
        self, interaction: discord.Interaction, scene: Scene, *, here: bool, private: bool = True
    ) -> list[discord.File]:
        """Its files; whoever would have to wait for them is answered that they come."""
        if scene.board is None and scene.reveal is None:
            return await self._messages.files(scene)
        # A film is always long; a board is, when it is the first of its game.
        moment = 0 if isinstance(scene.board, Film) else MOMENT
        async with coming(interaction, moment, private=private, thinking=not here):
            # Mostly they are there already, and it takes no task to find that.
            return await self._messages.files(scene)


def _where(request: Request, interaction: discord.Interaction, sent: int | None) -> tuple[int, int | None]:
    """The private message that was answered with, or in; and its channel, where it has one."""
    pressed = None if sent else interaction.message
    ephemeral = pressed.flags.ephemeral if pressed else request.in_company
    return sent or request.message_id, None if ephemeral else request.channel_id


async def _left_as_it_is(respond: discord.InteractionResponse[discord.Client]) -> None:
    """What was pressed; it may have been said already that the answer comes."""
    if not respond.is_done():
        with nodding():
            await respond.defer()


async def refused(interaction: discord.Interaction, scene: Scene) -> None:
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=layout(scene), ephemeral=True)
        else:
            await interaction.response.send_message(view=layout(scene), ephemeral=True)
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
        log.warning("nobody hears its refusal", exc_info=error)
