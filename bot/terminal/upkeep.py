"""What a host does at a terminal: backups, a check-up, and people's right to their own data."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

app: Final = typer.Typer(rich_markup_mode=None)
ladder: Final = typer.Typer(rich_markup_mode=None, help="The ratings of all servers.", no_args_is_help=True)
app.add_typer(ladder, name="ladder")
Person = Annotated[int, typer.Argument(help="A Discord user's id.", metavar="PERSON", min=1, max=(1 << 63) - 1)]


@app.command()
def backup(
    out: Annotated[Path, typer.Argument(help="A folder.", metavar="OUT", file_okay=False)],
    keep: Annotated[int, typer.Option(min=1, help="How many backups stay in it.")] = 7,
) -> None:
    """Copy the database, whole and checked, also while the bot is running."""
    from bot.terminal.storeroom import visited

    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    typer.echo(visited(lambda store: store.backup(out, stamp, keep), look=True))


@app.command()
def restore(
    copy: Annotated[Path, typer.Argument(help="A backup.", metavar="FILE", dir_okay=False)],
) -> None:
    """Put a backup in the place of the database, while no bot is running. What was there is gone."""
    from bot.host.environment import Environment
    from bot.terminal.storeroom import done
    from storage import Store

    done(Store.restore(Environment().database_url, copy))
    typer.echo("Restored.")


@app.command()
def doctor(
    mend: Annotated[
        bool, typer.Option("--mend", help="Believe this watch, and put right what bears a wrong time.")
    ] = False,
) -> None:
    """Look whether everything is as it should be; exit code 1 if something is not."""
    from bot.host.environment import Environment
    from bot.terminal.doctor import complaints, mended
    from bot.terminal.storeroom import visited
    from bot.time import now
    from storage import Store, folder

    async def examined(store: Store) -> list[str]:
        # The bot's own disk, where the database is on another machine.
        return [line async for line in complaints(store, folder(Environment().database_url) or Path.cwd(), now())]

    wrong = visited(examined, look=True)
    if wrong and mend:
        typer.echo(f"Put right: {visited(lambda store: mended(store, now()), look=False)}.")
        wrong = visited(examined, look=True)
    typer.echo("\n".join(wrong) if wrong else "All is well.")
    raise typer.Exit(1 if wrong else 0)


@app.command()
def export(person: Person) -> None:
    """Write everything about one person as JSON, and nothing about others."""
    import json

    from bot.terminal.storeroom import visited

    typer.echo(json.dumps(visited(lambda store: store.export(person), look=True), ensure_ascii=False, indent=1))


@app.command()
def forget(person: Person) -> None:
    """Make one person nobody: their running matches end, their name is gone from all others. There is no way back."""
    from bot.ladder.umpire import Umpire
    from bot.preferences import Preferences
    from bot.table.holiday import absences_of
    from bot.table.tables import Tables
    from bot.terminal.storeroom import visited
    from bot.time import now
    from storage import Store

    async def forgotten(store: Store) -> int:
        absences = await absences_of(store)
        umpire = Umpire(store, Preferences(store))
        return await Tables(store, absences, umpire.ruled).forget(person, now())

    # Looked at first: a store that is not there is not to be made by forgetting somebody.
    visited(lambda store: store.export(person), look=True)
    typer.echo("Forgotten." if visited(forgotten, look=False) else "Nobody of that number is here.")


@ladder.command()
def rebuild() -> None:
    """Count every rating anew, from the results of all matches; says how many were wrong."""
    from bot.ladder.recount import recounted
    from bot.terminal.storeroom import visited
    from storage import Store

    # Looked at first, as above.
    visited(Store.earliest, look=True)
    wrong = visited(recounted, look=False)
    typer.echo(f"Put right: {wrong}." if wrong else "All ratings are right.")
