"""The rules for running matches. Most functions return the events of an action, or raise `Refused`."""

from __future__ import annotations

from dataclasses import replace

from bot.matches import offer_rules
from bot.matches.model import ClosedMatch, EventType, MatchState, RunningMatch, StartedMatch
from bot.matches.offer_rules import check_is_due, is_past
from bot.matches.time_budget import Absences
from games.core import Move, Seat
from games.fairness import draw_move_of_left_seat
from games.match import (
    AGREE_DRAW,
    CANCEL,
    MATCH_TIME_OVER,
    OFFER_DRAW,
    RESIGN,
    TIME_OUT,
    find_seats_with_secrets,
)
from games.refused import Refused
from storage import Event


def play_move(
    match: MatchState,
    person_id: int,
    move: Move,
    step: int | None,
    interaction_id: int | None,
    now_ms: int,
    absences: Absences,
    departed_ids: frozenset[int] = frozenset(),
) -> list[Event]:
    """Play a move of the game, or a special move such as `!resign`.

    The move is refused if `step` is given and is not the current step, for example after a click on an old button.
    People who left the server (`departed_ids`) cannot block a cancellation.
    """
    running, seat = require_seated(match, person_id)
    if is_past(running.compute_seat_deadline(seat, absences), now_ms) or is_past(
        running.compute_match_deadline(absences), now_ms
    ):
        raise Refused("late")
    if move == TIME_OUT:
        # Only the clock may play this move.
        raise Refused("illegal", word=" ".join(move))
    if move == CANCEL:
        check_can_cancel(running, seat, departed_ids)
    follow_ups = _list_follow_up_moves(running, seat, move, now_ms, departed_ids)
    if move == CANCEL and seat in running.engine.cancel_agreed_by and follow_ups:
        # The player had proposed to cancel before everybody else left the server.
        return [replace(follow_ups[0], interaction_id=interaction_id), *follow_ups[1:]]
    moved = _build_move_event(running, seat, move, step, now_ms, person_id=person_id, interaction_id=interaction_id)
    return [
        *_draw_unsealed_ai_moves(running, move, now_ms),
        moved,
        *_draw_move_of_leaver(running, seat, move, now_ms),
        *follow_ups,
    ]


def check_can_cancel(match: RunningMatch, seat: Seat, departed_ids: frozenset[int]) -> None:
    """Raise `Refused` if this seat may not propose to cancel the match.

    Before the first step is resolved, players can usually cancel without the others' agreement. This is refused in a
    rated match with secret hands. Otherwise, players could cancel whenever they have a bad hand.
    """
    if match.terms.tournament:
        raise Refused("in-tournament")
    others = match.active_person_ids - departed_ids - {match.player_ids[seat]}
    if match.engine.step == 0 and others and not match.unrated_reason and seat in find_seats_with_secrets(match.engine):
        raise Refused("dealt", match=match.id)


def _draw_unsealed_ai_moves(match: RunningMatch, move: Move, now_ms: int) -> list[Event]:
    """Return random moves for the AI seats that are still thinking when a person seals a move.

    The AI's moves must be fixed before the person's move is sealed, so that this move cannot influence the AI.
    """
    return (
        [_build_random_move_event(match, seat, now_ms) for seat in sorted(find_unsealed_ai_seats(match))]
        if match.engine.is_hidden(move)
        else []
    )


def _draw_move_of_leaver(match: RunningMatch, seat: Seat, move: Move, now_ms: int) -> list[Event]:
    """Return a random move for a player who leaves in the middle of a step.

    The AI does not choose this move, because it could know what others have sealed.
    """
    leaves_open_step = move in (RESIGN, TIME_OUT) and match.engine.seats > 2 and len(match.engine.seats_asked) > 1
    has_others = bool(match.engine.staying_seats - match.ai_controlled_seats - {seat})
    return (
        [_build_random_move_event(match, seat, now_ms)]
        if leaves_open_step and has_others and seat in match.engine.to_move
        else []
    )


