"""Test the stream of events to a page that does not read them for a while, such as a suspended tab."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import cast

from aiohttp import WSMessage, WSMsgType, web

from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON
from discord_playground.people import lookup
from discord_playground.people.actions import ActionHandler
from discord_playground.people.view_stream import MAX_QUEUED_EVENTS, ViewStream
from discord_playground.playground import PlaygroundServer, PlaygroundSettings
from discord_playground.world.change import TypingStarted


class SuspendedSocket:
    """A socket that delivers one action and accepts no events until it is resumed."""

    def __init__(self, action: JSON) -> None:
        self.action = action
        self.resumed = asyncio.Event()
        self.events: asyncio.Queue[JSON] = asyncio.Queue()

    async def __aiter__(self) -> AsyncIterator[WSMessage]:
        yield WSMessage(WSMsgType.TEXT, json.dumps({"act": self.action, "id": 7}), None)
        await asyncio.Event().wait()

    async def send_frame(self, data: bytes, _: WSMsgType) -> None:
        await self.resumed.wait()
        self.events.put_nowait(json.loads(data))


async def test_suspended_page_gets_results_of_its_actions() -> None:
    server = PlaygroundServer(PlaygroundSettings(), "http://127.0.0.1:1")
    otter, heron = (lookup.find_person(server.world, name) for name in ("otter", "heron"))
    socket = SuspendedSocket({"do": "set_dms_open", "open": False})
    action_handled = asyncio.Event()
    server.world.listeners.append(lambda _: action_handled.set())
    stream = ViewStream(
        server, ActionHandler(server, otter), cast(web.WebSocketResponse, socket), with_traffic_log=False
    )
    async with asyncio.timeout(TIMEOUT_S):
        stream_task = asyncio.create_task(stream.run())
        await action_handled.wait()
        channel = lookup.find_any_channel(server.world, "duels")
        for _ in range(MAX_QUEUED_EVENTS + 2):
            server.world.publish_change(TypingStarted(channel, heron.id))
        socket.resumed.set()
        types = [(await socket.events.get())["type"] for _ in range(3)]
        stream_task.cancel()
    assert types == ["view", "act_result", "view"]
