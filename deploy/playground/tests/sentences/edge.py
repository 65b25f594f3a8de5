"""Limits as sentences: what is exactly there is taken, one more or one less is refused at its place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from deploy.playground.tests.sentences.sentence import Page
from deploy.playground.tests.sentences.witness import Reply, Witness

Made: TypeAlias = Callable[[int], Any]
Sent: TypeAlias = Callable[[Witness, Sequence[Any]], Awaitable[list[Reply]]]
"""Several bodies, one after the other."""


async def by_message(bot: Witness, bodies: Sequence[Any]) -> list[Reply]:
    return [await bot.sends(body) for body in bodies]


async def by_modal(bot: Witness, bodies: Sequence[Any]) -> list[Reply]:
    """Each as the answer to a command; what was refused may be answered again."""
    replies: list[Reply] = []
    async with bot.hearing(intents=0) as ear:
        for body in bodies:
            if not replies or replies[-1].status < 300:
                call = await bot.called(ear)
            replies.append(await bot.answers(call, 9, body))
    return replies


async def by_command(bot: Witness, bodies: Sequence[Any]) -> list[Reply]:
    return [await bot.asks("POST", f"/applications/{bot.app}/commands", body) for body in bodies]


def edge(
    page: Page,
    section: str,
    subject: str,
    says: str,
    made: Made,
    at: str,
    *,
    least: int | None = None,
    most: int | None = None,
    sent: Sent = by_message,
) -> None:
    """`at` is the place in the body that is complained of."""

    async def asked(bot: Witness) -> None:
        edges = [one for one in (least, most) if one is not None]
        beyond = [*(() if least is None else (least - 1,)), *(() if most is None else (most + 1,))]
        *wrong, last = await sent(bot, [made(number) for number in beyond] + [made(edges[-1])])
        assert [reply.refusal for reply in wrong] == [(400, 50035)] * len(beyond)
        assert all(reply.wrong == {at} for reply in wrong), [reply.wrong for reply in wrong]
        taken = [last, *(await sent(bot, [made(number) for number in edges[:-1]]))]
        assert all(reply.status < 300 for reply in taken), [reply.body for reply in taken]

    page.enter(section, subject, says, asked)
