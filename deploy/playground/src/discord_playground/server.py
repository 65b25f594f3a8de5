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
from discord_playground import version
from discord_playground.api import interactions
from discord_playground.api.call import ROUTES, Answer, Call, Route
from discord_playground.api.compose import Part
from discord_playground.endpoint import Endpoints
from discord_playground.fault import DROP
from discord_playground.form import CALLBACK, parsed
from discord_playground.parts import MOST, invited, read_fields, torn
from discord_playground.people import door
from discord_playground.people.door import jsoned
from discord_playground.playground import Playground
from discord_playground.ratelimit import Limited
from discord_playground.refusal import (
    BAD_METHOD,
    BAD_REQUEST,
    INVALID_FORM,
    INVALID_VERSION,
    NOT_FOUND,
    TOO_LARGE,
    UNAUTHORIZED,
    Fault,
    Refused,
)
from discord_playground.world.interaction import Interaction
from discord_playground.world.person import Bot

REMEMBER_EVERY: Final = 5.0
KINDS: Final = {"application/json", "application/x-www-form-urlencoded", "multipart/form-data"}
"""Of bodies; one that says of no kind, or of another, is none."""
HUNG_UP: Final = 499
"""What the wire tells of a request whose end never came; nobody is there to be told anything."""
PREFIX: Final = "/api{version:(?:/v\\d+)?}"
PLACES: Final = [re.compile(re.sub(r"{\w+}", "[^/]+", template)) for template in {it.template for it in ROUTES}]
MALFORMED: Final = (AttributeError, KeyError, TypeError, ValueError)
"""What a handler stumbles with over a body that nobody has checked."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def application(playground: Playground) -> web.Application:
    endpoints = _create_endpoints(playground)
    app = web.Application(client_max_size=MOST, middlewares=[_hung_up_on(playground)])
    # What is written out comes before what stands for anything: @original is no message's id.
    for route in sorted(ROUTES, key=lambda it: it.template.count("{")):
        path = PREFIX + route.template
        app.router.add_route(route.method, path, _spoken(playground, endpoints, route), expect_handler=invited)
    app.router.add_route("*", PREFIX + "/{unknown:.*}", _unknown(playground), expect_handler=invited)
    app.router.add_get("/gateway", playground.gateway.meet)
    app.router.add_get("/gateway/", playground.gateway.meet)
    app.router.add_get("/cdn/attachments/{channel}/{attachment}/{name}", playground.cdn.attachment)
    app.router.add_get("/cdn/emojis/{name}", playground.cdn.emoji)
    app.router.add_get("/cdn/embed/avatars/{name}", playground.cdn.avatar)
    door.open_to_people(app, playground)
    app.cleanup_ctx.append(lambda _: _remembering(playground, endpoints))
    return app


def _create_endpoints(playground: Playground) -> Endpoints:
    """Handle the response of a bot's endpoint like a request to the callback route."""

    def respond(interaction: Interaction, answer: Any, parts: list[Part]) -> None:
        path = {"interaction_id": interaction.id, "interaction_token": interaction.token}
        interactions.answer(Call(playground, endpoints, *CALLBACK, path, {}, answer, parts, None))

    endpoints = Endpoints(playground, respond)
    return endpoints


