"""The HTTP server with Discord's API and gateway for bots, the page for people and the playground's own API."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final
from urllib.parse import parse_qsl

from aiohttp import web
from aiohttp.typedefs import Middleware

import discord_playground.api.applications
import discord_playground.api.channels
import discord_playground.api.emojis
import discord_playground.api.guilds
import discord_playground.api.reactions
import discord_playground.api.scheduled_events
import discord_playground.api.threads  # noqa: F401 - importing these modules registers their routes
from discord_playground import api_version
from discord_playground.api import interactions
from discord_playground.api.call import ROUTES, ApiCall, ApiRoute, ResponseBody
from discord_playground.api.message_builder import MultipartFile
from discord_playground.api_errors import (
    BAD_REQUEST,
    INVALID_FORM,
    INVALID_VERSION,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    REQUEST_TOO_LARGE,
    UNAUTHORIZED,
    ApiError,
    FieldError,
)
from discord_playground.body_validation import CALLBACK_ROUTE
from discord_playground.fault_injection import DROP_CONNECTION
from discord_playground.interactions_endpoint import InteractionsEndpoints
from discord_playground.json_codec import parse_json
from discord_playground.people import page_api
from discord_playground.people.page_api import json_response
from discord_playground.playground import PlaygroundServer
from discord_playground.rate_limits import RateLimitExceeded
from discord_playground.request_body import MAX_BODY_BYTES, handle_expect_header, parse_form_fields, read_multipart
from discord_playground.world.interaction import Interaction
from discord_playground.world.person import BotApplication

SAVE_INTERVAL_S: Final = 5.0
SUPPORTED_CONTENT_TYPES: Final = {"application/json", "application/x-www-form-urlencoded", "multipart/form-data"}
CLIENT_CLOSED_REQUEST: Final = 499
"""Status that the log shows if a client disconnected before it sent its complete request."""
API_PREFIX: Final = "/api{version:(?:/v\\d+)?}"
KNOWN_PATHS: Final = [re.compile(re.sub(r"{\w+}", "[^/]+", template)) for template in {it.template for it in ROUTES}]
MALFORMED_BODY_EXCEPTIONS: Final = (AttributeError, KeyError, TypeError, ValueError)
"""Exceptions that malformed bodies cause in handlers. With schemas, such bodies never reach a handler."""
RequestHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def create_application(playground: PlaygroundServer) -> web.Application:
    endpoints = _create_endpoints(playground)
    app = web.Application(client_max_size=MAX_BODY_BYTES, middlewares=[_log_disconnects(playground)])
    # Literal paths must match before parameters, because `@original` is not a message ID.
    for route in sorted(ROUTES, key=lambda it: it.template.count("{")):
        path = API_PREFIX + route.template
        app.router.add_route(
            route.method, path, _create_route_handler(playground, endpoints, route), expect_handler=handle_expect_header
        )
    app.router.add_route(
        "*",
        API_PREFIX + "/{unknown:.*}",
        _create_unknown_route_handler(playground),
        expect_handler=handle_expect_header,
    )
    app.router.add_get("/gateway", playground.gateway.handle_connection)
    app.router.add_get("/gateway/", playground.gateway.handle_connection)
    app.router.add_get("/cdn/attachments/{channel}/{attachment}/{name}", playground.cdn.serve_attachment)
    app.router.add_get("/cdn/emojis/{name}", playground.cdn.serve_emoji)
    app.router.add_get("/cdn/embed/avatars/{name}", playground.cdn.serve_avatar)
    page_api.add_page_routes(app, playground)
    app.cleanup_ctx.append(lambda _: _save_periodically(playground, endpoints))
    return app


def _create_endpoints(playground: PlaygroundServer) -> InteractionsEndpoints:
    """Create the sender of interactions over HTTP, which handles responses like requests to the callback route."""

    def handle_response(interaction: Interaction, body: Any, uploads: list[MultipartFile]) -> None:
        path = {"interaction_id": interaction.id, "interaction_token": interaction.token}
        interactions.create_interaction_response(
            ApiCall(playground, endpoints, *CALLBACK_ROUTE, path, {}, body, uploads, None)
        )

    endpoints = InteractionsEndpoints(playground, handle_response)
    return endpoints


def _log_disconnects(playground: PlaygroundServer) -> Middleware:
    """Return middleware that logs clients that disconnect during a request, without printing a traceback."""

    @web.middleware
    async def log_disconnect(request: web.Request, handler: RequestHandler) -> web.StreamResponse:
        try:
            return await handler(request)
        except ConnectionError:
            playground.traffic_log.add_entry("rest", f"{request.method} {request.path}", status=CLIENT_CLOSED_REQUEST)
            return web.Response(status=CLIENT_CLOSED_REQUEST)

    return log_disconnect


def _create_route_handler(
    playground: PlaygroundServer, endpoints: InteractionsEndpoints, route: ApiRoute
) -> RequestHandler:
    """Return a handler that checks authorization and rate limits, injects faults and logs the request."""

    async def handle_request(request: web.Request) -> web.StreamResponse:
        started_at = time.perf_counter()
        body: Any = None
        caller: BotApplication | None = None
        headers: dict[str, str] = {}
        status, answer, refused = route.success_status, None, None
        try:
            _check_version(request)
            caller = _find_caller(playground, request)
            if caller is None and not route.is_token_in_path:
                raise ApiError(UNAUTHORIZED)
            caller_key = caller.id if caller else request.match_info.get("webhook_token", "")
            headers = playground.rate_limits.spend_request(caller_key, route.name, request.match_info)
            fault = await playground.fault_injector.take_fault(route.name, request.match_info.get("channel_id"))
            fault_status = fault.status if fault else None
            body, uploads = await _read_body(request)
            await playground.fault_injector.add_latency()
            if fault_status is None or (fault and fault.after_handling):
                path, query = request.match_info, request.query
                call = ApiCall(playground, endpoints, route.method, route.template, path, query, body, uploads, caller)
                answer = await _call_handler(route, call)
                status = 201 if call.has_created else status
            if fault_status == DROP_CONNECTION:
                refused = "connection dropped: injected fault"
                if request.transport:
                    request.transport.abort()
            elif fault and fault_status is not None:
                status, answer = int(fault_status), fault.body
        except ApiError as error:
            status, answer, refused = error.code.status, error.body, str(error)
            if status == 429:
                headers |= {"Via": "1.1 google", "Retry-After": "1"}
                answer |= {"retry_after": 1.0, "global": False}
        except RateLimitExceeded as error:
            status, answer, refused = 429, error.body, "429 " + str(error)
            headers = error.headers
        if answer is None and refused is None:
            status = 204
        elapsed_ms = (time.perf_counter() - started_at) * 1000
        playground.traffic_log.add_entry(
            "rest", f"{route.method} {request.path}", _find_bot_name(playground, request, caller),
            status=status, refused=refused, ms=elapsed_ms, sent=body, answered=answer, route=route.name,
        )  # fmt: skip
        await playground.fault_injector.add_latency()
        if answer is None:
            return web.Response(status=status, headers=headers)
        return json_response(answer, status, headers)

    return handle_request


async def _call_handler(route: ApiRoute, call: ApiCall) -> ResponseBody:
    try:
        result = route.handler(call)
        return await result if isinstance(result, Awaitable) else result
    except MALFORMED_BODY_EXCEPTIONS as error:
        if call.playground.has_schemas:
            raise  # the schemas accepted the body, so this is a bug
        message = f"The body is malformed ({error!r}). With Discord's schemas, this error would name the field."
        raise ApiError(INVALID_FORM, [FieldError((), "MALFORMED", message)]) from error


def _create_unknown_route_handler(playground: PlaygroundServer) -> RequestHandler:
    def is_known_path(request: web.Request) -> bool:
        """Return whether a route with this path exists for another method."""
        return any(path.fullmatch(f"/{request.match_info['unknown']}") for path in KNOWN_PATHS)

    async def reject_request(request: web.Request) -> web.StreamResponse:
        is_known_method = request.method in {"GET", "POST", "PUT", "PATCH", "DELETE"}
        code = NOT_FOUND if is_known_method and not is_known_path(request) else METHOD_NOT_ALLOWED
        error = ApiError(code)
        title = f"{request.method} {request.path}"
        playground.traffic_log.add_entry(
            "rest", title, status=code.status, refused=f"{error}: the playground does not have this route"
        )
        return json_response(error.body, code.status)

    return reject_request


def _check_version(request: web.Request) -> None:
    if not api_version.is_supported(request.match_info["version"].removeprefix("/v")):
        raise ApiError(INVALID_VERSION)


def _find_caller(playground: PlaygroundServer, request: web.Request) -> BotApplication | None:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return playground.world.find_bot_by_token(token.strip()) if scheme == "Bot" else None


def _find_bot_name(playground: PlaygroundServer, request: web.Request, caller: BotApplication | None) -> str | None:
    """Return the name of the caller or of the bot whose interaction token is in the path, or None."""
    if caller:
        return caller.name
    path = request.match_info
    interaction = playground.world.interactions.get(path.get("interaction_token") or path.get("webhook_token", ""))
    return playground.world.people[interaction.bot_id].name if interaction else None


async def _read_body(request: web.Request) -> tuple[Any, list[MultipartFile]]:
    """Return the parsed JSON and the uploaded files of a request."""
    if not request.can_read_body:
        return None, []
    if request.content_type not in SUPPORTED_CONTENT_TYPES:
        raise ApiError(INVALID_FORM)
    if request.content_type == "multipart/form-data":
        return await read_multipart(request)
    try:
        data = await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise ApiError(REQUEST_TOO_LARGE) from None
    except web.RequestPayloadError:
        raise ApiError(BAD_REQUEST) from None
    if request.content_type == "application/x-www-form-urlencoded":
        return parse_form_fields(parse_qsl(data.decode(errors="replace"), keep_blank_values=True)), []
    return parse_json(data) if data else None, []


async def _save_periodically(playground: PlaygroundServer, endpoints: InteractionsEndpoints) -> AsyncIterator[None]:
    """Save the world regularly while the server runs, and close the endpoints when it stops."""

    async def save_in_loop() -> None:
        while True:
            await asyncio.sleep(SAVE_INTERVAL_S)
            try:
                playground.save_world()
            except OSError as error:
                # Report the error and continue, because a full disk may have space again later.
                playground.traffic_log.add_entry("control", "the world cannot be saved", refused=str(error))
                print(f"playground: the world cannot be saved: {error}", file=sys.stderr)  # noqa: T201

    # Save once at the start, to report a read-only folder before there is anything to lose.
    playground.save_world()
    task = asyncio.create_task(save_in_loop()) if playground.settings.folder else None
    yield
    await endpoints.close()
    if task:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    playground.save_world()
