"""What is given at a terminal: a record, options, the name of a game; and what is wrong with it, in one line."""

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
    """One clear line and exit code 2 for whatever is wrong with the input."""
    try:
        yield
    except BrokenRecord as broken:
        _exit_with_error(source, broken.line, broken.why.key, broken.format_error(locale), as_json=as_json)
    except Refused as no:
        _exit_with_error(source, 0, no.key, say.format_refusal(no, locale), as_json=as_json)
    except OSError as wrong:
        if wrong.filename is None:
            # Not a file that was named: standard output.
            raise
        _exit_with_error(str(wrong.filename), 0, "file", wrong.strerror or str(wrong), as_json=as_json)


@contextmanager
def find_game_or_exit(game_key: str, locale: str) -> Iterator[Game[Any, Any, Any]]:
    """The game of that name, and what is wrong with it or with what is asked of it."""
    with exit_on_bad_input("duel", locale):
        yield find_game(game_key)


def _exit_with_error(source: str, line: int, key: str, text: str, *, as_json: bool) -> NoReturn:
    if as_json:
        typer.echo(json.dumps({"error": {"line": line, "key": key, "text": text}}, ensure_ascii=False))
    else:
        place = replace_control_characters(source)
        typer.echo(f"{place}:{line}: {text}" if line else f"{place}: {text}", err=True)
    raise typer.Exit(2)


def read_record(file: str) -> Record:
    with open(0, "rb", closefd=False) if file == "-" else Path(file).open("rb") as source:
        given = source.read(RECORD_MAX_BYTES + 1)
    if len(given) > RECORD_MAX_BYTES:
        raise Refused("too-large", limit=RECORD_MAX_BYTES >> 20)
    try:
        return record.parse_record(given.decode())
    except UnicodeDecodeError as wrong:
        raise BrokenRecord(given[: wrong.start].count(b"\n") + 1, Refused("not-text")) from wrong


def parse_game_options(game: Game[Any, Any, Any], assignments: Sequence[str] | None) -> Options:
    """`k=v` with v as JSON where it is JSON, and as a word where it is not."""
    options: dict[str, Any] = {}
    for each in assignments or ():
        key, sign, value = each.partition("=")
        if key in options:
            raise Refused("option-twice", option=key)
        if not sign:
            raise Refused("option-form", given=each)
        try:
            options[key] = json.loads(value)
        except (ValueError, RecursionError):
            options[key] = value
    settings: Options = validate_options(game.options_class, options)
    return settings
