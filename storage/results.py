"""Results of matches, and what the coach has found out about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from storage.repository import Repository
from storage.statement import Row, Statement, build_insert, build_select

# Only for people who have not been forgotten meanwhile. An older version of the coach never replaces a newer one.
_UPSERT_VERDICT: Final = Statement(
    """
    INSERT INTO verdict (match, seat, person, coach, luck, play)
    SELECT match, seat, person, CAST(:coach AS INTEGER), CAST(:luck AS REAL), CAST(:play AS REAL)
    FROM result WHERE match = :match AND seat = :seat AND person > 0
    ON CONFLICT (match, seat) DO UPDATE SET coach = excluded.coach, luck = excluded.luck, play = excluded.play
    WHERE verdict.coach <= excluded.coach
    """
)
# A match with the house is practice, even with other people in it.
_SELECT_VERDICTS: Final = Statement(
    """
    SELECT result.match, verdict.luck, verdict.play FROM result
    LEFT JOIN verdict ON verdict.match = result.match AND verdict.seat = result.seat AND verdict.coach = :coach
    WHERE result.person = :person AND (CAST(:server AS INTEGER) IS NULL OR result.server = :server)
        AND result.game = :game AND result.reason NOT IN ('abandoned', 'cancelled')
        AND NOT EXISTS (SELECT 1 FROM result AS house WHERE house.match = result.match AND house.person IS NULL)
    ORDER BY result.at DESC, result.match DESC LIMIT :count
    """
)
# An older version of the coach never replaces a newer one.
_UPSERT_REVIEW: Final = build_insert(
    "review",
    "match, coach, told",
    """ON CONFLICT (match) DO UPDATE SET coach = excluded.coach, told = excluded.told
    WHERE review.coach <= excluded.coach""",
)
_SELECT_REVIEW: Final = Statement("SELECT told FROM review WHERE match = :match AND coach = :coach")


class LuckAndPlay(NamedTuple):
    """How lucky one seat was and how well it played, in shares of a win.

    Both are None until the coach has reviewed the match.
    """

    match: int
    luck: float | None
    play: float | None


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended for one seat."""

    seat: int
    person: int | None
    server: int | None
    game: str
    season: int
    rank: int
    score: int
    reason: str
    rated: bool
    at: int
    rating_before: float | None = None
    rating_after: float | None = None
    match: int = 0
    """0 until it is loaded from the store."""
    unrated: str = ""
    """Why the match did not count, as a message key; '' if it did."""
    quit: bool = False
    """Whether this player left a match of several before its end."""


@dataclass(frozen=True, slots=True)
class RatedOutcome:
    """How a rated match ended for a player: their rank and the last rank."""

    rank: int
    last: int


@dataclass(frozen=True, slots=True)
class OneSidedPair:
    """Two players who have met often, nearly always with the same winner."""

    ahead: int
    behind: int
    won: int
    met: int


_COLUMNS: Final = (
    "seat, person, server, game, season, rank, score, reason, rated, at, rating_before, rating_after, match, unrated, "
    "quit"
)
INSERT_RESULT: Final = build_insert("result", _COLUMNS)
_SELECT_OF_MATCH: Final = build_select(_COLUMNS, "FROM result WHERE match = :match ORDER BY seat")
_SELECT_RESULTS_OF_PERSON: Final = build_select(
    _COLUMNS,
    "FROM result WHERE person = :person AND (at, match) < (:at, :match) ORDER BY at DESC, match DESC LIMIT :count",
)
_SELECT_RATED: Final = build_select(
    _COLUMNS,
    """FROM result WHERE server = :server AND rated = 1 AND (at, match, seat) > (:at, :match, :seat)
    ORDER BY at, match, seat LIMIT :count""",
)
# Uses the index of pairs, so that the other matches of a busy player are not read. `+ 0` keeps the planner from using
# the index on the person instead.
_COUNT_RATED_MEETINGS: Final = Statement(
    """
    SELECT COUNT(*) FROM played
    JOIN result AS mine ON mine.match = played.match AND mine.person + 0 = :person
    WHERE played.person = :person AND played.other = :other AND played.at > :since AND mine.rated = 1
        AND mine.server = :server
    """
)
# The newest rated matches of two players.
_SELECT_RATED_SERIES: Final = Statement(
    """
    SELECT played.rank, played.theirs FROM played
    JOIN result AS mine ON mine.match = played.match AND mine.person + 0 = :person
    WHERE played.person = :person AND played.other = :other AND played.at > :since AND mine.rated = 1
        AND mine.server = :server AND mine.season = :season
    ORDER BY played.at DESC, played.match DESC LIMIT :count
    """
)
# Looks at the newest rated results of a server only, so that the cost has a bound.
_SELECT_ONE_SIDED: Final = Statement(
    """
    SELECT mine.person, theirs.person, SUM(CASE WHEN mine.rank < theirs.rank THEN 1 ELSE 0 END), COUNT(*)
    FROM (
        SELECT match, seat, person, rank FROM result WHERE server = :server AND rated = 1 AND at > :since
        ORDER BY at DESC, match DESC, seat DESC LIMIT :newest
    ) AS mine
    JOIN result AS theirs ON theirs.match = mine.match AND theirs.seat <> mine.seat
    WHERE mine.person > 0 AND theirs.person > 0
    GROUP BY mine.person, theirs.person
    HAVING COUNT(*) >= :least AND SUM(CASE WHEN mine.rank < theirs.rank THEN 1 ELSE 0 END) * 10 >= COUNT(*) * 9
    ORDER BY 3 DESC, 1, 2 LIMIT :count
    """
)
_SELECT_RECENT_FORM: Final = Statement(
    """
    SELECT rank, (SELECT MAX(everybody.rank) FROM result AS everybody WHERE everybody.match = result.match)
    FROM result WHERE person = :person AND server = :server AND season = :season AND rated = 1
        AND (:game = '' OR game = :game)
    ORDER BY at DESC, match DESC LIMIT 10
    """
)
_SELECT_LAST_CHANNEL: Final = Statement(
    """
    SELECT channel FROM match WHERE id = (
        SELECT match FROM result WHERE server = :server AND season = :season AND rated = 1
        ORDER BY at DESC, match DESC LIMIT 1
    )
    """
)
ONE_SIDED_RESULTS_MAX: Final = 10_000
"""How many results the search for one-sided pairs reads at most."""
MAX_INTEGER: Final = (1 << 63) - 1
"""The largest integer that both databases hold."""


