"""Player ratings, and the ladders that rank players by rating."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from storage.database import Conflict, NoRowMatched, Repository
from storage.results import SeatResult
from storage.statement import BoundStatement, Row, Statement, Value, build_insert, build_select, to_values


@dataclass(frozen=True, slots=True)
class Rating:
    server_id: int
    game: str
    season_number: int
    person_id: int
    rating: float
    """The points by which the ladder is sorted."""
    mu: float
    sigma: float
    match_count: int
    """The number of rated matches. A new rating is stored only if its count is one higher than the stored count.

    This way, neither of two matches that end at the same time is lost.
    """
    updated_ms: int
    is_hidden: bool = False
    """Whether the player is hidden from the ladder, by choice or because they have left the server."""
    drift: float = 0.0
    """How much better than expected the player has done lately."""
    week_start_rating: float | None = None
    """The points at the start of the week in which the last match ended; None in the player's first week."""
    opponent_count: int = 0
    """How many different people the player has faced this season, counted up to three."""


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """A player's place on a ladder."""

    place: int
    """The position on the ladder, starting at 1. No two players share a place."""
    rank: int
    """Like `place`, but players with equal points share the best place among them."""
    rating: Rating


_COLUMNS: Final = (
    "server_id, game, season_number, person_id, rating, mu, sigma, match_count, updated_ms, is_hidden, drift, "
    "week_start_rating, opponent_count"
)
# Matches no row if the stored rating has changed since the new one was computed from it.
UPSERT_RATING: Final = build_insert(
    "rating",
    _COLUMNS,
    """ON CONFLICT (server_id, game, season_number, person_id) DO UPDATE
    SET rating = excluded.rating, mu = excluded.mu, sigma = excluded.sigma, match_count = excluded.match_count,
        updated_ms = excluded.updated_ms, is_hidden = excluded.is_hidden, drift = excluded.drift,
        week_start_rating = excluded.week_start_rating, opponent_count = excluded.opponent_count
    WHERE rating.match_count = excluded.match_count - 1""",
    must_match=True,
)
_WHERE_LADDER: Final = "server_id = :server_id AND game = :game AND season_number = :season_number"
_FROM_LADDER: Final = f"FROM rating WHERE {_WHERE_LADDER} AND is_hidden = 0"
_SELECT_RATING: Final = build_select(_COLUMNS, f"FROM rating WHERE {_WHERE_LADDER} AND person_id = :person_id")
_ORDER_BY_RATING: Final = "ORDER BY rating DESC, person_id DESC"
_FIRST_OF_PAGE: Final = f"{_FROM_LADDER} {_ORDER_BY_RATING} LIMIT 1 OFFSET :start"
_SELECT_PAGE: Final = build_select(
    _COLUMNS,
    f"""{_FROM_LADDER} AND (rating, person_id) <= (SELECT rating, person_id {_FIRST_OF_PAGE})
    {_ORDER_BY_RATING} LIMIT :count""",
)
_COUNT_ABOVE_PAGE: Final = build_select("COUNT(*)", f"{_FROM_LADDER} AND rating > (SELECT rating {_FIRST_OF_PAGE})")
_COUNT_PLAYERS: Final = build_select("COUNT(*)", _FROM_LADDER)
_COUNT_ABOVE: Final = build_select("COUNT(*)", f"{_FROM_LADDER} AND rating > :rating")
_COUNT_BETWEEN: Final = build_select("COUNT(*)", f"{_FROM_LADDER} AND rating > :rating AND rating <= :highest")
_COUNT_EQUAL_BEFORE: Final = build_select("COUNT(*)", f"{_FROM_LADDER} AND rating = :rating AND person_id > :person_id")
_MAX_RATING: Final = 1e300
_SELECT_RATINGS_OF_PLAYER: Final = build_select(
    _COLUMNS, "FROM rating WHERE person_id = :person_id ORDER BY server_id, game, season_number"
)
_SELECT_RATINGS_ON_SERVER: Final = build_select(
    _COLUMNS,
    """FROM rating
    WHERE server_id = :server_id AND (game, season_number, person_id) > (:game, :season_number, :person_id)
    ORDER BY game, season_number, person_id LIMIT 10000""",
)
_SELECT_SERVERS: Final = Statement(
    """
    SELECT DISTINCT server_id FROM rating UNION SELECT DISTINCT server_id FROM result WHERE is_rated = 1
    ORDER BY server_id
    """
)
_SET_HIDDEN: Final = Statement("UPDATE rating SET is_hidden = :is_hidden WHERE person_id = :person_id")
_SET_HIDDEN_ON_SERVER: Final = Statement(
    "UPDATE rating SET is_hidden = :is_hidden WHERE person_id = :person_id AND server_id = :server_id"
)
# Corrects the rating only if it is still the one that was read.
_CORRECT_RATING: Final = Statement(
    """
    UPDATE rating SET rating = :rating, mu = :mu, sigma = :sigma, match_count = :match_count,
        updated_ms = :updated_ms, drift = :drift, opponent_count = :opponent_count
    WHERE server_id = :server_id AND game = :game AND season_number = :season_number AND person_id = :person_id
        AND rating = :was_rating AND mu = :was_mu AND sigma = :was_sigma
        AND match_count = :was_match_count AND updated_ms = :was_updated_ms
    """,
    must_match=True,
)
_INSERT_RATING: Final = build_insert("rating", _COLUMNS, "ON CONFLICT DO NOTHING", must_match=True)
_DELETE_RATING: Final = Statement(
    """
    DELETE FROM rating
    WHERE server_id = :server_id AND game = :game AND season_number = :season_number AND person_id = :person_id
        AND match_count = :match_count
    """,
    must_match=True,
)
_CORRECT_RESULT: Final = Statement(
    """
    UPDATE result SET rating_before = :rating_before, rating_after = :rating_after
    WHERE match_id = :match_id AND seat = :seat
    """
)


