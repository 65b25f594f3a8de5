"""Posts, edits, deletes and finds messages on Discord, creates threads, and assigns roles."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import discord

from bot.caches import BoundedCache, TtlCache
from bot.discord.api_errors import (
    CODES_NOT_ABOUT_CONTENT,
    EXPIRED_TOKEN_CODES,
    UNKNOWN_PERSON_CODES,
    ErrorCode,
    list_missing_permissions,
    list_missing_thread_permissions,
    translate_discord_errors,
)
from bot.discord.layout import build_allowed_mentions, extract_texts_and_ids, find_custom_ids
from bot.discord.scene_sender import SceneSender
from bot.display_names import choose_display_name
from bot.errors import DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.handlers.dispatcher import CARD_ACTIONS
from bot.messenger import MessageLocation, SentMessage, ServerEvent
from bot.screens.scene import Scene
from bot.wall_clock import DISCORD_EPOCH_MS
from storage import Store

log: Final = logging.getLogger(__name__)

CACHE_TTL_S: Final = 600.0
THREAD_AUTO_ARCHIVE_MINUTES: Final = 10_080
"""How long an inactive thread stays open. This is Discord's maximum, because turns can take days."""
ORIGINAL_RESPONSE_ID: Final[Any] = "@original"
"""Discord's placeholder for the ID of an interaction's original response."""
GREETING_PERMISSIONS: Final = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)
MESSAGE_SEARCH_LIMIT: Final = 100
RARE_POST_SEARCH_LIMIT: Final = 1000
"""The maximum number of messages to search for a rare post, such as a season post."""


