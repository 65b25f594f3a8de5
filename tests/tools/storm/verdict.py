"""Evaluates a storm: finds errors of each kind and counts them in a table."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Final

from bot.delivery.notifications import NOTIFICATION_COOLDOWN_MS
from bot.matches.fold import fold_journal
from bot.matches.model import (
    ClosedMatch,
    EventType,
    FinishedMatch,
    MatchState,
    Offer,
    RunningMatch,
    StartedMatch,
    UnreadableMatch,
)
from bot.matches.time_budget import Absences
from bot.messenger import MAX_EDIT_AGE_MS
from bot.screens import review_positions
from bot.screens.custom_ids import Action
from bot.screens.player_screen import render_player_screen
from bot.screens.player_screen_state import PlayerScreenContext
from bot.wall_clock import DISCORD_EPOCH_MS, snowflake_time_ms
from discord_playground.api.messages import NONCE_LIFETIME_S
from discord_playground.client import JSON, iter_components
from games.words import LOCALES
from storage import Event, Journal
from tests.kit.wire_person import EPHEMERAL_FLAG
from tests.tools.driver import DrivenPerson, MovePress, ServerGroup, list_match_buttons
from tests.tools.storm.witness import StormWitness

FAULT_COLUMNS: Final = (
    "lost", "doubled", "altered", "unconfirmed", "silent", "stale", "duplicates", "unanswered", "unseen", "late",
    "dead", "doctor",
)  # fmt: skip
MEDIA_TYPES: Final = frozenset({11, 12, 13})
MAX_MESSAGE_ID: Final = str((1 << 63) - 1)


@dataclass(frozen=True, slots=True)
class FinalMessage:
    """A message of the bot that still exists after the storm."""

    message_id: int
    person_id: int | None
    """The recipient of a direct message, or None in a channel."""
    match_ids: frozenset[int]
    step: int | None
    """The step for which the message asks for a choice, or None."""
    actions: frozenset[str]
    is_heavy: bool
    """Whether the message has a button or a picture."""


async def read_final_messages(group: ServerGroup) -> list[FinalMessage]:
    """Return all messages of the bot in the group's channel and in the direct messages of its people."""
    reader, pages = group.people[0], list[JSON]()
    before, more = MAX_MESSAGE_ID, True
    while more:
        page = await reader.load_history(group.channel, before)
        pages += page["messages"]
        more = page["more"] and bool(page["messages"])
        before = page["messages"][0]["id"] if page["messages"] else before
    messages = [make_final_message(it) for it in pages if it["author"]["bot"] and not it["flags"] & EPHEMERAL_FLAG]
    for person in group.people:
        if channel := person.watch.find_channel(person.dm_channel):
            page = await person.load_history(channel["id"], MAX_MESSAGE_ID)
            messages += [make_final_message(it, person) for it in page["messages"] if it["author"]["bot"]]
    return messages


def make_final_message(message: JSON, person: DrivenPerson | None = None) -> FinalMessage:
    buttons = list(list_match_buttons(message))
    return FinalMessage(
        int(message["id"]),
        person.person_id if person else None,
        frozenset(match_id for _, match_id, _ in buttons),
        max((step for action, _, step in buttons if action in {Action.PICK_MOVE, Action.OPEN_MATCH}), default=None),
        frozenset(action for action, _, _ in buttons),
        bool(buttons) or any(it["type"] in MEDIA_TYPES for it in iter_components(message)),
    )


