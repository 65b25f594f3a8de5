"""Where every press leads: a custom_id's verb finds its deed. Nothing depends on memory."""

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
"""By verb."""

CARD_ACTIONS: Final = frozenset(
    {Action.JOIN_OFFER, Action.DECLINE_OFFER, Action.START_MATCH, Action.OPEN_MATCH, Action.SHOW_MORE}
)
"""The buttons that, before everybody, only the message of a match has: by each of them is known where it is."""
MOVE_ACTIONS: Final = frozenset({Action.PICK_MOVE, Action.CHANGE_MOVE, Action.REQUEST_HINT})
"""The buttons that stand in a hand only while something is asked there."""
SLOW_EDIT_ACTIONS: Final = frozenset({Action.REQUEST_HINT})
"""Answered in the place of what was clicked, and not for certain within the three seconds that Discord waits."""
MATCH_STARTING_ACTIONS: Final = frozenset({Action.JOIN_OFFER, Action.START_MATCH})
"""The buttons of an offer that may be its last: then a hand is answered, and else nothing, so nothing is promised."""
POSSIBLY_SLOW_ACTIONS: Final = (
    MOVE_ACTIONS
    | MATCH_STARTING_ACTIONS
    | {Action.SHOW_REVIEW, Action.SHARE_MATCH, Action.SHOW_PROOF, Action.EXPORT_DATA, Action.FORGET_PERSON}
)
"""What may take longer than a moment: to be stored and seen to, to be gathered of years of matches, or for the coach,
who may think of others first.
"""
SEPARATE_REPLY_ACTIONS: Final = frozenset({Action.SHOW_PROOF, Action.EXPORT_DATA})
"""Answered beside whatever was pressed."""
FORM_ACTIONS: Final = frozenset({Action.SUBMIT_SEED, Action.SUBMIT_TIME_ZONE})
"""What no button does, but a line that somebody writes in a form."""
ACTIONS_WITHOUT_MATCH: Final = frozenset({Action.SHOW_LEADERBOARD})
"""The buttons that have another number in the place of a match."""


@dataclass(eq=False)
class Dispatcher:
    _handlers: Handlers
    _check_access: Callable[[Request, int], Awaitable[None]]
    """Refuses a match that is not for who asks."""
    _remember_clicked_location: Callable[[int, MessageLocation], None]
    """Hears where the message of a match is, whenever somebody has it before them."""

    async def answer_press(self, request: Request, custom_id: CustomId) -> Response:
        """May refuse; then nothing has changed. Abroad any press on a card is the way to bring it up to date, whatever
        else comes of it: it opens it, and what is answered lies beside it.
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
        except Refused as no:
            if no.key == "no-table":
                raise
            response = Response(render_refusal(no, request.locale), is_separate_message=True)
        if response.form or response.card_of_match:
            # The press is used up by what it opened.
            return response
        return replace(
            response,
            clicked_card_match_id=response.clicked_card_match_id or custom_id.match_id,
            refresh_match_id=response.refresh_match_id or custom_id.match_id,
        )

    async def _run_handler(self, request: Request, custom_id: CustomId) -> Response:
        deed = self._handlers.get(custom_id.action)
        if deed is None:
            raise Refused("button")
        if custom_id.match_id and custom_id.action not in ACTIONS_WITHOUT_MATCH:
            await self._check_access(request, custom_id.match_id)
        if custom_id.action in CARD_ACTIONS and request.is_on_card:
            self._remember_clicked_location(custom_id.match_id, MessageLocation(request.channel_id, request.message_id))
        try:
            response = await deed(request, custom_id)
        except Refused as no:
            if no.key == "closed-shelved":
                # Whatever was pressed there, it is played on elsewhere.
                return _replace_private_message(request, await self._handlers[Action.OPEN_MATCH](request, custom_id))
            if no.key != "stale" and not (no.key == "ended" and custom_id.action in MOVE_ACTIONS):
                raise
            # Whoever pressed what is over sees what counts now, or how it ended, with a word on it.
            response = await self._handlers[Action.OPEN_MATCH](request, custom_id)
            if response.scene:
                late = say("hand-moved-on", request.locale)
                response = replace(response, scene=replace(response.scene, above=(late, *response.scene.above)))
        return _replace_private_message(request, response)


def _replace_private_message(request: Request, response: Response) -> Response:
    """What took the place of a private message stays there; what a card's button opens is a message of its own."""
    if (
        response.replaces_clicked_message
        or not request.is_private
        or response.scene is None
        or response.is_separate_message
    ):
        return response
    return replace(response, replaces_clicked_message=True)


def resolve_select_option(request: Request, custom_id: CustomId) -> CustomId:
    """What was taken from a list leads where its button would; what leads nowhere is refused as a button is."""
    if custom_id.action != Action.SELECT_FROM_MENU:
        return custom_id
    return CustomId.parse(next(iter(request.selected_values), "")) or custom_id
