"""How people are called in what a channel reads."""

from __future__ import annotations

from bot.table.table import Begun
from bot.texts import say
from games.core import Seat


def called(person: int | None, locale: str) -> str:
    """A mention, which Discord shows as the name; nobody is pinged by it unless the scene says so."""
    if person is None:
        return say("the-house", locale)
    return say("somebody", locale) if person < 0 else f"<@{person}>"


def seated(table: Begun, seat: Seat, locale: str) -> str:
    """Who sits there, and what the seat is called in the game."""
    return say("seated", locale, seat=table.game.say(f"seat-{seat}", locale), who=called(table.people[seat], locale))
