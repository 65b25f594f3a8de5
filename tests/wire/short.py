"""Matches that are over soon, and begin or are played at a word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.kit.wire_person import WirePerson
from tests.wire.driven import Driven, played
from tests.wire.glade import NOTHING, Glade

SHORT: Final[Mapping[str, Mapping[str, str]]] = {
    "schamanen": {"duel_limit": "3"},
    "shamanic_chess": {"fen": "4k1n1/8/8/8/8/8/8/4K1N1 w - - 94 60"},
    "woodwalkers": {"modes": "11"},
}
"""Matches that show all there is, and end."""
ONE: Final = {"placement": "random", "duel_limit": "1"}


async def begun(glade: Glade, game: str, variant: str, *guests: WirePerson) -> int:
    options: dict[str, Any] = {"game": game} | ({"variant": variant} if variant else {})
    return await glade.begun(*guests, form=SHORT.get(game, NOTHING), **options)


async def ended(glade: Glade) -> int:
    match = await glade.begun(glade.otter, glade.heron, form=ONE)
    await played(glade, match, glade.otter, glade.heron, manner=Driven.in_the_hand)
    return match
