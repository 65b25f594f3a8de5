"""What somebody did at Discord, and what they are answered; neither knows how Discord says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.matches.model import Installation, MatchState
from bot.matches.terms import MIND_READER_LEVEL
from bot.screens import match_options
from bot.screens.dialogs import format_permissions
from bot.screens.scene import Form, Scene
from games import find_game
from games.core import Level
from games.refused import Refused
from games.words import Locale


@dataclass(frozen=True, slots=True)
class Request:
    """A click, a command."""

    person_id: int
    locale: Locale
    server_id: int | None
    """Of ours; None abroad, too."""
    channel_id: int
    interaction_id: int
    """The id of the interaction: twice the same is once."""
    now_ms: int
    message_id: int = 0
    """The message that was clicked."""
    is_private: bool = False
    """Nobody else sees that message: the answer takes its place."""
    token: str = ""
    missing_permissions: tuple[str, ...] = ()
    """What the bot would have to be allowed before it can post in this channel, by the names of Discord."""
    missing_thread_permissions: tuple[str, ...] = ()
    """The same, before it can play each match there in a thread of its own."""
    can_manage_server: bool = False
    """May they change the settings of this server?"""
    selected_values: tuple[str, ...] = ()
    """What was taken from a select."""
    has_selected_bot: bool = False
    """Is a bot among them?"""
    form_text: str = ""
    """The line that was written in a form."""
    installation: Installation = Installation.SERVER

    @property
    def is_user_installed(self) -> bool:
        return self.installation is Installation.USER

    @property
    def is_among_others(self) -> bool:
        """Are others there? What is theirs alone is whispered then; in our direct messages it is a message like any."""
        return self.is_user_installed or self.server_id is not None

    @property
    def is_on_card(self) -> bool:
        """Did they press what everybody sees?"""
        return bool(self.message_id) and not self.is_private

    def is_where_match_is_played(self, match: MatchState) -> bool:
        """Are they where its card can be the answer to them?"""
        if self.installation is not match.installation:
            return False
        return self.channel_id == match.channel_id if match.is_user_installed else self.server_id == match.server_id

    def require_server(self) -> int:
        """Which one; in direct messages it cannot be done."""
        if self.server_id is None:
            raise Refused("server-only")
        return self.server_id

    def require_managed_server(self) -> int:
        """The server whose settings this person may change."""
        server_id = self.require_server()
        if not self.can_manage_server:
            raise Refused("not-manager")
        return server_id

    def check_among_others(self) -> None:
        """A match between people needs a place where they meet."""
        if not self.is_among_others:
            raise Refused("company-only")

    def check_can_show_card(self, match: MatchState) -> None:
        """Of a conversation that is not ours everybody can be told only by who is there."""
        if match.is_user_installed and not self.is_where_match_is_played(match):
            raise Refused("elsewhere")

    def check_can_post(self) -> None:
        """May the bot post in this channel?"""
        if not self.missing_permissions:
            return
        permissions = format_permissions(self.missing_permissions, self.locale)
        if self.is_user_installed:
            raise Refused("whispers", permissions=permissions)
        raise Refused("lacking", permissions=permissions)


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """What somebody wants to play, as they said it: a game, its options, a clock, a level of the house."""

    game: str
    variant: str = ""
    clock: int | None = None
    rated: bool = True
    seats: int = 0
    level: Level = Level.STEADY
    house_reads_opponent: bool = False
    fills: int | None = None
    options_text: str = ""
    """Any of them by name, as whoever makes puzzles types them."""
    game_was_named: bool = True
    """Did they name the game? Else it is the usual one."""

    @classmethod
    def against_house(cls, house_mode: str, game: str, **more: Any) -> MatchRequest:
        """With the house as it was picked: at one of its levels, or reading."""
        reads = house_mode == MIND_READER_LEVEL
        return cls(game, level=Level.STRONG if reads else Level(house_mode), house_reads_opponent=reads, **more)

    def parse_options(self, locale: str) -> dict[str, Any]:
        """The options of its game that were named or typed."""
        game = find_game(self.game)
        return match_options.parse_variant(game, self.variant, locale) | match_options.parse_typed_options(
            game, self.options_text, locale
        )


@dataclass(frozen=True, slots=True)
class ShownPlayerMessage:
    """An answer that is a hand: what it shows stands in the store, and it changes as its match goes on."""

    match_id: int
    step: int
    content_key: str
    event_count: int
    """Of how many events it was made."""


@dataclass(frozen=True, slots=True)
class Response:
    """Without scene and card the click is only acknowledged; the card itself tells what came of it."""

    scene: Scene | None = None
    replaces_clicked_message: bool = False
    """In the place of the message that was clicked."""
    is_separate_message: bool = False
    """Never in its place: one still plays there."""
    player_message: ShownPlayerMessage | None = None
    panel_of_offer: MatchState | None = None
    """An answer that lies beside this offer, and is to say what becomes of it."""
    clicked_card_match_id: int = 0
    """The match whose card was pressed: by this press it can be changed, and what is answered lies beside it."""
    form: Form | None = None
    """Opened instead of any answer; what is written there is asked anew."""
    card_of_match: MatchState | None = None
    """Answered for all to see, by its card."""
    refresh_match_id: int = 0
    """The match that the channel is told of, once the person has been answered."""
    ended_match_id: int = 0
    """The match that came to nothing by it: where it lies elsewhere, that is told there."""
    channel_post: Scene | None = None
    """What a channel is shown then."""
    post_channel_id: int = 0
    """Which; else the one where it was asked."""
    forgets_person: bool = False
    """Whoever asked is somebody whom nobody has met: nothing of them is remembered, either."""