class ResultRepository(Repository):
    async def list_of_match(self, match: int) -> list[Result]:
        return read_results(await self.fetch_rows(_SELECT_OF_MATCH(match=match)))

    async def list_of_person(self, person: int, before: Result | None = None, count: int = 100) -> list[Result]:
        """Return a page of results, newest first. The next page begins at `before`, the last result of this one."""
        at, match = (before.at, before.match) if before else (MAX_INTEGER, MAX_INTEGER)
        return read_results(
            await self.fetch_rows(_SELECT_RESULTS_OF_PERSON(person=person, at=at, match=match, count=count))
        )

    async def list_rated(
        self, server: int, after: Result | None = None, count: int = 10_000, since: int = 0
    ) -> list[Result]:
        """Return rated results of a server in the order in which they were rated, a row per seat."""
        at, match, seat = (after.at, after.match, after.seat) if after else (since - 1, 0, 0)
        return read_results(
            await self.fetch_rows(_SELECT_RATED(server=server, at=at, match=match, seat=seat, count=count))
        )

    async def count_rated_meetings(self, server: int, pairs: Iterable[tuple[int, int]], since: int) -> list[int]:
        """Return for each pair how many rated matches they have played there since then."""
        asked = (_COUNT_RATED_MEETINGS(server=server, person=one, other=other, since=since) for one, other in pairs)
        return [int(rows[0][0]) for rows in await self.database.read(*asked)]

    async def list_rated_series(
        self, server: int, season: int, pairs: Iterable[tuple[int, int]], since: int, count: int
    ) -> list[list[int]]:
        """Return for each pair who won their rated matches, newest first: 1 the first, −1 the second, 0 a draw."""
        asked = (
            _SELECT_RATED_SERIES(server=server, season=season, person=one, other=other, since=since, count=count)
            for one, other in pairs
        )
        return [
            [(mine < theirs) - (mine > theirs) for mine, theirs in rows] for rows in await self.database.read(*asked)
        ]

    async def list_one_sided(self, server: int, since: int, least: int, count: int = 5) -> list[OneSidedPair]:
        """Return pairs who met at least `least` times one of whom won at least 90 % of the matches.

        Such results may have been arranged.
        """
        asked = _SELECT_ONE_SIDED(server=server, since=since, newest=ONE_SIDED_RESULTS_MAX, least=least, count=count)
        return [OneSidedPair(*map(int, row)) for row in await self.fetch_rows(asked)]

    async def load_recent_form(
        self, server: int, game: str, season: int, people: Iterable[int]
    ) -> list[tuple[RatedOutcome, ...]]:
        """Return the last rated results of each person, newest first. `game` "" means all games."""
        asked = (_SELECT_RECENT_FORM(server=server, game=game, season=season, person=person) for person in people)
        return [tuple(RatedOutcome(*row) for row in rows) for rows in await self.database.read(*asked)]

    async def find_last_channel(self, server: int, season: int) -> int | None:
        """Return the channel of the last rated match of a season."""
        rows = await self.fetch_rows(_SELECT_LAST_CHANNEL(server=server, season=season))
        return int(rows[0][0]) if rows else None

    async def save_review(self, match: int, coach: int, packed: bytes, shares: Sequence[tuple[float, float]]) -> None:
        """Save the packed review of a match, and (luck, play) of each seat. A newer coach's review is kept."""
        of = enumerate(shares)
        rows = [_UPSERT_VERDICT(match=match, seat=seat, coach=coach, luck=luck, play=play) for seat, (luck, play) in of]
        await self.database.write(_UPSERT_REVIEW(match=match, coach=coach, told=packed), *rows)

    async def load_review(self, match: int, coach: int) -> bytes | None:
        """Return the packed review of a match by this version of the coach, if there is one."""
        return next((packed for (packed,) in await self.fetch_rows(_SELECT_REVIEW(match=match, coach=coach))), None)

    async def list_luck_and_play(
        self, person: int, server: int | None, game: str, coach: int, count: int
    ) -> list[LuckAndPlay]:
        """Return luck and play in a person's latest matches against people, newest first.

        Abandoned and cancelled matches are left out.
        """
        asked = _SELECT_VERDICTS(person=person, server=server, game=game, coach=coach, count=count)
        return [LuckAndPlay(*row) for row in await self.fetch_rows(asked)]


def read_results(rows: Iterable[Row]) -> list[Result]:
    return [Result(*(*row[:8], bool(row[8]), *row[9:-1], bool(row[-1]))) for row in rows]
