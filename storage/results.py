"""Match results, and the coach's reviews of finished matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from storage.database import Repository
from storage.statement import NOT_STORED, Row, Statement, build_insert, build_select

# Stores nothing for people who have been forgotten. A review by an older coach version never replaces a newer one.
_UPSERT_SEAT_REVIEW: Final = Statement(
    """
    INSERT INTO seat_review (match_id, seat, person_id, coach_version, luck, play)
    SELECT match_id, seat, person_id, CAST(:coach_version AS INTEGER), CAST(:luck AS REAL), CAST(:play AS REAL)
    FROM result WHERE match_id = :match_id AND seat = :seat AND person_id > 0
    ON CONFLICT (match_id, seat) DO UPDATE
    SET coach_version = excluded.coach_version, luck = excluded.luck, play = excluded.play
    WHERE seat_review.coach_version <= excluded.coach_version
    """
)
# A match with the computer opponent counts as practice and is left out, even if other people took part.
_SELECT_LUCK_AND_PLAY: Final = Statement(
    """
    SELECT result.match_id, seat_review.luck, seat_review.play FROM result
    LEFT JOIN seat_review ON seat_review.match_id = result.match_id AND seat_review.seat = result.seat
        AND seat_review.coach_version = :coach_version
    WHERE result.person_id = :person_id AND (CAST(:server_id AS INTEGER) IS NULL OR result.server_id = :server_id)
        AND result.game = :game AND result.reason NOT IN ('abandoned', 'cancelled')
        AND NOT EXISTS (SELECT 1 FROM result AS ai WHERE ai.match_id = result.match_id AND ai.person_id IS NULL)
    ORDER BY result.ended_ms DESC, result.match_id DESC LIMIT :count
    """
)
# A review by an older coach version never replaces a newer one.
_UPSERT_REVIEW: Final = build_insert(
    "review",
    "match_id, coach_version, packed_review",
    """ON CONFLICT (match_id) DO UPDATE
    SET coach_version = excluded.coach_version, packed_review = excluded.packed_review
    WHERE review.coach_version <= excluded.coach_version""",
)
_SELECT_REVIEW: Final = Statement(
    "SELECT packed_review FROM review WHERE match_id = :match_id AND coach_version = :coach_version"
)


class LuckAndPlay(NamedTuple):
    """How lucky one player was in a match and how well they played, as fractions of a win.

    Both values are None until the coach has reviewed the match.
    """

    match_id: int
    luck: float | None
    play: float | None


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The outcome of a match for one seat."""

    seat: int
    person_id: int | None
    server_id: int | None
    game: str
    season_number: int
    """The season's number, or `NO_SEASON`."""
    rank: int
    score: int
    reason: str
    is_rated: bool
    ended_ms: int
    rating_before: float | None = None
    rating_after: float | None = None
    match_id: int = NOT_STORED
    unrated_reason: str | None = None
    """Why the match was not rated, as a message key; None if the match was rated."""
    has_quit: bool = False
    """Whether this player left a match of more than two players before it ended."""


@dataclass(frozen=True, slots=True)
class RatedOutcome:
    """A player's rank in a rated match, and the worst rank in that match."""

    rank: int
    last_rank: int


@dataclass(frozen=True, slots=True)
class OneSidedPair:
    """Two players who have met often, with nearly every match won by the same player."""

    winner_id: int
    loser_id: int
    win_count: int
    match_count: int


