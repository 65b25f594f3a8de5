"""Which match somebody means: the one they named, the one before them, the most urgent, the last that ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.handlers.requests import Request
from bot.matches import match_rules
from bot.matches.cache import MatchCache
from bot.matches.fold import practised
from bot.matches.model import MatchState, Offer, RunningMatch
from games import GAMES
from games.core import Seat
from games.refused import Refused
from storage import MatchHeader, Store

NAMED: Final = 3
"""Matches in a refusal, which is one line; the completion has them all."""
DIGITS: Final = 18
"""Of the greatest number that a match can have; a store knows none that are longer."""


class MatchLookup:
    def __init__(self, matches: MatchCache, store: Store) -> None:
        self._matches = matches
        self._store = store

    async def meant(self, request: Request, match: str, *, waiting: bool = False) -> MatchState:
        """The one that was named; else of this channel, or of all, the most urgent. What is only for a match that is
        `waiting` is meant for the one that lies before them last.
        """
        if match:
            return await self._named(request, match)
        mine = await self._matches.waiting(request.person_id)
        here = [table for table in mine if table.channel_id == request.channel_id]
        if here or mine:
            return await self._before(request.person_id, here or mine) if waiting else (here or mine)[0]
        if waiting:
            raise Refused("nothing-waits")
        found = await self._nearest(request, await self._store.matches.list_live_of_person(request.person_id))
        if found is None:
            # What somebody practises is theirs alone.
            others = await self._store.matches.list_live_in_channel(request.channel_id)
            found = await self._nearest(request, [it for it in others if not practised(it)])
        if found is None:
            raise Refused("no-match-here")
        return found

    async def _nearest(self, request: Request, headers: Iterable[MatchHeader]) -> MatchState | None:
        """The newest of this channel, or else of all."""
        nearest = sorted(headers, key=lambda it: it.channel_id == request.channel_id)
        return await anext(self._matches.readable(reversed(nearest)), None)

    async def _before(self, person_id: int, matches: Sequence[MatchState]) -> MatchState:
        """Of these the one in whose hand they have been last: whoever types a word is looking at it."""
        if len(matches) == 1:
            return matches[0]
        _, hands = await self._store.player_messages.load_presence_and_messages(person_id)
        return max(
            matches,
            key=lambda match: max((hand.last_used_ms for hand in hands if hand.match_id == match.id), default=0),
        )

    async def _named(self, request: Request, match: str) -> MatchState:
        if not match.isdecimal() or len(match) > DIGITS:
            raise Refused("no-table", match=match[:DIGITS])
        table = await self._matches.find_match(int(match))
        if (table.is_practice or not request.beside(table)) and request.person_id not in table.company:
            # Another server's affair, or between somebody and the house.
            raise Refused("no-table", match=match)
        return table

    async def check_theirs(self, request: Request, match_id: int) -> None:
        """Whatever a button says: of a match of another server, or that somebody else practises, nobody reads."""
        if not _theirs(request, await self._matches.known(match_id)) and not _theirs(
            request, await self._matches.find_match(match_id)
        ):
            raise Refused("no-table", match=match_id)

    async def finished(self, request: Request, match: str) -> MatchState:
        """Unless one is named, the last that is over: it is looked back upon, and checked."""
        if not match and (results := await self._store.results.list_of_person(request.person_id, count=1)):
            match = str(results[0].match_id)
        table = await self.meant(request, match)
        if not match and isinstance(table, Offer):
            # Nobody has named it, and there is nothing yet to look back upon.
            raise Refused("no-match-here")
        return table

    async def shaken(self, request: Request, match: str) -> MatchState:
        """Unless one is named, the newest offer of this channel at which they sit."""
        if match:
            return await self._named(request, match)
        headers = [
            it
            for it in await self._store.matches.list_live_of_person(request.person_id)
            if it.channel_id == request.channel_id
        ]
        matches = self._matches.readable(headers)
        mine = [it async for it in matches if isinstance(it, Offer) and it.sitter(request.person_id)]
        if not mine:
            raise Refused("no-match-here")
        return mine[-1]

    async def ended(self, request: Request, what: str, match: str) -> MatchState:
        """What is to be ended: the one of this channel, for nobody is to be surprised; so the others go by number."""
        if match:
            return await self._named(request, match)
        mine = [
            table
            async for table in self._matches.readable(await self._store.matches.list_live_of_person(request.person_id))
            if (isinstance(table, RunningMatch) and table.eyes_of(request.person_id) is not None)
            or (what == "cancel" and isinstance(table, Offer) and request.person_id == table.host_id)
        ]
        if not mine:
            raise Refused("no-match-here")
        here = [table for table in mine if table.channel_id == request.channel_id]
        # The only one, wherever it is: whether one is sure is asked with its name. Of an offer it is not asked.
        if len(here) == 1 or (len(mine) == 1 and isinstance(mine[0], RunningMatch)):
            return (here or mine)[0]
        known = [_numbered(table.id, table.game.KEY, request.locale) for table in here or mine]
        more = ["…"] if len(known) > NAMED else []
        raise Refused("which-match", here=len(here), known=", ".join([*known[:NAMED], *more]))

    async def matches(self, request: Request, *, over: bool = False) -> list[tuple[str, str]]:
        """For completion: how a match is called, and its number."""
        found = [
            (header.id, header.game) for header in await self._store.matches.list_live_of_person(request.person_id)
        ]
        if over:
            found = [
                (it.match_id, it.game) for it in await self._store.results.list_of_person(request.person_id, count=20)
            ] + found
        # No table is folded for every letter that somebody types; a game that is played no more has no name.
        return [(_numbered(match_id, game, request.locale), str(match_id)) for match_id, game in found if game in GAMES]


def _theirs(request: Request, match: MatchState) -> bool:
    if request.person_id in match.company:
        return True
    # What was practised is for others once it is over and its end was shown.
    return request.in_company and request.beside(match) and (not match.is_practice or match.is_over)


def _numbered(match_id: int, game: str, locale: str) -> str:
    return f"{match_id} · {GAMES[game].say('name', locale)}"


def awaited(match: MatchState, person_id: int, step: int | None = None) -> tuple[RunningMatch, Seat]:
    """The match and the seat of somebody who has something to choose now; a button that says its step may be old."""
    play, seat = match_rules.seated(match, person_id)
    if seat not in play.engine.seats_asked:
        who = [f"<@{other}>" for at in sorted(play.engine.to_move) if (other := play.people[at]) is not None]
        raise Refused("not-now", who=", ".join(who), count=len(who))
    if step is not None and step != play.engine.step:
        raise Refused("stale", step=play.engine.step)
    return play, seat
