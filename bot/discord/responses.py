"""What somebody is answered: theirs comes first, and in time, whatever else there is to paint and to tell."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import aiohttp
import discord

from bot.delivery.card import Notice
from bot.delivery.player_messages import Hands
from bot.discord.api_errors import DELETED, moderated
from bot.discord.layout import form, layout, pings
from bot.discord.messages import Messages
from bot.discord.pending_responses import coming
from bot.discord.raw_responses import nodding
from bot.errors import Lost, Unavailable, Unreachable
from bot.handlers.requests import Answer, Asked
from bot.matches.model import Table
from bot.screens.scene import Film, Scene
from storage import OFFER_PANEL, InteractionToken, PlayerMessage, Store

log: Final = logging.getLogger(__name__)

PATIENCE: Final = 3.0
"""Seconds that a channel waits for the answer to the click that it is to be told of."""
MOMENT: Final = 0.25
"""Seconds that a click waits for its board; then it is said that one comes. Discord itself waits three."""
THINKING: Final = discord.InteractionResponseType.deferred_channel_message
"""What was said where a message of their own is to come."""


@dataclass(eq=False)
class Reply:
    _store: Store
    _messages: Messages
    _notice: Notice
    _hands: Hands
    _stir: Callable[[int], None]
    """Has channels told of a match."""

    async def give(self, asked: Asked, interaction: discord.Interaction, answer: Answer) -> None:
        """The person first, then the channel; but it does not wait long because somebody's line is slow."""
        stir = partial(self._stirred, answer)
        patience = asyncio.get_running_loop().call_later(PATIENCE, stir)
        try:
            with moderated("unreachable-answer"):
                if answer.card:
                    await self._carded(asked, interaction, answer.card)
                else:
                    await self._kept(asked, interaction, answer, await self._sent(asked, interaction, answer))
        finally:
            patience.cancel()
            stir()
        if asked.abroad and answer.opens and asked.on_card:
            await self._outworn(asked, answer.opens)
        if answer.posts and asked.abroad:
            with moderated("unreachable-answer"):
                await self._beside(interaction, answer.posts, private=False)
        elif answer.posts:
            # Clicked twice before the button is gone, it is posted once.
            await self._messages.post(
                answer.channel or asked.channel, answer.posts, once=f"{asked.message} {answer.posts.above[0]}"
            )

    async def _outworn(self, asked: Asked, match: int) -> None:
        """What is the card no more goes with the first press on it: nothing else lets us take it away."""
        header = await self._store.matches.load_header(match)
        if (
            header
            and header.card_message_id
            and (header.channel_id, header.card_message_id) != (asked.channel, asked.message)
        ):
            with suppress(Lost, Unreachable, Unavailable):
                await self._messages.take_back(asked.token, asked.message)

    def _stirred(self, answer: Answer) -> None:
        for match in filter(None, (answer.stirs, answer.ends)):
            self._stir(match)

    async def _carded(self, asked: Asked, interaction: discord.Interaction, table: Table) -> None:
        """For all to see, at once: what is answered later calls nobody."""
        scene = await self._notice.card(table)
        files = await self._messages.files(scene)
        door = InteractionToken(table.id, asked.person, None, asked.token, asked.now)
        await self._store.player_messages.save_pending_token(door, asked.channel)
        send = partial(interaction.response.send_message, allowed_mentions=pings(scene))
        sent = await self._messages.emblems.sent(scene, files, send)
        message = sent.message_id or (await interaction.original_response()).id
        await self._store.cards.mark_shown(
            table.id, table.seq, asked.channel, message, replace(door, message_id=message)
        )

    async def _sent(self, asked: Asked, interaction: discord.Interaction, answer: Answer) -> int | None:
        """Returns the message that this came to, if it is a new one."""
        respond, emblems = interaction.response, self._messages.emblems
        if answer.form:
            await respond.send_modal(form(answer.form))
        elif answer.scene is None:
            await _left_as_it_is(respond)
        elif answer.here and await self._edited(interaction, answer.scene):
            return None
        elif answer.opens and interaction.message:
            # What is pressed stays what the press can change; what comes of it lies beside it.
            await _left_as_it_is(respond)
            return await self._beside(interaction, answer.scene, private=True)
        else:
            # At home a hand is a message like any other, and stays.
            private = asked.in_company or not answer.holds or answer.apart
            if respond.is_done() and (answer.here or respond.type is not THINKING):
                # What was pressed may lie before everybody.
                return await self._beside(interaction, answer.scene, private=private)
            called = pings(answer.scene)
            files = await self._painted(interaction, answer.scene, here=False, private=private)
            if respond.type is THINKING:
                edit = partial(interaction.edit_original_response, allowed_mentions=called)
                shown = await emblems.sent(answer.scene, files, lambda view, files: edit(view=view, attachments=files))
                return shown.id
            send = partial(respond.send_message, ephemeral=private, allowed_mentions=called)
            return (await emblems.sent(answer.scene, files, send)).message_id
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

    async def _kept(self, asked: Asked, interaction: discord.Interaction, answer: Answer, sent: int | None) -> None:
        """Where somebody plays, and by which token that can be changed. With each press: which match it shows, and
        whether it is a hand at all, others may have changed since the last.
        """
        opens = answer.opens and asked.message
        door = InteractionToken(answer.opens, asked.person, asked.message, asked.token, asked.now) if opens else None
        place = _where(asked, interaction, sent)
        if held := answer.holds:
            hand = PlayerMessage(held.match, asked.person, *place, held.step, asked.now, asked.token, held.shows)
            await self._hands.held(hand, held.seq, door)
        elif beside := answer.aside:
            aside = PlayerMessage(beside.id, asked.person, *place, 0, asked.now, asked.token, kind=OFFER_PANEL)
            await self._hands.laid(aside, beside.seq, door)
        elif door:
            await self._store.player_messages.save_token(door)


def _where(asked: Asked, interaction: discord.Interaction, sent: int | None) -> tuple[int, int | None]:
    """The private message that was answered with, or in; and its channel, where it has one."""
    pressed = None if sent else interaction.message
    ephemeral = pressed.flags.ephemeral if pressed else asked.in_company
    return sent or asked.message, None if ephemeral else asked.channel


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