@dataclass(frozen=True)
class StormEvidence:
    """The data from which the verdict on a storm is derived."""

    witness: StormWitness
    journals: Mapping[int, Journal]
    card_by_match: Mapping[int, int]
    """The ID of the message that is stored as the card, by match."""
    messages: Sequence[FinalMessage]
    unnotified_ids: frozenset[int]
    """The IDs of people who have disabled notifications."""
    ended_ms: int
    """The time of the playground's clock at the end of the storm."""
    doctor_output: str = ""
    """The problems that `duel doctor` found."""

    @cached_property
    def match_states(self) -> Mapping[int, MatchState]:
        return {match_id: fold_journal(journal, Absences()) for match_id, journal in self.journals.items()}

    @cached_property
    def stored_events(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """The match and position of each event that an interaction caused, by interaction ID."""
        positions: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for match_id, journal in self.journals.items():
            for position, event in enumerate(journal.events):
                if event.interaction_id:
                    positions[event.interaction_id].append((match_id, position))
        return positions

    def is_too_old(self, message_id: int) -> bool:
        """Return whether Discord no longer accepts edits of this message."""
        return self.ended_ms - DISCORD_EPOCH_MS - (message_id >> 22) > MAX_EDIT_AGE_MS


@dataclass(frozen=True)
class StormVerdict:
    faults: Mapping[str, Sequence[str]]
    """The errors, one line each, by column of the table."""
    evidence: StormEvidence

    @property
    def is_good(self) -> bool:
        return not any(self.faults.values())

    def format_table(self) -> str:
        witness, states = self.evidence.witness, self.evidence.match_states.values()
        delays_s, presses = witness.seen_after_s, witness.presses
        figures = [f"{statistics.median(delays_s):.1f}", f"{max(delays_s):.1f}"] if delays_s else ["-", "-"]
        head = [*FAULT_COLUMNS, "median s", "worst s"]
        cells = [*(str(len(self.faults[column])) for column in FAULT_COLUMNS), *figures]
        widths = [max(len(name), len(cell)) for name, cell in zip(head, cells, strict=True)]
        acknowledged = [press for press in presses if press.acknowledged]
        revised = sum(press.is_revision for press in acknowledged)
        late = sum(it.interaction_id in witness.tried_ids for it in witness.list_unexplained_failures())
        matches = sum(not isinstance(match, Offer | ClosedMatch) for match in states)
        over = sum(isinstance(match, FinishedMatch) for match in states)
        repeated = count_repeated_notifications(self.evidence)
        faults = ", ".join(f"{count} {fault}" for fault, count in sorted(witness.fault_counts.items()))
        return "\n".join(
            [
                *("  ".join(it.rjust(to) for it, to in zip(row, widths, strict=True)) for row in (head, cells)),
                f"{len(acknowledged)} moves acknowledged, {revised} of them revisions; {len(presses)} presses",
                f"{matches} matches, {over} of them over",
                f"{len(delays_s)} steps seen; {late} answers came too late; {repeated} notifications repeated",
                f"{witness.fault_counts.total()} faults: {faults}",
                *(f"{column}: {line}" for column in FAULT_COLUMNS for line in self.faults[column]),
            ]
        )


def judge_storm(evidence: StormEvidence) -> StormVerdict:
    witness = evidence.witness
    unanswered = (
        it.description for it in witness.list_unexplained_failures() if it.interaction_id not in witness.tried_ids
    )
    unseen = (
        f"match {it.match_id}, step {it.step}"
        for it in witness.unseen_steps
        if not evidence.is_too_old(evidence.card_by_match[it.match_id])
    )
    columns = (
        find_lost_choices(evidence), find_doubled_choices(evidence), find_altered_choices(evidence),
        find_unconfirmed_choices(evidence),
        find_missing_notifications(evidence), find_stale_messages(evidence),
        find_duplicate_notifications(evidence), unanswered, unseen, witness.late_sights,
        witness.deaths, [evidence.doctor_output] if evidence.doctor_output else [],
    )  # fmt: skip
    return StormVerdict({name: list(lines) for name, lines in zip(FAULT_COLUMNS, columns, strict=True)}, evidence)


def find_lost_choices(evidence: StormEvidence) -> Iterator[str]:
    for press in evidence.witness.presses:
        if press.acknowledged and press.interaction_id not in evidence.stored_events:
            yield f"{describe_press(press)}: {press.interaction_id}, {press.note}"
    for match_id in evidence.witness.match_ids - evidence.journals.keys():
        yield f"match {match_id}: its offer"


def describe_press(press: MovePress) -> str:
    return f"match {press.match_id}, step {press.step}: {press.person_id}"


def find_doubled_choices(evidence: StormEvidence) -> Iterator[str]:
    """Yield choices that are stored twice, that nobody made, or that were acknowledged twice in a step."""
    pressed = {press.interaction_id for press in evidence.witness.presses}
    for interaction_id, positions in evidence.stored_events.items():
        if len(positions) > 1:
            yield f"interaction {interaction_id} is stored {len(positions)} times"
    first_choices = {it.interaction_id: it for it in evidence.witness.presses if it.acknowledged and not it.is_revision}
    for match_id, journal in evidence.journals.items():
        chosen: Counter[tuple[int, int]] = Counter()
        for event in journal.events:
            if event.kind == EventType.MOVED and event.interaction_id and event.interaction_id not in pressed:
                yield f"match {match_id}: nobody pressed the stored move of {event.person_id}"
            press = first_choices.get(event.interaction_id or 0)
            if press and event.kind == EventType.MOVED and not event.payload.startswith("!"):
                chosen[press.person_id, press.step] += 1
        for (person_id, step), times in chosen.items():
            if times > 1:
                yield f"match {match_id}, step {step}: {person_id} was acknowledged {times} times"


def find_altered_choices(evidence: StormEvidence) -> Iterator[str]:
    """Yield each press that is stored with a different match, person or move."""
    for press in evidence.witness.presses:
        for match_id, position in evidence.stored_events.get(press.interaction_id, ()):
            event = evidence.journals[match_id].events[position]
            if event.kind == EventType.REVEAL_OPENED and match_id == press.match_id:
                # The press only opened the first page of choices, which gives up a look at a hidden board.
                continue
            if (match_id, event.person_id, event.kind) != (press.match_id, press.person_id, EventType.MOVED):
                yield f"{describe_press(press)} pressed {press.note}, and match {match_id} has {event}"
            elif not is_same_move(press.move, tuple(event.payload.split())):
                yield f"{describe_press(press)} pressed {' '.join(press.move)}, and {event.payload} is stored"


def is_same_move(pressed: Sequence[str], stored: Sequence[str]) -> bool:
    """Return whether a stored move is the pressed one. If a move names two objects at its end, either may come first.

    For example, `swap a1 c3` is the same move as `swap c3 a1`.
    """
    for prefix_length in range(len(stored) % 2, len(stored), 2):
        middle = (prefix_length + len(stored)) // 2
        if [*pressed] == [*stored[:prefix_length], *stored[middle:], *stored[prefix_length:middle]]:
            return True
    return [*pressed] == [*stored]


def find_unconfirmed_choices(evidence: StormEvidence) -> Iterator[str]:
    """Yield each acknowledged press whose response does not show its effect.

    The response must be a screen that the bot renders for the stored match at some point between this move and the
    person's next one. Until the step is resolved, such a screen names the move.
    """
    for press in evidence.witness.presses:
        if not press.acknowledged or len(positions := evidence.stored_events.get(press.interaction_id, ())) != 1:
            # Lost and doubled moves have their own columns.
            continue
        ((match_id, position),) = positions
        journal = evidence.journals[match_id]
        later = range(position + 1, len(journal.events))
        end = next((it for it in later if is_choice_of(journal.events[it], press.person_id)), len(journal.events))
        prefixes = (replace(journal, events=journal.events[:it]) for it in range(position + 1, end + 1))
        if not any(is_confirmed_by(press.screen, prefix, press.person_id) for prefix in prefixes):
            event = journal.events[position]
            yield f"{describe_press(press)} chose {event.payload} and was shown {press.screen!r}"


def is_choice_of(event: Event, person_id: int) -> bool:
    return event.person_id == person_id and event.kind == EventType.MOVED and bool(event.interaction_id)


def is_confirmed_by(screen: str, journal: Journal, person_id: int) -> bool:
    """Return whether a player message of this person can have this text in this state of the match."""
    match = fold_journal(journal, Absences())
    if isinstance(match, UnreadableMatch):
        # A newer version of the bot began this match, so this version cannot tell which text is right.
        return True
    seat = match.find_view_seat(person_id)
    assert isinstance(match, StartedMatch)
    assert seat is not None
    context = PlayerScreenContext(positions=tuple(review_positions.list_positions(journal)) if match.is_over else ())
    screens = (render_player_screen(match, seat, locale, Absences(), context) for locale in LOCALES)
    is_sealed = isinstance(match, RunningMatch) and seat in match.engine.sealed
    # Other lines below the board may change independently of this match.
    return any(all(line in screen for line in (*it.above, *(it.below[:1] if is_sealed else ()))) for it in screens)


def find_missing_notifications(evidence: StormEvidence) -> Iterator[str]:
    """Yield the players who are to move but have not been notified in this turn."""
    witness = evidence.witness
    for match_id, match in evidence.match_states.items():
        if not isinstance(match, RunningMatch):
            continue
        for seat in sorted(match.engine.to_move - match.ai_controlled_seats):
            person_id = match.player_ids[seat]
            assert person_id is not None
            if person_id in evidence.unnotified_ids:
                continue
            # A player who has not acted since an earlier notification needs no further one.
            turn_id = get_first_message_id(match.step_began_ms)
            last_id = max((it for it in witness.interactions_by_person[person_id] if it < turn_id), default=0)
            since_id = max(last_id, get_first_message_id(match.step_began_ms - NOTIFICATION_COOLDOWN_MS))
            if not any(ping_id > since_id for ping_id in witness.ping_message_ids[person_id]):
                yield f"match {match_id}, step {match.engine.step}: {person_id} at seat {seat}"


def find_stale_messages(evidence: StormEvidence) -> Iterator[str]:
    """Yield the messages that ask for a step that is over, or that were replaced but not deleted."""
    match_by_card = {message_id: match_id for match_id, message_id in evidence.card_by_match.items()}
    for it in evidence.messages:
        is_card = it.person_id is None
        if not it.is_heavy:
            continue
        if is_card and it.message_id not in match_by_card:
            yield f"message {it.message_id} of match {[*it.match_ids]} is not the card"
        elif not evidence.is_too_old(it.message_id):
            known = {match_by_card[it.message_id]} if is_card else it.match_ids & evidence.match_states.keys()
            for match_id in known:
                if fault := describe_stale(it, evidence.match_states[match_id]):
                    subject = "the card" if is_card else f"the direct message {it.message_id} of {it.person_id}"
                    yield f"{subject} of match {match_id}: {fault}"


def describe_stale(message: FinalMessage, match: MatchState) -> str:
    if isinstance(match, FinishedMatch):
        return (
            ""
            if Action.OFFER_REMATCH in message.actions
            else f"the match is over, and the message has {sorted(message.actions)}"
        )
    if isinstance(match, RunningMatch) and message.step is not None and message.step < match.engine.step:
        return f"it asks for step {message.step}, and the match is at step {match.engine.step}"
    return ""


def find_duplicate_notifications(evidence: StormEvidence) -> Iterator[str]:
    """Yield each notification that was sent twice while Discord still remembered its nonce."""
    for (person_id, match_id, step, kind), messages in evidence.witness.notification_ids.items():
        if any(is_within_nonce(*pair) for pair in pairwise(sorted(messages))):
            yield f"match {match_id}, step {step}: {len(messages)} {kind} for {person_id}"


def count_repeated_notifications(evidence: StormEvidence) -> int:
    """Return the number of notifications that were repeated after Discord had forgotten their nonce.

    In this case, the storm advanced the clock after the first message was sent but before it was stored. If the first
    message is not deleted later, it counts as stale.
    """
    pairs = (pair for messages in evidence.witness.notification_ids.values() for pair in pairwise(sorted(messages)))
    return sum(not is_within_nonce(*pair) for pair in pairs)


def is_within_nonce(earlier_id: int, later_id: int) -> bool:
    return snowflake_time_ms(later_id) - snowflake_time_ms(earlier_id) <= NONCE_LIFETIME_S * 1000


def get_first_message_id(at_ms: int) -> int:
    """Return the smallest message ID (snowflake) of this time, to compare message IDs with times."""
    return (at_ms - DISCORD_EPOCH_MS) << 22
