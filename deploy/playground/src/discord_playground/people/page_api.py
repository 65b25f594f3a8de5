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
from discord_playground.people import lookup
from discord_playground.people.action_request import ActionDenied, parse_request
from discord_playground.people.actions import ActionHandler
from discord_playground.people.controls import ControlHandler
from discord_playground.people.view_stream import ViewStream
from discord_playground.playground import PlaygroundServer
from discord_playground.request_body import MAX_BODY_BYTES, handle_expect_header
from discord_playground.world.clock import format_timestamp

PAGE_FOLDER: Final = Path(__file__).parents[1] / "page"
LOCAL_HOSTS: Final = {"127.0.0.1", "localhost"}
CLOCK_WAIT_S: Final = 25.0
"""Seconds that a question for the time waits for it to be moved; then it is told as it is."""
NUMBER_PATTERN: Final = re.compile(r"[0-9]{1,20}")
JsonHandler: TypeAlias = Callable[[web.Request], Awaitable[Any]]
ResponseHandler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PageApi:
    def __init__(self, playground: PlaygroundServer) -> None:
        self.playground = playground

    async def get_view(self, request: web.Request) -> Any:
        hands = self._action_handler(request)
        named = request.query.get("channel")
        return hands.view_builder.build_view(
            lookup.find_visible_channel(self.playground.world, named, hands.person.id) if named else None
        )

    async def get_history(self, request: web.Request) -> Any:
        hands = self._action_handler(request)
        channel = lookup.find_visible_channel(self.playground.world, request.query.get("channel", ""), hands.person.id)
        return hands.view_builder.render_history(channel, _query_number(request, "before", 1 << 63))

    async def post_action(self, request: web.Request) -> Any:
        said = parse_request(await request.read())
        return await ActionHandler(
            self.playground, lookup.find_human(self.playground.world, said.get("as", ""))
        ).handle_action(said)

    async def post_control(self, request: web.Request) -> Any:
        said = parse_request(await request.read())
        told = ControlHandler(self.playground).handle_control(said)
        self.playground.traffic_log.add_entry("control", said["do"], sent=said)
        return told

    async def get_traffic_log(self, request: web.Request) -> Any:
        wire = self.playground.traffic_log
        return {
            "refused": wire.refused_count,
            "last": wire.last_number,
            "entries": wire.list_entries_after(_query_number(request, "after", 0)),
        }

    async def get_clock(self, request: web.Request) -> Any:
        """What time it is, and how far ahead of the real one; whoever knows how far is answered when that changes."""
        clock = self.playground.clock
        if request.query.get("offset_ms") == str(clock.offset_ms):
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOCK_WAIT_S):
                    await clock.wait_until_moved()
        return {"now": format_timestamp(clock.now()), "offset_ms": clock.offset_ms}

    async def get_setup(self, _: web.Request) -> Any:
        return self.playground.connection_info

    async def open_view_stream(self, request: web.Request) -> web.StreamResponse:
        try:
            hands = self._action_handler(request)
        except ActionDenied as denied:
            return json_response({"error": str(denied)}, 400)
        socket = web.WebSocketResponse(max_msg_size=MAX_BODY_BYTES, compress=False)
        await socket.prepare(request)
        await ViewStream(self.playground, hands, socket, with_traffic_log=request.query.get("wire") == "1").run()
        return socket

    def _action_handler(self, request: web.Request) -> ActionHandler:
        return ActionHandler(self.playground, lookup.find_human(self.playground.world, request.query.get("as", "")))


def add_page_routes(app: web.Application, playground: PlaygroundServer) -> None:
    door = PageApi(playground)
    asked = {
        "view": door.get_view,
        "history": door.get_history,
        "wire": door.get_traffic_log,
        "clock": door.get_clock,
        "setup": door.get_setup,
    }
    for path, handler in asked.items():
        app.router.add_get(f"/playground/{path}", _require_local_request(_wrap_json_handler(handler)))
    for path, handler in {"act": door.post_action, "control": door.post_control}.items():
        app.router.add_post(
            f"/playground/{path}",
            _require_local_request(_wrap_json_handler(handler)),
            expect_handler=handle_expect_header,
        )
    app.router.add_get("/playground/watch", _require_local_request(door.open_view_stream))
    app.router.add_get("/", _serve_index)
    app.router.add_static("/page", PAGE_FOLDER)
    app.on_response_prepare.append(_disable_caching)


async def _serve_index(request: web.Request) -> web.StreamResponse:
    if request.url.host == "localhost":
        # Pictures have the number in their address, and to a page of that name they would be somebody else's.
        raise web.HTTPTemporaryRedirect(request.url.with_host("127.0.0.1"))
    # Nor may another page show this one as a part of itself, and have people click on it.
    return web.FileResponse(PAGE_FOLDER / "index.html", headers={"X-Frame-Options": "DENY"})


async def _disable_caching(request: web.Request, response: web.StreamResponse) -> None:
    """After an update no browser shows yesterday's page."""
    if request.path == "/" or request.path.startswith("/page/"):
        response.headers["Cache-Control"] = "no-cache"


def is_local_request(request: web.Request) -> bool:
    """Whether this machine's own page or program asks, and no page of others' in the same browser.

    The people's side asks for no password, so that a browser must not carry strangers in. A page from elsewhere says so
    by its origin; one whose name was made to lead here says that name as the host.
    """
    return request.url.host in LOCAL_HOSTS and request.headers.get("Origin") in {None, f"http://{request.host}"}


def _require_local_request(handler: ResponseHandler) -> ResponseHandler:
    async def handle_local_request(request: web.Request) -> web.StreamResponse:
        if not is_local_request(request):
            return json_response({"error": "only this machine's own page and programs may come in here"}, 403)
        return await handler(request)

    return handle_local_request


def _query_number(request: web.Request, name: str, default: int) -> int:
    told = request.query.get(name, str(default))
    if not NUMBER_PATTERN.fullmatch(told):
        raise ActionDenied(f"{name} is a number, not {told!r}")
    return int(told)


def _wrap_json_handler(handler: JsonHandler) -> ResponseHandler:
    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            return json_response(await handler(request))
        except (ActionDenied, ApiError) as no:
            return json_response({"error": str(no)}, 400)
        except web.HTTPRequestEntityTooLarge:
            return json_response({"error": f"that is more than {MAX_BODY_BYTES} bytes"}, 413)
        except web.RequestPayloadError:
            return json_response({"error": "that cannot be unpacked"}, 400)

    return answer


def json_response(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    # Exactly this type: discord.py does not know JSON by any other name.
    return web.Response(
        body=encode_json(body), status=status, headers={**(headers or {}), "Content-Type": "application/json"}
    )
