"""Ladders as they are shown: a page of those who are still there, and what the end of a match has changed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.caches import FreshCache
from bot.errors import DiscordUnavailable, DiscordUnreachable
from bot.preferences import Preferences
from bot.ratings.rating_updates import BELOW, figure, missing, strangers
from bot.wall_clock import YOUNG_DAYS, week
from games.core import Seat
from storage import LadderPlace, RatedOutcome, Rating, Season, Store

log: Final = logging.getLogger(__name__)

PAGE: Final = 10
ROUNDS: Final = 5
"""So often a page is filled up after somebody on it was found gone."""
PATIENCE: Final = 1.2
"""Seconds that Discord may take to say who is there: somebody waits for an answer."""
KEPT: Final = 600.0
"""Seconds."""
UNPLACED: Final = -BELOW / 2
"""Whoever has a rank has more points."""
NOWHERE: Final = float("-inf")
"""Points of who has no rank."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """Somebody on a ladder."""

    standing: LadderPlace
    form: tuple[RatedOutcome, ...]
    """The newest first."""
    moved: int | None
    """Points gained since the week began; None for who is new in it."""

    @property
    def rank(self) -> int:
        return self.standing.rank

    @property
    def rating(self) -> Rating:
        return self.standing.rating


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    game: str
    """The key of a game, or of all games together."""
    number: int
    season: Season | None
    """None for what counts while no season runs."""
    lines: tuple[LeaderboardRow, ...]
    own: LeaderboardRow | None
    players: int
    more: bool
    """Does another page follow?"""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What the end of a match did to a seat's place on the ladder of its game."""

    before: float
    after: float
    rank: int
    rose: int = 0
    behind: int | None = None
    """Points to the next better rank; None for the first."""
    missing: int = 0
    """Matches until they have a rank at all; nothing of it is told before."""
    strangers: int = 0
    """So many of them are to be against people they have not met."""


@dataclass(frozen=True, slots=True)
class MatchRatingChanges:
    unrated: str
    """Why it did not count, as a key; empty where it did."""
    limit: int | None = None
    """The number that was reached, where the reason is one."""
    seats: tuple[tuple[Seat, RatingChange], ...] = ()
    """Without those who do not want to be seen."""


