"""Says whether a match that is over counts, and what it comes to: read before the append that it is written with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from bot.matches.model import FinishedMatch
from bot.preferences import Preferences
from bot.ratings import rating_updates as ladder
from bot.wall_clock import DAY_MS
from games.match import UNRATED_REASONS, find_seats_with_secrets
from storage import MatchChange, Rating, Result, Store


class RatingPolicy:
    def __init__(self, store: Store, preferences: Preferences) -> None:
        self.store = store
        self.preferences = preferences

    async def rate_match(self, match: FinishedMatch, now: int) -> MatchChange:
        """For everybody by seat. What others write meanwhile makes the append a Conflict."""
        end = match.result
        season = await self.store.seasons.load_season(match.server_id) if match.server_id else None
        unrated = await self._find_unrated_reason(match, now)
        results = tuple(
            Result(
                seat=seat,
                person_id=person_id,
                server_id=match.server_id,
                game=match.game.KEY,
                season_number=season.number if season else 0,
                rank=end.ranks[seat],
                score=end.scores[seat],
                reason=end.reason,
                is_rated=not unrated,
                ended_ms=now,
                unrated_reason=unrated or None,
                has_quit=seat in match.engine.left_seats,
            )
            for seat, person_id in enumerate(match.player_ids)
        )
        return MatchChange(results=results) if unrated else replace(await self._compute_ratings(results), season=season)

    async def _find_unrated_reason(self, match: FinishedMatch, now: int) -> str:
        """Why it does not count, if it does not."""
        if match.result.reason in UNRATED_REASONS:
            return match.result.reason
        if match.unrated_reason:
            return match.unrated_reason
        assert match.server_id is not None
        people = [person_id for person_id in match.player_ids if person_id is not None]
        settings = await self.preferences.load_server(match.server_id)
        if match.engine.step < settings.steps and not _did_loser_give_up_secret_hand(match):
            return "short"
        met = await self.store.results.count_rated_meetings(match.server_id, combinations(people, 2), now - DAY_MS)
        # At a table of more every two of them count: one pair too many, and the match is played for fun.
        return "pair" if settings.pair is not None and max(met) >= settings.pair else ""

    async def _compute_ratings(self, results: tuple[Result, ...]) -> MatchChange:
        server_id, season = results[0].server_id, results[0].season_number
        assert server_id is not None
        places = ladder.list_rating_keys(results)
        found = await self.store.ratings.load_ratings(server_id, season, [(game, player) for game, _, player in places])
        known = {place: rating for place, rating in zip(places, found, strict=True) if rating}
        # Later than all that its ratings come from, whatever the watches of the processes say: so counting anew in the
        # order of time is counting in the order of the appends.
        at = max(results[0].ended_ms, *(rating.updated_ms + 1 for rating in known.values()), 0)
        decided, met = await self._find_decided_pairs(results, at), await self._find_acquainted_pairs(results, known)
        results, ratings = ladder.rate_results([replace(it, ended_ms=at) for it in results], known, decided, met)
        hidden = {
            it.person_id for it in results if it.person_id is not None and not await self._is_listed(it.person_id)
        }
        return MatchChange(
            results=results, ratings=tuple(replace(rating, is_hidden=rating.person_id in hidden) for rating in ratings)
        )

    async def _find_decided_pairs(self, results: tuple[Result, ...], now_ms: int) -> list[ladder.PersonPair]:
        server_id = results[0].server_id
        assert server_id is not None
        pairs = list(combinations([it.person_id for it in results if it.person_id is not None], 2))
        since = now_ms - ladder.SERIES_WINDOW_MS
        met = await self.store.results.list_rated_series(
            server_id, results[0].season_number, pairs, since, ladder.DECIDED_SERIES_LENGTH
        )
        return [frozenset(pair) for pair, ahead in zip(pairs, met, strict=True) if ladder.is_series_decided(ahead)]

    async def _find_acquainted_pairs(
        self, results: tuple[Result, ...], known_ratings: Mapping[ladder.RatingKey, Rating]
    ) -> list[ladder.PersonPair]:
        """Who has met before, as far as it matters: whoever knows enough people is not asked whom."""
        server_id, season = results[0].server_id, results[0].season_number
        assert server_id is not None
        people = [it.person_id for it in results if it.person_id is not None]
        stand = {person_id: known_ratings.get((ladder.ALL_GAMES, season, person_id)) for person_id in people}
        few = {
            person_id for person_id, rating in stand.items() if rating is None or ladder.count_opponents_to_rank(rating)
        }
        pairs = [pair for pair in combinations(people, 2) if few & set(pair)]
        found = await self.store.results.list_rated_series(server_id, season, pairs, -1, 1) if pairs else []
        return [frozenset(pair) for pair, ahead in zip(pairs, found, strict=True) if ahead]

    async def _is_listed(self, person_id: int) -> bool:
        # Not as somebody remembers it: it would be written down.
        return person_id > 0 and (await self.preferences.reload_player(person_id)).listed


def _did_loser_give_up_secret_hand(match: FinishedMatch) -> bool:
    """Did somebody see what they were dealt, and not play it? Else everybody would play the good hands only."""
    behind = {seat for seat, rank in enumerate(match.result.ranks) if rank > 1}
    return match.result.reason in {"resign", "lapse"} and bool(behind & find_seats_with_secrets(match.engine))
