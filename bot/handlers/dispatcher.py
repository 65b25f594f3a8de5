"""Where every press leads: a custom_id's verb finds its deed. Nothing depends on memory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.delivery.messenger import Place
from bot.handlers.requests import Answer, Asked
from bot.i18n import say
from bot.screens.custom_ids import Address, Verb
from bot.screens.dialogs import refusal
from games.refused import Refused

Deed: TypeAlias = Callable[[Asked, Address], Awaitable[Answer]]
Deeds: TypeAlias = Mapping[str, Deed]
"""By verb."""

ON_THE_TABLE: Final = frozenset({Verb.SIT, Verb.DECLINE, Verb.START, Verb.CHOOSE, Verb.MORE})
"""The buttons that, before everybody, only the message of a match has: by each of them is known where it is."""
CHOICES: Final = frozenset({Verb.PICK, Verb.CHANGE, Verb.HINT})
"""The buttons that stand in a hand only while something is asked there."""
SLOW: Final = frozenset({Verb.HINT})
"""Answered in the place of what was clicked, and not for certain within the three seconds that Discord waits."""
BEGINS: Final = frozenset({Verb.SIT, Verb.START})
"""The buttons of an offer that may be its last: then a hand is answered, and else nothing, so nothing is promised."""
LATE: Final = CHOICES | BEGINS | {Verb.REPLAY, Verb.SHOW, Verb.VERIFY, Verb.DATA, Verb.FORGET}
"""What may take longer than a moment: to be stored and seen to, to be gathered of years of matches, or for the coach,
who may think of others first.
"""
APART: Final = frozenset({Verb.VERIFY, Verb.DATA})
"""Answered beside whatever was pressed."""
WRITTEN: Final = frozenset({Verb.SHOOK, Verb.ZONE})
"""What no button does, but a line that somebody writes in a form."""
NO_MATCH: Final = frozenset({Verb.LADDER})
"""The buttons that have another number in the place of a match."""


@dataclass(eq=False)
class Desk:
    _deeds: Deeds
    _check: Callable[[Asked, int], Awaitable[None]]
    """Refuses a match that is not for who asks."""
    _clicked: Callable[[int, Place], None]
    """Hears where the message of a match is, whenever somebody has it before them."""

    async def answer(self, asked: Asked, address: Address) -> Answer:
        """May refuse; then nothing has changed. Abroad any press on a card is the way to bring it up to date, whatever
        else comes of it: it opens it, and what is answered lies beside it.
        """
        if not (asked.abroad and asked.on_card and address.match and address.verb not in NO_MATCH):
            return await self._answered(asked, address)
        try:
            answer = await self._answered(asked, address)
        except Refused as no:
            if no.key == "no-table":
                raise
            answer = Answer(refusal(no, asked.locale), apart=True)
        if answer.form or answer.card:
            # The press is used up by what it opened.
            return answer
        return replace(answer, opens=answer.opens or address.match, stirs=answer.stirs or address.match)

    async def _answered(self, asked: Asked, address: Address) -> Answer:
        deed = self._deeds.get(address.verb)
        if deed is None:
            raise Refused("button")
        if address.match and address.verb not in NO_MATCH:
            await self._check(asked, address.match)
        if address.verb in ON_THE_TABLE and asked.on_card:
            self._clicked(address.match, Place(asked.channel, asked.message))
        try:
            answer = await deed(asked, address)
        except Refused as no:
            if no.key == "closed-shelved":
                # Whatever was pressed there, it is played on elsewhere.
                return _placed(asked, await self._deeds[Verb.CHOOSE](asked, address))
            if no.key != "stale" and not (no.key == "ended" and address.verb in CHOICES):
                raise
            # Whoever pressed what is over sees what counts now, or how it ended, with a word on it.
            answer = await self._deeds[Verb.CHOOSE](asked, address)
            if answer.scene:
                late = say("hand-moved-on", asked.locale)
                answer = replace(answer, scene=replace(answer.scene, above=(late, *answer.scene.above)))
        return _placed(asked, answer)


def _placed(asked: Asked, answer: Answer) -> Answer:
    """What took the place of a private message stays there; what a card's button opens is a message of its own."""
    if answer.here or not asked.private or answer.scene is None or answer.apart:
        return answer
    return replace(answer, here=True)


def led(asked: Asked, address: Address) -> Address:
    """What was taken from a list leads where its button would; what leads nowhere is refused as a button is."""
    if address.verb != Verb.TAKE:
        return address
    return Address.parse(next(iter(asked.chosen), "")) or address
