"""How matches ended, by person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from storage.part import Part
from storage.statement import Row, Statement, insert, select

# Of whoever sat there and was not forgotten meanwhile; of an elder coach never over a newer one.
_WEIGH: Final = Statement(
    """
    INSERT INTO verdict (match, seat, person, coach, luck, play)
    SELECT match, seat, person, CAST(:coach AS INTEGER), CAST(:luck AS REAL), CAST(:play AS REAL)
    FROM result WHERE match = :match AND seat = :seat AND person > 0
    ON CONFLICT (match, seat) DO UPDATE SET coach = excluded.coach, luck = excluded.luck, play = excluded.play
    WHERE verdict.coach <= excluded.coach
    """
)
# A table at which the house sat is practice, whoever else was there.
_WEIGHED: Final = Statement(
    """
    SELECT result.match, verdict.luck, verdict.play FROM result
    LEFT JOIN verdict ON verdict.match = result.match AND verdict.seat = result.seat AND verdict.coach = :coach
    WHERE result.person = :person AND (CAST(:server AS INTEGER) IS NULL OR result.server = :server)
        AND result.game = :game AND result.reason NOT IN ('abandoned', 'cancelled')
        AND NOT EXISTS (SELECT 1 FROM result AS house WHERE house.match = result.match AND house.person IS NULL)
    ORDER BY result.at DESC, result.match DESC LIMIT :count
    """
)
# Of an elder coach never over a newer one.
_KEEP: Final = insert(
    "review",
    "match, coach, told",
    """ON CONFLICT (match) DO UPDATE SET coach = excluded.coach, told = excluded.told
    WHERE review.coach <= excluded.coach""",
)
_TOLD: Final = Statement("SELECT told FROM review WHERE match = :match AND coach = :coach")


class Weighed(NamedTuple):
    """One of somebody's matches; nothing is known of it where that coach has not looked at it yet."""

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
    """Known when it comes out of the store."""
    unrated: str = ""
    """Why it did not count, as a key; empty where it did."""
    quit: bool = False
    """They left a table of several before its end."""


@dataclass(frozen=True, slots=True)
class Met:
    """How a rated match ended for somebody: their rank, and the last there was."""

    rank: int
    last: int


@dataclass(frozen=True, slots=True)
class OneSided:
    """Two who have met often, nearly always with the same end."""

    ahead: int
    behind: int
    won: int
    met: int