def _build_random_move_event(match: RunningMatch, seat: Seat, now_ms: int) -> Event:
    return Event(EventType.MOVED, " ".join(draw_move_of_left_seat(match.engine, seat)), now_ms, seat=seat)


def _list_follow_up_moves(
    match: RunningMatch, seat: Seat, move: Move, now_ms: int, departed_ids: frozenset[int] = frozenset()
) -> list[Event]:
    """Return the moves that other seats make automatically after a resignation, timeout or proposal to cancel.

    The AI and people who left the server agree to cancel. When the last person resigns or times out, the AI resigns as
    well, so that it does not play on alone.
    """
    followers = match.engine.staying_seats & match.ai_controlled_seats
    if move == CANCEL:
        followers |= (
            {follower for follower in match.engine.staying_seats if match.player_ids[follower] in departed_ids}
            - match.engine.cancel_agreed_by
            - {seat}
        )
    others = match.engine.staying_seats - followers
    if move == CANCEL:
        should_follow = match.engine.step > 0 and others <= match.engine.cancel_agreed_by | {seat}
    else:
        should_follow = move in (RESIGN, TIME_OUT) and match.engine.seats > 2 and others <= {seat}
    return [
        Event(EventType.MOVED, " ".join(move if move == CANCEL else RESIGN), now_ms, seat=follower)
        for follower in sorted(followers)
        if should_follow
    ]


def close_practice(match: MatchState, person_id: int, now_ms: int) -> list[Event]:
    """Close a practice match to make room for another one. Practice matches are unrated, so nobody has to resign."""
    running, seat = require_seated(match, person_id)
    if not running.is_practice:
        raise Refused("running")
    return [Event(EventType.PRACTICE_CLOSED, "", now_ms, seat=seat, person_id=person_id)]


def quit_match(match: MatchState, person_id: int, now_ms: int, absences: Absences) -> list[Event]:
    """Take a person out of a match: resign or, before it starts, withdraw, decline or leave the offer."""
    if isinstance(match, StartedMatch):
        return play_move(match, person_id, RESIGN, None, None, now_ms, absences)
    if person_id == match.host_id:
        return offer_rules.withdraw_offer(match, person_id, None, now_ms)
    leave = offer_rules.decline_offer if person_id in match.invited_ids else offer_rules.leave_offer
    return leave(match, person_id, None, now_ms)


def open_missed_reveal(match: MatchState, person_id: int, interaction_id: int, now_ms: int) -> list[Event]:
    """Record that a player opens, or declines to open, the temporary reveal that they missed.

    This is allowed once per step, before the player chooses.
    """
    running, seat = require_seated(match, person_id)
    if seat in running.engine.sealed:
        raise Refused("look-late")
    if seat in running.seats_that_opened_reveal:
        raise Refused("looked")
    return [Event(EventType.REVEAL_OPENED, "", now_ms, seat=seat, person_id=person_id, interaction_id=interaction_id)]


def seal_random_ai_moves(match: MatchState, step: int, now_ms: int) -> list[Event]:
    """Seal random moves for the AI seats that have not chosen, so that people can choose."""
    running = _require_running(match)
    if step != running.engine.step:
        raise Refused("stale", step=running.engine.step)
    if not find_unsealed_ai_seats(running):
        raise Refused("not-due")
    return [_build_random_move_event(running, seat, now_ms) for seat in sorted(find_unsealed_ai_seats(running))]


def find_unsealed_ai_seats(match: RunningMatch) -> frozenset[Seat]:
    """Return the AI seats that must seal a move before people choose in the same step."""
    return match.engine.to_move & match.ai_controlled_seats if len(match.engine.seats_asked) > 1 else frozenset()


def play_ai_move(match: MatchState, seat: Seat, move: Move, step: int, now_ms: int) -> list[Event]:
    running = _require_running(match)
    if seat not in running.ai_controlled_seats:
        raise Refused("not-the-house")
    if seat in running.engine.sealed:
        # Another process was faster, and the AI never changes a move.
        raise Refused("sealed", seat=str(seat))
    return [_build_move_event(running, seat, move, step, now_ms)]


