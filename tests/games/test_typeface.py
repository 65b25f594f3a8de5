"""People's names in pictures: whatever somebody is called, it fits, and nothing is painted that the font has not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.art import GOLD, INK, LARGE, SLATE, SMALL, Caption, Letters, Name, person
from games.typeface import fitted, length, readable, wrapped

STRANGE = (
    "Hildegard von der Wiesenau", "W" * 32, "Лисица Васильевна", "Ελένη", "小狐", "अमृता", "مريم", "🦦 Otter",
    "Nguyễn Thị", "\u202eevil", "a\nb", "   ",
)  # fmt: skip
NAMES = st.text(max_size=32) | st.sampled_from(STRANGE)
ROOMS = st.builds(
    Name,
    seat=st.just(0),
    width=st.integers(60, 600),
    height=st.integers(SMALL, 160),
    ink=st.just(INK),
    ground=st.just(GOLD),
)


@given(NAMES, ROOMS)
def test_whatever_somebody_is_called_it_fits(name: str, room: Name) -> None:
    line = fitted(room, readable([name], 0))
    assert line.text
    assert length(line) <= room.width
    assert SMALL <= line.height <= room.height


@given(NAMES)
def test_there_is_always_something_to_read_on_one_line(name: str) -> None:
    """Or the number of the seat, beside its shape."""
    shown = readable([name], 0)
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
    assert readable([name], 0) == shown


def test_a_name_grows_smaller_before_it_is_cut() -> None:
    room = Name(0, 300, 100, INK, GOLD)
    assert (fitted(room, "Ann").text, fitted(room, "Ann").height) == ("Ann", 100)
    small = fitted(room, "Hildegard v")
    assert small.text == "Hildegard v"
    assert SMALL < small.height < 100
    assert fitted(room, "Hildegard von der Wiesenau").text.endswith("…")
    assert fitted(room, "Hildegard von der Wiesenau").height == SMALL


@given(NAMES, st.integers(200, 900))
def test_a_sentence_about_anybody_fits(name: str, width: int) -> None:
    caption = Caption(f"{person(0)} beats {person(1)}.", ("Red", "Blue"), width, 2 * LARGE, 2, INK, SLATE)
    lines = wrapped(caption, (name, "Ben"))
    assert 1 <= len(lines) <= 2
    assert all(length(Letters(line, width, LARGE, INK, SLATE)) <= width for line in lines)
