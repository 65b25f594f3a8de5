"""Limits as sentences: what is exactly there is taken, one more or one less is refused at its place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage

BodyFactory: TypeAlias = Callable[[int], Any]
BodySender: TypeAlias = Callable[[ConformanceBot, Sequence[Any]], Awaitable[list[ApiReply]]]
"""Several bodies, one after the other."""


async def send_messages(bot: ConformanceBot, bodies: Sequence[Any]) -> list[ApiReply]:
    return [await bot.try_send_message(body) for body in bodies]


async def send_modals(bot: ConformanceBot, bodies: Sequence[Any]) -> list[ApiReply]:
    """Each as the answer to a command; what was refused may be answered again."""
    replies: list[ApiReply] = []
    async with bot.identify_at_gateway(intents=0) as ear:
        for body in bodies:
            if not replies or replies[-1].status < 300:
                call = await bot.forge_command(ear)
            replies.append(await bot.respond(call, 9, body))
    return replies


async def create_commands(bot: ConformanceBot, bodies: Sequence[Any]) -> list[ApiReply]:
    return [await bot.request("POST", f"/applications/{bot.application_id}/commands", body) for body in bodies]


def add_boundary_rule(
    page: DocumentationPage,
    section: str,
    subject: str,
    statement: str,
    make_body: BodyFactory,
    fault_path: str,
    *,
    minimum: int | None = None,
    maximum: int | None = None,
    send_bodies: BodySender = send_messages,
) -> None:
    """`at` is the place in the body that is complained of."""

    async def asked(bot: ConformanceBot) -> None:
        edges = [one for one in (minimum, maximum) if one is not None]
        beyond = [*(() if minimum is None else (minimum - 1,)), *(() if maximum is None else (maximum + 1,))]
        *wrong, last = await send_bodies(bot, [make_body(number) for number in beyond] + [make_body(edges[-1])])
        assert [reply.status_and_code for reply in wrong] == [(400, 50035)] * len(beyond)
        assert all(reply.fault_paths == {fault_path} for reply in wrong), [reply.fault_paths for reply in wrong]
        taken = [last, *(await send_bodies(bot, [make_body(number) for number in edges[:-1]]))]
        assert all(reply.status < 300 for reply in taken), [reply.body for reply in taken]

    page.add_rule(section, subject, statement, asked)
