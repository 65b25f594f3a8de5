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
    from bot.cli.database import visited

    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    typer.echo(visited(lambda store: store.back_up(out, stamp, keep), look=True))


@app.command()
def restore(
    copy: Annotated[Path, typer.Argument(help="A backup.", metavar="FILE", dir_okay=False)],
) -> None:
    """Put a backup in the place of the database, while no bot is running. What was there is gone."""
    from bot.cli.database import address, done, forgotten
    from storage import Store

    again = done(Store.restore_backup(address(), copy, forgotten))
    typer.echo(f"Restored. Forgotten again: {again}." if again else "Restored.")


@app.command("move")
def moved(
    source: Annotated[str, typer.Argument(help="As DATABASE_URL names it.", metavar="FROM")],
    target: Annotated[str, typer.Argument(help="The same; nothing may be there yet.", metavar="TO")],
) -> None:
    """Bring all of one database into another, from SQLite to PostgreSQL or back, while no bot is running."""
    from bot.cli.database import done
    from bot.wall_clock import now
    from storage import Store

    rows = done(Store.transfer(source, target, now(), lambda table, rows: typer.echo(f"{rows:>12,}  {table}")))
    typer.echo(f"{rows:>12,}  rows are there, each compared. What was there before stays as it was.")


@app.command()
def doctor(
    mend: Annotated[
        bool, typer.Option("--mend", help="Trust this machine's clock, and put right what bears a wrong time.")
    ] = False,
) -> None:
    """Look whether everything is as it should be; exit code 1 if something is not."""
    from bot.cli.database import visited
    from bot.cli.doctor import complaints, mended
    from bot.ops.config import Environment
    from bot.wall_clock import now
    from storage import Store, find_folder

    async def examined(store: Store) -> list[str]:
        # The bot's own disk, where the database is on another machine.
        return [line async for line in complaints(store, find_folder(Environment().database_url) or Path.cwd(), now())]

    wrong = visited(examined, look=True)
    if wrong and mend:
        typer.echo(f"Put right: {visited(lambda store: mended(store, now()), look=False)}.")
        wrong = visited(examined, look=True)
    typer.echo("\n".join(wrong) if wrong else "All is well.")
    raise typer.Exit(1 if wrong else 0)


@app.command()
def export(person_id: Person) -> None:
    """Write everything about one person as JSON, and nothing about others."""
    import json

    from bot.cli.database import visited

    typer.echo(
        json.dumps(
            visited(lambda store: store.people.export_person(person_id), look=True), ensure_ascii=False, indent=1
        )
    )


@app.command()
def forget(person_id: Person) -> None:
    """Make one person nobody: their running matches end, their name is gone from all others. There is no way back."""
    from bot.cli.database import forgotten, visited

    came = visited(lambda store: forgotten(store, person_id), look=False)
    typer.echo("Forgotten." if came else "Nobody of that number is here.")


@app.command("forgotten")
def listed() -> None:
    """Write whom this store has forgotten, as marks that name nobody: for `duel forget-again` after a restore."""
    from bot.cli.database import visited
    from storage.tombstones import format_tombstones

    typer.echo(format_tombstones(visited(lambda store: store.people.load_tombstones(), look=True)), nl=False)


@app.command("forget-again")
def again(
    path: Annotated[Path, typer.Argument(help="What `duel forgotten` wrote.", metavar="LIST", dir_okay=False)],
) -> None:
    """After a restore by other means: forget again those on such a list who are back."""
    from bot.cli.database import forgotten, visited
    from storage.tombstones import parse_tombstones

    number = visited(
        lambda store: store.forget_people_again(parse_tombstones(path.read_text("ascii")), forgotten), look=False
    )
    typer.echo(f"Forgotten again: {number}.")


@ladder.command()
def rebuild() -> None:
    """Count every rating anew, from the results of all matches; says how many were wrong."""
    from bot.cli.database import visited
    from bot.ratings.rebuild import recounted

    wrong = visited(recounted, look=False)
    typer.echo(f"Put right: {wrong}." if wrong else "All ratings are right.")
