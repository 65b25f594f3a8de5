"""Reproducible dice: each seed is derived from the test's name and the number of seeds drawn before.

A test that depends on luck thus either always passes or always fails. `DICE=2 make test` draws other seeds. Try several
values with a new test.
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

from bot.matches import fold, service
from bot.matches.model import JoinedPlayer

DICE_SEED: Final = os.environ.get("DICE", "1")
SEED_FILE_VARIABLE: Final = "DICE_OF"
"""The environment variable with the path of the seed file, which a test shares with the processes it starts.

The file contains the test's name and a dot for each seed that has been drawn."""


@contextmanager
def seed_dice(name: str) -> Iterator[None]:
    """Derive all seeds in this block from `name`, in this process and in processes that it starts."""
    file = _get_seed_file()
    before = file.read_bytes()
    file.write_text(f"{DICE_SEED} {name}\n", "utf-8")
    try:
        with replace_randomness():
            yield
    finally:
        file.write_bytes(before)


@cache
def _get_seed_file() -> Path:
    with NamedTemporaryFile(prefix="dice.", delete=False) as file:
        os.environ[SEED_FILE_VARIABLE] = file.name
        atexit.register(Path(file.name).unlink)
        return Path(file.name)


def replace_randomness() -> ExitStack:
    """Make the bot draw its seeds from the seed file, if there is one, until the returned stack is closed.

    Each player's interaction ID, which also affects the dice but contains the time, is replaced by a join number.
    """
    with ExitStack() as stack:
        if os.environ.get(SEED_FILE_VARIABLE):
            stack.enter_context(patch.object(service, "token_bytes", _draw_seed))
            stack.enter_context(patch.object(fold, "JoinedPlayer", _join_without_interaction_id))
        return stack.pop_all()


def _join_without_interaction_id(person_id: int, _: str, join_number: int) -> JoinedPlayer:
    return JoinedPlayer(person_id, str(join_number), join_number)


def _draw_seed(size: int) -> bytes:
    with Path(os.environ[SEED_FILE_VARIABLE]).open("ab+") as file:
        file.write(b".")
        file.flush()
        end = file.tell()
        file.seek(0)
        return shake_256(file.read(end)).digest(size)
