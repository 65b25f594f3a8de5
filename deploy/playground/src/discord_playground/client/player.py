"""One of the people, and what Discord's app lets them do."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from discord_playground.client.answer import Answer
from discord_playground.client.line import Line
from discord_playground.client.reading import JSON, text
from discord_playground.client.watch import PATIENCE, Watch

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class File:
    name: str
    data: bytes


def packed(value: object) -> object:
    """Files as JSON carries them."""
    match value:
        case File(name, data):
            return {"name": name, "data": base64.b64encode(data).decode()}
        case Mapping():
            return {key: packed(one) for key, one in value.items()}
        case list() | tuple():
            return [packed(one) for one in value]
    return value


class Player:
    """Users, channels and servers are named or given by id; `@Sample` is the DM with that bot."""

    def __init__(self, line: Line, name: str) -> None:
        self.line = line
        self.name = name

    async def act(self, do: str, **fields: object) -> JSON:
        """What is None is left out."""
        given = {name: packed(value) for name, value in fields.items() if value is not None}
        return await self.line.post("act", {"as": self.name, "do": do, **given})

    async def see(self, channel: str | None = None) -> JSON:
        limits = {} if channel is None else {"channel": channel}
        return await self.line.get("view", {"as": self.name, **limits})

    async def history(self, channel: str, before: str) -> JSON:
        return await self.line.get("history", {"as": self.name, "channel": channel, "before": before})

    async def messages(self, channel: str) -> list[JSON]:
        """Oldest first."""
        async with self.watching() as watch:
            return watch.messages(channel)

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[Watch]:
        async with self.line.connected(self.name) as socket:
            watch = Watch(socket)
            await watch.next()
            yield watch

    async def until(self, law: Callable[[Watch], T | None], seconds: float = PATIENCE) -> T:
        async with self.watching() as watch:
            return await watch.until(law, seconds)

    async def waits_for(self, channel: str, law: Callable[[JSON], object] = bool, seconds: float = PATIENCE) -> JSON:
        """The newest message there that keeps the law, as soon as there is one."""
        try:
            return await self.until(lambda seen: seen.newest(channel, law), seconds)
        except TimeoutError:
            shown = [text(message) for message in await self.messages(channel)]
            raise TimeoutError(f"{self.name} sees in {channel} only {shown}") from None

    async def learns(self, command: str, bot: str | None = None) -> JSON:
        """The command, once a bot has told of it."""
        return await self.until(lambda seen: seen.command(command, bot))

    async def say(
        self, channel: str, content: str = "", *, reply_to: str | None = None, files: Sequence[File] = ()
    ) -> JSON:
        done = await self.act("send", channel=channel, content=content, reply_to=reply_to, files=list(files) or None)
        message: JSON = done["message"]
        return message

    async def edit(self, message: JSON | str, content: str) -> JSON:
        done = await self.act("edit", message=_id(message), content=content)
        edited: JSON = done["message"]
        return edited

    async def delete(self, message: JSON | str) -> None:
        await self.act("delete", message=_id(message))

    async def react(self, message: JSON | str, emoji: str, *, off: bool = False) -> None:
        """With an emoji; `off` takes it back."""
        await self.act("react", message=_id(message), emoji=emoji, off=off)

    async def command(
        self,
        channel: str,
        command: str,
        /,
        *,
        target: JSON | str | None = None,
        bot: str | None = None,
        wait: bool = True,
        **options: object,
    ) -> Answer:
        aim = None if target is None else _id(target)
        return Answer(
            await self.act("command", channel=channel, command=command, options=options, target=aim, bot=bot, wait=wait)
        )

    async def complete(self, channel: str, command: str, focused: str, /, **options: object) -> list[JSON]:
        done = await self.act("autocomplete", channel=channel, command=command, focused=focused, options=options)
        choices: list[JSON] = done["choices"]
        return choices

    async def click(
        self, message: JSON | str, label: str | None = None, *, custom_id: str | None = None, wait: bool = True
    ) -> Answer:
        """By what is written on the button, or by its id."""
        done = await self.act("click", message=_id(message), label=label, custom_id=custom_id, wait=wait)
        return Answer(done)

    async def select(self, message: JSON | str, custom_id: str, values: Sequence[str], *, wait: bool = True) -> Answer:
        done = await self.act("select", message=_id(message), custom_id=custom_id, values=list(values), wait=wait)
        return Answer(done)

    async def submit(self, values: Mapping[str, object], *, wait: bool = True) -> Answer:
        """Fills in the open modal: by custom_id a text, a list, a truth or files."""
        return Answer(await self.act("submit", values=values, wait=wait))

    async def close(self) -> None:
        """The open modal, unanswered."""
        await self.act("close_modal")

    async def dismiss(self, *, message: JSON | str | None = None, interaction: str | None = None) -> None:
        await self.act("dismiss", message=message and _id(message), interaction=interaction)

    async def thread(self, channel: str, name: str, message: JSON | str | None = None) -> JSON:
        done = await self.act("thread", channel=channel, name=name, message=message and _id(message))
        thread: JSON = done["channel"]
        return thread

    async def group(self, *others: str, name: str | None = None) -> JSON:
        """A group of theirs with others."""
        done = await self.act("group", members=list(others), name=name)
        group: JSON = done["channel"]
        return group

    async def install(self, bot: str, *, installed: bool = True) -> None:
        """For themselves, wherever they go."""
        await self.act("install", bot=bot, installed=installed)

    async def dms(self, *, open: bool) -> None:  # noqa: A002
        """Whether those who share no more than a server may write."""
        await self.act("set_dms_open", open=open)

    async def locale(self, locale: str) -> None:
        await self.act("set_locale", locale=locale)


def _id(thing: JSON | str) -> str:
    return thing if isinstance(thing, str) else str(thing["id"])
