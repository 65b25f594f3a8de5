"""Commands that set up and run the bot, and print its invite links."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from bot.errors import ConfigError, StartupUnavailable

app: Final = typer.Typer(rich_markup_mode=None)


@app.command()
def run() -> None:
    """Run the bot. It connects to Discord, or to the server in DUEL_API and DUEL_GATEWAY."""
    _run_bot(via_http=False)


@app.command()
def serve() -> None:
    """Run the bot as an HTTP server without a gateway connection. Discord sends interactions to DUEL_PORT."""
    _run_bot(via_http=True)


@app.command()
def setup(
    token_file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Read the token from this file, or from standard input if it is -."),
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="The URL of the database, as in DATABASE_URL.")
    ] = None,
    env_file: Annotated[
        Path, typer.Option(metavar="FILE", help="The file in which to save the settings.", dir_okay=False)
    ] = Path(".env"),
    clear_endpoint: Annotated[
        bool, typer.Option("--clear-endpoint", help="Remove the Interactions Endpoint URL of the application.")
    ] = False,
    http: Annotated[
        bool, typer.Option("--http", help="Keep the Interactions Endpoint URL, which `duel serve` needs.")
    ] = False,
    start: Annotated[
        bool | None, typer.Option("--start/--no-start", help="Start the bot afterwards; by default, ask.")
    ] = None,
) -> None:
    """Save the token in .env, and configure the application at Discord. Can be repeated at any time.

    In a terminal, asks for what is missing. Elsewhere, the token comes from DISCORD_TOKEN, --token-file or .env.
    """
    import asyncio

    from bot.cli.setup import choose_settings, is_terminal, set_up_bot

    with exit_on_config_error():
        try:
            environment = choose_settings(env_file, token_file, database)
            asyncio.run(set_up_bot(environment, env_file, typer.echo, clear_endpoint=clear_endpoint, via_http=http))
            if start is None and is_terminal():
                typer.echo("The bot runs until you press Ctrl-C. To start it later, use duel run.")
                start = typer.confirm("Start the bot now?", default=True)
        except (typer.Abort, KeyboardInterrupt):
            typer.echo("\nduel: setup was canceled", err=True)
            raise typer.Exit(1) from None
    if start:
        _run_bot(via_http=http, env_file=env_file)


def _run_bot(*, via_http: bool, env_file: Path | None = None) -> None:
    from bot.ops import logs, runtime
    from bot.ops.config import Environment, find_default_database, find_unknown_variables

    with exit_on_config_error():
        environment = Environment(_env_file=env_file) if env_file else Environment()
        token = _require_token(environment.discord_token.get_secret_value())
        logs.configure_logging(environment.duel_log, token)
        for line in find_unknown_variables():
            logs.log.warning("unknown setting %s", line)
        if "database_url" not in environment.model_fields_set:
            # Only the default folder is created, because a missing folder that the host chose may be a mistake.
            find_default_database().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Tune before the imports: their objects stay in memory, and collecting garbage among them would take a tenth of
        # the startup time.
        runtime.tune_for_latency()
        from bot import app as bot_app

        try:
            runtime.run_event_loop(bot_app.run(environment, typer.echo, via_http=via_http))
        except (StartupUnavailable, ConfigError):
            raise
        except Exception as error:
            # Python would print the exception's message, which may contain a secret. The log redacts secrets.
            logs.log.critical("the bot stopped because of an error", exc_info=error)
            raise typer.Exit(1) from None


@app.command()
def invite() -> None:
    """Print the links to install the bot of DISCORD_TOKEN. One adds it to a server, the other to a user's account."""
    from bot.ops import invite_links
    from bot.ops.config import Environment

    with exit_on_config_error():
        application_id = invite_links.parse_application_id(
            _require_token(Environment().discord_token.get_secret_value())
        )
        typer.echo("\n".join(invite_links.list_invite_lines(application_id)))


def _require_token(token: str) -> str:
    if not token:
        raise ConfigError("DISCORD_TOKEN is not set; duel setup asks for it")
    return token


@contextmanager
def exit_on_config_error() -> Iterator[None]:
    """If the block raises a configuration error, report it as one line of text, and exit with code 2.

    For a temporary problem, the exit code is 75 instead, so that a service manager starts the bot again.
    """
    from pydantic import ValidationError

    code = 2
    try:
        yield
        return
    except StartupUnavailable as error:
        line, code = " ".join(str(error).split()), os.EX_TEMPFAIL
    except ConfigError as error:
        line = " ".join(str(error).split())
    except UnicodeDecodeError:
        line = "the file with the settings is not UTF-8 text"
    except ValidationError as error:
        line = "; ".join(
            f"{'.'.join(map(str, each['loc'])).upper()}: {each['msg'].removeprefix('Value error, ')}"
            for each in error.errors()
        )
    typer.echo(f"duel: {line}", err=True)
    raise typer.Exit(code)
