"""Which part of the bot a process is."""

from __future__ import annotations

import pytest

from bot.host.environment import Environment, Shards


@pytest.mark.parametrize(
    ("text", "numbers", "whole", "leads"),
    [
        ("0-3/16", [0, 1, 2, 3], False, True),
        ("4-15/16", [*range(4, 16)], False, False),
        ("5/16", [5], False, False),
        (" 0/2 ", [0], False, True),
        ("0-1/2", [0, 1], True, True),
        ("0/1", [0], True, True),
    ],
)
def test_a_part_is_some_of_all(
    text: str, numbers: list[int], whole: bool, leads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUEL_SHARDS", text)
    shards = Environment().duel_shards
    assert shards
    assert (list(shards.numbers), shards.whole, shards.leads) == (numbers, whole, leads)


@pytest.mark.parametrize("text", ["16/16", "3-2/16", "0-16/16", "-1/16", "0-3", "1", "0-3/0", "a/b", "0-3/16/2"])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="shards"):
        Shards.parse(text)


def test_without_it_all_are_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUEL_SHARDS", "")
    assert Environment().duel_shards is None
