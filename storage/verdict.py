"""What the coach said of a match, and of each of its seats a row of luck and play; anybody could reckon it anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from storage.part import Part
from storage.statement import Statement, insert

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


class Verdicts(Part):
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
