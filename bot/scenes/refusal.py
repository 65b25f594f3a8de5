"""A no, as the person who hears it should see it: one line that says what to do."""

from __future__ import annotations

from contextlib import suppress

from bot.scenes.scene import Scene
from bot.texts import say
from games import GAMES
from games.refused import Refused


def refusal(no: Refused, locale: str) -> Scene:
    """The house's own sentence; where it has none, that of the game that refused."""
    if not _ours(no, locale):
        for game in GAMES.values():
            with suppress(LookupError, ValueError):
                return Scene(above=(game.say.no(no, locale),))
    return Scene(above=(say.no(no, locale),))


def _ours(no: Refused, locale: str) -> bool:
    with suppress(LookupError):
        return bool(say.no(no, locale))
    return False
