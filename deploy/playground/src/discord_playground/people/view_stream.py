"""One open page, or one program that looks on: told of each change as it happens."""

from __future__ import annotations

import asyncio
from typing import Final

from aiohttp import WSMsgType, web

from discord_playground.api_errors import ApiError
from discord_playground.json_encoding import encode_json
from discord_playground.people.action_request import ActionDenied, parse_request, validate_request
from discord_playground.people.actions import ActionHandler
from discord_playground.people.view_events import FULL_RELOAD, ViewEvent, view_events
from discord_playground.playground import PlaygroundServer
from discord_playground.traffic_log import TrafficEntry
from discord_playground.world.change import WorldChange

MAX_QUEUED_EVENTS: Final = 10_000
"""A page that has so much to hear was asleep; it is told how things stand instead."""


class ViewStream:
    def __init__(
        self,
        playground: PlaygroundServer,
        action_handler: ActionHandler,
        socket: web.WebSocketResponse,
        *,
        with_traffic_log: bool,
    ) -> None:
        self.playground = playground
        self.action_handler = action_handler
        self.socket = socket
        self.with_traffic_log = with_traffic_log
        self._queued_events: asyncio.Queue[ViewEvent] = asyncio.Queue()
        self._is_reload_queued = False
        self._action_tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        heard = self.playground.world.listeners
        logged = self.playground.traffic_log.listeners
        heard.append(self.queue_change)
        if self.with_traffic_log:
            logged.append(self.queue_traffic_entry)
        self._queue_event(FULL_RELOAD)
        writer = asyncio.create_task(self._send_events())
        try:
            async for frame in self.socket:
                if frame.type == WSMsgType.TEXT:
                    act = asyncio.create_task(self._handle_action(frame.data))
                    self._action_tasks.add(act)
                    act.add_done_callback(self._action_tasks.discard)
        finally:
            heard.remove(self.queue_change)
            if self.with_traffic_log:
                logged.remove(self.queue_traffic_entry)
            for task in [writer, *self._action_tasks]:
                task.cancel()

    def queue_change(self, change: WorldChange) -> None:
        if self._queued_events.qsize() > MAX_QUEUED_EVENTS:
            while not self._queued_events.empty():
                self._queued_events.get_nowait()
            self._is_reload_queued = False
            self._queue_event(FULL_RELOAD)
        for notice in view_events(self.action_handler.view_builder, change):
            self._queue_event(notice)

    def queue_traffic_entry(self, entry: TrafficEntry) -> None:
        if self._queued_events.qsize() <= MAX_QUEUED_EVENTS:
            self._queue_event(
                {"type": "wire", "entry": entry.page_json, "refused": self.playground.traffic_log.refused_count}
            )

    def _queue_event(self, event: ViewEvent) -> None:
        if event is FULL_RELOAD:
            # Many changes of the frame at once are one new look.
            if self._is_reload_queued:
                return
            self._is_reload_queued = True
        self._queued_events.put_nowait(event)

    async def _send_events(self) -> None:
        while True:
            notice = await self._queued_events.get()
            if notice is FULL_RELOAD:
                self._is_reload_queued = False
                notice = {"type": "view", "view": self.action_handler.view_builder.build_view()}
            try:
                await self.socket.send_frame(encode_json(notice), WSMsgType.TEXT)
            except ConnectionError:
                return

    async def _handle_action(self, data: str) -> None:
        key, answer = None, None
        status = 200
        try:
            said = parse_request(data)
            key = said.get("id")
            if "act" not in said:
                raise ActionDenied("say {act: {do, …}, id}")
            answer = await self.action_handler.handle_action(validate_request(said["act"]))
        except (ActionDenied, ApiError) as no:
            status, answer = 400, {"error": str(no)}
        self._queue_event({"type": "act_result", "id": key, "status": status, "answer": answer})
