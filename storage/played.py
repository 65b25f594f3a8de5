"""What somebody has played, and with whom: the results of one person, each beside those of the others."""

from __future__ import annotations

from typing import Final, NamedTuple

from storage.part import Part
from storage.statement import select

_HERE: Final = "(CAST(:server AS INTEGER) IS NULL OR mine.server = :server)"
# Of others only what the key leads to is read, and of one's own only the index.
_PLAYED: Final = select(
    "mine.match, mine.at, mine.game, mine.options, mine.reason, mine.rank, mine.rating_after, other.person, other.rank",
    f"""FROM result AS mine JOIN result AS other ON other.match = mine.match AND other.seat <> mine.seat
    WHERE mine.person = :person AND {_HERE} ORDER BY mine.at, mine.match, other.seat""",
)
_NEWEST: Final = select(
    "mine.match",
    f"""FROM result AS mine WHERE mine.person = :person AND {_HERE} AND mine.game = :game
    ORDER BY mine.at DESC, mine.match DESC LIMIT :count""",
)


class Played(NamedTuple):
    """One's own result, and that of one other who sat there: a table of four is told three times in a row."""

    match: int
    at: int
    game: str
    options: str
    reason: str
    rank: int
    rating: float | None
    """After it, where it counted."""
    other: int | None
    """None is the house."""
    theirs: int
    """The rank of the other."""


class Plays(Part):
    async def played(self, person: int, server: int | None) -> list[Played]:
        """All of it, the oldest first; without a server that of all."""
        (rows,) = await self.database.read(_PLAYED(person=person, server=server))
        return [Played._make(row) for row in rows]

    async def newest(self, person: int, server: int | None, game: str, count: int) -> list[int]:
        """Their last matches of a game, the newest first."""
        (rows,) = await self.database.read(_NEWEST(person=person, server=server, game=game, count=count))
        return [match for (match,) in rows]
