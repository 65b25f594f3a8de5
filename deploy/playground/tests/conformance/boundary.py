"""Rules about minimum and maximum values: the limit itself is accepted, and the next value beyond it is refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from deploy.playground.tests.conformance.conformance_bot import ApiReply, ConformanceBot
from deploy.playground.tests.conformance.documented_rule import DocumentationPage

BodyFactory: TypeAlias = Callable[[int], Any]
BodySender: TypeAlias = Callable[[ConformanceBot, Sequence[Any]], Awaitable[list[ApiReply]]]
"""A function that sends request bodies in order and returns the replies."""


async def send_messages(bot: ConformanceBot, bodies: Sequence[Any]) -> list[ApiReply]:
    return [await bot.try_send_message(body) for body in bodies]


async def send_modals(bot: ConformanceBot, bodies: Sequence[Any]) -> list[ApiReply]:
    """Send each modal in response to a command, and return the replies.

    If a modal is refused, the next modal is sent in response to the same command.
    """
    replies: list[ApiReply] = []
    async with bot.identify_at_gateway(intents=0) as gateway:
        for body in bodies:
            if not replies or replies[-1].status < 300:
                interaction = await bot.forge_command(gateway)
            replies.append(await bot.respond(interaction, 9, body))
    return replies


async def create_commands(bot: ConformanceBot, bodies: Sequence[Any]) -> list[ApiReply]:
    return [await bot.request("POST", f"/applications/{bot.application_id}/commands", body) for body in bodies]


def add_boundary_rule(
    page: DocumentationPage,
    section: str,
    subject: str,
    statement: str,
    make_body: BodyFactory,
    error_path: str,
    *,
    minimum: int | None = None,
    maximum: int | None = None,
    send_bodies: BodySender = send_messages,
) -> None:
    """Add a rule about the minimum and maximum of a value in a request body.

    `make_body` returns a body with the given value, and `error_path` is the path of the error if the value is invalid.
    """

    async def check(bot: ConformanceBot) -> None:
        limits = [limit for limit in (minimum, maximum) if limit is not None]
        invalid = [*(() if minimum is None else (minimum - 1,)), *(() if maximum is None else (maximum + 1,))]
        *refused, last = await send_bodies(bot, [make_body(number) for number in invalid] + [make_body(limits[-1])])
        assert [reply.status_and_code for reply in refused] == [(400, 50035)] * len(invalid)
        assert all(reply.error_paths == {error_path} for reply in refused), [reply.error_paths for reply in refused]
        accepted = [last, *(await send_bodies(bot, [make_body(number) for number in limits[:-1]]))]
        assert all(reply.status < 300 for reply in accepted), [reply.body for reply in accepted]

    page.add_rule(section, subject, statement, check)
