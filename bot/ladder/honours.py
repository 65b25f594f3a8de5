"""Who has won a season and who is named at its end: counted once it is over, written down, and the same ever after."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from bot.ladder.awards import Awarding, Improved, Kind, Named, Rivals, Upset
from bot.ladder.rating import EVERYTHING, figure, missing
from bot.ladder.standings import Line, Standings
from bot.time import DAY
from games import GAMES
from storage import Award, Result, Season, Store

PODIUM: Final = 3
PATIENCE: Final = 30.0
"""Seconds that may pass until it is known who is still there; nobody waits."""
PAGE: Final = 2_000
"""Results that are read at once: meanwhile nobody else reads."""
T = TypeVar("T", Improved, Rivals, Upset)


class Honours:
    def __init__(self, store: Store, standings: Standings) -> None:
        self._store = store
        self._standings = standings

    async def of(self, season: Season, now: int) -> list[Award]:
        """Of one that is over."""
        found = await self._store.awarded(season)
        if found is None:
            await self._store.award(season, await self._counted(season, now))
            # Another process may have been faster, and has asked later who is still there.
            found = await self._store.awarded(season)
        return found or []

    async def _counted(self, season: Season, now: int) -> list[Award]:
        awards = [
            _award(season, line.rating.player, Kind.PLACE, "", line.rank, figure(line.rating))
            for line in (await self._best(season, EVERYTHING, now))[:PODIUM]
        ]
        for game in GAMES:
            best = [line for line in await self._best(season, game, now) if line.rank == 1]
            awards += [
                _award(season, line.rating.player, Kind.FIRST, game, 1, figure(line.rating)) for line in best[:PODIUM]
            ]
        named = await self._named(season)
        if it := await self._seen(season.server, named.improved, lambda it: (it.person,)):
            awards.append(_award(season, it.person, Kind.IMPROVED, it.game, it.by, it.to))
        if pair := await self._seen(season.server, named.rivals, lambda it: it.people):
            for person, ahead in zip(pair.people, pair.ahead, strict=True):
                awards.append(_award(season, person, Kind.RIVAL, "", ahead, pair.met))
        if upset := await self._seen(season.server, named.upsets, lambda it: (it.winner, it.loser)):
            for person, kind in ((upset.winner, Kind.UPSET), (upset.loser, Kind.FELLED)):
                awards.append(_award(season, person, kind, upset.game, upset.gap, upset.chance))
        return awards

    async def _best(self, season: Season, game: str, now: int) -> list[Line]:
        """Those on the first page who have a rank, without who is hidden or gone."""
        page = await self._standings.page(season.server, game, season.number, None, now, patience=PATIENCE)
        return [line for line in page.lines if line.rank <= PODIUM and not missing(line.rating)]

    async def _named(self, season: Season) -> Named:
        """Page by page, and off the loop: there may be a million."""
        assert season.ended is not None
        awarding = Awarding()
        last: Result | None = None
        left: list[Result] = []
        while page := await self._store.rated_on(season.server, last, PAGE, since=season.began - DAY):
            last = page[-1]
            here = [it for it in [*left, *page] if it.season == season.number and it.game in GAMES]
            # The page may end in the middle of a match.
            left = [it for it in here if it.match == last.match]
            await asyncio.to_thread(awarding.add, [it for it in here if it.match != last.match])
            # Watches differ by less, and so do the times of what counted from that of the end.
            if last.at > season.ended + DAY:
                break
        awarding.add(left)
        return await asyncio.to_thread(awarding.named)

    async def _seen(self, server: int, candidates: Sequence[T], people: Callable[[T], Sequence[int]]) -> T | None:
        """The first all of whose people may be named."""
        for it in candidates:
            if await self._standings.seen(server, people(it), PATIENCE):
                return it
        return None


def _award(season: Season, person: int, kind: Kind, game: str, number: int, beside: int) -> Award:
    return Award(person, season.server, season.number, kind, game, number, beside)
