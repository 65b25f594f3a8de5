"""Ratings of players, and the ladders that they form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from storage.database import Conflict, NoRowMatched
from storage.repository import Repository
from storage.results import Result
from storage.statement import BoundStatement, Row, Statement, Value, build_insert, build_select, to_values


@dataclass(frozen=True, slots=True)
class Rating:
    server: int
    game: str
    season: int
    player: int
    rating: float
    """The points that order the ladder."""
    mu: float
    sigma: float
    matches: int
    """One more than in the rating it was computed from: of two matches that end at once none is lost."""
    at: int
    hidden: bool = False
    """Whether others do not see it, by the player's wish or because the player has left the server."""
    drift: float = 0.0
    """How much better the player has done lately than expected."""
    monday: float | None = None
    """The points at the start of the week of the last match; None in the player's first week."""
    opponents: int = 0
    """How many different people the player has met in this season, up to three."""


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """A player on a ladder."""

    place: int
    """1 for the first. No two players share a place."""
    rank: int
    """Players with equal points share the rank of the first of them."""
    rating: Rating


_COLUMNS: Final = "server, game, season, player, rating, mu, sigma, matches, at, hidden, drift, monday, opponents"
# Matches no row if the rating it was computed from is no longer the stored one.
UPSERT_RATING: Final = build_insert(
    "rating",
    _COLUMNS,
    """ON CONFLICT (server, game, season, player) DO UPDATE
    SET rating = excluded.rating, mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches,
        at = excluded.at, hidden = excluded.hidden, drift = excluded.drift, monday = excluded.monday,
        opponents = excluded.opponents
    WHERE rating.matches = excluded.matches - 1""",
    must_match=True,
)
_WHERE_LADDER: Final = "server = :server AND game = :game AND season = :season"
_FROM_LADDER: Final = f"FROM rating WHERE {_WHERE_LADDER} AND hidden = 0"
_SELECT_RATING: Final = build_select(_COLUMNS, f"FROM rating WHERE {_WHERE_LADDER} AND player = :player")
_ORDER_BY_RATING: Final = "ORDER BY rating DESC, player DESC"
_FIRST_OF_PAGE: Final = f"{_FROM_LADDER} {_ORDER_BY_RATING} LIMIT 1 OFFSET :start"
_SELECT_PAGE: Final = build_select(
    _COLUMNS,
    f"{_FROM_LADDER} AND (rating, player) <= (SELECT rating, player {_FIRST_OF_PAGE}) {_ORDER_BY_RATING} LIMIT :count",
)
_COUNT_ABOVE_PAGE: Final = build_select("COUNT(*)", f"{_FROM_LADDER} AND rating > (SELECT rating {_FIRST_OF_PAGE})")
_COUNT_PLAYERS: Final = build_select("COUNT(*)", _FROM_LADDER)
_COUNT_ABOVE: Final = build_select("COUNT(*)", f"{_FROM_LADDER} AND rating > :rating")
_COUNT_BETWEEN: Final = build_select("COUNT(*)", f"{_FROM_LADDER} AND rating > :rating AND rating <= :most")
_COUNT_EQUAL_BEFORE: Final = build_select("COUNT(*)", f"{_FROM_LADDER} AND rating = :rating AND player > :player")
_SELECT_NEXT_RATING: Final = build_select("MIN(rating)", f"{_FROM_LADDER} AND rating > :rating")
_MAX_RATING: Final = 1e300
_SELECT_RATINGS_OF_PLAYER: Final = build_select(
    _COLUMNS, "FROM rating WHERE player = :player ORDER BY server, game, season"
)
_SELECT_RATINGS_ON_SERVER: Final = build_select(
    _COLUMNS,
    """FROM rating WHERE server = :server AND (game, season, player) > (:game, :season, :player)
    ORDER BY game, season, player LIMIT 10000""",
)
_SELECT_SERVERS: Final = Statement(
    "SELECT DISTINCT server FROM rating UNION SELECT DISTINCT server FROM result WHERE rated = 1 ORDER BY server"
)
_SET_HIDDEN: Final = Statement("UPDATE rating SET hidden = :hidden WHERE player = :player")
_SET_HIDDEN_ON_SERVER: Final = Statement(
    "UPDATE rating SET hidden = :hidden WHERE player = :player AND server = :server"
)
# Corrects exactly the rating that was read.
_CORRECT_RATING: Final = Statement(
    """
    UPDATE rating SET rating = :rating, mu = :mu, sigma = :sigma, matches = :matches, at = :at, drift = :drift,
        opponents = :opponents
    WHERE server = :server AND game = :game AND season = :season AND player = :player
        AND rating = :was_rating AND mu = :was_mu AND sigma = :was_sigma
        AND matches = :was_matches AND at = :was_at
    """,
    must_match=True,
)
_INSERT_RATING: Final = build_insert("rating", _COLUMNS, "ON CONFLICT DO NOTHING", must_match=True)
_DELETE_RATING: Final = Statement(
    """
    DELETE FROM rating
    WHERE server = :server AND game = :game AND season = :season AND player = :player AND matches = :matches
    """,
    must_match=True,
)
_CORRECT_RESULT: Final = Statement(
    "UPDATE result SET rating_before = :before, rating_after = :after WHERE match = :match AND seat = :seat"
)


