"""What may be done at a table, and by whom: each answer is the events it comes to, or a refusal.

Longer than other files: a short answer for each thing that people do, and all of them in one place to be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.table.agreement import Agreement
from bot.table.allowance import Absences
from bot.table.journal import terms
from bot.table.kind import Kind
from bot.table.table import Begun, Closed, Offer, Play, Table
from games.core import Game, Level, Perceptive, Seat, Word
from games.dice import PLAIN
from games.fair import taken_over
from games.match import CANCEL, LAPSE, RESIGN, TIME, begin, dealt
from games.mind import levels
from games.muster import shaken
from games.options import Options
from games.refused import Refused
from storage import Event


def check_terms(game: Game[Any, Any, Any], options: Options, agreement: Agreement) -> None:
    """Could this match begin? A start is tried with plain dice."""
    if agreement.limit is not None and not game.TIMED:
        raise Refused("untimed")
    if agreement.people < 1 or (agreement.people == 1) != (agreement.kind == "practice"):
        raise Refused("nobody")
    if agreement.reads:
        check_read(game)
        if agreement.kind != "practice":
            # Nobody is read whom others play against.
            raise Refused("nobody")
    order = agreement.order
    if order is not None and (len(set(order)), len(order)) != (agreement.people,) * 2:
        raise Refused("nobody")
    if order is not None and not set(order) <= set(range(agreement.seats)):
        raise Refused("nobody")
    begin(game, options, agreement.seats, PLAIN)


def check_level(game: Game[Any, Any, Any], level: Level) -> None:
    """Does the house play there as well as that?"""
    if level not in levels(game):
        raise Refused("too-strong")


def check_read(game: Game[Any, Any, Any]) -> None:
    """Can the house learn there how somebody chooses?"""
    if not isinstance(game, Perceptive):
        raise Refused("illegible")


def offer(
    by: int,
    named: Sequence[int],
    options: Options,
    agreement: Agreement,
    cause: int,
    now: int,
    said: Iterable[tuple[Seat, Word]] = (),
) -> list[Event]:
    """The first events of a table; practice begins with them, and with what was `said` in the match it goes on from."""
    if by in named:
        raise Refused("yourself")
    if len(set(named)) < len(named):
        raise Refused("named-twice")
    wanted = agreement.people - 1 if agreement.kind == "challenge" else 0
    if len(named) != wanted:
        raise Refused("named-count", wanted=wanted, named=len(named))
    told = Event(Kind.OFFERED, terms(options, agreement), now, person=by, interaction=cause)
    if agreement.kind == "practice":
        # At once: nobody else is to answer. The dice rest on the moment of asking, which proves nothing about them.
        before = [Event(Kind.SAID, " ".join(word), now, seat=seat) for seat, word in said]
        return [replace(told, interaction=None), Event(Kind.SAT, "", now, person=by, interaction=cause), *before]
    return [told, *(Event(Kind.NAMED, "", now, person=person) for person in named)]


def sit(table: Table, person: int, cause: int, now: int, absences: Absences) -> list[Event]:
    """Accepts a challenge, joins an open table, begins a practice match."""
    offer = standing(table)
    if _past(offer.stands(absences), now):
        # The clock will be here in a moment.
        raise Refused("closed-expired")
    if offer.sitter(person):
        raise Refused("sits-already")
    if table.agreement.kind == "challenge":
        _check_named(offer, person)
    if offer.full:
        # It waits for the dice alone.
        raise Refused("no-seat-free")
    if table.agreement.kind == "practice" and person != table.host:
        raise Refused("not-host")
    sits = Event(Kind.SAT, "", now, person=person, interaction=cause)
    if offer.filled and len(offer.sat) + 1 < offer.agreement.people:
        # Everybody has waited long enough.
        return [sits, _started(offer.agreement.seats, now)]
    return [sits]


def rise(table: Table, person: int, cause: int | None, now: int) -> list[Event]:
    """Leaves an open table that has not begun."""
    offer = standing(table)
    if table.agreement.kind != "open" or person == table.host:
        raise Refused("not-open")
    if not offer.sitter(person):
        raise Refused("not-seated")
    return [Event(Kind.ROSE, "", now, person=person, interaction=cause)]


def shake(table: Table, person: int, text: str, cause: int, now: int, absences: Absences) -> list[Event]:
    """Their part of the dice, in a line of anything; the last counts. Of the line itself nothing is stored."""
    check_shaker(table, person, now, absences)
    return [Event(Kind.SHOOK, shaken(text), now, person=person, interaction=cause)]


def check_shaker(table: Table, person: int, now: int, absences: Absences) -> Offer:
    """Whoever sits there, until the match begins."""
    offer = standing(table)
    if _past(offer.stands(absences), now):
        raise Refused("closed-expired")
    if not offer.sitter(person):
        raise Refused("not-seated")
    return offer


def decline(table: Table, person: int, cause: int | None, now: int) -> list[Event]:
    """With the last of the others the offer is over; else they may go on without whoever would rather not."""
    offer = standing(table)
    _check_named(offer, person)
    others = (offer.pending | {sitter.person for sitter in offer.sat}) - {offer.host, person}
    return [Event(Kind.PASSED if others else Kind.DECLINED, "", now, person=person, interaction=cause)]


def invite(table: Table, person: int, other: int, cause: int | None, now: int) -> list[Event]:
    """Somebody else is asked, in the place of who would rather not."""
    offer = standing(table)
    _check_host(table, person)
    if not offer.passed:
        raise Refused("no-seat-free")
    if other in table.company:
        raise Refused("named-twice")
    return [Event(Kind.NAMED, "", now, person=other, interaction=cause)]


def withdraw(table: Table, person: int, cause: int | None, now: int) -> list[Event]:
    standing(table)
    _check_host(table, person)
    return [Event(Kind.WITHDRAWN, "", now, person=person, interaction=cause)]


def change(table: Table, person: int, options: Options, agreement: Agreement, cause: int, now: int) -> list[Event]:
    """Other terms; whoever had accepted is asked again."""
    standing(table)
    _check_host(table, person)
    check_terms(table.game, options, agreement)
    return [Event(Kind.SET, terms(options, agreement), now, person=person, interaction=cause)]


def start(table: Table, person: int, seats: int, cause: int | None, now: int) -> list[Event]:
    """Begins an open table before it is full; the house takes the seats between those who came and `seats`. Where all
    are to shake the dice first they are the ones who play, and begins once they have; of several, without those who
    have not as soon as it is asked for once more.
    """
    offer = standing(table)
    _check_host(table, person)
    if offer.full and not offer.may_start:
        raise Refused("unshaken")
    if not offer.may_start:
        raise Refused("not-open")
    least = 2 if table.agreement.fills is None else 1
    if len(table.sat) < least or seats < max(2, len(table.sat)):
        raise Refused("too-few", sat=len(table.sat), least=least)
    if seats > table.agreement.seats:
        raise Refused("seats-stay")
    begin(table.game, table.options, seats, PLAIN)
    if len(table.sat) > 1 or table.sat[0].shook:
        return [replace(_started(seats, now), person=person, interaction=cause)]
    # Alone they would have one part of the dice only, from before the commitment: so they sit down anew.
    again = Event(Kind.SAT, "", now, person=person, interaction=cause)
    return [Event(Kind.ROSE, "", now, person=person), again, _started(seats, now)]


def fill(table: Table, now: int, absences: Absences) -> list[Event]:
    """Who is there begins with the house in the other seats; a host who is alone is asked to."""
    _check_past(standing(table).fills(absences), now)
    return [_started(table.agreement.seats, now) if len(table.sat) > 1 else Event(Kind.FILLED, "", now)]


def _started(seats: int, now: int) -> Event:
    return Event(Kind.STARTED, str(seats), now)


def say(
    table: Table,
    person: int,
    word: Word,
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
    if _past(play.due(seat, absences), now) or _past(play.limit(absences), now):
        raise Refused("late")
    if word == LAPSE:
        # The clock's own word.
        raise Refused("illegal", word=" ".join(word))
    if word == CANCEL:
        check_cancel(play, seat, gone)
    follows = _others_follow(play, seat, word, now, gone)
    if word == CANCEL and seat in play.match.cancelled and follows:
        # They had asked before it was known that nobody is there to agree.
        return [replace(follows[0], interaction=cause), *follows[1:]]
    told = _said(play, seat, word, step, now, person=person, cause=cause)
    return [*_house_first(play, word, now), told, *_taken_over(play, seat, word, now), *follows]


def check_cancel(table: Play, seat: Seat, gone: frozenset[int] = frozenset()) -> None:
    """Before the first step one is enough; but nobody looks at a hand first, and plays on only with a good one."""
    others = table.present - gone - {table.people[seat]}
    if table.match.step == 0 and others and not table.unrated and seat in dealt(table.match):
        raise Refused("dealt", match=table.id)


def _house_first(table: Play, word: Word, now: int) -> list[Event]:
    """Where several choose, nothing that people choose is there before the house is bound: if it still thinks, dice
    choose for it.
    """
    return [_by_dice(table, seat, now) for seat in sorted(late(table))] if table.match.hides(word) else []


def _taken_over(table: Play, seat: Seat, word: Word, now: int) -> list[Event]:
    """In the middle of a step the house chooses by dice: it could know what others have chosen."""
    several = word in (RESIGN, LAPSE) and table.match.seats > 2 and len(table.match.awaited) > 1
    goes_on = bool(table.match.stayed - table.housed - {seat})
    return [_by_dice(table, seat, now)] if several and goes_on and seat in table.match.waiting else []


def _by_dice(table: Play, seat: Seat, now: int) -> Event:
    return Event(Kind.SAID, " ".join(taken_over(table.match, seat)), now, seat=seat)


def _others_follow(table: Play, seat: Seat, word: Word, now: int, gone: frozenset[int] = frozenset()) -> list[Event]:
    """The house, and who is gone, keep nobody who wants to cancel; and the house does not play on among itself."""
    house = table.match.stayed & table.housed
    if word == CANCEL:
        house |= {each for each in table.match.stayed if table.people[each] in gone} - table.match.cancelled - {seat}
    people = table.match.stayed - house
    if word == CANCEL:
        follows = table.match.step > 0 and people <= table.match.cancelled | {seat}
    else:
        follows = word in (RESIGN, LAPSE) and table.match.seats > 2 and people <= {seat}
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
    return [Event(Kind.SHELVED, "", now, seat=seat, person=person)]


def go(table: Table, person: int, now: int, absences: Absences) -> list[Event]:
    """Whatever it takes to be gone from this table."""
    if isinstance(table, Begun):
        return say(table, person, RESIGN, None, None, now, absences)
    if person == table.host:
        return withdraw(table, person, None, now)
    return decline(table, person, None, now) if person in table.named else rise(table, person, None, now)


def look(table: Table, person: int, cause: int, now: int) -> list[Event]:
    """Until the next choice of one's own, and once."""
    play, seat = seated(table, person)
    if seat in play.match.sealed:
        raise Refused("look-late")
    if seat in play.looked:
        raise Refused("looked")
    return [Event(Kind.LOOKED, "", now, seat=seat, person=person, interaction=cause)]


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
    return table.match.waiting & table.housed if len(table.match.awaited) > 1 else frozenset()


