"""`duel doctor`: finds problems in the store and, on request, corrects wrong times."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from bot.matches import export, fold
from bot.matches.deadline_loop import DOWNTIME_THRESHOLD_MS
from bot.matches.deadlines import KINDS_SET_BY_DELIVERY, KINDS_WITHOUT_EVENT, list_deadlines
from bot.matches.holidays import load_absences
from bot.matches.model import FinishedMatch, UnreadableMatch
from bot.matches.time_budget import Absences
from bot.ratings.rebuild import describe_rating_errors
from bot.wall_clock import HOUR_MS
from games import GAMES
from games.fairness import verify_record
from storage import DatabaseUnusable, Deadline, Journal, SeatResult, Store, find_last_backup_time

MIN_FREE_BYTES: Final = 256 << 20
"""Less free disk space than this is reported as a problem. A full disk loses no data, but stops all matches."""
MAX_BACKUP_AGE_MS: Final = 26 * HOUR_MS
"""An older last backup is reported as a problem. A nightly backup may start half an hour later than the last one."""


async def find_problems(store: Store, folder: Path, now_ms: int) -> AsyncIterator[str]:
    """Yield a line for each problem found in the store, or on the disk that contains `folder`.

    The schema is not checked here, because it was already checked when the store was opened.
    """
    damage = await store.find_file_damage()
    for problem in damage:
        yield f"database: {' '.join(problem.split())}"
    if damage:
        # Other checks of a damaged file would only report more symptoms.
        return
    for problem in await store.heartbeats.find_wrong_times(now_ms):
        yield f"time: {problem}; if this machine's clock is right, duel doctor --mend corrects this"
    for match_id in await store.journal.list_matches_with_gaps():
        yield f"match {match_id}: its journal has gaps"
    for match_id in await store.history.list_matches_differing_from_results():
        yield f"match {match_id}: its stored history differs from its results"
    async for match_id, problem in _find_match_problems(store):
        yield f"match {match_id}: {problem}"
    for message in await store.cleanup.list_stuck(now_ms - HOUR_MS):
        first_failed = datetime.fromtimestamp((message.first_failed_ms or 0) / 1000, UTC)
        yield (
            f"match {message.match_id}: message {message.message_id} in channel {message.channel_id} could not be"
            f" deleted, first attempt {first_failed.isoformat(timespec='minutes')}; a running bot keeps trying"
        )
    for server_id in await store.ratings.list_servers():
        if problem := await describe_rating_errors(store, server_id):
            yield f"server {server_id}: {problem}; duel ladder rebuild corrects this"
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE_BYTES:
        yield f"disk: only {free >> 20} MiB are free in {folder}"


def find_backup_problem(folder: Path | None, now_ms: int) -> str | None:
    """Return a line if the last backup in the folder is too old. None if all is well, or if there is no folder."""
    if folder is None:
        return None
    time_s = find_last_backup_time(folder)
    if time_s is None:
        return f"backup: there is none in {folder}"
    made = datetime.fromtimestamp(time_s, UTC).isoformat(timespec="minutes")
    return f"backup: the last one in {folder} is of {made}" if now_ms - time_s * 1000 > MAX_BACKUP_AGE_MS else None


async def _find_match_problems(store: Store) -> AsyncIterator[tuple[int, str]]:
    """Yield a match ID and a description for each problem of a live or ended match."""
    absences = await load_absences(store)
    for is_live in (True, False):
        async for header in store.matches.iterate_all(is_live=is_live):
            try:
                journal = await store.journal.load_match(header.id)
            except DatabaseUnusable as error:
                yield header.id, str(error).removeprefix(f"match {header.id}: ")
                continue
            if journal is None or journal.header.is_live != header.is_live:
                # The match has ended since its header was read, so it is checked later, among the ended matches.
                continue
            if header.is_live:
                problems = _check_live_match(journal, absences)
            else:
                problems = _check_ended_match(journal, await store.results.list_of_match(header.id))
            for problem in problems:
                yield header.id, problem


async def repair_wrong_times(store: Store, now_ms: int) -> int:
    """Fix stored times that contradict `now_ms`, the correct time, and deadlines that are too late.

    Returns the number of fixed times and deadlines.
    """
    corrected_count = len(await store.heartbeats.find_wrong_times(now_ms))
    if corrected_count:
        await store.heartbeats.accept_clock(now_ms, DOWNTIME_THRESHOLD_MS)
    absences = await load_absences(store)
    async for header in store.matches.iterate_all(is_live=True):
        # Skip matches that do not fold, because `find_problems` reports them.
        with suppress(Exception):
            if journal := await store.journal.load_match(header.id):
                match = fold.fold_journal(journal, absences)
                stored_times = _index_due_times(journal.deadlines)
                late = [
                    deadline
                    for deadline in list_deadlines(match, absences)
                    if stored_times.get((deadline.kind, deadline.seat), 0) > deadline.due_ms
                    and deadline.kind not in KINDS_WITHOUT_EVENT
                ]
                if late:
                    await store.deadlines.set_deadlines(header.id, *late)
                    corrected_count += len(late)
    return corrected_count


def _check_ended_match(journal: Journal, results: list[SeatResult]) -> Iterator[str]:
    """Yield the problems of an ended match: an invalid record, a wrong stored status, or wrong stored results."""
    game = GAMES.get(journal.header.game)
    if game is None or journal.header.edition != game.EDITION:
        # The match cannot be folded, because its edition of the rules is gone.
        return
    try:
        match = fold.fold_journal(journal, Absences())
        if isinstance(match, FinishedMatch):
            verify_record(export.build_record(journal))
    except Exception as error:
        yield f"its journal cannot be replayed: {type(error).__name__}: {error}"
        return
    if not match.is_over:
        yield "is not over, but is stored as ended"
    if match.status != journal.header.status:
        yield f"its status is {match.status}, but {journal.header.status} is stored"
    stored_results = [(result.seat, result.rank, result.score, result.reason) for result in results]
    outcome = match.result if isinstance(match, FinishedMatch) else None
    expected_results = (
        [(*row, outcome.reason) for row in zip(count(), outcome.ranks, outcome.scores)] if outcome else []
    )
    if stored_results != expected_results:
        yield f"its results are {stored_results}, but should be {expected_results}"


def _check_live_match(journal: Journal, absences: Absences) -> Iterator[str]:
    """Yield the problems of a live match: events that cannot be replayed, a wrong stored status, or wrong deadlines."""
    if not fold.is_known_game(journal.header):
        yield f"its game {journal.header.game} is not installed, so it cannot be played"
        return
    try:
        match = fold.fold_journal(journal, absences)
    except Exception as error:
        yield f"its journal cannot be replayed: {type(error).__name__}: {error}"
        return
    if isinstance(match, UnreadableMatch):
        future = "a newer bot can continue it" if match.close_reason == "newer" else "a running bot will cancel it"
        editions = f"edition {journal.header.edition} of its rules, but this bot has edition {match.game.EDITION}"
        yield f"uses {editions}; {future}"
        return
    if match.is_over:
        yield "is over, but is stored as live"
    if match.status != journal.header.status:
        yield f"its status is {match.status}, but {journal.header.status} is stored"
    expected_times = _index_due_times(list_deadlines(match, absences))
    stored_times = _index_due_times(journal.deadlines)
    # Ignore a deadline that is too early, because it corrects itself when it fires. The bot may postpone kinds without
    # an event.
    has_late_one = any(
        stored_times.get(key, 0) > due_ms for key, due_ms in expected_times.items() if key[0] not in KINDS_WITHOUT_EVENT
    )
    if has_late_one or expected_times.keys() != stored_times.keys():
        yield f"its deadlines are {stored_times}, but should be {expected_times}"


def _index_due_times(deadlines: Iterable[Deadline]) -> dict[tuple[str, int], int]:
    """Map the kind and seat of each deadline to its due time.

    Deadlines for messages are left out, because they do not follow from the state of the match.
    """
    return {
        (deadline.kind, deadline.seat): deadline.due_ms
        for deadline in deadlines
        if deadline.kind not in KINDS_SET_BY_DELIVERY
    }
