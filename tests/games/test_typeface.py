"""Checks that text in pictures uses the font, and that players' names fit their space."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.art import (
    GOLD,
    INK,
    LARGE_TYPE_HEIGHT,
    SLATE,
    SMALL_TYPE_HEIGHT,
    Caption,
    Letters,
    Palette,
    PlayerName,
    person_placeholder,
)
from games.drawing import read_drawing, render_svg
from games.typeface import displayable_name, fit_name, text_width, wrap_caption

STRANGE_NAMES = (
    "Hildegard von der Wiesenau", "W" * 32, "Лисица Васильевна", "Ελένη", "小狐", "अमृता", "مريم", "🦦 Otter",
    "Nguyễn Thị", "\u202eevil", "a\nb", "   ",
)  # fmt: skip
NAME_TEXTS = st.text(max_size=32) | st.sampled_from(STRANGE_NAMES)
NAME_PLATES = st.builds(
    PlayerName,
    seat=st.just(0),
    width=st.integers(60, 600),
    height=st.integers(SMALL_TYPE_HEIGHT, 160),
    ink=st.just(INK),
    ground=st.just(GOLD),
)


@given(NAME_TEXTS, NAME_PLATES)
def test_any_name_fits_its_plate(name: str, plate: PlayerName) -> None:
    line = fit_name(plate, displayable_name([name], 0))
    assert line.text
    assert text_width(line) <= plate.width
    assert SMALL_TYPE_HEIGHT <= line.height <= plate.height


@given(NAME_TEXTS)
def test_displayable_name_is_printable_and_has_a_letter(name: str) -> None:
    """The seat number replaces a name that has no letters of the font."""
    displayed = displayable_name([name], 0)
    assert displayed.isprintable()
    assert any(letter.isalnum() for letter in displayed)
    assert set(displayed) <= {*unicodedata.normalize("NFC", name), *"1 "}


@pytest.mark.parametrize(
    ("name", "displayed"),
    [
        ("Ann", "Ann"),
        ("Лисица", "Лисица"),
        ("Ελένη", "Ελένη"),
        ("e\u0301lan", "élan"),
        ("Nguyễn Thị", "Nguyễn Thị"),
        ("🦦 Otter", "Otter"),
        ("小狐", "1"),
        ("Ann 小狐", "1"),
        ("مريم", "1"),
        ("🦦", "1"),
        ("", "1"),
    ],
)
def test_name_with_missing_letters_is_replaced_by_the_seat(name: str, displayed: str) -> None:
    assert displayable_name([name], 0) == displayed


def test_long_name_shrinks_before_it_is_cut() -> None:
    plate = PlayerName(0, 300, 100, INK, GOLD)
    assert (fit_name(plate, "Ann").text, fit_name(plate, "Ann").height) == ("Ann", 100)
    small = fit_name(plate, "Hildegard v")
    assert small.text == "Hildegard v"
    assert SMALL_TYPE_HEIGHT < small.height < 100
    assert fit_name(plate, "Hildegard von der Wiesenau").text.endswith("…")
    assert fit_name(plate, "Hildegard von der Wiesenau").height == SMALL_TYPE_HEIGHT


def test_cut_name_keeps_its_number() -> None:
    plate = PlayerName(0, 150, SMALL_TYPE_HEIGHT, INK, GOLD)
    names = [fit_name(plate, f"Computer {number}").text for number in (2, 3)]
    assert names == ["Compu… 2", "Compu… 3"]
    assert fit_name(replace(plate, min_height=20), "Computer 2").text == "Computer 2"


@given(NAME_TEXTS, st.integers(200, 900))
def test_caption_with_any_name_fits_two_lines(name: str, width: int) -> None:
    caption = Caption(
        f"{person_placeholder(0)} beats {person_placeholder(1)}.",
        ("Red", "Blue"),
        width,
        2 * LARGE_TYPE_HEIGHT,
        2,
        INK,
        SLATE,
    )
    lines = wrap_caption(caption, (name, "Ben"))
    assert 1 <= len(lines) <= 2
    assert all(text_width(Letters(line, width, LARGE_TYPE_HEIGHT, INK, SLATE)) <= width for line in lines)


@pytest.mark.parametrize("family", ["", 'font-family="Arial"', 'font-family="serif"'])
def test_text_in_an_unknown_font_is_drawn_in_ours(family: str) -> None:
    """Without a replacement font, the text would be missing in the drawing, and nothing would report it."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="8" font-size="9" {}>5</text></svg>'
    drawn, expected = (render_svg(svg.format(font), 90) for font in (family, 'font-family="Roboto"'))
    assert drawn.getbbox()
    assert drawn.tobytes() == expected.tobytes()


def test_missing_drawing_is_named() -> None:
    palette = Palette("games.schnick", grounds=(SLATE,), inks=(INK,))
    with pytest.raises(LookupError, match=r"games\.schnick: art/ has no drawing unicorn\.svg"):
        read_drawing(palette, "unicorn")
