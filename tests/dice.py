"""The dice of the tests: which seed a match gets hangs on the test and on how many it had before, and on nothing else.

A test that hopes for dice is red one day in a hundred, and then on somebody else's machine. Here it is red always or
never, and `DICE=2 make test` throws others: whoever writes a test looks at it with some of them.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from hashlib import shake_256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final
from unittest.mock import patch

from bot.table import journal, tables
from bot.table.table import Sitter

DICE: Final = os.environ.get("DICE", "1")
TOLD: Final = "DICE_OF"
"""What says to the processes of the tests where it is written whose dice fall, and how often they fell."""


@contextmanager
def falling(whose: str) -> Iterator[None]:
    """In this process, and in all that it starts."""
    written = _written()
    before = written.read_bytes()
    written.write_text(f"{DICE} {whose}\n", "utf-8")
    try:
        with loaded():
            yield
    finally:
        written.write_bytes(before)


@cache
def _written() -> Path:
    """Where for this process."""
    with NamedTemporaryFile(prefix="dice.", delete=False) as file:
        os.environ[TOLD] = file.name
        atexit.register(Path(file.name).unlink)
        return Path(file.name)


def loaded() -> ExitStack:
    """In a process of a test. Nobody's part hangs on the hour any more, by which Discord numbers what people do."""
    with ExitStack() as stack:
        if not os.environ.get(TOLD):
            return stack
        stack.enter_context(patch.object(tables, "token_bytes", _thrown))
        stack.enter_context(patch.object(journal, "Sitter", _came))
        return stack.pop_all()


def _came(person: int, _: str, number: int) -> Sitter:
    return Sitter(person, str(number), number)


def _thrown(size: int) -> bytes:
    """Each leaves a mark, in whichever process, and goes by all that stand before it."""
    with Path(os.environ[TOLD]).open("ab+") as file:
        file.write(b".")
        file.flush()
        end = file.tell()
        file.seek(0)
        return shake_256(file.read(end)).digest(size)
