"""Ratings, in the order of the ladder. Nothing here counts rows off: a page begins after the last of the one before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
    edition: int = 1
    """Of the arithmetic; all of a ladder are of one."""
    drift: float = 0.0
    """How much better they have done lately than was thought of them."""
    monday: float | None = None
    """The points when the week of their last match began; None where that was the week of their first."""
    opponents: int = 3
    """How many different people they have met here; of more than three nobody asks, nor did older editions."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player on a ladder."""

    place: int
    """Counted through: the next page goes on from it."""
    rank: int
    """Equal ratings share the rank of the first of them."""
    rating: Rating


@dataclass(frozen=True, slots=True)
class Step:
    """Of a ladder of many: a place whose number is known, from which others are counted."""

    place: int
    rating: float
    player: int


_COLUMNS: Final = (
    "server, game, season, player, rating, mu, sigma, matches, at, hidden, edition, drift, monday, opponents"
)
# Touches nothing when the rating it was computed from is no longer the one that stands.
RATE: Final = insert(
    "rating",
    _COLUMNS,
    """ON CONFLICT (server, game, season, player) DO UPDATE
    SET rating = excluded.rating, mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches,
        at = excluded.at, hidden = excluded.hidden, drift = excluded.drift, monday = excluded.monday,
        opponents = excluded.opponents
    WHERE rating.matches = excluded.matches - 1 AND rating.edition = excluded.edition""",
    must=True,
)
_KEY: Final = "server = :server AND game = :game AND season = :season"
_LADDER: Final = f"FROM rating WHERE {_KEY} AND hidden = 0"
_RATING: Final = select(_COLUMNS, f"FROM rating WHERE {_KEY} AND player = :player")
_TOP: Final = select(_COLUMNS, f"{_LADDER} ORDER BY rating DESC, player DESC LIMIT :count")
_AFTER: Final = select(
    _COLUMNS,
    f"{_LADDER} AND (rating, player) < (:rating, :player) ORDER BY rating DESC, player DESC LIMIT :count",
)
_BEFORE: Final = select(
    _COLUMNS, f"{_LADDER} AND (rating, player) > (:rating, :player) ORDER BY rating, player LIMIT :count"
)
_FURTHER: Final = f"{_LADDER} AND (rating, player) < (:most, :beyond)"
_ABOVE: Final = select("COUNT(*)", f"{_FURTHER} AND rating > :rating")
_BESIDE: Final = select("COUNT(*)", f"{_LADDER} AND rating = :rating AND player > :player")
_NEXT: Final = select("MIN(rating)", f"{_LADDER} AND rating > :rating")
_PLAYERS: Final = select("COUNT(*)", _FURTHER)
_STEP: Final = select("rating, player", f"{_FURTHER} ORDER BY rating DESC, player DESC LIMIT 1 OFFSET :passed")
_TOP_STEP: Final = Step(0, 1e300, (1 << 63) - 1)
"""Before everybody."""
OF_PLAYER: Final = select(_COLUMNS, "FROM rating WHERE player = :player ORDER BY server, game, season")
_OF_SERVER: Final = select(
    _COLUMNS,
    """FROM rating WHERE server = :server AND (game, season, player) > (:game, :season, :player)
    ORDER BY game, season, player LIMIT 10000""",
)
_SERVERS: Final = Statement(
    "SELECT DISTINCT server FROM rating UNION SELECT DISTINCT server FROM result WHERE rated = 1 ORDER BY server"
)
# All of them are of one. Without an order PostgreSQL goes through the table until it meets the first.
_EDITION: Final = Statement(
    "SELECT edition FROM rating WHERE server = :server AND game = '' AND season = :season ORDER BY player LIMIT 1"
)
_HIDE: Final = Statement("UPDATE rating SET hidden = :hidden WHERE player = :player")
_HIDE_HERE: Final = Statement("UPDATE rating SET hidden = :hidden WHERE player = :player AND server = :server")
# Puts right what was read, and nothing that has moved since.
_CORRECT: Final = Statement(
    """
    UPDATE rating SET rating = :rating, mu = :mu, sigma = :sigma, matches = :matches, at = :at, edition = :edition,
        drift = :drift, opponents = :opponents
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

    async def top(
        self, server: int, game: str, season: int, count: int = 10, after: Standing | None = None
    ) -> list[Standing]:
        """The best, or those after one; equal ratings share the rank of the first of them."""
        ladder = _ladder(server, game, season)
        if after is None:
            rows = await self.rows(_TOP(**ladder, count=count))
        else:
            rows = await self.rows(
                _AFTER(**ladder, rating=after.rating.rating, player=after.rating.player, count=count)
            )
        return ranked(rows, after)

    async def before(self, server: int, game: str, season: int, before: Standing, count: int = 10) -> list[Standing]:
        """Those who come before one, the best of them first."""
        ladder = _ladder(server, game, season)
        at = before.rating
        rows = await self.rows(_BEFORE(**ladder, rating=at.rating, player=at.player, count=count))
        if not rows:
            return []
        first, place = read_rating(rows[-1]), before.place - len(rows)
        # Counted from where we are: those far above need not be.
        (((beside,),),) = await self.database.read(_BESIDE(**ladder, rating=first.rating, player=first.player))
        top = Standing(place, place - beside, first)
        return [top, *ranked(rows[-2::-1], top)]

    async def rank(
        self, server: int, game: str, season: int, player: int, steps: Sequence[Step] = ()
    ) -> Standing | None:
        """Who is hidden has the rank that they would have. Counted from the nearest of these steps."""
        rating = await self.rating(server, game, season, player)
        if rating is None:
            return None
        ladder, step = _ladder(server, game, season), _nearest(steps, rating.rating)
        ((above,),), ((beside,),) = await self.database.read(
            _ABOVE(**ladder, **_after(step), rating=rating.rating),
            _BESIDE(**ladder, rating=rating.rating, player=player),
        )
        above += step.place
        return Standing(above + beside + 1, above + 1, rating)

    async def above(
        self, server: int, game: str, season: int, *ratings: float, steps: Sequence[Step] = ()
    ) -> list[tuple[int, float | None]]:
        """How many have more than each of these, and what the next of them has. Nobody is counted twice for it."""
        ladder = _ladder(server, game, season)
        lower = sorted(set(ratings), reverse=True)
        starts: list[Step] = []
        for rating, before in zip(lower, [_TOP_STEP.rating, *lower], strict=False):
            step = _nearest(steps, rating)
            # From the one before where no step is nearer; what that comes to is known by then.
            starts.append(step if step.rating < before or not starts else Step(-1, before, _TOP_STEP.player))
        counts = [_ABOVE(**ladder, **_after(start), rating=rating) for start, rating in zip(starts, lower, strict=True)]
        answers = await self.database.read(*counts, *(_NEXT(**ladder, rating=rating) for rating in lower))
        found = [rows[0][0] for rows in answers]
        known: dict[float, tuple[int, float | None]] = {}
        above = 0
        for rating, start, count, better in zip(lower, starts, found[: len(lower)], found[len(lower) :], strict=True):
            above = count + (above if start.place < 0 else start.place)
            known[rating] = above, better
        return [known[rating] for rating in ratings]

    async def players(self, server: int, game: str, season: int, steps: Sequence[Step] = ()) -> int:
        """How many the ladder has."""
        step = steps[-1] if steps else _TOP_STEP
        (((count,),),) = await self.database.read(_PLAYERS(**_ladder(server, game, season), **_after(step)))
        return step.place + int(count)

    async def steps(self, server: int, game: str, season: int, height: int) -> list[Step]:
        """Of a ladder whoever stands at each so many places; looked for one after the other, for others want to read,
        too.
        """
        steps = [_TOP_STEP]
        while True:
            asked = _STEP(**_ladder(server, game, season), **_after(steps[-1]), passed=height - 1)
            rows = await self.rows(asked)
            if not rows:
                return steps[1:]
            steps.append(Step(steps[-1].place + height, *rows[0]))

    async def ratings_of(self, player: int) -> list[Rating]:
        return [read_rating(row) for row in await self.rows(OF_PLAYER(player=player))]

    async def edition(self, server: int, season: int) -> int | None:
        """Of the arithmetic; None where nobody is rated yet."""
        rows = await self.rows(_EDITION(server=server, season=season))
        return int(rows[0][0]) if rows else None

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


def _nearest(steps: Sequence[Step], rating: float) -> Step:
    """The last above it."""
    return next((step for step in reversed(steps) if step.rating > rating), _TOP_STEP)


def _after(step: Step) -> dict[str, Value]:
    return {"most": step.rating, "beyond": step.player}


def _ladder(server: int, game: str, season: int) -> dict[str, Value]:
    return {"server": server, "game": game, "season": season}


def ranked(rows: Sequence[Row], after: Standing | None) -> list[Standing]:
    standings: list[Standing] = []
    for row in rows:
        rating = read_rating(row)
        place = after.place + 1 if after else 1
        rank = after.rank if after and after.rating.rating == rating.rating else place
        after = Standing(place, rank, rating)
        standings.append(after)
    return standings
