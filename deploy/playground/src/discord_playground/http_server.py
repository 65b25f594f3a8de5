"""The HTTP server: Discord's API and gateway for bots, the page and its own API for people and programs."""

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
import discord_playground.api.threads  # noqa: F401  they enter their routes
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
from discord_playground.body_validation import CALLBACK_ROUTE, parse_json
from discord_playground.fault_injection import DROP_CONNECTION
from discord_playground.interactions_endpoint import InteractionsEndpoints
from discord_playground.people import page_api
from discord_playground.people.page_api import json_response
from discord_playground.playground import PlaygroundServer
from discord_playground.rate_limits import RateLimitExceeded
from discord_playground.request_body import MAX_BODY_BYTES, handle_expect_header, parse_form_fields, read_multipart
from discord_playground.world.interaction import Interaction
from discord_playground.world.person import BotApplication

SAVE_INTERVAL_S: Final = 5.0
SUPPORTED_CONTENT_TYPES: Final = {"application/json", "application/x-www-form-urlencoded", "multipart/form-data"}
"""Of bodies; one that says of no kind, or of another, is none."""
CLIENT_CLOSED_REQUEST: Final = 499
"""What the wire tells of a request whose end never came; nobody is there to be told anything."""
API_PREFIX: Final = "/api{version:(?:/v\\d+)?}"
KNOWN_PATHS: Final = [re.compile(re.sub(r"{\w+}", "[^/]+", template)) for template in {it.template for it in ROUTES}]
MALFORMED_BODY_EXCEPTIONS: Final = (AttributeError, KeyError, TypeError, ValueError)
"""What a handler stumbles with over a body that nobody has checked."""
RequestHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def create_application(playground: PlaygroundServer) -> web.Application:
    endpoints = _create_endpoints(playground)
    app = web.Application(client_max_size=MAX_BODY_BYTES, middlewares=[_log_disconnects(playground)])
    # What is written out comes before what stands for anything: @original is no message's id.
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
    """Handle the response of a bot's endpoint like a request to the callback route."""

    def handle_response(interaction: Interaction, answer: Any, parts: list[MultipartFile]) -> None:
        path = {"interaction_id": interaction.id, "interaction_token": interaction.token}
        interactions.create_interaction_response(
            ApiCall(playground, endpoints, *CALLBACK_ROUTE, path, {}, answer, parts, None)
        )

    endpoints = InteractionsEndpoints(playground, handle_response)
    return endpoints


def _log_disconnects(playground: PlaygroundServer) -> Middleware:
    """Whoever dies in the middle of a request is nobody's mistake, and worth a line."""

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
    """A route as Discord would answer it: its limits, its refusals, and the trouble that was ordered."""

    async def handle_request(request: web.Request) -> web.StreamResponse:
        began = time.perf_counter()
        body: Any = None
        caller: BotApplication | None = None
        headers: dict[str, str] = {}
        status, answer, refused = route.success_status, None, None
        try:
            _check_version(request)
            caller = _find_caller(playground, request)
            if caller is None and not route.is_token_in_path:
                raise ApiError(UNAUTHORIZED)
            who = caller.id if caller else request.match_info.get("webhook_token", "")
            headers = playground.rate_limits.spend_request(who, route.name, request.match_info)
            trouble = await playground.fault_injector.take_fault(route.name, request.match_info.get("channel_id"))
            lost = trouble.status if trouble else None
            body, parts = await _read_body(request)
            await playground.fault_injector.add_latency()
            if lost is None or (trouble and trouble.after_handling):
                path, query = request.match_info, request.query
                call = ApiCall(playground, endpoints, route.method, route.template, path, query, body, parts, caller)
                answer = await _call_handler(route, call)
                status = 201 if call.has_created else status
            if lost == DROP_CONNECTION:
                refused = "connection dropped, as ordered"
                if request.transport:
                    request.transport.abort()
            elif trouble and lost is not None:
                status, answer = int(lost), trouble.body
        except ApiError as no:
            status, answer, refused = no.code.status, no.body, str(no)
            if status == 429:
                headers |= {"Via": "1.1 google", "Retry-After": "1"}
                answer |= {"retry_after": 1.0, "global": False}
        except RateLimitExceeded as limited:
            status, answer, refused = 429, limited.body, "429 " + str(limited)
            headers = limited.headers
        if answer is None and refused is None:
            status = 204
        taken = (time.perf_counter() - began) * 1000
        playground.traffic_log.add_entry(
            "rest", f"{route.method} {request.path}", _find_bot_name(playground, request, caller),
            status=status, refused=refused, ms=taken, sent=body, answered=answer, route=route.name,
        )  # fmt: skip
        await playground.fault_injector.add_latency()
        if answer is None:
            return web.Response(status=status, headers=headers)
        return json_response(answer, status, headers)

    return handle_request


