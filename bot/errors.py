"""Errors caused by the bot's configuration, by a channel or message on Discord, or by an outage."""

from __future__ import annotations


class ConfigError(Exception):
    """The bot cannot run with its configuration. The message is a single line for the host."""


class StartupUnavailable(Exception):
    """A service that the bot needs is temporarily unavailable. The message is a single line for the host."""


class DestinationUnreachable(Exception):
    """The bot cannot send a message.

    The channel is gone, a permission is missing, or the person does not accept DMs.
    """

    def __init__(self, reason_key: str, missing_permissions: tuple[str, ...] = ()) -> None:
        super().__init__(reason_key)
        self.reason_key = reason_key
        """The key of the text that explains the reason to people."""
        self.missing_permissions = missing_permissions
        """The missing permissions to list in this text, if they are known."""


class ChannelGone(DestinationUnreachable):
    """The channel or its server no longer exists."""


class MessageGone(Exception):
    """The message to edit or delete no longer exists, or cannot be changed."""


class MessageTooOld(MessageGone):
    """Discord refuses to edit the message for now, because it is older than an hour."""


class DiscordUnavailable(Exception):
    """Discord is temporarily unavailable."""
