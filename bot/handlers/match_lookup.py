"""Which match somebody means: the one they named, the one before them, the most urgent, the last that ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.handlers.requests import Request
from bot.matches import match_rules
from bot.matches.cache import MatchCache
from bot.matches.fold import is_practice
from bot.matches.model import MatchState, Offer, RunningMatch
from games import GAMES
from games.core import Seat
from games.refused import Refused
from storage import MatchHeader, Store

MAX_MATCHES_IN_ERROR: Final = 3
"""Matches in a refusal, which is one line; the completion has them all."""
MAX_MATCH_ID_DIGITS: Final = 18
"""Of the greatest number that a match can have; a store knows none that are longer."""


class MatchLookup:
    def __init__(self, matches: MatchCache, store: Store) -> None:
        self._matches = matches
        self._store = store

    async def find_requested_match(
        self, request: Request, match_number: str, *, must_be_to_move: bool = False
    ) -> MatchState:
        """The one that was named; else of this channel, or of all, the most urgent. What is only for a match that is
        `waiting` is meant for the one that lies before them last.
        """
        if match_number:
            return await self._find_by_number(request, match_number)
        mine = await self._matches.list_matches_waiting_for(request.person_id)
        here = [table for table in mine if table.channel_id == request.channel_id]
        if here or mine:
            return await self._pick_last_used(request.person_id, here or mine) if must_be_to_move else (here or mine)[0]
        if must_be_to_move:
            raise Refused("nothing-waits")
        found = await self._find_newest_nearby(
            request, await self._store.matches.list_live_of_person(request.person_id)
        )
        if found is None:
            # What somebody practises is theirs alone.
            others = await self._store.matches.list_live_in_channel(request.channel_id)
            found = await self._find_newest_nearby(request, [it for it in others if not is_practice(it)])
        if found is None:
            raise Refused("no-match-here")
        return found

    async def _find_newest_nearby(self, request: Request, headers: Iterable[MatchHeader]) -> MatchState | None:
        """The newest of this channel, or else of all."""
        nearest = sorted(headers, key=lambda it: it.channel_id == request.channel_id)
        return await anext(self._matches.load_readable(reversed(nearest)), None)

    async def _pick_last_used(self, person_id: int, matches: Sequence[MatchState]) -> MatchState:
        """Of these the one in whose hand they have been last: whoever types a word is looking at it."""
        if len(matches) == 1:
            return matches[0]
        _, messages = await self._store.player_messages.load_presence_and_messages(person_id)
        return max(
            matches,
            key=lambda match: max(
                (message.last_used_ms for message in messages if message.match_id == match.id), default=0
            ),
        )

    async def _find_by_number(self, request: Request, match_number: str) -> MatchState:
        if not match_number.isdecimal() or len(match_number) > MAX_MATCH_ID_DIGITS:
            raise Refused("no-table", match=match_number[:MAX_MATCH_ID_DIGITS])
        table = await self._matches.find_match(int(match_number))
        if (
            table.is_practice or not request.is_where_match_is_played(table)
        ) and request.person_id not in table.involved_person_ids:
            # Another server's affair, or between somebody and the house.
            raise Refused("no-table", match=match_number)
        return table

    async def check_access(self, request: Request, match_id: int) -> None:
        """Whatever a button says: of a match of another server, or that somebody else practises, nobody reads."""
        if not _can_access(request, await self._matches.find_cached_or_load(match_id)) and not _can_access(
            request, await self._matches.find_match(match_id)
        ):
            raise Refused("no-table", match=match_id)

    async def find_match_to_review(self, request: Request, match_number: str) -> MatchState:
        """Unless one is named, the last that is over: it is looked back upon, and checked."""
        if not match_number and (results := await self._store.results.list_of_person(request.person_id, count=1)):
            match_number = str(results[0].match_id)
        table = await self.find_requested_match(request, match_number)
        if not match_number and isinstance(table, Offer):
            # Nobody has named it, and there is nothing yet to look back upon.
            raise Refused("no-match-here")
        return table

    async def find_offer_to_seed(self, request: Request, match_number: str) -> MatchState:
        """Unless one is named, the newest offer of this channel at which they sit."""
        if match_number:
            return await self._find_by_number(request, match_number)
        headers = [
            it
            for it in await self._store.matches.list_live_of_person(request.person_id)
            if it.channel_id == request.channel_id
        ]
        matches = self._matches.load_readable(headers)
        mine = [it async for it in matches if isinstance(it, Offer) and it.find_joined_player(request.person_id)]
        if not mine:
            raise Refused("no-match-here")
        return mine[-1]

    async def find_match_to_end(self, request: Request, ending: str, match_number: str) -> MatchState:
        """What is to be ended: the one of this channel, for nobody is to be surprised; so the others go by number."""
        if match_number:
            return await self._find_by_number(request, match_number)
        mine = [
            table
            async for table in self._matches.load_readable(
                await self._store.matches.list_live_of_person(request.person_id)
            )
            if (isinstance(table, RunningMatch) and table.find_view_seat(request.person_id) is not None)
            or (ending == "cancel" and isinstance(table, Offer) and request.person_id == table.host_id)
        ]
        if not mine:
            raise Refused("no-match-here")
        here = [table for table in mine if table.channel_id == request.channel_id]
        # The only one, wherever it is: whether one is sure is asked with its name. Of an offer it is not asked.
        if len(here) == 1 or (len(mine) == 1 and isinstance(mine[0], RunningMatch)):
            return (here or mine)[0]
        known = [_format_match_choice(table.id, table.game.KEY, request.locale) for table in here or mine]
        more = ["…"] if len(known) > MAX_MATCHES_IN_ERROR else []
        raise Refused("which-match", here=len(here), known=", ".join([*known[:MAX_MATCHES_IN_ERROR], *more]))

    async def list_match_choices(self, request: Request, *, include_finished: bool = False) -> list[tuple[str, str]]:
        """For completion: how a match is called, and its number."""
        found = [
            (header.id, header.game) for header in await self._store.matches.list_live_of_person(request.person_id)
        ]
        if include_finished:
            found = [
                (it.match_id, it.game) for it in await self._store.results.list_of_person(request.person_id, count=20)
            ] + found
        # No table is folded for every letter that somebody types; a game that is played no more has no name.
        return [
            (_format_match_choice(match_id, game, request.locale), str(match_id))
            for match_id, game in found
            if game in GAMES
        ]


def _can_access(request: Request, match: MatchState) -> bool:
    if request.person_id in match.involved_person_ids:
        return True
    # What was practised is for others once it is over and its end was shown.
    return (
        request.is_among_others and request.is_where_match_is_played(match) and (not match.is_practice or match.is_over)
    )


def _format_match_choice(match_id: int, game: str, locale: str) -> str:
    return f"{match_id} · {GAMES[game].say('name', locale)}"


def require_seat_to_move(match: MatchState, person_id: int, step: int | None = None) -> tuple[RunningMatch, Seat]:
    """The match and the seat of somebody who has something to choose now; a button that says its step may be old."""
    play, seat = match_rules.require_seated(match, person_id)
    if seat not in play.engine.seats_asked:
        who = [f"<@{other}>" for at in sorted(play.engine.to_move) if (other := play.player_ids[at]) is not None]
        raise Refused("not-now", who=", ".join(who), count=len(who))
    if step is not None and step != play.engine.step:
        raise Refused("stale", step=play.engine.step)
    return play, seat
