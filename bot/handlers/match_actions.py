"""What else one can do at a table: look at it, read it, learn its rules, resign, offer a draw, cancel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.moves import MoveHandler
from bot.handlers.requests import Request, Response
from bot.matches import match_rules
from bot.matches.deadlines import DeadlineKind
from bot.matches.fold import is_known_game, is_practice
from bot.matches.model import FinishedMatch, MatchState, Offer, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.rendering.temporary_reveal import REVEAL_DURATION_MS
from bot.screens import dialogs, inbox, offer_card, result_card, rules
from bot.screens.custom_ids import Action, CustomId
from bot.screens.match_options import BACK_ARGUMENT
from games import find_game
from games.core import Seat
from games.match import AGREE_DRAW, CANCEL, OFFER_DRAW, RESIGN
from games.refused import Refused
from storage import REVEAL, Deadline, PlayerMessage, Store

MOVE_BY_ENDING: Final = {"resign": RESIGN, "offer": OFFER_DRAW, "agree": AGREE_DRAW, "cancel": CANCEL}
MAX_LISTED_MATCHES: Final = 10
"""Matches in a list: six players each, all of them awaited, fill a message."""


@dataclass(eq=False)
class MatchActionHandler:
    _matches: MatchService
    _store: Store
    _match_lookup: MatchLookup
    _moves: MoveHandler
    _repost_card: Callable[[int], Awaitable[None]]
    """Posts the board of a match anew."""

    @property
    def handlers(self) -> Handlers:
        return {
            Action.SHOW_TEMPORARY_REVEAL: self.show_private_reveal,
            Action.SHOW_MORE: self.show_details,
            Action.SHOW_BOARD_TEXT: self.show_board_as_text,
            Action.ASK_TO_END_MATCH: self.confirm_ending,
            Action.CONFIRM_END_OF_MATCH: self.submit_ending,
            Action.SHOW_RULES: self.show_rules_page,
        }

    # by command

    async def show_board(self, request: Request, match_number: str, *, as_text: bool) -> Response:
        table = await self._match_lookup.find_requested_match(request, match_number)
        if as_text:
            return Response(
                dialogs.render_board_text(
                    match_rules.require_started(table), table.find_view_seat(request.person_id), request.locale
                )
            )
        seat = table.find_view_seat(request.person_id)
        if table.is_practice and isinstance(table, StartedMatch) and seat is not None:
            # There is no board in the channel.
            return await self._moves.show_player_message(request, table, seat)
        if table.is_user_installed:
            request.check_can_show_card(table)
            request.check_can_post()
            return Response(card_of_match=table)
        await self._repost_card(table.id)
        return Response(dialogs.render_board_pending(request.locale))

    async def ask_to_end_match(self, request: Request, ending: str, match_number: str) -> Response:
        """To resign, to offer a draw, to cancel: asked once more before it is said."""
        table = await self._match_lookup.find_match_to_end(request, ending, match_number)
        if isinstance(table, Offer) and ending == "cancel" and request.person_id == table.host_id:
            await self._matches.withdraw_offer(
                table.id, request.person_id, interaction_id=request.interaction_id, now=request.now_ms
            )
            return Response(
                dialogs.render_action_done("withdraw", table, request.person_id, request.locale),
                refresh_match_id=table.id,
            )
        begun = match_rules.require_started(table)
        seat = begun.find_seat(request.person_id)
        if seat is None:
            raise Refused("not-seated")
        if ending == "offer" and begun.engine.draw_agreed_by - {seat}:
            ending = "agree"
        await self._check_may_end(begun, seat, ending)
        return Response(dialogs.render_end_confirmation(begun, ending, request.locale))

    async def list_matches(self, request: Request) -> Response:
        mine = await self._store.matches.list_live_of_person(request.person_id)
        own = {header.id for header in mine}
        headers = await self._store.matches.list_live_on_server(request.server_id) if request.server_id else mine
        # What somebody practises is theirs alone. Whatever is not listed is not folded: a server may have thousands.
        # Read as far as it is listed; what is left is counted.
        left = iter([it for it in headers if it.id in own or not is_practice(it)])
        live: list[MatchState] = []
        async for match in self._matches.load_readable(left):
            if not match.is_over:
                # One may have ended since its header was read.
                live.append(match)
            if len(live) == MAX_LISTED_MATCHES:
                break
        names = await self._store.people.load_names(sorted({it for match in live for it in match.involved_person_ids}))
        absences = self._matches.absences
        return Response(
            inbox.render_match_list(
                live, request.person_id, names, request.locale, absences, unlisted_count=sum(map(is_known_game, left))
            )
        )

    async def show_game_rules(self, request: Request, game: str) -> Response:
        return Response(rules.render_rules_page(find_game(game), 0, "", request.locale))

    # by button

    async def show_private_reveal(self, request: Request, custom_id: CustomId) -> Response:
        match_id, person_id = custom_id.match_id, request.person_id
        match, seat = match_rules.require_seated(await self._matches.find_match(match_id), person_id)
        # Whoever has looked and was not answered looks once more, for as long as it would have lain open.
        shown = (
            await self._store.player_messages.list_of_match(match_id, REVEAL)
            if seat in match.seats_that_opened_reveal
            else ()
        )
        lying = [
            it.last_used_ms
            for it in shown
            if it.person_id == person_id and request.now_ms < it.last_used_ms + REVEAL_DURATION_MS
        ]
        if lying:
            await self._store.player_messages.save_message(
                _make_reveal_message(request, match_id, min(lying)), was_pressed=True
            )
        else:
            match, seat = await self._start_private_reveal(match, seat, request)
        return Response(dialogs.render_temporary_reveal(match, seat, request.locale), is_separate_message=True)

    async def _start_private_reveal(
        self, match: RunningMatch, seat: Seat, request: Request
    ) -> tuple[RunningMatch, Seat]:
        """It is to be covered, and lies open, before it is used up and seen: whoever starts after a crash covers it."""
        match_rules.open_missed_reveal(match, request.person_id, request.interaction_id, request.now_ms)
        await self._store.deadlines.set_deadlines(
            match.id, Deadline(DeadlineKind.COVER_REVEAL, request.now_ms + REVEAL_DURATION_MS, match.engine.step, seat)
        )
        shown = _make_reveal_message(request, match.id, request.now_ms)
        await self._store.player_messages.save_message(shown, was_pressed=True)
        try:
            done = await self._matches.open_missed_reveal(
                match.id, request.person_id, interaction_id=request.interaction_id, now=request.now_ms
            )
        except Refused:
            await self._store.player_messages.delete_message(shown)
            raise
        return match_rules.require_seated(done.match, request.person_id)

    async def show_details(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        apart = custom_id.argument != BACK_ARGUMENT
        if isinstance(match, Offer):
            # Where it is theirs to change or to leave.
            theirs = request.person_id == match.host_id or match.find_joined_player(request.person_id)
            scene = offer_card.render_offer_menu(match, request.person_id, request.locale)
            return Response(scene, is_separate_message=apart, panel_of_offer=match if theirs else None)
        if isinstance(match, FinishedMatch):
            record = await self._matches.load_record(match.id)
            return Response(result_card.render_match_record(match, record, request.locale), is_separate_message=apart)
        begun = match_rules.require_started(match)
        return Response(
            dialogs.render_more_menu(begun, begun.find_view_seat(request.person_id), request.locale),
            is_separate_message=apart,
        )

    async def show_board_as_text(self, request: Request, custom_id: CustomId) -> Response:
        match = match_rules.require_started(await self._matches.find_match(custom_id.match_id))
        return Response(dialogs.render_board_text(match, match.find_view_seat(request.person_id), request.locale))

    async def confirm_ending(self, request: Request, custom_id: CustomId) -> Response:
        match, seat = match_rules.require_seated(await self._matches.find_match(custom_id.match_id), request.person_id)
        if custom_id.argument not in MOVE_BY_ENDING:
            raise Refused("button")
        await self._check_may_end(match, seat, custom_id.argument)
        # Where one plays one goes on playing.
        apart = any(
            it.message_id == request.message_id for it in await self._store.player_messages.list_of_match(match.id)
        )
        return Response(
            dialogs.render_end_confirmation(match, custom_id.argument, request.locale), is_separate_message=apart
        )

    async def _check_may_end(self, match: StartedMatch, seat: Seat, ending: str) -> None:
        """Nobody is asked whether they are sure of what they may not do."""
        if isinstance(match, RunningMatch) and ending == "cancel":
            match_rules.check_can_cancel(match, seat, await self._store.people.list_departed(match.id))

    async def submit_ending(self, request: Request, custom_id: CustomId) -> Response:
        if custom_id.argument not in MOVE_BY_ENDING:
            raise Refused("button")
        word = MOVE_BY_ENDING[custom_id.argument]
        done = await self._matches.play_move(
            custom_id.match_id,
            request.person_id,
            word,
            step=None,
            interaction_id=request.interaction_id,
            now=request.now_ms,
        )
        what = "cancelled" if word == CANCEL and done.match.is_over else custom_id.argument
        return Response(
            dialogs.render_action_done(what, done.match, request.person_id, request.locale),
            replaces_clicked_message=request.is_private,
            refresh_match_id=custom_id.match_id,
        )

    async def show_rules_page(self, request: Request, custom_id: CustomId) -> Response:
        """A page turns in its place; what a hand opens lies beside it."""
        key = custom_id.argument.rpartition(".")[0]
        match = await self._matches.find_match(custom_id.match_id) if custom_id.match_id else None
        if match is not None and key in {"", match.game.KEY}:
            scene = rules.render_rules_page(
                match.game, custom_id.match_id, custom_id.argument, request.locale, match.options
            )
        else:
            scene = rules.render_rules_page(find_game(key), 0, custom_id.argument, request.locale)
        return Response(scene, is_separate_message=not key)


def _make_reveal_message(request: Request, match_id: int, started_ms: int) -> PlayerMessage:
    return PlayerMessage(
        match_id, request.person_id, request.interaction_id, None, 0, started_ms, request.token, kind=REVEAL
    )
