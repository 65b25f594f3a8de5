"""The host's store, for as long as one command takes; what bars the way to it is one line and exit code 2."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import typer

from bot.cli.run import barred
from bot.ops.config import Environment
from storage import DatabaseInUse, DatabaseUnusable, Store, StoreUnavailable

T = TypeVar("T")


def visited(work: Callable[[Store], Awaitable[T]], *, look: bool) -> T:
    """Return what comes of some work on the store. Makes no store where there is none."""
    url = address()

    async def worked() -> T:
        if not look:
            async with await Store.open_read_only(url):
                pass
        async with await (Store.open_read_only(url) if look else Store.open(url)) as store:
            return await work(store)

    return done(worked())


def address() -> str:
    with barred():
        return Environment().database_url


def done(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except (DatabaseInUse, DatabaseUnusable, StoreUnavailable, OSError, ValueError) as wrong:
        typer.echo(f"duel: {wrong}", err=True)
        raise typer.Exit(2) from wrong


async def forgotten(store: Store, person_id: int) -> int:
    """In all that is stored, and at every table."""
    from bot.matches.holidays import absences_of  # noqa: PLC0415
    from bot.matches.service import MatchService  # noqa: PLC0415
    from bot.preferences import Preferences  # noqa: PLC0415
    from bot.ratings.rating_policy import RatingPolicy  # noqa: PLC0415 - as in the commands
    from bot.wall_clock import now  # noqa: PLC0415

    matches = MatchService(store, await absences_of(store), RatingPolicy(store, Preferences(store)).ruled)
    return await matches.forget(person_id, now())
