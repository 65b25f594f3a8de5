"""A client that acts as one person in Discord's app."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from discord_playground.client.api_client import ApiClient
from discord_playground.client.interaction_result import InteractionResult
from discord_playground.client.live_view import DEFAULT_TIMEOUT_S, LiveView
from discord_playground.client.message_content import JSON, full_text

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class File:
    """A file to send with a message or to upload in a modal."""

    name: str
    data: bytes


def encode_files(value: object) -> object:
    """Return a copy of `value` in which objects with `name` and base64 `data` replace all `File` objects."""
    match value:
        case File(name, data):
            return {"name": name, "data": base64.b64encode(data).decode()}
        case Mapping():
            return {key: encode_files(item) for key, item in value.items()}
        case list() | tuple():
            return [encode_files(item) for item in value]
    return value


class PersonClient:
    """Acts as one person and reads what that person sees.

        heron = playground.person("heron")
        await heron.send_message("duels", "Hello")
        result = await heron.run_command("duels", "forest gather", berry="cranberry")

    Methods accept names or IDs of users, channels and servers, and JSON objects or IDs of messages. The channel
    `"@Sample"` is the DM with the bot Sample. Actions that Discord's app would not allow raise `PlaygroundError`.
    With `wait=False`, a method returns before the bot has responded to the interaction.
    """

    def __init__(self, api_client: ApiClient, name: str) -> None:
        self.api_client = api_client
        self.name = name

    async def perform_action(self, do: str, **fields: object) -> JSON:
        """Send an action to `POST /playground/act`. Fields that are None are left out."""
        body = {name: encode_files(value) for name, value in fields.items() if value is not None}
        return await self.api_client.post("act", {"as": self.name, "do": do, **body})

    async def load_view(self, channel: str | None = None) -> JSON:
        """Return the person's view. If `channel` is given, the messages of other channels are left out."""
        query = {} if channel is None else {"channel": channel}
        return await self.api_client.get("view", {"as": self.name, **query})

    async def load_history(self, channel: str, before_id: str) -> JSON:
        """Return up to 50 messages older than `before_id`, and whether there are more."""
        return await self.api_client.get("history", {"as": self.name, "channel": channel, "before": before_id})

    async def load_messages(self, channel: str) -> list[JSON]:
        """Return the channel's last 100 messages, oldest first."""
        async with self.watch_view() as view:
            return view.list_messages(channel)

    @asynccontextmanager
    async def watch_view(self) -> AsyncIterator[LiveView]:
        """Open a copy of the person's view that is kept up to date until the block ends."""
        async with self.api_client.open_websocket(self.name) as socket:
            view = LiveView(socket)
            await view.next_event()
            yield view

    async def wait_until(self, condition: Callable[[LiveView], T | None], timeout_s: float = DEFAULT_TIMEOUT_S) -> T:
        """Wait until `condition` is true for the person's view, and return its result.

        await playground.user.wait_until(lambda view: view.is_online("Sample"))
        """
        async with self.watch_view() as view:
            return await view.wait_until(condition, timeout_s)

    async def wait_for_message(
        self, channel: str, condition: Callable[[JSON], object] = bool, timeout_s: float = DEFAULT_TIMEOUT_S
    ) -> JSON:
        """Wait until a message in a channel meets `condition`. Return the newest such message.

        await heron.wait_for_message("duels", lambda message: "Hello" in full_text(message))
        """
        try:
            return await self.wait_until(lambda view: view.newest_message(channel, condition), timeout_s)
        except TimeoutError:
            texts = [full_text(message) for message in await self.load_messages(channel)]
            raise TimeoutError(f"in {channel}, {self.name} sees only {texts}") from None

    async def wait_for_command(self, command: str, bot: str | None = None) -> JSON:
        """Wait until a bot has registered a command and return the command. For `/duel challenge`, pass `duel`."""
        return await self.wait_until(lambda view: view.find_command(command, bot))

    async def send_message(
        self, channel: str, content: str = "", *, reply_to: str | None = None, files: Sequence[File] = ()
    ) -> JSON:
        response = await self.perform_action(
            "send", channel=channel, content=content, reply_to=reply_to, files=list(files) or None
        )
        message: JSON = response["message"]
        return message

    async def edit_message(self, message: JSON | str, content: str) -> JSON:
        response = await self.perform_action("edit", message=_get_message_id(message), content=content)
        edited: JSON = response["message"]
        return edited

    async def delete_message(self, message: JSON | str) -> None:
        await self.perform_action("delete", message=_get_message_id(message))

    async def react(self, message: JSON | str, emoji: str, *, off: bool = False) -> None:
        """Add a reaction with this emoji. With `off=True`, remove it."""
        await self.perform_action("react", message=_get_message_id(message), emoji=emoji, off=off)

    async def run_command(
        self,
        channel: str,
        command: str,
        /,
        *,
        target: JSON | str | None = None,
        bot: str | None = None,
        wait: bool = True,
        **options: object,
    ) -> InteractionResult:
        """Use a command and wait for the bot's response.

        `command` is the full name, such as `"duel challenge"`. `target` is the user or message for a context menu
        command. `bot` is required only if two bots have the command.
        """
        target_id = None if target is None else _get_message_id(target)
        response = await self.perform_action(
            "command", channel=channel, command=command, options=options, target=target_id, bot=bot, wait=wait
        )
        return InteractionResult(response)

    async def autocomplete(self, channel: str, command: str, focused: str, /, **options: object) -> list[JSON]:
        """Return the choices that the bot suggests while the person types the option `focused`.

        choices = await playground.user.autocomplete("duels", "forest gather", "berry", berry="cran")
        """
        response = await self.perform_action(
            "autocomplete", channel=channel, command=command, focused=focused, options=options
        )
        choices: list[JSON] = response["choices"]
        return choices

    async def click(
        self, message: JSON | str, label: str | None = None, *, custom_id: str | None = None, wait: bool = True
    ) -> InteractionResult:
        """Click the button with this label or custom ID: `await heron.click(message, "Accept")`."""
        response = await self.perform_action(
            "click", message=_get_message_id(message), label=label, custom_id=custom_id, wait=wait
        )
        return InteractionResult(response)

    async def select_values(
        self, message: JSON | str, custom_id: str, values: Sequence[str], *, wait: bool = True
    ) -> InteractionResult:
        """Select values in a select menu. They are option values, or IDs of users, roles or channels."""
        response = await self.perform_action(
            "select", message=_get_message_id(message), custom_id=custom_id, values=list(values), wait=wait
        )
        return InteractionResult(response)

    async def submit_modal(self, values: Mapping[str, object], *, wait: bool = True) -> InteractionResult:
        """Submit the open modal. `values` maps custom IDs to strings, lists, bools or files.

        await heron.submit_modal({"name": "Oak", "picture": [File("oak.png", data)]})
        """
        return InteractionResult(await self.perform_action("submit", values=values, wait=wait))

    async def close_modal(self) -> None:
        """Close the open modal without submitting it."""
        await self.perform_action("close_modal")

    async def dismiss(self, *, message: JSON | str | None = None, interaction: str | None = None) -> None:
        """Dismiss an ephemeral message or the error message of a failed interaction."""
        await self.perform_action("dismiss", message=message and _get_message_id(message), interaction=interaction)

    async def create_thread(self, channel: str, name: str, message: JSON | str | None = None) -> JSON:
        """Create a public thread and return its channel. If `message` is given, the thread starts from that message."""
        message_id = message and _get_message_id(message)
        response = await self.perform_action("thread", channel=channel, name=name, message=message_id)
        thread: JSON = response["channel"]
        return thread

    async def create_group(self, *others: str, name: str | None = None) -> JSON:
        """Create a group DM with the people `others` and return its channel."""
        response = await self.perform_action("group", members=list(others), name=name)
        group: JSON = response["channel"]
        return group

    async def set_bot_installed(self, bot: str, *, installed: bool = True) -> None:
        """Install or uninstall a bot for this person. The commands of an installed bot work in any channel."""
        await self.perform_action("install", bot=bot, installed=installed)

    async def set_dms_open(self, *, open: bool) -> None:  # noqa: A002
        """Allow or block DMs from bots and other members of the same servers."""
        await self.perform_action("set_dms_open", open=open)

    async def set_locale(self, locale: str) -> None:
        await self.perform_action("set_locale", locale=locale)


def _get_message_id(message: JSON | str) -> str:
    return message if isinstance(message, str) else str(message["id"])
