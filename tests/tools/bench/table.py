"""What a choice costs beside the bare append it causes, and what it costs to open a match after a restart."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

from bot.matches.model import StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import MatchTerms
from games import GAMES
from games.core import Game
from storage import NO_CHANGE, AppendResult, Database, Event, MatchChange, Store
from storage.journal import JournalRepository
from tests.games import morra
from tests.kit.match import tabled
from tests.tools.bench.timing import pace, ratio_row

CHOICES = 1_000
MOVES = 300
COLD = 10


class RecordingJournal(JournalRepository):
    """A journal that remembers what it was asked to append."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.asked: list[tuple[int, int, Sequence[Event], MatchChange]] = []

    async def append_events(
        self, match_id: int, event_count: int, events: Sequence[Event], change: MatchChange = NO_CHANGE
    ) -> AppendResult:
        self.asked.append((match_id, event_count, events, change))
        return await super().append_events(match_id, event_count, events, change)


async def begin_match(
    matches: MatchService, game: Game[Any, Any, Any], options: dict[str, Any], causes: count[int]
) -> int:
    terms = MatchTerms(kind="open", seats=2)
    offer = await matches.create_offer(
        1, (), game, options, terms, server_id=1, channel_id=1, interaction_id=next(causes), now_ms=0
    )
    await matches.join_offer(offer.match.id, 2, interaction_id=next(causes), now_ms=0)
    return offer.match.id


async def time_choices(folder: Path) -> tuple[float, float]:
    """Return the seconds of the choices at a table, and of the same appends by themselves."""
    causes = count(1)
    async with await Store.open(f"sqlite:///{folder / 'table.db'}") as store:
        journal = store.journal = RecordingJournal(store.database)
        matches = tabled(store)
        match_id = await begin_match(matches, morra.GAME, {"start": 0}, causes)
        journal.asked.clear()
        began = time.perf_counter()
        for choice in range(CHOICES):
            await matches.play_move(
                match_id, 1 + choice % 2, ("show", "1"), step=choice // 2, interaction_id=next(causes), now_ms=choice
            )
        taken = time.perf_counter() - began
        asked = journal.asked
    async with await Store.open(f"sqlite:///{folder / 'bare.db'}") as bare:
        await begin_match(tabled(bare), morra.GAME, {"start": 0}, count(1))
        began = time.perf_counter()
        for match_id, seq, events, change in asked:
            await bare.journal.append_events(match_id, seq, events, change)
        return taken, time.perf_counter() - began


async def time_opening(folder: Path) -> float:
    """Return the CPU seconds to read and fold a match of many moves with an empty cache."""
    url, causes = f"sqlite:///{folder / 'cold.db'}", count(1)
    game = GAMES["schamanen"]
    async with await Store.open(url) as store:
        matches = tabled(store)
        # Twins on every space: each duel is a tie, and the match goes on.
        twins = "1/1 2/2 3/3 | 4/4 5/5 6/6 | 7/7 8/8 9/9"
        match_id = await begin_match(matches, game, {"variant": "memory", "board": twins, "duel_limit": "none"}, causes)
        for _ in range(MOVES):
            match = await matches.find_match(match_id)
            assert isinstance(match, StartedMatch)
            seat = min(match.engine.to_move)
            person_id, legal = match.player_ids[seat], match.engine.legal_moves(seat)
            assert person_id
            # Never the space where the masks meet.
            word = legal[-1] if legal[0][0] == "swap" else legal[0]
            await matches.play_move(match_id, person_id, word, step=None, interaction_id=next(causes), now_ms=0)
    taken = []
    for _ in range(COLD):
        async with await Store.open(url) as store:
            began = time.process_time()
            match = await tabled(store).find_match(match_id)
            taken.append(time.process_time() - began)
    return min(taken)


def main() -> bool:
    with mock.patch.object(morra, "ROUNDS", CHOICES), mock.patch.dict(GAMES, {morra.KEY: morra.GAME}):
        ratios = []
        for _ in range(3):
            with tempfile.TemporaryDirectory() as folder:
                taken, bare = asyncio.run(time_choices(Path(folder)))
                ratios.append(taken / bare)
    with tempfile.TemporaryDirectory() as folder:
        cold = asyncio.run(time_opening(Path(folder))) / pace()
    return all(
        [
            ratio_row("a choice at a table, of the bare append", min(ratios), 1.5),
            ratio_row(f"opening a cold match of {MOVES} moves, of a piece of Python", cold, 75),
        ]
    )


if __name__ == "__main__":
    raise SystemExit(not main())
