"""What somebody reads whose wish was refused: why, and where there is one the way on."""

from __future__ import annotations

from collections.abc import Sequence

from bot.scenes.address import Address
from bot.scenes.menu import matches_button, practices, practising_on
from bot.scenes.names import typed
from bot.scenes.scene import Button, Row, Scene
from bot.scenes.verb import Verb
from bot.texts import say
from games.refused import Refused


def refusal(no: Refused, locale: str) -> Scene:
    return Scene(above=(say.no(typed(no), locale),), rows=_onward(no, locale))


def list_permissions(missing: Sequence[str], locale: str) -> str:
    """Name permissions, given as the library spells them, as Discord's settings name them in this language."""
    return say.listed([say(f"permission-{name.replace('_', '-')}", locale) for name in missing], locale)


def _onward(no: Refused, locale: str) -> tuple[Row, ...]:
    match no.key:
        case "closed-shelved":
            return (practising_on(int(no.facts["match"]), locale),)
        case "dealt":
            match = int(no.facts["match"])
            ways = (
                Button(say(f"button-{it}", locale), str(Address(Verb.ASK, match, 0, it))) for it in ("offer", "resign")
            )
            return (tuple(ways),)
        case "nothing-waits" | "no-match-here":
            return (practices(locale),)
        case key if key.startswith("closed-"):
            return ((matches_button(locale),),)
    return ()
