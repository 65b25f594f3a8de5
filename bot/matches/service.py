"""Applies actions to matches: `offer_rules` and `match_rules` check the actions, and the store records their events.

An action names the interaction that caused it, so a repeated interaction has no effect. A refused action changes
nothing. The service does not depend on Discord, and gets the current time as an argument.

The file is long because it has a short method for each action, and all of them store events in the same way.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from secrets import token_bytes
from typing import Any, Final
from weakref import WeakValueDictionary

from bot.matches import fold, match_rules, offer_rules, rematch
from bot.matches.cache import MatchCache
from bot.matches.deadlines import KINDS_WITHOUT_EVENT, DeadlineKind, list_deadlines
from bot.matches.even_deal import draw_even_seed
from bot.matches.model import (
    ClosedMatch,
    EventType,
    FinishedMatch,
    Installation,
    MatchState,
    Offer,
    StartedMatch,
    UnreadableMatch,
)
from bot.matches.predictions import list_resolved_choices
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from bot.wall_clock import MINUTE_MS
from games import GAMES
from games.core import Game, Move, Seat
from games.match import CANCEL
from games.options import validate_options
from games.refused import Refused
from storage import (
    NO_CHANGE,
    WHOLE_MATCH,
    Conflict,
    DatabaseUnusable,
    Deadline,
    Event,
    Journal,
    MatchChange,
    NewMatch,
    ResolvedChoice,
    SeatStatus,
    Store,
    StoredSeat,
    StoreUnavailable,
)

log: Final = logging.getLogger(__name__)

_APPEND_ATTEMPTS: Final = 5
"""How many times to try an append. Another process may append to the match first, but hardly ever twice in a row."""
_CONCURRENT_APPENDS_MAX: Final = 8
"""The maximum number of concurrent appends, which the store commits together. Without a limit, the first append in a
long queue would have to wait for the last one.
"""


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The match after an action."""

    match: MatchState
    is_repeat: bool = False
    """Whether the interaction had already been applied, so that this action changed nothing."""


