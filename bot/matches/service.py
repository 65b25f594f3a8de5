"""Applies what people do in matches: `offer_rules` and `match_rules` check it, and the store records it.

It knows no Discord and no clock. Every call names the interaction that caused it. Twice the same is once, and whatever
is refused has changed nothing.

Longer than other files: what people do is a short method each, and all of them need the one way in which it is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from secrets import token_bytes
from typing import Any, Final
from weakref import WeakValueDictionary

from bot.matches import fold, match_rules, offer_rules, rematch
from bot.matches.cache import MatchCache
from bot.matches.deadlines import ERRANDS, DeadlineKind, deadlines
from bot.matches.model import EventType, FinishedMatch, Installation, MatchState, StartedMatch, UnreadableMatch
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from bot.wall_clock import MINUTE
from games.core import Game, Move, Seat
from games.match import CANCEL
from games.options import validate_options
from games.refused import Refused
from storage import (
    NO_CHANGE,
    WHOLE_MATCH,
    Conflict,
    Deadline,
    Event,
    MatchChange,
    NewMatch,
    SeatStatus,
    Store,
    StoredSeat,
)

_TRIES: Final = 5
"""Another process may win a race against us, but hardly ever twice."""
_AT_ONCE: Final = 8
"""So many are stored together. Were it all who come, the first would wait for the last before they are answered."""


@dataclass(frozen=True, slots=True)
class Appended:
    """What became of a call."""

    match: MatchState
    again: bool = False
    """This interaction had been heard before; nothing happened now."""


class MatchService(MatchCache):
    def __init__(
        self,
        store: Store,
        absences: Absences,
        ruled: Callable[[FinishedMatch, int], Awaitable[MatchChange]],
        keep: int | None = None,
    ) -> None:
        """`ruled` says what is stored with the end of a match: whether it counts, and what it comes to."""
        super().__init__(store, absences, keep)
        self._ruled = ruled
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._ends: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._room = asyncio.Semaphore(_AT_ONCE)

    # What people do

    async def offer(
        self,
        by: int,
        named: Sequence[int],
        game: Game[Any, Any, Any],
        options: Mapping[str, Any],
        terms: MatchTerms,
        *,
        server_id: int | None,
        channel_id: int,
        cause: int,
        now: int,
        installation: Installation = Installation.SERVER,
        said: Iterable[tuple[Seat, Move]] = (),
    ) -> Appended:
        """A challenge, an open table or a practice match; its commitment may be shown as soon as this returns. Practice
        that goes on from another match begins with what was `said` there.
        """
        settings = validate_options(game.options_class, options)
        offer_rules.check_terms(game, settings, terms)
        events = offer_rules.offer(by, named, settings, terms, cause, now, said)
        opening = NewMatch(
            server_id=server_id,
            channel_id=channel_id,
            game=game.KEY,
            edition=game.EDITION,
            options=settings.model_dump_json(exclude_defaults=True),
            terms=terms.model_dump_json(),
            seed=token_bytes(32).hex(),
            status=EventType.OFFERED,
            opened_ms=now,
            installation=installation,
        )
        match = fold.offered(opening, events)
        change = MatchChange(
            status=match.status, seats=_seats(match), set_deadlines=tuple(deadlines(match, self.absences.ours))
        )
        made = await self.store.journal.create_match(opening, events, change)
        return Appended(await self.loaded(made.match_id), made.is_repeat)

    async def sit(self, match_id: int, person_id: int, *, cause: int, now: int) -> Appended:
        return await self._do(
            match_id, cause, lambda match: offer_rules.sit(match, person_id, cause, now, self.absences)
        )

    async def rise(self, match_id: int, person_id: int, *, cause: int, now: int) -> Appended:
        return await self._do(match_id, cause, lambda match: offer_rules.rise(match, person_id, cause, now))

    async def shake(self, match_id: int, person_id: int, text: str, *, cause: int, now: int) -> Appended:
        """The dice, as long as the match has not begun."""
        return await self._do(
            match_id, cause, lambda it: offer_rules.shake(it, person_id, text, cause, now, self.absences)
        )

    async def decline(self, match_id: int, person_id: int, *, cause: int, now: int) -> Appended:
        return await self._do(match_id, cause, lambda match: offer_rules.decline(match, person_id, cause, now))

    async def invite(self, match_id: int, person_id: int, other: int, *, cause: int, now: int) -> Appended:
        return await self._do(match_id, cause, lambda match: offer_rules.invite(match, person_id, other, cause, now))

    async def withdraw(self, match_id: int, person_id: int, *, cause: int, now: int) -> Appended:
        return await self._do(match_id, cause, lambda match: offer_rules.withdraw(match, person_id, cause, now))

    async def change(
        self,
        match_id: int,
        person_id: int,
        options: Mapping[str, Any],
        wanted: MatchTerms,
        *,
        cause: int,
        now: int,
    ) -> Appended:
        """Other terms while the offer stands; who plays is not among them."""

        def asked(match: MatchState) -> list[Event]:
            settings = validate_options(match.game.options_class, options)
            agreed = {name: getattr(wanted, name) for name in ("clock", "limit", "rated", "shakes")}
            terms = match.terms.model_copy(update=agreed)
            return offer_rules.change(match, person_id, settings, terms, cause, now)

        return await self._do(match_id, cause, asked)

    async def start(self, match_id: int, person_id: int, seats: int, *, cause: int, now: int) -> Appended:
        return await self._do(match_id, cause, lambda match: offer_rules.start(match, person_id, seats, cause, now))

    async def say(
        self, match_id: int, person_id: int, word: Move, *, step: int | None, cause: int, now: int
    ) -> Appended:
        """A choice, a change of mind, or a word of the match such as !resign."""
        gone = await self.store.people.list_departed(match_id) if word == CANCEL else frozenset()

        def asked(match: MatchState) -> list[Event]:
            return match_rules.say(match, person_id, word, step, cause, now, self.absences, gone)

        try:
            return await self._do(match_id, cause, asked)
        except Refused as no:
            if no.key != "late":
                raise
            # Whoever has gone on holiday elsewhere is not late.
            await self.learn(now)
            return await self._do(match_id, cause, asked)

    async def quit(self, match_id: int, person_id: int, *, now: int) -> Appended:
        """Whatever it takes to be gone from this table."""
        return await self._do(match_id, None, lambda match: match_rules.go(match, person_id, now, self.absences))

    async def shelve(self, match_id: int, person_id: int, *, now: int) -> Appended:
        """What is practised makes room for another."""
        return await self._do(match_id, None, lambda match: match_rules.shelve(match, person_id, now))

    async def look(self, match_id: int, person_id: int, *, cause: int, now: int) -> Appended:
        """At what lay open for a moment: once, until the next choice."""
        return await self._do(match_id, cause, lambda match: match_rules.look(match, person_id, cause, now))

    async def say_for_the_house(self, match_id: int, seat: Seat, word: Move, *, step: int, now: int) -> Appended:
        return await self._do(match_id, None, lambda match: match_rules.say_for_the_house(match, seat, word, step, now))

    async def bind_the_house(self, match_id: int, *, step: int, now: int) -> Appended:
        return await self._do(match_id, None, lambda match: match_rules.bind_the_house(match, step, now))

    async def say_the_only_word(self, match_id: int, seat: Seat, word: Move, *, step: int, now: int) -> Appended:
        return await self._do(match_id, None, lambda match: match_rules.say_the_only_word(match, seat, word, step, now))

    async def rematch(self, match_id: int, person_id: int, *, cause: int, now: int) -> Appended:
        """The same once more with the seats changed round; the others are asked. Whoever is asked already, accepts."""
        # Who presses in another process at the same time finds what is offered here.
        async with self._turn(match_id), self.store.hold_lock(f"rematch {match_id}"):
            before = rematch.playable(await self.find_match(match_id), person_id)
            key = before.game.KEY
            offers = [
                it
                for it in await self.store.matches.list_live_of_person(person_id)
                if it.status == EventType.OFFERED and it.game == key
            ]
            async for match in self.readable(offers):
                if rematch.is_offered(match, before):
                    if person_id in {match.host_id, *(sitter.person_id for sitter in match.sat)}:
                        return Appended(match, again=True)
                    return await self.sit(match.id, person_id, cause=cause, now=now)
            others = [other for other in before.people if other is not None and other != person_id]
            options = before.options.model_dump(mode="json", exclude_defaults=True)
            return await self.offer(
                person_id, others, before.game, options, rematch.agreed(before, (person_id, *others)),
                server_id=before.server_id, channel_id=before.channel_id, installation=before.installation,
                cause=cause, now=now,
            )  # fmt: skip

    async def called_off(self, match: MatchState, now: int) -> MatchState:
        """What began by rules that have changed since ends here, for nothing; everything else is as it was."""
        stored = await self.journal(match.id) if isinstance(match, UnreadableMatch) else None
        if stored is None or not fold.is_outdated(stored.header):
            return match
        undue = tuple((it.kind, it.seat) for it in stored.deadlines)
        ends = MatchChange(status=EventType.OUTDATED, is_live=False, removed_deadlines=undue)
        with suppress(Conflict):
            # Another process was faster.
            await self.store.journal.append_events(
                match.id, stored.header.event_count, [Event(EventType.OUTDATED, "", now)], ends
            )
        return await self.loaded(match.id)

    async def forget(self, person_id: int, now: int) -> int:
        """Ends what is running, then makes this person nobody in all that was stored; returns which nobody."""
        for header in await self.store.matches.list_live_of_person(person_id):
            # A table that they have left already goes on without them.
            with suppress(Refused):
                await self.quit(header.id, person_id, now=now)
        nobody = await self.store.people.forget_person(person_id, now)
        self.memory.clear()
        return nobody

    # What the clock does

    async def fire(self, deadline: Deadline, now: int) -> bool:
        """Does what is due, and says whether anything happened: what the match has outrun is put right instead."""
        if deadline.kind in ERRANDS:
            # Nothing changes at the table; it is read so that the clock puts off what belongs to one that nobody can
            # read. Whoever hears of the others does what is to be done.
            await self.find_match(deadline.match_id)
            return True
        if deadline.seat != WHOLE_MATCH:
            # Whoever is on holiday since a moment ago loses nothing by it.
            await self.learn(now)
        try:
            await self._do(deadline.match_id, None, lambda match: self._due(match, deadline, now))
        except Refused as no:
            return no.key != "busy" and await self._put_right(deadline, now)
        return True

    def _due(self, match: MatchState, deadline: Deadline, now: int) -> list[Event]:
        match deadline.kind:
            case DeadlineKind.TURN:
                return match_rules.lapse(match, deadline.seat, now, self.absences)
            case DeadlineKind.REMINDER:
                return match_rules.remind(match, deadline.seat, now, self.absences)
            case DeadlineKind.LIMIT:
                return match_rules.run_out(match, now, self.absences)
            case DeadlineKind.FILL:
                return offer_rules.fill(match, now, self.absences)
            case DeadlineKind.OFFER:
                return offer_rules.expire(match, now, self.absences)
        raise ValueError(f"no deadline is called {deadline.kind}")

    async def _put_right(self, deadline: Deadline, now: int) -> bool:
        """In the store a deadline may be too early, after an absence for example; it is never too late. Has anything
        come of it?
        """
        match = await self.find_match(deadline.match_id)
        if isinstance(match, UnreadableMatch):
            # By rules that are still to come here it is for a newer process.
            await self.store.deadlines.claim_and_postpone(deadline, now + MINUTE)
            ended = await self.called_off(match, now)
            return ended.seq > match.seq
        for right in deadlines(match, self.absences):
            if (right.kind, right.seat) == (deadline.kind, deadline.seat):
                # Unless it has been set anew meanwhile: who comes back from a holiday is not to have it too late.
                await self.store.deadlines.claim_and_postpone(deadline, right.due_ms)
                return False
        await self.store.deadlines.claim_and_remove(deadline)
        return False

    # How it is done

    async def _do(self, match_id: int, cause: int | None, ask: Callable[[MatchState], list[Event]]) -> Appended:
        """Asks at the table as it is known here, stores, and remembers; where others were faster, asks once more."""
        async with self._turn(match_id), self._room:
            for attempt in range(_TRIES):
                # What we remember will do: if others have changed it since, the append is told so.
                kept = None if attempt else self.memory.get(match_id)
                match = kept or await self.loaded(match_id)
                try:
                    events = ask(match)
                except Refused:
                    if kept and await self.outrun(match):
                        continue
                    if cause is not None and await self._heard(cause, match_id):
                        return Appended(await self.loaded(match_id), again=True)
                    raise
                done = await self._stored(match, events)
                if done:
                    return done
        raise Refused("busy")

    async def _heard(self, cause: int, match_id: int) -> bool:
        heard = await self.store.journal.find_interaction(cause)
        return heard is not None and heard.match_id == match_id

    async def _stored(self, before: MatchState, events: Sequence[Event]) -> Appended | None:
        match = before
        for event in events:
            match = fold.after(match, event, self.absences)
        if match.is_over and await self.outrun(before):
            # Results name people, and somebody may have been forgotten since.
            self.memory.pop(before.id, None)
            return None
        # Of one process the ends on a server wait for each other: those who played there may meet in the next one.
        async with self._ending(match.server_id) if match.is_over else nullcontext():
            change = await self._change(before, match, events[-1].created_ms)
            try:
                appended = await self.store.journal.append_events(before.id, before.seq, events, change)
            except BaseException as wrong:
                # What we remember may not be what is stored.
                self.memory.pop(before.id, None)
                if isinstance(wrong, Conflict):
                    return None
                raise
        return (
            Appended(await self.loaded(before.id), again=True)
            if appended.is_repeat
            else Appended(self.remembered(match))
        )

    async def _change(self, before: MatchState, after: MatchState, now: int) -> MatchChange:
        old, new = self.dues(before), self.dues(after)
        seats = _seats(after)
        ruled = await self._ruled(after, now) if isinstance(after, FinishedMatch) else NO_CHANGE
        # What is as it was is not written again: most events change none of this.
        return replace(
            ruled,
            status=after.status if after.status != before.status else None,
            is_live=False if after.is_over else None,
            options=after.options.model_dump_json(exclude_defaults=True) if after.options != before.options else None,
            terms=after.terms.model_dump_json() if after.terms != before.terms else None,
            seats=seats if seats != _seats(before) else None,
            removed_deadlines=tuple(sorted(old.keys() - new.keys())),
            set_deadlines=tuple(it for at, it in new.items() if it != old.get(at)),
        )

    def _ending(self, server_id: int | None) -> asyncio.Lock:
        return self._ends.setdefault(server_id or 0, asyncio.Lock())

    def _turn(self, match_id: int) -> asyncio.Lock:
        """Those of one process wait for each other rather than collide."""
        return self._turns.setdefault(match_id, asyncio.Lock())


def _seats(match: MatchState) -> tuple[StoredSeat, ...]:
    """Who is at the table, for lists: before the match in the order in which they were asked or came."""
    if not isinstance(match, StartedMatch):
        sat = [sitter.person_id for sitter in match.sat]
        people = dict.fromkeys((match.host_id, *match.named, *sat))
        return tuple(
            StoredSeat(at, person_id, SeatStatus.JOINED if person_id in sat else SeatStatus.INVITED)
            for at, person_id in enumerate(people)
        )
    return tuple(
        StoredSeat(seat, person_id, _seat_status(person_id, has_left=seat in match.housed))
        for seat, person_id in enumerate(match.people)
    )


def _seat_status(person_id: int | None, *, has_left: bool) -> SeatStatus:
    if person_id is None:
        return SeatStatus.AI
    return SeatStatus.LEFT if has_left else SeatStatus.PLAYING