class Messages:
    """A `Messenger` that uses discord.py."""

    def __init__(self, client: discord.Client, scene_sender: SceneSender, store: Store) -> None:
        self.client = client
        self._scene_sender = scene_sender
        self._store = store
        self._remote_server_locales: TtlCache[int, str | None] = TtlCache(CACHE_TTL_S)
        """Locales of servers whose shards run in other processes."""
        self._refusal_reasons: TtlCache[int, str] = TtlCache(CACHE_TTL_S)
        """Why Discord refused the last message in a channel, although the bot has permission to post there."""
        self._expired_tokens: BoundedCache[str, None] = BoundedCache()
        """Tokens that must not be used again, because Discord bans bots that send too many invalid requests."""

    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        async with translate_discord_errors(), self._remember_refusals(channel_id):
            channel = self.client.get_partial_messageable(channel_id)
            # Discord recognizes a repeated message by its nonce, which has 25 characters at most. Everybody in the
            # channel can read the nonce, so it is a hash. The key itself would show how often a player has changed a
            # move.
            nonce = (await self._store.people.compute_keyed_hash("nonce", nonce_key))[:24]
            sent = await self._scene_sender.paint_and_send(
                scene, partial(channel.send, allowed_mentions=build_allowed_mentions(scene), nonce=nonce)
            )
            # With a repeated nonce, Discord returns the earlier message, which may have other content.
            has_requested_content = extract_texts_and_ids(sent.components) == extract_texts_and_ids(
                self._scene_sender.render_without_emoji(scene).components
            )
            return SentMessage(
                MessageLocation(channel_id, sent.id),
                has_requested_content,
                frozenset(user.id for user in sent.mentions),
            )

    async def edit_message(self, location: MessageLocation, scene: Scene) -> None:
        async with translate_discord_errors(), self._remember_refusals(location.channel_id):
            await self._unarchive_and_retry(location, partial(self._send_edit, location, scene))

    async def _send_edit(self, location: MessageLocation, scene: Scene) -> None:
        message, no_mentions = self._partial_message(location), discord.AllowedMentions.none()
        await self._scene_sender.paint_and_send(
            scene, lambda view, files: message.edit(view=view, attachments=files, allowed_mentions=no_mentions)
        )

    def _partial_message(self, location: MessageLocation) -> discord.PartialMessage:
        return self.client.get_partial_messageable(location.channel_id).get_partial_message(location.message_id)

    async def _unarchive_and_retry(self, location: MessageLocation, action: Callable[[], Awaitable[None]]) -> None:
        """Run `action`. If the location is in an archived thread, unarchive the thread and run `action` again.

        Permission to send messages is enough to unarchive a thread.
        """
        try:
            await action()
        except discord.HTTPException as error:
            if error.code != ErrorCode.THREAD_ARCHIVED:
                raise
            try:
                await self.client.http.edit_channel(location.channel_id, archived=False)
            except discord.Forbidden:
                raise error from None
            await action()

    async def message_exists(self, location: MessageLocation) -> bool:
        async with translate_discord_errors():
            try:
                await self.client.http.get_message(location.channel_id, location.message_id)
            except discord.NotFound as error:
                if error.code != ErrorCode.UNKNOWN_MESSAGE:
                    raise
                return False
            except discord.Forbidden:
                # The bot is not allowed to read the channel, so assume that the message still exists.
                return True
            return True

    async def delete_message(self, location: MessageLocation) -> None:
        async with translate_discord_errors():
            await self._unarchive_and_retry(location, self._partial_message(location).delete)

    async def send_dm(self, person_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        async with translate_discord_errors():
            dm = await self.client.create_dm(discord.Object(person_id))
            return await self.post_message(dm.id, scene, nonce_key)

    async def edit_by_token(self, token: str, message_id: int | None, scene: Scene) -> None:
        async with self._interaction_webhook(token) as webhook, self._remember_refusals():
            target_id = ORIGINAL_RESPONSE_ID if message_id is None else message_id
            no_mentions = discord.AllowedMentions.none()
            await self._scene_sender.paint_and_send(
                scene,
                lambda view, files: webhook.edit_message(
                    target_id, view=view, attachments=files, allowed_mentions=no_mentions
                ),
            )

    @asynccontextmanager
    async def _interaction_webhook(self, token: str) -> AsyncIterator[discord.Webhook]:
        """Yield the webhook for an interaction token. Raise `MessageGone` if the token has expired."""
        if token in self._expired_tokens:
            raise MessageGone("Discord refused the token before")
        async with translate_discord_errors():
            application = self.client.application_id
            assert application, "the client must log in before it sends messages"
            try:
                yield discord.Webhook.partial(application, token, client=self.client)
            except discord.HTTPException as error:
                if error.code in EXPIRED_TOKEN_CODES:
                    self._expired_tokens[token] = None
                raise

    async def send_ephemeral(self, token: str, scene: Scene) -> int:
        async with self._interaction_webhook(token) as webhook, self._remember_refusals():
            # discord.py sends ephemeral messages only with webhooks of this type.
            webhook.type = discord.WebhookType.application
            return (await self._scene_sender.paint_and_send(scene, partial(webhook.send, ephemeral=True, wait=True))).id

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
            messages = self._iterate_own_messages(channel_id, since_ms, RARE_POST_SEARCH_LIMIT)
            return any(
                [str(found) == custom_id async for message in messages for found in find_custom_ids(message.components)]
            )

    async def find_sent_dms(self, person_id: int, match_id: int, since_ms: int) -> list[MessageLocation]:
        async with translate_discord_errors():
            dm = await self.client.create_dm(discord.Object(person_id))
            return await self._find_match_messages(dm.id, match_id, since_ms)

    async def _find_match_messages(
        self, channel_id: int, match_id: int, since_ms: int, *, include_cards: bool = False
    ) -> list[MessageLocation]:
        """Return the locations of the bot's messages that have buttons or menus for this match.

        Responses to interactions are left out. With `include_cards`, cards are included even if they are responses.
        """
        return [
            MessageLocation(channel_id, message.id)
            async for message in self._iterate_own_messages(channel_id, since_ms, MESSAGE_SEARCH_LIMIT)
            if any(
                custom_id.match_id == match_id
                and (message.interaction_metadata is None or (include_cards and custom_id.action in CARD_ACTIONS))
                for custom_id in find_custom_ids(message.components)
            )
        ]

    async def _iterate_own_messages(self, channel_id: int, since_ms: int, limit: int) -> AsyncIterator[discord.Message]:
        after = discord.Object(max(0, since_ms - DISCORD_EPOCH_MS) << 22)
        history = self.client.get_partial_messageable(channel_id).history(limit=limit, after=after)
        own_id = self.client.user and self.client.user.id
        async for message in history:
            if message.author.id == own_id:
                yield message

    async def fetch_last_message_id(self, channel_id: int) -> int | None:
        async with translate_discord_errors():
            channel = await self.client.fetch_channel(channel_id)
            if isinstance(channel, discord.DMChannel):
                # discord.py does not keep the last message ID of DM channels.
                return next(iter([message.id async for message in channel.history(limit=1)]), None)
            return getattr(channel, "last_message_id", None)

    async def check_can_post(self, channel_id: int) -> None:
        if reason_key := self._refusal_reasons.get(channel_id):
            raise DestinationUnreachable(reason_key)
        async with translate_discord_errors():
            channel = await self.client.fetch_channel(channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return
        # If another process runs the server's shard, the bot's permissions are unknown here. Only an attempt to post
        # shows whether they suffice.
        bot_member: discord.Member | None = channel.guild.me
        if bot_member and (missing := list_missing_permissions(channel, channel.permissions_for(bot_member))):
            raise DestinationUnreachable("unreachable-lacking", missing)

    def list_open_channels(self, server_id: int) -> list[int]:
        guild = self.client.get_guild(server_id)
        # Without a gateway connection, no channels are known.
        if guild is None or guild.me is None:
            return []
        return [
            channel.id
            for channel in guild.text_channels
            if channel.permissions_for(guild.default_role).view_channel
            and not list_missing_permissions(channel, channel.permissions_for(guild.me))
        ]

    async def is_open_channel(self, server_id: int, channel_id: int) -> bool:
        try:
            async with translate_discord_errors():
                guild = await self._find_guild(server_id)
                # Without a gateway connection, no channels are known.
                channel = guild.get_channel(channel_id) or await guild.fetch_channel(channel_id)
        except DestinationUnreachable:
            return False
        # The permissions of a thread depend on its parent, which is unknown here.
        is_channel = isinstance(channel, discord.abc.GuildChannel)
        return is_channel and channel.permissions_for(guild.default_role).view_channel

    def serves_server(self, server_id: int) -> bool:
        return self.client.get_guild(server_id) is not None or not self.client.guilds

    def find_greeting_channel(self, server_id: int) -> int | None:
        guild = self.client.get_guild(server_id)
        if guild is None or guild.me is None:
            return None
        channels = [*([guild.system_channel] if guild.system_channel else []), *guild.text_channels]
        return next((it.id for it in channels if it.permissions_for(guild.me) >= GREETING_PERMISSIONS), None)

    def can_create_thread(self, server_id: int, channel_id: int) -> bool:
        guild = self.client.get_guild(server_id)
        channel = guild.get_channel_or_thread(channel_id) if guild else None
        if guild is None or guild.me is None or channel is None:
            return True
        permissions = channel.permissions_for(guild.me)
        return isinstance(channel, discord.TextChannel) and not list_missing_thread_permissions(channel, permissions)

    async def create_thread(self, location: MessageLocation, name: str) -> int:
        async with translate_discord_errors():
            try:
                await self.client.http.start_thread_with_message(
                    location.channel_id,
                    location.message_id,
                    name=name,
                    auto_archive_duration=THREAD_AUTO_ARCHIVE_MINUTES,
                )
            except discord.HTTPException as error:
                if error.status != HTTPStatus.BAD_REQUEST:
                    raise
                if error.code != ErrorCode.THREAD_EXISTS:
                    # The server has too many threads, or forbids a word in the name. The match goes on without a
                    # thread.
                    raise DestinationUnreachable("no-thread") from error
            return location.message_id

    async def create_event(self, server_id: int, event: ServerEvent) -> int:
        async with translate_discord_errors():
            guild = await self._find_guild(server_id)
            # If another process runs the server's shard, the bot's permissions are unknown here.
            if guild.me and not guild.me.guild_permissions.create_events:
                raise DestinationUnreachable("unreachable-permissions")
            try:
                created = await guild.create_scheduled_event(
                    name=event.name,
                    description=event.description,
                    location=event.location,
                    start_time=_to_datetime(event.starts_ms),
                    end_time=_to_datetime(event.ends_ms),
                    entity_type=discord.EntityType.external,
                    privacy_level=discord.PrivacyLevel.guild_only,
                )
            except discord.HTTPException as error:
                if error.code != ErrorCode.TOO_MANY_EVENTS:
                    raise
                raise DestinationUnreachable("unreachable-refused") from error
            return created.id

    async def extend_event(self, server_id: int, event_id: int, ends_ms: int) -> None:
        async with translate_discord_errors():
            event = await (await self._find_guild(server_id)).fetch_scheduled_event(event_id)
            await event.edit(end_time=_to_datetime(ends_ms))

    async def end_event(self, server_id: int, event_id: int) -> None:
        async with translate_discord_errors():
            event = await (await self._find_guild(server_id)).fetch_scheduled_event(event_id)
            if event.status is discord.EventStatus.active:
                await event.end()
            elif event.status is discord.EventStatus.scheduled:
                await event.delete()

    async def _find_guild(self, server_id: int) -> discord.Guild:
        """Return a server, which has to be fetched if its shard is in another process."""
        return self.client.get_guild(server_id) or await self.client.fetch_guild(server_id, with_counts=False)

    async def add_role(self, server_id: int, person_id: int, role_id: int) -> None:
        await self._ignore_missing_member(self.client.http.add_role(server_id, person_id, role_id))

    async def remove_role(self, server_id: int, person_id: int, role_id: int) -> None:
        await self._ignore_missing_member(self.client.http.remove_role(server_id, person_id, role_id))

    async def _ignore_missing_member(self, request: Awaitable[object]) -> None:
        async with translate_discord_errors():
            try:
                await request
            except discord.NotFound as error:
                if error.code not in UNKNOWN_PERSON_CODES:
                    raise

    async def fetch_member_name(self, server_id: int, person_id: int) -> str | None:
        async with translate_discord_errors():
            try:
                # Members are not cached, and the server's shard may be in another process.
                member = await self.client.http.get_member(server_id, person_id)
            except discord.NotFound as error:
                if error.code in UNKNOWN_PERSON_CODES:
                    return None
                raise
            user = member["user"]
            return choose_display_name(member.get("nick"), user.get("global_name"), user["username"])

    async def fetch_server_locale(self, server_id: int | None) -> str | None:
        if server_id is None:
            return None
        if guild := self.client.get_guild(server_id):
            return str(guild.preferred_locale)
        # Another process runs the server's shard, so fetch the server's locale and cache it.
        if server_id in self._remote_server_locales:
            return self._remote_server_locales[server_id]
        locale: str | None
        try:
            async with translate_discord_errors():
                locale = str((await self.client.fetch_guild(server_id, with_counts=False)).preferred_locale)
        except DiscordUnavailable:
            if (expired := self._remote_server_locales.get_even_if_expired(server_id, "")) == "":
                raise
            return expired
        except DestinationUnreachable:
            # The bot has been removed from the server.
            locale = None
        self._remote_server_locales[server_id] = locale
        return locale

    def remember_server_locale(self, server_id: int, locale: str) -> None:
        """Cache the server locale that came with an interaction, so that it need not be fetched from Discord."""
        if self.client.get_guild(server_id) is None:
            self._remote_server_locales[server_id] = locale

    @asynccontextmanager
    async def _remember_refusals(self, channel_id: int | None = None) -> AsyncIterator[None]:
        """Raise `DestinationUnreachable` if Discord refuses the content of a message sent inside the block.

        The reason is remembered for the channel until a message can be sent there. Nothing is remembered if
        `channel_id` is None, which is the case for messages sent with an interaction token.
        """
        try:
            yield
        except discord.HTTPException as error:
            if error.status != HTTPStatus.BAD_REQUEST or error.code in CODES_NOT_ABOUT_CONTENT:
                raise
            is_automod = error.code == ErrorCode.AUTOMOD_BLOCKED
            reason_key = "unreachable-automod" if is_automod else "unreachable-refused"
            if not is_automod:
                # The message itself is invalid, which is a bug, so log the error for the host.
                log.exception(
                    "Discord rejected a message to %s", f"channel {channel_id}" if channel_id else "an interaction"
                )
            if channel_id:
                self._refusal_reasons[channel_id] = reason_key
            raise DestinationUnreachable(reason_key) from error
        if channel_id:
            self._refusal_reasons.discard(channel_id)


def _to_datetime(time_ms: int) -> datetime:
    return datetime.fromtimestamp(time_ms / 1000, UTC)
