"""The lines that each event adds to a match's hash chain. The match's record consists of the same lines."""

from __future__ import annotations

from collections.abc import Iterator

from bot.matches.model import EventType, FinishedMatch, JoinedPlayer, MatchState, Offer, RunningMatch, StartedMatch
from games import chain
from games.chain import RecordLine
from games.fairness import seal_move
from games.match import SPECIAL_MOVES
from storage import Event


def list_offer_lines(match: Offer) -> Iterator[str]:
    """Yield the lines of a new offer.

    They contain the options, the number of seats, the earlier matches whose dice are used again, and the players who
    have joined.
    """
    yield chain.options_line(match.options)
    yield f"seats {match.terms.seats}"
    if match.terms.repeated_deal:
        yield chain.deal_line(match.terms.repeated_deal)
    else:
        yield from map(chain.earlier_dice_line, match.terms.earlier_dice)
    for player in match.joined_players:
        yield _format_join_line(match, player)


def list_event_lines(before: MatchState, event: Event, after: MatchState) -> Iterator[str]:
    """Yield the lines that an event adds, given the match before and after the event."""
    if isinstance(before, Offer):
        yield from _list_offer_event_lines(before, event, after)
        if isinstance(after, StartedMatch):
            ai_seats = [str(seat) for seat, person_id in enumerate(after.player_ids) if person_id is None]
            if ai_seats:
                yield f"house {' '.join(ai_seats)}"
            yield "begin"
    elif isinstance(before, RunningMatch) and event.kind == EventType.MOVED:
        yield build_move_line(before, event).chained_text
    if isinstance(after, FinishedMatch):
        yield chain.END_LINE


def build_move_line(before: RunningMatch, event: Event) -> RecordLine:
    """Return the record line of a move by a player or the clock.

    The line of a sealed move also contains its commitment, a hash that later proves that the move has not changed.
    """
    move = tuple(event.payload.split())
    if event.seat is None or move in SPECIAL_MOVES:
        return RecordLine(event.seat, move)
    return seal_move(before.engine, str(before.id), event.seat, move, before.choice_counts.get(event.seat, 0) + 1)


def _list_offer_event_lines(before: Offer, event: Event, after: MatchState) -> Iterator[str]:
    event_players = [player for player in before.joined_players if player.person_id == event.person_id]
    match event.kind:
        case EventType.JOINED:
            yield _format_join_line(before, after.joined_players[-1])
        case EventType.LEFT | EventType.INVITEE_DECLINED:
            yield from (f"rise {player.join_number}" for player in event_players)
        case EventType.SEED_ADDED:
            yield from (f"shook {player.join_number} {event.payload}" for player in event_players)
        case EventType.TERMS_CHANGED:
            yield chain.options_line(after.options)
        case EventType.STARTED if not before.is_full and int(event.payload) < before.terms.seats:
            yield f"seats {event.payload}"


def _format_join_line(match: Offer, player: JoinedPlayer) -> str:
    line = f"sit {player.join_number} {player.nonce}"
    order = match.terms.order
    # In a rematch, the seats are agreed in advance.
    return f"{line} {order[(match.host_id, *match.invited_ids).index(player.person_id)]}" if order else line
