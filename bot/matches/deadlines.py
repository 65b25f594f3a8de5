"""The deadlines that follow from the state of a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from bot.matches.model import MatchState, Offer, RunningMatch
from bot.matches.time_budget import Absences
from bot.wall_clock import MINUTE
from storage import Deadline, DeadlineOutcome, PlayerMessage

LATE: Final = 10_000
"""Milliseconds after which the house is asked again, by whichever process is there."""
PAUSE_DELAY_MS: Final = 14 * MINUTE
"""After the last press, a player message that only its token reaches is paused: Discord expires tokens after 15."""


class DeadlineKind(StrEnum):
    """What can be due; stored by name."""

    TURN = "turn"
    REMINDER = "reminder"
    LIMIT = "limit"
    OFFER = "offer"
    FILL = "fill"
    HOUSE = "house"
    """The house owes a word; whoever was thinking about it may be gone."""
    CALL = "call"
    """Somebody is to choose, or to shake the dice, and not at it: they are called, in their way. It stands until they
    have, and says what came of it: so a call that was lost can be told from one that was made.
    """
    COVER = "cover"
    """A temporary reveal must be covered again; `delivery` sets it when it reveals something."""
    PAUSE = "pause"
    """The token of a player message is about to expire, so it can soon not be edited; `delivery` sets it."""


ERRANDS: Final = frozenset({DeadlineKind.CALL, DeadlineKind.COVER, DeadlineKind.PAUSE, DeadlineKind.HOUSE})
"""Deadlines for `delivery` or the AI seats: firing one adds no event to the match by itself."""


def deadlines(match: MatchState, absences: Absences) -> Iterator[Deadline]:
    """Of the offer while it stands, then of the match and of everybody who is being waited for."""
    match match:
        case Offer():
            yield from _offered(match, absences)
        case RunningMatch():
            yield from _played(match, absences)


def _offered(match: Offer, absences: Absences) -> Iterator[Deadline]:
    yield Deadline(DeadlineKind.OFFER, match.stands(absences), 0)
    fills = match.fills(absences)
    if fills is not None:
        yield Deadline(DeadlineKind.FILL, fills, 0)
    for sitter in match.awaited if _reaches(match) else ():
        yield Deadline(DeadlineKind.CALL, match.offered_at, 0, sitter.place)


def _played(match: RunningMatch, absences: Absences) -> Iterator[Deadline]:
    limit = match.limit(absences)
    if limit is not None:
        yield Deadline(DeadlineKind.LIMIT, limit, 0)
    if match.engine.to_move & match.housed:
        yield Deadline(DeadlineKind.HOUSE, match.moved + LATE, match.engine.step)
    for seat in sorted(match.time_budgets):
        due, reminder = match.due(seat, absences), match.reminder(seat, absences)
        if due is not None:
            yield Deadline(DeadlineKind.TURN, due, match.engine.step, seat)
        if reminder is not None and _reaches(match):
            yield Deadline(DeadlineKind.REMINDER, reminder, match.engine.step, seat)
    if _reaches(match):
        yield from _calls(match, absences)


def _reaches(match: MatchState) -> bool:
    """Can we call anybody? Whoever practises is there, and abroad we speak only to whoever has just pressed."""
    return not (match.is_practice or match.is_user_installed)


def _calls(match: RunningMatch, absences: Absences) -> Iterator[Deadline]:
    """One a step, the same as long as it is due, and one more when the time runs short; who plays on is not called."""
    for seat in sorted(match.engine.to_move - match.housed):
        allowance, most = match.time_budgets[seat], match.terms.reminds
        since = allowance.since or match.moved
        left = most - allowance.spent if most and allowance.reminded else 0
        if left > 0:
            yield Deadline(
                DeadlineKind.CALL,
                absences.of(match.people[seat]).due(since, left),
                match.engine.step,
                seat,
                is_reminder=True,
            )
        else:
            # Who chose last and is asked again may leave just then.
            yield Deadline(DeadlineKind.CALL, max(since, match.moved), match.engine.step, seat)
    for seat in sorted(match.consulted):
        yield Deadline(DeadlineKind.CALL, match.wished, match.engine.step, seat)


def stands(call: Deadline, standing: Iterable[Deadline], *answers: DeadlineOutcome) -> bool:
    """Is it still to be made? Whatever the clock has made of it meanwhile; and also where one of these answers it."""
    return any(same(it, call) and it.outcome in {None, *answers} for it in standing)


def same(one: Deadline, other: Deadline) -> bool:
    """The same of somebody, whenever it is due."""
    return (one.kind, one.seat, one.step, one.is_reminder) == (
        other.kind,
        other.seat,
        other.step,
        other.is_reminder,
    )


def pause_deadline(message: PlayerMessage) -> Deadline | None:
    """Return when to pause a player message; None if it can also be edited in its channel."""
    return None if message.channel_id else Deadline(DeadlineKind.PAUSE, message.last_used_ms + PAUSE_DELAY_MS, 0)
