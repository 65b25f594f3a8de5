"""The websocket through which a page or program receives events and sends actions."""

from __future__ import annotations

import asyncio
from typing import Final

from aiohttp import WSMsgType, web

from discord_playground.api_errors import ApiError
from discord_playground.json_codec import encode_json
from discord_playground.people.action_request import ActionDenied, parse_request, validate_request
from discord_playground.people.actions import ActionHandler
from discord_playground.people.view_events import FULL_RELOAD, ViewEvent, build_view_events
from discord_playground.playground import PlaygroundServer
from discord_playground.traffic_log import TrafficEntry
from discord_playground.world.change import WorldChange

MAX_QUEUED_EVENTS: Final = 10_000
"""Limit above which queued changes are replaced by the complete view, for example after a tab was suspended."""


class ViewStream:
    """Sends one person's events through a websocket and handles the actions that it receives."""

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
        """Send events and handle actions until the client disconnects."""
        change_listeners = self.playground.world.listeners
        log_listeners = self.playground.traffic_log.listeners
        change_listeners.append(self.queue_change)
        if self.with_traffic_log:
            log_listeners.append(self.queue_traffic_entry)
        self._queue_event(FULL_RELOAD)
        send_task = asyncio.create_task(self._send_events())
        try:
            async for frame in self.socket:
                if frame.type == WSMsgType.TEXT:
                    action_task = asyncio.create_task(self._handle_action(frame.data))
                    self._action_tasks.add(action_task)
                    action_task.add_done_callback(self._action_tasks.discard)
        finally:
            change_listeners.remove(self.queue_change)
            if self.with_traffic_log:
                log_listeners.remove(self.queue_traffic_entry)
            for task in [send_task, *self._action_tasks]:
                task.cancel()

    def queue_change(self, change: WorldChange) -> None:
        if self._queued_events.qsize() > MAX_QUEUED_EVENTS:
            queued = [self._queued_events.get_nowait() for _ in range(self._queued_events.qsize())]
            self._is_reload_queued = False
            for event in [*(it for it in queued if it["type"] == "act_result"), FULL_RELOAD]:
                self._queue_event(event)
        for event in build_view_events(self.action_handler.view_builder, change):
            self._queue_event(event)

    def queue_traffic_entry(self, entry: TrafficEntry) -> None:
        if self._queued_events.qsize() <= MAX_QUEUED_EVENTS:
            self._queue_event(
                {"type": "wire", "entry": entry.page_json, "refused": self.playground.traffic_log.refused_count}
            )

    def _queue_event(self, event: ViewEvent) -> None:
        if event is FULL_RELOAD:
            # The view is built when it is sent, so one queued reload covers all earlier changes.
            if self._is_reload_queued:
                return
            self._is_reload_queued = True
        self._queued_events.put_nowait(event)

    async def _send_events(self) -> None:
        while True:
            event = await self._queued_events.get()
            if event is FULL_RELOAD:
                self._is_reload_queued = False
                event = {"type": "view", "view": self.action_handler.view_builder.build_view()}
            try:
                await self.socket.send_frame(encode_json(event), WSMsgType.TEXT)
            except ConnectionError:
                return

    async def _handle_action(self, data: str) -> None:
        request_id, response = None, None
        status = 200
        try:
            request = parse_request(data)
            request_id = request.get("id")
            if "act" not in request:
                raise ActionDenied("the message must be {act: {do, …}, id}")
            response = await self.action_handler.handle_action(validate_request(request["act"]))
        except (ActionDenied, ApiError) as error:
            status, response = 400, {"error": str(error)}
        self._queue_event({"type": "act_result", "id": request_id, "status": status, "answer": response})
