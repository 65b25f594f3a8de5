"""What an event adds to the chain of a match: the lines on which its seal rests, and of which its record consists."""

from __future__ import annotations

from collections.abc import Iterator

from bot.matches.model import EventType, JoinedPlayer, MatchState, Offer, RunningMatch, StartedMatch
from games import chain
from games.chain import RecordLine
from games.fairness import seal_move
from games.match import SPECIAL_MOVES
from storage import Event


def list_offer_lines(match: Offer) -> Iterator[str]:
    """With the offer itself: what is agreed, and that its host is there."""
    yield chain.options_line(match.options)
    yield f"seats {match.terms.seats}"
    yield from map(chain.earlier_dice_line, match.terms.earlier_dice)
    for sitter in match.joined_players:
        yield _format_join_line(match, sitter)


def list_event_lines(before: MatchState, event: Event, after: MatchState) -> Iterator[str]:
    if isinstance(before, Offer):
        yield from _list_offer_event_lines(before, event, after)
        if isinstance(after, StartedMatch):
            house = [str(seat) for seat, person_id in enumerate(after.player_ids) if person_id is None]
            if house:
                yield f"house {' '.join(house)}"
            yield "begin"
    elif isinstance(before, RunningMatch) and event.kind == EventType.MOVED:
        yield build_move_line(before, event).chained_text


def build_move_line(before: RunningMatch, event: Event) -> RecordLine:
    """A choice, a change of mind, a call or the clock, with the receipt of what is hidden."""
    word = tuple(event.payload.split())
    if event.seat is None or word in SPECIAL_MOVES:
        return RecordLine(event.seat, word)
    return seal_move(before.engine, str(before.id), event.seat, word, before.choice_counts.get(event.seat, 0) + 1)


def _list_offer_event_lines(before: Offer, event: Event, after: MatchState) -> Iterator[str]:
    its = [sitter for sitter in before.joined_players if sitter.person_id == event.person_id]
    match event.kind:
        case EventType.JOINED:
            yield _format_join_line(before, after.joined_players[-1])
        case EventType.LEFT | EventType.INVITEE_DECLINED:
            yield from (f"rise {sitter.join_number}" for sitter in its)
        case EventType.SEED_ADDED:
            yield from (f"shook {sitter.join_number} {event.payload}" for sitter in its)
        case EventType.TERMS_CHANGED:
            yield chain.options_line(after.options)
        case EventType.STARTED if not before.is_full:
            yield f"seats {event.payload}"


def _format_join_line(match: Offer, player: JoinedPlayer) -> str:
    told = f"sit {player.join_number} {player.nonce}"
    order = match.terms.order
    # In a rematch it is agreed who sits where.
    return f"{told} {order[(match.host_id, *match.invited_ids).index(player.person_id)]}" if order else told
