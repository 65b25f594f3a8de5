"""Commands for hosts: backups, checks of the store, and export and deletion of personal data."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

app: Final = typer.Typer(rich_markup_mode=None)
ladder_app: Final = typer.Typer(
    rich_markup_mode=None, help="Maintain the ratings of all servers.", no_args_is_help=True
)
app.add_typer(ladder_app, name="ladder")
PersonIdArgument = Annotated[
    int, typer.Argument(help="The ID of a Discord user.", metavar="PERSON", min=1, max=(1 << 63) - 1)
]


@app.command()
def backup(
    folder: Annotated[
        Path | None,
        typer.Argument(help="The folder for backups; by default, that of DUEL_BACKUPS.", file_okay=False),
    ] = None,
    keep: Annotated[int, typer.Option(min=1, help="Number of backups to keep in the folder.")] = 7,
) -> None:
    """Write a checked backup of the database. The bot may be running. PostgreSQL needs the program pg_dump."""
    from bot.cli.database import run_with_store
    from bot.cli.run import exit_on_config_error
    from bot.errors import ConfigError
    from bot.ops.config import Environment

    with exit_on_config_error():
        target = folder or Environment().duel_backups
        if target is None:
            raise ConfigError("name a folder for backups, or set DUEL_BACKUPS")
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    typer.echo(run_with_store(lambda store: store.back_up(target, stamp, keep), read_only=True))


@app.command()
def restore(
    copy: Annotated[Path, typer.Argument(help="The backup.", metavar="FILE", dir_okay=False)],
) -> None:
    """Replace the database with a backup, while no bot is running. The replaced data is lost."""
    from bot.cli.database import forget_person, read_database_url, run_or_exit
    from storage import Store

    url = read_database_url()
    count = run_or_exit(Store.restore_backup(url, copy, forget_person))
    typer.echo(f"Restored {url}. People forgotten again: {count}.")


@app.command("move")
def move_database(
    source: Annotated[str, typer.Argument(help="The URL of a database, as in DATABASE_URL.", metavar="FROM")],
    target: Annotated[str, typer.Argument(help="The URL of an empty database.", metavar="TO")],
) -> None:
    """Copy all data into an empty database. Works from SQLite to PostgreSQL and back, while no bot is running."""
    from bot.cli.database import run_or_exit
    from bot.wall_clock import current_time_ms
    from storage import Store

    row_counts = run_or_exit(Store.transfer(source, target, current_time_ms()))
    filled = {table: rows for table, rows in row_counts.items() if rows}
    typer.echo(f"Copied and compared {sum(filled.values()):,} rows of {len(filled)} tables. FROM is unchanged.")
    for table, rows in filled.items():
        typer.echo(f"{rows:>12,}  {table}")


@app.command()
def doctor(
    mend: Annotated[
        bool, typer.Option("--mend", help="Trust this machine's clock, and correct wrong times in the database.")
    ] = False,
    via_http: Annotated[bool, typer.Option("--http", help="Check an application for duel serve.")] = False,
) -> None:
    """Check the settings, database, matches, ratings, backups, disk and, with a token, the application at Discord.

    Exit code 1 if there are problems, and 75 if Discord could not be checked.
    """
    import asyncio

    from bot.cli.database import run_with_store
    from bot.cli.doctor import find_backup_problem, find_problems, repair_wrong_times
    from bot.cli.run import exit_on_config_error
    from bot.ops.config import Environment, find_unknown_variables
    from bot.wall_clock import current_time_ms
    from games import GAMES
    from storage import Store, find_folder

    async def list_problems(store: Store) -> list[str]:
        # If the database is on another machine, check this machine's disk.
        folder = find_folder(Environment().database_url) or Path.cwd()
        problems = [f"setting {line}" for line in find_unknown_variables()]
        problems += [f"game {key}: is not available: {reason}" for key, reason in GAMES.refused_plugins.items()]
        problems += [line async for line in find_problems(store, folder, current_time_ms())]
        if backup_problem := find_backup_problem(Environment().duel_backups, current_time_ms()):
            problems.append(backup_problem)
        return problems

    with exit_on_config_error():
        environment = Environment()
    has_application_problems, is_complete = False, True
    if environment.discord_token.get_secret_value():
        from bot.discord.application_check import check_application

        report = asyncio.run(check_application(environment, via_http=via_http))
        typer.echo("\n".join((*report.facts, *report.problems)))
        has_application_problems, is_complete = bool(report.problems), report.is_complete
    problems = run_with_store(list_problems, read_only=True)
    if problems and mend:
        count = run_with_store(lambda store: repair_wrong_times(store, current_time_ms()), read_only=False)
        typer.echo(f"Corrected: {count}.")
        problems = run_with_store(list_problems, read_only=True)
    if problems:
        typer.echo("\n".join(problems))
    else:
        typer.echo("No other problems found." if has_application_problems or not is_complete else "No problems found.")
    if problems or has_application_problems:
        raise typer.Exit(1)
    raise typer.Exit(0 if is_complete else os.EX_TEMPFAIL)


@app.command()
def export(person_id: PersonIdArgument) -> None:
    """Print all data about one person as JSON. Data about others is not included."""
    import json

    from bot.cli.database import run_with_store

    exported = run_with_store(lambda store: store.people.export_person(person_id), read_only=True)
    typer.echo(json.dumps(exported, ensure_ascii=False, indent=1))


@app.command()
def forget(person_id: PersonIdArgument) -> None:
    """Anonymize one person permanently. Ends their running matches, and removes their name from all others."""
    from bot.cli.database import forget_person, run_with_store

    anonymous_id = run_with_store(lambda store: forget_person(store, person_id), read_only=False)
    typer.echo("Forgotten." if anonymous_id else "There is no person with this ID.")


@app.command("forgotten")
def list_forgotten() -> None:
    """List forgotten people as hashes. After a restore, pass the list to `duel forget-again`."""
    from bot.cli.database import run_with_store
    from storage.tombstones import format_tombstones

    tombstones = run_with_store(lambda store: store.people.load_tombstones(), read_only=True)
    typer.echo(format_tombstones(tombstones), nl=False)


@app.command("forget-again")
def forget_again(
    path: Annotated[Path, typer.Argument(help="The output of `duel forgotten`.", metavar="LIST", dir_okay=False)],
) -> None:
    """Forget all people on a list again. Use this after a restore with other tools than `duel restore`."""
    from bot.cli.database import forget_person, run_with_store
    from storage.tombstones import read_tombstone_file

    count = run_with_store(
        lambda store: store.forget_people_again(read_tombstone_file(path), forget_person),
        read_only=False,
    )
    typer.echo(f"People forgotten again: {count}.")


@ladder_app.command()
def rebuild() -> None:
    """Recompute every rating from the results of all matches. Reports how many were wrong."""
    from bot.cli.database import run_with_store
    from bot.ratings.rebuild import correct_all_ratings

    count = run_with_store(correct_all_ratings, read_only=False)
    typer.echo(f"Corrected: {count}." if count else "All ratings are correct.")
