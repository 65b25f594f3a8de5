"""Every position can be painted, and read where it is seen: 550 wide at a desk, 350 on a phone."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import cycle
from typing import Any

from PIL import Image, ImageChops, ImageSequence

from games import art, canvas
from games.art import Letters, Picture, PlacedMark, PlayerName, TranslatedWord
from games.core import Game
from games.words import LOCALES
from tests.laws.law_tables import LawTable, sample_one_view_each, sample_positions, sample_views
from tests.laws.legibility import (
    check_nothing_covers_text,
    check_nothing_is_clipped,
    check_text_is_legible,
    compute_box,
)
from tests.laws.painted_boards import LONG_NAMES, MAX_BOARD_BYTES, open_image


def list_pictures(table: LawTable, max_positions: int) -> Iterator[Picture]:
    """As somebody sees them, in one language after the other."""
    for (engine, seat), locale in zip(sample_one_view_each(table, max_positions), cycle(LOCALES), strict=False):
        for picture in list_drawn_views(table.game, engine.view_of(seat)):
            yield art.translate_picture(picture, table.game.say, locale)


def list_drawn_views(game: Game[Any, Any, Any], view: Any) -> Iterator[Picture]:
    yield game.draw_board(view)
    if revealed := game.draw_reveal(view):
        yield revealed
    if recalled := game.recall_board(view):
        yield recalled[0]


def test_boards_are_small_and_sharp(table: LawTable) -> None:
    for picture in list_pictures(table, 4):
        painted = canvas.paint_png(picture, LONG_NAMES)
        assert len(painted) <= MAX_BOARD_BYTES
        with Image.open(BytesIO(painted)) as board:
            assert board.size == (art.BOARD_WIDTH, art.BOARD_HEIGHT) == (picture.width, picture.height)
            assert board.mode == "P"
            assert "transparency" not in board.info


def test_nothing_is_clipped(table: LawTable) -> None:
    for engine, seat in sample_views(table):
        for picture in list_drawn_views(table.game, engine.view_of(seat)):
            check_nothing_is_clipped(picture, picture.marks)


def test_type_can_be_read_and_nothing_lies_upon_it(table: LawTable) -> None:
    for picture in list_pictures(table, 8):
        check_text_is_legible(picture, picture.marks)
        check_nothing_covers_text(picture, picture.marks)


def test_type_lies_on_the_ground_it_names(table: LawTable) -> None:
    """What is below it, once all that comes before is painted."""
    for picture in list_pictures(table, 2):
        for at, (what, left, top) in enumerate(picture.marks):
            if isinstance(what, Letters | PlayerName | TranslatedWord):
                below = open_image(
                    canvas.paint_png(crop_picture(picture, picture.marks[:at], compute_box(picture, what, left, top)))
                )
                flat = open_image(canvas.paint_png(replace(picture, width=1, height=1, marks=(), ground=what.ground)))
                assert below.getcolors() == [(below.width * below.height, flat.getpixel((0, 0)))], what


def test_words_on_a_board_fit_in_every_language(table: LawTable) -> None:
    """A game's own picture knows none: the same board is everybody's."""
    boards = [
        board for engine, seat in sample_views(table) for board in list_drawn_views(table.game, engine.view_of(seat))
    ]
    words = {what for board in boards for what, _, _ in board.marks if isinstance(what, TranslatedWord)}
    assert not any(what.text for what in words)
    for locale in LOCALES:
        placed = replace(boards[0], marks=tuple((what, 0, 0) for what in words))
        check_text_is_legible(placed, art.translate_picture(placed, table.game.say, locale).marks)


def crop_picture(picture: Picture, marks: Sequence[PlacedMark], area: tuple[int, int, int, int]) -> Picture:
    """What these paint there, and nothing round it: to paint a whole board for each line of type takes too long."""
    left, top, right, bottom = area
    there = tuple(
        (what, x - left, y - top)
        for what, x, y in marks
        if x < right
        and x + what.width > left
        and y < bottom
        and y + canvas.drawable_height(picture.palette, what) > top
    )
    return replace(picture, width=right - left, height=bottom - top, marks=there)


def test_names_and_words_change_nothing_but_their_places(table: LawTable) -> None:
    for picture in list_pictures(table, 2):
        bare = replace(picture, marks=tuple(mark for mark in picture.marks if not isinstance(mark[0], TranslatedWord)))
        changed = ImageChops.difference(
            open_image(canvas.paint_png(bare)), open_image(canvas.paint_png(picture, LONG_NAMES))
        )
        for what, left, top in picture.marks:
            if isinstance(what, PlayerName | TranslatedWord):
                changed.paste((0, 0, 0), (left, top, left + what.width, top + what.height))
        assert changed.getbbox() is None


def test_a_board_is_painted_once_whoever_plays_and_whoever_looks(table: LawTable) -> None:
    """Names and words cost no painting. Each seat has its name."""
    view = sample_positions(table, 3)[1].view_of(None)
    picture = table.game.draw_board(view)
    assert hash(picture) == hash(table.game.draw_board(view))
    assert {what.seat for what, _, _ in picture.marks if isinstance(what, PlayerName)} == set(range(table.seats))
    canvas.paint_png(picture)
    painted = canvas.paint_indexed.cache_info().misses
    for locale in LOCALES:
        for names in ((), LONG_NAMES, ("Ann", "Ben")):
            canvas.paint_png(art.translate_picture(picture, table.game.say, locale), names)
    assert canvas.paint_indexed.cache_info().misses == painted


def test_a_picture_tells_the_score_that_everybody_is_told(table: LawTable) -> None:
    """One number has one meaning: what the board says somebody has is what the rules, the text and the end say."""
    if table.game.HAS_RUNNING_SCORE:
        start, *_ = matches = sample_positions(table, 12)
        for engine in matches:
            shown = Counter(
                what.text
                for what, _, _ in table.game.draw_board(engine.view_of(None)).marks
                if isinstance(what, Letters) and what.bold
            )
            assert engine.scores() == start.scores() or not Counter(map(str, engine.scores())) - shown


def test_an_animation_shows_every_board(table: LawTable) -> None:
    shown = [art.scale_for_film(table.game.draw_board(engine.view_of(None))) for engine in sample_positions(table, 5)]
    with Image.open(BytesIO(canvas.paint_gif(shown, LONG_NAMES, pause=800, last=3000))) as film:
        assert film.info["loop"] == 0
        held, frames = [], []
        for frame in ImageSequence.Iterator(film):
            held.append(frame.info["duration"])
            frames.append(frame.convert("RGB").tobytes())
        assert held == [800] * (len(shown) - 1) + [3000]
    assert frames == [open_image(canvas.paint_png(picture, LONG_NAMES)).tobytes() for picture in shown]