_COLUMNS: Final = (
    "seat, person_id, server_id, game, season_number, rank, score, reason, is_rated, ended_ms, rating_before, "
    "rating_after, match_id, unrated_reason, has_quit"
)
INSERT_RESULT: Final = build_insert("result", _COLUMNS)
_SELECT_OF_MATCH: Final = build_select(_COLUMNS, "FROM result WHERE match_id = :match_id ORDER BY seat")
_SELECT_RESULTS_OF_PERSON: Final = build_select(
    _COLUMNS,
    """FROM result WHERE person_id = :person_id AND (ended_ms, match_id) < (:ended_ms, :match_id)
    ORDER BY ended_ms DESC, match_id DESC LIMIT :count""",
)
_SELECT_LAST_MATCHES_OF_PERSON: Final = build_select(
    _COLUMNS,
    """FROM result WHERE match_id IN (
        SELECT match_id FROM result WHERE person_id = :person_id ORDER BY ended_ms DESC, match_id DESC LIMIT :count
    ) ORDER BY ended_ms DESC, match_id DESC, seat""",
)
_SELECT_RATED: Final = build_select(
    _COLUMNS,
    """FROM result
    WHERE server_id = :server_id AND is_rated = 1 AND (ended_ms, match_id, seat) > (:ended_ms, :match_id, :seat)
    ORDER BY ended_ms, match_id, seat LIMIT :count""",
)
_SELECT_LATEST: Final = Statement(
    """
    SELECT match_id, MAX(ended_ms) AS last_ms FROM result WHERE server_id = :server_id AND is_rated = 1
    GROUP BY match_id ORDER BY last_ms DESC, match_id DESC LIMIT :count
    """
)
# Uses the index on pairs, so that a busy player's other matches are not read. `+ 0` keeps the planner from using the
# index on the person instead.
_COUNT_RATED_MEETINGS: Final = Statement(
    """
    SELECT COUNT(*) FROM past_result AS past
    JOIN result AS mine ON mine.match_id = past.match_id AND mine.person_id + 0 = :person_id
    WHERE past.person_id = :person_id AND past.opponent_id = :opponent_id AND past.ended_ms > :since_ms
        AND mine.is_rated = 1 AND mine.server_id = :server_id
    """
)
# Reads the latest rated matches between two players.
_SELECT_RATED_SERIES: Final = Statement(
    """
    SELECT past.rank, past.opponent_rank FROM past_result AS past
    JOIN result AS mine ON mine.match_id = past.match_id AND mine.person_id + 0 = :person_id
    WHERE past.person_id = :person_id AND past.opponent_id = :opponent_id AND past.ended_ms > :since_ms
        AND mine.is_rated = 1 AND mine.server_id = :server_id AND mine.season_number = :season_number
    ORDER BY past.ended_ms DESC, past.match_id DESC LIMIT :count
    """
)
# Reads only a server's newest rated results, so that the cost is bounded.
_SELECT_ONE_SIDED: Final = Statement(
    """
    SELECT mine.person_id, theirs.person_id, SUM(CASE WHEN mine.rank < theirs.rank THEN 1 ELSE 0 END), COUNT(*)
    FROM (
        SELECT match_id, seat, person_id, rank FROM result
        WHERE server_id = :server_id AND is_rated = 1 AND ended_ms > :since_ms
        ORDER BY ended_ms DESC, match_id DESC, seat DESC LIMIT :newest
    ) AS mine
    JOIN result AS theirs ON theirs.match_id = mine.match_id AND theirs.seat <> mine.seat
    WHERE mine.person_id > 0 AND theirs.person_id > 0
    GROUP BY mine.person_id, theirs.person_id
    HAVING COUNT(*) >= :min_matches AND SUM(CASE WHEN mine.rank < theirs.rank THEN 1 ELSE 0 END) * 10 >= COUNT(*) * 9
    ORDER BY 3 DESC, 1, 2 LIMIT :count
    """
)
_SELECT_RECENT_FORM: Final = Statement(
    """
    SELECT rank, (SELECT MAX(everybody.rank) FROM result AS everybody WHERE everybody.match_id = result.match_id)
    FROM result
    WHERE person_id = :person_id AND server_id = :server_id AND season_number = :season_number AND is_rated = 1
        AND (:game = '' OR game = :game)
    ORDER BY ended_ms DESC, match_id DESC LIMIT 10
    """
)
_SELECT_LAST_CHANNEL: Final = Statement(
    """
    SELECT COALESCE(parent_channel_id, channel_id) FROM match WHERE id = (
        SELECT match_id FROM result WHERE server_id = :server_id AND is_rated = 1
        ORDER BY ended_ms DESC, match_id DESC LIMIT 1
    )
    """
)
ONE_SIDED_RESULTS_MAX: Final = 10_000
"""The maximum number of results that the search for one-sided pairs reads."""
MAX_INTEGER: Final = (1 << 63) - 1
"""The largest integer that both databases can store."""


