"""Reads command input, such as records, options and game names, and reports input errors in one line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import typer

from bot.i18n import say
from games import find_game, record
from games.chain import BrokenRecord
from games.core import Game
from games.options import Options, validate_options
from games.record import RECORD_MAX_BYTES, Record
from games.refused import Refused, replace_control_characters


@contextmanager
def exit_on_bad_input(source: str, locale: str, *, as_json: bool = False) -> Iterator[None]:
    """If the block raises an input error, report it as one line of text or as JSON, and exit with code 2."""
    try:
        yield
    except BrokenRecord as error:
        _exit_with_error(source, error.line, error.why.key, error.format_error(locale), as_json=as_json)
    except Refused as error:
        _exit_with_error(source, None, error.key, say.format_refusal(error, locale), as_json=as_json)
    except OSError as error:
        if error.filename is None:
            # The error concerns standard output, not an input file.
            raise
        _exit_with_error(str(error.filename), None, "file", error.strerror or str(error), as_json=as_json)


@contextmanager
def find_game_or_exit(game_key: str, locale: str) -> Iterator[Game[Any, Any, Any]]:
    """Yield the requested game.

    If the game is unknown, or the block raises `Refused`, print a one-line error message and exit.
    """
    with exit_on_bad_input("duel", locale):
        yield find_game(game_key)


def _exit_with_error(source: str, line: int | None, key: str, text: str, *, as_json: bool) -> NoReturn:
    if as_json:
        typer.echo(json.dumps({"error": {"line": line or 0, "key": key, "text": text}}, ensure_ascii=False))
    else:
        place = replace_control_characters(source)
        typer.echo(f"{place}:{line}: {text}" if line else f"{place}: {text}", err=True)
    raise typer.Exit(2)


def read_record(file: str) -> Record:
    with open(0, "rb", closefd=False) if file == "-" else Path(file).open("rb") as source:
        content = source.read(RECORD_MAX_BYTES + 1)
    if len(content) > RECORD_MAX_BYTES:
        raise Refused("too-large", limit=RECORD_MAX_BYTES >> 20)
    try:
        return record.parse_record(content.decode())
    except UnicodeDecodeError as error:
        raise BrokenRecord(content[: error.start].count(b"\n") + 1, Refused("not-text")) from error


def parse_game_options(game: Game[Any, Any, Any], assignments: Sequence[str] | None) -> Options:
    """Parse options of the form `key=value`. A value that is not valid JSON is treated as a string."""
    options: dict[str, Any] = {}
    for assignment in assignments or ():
        key, sign, value = assignment.partition("=")
        if key in options:
            raise Refused("option-twice", option=key)
        if not sign:
            raise Refused("option-form", given=assignment)
        try:
            options[key] = json.loads(value)
        except (ValueError, RecursionError):
            options[key] = value
    validated: Options = validate_options(game.options_class, options)
    return validated
