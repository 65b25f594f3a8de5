"""What of a day was lost or came twice: the journal compared with the messages at Discord."""

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
    known: Counter[int] = Counter()
    for match_id in match_ids:
        whole = await store.journal.load_match(match_id)
        if whole is None:
            verdict.lost_events.append(f"match {match_id} is not in the store")
            continue
        verdict.event_count += len(whole.events)
        known.update(event.interaction_id for event in whole.events if event.interaction_id)
        match, header = fold_journal(whole, Absences()), whole.header
        verdict.finished_count += match.is_over
        verdict.running_count += not match.is_over
        if match.is_practice:
            continue
        if header.events_shown < header.event_count:
            verdict.lost_events.append(f"match {match_id} is told up to {header.events_shown} of {header.event_count}")
        cards = cards_by_match.get(match_id, [])
        if len(cards) > 1:
            verdict.repeated_messages.append(f"match {match_id} has {len(cards)} cards")
        ended = isinstance(match, FinishedMatch)
        if isinstance(match, FinishedMatch | RunningMatch | Offer) and not any(
            location == MessageLocation(header.channel_id, header.card_message_id or 0)
            and any(list_custom_ids(scene, Action.SHOW_REVIEW)) == ended
            for location, scene in cards
        ):
            verdict.lost_events.append(f"match {match_id}: no card shows that it is {type(match).__name__}")
        if isinstance(match, ClosedMatch) and any(list_custom_ids(scene, Action.JOIN_OFFER) for _, scene in cards):
            verdict.lost_events.append(f"match {match_id}: its card offers what is closed")
    verdict.lost_events += [f"match {match_id}: {who} was never told" for match_id, who in record.unseen_steps if who]
    verdict.lost_events += [f"the choice {cause} is in no journal" for cause in record.acknowledged_ids - known.keys()]
    verdict.repeated_messages += [
        f"the choice {cause} stands {many} times" for cause, many in known.items() if many > 1
    ]
    verdict.repeated_messages += [f"{once} came {many} times" for once, many in discord.post_counts.items() if many > 1]
    return verdict