class RatingRepository(Repository):
    async def load_rating(self, server: int, game: str, season: int, player: int) -> Rating | None:
        (rating,) = await self.load_ratings(server, season, [(game, player)])
        return rating

    async def load_ratings(self, server: int, season: int, who: Sequence[tuple[str, int]]) -> list[Rating | None]:
        """Return the rating of each (game, player) pair, or None, all from one snapshot."""
        asked = (_SELECT_RATING(server=server, game=game, season=season, player=player) for game, player in who)
        return [read_rating(rows[0]) if rows else None for rows in await self.database.read(*asked)]

    async def list_top(self, server: int, game: str, season: int, count: int = 10, start: int = 0) -> list[LadderPlace]:
        """Return a page of a ladder, best first, skipping the first `start` players. Equal ratings share a rank."""
        page = {**_ladder_key(server, game, season), "start": start}
        rows, ((above,),) = await self.database.read(_SELECT_PAGE(**page, count=count), _COUNT_ABOVE_PAGE(**page))
        return assign_ranks(rows, start, above)

    async def find_place(self, server: int, game: str, season: int, player: int) -> LadderPlace | None:
        """Return where a player stands; a hidden player has the rank that they would have."""
        rating = await self.load_rating(server, game, season, player)
        if rating is None:
            return None
        ladder = _ladder_key(server, game, season)
        ((above,),), ((beside,),) = await self.database.read(
            _COUNT_ABOVE(**ladder, rating=rating.rating),
            _COUNT_EQUAL_BEFORE(**ladder, rating=rating.rating, player=player),
        )
        return LadderPlace(above + beside + 1, above + 1, rating)

    async def count_above(self, server: int, game: str, season: int, *ratings: float) -> list[tuple[int, float | None]]:
        """Return for each rating how many players have more, and the next higher rating."""
        ladder = _ladder_key(server, game, season)
        lower = sorted(set(ratings), reverse=True)
        # Each is counted from the one before it, so that no player is counted twice.
        counts = [
            _COUNT_BETWEEN(**ladder, most=most, rating=rating) for most, rating in pairwise([_MAX_RATING, *lower])
        ]
        answers = await self.database.read(*counts, *(_SELECT_NEXT_RATING(**ladder, rating=rating) for rating in lower))
        found = [rows[0][0] for rows in answers]
        known = dict(zip(lower, zip(accumulate(found[: len(lower)]), found[len(lower) :], strict=True), strict=True))
        return [known[rating] for rating in ratings]

    async def count_players(self, server: int, game: str, season: int) -> int:
        """Return how many players a ladder shows."""
        (((count,),),) = await self.database.read(_COUNT_PLAYERS(**_ladder_key(server, game, season)))
        return int(count)

    async def list_of_player(self, player: int) -> list[Rating]:
        return [read_rating(row) for row in await self.fetch_rows(_SELECT_RATINGS_OF_PLAYER(player=player))]

    async def set_hidden(self, player: int, *, hidden: bool, server: int | None = None) -> None:
        """Hide a player from the ladders of one server or of all, or show them again. Their ratings go on."""
        values = {"player": player, "hidden": int(hidden)}
        await self.database.write(
            _SET_HIDDEN(**values) if server is None else _SET_HIDDEN_ON_SERVER(**values, server=server)
        )

    async def list_servers(self) -> list[int]:
        return [server for (server,) in await self.fetch_rows(_SELECT_SERVERS())]

    async def list_on_server(self, server: int, after: Rating | None = None) -> list[Rating]:
        """Return a page of all ratings of a server, beginning after `after`, in the order of the key."""
        game, season, player = (after.game, after.season, after.player) if after else ("", -1, -(1 << 63))
        rows = await self.fetch_rows(_SELECT_RATINGS_ON_SERVER(server=server, game=game, season=season, player=player))
        return [read_rating(row) for row in rows]

    async def correct_ratings(
        self, ratings: Iterable[tuple[Rating | None, Rating | None]], results: Iterable[Result]
    ) -> None:
        """Replace ratings, given as (stored, correct), and those in results.

        Raises `Conflict`, with nothing stored, if a rating has changed meanwhile.
        """
        writes = [_bind_correction(stored, correct) for stored, correct in ratings]
        writes += [
            _CORRECT_RESULT(match=it.match, seat=it.seat, before=it.rating_before, after=it.rating_after)
            for it in results
        ]
        try:
            await self.database.write(*writes)
        except NoRowMatched as missed:
            raise Conflict("a rating has moved on") from missed


def _bind_correction(stored: Rating | None, correct: Rating | None) -> BoundStatement:
    if correct is None:
        assert stored
        return _DELETE_RATING(
            **_ladder_key(stored.server, stored.game, stored.season), player=stored.player, matches=stored.matches
        )
    if stored is None:
        # Fails if the player has got a rating meanwhile.
        return _INSERT_RATING(**to_values(correct))
    was = {f"was_{name}": getattr(stored, name) for name in ("rating", "mu", "sigma", "matches", "at")}
    return _CORRECT_RATING(**to_values(correct), **was)


def read_rating(row: Row) -> Rating:
    return Rating(*(*row[:9], bool(row[9]), *row[10:]))


def _ladder_key(server: int, game: str, season: int) -> dict[str, Value]:
    return {"server": server, "game": game, "season": season}


def assign_ranks(rows: Iterable[Row], start: int, above: int) -> list[LadderPlace]:
    """Return the places of consecutive players. `above` players have more points than the first of them."""
    standings: list[LadderPlace] = []
    rank = above + 1
    for place, rating in enumerate(map(read_rating, rows), start + 1):
        if standings and standings[-1].rating.rating != rating.rating:
            rank = place
        standings.append(LadderPlace(place, rank, rating))
    return standings
