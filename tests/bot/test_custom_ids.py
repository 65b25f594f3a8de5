"""Tests for formatting and parsing custom IDs."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.custom_ids import CUSTOM_ID_MAX_LENGTH, MAX_DISCORD_ID, Action, CustomId, parse_discord_id

ARGUMENTS = st.text(
    st.characters(exclude_characters=": \xa0", codec="utf-8", exclude_categories=["Z", "C"]), max_size=60
)
CUSTOM_IDS = st.builds(
    CustomId, st.sampled_from(Action), st.integers(0, 10**18 - 1), st.integers(0, 10**9 - 1), ARGUMENTS
)


@given(CUSTOM_IDS, CUSTOM_IDS)
def test_custom_ids_survive_a_round_trip_and_are_unique(first: CustomId, second: CustomId) -> None:
    assert CustomId.parse(str(first)) == first
    assert (str(first) == str(second)) == (first == second)


@given(st.one_of(st.text(), st.from_regex(r"[a-z]{1,3}:-?\d*:\d*:?.*"), CUSTOM_IDS.map(str)))
def test_any_text_is_parsed_exactly_or_refused(text: str) -> None:
    custom_id = CustomId.parse(text)
    assert custom_id is None or str(custom_id) == text


def test_format_of_custom_ids_is_stable() -> None:
    assert str(CustomId("pi", 17, 4, "swap.a1.")) == "pi:17:4:swap.a1."
    assert CustomId.parse("ch:17:0:") == CustomId("ch", 17, 0)
    assert CustomId.parse("pi:999999999999999999:999999999:b1.~.d5.")
    longest = "pi:1:2:" + "a" * (CUSTOM_ID_MAX_LENGTH - 7)
    assert str(CustomId.parse(longest)) == longest


@pytest.mark.parametrize(
    "custom_id",
    [
        "", ":::", "pi", "pi:1", "pi:1:2", "p:1:2:", "pic:1:2:", "PI:1:2:", "p1:1:2:", ":1:2:", "é!:1:2:",
        "pi::2:", "pi:1::", "pi:01:2:", "pi:1:02:", "pi:-1:2:", "pi:+1:2:", "pi:1.0:2:", "pi:1_0:2:", "pi:１:2:",
        "pi:1000000000000000000:2:", "pi:1:1000000000:", "pi:1:2:a:b", "pi:1:2:a b", "pi:1:2:a\n", "pi:1:2:\0",
        "pi:1:2:a\xa0b", " pi:1:2:", "pi:1:2:\u202e", "pi:1:2:" + "a" * (CUSTOM_ID_MAX_LENGTH - 6),
    ],
)  # fmt: skip
def test_invalid_custom_ids_are_refused(custom_id: str) -> None:
    assert CustomId.parse(custom_id) is None


@pytest.mark.parametrize(
    ("action", "match_id", "step", "argument"),
    [("p", 1, 2, ""), ("pi", -1, 2, ""), ("pi", 1, 10**9, ""), ("pi", 1, 2, "a:b"), ("pi", 1, 2, "a" * 94)],
)
def test_custom_id_that_could_not_be_parsed_raises(action: str, match_id: int, step: int, argument: str) -> None:
    with pytest.raises(ValueError, match=action):
        CustomId(action, match_id, step, argument)


@pytest.mark.parametrize("discord_id", [1, 80_351_110_224_678_912, MAX_DISCORD_ID])
def test_discord_ids_up_to_the_largest_are_parsed(discord_id: int) -> None:
    assert parse_discord_id(str(discord_id)) == discord_id


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "01", "+1", "1_0", "１", "x", "1.0", " 1", str(MAX_DISCORD_ID + 1), "9" * 40]
)
def test_texts_that_are_no_discord_ids_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=rf"^{re.escape(text)}$"):
        parse_discord_id(text)
