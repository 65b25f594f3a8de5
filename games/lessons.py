"""How to play, with pictures: beside the text of a page lies a record, and where it ends is what the page shows."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from games import find_game
from games.core import Game
from games.match import Match, begin
from games.options import Options
from games.record import Record, read

FOLDER: Final = "how"
"""In a game's folder, `1.match` for its first page; the same as the key of the texts."""


def pages(game: Game[Any, Any, Any], locale: str, options: Options | None = None) -> list[str]:
    """What holds for a match with these options; without them, and where its start was set by hand, what holds for any.

    A text asks for an option by its name, and reads nothing where it is not settled.
    """
    known = {name for name in game.options_class.model_fields if name not in game.options_class.DRAWN}
    settled = {} if options is None or options.drawn else options.model_dump(mode="json", include=known)
    return game.say.pages(FOLDER, locale, **{name: str(settled.get(name, "")) for name in known})


def record(game: Game[Any, Any, Any], page: int) -> Record:
    """Pages count from 1, as the texts do."""
    return read(files(game.say.package).joinpath(FOLDER, f"{page}.match").read_text("utf-8"))


def seen(game: Game[Any, Any, Any], page: int) -> Any:
    """The view that a page shows: of who has to choose there, of everybody where nobody has."""
    return _seen(game.KEY, page)


@cache
def _seen(key: str, page: int) -> Any:
    match = _folded(record(find_game(key), page))
    return match.view(min(match.awaited, default=None))


def _folded(record: Record) -> Match:
    """As the laws have checked it."""
    match = begin(record.game, record.options, record.seats, record.chance)
    for line in record.lines:
        match = match.said(line.seat, line.word)
    return match
