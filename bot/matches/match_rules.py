"""What may be done in a match, and by whom: each answer is the events it comes to, or a refusal."""

from __future__ import annotations

from dataclasses import replace

from bot.matches import offer_rules
from bot.matches.model import ClosedMatch, EventType, MatchState, RunningMatch, StartedMatch
from bot.matches.offer_rules import check_due, past
from bot.matches.time_budget import Absences
from games.core import Move, Seat
from games.fairness import draw_move_of_left_seat
from games.match import CANCEL, MATCH_TIME_OVER, RESIGN, TIME_OUT, find_seats_with_secrets
from games.refused import Refused
from storage import Event


def say(
    match: MatchState,
    person_id: int,
    word: Move,
    step: int | None,
    cause: int | None,
    now: int,
    absences: Absences,
    gone: frozenset[int] = frozenset(),
) -> list[Event]:
    """A word of the game or of the match. `step` is the one that the speaker saw; a button may be old.

    Who is `gone` from the server keeps nobody who wants to cancel.
    """
    play, seat = seated(match, person_id)
    if past(play.due(seat, absences), now) or past(play.limit(absences), now):
        raise Refused("late")
    if word == TIME_OUT:
        # The clock's own word.
        raise Refused("illegal", word=" ".join(word))
    if word == CANCEL:
        check_cancel(play, seat, gone)
    follows = _others_follow(play, seat, word, now, gone)
    if word == CANCEL and seat in play.engine.cancel_agreed_by and follows:
        # They had asked before it was known that nobody is there to agree.
        return [replace(follows[0], interaction_id=cause), *follows[1:]]
    told = _said(play, seat, word, step, now, person_id=person_id, cause=cause)
    return [*_house_first(play, word, now), told, *_taken_over(play, seat, word, now), *follows]


def check_cancel(match: RunningMatch, seat: Seat, gone: frozenset[int] = frozenset()) -> None:
    """Before the first step one is enough; but nobody looks at a hand first, and plays on only with a good one."""
    others = match.present - gone - {match.people[seat]}
    if match.engine.step == 0 and others and not match.unrated and seat in find_seats_with_secrets(match.engine):
        raise Refused("dealt", match=match.id)


def _house_first(match: RunningMatch, word: Move, now: int) -> list[Event]:
    """Where several choose, nothing that people choose is there before the house is bound: if it still thinks, dice
    choose for it.
    """
    return [_by_dice(match, seat, now) for seat in sorted(late(match))] if match.engine.is_hidden(word) else []


def _taken_over(match: RunningMatch, seat: Seat, word: Move, now: int) -> list[Event]:
    """In the middle of a step the house chooses by dice: it could know what others have chosen."""
    several = word in (RESIGN, TIME_OUT) and match.engine.seats > 2 and len(match.engine.seats_asked) > 1
    goes_on = bool(match.engine.staying_seats - match.housed - {seat})
    return [_by_dice(match, seat, now)] if several and goes_on and seat in match.engine.to_move else []


def _by_dice(match: RunningMatch, seat: Seat, now: int) -> Event:
    return Event(EventType.SAID, " ".join(draw_move_of_left_seat(match.engine, seat)), now, seat=seat)


def _others_follow(
    match: RunningMatch, seat: Seat, word: Move, now: int, gone: frozenset[int] = frozenset()
) -> list[Event]:
    """The house, and who is gone, keep nobody who wants to cancel; and the house does not play on among itself."""
    house = match.engine.staying_seats & match.housed
    if word == CANCEL:
        house |= (
            {each for each in match.engine.staying_seats if match.people[each] in gone}
            - match.engine.cancel_agreed_by
            - {seat}
        )
    people = match.engine.staying_seats - house
    if word == CANCEL:
        follows = match.engine.step > 0 and people <= match.engine.cancel_agreed_by | {seat}
    else:
        follows = word in (RESIGN, TIME_OUT) and match.engine.seats > 2 and people <= {seat}
    return [
        Event(EventType.SAID, " ".join(word if word == CANCEL else RESIGN), now, seat=each)
        for each in sorted(house)
        if follows
    ]


def shelve(match: MatchState, person_id: int, now: int) -> list[Event]:
    """Puts away what somebody practises: it counts nowhere, so nobody has to give it up."""
    play, seat = seated(match, person_id)
    if not play.is_practice:
        raise Refused("running")
    return [Event(EventType.SHELVED, "", now, seat=seat, person_id=person_id)]


