"""How each game is played: every page has a picture, and every picture a page."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from games import GAMES, lessons
from games.canvas import png
from games.core import Game
from games.record import replayed
from games.words import LOCALES
from tests.effort import LITTLE
from tests.laws.painted import HEAVIEST
from tests.laws.positions import Table

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
LONGEST = 1024
"""Characters that Discord takes for what a picture shows."""


def _pages(game: Game[Any, Any, Any]) -> range:
    return range(1, len(lessons.pages(game, "en")) + 1)


@games
def test_every_page_shows_where_a_legal_match_of_its_game_ends(game: Game[Any, Any, Any]) -> None:
    for page in _pages(game):
        record = lessons.record(game, page)
        assert record.game is game
        match = replayed(record)
        assert lessons.seen(game, page) == match.view(min(match.awaited, default=None))


@games
def test_no_two_pages_show_the_same(game: Game[Any, Any, Any]) -> None:
    pictures = [game.picture(lessons.seen(game, page)) for page in _pages(game)]
    assert len(set(pictures)) == len(pictures) > 1


@pytest.mark.again
@games
def test_the_pictures_can_be_posted_and_read_out(game: Game[Any, Any, Any]) -> None:
    for page in _pages(game):
        view = lessons.seen(game, page)
        if not LITTLE:
            # Each is painted for `docs`, too.
            assert len(png(game.picture(view))) <= HEAVIEST
        for locale in LOCALES:
            assert 0 < len(game.alt(view, locale)) <= LONGEST


@games
def test_every_record_has_its_page(game: Game[Any, Any, Any]) -> None:
    there = {file.name for file in files(game.say.package).joinpath(lessons.FOLDER).iterdir()}
    assert there == {f"{page}.match" for page in _pages(game)}


def test_the_rules_can_be_read_at_every_table(table: Table) -> None:
    """As many pages whatever is played; and what holds there is said in each language."""
    for locale in LOCALES:
        read = lessons.pages(table.game, locale, table.options)
        assert len(read) == len(lessons.pages(table.game, locale))
        assert all(read)
