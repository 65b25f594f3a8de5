"""One of the people, and what Discord's app lets them do."""

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
    name: str
    data: bytes


def encode_files(value: object) -> object:
    """Files as JSON carries them."""
    match value:
        case File(name, data):
            return {"name": name, "data": base64.b64encode(data).decode()}
        case Mapping():
            return {key: encode_files(one) for key, one in value.items()}
        case list() | tuple():
            return [encode_files(one) for one in value]
    return value


class PersonClient:
    """Users, channels and servers are named or given by id; `@Sample` is the DM with that bot."""

    def __init__(self, api_client: ApiClient, name: str) -> None:
        self.api_client = api_client
        self.name = name

    async def perform_action(self, do: str, **fields: object) -> JSON:
        """What is None is left out."""
        given = {name: encode_files(value) for name, value in fields.items() if value is not None}
        return await self.api_client.post("act", {"as": self.name, "do": do, **given})

    async def load_view(self, channel: str | None = None) -> JSON:
        limits = {} if channel is None else {"channel": channel}
        return await self.api_client.get("view", {"as": self.name, **limits})

    async def load_history(self, channel: str, before_id: str) -> JSON:
        return await self.api_client.get("history", {"as": self.name, "channel": channel, "before": before_id})

    async def load_messages(self, channel: str) -> list[JSON]:
        """Oldest first."""
        async with self.watch_view() as watch:
            return watch.list_messages(channel)

    @asynccontextmanager
    async def watch_view(self) -> AsyncIterator[LiveView]:
        async with self.api_client.open_websocket(self.name) as socket:
            watch = LiveView(socket)
            await watch.next_event()
            yield watch

    async def wait_until(self, condition: Callable[[LiveView], T | None], timeout_s: float = DEFAULT_TIMEOUT_S) -> T:
        async with self.watch_view() as watch:
            return await watch.wait_until(condition, timeout_s)

    async def wait_for_message(
        self, channel: str, condition: Callable[[JSON], object] = bool, timeout_s: float = DEFAULT_TIMEOUT_S
    ) -> JSON:
        """The newest message there that keeps the law, as soon as there is one."""
        try:
            return await self.wait_until(lambda seen: seen.newest_message(channel, condition), timeout_s)
        except TimeoutError:
            shown = [full_text(message) for message in await self.load_messages(channel)]
            raise TimeoutError(f"{self.name} sees in {channel} only {shown}") from None

    async def wait_for_command(self, command: str, bot: str | None = None) -> JSON:
        """The command, once a bot has told of it."""
        return await self.wait_until(lambda seen: seen.find_command(command, bot))

    async def send_message(
        self, channel: str, content: str = "", *, reply_to: str | None = None, files: Sequence[File] = ()
    ) -> JSON:
        done = await self.perform_action(
            "send", channel=channel, content=content, reply_to=reply_to, files=list(files) or None
        )
        message: JSON = done["message"]
        return message

    async def edit_message(self, message: JSON | str, content: str) -> JSON:
        done = await self.perform_action("edit", message=_message_id(message), content=content)
        edited: JSON = done["message"]
        return edited

    async def delete_message(self, message: JSON | str) -> None:
        await self.perform_action("delete", message=_message_id(message))

    async def react(self, message: JSON | str, emoji: str, *, off: bool = False) -> None:
        """With an emoji; `off` takes it back."""
        await self.perform_action("react", message=_message_id(message), emoji=emoji, off=off)

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
        aim = None if target is None else _message_id(target)
        return InteractionResult(
            await self.perform_action(
                "command", channel=channel, command=command, options=options, target=aim, bot=bot, wait=wait
            )
        )

    async def autocomplete(self, channel: str, command: str, focused: str, /, **options: object) -> list[JSON]:
        done = await self.perform_action(
            "autocomplete", channel=channel, command=command, focused=focused, options=options
        )
        choices: list[JSON] = done["choices"]
        return choices

    async def click(
        self, message: JSON | str, label: str | None = None, *, custom_id: str | None = None, wait: bool = True
    ) -> InteractionResult:
        """By what is written on the button, or by its id."""
        done = await self.perform_action(
            "click", message=_message_id(message), label=label, custom_id=custom_id, wait=wait
        )
        return InteractionResult(done)

    async def select_values(
        self, message: JSON | str, custom_id: str, values: Sequence[str], *, wait: bool = True
    ) -> InteractionResult:
        done = await self.perform_action(
            "select", message=_message_id(message), custom_id=custom_id, values=list(values), wait=wait
        )
        return InteractionResult(done)

    async def submit_modal(self, values: Mapping[str, object], *, wait: bool = True) -> InteractionResult:
        """Fills in the open modal: by custom_id a text, a list, a truth or files."""
        return InteractionResult(await self.perform_action("submit", values=values, wait=wait))

    async def close_modal(self) -> None:
        """The open modal, unanswered."""
        await self.perform_action("close_modal")

    async def dismiss(self, *, message: JSON | str | None = None, interaction: str | None = None) -> None:
        await self.perform_action("dismiss", message=message and _message_id(message), interaction=interaction)

    async def create_thread(self, channel: str, name: str, message: JSON | str | None = None) -> JSON:
        done = await self.perform_action("thread", channel=channel, name=name, message=message and _message_id(message))
        thread: JSON = done["channel"]
        return thread

    async def create_group(self, *others: str, name: str | None = None) -> JSON:
        """A group of theirs with others."""
        done = await self.perform_action("group", members=list(others), name=name)
        group: JSON = done["channel"]
        return group

    async def set_bot_installed(self, bot: str, *, installed: bool = True) -> None:
        """For themselves, wherever they go."""
        await self.perform_action("install", bot=bot, installed=installed)

    async def set_dms_open(self, *, open: bool) -> None:  # noqa: A002
        """Whether those who share no more than a server may write."""
        await self.perform_action("set_dms_open", open=open)

    async def set_locale(self, locale: str) -> None:
        await self.perform_action("set_locale", locale=locale)


def _message_id(message: JSON | str) -> str:
    return message if isinstance(message, str) else str(message["id"])