def say_for_the_house(table: Table, seat: Seat, word: Word, step: int, now: int) -> list[Event]:
    play = _played(table)
    if seat not in play.housed:
        raise Refused("not-the-house")
    if seat in play.match.sealed:
        # Somebody was faster; and it does not change its mind.
        raise Refused("sealed", seat=str(seat))
    return [_said(play, seat, word, step, now)]


def say_the_only_word(table: Table, seat: Seat, word: Word, step: int, now: int) -> list[Event]:
    """For somebody who is asked alone and has nothing to choose from."""
    play = _played(table)
    if play.match.awaited != {seat} or tuple(play.match.legal(seat)) != (word,):
        raise Refused("illegal", word=" ".join(word))
    return [_said(play, seat, word, step, now)]


def lapse(table: Table, seat: Seat, now: int, absences: Absences) -> list[Event]:
    """The clock's own word, once the time of a seat is really up."""
    play = _played(table)
    _check_past(play.due(seat, absences), now)
    lapses = _said(play, seat, LAPSE, None, now)
    return [lapses, *_taken_over(play, seat, LAPSE, now), *_others_follow(play, seat, LAPSE, now)]


def remind(table: Table, seat: Seat, now: int, absences: Absences) -> list[Event]:
    _check_past(_played(table).reminder(seat, absences), now)
    return [Event(Kind.REMINDED, "", now, seat=seat)]


