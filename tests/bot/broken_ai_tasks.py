"""Functions that an AI worker process runs instead of choosing a move. Each new process imports only this file."""

from __future__ import annotations

import os
import signal
import socket
import time
from pathlib import Path
from typing import Any, Final

from games import GAMES
from games.core import Level, Suggestion

DOZE_FILE_VARIABLE: Final = "DOZED"
"""The environment variable with the path of a file that is a letter longer for each doze."""


def crash_process(*_: object) -> Suggestion:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def hang_forever(*_: object) -> Suggestion:
    signal.pause()
    raise AssertionError


def raise_error(*_: object) -> Suggestion:
    raise ZeroDivisionError("a secret")


def choose_illegal_move(*_: object) -> Suggestion:
    return Suggestion(("joker",), "why-random")


def wait_for_answer_or_break(key: str, view: Any, level: Level, *_: object) -> Suggestion:
    """The playful one waits until somebody answers the door; the other is in trouble."""
    if level is not Level.PLAYFUL:
        return {"crash": crash_process, "hang": hang_forever}[os.environ["TROUBLE"]]()
    with socket.create_connection(("127.0.0.1", int(os.environ["DOOR"]))) as door:
        door.recv(1)
    return Suggestion(GAMES[key].legal_moves(view)[0], "why-waited")


def sleep_once(key: str, view: Any, *_: object) -> Suggestion:
    with Path(os.environ[DOZE_FILE_VARIABLE]).open("a", encoding="utf-8") as dozed:
        dozed.write("z")
    time.sleep(0.3)
    return Suggestion(GAMES[key].legal_moves(view)[0], "why-dozed")
