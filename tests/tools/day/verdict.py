"""Whether anything of a day was lost, or came twice: what the journal says beside what lies at Discord."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.herald.channels import Place
from bot.scenes.address import Verb
from bot.scenes.scene import Scene
from bot.table.allowance import Absences
from bot.table.journal import folded
from bot.table.table import Closed, Offer, Over, Play
from storage import Store
from tests.tools.day.people import Ledger, addresses, match_of
from tests.tools.day.wire import Wire, reader


@dataclass
class Verdict:
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    events: int = 0
    over: int = 0
    live: int = 0


async def judged(store: Store, wire: Wire, ledger: Ledger, matches: Iterable[int]) -> Verdict:
    verdict = Verdict()
    lying: dict[int, list[tuple[Place, Scene]]] = {}
    for place, scene in wire.messages.items():
        if not reader(place.channel) and (match := match_of(scene)):
            lying.setdefault(match, []).append((place, scene))
    known: Counter[int] = Counter()
    for match in matches:
        whole = await store.load(match)
        if whole is None:
            verdict.lost.append(f"match {match} is not in the store")
            continue
        verdict.events += len(whole.events)
        known.update(event.interaction for event in whole.events if event.interaction)
        table, header = folded(whole, Absences()), whole.header
        verdict.over += table.over
        verdict.live += not table.over
        if table.private:
            continue
        if header.shown < header.seq:
            verdict.lost.append(f"match {match} is told up to {header.shown} of {header.seq}")
        cards = lying.get(match, [])
        if len(cards) > 1:
            verdict.twice.append(f"match {match} has {len(cards)} cards")
        ended = isinstance(table, Over)
        if isinstance(table, Over | Play | Offer) and not any(
            place == Place(header.channel, header.message or 0) and any(addresses(scene, Verb.REPLAY)) == ended
            for place, scene in cards
        ):
            verdict.lost.append(f"match {match}: no card shows that it is {type(table).__name__}")
        if isinstance(table, Closed) and any(addresses(scene, Verb.SIT) for _, scene in cards):
            verdict.lost.append(f"match {match}: its card offers what is closed")
    # The day is over for a while.
    verdict.lost += [f"match {match}: {who} was never told" for match, who in ledger.news if who]
    verdict.lost += [f"the choice {cause} is in no journal" for cause in ledger.causes - known.keys()]
    verdict.twice += [f"the choice {cause} stands {many} times" for cause, many in known.items() if many > 1]
    verdict.twice += [f"{once} came {many} times" for once, many in wire.calls.items() if many > 1]
    return verdict
