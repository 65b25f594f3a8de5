"""Finds the match that a command refers to, and checks who may see a match.

A command without a match number usually refers to a match that waits for the person, or to a match in the same channel.
In a match's own thread, it always refers to a match that is played there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice, repeat
from typing import Final

from bot.handlers.requests import Request
from bot.matches import match_rules
from bot.matches.cache import MatchCache
from bot.matches.fold import is_practice
from bot.matches.model import EventType, MatchState, Offer, RunningMatch
from bot.screens import match_labels
from games import GAMES
from games.core import Seat
from games.refused import Refused
from storage import MatchHeader, SeatResult, Store

MAX_MATCHES_IN_ERROR: Final = 3
"""How many matches an error message lists, one on each line. Autocompletion lists all of them."""
MAX_FINISHED_CHOICES: Final = 20
"""How many finished matches autocompletion lists."""
MAX_MATCH_ID_DIGITS: Final = 18
"""The maximum length of a match number. Longer numbers might not fit into the store's 64-bit columns."""


class MatchLookup:
    def __init__(self, matches: MatchCache, store: Store) -> None:
        self._matches = matches
        self._store = store

    async def find_requested_match(
        self, request: Request, match_number: str, *, must_be_to_move: bool = False
    ) -> MatchState:
        """Return the match with this number or, without a number, the match that the person most likely means.

        Without a number, matches that wait for the person are preferred, especially those in the request's channel. If
        several wait, return the most urgent match or, with `must_be_to_move`, the match that the person used last. If
        none waits, return the person's newest match, or else the newest match in the channel. With `must_be_to_move`,
        raise `Refused` instead.

        In a match's thread, no match from elsewhere is returned. With `must_be_to_move`, raise `Refused` if the person
        does not play in the thread's match.
        """
        if match_number:
            return await self._find_by_number(request, match_number)
        own_headers = await self._store.matches.list_live_of_person(request.person_id)
        ids_here = _list_ids_here(own_headers, request)
        waiting = await self._matches.select_matches_waiting_for(request.person_id, own_headers)
        candidates = [match for match in waiting if match.id in ids_here]
        if not candidates and (in_thread := await self._find_match_of_thread(request)):
            if must_be_to_move:
                _check_plays_in_thread(in_thread, request.person_id, plays_elsewhere=bool(waiting))
            return in_thread
        candidates = candidates or waiting
        if candidates:
            return await self._pick_last_used(request.person_id, candidates) if must_be_to_move else candidates[0]
        if must_be_to_move:
            raise Refused("nothing-waits")
        found = await self._find_newest_nearby(request, own_headers)
        if found is None:
            # Other people's practice is private.
            headers = await self._store.matches.list_live_in_channel(request.channel_id)
            found = await self._find_newest_nearby(request, [each for each in headers if not is_practice(each)])
        if found is None:
            raise Refused("no-match-here")
        await self._check_deal_is_public(request, found)
        return found

    async def _find_match_of_thread(self, request: Request) -> MatchState | None:
        """Return the newest match whose thread is the request's channel, or None if it is not a match's thread."""
        header = await self._store.matches.load_newest_in_thread(request.channel_id)
        return await anext(self._matches.load_readable([header]), None) if header else None

    async def find_match_above_thread(self, message_id: int) -> int | None:
        """Return the ID of the match whose thread starts with this message, which has the same ID as the thread."""
        header = await self._store.matches.load_newest_in_thread(message_id)
        return header.id if header else None

    async def _find_newest_nearby(self, request: Request, headers: Iterable[MatchHeader]) -> MatchState | None:
        """Return the newest readable match in the request's channel or, if there is none, in any channel."""
        sorted_headers = sorted(headers, key=lambda header: _is_here(header, request))
        return await anext(self._matches.load_readable(reversed(sorted_headers)), None)

    async def _pick_last_used(self, person_id: int, matches: Sequence[MatchState]) -> MatchState:
        """Return the match whose player message this person used last, which is probably the one on their screen."""
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
        match = await self._matches.find_match(int(match_number))
        is_private = match.is_practice or not request.is_where_match_is_played(match)
        if is_private and request.person_id not in match.involved_person_ids:
            raise Refused("no-table", match=match_number)
        await self._check_deal_is_public(request, match)
        return match

    async def check_access(self, request: Request, match_id: int) -> None:
        """Raise `Refused` if the match belongs to another server or is another person's unfinished practice."""
        # The cache may be outdated, so check the stored match before refusing.
        if not _can_access(request, await self._matches.find_cached_or_load(match_id)) and not _can_access(
            request, await self._matches.find_match(match_id)
        ):
            raise Refused("no-table", match=match_id)
        await self._check_deal_is_public(request, await self._matches.find_cached_or_load(match_id))

    async def _check_deal_is_public(self, request: Request, match: MatchState) -> None:
        """Raise `Refused` for onlookers of a match whose deal will be played again with the seats swapped.

        They could tell a player what they know about the deal before it is played again.
        """
        if request.person_id not in match.involved_person_ids and await self._matches.is_deal_secret(match):
            raise Refused("mirror-unfinished")

    async def find_match_to_review(self, request: Request, match_number: str) -> MatchState:
        """Return the match with this number or, without a number, the thread's match or the person's last finished one.

        If the person has no finished match, fall back to `find_requested_match`, but refuse offers.
        """
        if not match_number and (in_thread := await self._find_match_of_thread(request)):
            return in_thread
        if not match_number and (results := await self._store.results.list_of_person(request.person_id, count=1)):
            match_number = str(results[0].match_id)
        match = await self.find_requested_match(request, match_number)
        if not match_number and isinstance(match, Offer):
            # An offer has nothing to review, and the person did not ask for this one.
            raise Refused("no-match-here")
        return match

    async def find_offer_to_seed(self, request: Request, match_number: str) -> MatchState:
        """Return the match with this number.

        Without a number, return the newest offer in the request's channel that the person has joined.
        """
        if match_number:
            return await self._find_by_number(request, match_number)
        headers = [
            header
            for header in await self._store.matches.list_live_of_person(request.person_id)
            if _is_here(header, request)
        ]
        offers = [
            match
            async for match in self._matches.load_readable(headers)
            if isinstance(match, Offer) and match.find_joined_player(request.person_id)
        ]
        if not offers:
            raise Refused("begun" if headers else "no-match-here")
        return offers[-1]

    async def find_match_to_end(self, request: Request, ending: str, match_number: str) -> MatchState:
        """Return the match with this number or, without a number, the only match that the person can end.

        If there are several, return the only one in the request's channel. If the choice is still unclear, raise
        `Refused` with a list of the matches, so that nobody ends the wrong match. In a match's thread, no match from
        elsewhere is returned.
        """
        if match_number:
            return await self._find_by_number(request, match_number)
        headers = await self._store.matches.list_live_of_person(request.person_id)
        endable = [
            match
            async for match in self._matches.load_readable(headers)
            if (isinstance(match, RunningMatch) and match.find_view_seat(request.person_id) is not None)
            or (ending == "cancel" and isinstance(match, Offer) and request.person_id == match.host_id)
        ]
        ids_here = _list_ids_here(headers, request)
        here = [match for match in endable if match.id in ids_here]
        if not here and (in_thread := await self._find_match_of_thread(request)):
            _check_plays_in_thread(in_thread, request.person_id, plays_elsewhere=bool(endable))
            return in_thread
        if not endable:
            raise Refused("no-match-here")
        # A single match in another channel is accepted, because the confirmation names it. A single offer is not,
        # because it is withdrawn without confirmation.
        if len(here) == 1 or (len(endable) == 1 and isinstance(endable[0], RunningMatch)):
            return (here or endable)[0]
        choices = here or endable
        first, second, third = islice(
            chain((_describe_match(match, request) for match in choices), repeat("")), MAX_MATCHES_IN_ERROR
        )
        more = "…" if len(choices) > MAX_MATCHES_IN_ERROR else ""
        raise Refused("which-match", here=len(here), first=first, second=second, third=third, more=more)

    async def choose_game(self, request: Request, game_key: str) -> str:
        """Return `game_key` or, if it is empty, the key of the person's last game. A newcomer gets the first game."""
        if game_key:
            return game_key
        headers = await self._store.matches.list_live_of_person(request.person_id)
        played = [(header.changed_ms, header.game) for header in headers if header.status != EventType.OFFERED]
        results = await self._store.results.list_of_person(request.person_id, count=1)
        played += [(result.ended_ms, result.game) for result in results]
        return max((each for each in played if each[1] in GAMES), default=(0, next(iter(GAMES))))[1]

    async def list_match_choices(self, request: Request, *, include_finished: bool) -> list[tuple[str, str]]:
        """Return the labels and numbers of a person's matches, for autocompletion. Finished matches come first."""
        headers = {header.id: header for header in await self._store.matches.list_live_of_person(request.person_id)}
        # This runs for every typed letter, but the cache usually has these matches.
        live = [match async for match in self._matches.load_readable(headers.values())]
        finished: list[list[SeatResult]] = []
        if include_finished:
            finished = await self._store.results.list_last_matches_of_person(request.person_id, MAX_FINISHED_CHOICES)
            finished = [results for results in finished if results[0].game in GAMES]
        people = {person_id for match in live for person_id in match.involved_person_ids}
        people |= {result.person_id for results in finished for result in results if result.person_id is not None}
        names = await self._store.people.load_names(sorted(people))
        person_id, now_ms, locale = request.person_id, request.now_ms, request.locale
        return [
            (match_labels.format_finished_match(results, person_id, names, now_ms, locale), str(results[0].match_id))
            for results in finished
        ] + [
            (
                match_labels.format_live_match(match, person_id, names, headers[match.id].changed_ms, now_ms, locale),
                str(match.id),
            )
            for match in live
        ]


