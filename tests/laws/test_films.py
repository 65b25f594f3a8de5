"""Films of matches are short, small files with legible captions in every game and language."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageSequence

from bot.painting import FRAME_DURATION_MS, LAST_FRAME_DURATION_MS, paint_film
from bot.screens.film import CAPTION_PADDING, DOT_SIZE, FILM_MAX_DURATION_MS, FILM_MAX_FRAMES, draw_frames
from games import art
from games.art import LARGE_TYPE_HEIGHT, Caption, Rectangle
from games.words import LOCALES
from tests.effort_level import IS_LITTLE_EFFORT
from tests.laws.law_tables import TABLES, LawTable, list_step_ends
from tests.laws.legibility import MIN_TEXT_CONTRAST, compute_contrast
from tests.laws.painted_boards import LONG_NAMES

MAX_FILM_BYTES = 500 * 1024
DOTS_FROM_BOTTOM_PX = DOT_SIZE + CAPTION_PADDING
"""The distance of the progress dots from the bottom of the picture."""


def test_film_is_short_small_and_captioned(table: LawTable) -> None:
    steps = list_step_ends(table)
    locale = LOCALES[TABLES.index(table) % len(LOCALES)]
    names = [art.person_placeholder(seat) for seat in range(table.seats)]
    pictures = list(draw_frames(steps, [match.view_of(None) for match in steps], locale, names))
    assert 2 <= len(pictures) <= FILM_MAX_FRAMES
    for picture in pictures:
        [caption] = [drawable for drawable, _, _ in picture.marks if isinstance(drawable, Caption)]
        assert caption.text
        assert caption.height // caption.lines >= LARGE_TYPE_HEIGHT
        assert compute_contrast(caption.ink, caption.ground) >= MIN_TEXT_CONTRAST
    for number, picture in enumerate(pictures):
        dots = [
            drawable.width
            for drawable, _, top in picture.marks
            if isinstance(drawable, Rectangle) and top == picture.height - DOTS_FROM_BOTTOM_PX
        ]
        assert len(dots) == len(pictures)
        assert dots.index(max(dots)) == number, "the widest dot marks the current frame"
    # Painting is slow, so with little effort only one film of each game is painted.
    if IS_LITTLE_EFFORT and table != next(other for other in TABLES if other.game is table.game):
        return
    data = paint_film(pictures, LONG_NAMES)
    assert len(data) <= MAX_FILM_BYTES
    with Image.open(BytesIO(data)) as film:
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
    assert durations == [FRAME_DURATION_MS] * (len(pictures) - 1) + [LAST_FRAME_DURATION_MS]
    assert sum(durations) <= FILM_MAX_DURATION_MS
