"""What may be done in a match, and by whom: each answer is the events it comes to, or a refusal."""

from __future__ import annotations

from dataclasses import replace

from bot.matches import offer_rules
from bot.matches.model import ClosedMatch, EventType, MatchState, RunningMatch, StartedMatch
from bot.matches.offer_rules import check_is_due, is_past
from bot.matches.time_budget import Absences
from games.core import Move, Seat
from games.fairness import draw_move_of_left_seat
from games.match import CANCEL, MATCH_TIME_OVER, RESIGN, TIME_OUT, find_seats_with_secrets
from games.refused import Refused
from storage import Event


def play_move(
    match: MatchState,
    person_id: int,
    move: Move,
    step: int | None,
    interaction_id: int | None,
    now: int,
    absences: Absences,
    departed_ids: frozenset[int] = frozenset(),
) -> list[Event]:
    """A word of the game or of the match. `step` is the one that the speaker saw; a button may be old.

    Who is `gone` from the server keeps nobody who wants to cancel.
    """
    play, seat = require_seated(match, person_id)
    if is_past(play.compute_seat_deadline(seat, absences), now) or is_past(play.compute_match_deadline(absences), now):
        raise Refused("late")
    if move == TIME_OUT:
        # The clock's own word.
        raise Refused("illegal", word=" ".join(move))
    if move == CANCEL:
        check_can_cancel(play, seat, departed_ids)
    follows = _list_follow_up_moves(play, seat, move, now, departed_ids)
    if move == CANCEL and seat in play.engine.cancel_agreed_by and follows:
        # They had asked before it was known that nobody is there to agree.
        return [replace(follows[0], interaction_id=interaction_id), *follows[1:]]
    told = _build_move_event(play, seat, move, step, now, person_id=person_id, interaction_id=interaction_id)
    return [*_draw_unsealed_ai_moves(play, move, now), told, *_draw_move_of_leaver(play, seat, move, now), *follows]


def check_can_cancel(match: RunningMatch, seat: Seat, departed_ids: frozenset[int] = frozenset()) -> None:
    """Before the first step one is enough; but nobody looks at a hand first, and plays on only with a good one."""
    others = match.active_person_ids - departed_ids - {match.player_ids[seat]}
    if match.engine.step == 0 and others and not match.unrated_reason and seat in find_seats_with_secrets(match.engine):
        raise Refused("dealt", match=match.id)


def _draw_unsealed_ai_moves(match: RunningMatch, move: Move, now: int) -> list[Event]:
    """Where several choose, nothing that people choose is there before the house is bound: if it still thinks, dice
    choose for it.
    """
    return (
        [_build_random_move_event(match, seat, now) for seat in sorted(find_unsealed_ai_seats(match))]
        if match.engine.is_hidden(move)
        else []
    )


def _draw_move_of_leaver(match: RunningMatch, seat: Seat, move: Move, now: int) -> list[Event]:
    """In the middle of a step the house chooses by dice: it could know what others have chosen."""
    several = move in (RESIGN, TIME_OUT) and match.engine.seats > 2 and len(match.engine.seats_asked) > 1
    goes_on = bool(match.engine.staying_seats - match.ai_controlled_seats - {seat})
    return [_build_random_move_event(match, seat, now)] if several and goes_on and seat in match.engine.to_move else []


def _build_random_move_event(match: RunningMatch, seat: Seat, now: int) -> Event:
    return Event(EventType.MOVED, " ".join(draw_move_of_left_seat(match.engine, seat)), now, seat=seat)


def _list_follow_up_moves(
    match: RunningMatch, seat: Seat, move: Move, now: int, departed_ids: frozenset[int] = frozenset()
) -> list[Event]:
    """The house, and who is gone, keep nobody who wants to cancel; and the house does not play on among itself."""
    house = match.engine.staying_seats & match.ai_controlled_seats
    if move == CANCEL:
        house |= (
            {each for each in match.engine.staying_seats if match.player_ids[each] in departed_ids}
            - match.engine.cancel_agreed_by
            - {seat}
        )
    people = match.engine.staying_seats - house
    if move == CANCEL:
        follows = match.engine.step > 0 and people <= match.engine.cancel_agreed_by | {seat}
    else:
        follows = move in (RESIGN, TIME_OUT) and match.engine.seats > 2 and people <= {seat}
    return [
        Event(EventType.MOVED, " ".join(move if move == CANCEL else RESIGN), now, seat=each)
        for each in sorted(house)
        if follows
    ]


def close_practice(match: MatchState, person_id: int, now: int) -> list[Event]:
    """Puts away what somebody practises: it counts nowhere, so nobody has to give it up."""
    play, seat = require_seated(match, person_id)
    if not play.is_practice:
        raise Refused("running")
    return [Event(EventType.PRACTICE_CLOSED, "", now, seat=seat, person_id=person_id)]


