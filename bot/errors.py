"""What can be wrong with the world around the bot: its host's settings, a place at Discord, Discord itself."""

from __future__ import annotations


class ConfigError(Exception):
    """The bot cannot be where it should be; says why in one line for its host."""


class StartupUnavailable(Exception):
    """What the bot cannot do without is out of reach, and may be there soon; says so in one line for its host."""


class DestinationUnreachable(Exception):
    """Nobody can be told there: the channel is gone, the bot may not post, the person lets nobody write."""

    def __init__(self, reason_key: str, missing_permissions: tuple[str, ...] = ()) -> None:
        super().__init__(reason_key)
        self.reason_key = reason_key
        """A key of the catalogue."""
        self.missing_permissions = missing_permissions
        """The permissions that the text names, where they are known."""


class ChannelGone(DestinationUnreachable):
    """And never again: the channel or the server is no more."""


class MessageGone(Exception):
    """The message that was to be changed is not there any more, or takes no changes."""


class DiscordUnavailable(Exception):
    """Discord does not answer; later it will."""