def _said(
    table: Play,
    seat: Seat | None,
    word: Word,
    step: int | None,
    now: int,
    *,
    person: int | None = None,
    cause: int | None = None,
) -> Event:
    if step is not None and step != table.match.step:
        raise Refused("stale", step=table.match.step)
    table.match.check(seat, word)
    return Event(Kind.SAID, " ".join(word), now, seat=seat, person=person, interaction=cause)


def run_out(table: Table, now: int, absences: Absences) -> list[Event]:
    """The time for the whole match is up."""
    play = _played(table)
    _check_past(play.limit(absences), now)
    return [_said(play, None, TIME, None, now)]


def expire(table: Table, now: int, absences: Absences) -> list[Event]:
    _check_past(standing(table).stands(absences), now)
    return [Event(Kind.EXPIRED, "", now)]


def _past(due: int | None, now: int) -> bool:
    return due is not None and due <= now


def _check_past(due: int | None, now: int) -> None:
    if not _past(due, now):
        raise Refused("not-due")


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


def standing(table: Table) -> Offer:
    """The offer, while it is one."""
    match table:
        case Offer():
            return table
        case Closed():
            raise Refused(f"closed-{table.how}", match=table.id)
    raise Refused("begun")


def _played(table: Table) -> Play:
    """The match, while it is played."""
    match begun(table):
        case Play() as play:
            return play
    raise Refused("ended")


def _check_named(offer: Offer, person: int) -> None:
    if person in offer.passed:
        raise Refused("said-no")
    if person not in offer.named:
        raise Refused("not-named")


def _check_host(table: Table, person: int) -> None:
    if person != table.host:
        raise Refused("not-host")
