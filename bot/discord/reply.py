"""What somebody is answered: theirs comes first, and in time, whatever else there is to paint and to tell."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

import aiohttp
import discord

from bot.desk.asked import Answer, Asked
from bot.discord.layout import layout, pings, window
from bot.discord.messages import Messages
from bot.herald.crier import Crier
from bot.scenes.scene import Film, Scene
from storage import Prompt, Store

log: Final = logging.getLogger(__name__)

PATIENCE: Final = 3.0
"""Seconds that a channel waits for the answer to the click that it is to be told of."""
MOMENT: Final = 0.25
"""Seconds that a click waits for its board; then it is said that one comes. Discord itself waits three."""


class Reply:
    def __init__(self, store: Store, messages: Messages, crier: Crier, stir: Callable[[int], None]) -> None:
        """`stir` has channels told of a match."""
        self._store = store
        self._messages = messages
        self._crier = crier
        self._stir = stir

    async def give(self, asked: Asked, interaction: discord.Interaction, answer: Answer) -> None:
        """The person first, then the channel; but it does not wait long because somebody's line is slow."""
        stir = partial(self._stir, answer.stirs) if answer.stirs else _nothing
        patience = asyncio.get_running_loop().call_later(PATIENCE, stir)
        try:
            sent = await self._sent(interaction, answer)
            if answer.seals:
                # Only now: where an answer is lost, the prompt is edited like any other.
                self._crier.knows(asked.message, answer.step)
        finally:
            patience.cancel()
            stir()
        if answer.posts:
            # Clicked twice before the button is gone, it is posted once.
            await self._messages.post(asked.channel, answer.posts, once=f"{asked.message} {answer.posts.above[0]}")
        if answer.asks:
            await self._keep(asked, answer, sent, interaction.message if answer.here else None)

    async def _sent(self, interaction: discord.Interaction, answer: Answer) -> int | None:
        """Returns the message that this came to, if it is a new one."""
        respond = interaction.response
        if answer.form:
            await respond.send_modal(window(answer.form))
        elif answer.scene is None:
            await respond.defer()
        elif answer.here:
            # An edit must bring what it shows: a file that lies there could be changed by others before it arrives.
            files = await self._painted(interaction, answer.scene, here=True)
            edit = interaction.edit_original_response if respond.is_done() else respond.edit_message
            await edit(view=layout(answer.scene), attachments=files)
        else:
            files, called = await self._painted(interaction, answer.scene, here=False), pings(answer.scene)
            if respond.is_done():
                shown = await interaction.edit_original_response(
                    view=layout(answer.scene), attachments=files, allowed_mentions=called
                )
                return shown.id
            sent = await respond.send_message(
                view=layout(answer.scene), files=files, ephemeral=True, allowed_mentions=called
            )
            return sent.message_id
        return None

    async def _painted(self, interaction: discord.Interaction, scene: Scene, *, here: bool) -> list[discord.File]:
        """Its files; whoever would have to wait for them is answered that they come."""
        if scene.board is None:
            return await self._messages.files(scene)
        painting = asyncio.create_task(self._messages.files(scene))
        try:
            # A film is always long; a board is, when it is the first of its game.
            await asyncio.wait((painting,), timeout=0 if isinstance(scene.board, Film) else MOMENT)
            if not painting.done():
                await interaction.response.defer(ephemeral=True, thinking=not here)
            return await painting
        finally:
            painting.cancel()

    async def _keep(self, asked: Asked, answer: Answer, sent: int | None, place: discord.Message | None) -> None:
        """Where somebody is asked is known, so that it can be closed when they have chosen elsewhere."""
        store, message = self._store, sent or asked.message
        # What is no ephemeral message is changed by its own id, for as long as it is there.
        token = "" if place and not place.flags.ephemeral else asked.token
        await store.ask(Prompt(answer.asks, asked.person, message, asked.channel, answer.step, asked.now, token))
        if place:
            self._crier.turned_over(message, answer.asks)
            for before in await store.prompts_of(asked.person):
                # It asks about another match now, and is not to be closed when that one moves on.
                if before.message == message and before.match != answer.asks:
                    await store.close_prompt(before.match, before.person, message)


async def refused(interaction: discord.Interaction, scene: Scene) -> None:
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=layout(scene), ephemeral=True)
        else:
            await interaction.response.send_message(view=layout(scene), ephemeral=True)
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
        log.warning("nobody hears its refusal", exc_info=error)


def _nothing() -> None:
    """There is no match to tell of."""
