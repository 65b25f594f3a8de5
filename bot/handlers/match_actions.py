"""Handlers for match actions other than moves: board, details, rules, resignation, draws and cancellation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.handlers.autocomplete import MAX_CHOICE_LENGTH, find_places
from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.moves import MoveHandler
from bot.handlers.requests import Request, Response
from bot.handlers.watch import WatchHandler
from bot.matches import match_rules
from bot.matches.deadlines import DeadlineKind
from bot.matches.fold import is_known_game, is_practice
from bot.matches.model import FinishedMatch, Offer, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.rendering.card_renderer import NOBODY, CardRenderer
from bot.rendering.temporary_reveal import REVEAL_DURATION_MS, find_private_reveals
from bot.screens import dialogs, exercises, front_door, inbox, offer_card, result_card, rules
from bot.screens.custom_ids import Action, CustomId
from bot.screens.player_screen_state import PlayerScreenContext
from games import find_game
from games.core import Seat
from games.match import AGREE_DRAW, CANCEL, OFFER_DRAW, RESIGN
from games.refused import Refused
from storage import Deadline, Store

MOVE_BY_ENDING: Final = {"resign": RESIGN, "offer": OFFER_DRAW, "agree": AGREE_DRAW, "cancel": CANCEL}


@dataclass(eq=False)
class MatchActionHandler:
    _matches: MatchService
    _store: Store
    _match_lookup: MatchLookup
    _moves: MoveHandler
    _watch: WatchHandler
    _card_renderer: CardRenderer
    _repost_card: Callable[[int], Awaitable[None]]
    """Posts the card of the match with this ID again, at the end of its channel."""

    @property
    def handlers(self) -> Handlers:
        return {
            Action.SHOW_TEMPORARY_REVEAL: self.show_private_reveal,
            Action.SHOW_MORE: self.show_details,
            Action.SHOW_RESULT: self.show_result,
            Action.SHOW_BOARD_TEXT: self.show_board_as_text,
            Action.ASK_TO_END_MATCH: self.ask_to_confirm_ending,
            Action.CONFIRM_END_OF_MATCH: self.submit_ending,
            Action.SHOW_RULES: self.show_rules_page,
            Action.SHOW_EXERCISE: self.show_exercise,
        }

    # Commands

    async def show_board(self, request: Request, match_number: str, *, as_text: bool, looked_up: str = "") -> Response:
        """Show a board as text, or post the card of a live match again for somebody who is involved in it.

        With `looked_up`, show only the places of the board that match this text. Others see the match as onlookers, in
        private. Practice has no card, so its player message is shown instead.
        """
        match = await self._match_lookup.find_requested_match(request, match_number)
        seat = match.find_view_seat(request.person_id)
        if looked_up:
            started = match_rules.require_started(match)
            places = find_places(started.game, started.engine.view_of(seat), looked_up, request.locale)
            return Response(dialogs.render_places(started, seat, places, request.locale))
        if as_text:
            return Response(dialogs.render_board_text(match_rules.require_started(match), seat, request.locale))
        is_active = not match.is_over and request.person_id in match.active_person_ids
        if isinstance(match, StartedMatch) and (match.is_practice or not is_active):
            if seat is not None:
                return await self._moves.show_player_message(request, match, seat)
            return await self._watch.show_match(request, match)
        if not is_active:
            departed = await self._store.people.list_departed(match.id)
            return Response(await self._card_renderer.render_card(match, request.locale, NOBODY, departed))
        if match.is_user_installed:
            request.check_can_show_card(match)
            request.check_can_post()
            return Response(card_of_match=match)
        await self._repost_card(match.id)
        return Response(dialogs.render_board_pending(match, request.locale))

    async def list_place_completions(self, request: Request, typed: str, match_number: str) -> list[str]:
        """Return the places of a board that match the typed text, each with what is there, for autocompletion."""
        match = await self._match_lookup.find_requested_match(request, match_number)
        if not isinstance(match, StartedMatch):
            return []
        seat = match.find_view_seat(request.person_id)
        places = find_places(match.game, match.engine.view_of(seat), typed, request.locale)
        return [place[:MAX_CHOICE_LENGTH] for place in places]

    async def ask_to_end_match(self, request: Request, ending: str, match_number: str) -> Response:
        """Ask for confirmation before a player resigns, offers a draw or cancels.

        If the match is still an offer, its host withdraws it without confirmation.
        """
        match = await self._match_lookup.find_match_to_end(request, ending, match_number)
        if isinstance(match, Offer) and ending == "cancel" and request.person_id == match.host_id:
            await self._matches.withdraw_offer(
                match.id, request.person_id, interaction_id=request.interaction_id, now_ms=request.now_ms
            )
            return Response(
                dialogs.render_action_done("withdraw", match, request.person_id, request.locale),
                refresh_match_id=match.id,
            )
        match, seat = match_rules.require_seated(match, request.person_id)
        if ending == "offer" and match.engine.draw_agreed_by - {seat}:
            ending = "agree"
        try:
            await self._check_may_end(match, seat, ending)
            return Response(dialogs.render_end_confirmation(match, ending, request.locale))
        except Refused as refusal:
            if match_number:
                raise
            return Response(dialogs.render_refusal(refusal, request.locale, match))

    async def list_matches(self, request: Request) -> Response:
        """List the server's matches or, outside a server, the person's own matches.

        If there are too many matches, the list shows how many are left out.
        """
        own_headers = await self._store.matches.list_live_of_person(request.person_id)
        own_ids = {header.id for header in own_headers}
        headers = own_headers
        if request.server_id:
            headers = await self._store.matches.list_live_on_server(request.server_id)
        # Other people's practice is private. A server can have thousands of matches, so load only the listed ones. The
        # iterator keeps the rest.
        shown = {header.id: header for header in headers if header.id in own_ids or not is_practice(header)}
        remaining = iter(shown.values())
        matches: list[inbox.ListedMatch] = []
        async for match in self._matches.load_readable(remaining):
            # The match may have ended since its header was read.
            if not match.is_over:
                matches.append((shown[match.id], match))
            if len(matches) == inbox.MAX_LISTED_MATCHES:
                break
        absences, unlisted_count = self._matches.absences, sum(map(is_known_game, remaining))
        return Response(
            inbox.render_match_list(matches, request.person_id, request.locale, absences, unlisted_count=unlisted_count)
        )

    async def show_game_rules(self, request: Request, game: str) -> Response:
        """Explain a game or, without a name, the game that the person played last."""
        game_key = await self._match_lookup.choose_game(request, game)
        return Response(front_door.render_game_rules(find_game(game_key), "", request.locale))

    # Buttons

    async def show_private_reveal(self, request: Request, custom_id: CustomId) -> Response:
        """Show a board that a player must memorize, for ten seconds, if the player missed it.

        If this reveal is already open, show it for the rest of its time, because the first response may have been lost.
        """
        match, seat = match_rules.require_seated(await self._matches.find_match(custom_id.match_id), request.person_id)
        deadlines = await self._store.deadlines.list_of_match(match.id)
        if seat not in find_private_reveals(match, deadlines, request.now_ms):
            match_rules.open_missed_reveal(match, request.person_id, request.interaction_id, request.now_ms)
            # Store this first, so that the board is covered again even after a crash.
            due_ms = request.now_ms + REVEAL_DURATION_MS
            await self._store.deadlines.set_deadlines(
                match.id, Deadline(DeadlineKind.COVER_REVEAL, due_ms, match.engine.step, seat)
            )
            appended = await self._matches.open_missed_reveal(
                match.id, request.person_id, interaction_id=request.interaction_id, now_ms=request.now_ms
            )
            match, seat = match_rules.require_seated(appended.match, request.person_id)
        return replace(
            await self._moves.show_player_message(request, match, seat, PlayerScreenContext(uncovered=True)),
            clicked_card_match_id=None if request.is_private else match.id,
            refresh_match_id=match.id,
        )

    async def show_details(self, request: Request, custom_id: CustomId) -> Response:
        """Show the menu of an offer or a running match, or the record of a finished match.

        The menu of a running match replaces the player message, and leads back to it.
        """
        match = await self._matches.find_match(custom_id.match_id)
        if isinstance(match, Offer):
            can_act = request.person_id == match.host_id or match.find_joined_player(request.person_id)
            scene = offer_card.render_offer_menu(match, request.person_id, request.locale)
            return Response(scene, is_separate_message=True, panel_of_offer=match if can_act else None)
        if isinstance(match, FinishedMatch):
            record = await self._matches.load_record(match.id)
            return Response(result_card.render_match_record(match, record, request.locale), is_separate_message=True)
        match = match_rules.require_started(match)
        return Response(dialogs.render_more_menu(match, match.find_view_seat(request.person_id), request.locale))

    async def show_result(self, request: Request, custom_id: CustomId) -> Response:
        """Show the complete result of a match in private. Its players see it in their player message."""
        match = await self._matches.find_match(custom_id.match_id)
        if not isinstance(match, FinishedMatch):
            raise Refused("button")
        seat = match.find_view_seat(request.person_id)
        if seat is not None:
            return await self._moves.show_player_message(request, match, seat)
        return await self._watch.show_match(request, match)

    async def show_board_as_text(self, request: Request, custom_id: CustomId) -> Response:
        match = match_rules.require_started(await self._matches.find_match(custom_id.match_id))
        return Response(dialogs.render_board_text(match, match.find_view_seat(request.person_id), request.locale))

    async def ask_to_confirm_ending(self, request: Request, custom_id: CustomId) -> Response:
        match, seat = match_rules.require_seated(await self._matches.find_match(custom_id.match_id), request.person_id)
        if custom_id.argument not in MOVE_BY_ENDING:
            raise Refused("button")
        await self._check_may_end(match, seat, custom_id.argument)
        return Response(dialogs.render_end_confirmation(match, custom_id.argument, request.locale))

    async def _check_may_end(self, match: RunningMatch, seat: Seat, ending: str) -> None:
        """Raise `Refused` if the player may not resign, offer a draw or cancel, before asking for confirmation."""
        if ending in {"offer", "agree"} and seat in match.engine.draw_agreed_by:
            raise Refused("draw-already-offered")
        if ending == "cancel":
            match_rules.check_can_cancel(match, seat, await self._store.people.list_departed(match.id))

    async def submit_ending(self, request: Request, custom_id: CustomId) -> Response:
        if custom_id.argument not in MOVE_BY_ENDING:
            raise Refused("button")
        move = MOVE_BY_ENDING[custom_id.argument]
        appended = await self._matches.play_move(
            custom_id.match_id,
            request.person_id,
            move,
            step=None,
            interaction_id=request.interaction_id,
            now_ms=request.now_ms,
        )
        action = "cancelled" if move == CANCEL and appended.match.is_over else custom_id.argument
        return Response(
            dialogs.render_action_done(action, appended.match, request.person_id, request.locale),
            replaces_clicked_message=request.is_private,
            refresh_match_id=custom_id.match_id,
        )

    async def show_exercise(self, request: Request, custom_id: CustomId) -> Response:
        """Show an exercise (a small task that teaches a game's rules) in place of the clicked message."""
        return Response(exercises.render_exercise(custom_id.match_id, custom_id.argument, request.locale))

    async def show_rules_page(self, request: Request, custom_id: CustomId) -> Response:
        """Show a page of the rules. If the button belongs to a match, adapt the rules to the match's options."""
        game_key = custom_id.argument.rpartition(".")[0]
        match = await self._matches.find_match(custom_id.match_id) if custom_id.match_id else None
        if match is not None and game_key in {"", match.game.KEY}:
            scene = rules.render_rules_page(
                match.game, custom_id.match_id, custom_id.argument, request.locale, match.options
            )
        else:
            scene = front_door.render_game_rules(find_game(game_key), custom_id.argument, request.locale)
        # The rules of a running match replace the player message, and lead back to it.
        return Response(scene, is_separate_message=not game_key and not isinstance(match, RunningMatch))
