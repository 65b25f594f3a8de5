"""What may be done in a match, and by whom: each answer is the events it comes to, or a refusal."""

from __future__ import annotations

from dataclasses import replace

from bot.matches import offer_rules
from bot.matches.model import Begun, Closed, Kind, Play, Table
from bot.matches.offer_rules import check_due, past
from bot.matches.time_budget import Absences
from games.core import Move, Seat
from games.fairness import draw_move_of_left_seat
from games.match import CANCEL, MATCH_TIME_OVER, RESIGN, TIME_OUT, find_seats_with_secrets
from games.refused import Refused
from storage import Event


def say(
    table: Table,
    person: int,
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
    play, seat = seated(table, person)
    if past(play.due(seat, absences), now) or past(play.limit(absences), now):
        raise Refused("late")
    if word == TIME_OUT:
        # The clock's own word.
        raise Refused("illegal", word=" ".join(word))
    if word == CANCEL:
        check_cancel(play, seat, gone)
    follows = _others_follow(play, seat, word, now, gone)
    if word == CANCEL and seat in play.match.cancel_agreed_by and follows:
        # They had asked before it was known that nobody is there to agree.
        return [replace(follows[0], interaction_id=cause), *follows[1:]]
    told = _said(play, seat, word, step, now, person=person, cause=cause)
    return [*_house_first(play, word, now), told, *_taken_over(play, seat, word, now), *follows]


def check_cancel(table: Play, seat: Seat, gone: frozenset[int] = frozenset()) -> None:
    """Before the first step one is enough; but nobody looks at a hand first, and plays on only with a good one."""
    others = table.present - gone - {table.people[seat]}
    if table.match.step == 0 and others and not table.unrated and seat in find_seats_with_secrets(table.match):
        raise Refused("dealt", match=table.id)


def _house_first(table: Play, word: Move, now: int) -> list[Event]:
    """Where several choose, nothing that people choose is there before the house is bound: if it still thinks, dice
    choose for it.
    """
    return [_by_dice(table, seat, now) for seat in sorted(late(table))] if table.match.is_hidden(word) else []


def _taken_over(table: Play, seat: Seat, word: Move, now: int) -> list[Event]:
    """In the middle of a step the house chooses by dice: it could know what others have chosen."""
    several = word in (RESIGN, TIME_OUT) and table.match.seats > 2 and len(table.match.seats_asked) > 1
    goes_on = bool(table.match.staying_seats - table.housed - {seat})
    return [_by_dice(table, seat, now)] if several and goes_on and seat in table.match.to_move else []


def _by_dice(table: Play, seat: Seat, now: int) -> Event:
    return Event(Kind.SAID, " ".join(draw_move_of_left_seat(table.match, seat)), now, seat=seat)


def _others_follow(table: Play, seat: Seat, word: Move, now: int, gone: frozenset[int] = frozenset()) -> list[Event]:
    """The house, and who is gone, keep nobody who wants to cancel; and the house does not play on among itself."""
    house = table.match.staying_seats & table.housed
    if word == CANCEL:
        house |= (
            {each for each in table.match.staying_seats if table.people[each] in gone}
            - table.match.cancel_agreed_by
            - {seat}
        )
    people = table.match.staying_seats - house
    if word == CANCEL:
        follows = table.match.step > 0 and people <= table.match.cancel_agreed_by | {seat}
    else:
        follows = word in (RESIGN, TIME_OUT) and table.match.seats > 2 and people <= {seat}
    return [
        Event(Kind.SAID, " ".join(word if word == CANCEL else RESIGN), now, seat=each)
        for each in sorted(house)
        if follows
    ]


def shelve(table: Table, person: int, now: int) -> list[Event]:
    """Puts away what somebody practises: it counts nowhere, so nobody has to give it up."""
    play, seat = seated(table, person)
    if not play.private:
        raise Refused("running")
    return [Event(Kind.SHELVED, "", now, seat=seat, person_id=person)]


def go(table: Table, person: int, now: int, absences: Absences) -> list[Event]:
    """Whatever it takes to be gone from this table."""
    if isinstance(table, Begun):
        return say(table, person, RESIGN, None, None, now, absences)
    if person == table.host:
        return offer_rules.withdraw(table, person, None, now)
    leave = offer_rules.decline if person in table.named else offer_rules.rise
    return leave(table, person, None, now)


def look(table: Table, person: int, cause: int, now: int) -> list[Event]:
    """Until the next choice of one's own, and once."""
    play, seat = seated(table, person)
    if seat in play.match.sealed:
        raise Refused("look-late")
    if seat in play.looked:
        raise Refused("looked")
    return [Event(Kind.LOOKED, "", now, seat=seat, person_id=person, interaction_id=cause)]


def bind_the_house(table: Table, step: int, now: int) -> list[Event]:
    """Where several choose it is bound before the others are asked, if need be by dice."""
    play = _played(table)
    if step != play.match.step:
        raise Refused("stale", step=play.match.step)
    if not late(play):
        raise Refused("not-due")
    return [_by_dice(play, seat, now) for seat in sorted(late(play))]


def late(table: Play) -> frozenset[Seat]:
    """Where the house is still to be bound before the others choose."""
    return table.match.to_move & table.housed if len(table.match.seats_asked) > 1 else frozenset()


def say_for_the_house(table: Table, seat: Seat, word: Move, step: int, now: int) -> list[Event]:
    play = _played(table)
    if seat not in play.housed:
        raise Refused("not-the-house")
    if seat in play.match.sealed:
        # Somebody was faster; and it does not change its mind.
        raise Refused("sealed", seat=str(seat))
    return [_said(play, seat, word, step, now)]


def say_the_only_word(table: Table, seat: Seat, word: Move, step: int, now: int) -> list[Event]:
    """For somebody who is asked alone and has nothing to choose from."""
    play = _played(table)
    if play.match.seats_asked != {seat} or tuple(play.match.legal_moves(seat)) != (word,):
        raise Refused("illegal", word=" ".join(word))
    return [_said(play, seat, word, step, now)]


def lapse(table: Table, seat: Seat, now: int, absences: Absences) -> list[Event]:
    """The clock's own word, once the time of a seat is really up."""
    play = _played(table)
    check_due(play.due(seat, absences), now)
    lapses = _said(play, seat, TIME_OUT, None, now)
    return [lapses, *_taken_over(play, seat, TIME_OUT, now), *_others_follow(play, seat, TIME_OUT, now)]


def remind(table: Table, seat: Seat, now: int, absences: Absences) -> list[Event]:
    check_due(_played(table).reminder(seat, absences), now)
    return [Event(Kind.REMINDED, "", now, seat=seat)]


def _said(
    table: Play,
    seat: Seat | None,
    word: Move,
    step: int | None,
    now: int,
    *,
    person: int | None = None,
    cause: int | None = None,
) -> Event:
    if step is not None and step != table.match.step:
        raise Refused("stale", step=table.match.step)
    table.match.check_move(seat, word)
    return Event(Kind.SAID, " ".join(word), now, seat=seat, person_id=person, interaction_id=cause)


def run_out(table: Table, now: int, absences: Absences) -> list[Event]:
    """The time for the whole match is up."""
    play = _played(table)
    check_due(play.limit(absences), now)
    return [_said(play, None, MATCH_TIME_OVER, None, now)]


def seated(table: Table, person: int) -> tuple[Play, Seat]:
    """The match, and the seat in it, of somebody who plays here and still does."""
    play = _played(table)
    seat = play.seat_of(person)
    if seat is None:
        raise Refused("not-seated")
    if seat in play.housed:
        raise Refused("has-left")
    return play, seat


def begun(table: Table) -> Begun:
    """The match, played or over."""
    match table:
        case Begun():
            return table
        case Closed():
            raise Refused(f"closed-{table.how}", match=table.id)
    raise Refused("not-begun")


def _played(table: Table) -> Play:
    """The match, while it is played."""
    match begun(table):
        case Play() as play:
            return play
    raise Refused("ended")
