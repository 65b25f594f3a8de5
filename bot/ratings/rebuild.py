"""Ratings counted anew: what the results of a server come to, beside what stands in the store."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, groupby
from typing import Final

from bot.ratings import rating_updates as ladder
from bot.ratings.rating_updates import DECIDED_SERIES_LENGTH, SERIES_WINDOW_MS, PersonPair, RatingKey
from storage import Conflict, Rating, Result, Store

_CORRECTION_BATCH_SIZE: Final = 5_000
_CORRECTION_ATTEMPTS: Final = 5
"""Beside a running bot, a match may end between the look and the correction."""


@dataclass(slots=True)
class RatingErrors:
    """What of one server stands otherwise than it should."""

    rating_corrections: list[tuple[Rating | None, Rating | None]] = field(default_factory=list)
    """What stands, and what should."""
    corrected_results: list[Result] = field(default_factory=list)
    """As they should be; those that are not yet put right."""
    wrong_match_ids: list[int] = field(default_factory=list)
    """Of all results that tell something else."""

    def __str__(self) -> str:
        people = sorted({it.person_id for pair in self.rating_corrections for it in pair if it})
        told = [f"ratings of {_format_first_ids(people)} are not what the results say"] if people else []
        return "; ".join(
            [
                *told,
                *(
                    [f"matches {_format_first_ids(self.wrong_match_ids)} tell other points"]
                    if self.wrong_match_ids
                    else []
                ),
            ]
        )


class RecentMeetings:
    """Who was ahead of whom lately, season by season, as it was when each match ended."""

    def __init__(self) -> None:
        self._series_by_pair: defaultdict[tuple[int, PersonPair], deque[tuple[int, int]]] = defaultdict(
            partial(deque, maxlen=DECIDED_SERIES_LENGTH)
        )

    def record_meetings(self, results: Sequence[Result]) -> tuple[list[PersonPair], list[PersonPair]]:
        """Of whom nothing more is learned by this one, and who has met before; and it is remembered."""
        decided, known = [], []
        for one, other in combinations(sorted(results, key=lambda it: it.person_id or 0), 2):
            pair = frozenset(it.person_id for it in (one, other) if it.person_id is not None)
            met = self._series_by_pair[one.season_number, pair]
            if met:
                known.append(pair)
            if ladder.is_series_decided([ahead for at, ahead in reversed(met) if at > one.ended_ms - SERIES_WINDOW_MS]):
                decided.append(pair)
            met.append((one.ended_ms, (one.rank < other.rank) - (one.rank > other.rank)))
        return decided, known


async def describe_rating_errors(store: Store, server_id: int) -> str:
    """What is wrong with the ratings of a server; mostly nothing. Matches may end meanwhile."""
    return str(await _find_rating_errors(store, server_id, corrects_results=False))


async def correct_all_ratings(store: Store) -> int:
    """Correct every rating, and return how many ratings, or matches if there are none, were wrong."""
    wrong = 0
    for server_id in await store.ratings.list_servers():
        for attempt in range(_CORRECTION_ATTEMPTS):
            found = await _find_rating_errors(store, server_id, corrects_results=True)
            try:
                await store.ratings.correct_ratings(found.rating_corrections, found.corrected_results)
            except Conflict:
                if attempt + 1 == _CORRECTION_ATTEMPTS:
                    raise
                continue
            wrong += len(found.rating_corrections) or len(found.wrong_match_ids)
            break
    return wrong


async def _find_rating_errors(store: Store, server_id: int, *, corrects_results: bool) -> RatingErrors:
    # First: whatever ends after this look only goes on from what stands.
    stands = {ladder.get_rating_key(rating): rating async for rating in _iterate_ratings(store, server_id)}
    meetings = RecentMeetings()
    right: dict[RatingKey, Rating] = {}
    unproven = dict(stands)
    found = RatingErrors()
    async for results in _iterate_matches(store, server_id):
        counted, ratings = ladder.rate_results(results, right, *meetings.record_meetings(results))
        if counted != tuple(results):
            found.wrong_match_ids.append(results[0].match_id)
            found.corrected_results += counted if corrects_results else ()
        if len(found.corrected_results) >= _CORRECTION_BATCH_SIZE:
            # What a match has told is right whatever becomes of the rest, and of years it would be too much at once.
            await store.ratings.correct_ratings([], found.corrected_results)
            found.corrected_results.clear()
        for rating in ratings:
            place = ladder.get_rating_key(rating)
            right[place] = rating
            if place in unproven and _is_same_rating(unproven[place], rating):
                del unproven[place]
    found.rating_corrections += [
        (rating, _keep_stored_fields(right.get(place), rating)) for place, rating in unproven.items()
    ]
    for place in stands.keys() & right.keys() - unproven.keys():
        if not _is_same_rating(stands[place], right[place]):
            # Gone on since the look, or left behind by a match that ended before it.
            now = await store.ratings.load_rating(server_id, *place)
            if now and _is_same_rating(now, stands[place]):
                found.rating_corrections.append((now, _keep_stored_fields(right[place], now)))
    for place in right.keys() - stands.keys():
        # New since the look, or missing.
        if await store.ratings.load_rating(server_id, *place) is None:
            found.rating_corrections.append((None, replace(right[place], is_hidden=place[2] < 0)))
    return found


def _is_same_rating(one: Rating, other: Rating) -> bool:
    return _keep_stored_fields(one, other) == other


def _keep_stored_fields(recomputed: Rating | None, stored: Rating) -> Rating | None:
    """What no result tells stays as it is."""
    return (
        replace(recomputed, is_hidden=stored.is_hidden, week_start_rating=stored.week_start_rating)
        if recomputed
        else None
    )


async def _iterate_ratings(store: Store, server_id: int) -> AsyncIterator[Rating]:
    last: Rating | None = None
    while page := await store.ratings.list_on_server(server_id, last):
        for rating in page:
            yield rating
        last = page[-1]


async def _iterate_matches(store: Store, server_id: int) -> AsyncIterator[list[Result]]:
    """Match by match, in the order in which they were rated; the last of a page may go on in the next."""
    rest: list[Result] = []
    last: Result | None = None
    while page := await store.results.list_rated(server_id, last):
        *whole, rest = ([*match] for _, match in groupby([*rest, *page], key=lambda it: it.match_id))
        for results in whole:
            yield results
        last = page[-1]
    if rest:
        yield rest


def _format_first_ids(ids: list[int]) -> str:
    few = ", ".join(map(str, ids[:5]))
    return f"{few} and {len(ids) - 5} more" if len(ids) > 5 else few
