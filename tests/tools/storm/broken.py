"""A bot that is broken on purpose, to test the verdict: `python -m tests.tools.storm.broken HOW`."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, Final

from bot.__main__ import app
from bot.delivery.messenger import Sent
from bot.discord.messages import Messages
from bot.matches.model import Kind, Play, Table
from bot.matches.service import Done, Tables
from bot.screens import player_screen
from bot.screens.player_screen import ALONE, Beside
from bot.screens.scene import Scene
from games.core import Move, Seat
from storage import AppendResult, Event, MatchChange
from storage.journal import JournalRepository

STORE_DELAY_S: Final = 1.0
DIES_EVERY: Final = 4
"""One of so many choices is followed by a crash."""


def acknowledge_before_storing() -> None:
    """Store a choice only after it was acknowledged. Now and then the process has died by then."""
    store_now = JournalRepository.append_events
    lock, choices = asyncio.Lock(), count(1)

    async def append(
        self: JournalRepository, match: int, seq: int, events: Sequence[Event], change: MatchChange
    ) -> AppendResult:
        dies = any(it.kind == Kind.SAID and it.interaction_id for it in events) and next(choices) % DIES_EVERY == 0

        async def store_later() -> None:
            async with lock:
                await asyncio.sleep(STORE_DELAY_S)
                if dies:
                    os.kill(os.getpid(), signal.SIGKILL)
                await store_now(self, match, seq, events, change)

        asyncio.create_task(store_later())  # noqa: RUF006 - this is the fault
        return AppendResult(match, seq)

    JournalRepository.append_events = append  # type: ignore[method-assign, assignment]


def call_twice() -> None:
    """Send each call twice, under different nonces."""
    tell_once = Messages.tell

    async def tell(self: Messages, person: int, scene: Scene, once: str) -> Sent:
        await tell_once(self, person, scene, f"{once} once more")
        return await tell_once(self, person, scene, once)

    Messages.tell = tell  # type: ignore[method-assign]


def store_another_move() -> None:
    """Store another move than the one that was pressed."""
    say_as_pressed = Tables.say

    async def say(self: Tables, match: int, person: int, word: Any, *, step: int | None, cause: int, now: int) -> Done:
        table = await self.table(match)
        seat = table.seat_of(person) if isinstance(table, Play) else None
        if isinstance(table, Play) and seat in table.match.seats_asked:
            word = pick_other(table, seat, word)
        return await say_as_pressed(self, match, person, word, step=step, cause=cause, now=now)

    Tables.say = say  # type: ignore[method-assign]


def show_another_move() -> None:
    """Show another move than the one that was stored, as long as it is sealed."""
    show_stored = player_screen.sealed

    def sealed(table: Play, seat: Seat, locale: str, beside: Beside = ALONE) -> Scene:
        other = pick_other(table, seat, table.match.sealed[seat])
        match = replace(table.match, sealed={**table.match.sealed, seat: other})
        return show_stored(replace(table, match=match), seat, locale, beside)

    player_screen.sealed = sealed


def pick_other(table: Table, seat: Seat, move: Move) -> Move:
    """Return a legal move of the same length that is not this one, if there is one."""
    assert isinstance(table, Play)
    others = (it for it in table.match.legal_moves(seat) if it != move and len(it) == len(move))
    return next(others, move)


BROKEN: Final[Mapping[str, tuple[Callable[[], None], str]]] = {
    "acknowledge_before_storing": (acknowledge_before_storing, "lost"),
    "store_another_move": (store_another_move, "altered"),
    "show_another_move": (show_another_move, "unconfirmed"),
    "call_twice": (call_twice, "duplicates"),
}
"""What breaks the bot, and the column of the verdict that must notice it."""

if __name__ == "__main__":
    if fault := BROKEN.get(sys.argv[1]):
        sys.argv[1] = "run"
        fault[0]()
    app(sys.argv[1:])
