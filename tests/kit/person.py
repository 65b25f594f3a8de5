"""People of a `World`: they type commands and press buttons, and get back what the bot answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from bot.handlers.autocomplete import Completion
from bot.handlers.dispatcher import resolve_select_option
from bot.handlers.requests import MatchRequest, Request, Response
from bot.ratings.rating_updates import ALL_GAMES
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import Scene
from bot.wiring import Services
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
    """The fields of `Request` in which this person's interactions differ from plain ones in the server's channel."""

    @property
    def _services(self) -> Services:
        return self.world.rooms

    def where(self, **context: Any) -> Person:
        """Return the same person in other circumstances: `ann.where(locale="de", server_id=None)`."""
        return replace(self, context={**self.context, **context})

    def ask(self, **context: Any) -> Request:
        """Return a new interaction of this person."""
        plain = {
            "locale": "en",
            "server_id": SERVER,
            "channel_id": CHANNEL,
            "interaction_id": cause(),
            "now_ms": self.world.hour[0],
        }
        return Request(person_id=self.id, **{**plain, **self.context, **context})

    # Buttons

    async def click(
        self,
        action: str,
        match_id: int = 0,
        step: int = 0,
        detail: str = "",
        *,
        chosen: tuple[str, ...] = (),
        written: str = "",
        message_id: int | None = None,
    ) -> Response:
        """Press the button with this custom id. `message` is the private message that it stands in."""
        private = {} if message_id is None else {"message_id": message_id, "is_private": True}
        request = self.ask(selected_values=chosen, form_text=written, **private)
        return await self._services.dispatcher.answer_press(
            request, resolve_select_option(request, CustomId(action, match_id, step, detail))
        )

    async def click_in(self, shown: Response | Scene | None, action: Action, **context: Any) -> Response:
        """Press the button in this message that does this; the last one, where several do."""
        scene = shown.scene if isinstance(shown, Response) else shown
        custom_id = verbs(scene)[action]
        return await self.click(custom_id.action, custom_id.match_id, custom_id.number, custom_id.argument, **context)

    # Commands, by their names in Discord

    async def challenge(self, *opponents: Person | int, game: str = "schamanen", **wish: Any) -> Response:
        people = [each.id if isinstance(each, Person) else each for each in opponents]
        return await self._services.offers.challenge_players(self.ask(), people, MatchRequest(game, **wish))

    async def open(self, game: str = "schamanen", **wish: Any) -> Response:
        return await self._services.offers.post_open_offer(self.ask(), MatchRequest(game, **wish))

    async def practice(self, game: str = "schamanen", level: str = Level.STEADY, **wish: Any) -> Response:
        return await self._services.practice.begin_practice(self.ask(), MatchRequest.against_house(level, game, **wish))

    async def inbox(self) -> Response:
        return await self._services.moves.show_inbox(self.ask())

    async def move(self, typed: str, match_id: int | str = "") -> Response:
        return await self._services.moves.play_typed_move(self.ask(), typed, str(match_id))

    async def complete_move(self, typed: str, match_id: int | str = "") -> list[Completion]:
        return await self._services.moves.list_move_completions(self.ask(), typed, str(match_id))

    async def board(self, match_id: int | str = "", *, text: bool = False) -> Response:
        return await self._services.match_actions.show_board(self.ask(), str(match_id), as_text=text)

    async def resign(self, match_id: int | str = "") -> Response:
        return await self._services.match_actions.ask_to_end_match(self.ask(), "resign", str(match_id))

    async def draw(self, match_id: int | str = "") -> Response:
        return await self._services.match_actions.ask_to_end_match(self.ask(), "offer", str(match_id))

    async def cancel(self, match_id: int | str = "") -> Response:
        return await self._services.match_actions.ask_to_end_match(self.ask(), "cancel", str(match_id))

    async def list(self) -> Response:
        return await self._services.match_actions.list_matches(self.ask())

    async def replay(self, match_id: int | str = "") -> Response:
        return await self._services.review.show_review(self.ask(), str(match_id))

    async def verify(self, match_id: int | str = "") -> Response:
        return await self._services.review.show_proof_by_number(self.ask(), str(match_id))

    async def shake(self, line: str, match_id: int | str = "") -> Response:
        return await self._services.offers.add_player_seed(self.ask(), line, str(match_id))

    async def rules(self, game: str) -> Response:
        return await self._services.match_actions.show_game_rules(self.ask(), game)

    async def complete_match(self, *, over: bool = False) -> tuple[tuple[str, str], ...]:
        """Return the matches that a command suggests, as (label, id)."""
        return tuple(await self._services.match_lookup.list_match_choices(self.ask(), include_finished=over))

    async def profile(self, of: Person | int | None = None) -> Response:
        person_id = of.id if isinstance(of, Person) else of
        return await self._services.profiles.show_profile(self.ask(), self.id if person_id is None else person_id)

    async def ladder(self, game: str = ALL_GAMES, season: str = "") -> Response:
        return await self._services.leaderboards.show_leaderboard(self.ask(), game, season)

    async def begin_season(self, name: str = "") -> Response:
        return await self._services.leaderboards.begin_season(self.where(can_manage_server=True).ask(), name)

    async def end_season(self) -> Response:
        return await self._services.leaderboards.end_season(self.where(can_manage_server=True).ask())

    async def settings(self, whose: str = "me") -> Response:
        return await self._services.settings.show_settings(self.ask(), CustomId(Action.SHOW_SETTINGS, 0, 0, whose))

    # Playing, as over the wire (see `Player`)

    async def invite(self, opponent: Player, game: str, options: str = "") -> int:
        assert isinstance(opponent, Person)
        response = await self.challenge(opponent, game=game, options_text=options)
        assert response.card_of_match
        await self.world.refresh(response.card_of_match.id)
        return response.card_of_match.id

    async def accept(self, match_id: int) -> None:
        await self.click(Action.JOIN_OFFER, match_id)
        await self.world.refresh(match_id)

    async def choose(self, match_id: int) -> bool:
        shown = (await self.click(Action.OPEN_MATCH, match_id)).scene
        picks = find_picks(shown, match_id)
        if not picks:
            return False
        step = picks[0].step
        while picks and picks[0].step == step:
            # The longest leads on: a shorter one leads back.
            pick = max(picks, key=lambda custom_id: len(custom_id.argument))
            shown = (await self.click(Action.PICK_MOVE, match_id, step, pick.argument)).scene
            picks = find_picks(shown, match_id)
        await self.world.refresh(match_id)
        return True

    async def give_up(self, match_id: int) -> None:
        await self.click_in(await self.resign(match_id), Action.CONFIRM_END_OF_MATCH)
        await self.world.refresh(match_id)

    async def read_card(self, match_id: int) -> str:
        cards = [
            scene for _, scene in self.world.discord.alive() if any(it.match_id == match_id for it in addresses(scene))
        ]
        return text(cards[-1])


class Player(Protocol):
    """What somebody does in a match, in process (`Person`) or over the wire (`WirePlayer`)."""

    async def invite(self, opponent: Any, game: str, options: str = "") -> int:
        """Challenge somebody. Return the id of the match."""

    async def accept(self, match_id: int) -> None:
        """Accept a challenge by the button of its card."""

    async def choose(self, match_id: int) -> bool:
        """Press buttons until a whole move is submitted. Return False if there is nothing to choose."""

    async def give_up(self, match_id: int) -> None:
        """Resign with `/duel resign`, and confirm it."""

    async def read_card(self, match_id: int) -> str:
        """Return the text of the match's public message."""


def find_picks(scene: Scene | None, match_id: int) -> list[CustomId]:
    return [it for it in addresses(scene) if it.action == Action.PICK_MOVE and it.match_id == match_id] if scene else []
