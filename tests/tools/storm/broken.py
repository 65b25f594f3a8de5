"""A bot that was broken on purpose, by which a verdict is tried: `python -m tests.tools.storm.broken HOW`. Whatever
else it is asked for it does as it should.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, Final

from bot.__main__ import app
from bot.discord.messages import Messages
from bot.discord.router import Router
from bot.herald.calls import Calls
from bot.herald.channels import Sent
from bot.herald.crier import Crier
from bot.herald.leftovers import Leftovers
from bot.scenes import hand
from bot.scenes.hand import ALONE, Beside
from bot.scenes.scene import Scene
from bot.table.table import Kind, Play, Table
from bot.table.tables import Done, Tables
from games.core import Seat, Word
from storage import Appended, Change, Event, Leftover, Outlook, Store
from tests.tools.storm import witness

LATER: Final = 1.0
"""Seconds."""
OFTEN: Final = 4
"""Of so many choices one."""


def forgets_to_ask() -> None:
    """It notes that somebody was called, and does not get as far as the first of them."""
    does = Crier.call

    async def call(self: Crier, table: Table, calls: Calls, outlook: Outlook, *, carded: bool, trailing: bool) -> bool:
        for each in calls.all:
            await self.store.answer(each.deadline, "called")
        return await does(self, table, replace(calls, all=calls.all[1:]), outlook, carded=carded, trailing=trailing)

    Crier.call = call  # type: ignore[method-assign]


def acknowledges_first() -> None:
    """And stores it a moment later; now and then it is dead by then."""
    stores = Store.append
    turn, chosen = asyncio.Lock(), count(1)

    async def append(self: Store, match: int, seq: int, events: Sequence[Event], change: Change) -> Appended:
        dies = any(it.kind == Kind.SAID and it.interaction for it in events) and next(chosen) % OFTEN == 0

        async def later() -> None:
            async with turn:
                await asyncio.sleep(LATER)
                if dies:
                    os.kill(os.getpid(), signal.SIGKILL)
                await stores(self, match, seq, events, change)

        asyncio.create_task(later())  # noqa: RUF006 - it is what is wrong with it
        return Appended(match, seq)

    Store.append = append  # type: ignore[method-assign, assignment]


def leaves_cards() -> None:
    """What was replaced stays."""

    async def clear(self: Leftovers, table: Table, leftovers: Iterable[Leftover]) -> None:
        return

    Leftovers.clear = clear  # type: ignore[method-assign]


def calls_twice() -> None:
    tells = Messages.tell

    async def tell(self: Messages, person: int, scene: Scene, once: str) -> Sent:
        await tells(self, person, scene, f"{once} once more")
        return await tells(self, person, scene, once)

    Messages.tell = tell  # type: ignore[method-assign]


def says_more() -> None:
    """What somebody has said, it says for them once more where they are asked again."""
    says = Tables.say

    async def say(self: Tables, match: int, person: int, word: Any, *, step: int | None, cause: int, now: int) -> Done:
        done = await says(self, match, person, word, step=step, cause=cause, now=now)
        waiting = [table for table in await self.waiting(person) if table.id == match]
        for table in waiting:
            seat = table.seat_of(person)
            assert seat is not None
            again = next(iter(table.match.legal(seat)))
            return await says(self, match, person, again, step=None, cause=cause + 1, now=now)
        return done

    Tables.say = say  # type: ignore[method-assign]


def stays_silent() -> None:
    """To every twentieth who asks."""
    handles = Router.handle
    asked = iter(range(1, witness.ENDED))

    async def handle(self: Router, interaction: Any, do: Any) -> None:
        if next(asked) % 20:
            await handles(self, interaction, do)

    Router.handle = handle  # type: ignore[method-assign]


def stores_another_move() -> None:
    """Than the one that was pressed, where there is another."""
    says = Tables.say

    async def say(self: Tables, match: int, person: int, word: Any, *, step: int | None, cause: int, now: int) -> Done:
        table = await self.table(match)
        seat = table.seat_of(person) if isinstance(table, Play) else None
        if isinstance(table, Play) and seat in table.match.awaited:
            word = another(table, seat, word)
        return await says(self, match, person, word, step=step, cause=cause, now=now)

    Tables.say = say  # type: ignore[method-assign]


def shows_another_move() -> None:
    """Than the one that was stored, as long as it is sealed."""
    shows = hand.sealed

    def sealed(table: Play, seat: Seat, locale: str, beside: Beside = ALONE) -> Scene:
        other = another(table, seat, table.match.sealed[seat])
        match = replace(table.match, sealed={**table.match.sealed, seat: other})
        return shows(replace(table, match=match), seat, locale, beside)

    hand.sealed = sealed


def another(table: Play, seat: Seat, move: Word) -> Word:
    """Return a legal move of the same length that is not this one, if there is one."""
    others = (it for it in table.match.legal(seat) if it != move and len(it) == len(move))
    return next(others, move)


BROKEN: Final[Mapping[str, tuple[Callable[[], None], str]]] = {
    "acknowledges_first": (acknowledges_first, "lost"),
    "says_more": (says_more, "doubled"),
    "stores_another_move": (stores_another_move, "altered"),
    "shows_another_move": (shows_another_move, "unconfirmed"),
    "forgets_to_ask": (forgets_to_ask, "silent"),
    "leaves_cards": (leaves_cards, "stale"),
    "calls_twice": (calls_twice, "duplicates"),
    "stays_silent": (stays_silent, "unanswered"),
}
"""How, and in which column it must show."""

if __name__ == "__main__":
    if breaks := BROKEN.get(sys.argv[1]):
        sys.argv[1] = "run"
        breaks[0]()
    app(sys.argv[1:])
