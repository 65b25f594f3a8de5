"""The log of all requests and events, with the reason for each refused request."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from discord_playground.world.clock import WorldClock, format_timestamp

MAX_LOG_ENTRIES: Final = 2000
MAX_BODY_LENGTH: Final = 20_000
MAX_DATA_URL_LENGTH: Final = 40
SECRET_KEYS: Final = {"token"}


@dataclass(slots=True)
class TrafficEntry:
    number: int
    logged_at: float
    source: str
    title: str
    bot_name: str | None
    status: int | None = None
    refused: str | None = None
    ms: float | None = None
    sent: Any = None
    answered: Any = None
    route: str | None = None

    @property
    def page_json(self) -> dict[str, Any]:
        return {
            "n": self.number,
            "at": format_timestamp(self.logged_at),
            "source": self.source,
            "what": self.title,
            "route": self.route,
            "bot": self.bot_name,
            "status": self.status,
            "refused": self.refused,
            "ms": self.ms and round(self.ms, 2),
            "sent": shorten_body(self.sent),
            "answered": shorten_body(self.answered),
        }


class TrafficLog:
    def __init__(self, clock: WorldClock) -> None:
        self.clock = clock
        self.entries: deque[TrafficEntry] = deque(maxlen=MAX_LOG_ENTRIES)
        self.refused_count = 0
        self.last_number = 0
        self.listeners: list[Callable[[TrafficEntry], None]] = []

    def add_entry(self, source: str, title: str, bot_name: str | None = None, **more: Any) -> None:
        self.last_number += 1
        entry = TrafficEntry(self.last_number, self.clock.now(), source, title, bot_name, **more)
        self.refused_count += entry.refused is not None
        self.entries.append(entry)
        for listener in self.listeners:
            listener(entry)

    def list_entries_after(self, number: int) -> list[dict[str, Any]]:
        return [entry.page_json for entry in self.entries if entry.number > number]


def shorten_body(body: Any) -> Any:
    """Return a body without secrets and with shortened data URLs.

    If the body is still too long, return the start of its JSON.
    """
    short = {key: _shorten_value(key, value) for key, value in body.items()} if isinstance(body, dict) else body
    text = json.dumps(short, ensure_ascii=False, default=str)
    return short if len(text) <= MAX_BODY_LENGTH else text[:MAX_BODY_LENGTH] + "…"


def _shorten_value(key: str, value: Any) -> Any:
    if key in SECRET_KEYS:
        return "…"
    return value[:MAX_DATA_URL_LENGTH] + "…" if isinstance(value, str) and value.startswith("data:") else value
