"""What somebody did at Discord, and what they are answered; neither knows how Discord says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.matches.model import Installation, Table
from bot.matches.terms import READS
from bot.screens import match_options
from bot.screens.dialogs import list_permissions
from bot.screens.scene import Form, Scene
from games import find_game
from games.core import Level
from games.refused import Refused
from games.words import Locale


@dataclass(frozen=True, slots=True)
class Asked:
    """A click, a command."""

    person: int
    locale: Locale
    server: int | None
    """Of ours; None abroad, too."""
    channel: int
    cause: int
    """The id of the interaction: twice the same is once."""
    now: int
    message: int = 0
    """The message that was clicked."""
    private: bool = False
    """Nobody else sees that message: the answer takes its place."""
    token: str = ""
    lacking: tuple[str, ...] = ()
    """What the bot would have to be allowed before it can post in this channel, by the names of Discord."""
    lacking_for_threads: tuple[str, ...] = ()
    """The same, before it can play each match there in a thread of its own."""
    manages: bool = False
    """May they change the settings of this server?"""
    chosen: tuple[str, ...] = ()
    """What was taken from a select."""
    bots: bool = False
    """Is a bot among them?"""
    written: str = ""
    """The line that was written in a form."""
    installation: Installation = Installation.SERVER

    @property
    def abroad(self) -> bool:
        return self.installation is Installation.USER

    @property
    def in_company(self) -> bool:
        """Are others there? What is theirs alone is whispered then; in our direct messages it is a message like any."""
        return self.abroad or self.server is not None

    @property
    def on_card(self) -> bool:
        """Did they press what everybody sees?"""
        return bool(self.message) and not self.private

    def beside(self, table: Table) -> bool:
        """Are they where its card can be the answer to them?"""
        if self.installation is not table.installation:
            return False
        return self.channel == table.channel if table.abroad else self.server == table.server

    def on_a_server(self) -> int:
        """Which one; in direct messages it cannot be done."""
        if self.server is None:
            raise Refused("server-only")
        return self.server

    def managed(self) -> int:
        """The server whose settings this person may change."""
        server = self.on_a_server()
        if not self.manages:
            raise Refused("not-manager")
        return server

    def check_company(self) -> None:
        """A match between people needs a place where they meet."""
        if not self.in_company:
            raise Refused("company-only")

    def check_beside(self, table: Table) -> None:
        """Of a conversation that is not ours everybody can be told only by who is there."""
        if table.abroad and not self.beside(table):
            raise Refused("elsewhere")

    def check_room(self) -> None:
        """May the bot post in this channel?"""
        if not self.lacking:
            return
        permissions = list_permissions(self.lacking, self.locale)
        if self.abroad:
            raise Refused("whispers", permissions=permissions)
        raise Refused("lacking", permissions=permissions)


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to play, as they said it: a game, its options, a clock, a level of the house."""

    game: str
    variant: str = ""
    clock: int | None = None
    rated: bool = True
    seats: int = 0
    level: Level = Level.STEADY
    reads: bool = False
    fills: int | None = None
    options: str = ""
    """Any of them by name, as whoever makes puzzles types them."""
    picked: bool = True
    """Did they name the game? Else it is the usual one."""

    @classmethod
    def against(cls, plays: str, game: str, **more: Any) -> Wish:
        """With the house as it was picked: at one of its levels, or reading."""
        reads = plays == READS
        return cls(game, level=Level.STRONG if reads else Level(plays), reads=reads, **more)

    def settings(self, locale: str) -> dict[str, Any]:
        """The options of its game that were named or typed."""
        game = find_game(self.game)
        return match_options.variant(game, self.variant, locale) | match_options.typed(game, self.options, locale)


@dataclass(frozen=True, slots=True)
class Held:
    """An answer that is a hand: what it shows stands in the store, and it changes as its match goes on."""

    match: int
    step: int
    shows: str
    seq: int
    """Of how many events it was made."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Without scene and card the click is only acknowledged; the card itself tells what came of it."""

    scene: Scene | None = None
    here: bool = False
    """In the place of the message that was clicked."""
    apart: bool = False
    """Never in its place: one still plays there."""
    holds: Held | None = None
    aside: Table | None = None
    """An answer that lies beside this offer, and is to say what becomes of it."""
    opens: int = 0
    """The match whose card was pressed: by this press it can be changed, and what is answered lies beside it."""
    form: Form | None = None
    """Opened instead of any answer; what is written there is asked anew."""
    card: Table | None = None
    """Answered for all to see, by its card."""
    stirs: int = 0
    """The match that the channel is told of, once the person has been answered."""
    ends: int = 0
    """The match that came to nothing by it: where it lies elsewhere, that is told there."""
    posts: Scene | None = None
    """What a channel is shown then."""
    channel: int = 0
    """Which; else the one where it was asked."""
    forgets: bool = False
    """Whoever asked is somebody whom nobody has met: nothing of them is remembered, either."""
