"""Ratings, in the order of the ladder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from storage.database import Conflict, Missed
from storage.part import Part
from storage.result import Result
from storage.statement import Bound, Row, Statement, Value, fields, insert, select


@dataclass(frozen=True, slots=True)
class Rating:
    server: int
    game: str
    season: int
    player: int
    rating: float
    """What the ladder is ordered by."""
    mu: float
    sigma: float
    matches: int
    """One more than the rating it was computed from: so of two ends at once none is lost."""
    at: int
    hidden: bool = False
    """Others do not see it: by its player's wish, or because they are not there any more."""
    drift: float = 0.0
    """How much better they have done lately than was thought of them."""
    monday: float | None = None
    """The points when the week of their last match began; None where that was the week of their first."""
    opponents: int = 0
    """How many different people they have met in this season; the count stops at three."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player on a ladder."""

    place: int
    """1 for the first; no two share it."""
    rank: int
    """Equal ratings share the rank of the first of them."""
    rating: Rating


_COLUMNS: Final = "server, game, season, player, rating, mu, sigma, matches, at, hidden, drift, monday, opponents"
# Touches nothing when the rating it was computed from is no longer the one that stands.
RATE: Final = insert(
    "rating",
    _COLUMNS,
    """ON CONFLICT (server, game, season, player) DO UPDATE
    SET rating = excluded.rating, mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches,
        at = excluded.at, hidden = excluded.hidden, drift = excluded.drift, monday = excluded.monday,
        opponents = excluded.opponents
    WHERE rating.matches = excluded.matches - 1""",
    must=True,
)
_KEY: Final = "server = :server AND game = :game AND season = :season"
_LADDER: Final = f"FROM rating WHERE {_KEY} AND hidden = 0"
_RATING: Final = select(_COLUMNS, f"FROM rating WHERE {_KEY} AND player = :player")
_ORDER: Final = "ORDER BY rating DESC, player DESC"
_FIRST: Final = f"{_LADDER} {_ORDER} LIMIT 1 OFFSET :start"
_TOP: Final = select(
    _COLUMNS,
    f"{_LADDER} AND (rating, player) <= (SELECT rating, player {_FIRST}) {_ORDER} LIMIT :count",
)
_ABOVE_TOP: Final = select("COUNT(*)", f"{_LADDER} AND rating > (SELECT rating {_FIRST})")
_PLAYERS: Final = select("COUNT(*)", _LADDER)
_ABOVE: Final = select("COUNT(*)", f"{_LADDER} AND rating > :rating")
_BETWEEN: Final = select("COUNT(*)", f"{_LADDER} AND rating > :rating AND rating <= :most")
_BESIDE: Final = select("COUNT(*)", f"{_LADDER} AND rating = :rating AND player > :player")
_NEXT: Final = select("MIN(rating)", f"{_LADDER} AND rating > :rating")
_MAX_RATING: Final = 1e300
OF_PLAYER: Final = select(_COLUMNS, "FROM rating WHERE player = :player ORDER BY server, game, season")
_OF_SERVER: Final = select(
    _COLUMNS,
    """FROM rating WHERE server = :server AND (game, season, player) > (:game, :season, :player)
    ORDER BY game, season, player LIMIT 10000""",
)
_SERVERS: Final = Statement(
    "SELECT DISTINCT server FROM rating UNION SELECT DISTINCT server FROM result WHERE rated = 1 ORDER BY server"
)
_HIDE: Final = Statement("UPDATE rating SET hidden = :hidden WHERE player = :player")
_HIDE_HERE: Final = Statement("UPDATE rating SET hidden = :hidden WHERE player = :player AND server = :server")
# Puts right what was read, and nothing that has moved since.
_CORRECT: Final = Statement(
    """
    UPDATE rating SET rating = :rating, mu = :mu, sigma = :sigma, matches = :matches, at = :at, drift = :drift,
        opponents = :opponents
    WHERE server = :server AND game = :game AND season = :season AND player = :player
        AND rating = :was_rating AND mu = :was_mu AND sigma = :was_sigma
        AND matches = :was_matches AND at = :was_at
    """,
    must=True,
)
_ENTER: Final = insert("rating", _COLUMNS, "ON CONFLICT DO NOTHING", must=True)
_STRIKE: Final = Statement(
    """
    DELETE FROM rating
    WHERE server = :server AND game = :game AND season = :season AND player = :player AND matches = :matches
    """,
    must=True,
)
_AMEND: Final = Statement(
    "UPDATE result SET rating_before = :before, rating_after = :after WHERE match = :match AND seat = :seat"
)


