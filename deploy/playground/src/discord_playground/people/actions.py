"""What people do: talk, start threads and groups, come and go, set what is theirs; how they use bots is in `use`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, TypeAlias

from discord_playground.api.message_builder import MultipartFile, build_message, update_message
from discord_playground.limits.files import MAX_ATTACHMENTS as MOST_FILES
from discord_playground.limits.files import MAX_FILE_BYTES
from discord_playground.limits.locale import DISCORD_LOCALES
from discord_playground.limits.unicode_emoji import is_emoji
from discord_playground.people import lookup
from discord_playground.people.action_request import ActionDenied, ActionRequest
from discord_playground.people.interaction_actions import ActionResponse, InteractionActions
from discord_playground.people.interaction_data import decode_file
from discord_playground.world.change import PageFrameChanged, TypingStarted
from discord_playground.world.channel import Channel
from discord_playground.world.message import Message
from discord_playground.world.permissions import PERMISSION_BITS
from discord_playground.world.reaction import MAX_REACTION_KINDS as MOST_REACTIONS
from discord_playground.world.reaction import Reaction

MAX_MESSAGE_LENGTH: Final = 2000
MAX_GROUP_SIZE: Final = 10
"""People of a group."""


class ActionHandler(InteractionActions):
    """Acts as one person does."""

    async def handle_action(self, request: ActionRequest) -> ActionResponse:
        do = request.get("do") or ""
        deed = ACTION_METHODS.get(do)
        if deed is None:
            raise ActionDenied(f"there is no action {do!r}; there are: {', '.join(ACTION_METHODS)}")
        return {"ok": True} | (await deed(self, request) or {})

    # talking

    async def send_message(self, request: ActionRequest) -> ActionResponse:
        channel = self.find_channel(request["channel"])
        self._check_may_write(channel)
        parts = [MultipartFile(str(at), *decode_file(file)) for at, file in enumerate(request.get("files") or [])]
        content = _check_content(request.get("content", ""), allow_empty=bool(parts))
        if len(parts) > MOST_FILES or any(len(part.data) > MAX_FILE_BYTES for part in parts):
            raise ActionDenied(f"a message has at most {MOST_FILES} files of {MAX_FILE_BYTES} bytes each")
        if parts and not self.world.get_permissions(self.person.id, channel) & PERMISSION_BITS["attach_files"]:
            raise ActionDenied("you may not send files here")
        quoted = self._find_message_in_channel(channel, request["reply_to"]) if request.get("reply_to") else None
        if quoted and quoted.ephemeral_user_id:
            raise ActionDenied("that message is for you alone")
        if channel.archived:
            self.world.set_archived(channel, False)
        message = build_message(
            self.world, self.playground.cdn, channel, self.person.id, {"content": content}, parts, quoted
        )
        self.world.post_message(message)
        self.world.mark_read(channel, self.person.id)
        if channel.is_thread:
            self.world.add_thread_members(channel, self.person.id)
        return {"message": self.view_builder.render_message(message)}

    async def edit_message(self, request: ActionRequest) -> ActionResponse:
        message = self._find_own_message(request["message"])
        content = _check_content(request["content"], allow_empty=bool(message.attachments))
        update_message(self.world, self.playground.cdn, message, {"content": content})
        message.edited_at = self.world.clock.now()
        self.world.publish_edit(message)
        return {"message": self.view_builder.render_message(message)}

    async def delete_message(self, request: ActionRequest) -> None:
        message = lookup.find_visible_message(self.world, request["message"], self.person.id)
        channel = self.world.channels[message.channel_id]
        if (
            message.author_id != self.person.id
            and not self.world.get_permissions(self.person.id, channel) & PERMISSION_BITS["manage_messages"]
        ):
            raise ActionDenied("that message is somebody else's")
        self.world.delete_messages(channel, message)

    async def react_to_message(self, request: ActionRequest) -> None:
        message = lookup.find_visible_message(self.world, request["message"], self.person.id)
        name = str(request["emoji"])
        there = next((one for one in message.reactions if name in {one.url_key, one.name, one.emoji_id}), None)
        if request.get("off"):
            if there is None:
                raise ActionDenied(f"nobody has put {name!r} there")
            self.world.remove_reaction(message, there, self.person.id)
            return
        if there is None:
            if not is_emoji(name):
                raise ActionDenied(f"{name!r} is no emoji")
            if (
                message.ephemeral_user_id
                or not self.world.get_permissions(self.person.id, self.world.channels[message.channel_id])
                & PERMISSION_BITS["add_reactions"]
            ):
                raise ActionDenied("you may not react to that")
            if len(message.reactions) >= MOST_REACTIONS:
                raise ActionDenied(f"a message has at most {MOST_REACTIONS} kinds of reactions")
        self.world.add_reaction(message, there or Reaction(name), self.person.id)

    async def start_typing(self, request: ActionRequest) -> None:
        self.world.publish_change(TypingStarted(self.find_channel(request["channel"]), self.person.id))

    async def mark_channel_read(self, request: ActionRequest) -> None:
        self.world.mark_read(self.find_channel(request["channel"]), self.person.id)

    # places and settings

    async def open_dm(self, request: ActionRequest) -> ActionResponse:
        channel = lookup.find_dm(self.world, self.person.id, request["with"])
        if self.person.id not in channel.opened_by_user_ids:
            channel.opened_by_user_ids.append(self.person.id)
            self.world.publish_change(PageFrameChanged())
        return {"channel": self.view_builder.render_channel(channel)}

    async def create_group(self, request: ActionRequest) -> ActionResponse:
        """With people alone: no bot can be in one."""
        others = dict.fromkeys(lookup.find_human(self.world, one).id for one in request["members"])
        others.pop(self.person.id, None)
        if not 1 <= len(others) < MAX_GROUP_SIZE:
            raise ActionDenied(f"a group has 2 to {MAX_GROUP_SIZE} people")
        channel = self.world.create_group(request.get("name") or "", self.person.id, *others)
        return {"channel": self.view_builder.render_channel(channel)}

    async def install_bot(self, request: ActionRequest) -> None:
        """For oneself, or no more."""
        bot = lookup.find_bot(self.world, request["bot"]).id
        self.world.set_user_installed(bot, self.person.id, installed=bool(request.get("installed", True)))

    async def create_thread(self, request: ActionRequest) -> ActionResponse:
        channel = self.find_channel(request["channel"])
        may = self.world.get_permissions(self.person.id, channel) & PERMISSION_BITS["create_public_threads"]
        if not channel.allowed_thread_types or not may:
            raise ActionDenied("no thread can be started here")
        message = self._find_message_in_channel(channel, request["message"]) if request.get("message") else None
        if message and (message.thread_id or message.ephemeral_user_id):
            raise ActionDenied("that message has a thread already, or is for you alone")
        now = self.world.clock.now()
        key = message.id if message else self.world.clock.new_snowflake()
        thread = Channel(
            key,
            channel.allowed_thread_types[0],
            request["name"],
            channel.guild_id,
            channel.id,
            owner_id=self.person.id,
            created_at=now,
            archive_changed_at=now,
        )
        self.world.start_thread(thread, message)
        self.world.add_thread_members(thread, self.person.id)
        return {"channel": self.view_builder.render_channel(thread)}

    async def archive_thread(self, request: ActionRequest) -> None:
        thread = self.find_channel(request["channel"])
        if not thread.is_thread:
            raise ActionDenied("only threads are archived")
        archived = bool(request["archived"])
        if not self.world.can_set_archived(self.person.id, thread, archived):
            raise ActionDenied(
                "a thread is closed by its owner, or by who manages threads"
                if archived
                else "a thread is opened again by who may speak in it; a locked one by who manages threads"
            )
        self.world.set_archived(thread, archived)

    async def join_server(self, request: ActionRequest) -> None:
        self.world.add_member(lookup.find_guild(self.world, request["server"]), self.person.id)

    async def leave_server(self, request: ActionRequest) -> None:
        self.world.remove_member(lookup.find_guild(self.world, request["server"]), self.person.id)

    async def set_dms_open(self, request: ActionRequest) -> None:
        self.person.accepts_dms = bool(request["open"])
        self.world.publish_change(PageFrameChanged())

    async def set_locale(self, request: ActionRequest) -> None:
        if request["locale"] not in DISCORD_LOCALES:
            raise ActionDenied(f"Discord has no language {request['locale']!r}; it has {', '.join(DISCORD_LOCALES)}")
        self.person.locale = request["locale"]
        self.world.publish_change(PageFrameChanged())

    # how

    def _check_may_write(self, channel: Channel) -> None:
        if not self.world.can_send_messages(self.person.id, channel):
            locked = self.world.is_locked_for(self.person.id, channel)
            raise ActionDenied("this thread is locked" if locked else "you may not write here")
        mine = [it.sent_at for it in self.world.messages[channel.id].values() if it.author_id == self.person.id]
        unhurried = PERMISSION_BITS["manage_messages"] | PERMISSION_BITS["manage_channels"]
        wait = channel.slowmode_s - (self.world.clock.now() - mine[-1]) if mine else 0
        if wait > 0 and not self.world.get_permissions(self.person.id, channel) & unhurried:
            raise ActionDenied(f"slow mode: you may write again in {wait:.0f} s")

    def _find_message_in_channel(self, channel: Channel, message_id: object) -> Message:
        message = lookup.find_visible_message(self.world, message_id, self.person.id)
        if message.channel_id != channel.id:
            raise ActionDenied("that message is in another channel")
        return message

    def _find_own_message(self, message_id: object) -> Message:
        message = lookup.find_visible_message(self.world, message_id, self.person.id)
        if message.author_id != self.person.id:
            raise ActionDenied("that message is somebody else's")
        return message


def _check_content(content: str, *, allow_empty: bool) -> str:
    """What a message says; `nothing` is enough where there is something else to see."""
    if not content.strip() and not allow_empty:
        raise ActionDenied("there is nothing to say")
    if len(content) > MAX_MESSAGE_LENGTH:
        raise ActionDenied(f"a message has at most {MAX_MESSAGE_LENGTH} characters")
    return content


ActionMethod: TypeAlias = Callable[[ActionHandler, ActionRequest], Coroutine[Any, Any, ActionResponse | None]]
ACTION_METHODS: Final[Mapping[str, ActionMethod]] = {
    "send": ActionHandler.send_message,
    "edit": ActionHandler.edit_message,
    "delete": ActionHandler.delete_message,
    "react": ActionHandler.react_to_message,
    "type": ActionHandler.start_typing,
    "read": ActionHandler.mark_channel_read,
    "command": ActionHandler.run_command,
    "autocomplete": ActionHandler.autocomplete_option,
    "click": ActionHandler.click_button,
    "select": ActionHandler.select_values,
    "submit": ActionHandler.submit_modal,
    "forge": ActionHandler.forge_interaction,
    "close_modal": ActionHandler.close_modal,
    "dismiss": ActionHandler.dismiss_message,
    "dm": ActionHandler.open_dm,
    "group": ActionHandler.create_group,
    "install": ActionHandler.install_bot,
    "thread": ActionHandler.create_thread,
    "archive": ActionHandler.archive_thread,
    "join": ActionHandler.join_server,
    "leave": ActionHandler.leave_server,
    "set_dms_open": ActionHandler.set_dms_open,
    "set_locale": ActionHandler.set_locale,
}
