"""Dispatches each click or submitted form to the handler for the action in its custom ID."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.errors import DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.handlers.requests import Request, Response
from bot.i18n import say
from bot.messenger import MessageLocation
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import render_refusal
from games.refused import Refused
from storage import DatabaseUnusable, StoreUnavailable

Handler: TypeAlias = Callable[[Request, CustomId], Awaitable[Response]]
Handlers: TypeAlias = Mapping[str, Handler]
"""Maps each action to its handler."""

EXPECTED_ERRORS: Final = (
    DestinationUnreachable,
    MessageGone,
    DiscordUnavailable,
    StoreUnavailable,
    DatabaseUnusable,
)
"""Errors that have nothing to do with the game of a match."""
CARD_ACTIONS: Final = frozenset(
    {
        Action.JOIN_OFFER,
        Action.DECLINE_OFFER,
        Action.START_MATCH,
        Action.OPEN_MATCH,
        Action.WATCH_MATCH,
        Action.SHOW_MORE,
    }
)
"""Actions whose public buttons appear only on match cards. A click on such a button reveals where the card is."""
MOVE_ACTIONS: Final = frozenset(
    {Action.PICK_MOVE, Action.CONFIRM_MOVE, Action.CHANGE_MOVE, Action.REQUEST_HINT, Action.TAKE_BACK_MOVE}
)
"""Actions of the buttons that a player message shows while a move is expected from its player."""
MATCH_STARTING_ACTIONS: Final = frozenset({Action.JOIN_OFFER, Action.START_MATCH})
"""Actions that can start the match of an offer.

