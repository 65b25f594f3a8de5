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
FORGET_PLAYED: Final = (
    # Whoever they met, who are nobody by now, has met them: no index is needed to find these.
    Statement(
        """
        UPDATE played SET other = :nobody
        WHERE other = :person AND person IN (SELECT other FROM played WHERE person = :nobody)
        """
    ),
)
_HERE: Final = "(CAST(:server AS INTEGER) IS NULL OR server = :server)"
_ALL: Final = select(
    "match, game, options, reason, rank, other, theirs",
    f"FROM played WHERE person = :person AND {_HERE} ORDER BY at, match, seat",
)
_CURVE: Final = select(
    "game, at, rating_after",
    f"""FROM result WHERE person = :person AND {_HERE} AND rating_after IS NOT NULL ORDER BY at, match""",
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


class Rated(NamedTuple):
    """What a rating was after a match that counted."""

    game: str
    at: int
    rating: float


class Plays(Part):
    async def played(self, person: int, server: int | None) -> tuple[list[Played], list[Rated]]:
        """All of it, the oldest first, and the ratings that came of it; without a server that of all."""
        asked = {"person": person, "server": server}
        played, rated = await self.database.read(_ALL(**asked), _CURVE(**asked))
        return [Played(*row) for row in played], [Rated(*row) for row in rated]

    async def newest(self, person: int, server: int | None, game: str, count: int) -> list[int]:
        """Their last matches of a game, the newest first."""
        (rows,) = await self.database.read(_NEWEST(person=person, server=server, game=game, count=count))
        return [match for (match,) in rows]

    async def agreed(self, person: int, game: str, terms: str, *, before: int, since: int, count: int) -> list[int]:
        """Their last matches of a game with such terms before another one, the newest first."""
        asked = _AGREED(person=person, game=game, terms=f"%{terms}%", before=before, since=since, count=count)
        (rows,) = await self.database.read(asked)
        return [match for (match,) in rows]

    async def strayed(self) -> list[int]:
        """Matches of which this tells otherwise than their results do; there are none."""
        (rows,) = await self.database.read(_STRAYED())
        return [match for (match,) in rows]
