"""The input and output of handlers, `Request` and `Response`, which are independent of discord.py."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.matches.model import Installation, MatchState
from bot.matches.terms import MIND_READER_LEVEL
from bot.screens import match_options
from bot.screens.custom_ids import parse_discord_id
from bot.screens.dialogs import format_permissions
from bot.screens.scene import TEXT_FIELD_NAME, Form, Scene
from games import find_game
from games.core import Level
from games.refused import Refused
from games.words import Locale


@dataclass(frozen=True, slots=True)
class Request:
    """A click, a command or a submitted form, with its sender and its context."""

    person_id: int
    locale: Locale
    server_id: int | None
    """The ID of the server that has installed the bot. None in direct messages and for a user-installed bot."""
    channel_id: int
    interaction_id: int
    """Discord's interaction ID. If a change is requested repeatedly with the same ID, it is applied only once."""
    now_ms: int
    message_id: int | None = None
    """The ID of the clicked message; None for a command."""
    is_private: bool = False
    """Whether only this person sees the clicked message. The response usually replaces a private message."""
    token: str = ""
    missing_permissions: tuple[str, ...] = ()
    """Discord's names of the permissions that the bot lacks for posting in this channel."""
    missing_thread_permissions: tuple[str, ...] = ()
    """Discord's names of the permissions that the bot lacks for opening match threads in this channel."""
    can_manage_server: bool = False
    """Whether this person may change the settings of the server."""
    role_ids: frozenset[int] = frozenset()
    """The person's roles on the server."""
    selected_values: tuple[str, ...] = ()
    """The values that were chosen in a select menu."""
    has_selected_bot: bool = False
    """Whether a bot is among the selected users."""
    has_selected_this_bot: bool = False
    """Whether this bot is among the selected users."""
    form_values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The values of a submitted form, by field."""
    installation: Installation = Installation.SERVER

    @property
    def form_text(self) -> str:
        """The text of a submitted form that has a single text field."""
        return "".join(self.form_values.get(TEXT_FIELD_NAME, ()))

    @property
    def is_user_installed(self) -> bool:
        return self.installation is Installation.USER

    @property
    def is_among_others(self) -> bool:
        """Whether other people can read this channel, so that private responses must be ephemeral.

        This is false only in direct messages with the bot.
        """
        return self.is_user_installed or self.server_id is not None

    @property
    def public_message_id(self) -> int | None:
        """The ID of the clicked message if everybody in the channel can see it."""
        return None if self.is_private else self.message_id

    @property
    def private_message_id(self) -> int | None:
        """The ID of the clicked message if only this person can see it."""
        return self.message_id if self.is_private else None

    def is_where_match_is_played(self, match: MatchState) -> bool:
        """Return whether the request comes from the match's server or, for a user-installed match, from its channel."""
        if self.installation is not match.installation:
            return False
        return self.channel_id == match.channel_id if match.is_user_installed else self.server_id == match.server_id

    def require_server(self) -> int:
        """Return the server ID, or raise `Refused` outside a server."""
        if self.server_id is None:
            raise Refused("server-only")
        return self.server_id

    def require_managed_server(self) -> int:
        """Return the server ID, or raise `Refused` if this person may not change the server's settings."""
        server_id = self.require_server()
        if not self.can_manage_server:
            raise Refused("not-manager")
        return server_id

    def check_among_others(self) -> None:
        """Raise `Refused` in direct messages with the bot, where nobody else could join a match."""
        if not self.is_among_others:
            raise Refused("company-only")

    def check_can_show_card(self, match: MatchState) -> None:
        """Raise `Refused` if the card of a match cannot be shown in this channel.

        The card of a user-installed match can only be posted in response to an interaction from the match's channel.
        """
        if match.is_user_installed and not self.is_where_match_is_played(match):
            raise Refused("elsewhere")

    def check_can_post(self) -> None:
        """Raise `Refused` with the missing permissions if the bot cannot post in this channel."""
        if not self.missing_permissions:
            return
        permissions = format_permissions(self.missing_permissions, self.locale)
        if self.is_user_installed:
            raise Refused("whispers", permissions=permissions)
        raise Refused("lacking", permissions=permissions)


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """The match that a command asks for: its game, options, clock, and house level."""

    game_key: str
    variant: str = ""
    clock_ms: int | None = None
    """The time for each turn; None for no limit."""
    rated: bool = True
    seats: int | None = None
    """The number of seats; None for the game's usual number."""
    level: Level | None = None
    """The level of the house; None for the default."""
    house_reads_opponent: bool = False
    ai_fill_delay_ms: int | None = None
    """How long the house waits before it takes the empty seats of an open offer; None if it never takes them."""
    options_text: str = ""
    """Game options typed by name, for example to set up a puzzle."""
    game_was_named: bool = True
    """Whether the person chose the game. Otherwise, `game_key` is the default game."""

    @classmethod
    def against_house(
        cls,
        house_mode: str | None,
        game_key: str,
        *,
        variant: str = "",
        seats: int | None = None,
        options_text: str = "",
        game_was_named: bool = True,
    ) -> MatchRequest:
        """Return a request for practice against a level of the house or, with `MIND_READER_LEVEL`, the mind reader.

        If `house_mode` is None, the level depends on the person's earlier matches.
        """
        reads = house_mode == MIND_READER_LEVEL
        return cls(
            game_key,
            variant,
            seats=seats,
            level=Level.HARD if reads else Level(house_mode) if house_mode else None,
            house_reads_opponent=reads,
            options_text=options_text,
            game_was_named=game_was_named,
        )

    def parse_options(self, locale: str) -> dict[str, Any]:
        """Return the options chosen as a variant or typed by name. Raise `Refused` if any is unknown."""
        game = find_game(self.game_key)
        return match_options.parse_chosen_options(game, self.variant, self.options_text, locale)


