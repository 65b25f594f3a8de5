"""Opens the store for a command. If that fails, the command prints one line and exits with code 2."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import typer

from bot.cli.run import exit_on_config_error
from bot.ops.config import Environment
from storage import DatabaseInUse, DatabaseUnusable, Store, StoreUnavailable

T = TypeVar("T")


def run_with_store(work: Callable[[Store], Awaitable[T]], *, read_only: bool) -> T:
    """Run `work` with the store, and return its result. If there is no database, fail instead of creating one."""
    url = read_database_url()

    async def open_and_work() -> T:
        if not read_only:
            # Open the database for reading first, which fails if there is none. Opening it for writing would create
            # one.
            async with await Store.open_read_only(url):
                pass
        async with await (Store.open_read_only(url) if read_only else Store.open(url)) as store:
            return await work(store)

    return run_or_exit(open_and_work())


def read_database_url() -> str:
    with exit_on_config_error():
        return Environment().database_url


def run_or_exit(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except (DatabaseInUse, DatabaseUnusable, StoreUnavailable, OSError, ValueError) as error:
        if isinstance(error, OSError) and error.filename is not None:
            typer.echo(f"duel: {error.filename}: {error.strerror}", err=True)
        else:
            typer.echo(f"duel: {error}", err=True)
        raise typer.Exit(2) from error


async def forget_person(store: Store, person_id: int) -> int:
    """Make a person leave all matches, replace their ID in the store, and return the negative replacement ID."""
    from bot.matches.holidays import load_absences  # noqa: PLC0415
    from bot.matches.service import MatchService  # noqa: PLC0415
    from bot.preferences import Preferences  # noqa: PLC0415
    from bot.ratings.rating_policy import RatingPolicy  # noqa: PLC0415 - as in the commands
    from bot.wall_clock import current_time_ms  # noqa: PLC0415

    matches = MatchService(store, await load_absences(store), RatingPolicy(store, Preferences(store)).rate_match)
    return await matches.forget_person(person_id, current_time_ms())
