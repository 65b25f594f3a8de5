"""What one person's Discord shows, kept true by what the playground tells through its websocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

import aiohttp
import orjson

from discord_playground.client.reading import JSON

T = TypeVar("T")

PATIENCE: Final = 120.0
"""Seconds; a bot has three, and who looks on may be at a machine that is busy with other things."""


class Watch:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.see: JSON = {}
        """As `GET /playground/view` tells it."""

    async def next(self) -> JSON:
        """The next event, when `see` knows of it."""
        event: JSON = orjson.loads(await self._socket.receive_str())
        self._fold(event)
        return event

    async def until(self, law: Callable[[Watch], T | None], seconds: float = PATIENCE) -> T:
        """What the law finds, as soon as it finds something."""
        async with asyncio.timeout(seconds):
            while not (found := law(self)):
                await self.next()
        return found

    def channel(self, name: str) -> JSON | None:
        """By name or id; `@Sample` is the DM with that person or bot."""
        if name.startswith("@"):
            whose = {one["id"] for one in self.see["people"] if name[1:] in (one["username"], one["global_name"])}
            return next((one for one in self.see["dms"] if one["recipient"] in whose), None)
        channels = [*(one for server in self.see["servers"] for one in server["channels"]), *self.see["dms"]]
        named = (one for one in channels if name == one["id"] or (one["guild_id"] and name == one["name"]))
        return next(named, None)

    def messages(self, channel: str) -> list[JSON]:
        """Oldest first; none where there is no such channel yet."""
        place = self.channel(channel)
        return list(self.see["messages"].get(place["id"], ())) if place else []

    def newest(self, channel: str, law: Callable[[JSON], object] = bool) -> JSON | None:
        return next((message for message in reversed(self.messages(channel)) if law(message)), None)

    def command(self, name: str, bot: str | None = None) -> JSON | None:
        """By the first word of its name."""
        named = [command for command in self.see["commands"] if command["name"] == name]
        return next((command for command in named if bot in (None, command["bot"])), None)

    def online(self, name: str) -> bool:
        """Whether a person, or a bot, of this name is there."""
        named = [one for one in self.see["people"] if name in (one["id"], one["username"], one["global_name"])]
        return any(one["presence"] and one["presence"]["status"] != "offline" for one in named)

    def _fold(self, event: JSON) -> None:
        match event["type"]:
            case "view":
                self.see = event["view"]
            case "message":
                message = event["message"]
                shown = self.see["messages"].setdefault(message["channel_id"], [])
                shown[:] = sorted([*_without(shown, message["id"]), message], key=lambda one: int(one["id"]))
            case "message_deleted":
                shown = self.see["messages"].get(event["channel_id"], [])
                shown[:] = _without(shown, event["message_id"])
            case "interaction":
                waiting = self.see["interactions"]
                waiting[:] = [*_without(waiting, event["interaction"]["id"]), event["interaction"]]
            case "interaction_done":
                self.see["interactions"][:] = _without(self.see["interactions"], event["interaction"])
            case "modal":
                self.see["modal"] = event["modal"]
            case "channel":
                for shown in (self.see["dms"], *(server["channels"] for server in self.see["servers"])):
                    shown[:] = [event["channel"] if one["id"] == event["channel"]["id"] else one for one in shown]


def _without(things: list[JSON], gone: str) -> list[JSON]:
    return [one for one in things if one["id"] != gone]
