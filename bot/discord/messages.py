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

from bot.caches import FreshCache, LruCache
from bot.discord import raw_responses
from bot.discord.api_errors import (
    ARCHIVED,
    AUTOMOD,
    DELETED,
    GONE,
    HAS_A_THREAD,
    NOT_THE_MESSAGE,
    SPENT,
    lacking,
    understood,
)
from bot.discord.emoji import EmojiCache, EmojiSend, T
from bot.discord.layout import addressed, layout, pictures, pings, readable
from bot.display_names import DisplayNames, display_name
from bot.errors import DiscordUnavailable, DiscordUnreachable, MessageGone
from bot.handlers.dispatcher import ON_THE_TABLE
from bot.messenger import ANSWER, MessageLocation, SentMessage
from bot.painting import Painter
from bot.screens.scene import Film, Scene, SceneImage
from bot.wall_clock import EPOCH
from storage import Store

log: Final = logging.getLogger(__name__)

KEPT: Final = 600.0
"""Seconds."""
QUIET: Final = 10_080
"""Minutes after which Discord archives a thread of ours: the most there are, for turns may take days."""
ORIGINAL: Final[Any] = "@original"
"""What stands for the number of the message that is the answer itself."""
LOOKED_BACK: Final = 100
"""Messages, at most, among which one is looked for."""
SOUGHT: Final = 1000
"""The same of what is told but once in weeks, and may have been posted a while ago."""


