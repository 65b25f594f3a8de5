"""Ratings and seasons. Nothing here counts rows off: a page begins after the last of the one before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from storage.part import Part
from storage.statement import Row, Statement, Value, select
from storage.values import Rating, Season, Standing

# Touches nothing when the rating it was computed from is no longer the one that stands.
RATE: Final = Statement(
    """
    INSERT INTO rating (server, game, season, player, rating, mu, sigma, matches, at)
    VALUES (:server, :game, :season, :player, :rating, :mu, :sigma, :matches, :at)
    ON CONFLICT (server, game, season, player) DO UPDATE
    SET rating = excluded.rating, mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches, at = excluded.at
    WHERE rating.matches = excluded.matches - 1
    """,
    must=True,
)
_COLUMNS: Final = "server, game, season, player, rating, mu, sigma, matches, at"
_LADDER: Final = "FROM rating WHERE server = :server AND game = :game AND season = :season"
_RATING: Final = select(_COLUMNS, f"{_LADDER} AND player = :player")
_TOP: Final = select(_COLUMNS, f"{_LADDER} ORDER BY rating DESC, player DESC LIMIT :count")
_AFTER: Final = select(
    _COLUMNS,
    f"{_LADDER} AND (rating, player) < (:rating, :player) ORDER BY rating DESC, player DESC LIMIT :count",
)
_ABOVE: Final = select("COUNT(*)", f"{_LADDER} AND rating > :rating")
_BESIDE: Final = select("COUNT(*)", f"{_LADDER} AND rating = :rating AND player > :player")
_PLAYERS: Final = select("COUNT(*)", _LADDER)
OF_PLAYER: Final = select(_COLUMNS, "FROM rating WHERE player = :player ORDER BY server, game, season")
_END_SEASON: Final = Statement("UPDATE season SET ended = :at WHERE server = :server AND ended IS NULL")
_BEGIN_SEASON: Final = Statement(
    """
    INSERT INTO season (server, number, name, began)
    VALUES (:server, (SELECT COALESCE(MAX(number), 0) + 1 FROM season WHERE server = :server), :name, :at)
    RETURNING number
    """
)
_SEASONS: Final = Statement(
    "SELECT server, number, name, began, ended FROM season WHERE server = :server ORDER BY number"
)


class Ladder(Part):
    async def rating(self, server: int, game: str, season: int, player: int) -> Rating | None:
        (rows,) = await self.database.read(_RATING(server=server, game=game, season=season, player=player))
        return Rating(*rows[0]) if rows else None

    async def top(
        self, server: int, game: str, season: int, count: int = 10, after: Standing | None = None
    ) -> list[Standing]:
        """The best, or those after one; equal ratings share the rank of the first of them."""
        ladder = _ladder(server, game, season)
        if after is None:
            (rows,) = await self.database.read(_TOP(**ladder, count=count))
        else:
            (rows,) = await self.database.read(
                _AFTER(**ladder, rating=after.rating.rating, player=after.rating.player, count=count)
            )
        return _ranked(rows, after)

    async def rank(self, server: int, game: str, season: int, player: int) -> Standing | None:
        rating = await self.rating(server, game, season, player)
        if rating is None:
            return None
        ladder = _ladder(server, game, season)
        ((above,),), ((beside,),) = await self.database.read(
            _ABOVE(**ladder, rating=rating.rating), _BESIDE(**ladder, rating=rating.rating, player=player)
        )
        return Standing(above + beside + 1, above + 1, rating)

    async def players(self, server: int, game: str, season: int) -> int:
        """How many the ladder has."""
        (((count,),),) = await self.database.read(_PLAYERS(server=server, game=game, season=season))
        return int(count)

    async def ratings_of(self, player: int) -> list[Rating]:
        (rows,) = await self.database.read(OF_PLAYER(player=player))
        return [Rating(*row) for row in rows]

    async def begin_season(self, server: int, name: str, now: int) -> int:
        """Ends the one before; the first is 1."""
        _, ((number,),) = await self.database.write(
            _END_SEASON(server=server, at=now), _BEGIN_SEASON(server=server, name=name, at=now)
        )
        return int(number)

    async def end_season(self, server: int, now: int) -> None:
        await self.database.write(_END_SEASON(server=server, at=now))

    async def seasons(self, server: int) -> list[Season]:
        (rows,) = await self.database.read(_SEASONS(server=server))
        return [Season(*row) for row in rows]


def _ladder(server: int, game: str, season: int) -> dict[str, Value]:
    return {"server": server, "game": game, "season": season}


def _ranked(rows: Sequence[Row], after: Standing | None) -> list[Standing]:
    standings: list[Standing] = []
    for row in rows:
        rating = Rating(*row)
        place = after.place + 1 if after else 1
        rank = after.rank if after and after.rating.rating == rating.rating else place
        after = Standing(place, rank, rating)
        standings.append(after)
    return standings
