"""Handlers for player messages, picked and typed moves, changes of sealed moves, hints, and the inbox."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from bot.ai.opponent_history import OpponentHistory
from bot.ai.workers import AiWorkers
from bot.caches import SingleFlightCache
from bot.handlers.autocomplete import (
    MAX_CHOICE_LENGTH,
    Completion,
    complete_typed_move,
    format_example_move,
    spell_similar_moves,
)
from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup, require_seat_to_move
from bot.handlers.requests import Request, Response, ShownPlayerMessage
from bot.handlers.watch import WatchHandler
from bot.i18n import say
from bot.matches import match_rules
from bot.matches.model import ClosedMatch, EventType, MatchState, Offer, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.rendering.player_renderer import PlayerRenderer
from bot.screens import dialogs, inbox, move_buttons, offer_card, player_screen
from bot.screens.custom_ids import Action, CustomId
from bot.screens.player_screen_state import DEFAULT_CONTEXT, PlayerScreenContext, encode_screen_state
from games.core import Move, Seat, Suggestion
from games.refused import Refused
from storage import PlayerContext, Store

HINT_TIMEOUT_S: Final = 10.0
REFUSALS_OF_LATE_MOVES: Final = frozenset({"stale", "not-now", "ended"})
RESULT_CACHE_SIZE: Final = 100
"""The maximum number of entries in each of the two caches, for completion lists and for hints."""


@dataclass(eq=False)
class MoveHandler:
    _matches: MatchService
    _store: Store
    _match_lookup: MatchLookup
    _watch: WatchHandler
    _player_renderer: PlayerRenderer
    _ai_workers: AiWorkers
    _opponent_history: OpponentHistory
    _play_automatic_moves: Callable[[MatchState], Awaitable[MatchState]]
    """Plays forced moves, and seals the house's move before people choose in the same step."""
    _has_closed_dms: Callable[[int], bool]
    """Returns whether Discord refused the last direct message to the person with this ID."""
    _completion_cache: SingleFlightCache[tuple[object, ...], list[Completion]] = field(
        default_factory=lambda: SingleFlightCache(RESULT_CACHE_SIZE, max_concurrent=1), init=False
    )
    _hint_cache: SingleFlightCache[tuple[object, ...], Suggestion] = field(
        default_factory=lambda: SingleFlightCache(RESULT_CACHE_SIZE), init=False
    )

    @property
    def handlers(self) -> Handlers:
        return {
            Action.OPEN_MATCH: self.open_match,
            Action.WATCH_MATCH: self.watch_match,
            Action.PICK_MOVE: self.pick_or_open_match,
            Action.CONFIRM_MOVE: self.pick_or_open_match,
            Action.CHANGE_MOVE: self.change_move,
            Action.KEEP_MOVE: self.keep_move,
            Action.REQUEST_HINT: self.show_hint,
            Action.SHOW_INBOX: self.show_next_match,
        }

    async def show_player_message(
        self,
        request: Request,
        match: StartedMatch,
        seat: Seat,
        context: PlayerScreenContext = DEFAULT_CONTEXT,
        player_context: PlayerContext | None = None,
    ) -> Response:
        """Respond with a player message that shows the current state of the match.

        Forced moves are played first, so that nobody is asked to choose from a single option. `context` describes what
        the player has just done or is in the middle of doing.
        """
        current = match_rules.require_started(await self._play_automatic_moves(match))
        context = await self._player_renderer.build_context(current, request.person_id, context, player_context)
        scene = await self._player_renderer.render_player_message(current, seat, request.locale, context)
        shown = self._record_shown_message(request, current, seat, context)
        has_changed = current is not match
        return Response(scene, player_message=shown, refresh_match_id=match.id if has_changed else None)

    async def show_begun_match(self, request: Request, match: MatchState, note: str = "") -> Response:
        """Respond to an action that can start a match. If the match has started, show the person's player message."""
        seat = match.find_view_seat(request.person_id)
        if isinstance(match, Offer) and match.terms.shakes and match.find_joined_player(request.person_id):
            # The person has joined, but the match does not start before all players have added their seeds.
            return Response(
                offer_card.render_offer_menu(match, request.person_id, request.locale),
                panel_of_offer=match,
                refresh_match_id=match.id,
            )
        if not isinstance(match, StartedMatch) or seat is None:
            return Response(refresh_match_id=match.id)
        # Fill the cache, because the house must seal its move soon and then has less time to load the history.
        await self._opponent_history.load_choices_by_match(match)
        return replace(
            await self.show_player_message(request, match, seat, PlayerScreenContext(note=note)),
            refresh_match_id=match.id,
        )

    def _record_shown_message(
        self, request: Request, match: StartedMatch, seat: Seat, context: PlayerScreenContext
    ) -> ShownPlayerMessage:
        if request.message_id:
            self._player_renderer.save_draft(request.message_id, match, context)
        content_key = encode_screen_state(match, seat, request.locale, context)
        return ShownPlayerMessage(match.id, match.engine.step, content_key, match.event_count)

    async def open_match(self, request: Request, custom_id: CustomId) -> Response:
        """Show the player message to a player, and the public board to other people.

        A player who opened another screen in the middle of a move, such as the rules, returns to that point. If the
        match has not started, show its offer instead.
        """
        match = await self._matches.find_match(custom_id.match_id)
        if isinstance(match, Offer):
            return self.show_offer(request, match)
        if isinstance(match, ClosedMatch) and match.close_reason == EventType.PRACTICE_CLOSED:
            return await self._show_current_practice(request, match)
        match = match_rules.require_started(match)
        seat = match.find_view_seat(request.person_id)
        if seat is None:
            return await self._watch.show_match(request, match)
        context = PlayerScreenContext(has_closed_dms=self._has_closed_dms(request.person_id))
        if request.message_id:
            context = self._player_renderer.restore_draft(request.message_id, match, context)
        response = await self.show_player_message(request, match, seat, context)
        return replace(response, clicked_card_match_id=None if request.is_private or match.is_over else match.id)

    async def watch_match(self, request: Request, custom_id: CustomId) -> Response:
        """Show a board of the match to an onlooker. The players get their player message."""
        match = await self._matches.find_match(custom_id.match_id)
        if match.find_view_seat(request.person_id) is not None:
            return await self.open_match(request, custom_id)
        return await self._watch.show_match(request, match, custom_id.argument)

    async def _show_current_practice(self, request: Request, closed: ClosedMatch) -> Response:
        """Show the person's running practice instead of the closed one. If none is running, offer to start another."""
        running = await self._matches.find_practice_match(request.person_id)
        seat = running.find_view_seat(request.person_id) if running else None
        if running is None or seat is None:
            return Response(dialogs.render_shelved_practice(closed, request.locale), ended_match_id=closed.id)
        note = say("practice-other", request.locale)
        return replace(
            await self.show_player_message(request, running, seat, PlayerScreenContext(note=note)),
            ended_match_id=closed.id,
        )

    def show_offer(self, request: Request, match: Offer) -> Response:
        """Show an offer in a private message. For people involved in the offer, the message is kept up to date."""
        scene = offer_card.render_offer_from_list(match, request.person_id, request.locale, self._matches.absences)
        is_involved = request.person_id in match.involved_person_ids
        return Response(scene, panel_of_offer=match if is_involved else None)

    async def pick_or_open_match(self, request: Request, custom_id: CustomId) -> Response:
        """Handle a click on a part of a move. If the person has already played in this step, show the match instead."""
        try:
            if custom_id.action == Action.CONFIRM_MOVE:
                return await self.confirm_move(request, custom_id)
            return await self.pick_move_part(request, custom_id)
        except Refused as error:
            if error.key not in REFUSALS_OF_LATE_MOVES:
                raise
            match = await self._matches.find_match(custom_id.match_id)
            if not isinstance(match, StartedMatch):
                raise
            seat = match.find_view_seat(request.person_id)
            if seat is None or match.last_decision_steps.get(seat) != custom_id.step:
                raise
            return await self.open_match(request, custom_id)

    async def pick_move_part(self, request: Request, custom_id: CustomId) -> Response:
        """Play the move if the click completes it. Otherwise, show the choices for the next part of the move."""
        match, seat = await self._require_seat_at_step(request, custom_id)
        move = move_buttons.find_chosen_move(match, seat, custom_id.argument)
        if not custom_id.argument and player_screen.can_take_first_look(match, seat):
            appended = await self._matches.open_missed_reveal(
                match.id, request.person_id, interaction_id=request.interaction_id, now_ms=request.now_ms
            )
            match, seat = match_rules.require_seated(appended.match, request.person_id)
        if move is None:
            context = PlayerScreenContext(move_prefix=custom_id.argument, is_rethinking=seat in match.engine.sealed)
            return replace(await self.show_player_message(request, match, seat, context), replaces_clicked_message=True)
        if warning := await self._find_warning(match, seat, move):
            response = await self._show_warning(request, match, seat, move, warning)
            return replace(response, replaces_clicked_message=True)
        return await self._play_picked_move(request, custom_id, seat, move)

    async def confirm_move(self, request: Request, custom_id: CustomId) -> Response:
        """Play a move that the player confirmed after a warning about it."""
        match, seat = await self._require_seat_at_step(request, custom_id)
        move = move_buttons.find_chosen_move(match, seat, custom_id.argument)
        if move is None:
            raise Refused("button")
        return await self._play_picked_move(request, custom_id, seat, move)

    async def _find_warning(self, match: RunningMatch, seat: Seat, move: Move) -> Suggestion | None:
        """Return a warning if the move is careless, but only in practice and below the highest level."""
        if not match.is_practice or match.terms.level == match.game.LEVELS[-1]:
            return None
        if not match.game.overrides("find_punishing_reply"):
            return None
        return await asyncio.to_thread(match.game.find_punishing_reply, match.engine.view_of(seat), move)

    async def _show_warning(
        self, request: Request, match: RunningMatch, seat: Seat, move: Move, warning: Suggestion
    ) -> Response:
        context = await self._player_renderer.build_context(match, request.person_id)
        shown = self._record_shown_message(request, match, seat, context)
        scene = player_screen.render_move_warning(match, seat, move, warning, request.locale, context)
        return Response(scene, player_message=shown)

    async def _play_picked_move(self, request: Request, custom_id: CustomId, seat: Seat, move: Move) -> Response:
        # Do both at once, because the player is waiting for the response.
        appended, player_context = await asyncio.gather(
            self._matches.play_move(
                custom_id.match_id,
                request.person_id,
                move,
                step=custom_id.step,
                interaction_id=request.interaction_id,
                now_ms=request.now_ms,
            ),
            self._store.delivery_states.load_player_context(custom_id.match_id, request.person_id),
        )
        response = await self.show_player_message(
            request, match_rules.require_started(appended.match), seat, player_context=player_context
        )
        return replace(response, replaces_clicked_message=True, refresh_match_id=custom_id.match_id)

    async def play_typed_move(self, request: Request, typed: str, match_number: str) -> Response:
        """Play a move typed in its game's notation."""
        match, seat = require_seat_to_move(
            await self._match_lookup.find_requested_match(request, match_number, must_be_to_move=True),
            request.person_id,
        )
        try:
            move = _parse_move(match, seat, typed, request.locale)
        except Refused as refusal:
            if match_number:
                raise
            return Response(dialogs.render_refusal(refusal, request.locale, match))
        if warning := await self._find_warning(match, seat, move):
            return await self._show_warning(request, match, seat, move, warning)
        step = match.engine.step
        appended = await self._matches.play_move(
            match.id, request.person_id, move, step=step, interaction_id=request.interaction_id, now_ms=request.now_ms
        )
        return replace(
            await self.show_player_message(request, match_rules.require_started(appended.match), seat),
            refresh_match_id=match.id,
        )

    async def list_move_completions(self, request: Request, typed: str, match_number: str) -> list[Completion]:
        """Return the moves that match the typed text, for autocompletion."""
        match = await self._match_lookup.find_requested_match(request, match_number, must_be_to_move=True)
        seat = match.find_view_seat(request.person_id)
        if not isinstance(match, RunningMatch) or seat is None:
            return []
        typed = typed[:MAX_CHOICE_LENGTH]
        # Complete only one text at a time, in a thread, because this takes 50 ms with thousands of legal moves.
        complete = partial(
            asyncio.to_thread, complete_typed_move, match.game, match.engine.view_of(seat), typed, request.locale
        )
        return await self._completion_cache.get_or_make(
            (match.id, match.event_count, seat, typed, request.locale), complete
        )

    async def change_move(self, request: Request, custom_id: CustomId) -> Response:
        """Let a player choose again. The sealed move counts until another move replaces it."""
        match, seat = require_seat_to_move(
            await self._matches.find_match(custom_id.match_id), request.person_id, custom_id.step
        )
        return replace(
            await self.show_player_message(request, match, seat, PlayerScreenContext(is_rethinking=True)),
            replaces_clicked_message=True,
        )

    async def keep_move(self, request: Request, custom_id: CustomId) -> Response:
        """Cancel the change of a sealed move, so that the move counts as it is."""
        if request.message_id:
            self._player_renderer.discard_draft(request.message_id)
        return await self.open_match(request, custom_id)

    async def show_hint(self, request: Request, custom_id: CustomId) -> Response:
        """Show the move that the house would play in the player's place. Only practice allows hints."""
        match, seat = await self._require_seat_at_step(request, custom_id)
        if not match.is_practice:
            raise Refused("no-hints")
        view, dice = match.engine.view_of(seat), match.engine.house_dice(seat)
        try:
            async with asyncio.timeout(HINT_TIMEOUT_S):
                think = partial(self._ai_workers.choose_move, match.game, view, match.game.LEVELS[-1], dice)
                suggestion = await self._hint_cache.get_or_make((match.id, match.engine.step, seat), think)
        except TimeoutError:
            raise Refused("hint-later") from None
        context = await self._player_renderer.build_context(match, request.person_id)
        shown = self._record_shown_message(request, match, seat, context)
        if request.message_id:
            self._player_renderer.mark_hint(request.message_id, custom_id.step)
        context = await self._player_renderer.add_history(match, seat, context)
        scene = player_screen.render_hint(match, seat, suggestion, request.locale, self._matches.absences, context)
        return Response(scene, replaces_clicked_message=True, player_message=shown)

    async def _require_seat_at_step(self, request: Request, custom_id: CustomId) -> tuple[RunningMatch, Seat]:
        match = await self._matches.find_at_step(custom_id.match_id, custom_id.step)
        return require_seat_to_move(match, request.person_id, custom_id.step)

    async def show_inbox(self, request: Request) -> Response:
        """List a person's matches and offers, starting with those that wait for this person."""
        return await self._render_inbox_page(request, 0)

    async def _render_inbox_page(self, request: Request, page: int) -> Response:
        matches = await self._matches.list_live_by_urgency(request.person_id)
        return Response(inbox.render_inbox(matches, request.person_id, request.locale, self._matches.absences, page))

    async def show_next_match(self, request: Request, custom_id: CustomId) -> Response:
        """Show the next match that waits for this person, with a button that leads back to the previous match.

        Show the inbox instead in three cases: the custom ID names an inbox page, no match waits, or nothing waits
        except offers and the previous match.
        """
        if custom_id.argument and not custom_id.argument.isdecimal():
            raise Refused("button")
        headers = await self._store.matches.list_live_of_person(request.person_id)
        waiting = await self._matches.select_matches_waiting_for(request.person_id, headers)
        is_no_other_waiting = all(match.id == custom_id.match_id for match in waiting)
        if (
            custom_id.argument
            or not waiting
            or (is_no_other_waiting and await self._matches.select_offers_awaiting_seed(request.person_id, headers))
        ):
            if message_id := request.private_message_id:
                # The inbox replaces a player message, so refreshes of that message's match must not overwrite the
                # inbox.
                await self._store.player_messages.release_message(request.person_id, message_id, request.now_ms)
            return await self._render_inbox_page(request, int(custom_id.argument or 0))
        waiting_ids = [match.id for match in waiting]
        next_index = waiting_ids.index(custom_id.match_id) + 1 if custom_id.match_id in waiting_ids else 0
        match, seat = require_seat_to_move(waiting[next_index % len(waiting)], request.person_id)
        response = await self.show_player_message(request, match, seat)
        if match.id == custom_id.match_id or not custom_id.match_id or response.scene is None:
            return response
        origin = await self._matches.find_match(custom_id.match_id)
        return replace(response, scene=player_screen.add_back_to_match_button(response.scene, origin, request.locale))


def _parse_move(match: RunningMatch, seat: Seat, typed: str, locale: str) -> Move:
    """Parse a typed move. If the move is illegal, raise `Refused` with an example of a legal move."""
    view = match.engine.view_of(seat)
    try:
        return match.game.parse_move(view, typed)
    except Refused as error:
        if error.key != "illegal":
            raise spell_similar_moves(match.game, view, error, locale) from None
        raise Refused("example", typed=typed, example=format_example_move(match.game, view, locale)) from None
