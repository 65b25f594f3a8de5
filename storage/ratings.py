"""Ratings of players, and the ladders that they form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from storage.database import Conflict, NoRowMatched, Repository
from storage.results import Result
from storage.statement import BoundStatement, Row, Statement, Value, build_insert, build_select, to_values


@dataclass(frozen=True, slots=True)
class Rating:
    server_id: int
    game: str
    season_number: int
    person_id: int
    rating: float
    """The points that order the ladder."""
    mu: float
    sigma: float
    match_count: int
    """One more than in the rating it was computed from: of two matches that end at once none is lost."""
    updated_ms: int
    is_hidden: bool = False
    """Whether others do not see it, by the player's wish or because the player has left the server."""
    drift: float = 0.0
    """How much better the player has done lately than expected."""
    week_start_rating: float | None = None
    """The points at the start of the week of the last match; None in the player's first week."""
    opponent_count: int = 0
    """How many different people the player has met in this season, up to three."""


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """A player on a ladder."""

    place: int
    """1 for the first. No two players share a place."""
    rank: int
    """Players with equal points share the rank of the first of them."""
    rating: Rating


_COLUMNS: Final = (
    "server_id, game, season_number, person_id, rating, mu, sigma, match_count, updated_ms, is_hidden, drift, "
    "week_start_rating, opponent_count"
)
# Matches no row if the rating it was computed from is no longer the stored one.
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
_SELECT_NEXT_RATING: Final = build_select("MIN(rating)", f"{_FROM_LADDER} AND rating > :rating")
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
# Corrects exactly the rating that was read.
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
        """Return the rating of each (game, player) pair, or None, all from one snapshot."""
        queries = (
            _SELECT_RATING(server_id=server_id, game=game, season_number=season_number, person_id=person_id)
            for game, person_id in players
        )
        return [read_rating(rows[0]) if rows else None for rows in await self.database.read(*queries)]

    async def list_ladder_page(
        self, server_id: int, game: str, season_number: int, count: int = 10, start: int = 0
    ) -> list[LadderPlace]:
        """Return a page of a ladder, best first, skipping the first `start` players. Equal ratings share a rank."""
        page = {**_ladder_key(server_id, game, season_number), "start": start}
        rows, ((above,),) = await self.database.read(_SELECT_PAGE(**page, count=count), _COUNT_ABOVE_PAGE(**page))
        return assign_ranks(rows, start, above)

    async def find_ladder_place(
        self, server_id: int, game: str, season_number: int, person_id: int
    ) -> LadderPlace | None:
        """Return the place of a player on a ladder, or None.

        A hidden player gets the place that they would have.
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

    async def count_players_above(
        self, server_id: int, game: str, season_number: int, *ratings: float
    ) -> list[tuple[int, float | None]]:
        """Return for each rating how many players have more, and the next higher rating."""
        ladder = _ladder_key(server_id, game, season_number)
        lower = sorted(set(ratings), reverse=True)
        # Each is counted from the one before it, so that no player is counted twice.
        counts = [
            _COUNT_BETWEEN(**ladder, highest=highest, rating=rating)
            for highest, rating in pairwise([_MAX_RATING, *lower])
        ]
        answers = await self.database.read(*counts, *(_SELECT_NEXT_RATING(**ladder, rating=rating) for rating in lower))
        numbers = [rows[0][0] for rows in answers]
        by_rating = dict(
            zip(lower, zip(accumulate(numbers[: len(lower)]), numbers[len(lower) :], strict=True), strict=True)
        )
        return [by_rating[rating] for rating in ratings]

    async def count_players(self, server_id: int, game: str, season_number: int) -> int:
        """Return how many players a ladder shows."""
        (((count,),),) = await self.database.read(_COUNT_PLAYERS(**_ladder_key(server_id, game, season_number)))
        return int(count)

    async def list_of_person(self, person_id: int) -> list[Rating]:
        return [read_rating(row) for row in await self.fetch_rows(_SELECT_RATINGS_OF_PLAYER(person_id=person_id))]

    async def set_hidden(self, person_id: int, *, is_hidden: bool, server_id: int | None = None) -> None:
        """Hide a player from the ladders of one server or of all, or show them again. Their ratings keep changing."""
        values = {"person_id": person_id, "is_hidden": int(is_hidden)}
        await self.database.write(
            _SET_HIDDEN(**values) if server_id is None else _SET_HIDDEN_ON_SERVER(**values, server_id=server_id)
        )

    async def list_servers(self) -> list[int]:
        return [server for (server,) in await self.fetch_rows(_SELECT_SERVERS())]

    async def list_on_server(self, server_id: int, after: Rating | None = None) -> list[Rating]:
        """Return a page of all ratings of a server, beginning after `after`, in the order of the key."""
        game, season_number, person_id = (
            (after.game, after.season_number, after.person_id) if after else ("", -1, -(1 << 63))
        )
        rows = await self.fetch_rows(
            _SELECT_RATINGS_ON_SERVER(server_id=server_id, game=game, season_number=season_number, person_id=person_id)
        )
        return [read_rating(row) for row in rows]

    async def correct_ratings(
        self, ratings: Iterable[tuple[Rating | None, Rating | None]], results: Iterable[Result]
    ) -> None:
        """Replace ratings, given as (stored, correct), and those in results.

        Raises `Conflict`, with nothing stored, if a rating has changed meanwhile.
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
            raise Conflict("a rating has moved on") from error


def _bind_correction(stored: Rating | None, correct: Rating | None) -> BoundStatement:
    if correct is None:
        assert stored
        return _DELETE_RATING(
            **_ladder_key(stored.server_id, stored.game, stored.season_number),
            person_id=stored.person_id,
            match_count=stored.match_count,
        )
    if stored is None:
        # Fails if the player has got a rating meanwhile.
        return _INSERT_RATING(**to_values(correct))
    was = {f"was_{name}": getattr(stored, name) for name in ("rating", "mu", "sigma", "match_count", "updated_ms")}
    return _CORRECT_RATING(**to_values(correct), **was)


def read_rating(row: Row) -> Rating:
    return Rating(*(*row[:9], bool(row[9]), *row[10:]))


def _ladder_key(server_id: int, game: str, season_number: int) -> dict[str, Value]:
    return {"server_id": server_id, "game": game, "season_number": season_number}


def assign_ranks(rows: Iterable[Row], start: int, above_count: int) -> list[LadderPlace]:
    """Return the places of consecutive players. `above_count` players have more points than the first of them."""
    places: list[LadderPlace] = []
    rank = above_count + 1
    for place, rating in enumerate(map(read_rating, rows), start + 1):
        if places and places[-1].rating.rating != rating.rating:
            rank = place
        places.append(LadderPlace(place, rank, rating))
    return places
