"""Ratings recounted with the formulas of `docs/ratings.md`, and none of our code, equal the stored ones exactly."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, pi, sqrt
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from bot.preferences import Preferences, ServerPreferences
from bot.ratings.rating_policy import RatingPolicy
from bot.ratings.rebuild import correct_all_ratings
from storage import Rating, SeatResult, Store
from tests.bot.databases import both_databases
from tests.storage.matches import chose, opening

SERVER: Final = 1
DAY: Final = 86_400_000
PEOPLE: Final = range(101, 113)

S: Final = 25 / 6 * sqrt(2)
W: Final = 25 / 3
K: Final = 0.9
WEIGHT: Final = {2: 1, 3: 7 / 9, 4: 23 / 36, 5: 163 / 300, 6: 71 / 150}


class Stand(NamedTuple):
    mu: float = 25
    sigma: float = 25 / 3
    drift: float = 0
    matches: int = 0
    opponents: int = 0


@dataclass(frozen=True)
class End:
    """A match that counted: what the page asks for."""

    at: int
    season: int
    game: str
    ranks: Mapping[int, int]
    quit: frozenset[int]


def step(end: End, stood: Mapping[int, Stand], decided: set[frozenset[int]]) -> dict[int, Stand]:
    ranks = end.ranks
    order = sorted(ranks, key=lambda who: (ranks[who], *stood[who][:3]))
    v = {}
    for who in order:
        v[who] = stood[who].sigma * stood[who].sigma
        drift = stood[who].drift
        if drift * drift - 4 > 0:
            v[who] = v[who] + 0.6 * (drift * drift - 4)
        v[who] = min(v[who], W * W)
    w = WEIGHT[len(order)]
    after = {}
    for m in order:
        mine = stood[m]
        r = t = 0.0
        others = [
            o for o in order if o != m and frozenset((m, o)) not in decided and (known(stood[o]) or not known(mine))
        ]
        for o in others:
            g = 1 / sqrt(1 + 3 * v[o] / (pi * pi * S * S))
            e = 1 / (1 + exp(g * (stood[o].mu - mine.mu) / S))
            s = 1 if ranks[m] < ranks[o] else 0.5 if ranks[m] == ranks[o] else 0
            r = r + w * g * (s - e)
            t = t + w * g * g * e * (1 - e)
        if not others:
            after[m] = mine._replace(matches=mine.matches + 1)
        else:
            n = 1 / (1 / v[m] + t / (S * S))
            u = sqrt(t + t * t * v[m] / (S * S))
            drift = K * mine.drift + sqrt(1 - K * K) * r / u
            after[m] = Stand(mine.mu + n * r / S, sqrt(n), drift, mine.matches + 1, mine.opponents)
        if m in end.quit:
            after[m] = after[m]._replace(mu=after[m].mu - 0.2)
    return after


def known(stand: Stand) -> bool:
    return stand.matches >= 8 and stand.opponents >= 3


def counted(ends: Sequence[End]) -> tuple[dict[tuple[int, str, int], Stand], int, int]:
    """Return every rating, how many pairs were decided, and how often a drift made somebody less certain."""
    stands: dict[tuple[int, str, int], Stand] = defaultdict(Stand)
    shared: dict[tuple[int, frozenset[int]], list[tuple[int, int]]] = defaultdict(list)
    met: dict[tuple[int, int], set[int]] = defaultdict(set)
    rows = stirred = 0
    for end in ends:
        decided = set()
        for one in end.ranks:
            for other in end.ranks:
                if one < other:
                    pair = frozenset((one, other))
                    newest = shared[end.season, pair][-10:]
                    ahead = {sign for at, sign in newest if at > end.at - 2_592_000_000}
                    whole = len([at for at, _ in newest if at > end.at - 2_592_000_000]) == 10
                    if whole and ahead in ({1}, {-1}):
                        decided.add(pair)
                    sign = (end.ranks[one] < end.ranks[other]) - (end.ranks[one] > end.ranks[other])
                    shared[end.season, pair].append((end.at, sign))
        rows += len(decided)
        for who in end.ranks:
            met[end.season, who] |= end.ranks.keys() - {who}
        for game in (end.game, ""):
            stood = {
                who: stands[end.season, game, who]._replace(opponents=min(3, len(met[end.season, who])))
                for who in end.ranks
            }
            stirred += sum(it.drift**2 > 4 for it in stood.values())
            stands |= {(end.season, game, who): it for who, it in step(end, stood, decided).items()}
    return stands, rows, stirred


async def store_match(
    store: Store,
    umpire: RatingPolicy,
    people: Sequence[int],
    ranks: Sequence[int],
    game: str,
    at: int,
    left: frozenset[int],
) -> None:
    """Store a match as tables hand it over when it is played to its end."""
    table: Any = SimpleNamespace(
        server_id=SERVER,
        player_ids=tuple(people),
        game=SimpleNamespace(KEY=game),
        result=SimpleNamespace(ranks=tuple(ranks), scores=tuple(0 for _ in ranks), reason="points"),
        unrated_reason="",
        engine=SimpleNamespace(step=9, left_seats=left),
    )
    await store.journal.create_match(opening(), [chose("x")], await umpire.rate_match(table, at))


@both_databases
async def test_recount_from_the_documented_formulas_equals_the_stored_ratings(store: Store) -> None:
    dice = random.Random(21)
    preferences = Preferences(store)
    await preferences.update_server(SERVER, ServerPreferences(pair=None))
    umpire = RatingPolicy(store, preferences)
    at = 1_000 * DAY
    for number in range(240):
        if number == 150:
            await store.seasons.begin_season(SERVER, "", at)
        at += dice.choice((1, DAY // 50, DAY // 4))
        # Some play one and the same again and again; and halfway the last become the best.
        seats = 2 if number % 3 else dice.randint(2, 6)
        people = [101, 102] if number % 4 == 1 else dice.sample(PEOPLE, seats)
        if number % 6 == 4:
            # Two who mostly keep to themselves.
            people, seats = [103 if number % 5 == 4 else 201, 202], 2
        strong = 1 if number < 75 else -1
        worth = [strong * person_id + dice.gauss(0, 2) for person_id in people]
        scores = [round(each / 2) for each in worth] if len(people) > 2 else worth
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        # Now and then the last of several has left.
        left = {seat for seat, rank in enumerate(ranks) if rank == max(ranks) > 1 and len(people) > 2 and number % 2}
        await store_match(store, umpire, people, ranks, dice.choice(("pebbles", "morra")), at, frozenset(left))

    found = await store.results.list_rated(SERVER)
    ends: dict[int, list[SeatResult]] = defaultdict(list)
    for result in found:
        ends[result.match_id].append(result)
    assert {len(table) for table in ends.values()} == {2, 3, 4, 5, 6}
    stands, rows, stirred = counted(
        [
            End(
                table[0].ended_ms,
                table[0].season_number,
                table[0].game,
                {it.person_id or 0: it.rank for it in table},
                frozenset(it.person_id or 0 for it in table if it.has_quit),
            )
            for table in ends.values()
        ]
    )
    assert rows
    assert stirred
    assert any(result.has_quit for result in found)
    assert any(it.matches >= 8 and it.opponents < 3 for it in stands.values())
    stored: dict[tuple[int, str, int], Rating] = {
        (it.season_number, it.game, it.person_id): it for it in await store.ratings.list_on_server(SERVER)
    }
    assert stored.keys() == stands.keys()
    for place, stand in stands.items():
        rating = stored[place]
        told = (rating.mu, rating.sigma, rating.drift, rating.match_count, rating.opponent_count)
        assert told == stand, place
        placed = stand.matches >= 5 and stand.opponents >= 3
        assert rating.rating == 1000 + 30 * (stand.mu - 25) - (0 if placed else 1_000_000)
    # And by the program itself, which reads the same results.
    assert await correct_all_ratings(store) == 0
