"""The page and its API, over HTTP."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from aiohttp import web

from discord_playground.api_errors import ApiError
from discord_playground.json_encoding import encode_json
from discord_playground.people import naming
from discord_playground.people.act import Hands
from discord_playground.people.given import Denied, given
from discord_playground.people.stage import StageHand
from discord_playground.people.watch import Watch
from discord_playground.playground import PlaygroundServer
from discord_playground.request_body import MAX_BODY_BYTES, handle_expect_header
from discord_playground.world.clock import format_timestamp

PAGE: Final = Path(__file__).parents[1] / "page"
HOME: Final = {"127.0.0.1", "localhost"}
HELD: Final = 25.0
"""Seconds that a question for the time waits for it to be moved; then it is told as it is."""
NUMBER: Final = re.compile(r"[0-9]{1,20}")
Handler: TypeAlias = Callable[[web.Request], Awaitable[Any]]
Spoken: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Door:
    def __init__(self, playground: PlaygroundServer) -> None:
        self.playground = playground

    async def see(self, request: web.Request) -> Any:
        hands = self._hands(request)
        named = request.query.get("channel")
        return hands.eyes.see(naming.channel(self.playground.world, named, hands.me.id) if named else None)

    async def history(self, request: web.Request) -> Any:
        hands = self._hands(request)
        channel = naming.channel(self.playground.world, request.query.get("channel", ""), hands.me.id)
        return hands.eyes.history(channel, _number(request, "before", 1 << 63))

    async def act(self, request: web.Request) -> Any:
        said = given(await request.read())
        return await Hands(self.playground, naming.player(self.playground.world, said.get("as", ""))).act(said)

    async def stage(self, request: web.Request) -> Any:
        said = given(await request.read())
        told = StageHand(self.playground).act(said)
        self.playground.traffic_log.add_entry("control", said["do"], sent=said)
        return told

    async def wire(self, request: web.Request) -> Any:
        wire = self.playground.traffic_log
        return {
            "refused": wire.refused_count,
            "last": wire.last_number,
            "entries": wire.list_entries_after(_number(request, "after", 0)),
        }

    async def clock(self, request: web.Request) -> Any:
        """What time it is, and how far ahead of the real one; whoever knows how far is answered when that changes."""
        clock = self.playground.clock
        if request.query.get("offset_ms") == str(clock.offset_ms):
            with suppress(TimeoutError):
                async with asyncio.timeout(HELD):
                    await clock.wait_until_moved()
        return {"now": format_timestamp(clock.now()), "offset_ms": clock.offset_ms}

    async def setup(self, _: web.Request) -> Any:
        return self.playground.connection_info

    async def watch(self, request: web.Request) -> web.StreamResponse:
        try:
            hands = self._hands(request)
        except Denied as denied:
            return jsoned({"error": str(denied)}, 400)
        socket = web.WebSocketResponse(max_msg_size=MAX_BODY_BYTES, compress=False)
        await socket.prepare(request)
        await Watch(self.playground, hands, socket, wire=request.query.get("wire") == "1").run()
        return socket

    def _hands(self, request: web.Request) -> Hands:
        return Hands(self.playground, naming.player(self.playground.world, request.query.get("as", "")))


def open_to_people(app: web.Application, playground: PlaygroundServer) -> None:
    door = Door(playground)
    asked = {"view": door.see, "history": door.history, "wire": door.wire, "clock": door.clock, "setup": door.setup}
    for path, handler in asked.items():
        app.router.add_get(f"/playground/{path}", _own(_answered(handler)))
    for path, handler in {"act": door.act, "control": door.stage}.items():
        app.router.add_post(f"/playground/{path}", _own(_answered(handler)), expect_handler=handle_expect_header)
    app.router.add_get("/playground/watch", _own(door.watch))
    app.router.add_get("/", _index)
    app.router.add_static("/page", PAGE)
    app.on_response_prepare.append(_fresh)


async def _index(request: web.Request) -> web.StreamResponse:
    if request.url.host == "localhost":
        # Pictures have the number in their address, and to a page of that name they would be somebody else's.
        raise web.HTTPTemporaryRedirect(request.url.with_host("127.0.0.1"))
    # Nor may another page show this one as a part of itself, and have people click on it.
    return web.FileResponse(PAGE / "index.html", headers={"X-Frame-Options": "DENY"})


async def _fresh(request: web.Request, response: web.StreamResponse) -> None:
    """After an update no browser shows yesterday's page."""
    if request.path == "/" or request.path.startswith("/page/"):
        response.headers["Cache-Control"] = "no-cache"


def is_own(request: web.Request) -> bool:
    """Whether this machine's own page or program asks, and no page of others' in the same browser.

    The people's side asks for no password, so that a browser must not carry strangers in. A page from elsewhere says so
    by its origin; one whose name was made to lead here says that name as the host.
    """
    return request.url.host in HOME and request.headers.get("Origin") in {None, f"http://{request.host}"}


def _own(handler: Spoken) -> Spoken:
    async def guarded(request: web.Request) -> web.StreamResponse:
        if not is_own(request):
            return jsoned({"error": "only this machine's own page and programs may come in here"}, 403)
        return await handler(request)

    return guarded


def _number(request: web.Request, name: str, default: int) -> int:
    told = request.query.get(name, str(default))
    if not NUMBER.fullmatch(told):
        raise Denied(f"{name} is a number, not {told!r}")
    return int(told)


def _answered(handler: Handler) -> Spoken:
    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            return jsoned(await handler(request))
        except (Denied, ApiError) as no:
            return jsoned({"error": str(no)}, 400)
        except web.HTTPRequestEntityTooLarge:
            return jsoned({"error": f"that is more than {MAX_BODY_BYTES} bytes"}, 413)
        except web.RequestPayloadError:
            return jsoned({"error": "that cannot be unpacked"}, 400)

    return answer


def jsoned(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    # Exactly this type: discord.py does not know JSON by any other name.
    return web.Response(
        body=encode_json(body), status=status, headers={**(headers or {}), "Content-Type": "application/json"}
    )
