"""Where the bot may not post nothing begins that nobody would see."""

from __future__ import annotations

from bot.asked import Asked
from bot.person import listed
from bot.terms import say
from games.refused import Refused


def check_permitted(asked: Asked) -> None:
    """Refuses with what would have to be allowed."""
    if asked.lacking:
        allow = [say(f"permission-{name.replace('_', '-')}", asked.locale) for name in asked.lacking]
        raise Refused("lacking", permissions=listed(allow, asked.locale))
