"""Pictures of positions are small files that are legible 550 pixels wide (desktop) and 350 pixels wide (phone)."""

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
    """Yield translated pictures of some views, alternating between the languages."""
    for (match, seat), locale in zip(sample_one_view_each(table, max_positions), cycle(LOCALES), strict=False):
        for picture in list_drawn_views(table.game, match.view_of(seat)):
            yield art.translate_picture(picture, table.game.say, locale)


def list_drawn_views(game: Game[Any, Any, Any], view: Any) -> Iterator[Picture]:
    yield game.draw_board(view)
    if revealed := game.draw_reveal(view):
        yield revealed
    if recalled := game.recall_board(view):
        yield recalled[0]


def test_board_is_a_small_opaque_palette_image(table: LawTable) -> None:
    for picture in list_pictures(table, 4):
        png = canvas.paint_png(picture, LONG_NAMES)
        assert len(png) <= MAX_BOARD_BYTES
        with Image.open(BytesIO(png)) as board:
            assert board.size == (art.BOARD_WIDTH, picture.height) == (picture.width, picture.height)
            assert picture.height >= art.BOARD_HEIGHT
            assert board.mode == "P"
            assert "transparency" not in board.info


def test_nothing_is_clipped(table: LawTable) -> None:
    for match, seat in sample_views(table):
        for picture in list_drawn_views(table.game, match.view_of(seat)):
            check_nothing_is_clipped(picture, picture.marks)


def test_text_is_legible_and_not_covered(table: LawTable) -> None:
    for picture in list_pictures(table, 8):
        check_text_is_legible(picture, picture.marks)
        check_nothing_covers_text(picture, picture.marks)


def test_text_lies_on_the_background_color_that_it_declares(table: LawTable) -> None:
    """The marks before each text are painted, and must give exactly the background color that the text declares."""
    for picture in list_pictures(table, 2):
        for number, (drawable, left, top) in enumerate(picture.marks):
            if isinstance(drawable, Letters | PlayerName | TranslatedWord):
                background = open_image(
                    canvas.paint_png(
                        crop_picture(picture, picture.marks[:number], compute_box(picture, drawable, left, top))
                    )
                )
                expected = open_image(
                    canvas.paint_png(replace(picture, width=1, height=1, marks=(), ground=drawable.ground))
                )
                assert background.getcolors() == [(background.width * background.height, expected.getpixel((0, 0)))], (
                    drawable
                )


def test_translated_words_on_a_board_fit_in_every_language(table: LawTable) -> None:
    """A game's pictures must also contain only untranslated words, so that all languages can share a board."""
    boards = [
        board for match, seat in sample_views(table) for board in list_drawn_views(table.game, match.view_of(seat))
    ]
    words = {drawable for board in boards for drawable, _, _ in board.marks if isinstance(drawable, TranslatedWord)}
    assert not any(drawable.text for drawable in words)
    for locale in LOCALES:
        placed = replace(boards[0], marks=tuple((drawable, 0, 0) for drawable in words))
        check_text_is_legible(placed, art.translate_picture(placed, table.game.say, locale).marks)


def crop_picture(picture: Picture, marks: Sequence[PlacedMark], area: tuple[int, int, int, int]) -> Picture:
    """Return the part of a picture within an area, because painting a whole board for each text is too slow."""
    left, top, right, bottom = area
    overlapping = tuple(
        (drawable, x - left, y - top)
        for drawable, x, y in marks
        if x < right
        and x + drawable.width > left
        and y < bottom
        and y + canvas.drawable_height(picture.palette, drawable) > top
    )
    return replace(picture, width=right - left, height=bottom - top, marks=overlapping)


def test_names_and_words_change_only_their_own_areas(table: LawTable) -> None:
    for picture in list_pictures(table, 2):
        bare = replace(picture, marks=tuple(mark for mark in picture.marks if not isinstance(mark[0], TranslatedWord)))
        difference = ImageChops.difference(
            open_image(canvas.paint_png(bare)), open_image(canvas.paint_png(picture, LONG_NAMES))
        )
        for drawable, left, top in picture.marks:
            if isinstance(drawable, PlayerName | TranslatedWord):
                difference.paste((0, 0, 0), (left, top, left + drawable.width, top + drawable.height))
        assert difference.getbbox() is None


def test_board_is_painted_once_for_all_names_and_languages(table: LawTable) -> None:
    """Names and translated words must be added to a cached board. The board must show the name of each seat."""
    view = sample_positions(table, 3)[1].view_of(None)
    picture = table.game.draw_board(view)
    assert hash(picture) == hash(table.game.draw_board(view))
    assert {drawable.seat for drawable, _, _ in picture.marks if isinstance(drawable, PlayerName)} == set(
        range(table.seats)
    )
    canvas.paint_png(picture)
    paint_count = canvas.paint_indexed.cache_info().misses
    for locale in LOCALES:
        for names in ((), LONG_NAMES, ("Ann", "Ben")):
            canvas.paint_png(art.translate_picture(picture, table.game.say, locale), names)
    assert canvas.paint_indexed.cache_info().misses == paint_count


def test_board_shows_the_scores_of_the_match(table: LawTable) -> None:
    if table.game.HAS_RUNNING_SCORE:
        start, *_ = matches = sample_positions(table, 12)
        for match in matches:
            texts = Counter(
                drawable.text
                for drawable, _, _ in table.game.draw_board(match.view_of(None)).marks
                if isinstance(drawable, Letters) and drawable.bold
            )
            assert match.scores() == start.scores() or not Counter(map(str, match.scores())) - texts


def test_animation_shows_every_board(table: LawTable) -> None:
    pictures = [art.scale_for_film(table.game.draw_board(match.view_of(None))) for match in sample_positions(table, 5)]
    with Image.open(BytesIO(canvas.paint_gif(pictures, LONG_NAMES, frame_ms=800, last_frame_ms=3000))) as film:
        assert film.info["loop"] == 0
        durations, frames = [], []
        for frame in ImageSequence.Iterator(film):
            durations.append(frame.info["duration"])
            frames.append(frame.convert("RGB").tobytes())
        assert durations == [800] * (len(pictures) - 1) + [3000]
    assert frames == [open_image(canvas.paint_png(picture, LONG_NAMES)).tobytes() for picture in pictures]
