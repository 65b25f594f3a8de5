"""Posts, edits, removes and finds Discord messages: the implementation of `Messenger`."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final

import discord

from bot.caches import BoundedCache, TtlCache
from bot.discord import raw_responses
from bot.discord.api_errors import (
    AUTOMOD_BLOCKED_CODE,
    CODES_NOT_ABOUT_CONTENT,
    EXPIRED_TOKEN_CODES,
    THREAD_ARCHIVED_CODE,
    THREAD_EXISTS_CODE,
    UNKNOWN_MESSAGE_CODE,
    UNKNOWN_PERSON_CODES,
    list_missing_permissions,
    translate_discord_errors,
)
from bot.discord.emoji import EmojiCache, SendLayout, T
from bot.discord.layout import (
    build_allowed_mentions,
    extract_texts_and_ids,
    find_custom_ids,
    list_pictures,
    render_layout,
)
from bot.display_names import DisplayNames, choose_display_name
from bot.errors import DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.handlers.dispatcher import CARD_ACTIONS
from bot.messenger import INTERACTION_REPLY_ID, MessageLocation, SentMessage
from bot.painting import Painter
from bot.screens.scene import Film, Scene, SceneImage
from bot.wall_clock import DISCORD_EPOCH_MS
from storage import Store

log: Final = logging.getLogger(__name__)

CACHE_TTL_S: Final = 600.0
"""Seconds."""
THREAD_AUTO_ARCHIVE_MINUTES: Final = 10_080
"""Minutes after which Discord archives a thread of ours: the most there are, for turns may take days."""
ORIGINAL_RESPONSE_ID: Final[Any] = "@original"
"""What stands for the number of the message that is the answer itself."""
MESSAGE_SEARCH_LIMIT: Final = 100
"""Messages, at most, among which one is looked for."""
RARE_POST_SEARCH_LIMIT: Final = 1000
"""The same of what is told but once in weeks, and may have been posted a while ago."""


class Messages:
    def __init__(
        self,
        client: discord.Client,
        painter: Painter,
        display_names: DisplayNames,
        emoji_cache: EmojiCache,
        store: Store,
    ) -> None:
        self.client = client
        self._store = store
        self.emoji_cache = emoji_cache
        self._painter = painter
        self._display_names = display_names
        self._remote_server_locales: TtlCache[int, str | None] = TtlCache(CACHE_TTL_S)
        """The languages of servers whose shard another process has."""
        self._refusal_reasons: TtlCache[int, str] = TtlCache(CACHE_TTL_S)
        """Why a channel took no message lately though we may post there."""
        self._expired_tokens: BoundedCache[str, None] = BoundedCache()
        """Tokens of presses that Discord takes no more: it counts who asks in vain."""

    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        async with translate_discord_errors(), self._remember_refusals(channel_id):
            where = self.client.get_partial_messageable(channel_id)
            # Discord compares nonces, of 25 characters at most, and so knows a message that it has already. Everybody
            # there can read them, and `once` would tell how often somebody has changed their mind.
            nonce = (await self._store.people.compute_keyed_hash("nonce", nonce_key))[:24]
            sent = await self._send_scene(
                scene, partial(where.send, allowed_mentions=build_allowed_mentions(scene), nonce=nonce)
            )
            as_asked = extract_texts_and_ids(sent.components) == extract_texts_and_ids(render_layout(scene).components)
            return SentMessage(
                MessageLocation(channel_id, sent.id), as_asked, frozenset(user.id for user in sent.mentions)
            )

    async def edit_message(self, location: MessageLocation, scene: Scene) -> None:
        async with translate_discord_errors(), self._remember_refusals(location.channel_id):
            await self._unarchive_and_retry(location, partial(self._send_edit, location, scene))

    async def _send_edit(self, location: MessageLocation, scene: Scene) -> None:
        message, silent = self._partial_message(location), discord.AllowedMentions.none()
        await self._send_scene(
            scene, lambda view, files: message.edit(view=view, attachments=files, allowed_mentions=silent)
        )

    async def _send_scene(self, scene: Scene, send: SendLayout[T]) -> T:
        return await self.emoji_cache.send_with_fallback(scene, await self.paint_files(scene), send)

    def _partial_message(self, location: MessageLocation) -> discord.PartialMessage:
        return self.client.get_partial_messageable(location.channel_id).get_partial_message(location.message_id)

    async def _unarchive_and_retry(self, location: MessageLocation, action: Callable[[], Awaitable[None]]) -> None:
        """An archived thread takes nothing until somebody opens it again; whoever may write there may do that."""
        try:
            await action()
        except discord.HTTPException as asleep:
            if asleep.code != THREAD_ARCHIVED_CODE:
                raise
            try:
                await self.client.http.edit_channel(location.channel_id, archived=False)
            except discord.Forbidden:
                raise asleep from None
            await action()

    async def message_exists(self, location: MessageLocation) -> bool:
        async with translate_discord_errors():
            try:
                await self.client.http.get_message(location.channel_id, location.message_id)
            except discord.NotFound as no:
                if no.code != UNKNOWN_MESSAGE_CODE:
                    raise
                return False
            except discord.Forbidden:
                return True
            return True

    async def delete_message(self, location: MessageLocation) -> None:
        async with translate_discord_errors():
            await self._unarchive_and_retry(location, self._partial_message(location).delete)

    async def send_dm(self, person_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        async with translate_discord_errors():
            dm = await self.client.create_dm(discord.Object(person_id))
            return await self.post_message(dm.id, scene, nonce_key)

    async def edit_by_token(self, token: str, message_id: int, scene: Scene) -> None:
        async with self._interaction_webhook(token) as webhook, self._remember_refusals():
            which = ORIGINAL_RESPONSE_ID if message_id == INTERACTION_REPLY_ID else message_id
            await self._send_scene(scene, partial(raw_responses.edit_webhook_message, webhook, which))

    @asynccontextmanager
    async def _interaction_webhook(self, token: str) -> AsyncIterator[discord.Webhook]:
        """What somebody's press lets us do, as long as Discord lets it."""
        if token in self._expired_tokens:
            raise MessageGone("its token was refused before")
        async with translate_discord_errors():
            application = self.client.application_id
            assert application, "nobody is told anything before Discord has said who we are"
            try:
                yield discord.Webhook.partial(application, token, client=self.client)
            except discord.HTTPException as no:
                if no.code in EXPIRED_TOKEN_CODES:
                    self._expired_tokens[token] = None
                raise

    async def send_ephemeral(self, token: str, scene: Scene) -> int:
        async with self._interaction_webhook(token) as webhook, self._remember_refusals():
            # Only an application's own may whisper.
            webhook.type = discord.WebhookType.application
            return (await self._send_scene(scene, partial(webhook.send, ephemeral=True, wait=True))).id

    async def fetch_reply_id(self, token: str) -> int:
        async with self._interaction_webhook(token) as webhook:
            return (await webhook.fetch_message(ORIGINAL_RESPONSE_ID)).id

    async def delete_by_token(self, token: str, message_id: int) -> None:
        async with self._interaction_webhook(token) as webhook:
            await webhook.delete_message(message_id)

    async def find_cards(self, channel_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        async with translate_discord_errors():
            return await self._find_match_messages(channel_id, match_id, since_ms, include_cards=True)

    async def has_posted_button(self, channel_id: int, custom_id: str, since_ms: int) -> bool:
        async with translate_discord_errors():
            sent = self._iterate_own_messages(channel_id, since_ms, RARE_POST_SEARCH_LIMIT)
            return any([str(it) == custom_id async for message in sent for it in find_custom_ids(message.components)])

    async def find_sent_dms(self, person_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        async with translate_discord_errors():
            return await self._find_match_messages(
                (await self.client.create_dm(discord.Object(person_id))).id, match_id, since_ms
            )

    async def _find_match_messages(
        self, channel_id: int, match_id: int, since_ms: int, *, include_cards: bool = False
    ) -> list[MessageLocation]:
        """Answers to presses are left out, but for a card that answered a command if `cards` are looked for."""
        return [
            MessageLocation(channel_id, message.id)
            async for message in self._iterate_own_messages(channel_id, since_ms, MESSAGE_SEARCH_LIMIT)
            if any(
                it.match_id == match_id
                and (message.interaction_metadata is None or (include_cards and it.action in CARD_ACTIONS))
                for it in find_custom_ids(message.components)
            )
        ]

    async def _iterate_own_messages(self, channel_id: int, since_ms: int, limit: int) -> AsyncIterator[discord.Message]:
        after = discord.Object(max(0, since_ms - DISCORD_EPOCH_MS) << 22)
        history = self.client.get_partial_messageable(channel_id).history(limit=limit, after=after)
        mine = self.client.user and self.client.user.id
        async for message in history:
            if message.author.id == mine:
                yield message

    async def fetch_last_message_id(self, channel_id: int) -> int | None:
        async with translate_discord_errors():
            found = await self.client.fetch_channel(channel_id)
            if isinstance(found, discord.DMChannel):
                # Its last message is the one thing that discord.py does not keep of it.
                return next(iter([message.id async for message in found.history(limit=1)]), None)
            return getattr(found, "last_message_id", None)

    async def check_can_post(self, channel_id: int) -> None:
        if why := self._refusal_reasons.get(channel_id):
            raise DestinationUnreachable(why)
        async with translate_discord_errors():
            found = await self.client.fetch_channel(channel_id)
        if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
            return
        # Where another process has the shard of that server nothing is known of ourselves there: posting will tell.
        ours: discord.Member | None = found.guild.me
        if ours and (missing := list_missing_permissions(found, found.permissions_for(ours))):
            raise DestinationUnreachable("unreachable-lacking", missing)

    async def create_thread(self, location: MessageLocation, name: str) -> int:
        async with translate_discord_errors():
            try:
                await self.client.http.start_thread_with_message(
                    location.channel_id,
                    location.message_id,
                    name=name,
                    auto_archive_duration=THREAD_AUTO_ARCHIVE_MINUTES,
                )
            except discord.HTTPException as no:
                if no.status != HTTPStatus.BAD_REQUEST:
                    raise
                if no.code != THREAD_EXISTS_CODE:
                    # As many as there may be, or words that the server does not like: no match is to wait for that.
                    raise DestinationUnreachable("no-thread") from no
            return location.message_id

    async def add_role(self, server_id: int, person_id: int, role_id: int) -> None:
        await self._ignore_missing_member(self.client.http.add_role(server_id, person_id, role_id))

    async def remove_role(self, server_id: int, person_id: int, role_id: int) -> None:
        await self._ignore_missing_member(self.client.http.remove_role(server_id, person_id, role_id))

    async def _ignore_missing_member(self, request: Awaitable[object]) -> None:
        async with translate_discord_errors():
            try:
                await request
            except discord.NotFound as no:
                if no.code not in UNKNOWN_PERSON_CODES:
                    raise

    async def fetch_member_name(self, server_id: int, person_id: int) -> str | None:
        async with translate_discord_errors():
            try:
                # Servers are not kept with their members; and of this one another process may hear the news.
                there = await self.client.http.get_member(server_id, person_id)
            except discord.NotFound as no:
                if no.code in UNKNOWN_PERSON_CODES:
                    return None
                raise
            user = there["user"]
            return choose_display_name(there.get("nick"), user.get("global_name"), user["username"])

    async def fetch_server_locale(self, server_id: int | None) -> str | None:
        if server_id is None:
            return None
        if guild := self.client.get_guild(server_id):
            return str(guild.preferred_locale)
        # It is of another process's shards: its language is asked for, and kept for a while.
        if server_id in self._remote_server_locales:
            return self._remote_server_locales[server_id]
        locale: str | None
        try:
            async with translate_discord_errors():
                locale = str((await self.client.fetch_guild(server_id, with_counts=False)).preferred_locale)
        except DiscordUnavailable:
            if (known := self._remote_server_locales.get_even_if_expired(server_id, "")) == "":
                raise
            return known
        except DestinationUnreachable:
            # We have been sent away meanwhile.
            locale = None
        self._remote_server_locales[server_id] = locale
        return locale

    def remember_server_locale(self, server_id: int, locale: str) -> None:
        """It comes with each press there; so nobody waits for an answer because Discord has to be asked."""
        if self.client.get_guild(server_id) is None:
            self._remote_server_locales[server_id] = locale

    async def paint_files(self, scene: Scene) -> list[discord.File]:
        """Each picture is painted off the loop, and once for everybody who looks at it."""
        shown = list(list_pictures(scene))
        # One after the other: mostly they are there already, and it takes no tasks to find that.
        painted = [await self._paint_picture(picture) for _, picture in shown]
        found = [
            discord.File(BytesIO(data), name, description=picture.alt)
            for (name, picture), data in zip(shown, painted, strict=True)
        ]
        if scene.attachment:
            found.append(discord.File(BytesIO(scene.attachment.data), scene.attachment.name))
        return found

    async def _paint_picture(self, image: SceneImage | Film) -> bytes:
        known = await self._display_names.load_names(who for who in image.names if isinstance(who, int))
        names = [known.get(who, "") if isinstance(who, int) else who for who in image.names]
        match image:
            case SceneImage(picture):
                return await self._painter.paint_board(picture, names)
            case Film(boards):
                return await self._painter.paint_film(boards, names)

    @asynccontextmanager
    async def _remember_refusals(self, channel_id: int | None = None) -> AsyncIterator[None]:
        """What Discord does not take, though we may post there, it will not take the next time either. Of what goes by
        somebody's press no channel is to blame.
        """
        try:
            yield
        except discord.HTTPException as no:
            if no.status != HTTPStatus.BAD_REQUEST or no.code in CODES_NOT_ABOUT_CONTENT:
                raise
            why = "unreachable-automod" if no.code == AUTOMOD_BLOCKED_CODE else "unreachable-refused"
            if no.code != AUTOMOD_BLOCKED_CODE:
                # Then it is our message that is wrong, and the host is to hear of it.
                log.exception("%s takes no such message", f"channel {channel_id}" if channel_id else "a press")
            if channel_id:
                self._refusal_reasons[channel_id] = why
            raise DestinationUnreachable(why) from no
        if channel_id:
            self._refusal_reasons.discard(channel_id)
