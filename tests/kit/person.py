"""People of a `World`: they type commands and press buttons, and get back what the bot answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from bot.handlers.autocomplete import Completion
from bot.handlers.dispatcher import led
from bot.handlers.requests import Answer, Asked, Wish
from bot.ratings.rating_updates import EVERYTHING
from bot.screens.custom_ids import Address, Verb
from bot.screens.scene import Scene
from bot.wiring import Rooms
from games.core import Level
from tests.kit.match import CHANNEL, SERVER, cause
from tests.kit.scenes import addresses, text, verbs

if TYPE_CHECKING:
    from tests.kit.world import World


@dataclass(frozen=True)
class Person:
    """A Discord user in a `World`. Each method is one interaction, and raises `Refused` where the bot refuses.

    `match` is the id of a match, or "" for the one that the bot finds by itself, as in the commands.
    """

    world: World
    id: int
    context: Mapping[str, Any] = field(default_factory=dict)
    """The fields of `Asked` in which this person's interactions differ from plain ones in the server's channel."""

    @property
    def _services(self) -> Rooms:
        return self.world.rooms

    def where(self, **context: Any) -> Person:
        """Return the same person in other circumstances: `ann.where(locale="de", server=None)`."""
        return replace(self, context={**self.context, **context})

    def ask(self, **context: Any) -> Asked:
        """Return a new interaction of this person."""
        plain = {"locale": "en", "server": SERVER, "channel": CHANNEL, "cause": cause(), "now": self.world.hour[0]}
        return Asked(person=self.id, **{**plain, **self.context, **context})

    # Buttons

    async def click(
        self,
        action: str,
        match: int = 0,
        step: int = 0,
        detail: str = "",
        *,
        chosen: tuple[str, ...] = (),
        written: str = "",
        message: int | None = None,
    ) -> Answer:
        """Press the button with this custom id. `message` is the private message that it stands in."""
        private = {} if message is None else {"message": message, "private": True}
        asked = self.ask(chosen=chosen, written=written, **private)
        return await self._services.desk.answer(asked, led(asked, Address(action, match, step, detail)))

    async def click_in(self, shown: Answer | Scene | None, action: Verb, **context: Any) -> Answer:
        """Press the button in this message that does this; the last one, where several do."""
        scene = shown.scene if isinstance(shown, Answer) else shown
        address = verbs(scene)[action]
        return await self.click(address.verb, address.match, address.step, address.rest, **context)

    # Commands, by their names in Discord

    async def challenge(self, *opponents: Person | int, game: str = "schamanen", **wish: Any) -> Answer:
        people = [each.id if isinstance(each, Person) else each for each in opponents]
        return await self._services.offers.challenge(self.ask(), people, Wish(game, **wish))

    async def open(self, game: str = "schamanen", **wish: Any) -> Answer:
        return await self._services.offers.open(self.ask(), Wish(game, **wish))

    async def practice(self, game: str = "schamanen", level: str = Level.STEADY, **wish: Any) -> Answer:
        return await self._services.practice.begin(self.ask(), Wish.against(level, game, **wish))

    async def inbox(self) -> Answer:
        return await self._services.moves.inbox(self.ask())

    async def move(self, typed: str, match: int | str = "") -> Answer:
        return await self._services.moves.move(self.ask(), typed, str(match))

    async def complete_move(self, typed: str, match: int | str = "") -> list[Completion]:
        return await self._services.moves.words(self.ask(), typed, str(match))

    async def board(self, match: int | str = "", *, text: bool = False) -> Answer:
        return await self._services.asides.board(self.ask(), str(match), text=text)

    async def resign(self, match: int | str = "") -> Answer:
        return await self._services.asides.end(self.ask(), "resign", str(match))

    async def draw(self, match: int | str = "") -> Answer:
        return await self._services.asides.end(self.ask(), "offer", str(match))

    async def cancel(self, match: int | str = "") -> Answer:
        return await self._services.asides.end(self.ask(), "cancel", str(match))

    async def list(self) -> Answer:
        return await self._services.asides.listing(self.ask())

    async def replay(self, match: int | str = "") -> Answer:
        return await self._services.lookback.replay(self.ask(), str(match))

    async def verify(self, match: int | str = "") -> Answer:
        return await self._services.lookback.verify(self.ask(), str(match))

    async def shake(self, line: str, match: int | str = "") -> Answer:
        return await self._services.offers.shake(self.ask(), line, str(match))

    async def rules(self, game: str) -> Answer:
        return await self._services.asides.lesson(self.ask(), game)

    async def complete_match(self, *, over: bool = False) -> tuple[tuple[str, str], ...]:
        """Return the matches that a command suggests, as (label, id)."""
        return tuple(await self._services.which.matches(self.ask(), over=over))

    async def profile(self, of: Person | int | None = None) -> Answer:
        person = of.id if isinstance(of, Person) else of
        return await self._services.profiles.player(self.ask(), self.id if person is None else person)

    async def ladder(self, game: str = EVERYTHING, season: str = "") -> Answer:
        return await self._services.ladders.opened(self.ask(), game, season)

    async def begin_season(self, name: str = "") -> Answer:
        return await self._services.ladders.begun(self.where(manages=True).ask(), name)

    async def end_season(self) -> Answer:
        return await self._services.ladders.ended(self.where(manages=True).ask())

    async def settings(self, whose: str = "me") -> Answer:
        return await self._services.panels.opened(self.ask(), Address(Verb.SETTINGS, 0, 0, whose))

    # Playing, as over the wire (see `Player`)

    async def invite(self, opponent: Player, game: str, options: str = "") -> int:
        assert isinstance(opponent, Person)
        answer = await self.challenge(opponent, game=game, options=options)
        assert answer.card
        await self.world.refresh(answer.card.id)
        return answer.card.id

    async def accept(self, match: int) -> None:
        await self.click(Verb.SIT, match)
        await self.world.refresh(match)

    async def choose(self, match: int) -> bool:
        shown = (await self.click(Verb.CHOOSE, match)).scene
        picks = find_picks(shown, match)
        if not picks:
            return False
        step = picks[0].step
        while picks and picks[0].step == step:
            # The longest leads on: a shorter one leads back.
            pick = max(picks, key=lambda address: len(address.rest))
            shown = (await self.click(Verb.PICK, match, step, pick.rest)).scene
            picks = find_picks(shown, match)
        await self.world.refresh(match)
        return True

    async def give_up(self, match: int) -> None:
        await self.click_in(await self.resign(match), Verb.CALL)
        await self.world.refresh(match)

    async def read_card(self, match: int) -> str:
        cards = [scene for _, scene in self.world.discord.alive() if any(it.match == match for it in addresses(scene))]
        return text(cards[-1])


class Player(Protocol):
    """What somebody does in a match, in process (`Person`) or over the wire (`WirePlayer`)."""

    async def invite(self, opponent: Any, game: str, options: str = "") -> int:
        """Challenge somebody. Return the id of the match."""

    async def accept(self, match: int) -> None:
        """Accept a challenge by the button of its card."""

    async def choose(self, match: int) -> bool:
        """Press buttons until a whole move is submitted. Return False if there is nothing to choose."""

    async def give_up(self, match: int) -> None:
        """Resign with `/duel resign`, and confirm it."""

    async def read_card(self, match: int) -> str:
        """Return the text of the match's public message."""


def find_picks(scene: Scene | None, match: int) -> list[Address]:
    return [it for it in addresses(scene) if it.verb == Verb.PICK and it.match == match] if scene else []
