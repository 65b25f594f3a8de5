"""What of a day was lost or came twice: the journal compared with the messages at Discord."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.delivery.messenger import Place
from bot.matches.fold import folded
from bot.matches.model import Closed, Offer, Over, Play
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import Verb
from bot.screens.scene import Scene
from storage import Store
from tests.tools.day.discord import SimulatedDiscord, find_reader
from tests.tools.day.people import DayRecord, addresses, match_of


@dataclass
class Verdict:
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    events: int = 0
    over: int = 0
    live: int = 0


async def judge(store: Store, discord: SimulatedDiscord, record: DayRecord, match_ids: Iterable[int]) -> Verdict:
    verdict = Verdict()
    cards_by_match: dict[int, list[tuple[Place, Scene]]] = {}
    for place, scene in discord.messages.items():
        if not find_reader(place.channel) and (match := match_of(scene)):
            cards_by_match.setdefault(match, []).append((place, scene))
    known: Counter[int] = Counter()
    for match in match_ids:
        whole = await store.journal.load_match(match)
        if whole is None:
            verdict.lost.append(f"match {match} is not in the store")
            continue
        verdict.events += len(whole.events)
        known.update(event.interaction_id for event in whole.events if event.interaction_id)
        table, header = folded(whole, Absences()), whole.header
        verdict.over += table.over
        verdict.live += not table.over
        if table.private:
            continue
        if header.events_shown < header.event_count:
            verdict.lost.append(f"match {match} is told up to {header.events_shown} of {header.event_count}")
        cards = cards_by_match.get(match, [])
        if len(cards) > 1:
            verdict.twice.append(f"match {match} has {len(cards)} cards")
        ended = isinstance(table, Over)
        if isinstance(table, Over | Play | Offer) and not any(
            place == Place(header.channel_id, header.card_message_id or 0)
            and any(addresses(scene, Verb.REPLAY)) == ended
            for place, scene in cards
        ):
            verdict.lost.append(f"match {match}: no card shows that it is {type(table).__name__}")
        if isinstance(table, Closed) and any(addresses(scene, Verb.SIT) for _, scene in cards):
            verdict.lost.append(f"match {match}: its card offers what is closed")
    verdict.lost += [f"match {match}: {who} was never told" for match, who in record.unseen if who]
    verdict.lost += [f"the choice {cause} is in no journal" for cause in record.acknowledged - known.keys()]
    verdict.twice += [f"the choice {cause} stands {many} times" for cause, many in known.items() if many > 1]
    verdict.twice += [f"{once} came {many} times" for once, many in discord.posts.items() if many > 1]
    return verdict
