"""The playground's HTTP API and its page. `API.md` describes the requests and responses."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from aiohttp import web

from discord_playground.api_errors import ApiError
from discord_playground.json_codec import encode_json
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
"""Time after which a request that waits for a change of the clock gets a response anyway."""
NUMBER_PATTERN: Final = re.compile(r"[0-9]{1,20}")
JsonHandler: TypeAlias = Callable[[web.Request], Awaitable[Any]]
ResponseHandler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PageApi:
    def __init__(self, playground: PlaygroundServer) -> None:
        self.playground = playground

    async def get_view(self, request: web.Request) -> Any:
        handler = self._create_action_handler(request)
        name = request.query.get("channel")
        channel = handler.find_channel(name) if name else None
        return handler.view_builder.build_view(channel)

    async def get_history(self, request: web.Request) -> Any:
        handler = self._create_action_handler(request)
        channel = handler.find_channel(request.query.get("channel", ""))
        return handler.view_builder.render_history(channel, _get_query_number(request, "before", 1 << 63))

    async def post_action(self, request: web.Request) -> Any:
        action = parse_request(await request.read())
        person = lookup.find_human(self.playground.world, action.get("as", ""))
        return await ActionHandler(self.playground, person).handle_action(action)

    async def post_control(self, request: web.Request) -> Any:
        control = parse_request(await request.read())
        response = ControlHandler(self.playground).handle_control(control)
        self.playground.traffic_log.add_entry("control", control["do"], sent=control)
        return response

    async def get_traffic_log(self, request: web.Request) -> Any:
        log = self.playground.traffic_log
        return {
            "refused": log.refused_count,
            "last": log.last_number,
            "entries": log.list_entries_after(_get_query_number(request, "after", 0)),
        }

    async def get_clock(self, request: web.Request) -> Any:
        """Return the time and its offset from real time.

        If the request contains the current offset, wait until the offset changes.
        """
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
            handler = self._create_action_handler(request)
        except ActionDenied as error:
            return json_response({"error": str(error)}, 400)
        socket = web.WebSocketResponse(max_msg_size=MAX_BODY_BYTES, compress=False)
        await socket.prepare(request)
        await ViewStream(self.playground, handler, socket, with_traffic_log=request.query.get("wire") == "1").run()
        return socket

    def _create_action_handler(self, request: web.Request) -> ActionHandler:
        return ActionHandler(self.playground, lookup.find_human(self.playground.world, request.query.get("as", "")))


def add_page_routes(app: web.Application, playground: PlaygroundServer) -> None:
    api = PageApi(playground)
    get_handlers = {
        "view": api.get_view,
        "history": api.get_history,
        "wire": api.get_traffic_log,
        "clock": api.get_clock,
        "setup": api.get_setup,
    }
    for path, handler in get_handlers.items():
        app.router.add_get(f"/playground/{path}", _require_local_request(_wrap_json_handler(handler)))
    for path, handler in {"act": api.post_action, "control": api.post_control}.items():
        app.router.add_post(
            f"/playground/{path}",
            _require_local_request(_wrap_json_handler(handler)),
            expect_handler=handle_expect_header,
        )
    app.router.add_get("/playground/watch", _require_local_request(api.open_view_stream))
    app.router.add_get("/", _serve_index)
    app.router.add_static("/page", PAGE_FOLDER)
    app.on_response_prepare.append(_disable_caching)


async def _serve_index(request: web.Request) -> web.StreamResponse:
    if request.url.host == "localhost":
        # Attachment URLs contain 127.0.0.1. A page on localhost would have a different origin.
        raise web.HTTPTemporaryRedirect(request.url.with_host("127.0.0.1"))
    # X-Frame-Options prevents clickjacking by pages that show this one in a frame.
    return web.FileResponse(PAGE_FOLDER / "index.html", headers={"X-Frame-Options": "DENY"})


async def _disable_caching(request: web.Request, response: web.StreamResponse) -> None:
    """Make browsers check whether a cached file is still up to date before they use it."""
    if request.path == "/" or request.path.startswith("/page/"):
        response.headers["Cache-Control"] = "no-cache"


def is_local_request(request: web.Request) -> bool:
    """Return whether a request comes from the playground's own page or from a program on this machine.

    The API has no password, so it must be protected from other sites that are open in the user's browser. Their
    requests contain a foreign origin or, after DNS rebinding, a foreign host name.
    """
    return request.url.host in LOCAL_HOSTS and request.headers.get("Origin") in {None, f"http://{request.host}"}


def _require_local_request(handler: ResponseHandler) -> ResponseHandler:
    async def handle_local_request(request: web.Request) -> web.StreamResponse:
        if not is_local_request(request):
            return json_response({"error": "only the playground's page and programs on this machine have access"}, 403)
        return await handler(request)

    return handle_local_request


def _get_query_number(request: web.Request, name: str, default: int) -> int:
    value = request.query.get(name, str(default))
    if not NUMBER_PATTERN.fullmatch(value):
        raise ActionDenied(f"{name} must be a number, not {value!r}")
    return int(value)


def _wrap_json_handler(handler: JsonHandler) -> ResponseHandler:
    """Return a handler that sends the result of `handler` as JSON. Errors are sent as `{"error": …}`."""

    async def handle_json_request(request: web.Request) -> web.StreamResponse:
        try:
            return json_response(await handler(request))
        except (ActionDenied, ApiError) as error:
            return json_response({"error": str(error)}, 400)
        except web.HTTPRequestEntityTooLarge:
            return json_response({"error": f"the request is larger than {MAX_BODY_BYTES} bytes"}, 413)
        except web.RequestPayloadError:
            return json_response({"error": "the request cannot be decompressed"}, 400)

    return handle_json_request


def json_response(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    # discord.py parses JSON only if the content type is exactly this, without a charset.
    return web.Response(
        body=encode_json(body), status=status, headers={**(headers or {}), "Content-Type": "application/json"}
    )