class Leaderboard:
    def __init__(
        self, store: Store, preferences: Preferences, member: Callable[[int, int], Awaitable[str | None]]
    ) -> None:
        """`member` asks Discord what somebody is called on a server; nobody is who is not there any more."""
        self.store = store
        self.preferences = preferences
        self._member = member
        self._there: FreshCache[tuple[int, int], bool] = FreshCache(KEPT)
        self._asking: dict[tuple[int, int], asyncio.Task[bool]] = {}

    # a page

    async def page(
        self,
        server_id: int,
        game: str,
        number: int,
        viewer: int | None,
        now: int,
        *,
        start: int = 0,
        patience: float = PATIENCE,
    ) -> LeaderboardPage:
        """Return the page that begins below the `start` best, or the first page if there are not so many.

        Those who have left the server are left out, and stay so until they are seen again.
        """
        if viewer is not None:
            await self._seen(server_id, game, number, viewer)
        season = await self.store.seasons.load_season(server_id, number)
        deadline = time.monotonic() + patience
        standings, more = await self._read_page(server_id, game, number, start)
        for _ in range(ROUNDS):
            players = [it.rating.person_id for it in standings]
            gone = await self._unlisted(players) or await self._gone(server_id, players, deadline - time.monotonic())
            if not gone:
                break
            for player in gone:
                await self.store.ratings.set_hidden(player, is_hidden=True, server_id=server_id)
            standings, more = await self._read_page(server_id, game, number, start)
        own = None if viewer is None else await self.store.ratings.find_ladder_place(server_id, game, number, viewer)
        elsewhere = own is not None and own.rating.person_id not in {it.rating.person_id for it in standings}
        shown = [*standings, *([own] if own and elsewhere else [])]
        lines = await self._lines(server_id, game, number, shown, now)
        mine = [line for line in lines if line.rating.person_id == viewer]
        return LeaderboardPage(
            game, number, season, lines[: len(standings)], mine[0] if mine else None,
            await self.store.ratings.count_players(server_id, game, number), more,
        )  # fmt: skip

    async def start_around(self, server_id: int, game: str, number: int, player: int) -> int:
        """Return where the page with a player in its middle starts."""
        own = await self.store.ratings.find_ladder_place(server_id, game, number, player)
        return max(0, own.place - 1 - PAGE // 2) if own else 0

    async def _read_page(self, server_id: int, game: str, number: int, start: int) -> tuple[list[LadderPlace], bool]:
        """Return the standings of a page, and whether another page follows."""
        found = await self.store.ratings.list_ladder_page(server_id, game, number, PAGE + 1, start)
        if start and not found:
            # Those who were there have left meanwhile.
            return await self._read_page(server_id, game, number, 0)
        return found[:PAGE], len(found) > PAGE

    async def count_ranked(self, server_id: int, game: str, season: int) -> int:
        """Return how many players of a ladder have a rank."""
        [(count, _)] = await self.store.ratings.count_players_above(server_id, game, season, UNPLACED)
        return count

    async def _lines(
        self, server_id: int, game: str, number: int, standings: Sequence[LadderPlace], now: int
    ) -> tuple[LeaderboardRow, ...]:
        forms = await self.store.results.load_recent_form(
            server_id, game, number, [it.rating.person_id for it in standings]
        )

        def moved(rating: Rating) -> int | None:
            if week(rating.updated_ms) != week(now):
                # Of who has played since, what it was in that week is gone.
                return 0
            return None if rating.week_start_rating is None else figure(rating) - round(rating.week_start_rating)

        return tuple(LeaderboardRow(it, form, moved(it.rating)) for it, form in zip(standings, forms, strict=True))

    # who is there

    async def _seen(self, server_id: int, game: str, number: int, viewer: int) -> None:
        """Whoever asks is there."""
        self._there[server_id, viewer] = True
        rating = await self.store.ratings.load_rating(server_id, game, number, viewer)
        # Not as somebody remembers it: they may have said otherwise elsewhere a moment ago.
        if rating and rating.is_hidden and (await self.preferences.stored(viewer)).listed:
            await self.store.ratings.set_hidden(viewer, is_hidden=False, server_id=server_id)

    async def seen(self, server_id: int, people: Sequence[int], patience: float) -> bool:
        """May all of them be named there?"""
        return not (await self._unlisted(people) or await self._gone(server_id, people, patience))

    async def _unlisted(self, players: Sequence[int]) -> list[int]:
        """Who does not want to be seen: they may have said so while a match of theirs ended, and its rating came
        after.
        """
        known = await asyncio.gather(*map(self.preferences.player, players))
        return [player for player, told in zip(players, known, strict=True) if not told.listed]

    async def _gone(self, server_id: int, players: Sequence[int], patience: float) -> list[int]:
        """Who of them is not there any more; nobody whom Discord could not tell us of in time."""
        asking = [self._ask(server_id, player) for player in players if (server_id, player) not in self._there]
        if asking:
            # Those who are late will be known the next time.
            done, _ = await asyncio.wait(asking, timeout=max(0.0, patience))
            for task in done:
                task.result()
        return [player for player in players if not self._there.last((server_id, player), otherwise=True)]

    def _ask(self, server_id: int, player: int) -> asyncio.Task[bool]:
        place = server_id, player
        if place not in self._asking:
            self._asking[place] = asyncio.create_task(self._asked(server_id, player), name=f"member {player}")
        return self._asking[place]

    async def _asked(self, server_id: int, player: int) -> bool:
        try:
            there = await self._member(server_id, player) is not None
            self._there[server_id, player] = there
        except (DiscordUnavailable, DiscordUnreachable):
            log.warning("nobody says whether a player is still there", exc_info=True)
            there = True
        finally:
            del self._asking[server_id, player]
        return there

    # the end of a match

    async def card(self, match_id: int) -> MatchRatingChanges | None:
        """What its results say and where everybody stands by now; None for one without results."""
        results = await self.store.results.list_of_match(match_id)
        if not results:
            return None
        first = results[0]
        if not first.is_rated or first.server_id is None:
            settings = await self.preferences.server(first.server_id)
            # As the server has it by now; by 0 it counts nothing any more, and the text names no number.
            reason = first.unrated_reason or ""
            limit = {"short": settings.steps, "pair": settings.pair or 0, "young": YOUNG_DAYS}.get(reason)
            return MatchRatingChanges(reason, limit)
        ends = [(it.rating_before or 0.0, it.rating_after or 0.0) for it in results]
        points = [each for end in ends for each in end]
        found = await self.store.ratings.count_players_above(first.server_id, first.game, first.season_number, *points)
        where = [(first.game, it.person_id or 0) for it in results]
        ratings = await self.store.ratings.load_ratings(first.server_id, first.season_number, where)
        # Whoever had no rank before stood nowhere.
        here = [
            (NOWHERE if _is_new(rating) else old, new)
            for (old, new), rating in zip(ends, ratings, strict=True)
            if rating and not rating.is_hidden and not missing(rating)
        ]
        seats = []
        for at, (it, rating) in enumerate(zip(results, ratings, strict=True)):
            before, after = ends[at]
            (above_before, _), (above, better) = found[2 * at], found[2 * at + 1]
            if rating is None or rating.is_hidden:
                continue
            # Those at this table stood elsewhere when it began.
            stood = above_before + sum((old > before) - (new > before) for old, new in here)
            behind = None if better is None else max(1, round(better) - round(after))
            rose = 0 if _is_new(rating) else stood - above
            left = missing(rating), strangers(rating)
            seats.append((it.seat, RatingChange(before, after, above + 1, rose, behind, *left)))
        return MatchRatingChanges("", None, tuple(seats))


def _is_new(rating: Rating) -> bool:
    """Had they no rank before their last match?"""
    return rating.match_count == 1 or missing(replace(rating, match_count=rating.match_count - 1)) > 0