def _hung_up_on(playground: Playground) -> Middleware:
    """Whoever dies in the middle of a request is nobody's mistake, and worth a line."""

    @web.middleware
    async def listen(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except ConnectionError:
            playground.wire.log("rest", f"{request.method} {request.path}", status=HUNG_UP)
            return web.Response(status=HUNG_UP)

    return listen


def _spoken(playground: Playground, endpoints: Endpoints, route: Route) -> Handler:
    """A route as Discord would answer it: its limits, its refusals, and the trouble that was ordered."""

    async def speak(request: web.Request) -> web.StreamResponse:
        began = time.perf_counter()
        body: Any = None
        caller: Bot | None = None
        headers: dict[str, str] = {}
        status, answer, refused = route.status, None, None
        try:
            _versioned(request)
            caller = _caller(playground, request)
            if caller is None and not route.by_token:
                raise Refused(UNAUTHORIZED)
            who = caller.id if caller else request.match_info.get("webhook_token", "")
            headers = playground.limits.spend(who, route.name, request.match_info)
            trouble = await playground.troubles.met(route.name, request.match_info.get("channel_id"))
            lost = trouble.status if trouble else None
            body, parts = await _read(request)
            await playground.troubles.lags()
            if lost is None or (trouble and trouble.carried):
                path, query = request.match_info, request.query
                call = Call(playground, endpoints, route.method, route.template, path, query, body, parts, caller)
                answer = await _handled(route, call)
                status = 201 if call.made else status
            if lost == DROP:
                refused = "connection dropped, as ordered"
                if request.transport:
                    request.transport.abort()
            elif trouble and lost is not None:
                status, answer = int(lost), trouble.body
        except Refused as no:
            status, answer, refused = no.code.status, no.body, str(no)
            if status == 429:
                headers |= {"Via": "1.1 google", "Retry-After": "1"}
                answer |= {"retry_after": 1.0, "global": False}
        except Limited as limited:
            status, answer, refused = 429, limited.body, "429 " + str(limited)
            headers = limited.headers
        if answer is None and refused is None:
            status = 204
        taken = (time.perf_counter() - began) * 1000
        playground.wire.log(
            "rest", f"{route.method} {request.path}", _name(playground, request, caller),
            status=status, refused=refused, ms=taken, sent=body, answered=answer, route=route.name,
        )  # fmt: skip
        await playground.troubles.lags()
        if answer is None:
            return web.Response(status=status, headers=headers)
        return jsoned(answer, status, headers)

    return speak


async def _handled(route: Route, call: Call) -> Answer:
    try:
        told = route.handler(call)
        return await told if isinstance(told, Awaitable) else told
    except MALFORMED as stumbled:
        if call.playground.checks:
            raise  # with schemas no malformed body comes as far as a handler
        sentence = f"The body is malformed ({stumbled!r}); Discord's schemas would say where."
        raise Refused(INVALID_FORM, [Fault((), "MALFORMED", sentence)]) from stumbled


def _unknown(playground: Playground) -> Handler:
    def met(request: web.Request) -> bool:
        """Is there something, for another method?"""
        return any(place.fullmatch(f"/{request.match_info['unknown']}") for place in PLACES)

    async def refuse(request: web.Request) -> web.StreamResponse:
        is_verb = request.method in {"GET", "POST", "PUT", "PATCH", "DELETE"}
        code = NOT_FOUND if is_verb and not met(request) else BAD_METHOD
        no = Refused(code)
        what = f"{request.method} {request.path}"
        playground.wire.log("rest", what, status=code.status, refused=f"{no}: the playground does not speak this route")
        return jsoned(no.body, code.status)

    return refuse


def _versioned(request: web.Request) -> None:
    if not version.runs(request.match_info["version"].removeprefix("/v")):
        raise Refused(INVALID_VERSION)


def _caller(playground: Playground, request: web.Request) -> Bot | None:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return playground.world.bot(token.strip()) if kind == "Bot" else None


def _name(playground: Playground, request: web.Request, caller: Bot | None) -> str | None:
    """The bot whose request it is; an interaction's token tells it, too."""
    if caller:
        return caller.name
    path = request.match_info
    interaction = playground.world.interactions.get(path.get("interaction_token") or path.get("webhook_token", ""))
    return playground.world.people[interaction.bot].name if interaction else None


async def _read(request: web.Request) -> tuple[Any, list[Part]]:
    """The JSON of a request, and the files beside it."""
    if not request.can_read_body:
        return None, []
    if request.content_type not in KINDS:
        raise Refused(INVALID_FORM)
    if request.content_type == "multipart/form-data":
        return await torn(request)
    try:
        data = await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise Refused(TOO_LARGE) from None
    except web.RequestPayloadError:
        raise Refused(BAD_REQUEST) from None
    if request.content_type == "application/x-www-form-urlencoded":
        return read_fields(parse_qsl(data.decode(errors="replace"), keep_blank_values=True)), []
    return parsed(data) if data else None, []


async def _remembering(playground: Playground, endpoints: Endpoints) -> AsyncIterator[None]:
    async def often() -> None:
        while True:
            await asyncio.sleep(REMEMBER_EVERY)
            try:
                playground.remember()
            except OSError as error:
                # A full disk may have room again; until then whoever runs this has to know.
                playground.wire.log("control", "the world cannot be kept", refused=str(error))
                print(f"playground: the world cannot be kept: {error}", file=sys.stderr)  # noqa: T201

    # At once, too: a folder that cannot be written is better told of now than when all is lost.
    playground.remember()
    task = asyncio.create_task(often()) if playground.settings.folder else None
    yield
    await endpoints.close()
    if task:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    playground.remember()