class ResultRepository(Repository):
    async def list_of_match(self, match_id: int) -> list[SeatResult]:
        return read_results(await self.fetch_rows(_SELECT_OF_MATCH(match_id=match_id)))

    async def list_of_person(
        self, person_id: int, before: SeatResult | None = None, count: int = 100
    ) -> list[SeatResult]:
        """Return a page of a person's results, newest first.

        To get the next page, pass the last result of this page as `before`.
        """
        ended_ms, match_id = (before.ended_ms, before.match_id) if before else (MAX_INTEGER, MAX_INTEGER)
        return read_results(
            await self.fetch_rows(
                _SELECT_RESULTS_OF_PERSON(person_id=person_id, ended_ms=ended_ms, match_id=match_id, count=count)
            )
        )

    async def list_last_matches_of_person(self, person_id: int, count: int) -> list[list[SeatResult]]:
        """Return the results of all seats in each of a person's latest matches, newest match first."""
        results = read_results(await self.fetch_rows(_SELECT_LAST_MATCHES_OF_PERSON(person_id=person_id, count=count)))
        return [[*seats] for _, seats in groupby(results, key=lambda result: result.match_id)]

    async def list_rated(
        self, server_id: int, after: SeatResult | None = None, count: int = 10_000, since_ms: int = 0
    ) -> list[SeatResult]:
        """Return a server's rated results, one for each seat, in the order in which they were rated.

        To get the next page, pass the last result of this page as `after`.
        """
        ended_ms, match_id, seat = (after.ended_ms, after.match_id, after.seat) if after else (since_ms, 0, 0)
        return read_results(
            await self.fetch_rows(
                _SELECT_RATED(server_id=server_id, ended_ms=ended_ms, match_id=match_id, seat=seat, count=count)
            )
        )

    async def list_latest_rated_matches(self, server_id: int, count: int) -> list[int]:
        """Return the IDs of a server's latest rated matches, newest first."""
        return [match_id for (match_id, _) in await self.fetch_rows(_SELECT_LATEST(server_id=server_id, count=count))]

    async def count_rated_meetings(self, server_id: int, pairs: Iterable[tuple[int, int]], since_ms: int) -> list[int]:
        """Return, for each pair of people, the number of rated matches between them on this server since `since_ms`."""
        queries = (
            _COUNT_RATED_MEETINGS(server_id=server_id, person_id=first_id, opponent_id=second_id, since_ms=since_ms)
            for first_id, second_id in pairs
        )
        return [int(rows[0][0]) for rows in await self.database.read(*queries)]

    async def list_rated_series(
        self, server_id: int, season_number: int, pairs: Iterable[tuple[int, int]], since_ms: int, count: int
    ) -> list[list[int]]:
        """Return, for each pair of people, the outcomes of their latest rated matches, newest first.

        An outcome is 1 if the first person of the pair had the better rank, −1 if the second had it, and 0 for equal
        ranks.
        """
        queries = (
            _SELECT_RATED_SERIES(
                server_id=server_id,
                season_number=season_number,
                person_id=first_id,
                opponent_id=second_id,
                since_ms=since_ms,
                count=count,
            )
            for first_id, second_id in pairs
        )
        return [
            [(first_rank < second_rank) - (first_rank > second_rank) for first_rank, second_rank in rows]
            for rows in await self.database.read(*queries)
        ]

    async def list_one_sided_pairs(
        self, server_id: int, since_ms: int, min_matches: int, count: int = 5
    ) -> list[OneSidedPair]:
        """Return pairs of people who played at least `min_matches` matches, with at least 90 % won by the same player.

        Such results may have been arranged.
        """
        query = _SELECT_ONE_SIDED(
            server_id=server_id, since_ms=since_ms, newest=ONE_SIDED_RESULTS_MAX, min_matches=min_matches, count=count
        )
        return [OneSidedPair(*map(int, row)) for row in await self.fetch_rows(query)]

    async def load_recent_form(
        self, server_id: int, game: str, season_number: int, people: Iterable[int]
    ) -> list[tuple[RatedOutcome, ...]]:
        """Return each person's last ten rated outcomes, newest first. An empty `game` means all games."""
        queries = (
            _SELECT_RECENT_FORM(server_id=server_id, game=game, season_number=season_number, person_id=person)
            for person in people
        )
        return [tuple(RatedOutcome(*row) for row in rows) for rows in await self.database.read(*queries)]

    async def find_last_channel(self, server_id: int) -> int | None:
        """Return the channel of a server's last rated match (for a thread, its parent), or None if there was none."""
        row = await self.fetch_row(_SELECT_LAST_CHANNEL(server_id=server_id))
        return int(row[0]) if row else None

    async def save_review(
        self, match_id: int, coach_version: int, packed: bytes, shares: Sequence[tuple[float, float]]
    ) -> None:
        """Save a match's packed review, and in `shares` the pair (luck, play) of each seat.

        A review by a newer version of the coach is not replaced.
        """
        seat_reviews = [
            _UPSERT_SEAT_REVIEW(match_id=match_id, seat=seat, coach_version=coach_version, luck=luck, play=play)
            for seat, (luck, play) in enumerate(shares)
        ]
        await self.database.write(
            _UPSERT_REVIEW(match_id=match_id, coach_version=coach_version, packed_review=packed), *seat_reviews
        )

    async def load_review(self, match_id: int, coach_version: int) -> bytes | None:
        """Return a match's packed review by this version of the coach, or None if there is none."""
        row = await self.fetch_row(_SELECT_REVIEW(match_id=match_id, coach_version=coach_version))
        return row[0] if row else None

    async def list_luck_and_play(
        self, person_id: int, server_id: int | None, game: str, coach_version: int, count: int
    ) -> list[LuckAndPlay]:
        """Return the luck and play values of a person's latest matches of a game, newest first.

        Matches against the computer opponent and abandoned or canceled matches are left out.
        """
        query = _SELECT_LUCK_AND_PLAY(
            person_id=person_id, server_id=server_id, game=game, coach_version=coach_version, count=count
        )
        return [LuckAndPlay(*row) for row in await self.fetch_rows(query)]


def read_results(rows: Iterable[Row]) -> list[SeatResult]:
    return [SeatResult(*(*row[:8], bool(row[8]), *row[9:-1], bool(row[-1]))) for row in rows]
