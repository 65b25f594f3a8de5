"""Who is named in a command: people, the house, or other bots, which do not duel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import discord

from games.refused import Refused

Ours: TypeAlias = Callable[[discord.User | discord.Member], bool]
"""Is this the bot itself?"""


def guests(named: Sequence[discord.User | discord.Member], ours: Ours) -> tuple[list[int], bool]:
    """The people among those who were named, and whether the house is."""
    others = [one for one in named if not ours(one)]
    if any(one.bot for one in others):
        raise Refused("bots")
    return [one.id for one in others], len(others) < len(named)
