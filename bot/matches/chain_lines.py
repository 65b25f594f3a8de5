"""What an event adds to the chain of a match: the lines on which its seal rests, and of which its record consists."""

from __future__ import annotations

from collections.abc import Iterator

from bot.matches.model import Begun, Kind, Offer, Play, Sitter, Table
from games import chain
from games.chain import RecordLine
from games.fairness import seal_move
from games.match import SPECIAL_MOVES
from storage import Event


def offered(table: Offer) -> Iterator[str]:
    """With the offer itself: what is agreed, and that its host is there."""
    yield chain.options_line(table.options)
    yield f"seats {table.agreement.seats}"
    yield from map(chain.earlier_dice_line, table.agreement.goes_on)
    for sitter in table.sat:
        yield _sits(table, sitter)


def links(before: Table, event: Event, after: Table) -> Iterator[str]:
    if isinstance(before, Offer):
        yield from _answered(before, event, after)
        if isinstance(after, Begun):
            house = [str(seat) for seat, person in enumerate(after.people) if person is None]
            if house:
                yield f"house {' '.join(house)}"
            yield "begin"
    elif isinstance(before, Play) and event.kind == Kind.SAID:
        yield said(before, event).chained_text


def said(before: Play, event: Event) -> RecordLine:
    """A choice, a change of mind, a call or the clock, with the receipt of what is hidden."""
    word = tuple(event.payload.split())
    if event.seat is None or word in SPECIAL_MOVES:
        return RecordLine(event.seat, word)
    return seal_move(before.match, str(before.id), event.seat, word, before.counts.get(event.seat, 0) + 1)


def _answered(before: Offer, event: Event, after: Table) -> Iterator[str]:
    its = [sitter for sitter in before.sat if sitter.person == event.person_id]
    match event.kind:
        case Kind.SAT:
            yield _sits(before, after.sat[-1])
        case Kind.ROSE | Kind.PASSED:
            yield from (f"rise {sitter.number}" for sitter in its)
        case Kind.SHOOK:
            yield from (f"shook {sitter.number} {event.payload}" for sitter in its)
        case Kind.SET:
            yield chain.options_line(after.options)
        case Kind.STARTED if not before.full:
            yield f"seats {event.payload}"


def _sits(table: Offer, sitter: Sitter) -> str:
    told = f"sit {sitter.number} {sitter.nonce}"
    order = table.agreement.order
    # In a rematch it is agreed who sits where.
    return f"{told} {order[(table.host, *table.named).index(sitter.person)]}" if order else told