class RatingRepository(Repository):
    async def load_rating(self, server_id: int, game: str, season_number: int, person_id: int) -> Rating | None:
        (rating,) = await self.load_ratings(server_id, season_number, [(game, person_id)])
        return rating

    async def load_ratings(
        self, server_id: int, season_number: int, players: Sequence[tuple[str, int]]
    ) -> list[Rating | None]:
        """Return the rating of each (game, person ID) pair, or None if there is none, all read from one snapshot."""
        queries = (
            _SELECT_RATING(server_id=server_id, game=game, season_number=season_number, person_id=person_id)
            for game, person_id in players
        )
        return [read_rating(rows[0]) if rows else None for rows in await self.database.read(*queries)]

    async def list_ladder_page(
        self, server_id: int, game: str, season_number: int, count: int = 10, start: int = 0
    ) -> list[LadderPlace]:
        """Return a page of a ladder, best players first, skipping the first `start` players."""
        page = {**_ladder_key(server_id, game, season_number), "start": start}
        rows, ((above,),) = await self.database.read(_SELECT_PAGE(**page, count=count), _COUNT_ABOVE_PAGE(**page))
        return assign_ranks(rows, start, above)

    async def find_ladder_place(
        self, server_id: int, game: str, season_number: int, person_id: int
    ) -> LadderPlace | None:
        """Return a player's place on a ladder, or None if they have no rating.

        For a hidden player, return the place that they would have if they were shown.
        """
        rating = await self.load_rating(server_id, game, season_number, person_id)
        if rating is None:
            return None
        ladder = _ladder_key(server_id, game, season_number)
        ((higher,),), ((equal_before,),) = await self.database.read(
            _COUNT_ABOVE(**ladder, rating=rating.rating),
            _COUNT_EQUAL_BEFORE(**ladder, rating=rating.rating, person_id=person_id),
        )
        return LadderPlace(higher + equal_before + 1, higher + 1, rating)

    async def count_players_above(self, server_id: int, game: str, season_number: int, *ratings: float) -> list[int]:
        """Return, for each given rating, the number of players above it."""
        ladder = _ladder_key(server_id, game, season_number)
        lower = sorted(set(ratings), reverse=True)
        # Each query counts only the players up to the next higher of these ratings, so that no row is read twice.
        counts = [
            _COUNT_BETWEEN(**ladder, highest=highest, rating=rating)
            for highest, rating in pairwise([_MAX_RATING, *lower])
        ]
        numbers = [int(rows[0][0]) for rows in await self.database.read(*counts)]
        count_by_rating = dict(zip(lower, accumulate(numbers), strict=True))
        return [count_by_rating[rating] for rating in ratings]

    async def count_players(self, server_id: int, game: str, season_number: int) -> int:
        """Return the number of players on a ladder, without the hidden ones."""
        ((count,),) = await self.fetch_rows(_COUNT_PLAYERS(**_ladder_key(server_id, game, season_number)))
        return int(count)

    async def list_of_person(self, person_id: int) -> list[Rating]:
        return [read_rating(row) for row in await self.fetch_rows(_SELECT_RATINGS_OF_PLAYER(person_id=person_id))]

    async def set_hidden(self, person_id: int, *, is_hidden: bool, server_id: int | None = None) -> None:
        """Hide a player from the ladders of one server or all servers, or show them again.

        A hidden player's rating still changes after each match.
        """
        values = {"person_id": person_id, "is_hidden": int(is_hidden)}
        await self.database.write(
            _SET_HIDDEN(**values) if server_id is None else _SET_HIDDEN_ON_SERVER(**values, server_id=server_id)
        )

    async def list_servers(self) -> list[int]:
        return [server for (server,) in await self.fetch_rows(_SELECT_SERVERS())]

    async def list_on_server(self, server_id: int, after: Rating | None = None) -> list[Rating]:
        """Return a page of a server's ratings, starting after `after`, sorted by game, season and person ID."""
        game, season_number, person_id = (
            (after.game, after.season_number, after.person_id) if after else ("", -1, -(1 << 63))
        )
        rows = await self.fetch_rows(
            _SELECT_RATINGS_ON_SERVER(server_id=server_id, game=game, season_number=season_number, person_id=person_id)
        )
        return [read_rating(row) for row in rows]

    async def correct_ratings(
        self, ratings: Iterable[tuple[Rating | None, Rating | None]], results: Iterable[SeatResult]
    ) -> None:
        """Replace ratings, given as (stored, correct) pairs, and update the ratings in the given results.

        If the stored value of a pair is None, the rating is added; if the correct value is None, it is deleted. Raises
        `Conflict` and stores nothing if a rating has changed in the meantime.
        """
        writes = [_bind_correction(stored, correct) for stored, correct in ratings]
        writes += [
            _CORRECT_RESULT(
                match_id=result.match_id,
                seat=result.seat,
                rating_before=result.rating_before,
                rating_after=result.rating_after,
            )
            for result in results
        ]
        try:
            await self.database.write(*writes)
        except NoRowMatched as error:
            raise Conflict("a rating has changed") from error


