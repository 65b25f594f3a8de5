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
from bot.matches.deadlines import KINDS_WITHOUT_EVENT, DeadlineKind, list_deadlines
from bot.matches.model import EventType, FinishedMatch, Installation, MatchState, StartedMatch, UnreadableMatch
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from bot.wall_clock import MINUTE_MS
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

_APPEND_ATTEMPTS: Final = 5
"""Another process may win a race against us, but hardly ever twice."""
_CONCURRENT_APPENDS_MAX: Final = 8
"""So many are stored together. Were it all who come, the first would wait for the last before they are answered."""


@dataclass(frozen=True, slots=True)
class Appended:
    """What became of a call."""

    match: MatchState
    is_repeat: bool = False
    """This interaction had been heard before; nothing happened now."""


class MatchService(MatchCache):
    def __init__(
        self,
        store: Store,
        absences: Absences,
        rate_match: Callable[[FinishedMatch, int], Awaitable[MatchChange]],
        capacity: int | None = None,
    ) -> None:
        """`ruled` says what is stored with the end of a match: whether it counts, and what it comes to."""
        super().__init__(store, absences, capacity)
        self._rate_match = rate_match
        self._match_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._server_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._append_slots = asyncio.Semaphore(_CONCURRENT_APPENDS_MAX)

    # What people do

    async def create_offer(
        self,
        host_id: int,
        invited_ids: Sequence[int],
        game: Game[Any, Any, Any],
        options: Mapping[str, Any],
        terms: MatchTerms,
        *,
        server_id: int | None,
        channel_id: int,
        interaction_id: int,
        now: int,
        installation: Installation = Installation.SERVER,
        earlier_moves: Iterable[tuple[Seat, Move]] = (),
    ) -> Appended:
        """A challenge, an open table or a practice match; its commitment may be shown as soon as this returns. Practice
        that goes on from another match begins with what was `said` there.
        """
        settings = validate_options(game.options_class, options)
        offer_rules.check_terms(game, settings, terms)
        events = offer_rules.create_offer(host_id, invited_ids, settings, terms, interaction_id, now, earlier_moves)
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
        match = fold.fold_new_match(opening, events)
        change = MatchChange(
            status=match.status,
            seats=_build_stored_seats(match),
            set_deadlines=tuple(list_deadlines(match, self.absences.without_holidays)),
        )
        made = await self.store.journal.create_match(opening, events, change)
        return Appended(await self.load_match(made.match_id), made.is_repeat)

    async def join_offer(self, match_id: int, person_id: int, *, interaction_id: int, now: int) -> Appended:
        return await self._apply_action(
            match_id,
            interaction_id,
            lambda match: offer_rules.join_offer(match, person_id, interaction_id, now, self.absences),
        )

    async def leave_offer(self, match_id: int, person_id: int, *, interaction_id: int, now: int) -> Appended:
        return await self._apply_action(
            match_id, interaction_id, lambda match: offer_rules.leave_offer(match, person_id, interaction_id, now)
        )

    async def add_player_seed(
        self, match_id: int, person_id: int, player_seed: str, *, interaction_id: int, now: int
    ) -> Appended:
        """The dice, as long as the match has not begun."""
        return await self._apply_action(
            match_id,
            interaction_id,
            lambda it: offer_rules.add_player_seed(it, person_id, player_seed, interaction_id, now, self.absences),
        )

    async def decline_offer(self, match_id: int, person_id: int, *, interaction_id: int, now: int) -> Appended:
        return await self._apply_action(
            match_id, interaction_id, lambda match: offer_rules.decline_offer(match, person_id, interaction_id, now)
        )

    async def invite_replacement(
        self, match_id: int, person_id: int, invited_id: int, *, interaction_id: int, now: int
    ) -> Appended:
        return await self._apply_action(
            match_id,
            interaction_id,
            lambda match: offer_rules.invite_replacement(match, person_id, invited_id, interaction_id, now),
        )

    async def withdraw_offer(self, match_id: int, person_id: int, *, interaction_id: int, now: int) -> Appended:
        return await self._apply_action(
            match_id, interaction_id, lambda match: offer_rules.withdraw_offer(match, person_id, interaction_id, now)
        )

    async def change_terms(
        self,
        match_id: int,
        person_id: int,
        options: Mapping[str, Any],
        new_terms: MatchTerms,
        *,
        interaction_id: int,
        now: int,
    ) -> Appended:
        """Other terms while the offer stands; who plays is not among them."""

        def asked(match: MatchState) -> list[Event]:
            settings = validate_options(match.game.options_class, options)
            agreed = {name: getattr(new_terms, name) for name in ("clock", "limit", "rated", "shakes")}
            terms = match.terms.model_copy(update=agreed)
            return offer_rules.change_terms(match, person_id, settings, terms, interaction_id, now)

        return await self._apply_action(match_id, interaction_id, asked)

    async def start_match(
        self, match_id: int, person_id: int, seats: int, *, interaction_id: int, now: int
    ) -> Appended:
        return await self._apply_action(
            match_id,
            interaction_id,
            lambda match: offer_rules.start_match(match, person_id, seats, interaction_id, now),
        )

    async def play_move(
        self, match_id: int, person_id: int, move: Move, *, step: int | None, interaction_id: int, now: int
    ) -> Appended:
        """A choice, a change of mind, or a word of the match such as !resign."""
        gone = await self.store.people.list_departed(match_id) if move == CANCEL else frozenset()

        def asked(match: MatchState) -> list[Event]:
            return match_rules.play_move(match, person_id, move, step, interaction_id, now, self.absences, gone)

        try:
            return await self._apply_action(match_id, interaction_id, asked)
        except Refused as no:
            if no.key != "late":
                raise
            # Whoever has gone on holiday elsewhere is not late.
            await self.refresh_holidays(now)
            return await self._apply_action(match_id, interaction_id, asked)

    async def quit_match(self, match_id: int, person_id: int, *, now: int) -> Appended:
        """Whatever it takes to be gone from this table."""
        return await self._apply_action(
            match_id, None, lambda match: match_rules.quit_match(match, person_id, now, self.absences)
        )

    async def close_practice(self, match_id: int, person_id: int, *, now: int) -> Appended:
        """What is practised makes room for another."""
        return await self._apply_action(match_id, None, lambda match: match_rules.close_practice(match, person_id, now))

    async def open_missed_reveal(self, match_id: int, person_id: int, *, interaction_id: int, now: int) -> Appended:
        """At what lay open for a moment: once, until the next choice."""
        return await self._apply_action(
            match_id,
            interaction_id,
            lambda match: match_rules.open_missed_reveal(match, person_id, interaction_id, now),
        )

    async def play_ai_move(self, match_id: int, seat: Seat, move: Move, *, step: int, now: int) -> Appended:
        return await self._apply_action(
            match_id, None, lambda match: match_rules.play_ai_move(match, seat, move, step, now)
        )

    async def seal_random_ai_moves(self, match_id: int, *, step: int, now: int) -> Appended:
        return await self._apply_action(
            match_id, None, lambda match: match_rules.seal_random_ai_moves(match, step, now)
        )

    async def play_forced_move(self, match_id: int, seat: Seat, move: Move, *, step: int, now: int) -> Appended:
        return await self._apply_action(
            match_id, None, lambda match: match_rules.play_forced_move(match, seat, move, step, now)
        )

    async def offer_rematch(self, match_id: int, person_id: int, *, interaction_id: int, now: int) -> Appended:
        """The same once more with the seats changed round; the others are asked. Whoever is asked already, accepts."""
        # Who presses in another process at the same time finds what is offered here.
        async with self._get_match_lock(match_id), self.store.hold_lock(f"rematch {match_id}"):
            before = rematch.require_rematchable(await self.find_match(match_id), person_id)
            key = before.game.KEY
            offers = [
                it
                for it in await self.store.matches.list_live_of_person(person_id)
                if it.status == EventType.OFFERED and it.game == key
            ]
            async for match in self.load_readable(offers):
                if rematch.is_rematch_offer(match, before):
                    if person_id in {match.host_id, *(sitter.person_id for sitter in match.joined_players)}:
                        return Appended(match, is_repeat=True)
                    return await self.join_offer(match.id, person_id, interaction_id=interaction_id, now=now)
            others = [other for other in before.player_ids if other is not None and other != person_id]
            options = before.options.model_dump(mode="json", exclude_defaults=True)
            return await self.create_offer(
                person_id, others, before.game, options, rematch.build_rematch_terms(before, (person_id, *others)),
                server_id=before.server_id, channel_id=before.channel_id, installation=before.installation,
                interaction_id=interaction_id, now=now,
            )  # fmt: skip

    async def close_if_outdated(self, match: MatchState, now: int) -> MatchState:
        """What began by rules that have changed since ends here, for nothing; everything else is as it was."""
        stored = await self.load_journal(match.id) if isinstance(match, UnreadableMatch) else None
        if stored is None or not fold.is_outdated(stored.header):
            return match
        undue = tuple((it.kind, it.seat) for it in stored.deadlines)
        ends = MatchChange(status=EventType.OUTDATED, is_live=False, removed_deadlines=undue)
        with suppress(Conflict):
            # Another process was faster.
            await self.store.journal.append_events(
                match.id, stored.header.event_count, [Event(EventType.OUTDATED, "", now)], ends
            )
        return await self.load_match(match.id)

    async def forget_person(self, person_id: int, now: int) -> int:
        """Ends what is running, then makes this person nobody in all that was stored; returns which nobody."""
        for header in await self.store.matches.list_live_of_person(person_id):
            # A table that they have left already goes on without them.
            with suppress(Refused):
                await self.quit_match(header.id, person_id, now=now)
        nobody = await self.store.people.forget_person(person_id, now)
        self.cached_matches.clear()
        return nobody

    # What the clock does

    async def fire_deadline(self, deadline: Deadline, now: int) -> bool:
        """Does what is due, and says whether anything happened: what the match has outrun is put right instead."""
        if deadline.kind in KINDS_WITHOUT_EVENT:
            # Nothing changes at the table; it is read so that the clock puts off what belongs to one that nobody can
            # read. Whoever hears of the others does what is to be done.
            await self.find_match(deadline.match_id)
            return True
        if deadline.seat != WHOLE_MATCH:
            # Whoever is on holiday since a moment ago loses nothing by it.
            await self.refresh_holidays(now)
        try:
            await self._apply_action(
                deadline.match_id, None, lambda match: self._build_deadline_events(match, deadline, now)
            )
        except Refused as no:
            return no.key != "busy" and await self._correct_deadline(deadline, now)
        return True

    def _build_deadline_events(self, match: MatchState, deadline: Deadline, now: int) -> list[Event]:
        match deadline.kind:
            case DeadlineKind.TURN:
                return match_rules.time_out_seat(match, deadline.seat, now, self.absences)
            case DeadlineKind.REMINDER:
                return match_rules.remind_seat(match, deadline.seat, now, self.absences)
            case DeadlineKind.MATCH_LIMIT:
                return match_rules.time_out_match(match, now, self.absences)
            case DeadlineKind.AI_FILL:
                return offer_rules.fill_with_ai(match, now, self.absences)
            case DeadlineKind.OFFER_EXPIRY:
                return offer_rules.expire_offer(match, now, self.absences)
        raise ValueError(f"no deadline is called {deadline.kind}")

    async def _correct_deadline(self, deadline: Deadline, now: int) -> bool:
        """In the store a deadline may be too early, after an absence for example; it is never too late. Has anything
        come of it?
        """
        match = await self.find_match(deadline.match_id)
        if isinstance(match, UnreadableMatch):
            # By rules that are still to come here it is for a newer process.
            await self.store.deadlines.claim_and_postpone(deadline, now + MINUTE_MS)
            ended = await self.close_if_outdated(match, now)
            return ended.event_count > match.event_count
        for right in list_deadlines(match, self.absences):
            if (right.kind, right.seat) == (deadline.kind, deadline.seat):
                # Unless it has been set anew meanwhile: who comes back from a holiday is not to have it too late.
                await self.store.deadlines.claim_and_postpone(deadline, right.due_ms)
                return False
        await self.store.deadlines.claim_and_remove(deadline)
        return False

    # How it is done

    async def _apply_action(
        self, match_id: int, interaction_id: int | None, build_events: Callable[[MatchState], list[Event]]
    ) -> Appended:
        """Asks at the table as it is known here, stores, and remembers; where others were faster, asks once more."""
        async with self._get_match_lock(match_id), self._append_slots:
            for attempt in range(_APPEND_ATTEMPTS):
                # What we remember will do: if others have changed it since, the append is told so.
                kept = None if attempt else self.cached_matches.get(match_id)
                match = kept or await self.load_match(match_id)
                try:
                    events = build_events(match)
                except Refused:
                    if kept and await self.is_stale(match):
                        continue
                    if interaction_id is not None and await self._is_repeated_interaction(interaction_id, match_id):
                        return Appended(await self.load_match(match_id), is_repeat=True)
                    raise
                done = await self._try_append(match, events)
                if done:
                    return done
        raise Refused("busy")

    async def _is_repeated_interaction(self, interaction_id: int, match_id: int) -> bool:
        heard = await self.store.journal.find_interaction(interaction_id)
        return heard is not None and heard.match_id == match_id

    async def _try_append(self, before: MatchState, events: Sequence[Event]) -> Appended | None:
        match = before
        for event in events:
            match = fold.apply_event(match, event, self.absences)
        if match.is_over and await self.is_stale(before):
            # Results name people, and somebody may have been forgotten since.
            self.cached_matches.pop(before.id, None)
            return None
        # Of one process the ends on a server wait for each other: those who played there may meet in the next one.
        async with self._get_server_lock(match.server_id) if match.is_over else nullcontext():
            change = await self._build_match_change(before, match, events[-1].created_ms)
            try:
                appended = await self.store.journal.append_events(before.id, before.event_count, events, change)
            except BaseException as wrong:
                # What we remember may not be what is stored.
                self.cached_matches.pop(before.id, None)
                if isinstance(wrong, Conflict):
                    return None
                raise
        return (
            Appended(await self.load_match(before.id), is_repeat=True)
            if appended.is_repeat
            else Appended(self.cache_match(match))
        )

    async def _build_match_change(self, before: MatchState, after: MatchState, now: int) -> MatchChange:
        old, new = self.index_deadlines(before), self.index_deadlines(after)
        seats = _build_stored_seats(after)
        ruled = await self._rate_match(after, now) if isinstance(after, FinishedMatch) else NO_CHANGE
        # What is as it was is not written again: most events change none of this.
        return replace(
            ruled,
            status=after.status if after.status != before.status else None,
            is_live=False if after.is_over else None,
            options=after.options.model_dump_json(exclude_defaults=True) if after.options != before.options else None,
            terms=after.terms.model_dump_json() if after.terms != before.terms else None,
            seats=seats if seats != _build_stored_seats(before) else None,
            removed_deadlines=tuple(sorted(old.keys() - new.keys())),
            set_deadlines=tuple(it for at, it in new.items() if it != old.get(at)),
        )

    def _get_server_lock(self, server_id: int | None) -> asyncio.Lock:
        return self._server_locks.setdefault(server_id or 0, asyncio.Lock())

    def _get_match_lock(self, match_id: int) -> asyncio.Lock:
        """Those of one process wait for each other rather than collide."""
        return self._match_locks.setdefault(match_id, asyncio.Lock())


def _build_stored_seats(match: MatchState) -> tuple[StoredSeat, ...]:
    """Who is at the table, for lists: before the match in the order in which they were asked or came."""
    if not isinstance(match, StartedMatch):
        sat = [sitter.person_id for sitter in match.joined_players]
        people = dict.fromkeys((match.host_id, *match.invited_ids, *sat))
        return tuple(
            StoredSeat(at, person_id, SeatStatus.JOINED if person_id in sat else SeatStatus.INVITED)
            for at, person_id in enumerate(people)
        )
    return tuple(
        StoredSeat(seat, person_id, _get_seat_status(person_id, has_left=seat in match.ai_controlled_seats))
        for seat, person_id in enumerate(match.player_ids)
    )


def _get_seat_status(person_id: int | None, *, has_left: bool) -> SeatStatus:
    if person_id is None:
        return SeatStatus.AI
    return SeatStatus.LEFT if has_left else SeatStatus.PLAYING
