"""Recomputes all ratings on a server from its match results, to check or correct the stored ratings."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Final

from bot.ratings.rating_updates import (
    DECIDED_SERIES_LENGTH,
    SERIES_WINDOW_MS,
    MatchResults,
    PersonPair,
    RatingKey,
    get_rating_key,
    group_by_match,
    is_series_decided,
    rate_results,
)
from storage import Conflict, Rating, SeatResult, Store

_CORRECTION_BATCH_SIZE: Final = 5_000
_CORRECTION_ATTEMPTS: Final = 5
"""How many times to try a correction. A try fails if the running bot stores the result of a match in the meantime."""


@dataclass(slots=True)
class RatingErrors:
    """A server's stored ratings and results that differ from the recomputed ones."""

    rating_corrections: list[tuple[Rating | None, Rating | None]] = field(default_factory=list)
    """Pairs of a stored rating and the correct one.

    The stored rating is None if it is missing, and the correct rating is None if the stored one should not exist.
    """
    corrected_results: list[SeatResult] = field(default_factory=list)
    """The correct versions of wrong results that have not been corrected yet."""
    wrong_match_ids: list[int] = field(default_factory=list)
    """The IDs of all matches with wrong results."""

    def __str__(self) -> str:
        people = sorted({rating.person_id for pair in self.rating_corrections for rating in pair if rating})
        lines = [f"ratings of people {_format_first_ids(people)} do not match the results"] if people else []
        if self.wrong_match_ids:
            lines.append(f"points stored for matches {_format_first_ids(self.wrong_match_ids)} are wrong")
        return "; ".join(lines)


class RecentMeetings:
    """Each pair's latest rated meetings in each season. Matches must be recorded in chronological order."""

    def __init__(self) -> None:
        self._series_by_pair: defaultdict[tuple[int, PersonPair], deque[tuple[int, int]]] = defaultdict(
            partial(deque, maxlen=DECIDED_SERIES_LENGTH)
        )

    def record_meetings(self, results: Sequence[SeatResult]) -> tuple[list[PersonPair], list[PersonPair]]:
        """Record a match, and return the pairs with a decided series and the pairs that had met before this match."""
        decided_pairs, acquainted_pairs = [], []
        for one, other in combinations(sorted(results, key=lambda result: result.person_id or 0), 2):
            pair = frozenset(result.person_id for result in (one, other) if result.person_id is not None)
            series = self._series_by_pair[one.season_number, pair]
            if series:
                acquainted_pairs.append(pair)
            since_ms = one.ended_ms - SERIES_WINDOW_MS
            if is_series_decided([ahead for ended_ms, ahead in reversed(series) if ended_ms > since_ms]):
                decided_pairs.append(pair)
            series.append((one.ended_ms, (one.rank < other.rank) - (one.rank > other.rank)))
        return decided_pairs, acquainted_pairs


async def describe_rating_errors(store: Store, server_id: int) -> str:
    """Return a description of the wrong ratings on a server, or "" if all are correct.

    The description is correct even if matches end during the check.
    """
    return str(await _find_rating_errors(store, server_id, corrects_results=False))


async def correct_all_ratings(store: Store) -> int:
    """Correct all ratings and results, and return how many errors were found.

    Only the wrong ratings of a server are counted. If it has none, the matches with wrong results are counted instead.
    """
    error_count = 0
    for server_id in await store.ratings.list_servers():
        for attempt in range(_CORRECTION_ATTEMPTS):
            errors = await _find_rating_errors(store, server_id, corrects_results=True)
            try:
                await store.ratings.correct_ratings(errors.rating_corrections, errors.corrected_results)
            except Conflict:
                if attempt + 1 == _CORRECTION_ATTEMPTS:
                    raise
                continue
            error_count += len(errors.rating_corrections) or len(errors.wrong_match_ids)
            break
    return error_count


async def _find_rating_errors(store: Store, server_id: int, *, corrects_results: bool) -> RatingErrors:
    """Return the errors on a server. With `corrects_results`, include the correct versions of wrong results.

    If there are many, most of them are stored in batches immediately, and only the rest are returned.
    """
    # Load the stored ratings before the results, so that they cannot contain a match that is not among the results.
    stored = {get_rating_key(rating): rating async for rating in _iterate_ratings(store, server_id)}
    meetings = RecentMeetings()
    recomputed: dict[RatingKey, Rating] = {}
    unconfirmed = dict(stored)
    errors = RatingErrors()
    async for results in _iterate_matches(store, server_id):
        rated_results, ratings = rate_results(results, recomputed, *meetings.record_meetings(results))
        if rated_results != results:
            errors.wrong_match_ids.append(results[0].match_id)
            errors.corrected_results += rated_results if corrects_results else ()
        if len(errors.corrected_results) >= _CORRECTION_BATCH_SIZE:
            # The results of several years are too much for one transaction, and each batch is correct by itself.
            await store.ratings.correct_ratings([], errors.corrected_results)
            errors.corrected_results.clear()
        for rating in ratings:
            key = get_rating_key(rating)
            recomputed[key] = rating
            if key in unconfirmed and _is_same_rating(unconfirmed[key], rating):
                del unconfirmed[key]
    errors.rating_corrections += [
        (rating, _keep_stored_fields(recomputed.get(key), rating)) for key, rating in unconfirmed.items()
    ]
    for key in stored.keys() & recomputed.keys() - unconfirmed.keys():
        if not _is_same_rating(stored[key], recomputed[key]):
            # The rating is wrong if it is still stored unchanged. Otherwise, a match has ended in the meantime.
            current = await store.ratings.load_rating(server_id, *key)
            if current and _is_same_rating(current, stored[key]):
                errors.rating_corrections.append((current, _keep_stored_fields(recomputed[key], current)))
    for key in recomputed.keys() - stored.keys():
        # The rating is missing if it is still not stored. Otherwise, it was added since the ratings were loaded.
        if await store.ratings.load_rating(server_id, *key) is None:
            errors.rating_corrections.append((None, replace(recomputed[key], is_hidden=key[2] < 0)))
    return errors


def _is_same_rating(one: Rating, other: Rating) -> bool:
    return _keep_stored_fields(one, other) == other


def _keep_stored_fields(recomputed: Rating | None, stored: Rating) -> Rating | None:
    """Return the recomputed rating, but keep the stored fields that cannot be recomputed from results."""
    if recomputed is None:
        return None
    return replace(recomputed, is_hidden=stored.is_hidden, week_start_rating=stored.week_start_rating)


async def _iterate_ratings(store: Store, server_id: int) -> AsyncIterator[Rating]:
    last: Rating | None = None
    while page := await store.ratings.list_on_server(server_id, last):
        for rating in page:
            yield rating
        last = page[-1]


async def _iterate_matches(store: Store, server_id: int) -> AsyncIterator[MatchResults]:
    """Yield each rated match's results, in the order in which the matches were rated."""
    rest: MatchResults = ()
    last: SeatResult | None = None
    while page := await store.results.list_rated(server_id, last):
        # The last match of a page may continue on the next one.
        *complete_matches, rest = group_by_match([*rest, *page])
        for results in complete_matches:
            yield results
        last = page[-1]
    if rest:
        yield rest


def _format_first_ids(ids: list[int]) -> str:
    first_ids = ", ".join(map(str, ids[:5]))
    return f"{first_ids} and {len(ids) - 5} more" if len(ids) > 5 else first_ids