class Messages:
    def __init__(
        self, client: discord.Client, brush: Painter, known: DisplayNames, emblems: EmojiCache, store: Store
    ) -> None:
        self.client = client
        self._store = store
        self.emblems = emblems
        self._painter = brush
        self._display_names = known
        self._elsewhere: FreshCache[int, str | None] = FreshCache(KEPT)
        """The languages of servers whose shard another process has."""
        self._refused: FreshCache[int, str] = FreshCache(KEPT)
        """Why a channel took no message lately though we may post there."""
        self._spent: LruCache[str, None] = LruCache()
        """Tokens of presses that Discord takes no more: it counts who asks in vain."""

    async def post(self, channel_id: int, scene: Scene, once: str) -> SentMessage:
        async with understood(), self._taken(channel_id):
            where = self.client.get_partial_messageable(channel_id)
            # Discord compares nonces, of 25 characters at most, and so knows a message that it has already. Everybody
            # there can read them, and `once` would tell how often somebody has changed their mind.
            nonce = (await self._store.people.compute_keyed_hash("nonce", once))[:24]
            sent = await self._laid(scene, partial(where.send, allowed_mentions=pings(scene), nonce=nonce))
            as_asked = readable(sent.components) == readable(layout(scene).components)
            return SentMessage(
                MessageLocation(channel_id, sent.id), as_asked, frozenset(user.id for user in sent.mentions)
            )

    async def edit(self, location: MessageLocation, scene: Scene) -> None:
        async with understood(), self._taken(location.channel_id):
            await self._awake(location, partial(self._edited, location, scene))

    async def _edited(self, location: MessageLocation, scene: Scene) -> None:
        message, silent = self._message(location), discord.AllowedMentions.none()
        await self._laid(scene, lambda view, files: message.edit(view=view, attachments=files, allowed_mentions=silent))

    async def _laid(self, scene: Scene, deed: EmojiSend[T]) -> T:
        return await self.emblems.sent(scene, await self.files(scene), deed)

    def _message(self, location: MessageLocation) -> discord.PartialMessage:
        return self.client.get_partial_messageable(location.channel_id).get_partial_message(location.message_id)

    async def _awake(self, location: MessageLocation, deed: Callable[[], Awaitable[None]]) -> None:
        """An archived thread takes nothing until somebody opens it again; whoever may write there may do that."""
        try:
            await deed()
        except discord.HTTPException as asleep:
            if asleep.code != ARCHIVED:
                raise
            try:
                await self.client.http.edit_channel(location.channel_id, archived=False)
            except discord.Forbidden:
                raise asleep from None
            await deed()

    async def there(self, location: MessageLocation) -> bool:
        async with understood():
            try:
                await self.client.http.get_message(location.channel_id, location.message_id)
            except discord.NotFound as no:
                if no.code != DELETED:
                    raise
                return False
            except discord.Forbidden:
                return True
            return True

    async def remove(self, location: MessageLocation) -> None:
        async with understood():
            await self._awake(location, self._message(location).delete)

    async def tell(self, person_id: int, scene: Scene, once: str) -> SentMessage:
        async with understood():
            dm = await self.client.create_dm(discord.Object(person_id))
            return await self.post(dm.id, scene, once)

    async def edit_private(self, token: str, message_id: int, scene: Scene) -> None:
        async with self._pressed(token) as webhook, self._taken():
            which = ORIGINAL if message_id == ANSWER else message_id
            await self._laid(scene, partial(raw_responses.edited, webhook, which))

    @asynccontextmanager
    async def _pressed(self, token: str) -> AsyncIterator[discord.Webhook]:
        """What somebody's press lets us do, as long as Discord lets it."""
        if token in self._spent:
            raise MessageGone("its token was refused before")
        async with understood():
            application = self.client.application_id
            assert application, "nobody is told anything before Discord has said who we are"
            try:
                yield discord.Webhook.partial(application, token, client=self.client)
            except discord.HTTPException as no:
                if no.code in SPENT:
                    self._spent[token] = None
                raise

    async def open(self, token: str, scene: Scene) -> int:
        async with self._pressed(token) as webhook, self._taken():
            # Only an application's own may whisper.
            webhook.type = discord.WebhookType.application
            return (await self._laid(scene, partial(webhook.send, ephemeral=True, wait=True))).id

    async def answered(self, token: str) -> int:
        async with self._pressed(token) as webhook:
            return (await webhook.fetch_message(ORIGINAL)).id

    async def take_back(self, token: str, message_id: int) -> None:
        async with self._pressed(token) as webhook:
            await webhook.delete_message(message_id)

    async def ours(self, channel_id: int, match_id: int, since: int) -> list[MessageLocation]:
        async with understood():
            return await self._ours(channel_id, match_id, since, cards=True)

    async def stands(self, channel_id: int, button: str, since: int) -> bool:
        async with understood():
            sent = self._sent(channel_id, since, SOUGHT)
            return any([str(it) == button async for message in sent for it in addressed(message.components)])

    async def told(self, person_id: int, match_id: int, since: int) -> list[MessageLocation]:
        async with understood():
            return await self._ours((await self.client.create_dm(discord.Object(person_id))).id, match_id, since)

    async def _ours(self, channel_id: int, match_id: int, since: int, *, cards: bool = False) -> list[MessageLocation]:
        """Answers to presses are left out, but for a card that answered a command if `cards` are looked for."""
        return [
            MessageLocation(channel_id, message.id)
            async for message in self._sent(channel_id, since, LOOKED_BACK)
            if any(
                it.match_id == match_id
                and (message.interaction_metadata is None or (cards and it.action in ON_THE_TABLE))
                for it in addressed(message.components)
            )
        ]

    async def _sent(self, channel_id: int, since: int, most: int) -> AsyncIterator[discord.Message]:
        after = discord.Object(max(0, since - EPOCH) << 22)
        history = self.client.get_partial_messageable(channel_id).history(limit=most, after=after)
        mine = self.client.user and self.client.user.id
        async for message in history:
            if message.author.id == mine:
                yield message

    async def newest(self, channel_id: int) -> int | None:
        async with understood():
            found = await self.client.fetch_channel(channel_id)
            if isinstance(found, discord.DMChannel):
                # Its last message is the one thing that discord.py does not keep of it.
                return next(iter([message.id async for message in found.history(limit=1)]), None)
            return getattr(found, "last_message_id", None)

    async def check(self, channel_id: int) -> None:
        if why := self._refused.get(channel_id):
            raise DiscordUnreachable(why)
        async with understood():
            found = await self.client.fetch_channel(channel_id)
        if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
            return
        # Where another process has the shard of that server nothing is known of ourselves there: posting will tell.
        ours: discord.Member | None = found.guild.me
        if ours and (missing := lacking(found, found.permissions_for(ours))):
            raise DiscordUnreachable("unreachable-lacking", missing)

    async def thread(self, location: MessageLocation, name: str) -> int:
        async with understood():
            try:
                await self.client.http.start_thread_with_message(
                    location.channel_id, location.message_id, name=name, auto_archive_duration=QUIET
                )
            except discord.HTTPException as no:
                if no.status != HTTPStatus.BAD_REQUEST:
                    raise
                if no.code != HAS_A_THREAD:
                    # As many as there may be, or words that the server does not like: no match is to wait for that.
                    raise DiscordUnreachable("no-thread") from no
            return location.message_id

    async def give(self, server_id: int, person_id: int, role: int) -> None:
        await self._roled(self.client.http.add_role(server_id, person_id, role))

    async def take(self, server_id: int, person_id: int, role: int) -> None:
        await self._roled(self.client.http.remove_role(server_id, person_id, role))

    async def _roled(self, done: Awaitable[object]) -> None:
        async with understood():
            try:
                await done
            except discord.NotFound as no:
                if no.code not in GONE:
                    raise

    async def member(self, server_id: int, person_id: int) -> str | None:
        async with understood():
            try:
                # Servers are not kept with their members; and of this one another process may hear the news.
                there = await self.client.http.get_member(server_id, person_id)
            except discord.NotFound as no:
                if no.code in GONE:
                    return None
                raise
            user = there["user"]
            return display_name(there.get("nick"), user.get("global_name"), user["username"])

    async def locale(self, server_id: int | None) -> str | None:
        if server_id is None:
            return None
        if guild := self.client.get_guild(server_id):
            return str(guild.preferred_locale)
        # It is of another process's shards: its language is asked for, and kept for a while.
        if server_id in self._elsewhere:
            return self._elsewhere[server_id]
        locale: str | None
        try:
            async with understood():
                locale = str((await self.client.fetch_guild(server_id, with_counts=False)).preferred_locale)
        except DiscordUnavailable:
            if (known := self._elsewhere.last(server_id, "")) == "":
                raise
            return known
        except DiscordUnreachable:
            # We have been sent away meanwhile.
            locale = None
        self._elsewhere[server_id] = locale
        return locale

    def learn(self, server_id: int, locale: str) -> None:
        """It comes with each press there; so nobody waits for an answer because Discord has to be asked."""
        if self.client.get_guild(server_id) is None:
            self._elsewhere[server_id] = locale

    async def files(self, scene: Scene) -> list[discord.File]:
        """Each picture is painted off the loop, and once for everybody who looks at it."""
        shown = list(pictures(scene))
        # One after the other: mostly they are there already, and it takes no tasks to find that.
        painted = [await self._painted(picture) for _, picture in shown]
        found = [
            discord.File(BytesIO(data), name, description=picture.alt)
            for (name, picture), data in zip(shown, painted, strict=True)
        ]
        if scene.attached:
            found.append(discord.File(BytesIO(scene.attached.data), scene.attached.name))
        return found

    async def _painted(self, shown: SceneImage | Film) -> bytes:
        known = await self._display_names.names(who for who in shown.names if isinstance(who, int))
        names = [known.get(who, "") if isinstance(who, int) else who for who in shown.names]
        match shown:
            case SceneImage(picture):
                return await self._painter.paint(picture, names)
            case Film(boards):
                return await self._painter.film(boards, names)

    @asynccontextmanager
    async def _taken(self, channel_id: int | None = None) -> AsyncIterator[None]:
        """What Discord does not take, though we may post there, it will not take the next time either. Of what goes by
        somebody's press no channel is to blame.
        """
        try:
            yield
        except discord.HTTPException as no:
            if no.status != HTTPStatus.BAD_REQUEST or no.code in NOT_THE_MESSAGE:
                raise
            why = "unreachable-automod" if no.code == AUTOMOD else "unreachable-refused"
            if no.code != AUTOMOD:
                # Then it is our message that is wrong, and the host is to hear of it.
                log.exception("%s takes no such message", f"channel {channel_id}" if channel_id else "a press")
            if channel_id:
                self._refused[channel_id] = why
            raise DiscordUnreachable(why) from no
        if channel_id:
            self._refused.discard(channel_id)
