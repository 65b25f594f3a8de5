"""Errors outside the bot: in its configuration, in a channel or message on Discord, or in Discord itself."""

from __future__ import annotations


class ConfigError(Exception):
    """The bot cannot run with its configuration. The message is one line for the host."""


class StartupUnavailable(Exception):
    """Something that the bot needs is unavailable for the moment. The message is one line for the host."""


class DestinationUnreachable(Exception):
    """The bot cannot send there: the channel is gone, a permission is missing, or the person does not accept DMs."""

    def __init__(self, reason_key: str, missing_permissions: tuple[str, ...] = ()) -> None:
        super().__init__(reason_key)
        self.reason_key = reason_key
        """The key of the text that explains the reason."""
        self.missing_permissions = missing_permissions
        """The permissions that the text names, if they are known."""


class ChannelGone(DestinationUnreachable):
    """The channel or its server does not exist any more."""


class MessageGone(Exception):
    """The message to edit or delete does not exist any more, or cannot be changed."""


class DiscordUnavailable(Exception):
    """Discord does not respond at the moment."""
