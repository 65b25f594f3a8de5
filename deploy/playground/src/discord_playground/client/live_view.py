"""A copy of one person's view, which events from the websocket update."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

import aiohttp
import orjson

from discord_playground.client.message_content import JSON

T = TypeVar("T")

DEFAULT_TIMEOUT_S: Final = 120.0
"""Default timeout of methods that wait. It is long because tests may run on a busy machine."""


class LiveView:
    """A copy of one person's view: everything that Discord's app shows to that person.

    The copy changes only while `next_event` or `wait_until` runs:

        async with playground.user.watch_view() as view:
            await view.wait_until(lambda view: view.newest_message("duels"))
    """

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.view: JSON = {}
        """The view, in the JSON format of `GET /playground/view`."""

    async def next_event(self) -> JSON:
        """Wait for the next event, apply it to the view and return the event."""
        event: JSON = orjson.loads(await self._socket.receive_str())
        self._apply_event(event)
        return event

    async def wait_until(self, condition: Callable[[LiveView], T | None], timeout_s: float = DEFAULT_TIMEOUT_S) -> T:
        """Wait until `condition(self)` is true. Return its result or raise `TimeoutError` after `timeout_s`."""
        async with asyncio.timeout(timeout_s):
            while not (result := condition(self)):
                await self.next_event()
        return result

    def find_channel(self, name: str) -> JSON | None:
        """Return the channel with this name or ID, or None. `@Sample` stands for the DM with the bot Sample."""
        if name.startswith("@"):
            people = self.view["people"]
            user_ids = {user["id"] for user in people if name[1:] in (user["username"], user["global_name"])}
            return next((dm for dm in self.view["dms"] if dm["recipient"] in user_ids), None)
        channels = [*(channel for server in self.view["servers"] for channel in server["channels"]), *self.view["dms"]]
        matches = (it for it in channels if name == it["id"] or (it["guild_id"] and name == it["name"]))
        return next(matches, None)

    def list_messages(self, channel: str) -> list[JSON]:
        """Return the channel's messages, oldest first. If the channel does not exist, return an empty list."""
        found = self.find_channel(channel)
        return list(self.view["messages"].get(found["id"], ())) if found else []

    def newest_message(self, channel: str, condition: Callable[[JSON], object] = bool) -> JSON | None:
        """Return the newest message in a channel that meets `condition`, or None."""
        return next((message for message in reversed(self.list_messages(channel)) if condition(message)), None)

    def find_command(self, name: str, bot: str | None = None) -> JSON | None:
        """Return the command with this name, or None. For `/duel challenge`, the name is `duel`."""
        matches = [command for command in self.view["commands"] if command["name"] == name]
        return next((command for command in matches if bot in (None, command["bot"])), None)

    def is_online(self, name: str) -> bool:
        """Return whether the bot with this name or ID is online. For people, return False."""
        users = [user for user in self.view["people"] if name in (user["id"], user["username"], user["global_name"])]
        return any(user["presence"] and user["presence"]["status"] != "offline" for user in users)

    def _apply_event(self, event: JSON) -> None:
        match event["type"]:
            case "view":
                self.view = event["view"]
            case "message":
                message = event["message"]
                messages = self.view["messages"].setdefault(message["channel_id"], [])
                messages[:] = sorted([*_drop_id(messages, message["id"]), message], key=lambda it: int(it["id"]))
            case "message_deleted":
                messages = self.view["messages"].get(event["channel_id"], [])
                messages[:] = _drop_id(messages, event["message_id"])
            case "interaction":
                waiting = self.view["interactions"]
                waiting[:] = [*_drop_id(waiting, event["interaction"]["id"]), event["interaction"]]
            case "interaction_done":
                self.view["interactions"][:] = _drop_id(self.view["interactions"], event["interaction"])
            case "modal":
                self.view["modal"] = event["modal"]
            case "channel":
                changed = event["channel"]
                for channels in (self.view["dms"], *(server["channels"] for server in self.view["servers"])):
                    channels[:] = [changed if channel["id"] == changed["id"] else channel for channel in channels]


def _drop_id(items: list[JSON], removed_id: str) -> list[JSON]:
    return [item for item in items if item["id"] != removed_id]
