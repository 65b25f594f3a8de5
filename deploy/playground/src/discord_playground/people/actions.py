"""The actions of people: messages, reactions, threads, DMs, groups and settings.

Commands, components and modals are in `interaction_actions`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, TypeAlias

from discord_playground.api.message_builder import MultipartFile, build_message, update_message
from discord_playground.limits.files import MAX_ATTACHMENTS, MAX_FILE_BYTES
from discord_playground.limits.locale import DISCORD_LOCALES
from discord_playground.limits.message import MAX_CONTENT_LENGTH
from discord_playground.limits.unicode_emoji import is_emoji
from discord_playground.people import lookup
from discord_playground.people.action_request import ActionDenied, ActionRequest
from discord_playground.people.interaction_actions import ActionResponse, InteractionActions
from discord_playground.people.interaction_data import decode_file
from discord_playground.world.change import PageFrameChanged, TypingStarted
from discord_playground.world.channel import Channel
from discord_playground.world.interaction import USER_INSTALL
from discord_playground.world.message import Message
from discord_playground.world.permissions import PERMISSION_BITS
from discord_playground.world.reaction import MAX_REACTION_KINDS, Reaction

MAX_GROUP_SIZE: Final = 10


class ActionHandler(InteractionActions):
    """Performs the actions of one person."""

    async def handle_action(self, request: ActionRequest) -> ActionResponse:
        do = request.get("do") or ""
        method = ACTION_METHODS.get(do)
        if method is None:
            raise ActionDenied(f"there is no action {do!r}; there are: {', '.join(ACTION_METHODS)}")
        return {"ok": True} | (await method(self, request) or {})

    # messages

    async def send_message(self, request: ActionRequest) -> ActionResponse:
        channel = self.find_channel(request["channel"])
        self._check_may_write(channel)
        files = request.get("files") or []
        uploads = [MultipartFile(str(number), *decode_file(file)) for number, file in enumerate(files)]
        content = _check_content(request.get("content", ""), allow_empty=bool(uploads))
        if len(uploads) > MAX_ATTACHMENTS or any(len(upload.data) > MAX_FILE_BYTES for upload in uploads):
            raise ActionDenied(f"a message has at most {MAX_ATTACHMENTS} files of {MAX_FILE_BYTES} bytes each")
        if uploads and not self.world.has_permission(self.person.id, channel, "attach_files"):
            raise ActionDenied("you may not send files here")
        reply_to = self._find_message_in_channel(request.get("reply_to"), channel)
        if reply_to and reply_to.ephemeral_user_id:
            raise ActionDenied("you cannot reply to a message that is visible to you alone")
        if channel.archived:
            self.world.set_archived(channel, False)
        message = build_message(
            self.world, self.playground.cdn, channel, self.person.id, {"content": content}, uploads, reply_to
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
        is_own = message.author_id == self.person.id
        if not is_own and not self.world.has_permission(self.person.id, channel, "manage_messages"):
            raise ActionDenied("that message is by somebody else")
        self.world.delete_messages(channel, message)

    async def react_to_message(self, request: ActionRequest) -> None:
        message = lookup.find_visible_message(self.world, request["message"], self.person.id)
        name = str(request["emoji"])
        existing = next((it for it in message.reactions if name in {it.url_key, it.name, it.emoji_id}), None)
        if request.get("off"):
            if existing is None:
                raise ActionDenied(f"that message has no reaction {name!r}")
            self.world.remove_reaction(message, existing, self.person.id)
            return
        if existing is None:
            if not is_emoji(name):
                raise ActionDenied(f"{name!r} is not an emoji")
            channel = self.world.channels[message.channel_id]
            if message.ephemeral_user_id or not self.world.has_permission(self.person.id, channel, "add_reactions"):
                raise ActionDenied("you may not react to that message")
            if len(message.reactions) >= MAX_REACTION_KINDS:
                raise ActionDenied(f"a message has at most {MAX_REACTION_KINDS} kinds of reactions")
        self.world.add_reaction(message, existing or Reaction(name), self.person.id)

    async def start_typing(self, request: ActionRequest) -> None:
        self.world.publish_change(TypingStarted(self.find_channel(request["channel"]), self.person.id))

    async def mark_channel_read(self, request: ActionRequest) -> None:
        self.world.mark_read(self.find_channel(request["channel"]), self.person.id)

    # channels and settings

    async def open_dm(self, request: ActionRequest) -> ActionResponse:
        channel = lookup.get_or_create_dm(self.world, self.person.id, request["with"])
        if self.person.id not in channel.opened_by_user_ids:
            channel.opened_by_user_ids.append(self.person.id)
            self.world.publish_change(PageFrameChanged())
        return {"channel": self.view_builder.render_channel(channel)}

    async def create_group(self, request: ActionRequest) -> ActionResponse:
        """Create a group DM with other people. Raises an error for bots, which cannot be members."""
        other_ids = dict.fromkeys(lookup.find_human(self.world, name_or_id).id for name_or_id in request["members"])
        other_ids.pop(self.person.id, None)
        if not 1 <= len(other_ids) < MAX_GROUP_SIZE:
            raise ActionDenied(f"a group has 2 to {MAX_GROUP_SIZE} people")
        channel = self.world.create_group(request.get("name") or "", self.person.id, *other_ids)
        return {"channel": self.view_builder.render_channel(channel)}

    async def install_bot(self, request: ActionRequest) -> None:
        """Install a bot for this person, or uninstall it."""
        bot = lookup.find_bot(self.world, request["bot"])
        installed = bool(request.get("installed", True))
        if installed and USER_INSTALL not in bot.install_config:
            raise ActionDenied(f"{bot.name} cannot be added to a person's apps")
        self.world.set_user_installed(bot.id, self.person.id, installed=installed)

    async def create_thread(self, request: ActionRequest) -> ActionResponse:
        channel = self.find_channel(request["channel"])
        may_create = self.world.has_permission(self.person.id, channel, "create_public_threads")
        if not channel.allowed_thread_types or not may_create:
            raise ActionDenied("you cannot create a thread here")
        message = self._find_message_in_channel(request.get("message"), channel)
        if message and (message.thread_id or message.ephemeral_user_id):
            raise ActionDenied("that message already has a thread, or is visible to you alone")
        thread = self.world.build_thread(channel, channel.allowed_thread_types[0], request["name"], self.person.id)
        self.world.start_thread(thread, message)
        return {"channel": self.view_builder.render_channel(thread)}

    async def archive_thread(self, request: ActionRequest) -> None:
        thread = self.find_channel(request["channel"])
        if not thread.is_thread:
            raise ActionDenied("only threads can be archived")
        archived = bool(request["archived"])
        if not self.world.can_set_archived(self.person.id, thread, archived):
            raise ActionDenied(
                "a thread can be closed by its owner and by people who manage threads"
                if archived
                else "a thread can be reopened by people who may write in it, a locked one by people who manage threads"
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

    # helpers

    def _check_may_write(self, channel: Channel) -> None:
        if not self.world.can_send_messages(self.person.id, channel):
            is_locked = self.world.is_locked_for(self.person.id, channel)
            raise ActionDenied("this thread is locked" if is_locked else "you may not write here")
        sent_at = [it.sent_at for it in self.world.messages[channel.id].values() if it.author_id == self.person.id]
        exempt_bits = PERMISSION_BITS["manage_messages"] | PERMISSION_BITS["manage_channels"]
        wait_s = channel.slowmode_s - (self.world.clock.now() - sent_at[-1]) if sent_at else 0
        if wait_s > 0 and not self.world.get_permissions(self.person.id, channel) & exempt_bits:
            raise ActionDenied(f"slow mode: you may write again in {wait_s:.0f} s")

    def _find_message_in_channel(self, message_id: object, channel: Channel) -> Message | None:
        """Return the message with this ID, or None if `message_id` is None."""
        return lookup.find_message_in_channel(self.world, message_id, self.person.id, channel) if message_id else None

    def _find_own_message(self, message_id: object) -> Message:
        message = lookup.find_visible_message(self.world, message_id, self.person.id)
        if message.author_id != self.person.id:
            raise ActionDenied("that message is by somebody else")
        return message


def _check_content(content: str, *, allow_empty: bool) -> str:
    """Return the content of a message. Raises an error if Discord's app would not send it.

    `allow_empty` is true for messages with files.
    """
    if not content.strip() and not allow_empty:
        raise ActionDenied("there is nothing to say")
    if len(content) > MAX_CONTENT_LENGTH:
        raise ActionDenied(f"a message has at most {MAX_CONTENT_LENGTH} characters")
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
