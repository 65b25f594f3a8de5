"""A journal as a text that is deflated: a line an event, and people by numbers that stand elsewhere."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from storage.database import Damaged
from storage.event import Event
from storage.statement import Row, select

SCROLLS: Final = select("lines", "FROM archive WHERE match = :match ORDER BY seq")
WITNESSES: Final = select("number, person", "FROM witness WHERE match = :match")


def rolled(events: Iterable[Event], numbers: Mapping[int, int]) -> bytes:
    """`numbers` are those of its people. Of times each is told by how much later it is: that has fewer digits."""
    lines, last = [], 0
    for it in events:
        who = None if it.person is None else numbers[it.person]
        line = [it.kind, it.word, it.at - last, it.seat, who, it.interaction]
        lines.append(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
        last = it.at
    return zlib.compress("\n".join(lines).encode(), 9)


def unrolled(scroll: bytes) -> list[Event]:
    """With numbers in the place of people."""
    events, last = [], 0
    try:
        for line in zlib.decompress(scroll).decode().split("\n"):
            kind, word, later, seat, who, interaction = json.loads(line)
            last += later
            events.append(Event(kind, word, last, seat, who, interaction))
    except (zlib.error, ValueError, TypeError) as wrong:
        raise Damaged(f"what is archived of a match cannot be read: {wrong}") from wrong
    return events


def read_scrolls(scrolls: Sequence[Row], witnesses: Sequence[Row]) -> list[Event]:
    """One after the other: what happened after a match was archived is archived behind it."""
    people: dict[int | None, int | None] = {int(number): int(person) for number, person in witnesses}
    people[None] = None
    events = [event for (scroll,) in scrolls for event in unrolled(scroll)]
    if missing := {it.person for it in events} - people.keys():
        raise Damaged(f"nobody knows who {missing} are in the archive of a match")
    return [replace(it, person=people[it.person]) for it in events]
