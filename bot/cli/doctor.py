"""Is everything as it should be? Looks, and changes nothing; but what bears a wrong time it mends, if asked to."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from bot.matches import export, fold
from bot.matches.deadline_loop import DOWNTIME_THRESHOLD_MS
from bot.matches.deadlines import KINDS_WITHOUT_EVENT, DeadlineKind, list_deadlines
from bot.matches.holidays import load_absences
from bot.matches.model import FinishedMatch, UnreadableMatch
from bot.matches.time_budget import Absences
from bot.ratings.rebuild import describe_rating_errors
from bot.wall_clock import HOUR_MS
from games import GAMES
from games.fairness import verify_record
from storage import DatabaseUnusable, Deadline, Journal, MatchHeader, Result, Store

MIN_FREE_BYTES: Final = 256 << 20
"""Bytes. A full disk loses nothing, but nobody can play on."""
_PAGE_SIZE: Final = 500


async def find_problems(store: Store, folder: Path, now_ms: int) -> AsyncIterator[str]:
    """One line for each thing that is wrong. The schema was checked when the store was opened."""
    damage = await store.find_file_damage()
    for wrong in damage:
        yield f"database: {' '.join(wrong.split())}"
    if damage:
        # What stands in a damaged file is not worth reading.
        return
    for wrong in await store.heartbeats.find_wrong_times(now_ms):
        yield f"time: {wrong}; if this watch is right, duel doctor --mend puts that right"
    for match_id in await store.journal.list_matches_with_gaps():
        yield f"match {match_id}: its journal has gaps"
    for match_id in await store.history.list_matches_differing_from_results():
        yield f"match {match_id}: profiles tell otherwise how it ended"
    async for match_id, wrong in _find_match_problems(store):
        yield f"match {match_id}: {wrong}"
    for obsolete_message in await store.cleanup.list_stuck(now_ms - HOUR_MS):
        since = datetime.fromtimestamp((obsolete_message.first_failed_ms or 0) / 1000, UTC).isoformat(
            timespec="minutes"
        )
        yield (
            f"match {obsolete_message.match_id}: message {obsolete_message.message_id} in channel"
            f" {obsolete_message.channel_id} is to go, and Discord has not let us take it away since {since}; a running"
            " bot tries again"
        )
    for server_id in await store.ratings.list_servers():
        if wrong := await describe_rating_errors(store, server_id):
            yield f"server {server_id}: {wrong}; duel ladder rebuild puts that right"
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE_BYTES:
        yield f"disk: {free >> 20} MiB are left in {folder}"


async def _find_match_problems(store: Store) -> AsyncIterator[tuple[int, str]]:
    """Each is read from its first event to its last; those that are over, too: replays and ladders are made of them."""
    absences = await load_absences(store)
    for page in (store.matches.list_live, store.matches.list_ended):
        async for header in _iterate_headers(page):
            try:
                found = await store.journal.load_match(header.id)
            except DatabaseUnusable as damage:
                yield header.id, str(damage).removeprefix(f"match {header.id}: ")
                continue
            if found is None or found.header.is_live != header.is_live:
                # It has ended since we were told of it: it comes with those that have.
                continue
            results = [] if header.is_live else await store.results.list_of_match(header.id)
            for wrong in _check_live_match(found, absences) if header.is_live else _check_ended_match(found, results):
                yield header.id, wrong


async def repair_wrong_times(store: Store, now_ms: int) -> int:
    """It is now, whatever was known: no absence lasts longer, and no deadline is later than it should be. Says how many
    of either were wrong.
    """
    wrong = len(await store.heartbeats.find_wrong_times(now_ms))
    if wrong:
        await store.heartbeats.accept_clock(now_ms, DOWNTIME_THRESHOLD_MS)
    absences = await load_absences(store)
    async for header in _iterate_headers(store.matches.list_live):
        with suppress(Exception):
            # One that does not fold is a complaint of its own.
            if found := await store.journal.load_match(header.id):
                match = fold.fold_journal(found, absences)
                stored = _index_due_times(found.deadlines)
                late = [it for it in list_deadlines(match, absences) if stored.get((it.kind, it.seat), 0) > it.due_ms]
                late = [it for it in late if it.kind not in KINDS_WITHOUT_EVENT]
                if late:
                    await store.deadlines.set_deadlines(header.id, *late)
                    wrong += len(late)
    return wrong


async def _iterate_headers(
    load_page: Callable[[int, int], Awaitable[Sequence[MatchHeader]]],
) -> AsyncIterator[MatchHeader]:
    after = 0
    while headers := await load_page(after, _PAGE_SIZE):
        for header in headers:
            yield header
        after = headers[-1].id


def _check_ended_match(journal: Journal, results: list[Result]) -> Iterator[str]:
    """A match that is over must be what its record proves, and have ended as ladders and profiles tell."""
    game = GAMES.get(journal.header.game)
    if game is None or journal.header.edition != game.EDITION:
        # By rules that are not here any more.
        return
    try:
        match = fold.fold_journal(journal, Absences())
        if isinstance(match, FinishedMatch):
            verify_record(export.build_record(journal))
    except Exception as wrong:
        yield f"does not fold: {type(wrong).__name__}: {wrong}"
        return
    if not match.is_over:
        yield "is not over, and not counted among the live"
    if match.status != journal.header.status:
        yield f"is {match.status}, and said to be {journal.header.status}"
    told = [(it.seat, it.rank, it.score, it.reason) for it in results]
    end = match.result if isinstance(match, FinishedMatch) else None
    due = [(*it, end.reason) for it in zip(count(), end.ranks, end.scores)] if end else []
    if told != due:
        yield f"its results are {told} and should be {due}"


def _check_live_match(journal: Journal, absences: Absences) -> Iterator[str]:
    """A live match must fold, and to what the lists say of it."""
    try:
        match = fold.fold_journal(journal, absences)
    except Exception as wrong:
        yield f"does not fold: {type(wrong).__name__}: {wrong}"
        return
    if isinstance(match, UnreadableMatch):
        comes = "a newer bot plays it on" if match.close_reason == "newer" else "a running bot calls it off"
        yield f"is of edition {journal.header.edition} of its rules, and here is edition {match.game.EDITION}; {comes}"
        return
    if match.is_over:
        yield "is over and counted among the live"
    if match.status != journal.header.status:
        yield f"is {match.status}, and said to be {journal.header.status}"
    due, stored = _index_due_times(list_deadlines(match, absences)), _index_due_times(journal.deadlines)
    # Too early is put right when it comes; too late nobody would notice. Errands are put off by whoever runs them.
    if due.keys() != stored.keys() or any(
        stored[what] > due[what] for what in due if what[0] not in KINDS_WITHOUT_EVENT
    ):
        yield f"its deadlines are {stored} and should be {due}"


def _index_due_times(all_deadlines: Iterable[Deadline]) -> dict[tuple[str, int], int]:
    """Leave out what does not follow from the table: what is to be covered, or paused."""
    return {
        (each.kind, each.seat): each.due_ms
        for each in all_deadlines
        if each.kind not in {DeadlineKind.COVER_REVEAL, DeadlineKind.TOKEN_EXPIRY}
    }
