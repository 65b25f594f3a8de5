"""Which match somebody means: the one they named, the one before them, the most urgent, the last that ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.handlers.requests import Asked
from bot.matches import match_rules
from bot.matches.cache import Kept
from bot.matches.fold import practised
from bot.matches.model import Offer, Play, Table
from games import GAMES
from games.core import Seat
from games.refused import Refused
from storage import MatchHeader, Store

NAMED: Final = 3
"""Matches in a refusal, which is one line; the completion has them all."""
DIGITS: Final = 18
"""Of the greatest number that a match can have; a store knows none that are longer."""


class Which:
    def __init__(self, tables: Kept, store: Store) -> None:
        self._tables = tables
        self._store = store

    async def meant(self, asked: Asked, match: str, *, waiting: bool = False) -> Table:
        """The one that was named; else of this channel, or of all, the most urgent. What is only for a match that is
        `waiting` is meant for the one that lies before them last.
        """
        if match:
            return await self._named(asked, match)
        mine = await self._tables.waiting(asked.person)
        here = [table for table in mine if table.channel == asked.channel]
        if here or mine:
            return await self._before(asked.person, here or mine) if waiting else (here or mine)[0]
        if waiting:
            raise Refused("nothing-waits")
        found = await self._nearest(asked, await self._store.matches.list_live_of_person(asked.person))
        if found is None:
            # What somebody practises is theirs alone.
            others = await self._store.matches.list_live_in_channel(asked.channel)
            found = await self._nearest(asked, [it for it in others if not practised(it)])
        if found is None:
            raise Refused("no-match-here")
        return found

    async def _nearest(self, asked: Asked, headers: Iterable[MatchHeader]) -> Table | None:
        """The newest of this channel, or else of all."""
        nearest = sorted(headers, key=lambda it: it.channel_id == asked.channel)
        return await anext(self._tables.readable(reversed(nearest)), None)

    async def _before(self, person: int, tables: Sequence[Table]) -> Table:
        """Of these the one in whose hand they have been last: whoever types a word is looking at it."""
        if len(tables) == 1:
            return tables[0]
        _, hands = await self._store.player_messages.load_presence_and_messages(person)
        return max(
            tables, key=lambda table: max((hand.last_used_ms for hand in hands if hand.match_id == table.id), default=0)
        )

    async def _named(self, asked: Asked, match: str) -> Table:
        if not match.isdecimal() or len(match) > DIGITS:
            raise Refused("no-table", match=match[:DIGITS])
        table = await self._tables.table(int(match))
        if (table.private or not asked.beside(table)) and asked.person not in table.company:
            # Another server's affair, or between somebody and the house.
            raise Refused("no-table", match=match)
        return table

    async def check_theirs(self, asked: Asked, match: int) -> None:
        """Whatever a button says: of a match of another server, or that somebody else practises, nobody reads."""
        if not _theirs(asked, await self._tables.known(match)) and not _theirs(asked, await self._tables.table(match)):
            raise Refused("no-table", match=match)

    async def finished(self, asked: Asked, match: str) -> Table:
        """Unless one is named, the last that is over: it is looked back upon, and checked."""
        if not match and (results := await self._store.results.list_of_person(asked.person, count=1)):
            match = str(results[0].match_id)
        table = await self.meant(asked, match)
        if not match and isinstance(table, Offer):
            # Nobody has named it, and there is nothing yet to look back upon.
            raise Refused("no-match-here")
        return table

    async def shaken(self, asked: Asked, match: str) -> Table:
        """Unless one is named, the newest offer of this channel at which they sit."""
        if match:
            return await self._named(asked, match)
        headers = [
            it for it in await self._store.matches.list_live_of_person(asked.person) if it.channel_id == asked.channel
        ]
        tables = self._tables.readable(headers)
        mine = [it async for it in tables if isinstance(it, Offer) and it.sitter(asked.person)]
        if not mine:
            raise Refused("no-match-here")
        return mine[-1]

    async def ended(self, asked: Asked, what: str, match: str) -> Table:
        """What is to be ended: the one of this channel, for nobody is to be surprised; so the others go by number."""
        if match:
            return await self._named(asked, match)
        mine = [
            table
            async for table in self._tables.readable(await self._store.matches.list_live_of_person(asked.person))
            if (isinstance(table, Play) and table.eyes_of(asked.person) is not None)
            or (what == "cancel" and isinstance(table, Offer) and asked.person == table.host)
        ]
        if not mine:
            raise Refused("no-match-here")
        here = [table for table in mine if table.channel == asked.channel]
        # The only one, wherever it is: whether one is sure is asked with its name. Of an offer it is not asked.
        if len(here) == 1 or (len(mine) == 1 and isinstance(mine[0], Play)):
            return (here or mine)[0]
        known = [_numbered(table.id, table.game.KEY, asked.locale) for table in here or mine]
        more = ["…"] if len(known) > NAMED else []
        raise Refused("which-match", here=len(here), known=", ".join([*known[:NAMED], *more]))

    async def matches(self, asked: Asked, *, over: bool = False) -> list[tuple[str, str]]:
        """For completion: how a match is called, and its number."""
        found = [(header.id, header.game) for header in await self._store.matches.list_live_of_person(asked.person)]
        if over:
            found = [
                (it.match_id, it.game) for it in await self._store.results.list_of_person(asked.person, count=20)
            ] + found
        # No table is folded for every letter that somebody types; a game that is played no more has no name.
        return [(_numbered(match, game, asked.locale), str(match)) for match, game in found if game in GAMES]


def _theirs(asked: Asked, table: Table) -> bool:
    if asked.person in table.company:
        return True
    # What was practised is for others once it is over and its end was shown.
    return asked.in_company and asked.beside(table) and (not table.private or table.over)


def _numbered(match: int, game: str, locale: str) -> str:
    return f"{match} · {GAMES[game].say('name', locale)}"


def awaited(table: Table, person: int, step: int | None = None) -> tuple[Play, Seat]:
    """The match and the seat of somebody who has something to choose now; a button that says its step may be old."""
    play, seat = match_rules.seated(table, person)
    if seat not in play.match.seats_asked:
        who = [f"<@{other}>" for at in sorted(play.match.to_move) if (other := play.people[at]) is not None]
        raise Refused("not-now", who=", ".join(who), count=len(who))
    if step is not None and step != play.match.step:
        raise Refused("stale", step=play.match.step)
    return play, seat