The response is a new message only if the match starts, so a deferral must not announce a new message.
"""
TOURNAMENT_ACTIONS: Final = frozenset(
    {
        Action.ENTER_TOURNAMENT,
        Action.LEAVE_TOURNAMENT,
        Action.PAUSE_TOURNAMENT,
        Action.START_TOURNAMENT,
        Action.CANCEL_TOURNAMENT,
        Action.OPEN_TOURNAMENT_MATCH,
        Action.SHOW_STANDINGS,
    }
)
DAILY_ACTIONS: Final = frozenset(
    {
        Action.SHOW_DAILY,
        Action.CHANGE_DAILY,
        Action.PICK_DAILY_ROW,
        Action.PICK_DAILY_COLUMN,
        Action.NOTIFY_DAILY,
        Action.SHOW_DAILY_RESULT,
        Action.EXPLAIN_DAILY,
        Action.SHOW_DAILY_MONTH,
        Action.SHARE_DAILY,
    }
)
POSSIBLY_SLOW_ACTIONS: Final = (
    MOVE_ACTIONS
    | MATCH_STARTING_ACTIONS
    | TOURNAMENT_ACTIONS
    | DAILY_ACTIONS
    | {
        Action.START_PRACTICE,
        Action.PLAY_FROM_POSITION,
        Action.QUICK_MATCH,
        Action.JOIN_QUICK_MATCH,
        Action.SHOW_REVIEW,
        Action.SHARE_MATCH,
        Action.SHOW_PROOF,
        Action.EXPORT_DATA,
        Action.FORGET_PERSON,
    }
)
"""Actions that can be slow: they begin, store or refresh a match, collect years of matches, or wait for the coach."""
SEPARATE_REPLY_ACTIONS: Final = frozenset({Action.SHOW_PROOF, Action.EXPORT_DATA})
"""Actions whose response is always a new message."""
FORM_ACTIONS: Final = frozenset(
    {Action.SUBMIT_OPTIONS, Action.SUBMIT_SEED, Action.SUBMIT_TIME_ZONE, Action.SUBMIT_SEASON}
)
"""Actions of submitted forms. No button has these actions."""
ACTIONS_WITHOUT_MATCH: Final = (
    TOURNAMENT_ACTIONS
    | DAILY_ACTIONS
    | {
        Action.SHOW_LADDER,
        Action.SHARE_LADDER,
        Action.SHOW_SEERS,
        Action.END_SEASON,
        Action.SUBMIT_SEASON,
        Action.FOLLOW,
        Action.UNFOLLOW,
        Action.LIST_FOLLOWED,
    }
)
"""Actions whose custom ID contains another number in place of the match ID, or that work outside its server, too."""


@dataclass(eq=False)
class Dispatcher:
    _handlers: Handlers
    _check_access: Callable[[Request, int], Awaitable[None]]
    """Raises `Refused` if the sender of the request is not allowed to see the match with this ID."""
    _remember_clicked_location: Callable[[int, MessageLocation], None]
    """Called with a match ID and the location of the match's card when somebody clicks the card."""
    _close_failed_match: Callable[[int], Awaitable[bool]]
    """Closes a match after an unexpected error in it, and returns True, if its game is a plug-in."""

    async def answer_press(self, request: Request, custom_id: CustomId) -> Response:
        """Return the response to a click or a submitted form. If this method raises `Refused`, nothing has changed.

        A user-installed bot can edit a card only for a short time after a click on it. Every click on such a card
        therefore also refreshes the card, and the response or refusal is sent as a separate message.
        """
        if not (
            request.is_user_installed
            and request.public_message_id
            and custom_id.match_id
            and custom_id.action not in ACTIONS_WITHOUT_MATCH
        ):
            return await self._run_handler(request, custom_id)
        try:
            response = await self._run_handler(request, custom_id)
        except Refused as error:
            if error.key in {"no-table", "game-missing"}:
                raise
            response = Response(render_refusal(error, request.locale), is_separate_message=True)
        if response.form or response.card_of_match:
            # Discord accepts only one response to a click, and the form or the other card is that response.
            return response
        return replace(
            response,
            clicked_card_match_id=response.clicked_card_match_id or custom_id.match_id,
            refresh_match_id=response.refresh_match_id or custom_id.match_id,
        )

    async def _run_handler(self, request: Request, custom_id: CustomId) -> Response:
        """Call the handler of the action. If a plug-in's game fails, close the match, and respond that it is broken."""
        match_id = 0 if custom_id.action in ACTIONS_WITHOUT_MATCH else custom_id.match_id
        try:
            return await self._call_handler(request, custom_id)
        except Refused as error:
            if error.key != "closed-broken":
                raise
        except EXPECTED_ERRORS:
            raise
        except Exception:
            if not match_id or not await self._close_failed_match(match_id):
                raise
        refusal = render_refusal(Refused("closed-broken"), request.locale)
        return Response(refusal, is_separate_message=True, refresh_match_id=match_id or None)

    async def _call_handler(self, request: Request, custom_id: CustomId) -> Response:
        handler = self._handlers.get(custom_id.action)
        if handler is None:
            raise Refused("button")
        if custom_id.match_id and custom_id.action not in ACTIONS_WITHOUT_MATCH:
            await self._check_access(request, custom_id.match_id)
        if custom_id.action in CARD_ACTIONS and (card_id := request.public_message_id):
            self._remember_clicked_location(custom_id.match_id, MessageLocation(request.channel_id, card_id))
        try:
            response = await handler(request, custom_id)
        except Refused as error:
            if error.key == "closed-shelved":
                # This practice was closed for another one, so show the running practice instead.
                return _replace_private_message(request, await self._handlers[Action.OPEN_MATCH](request, custom_id))
            is_late_move = custom_id.action in MOVE_ACTIONS and (
                error.key == "ended" or (error.key == "not-now" and request.is_private)
            )
            if error.key != "stale" and not is_late_move:
                raise
            # The button belongs to an earlier step. Show the current step or the result, with a note that the match has
            # moved on.
            response = await self._handlers[Action.OPEN_MATCH](request, custom_id)
            if response.scene:
                note = say("no-stale", request.locale)
                response = replace(response, scene=replace(response.scene, above=(note, *response.scene.above)))
        return _replace_private_message(request, response)


def _replace_private_message(request: Request, response: Response) -> Response:
    """Make the response replace the clicked message if that message is private and no separate message is required."""
    if (
        response.replaces_clicked_message
        or not request.is_private
        or response.scene is None
        or response.is_separate_message
    ):
        return response
    return replace(response, replaces_clicked_message=True)


def resolve_select_option(request: Request, custom_id: CustomId) -> CustomId:
    """Return the custom ID of the option selected in a `ButtonMenu`, a select menu whose options act like buttons.

    For other controls, return `custom_id` unchanged.
    """
    if custom_id.action != Action.SELECT_FROM_MENU:
        return custom_id
    return CustomId.parse(next(iter(request.selected_values), "")) or custom_id
