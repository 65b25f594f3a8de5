"""The chain of a match: a link for every line that is stored of it; the newest is its seal, which everybody sees.

`docs/fairness.md` specifies it to the byte.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final

from games.core import Game
from games.dice import Since
from games.options import Options

FORMAT: Final = "1"
"""Of a record, and of the protocol that its seals follow."""
HASH: Final = re.compile("[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")
"""32 bytes in base64url: of the 43 letters the last ends in two zero bits, else there would be four spellings."""


def brief(value: bytes) -> str:
    """32 bytes as people and records see them."""
    return urlsafe_b64encode(value).decode().rstrip("=")


def head(name: str, game: Game[Any, Any, Any]) -> tuple[str, ...]:
    """With which a record begins, and the first seal."""
    return f"match {FORMAT}", f"id {name}", f"game {game.KEY}", f"edition {game.EDITION}"


def first(name: str, game: Game[Any, Any, Any], seed: bytes) -> bytes:
    """Of the match of that name: a seed that is sealed cannot be chosen to suit."""
    told = "".join(f"{line}\n" for line in (f"duel {FORMAT}", *head(name, game)))
    return sha256(told.encode() + seed).digest()


def linked(seal: bytes, line: str, seed: bytes) -> bytes:
    """Options may draw a start that nobody knows yet: what somebody could guess is linked with the seed."""
    secret = seed if line.startswith("options ") else b""
    return sha256(seal + line.encode() + b"\n" + secret).digest()


def links(seal: bytes, lines: Iterable[str], seed: bytes) -> Iterable[bytes]:
    """The seal at the start and after each line."""
    return accumulate(lines, lambda before, line: linked(before, line, seed), initial=seal)


def since(before: Since) -> str:
    """The line of a match that goes on from another: up to which step, and with which key its dice fell."""
    return f"since {before.steps} {before.key.hex()}"


def options(settings: Options) -> str:
    """The line that says what differs from the usual: JSON in its one spelling."""
    told = settings.model_dump(mode="json", exclude_defaults=True)
    return f"options {json.dumps(told, sort_keys=True, separators=(',', ':'))}"
