"""Where every press leads: a custom_id's verb finds its deed. Nothing depends on memory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.handlers.requests import Request, Response
from bot.i18n import say
from bot.messenger import MessageLocation
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import refusal
from games.refused import Refused

Handler: TypeAlias = Callable[[Request, CustomId], Awaitable[Response]]
Handlers: TypeAlias = Mapping[str, Handler]
"""By verb."""

ON_THE_TABLE: Final = frozenset({Action.SIT, Action.DECLINE, Action.START, Action.CHOOSE, Action.MORE})
"""The buttons that, before everybody, only the message of a match has: by each of them is known where it is."""
CHOICES: Final = frozenset({Action.PICK, Action.CHANGE, Action.HINT})
"""The buttons that stand in a hand only while something is asked there."""
SLOW: Final = frozenset({Action.HINT})
"""Answered in the place of what was clicked, and not for certain within the three seconds that Discord waits."""
BEGINS: Final = frozenset({Action.SIT, Action.START})
"""The buttons of an offer that may be its last: then a hand is answered, and else nothing, so nothing is promised."""
LATE: Final = CHOICES | BEGINS | {Action.REPLAY, Action.SHOW, Action.VERIFY, Action.DATA, Action.FORGET}
"""What may take longer than a moment: to be stored and seen to, to be gathered of years of matches, or for the coach,
who may think of others first.
"""
APART: Final = frozenset({Action.VERIFY, Action.DATA})
"""Answered beside whatever was pressed."""
WRITTEN: Final = frozenset({Action.SHOOK, Action.ZONE})
"""What no button does, but a line that somebody writes in a form."""
NO_MATCH: Final = frozenset({Action.LADDER})
"""The buttons that have another number in the place of a match."""


@dataclass(eq=False)
class Dispatcher:
    _deeds: Handlers
    _check: Callable[[Request, int], Awaitable[None]]
    """Refuses a match that is not for who asks."""
    _clicked: Callable[[int, MessageLocation], None]
    """Hears where the message of a match is, whenever somebody has it before them."""

    async def answer(self, request: Request, custom_id: CustomId) -> Response:
        """May refuse; then nothing has changed. Abroad any press on a card is the way to bring it up to date, whatever
        else comes of it: it opens it, and what is answered lies beside it.
        """
        if not (
            request.is_user_installed and request.on_card and custom_id.match_id and custom_id.action not in NO_MATCH
        ):
            return await self._answered(request, custom_id)
        try:
            response = await self._answered(request, custom_id)
        except Refused as no:
            if no.key == "no-table":
                raise
            response = Response(refusal(no, request.locale), apart=True)
        if response.form or response.card:
            # The press is used up by what it opened.
            return response
        return replace(response, opens=response.opens or custom_id.match_id, stirs=response.stirs or custom_id.match_id)

    async def _answered(self, request: Request, custom_id: CustomId) -> Response:
        deed = self._deeds.get(custom_id.action)
        if deed is None:
            raise Refused("button")
        if custom_id.match_id and custom_id.action not in NO_MATCH:
            await self._check(request, custom_id.match_id)
        if custom_id.action in ON_THE_TABLE and request.on_card:
            self._clicked(custom_id.match_id, MessageLocation(request.channel_id, request.message_id))
        try:
            response = await deed(request, custom_id)
        except Refused as no:
            if no.key == "closed-shelved":
                # Whatever was pressed there, it is played on elsewhere.
                return _placed(request, await self._deeds[Action.CHOOSE](request, custom_id))
            if no.key != "stale" and not (no.key == "ended" and custom_id.action in CHOICES):
                raise
            # Whoever pressed what is over sees what counts now, or how it ended, with a word on it.
            response = await self._deeds[Action.CHOOSE](request, custom_id)
            if response.scene:
                late = say("hand-moved-on", request.locale)
                response = replace(response, scene=replace(response.scene, above=(late, *response.scene.above)))
        return _placed(request, response)


def _placed(request: Request, response: Response) -> Response:
    """What took the place of a private message stays there; what a card's button opens is a message of its own."""
    if response.here or not request.private or response.scene is None or response.apart:
        return response
    return replace(response, here=True)


def led(request: Request, custom_id: CustomId) -> CustomId:
    """What was taken from a list leads where its button would; what leads nowhere is refused as a button is."""
    if custom_id.action != Action.TAKE:
        return custom_id
    return CustomId.parse(next(iter(request.chosen), "")) or custom_id
