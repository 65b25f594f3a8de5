"""What people do: talk, start threads and groups, come and go, set what is theirs; how they use bots is in `use`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, TypeAlias

from discord_playground.api.compose import Part, amend, composed
from discord_playground.limits.files import MAX_ATTACHMENTS as MOST_FILES
from discord_playground.limits.files import MAX_FILE_BYTES
from discord_playground.limits.locale import DISCORD_LOCALES
from discord_playground.limits.unicode_emoji import is_emoji
from discord_playground.people import naming
from discord_playground.people.ask import decoded
from discord_playground.people.given import Denied, Given
from discord_playground.people.use import Told, Using
from discord_playground.world.change import PageFrameChanged, TypingStarted
from discord_playground.world.channel import Channel
from discord_playground.world.message import Message
from discord_playground.world.permissions import PERMISSION_BITS
from discord_playground.world.reaction import MAX_REACTION_KINDS as MOST_REACTIONS
from discord_playground.world.reaction import Reaction

LONGEST: Final = 2000
MOST_TOGETHER: Final = 10
"""People of a group."""


class Hands(Using):
    """Acts as one person does."""

    async def act(self, given: Given) -> Told:
        do = given.get("do") or ""
        deed = DEEDS.get(do)
        if deed is None:
            raise Denied(f"there is no action {do!r}; there are: {', '.join(DEEDS)}")
        return {"ok": True} | (await deed(self, given) or {})

    # talking

    async def send_message(self, given: Given) -> Told:
        channel = self.place(given["channel"])
        self._may_write(channel)
        parts = [Part(str(at), *decoded(file)) for at, file in enumerate(given.get("files") or [])]
        content = _worded(given.get("content", ""), nothing=bool(parts))
        if len(parts) > MOST_FILES or any(len(part.data) > MAX_FILE_BYTES for part in parts):
            raise Denied(f"a message has at most {MOST_FILES} files of {MAX_FILE_BYTES} bytes each")
        if parts and not self.world.get_permissions(self.me.id, channel) & PERMISSION_BITS["attach_files"]:
            raise Denied("you may not send files here")
        quoted = self._here(channel, given["reply_to"]) if given.get("reply_to") else None
        if quoted and quoted.ephemeral_user_id:
            raise Denied("that message is for you alone")
        if channel.archived:
            self.world.set_archived(channel, False)
        message = composed(self.world, self.playground.cdn, channel, self.me.id, {"content": content}, parts, quoted)
        self.world.post_message(message)
        self.world.mark_read(channel, self.me.id)
        if channel.is_thread:
            self.world.add_thread_members(channel, self.me.id)
        return {"message": self.eyes.message(message)}

    async def edit_message(self, given: Given) -> Told:
        message = self._own(given["message"])
        content = _worded(given["content"], nothing=bool(message.attachments))
        amend(self.world, self.playground.cdn, message, {"content": content})
        message.edited_at = self.world.clock.now()
        self.world.publish_edit(message)
        return {"message": self.eyes.message(message)}

    async def delete_message(self, given: Given) -> None:
        message = naming.message(self.world, given["message"], self.me.id)
        channel = self.world.channels[message.channel_id]
        if (
            message.author_id != self.me.id
            and not self.world.get_permissions(self.me.id, channel) & PERMISSION_BITS["manage_messages"]
        ):
            raise Denied("that message is somebody else's")
        self.world.delete_messages(channel, message)

    async def react_to_message(self, given: Given) -> None:
        message = naming.message(self.world, given["message"], self.me.id)
        name = str(given["emoji"])
        there = next((one for one in message.reactions if name in {one.url_key, one.name, one.emoji_id}), None)
        if given.get("off"):
            if there is None:
                raise Denied(f"nobody has put {name!r} there")
            self.world.remove_reaction(message, there, self.me.id)
            return
        if there is None:
            if not is_emoji(name):
                raise Denied(f"{name!r} is no emoji")
            if (
                message.ephemeral_user_id
                or not self.world.get_permissions(self.me.id, self.world.channels[message.channel_id])
                & PERMISSION_BITS["add_reactions"]
            ):
                raise Denied("you may not react to that")
            if len(message.reactions) >= MOST_REACTIONS:
                raise Denied(f"a message has at most {MOST_REACTIONS} kinds of reactions")
        self.world.add_reaction(message, there or Reaction(name), self.me.id)

    async def start_typing(self, given: Given) -> None:
        self.world.publish_change(TypingStarted(self.place(given["channel"]), self.me.id))

    async def mark_channel_read(self, given: Given) -> None:
        self.world.mark_read(self.place(given["channel"]), self.me.id)

    # places and settings

    async def open_dm(self, given: Given) -> Told:
        channel = naming.dm(self.world, self.me.id, given["with"])
        if self.me.id not in channel.opened_by_user_ids:
            channel.opened_by_user_ids.append(self.me.id)
            self.world.publish_change(PageFrameChanged())
        return {"channel": self.eyes.channel(channel)}

    async def create_group(self, given: Given) -> Told:
        """With people alone: no bot can be in one."""
        others = dict.fromkeys(naming.player(self.world, one).id for one in given["members"])
        others.pop(self.me.id, None)
        if not 1 <= len(others) < MOST_TOGETHER:
            raise Denied(f"a group has 2 to {MOST_TOGETHER} people")
        channel = self.world.create_group(given.get("name") or "", self.me.id, *others)
        return {"channel": self.eyes.channel(channel)}

    async def install_bot(self, given: Given) -> None:
        """For oneself, or no more."""
        bot = naming.bot(self.world, given["bot"]).id
        self.world.set_user_installed(bot, self.me.id, installed=bool(given.get("installed", True)))

    async def create_thread(self, given: Given) -> Told:
        channel = self.place(given["channel"])
        may = self.world.get_permissions(self.me.id, channel) & PERMISSION_BITS["create_public_threads"]
        if not channel.allowed_thread_types or not may:
            raise Denied("no thread can be started here")
        message = self._here(channel, given["message"]) if given.get("message") else None
        if message and (message.thread_id or message.ephemeral_user_id):
            raise Denied("that message has a thread already, or is for you alone")
        now = self.world.clock.now()
        key = message.id if message else self.world.clock.new_snowflake()
        thread = Channel(
            key,
            channel.allowed_thread_types[0],
            given["name"],
            channel.guild_id,
            channel.id,
            owner_id=self.me.id,
            created_at=now,
            archive_changed_at=now,
        )
        self.world.start_thread(thread, message)
        self.world.add_thread_members(thread, self.me.id)
        return {"channel": self.eyes.channel(thread)}

    async def archive_thread(self, given: Given) -> None:
        thread = self.place(given["channel"])
        if not thread.is_thread:
            raise Denied("only threads are archived")
        archived = bool(given["archived"])
        if not self.world.can_set_archived(self.me.id, thread, archived):
            raise Denied(
                "a thread is closed by its owner, or by who manages threads"
                if archived
                else "a thread is opened again by who may speak in it; a locked one by who manages threads"
            )
        self.world.set_archived(thread, archived)

    async def join_server(self, given: Given) -> None:
        self.world.add_member(naming.guild(self.world, given["server"]), self.me.id)

    async def leave_server(self, given: Given) -> None:
        self.world.remove_member(naming.guild(self.world, given["server"]), self.me.id)

    async def set_dms_open(self, given: Given) -> None:
        self.me.accepts_dms = bool(given["open"])
        self.world.publish_change(PageFrameChanged())

    async def set_locale(self, given: Given) -> None:
        if given["locale"] not in DISCORD_LOCALES:
            raise Denied(f"Discord has no language {given['locale']!r}; it has {', '.join(DISCORD_LOCALES)}")
        self.me.locale = given["locale"]
        self.world.publish_change(PageFrameChanged())

    # how

    def _may_write(self, channel: Channel) -> None:
        if not self.world.can_send_messages(self.me.id, channel):
            locked = self.world.is_locked_for(self.me.id, channel)
            raise Denied("this thread is locked" if locked else "you may not write here")
        mine = [it.sent_at for it in self.world.messages[channel.id].values() if it.author_id == self.me.id]
        unhurried = PERMISSION_BITS["manage_messages"] | PERMISSION_BITS["manage_channels"]
        wait = channel.slowmode_s - (self.world.clock.now() - mine[-1]) if mine else 0
        if wait > 0 and not self.world.get_permissions(self.me.id, channel) & unhurried:
            raise Denied(f"slow mode: you may write again in {wait:.0f} s")

    def _here(self, channel: Channel, named: object) -> Message:
        message = naming.message(self.world, named, self.me.id)
        if message.channel_id != channel.id:
            raise Denied("that message is in another channel")
        return message

    def _own(self, named: object) -> Message:
        message = naming.message(self.world, named, self.me.id)
        if message.author_id != self.me.id:
            raise Denied("that message is somebody else's")
        return message


def _worded(content: str, *, nothing: bool) -> str:
    """What a message says; `nothing` is enough where there is something else to see."""
    if not content.strip() and not nothing:
        raise Denied("there is nothing to say")
    if len(content) > LONGEST:
        raise Denied(f"a message has at most {LONGEST} characters")
    return content


Deed: TypeAlias = Callable[[Hands, Given], Coroutine[Any, Any, Told | None]]
DEEDS: Final[Mapping[str, Deed]] = {
    "send": Hands.send_message,
    "edit": Hands.edit_message,
    "delete": Hands.delete_message,
    "react": Hands.react_to_message,
    "type": Hands.start_typing,
    "read": Hands.mark_channel_read,
    "command": Hands.run_command,
    "autocomplete": Hands.autocomplete_option,
    "click": Hands.click_button,
    "select": Hands.select_values,
    "submit": Hands.submit_modal,
    "forge": Hands.forge_interaction,
    "close_modal": Hands.close_modal,
    "dismiss": Hands.dismiss_message,
    "dm": Hands.open_dm,
    "group": Hands.create_group,
    "install": Hands.install_bot,
    "thread": Hands.create_thread,
    "archive": Hands.archive_thread,
    "join": Hands.join_server,
    "leave": Hands.leave_server,
    "set_dms_open": Hands.set_dms_open,
    "set_locale": Hands.set_locale,
}
