"""Lessons on how to play. Each page consists of a text and a record, and shows the board at the end of the record."""

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
"""The name of the folder with the records, and the prefix of the texts' keys. `1.match` belongs to the first page."""


def format_lesson(game: Game[Any, Any, Any], locale: str, options: Options | None = None) -> list[str]:
    """Return the texts of the pages for a match with these options.

    If `options` is None or presets the start, return general pages. A text can refer to an option by its name; in
    general pages, the option's value is empty.
    """
    known = {name for name in game.options_class.model_fields if name not in game.options_class.PRESET_OPTIONS}
    option_values = {} if options is None or options.is_preset else options.model_dump(mode="json", include=known)
    return game.say.format_pages(LESSONS_FOLDER, locale, **{name: str(option_values.get(name, "")) for name in known})


def load_lesson_record(game: Game[Any, Any, Any], page: int) -> Record:
    """Load the record of a page, counted from 1. If the first page has no file, return a match without any moves."""
    file = files(game.say.package).joinpath(LESSONS_FOLDER, f"{page}.match")
    if page == 1 and not file.is_file():
        return Record(game, game.options_class(), game.SEATS[0], ())
    return parse_record(file.read_text("utf-8"))


def lesson_view(game: Game[Any, Any, Any], page: int) -> Any:
    """Return the view that a page shows: that of the seat to move, or the public view if no seat is to move."""
    return _load_lesson_view(game.KEY, page)


@cache
def _load_lesson_view(key: str, page: int) -> Any:
    match = _replay_lesson(load_lesson_record(find_game(key), page))
    return match.view_of(min(match.seats_asked, default=None))


def _replay_lesson(record: Record) -> Match:
    """Replay a record without checking its moves. The tests check the moves of all lessons."""
    match = begin_match(record.game, record.options, record.seats, record.chance)
    for line in record.lines:
        match = match.play_move(line.seat, line.move)
    return match
