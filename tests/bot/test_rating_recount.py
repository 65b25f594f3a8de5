"""Tests that stored ratings equal a recount that uses only the formulas in `docs/ratings.md`."""

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
    """The data of a rated match that the formulas need."""

    ended_ms: int
    season: int
    game: str
    rank_by_person: Mapping[int, int]
    quitters: frozenset[int]


def rate_match(
    match: RatedMatch, states: Mapping[int, RatingState], decided_pairs: set[frozenset[int]]
) -> dict[int, RatingState]:
    ranks = match.rank_by_person
    order = sorted(ranks, key=lambda person_id: (ranks[person_id], *states[person_id][:3]))
    v = {}
    for person_id in order:
        v[person_id] = states[person_id].sigma * states[person_id].sigma
        drift = states[person_id].drift
        if drift * drift - 4 > 0:
            v[person_id] = v[person_id] + 0.6 * (drift * drift - 4)
        v[person_id] = min(v[person_id], MAX_SIGMA * MAX_SIGMA)
    w = WEIGHT_BY_PLAYER_COUNT[len(order)]
    after = {}
    for m in order:
        state = states[m]
        r = t = 0.0
        others = [
            o
            for o in order
            if o != m
            and frozenset((m, o)) not in decided_pairs
            and (is_established(states[o]) or not is_established(state))
        ]
        for o in others:
            g = 1 / sqrt(1 + 3 * v[o] / (pi * pi * LOGISTIC_SCALE * LOGISTIC_SCALE))
            e = 1 / (1 + exp(g * (states[o].mu - state.mu) / LOGISTIC_SCALE))
            s = 1 if ranks[m] < ranks[o] else 0.5 if ranks[m] == ranks[o] else 0
            r = r + w * g * (s - e)
            t = t + w * g * g * e * (1 - e)
        if not others:
            after[m] = state._replace(matches=state.matches + 1)
        else:
            n = 1 / (1 / v[m] + t / (LOGISTIC_SCALE * LOGISTIC_SCALE))
            u = sqrt(t + t * t * v[m] / (LOGISTIC_SCALE * LOGISTIC_SCALE))
            drift = DRIFT_DECAY * state.drift + sqrt(1 - DRIFT_DECAY * DRIFT_DECAY) * r / u
            after[m] = RatingState(
                state.mu + n * r / LOGISTIC_SCALE, sqrt(n), drift, state.matches + 1, state.opponents
            )
        if m in match.quitters:
            after[m] = after[m]._replace(mu=after[m].mu - 0.2)
    return after


def is_established(state: RatingState) -> bool:
    return state.matches >= 8 and state.opponents >= 3


def recount_ratings(matches: Sequence[RatedMatch]) -> tuple[dict[tuple[int, str, int], RatingState], int, int]:
    """Return the ratings, and count the pairs with a one-sided series and the ratings with a raised uncertainty."""
    states: dict[tuple[int, str, int], RatingState] = defaultdict(RatingState)
    history: dict[tuple[int, frozenset[int]], list[tuple[int, int]]] = defaultdict(list)
    opponents: dict[tuple[int, int], set[int]] = defaultdict(set)
    decided_count = raised_count = 0
    for match in matches:
        decided = set()
        for first in match.rank_by_person:
            for second in match.rank_by_person:
                if first < second:
                    pair = frozenset((first, second))
                    latest = history[match.season, pair][-10:]
                    signs = {sign for time_ms, sign in latest if time_ms > match.ended_ms - 2_592_000_000}
                    is_full = len([time_ms for time_ms, _ in latest if time_ms > match.ended_ms - 2_592_000_000]) == 10
                    if is_full and signs in ({1}, {-1}):
                        decided.add(pair)
                    sign = (match.rank_by_person[first] < match.rank_by_person[second]) - (
                        match.rank_by_person[first] > match.rank_by_person[second]
                    )
                    history[match.season, pair].append((match.ended_ms, sign))
        decided_count += len(decided)
        for person_id in match.rank_by_person:
            opponents[match.season, person_id] |= match.rank_by_person.keys() - {person_id}
        for game in (match.game, ""):
            before = {
                person_id: states[match.season, game, person_id]._replace(
                    opponents=min(3, len(opponents[match.season, person_id]))
                )
                for person_id in match.rank_by_person
            }
            raised_count += sum(state.drift**2 > 4 for state in before.values())
            states |= {
                (match.season, game, person_id): state
                for person_id, state in rate_match(match, before, decided).items()
            }
    return states, decided_count, raised_count


