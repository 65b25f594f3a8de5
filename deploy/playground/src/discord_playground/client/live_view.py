"""What one person's Discord shows, kept true by what the playground tells through its websocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

import aiohttp
import orjson

from discord_playground.client.message_content import JSON

T = TypeVar("T")

DEFAULT_TIMEOUT_S: Final = 120.0
"""Seconds; a bot has three, and who looks on may be at a machine that is busy with other things."""


class LiveView:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.view: JSON = {}
        """As `GET /playground/view` tells it."""

    async def next_event(self) -> JSON:
        """The next event, when `see` knows of it."""
        event: JSON = orjson.loads(await self._socket.receive_str())
        self._apply_event(event)
        return event

    async def wait_until(self, condition: Callable[[LiveView], T | None], timeout_s: float = DEFAULT_TIMEOUT_S) -> T:
        """What the law finds, as soon as it finds something."""
        async with asyncio.timeout(timeout_s):
            while not (found := condition(self)):
                await self.next_event()
        return found

    def find_channel(self, name: str) -> JSON | None:
        """By name or id; `@Sample` is the DM with that person or bot."""
        if name.startswith("@"):
            whose = {one["id"] for one in self.view["people"] if name[1:] in (one["username"], one["global_name"])}
            return next((one for one in self.view["dms"] if one["recipient"] in whose), None)
        channels = [*(one for server in self.view["servers"] for one in server["channels"]), *self.view["dms"]]
        named = (one for one in channels if name == one["id"] or (one["guild_id"] and name == one["name"]))
        return next(named, None)

    def list_messages(self, channel: str) -> list[JSON]:
        """Oldest first; none where there is no such channel yet."""
        place = self.find_channel(channel)
        return list(self.view["messages"].get(place["id"], ())) if place else []

    def newest_message(self, channel: str, condition: Callable[[JSON], object] = bool) -> JSON | None:
        return next((message for message in reversed(self.list_messages(channel)) if condition(message)), None)

    def find_command(self, name: str, bot: str | None = None) -> JSON | None:
        """By the first word of its name."""
        named = [command for command in self.view["commands"] if command["name"] == name]
        return next((command for command in named if bot in (None, command["bot"])), None)

    def is_online(self, name: str) -> bool:
        """Whether a person, or a bot, of this name is there."""
        named = [one for one in self.view["people"] if name in (one["id"], one["username"], one["global_name"])]
        return any(one["presence"] and one["presence"]["status"] != "offline" for one in named)

    def _apply_event(self, event: JSON) -> None:
        match event["type"]:
            case "view":
                self.view = event["view"]
            case "message":
                message = event["message"]
                shown = self.view["messages"].setdefault(message["channel_id"], [])
                shown[:] = sorted([*_without_id(shown, message["id"]), message], key=lambda one: int(one["id"]))
            case "message_deleted":
                shown = self.view["messages"].get(event["channel_id"], [])
                shown[:] = _without_id(shown, event["message_id"])
            case "interaction":
                waiting = self.view["interactions"]
                waiting[:] = [*_without_id(waiting, event["interaction"]["id"]), event["interaction"]]
            case "interaction_done":
                self.view["interactions"][:] = _without_id(self.view["interactions"], event["interaction"])
            case "modal":
                self.view["modal"] = event["modal"]
            case "channel":
                for shown in (self.view["dms"], *(server["channels"] for server in self.view["servers"])):
                    shown[:] = [event["channel"] if one["id"] == event["channel"]["id"] else one for one in shown]


def _without_id(items: list[JSON], removed_id: str) -> list[JSON]:
    return [one for one in items if one["id"] != removed_id]