def _is_here(header: MatchHeader, request: Request) -> bool:
    """Return whether a match is played in the request's channel, or in a thread of that channel."""
    return request.channel_id in {header.channel_id, header.parent_channel_id}


def _list_ids_here(headers: Iterable[MatchHeader], request: Request) -> set[int]:
    return {header.id for header in headers if _is_here(header, request)}


def _can_access(request: Request, match: MatchState) -> bool:
    if request.person_id in match.involved_person_ids:
        return True
    # Practice is public once it is over, because its player can share the result.
    return (
        request.is_among_others and request.is_where_match_is_played(match) and (not match.is_practice or match.is_over)
    )


def _check_plays_in_thread(match: MatchState, person_id: int, *, plays_elsewhere: bool) -> None:
    """Raise `Refused` for an onlooker of a running match. Everybody may be told that a match is over."""
    if isinstance(match, RunningMatch) and match.find_seat(person_id) is None:
        raise Refused("plays-elsewhere" if plays_elsewhere else "not-seated")


def _describe_match(match: MatchState, request: Request) -> str:
    """Return a match's number, game and opponents. In a message, Discord shows mentions as names."""
    player_ids = match_labels.list_people(match)
    mentions = {player_id: f"<@{player_id}>" for player_id in player_ids if player_id is not None}
    opponents = match_labels.format_opponents(player_ids, request.person_id, mentions, request.locale)
    return " · ".join(filter(None, [str(match.id), match.game.say("name", request.locale), opponents]))


def require_seat_to_move(match: MatchState, person_id: int, step: int | None = None) -> tuple[RunningMatch, Seat]:
    """Return the running match, and the seat of a person who is asked for a move in the current step.

    Raises `Refused` if the person is not asked for a move, or if `step` is given but is not the current step.
    """
    running, seat = match_rules.require_seated(match, person_id)
    if seat not in running.engine.seats_asked:
        ids_to_move = [running.player_ids[each] for each in sorted(running.engine.to_move)]
        mentions = [f"<@{each}>" for each in ids_to_move if each is not None]
        raise Refused("not-now", who=", ".join(mentions), count=len(mentions))
    if step is not None and step != running.engine.step:
        raise Refused("stale", step=running.engine.step)
    return running, seat