async def store_match(
    store: Store,
    rating_policy: RatingPolicy,
    person_ids: Sequence[int],
    ranks: Sequence[int],
    game: str,
    ended_ms: int,
    quitters: frozenset[int],
) -> None:
    """Store a finished match with the ratings that the bot computes."""
    match: Any = SimpleNamespace(
        server_id=SERVER_ID,
        player_ids=tuple(person_ids),
        game=SimpleNamespace(KEY=game),
        result=SimpleNamespace(ranks=tuple(ranks), scores=tuple(0 for _ in ranks), reason="points"),
        unrated_reason="",
        terms=SimpleNamespace(tournament=None),
        engine=SimpleNamespace(step=9, left_seats=quitters),
    )
    await store.journal.create_match(
        make_new_match(), [make_choice_event("x")], await rating_policy.rate_match(match, ended_ms)
    )


@both_databases
async def test_stored_ratings_equal_the_documented_formulas(store: Store) -> None:
    dice = random.Random(21)
    preferences = Preferences(store)
    await preferences.update_server(SERVER_ID, ServerPreferences(pair=None))
    rating_policy = RatingPolicy(store, preferences)
    time_ms = 1_000 * DAY_MS
    for number in range(240):
        if number == 150:
            await store.seasons.begin_season(SERVER_ID, "", time_ms)
        time_ms += dice.choice((1, DAY_MS // 50, DAY_MS // 4))
        # Two people meet again and again, and halfway the weakest players become the best.
        seats = 2 if number % 3 else dice.randint(2, 6)
        person_ids = [101, 102] if number % 4 == 1 else dice.sample(PERSON_IDS, seats)
        if number % 6 == 4:
            # Person 202 has few opponents.
            person_ids, seats = [103 if number % 5 == 4 else 201, 202], 2
        sign = 1 if number < 75 else -1
        strengths = [sign * person_id + dice.gauss(0, 2) for person_id in person_ids]
        scores = [round(strength / 2) for strength in strengths] if len(person_ids) > 2 else strengths
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        # In some matches of several players the last ones have quit.
        quitters = {
            seat for seat, rank in enumerate(ranks) if rank == max(ranks) > 1 and len(person_ids) > 2 and number % 2
        }
        await store_match(
            store, rating_policy, person_ids, ranks, dice.choice(("pebbles", "morra")), time_ms, frozenset(quitters)
        )

    results = await store.results.list_rated(SERVER_ID)
    results_by_match: dict[int, list[SeatResult]] = defaultdict(list)
    for result in results:
        results_by_match[result.match_id].append(result)
    assert {len(match_results) for match_results in results_by_match.values()} == {2, 3, 4, 5, 6}
    states, decided_count, raised_count = recount_ratings(
        [
            RatedMatch(
                match_results[0].ended_ms,
                match_results[0].season_number,
                match_results[0].game,
                {row.person_id or 0: row.rank for row in match_results},
                frozenset(row.person_id or 0 for row in match_results if row.has_quit),
            )
            for match_results in results_by_match.values()
        ]
    )
    assert decided_count
    assert raised_count
    assert any(result.has_quit for result in results)
    assert any(row.matches >= 8 and row.opponents < 3 for row in states.values())
    stored: dict[tuple[int, str, int], Rating] = {
        (row.season_number, row.game, row.person_id): row for row in await store.ratings.list_on_server(SERVER_ID)
    }
    assert stored.keys() == states.keys()
    for key, state in states.items():
        rating = stored[key]
        stored_state = (rating.mu, rating.sigma, rating.drift, rating.match_count, rating.opponent_count)
        assert stored_state == state, key
        is_ranked = state.matches >= 5 and state.opponents >= 3
        assert rating.rating == 1000 + 30 * (state.mu - 25) - (0 if is_ranked else 1_000_000)
    # The bot's own recount agrees too.
    assert await correct_all_ratings(store) == 0
