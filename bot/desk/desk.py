"""Where every press leads: a custom_id's verb finds its deed. Nothing depends on memory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from bot.desk.asked import Answer, Asked
from bot.herald.channels import Place
from bot.scenes import prompt
from bot.scenes.address import Address
from bot.scenes.verb import Verb
from games.refused import Refused
from storage import Store

Deed: TypeAlias = Callable[[Asked, Address], Awaitable[Answer]]
Deeds: TypeAlias = Mapping[str, Deed]
"""By verb."""

ON_THE_TABLE: Final = frozenset({Verb.SIT, Verb.DECLINE, Verb.WITHDRAW, Verb.START, Verb.OPTIONS, Verb.CHOOSE})
"""The buttons that only the message of a match has, while it is offered or played."""
IN_PROMPTS: Final = frozenset({Verb.PICK, Verb.CHANGE, Verb.HINT})
"""The buttons that no message of a match has."""
SLOW: Final = frozenset({Verb.HINT})
"""Answered in the place of what was clicked, and not for certain within the three seconds that Discord waits."""


class Desk:
    def __init__(self, store: Store, deeds: Deeds, clicked: Callable[[int, Place], None]) -> None:
        """`clicked` hears where the message of a match is, whenever somebody has it before them."""
        self._store = store
        self._deeds = deeds
        self._clicked = clicked

    async def answer(self, asked: Asked, address: Address) -> Answer:
        """May refuse; then nothing has changed."""
        deed = self._deeds.get(address.verb)
        if deed is None:
            raise Refused("button")
        if asked.private and asked.server is None and address.verb not in IN_PROMPTS:
            # A match in direct messages: what its table opens lies beside it.
            header = await self._store.header(address.match)
            # Whoever is quick clicks it before we know which message it is.
            its = header and header.server is None and header.message in {None, asked.message}
            asked = replace(asked, private=not its)
        if address.verb in ON_THE_TABLE and asked.message and not asked.private:
            self._clicked(address.match, Place(asked.channel, asked.message))
        try:
            answer = await deed(asked, address)
        except Refused as no:
            if no.key != "stale":
                raise
            answer = Answer(prompt.moved_on(address.match, asked.locale))
        # What took the place of a private message stays there; what a channel's button opens is a message of its own.
        return replace(answer, here=answer.here or (asked.private and answer.scene is not None and not answer.apart))
