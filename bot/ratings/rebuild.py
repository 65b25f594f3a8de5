"""Ratings counted anew: what the results of a server come to, beside what stands in the store."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, groupby
from typing import Final

from bot.ratings import rating_updates as ladder
from bot.ratings.rating_updates import IN_A_ROW, LATELY, Key, Pair
from storage import Conflict, Rating, Result, Store

_BATCH: Final = 5_000
_TRIES: Final = 5
"""Beside a running bot, a match may end between the look and the correction."""


@dataclass(slots=True)
class Recount:
    """What of one server stands otherwise than it should."""

    ratings: list[tuple[Rating | None, Rating | None]] = field(default_factory=list)
    """What stands, and what should."""
    results: list[Result] = field(default_factory=list)
    """As they should be; those that are not yet put right."""
    matches: list[int] = field(default_factory=list)
    """Of all results that tell something else."""

    def __str__(self) -> str:
        people = sorted({it.person_id for pair in self.ratings for it in pair if it})
        told = [f"ratings of {_some(people)} are not what the results say"] if people else []
        return "; ".join([*told, *([f"matches {_some(self.matches)} tell other points"] if self.matches else [])])


class Meetings:
    """Who was ahead of whom lately, season by season, as it was when each match ended."""

    def __init__(self) -> None:
        self._met: defaultdict[tuple[int, Pair], deque[tuple[int, int]]] = defaultdict(partial(deque, maxlen=IN_A_ROW))

    def of(self, results: Sequence[Result]) -> tuple[list[Pair], list[Pair]]:
        """Of whom nothing more is learned by this one, and who has met before; and it is remembered."""
        decided, known = [], []
        for one, other in combinations(sorted(results, key=lambda it: it.person_id or 0), 2):
            pair = frozenset(it.person_id for it in (one, other) if it.person_id is not None)
            met = self._met[one.season_number, pair]
            if met:
                known.append(pair)
            if ladder.in_a_row([ahead for at, ahead in reversed(met) if at > one.ended_ms - LATELY]):
                decided.append(pair)
            met.append((one.ended_ms, (one.rank < other.rank) - (one.rank > other.rank)))
        return decided, known


async def amiss(store: Store, server_id: int) -> str:
    """What is wrong with the ratings of a server; mostly nothing. Matches may end meanwhile."""
    return str(await _recounted(store, server_id, mends=False))


async def recounted(store: Store) -> int:
    """Correct every rating, and return how many ratings, or matches if there are none, were wrong."""
    wrong = 0
    for server_id in await store.ratings.list_servers():
        for attempt in range(_TRIES):
            found = await _recounted(store, server_id, mends=True)
            try:
                await store.ratings.correct_ratings(found.ratings, found.results)
            except Conflict:
                if attempt + 1 == _TRIES:
                    raise
                continue
            wrong += len(found.ratings) or len(found.matches)
            break
    return wrong


async def _recounted(store: Store, server_id: int, *, mends: bool) -> Recount:
    # First: whatever ends after this look only goes on from what stands.
    stands = {ladder.key(rating): rating async for rating in _ratings(store, server_id)}
    meetings = Meetings()
    right: dict[Key, Rating] = {}
    unproven = dict(stands)
    found = Recount()
    async for results in _matches(store, server_id):
        counted, ratings = ladder.rated(results, right, *meetings.of(results))
        if counted != tuple(results):
            found.matches.append(results[0].match_id)
            found.results += counted if mends else ()
        if len(found.results) >= _BATCH:
            # What a match has told is right whatever becomes of the rest, and of years it would be too much at once.
            await store.ratings.correct_ratings([], found.results)
            found.results.clear()
        for rating in ratings:
            place = ladder.key(rating)
            right[place] = rating
            if place in unproven and _same(unproven[place], rating):
                del unproven[place]
    found.ratings += [(rating, _kept(right.get(place), rating)) for place, rating in unproven.items()]
    for place in stands.keys() & right.keys() - unproven.keys():
        if not _same(stands[place], right[place]):
            # Gone on since the look, or left behind by a match that ended before it.
            now = await store.ratings.load_rating(server_id, *place)
            if now and _same(now, stands[place]):
                found.ratings.append((now, _kept(right[place], now)))
    for place in right.keys() - stands.keys():
        # New since the look, or missing.
        if await store.ratings.load_rating(server_id, *place) is None:
            found.ratings.append((None, replace(right[place], is_hidden=place[2] < 0)))
    return found


def _same(one: Rating, other: Rating) -> bool:
    return _kept(one, other) == other


def _kept(right: Rating | None, stands: Rating) -> Rating | None:
    """What no result tells stays as it is."""
    return replace(right, is_hidden=stands.is_hidden, week_start_rating=stands.week_start_rating) if right else None


async def _ratings(store: Store, server_id: int) -> AsyncIterator[Rating]:
    last: Rating | None = None
    while page := await store.ratings.list_on_server(server_id, last):
        for rating in page:
            yield rating
        last = page[-1]


async def _matches(store: Store, server_id: int) -> AsyncIterator[list[Result]]:
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


def _some(numbers: list[int]) -> str:
    few = ", ".join(map(str, numbers[:5]))
    return f"{few} and {len(numbers) - 5} more" if len(numbers) > 5 else few
