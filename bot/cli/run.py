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
    _run_bot(via_http=False)


@app.command()
def serve() -> None:
    """Run the bot at an address of its own: Discord brings interactions to DUEL_PORT, and there is no gateway."""
    _run_bot(via_http=True)


def _run_bot(*, via_http: bool) -> None:
    from bot.ops import garbage_collection, logs
    from bot.ops.config import Environment

    with exit_on_config_error():
        environment = Environment()
        token = _require_token(environment.discord_token.get_secret_value())
        logs.configure_logging(environment.duel_log, token, via_http=via_http)
        # Before all that is imported, too: it stays, and to look through it again and again takes a tenth of a start.
        garbage_collection.tune_for_latency()
        from bot import app as running

        try:
            garbage_collection.run_event_loop(running.run(environment, typer.echo, via_http=via_http))
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

    with exit_on_config_error():
        application = invitation.parse_application_id(_require_token(Environment().discord_token.get_secret_value()))
        typer.echo(f"To a server: {invitation.server_invite_url(application)}")
        typer.echo(f"It asks for: {', '.join(invitation.REQUIRED_PERMISSIONS)}. No privileged intents are needed.")
        typer.echo(f"For oneself, into every conversation: {invitation.user_install_url(application)}")
        typer.echo("It asks for nothing, and answers where its commands are used.")


def _require_token(token: str) -> str:
    if not token:
        raise ConfigError("DISCORD_TOKEN is not set")
    return token


@contextmanager
def exit_on_config_error() -> Iterator[None]:
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
