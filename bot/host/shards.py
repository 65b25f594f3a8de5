"""Which part of Discord's servers a process looks after."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_FORM: Final = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


@dataclass(frozen=True, slots=True)
class Shards:
    first: int
    last: int
    of: int
    """How many the whole bot has, in all its processes."""

    @classmethod
    def parse(cls, text: str) -> Shards:
        """`0-3/16`, or `5/16` for one alone."""
        found = _FORM.fullmatch(text.strip())
        if not found:
            raise ValueError(f"shards are written 0-3/16 or 5/16, not {text!r}")
        first, last, of = found.groups()
        shards = cls(int(first), int(last or first), int(of))
        if not shards.first <= shards.last < shards.of:
            raise ValueError(f"of {shards.of} shards the last is {shards.of - 1}: {text!r}")
        return shards

    @property
    def numbers(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def whole(self) -> bool:
        """Is there nothing left for another process?"""
        return len(self.numbers) == self.of

    @property
    def leads(self) -> bool:
        """What is done once for the whole bot is done with its first shard, to which direct messages come, too."""
        return self.first == 0
