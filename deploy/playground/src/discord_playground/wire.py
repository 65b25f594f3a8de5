"""The log of the wire: each request and event, and what Discord would have refused."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from discord_playground.world.clock import Clock, stamp

KEPT: Final = 2000
LONGEST: Final = 20_000
PICTURE: Final = 40
"""Characters of one that is written out."""
SECRET: Final = {"token"}
"""Bots' own tokens are not repeated; those of interactions are worth nothing after a quarter of an hour."""


@dataclass(slots=True)
class Entry:
    n: int
    at: float
    source: str
    what: str
    bot: str | None
    status: int | None = None
    refused: str | None = None
    ms: float | None = None
    sent: Any = None
    answered: Any = None
    route: str | None = None

    @property
    def told(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "at": stamp(self.at),
            "source": self.source,
            "what": self.what,
            "route": self.route,
            "bot": self.bot,
            "status": self.status,
            "refused": self.refused,
            "ms": self.ms and round(self.ms, 2),
            "sent": shortened(self.sent),
            "answered": shortened(self.answered),
        }


class Wire:
    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.entries: deque[Entry] = deque(maxlen=KEPT)
        self.refused = 0
        self.last = 0
        self.listeners: list[Callable[[Entry], None]] = []

    def log(self, source: str, what: str, bot: str | None = None, **more: Any) -> None:
        self.last += 1
        entry = Entry(self.last, self.clock.now(), source, what, bot, **more)
        self.refused += entry.refused is not None
        self.entries.append(entry)
        for listener in self.listeners:
            listener(entry)

    def after(self, n: int) -> list[dict[str, Any]]:
        return [entry.told for entry in self.entries if entry.n > n]


def shortened(body: Any) -> Any:
    """A body as it may be shown: without secrets, and cut where it is endless."""
    shown = {key: _told(key, value) for key, value in body.items()} if isinstance(body, dict) else body
    text = json.dumps(shown, ensure_ascii=False, default=str)
    return shown if len(text) <= LONGEST else text[:LONGEST] + "…"


def _told(key: str, value: Any) -> Any:
    """A picture that is written out is told by its beginning."""
    if key in SECRET:
        return "…"
    return value[:PICTURE] + "…" if isinstance(value, str) and value.startswith("data:") else value