def _bind_correction(stored: Rating | None, correct: Rating | None) -> BoundStatement:
    if correct is None:
        assert stored
        return _DELETE_RATING(
            **_ladder_key(stored.server_id, stored.game, stored.season_number),
            person_id=stored.person_id,
            match_count=stored.match_count,
        )
    if stored is None:
        # Fails if the player has received a rating in the meantime.
        return _INSERT_RATING(**to_values(correct))
    was = {f"was_{name}": getattr(stored, name) for name in ("rating", "mu", "sigma", "match_count", "updated_ms")}
    return _CORRECT_RATING(**to_values(correct), **was)


def read_rating(row: Row) -> Rating:
    return Rating(*(*row[:9], bool(row[9]), *row[10:]))


def _ladder_key(server_id: int, game: str, season_number: int) -> dict[str, Value]:
    return {"server_id": server_id, "game": game, "season_number": season_number}


def assign_ranks(rows: Iterable[Row], start: int, above_count: int) -> list[LadderPlace]:
    """Return the ladder places for a page of ratings that comes after the first `start` players.

    `above_count` is the number of players who have more points than the first player in `rows`. For example, players
    with 1500, 1500 and 1400 points at the top have the places 1, 2 and 3, and the ranks 1, 1 and 3.
    """
    places: list[LadderPlace] = []
    rank = above_count + 1
    for place, rating in enumerate(map(read_rating, rows), start + 1):
        if places and places[-1].rating.rating != rating.rating:
            rank = place
        places.append(LadderPlace(place, rank, rating))
    return places
