"""The message that somebody has pressed: of all that Discord tells about it two things are read here.

The library would make its own of everything that is written there, and of the message that it answers: that took a
twelfth of a press.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord


class SlimMessage:
    """Stands where interactions have the library's message."""

    __slots__ = ("flags", "guild", "id")

    def __init__(self, *, state: object, channel: object, data: Mapping[str, Any]) -> None:  # noqa: ARG002 - theirs
        self.id = int(data["id"])
        self.flags = discord.MessageFlags()
        self.flags.value = data.get("flags", 0)
        self.guild: discord.Guild | None = None
        """The library says it."""


def install_slim_message() -> None:
    """From now on interactions come with no more of it."""
    discord.interactions.Message = SlimMessage  # type: ignore[assignment,attr-defined]  # it is all that is asked of one here