_COLUMNS: Final = (
    "seat, person, server, game, season, rank, score, reason, rated, at, rating_before, rating_after, match, unrated, "
    "quit"
)
RESULT: Final = insert("result", _COLUMNS)
_OF_MATCH: Final = select(_COLUMNS, "FROM result WHERE match = :match ORDER BY seat")
OF_PERSON: Final = select(
    _COLUMNS,
    "FROM result WHERE person = :person AND (at, match) < (:at, :match) ORDER BY at DESC, match DESC LIMIT :count",
)
_RATED: Final = select(
    _COLUMNS,
    """FROM result WHERE server = :server AND rated = 1 AND (at, match, seat) > (:at, :match, :seat)
    ORDER BY at, match, seat LIMIT :count""",
)
# By the index of pairs: of whoever plays much, but seldom with the other, nothing is looked through. The sum keeps a
# database from looking through all that somebody has ever played instead of those at the table.
_MET: Final = Statement(
    """
    SELECT COUNT(*) FROM played
    JOIN result AS mine ON mine.match = played.match AND mine.person + 0 = :person
    WHERE played.person = :person AND played.other = :other AND played.at > :since AND mine.rated = 1
        AND mine.server = :server
    """
)
# The newest of those that counted, as two have met each other.
_SERIES: Final = Statement(
    """
    SELECT played.rank, played.theirs FROM played
    JOIN result AS mine ON mine.match = played.match AND mine.person + 0 = :person
    WHERE played.person = :person AND played.other = :other AND played.at > :since AND mine.rated = 1
        AND mine.server = :server AND mine.season = :season
    ORDER BY played.at DESC, played.match DESC LIMIT :count
    """
)
# Of the newest that counted there, however many there are.
_ONE_SIDED: Final = Statement(
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
_FORM: Final = Statement(
    """
    SELECT rank, (SELECT MAX(everybody.rank) FROM result AS everybody WHERE everybody.match = result.match)
    FROM result WHERE person = :person AND server = :server AND season = :season AND rated = 1
        AND (:game = '' OR game = :game)
    ORDER BY at DESC, match DESC LIMIT 10
    """
)
_LAST_CHANNEL: Final = Statement(
    """
    SELECT channel FROM match WHERE id = (
        SELECT match FROM result WHERE server = :server AND season = :season AND rated = 1
        ORDER BY at DESC, match DESC LIMIT 1
    )
    """
)
NEWEST: Final = 10_000
"""So many results are looked through at the most."""
LAST: Final = (1 << 63) - 1
"""After everything."""


class Results(Part):
    async def results(self, match: int) -> list[Result]:
        return read_results(await self.rows(_OF_MATCH(match=match)))

    async def results_of(self, person: int, before: Result | None = None, count: int = 100) -> list[Result]:
        """A page, the newest first; the next begins after the last of this."""
        at, match = (before.at, before.match) if before else (LAST, LAST)
        return read_results(await self.rows(OF_PERSON(person=person, at=at, match=match, count=count)))

    async def rated_on(
        self, server: int, after: Result | None = None, count: int = 10_000, since: int = 0
    ) -> list[Result]:
        """What counted there since then, in the order in which it was counted, by seat."""
        at, match, seat = (after.at, after.match, after.seat) if after else (since - 1, 0, 0)
        return read_results(await self.rows(_RATED(server=server, at=at, match=match, seat=seat, count=count)))

    async def met(self, server: int, pairs: Iterable[tuple[int, int]], since: int) -> list[int]:
        """How many rated matches each two have had with each other there since then."""
        asked = (_MET(server=server, person=one, other=other, since=since) for one, other in pairs)
        return [int(rows[0][0]) for rows in await self.database.read(*asked)]

    async def series(
        self, server: int, season: int, pairs: Iterable[tuple[int, int]], since: int, count: int
    ) -> list[list[int]]:
        """Who of each two was ahead in their rated matches there since then, the newest first: 1 for the first of
        them, −1 for the second, 0 for neither.
        """
        asked = (
            _SERIES(server=server, season=season, person=one, other=other, since=since, count=count)
            for one, other in pairs
        )
        return [
            [(mine < theirs) - (mine > theirs) for mine, theirs in rows] for rows in await self.database.read(*asked)
        ]

    async def one_sided(self, server: int, since: int, least: int, count: int = 5) -> list[OneSided]:
        """Who met so often since then that it may have been on purpose: nine of ten times with the same end."""
        asked = _ONE_SIDED(server=server, since=since, newest=NEWEST, least=least, count=count)
        return [OneSided(*map(int, row)) for row in await self.rows(asked)]

    async def form(self, server: int, game: str, season: int, people: Iterable[int]) -> list[tuple[Met, ...]]:
        """Of each the last rated matches there, the newest first; without a game those of all games."""
        asked = (_FORM(server=server, game=game, season=season, person=person) for person in people)
        return [tuple(Met(*row) for row in rows) for rows in await self.database.read(*asked)]

    async def last_channel(self, server: int, season: int) -> int | None:
        """Where the last match of a season that counted was played."""
        rows = await self.rows(_LAST_CHANNEL(server=server, season=season))
        return int(rows[0][0]) if rows else None

    async def weigh(self, match: int, coach: int, told: bytes, shares: Sequence[tuple[float, float]]) -> None:
        """All that the coach said, and of each seat its luck and its play."""
        of = enumerate(shares)
        rows = [_WEIGH(match=match, seat=seat, coach=coach, luck=luck, play=play) for seat, (luck, play) in of]
        await self.database.write(_KEEP(match=match, coach=coach, told=told), *rows)

    async def told(self, match: int, coach: int) -> bytes | None:
        """What that coach said of it, if it has looked at it."""
        return next((told for (told,) in await self.rows(_TOLD(match=match, coach=coach))), None)

    async def weighed(self, person: int, server: int | None, game: str, coach: int, count: int) -> list[Weighed]:
        """Their last matches with people that came to something, the newest first."""
        asked = _WEIGHED(person=person, server=server, game=game, coach=coach, count=count)
        return [Weighed(*row) for row in await self.rows(asked)]


def read_results(rows: Iterable[Row]) -> list[Result]:
    return [Result(*(*row[:8], bool(row[8]), *row[9:-1], bool(row[-1]))) for row in rows]
