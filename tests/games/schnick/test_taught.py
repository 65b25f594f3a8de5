"""Lessons come to the same whenever they are given, and to something."""

from __future__ import annotations

from tests.tools.bench.taught import taught


def test_the_same_lessons_teach_the_same() -> None:
    learnt = dict(taught(3))
    assert learnt == dict(taught(3)) != dict(taught(2))
