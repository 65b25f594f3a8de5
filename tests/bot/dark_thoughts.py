"""What comes to a mind in place of a thought. Each new mind that is to have one reads this file, hence no other."""

from __future__ import annotations

import os
import signal
import socket
import time
from pathlib import Path
from typing import Any, Final

from games import GAMES
from games.core import Level, Thought

DOZED: Final = "DOZED"
"""Names a file that is a letter longer for each doze."""


def crashing(*_: object) -> Thought:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def hanging(*_: object) -> Thought:
    signal.pause()
    raise AssertionError


def failing(*_: object) -> Thought:
    raise ZeroDivisionError("a secret")


def cheating(*_: object) -> Thought:
    return Thought(("joker",), "why-random")


def apart(key: str, view: Any, level: Level, *_: object) -> Thought:
    """The playful one waits until somebody answers the door; the other is in trouble."""
    if level is not Level.PLAYFUL:
        return {"crashing": crashing, "hanging": hanging}[os.environ["TROUBLE"]]()
    with socket.create_connection(("127.0.0.1", int(os.environ["DOOR"]))) as door:
        door.recv(1)
    return Thought(GAMES[key].legal(view)[0], "why-waited")


def dozing(key: str, view: Any, *_: object) -> Thought:
    with Path(os.environ[DOZED]).open("a", encoding="utf-8") as dozed:
        dozed.write("z")
    time.sleep(0.3)
    return Thought(GAMES[key].legal(view)[0], "why-dozed")
