"""One open page, or one program that looks on: told of each change as it happens."""

from __future__ import annotations

import asyncio
from typing import Final

from aiohttp import WSMsgType, web

from discord_playground.api_errors import ApiError
from discord_playground.json_encoding import encode_json
from discord_playground.people.act import Hands
from discord_playground.people.given import Denied, checked, given
from discord_playground.people.notice import ANEW, Notice, notices
from discord_playground.playground import PlaygroundServer
from discord_playground.traffic_log import TrafficEntry
from discord_playground.world.change import WorldChange

BEHIND: Final = 10_000
"""A page that has so much to hear was asleep; it is told how things stand instead."""


class Watch:
    def __init__(
        self, playground: PlaygroundServer, hands: Hands, socket: web.WebSocketResponse, *, wire: bool
    ) -> None:
        self.playground = playground
        self.hands = hands
        self.socket = socket
        self.wire = wire
        self._notices: asyncio.Queue[Notice] = asyncio.Queue()
        self._looks_anew = False
        self._acts: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        heard = self.playground.world.listeners
        logged = self.playground.traffic_log.listeners
        heard.append(self.hear)
        if self.wire:
            logged.append(self.log)
        self._say(ANEW)
        writer = asyncio.create_task(self._write())
        try:
            async for frame in self.socket:
                if frame.type == WSMsgType.TEXT:
                    act = asyncio.create_task(self._act(frame.data))
                    self._acts.add(act)
                    act.add_done_callback(self._acts.discard)
        finally:
            heard.remove(self.hear)
            if self.wire:
                logged.remove(self.log)
            for task in [writer, *self._acts]:
                task.cancel()

    def hear(self, change: WorldChange) -> None:
        if self._notices.qsize() > BEHIND:
            while not self._notices.empty():
                self._notices.get_nowait()
            self._looks_anew = False
            self._say(ANEW)
        for notice in notices(self.hands.eyes, change):
            self._say(notice)

    def log(self, entry: TrafficEntry) -> None:
        if self._notices.qsize() <= BEHIND:
            self._say({"type": "wire", "entry": entry.page_json, "refused": self.playground.traffic_log.refused_count})

    def _say(self, notice: Notice) -> None:
        if notice is ANEW:
            # Many changes of the frame at once are one new look.
            if self._looks_anew:
                return
            self._looks_anew = True
        self._notices.put_nowait(notice)

    async def _write(self) -> None:
        while True:
            notice = await self._notices.get()
            if notice is ANEW:
                self._looks_anew = False
                notice = {"type": "view", "view": self.hands.eyes.see()}
            try:
                await self.socket.send_frame(encode_json(notice), WSMsgType.TEXT)
            except ConnectionError:
                return

    async def _act(self, data: str) -> None:
        key, answer = None, None
        status = 200
        try:
            said = given(data)
            key = said.get("id")
            if "act" not in said:
                raise Denied("say {act: {do, …}, id}")
            answer = await self.hands.act(checked(said["act"]))
        except (Denied, ApiError) as no:
            status, answer = 400, {"error": str(no)}
        self._say({"type": "act_result", "id": key, "status": status, "answer": answer})
