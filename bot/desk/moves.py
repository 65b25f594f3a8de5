"""Moves: asked for, picked a part at a time, typed, changed, hinted at; and the next match that waits."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.desk.asked import Answer, Asked
from bot.desk.completion import Completion, completions
from bot.desk.desk import Deeds
from bot.desk.which import Which, awaited
from bot.herald.crier import Crier
from bot.house.minds import Minds
from bot.scenes import menu, prompt
from bot.scenes.address import Address
from bot.scenes.verb import Verb
from bot.table import manners
from bot.table.table import Play
from bot.table.tables import Tables
from games.core import Level
from games.refused import Refused

PATIENCE: Final = 10.0
"""Seconds for a hint."""


class Moves:
    def __init__(self, tables: Tables, which: Which, crier: Crier, minds: Minds) -> None:
        self._tables = tables
        self._which = which
        self._crier = crier
        self._minds = minds

    @property
    def deeds(self) -> Deeds:
        return {
            Verb.CHOOSE: self.choose,
            Verb.PICK: self.pick,
            Verb.CHANGE: self.change,
            Verb.HINT: self.hint,
            Verb.INBOX: self.inbox,
        }

    async def choose(self, asked: Asked, address: Address) -> Answer:
        table, seat = awaited(await self._tables.table(address.match), asked.person)
        if seat not in table.match.waiting:
            return Answer(prompt.sealed(table, seat, asked.locale), asks=table.id, step=table.match.step)
        shut = self._crier.shut(asked.person)
        scene = prompt.asked(table, seat, asked.locale, self._tables.absences, shut=shut)
        return Answer(scene, asks=table.id, step=table.match.step)

    async def pick(self, asked: Asked, address: Address) -> Answer:
        stands = await self._tables.recalled(address.match, address.step)
        table, seat = awaited(stands, asked.person, address.step)
        word = prompt.chosen(table, seat, address.rest)
        if word is None:
            scene = prompt.asked(table, seat, asked.locale, self._tables.absences, rest=address.rest)
            self._crier.turned(asked.message, address.step, address.rest)
            return Answer(scene, here=True)
        done = await self._tables.say(table.id, asked.person, word, step=address.step, cause=asked.cause, now=asked.now)
        after = manners.begun(done.table)
        seals = isinstance(after, Play) and after.match.step == address.step
        if isinstance(after, Play) and seals:
            scene = prompt.sealed(after, seat, asked.locale)
        else:
            self._crier.answered(asked.message)
            scene = prompt.said(table, after, seat, word, asked.locale)
        return Answer(scene, here=True, step=address.step, seals=seals, stirs=table.id)

    async def move(self, asked: Asked, typed: str, match: str) -> Answer:
        """A whole word, as it is written."""
        table, seat = awaited(await self._which.meant(asked, match, waiting=True), asked.person)
        word = table.game.read(table.match.view(seat), typed)
        step = table.match.step
        done = await self._tables.say(table.id, asked.person, word, step=step, cause=asked.cause, now=asked.now)
        after = manners.begun(done.table)
        if isinstance(after, Play) and after.match.step == step:
            return Answer(prompt.sealed(after, seat, asked.locale), asks=table.id, step=step, stirs=table.id)
        return Answer(prompt.said(table, after, seat, word, asked.locale), stirs=table.id)

    async def words(self, asked: Asked, typed: str, match: str) -> list[Completion]:
        """How what was typed could go on."""
        table = await self._which.meant(asked, match, waiting=True)
        seat = table.eyes_of(asked.person)
        if not isinstance(table, Play) or seat is None:
            return []
        return completions(table.game, table.match.view(seat), typed, asked.locale)

    async def change(self, asked: Asked, address: Address) -> Answer:
        table, seat = awaited(await self._tables.table(address.match), asked.person, address.step)
        return Answer(prompt.asked(table, seat, asked.locale, self._tables.absences), here=True)

    async def hint(self, asked: Asked, address: Address) -> Answer:
        """What the house would do in this seat, from what this seat sees; where it counts for nothing."""
        stands = await self._tables.recalled(address.match, address.step)
        table, seat = awaited(stands, asked.person, address.step)
        if table.agreement.kind != "practice":
            raise Refused("no-hints")
        view, dice = table.match.view(seat), table.match.house(seat)
        try:
            async with asyncio.timeout(PATIENCE):
                thought = await self._minds.thought(table.game, view, Level.STRONG, dice)
        except TimeoutError:
            raise Refused("hint-later") from None
        self._crier.hinted(asked.message, address.step)
        return Answer(prompt.hinted(table, seat, thought, asked.locale, self._tables.absences), here=True)

    async def inbox(self, asked: Asked, address: Address) -> Answer:
        """The next match that waits, after the one of the address."""
        waiting = await self._which.waiting(asked.person)
        if not waiting:
            return Answer(menu.nothing_waits(asked.locale))
        at = next((at for at, table in enumerate(waiting) if table.id == address.match), -1) + 1
        table, seat = awaited(waiting[at % len(waiting)], asked.person)
        scene = prompt.inbox(table, seat, asked.locale, self._tables.absences, count=len(waiting))
        return Answer(scene, asks=table.id, step=table.match.step)
