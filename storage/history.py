"""Each person's match history: a copy of the results, keyed by person so that years of history can be read fast."""

from __future__ import annotations

from typing import Final, NamedTuple

from storage.database import Repository
from storage.statement import Statement, build_select

# Runs after the results of the match are stored, in the same transaction.
INSERT_HISTORY: Final = Statement(
    """
    INSERT INTO past_result (person_id, ended_ms, match_id, opponent_seat, server_id, game, options, reason, rank,
        opponent_id, opponent_rank)
    SELECT mine.person_id, mine.ended_ms, mine.match_id, theirs.seat, mine.server_id, mine.game, match.options,
        mine.reason, mine.rank, theirs.person_id, theirs.rank
    FROM result AS mine JOIN result AS theirs ON theirs.match_id = mine.match_id AND theirs.seat <> mine.seat
    JOIN match ON match.id = mine.match_id WHERE mine.match_id = :match_id AND mine.person_id IS NOT NULL
    """
)
# Finds the opponents through the forgotten person's own rows, so that no index on `opponent_id` is needed.
FORGET_HISTORY: Final = Statement(
    """
    UPDATE past_result SET opponent_id = :anonymous_id
    WHERE opponent_id = :person_id
        AND person_id IN (SELECT opponent_id FROM past_result WHERE person_id = :anonymous_id)
    """
)
_WHERE_SERVER: Final = "(CAST(:server_id AS INTEGER) IS NULL OR server_id = :server_id)"
_SELECT_HISTORY: Final = build_select(
    "match_id, game, options, reason, rank, opponent_id, opponent_rank, ended_ms",
    f"FROM past_result WHERE person_id = :person_id AND {_WHERE_SERVER} ORDER BY ended_ms, match_id, opponent_seat",
)
_SELECT_RATING_CURVE: Final = build_select(
    "game, ended_ms, rating_after, season_number",
    f"FROM result WHERE person_id = :person_id AND {_WHERE_SERVER} AND rating_after IS NOT NULL"
    " ORDER BY ended_ms, match_id",
)
# Uses the index on pairs, so that matches against other people are not read. A match with the computer opponent counts
# as practice, even if other people take part.
_SELECT_HEAD_TO_HEAD: Final = build_select(
    """past.game, past.reason, COUNT(*), SUM(CASE WHEN past.rank < past.opponent_rank THEN 1 ELSE 0 END),
    SUM(CASE WHEN past.opponent_rank < past.rank THEN 1 ELSE 0 END), MAX(past.ended_ms)""",
    """FROM past_result AS pair JOIN past_result AS past ON past.person_id = pair.person_id
        AND past.ended_ms = pair.ended_ms AND past.match_id = pair.match_id AND past.opponent_seat = pair.opponent_seat
    WHERE pair.person_id = :person_id AND pair.opponent_id = :opponent_id AND past.server_id = :server_id
        AND NOT EXISTS (
            SELECT 1 FROM past_result AS ai WHERE ai.person_id = :person_id AND ai.opponent_id IS NULL
                AND ai.ended_ms = pair.ended_ms AND ai.match_id = pair.match_id
        )
    GROUP BY past.game, past.reason ORDER BY past.game, past.reason""",
)
_SELECT_NEWEST: Final = build_select(
    "match_id",
    f"FROM result WHERE person_id = :person_id AND {_WHERE_SERVER} AND game = :game"
    " ORDER BY ended_ms DESC, match_id DESC LIMIT :count",
)

_SELECT_WITH_TERMS: Final = build_select(
    "result.match_id",
    """FROM result JOIN match ON match.id = result.match_id
    WHERE result.person_id = :person_id AND result.game = :game AND result.match_id < :before_match_id
        AND result.ended_ms > :since_ms
        AND match.terms LIKE :terms
    ORDER BY result.ended_ms DESC, result.match_id DESC LIMIT :count""",
)
_SELECT_INCONSISTENT: Final = build_select(
    "DISTINCT mine.match_id",
    """FROM result AS mine JOIN result AS theirs ON theirs.match_id = mine.match_id AND theirs.seat <> mine.seat
    LEFT JOIN past_result AS past ON past.person_id = mine.person_id AND past.ended_ms = mine.ended_ms
        AND past.match_id = mine.match_id AND past.opponent_seat = theirs.seat
    WHERE mine.person_id IS NOT NULL AND (past.match_id IS NULL OR past.rank <> mine.rank
        OR past.opponent_rank <> theirs.rank OR COALESCE(past.opponent_id, 0) <> COALESCE(theirs.person_id, 0))
    ORDER BY mine.match_id""",
)


class PastResult(NamedTuple):
    """A person's result in a match and the result of one opponent. In a match of four, each player has three rows."""

    match_id: int
    game: str
    options: str
    reason: str
    rank: int
    opponent_id: int | None
    """The opponent's ID; None for the computer opponent."""
    opponent_rank: int
    ended_ms: int = 0


class RatingPoint(NamedTuple):
    """A player's rating after a rated match."""

    game: str
    ended_ms: int
    rating: float
    season_number: int


class HeadToHead(NamedTuple):
    """The totals of the matches between two people, for one game and one end reason."""

    game: str
    reason: str
    match_count: int
    wins: int
    losses: int
    last_ended_ms: int
    """When the last of these matches ended."""


class HistoryRepository(Repository):
    async def load_history(self, person_id: int, server_id: int | None) -> tuple[list[PastResult], list[RatingPoint]]:
        """Return all results of a person and the resulting ratings, oldest first.

        `server_id` limits both lists to one server; None means all servers.
        """
        results, ratings = await self.database.read(
            _SELECT_HISTORY(person_id=person_id, server_id=server_id),
            _SELECT_RATING_CURVE(person_id=person_id, server_id=server_id),
        )
        return [PastResult(*row) for row in results], [RatingPoint(*row) for row in ratings]

    async def load_head_to_head(self, person_id: int, opponent_id: int, server_id: int) -> list[HeadToHead]:
        rows = await self.fetch_rows(
            _SELECT_HEAD_TO_HEAD(person_id=person_id, opponent_id=opponent_id, server_id=server_id)
        )
        return [HeadToHead(game, reason, *map(int, numbers)) for game, reason, *numbers in rows]

    async def list_newest_matches(self, person_id: int, server_id: int | None, game: str, count: int) -> list[int]:
        """Return the IDs of a person's latest matches of a game, newest first."""
        return [
            match_id
            for (match_id,) in await self.fetch_rows(
                _SELECT_NEWEST(person_id=person_id, server_id=server_id, game=game, count=count)
            )
        ]

    async def list_matches_with_terms(
        self, person_id: int, game: str, terms: str, *, before_match_id: int, since_ms: int, count: int
    ) -> list[int]:
        """Return a person's finished matches of a game whose terms contain the text `terms`, newest first.

        Only matches with an ID below `before_match_id` that ended after `since_ms` are returned.
        """
        query = _SELECT_WITH_TERMS(
            person_id=person_id,
            game=game,
            terms=f"%{terms}%",
            before_match_id=before_match_id,
            since_ms=since_ms,
            count=count,
        )
        return [match_id for (match_id,) in await self.fetch_rows(query)]

    async def list_matches_differing_from_results(self) -> list[int]:
        """Return the IDs of the matches whose rows in the history contradict their results. There should be none."""
        return [match_id for (match_id,) in await self.fetch_rows(_SELECT_INCONSISTENT())]
