"""What an event adds to the chain of a match: the lines on which its seal rests, and of which its record consists."""

from __future__ import annotations

from collections.abc import Iterator

from bot.matches.model import EventType, JoinedPlayer, MatchState, Offer, RunningMatch, StartedMatch
from games import chain
from games.chain import RecordLine
from games.fairness import seal_move
from games.match import SPECIAL_MOVES
from storage import Event


def offered(match: Offer) -> Iterator[str]:
    """With the offer itself: what is agreed, and that its host is there."""
    yield chain.options_line(match.options)
    yield f"seats {match.terms.seats}"
    yield from map(chain.earlier_dice_line, match.terms.goes_on)
    for sitter in match.sat:
        yield _sits(match, sitter)


def links(before: MatchState, event: Event, after: MatchState) -> Iterator[str]:
    if isinstance(before, Offer):
        yield from _answered(before, event, after)
        if isinstance(after, StartedMatch):
            house = [str(seat) for seat, person_id in enumerate(after.people) if person_id is None]
            if house:
                yield f"house {' '.join(house)}"
            yield "begin"
    elif isinstance(before, RunningMatch) and event.kind == EventType.SAID:
        yield said(before, event).chained_text


def said(before: RunningMatch, event: Event) -> RecordLine:
    """A choice, a change of mind, a call or the clock, with the receipt of what is hidden."""
    word = tuple(event.payload.split())
    if event.seat is None or word in SPECIAL_MOVES:
        return RecordLine(event.seat, word)
    return seal_move(before.engine, str(before.id), event.seat, word, before.counts.get(event.seat, 0) + 1)


def _answered(before: Offer, event: Event, after: MatchState) -> Iterator[str]:
    its = [sitter for sitter in before.sat if sitter.person_id == event.person_id]
    match event.kind:
        case EventType.SAT:
            yield _sits(before, after.sat[-1])
        case EventType.ROSE | EventType.PASSED:
            yield from (f"rise {sitter.number}" for sitter in its)
        case EventType.SHOOK:
            yield from (f"shook {sitter.number} {event.payload}" for sitter in its)
        case EventType.SET:
            yield chain.options_line(after.options)
        case EventType.STARTED if not before.full:
            yield f"seats {event.payload}"


def _sits(match: Offer, sitter: JoinedPlayer) -> str:
    told = f"sit {sitter.number} {sitter.nonce}"
    order = match.terms.order
    # In a rematch it is agreed who sits where.
    return f"{told} {order[(match.host_id, *match.named).index(sitter.person_id)]}" if order else told
