"""A balancer before several workers: each press goes to the next of them, and to another if that is not there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus

import aiohttp
from aiohttp import web

from deploy.playground.tests.http_server import serve


@dataclass
class Gate:
    workers: list[str] = field(default_factory=list)
    """Where they are."""
    url: str = ""
    taken: list[str] = field(default_factory=list)
    """Who took each press that was taken."""
    turn: int = 0

    async def asked(self, request: web.Request) -> web.Response:
        body = await request.read()
        headers = {name: value for name, value in request.headers.items() if name.startswith(("X-", "Content-Type"))}
        self.turn += 1
        async with aiohttp.ClientSession() as session:
            for number in range(len(self.workers)):
                worker = self.workers[(self.turn + number) % len(self.workers)]
                try:
                    async with session.post(worker, data=body, headers=headers) as answer:
                        if answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
                            continue
                        if answer.status == HTTPStatus.ACCEPTED:
                            self.taken.append(worker)
                        told = await answer.read()
                        return web.Response(status=answer.status, body=told, content_type=answer.content_type)
                except aiohttp.ClientError:
                    continue
        return web.Response(status=HTTPStatus.BAD_GATEWAY)


@asynccontextmanager
async def gated() -> AsyncIterator[Gate]:
    gate = Gate()
    async with serve([web.post("/", gate.asked)]) as url:
        gate.url = f"{url}/"
        yield gate
