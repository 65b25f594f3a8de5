"""What a host does to have the bot at Discord."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import typer

from bot.errors import ConfigError, StartupUnavailable

app: Final = typer.Typer(rich_markup_mode=None)


@app.command()
def run() -> None:
    """Run the bot: at Discord, or wherever DUEL_API and DUEL_GATEWAY lead."""
    _run(serves=False)


@app.command()
def serve() -> None:
    """Run the bot at an address of its own: Discord brings interactions to DUEL_PORT, and there is no gateway."""
    _run(serves=True)


def _run(*, serves: bool) -> None:
    from bot.ops import garbage_collection, logs
    from bot.ops.config import Environment

    with barred():
        environment = Environment()
        token = _set(environment.discord_token.get_secret_value())
        logs.opened(environment.duel_log, token, serves=serves)
        # Before all that is imported, too: it stays, and to look through it again and again takes a tenth of a start.
        garbage_collection.seldom()
        from bot import app as running

        try:
            garbage_collection.run_loop(running.run(environment, typer.echo, serves=serves))
        except (StartupUnavailable, ConfigError):
            raise
        except Exception as wrong:
            # Told here and not by Python: the message of an exception may be somebody's secret.
            logs.log.critical("the bot has ended", exc_info=wrong)
            raise typer.Exit(1) from None


@app.command()
def invite() -> None:
    """The links that bring the bot of DISCORD_TOKEN to a server, and to somebody's own conversations."""
    from bot.ops import invite_links as invitation
    from bot.ops.config import Environment

    with barred():
        application = invitation.application(_set(Environment().discord_token.get_secret_value()))
        typer.echo(f"To a server: {invitation.invite(application)}")
        typer.echo(f"It asks for: {', '.join(invitation.PERMISSIONS)}. No privileged intents are needed.")
        typer.echo(f"For oneself, into every conversation: {invitation.for_oneself(application)}")
        typer.echo("It asks for nothing, and answers where its commands are used.")


def _set(token: str) -> str:
    if not token:
        raise ConfigError("DISCORD_TOKEN is not set")
    return token


@contextmanager
def barred() -> Iterator[None]:
    """One clear line where the bot cannot be what it is asked to be, and exit code 2; or 75, where it cannot be yet:
    then whoever looks after it is to start it again.
    """
    from pydantic import ValidationError

    code = 2
    try:
        yield
        return
    except StartupUnavailable as afar:
        line, code = " ".join(str(afar).split()), os.EX_TEMPFAIL
    except ConfigError as no:
        line = " ".join(str(no).split())
    except ValidationError as wrong:
        line = "; ".join(f"{'.'.join(map(str, error['loc'])).upper()}: {error['msg']}" for error in wrong.errors())
    typer.echo(f"duel: {line}", err=True)
    raise typer.Exit(code)
