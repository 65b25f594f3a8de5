"""Moves: asked for, picked a part at a time, typed, changed, kept, hinted at; and all matches that wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from bot.ai.opponent_history import OpponentHistory
from bot.ai.workers import AiWorkers
from bot.caches import SingleFlightCache
from bot.handlers.autocomplete import MAX_CHOICE_LENGTH, Completion, complete_typed_move, format_example_move
from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup, require_seat_to_move
from bot.handlers.requests import Request, Response, ShownPlayerMessage
from bot.i18n import say
from bot.matches import match_rules
from bot.matches.model import ClosedMatch, EventType, MatchState, Offer, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.rendering.player_renderer import PlayerRenderer
from bot.screens import dialogs, inbox, move_buttons, offer_card
from bot.screens import player_screen as scenes
from bot.screens.custom_ids import Action, CustomId
from bot.screens.player_screen import DEFAULT_CONTEXT, PlayerScreenContext
from games.core import Move, Seat, Suggestion
from games.refused import Refused
from storage import PlayerContext, Store

HINT_TIMEOUT_S: Final = 10.0
"""Seconds for a hint."""
RESULT_CACHE_SIZE: Final = 100
"""Completions, and hints, that are not made again."""


@dataclass(eq=False)
class MoveHandler:
    _matches: MatchService
    _store: Store
    _match_lookup: MatchLookup
    _player_renderer: PlayerRenderer
    _ai_workers: AiWorkers
    _opponent_history: OpponentHistory
    _play_automatic_moves: Callable[[MatchState], Awaitable[MatchState]]
    """Says what goes without asking, and binds the house where it chooses with others."""
    _has_closed_dms: Callable[[int], bool]
    """Returns whether the last direct message to a person was refused."""
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
            Action.PICK_MOVE: self.pick_move_part,
            Action.CHANGE_MOVE: self.change_move,
            Action.KEEP_MOVE: self.open_match,
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
        """This match as a hand, as it stands now; `beside` says what its reader is in the middle of.

        What goes without asking is said before: a hand shows no question that nobody has to answer.
        """
        stood, match = match, match_rules.require_started(await self._play_automatic_moves(match))
        about = await self._player_renderer.build_context(match, request.person_id, context, player_context)
        scene = await self._player_renderer.render_player_message(match, seat, request.locale, about)
        holds = self._record_shown_message(request, match, seat, about)
        return Response(scene, player_message=holds, refresh_match_id=match.id if match is not stood else 0)

    async def show_begun_match(self, request: Request, match: MatchState, note: str = "") -> Response:
        """Whoever begins a match plays on where they have pressed."""
        seat = match.find_view_seat(request.person_id)
        if isinstance(match, Offer) and match.terms.shakes and match.find_joined_player(request.person_id):
            # They are in, and it does not begin before they have shaken the dice.
            return Response(
                offer_card.render_offer_menu(match, request.person_id, request.locale),
                panel_of_offer=match,
                refresh_match_id=match.id,
            )
        if not isinstance(match, StartedMatch) or seat is None:
            return Response(refresh_match_id=match.id)
        # So that it is remembered when the house has to be bound, which has less time for it.
        await self._opponent_history.load_runs(match)
        return replace(
            await self.show_player_message(request, match, seat, PlayerScreenContext(note=note)),
            refresh_match_id=match.id,
        )

    def _record_shown_message(
        self, request: Request, match: StartedMatch, seat: Seat, context: PlayerScreenContext
    ) -> ShownPlayerMessage:
        self._player_renderer.save_draft(
            request.message_id, match.engine.step, context.move_prefix, again=context.is_rethinking
        )
        shows = scenes.encode_screen_state(match, seat, request.locale, context)
        return ShownPlayerMessage(match.id, match.engine.step, shows, match.event_count)

    async def open_match(self, request: Request, custom_id: CustomId) -> Response:
        """Whoever presses it sees what they may: their hand; who does not play there, the board as everybody does. From
        a list, an offer to answer.
        """
        stands = await self._matches.find_match(custom_id.match_id)
        if isinstance(stands, Offer):
            return self.show_offer(request, stands)
        if isinstance(stands, ClosedMatch) and stands.close_reason == EventType.PRACTICE_CLOSED:
            return await self._show_current_practice(request, stands)
        match = match_rules.require_started(stands)
        seat = match.find_view_seat(request.person_id)
        opens = 0 if request.is_private or match.is_over else match.id
        if seat is None:
            return Response(
                dialogs.render_spectator_board(match, request.locale, self._matches.absences),
                clicked_card_match_id=opens,
            )
        response = await self.show_player_message(
            request, match, seat, PlayerScreenContext(has_closed_dms=self._has_closed_dms(request.person_id))
        )
        return replace(response, clicked_card_match_id=opens)

    async def _show_current_practice(self, request: Request, shelved: ClosedMatch) -> Response:
        """What they practise now lies where the one lay that was put away, or the way to another one."""
        running = await self._matches.find_practice_match(request.person_id)
        seat = running.find_view_seat(request.person_id) if running else None
        if running is None or seat is None:
            return Response(dialogs.render_shelved_practice(shelved, request.locale), ended_match_id=shelved.id)
        note = say("practice-other", request.locale)
        return replace(
            await self.show_player_message(request, running, seat, PlayerScreenContext(note=note)),
            ended_match_id=shelved.id,
        )

    def show_offer(self, request: Request, match: Offer) -> Response:
        """For one alone, with what they may do about it; it says there what becomes of it."""
        scene = offer_card.render_offer_from_list(match, request.person_id, request.locale, self._matches.absences)
        theirs = request.person_id in match.involved_person_ids
        return Response(scene, panel_of_offer=match if theirs else None)

    async def pick_move_part(self, request: Request, custom_id: CustomId) -> Response:
        stands = await self._matches.find_at_step(custom_id.match_id, custom_id.step)
        match, seat = require_seat_to_move(stands, request.person_id, custom_id.step)
        word = move_buttons.find_chosen_move(match, seat, custom_id.argument)
        if word is None:
            context = PlayerScreenContext(move_prefix=custom_id.argument, is_rethinking=seat in match.engine.sealed)
            return replace(await self.show_player_message(request, match, seat, context), replaces_clicked_message=True)
        # At once: whoever waits for an answer does not wait for one after the other.
        done, player_context = await asyncio.gather(
            self._matches.play_move(
                match.id,
                request.person_id,
                word,
                step=custom_id.step,
                interaction_id=request.interaction_id,
                now=request.now_ms,
            ),
            self._store.delivery_states.load_player_context(match.id, request.person_id),
        )
        response = await self.show_player_message(
            request, match_rules.require_started(done.match), seat, player_context=player_context
        )
        return replace(response, replaces_clicked_message=True, refresh_match_id=match.id)

    async def play_typed_move(self, request: Request, typed: str, match_number: str) -> Response:
        """A whole word, as it is written."""
        table, seat = require_seat_to_move(
            await self._match_lookup.find_requested_match(request, match_number, must_be_to_move=True),
            request.person_id,
        )
        word = _parse_move(table, seat, typed, request.locale)
        step = table.engine.step
        done = await self._matches.play_move(
            table.id, request.person_id, word, step=step, interaction_id=request.interaction_id, now=request.now_ms
        )
        return replace(
            await self.show_player_message(request, match_rules.require_started(done.match), seat),
            refresh_match_id=table.id,
        )

    async def list_move_completions(self, request: Request, typed: str, match_number: str) -> list[Completion]:
        """How what was typed could go on."""
        table = await self._match_lookup.find_requested_match(request, match_number, must_be_to_move=True)
        seat = table.find_view_seat(request.person_id)
        if not isinstance(table, RunningMatch) or seat is None:
            return []
        # Off the loop, and one after the other: of thousands of words it takes a twentieth of a second.
        complete = partial(
            asyncio.to_thread,
            complete_typed_move,
            table.game,
            table.engine.view_of(seat),
            typed[:MAX_CHOICE_LENGTH],
            request.locale,
        )
        return await self._completion_cache.get_or_make(
            (table.id, table.event_count, seat, typed[:MAX_CHOICE_LENGTH], request.locale), complete
        )

    async def change_move(self, request: Request, custom_id: CustomId) -> Response:
        """What is sealed counts until something else is."""
        match, seat = require_seat_to_move(
            await self._matches.find_match(custom_id.match_id), request.person_id, custom_id.step
        )
        return replace(
            await self.show_player_message(request, match, seat, PlayerScreenContext(is_rethinking=True)),
            replaces_clicked_message=True,
        )

    async def show_hint(self, request: Request, custom_id: CustomId) -> Response:
        """What the house would do in this seat, from what this seat sees; where it counts for nothing."""
        stands = await self._matches.find_at_step(custom_id.match_id, custom_id.step)
        match, seat = require_seat_to_move(stands, request.person_id, custom_id.step)
        if not match.is_practice:
            raise Refused("no-hints")
        view, dice = match.engine.view_of(seat), match.engine.house_dice(seat)
        try:
            async with asyncio.timeout(HINT_TIMEOUT_S):
                think = partial(self._ai_workers.choose_move, match.game, view, match.game.LEVELS[-1], dice)
                thought = await self._hint_cache.get_or_make((match.id, match.engine.step, seat), think)
        except TimeoutError:
            raise Refused("hint-later") from None
        about = await self._player_renderer.build_context(match, request.person_id)
        holds = self._record_shown_message(request, match, seat, about)
        self._player_renderer.mark_hint(request.message_id, custom_id.step)
        about = await self._player_renderer.add_history(match, seat, about)
        scene = scenes.render_hint(match, seat, thought, request.locale, self._matches.absences, about)
        return Response(scene, replaces_clicked_message=True, player_message=holds)

    async def show_inbox(self, request: Request) -> Response:
        """All that one plays or is asked to, a line each; what waits first."""
        return await self._render_inbox_page(request, 0)

    async def _render_inbox_page(self, request: Request, page: int) -> Response:
        mine = await self._matches.list_live_by_urgency(request.person_id)
        names = await self._store.people.load_names(sorted({it for match in mine for it in match.involved_person_ids}))
        return Response(
            inbox.render_inbox(mine, request.person_id, names, request.locale, self._matches.absences, page)
        )

    async def show_next_match(self, request: Request, custom_id: CustomId) -> Response:
        """The match that waits after the one of the address, in its place, with the way back there; of the inbox
        another page.
        """
        if custom_id.argument and not custom_id.argument.isdecimal():
            raise Refused("button")
        headers = await self._store.matches.list_live_of_person(request.person_id)
        waiting = await self._matches.select_matches_waiting_for(request.person_id, headers)
        alone = all(match.id == custom_id.match_id for match in waiting)
        if (
            custom_id.argument
            or not waiting
            or (alone and await self._matches.select_offers_awaiting_seed(request.person_id, headers))
        ):
            if request.is_private:
                # What was played or answered there is not written over the list.
                await self._store.player_messages.release_message(request.person_id, request.message_id, request.now_ms)
            return await self._render_inbox_page(request, int(custom_id.argument or 0))
        at = next((at for at, match in enumerate(waiting) if match.id == custom_id.match_id), -1) + 1
        match, seat = require_seat_to_move(waiting[at % len(waiting)], request.person_id)
        response = await self.show_player_message(request, match, seat)
        if match.id == custom_id.match_id or not custom_id.match_id or response.scene is None:
            return response
        origin = await self._matches.find_match(custom_id.match_id)
        return replace(response, scene=scenes.add_back_to_match_button(response.scene, origin, request.locale))


def _parse_move(match: RunningMatch, seat: Seat, typed: str, locale: str) -> Move:
    """What was meant; where nobody can guess it, what could have been typed."""
    view = match.engine.view_of(seat)
    try:
        return match.game.parse_move(view, typed)
    except Refused as no:
        if no.key != "illegal":
            raise
        raise Refused("example", typed=typed, example=format_example_move(match.game, view, locale)) from None