def quit_match(match: MatchState, person_id: int, now: int, absences: Absences) -> list[Event]:
    """Whatever it takes to be gone from this table."""
    if isinstance(match, StartedMatch):
        return play_move(match, person_id, RESIGN, None, None, now, absences)
    if person_id == match.host_id:
        return offer_rules.withdraw_offer(match, person_id, None, now)
    leave = offer_rules.decline_offer if person_id in match.invited_ids else offer_rules.leave_offer
    return leave(match, person_id, None, now)


def open_missed_reveal(match: MatchState, person_id: int, interaction_id: int, now: int) -> list[Event]:
    """Until the next choice of one's own, and once."""
    play, seat = require_seated(match, person_id)
    if seat in play.engine.sealed:
        raise Refused("look-late")
    if seat in play.seats_that_opened_reveal:
        raise Refused("looked")
    return [Event(EventType.REVEAL_OPENED, "", now, seat=seat, person_id=person_id, interaction_id=interaction_id)]


def seal_random_ai_moves(match: MatchState, step: int, now: int) -> list[Event]:
    """Where several choose it is bound before the others are asked, if need be by dice."""
    play = _require_running(match)
    if step != play.engine.step:
        raise Refused("stale", step=play.engine.step)
    if not find_unsealed_ai_seats(play):
        raise Refused("not-due")
    return [_build_random_move_event(play, seat, now) for seat in sorted(find_unsealed_ai_seats(play))]


def find_unsealed_ai_seats(match: RunningMatch) -> frozenset[Seat]:
    """Where the house is still to be bound before the others choose."""
    return match.engine.to_move & match.ai_controlled_seats if len(match.engine.seats_asked) > 1 else frozenset()


def play_ai_move(match: MatchState, seat: Seat, move: Move, step: int, now: int) -> list[Event]:
    play = _require_running(match)
    if seat not in play.ai_controlled_seats:
        raise Refused("not-the-house")
    if seat in play.engine.sealed:
        # Somebody was faster; and it does not change its mind.
        raise Refused("sealed", seat=str(seat))
    return [_build_move_event(play, seat, move, step, now)]


def play_forced_move(match: MatchState, seat: Seat, move: Move, step: int, now: int) -> list[Event]:
    """For somebody who is asked alone and has nothing to choose from."""
    play = _require_running(match)
    if play.engine.seats_asked != {seat} or tuple(play.engine.legal_moves(seat)) != (move,):
        raise Refused("illegal", word=" ".join(move))
    return [_build_move_event(play, seat, move, step, now)]


def time_out_seat(match: MatchState, seat: Seat, now: int, absences: Absences) -> list[Event]:
    """The clock's own word, once the time of a seat is really up."""
    play = _require_running(match)
    check_is_due(play.compute_seat_deadline(seat, absences), now)
    lapses = _build_move_event(play, seat, TIME_OUT, None, now)
    return [lapses, *_draw_move_of_leaver(play, seat, TIME_OUT, now), *_list_follow_up_moves(play, seat, TIME_OUT, now)]


def remind_seat(match: MatchState, seat: Seat, now: int, absences: Absences) -> list[Event]:
    check_is_due(_require_running(match).compute_reminder_time(seat, absences), now)
    return [Event(EventType.REMINDED, "", now, seat=seat)]


def _build_move_event(
    match: RunningMatch,
    seat: Seat | None,
    move: Move,
    step: int | None,
    now: int,
    *,
    person_id: int | None = None,
    interaction_id: int | None = None,
) -> Event:
    if step is not None and step != match.engine.step:
        raise Refused("stale", step=match.engine.step)
    match.engine.check_move(seat, move)
    return Event(EventType.MOVED, " ".join(move), now, seat=seat, person_id=person_id, interaction_id=interaction_id)


def time_out_match(match: MatchState, now: int, absences: Absences) -> list[Event]:
    """The time for the whole match is up."""
    play = _require_running(match)
    check_is_due(play.compute_match_deadline(absences), now)
    return [_build_move_event(play, None, MATCH_TIME_OVER, None, now)]


def require_seated(match: MatchState, person_id: int) -> tuple[RunningMatch, Seat]:
    """The match, and the seat in it, of somebody who plays here and still does."""
    play = _require_running(match)
    seat = play.find_seat(person_id)
    if seat is None:
        raise Refused("not-seated")
    if seat in play.ai_controlled_seats:
        raise Refused("has-left")
    return play, seat


def require_started(match: MatchState) -> StartedMatch:
    """The match, played or over."""
    match match:
        case StartedMatch():
            return match
        case ClosedMatch():
            raise Refused(f"closed-{match.close_reason}", match=match.id)
    raise Refused("not-begun")


def _require_running(match: MatchState) -> RunningMatch:
    """The match, while it is played."""
    match require_started(match):
        case RunningMatch() as play:
            return play
    raise Refused("ended")