def go(match: MatchState, person_id: int, now: int, absences: Absences) -> list[Event]:
    """Whatever it takes to be gone from this table."""
    if isinstance(match, StartedMatch):
        return say(match, person_id, RESIGN, None, None, now, absences)
    if person_id == match.host_id:
        return offer_rules.withdraw(match, person_id, None, now)
    leave = offer_rules.decline if person_id in match.named else offer_rules.rise
    return leave(match, person_id, None, now)


def look(match: MatchState, person_id: int, cause: int, now: int) -> list[Event]:
    """Until the next choice of one's own, and once."""
    play, seat = seated(match, person_id)
    if seat in play.engine.sealed:
        raise Refused("look-late")
    if seat in play.looked:
        raise Refused("looked")
    return [Event(EventType.LOOKED, "", now, seat=seat, person_id=person_id, interaction_id=cause)]


def bind_the_house(match: MatchState, step: int, now: int) -> list[Event]:
    """Where several choose it is bound before the others are asked, if need be by dice."""
    play = _played(match)
    if step != play.engine.step:
        raise Refused("stale", step=play.engine.step)
    if not late(play):
        raise Refused("not-due")
    return [_by_dice(play, seat, now) for seat in sorted(late(play))]


def late(match: RunningMatch) -> frozenset[Seat]:
    """Where the house is still to be bound before the others choose."""
    return match.engine.to_move & match.housed if len(match.engine.seats_asked) > 1 else frozenset()


def say_for_the_house(match: MatchState, seat: Seat, word: Move, step: int, now: int) -> list[Event]:
    play = _played(match)
    if seat not in play.housed:
        raise Refused("not-the-house")
    if seat in play.engine.sealed:
        # Somebody was faster; and it does not change its mind.
        raise Refused("sealed", seat=str(seat))
    return [_said(play, seat, word, step, now)]


def say_the_only_word(match: MatchState, seat: Seat, word: Move, step: int, now: int) -> list[Event]:
    """For somebody who is asked alone and has nothing to choose from."""
    play = _played(match)
    if play.engine.seats_asked != {seat} or tuple(play.engine.legal_moves(seat)) != (word,):
        raise Refused("illegal", word=" ".join(word))
    return [_said(play, seat, word, step, now)]


def lapse(match: MatchState, seat: Seat, now: int, absences: Absences) -> list[Event]:
    """The clock's own word, once the time of a seat is really up."""
    play = _played(match)
    check_due(play.due(seat, absences), now)
    lapses = _said(play, seat, TIME_OUT, None, now)
    return [lapses, *_taken_over(play, seat, TIME_OUT, now), *_others_follow(play, seat, TIME_OUT, now)]


def remind(match: MatchState, seat: Seat, now: int, absences: Absences) -> list[Event]:
    check_due(_played(match).reminder(seat, absences), now)
    return [Event(EventType.REMINDED, "", now, seat=seat)]


def _said(
    match: RunningMatch,
    seat: Seat | None,
    word: Move,
    step: int | None,
    now: int,
    *,
    person_id: int | None = None,
    cause: int | None = None,
) -> Event:
    if step is not None and step != match.engine.step:
        raise Refused("stale", step=match.engine.step)
    match.engine.check_move(seat, word)
    return Event(EventType.SAID, " ".join(word), now, seat=seat, person_id=person_id, interaction_id=cause)


def run_out(match: MatchState, now: int, absences: Absences) -> list[Event]:
    """The time for the whole match is up."""
    play = _played(match)
    check_due(play.limit(absences), now)
    return [_said(play, None, MATCH_TIME_OVER, None, now)]


def seated(match: MatchState, person_id: int) -> tuple[RunningMatch, Seat]:
    """The match, and the seat in it, of somebody who plays here and still does."""
    play = _played(match)
    seat = play.seat_of(person_id)
    if seat is None:
        raise Refused("not-seated")
    if seat in play.housed:
        raise Refused("has-left")
    return play, seat


def begun(match: MatchState) -> StartedMatch:
    """The match, played or over."""
    match match:
        case StartedMatch():
            return match
        case ClosedMatch():
            raise Refused(f"closed-{match.how}", match=match.id)
    raise Refused("not-begun")


def _played(match: MatchState) -> RunningMatch:
    """The match, while it is played."""
    match begun(match):
        case RunningMatch() as play:
            return play
    raise Refused("ended")
