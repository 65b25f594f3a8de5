"""The rules pages of each game: every page has a picture, and every picture belongs to a page."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from bot.screens.scene import ALT_TEXT_MAX_LENGTH
from games import GAMES, lessons
from games.canvas import paint_png
from games.core import Game
from games.words import LOCALES
from tests.effort_level import IS_LITTLE_EFFORT
from tests.laws.law_tables import LawTable
from tests.laws.painted_boards import MAX_BOARD_BYTES
from tests.records.endings import replay_record

for_each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def _get_page_numbers(game: Game[Any, Any, Any]) -> range:
    return range(1, len(lessons.format_lesson(game, "en")) + 1)


@for_each_game
def test_page_shows_the_end_of_a_legal_match(game: Game[Any, Any, Any]) -> None:
    for page in _get_page_numbers(game):
        record = lessons.load_lesson_record(game, page)
        assert record.game is game
        match = replay_record(record)
        assert lessons.lesson_view(game, page) == match.view_of(min(match.seats_asked, default=None))


@for_each_game
def test_pages_show_different_boards(game: Game[Any, Any, Any]) -> None:
    pictures = [game.draw_board(lessons.lesson_view(game, page)) for page in _get_page_numbers(game)]
    assert len(set(pictures)) == len(pictures) > 0


@pytest.mark.again
@for_each_game
def test_pictures_and_alternative_texts_fit_discord_limits(game: Game[Any, Any, Any]) -> None:
    for page in _get_page_numbers(game):
        view = lessons.lesson_view(game, page)
        if not IS_LITTLE_EFFORT:
            # The tests in `tests/docs` paint all of these pictures, too.
            assert len(paint_png(game.draw_board(view))) <= MAX_BOARD_BYTES
        for locale in LOCALES:
            assert 0 < len(game.describe_briefly(view, locale)) <= ALT_TEXT_MAX_LENGTH


@for_each_game
def test_every_record_belongs_to_a_page(game: Game[Any, Any, Any]) -> None:
    """Only the first page may have none. It then shows the opening."""
    folder = files(game.say.package).joinpath(lessons.LESSONS_FOLDER)
    file_names = {file.name for file in folder.iterdir()} if folder.is_dir() else set()
    assert file_names | {"1.match"} == {f"{page}.match" for page in _get_page_numbers(game)}


def test_rules_have_the_same_pages_with_all_options(table: LawTable) -> None:
    for locale in LOCALES:
        pages = lessons.format_lesson(table.game, locale, table.options)
        assert len(pages) == len(lessons.format_lesson(table.game, locale))
        assert all(pages)
