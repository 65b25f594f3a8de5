"""What somebody did in a match, as it is stored."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """What somebody did. Where a person is meant, `person` says so: words and terms name nobody, so that a player can
    be forgotten.
    """

    kind: str
    word: str
    at: int
    seat: int | None = None
    person: int | None = None
    interaction: int | None = None
    """Stored once in all matches together: a doubled click is answered with what happened the first time."""
