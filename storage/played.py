"""What somebody has played, and with whom: results once more, lying together by person: years are read at once."""

from __future__ import annotations

from typing import Final, NamedTuple

from storage.part import Part
from storage.statement import Statement, select

# After the results of a match, in their transaction.
PLAYED: Final = Statement(
    """
    INSERT INTO played (person, at, match, seat, server, game, options, reason, rank, other, theirs)
    SELECT mine.person, mine.at, mine.match, other.seat, mine.server, mine.game, match.options, mine.reason, mine.rank,
        other.person, other.rank
    FROM result AS mine JOIN result AS other ON other.match = mine.match AND other.seat <> mine.seat
    JOIN match ON match.id = mine.match WHERE mine.match = :match AND mine.person IS NOT NULL
    """
)
# Whoever they met, who are nobody by now, has met them: no index is needed to find these.
FORGET_PLAYED: Final = Statement(
    """
    UPDATE played SET other = :nobody
    WHERE other = :person AND person IN (SELECT other FROM played WHERE person = :nobody)
    """
)
_HERE: Final = "(CAST(:server AS INTEGER) IS NULL OR server = :server)"
_ALL: Final = select(
    "match, game, options, reason, rank, other, theirs, at",
    f"FROM played WHERE person = :person AND {_HERE} ORDER BY at, match, seat",
)
_CURVE: Final = select(
    "game, at, rating_after, season",
    f"FROM result WHERE person = :person AND {_HERE} AND rating_after IS NOT NULL ORDER BY at, match",
)
# By the index of pairs, so that of two who met but now and then nothing is looked through. A table at which the house
# sat is practice, whoever else was there.
_MET: Final = select(
    """played.game, played.reason, COUNT(*), SUM(CASE WHEN played.rank < played.theirs THEN 1 ELSE 0 END),
    SUM(CASE WHEN played.theirs < played.rank THEN 1 ELSE 0 END), MAX(played.at)""",
    """FROM played AS pair JOIN played ON played.person = pair.person AND played.at = pair.at
        AND played.match = pair.match AND played.seat = pair.seat
    WHERE pair.person = :person AND pair.other = :other AND played.server = :server AND NOT EXISTS (
        SELECT 1 FROM played AS house WHERE house.person = :person AND house.other IS NULL AND house.at = pair.at
            AND house.match = pair.match
    ) GROUP BY played.game, played.reason ORDER BY played.game, played.reason""",
)
_NEWEST: Final = select(
    "match",
    f"FROM result WHERE person = :person AND {_HERE} AND game = :game ORDER BY at DESC, match DESC LIMIT :count",
)

_AGREED: Final = select(
    "result.match",
    """FROM result JOIN match ON match.id = result.match
    WHERE result.person = :person AND result.game = :game AND result.match < :before AND result.at > :since
        AND match.terms LIKE :terms
    ORDER BY result.at DESC, result.match DESC LIMIT :count""",
)
_STRAYED: Final = select(
    "DISTINCT mine.match",
    """FROM result AS mine JOIN result AS other ON other.match = mine.match AND other.seat <> mine.seat
    LEFT JOIN played ON played.person = mine.person AND played.at = mine.at AND played.match = mine.match
        AND played.seat = other.seat
    WHERE mine.person IS NOT NULL AND (played.match IS NULL OR played.rank <> mine.rank OR played.theirs <> other.rank
        OR COALESCE(played.other, 0) <> COALESCE(other.person, 0))
    ORDER BY mine.match""",
)


class Played(NamedTuple):
    """One's own result, and that of one other who sat there: a table of four is told three times in a row."""

    match: int
    game: str
    options: str
    reason: str
    rank: int
    other: int | None
    """None is the house."""
    theirs: int
    """The rank of the other."""
    at: int = 0


class Rated(NamedTuple):
    """What a rating was after a match that counted."""

    game: str
    at: int
    rating: float
    season: int


class Meetings(NamedTuple):
    """Of two in one game, that ended for one reason."""

    game: str
    reason: str
    met: int
    ahead: int
    behind: int
    at: int
    """The last."""


class Plays(Part):
    async def played(self, person: int, server: int | None) -> tuple[list[Played], list[Rated]]:
        """Return all matches of a person and their ratings after them, oldest first, on one server or on all."""
        played, rated = await self.database.read(
            _ALL(person=person, server=server), _CURVE(person=person, server=server)
        )
        return [Played(*row) for row in played], [Rated(*row) for row in rated]

    async def meetings(self, person: int, other: int, server: int) -> list[Meetings]:
        rows = await self.rows(_MET(person=person, other=other, server=server))
        return [Meetings(game, reason, *map(int, figures)) for game, reason, *figures in rows]

    async def newest(self, person: int, server: int | None, game: str, count: int) -> list[int]:
        """Their last matches of a game, the newest first."""
        return [match for (match,) in await self.rows(_NEWEST(person=person, server=server, game=game, count=count))]

    async def agreed(self, person: int, game: str, terms: str, *, before: int, since: int, count: int) -> list[int]:
        """Their last matches of a game with such terms before another one, the newest first."""
        asked = _AGREED(person=person, game=game, terms=f"%{terms}%", before=before, since=since, count=count)
        return [match for (match,) in await self.rows(asked)]

    async def strayed(self) -> list[int]:
        """Matches of which this tells otherwise than their results do; there are none."""
        return [match for (match,) in await self.rows(_STRAYED())]
