"""A line of a record: what was said in it, and the receipt that hid it; and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from games.core import Seat, Word
from games.refused import Refused
from games.words import HOUSE


class Broken(Exception):
    """A record that cannot be read, or is not what it says, and in which line."""

    def __init__(self, line: int, why: Refused) -> None:
        super().__init__(line, why)
        self.line = line
        self.why = why

    def text(self, locale: str) -> str:
        return HOUSE.no(self.why, locale)


@contextmanager
def breaking(line: int) -> Iterator[None]:
    """A refusal in here breaks the record at that line."""
    try:
        yield
    except Refused as why:
        raise Broken(line, why) from why


@dataclass(frozen=True, slots=True)
class Line:
    """A choice: whose, which, and what hid it."""

    seat: Seat | None
    word: Word
    """Empty where another choice of the same step took its place: of that only the receipt is told."""
    salt: bytes = b""
    receipt: str = ""
    number: int = 0
    """Where it stood in the file it was read from."""

    @property
    def superseded(self) -> bool:
        return not self.word

    def __str__(self) -> str:
        """As the record tells it, when nothing is hidden any more."""
        if self.superseded:
            return f"{self.seat} ~ # {self.receipt}"
        seat = "-" if self.seat is None else self.seat
        hidden = f" # {self.salt.hex()} {self.receipt}" if self.receipt else ""
        return f"{seat} {' '.join(self.word)}{hidden}"

    @property
    def link(self) -> str:
        """As it went into the chain when it was said: of a hidden word the receipt."""
        return f"{self.seat} # {self.receipt}" if self.receipt else str(self)
