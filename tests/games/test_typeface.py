"""People's names in pictures: whatever somebody is called, it fits, and nothing is painted that the font has not."""

from __future__ import annotations

import unicodedata

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
    PlayerName,
    person_placeholder,
)
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
def test_whatever_somebody_is_called_it_fits(name: str, room: PlayerName) -> None:
    line = fit_name(room, displayable_name([name], 0))
    assert line.text
    assert text_width(line) <= room.width
    assert SMALL_TYPE_HEIGHT <= line.height <= room.height


@given(NAME_TEXTS)
def test_there_is_always_something_to_read_on_one_line(name: str) -> None:
    """Or the number of the seat, beside its shape."""
    shown = displayable_name([name], 0)
    assert shown.isprintable()
    assert any(letter.isalnum() for letter in shown)
    assert set(shown) <= {*unicodedata.normalize("NFC", name), *"1 "}


@pytest.mark.parametrize(
    ("name", "shown"),
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
def test_a_name_is_whole_or_none(name: str, shown: str) -> None:
    """Half of a name would be another one."""
    assert displayable_name([name], 0) == shown


def test_a_name_grows_smaller_before_it_is_cut() -> None:
    room = PlayerName(0, 300, 100, INK, GOLD)
    assert (fit_name(room, "Ann").text, fit_name(room, "Ann").height) == ("Ann", 100)
    small = fit_name(room, "Hildegard v")
    assert small.text == "Hildegard v"
    assert SMALL_TYPE_HEIGHT < small.height < 100
    assert fit_name(room, "Hildegard von der Wiesenau").text.endswith("…")
    assert fit_name(room, "Hildegard von der Wiesenau").height == SMALL_TYPE_HEIGHT


@given(NAME_TEXTS, st.integers(200, 900))
def test_a_sentence_about_anybody_fits(name: str, width: int) -> None:
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
