"""Finds lost events and repeated messages of a simulated day, by comparing the journal with the messages on Discord."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.matches.fold import fold_journal
from bot.matches.model import ClosedMatch, FinishedMatch, Offer, RunningMatch
from bot.matches.time_budget import Absences
from bot.messenger import MessageLocation
from bot.screens.custom_ids import Action
from bot.screens.scene import Scene
from storage import Store
from tests.tools.day.discord import SimulatedDiscord, find_reader
from tests.tools.day.people import DayRecord, get_match_id, list_custom_ids


@dataclass
class DayVerdict:
    lost_events: list[str] = field(default_factory=list)
    repeated_messages: list[str] = field(default_factory=list)
    event_count: int = 0
    finished_count: int = 0
    running_count: int = 0


async def judge_day(store: Store, discord: SimulatedDiscord, record: DayRecord, match_ids: Iterable[int]) -> DayVerdict:
    verdict = DayVerdict()
    cards_by_match: dict[int, list[tuple[MessageLocation, Scene]]] = {}
    for location, scene in discord.messages.items():
        if not find_reader(location.channel_id) and (match_id := get_match_id(scene)):
            cards_by_match.setdefault(match_id, []).append((location, scene))
    interaction_counts: Counter[int] = Counter()
    for match_id in match_ids:
        journal = await store.journal.load_match(match_id)
        if journal is None:
            verdict.lost_events.append(f"match {match_id} is not in the store")
            continue
        verdict.event_count += len(journal.events)
        interaction_counts.update(event.interaction_id for event in journal.events if event.interaction_id)
        match, header = fold_journal(journal, Absences()), journal.header
        verdict.finished_count += match.is_over
        verdict.running_count += not match.is_over
        if match.is_practice:
            continue
        if header.events_shown < header.event_count:
            verdict.lost_events.append(
                f"match {match_id}: only {header.events_shown} of {header.event_count} events are shown"
            )
        cards = cards_by_match.get(match_id, [])
        if len(cards) > 1:
            verdict.repeated_messages.append(f"match {match_id} has {len(cards)} cards")
        is_finished = isinstance(match, FinishedMatch)
        if isinstance(match, FinishedMatch | RunningMatch | Offer) and not any(
            location == MessageLocation(header.channel_id, header.card_message_id or 0)
            and any(list_custom_ids(scene, Action.SHOW_REVIEW)) == is_finished
            for location, scene in cards
        ):
            verdict.lost_events.append(f"match {match_id}: no card shows its state {type(match).__name__}")
        if isinstance(match, ClosedMatch) and any(list_custom_ids(scene, Action.JOIN_OFFER) for _, scene in cards):
            verdict.lost_events.append(f"match {match_id}: its card shows a closed offer as open")
    verdict.lost_events += [
        f"match {match_id}: {person_id} never saw the last step"
        for match_id, person_id in record.unseen_steps
        if person_id
    ]
    verdict.lost_events += [
        f"the interaction {it} is in no journal" for it in record.acknowledged_ids - interaction_counts.keys()
    ]
    verdict.repeated_messages += [
        f"the interaction {it} is stored {count} times" for it, count in interaction_counts.items() if count > 1
    ]
    verdict.repeated_messages += [
        f"{nonce} was posted {count} times" for nonce, count in discord.post_counts.items() if count > 1
    ]
    return verdict