async def _call_handler(route: ApiRoute, call: ApiCall) -> ResponseBody:
    try:
        told = route.handler(call)
        return await told if isinstance(told, Awaitable) else told
    except MALFORMED_BODY_EXCEPTIONS as stumbled:
        if call.playground.has_schemas:
            raise  # with schemas no malformed body comes as far as a handler
        sentence = f"The body is malformed ({stumbled!r}); Discord's schemas would say where."
        raise ApiError(INVALID_FORM, [FieldError((), "MALFORMED", sentence)]) from stumbled


def _create_unknown_route_handler(playground: PlaygroundServer) -> RequestHandler:
    def is_known_path(request: web.Request) -> bool:
        """Is there something, for another method?"""
        return any(place.fullmatch(f"/{request.match_info['unknown']}") for place in KNOWN_PATHS)

    async def reject_request(request: web.Request) -> web.StreamResponse:
        is_verb = request.method in {"GET", "POST", "PUT", "PATCH", "DELETE"}
        code = NOT_FOUND if is_verb and not is_known_path(request) else METHOD_NOT_ALLOWED
        no = ApiError(code)
        what = f"{request.method} {request.path}"
        playground.traffic_log.add_entry(
            "rest", what, status=code.status, refused=f"{no}: the playground does not have this route"
        )
        return json_response(no.body, code.status)

    return reject_request


def _check_version(request: web.Request) -> None:
    if not api_version.is_supported(request.match_info["version"].removeprefix("/v")):
        raise ApiError(INVALID_VERSION)


def _find_caller(playground: PlaygroundServer, request: web.Request) -> BotApplication | None:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return playground.world.find_bot_by_token(token.strip()) if kind == "Bot" else None


def _find_bot_name(playground: PlaygroundServer, request: web.Request, caller: BotApplication | None) -> str | None:
    """The bot whose request it is; an interaction's token tells it, too."""
    if caller:
        return caller.name
    path = request.match_info
    interaction = playground.world.interactions.get(path.get("interaction_token") or path.get("webhook_token", ""))
    return playground.world.people[interaction.bot_id].name if interaction else None


async def _read_body(request: web.Request) -> tuple[Any, list[MultipartFile]]:
    """The JSON of a request, and the files beside it."""
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
    async def save_regularly() -> None:
        while True:
            await asyncio.sleep(SAVE_INTERVAL_S)
            try:
                playground.save_world()
            except OSError as error:
                # A full disk may have room again; until then whoever runs this has to know.
                playground.traffic_log.add_entry("control", "the world cannot be kept", refused=str(error))
                print(f"playground: the world cannot be kept: {error}", file=sys.stderr)  # noqa: T201

    # At once, too: a folder that cannot be written is better told of now than when all is lost.
    playground.save_world()
    task = asyncio.create_task(save_regularly()) if playground.settings.folder else None
    yield
    await endpoints.close()
    if task:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    playground.save_world()
