"""Lessons on how to play. Each page has a text and a record; the page shows the board at the end of the record."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from games import find_game
from games.core import Game
from games.match import Match, begin_match
from games.options import Options
from games.record import Record, parse_record

LESSONS_FOLDER: Final = "how"
"""The folder of the records in a game's folder, and the key of the texts. `1.match` belongs to the first page."""


def format_lesson(game: Game[Any, Any, Any], locale: str, options: Options | None = None) -> list[str]:
    """Return the pages for a match with these options, or for any match if there are none or its start is preset.

    A text may use an option by its name. Its value is empty in the pages for any match.
    """
    known = {name for name in game.options_class.model_fields if name not in game.options_class.PRESET_OPTIONS}
    option_values = {} if options is None or options.is_preset else options.model_dump(mode="json", include=known)
    return game.say.format_pages(LESSONS_FOLDER, locale, **{name: str(option_values.get(name, "")) for name in known})


def load_lesson_record(game: Game[Any, Any, Any], page: int) -> Record:
    """Load the record of a page; pages count from 1."""
    return parse_record(files(game.say.package).joinpath(LESSONS_FOLDER, f"{page}.match").read_text("utf-8"))


def lesson_view(game: Game[Any, Any, Any], page: int) -> Any:
    """Return the view that a page shows: that of the seat to move, or the public one if none is."""
    return _load_lesson_view(game.KEY, page)


@cache
def _load_lesson_view(key: str, page: int) -> Any:
    match = _replay_lesson(load_lesson_record(find_game(key), page))
    return match.view_of(min(match.seats_asked, default=None))


def _replay_lesson(record: Record) -> Match:
    """Replay a record without checking its moves; the tests have checked them."""
    match = begin_match(record.game, record.options, record.seats, record.chance)
    for line in record.lines:
        match = match.play_move(line.seat, line.move)
    return match
