"""How each game is played: every page has a picture, and every picture a page."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from games import GAMES, lessons
from games.canvas import paint_png
from games.core import Game
from games.words import LOCALES
from tests.effort import LITTLE
from tests.laws.painted import HEAVIEST
from tests.laws.positions import Table
from tests.records.ending import replay_to_end

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
LONGEST = 1024
"""Characters that Discord takes for what a picture shows."""


def _pages(game: Game[Any, Any, Any]) -> range:
    return range(1, len(lessons.format_lesson(game, "en")) + 1)


@games
def test_every_page_shows_where_a_legal_match_of_its_game_ends(game: Game[Any, Any, Any]) -> None:
    for page in _pages(game):
        record = lessons.load_lesson_record(game, page)
        assert record.game is game
        engine = replay_to_end(record)
        assert lessons.lesson_view(game, page) == engine.view_of(min(engine.seats_asked, default=None))


@games
def test_no_two_pages_show_the_same(game: Game[Any, Any, Any]) -> None:
    pictures = [game.draw_board(lessons.lesson_view(game, page)) for page in _pages(game)]
    assert len(set(pictures)) == len(pictures) > 1


@pytest.mark.again
@games
def test_the_pictures_can_be_posted_and_read_out(game: Game[Any, Any, Any]) -> None:
    for page in _pages(game):
        view = lessons.lesson_view(game, page)
        if not LITTLE:
            # Each is painted for `docs`, too.
            assert len(paint_png(game.draw_board(view))) <= HEAVIEST
        for locale in LOCALES:
            assert 0 < len(game.describe_briefly(view, locale)) <= LONGEST


@games
def test_every_record_has_its_page(game: Game[Any, Any, Any]) -> None:
    there = {file.name for file in files(game.say.package).joinpath(lessons.LESSONS_FOLDER).iterdir()}
    assert there == {f"{page}.match" for page in _pages(game)}


def test_the_rules_can_be_read_at_every_table(table: Table) -> None:
    """As many pages whatever is played; and what holds there is said in each language."""
    for locale in LOCALES:
        read = lessons.format_lesson(table.game, locale, table.options)
        assert len(read) == len(lessons.format_lesson(table.game, locale))
        assert all(read)