def play_forced_move(match: MatchState, seat: Seat, move: Move, step: int, now_ms: int) -> list[Event]:
    """Play the automatic move of a seat that has nothing to decide. Refuse other moves, and if others are to move."""
    running = _require_running(match)
    is_awaited = running.engine.seats_asked == {seat}
    if not is_awaited or running.game.find_automatic_move(running.engine.view_of(seat)) != move:
        raise Refused("illegal", word=" ".join(move))
    return [_build_move_event(running, seat, move, step, now_ms)]


def time_out_seat(match: MatchState, seat: Seat, now_ms: int, absences: Absences) -> list[Event]:
    """Make the player in a seat lose by running out of time. Raises `Refused` if time is left."""
    running = _require_running(match)
    check_is_due(running.compute_seat_deadline(seat, absences), now_ms)
    timed_out = _build_move_event(running, seat, TIME_OUT, None, now_ms)
    return [
        timed_out,
        *_draw_move_of_leaver(running, seat, TIME_OUT, now_ms),
        *_list_follow_up_moves(running, seat, TIME_OUT, now_ms),
    ]


def remind_seat(match: MatchState, seat: Seat, now_ms: int, absences: Absences) -> list[Event]:
    check_is_due(_require_running(match).compute_reminder_time(seat, absences), now_ms)
    return [Event(EventType.REMINDED, "", now_ms, seat=seat)]


def _build_move_event(
    match: RunningMatch,
    seat: Seat | None,
    move: Move,
    step: int | None,
    now_ms: int,
    *,
    person_id: int | None = None,
    interaction_id: int | None = None,
) -> Event:
    if step is not None and step != match.engine.step:
        raise Refused("stale", step=match.engine.step)
    match.engine.check_move(seat, move)
    return Event(EventType.MOVED, " ".join(move), now_ms, seat=seat, person_id=person_id, interaction_id=interaction_id)


def time_out_match(match: MatchState, now_ms: int, absences: Absences) -> list[Event]:
    """End a match whose time limit has passed. Raises `Refused` if there is still time left."""
    running = _require_running(match)
    check_is_due(running.compute_match_deadline(absences), now_ms)
    return [_build_move_event(running, None, MATCH_TIME_OVER, None, now_ms)]


def adjudicate_match(match: MatchState, now_ms: int) -> list[Event]:
    """End a match at the deadline of its tournament's round.

    The player to move loses. If both players owe a move, the match is a draw, or abandoned if nobody has moved yet.
    """
    running = _require_running(match)
    seats = sorted(running.engine.to_move)
    if len(seats) == 1 or not running.has_any_person_moved:
        return [_build_move_event(running, seats[0], TIME_OUT, None, now_ms)]
    agreed = running.engine.draw_agreed_by
    missing = [seat for seat in seats if seat not in agreed]
    return [
        Event(EventType.MOVED, " ".join(AGREE_DRAW if agreed or index else OFFER_DRAW), now_ms, seat=seat)
        for index, seat in enumerate(missing)
    ]


def require_seated(match: MatchState, person_id: int) -> tuple[RunningMatch, Seat]:
    """Return the running match and this person's seat, or raise `Refused` if they do not play in it."""
    running = _require_running(match)
    seat = running.find_seat(person_id)
    if seat is None:
        raise Refused("not-seated")
    if seat in running.ai_controlled_seats:
        raise Refused("has-timed-out" if seat in running.engine.timed_out_seats else "has-left")
    return running, seat


def require_started(match: MatchState) -> StartedMatch:
    """Return the match if it is running or finished, or else raise `Refused`."""
    if isinstance(match, StartedMatch):
        return match
    if isinstance(match, ClosedMatch):
        raise Refused(f"closed-{match.close_reason}", match=match.id)
    raise Refused("not-begun")


def _require_running(match: MatchState) -> RunningMatch:
    started = require_started(match)
    if isinstance(started, RunningMatch):
        return started
    raise Refused("ended")