class MatchService(MatchCache):
    def __init__(
        self,
        store: Store,
        absences: Absences,
        rate_match: Callable[[FinishedMatch, int], Awaitable[MatchChange]],
        capacity: int | None = None,
    ) -> None:
        """Create the service. `rate_match` returns the new ratings and other changes to store when a match ends."""
        super().__init__(store, absences, capacity)
        self._rate_match = rate_match
        self._match_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._server_locks: WeakValueDictionary[int | None, asyncio.Lock] = WeakValueDictionary()
        self._append_slots = asyncio.Semaphore(_CONCURRENT_APPENDS_MAX)

    # Actions

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
        now_ms: int,
        installation: Installation = Installation.SERVER,
        earlier_moves: Iterable[Event] = (),
        rematch_of: int | None = None,
        seed: bytes | None = None,
    ) -> ActionResult:
        """Create a challenge, an open offer or a practice match. Without a `seed`, draw one.

        The commitment to the match's dice can be shown to players as soon as this method returns. A practice match that
        continues another match begins with that match's moves (`earlier_moves`).
        """
        checked_options = validate_options(game.options_class, options)
        offer_rules.check_terms(game, checked_options, terms)
        events = offer_rules.create_offer(
            host_id, invited_ids, checked_options, terms, interaction_id, now_ms, earlier_moves
        )
        new_match = NewMatch(
            server_id=server_id,
            channel_id=channel_id,
            game=game.KEY,
            edition=game.EDITION,
            options=checked_options.model_dump_json(exclude_defaults=True),
            terms=terms.model_dump_json(),
            seed=(seed or token_bytes(32)).hex(),
            status=EventType.OFFERED,
            opened_ms=now_ms,
            installation=installation,
            rematch_of=rematch_of,
        )
        if terms.even_deal:
            # Use a thread, because this estimates the chances of several deals.
            new_match = replace(new_match, seed=await asyncio.to_thread(draw_even_seed, new_match, events))
        match = fold.fold_new_match(new_match, events)
        change = MatchChange(
            status=match.status,
            seats=_build_stored_seats(match),
            set_deadlines=tuple(list_deadlines(match, self.absences.without_holidays)),
        )
        stored = await self.store.journal.create_match(new_match, events, change)
        return ActionResult(await self.load_match(stored.match_id), stored.is_repeat)

    async def join_offer(self, match_id: int, person_id: int, *, interaction_id: int, now_ms: int) -> ActionResult:
        return await self._apply_action(
            match_id,
            interaction_id,
            lambda match: offer_rules.join_offer(match, person_id, interaction_id, now_ms, self.absences),
        )

    async def leave_offer(self, match_id: int, person_id: int, *, interaction_id: int, now_ms: int) -> ActionResult:
        return await self._apply_action(
            match_id, interaction_id, lambda match: offer_rules.leave_offer(match, person_id, interaction_id, now_ms)
        )

    async def add_player_seed(
        self, match_id: int, person_id: int, player_seed: str, *, interaction_id: int, now_ms: int
    ) -> ActionResult:
        """Add a player's seed to the dice of a match that has not started."""
        return await self._apply_action(
            match_id,
            interaction_id,
            lambda match: offer_rules.add_player_seed(
                match, person_id, player_seed, interaction_id, now_ms, self.absences
            ),
        )

    async def decline_offer(self, match_id: int, person_id: int, *, interaction_id: int, now_ms: int) -> ActionResult:
        return await self._apply_action(
            match_id, interaction_id, lambda match: offer_rules.decline_offer(match, person_id, interaction_id, now_ms)
        )

    async def invite_replacement(
        self, match_id: int, person_id: int, invited_id: int, *, interaction_id: int, now_ms: int
    ) -> ActionResult:
        return await self._apply_action(
            match_id,
            interaction_id,
            lambda match: offer_rules.invite_replacement(match, person_id, invited_id, interaction_id, now_ms),
        )

    async def withdraw_offer(self, match_id: int, person_id: int, *, interaction_id: int, now_ms: int) -> ActionResult:
        return await self._apply_action(
            match_id, interaction_id, lambda match: offer_rules.withdraw_offer(match, person_id, interaction_id, now_ms)
        )

    async def change_terms(
        self,
        match_id: int,
        person_id: int,
        options: Mapping[str, Any],
        new_terms: MatchTerms,
        *,
        interaction_id: int,
        now_ms: int,
    ) -> ActionResult:
        """Change an offer's options, its time limits, and whether it is rated and requires player seeds."""

        def build_events(match: MatchState) -> list[Event]:
            checked_options = validate_options(match.game.options_class, options)
            changes = {name: getattr(new_terms, name) for name in ("clock", "limit", "rated", "shakes")}
            terms = match.terms.model_copy(update=changes)
            return offer_rules.change_terms(match, person_id, checked_options, terms, interaction_id, now_ms)

        return await self._apply_action(match_id, interaction_id, build_events)

    async def start_match(
        self, match_id: int, person_id: int, seats: int, *, interaction_id: int, now_ms: int
    ) -> ActionResult:
        return await self._apply_action(
            match_id,
            interaction_id,
            lambda match: offer_rules.start_match(match, person_id, seats, interaction_id, now_ms),
        )

    async def play_move(
        self, match_id: int, person_id: int, move: Move, *, step: int | None, interaction_id: int, now_ms: int
    ) -> ActionResult:
        """Play a move, change a sealed move, or play a special move such as `!resign`."""
        departed_ids = await self.store.people.list_departed(match_id) if move == CANCEL else frozenset()

        def build_events(match: MatchState) -> list[Event]:
            return match_rules.play_move(
                match, person_id, move, step, interaction_id, now_ms, self.absences, departed_ids
            )

        try:
            return await self._apply_action(match_id, interaction_id, build_events)
        except Refused as error:
            if error.key != "late":
                raise
            # The player may have started a holiday in another process, which stops their clock.
            await self.refresh_holidays(now_ms)
            return await self._apply_action(match_id, interaction_id, build_events)

    async def quit_match(self, match_id: int, person_id: int, *, now_ms: int) -> ActionResult:
        """Take a person out of a match: resign or, before it starts, withdraw, decline or leave the offer."""
        return await self._apply_action(
            match_id, None, lambda match: match_rules.quit_match(match, person_id, now_ms, self.absences)
        )

    async def adjudicate_match(self, match_id: int, *, now_ms: int) -> ActionResult:
        """End a tournament's match at the deadline of its round."""
        return await self._apply_action(match_id, None, lambda match: match_rules.adjudicate_match(match, now_ms))

    async def close_practice(self, match_id: int, person_id: int, *, now_ms: int) -> ActionResult:
        """Close a practice match to make room for another one."""
        return await self._apply_action(
            match_id, None, lambda match: match_rules.close_practice(match, person_id, now_ms)
        )

    async def open_missed_reveal(
        self, match_id: int, person_id: int, *, interaction_id: int, now_ms: int
    ) -> ActionResult:
        """Open a temporary reveal that the player missed. Allowed once per step, before the player chooses."""
        return await self._apply_action(
            match_id,
            interaction_id,
            lambda match: match_rules.open_missed_reveal(match, person_id, interaction_id, now_ms),
        )

    async def play_ai_move(self, match_id: int, seat: Seat, move: Move, *, step: int, now_ms: int) -> ActionResult:
        return await self._apply_action(
            match_id, None, lambda match: match_rules.play_ai_move(match, seat, move, step, now_ms)
        )

    async def seal_random_ai_moves(self, match_id: int, *, step: int, now_ms: int) -> ActionResult:
        return await self._apply_action(
            match_id, None, lambda match: match_rules.seal_random_ai_moves(match, step, now_ms)
        )

    async def play_forced_move(self, match_id: int, seat: Seat, move: Move, *, step: int, now_ms: int) -> ActionResult:
        return await self._apply_action(
            match_id, None, lambda match: match_rules.play_forced_move(match, seat, move, step, now_ms)
        )

    async def offer_rematch(self, match_id: int, person_id: int, *, interaction_id: int, now_ms: int) -> ActionResult:
        """Offer a rematch with rotated seats, or join or return the rematch that was already offered.

        A new rematch is offered only if the previous one was closed without a result. Practice can be repeated freely.
        """
        # The lock in the store lets a player who clicks at the same time in another process find this offer.
        async with self._get_match_lock(match_id), self.store.hold_lock(f"rematch {match_id}"):
            before = rematch.require_rematchable(await self.find_match(match_id), person_id)
            if rematch_header := await self.store.matches.load_newest_rematch(match_id):
                match = await self.find_match(rematch_header.id)
                if isinstance(match, Offer) and match.find_joined_player(person_id) is None:
                    return await self.join_offer(match.id, person_id, interaction_id=interaction_id, now_ms=now_ms)
                if not isinstance(match, ClosedMatch):
                    return ActionResult(match, is_repeat=True)
            invited_ids = [
                player_id for player_id in before.player_ids if player_id is not None and player_id != person_id
            ]
            options = before.options.model_dump(mode="json", exclude_defaults=True)
            terms = rematch.build_rematch_terms(before, (person_id, *invited_ids))
            return await self.create_offer(
                person_id,
                invited_ids,
                before.game,
                options,
                terms,
                server_id=before.server_id,
                channel_id=before.channel_id,
                installation=before.installation,
                interaction_id=interaction_id,
                now_ms=now_ms,
                rematch_of=match_id if invited_ids else None,
            )

    async def close_if_outdated(self, match: MatchState, now_ms: int) -> MatchState:
        """If the rules of a match are outdated, close the match without a result. Return its current state."""
        journal = await self.load_journal(match.id) if isinstance(match, UnreadableMatch) else None
        if journal is None or not fold.is_outdated(journal.header):
            return match
        return await self._close_without_result(journal, Event(EventType.OUTDATED, "", now_ms))

    async def close_failed_match(self, match_id: int) -> bool:
        """Close a live match without a result if its game is a plug-in, because an unexpected error occurred in it.

        Return whether the match was closed. An error in a match of one of our own games is ours, so the match goes on
        with the next version of the bot.
        """
        journal = await self.load_journal(match_id)
        if journal.header.game not in GAMES.plugin_keys or not journal.header.is_live:
            return False
        log.exception("a plug-in failed, so its match was called off", extra={"match": match_id})
        # The last event is the newest time that the match knows.
        closed = await self._close_without_result(journal, Event(EventType.BROKEN, "", journal.events[-1].created_ms))
        return isinstance(closed, UnreadableMatch)

    async def _close_without_result(self, journal: Journal, event: Event) -> MatchState:
        deadline_keys = tuple((deadline.kind, deadline.seat) for deadline in journal.deadlines)
        change = MatchChange(status=event.kind, is_live=False, removed_deadlines=deadline_keys, follow_phase="ended")
        with suppress(Conflict):
            # Another process may have closed it first.
            await self.store.journal.append_events(journal.header.id, journal.header.event_count, [event], change)
        return await self.load_match(journal.header.id)

    async def forget_person(self, person_id: int, now_ms: int) -> int:
        """End this person's matches, replace their ID in all stored data, and return the negative replacement ID."""
        for header in await self.store.matches.list_live_of_person(person_id):
            # The person may have left this match already.
            with suppress(Refused):
                await self.quit_match(header.id, person_id, now_ms=now_ms)
        anonymous_id = await self.store.people.forget_person(person_id, now_ms)
        self.cached_matches.clear()
        return anonymous_id

    # Deadlines

    async def fire_deadline(self, deadline: Deadline, now_ms: int) -> bool:
        """Apply the effect of a due deadline, and return whether the match changed.

        If the match has changed so that the deadline is not due anymore, correct the stored deadline instead.
        """
        if deadline.kind in KINDS_WITHOUT_EVENT:
            # The listener does the work. Loading the match raises if it is unreadable, so that the loop postpones
            # the deadline.
            await self.find_match(deadline.match_id)
            return True
        if deadline.seat != WHOLE_MATCH:
            # A holiday that has just started stops the clock.
            await self.refresh_holidays(now_ms)
        try:
            await self._apply_action(
                deadline.match_id, None, lambda match: self._build_deadline_events(match, deadline, now_ms)
            )
        except Refused as error:
            return error.key != "busy" and await self._correct_deadline(deadline, now_ms)
        return True

    def _build_deadline_events(self, match: MatchState, deadline: Deadline, now_ms: int) -> list[Event]:
        match deadline.kind:
            case DeadlineKind.TURN:
                return match_rules.time_out_seat(match, deadline.seat, now_ms, self.absences)
            case DeadlineKind.REMINDER:
                return match_rules.remind_seat(match, deadline.seat, now_ms, self.absences)
            case DeadlineKind.MATCH_LIMIT:
                return match_rules.time_out_match(match, now_ms, self.absences)
            case DeadlineKind.AI_FILL:
                return offer_rules.fill_with_ai(match, now_ms, self.absences)
            case DeadlineKind.OFFER_EXPIRY:
                return offer_rules.expire_offer(match, now_ms, self.absences)
        raise ValueError(f"unknown kind of deadline: {deadline.kind}")

    async def _correct_deadline(self, deadline: Deadline, now_ms: int) -> bool:
        """Postpone or remove a stored deadline that is too early, and return whether the match changed.

        A stored deadline can be too early, for example after an absence, but never too late.
        """
        match = await self.find_match(deadline.match_id)
        if isinstance(match, UnreadableMatch):
            # A match with newer rules is left to a newer version of the bot.
            await self.store.deadlines.claim_and_postpone(deadline, now_ms + MINUTE_MS)
            closed = await self.close_if_outdated(match, now_ms)
            return closed.event_count > match.event_count
        for actual in list_deadlines(match, self.absences):
            if (actual.kind, actual.seat) == (deadline.kind, deadline.seat):
                # Does nothing if the deadline was changed meanwhile. A deadline that was postponed for a holiday would
                # be too late if the holiday ended early.
                await self.store.deadlines.claim_and_postpone(deadline, actual.due_ms)
                return False
        await self.store.deadlines.claim_and_remove(deadline)
        return False

    # Storing events

    async def _apply_action(
        self, match_id: int, interaction_id: int | None, build_events: Callable[[MatchState], list[Event]]
    ) -> ActionResult:
        """Build the events of an action from the cached match, store them and cache the result.

        If another process has changed the match in the meantime, load the match and try again. If a plug-in fails,
        close its match and raise `Refused`.
        """
        try:
            return await self._try_action(match_id, interaction_id, build_events)
        except (Refused, StoreUnavailable, DatabaseUnusable):
            raise
        except Exception:
            if not await self.close_failed_match(match_id):
                raise
            raise Refused("closed-broken", match=match_id) from None

    async def _try_action(
        self, match_id: int, interaction_id: int | None, build_events: Callable[[MatchState], list[Event]]
    ) -> ActionResult:
        async with self._get_match_lock(match_id), self._append_slots:
            for attempt in range(_APPEND_ATTEMPTS):
                # A cached match is good enough to start with: the append fails if the store has newer events.
                cached = None if attempt else self.cached_matches.get(match_id)
                match = cached or await self.load_match(match_id)
                try:
                    events = build_events(match)
                except Refused:
                    if cached and await self.is_stale(match):
                        continue
                    if interaction_id is not None and await self._is_repeated_interaction(interaction_id, match_id):
                        return ActionResult(await self.load_match(match_id), is_repeat=True)
                    raise
                result = await self._try_append(match, events)
                if result:
                    return result
        raise Refused("busy")

    async def _is_repeated_interaction(self, interaction_id: int, match_id: int) -> bool:
        known = await self.store.journal.find_interaction(interaction_id)
        return known is not None and known.match_id == match_id

    async def _try_append(self, before: MatchState, events: Sequence[Event]) -> ActionResult | None:
        match, resolved_choices = before, list[ResolvedChoice]()
        for event in events:
            after = fold.apply_event(match, event, self.absences)
            resolved_choices += list_resolved_choices(match, event, after)
            match = after
        if match.is_over and await self.is_stale(before):
            # The result contains person IDs, and a person may have had their data deleted since.
            self.cached_matches.pop(before.id, None)
            return None
        # Matches of one server end one after the other, because two of them may change the same player's rating.
        async with self._get_server_lock(match.server_id) if match.is_over else nullcontext():
            change = await self._build_match_change(before, match, events[-1].created_ms)
            change = replace(change, resolved_choices=tuple(resolved_choices))
            try:
                appended = await self.store.journal.append_events(before.id, before.event_count, events, change)
            except BaseException as error:
                # It is unknown whether the events were stored, so the match must be loaded again.
                self.cached_matches.pop(before.id, None)
                if isinstance(error, Conflict):
                    return None
                raise
        return (
            ActionResult(await self.load_match(before.id), is_repeat=True)
            if appended.is_repeat
            else ActionResult(self.cache_match(match))
        )

    async def _build_match_change(self, before: MatchState, after: MatchState, now_ms: int) -> MatchChange:
        old, new = self.index_deadlines(before), self.index_deadlines(after)
        seats = _build_stored_seats(after)
        rating_change = await self._rate_match(after, now_ms) if isinstance(after, FinishedMatch) else NO_CHANGE
        # Write only changed values: most events change none of them.
        return replace(
            rating_change,
            status=after.status if after.status != before.status else None,
            is_live=False if after.is_over else None,
            options=after.options.model_dump_json(exclude_defaults=True) if after.options != before.options else None,
            terms=after.terms.model_dump_json() if after.terms != before.terms else None,
            seats=seats if seats != _build_stored_seats(before) else None,
            removed_deadlines=tuple(sorted(old.keys() - new.keys())),
            set_deadlines=tuple(deadline for key, deadline in new.items() if deadline != old.get(key)),
            follow_phase=_find_follow_phase(before, after),
        )

    def _get_server_lock(self, server_id: int | None) -> asyncio.Lock:
        return self._server_locks.setdefault(server_id, asyncio.Lock())

    def _get_match_lock(self, match_id: int) -> asyncio.Lock:
        """Return a match's lock, which serializes the actions of this process on the match."""
        return self._match_locks.setdefault(match_id, asyncio.Lock())


