"""Records a storm: people's actions, the responses and messages they saw, and the periods of faults."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from bot.messenger import MAX_EDIT_AGE_MS
from bot.screens.custom_ids import Action
from bot.wall_clock import snowflake_time_ms
from discord_playground.client import JSON, InteractionResult, full_text
from discord_playground.world.interaction import NOT_CONNECTED_ERROR
from tests.kit.wire_person import EPHEMERAL_FLAG
from tests.tools.driver import ENDED_STEP, DrivenPerson, Recorder, list_match_buttons

MAX_CONCURRENT_PRESSES: Final = 5
"""The maximum number of concurrent presses. With more, a machine with two cores cannot always respond in time."""
MAX_SLOT_TIME_S: Final = 1.0
"""The time after which a press frees its slot, because the process is probably down and others should continue."""
TWO_SWEEPS_S: Final = 10.0
"""The maximum time from the last fault until a player sees a step. After that, the step counts as late."""


@dataclass(frozen=True, slots=True)
class FailedPress:
    """A press to which the bot did not respond in time."""

    began_s: float
    ended_s: float
    interaction_id: int
    description: str
    was_delivered: bool = True
    """Whether the bot was connected. A disconnected bot reconnects within two sweeps, because of the identify limit."""


@dataclass
class StormWitness(Recorder):
    press_slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MAX_CONCURRENT_PRESSES))
    interactions_by_person: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The IDs of the interactions that got a response, by person."""
    ping_message_ids: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The IDs of the messages that notified a person, by person."""
    notification_ids: dict[tuple[int, int, int, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    """The IDs of the messages that notified a person, by person, match, step and kind."""
    late_sights: list[str] = field(default_factory=list)
    failed_presses: list[FailedPress] = field(default_factory=list)
    tried_ids: set[int] = field(default_factory=set)
    """The IDs of interactions to which the bot tried to respond, including those that were too late."""
    fault_periods: list[list[float]] = field(default_factory=list)
    """The start and end of each fault, including the recovery from it."""
    fault_counts: Counter[str] = field(default_factory=Counter)
    diary: list[str] = field(default_factory=list)
    deaths: list[str] = field(default_factory=list)
    """Descriptions of the processes that ended unexpectedly or with an error."""

    @asynccontextmanager
    async def wait_for_slot(self) -> AsyncIterator[None]:
        """Let at most `MAX_CONCURRENT_PRESSES` callers run their `with` block at the same time. Others wait."""
        await self.press_slots.acquire()
        held = [self.press_slots]

        def release_slot() -> None:
            while held:
                held.pop().release()

        timer = asyncio.get_running_loop().call_later(MAX_SLOT_TIME_S, release_slot)
        try:
            yield
        finally:
            timer.cancel()
            release_slot()

    def add_answer(self, person_id: int, answer: InteractionResult) -> None:
        super().add_answer(person_id, answer)
        self.interactions_by_person[person_id].append(int(answer.interaction_id))

    def add_failure(self, person: DrivenPerson, description: str, began_s: float, answer: InteractionResult) -> None:
        interaction_id = int(answer.interaction_id)
        was_delivered = answer.error != NOT_CONNECTED_ERROR
        self.failed_presses.append(FailedPress(began_s, time.monotonic(), interaction_id, description, was_delivered))
        self.add_note(f"{person.user_id} got no answer: {description}, {interaction_id}")

    def add_message(self, person: DrivenPerson, message: JSON, *, is_new: bool) -> None:
        message_id, is_direct = int(message["id"]), person.is_dm(message)
        is_private = bool(message["flags"] & EPHEMERAL_FLAG)
        for action, match_id, step in list_match_buttons(message):
            is_notification_only = is_new and not is_private and has_outlived(person, message, match_id)
            self.record_seen_step(
                person.person_id,
                match_id,
                ENDED_STEP if action == Action.OFFER_REMATCH else step,
                is_notification_only=is_notification_only,
            )
        # A response to the person's own press notifies nobody, even if it is a new message.
        if not is_new or is_private or "interaction_metadata" in message:
            return
        asks = [
            (match_id, step)
            for action, match_id, step in list_match_buttons(message)
            if action == Action.PICK_MOVE or (action == Action.OPEN_MATCH and not is_direct)
        ]
        if message["playground"]["pings"] or (is_direct and asks):
            self.ping_message_ids[person.person_id].append(message_id)
            is_reminder = "⏰" in full_text(message)
            for match_id, step in asks[:1]:
                kind = f"{'dm' if is_direct else 'card'}{' again' if is_reminder else ''}"
                self.notification_ids[person.person_id, match_id, step, kind].add(message_id)
                self.add_note(f"{person.user_id} is notified by {kind} {message_id} for match {match_id}, step {step}")

    def record_seen_step(self, person_id: int, match_id: int, step: int, *, is_notification_only: bool = False) -> None:
        """Record that a person sees a step for the first time, and how long after the step became visible.

        With `is_notification_only`, the delay is not measured, because only a notification could show the step.
        """
        for resolved in self.pop_seen_steps(person_id, match_id, step):
            if is_notification_only:
                continue
            seconds = max(0.0, time.monotonic() - max(resolved.since_s, self.get_end_of_fault(resolved.since_s)))
            self.seen_after_s.append(seconds)
            if seconds > TWO_SWEEPS_S:
                self.late_sights.append(
                    f"match {match_id}, step {resolved.step}: {person_id} saw it after {seconds:.1f} s"
                )
                self.add_note(self.late_sights[-1])

    @contextmanager
    def record_fault(self, description: str, grace_s: float) -> Iterator[None]:
        """Record the block as the period of a fault, followed by `grace_s` seconds for recovery."""
        self.fault_counts[description] += 1
        self.add_note(f"{description} begins")
        period = [time.monotonic(), float("inf")]
        self.fault_periods.append(period)
        try:
            yield
        finally:
            period[1] = time.monotonic() + grace_s
            self.add_note(f"{description} is over")

    def get_end_of_fault(self, since_s: float) -> float:
        """Return when the last fault since this time ended, as the start from which delays count.

        Return the current time during a fault, and `since_s` if there was none.
        """
        return max((min(end, time.monotonic()) for _, end in self.fault_periods if end >= since_s), default=since_s)

    def list_unexplained_failures(self) -> list[FailedPress]:
        return [
            it
            for it in self.failed_presses
            if not any(
                begin <= it.ended_s and end + (0 if it.was_delivered else TWO_SWEEPS_S) >= it.began_s
                for begin, end in self.fault_periods
            )
        ]

    def add_note(self, line: str) -> None:
        self.diary.append(f"{datetime.now(UTC).isoformat(timespec='milliseconds')} {line}")


def has_outlived(person: DrivenPerson, new: JSON, match_id: int) -> bool:
    """Return whether all other messages that this person has about the match are too old to be edited."""
    others = [
        it
        for it in person.list_messages()
        if it["id"] != new["id"] and any(match_id == other_id for _, other_id, _ in list_match_buttons(it))
    ]
    return bool(others) and all(
        snowflake_time_ms(int(new["id"])) - snowflake_time_ms(int(it["id"])) > MAX_EDIT_AGE_MS for it in others
    )
