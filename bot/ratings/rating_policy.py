"""Decides whether a finished match counts, and computes the results and ratings to store when the match ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from bot.matches.model import FinishedMatch
from bot.preferences import Preferences
from bot.ratings.rating_updates import (
    ALL_GAMES,
    DECIDED_SERIES_LENGTH,
    SERIES_WINDOW_MS,
    PersonPair,
    RatingKey,
    count_opponents_to_rank,
    is_series_decided,
    list_rating_keys,
    rate_results,
)
from bot.wall_clock import DAY_MS
from games.match import UNRATED_REASONS, find_seats_with_secrets
from storage import NO_SEASON, MatchChange, Rating, SeatResult, Store


class RatingPolicy:
    def __init__(self, store: Store, preferences: Preferences) -> None:
        self.store = store
        self.preferences = preferences

    async def rate_match(self, match: FinishedMatch, now_ms: int) -> MatchChange:
        """Return all players' results, and their new ratings if the match counts.

        When the returned change is stored, `Conflict` is raised if a rating has changed since it was read.
        """
        match_result = match.result
        season = await self.store.seasons.load_season(match.server_id) if match.server_id else None
        unrated_reason = await self._find_unrated_reason(match, now_ms)
        results = tuple(
            SeatResult(
                seat=seat,
                person_id=person_id,
                server_id=match.server_id,
                game=match.game.KEY,
                season_number=season.number if season else NO_SEASON,
                rank=match_result.ranks[seat],
                score=match_result.scores[seat],
                reason=match_result.reason,
                is_rated=unrated_reason is None,
                ended_ms=now_ms,
                unrated_reason=unrated_reason,
                has_quit=seat in match.engine.left_seats,
            )
            for seat, person_id in enumerate(match.player_ids)
        )
        return (
            MatchChange(results=results)
            if unrated_reason
            else replace(await self._compute_ratings(results), season=season)
        )

    async def _find_unrated_reason(self, match: FinishedMatch, now_ms: int) -> str | None:
        """Return the key of the reason why the match does not count, or None if the match counts."""
        if match.result.reason in UNRATED_REASONS:
            return match.result.reason
        if match.unrated_reason:
            return match.unrated_reason
        if match.terms.tournament and match.forfeiting_seats:
            return "forfeit"
        assert match.server_id is not None
        people = [person_id for person_id in match.player_ids if person_id is not None]
        settings = await self.preferences.load_server(match.server_id)
        if match.engine.step < settings.steps and not _did_loser_give_up_secret_hand(match):
            return "short"
        meeting_counts = await self.store.results.count_rated_meetings(
            match.server_id, combinations(people, 2), now_ms - DAY_MS
        )
        # A match of several players does not count if any two of them have met too often within a day.
        return "pair" if settings.pair is not None and max(meeting_counts) >= settings.pair else None

    async def _compute_ratings(self, results: tuple[SeatResult, ...]) -> MatchChange:
        server_id, season = results[0].server_id, results[0].season_number
        assert server_id is not None
        rating_keys = list_rating_keys(results)
        stored_ratings = await self.store.ratings.load_ratings(
            server_id, season, [(game, player) for game, _, player in rating_keys]
        )
        known_ratings = {
            rating_key: rating for rating_key, rating in zip(rating_keys, stored_ratings, strict=True) if rating
        }
        # The clocks of the processes may differ. `rebuild` relies on results having later times than those stored
        # before them, so use a time later than that of all ratings loaded here.
        ended_ms = max(results[0].ended_ms, *(rating.updated_ms + 1 for rating in known_ratings.values()), 0)
        decided_pairs = await self._find_decided_pairs(results, ended_ms)
        acquainted_pairs = await self._find_acquainted_pairs(results, known_ratings)
        results, ratings = rate_results(
            [replace(result, ended_ms=ended_ms) for result in results], known_ratings, decided_pairs, acquainted_pairs
        )
        hidden_people = {
            result.person_id
            for result in results
            if result.person_id is not None and not await self._is_listed(result.person_id)
        }
        return MatchChange(
            results=results,
            ratings=tuple(replace(rating, is_hidden=rating.person_id in hidden_people) for rating in ratings),
        )

    async def _find_decided_pairs(self, results: tuple[SeatResult, ...], now_ms: int) -> list[PersonPair]:
        server_id = results[0].server_id
        assert server_id is not None
        pairs = list(combinations([result.person_id for result in results if result.person_id is not None], 2))
        since_ms = now_ms - SERIES_WINDOW_MS
        series_by_pair = await self.store.results.list_rated_series(
            server_id, results[0].season_number, pairs, since_ms, DECIDED_SERIES_LENGTH
        )
        return [
            frozenset(pair) for pair, series in zip(pairs, series_by_pair, strict=True) if is_series_decided(series)
        ]

    async def _find_acquainted_pairs(
        self, results: tuple[SeatResult, ...], known_ratings: Mapping[RatingKey, Rating]
    ) -> list[PersonPair]:
        """Return the pairs of players who have met before.

        Pairs in which both players have met enough opponents for a rank are left out. For such a pair, it makes no
        difference whether the players have met before.
        """
        server_id, season = results[0].server_id, results[0].season_number
        assert server_id is not None
        people = [result.person_id for result in results if result.person_id is not None]
        overall_ratings = {person_id: known_ratings.get((ALL_GAMES, season, person_id)) for person_id in people}
        people_without_enough_opponents = {
            person_id
            for person_id, rating in overall_ratings.items()
            if rating is None or count_opponents_to_rank(rating)
        }
        pairs = [pair for pair in combinations(people, 2) if people_without_enough_opponents & set(pair)]
        series_by_pair = await self.store.results.list_rated_series(server_id, season, pairs, -1, 1) if pairs else []
        return [frozenset(pair) for pair, series in zip(pairs, series_by_pair, strict=True) if series]

    async def _is_listed(self, person_id: int) -> bool:
        # Reload the preferences: cached ones may be outdated, and the result is stored.
        return person_id > 0 and (await self.preferences.reload_player(person_id)).listed


def _did_loser_give_up_secret_hand(match: FinishedMatch) -> bool:
    """Return whether the loser gave up and had a secret hand, so that the match counts however short it was.

    Otherwise, players could give up every bad hand early, without losing points.
    """
    losing_seats = {seat for seat, rank in enumerate(match.result.ranks) if rank > 1}
    return match.result.reason in {"resign", "lapse"} and bool(losing_seats & find_seats_with_secrets(match.engine))