def _find_follow_phase(before: MatchState, after: MatchState) -> str | None:
    """Return the notice that followers get if a match starts or ends: "started", "ended", or None for other changes.

    Nobody can follow practice, or matches outside servers.
    """
    if after.is_practice or after.server_id is None:
        return None
    if isinstance(after, StartedMatch) and not isinstance(before, StartedMatch):
        return "started"
    return "ended" if after.is_over and isinstance(before, StartedMatch) else None


def _build_stored_seats(match: MatchState) -> tuple[StoredSeat, ...]:
    """Return the players of a match, as they are stored for lists of matches.

    Before the match starts, they are listed in the order in which they were invited or joined.
    """
    if not isinstance(match, StartedMatch):
        joined_ids = [player.person_id for player in match.joined_players]
        person_ids = dict.fromkeys((match.host_id, *match.invited_ids, *joined_ids))
        return tuple(
            StoredSeat(index, person_id, SeatStatus.JOINED if person_id in joined_ids else SeatStatus.INVITED)
            for index, person_id in enumerate(person_ids)
        )
    return tuple(
        StoredSeat(seat, person_id, _get_seat_status(person_id, has_left=seat in match.ai_controlled_seats))
        for seat, person_id in enumerate(match.player_ids)
    )


def _get_seat_status(person_id: int | None, *, has_left: bool) -> SeatStatus:
    if person_id is None:
        return SeatStatus.AI
    return SeatStatus.LEFT if has_left else SeatStatus.PLAYING
