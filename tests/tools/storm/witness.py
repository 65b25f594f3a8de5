"""Keeps account: what people did, what they were answered, what they saw, and when something was going wrong."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

AT_ONCE: Final = 5
"""Presses that are waiting for an answer. With more, on two cores, it is luck who is answered in time."""
SLOT_S: Final = 1.0
"""A press that waits longer does not count any more: its process is probably gone, and the others are to go on."""
SWEEPS: Final = 10.0
"""Seconds of two sweeps: who is told later than that, once nothing is wrong any more, is told late."""
ENDED: Final = 1 << 30
"""The step of a match that is over."""


@dataclass(slots=True)
class Press:
    """Somebody chose; whether they were told that it counts is seen later."""

    person: int
    match: int
    step: int
    interaction: int
    what: str
    """Where it led, and what they were shown then."""
    move: tuple[str, ...] = ()
    """The tokens on the button; a button that only opens a further page has those that are complete."""
    screen: str = ""
    """All that they could read once the press was answered."""
    revises: bool = False
    """They had chosen in this step before, and have changed their mind."""
    late: bool = False
    """They were told to wait, and then something else stood there."""
    acknowledged: bool = False


@dataclass(slots=True)
class News:
    """A step is over, and somebody has been told so; the others are to see it."""

    match: int
    step: int
    by: int
    since: float


@dataclass(frozen=True, slots=True)
class Failed:
    """Nobody answered in time, from when they asked until they were told so."""

    began: float
    ended: float
    interaction: int
    what: str
    heard: bool = True
    """Whose bot was not connected comes back within two sweeps of what went wrong: in five seconds one may identify."""


@dataclass
class Witness:
    presses: list[Press] = field(default_factory=list)
    room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    """For people who wait for an answer."""
    offers: set[int] = field(default_factory=set)
    """Matches of which somebody was shown the card."""
    acts: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By person the interactions that were answered."""
    pinged: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By person the messages that called them."""
    calls: dict[tuple[int, int, int, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    """By person, match, step and kind the messages that called for it."""
    untold: list[News] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    """Seconds from when it was known, and nothing was wrong any more, until others saw it."""
    late: list[str] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)
    tried: set[int] = field(default_factory=set)
    """Interactions that were answered, in time or not."""
    troubles: list[list[float]] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    diary: list[str] = field(default_factory=list)
    deaths: list[str] = field(default_factory=list)
    """Processes that ended for good, unasked."""
    _seen: dict[int, int] = field(default_factory=dict)

    # what people do and are answered

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Wait until somebody may press."""
        await self.room.acquire()
        held = [self.room]

        def leave() -> None:
            while held:
                held.pop().release()

        waits = asyncio.get_running_loop().call_later(SLOT_S, leave)
        try:
            yield
        finally:
            waits.cancel()
            leave()

    def acted(self, person: int, interaction: int) -> None:
        self.acts[person].append(interaction)

    def resolved(self, match: int, step: int, by: int) -> None:
        """Somebody has been shown that it goes on from there."""
        if step > self._seen.get(match, 0):
            self._seen[match] = step
            self.untold.append(News(match, step, by, time.monotonic()))

    def sees(self, person: int, match: int, step: int, outlived: Callable[[], bool] = bool) -> None:
        """`outlived` asks whether nothing that they had of it before could still be changed: then a call tells them, as
        soon as they are not at it any more.
        """
        for news in [it for it in self.untold if it.match == match and it.step <= step and it.by != person]:
            self.untold.remove(news)
            if outlived():
                continue
            seconds = max(0.0, time.monotonic() - max(news.since, self.healed(news.since)))
            self.told.append(seconds)
            if seconds > SWEEPS:
                self.late.append(f"match {news.match}, step {news.step}: {person} saw it after {seconds:.1f} s")
                self.notes(self.late[-1])

    # what goes wrong

    @contextmanager
    def trouble(self, what: str, grace: float) -> Iterator[None]:
        """For as long as the block lasts, and until all have come to themselves."""
        self.faults[what] += 1
        self.notes(f"{what} begins")
        span = [time.monotonic(), float("inf")]
        self.troubles.append(span)
        try:
            yield
        finally:
            span[1] = time.monotonic() + grace
            self.notes(f"{what} is over")

    def healed(self, since: float) -> float:
        """When the last trouble ended that there was from then on; now, if there is some."""
        return max((min(end, time.monotonic()) for _, end in self.troubles if end >= since), default=since)

    def failures(self) -> list[Failed]:
        """While nothing was wrong."""
        return [
            it
            for it in self.failed
            if not any(
                begins <= it.ended and ends + (0 if it.heard else SWEEPS) >= it.began for begins, ends in self.troubles
            )
        ]

    def notes(self, what: str) -> None:
        """For whoever looks for the reason afterwards."""
        self.diary.append(f"{datetime.now(UTC).isoformat(timespec='milliseconds')} {what}")
