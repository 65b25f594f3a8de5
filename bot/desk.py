"""Where every button leads: asks the tables, answers the person, and stirs the herald. Nothing depends on memory."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from bot import leaderboard, manners, panel, portrait
from bot.address import Address
from bot.asked import Answer, Asked
from bot.channel import Place
from bot.crier import LOOK
from bot.deadlines import Due
from bot.herald import Herald
from bot.journal import Table
from bot.preferences import Preferences
from bot.scenes import menu, options, past, prompt, rules
from bot.season import Seasons
from bot.table import Tables
from bot.veil import REVEALED
from bot.verb import Verb
from games import named
from games.core import Level, Seat
from games.match import AGREE, CANCEL, OFFER, RESIGN
from games.refused import Refused
from storage import Deadline

ON_THE_TABLE: Final = frozenset({Verb.SIT, Verb.DECLINE, Verb.WITHDRAW, Verb.START, Verb.OPTIONS, Verb.CHOOSE})
"""The buttons that only the message of a match has, while it is offered or played."""
IN_PROMPTS: Final = frozenset({Verb.PICK, Verb.CHANGE, Verb.HINT})
"""The buttons that no message of a match has."""
SLOW: Final = frozenset({Verb.HINT})
"""Answered in the place of what was clicked, and not for certain within the three seconds that Discord waits."""
PATIENCE: Final = 10.0
"""Seconds for a hint."""
CALLS: Final = {"resign": RESIGN, "offer": OFFER, "agree": AGREE, "cancel": CANCEL}


class Desk:
    def __init__(self, tables: Tables, herald: Herald, preferences: Preferences) -> None:
        self.tables = tables
        self.herald = herald
        self.preferences = preferences
        self.seasons = Seasons(tables.store, preferences, herald.standings)

    async def answer(self, asked: Asked, address: Address) -> Answer:
        """May refuse; then nothing has changed."""
        deed = DEEDS.get(address.verb)
        if deed is None:
            raise Refused("button")
        if asked.private and asked.server is None and address.verb not in IN_PROMPTS:
            # A match in direct messages: what its table opens lies beside it.
            header = await self.tables.store.header(address.match)
            # Whoever is quick clicks it before we know which message it is.
            its = header and header.server is None and header.message in {None, asked.message}
            asked = replace(asked, private=not its)
        if address.verb in ON_THE_TABLE and asked.message and not asked.private:
            self.herald.clicked(address.match, Place(asked.channel, asked.message))
        try:
            answer = await deed(self, asked, address)
        except Refused as no:
            if no.key != "stale":
                raise
            answer = Answer(prompt.moved_on(address.match, asked.locale))
        # What took the place of a private message stays there; what a channel's button opens is a message of its own.
        return replace(answer, here=answer.here or (asked.private and answer.scene is not None and not answer.apart))

    # the offer

    async def sit(self, asked: Asked, address: Address) -> Answer:
        await self.tables.sit(address.match, asked.person, cause=asked.cause, now=asked.now)
        return Answer(stirs=address.match)

    async def decline(self, asked: Asked, address: Address) -> Answer:
        table = await self.tables.table(address.match)
        go = self.tables.rise if table.agreement.kind == "open" else self.tables.decline
        await go(address.match, asked.person, cause=asked.cause, now=asked.now)
        return Answer(stirs=address.match)

    async def withdraw(self, asked: Asked, address: Address) -> Answer:
        await self.tables.withdraw(address.match, asked.person, cause=asked.cause, now=asked.now)
        return Answer(stirs=address.match)

    async def start(self, asked: Asked, address: Address) -> Answer:
        table = await self.tables.table(address.match)
        # The house takes the other seats where the host has asked it to.
        seats = len(table.sat) if table.agreement.fills is None else table.agreement.seats
        await self.tables.start(address.match, asked.person, seats, cause=asked.cause, now=asked.now)
        return Answer(stirs=address.match)

    async def options(self, asked: Asked, address: Address) -> Answer:
        table = await self.tables.table(address.match)
        if asked.person != table.host:
            raise Refused("not-host")
        if not table.offered:
            raise Refused("begun")
        return options.opened(table, asked.locale, address.rest)

    async def set(self, asked: Asked, address: Address) -> Answer:
        table = await self.tables.table(address.match)
        wanted = options.filled(table, asked.fields, asked.locale)
        await self.tables.change(
            address.match, asked.person, wanted.options, clock=wanted.clock, limit=wanted.limit, rated=wanted.rated,
            cause=asked.cause, now=asked.now,
        )  # fmt: skip
        return Answer(stirs=address.match)

    # the table

    async def choose(self, asked: Asked, address: Address) -> Answer:
        table = await self.tables.table(address.match)
        seat = awaited(table, asked.person)
        assert table.match
        if seat not in table.match.waiting:
            return Answer(prompt.sealed(table, seat, asked.locale), asks=table.id, step=table.match.step)
        scene = prompt.asked(table, seat, asked.locale, self.tables.absences, shut=self.herald.crier.shut(asked.person))
        return Answer(scene, asks=table.id, step=table.match.step)

    async def pick(self, asked: Asked, address: Address) -> Answer:
        table = await self.tables.recalled(address.match, address.step)
        seat = awaited(table, asked.person, address.step)
        word = prompt.chosen(table, seat, address.rest)
        if word is None:
            scene = prompt.asked(table, seat, asked.locale, self.tables.absences, rest=address.rest)
            self.herald.crier.turned(asked.message, address.step, address.rest)
            return Answer(scene, here=True, keeps=True)
        done = await self.tables.say(table.id, asked.person, word, step=address.step, cause=asked.cause, now=asked.now)
        seals = bool(done.table.match and done.table.match.step == address.step and not done.table.over)
        if seals:
            scene = prompt.sealed(done.table, seat, asked.locale)
        else:
            self.herald.crier.answered(asked.message)
            scene = prompt.said(table, done.table, seat, word, asked.locale)
        # The board of before shows nothing any more.
        return Answer(scene, here=True, keeps=seals, step=address.step, seals=seals, stirs=table.id)

    async def change(self, asked: Asked, address: Address) -> Answer:
        table = await self.tables.table(address.match)
        seat = awaited(table, asked.person, address.step)
        return Answer(prompt.asked(table, seat, asked.locale, self.tables.absences), here=True)

    async def hint(self, asked: Asked, address: Address) -> Answer:
        """What the house would do in this seat, from what this seat sees; where it counts for nothing."""
        table = await self.tables.recalled(address.match, address.step)
        seat = awaited(table, asked.person, address.step)
        assert table.match
        if table.agreement.kind != "practice":
            raise Refused("no-hints")
        minds = self.herald.house.minds
        try:
            async with asyncio.timeout(PATIENCE):
                thought = await minds.thought(table.game, table.match.view(seat), Level.STRONG, table.match.house(seat))
        except TimeoutError:
            raise Refused("hint-later") from None
        self.herald.crier.hinted(asked.message, address.step)
        scene = prompt.hinted(table, seat, thought, asked.locale, self.tables.absences)
        return Answer(scene, here=True, keeps=True)

    async def look(self, asked: Asked, address: Address) -> Answer:
        done = await self.tables.look(address.match, asked.person, cause=asked.cause, now=asked.now)
        seat = manners.seated(done.table, asked.person)
        assert done.table.match
        closes = Deadline(Due.COVER, asked.now + REVEALED, done.table.match.step, seat)
        await self.tables.store.schedule(address.match, closes)
        return Answer(menu.look(done.table, seat, asked.locale), asks=address.match, step=LOOK)

    async def more(self, asked: Asked, address: Address) -> Answer:
        table = await self.tables.table(address.match)
        return Answer(menu.more(table, table.eyes_of(asked.person), asked.locale))

    async def text(self, asked: Asked, address: Address) -> Answer:
        table = await self.tables.table(address.match)
        return Answer(menu.text(table, table.eyes_of(asked.person), asked.locale))

    async def ask(self, asked: Asked, address: Address) -> Answer:
        table = await self.tables.table(address.match)
        manners.seated(table, asked.person)
        if address.rest not in CALLS:
            raise Refused("button")
        # Where one is asked to choose one still has to.
        prompts = await self.tables.store.prompts(table.id)
        apart = any(it.message == asked.message for it in prompts)
        return Answer(menu.sure(table, address.rest, asked.locale), apart=apart)

    async def call(self, asked: Asked, address: Address) -> Answer:
        if address.rest not in CALLS:
            raise Refused("button")
        word = CALLS[address.rest]
        done = await self.tables.say(address.match, asked.person, word, step=None, cause=asked.cause, now=asked.now)
        what = "cancelled" if word == CANCEL and done.table.over else address.rest
        return Answer(menu.done(what, asked.locale), here=asked.private, stirs=address.match)

    # before and after

    async def rules(self, asked: Asked, address: Address) -> Answer:
        """A page turns in its place; what a prompt opens lies beside it."""
        key = address.rest.rpartition(".")[0]
        game = named(key) if key else (await self.tables.table(address.match)).game
        return Answer(rules.page(game, address.match, address.rest, asked.locale), apart=not key)

    async def rematch(self, asked: Asked, address: Address) -> Answer:
        asked.check_room()
        done = await self.tables.rematch(address.match, asked.person, cause=asked.cause, now=asked.now)
        return Answer(stirs=done.table.id)

    async def replay(self, asked: Asked, address: Address) -> Answer:
        table = await self.tables.table(address.match)
        journal = await self.tables.journal(address.match)
        # Off the loop: all of it is folded for one board.
        return Answer(await asyncio.to_thread(past.frame, table, journal, address.rest, asked.locale))

    async def verify(self, asked: Asked, address: Address) -> Answer:
        record = await self.tables.record(address.match)
        return Answer(past.proof(await self.tables.table(address.match), record, asked.locale), apart=True)

    async def inbox(self, asked: Asked, address: Address) -> Answer:
        """The next match that waits, after the one of the address."""
        waiting = await self.waiting(asked.person)
        if not waiting:
            return Answer(menu.nothing_waits(asked.locale))
        at = next((at for at, table in enumerate(waiting) if table.id == address.match), -1) + 1
        table = waiting[at % len(waiting)]
        seat = awaited(table, asked.person)
        assert table.match
        scene = prompt.inbox(table, seat, asked.locale, self.tables.absences, count=len(waiting))
        return Answer(scene, asks=table.id, step=table.match.step)

    async def waiting(self, person: int) -> list[Table]:
        """Every table that waits for this person, the most urgent first."""
        tables = [await self.tables.current(header) for header in await self.tables.store.live_of(person)]
        mine = [(table, table.eyes_of(person)) for table in tables if table.playing]
        waits = [
            (table.due(seat, self.tables.absences) or 1 << 62, table.id, table)
            for table, seat in mine
            if table.match and seat in table.match.waiting
        ]
        return [table for _, _, table in sorted(waits, key=lambda it: it[:2])]


def awaited(table: Table, person: int, step: int | None = None) -> Seat:
    """The seat of somebody who has something to choose now; a button that says at which step may be old."""
    seat = manners.seated(table, person)
    assert table.match
    if seat not in table.match.awaited:
        raise Refused("not-now")
    if step is not None and step != table.match.step:
        raise Refused("stale", step=table.match.step)
    return seat


Deed: TypeAlias = Callable[[Desk, Asked, Address], Awaitable[Answer]]
DEEDS: Final[Mapping[str, Deed]] = {
    Verb.SIT: Desk.sit,
    Verb.DECLINE: Desk.decline,
    Verb.WITHDRAW: Desk.withdraw,
    Verb.START: Desk.start,
    Verb.OPTIONS: Desk.options,
    Verb.SET: Desk.set,
    Verb.CHOOSE: Desk.choose,
    Verb.PICK: Desk.pick,
    Verb.CHANGE: Desk.change,
    Verb.HINT: Desk.hint,
    Verb.LOOK: Desk.look,
    Verb.MORE: Desk.more,
    Verb.TEXT: Desk.text,
    Verb.ASK: Desk.ask,
    Verb.CALL: Desk.call,
    Verb.RULES: Desk.rules,
    Verb.REMATCH: Desk.rematch,
    Verb.REPLAY: Desk.replay,
    Verb.VERIFY: Desk.verify,
    Verb.INBOX: Desk.inbox,
    Verb.LADDER: leaderboard.turned,
    Verb.SETTINGS: panel.opened,
    Verb.SETTLED: panel.settled,
    Verb.PROFILE: portrait.opened,
    Verb.MIND: portrait.mind,
    Verb.SHARE: portrait.share,
}
