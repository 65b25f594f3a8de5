"""What a button is about, as its custom_id: all that a click brings back, and nothing is remembered beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

LONGEST: Final = 100
"""Characters that Discord keeps for us."""
FILM: Final = "film"
"""Behind the button that leads back to all of a match, in the place of what was pressed."""

_FORM: Final = re.compile(r"([a-z]{2}):(0|[1-9][0-9]{0,17}):(0|[1-9][0-9]{0,8}):([^:\s]*)")
"""Numbers have one spelling, and fit into the store's."""


@dataclass(frozen=True, slots=True)
class Address:
    """`verb:match:step:rest`; two different addresses are two different custom_ids."""

    verb: str
    match: int
    step: int
    rest: str = ""
    """Whatever the verb needs; of a word being picked, the characters so far, with a dot after each token."""

    def __post_init__(self) -> None:
        if not _written(str(self)):
            # A game whose words do not fit on a button; to be found by its author, not by its players.
            raise ValueError(str(self))

    def __str__(self) -> str:
        return f"{self.verb}:{self.match}:{self.step}:{self.rest}"

    @classmethod
    def parse(cls, custom_id: str) -> Address | None:
        """None for everything that no address is written as."""
        return _parsed(custom_id)


@lru_cache(maxsize=256)
def _parsed(custom_id: str) -> Address | None:
    """One press asks three times: at the door, for the log and at the desk."""
    written = _written(custom_id)
    if written is None:
        return None
    verb, match, step, rest = written.groups()
    return Address(verb, int(match), int(step), rest)


def _written(custom_id: str) -> re.Match[str] | None:
    return _FORM.fullmatch(custom_id) if len(custom_id) <= LONGEST and custom_id.isprintable() else None
