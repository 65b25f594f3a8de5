"""What a place is to us: one where we are at home, or a conversation in which somebody has brought us along."""

from __future__ import annotations

from enum import StrEnum


class Venue(StrEnum):
    """Stored by name."""

    HOME = "home"
    """A server that has us, or our direct messages with somebody: we read, post and call there."""
    ABROAD = "abroad"
    """A conversation of others: a direct message of two, a group, a server without us. There we say something only by
    what somebody has pressed, for as long as that lasts.
    """
