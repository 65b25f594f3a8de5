"""Measures how long the match service takes for a move and for loading a match that is not cached.

The time of a move is compared with that of its append to the journal.

Run it with `python -m tests.tools.bench service`.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from unittest import mock

from bot.matches.model import StartedMatch
from bot.matches.service import MatchService
from bot.wall_clock import DAY_MS
from games import GAMES
from storage import NO_CHANGE, AppendResult, Database, Event, MatchChange, Store
from storage.journal import JournalRepository
from tests.games import morra
from tests.kit.matches import NOON_MS, begin_match, create_match_service, make_click
from tests.tools.bench.timing import print_ratio_row, time_reference_code

MOVES: Final = 1_000
MOVES_OF_COLD_MATCH: Final = 300
COLD_READS: Final = 10


class RecordingJournal(JournalRepository):
    """A journal that records the arguments of each append."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.appends: list[tuple[int, int, Sequence[Event], MatchChange]] = []

    async def append_events(
        self, match_id: int, event_count: int, events: Sequence[Event], change: MatchChange = NO_CHANGE
    ) -> AppendResult:
        self.appends.append((match_id, event_count, events, change))
        return await super().append_events(match_id, event_count, events, change)


async def begin_open_match(matches: MatchService, game: str, **options: Any) -> int:
    return (await begin_match(matches, 2, game=game, options=options, kind="open", host_id=1, clock=DAY_MS)).id


async def time_moves(folder: Path) -> tuple[float, float]:
    """Return the time to play a match with the service, and the time of the same appends without it, in seconds."""
    async with await Store.open(f"sqlite:///{folder / 'service.db'}") as store:
        journal = store.journal = RecordingJournal(store.database)
        matches = create_match_service(store)
        match_id = await begin_open_match(matches, morra.KEY, start=0)
        journal.appends.clear()
        start_s = time.perf_counter()
        for number in range(MOVES):
            await matches.play_move(
                match_id, 1 + number % 2, ("show", "1"), step=number // 2, **make_click(NOON_MS + number)
            )
        service_s = time.perf_counter() - start_s
        appends = journal.appends
    async with await Store.open(f"sqlite:///{folder / 'bare.db'}") as bare:
        await begin_open_match(create_match_service(bare), morra.KEY, start=0)
        start_s = time.perf_counter()
        for match_id, seq, events, change in appends:
            await bare.journal.append_events(match_id, seq, events, change)
        return service_s, time.perf_counter() - start_s


async def time_cold_read(folder: Path) -> float:
    """Return the CPU time to read and replay a long match with an empty cache, in seconds."""
    url = f"sqlite:///{folder / 'cold.db'}"
    async with await Store.open(url) as store:
        matches = create_match_service(store)
        # With equal stones on every space, all duels are ties, so the match does not end.
        board = "1/1 2/2 3/3 | 4/4 5/5 6/6 | 7/7 8/8 9/9"
        match_id = await begin_open_match(matches, "schamanen", variant="memory", board=board, duel_limit="none")
        for _ in range(MOVES_OF_COLD_MATCH):
            match = await matches.find_match(match_id)
            assert isinstance(match, StartedMatch)
            seat = min(match.engine.to_move)
            person_id, legal = match.player_ids[seat], match.engine.legal_moves(seat)
            assert person_id
            # The last exchange in the list leaves the space where the masks meet unchanged.
            move = legal[-1] if legal[0][0] == "swap" else legal[0]
            await matches.play_move(match_id, person_id, move, step=None, **make_click())
    times_s = []
    for _ in range(COLD_READS):
        async with await Store.open(url) as store:
            start_s = time.process_time()
            match = await create_match_service(store).find_match(match_id)
            times_s.append(time.process_time() - start_s)
    return min(times_s)


def main() -> bool:
    with mock.patch.object(morra, "ROUND_COUNT", MOVES), mock.patch.dict(GAMES, {morra.KEY: morra.GAME}):
        ratios = []
        for _ in range(3):
            with tempfile.TemporaryDirectory() as folder:
                service_s, append_s = asyncio.run(time_moves(Path(folder)))
                ratios.append(service_s / append_s)
    with tempfile.TemporaryDirectory() as folder:
        cold = asyncio.run(time_cold_read(Path(folder))) / time_reference_code()
    return all(
        [
            print_ratio_row("a move in the service, compared with its append", min(ratios), 1.5),
            print_ratio_row(f"opening a match of {MOVES_OF_COLD_MATCH} moves, compared with reference code", cold, 75),
        ]
    )


if __name__ == "__main__":
    raise SystemExit(not main())
