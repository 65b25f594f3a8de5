"""Functions that an AI worker runs in place of choosing a move. The worker process imports no other test module."""

from __future__ import annotations

import os
import signal
import socket
import time
from pathlib import Path
from typing import Any, Final

from games import GAMES
from games.core import Level, Suggestion

CALL_LOG_VARIABLE: Final = "AI_CALL_LOG"
"""The environment variable with the path of the file to which `log_call_and_sleep` appends a letter."""


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
    """Misbehave in place of an AI that chooses a move.

    At the easy level, suggest the first move after a byte arrives at `ANSWER_PORT`. At other levels, crash or hang.
    """
    if level is not Level.EASY:
        return {"crash": crash_process, "hang": hang_forever}[os.environ["BREAKAGE"]]()
    with socket.create_connection(("127.0.0.1", int(os.environ["ANSWER_PORT"]))) as connection:
        connection.recv(1)
    return Suggestion(GAMES[key].legal_moves(view)[0], "why-waited")


def log_call_and_sleep(key: str, view: Any, *_: object) -> Suggestion:
    with Path(os.environ[CALL_LOG_VARIABLE]).open("a", encoding="utf-8") as call_log:
        call_log.write("z")
    time.sleep(0.3)
    return Suggestion(GAMES[key].legal_moves(view)[0], "why-dozed")
