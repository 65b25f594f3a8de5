"""The history of each person: results stored once more by person, so that years of them are read at once."""

from __future__ import annotations

from typing import Final, NamedTuple

from storage.repository import Repository
from storage.statement import Statement, build_select

# Runs after the results of the match are stored, in the same transaction.
INSERT_HISTORY: Final = Statement(
    """
    INSERT INTO played (person, at, match, seat, server, game, options, reason, rank, other, theirs)
    SELECT mine.person, mine.at, mine.match, other.seat, mine.server, mine.game, match.options, mine.reason, mine.rank,
        other.person, other.rank
    FROM result AS mine JOIN result AS other ON other.match = mine.match AND other.seat <> mine.seat
    JOIN match ON match.id = mine.match WHERE mine.match = :match AND mine.person IS NOT NULL
    """
)
# The opponents of a forgotten person are found through that person's own rows, which need no other index.
FORGET_HISTORY: Final = Statement(
    """
    UPDATE played SET other = :nobody
    WHERE other = :person AND person IN (SELECT other FROM played WHERE person = :nobody)
    """
)
_WHERE_SERVER: Final = "(CAST(:server AS INTEGER) IS NULL OR server = :server)"
_SELECT_HISTORY: Final = build_select(
    "match, game, options, reason, rank, other, theirs, at",
    f"FROM played WHERE person = :person AND {_WHERE_SERVER} ORDER BY at, match, seat",
)
_SELECT_RATING_CURVE: Final = build_select(
    "game, at, rating_after, season",
    f"FROM result WHERE person = :person AND {_WHERE_SERVER} AND rating_after IS NOT NULL ORDER BY at, match",
)
# Uses the index of pairs, so that the other matches of the two are not read. A match with the house is practice,
# even with other people in it.
_SELECT_HEAD_TO_HEAD: Final = build_select(
    """played.game, played.reason, COUNT(*), SUM(CASE WHEN played.rank < played.theirs THEN 1 ELSE 0 END),
    SUM(CASE WHEN played.theirs < played.rank THEN 1 ELSE 0 END), MAX(played.at)""",
    """FROM played AS pair JOIN played ON played.person = pair.person AND played.at = pair.at
        AND played.match = pair.match AND played.seat = pair.seat
    WHERE pair.person = :person AND pair.other = :other AND played.server = :server AND NOT EXISTS (
        SELECT 1 FROM played AS house WHERE house.person = :person AND house.other IS NULL AND house.at = pair.at
            AND house.match = pair.match
    ) GROUP BY played.game, played.reason ORDER BY played.game, played.reason""",
)
_SELECT_NEWEST: Final = build_select(
    "match",
    f"FROM result WHERE person = :person AND {_WHERE_SERVER} AND game = :game"
    " ORDER BY at DESC, match DESC LIMIT :count",
)

_SELECT_WITH_TERMS: Final = build_select(
    "result.match",
    """FROM result JOIN match ON match.id = result.match
    WHERE result.person = :person AND result.game = :game AND result.match < :before AND result.at > :since
        AND match.terms LIKE :terms
    ORDER BY result.at DESC, result.match DESC LIMIT :count""",
)
_SELECT_INCONSISTENT: Final = build_select(
    "DISTINCT mine.match",
    """FROM result AS mine JOIN result AS other ON other.match = mine.match AND other.seat <> mine.seat
    LEFT JOIN played ON played.person = mine.person AND played.at = mine.at AND played.match = mine.match
        AND played.seat = other.seat
    WHERE mine.person IS NOT NULL AND (played.match IS NULL OR played.rank <> mine.rank OR played.theirs <> other.rank
        OR COALESCE(played.other, 0) <> COALESCE(other.person, 0))
    ORDER BY mine.match""",
)


class PastResult(NamedTuple):
    """A person's result and that of one opponent. A match of four gives three rows."""

    match: int
    game: str
    options: str
    reason: str
    rank: int
    other: int | None
    """None for the house."""
    theirs: int
    """The rank of the opponent."""
    at: int = 0


class RatingPoint(NamedTuple):
    """A rating after a rated match."""

    game: str
    at: int
    rating: float
    season: int


class HeadToHead(NamedTuple):
    """The matches of two people in one game that ended for one reason."""

    game: str
    reason: str
    met: int
    ahead: int
    behind: int
    at: int
    """When the last one ended."""


class HistoryRepository(Repository):
    async def load_history(self, person: int, server: int | None) -> tuple[list[PastResult], list[RatingPoint]]:
        """Return all results of a person and their ratings after them, oldest first, on one server or on all."""
        played, rated = await self.database.read(
            _SELECT_HISTORY(person=person, server=server), _SELECT_RATING_CURVE(person=person, server=server)
        )
        return [PastResult(*row) for row in played], [RatingPoint(*row) for row in rated]

    async def load_head_to_head(self, person: int, other: int, server: int) -> list[HeadToHead]:
        rows = await self.fetch_rows(_SELECT_HEAD_TO_HEAD(person=person, other=other, server=server))
        return [HeadToHead(game, reason, *map(int, figures)) for game, reason, *figures in rows]

    async def list_newest_matches(self, person: int, server: int | None, game: str, count: int) -> list[int]:
        """Return the ids of a person's last matches of a game, newest first."""
        return [
            match
            for (match,) in await self.fetch_rows(_SELECT_NEWEST(person=person, server=server, game=game, count=count))
        ]

    async def list_with_terms(
        self, person: int, game: str, terms: str, *, before: int, since: int, count: int
    ) -> list[int]:
        """Return matches of a game whose terms contain `terms`, before the match `before`, newest first."""
        asked = _SELECT_WITH_TERMS(
            person=person, game=game, terms=f"%{terms}%", before=before, since=since, count=count
        )
        return [match for (match,) in await self.fetch_rows(asked)]

    async def list_differing_from_results(self) -> list[int]:
        """Return the matches whose history differs from their results. There should be none."""
        return [match for (match,) in await self.fetch_rows(_SELECT_INCONSISTENT())]
