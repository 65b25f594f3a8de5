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
from tests.bot.database_marks import both_databases
from tests.storage.stored_matches import make_choice_event, make_new_match

SERVER_ID: Final = 1
DAY_MS: Final = 86_400_000
PERSON_IDS: Final = range(101, 113)

LOGISTIC_SCALE: Final = 25 / 6 * sqrt(2)
MAX_SIGMA: Final = 25 / 3
DRIFT_DECAY: Final = 0.9
WEIGHT_BY_PLAYER_COUNT: Final = {2: 1, 3: 7 / 9, 4: 23 / 36, 5: 163 / 300, 6: 71 / 150}


class RatingState(NamedTuple):
    mu: float = 25
    sigma: float = 25 / 3
    drift: float = 0
    matches: int = 0
    opponents: int = 0


@dataclass(frozen=True)
class RatedMatch:
    """A match that counted: what the page asks for."""

    ended_ms: int
    season: int
    game: str
    rank_by_person: Mapping[int, int]
    quitters: frozenset[int]


def rate_match(
    match: RatedMatch, states: Mapping[int, RatingState], decided_pairs: set[frozenset[int]]
) -> dict[int, RatingState]:
    ranks = match.rank_by_person
    order = sorted(ranks, key=lambda who: (ranks[who], *states[who][:3]))
    v = {}
    for who in order:
        v[who] = states[who].sigma * states[who].sigma
        drift = states[who].drift
        if drift * drift - 4 > 0:
            v[who] = v[who] + 0.6 * (drift * drift - 4)
        v[who] = min(v[who], MAX_SIGMA * MAX_SIGMA)
    w = WEIGHT_BY_PLAYER_COUNT[len(order)]
    after = {}
    for m in order:
        mine = states[m]
        r = t = 0.0
        others = [
            o
            for o in order
            if o != m
            and frozenset((m, o)) not in decided_pairs
            and (is_established(states[o]) or not is_established(mine))
        ]
        for o in others:
            g = 1 / sqrt(1 + 3 * v[o] / (pi * pi * LOGISTIC_SCALE * LOGISTIC_SCALE))
            e = 1 / (1 + exp(g * (states[o].mu - mine.mu) / LOGISTIC_SCALE))
            s = 1 if ranks[m] < ranks[o] else 0.5 if ranks[m] == ranks[o] else 0
            r = r + w * g * (s - e)
            t = t + w * g * g * e * (1 - e)
        if not others:
            after[m] = mine._replace(matches=mine.matches + 1)
        else:
            n = 1 / (1 / v[m] + t / (LOGISTIC_SCALE * LOGISTIC_SCALE))
            u = sqrt(t + t * t * v[m] / (LOGISTIC_SCALE * LOGISTIC_SCALE))
            drift = DRIFT_DECAY * mine.drift + sqrt(1 - DRIFT_DECAY * DRIFT_DECAY) * r / u
            after[m] = RatingState(mine.mu + n * r / LOGISTIC_SCALE, sqrt(n), drift, mine.matches + 1, mine.opponents)
        if m in match.quitters:
            after[m] = after[m]._replace(mu=after[m].mu - 0.2)
    return after


def is_established(state: RatingState) -> bool:
    return state.matches >= 8 and state.opponents >= 3


def recount_ratings(matches: Sequence[RatedMatch]) -> tuple[dict[tuple[int, str, int], RatingState], int, int]:
    """Return every rating, how many pairs were decided, and how often a drift made somebody less certain."""
    stands: dict[tuple[int, str, int], RatingState] = defaultdict(RatingState)
    shared: dict[tuple[int, frozenset[int]], list[tuple[int, int]]] = defaultdict(list)
    met: dict[tuple[int, int], set[int]] = defaultdict(set)
    rows = stirred = 0
    for end in matches:
        decided = set()
        for one in end.rank_by_person:
            for other in end.rank_by_person:
                if one < other:
                    pair = frozenset((one, other))
                    newest = shared[end.season, pair][-10:]
                    ahead = {sign for at, sign in newest if at > end.ended_ms - 2_592_000_000}
                    whole = len([at for at, _ in newest if at > end.ended_ms - 2_592_000_000]) == 10
                    if whole and ahead in ({1}, {-1}):
                        decided.add(pair)
                    sign = (end.rank_by_person[one] < end.rank_by_person[other]) - (
                        end.rank_by_person[one] > end.rank_by_person[other]
                    )
                    shared[end.season, pair].append((end.ended_ms, sign))
        rows += len(decided)
        for who in end.rank_by_person:
            met[end.season, who] |= end.rank_by_person.keys() - {who}
        for game in (end.game, ""):
            stood = {
                who: stands[end.season, game, who]._replace(opponents=min(3, len(met[end.season, who])))
                for who in end.rank_by_person
            }
            stirred += sum(it.drift**2 > 4 for it in stood.values())
            stands |= {(end.season, game, who): it for who, it in rate_match(end, stood, decided).items()}
    return stands, rows, stirred


async def store_match(
    store: Store,
    rating_policy: RatingPolicy,
    person_ids: Sequence[int],
    ranks: Sequence[int],
    game: str,
    ended_ms: int,
    quitters: frozenset[int],
) -> None:
    """Store a match as tables hand it over when it is played to its end."""
    table: Any = SimpleNamespace(
        server_id=SERVER_ID,
        player_ids=tuple(person_ids),
        game=SimpleNamespace(KEY=game),
        result=SimpleNamespace(ranks=tuple(ranks), scores=tuple(0 for _ in ranks), reason="points"),
        unrated_reason="",
        engine=SimpleNamespace(step=9, left_seats=quitters),
    )
    await store.journal.create_match(
        make_new_match(), [make_choice_event("x")], await rating_policy.rate_match(table, ended_ms)
    )


@both_databases
async def test_recount_from_the_documented_formulas_equals_the_stored_ratings(store: Store) -> None:
    dice = random.Random(21)
    preferences = Preferences(store)
    await preferences.update_server(SERVER_ID, ServerPreferences(pair=None))
    umpire = RatingPolicy(store, preferences)
    at = 1_000 * DAY_MS
    for number in range(240):
        if number == 150:
            await store.seasons.begin_season(SERVER_ID, "", at)
        at += dice.choice((1, DAY_MS // 50, DAY_MS // 4))
        # Some play one and the same again and again; and halfway the last become the best.
        seats = 2 if number % 3 else dice.randint(2, 6)
        people = [101, 102] if number % 4 == 1 else dice.sample(PERSON_IDS, seats)
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

    found = await store.results.list_rated(SERVER_ID)
    ends: dict[int, list[SeatResult]] = defaultdict(list)
    for result in found:
        ends[result.match_id].append(result)
    assert {len(table) for table in ends.values()} == {2, 3, 4, 5, 6}
    stands, rows, stirred = recount_ratings(
        [
            RatedMatch(
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
        (it.season_number, it.game, it.person_id): it for it in await store.ratings.list_on_server(SERVER_ID)
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