class Ladder(Part):
    async def rating(self, server: int, game: str, season: int, player: int) -> Rating | None:
        (rating,) = await self.ratings(server, season, [(game, player)])
        return rating

    async def ratings(self, server: int, season: int, who: Sequence[tuple[str, int]]) -> list[Rating | None]:
        """Several in their games, all from one moment."""
        asked = (_RATING(server=server, game=game, season=season, player=player) for game, player in who)
        return [read_rating(rows[0]) if rows else None for rows in await self.database.read(*asked)]

    async def top(self, server: int, game: str, season: int, count: int = 10, start: int = 0) -> list[Standing]:
        """Return the players of a ladder, the best first, without the `start` best; equal ratings share a rank."""
        page = {**_ladder(server, game, season), "start": start}
        rows, ((above,),) = await self.database.read(_TOP(**page, count=count), _ABOVE_TOP(**page))
        return ranked(rows, start, above)

    async def rank(self, server: int, game: str, season: int, player: int) -> Standing | None:
        """Return where a player stands; a hidden player has the rank that they would have."""
        rating = await self.rating(server, game, season, player)
        if rating is None:
            return None
        ladder = _ladder(server, game, season)
        ((above,),), ((beside,),) = await self.database.read(
            _ABOVE(**ladder, rating=rating.rating), _BESIDE(**ladder, rating=rating.rating, player=player)
        )
        return Standing(above + beside + 1, above + 1, rating)

    async def above(self, server: int, game: str, season: int, *ratings: float) -> list[tuple[int, float | None]]:
        """Return for each rating how many players have more, and the next higher rating."""
        ladder = _ladder(server, game, season)
        lower = sorted(set(ratings), reverse=True)
        # Each is counted from the one before it, so that no player is counted twice.
        counts = [_BETWEEN(**ladder, most=most, rating=rating) for most, rating in pairwise([_MAX_RATING, *lower])]
        answers = await self.database.read(*counts, *(_NEXT(**ladder, rating=rating) for rating in lower))
        found = [rows[0][0] for rows in answers]
        known = dict(zip(lower, zip(accumulate(found[: len(lower)]), found[len(lower) :], strict=True), strict=True))
        return [known[rating] for rating in ratings]

    async def players(self, server: int, game: str, season: int) -> int:
        """Return how many players a ladder shows."""
        (((count,),),) = await self.database.read(_PLAYERS(**_ladder(server, game, season)))
        return int(count)

    async def ratings_of(self, player: int) -> list[Rating]:
        return [read_rating(row) for row in await self.rows(OF_PLAYER(player=player))]

    async def hide(self, player: int, *, hidden: bool, server: int | None = None) -> None:
        """From what others see of ladders, of all or of one server; their ratings go on."""
        values = {"player": player, "hidden": int(hidden)}
        await self.database.write(_HIDE(**values) if server is None else _HIDE_HERE(**values, server=server))

    async def servers_rated(self) -> list[int]:
        return [server for (server,) in await self.rows(_SERVERS())]

    async def ratings_on(self, server: int, after: Rating | None = None) -> list[Rating]:
        """All of a server, page by page, in no order that means anything."""
        game, season, player = (after.game, after.season, after.player) if after else ("", -1, -(1 << 63))
        rows = await self.rows(_OF_SERVER(server=server, game=game, season=season, player=player))
        return [read_rating(row) for row in rows]

    async def correct(self, ratings: Iterable[tuple[Rating | None, Rating | None]], results: Iterable[Result]) -> None:
        """What stands, and what should: all of it, or a Conflict where something stands otherwise by now."""
        writes = [_corrected(stands, right) for stands, right in ratings]
        writes += [
            _AMEND(match=it.match, seat=it.seat, before=it.rating_before, after=it.rating_after) for it in results
        ]
        try:
            await self.database.write(*writes)
        except Missed as missed:
            raise Conflict("a rating has moved on") from missed


def _corrected(stands: Rating | None, right: Rating | None) -> Bound:
    if right is None:
        assert stands
        return _STRIKE(
            **_ladder(stands.server, stands.game, stands.season), player=stands.player, matches=stands.matches
        )
    if stands is None:
        # Whoever has come since is in the way of it.
        return _ENTER(**fields(right))
    was = {f"was_{name}": getattr(stands, name) for name in ("rating", "mu", "sigma", "matches", "at")}
    return _CORRECT(**fields(right), **was)


def read_rating(row: Row) -> Rating:
    return Rating(*(*row[:9], bool(row[9]), *row[10:]))


def _ladder(server: int, game: str, season: int) -> dict[str, Value]:
    return {"server": server, "game": game, "season": season}


def ranked(rows: Iterable[Row], start: int, above: int) -> list[Standing]:
    """Return the standings of players who follow each other, of which `above` have more points than the first."""
    standings: list[Standing] = []
    rank = above + 1
    for place, rating in enumerate(map(read_rating, rows), start + 1):
        if standings and standings[-1].rating.rating != rating.rating:
            rank = place
        standings.append(Standing(place, rank, rating))
    return standings
