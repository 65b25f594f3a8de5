"""What happens at tables: whatever people do there is asked of `manners` or `hospitality`, stored, and remembered.

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
from bot.matches.cache import Kept
from bot.matches.deadlines import ERRANDS, Due, deadlines
from bot.matches.model import Begun, Foreign, Installation, Kind, Over, Table
from bot.matches.terms import Agreement
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
class Done:
    """What became of a call."""

    table: Table
    again: bool = False
    """This interaction had been heard before; nothing happened now."""


class Tables(Kept):
    def __init__(
        self,
        store: Store,
        absences: Absences,
        ruled: Callable[[Over, int], Awaitable[MatchChange]],
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
        agreement: Agreement,
        *,
        server: int | None,
        channel: int,
        cause: int,
        now: int,
        installation: Installation = Installation.SERVER,
        said: Iterable[tuple[Seat, Move]] = (),
    ) -> Done:
        """A challenge, an open table or a practice match; its commitment may be shown as soon as this returns. Practice
        that goes on from another match begins with what was `said` there.
        """
        settings = validate_options(game.options_class, options)
        offer_rules.check_terms(game, settings, agreement)
        events = offer_rules.offer(by, named, settings, agreement, cause, now, said)
        opening = NewMatch(
            server_id=server,
            channel_id=channel,
            game=game.KEY,
            edition=game.EDITION,
            options=settings.model_dump_json(exclude_defaults=True),
            terms=agreement.model_dump_json(),
            seed=token_bytes(32).hex(),
            status=Kind.OFFERED,
            opened_ms=now,
            installation=installation,
        )
        table = fold.offered(opening, events)
        change = MatchChange(
            status=table.status, seats=_seats(table), set_deadlines=tuple(deadlines(table, self.absences.ours))
        )
        made = await self.store.journal.create_match(opening, events, change)
        return Done(await self.loaded(made.match_id), made.is_repeat)

    async def sit(self, match: int, person: int, *, cause: int, now: int) -> Done:
        return await self._do(match, cause, lambda table: offer_rules.sit(table, person, cause, now, self.absences))

    async def rise(self, match: int, person: int, *, cause: int, now: int) -> Done:
        return await self._do(match, cause, lambda table: offer_rules.rise(table, person, cause, now))

    async def shake(self, match: int, person: int, text: str, *, cause: int, now: int) -> Done:
        """The dice, as long as the match has not begun."""
        return await self._do(match, cause, lambda it: offer_rules.shake(it, person, text, cause, now, self.absences))

    async def decline(self, match: int, person: int, *, cause: int, now: int) -> Done:
        return await self._do(match, cause, lambda table: offer_rules.decline(table, person, cause, now))

    async def invite(self, match: int, person: int, other: int, *, cause: int, now: int) -> Done:
        return await self._do(match, cause, lambda table: offer_rules.invite(table, person, other, cause, now))

    async def withdraw(self, match: int, person: int, *, cause: int, now: int) -> Done:
        return await self._do(match, cause, lambda table: offer_rules.withdraw(table, person, cause, now))

    async def change(
        self,
        match: int,
        person: int,
        options: Mapping[str, Any],
        wanted: Agreement,
        *,
        cause: int,
        now: int,
    ) -> Done:
        """Other terms while the offer stands; who plays is not among them."""

        def asked(table: Table) -> list[Event]:
            settings = validate_options(table.game.options_class, options)
            agreed = {name: getattr(wanted, name) for name in ("clock", "limit", "rated", "shakes")}
            agreement = table.agreement.model_copy(update=agreed)
            return offer_rules.change(table, person, settings, agreement, cause, now)

        return await self._do(match, cause, asked)

    async def start(self, match: int, person: int, seats: int, *, cause: int, now: int) -> Done:
        return await self._do(match, cause, lambda table: offer_rules.start(table, person, seats, cause, now))

    async def say(self, match: int, person: int, word: Move, *, step: int | None, cause: int, now: int) -> Done:
        """A choice, a change of mind, or a word of the match such as !resign."""
        gone = await self.store.people.list_departed(match) if word == CANCEL else frozenset()

        def asked(table: Table) -> list[Event]:
            return match_rules.say(table, person, word, step, cause, now, self.absences, gone)

        try:
            return await self._do(match, cause, asked)
        except Refused as no:
            if no.key != "late":
                raise
            # Whoever has gone on holiday elsewhere is not late.
            await self.learn(now)
            return await self._do(match, cause, asked)

    async def quit(self, match: int, person: int, *, now: int) -> Done:
        """Whatever it takes to be gone from this table."""
        return await self._do(match, None, lambda table: match_rules.go(table, person, now, self.absences))

    async def shelve(self, match: int, person: int, *, now: int) -> Done:
        """What is practised makes room for another."""
        return await self._do(match, None, lambda table: match_rules.shelve(table, person, now))

    async def look(self, match: int, person: int, *, cause: int, now: int) -> Done:
        """At what lay open for a moment: once, until the next choice."""
        return await self._do(match, cause, lambda table: match_rules.look(table, person, cause, now))

    async def say_for_the_house(self, match: int, seat: Seat, word: Move, *, step: int, now: int) -> Done:
        return await self._do(match, None, lambda table: match_rules.say_for_the_house(table, seat, word, step, now))

    async def bind_the_house(self, match: int, *, step: int, now: int) -> Done:
        return await self._do(match, None, lambda table: match_rules.bind_the_house(table, step, now))

    async def say_the_only_word(self, match: int, seat: Seat, word: Move, *, step: int, now: int) -> Done:
        return await self._do(match, None, lambda table: match_rules.say_the_only_word(table, seat, word, step, now))

    async def rematch(self, match: int, person: int, *, cause: int, now: int) -> Done:
        """The same once more with the seats changed round; the others are asked. Whoever is asked already, accepts."""
        # Who presses in another process at the same time finds what is offered here.
        async with self._turn(match), self.store.hold_lock(f"rematch {match}"):
            before = rematch.playable(await self.table(match), person)
            key = before.game.KEY
            offers = [
                it
                for it in await self.store.matches.list_live_of_person(person)
                if it.status == Kind.OFFERED and it.game == key
            ]
            async for table in self.readable(offers):
                if rematch.is_offered(table, before):
                    if person in {table.host, *(sitter.person for sitter in table.sat)}:
                        return Done(table, again=True)
                    return await self.sit(table.id, person, cause=cause, now=now)
            others = [other for other in before.people if other is not None and other != person]
            options = before.options.model_dump(mode="json", exclude_defaults=True)
            return await self.offer(
                person, others, before.game, options, rematch.agreed(before, (person, *others)),
                server=before.server, channel=before.channel, installation=before.installation, cause=cause, now=now,
            )  # fmt: skip

    async def called_off(self, table: Table, now: int) -> Table:
        """What began by rules that have changed since ends here, for nothing; everything else is as it was."""
        stored = await self.journal(table.id) if isinstance(table, Foreign) else None
        if stored is None or not fold.is_outdated(stored.header):
            return table
        undue = tuple((it.kind, it.seat) for it in stored.deadlines)
        ends = MatchChange(status=Kind.OUTDATED, is_live=False, removed_deadlines=undue)
        with suppress(Conflict):
            # Another process was faster.
            await self.store.journal.append_events(
                table.id, stored.header.event_count, [Event(Kind.OUTDATED, "", now)], ends
            )
        return await self.loaded(table.id)

    async def forget(self, person: int, now: int) -> int:
        """Ends what is running, then makes this person nobody in all that was stored; returns which nobody."""
        for header in await self.store.matches.list_live_of_person(person):
            # A table that they have left already goes on without them.
            with suppress(Refused):
                await self.quit(header.id, person, now=now)
        nobody = await self.store.people.forget_person(person, now)
        self.memory.clear()
        return nobody

    # What the clock does

    async def fire(self, deadline: Deadline, now: int) -> bool:
        """Does what is due, and says whether anything happened: what the match has outrun is put right instead."""
        if deadline.kind in ERRANDS:
            # Nothing changes at the table; it is read so that the clock puts off what belongs to one that nobody can
            # read. Whoever hears of the others does what is to be done.
            await self.table(deadline.match_id)
            return True
        if deadline.seat != WHOLE_MATCH:
            # Whoever is on holiday since a moment ago loses nothing by it.
            await self.learn(now)
        try:
            await self._do(deadline.match_id, None, lambda table: self._due(table, deadline, now))
        except Refused as no:
            return no.key != "busy" and await self._put_right(deadline, now)
        return True

    def _due(self, table: Table, deadline: Deadline, now: int) -> list[Event]:
        match deadline.kind:
            case Due.TURN:
                return match_rules.lapse(table, deadline.seat, now, self.absences)
            case Due.REMINDER:
                return match_rules.remind(table, deadline.seat, now, self.absences)
            case Due.LIMIT:
                return match_rules.run_out(table, now, self.absences)
            case Due.FILL:
                return offer_rules.fill(table, now, self.absences)
            case Due.OFFER:
                return offer_rules.expire(table, now, self.absences)
        raise ValueError(f"no deadline is called {deadline.kind}")

    async def _put_right(self, deadline: Deadline, now: int) -> bool:
        """In the store a deadline may be too early, after an absence for example; it is never too late. Has anything
        come of it?
        """
        table = await self.table(deadline.match_id)
        if isinstance(table, Foreign):
            # By rules that are still to come here it is for a newer process.
            await self.store.deadlines.claim_and_postpone(deadline, now + MINUTE)
            ended = await self.called_off(table, now)
            return ended.seq > table.seq
        for right in deadlines(table, self.absences):
            if (right.kind, right.seat) == (deadline.kind, deadline.seat):
                # Unless it has been set anew meanwhile: who comes back from a holiday is not to have it too late.
                await self.store.deadlines.claim_and_postpone(deadline, right.due_ms)
                return False
        await self.store.deadlines.claim_and_remove(deadline)
        return False

    # How it is done

    async def _do(self, match: int, cause: int | None, ask: Callable[[Table], list[Event]]) -> Done:
        """Asks at the table as it is known here, stores, and remembers; where others were faster, asks once more."""
        async with self._turn(match), self._room:
            for attempt in range(_TRIES):
                # What we remember will do: if others have changed it since, the append is told so.
                kept = None if attempt else self.memory.get(match)
                table = kept or await self.loaded(match)
                try:
                    events = ask(table)
                except Refused:
                    if kept and await self.outrun(table):
                        continue
                    if cause is not None and await self._heard(cause, match):
                        return Done(await self.loaded(match), again=True)
                    raise
                done = await self._stored(table, events)
                if done:
                    return done
        raise Refused("busy")

    async def _heard(self, cause: int, match: int) -> bool:
        heard = await self.store.journal.find_interaction(cause)
        return heard is not None and heard.match_id == match

    async def _stored(self, before: Table, events: Sequence[Event]) -> Done | None:
        table = before
        for event in events:
            table = fold.after(table, event, self.absences)
        if table.over and await self.outrun(before):
            # Results name people, and somebody may have been forgotten since.
            self.memory.pop(before.id, None)
            return None
        # Of one process the ends on a server wait for each other: those who played there may meet in the next one.
        async with self._ending(table.server) if table.over else nullcontext():
            change = await self._change(before, table, events[-1].created_ms)
            try:
                appended = await self.store.journal.append_events(before.id, before.seq, events, change)
            except BaseException as wrong:
                # What we remember may not be what is stored.
                self.memory.pop(before.id, None)
                if isinstance(wrong, Conflict):
                    return None
                raise
        return Done(await self.loaded(before.id), again=True) if appended.is_repeat else Done(self.remembered(table))

    async def _change(self, before: Table, after: Table, now: int) -> MatchChange:
        old, new = self.dues(before), self.dues(after)
        seats = _seats(after)
        ruled = await self._ruled(after, now) if isinstance(after, Over) else NO_CHANGE
        # What is as it was is not written again: most events change none of this.
        return replace(
            ruled,
            status=after.status if after.status != before.status else None,
            is_live=False if after.over else None,
            options=after.options.model_dump_json(exclude_defaults=True) if after.options != before.options else None,
            terms=after.agreement.model_dump_json() if after.agreement != before.agreement else None,
            seats=seats if seats != _seats(before) else None,
            removed_deadlines=tuple(sorted(old.keys() - new.keys())),
            set_deadlines=tuple(it for at, it in new.items() if it != old.get(at)),
        )

    def _ending(self, server: int | None) -> asyncio.Lock:
        return self._ends.setdefault(server or 0, asyncio.Lock())

    def _turn(self, match: int) -> asyncio.Lock:
        """Those of one process wait for each other rather than collide."""
        return self._turns.setdefault(match, asyncio.Lock())


def _seats(table: Table) -> tuple[StoredSeat, ...]:
    """Who is at the table, for lists: before the match in the order in which they were asked or came."""
    if not isinstance(table, Begun):
        sat = [sitter.person for sitter in table.sat]
        people = dict.fromkeys((table.host, *table.named, *sat))
        return tuple(
            StoredSeat(at, person, SeatStatus.JOINED if person in sat else SeatStatus.INVITED)
            for at, person in enumerate(people)
        )
    return tuple(
        StoredSeat(seat, person, _seat_status(person, has_left=seat in table.housed))
        for seat, person in enumerate(table.people)
    )


def _seat_status(person: int | None, *, has_left: bool) -> SeatStatus:
    if person is None:
        return SeatStatus.AI
    return SeatStatus.LEFT if has_left else SeatStatus.PLAYING