@dataclass(frozen=True, slots=True)
class ShownPlayerMessage:
    """The state of a match that a player message shows. Refreshes need it to update the message later."""

    match_id: int
    step: int
    content_key: str
    event_count: int
    """How many events the match had when the message was rendered."""


@dataclass(frozen=True, slots=True)
class Response:
    """A handler's response, and the updates that follow it.

    Without a `scene`, `form` or `card_of_match`, the click is only acknowledged, and a refresh then updates the card.
    """

    scene: Scene | None = None
    replaces_clicked_message: bool = False
    """Whether the scene replaces the content of the clicked message."""
    is_separate_message: bool = False
    """Whether the scene must not replace the clicked message, because that message is still needed for playing."""
    load_final_scene: Callable[[], Awaitable[Scene]] | None = None
    """Waits for something slow, and returns the scene that then replaces `scene` in the same message."""
    player_message: ShownPlayerMessage | None = None
    """The state that the scene shows, if the scene is a player message."""
    panel_of_offer: MatchState | None = None
    """The offer shown by the scene, if the message must be updated when the offer starts or closes."""
    clicked_card_match_id: int | None = None
    """The ID of the match whose card was clicked. The card itself is edited, so the scene is sent separately."""
    form: Form | None = None
    """A form to open instead of a message. Submitting the form makes another request."""
    card_of_match: MatchState | None = None
    """The match whose public card is the response."""
    refresh_match_id: int | None = None
    """The ID of a match whose card and player messages are refreshed once this response is sent."""
    ended_match_id: int | None = None
    """The ID of a practice match that this request closed. Its player messages are refreshed too."""
    channel_post: Scene | None = None
    """A message to post in the request's channel after this response is sent."""
    waiting_in_tournament_id: int | None = None
    """The tournament in which the person waits for a match. The scene says so, and becomes the match when it begins."""
    begins_quick_match: bool = False
    """Whether the scene is a new message that says that the person waits in the lobby for an opponent."""
    forgets_person: bool = False
    """Whether all data of this person was deleted, so that their name must not be stored again."""


def parse_person_ids(values: Sequence[str], count: int) -> list[int]:
    """Parse the IDs of exactly `count` selected users. Raise `Refused` for other input, which must be forged."""
    try:
        person_ids = [parse_discord_id(value) for value in values]
    except ValueError as error:
        raise Refused("button") from error
    if len(person_ids) != count:
        raise Refused("button")
    return person_ids
