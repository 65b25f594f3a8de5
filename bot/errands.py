"""What the slash commands ask for: as at the desk, without knowing Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot import chronicle
from bot.agreement import Agreement
from bot.asked import Answer, Asked
from bot.desk import Desk, awaited
from bot.journal import Table
from bot.scenes import menu, options, past, prompt, rules
from games import GAMES, named
from games.core import Level
from games.options import choices
from games.refused import Refused

LISTED: Final = 10
"""Matches in a list: six players each, all of them awaited, fill a message."""
NAMED: Final = 3
"""Matches in a refusal, which is one line; the completion has them all."""
DIGITS: Final = 18
"""Of the greatest number that a match can have; a store knows none that are longer."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a challenge or an open table is to be."""

    game: str
    variant: str = ""
    clock: int | None = None
    rated: bool = True
    seats: int = 0
    level: Level = Level.STEADY
    fills: int | None = None


class Errands:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.tables = desk.tables

    async def challenge(self, asked: Asked, opponents: Sequence[int], wish: Wish, *, house: bool = False) -> Answer:
        """With the house in one of the seats, if it was named too."""
        if house and not opponents:
            return await self.practice(asked, wish)
        asked.on_a_server()
        seats = len(opponents) + 1 + house
        agreement = Agreement(seats=seats, house=int(house), level=wish.level, clock=wish.clock, rated=wish.rated)
        return await self._offered(asked, opponents, wish, agreement)

    async def practice(self, asked: Asked, wish: Wish) -> Answer:
        """Anywhere: at as small a table as there is, with the house in all the other seats."""
        seats = wish.seats or named(wish.game).SEATS[0]
        agreement = Agreement(
            kind="practice", seats=seats, house=seats - 1, level=wish.level, clock=wish.clock, rated=False
        )
        return await self._offered(asked, (), wish, agreement)

    async def open(self, asked: Asked, wish: Wish) -> Answer:
        asked.on_a_server()
        seats = wish.seats or named(wish.game).SEATS[-1]
        agreement = Agreement(
            kind="open", seats=seats, level=wish.level, fills=wish.fills, clock=wish.clock, rated=wish.rated
        )
        return await self._offered(asked, (), wish, agreement)

    async def _offered(self, asked: Asked, opponents: Sequence[int], wish: Wish, agreement: Agreement) -> Answer:
        game = named(wish.game)
        settings = await self.desk.preferences.server(asked.server)
        if settings.channels and asked.channel not in settings.channels:
            raise Refused("other-channel", channel=" ".join(f"<#{channel}>" for channel in settings.channels))
        asked.check_room()
        settled = options.variant(game, wish.variant, asked.locale)
        done = await self.tables.offer(
            asked.person, opponents, game, settled, agreement,
            server=asked.server, channel=asked.channel, cause=asked.cause, now=asked.now,
        )  # fmt: skip
        return Answer(menu.offered(done.table, asked.locale), stirs=done.table.id)

    async def move(self, asked: Asked, typed: str, match: str) -> Answer:
        table = await self.meant(asked, match, waiting=True)
        seat = awaited(table, asked.person)
        assert table.match
        word = table.game.read(table.match.view(seat), typed)
        step = table.match.step
        done = await self.tables.say(table.id, asked.person, word, step=step, cause=asked.cause, now=asked.now)
        if done.table.match and done.table.match.step == step and not done.table.over:
            return Answer(prompt.sealed(done.table, seat, asked.locale), asks=table.id, step=step, stirs=table.id)
        return Answer(prompt.said(table, done.table, seat, word, asked.locale), stirs=table.id)

    async def board(self, asked: Asked, match: str, *, text: bool) -> Answer:
        table = await self.meant(asked, match)
        if text:
            if table.match is None:
                raise Refused(f"closed-{table.closed}" if table.closed else "not-begun")
            return Answer(menu.text(table, table.eyes_of(asked.person), asked.locale))
        await self.desk.herald.again(table.id)
        return Answer(menu.comes(asked.locale))

    async def call(self, asked: Asked, what: str, match: str) -> Answer:
        """To resign, to offer a draw, to cancel: asked once more before it is said."""
        table = await (self.meant(asked, match) if match else self._ended(asked, what))
        seat = table.seat_of(asked.person)
        if table.offered and what == "cancel" and asked.person == table.host:
            await self.tables.withdraw(table.id, asked.person, cause=asked.cause, now=asked.now)
            return Answer(menu.done("withdraw", asked.locale), stirs=table.id)
        if table.match is None or seat is None:
            raise Refused("not-seated" if table.match else "not-begun")
        if what == "offer" and table.match.agreed - {seat}:
            what = "agree"
        return Answer(menu.sure(table, what, asked.locale))

    async def listing(self, asked: Asked) -> Answer:
        store = self.tables.store
        headers = await (store.live_on(asked.server) if asked.server else store.live_of(asked.person))
        tables = [await self.tables.current(header) for header in headers[:LISTED]]
        return Answer(menu.running(tables, asked.locale, self.tables.absences, more=len(headers) - len(tables)))

    async def replay(self, asked: Asked, match: str) -> Answer:
        table = await self.meant(asked, match, over=True)
        if table.match is None:
            raise Refused(f"closed-{table.closed}" if table.closed else "not-begun")
        stored = await self.tables.journal(table.id)
        record = chronicle.record(stored) if table.over else None
        # Off the loop: of a long match it takes a quarter of a second.
        return Answer(await asyncio.to_thread(past.film, table, stored, record, asked.locale))

    async def verify(self, asked: Asked, match: str) -> Answer:
        """Of a match that is over: unless one is named, the last."""
        if not match and (results := await self.tables.store.results_of(asked.person, count=1)):
            match = str(results[0].match)
        table = await self.meant(asked, match)
        return Answer(past.proof(table, await self.tables.record(table.id), asked.locale))

    async def rules(self, asked: Asked, game: str) -> Answer:
        return Answer(rules.page(named(game), 0, "", asked.locale))

    # Which match is meant

    async def meant(self, asked: Asked, match: str, *, waiting: bool = False, over: bool = False) -> Table:
        """The one that was named; else the most urgent of this channel, else of all."""
        if match:
            if not match.isdecimal() or len(match) > DIGITS:
                raise Refused("no-table", match=match[:DIGITS])
            table = await self.tables.table(int(match))
            if (table.private or table.server != asked.server) and asked.person not in table.company:
                # Another server's affair, or between somebody and the house.
                raise Refused("no-table", match=match)
            return table
        mine = await self.desk.waiting(asked.person)
        here = [table for table in mine if table.channel == asked.channel]
        if here or mine:
            return (here or mine)[0]
        if waiting:
            raise Refused("nothing-waits")
        headers = await self.tables.store.live_of(asked.person) or await self.tables.store.live_in(asked.channel)
        if over:
            results = await self.tables.store.results_of(asked.person, count=1)
            if results:
                return await self.tables.table(results[0].match)
        if not headers:
            raise Refused("no-match-here")
        nearest = [header for header in headers if header.channel == asked.channel] or headers
        return await self.tables.table(nearest[-1].id)

    async def _ended(self, asked: Asked, what: str) -> Table:
        """The one of this channel: of what ends a match nobody is to be surprised, and so the others go by number."""
        tables = [await self.tables.current(header) for header in await self.tables.store.live_of(asked.person)]
        mine = [
            table
            for table in tables
            if (table.playing and table.eyes_of(asked.person) is not None)
            or (what == "cancel" and table.offered and asked.person == table.host)
        ]
        if not mine:
            raise Refused("no-match-here")
        here = [table for table in mine if table.channel == asked.channel]
        # The only one, wherever it is: whether one is sure is asked with its name. Of an offer it is not asked.
        if len(here) == 1 or (len(mine) == 1 and mine[0].playing):
            return (here or mine)[0]
        known = [_numbered(table.id, table.game.KEY, asked.locale) for table in here or mine]
        more = ["…"] if len(known) > NAMED else []
        raise Refused("which-match", here=len(here), known=", ".join([*known[:NAMED], *more]))

    async def matches(self, asked: Asked, *, over: bool = False) -> list[tuple[str, str]]:
        """For completion: how a match is called, and its number."""
        store = self.tables.store
        found = [(header.id, header.game) for header in await store.live_of(asked.person)]
        if over:
            found = [(it.match, it.game) for it in await store.results_of(asked.person, count=20)] + found
        # No table is folded for every letter that somebody types; a game that is played no more has no name.
        return [(_numbered(match, game, asked.locale), str(match)) for match, game in found if game in GAMES]

    def variants(self, game: str) -> list[str]:
        """What the option of that name may be; a game without one has none."""
        field = GAMES[game].Options.model_fields.get("variant") if game in GAMES else None
        return choices(field.annotation) if field else []


def _numbered(match: int, game: str, locale: str) -> str:
    return f"{match} · {GAMES[game].say('name', locale)}"
