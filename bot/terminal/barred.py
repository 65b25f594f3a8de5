"""What bars the way to what a command is about: one clear line, and an exit code."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from bot.errors import Afar, Barred


@contextmanager
def barred() -> Iterator[None]:
    """One clear line where the bot cannot be what it is asked to be, and exit code 2; or 75, where it cannot be yet:
    then whoever looks after it is to start it again.
    """
    from pydantic import ValidationError  # noqa: PLC0415 - as in the commands

    code = 2
    try:
        yield
        return
    except Afar as afar:
        line, code = " ".join(str(afar).split()), os.EX_TEMPFAIL
    except Barred as no:
        line = " ".join(str(no).split())
    except ValidationError as wrong:
        line = "; ".join(f"{'.'.join(map(str, error['loc'])).upper()}: {error['msg']}" for error in wrong.errors())
    typer.echo(f"duel: {line}", err=True)
    raise typer.Exit(code)
