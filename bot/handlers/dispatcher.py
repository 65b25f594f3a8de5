"""Finds the handler for a clicked button, menu or form by the action in its custom id."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.handlers.requests import Request, Response
from bot.i18n import say
from bot.messenger import MessageLocation
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import render_refusal
from games.refused import Refused

Handler: TypeAlias = Callable[[Request, CustomId], Awaitable[Response]]
Handlers: TypeAlias = Mapping[str, Handler]
"""The handler of each action."""

CARD_ACTIONS: Final = frozenset(
    {Action.JOIN_OFFER, Action.DECLINE_OFFER, Action.START_MATCH, Action.OPEN_MATCH, Action.SHOW_MORE}
)
"""Actions whose public buttons are only on the card of a match, so that a click reveals where the card is."""
MOVE_ACTIONS: Final = frozenset({Action.PICK_MOVE, Action.CHANGE_MOVE, Action.REQUEST_HINT})
"""Buttons of a player message while its player is to move."""
SLOW_EDIT_ACTIONS: Final = frozenset({Action.REQUEST_HINT})
"""Actions that edit the clicked message and may take longer than the three seconds that Discord waits."""
MATCH_STARTING_ACTIONS: Final = frozenset({Action.JOIN_OFFER, Action.START_MATCH})
"""Actions of an offer that may start the match.

Only then is a player message sent in response, so a deferral must not announce a new message.
"""
POSSIBLY_SLOW_ACTIONS: Final = (
    MOVE_ACTIONS
    | MATCH_STARTING_ACTIONS
    | {Action.SHOW_REVIEW, Action.SHARE_MATCH, Action.SHOW_PROOF, Action.EXPORT_DATA, Action.FORGET_PERSON}
)
"""Actions that may take long: they store and refresh a match, collect years of matches, or wait for the coach."""
SEPARATE_REPLY_ACTIONS: Final = frozenset({Action.SHOW_PROOF, Action.EXPORT_DATA})
"""Actions whose response is always a new message."""
FORM_ACTIONS: Final = frozenset({Action.SUBMIT_SEED, Action.SUBMIT_TIME_ZONE})
"""Actions of submitted forms, which no button has."""
ACTIONS_WITHOUT_MATCH: Final = frozenset({Action.SHOW_LEADERBOARD})
"""Actions whose custom id has another number in the place of the match id."""


@dataclass(eq=False)
class Dispatcher:
    _handlers: Handlers
    _check_access: Callable[[Request, int], Awaitable[None]]
    """Refuses a match that this person may not see."""
    _remember_clicked_location: Callable[[int, MessageLocation], None]
    """Called with the location of a match's card when somebody has clicked the card."""

    async def answer_press(self, request: Request, custom_id: CustomId) -> Response:
        """Return the response to a click or a submitted form. If this raises `Refused`, nothing has changed.

        The bot can edit a user-installed card only for a while after a click on it. So every click on such a card
        also refreshes the card, and the response, or the refusal, is sent as a separate message.
        """
        if not (
            request.is_user_installed
            and request.is_on_card
            and custom_id.match_id
            and custom_id.action not in ACTIONS_WITHOUT_MATCH
        ):
            return await self._run_handler(request, custom_id)
        try:
            response = await self._run_handler(request, custom_id)
        except Refused as error:
            if error.key == "no-table":
                raise
            response = Response(render_refusal(error, request.locale), is_separate_message=True)
        if response.form or response.card_of_match:
            # Discord accepts one response to a click, and here that is the form or another card.
            return response
        return replace(
            response,
            clicked_card_match_id=response.clicked_card_match_id or custom_id.match_id,
            refresh_match_id=response.refresh_match_id or custom_id.match_id,
        )

    async def _run_handler(self, request: Request, custom_id: CustomId) -> Response:
        handler = self._handlers.get(custom_id.action)
        if handler is None:
            raise Refused("button")
        if custom_id.match_id and custom_id.action not in ACTIONS_WITHOUT_MATCH:
            await self._check_access(request, custom_id.match_id)
        if custom_id.action in CARD_ACTIONS and request.is_on_card:
            self._remember_clicked_location(custom_id.match_id, MessageLocation(request.channel_id, request.message_id))
        try:
            response = await handler(request, custom_id)
        except Refused as error:
            if error.key == "closed-shelved":
                # This practice was put away for another one. Show that one instead.
                return _replace_private_message(request, await self._handlers[Action.OPEN_MATCH](request, custom_id))
            if error.key != "stale" and not (error.key == "ended" and custom_id.action in MOVE_ACTIONS):
                raise
            # The button was of an earlier step: show the current step, or the result, with a note that it moved on.
            response = await self._handlers[Action.OPEN_MATCH](request, custom_id)
            if response.scene:
                note = say("hand-moved-on", request.locale)
                response = replace(response, scene=replace(response.scene, above=(note, *response.scene.above)))
        return _replace_private_message(request, response)


def _replace_private_message(request: Request, response: Response) -> Response:
    """Let the response replace the clicked message if that is private; a card is never replaced."""
    if (
        response.replaces_clicked_message
        or not request.is_private
        or response.scene is None
        or response.is_separate_message
    ):
        return response
    return replace(response, replaces_clicked_message=True)


def resolve_select_option(request: Request, custom_id: CustomId) -> CustomId:
    """Return the custom id that was selected in a menu of buttons; otherwise return `custom_id` itself."""
    if custom_id.action != Action.SELECT_FROM_MENU:
        return custom_id
    return CustomId.parse(next(iter(request.selected_values), "")) or custom_id
