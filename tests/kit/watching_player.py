"""A playground client that receives every version of every message that its person sees."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from contextlib import suppress
from typing import Self

from discord_playground.client import JSON, LiveView, PersonClient
from discord_playground.client.api_client import ApiClient


class WatchingPlayer(PersonClient):
    """A person whose client passes each new or changed message to `on_message`."""

    def __init__(self, api_client: ApiClient, name: str) -> None:
        super().__init__(api_client, name)
        self.news_event = asyncio.Event()
        self._watch: LiveView | None = None

    @property
    def watch(self) -> LiveView:
        assert self._watch
        return self._watch

    @abstractmethod
    def on_message(self, message: JSON) -> None: ...

    async def __aenter__(self) -> Self:
        self._socket = self.api_client.open_websocket(self.name)
        self._watch = LiveView(await self._socket.__aenter__())
        await self._watch.next_event()
        self._receiving_task = asyncio.create_task(self._receive_events())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._receiving_task.cancel()
        with suppress(asyncio.CancelledError):
            await self._receiving_task
        await self._socket.__aexit__(None, None, None)

    async def _receive_events(self) -> None:
        while True:
            event = await self.watch.next_event()
            if event["type"] == "message":
                self.on_message(event["message"])
            elif event["type"] == "view":
                for channel_messages in event["view"]["messages"].values():
                    for message in channel_messages:
                        self.on_message(message)
            self.news_event.set()
