"""People in a `World`, who type commands, press buttons and receive the bot's responses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from bot.handlers.autocomplete import Completion
from bot.handlers.dispatcher import resolve_select_option
from bot.handlers.requests import MatchRequest, Request, Response
from bot.ratings.rating_updates import ALL_GAMES
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import TEXT_FIELD_NAME, Scene
from bot.wiring import Services
from games.core import Level
from tests.kit.matches import CHANNEL_ID, SERVER_ID, next_interaction_id
from tests.kit.scene_reading import fill_form, index_by_action, list_custom_ids, read_text

if TYPE_CHECKING:
    from tests.kit.world import World

SHORT_DUEL_OPTIONS_TEXT = "placement=random; duel_limit=3"
"""Options for a short match in which both players move in the first step."""


@dataclass(frozen=True)
class Person:
    """A Discord user in a `World`. Each method is one interaction, and raises `Refused` if the bot refuses it.

    If `match_id` is "", the bot chooses the match, as it does for commands without one.
    """

    world: World
    id: int
    request_fields: Mapping[str, Any] = field(default_factory=dict)
    """The fields of `Request` that differ from the defaults in `create_request`."""

    @property
    def _services(self) -> Services:
        return self.world.services

    def with_context(self, **request_fields: Any) -> Person:
        """Return this person with other fields of `Request`, as in `ann.with_context(locale="de", server_id=None)`."""
        return replace(self, request_fields={**self.request_fields, **request_fields})

    def create_request(self, **request_fields: Any) -> Request:
        """Create a new interaction of this person."""
        defaults = {
            "locale": "en",
            "server_id": SERVER_ID,
            "channel_id": CHANNEL_ID,
            "interaction_id": next_interaction_id(),
            "now_ms": self.world.time_ms[0],
        }
        return Request(person_id=self.id, **{**defaults, **self.request_fields, **request_fields})

    # Buttons

    async def click(
        self,
        action: str,
        match_id: int = 0,
        step: int = 0,
        argument: str = "",
        *,
        selected_values: tuple[str, ...] = (),
        form_text: str = "",
        form_values: Mapping[str, tuple[str, ...]] | None = None,
        message_id: int | None = None,
    ) -> Response:
        """Press the button with this custom ID. `message_id` is the private message that contains it, if any."""
        message_fields = {} if message_id is None else {"message_id": message_id, "is_private": True}
        if form_values is None:
            form_values = {TEXT_FIELD_NAME: (form_text,)}
        request = self.create_request(selected_values=selected_values, form_values=form_values, **message_fields)
        return await self._services.dispatcher.answer_press(
            request, resolve_select_option(request, CustomId(action, match_id, step, argument))
        )

    async def press(self, custom_id: CustomId | None, **click_fields: Any) -> Response:
        """Press the button with a parsed custom ID. `click_fields` are passed to `click`."""
        assert custom_id
        return await self.click(
            custom_id.action, custom_id.match_id, custom_id.number, custom_id.argument, **click_fields
        )

    async def click_action(self, response: Response | Scene | None, action: Action, **click_fields: Any) -> Response:
        """Press the last button of a message that has this action."""
        scene = response.scene if isinstance(response, Response) else response
        return await self.press(index_by_action(scene)[action], **click_fields)

    async def submit_form(
        self, opened: Response, *, message_id: int | None = None, **changes: str | tuple[str, ...]
    ) -> Response:
        """Submit the form of a response with these changes."""
        assert opened.form
        custom_id = CustomId.parse(opened.form.custom_id)
        return await self.press(custom_id, form_values=fill_form(opened.form, **changes), message_id=message_id)

    # Commands

    async def challenge(self, *opponents: Person | int, game: str = "schamanen", **match_fields: Any) -> Response:
        people = [each.id if isinstance(each, Person) else each for each in opponents]
        return await self._services.offers.challenge_players(
            self.create_request(), people, MatchRequest(game, **match_fields)
        )

    async def open_offer(self, game: str = "schamanen", **match_fields: Any) -> Response:
        return await self._services.offers.post_open_offer(self.create_request(), MatchRequest(game, **match_fields))

    async def practice(
        self, game: str = "schamanen", level: str | None = Level.MEDIUM, **match_fields: Any
    ) -> Response:
        return await self._services.practice.begin_practice(
            self.create_request(), MatchRequest.against_house(level, game, **match_fields)
        )

    async def open_inbox(self) -> Response:
        return await self._services.moves.show_inbox(self.create_request())

    async def type_move(self, typed: str, match_id: int | str = "") -> Response:
        return await self._services.moves.play_typed_move(self.create_request(), typed, str(match_id))

    async def complete_move(self, typed: str, match_id: int | str = "") -> list[Completion]:
        return await self._services.moves.list_move_completions(self.create_request(), typed, str(match_id))

    async def show_board(self, match_id: int | str = "", *, text: bool = False, find: str = "") -> Response:
        return await self._services.match_actions.show_board(
            self.create_request(), str(match_id), as_text=text, looked_up=find
        )

    async def complete_place(self, typed: str, match_id: int | str = "") -> list[str]:
        return await self._services.match_actions.list_place_completions(self.create_request(), typed, str(match_id))

    async def resign(self, match_id: int | str = "") -> Response:
        return await self._services.match_actions.ask_to_end_match(self.create_request(), "resign", str(match_id))

    async def offer_draw(self, match_id: int | str = "") -> Response:
        return await self._services.match_actions.ask_to_end_match(self.create_request(), "offer", str(match_id))

    async def cancel(self, match_id: int | str = "") -> Response:
        return await self._services.match_actions.ask_to_end_match(self.create_request(), "cancel", str(match_id))

    async def list_matches(self) -> Response:
        return await self._services.match_actions.list_matches(self.create_request())

    async def open_review(self, match_id: int | str = "") -> Response:
        return await self._services.review.show_review(self.create_request(), str(match_id))

    async def verify_match(self, match_id: int | str = "") -> Response:
        return await self._services.review.show_proof_by_number(self.create_request(), str(match_id))

    async def add_player_seed(self, seed_text: str, match_id: int | str = "") -> Response:
        return await self._services.offers.add_player_seed(self.create_request(), seed_text, str(match_id))

    async def open_front_door(self) -> Response:
        return await self._services.front_door.show_games(self.create_request())

    async def show_rules(self, game: str = "") -> Response:
        return await self._services.match_actions.show_game_rules(self.create_request(), game)

    async def complete_match_id(self, *, include_finished: bool = False) -> tuple[tuple[str, str], ...]:
        """Return the matches that a command suggests, as pairs of label and ID."""
        return tuple(
            await self._services.match_lookup.list_match_choices(
                self.create_request(), include_finished=include_finished
            )
        )

    async def show_profile(self, subject: Person | int | None = None) -> Response:
        person_id = subject.id if isinstance(subject, Person) else subject
        return await self._services.profiles.show_profile(
            self.create_request(), self.id if person_id is None else person_id
        )

    async def show_ladder(self, game: str = ALL_GAMES, season: str = "") -> Response:
        return await self._services.ladder_handler.show_ladder(self.create_request(), game, season)

    async def begin_season(self, name: str = "") -> Response:
        return await self._services.ladder_handler.begin_season(
            self.with_context(can_manage_server=True).create_request(), name
        )

    async def end_season(self) -> Response:
        return await self._services.ladder_handler.ask_to_end_season(
            self.with_context(can_manage_server=True).create_request()
        )

    async def open_settings(self, panel: str = "me") -> Response:
        return await self._services.settings.show_settings(
            self.create_request(), CustomId(Action.SHOW_SETTINGS, 0, 0, panel)
        )

    # The methods of `Player`, which also exist over the wire

    async def invite(self, opponent: Player, game: str, options: str = "") -> int:
        assert isinstance(opponent, Person)
        response = await self.challenge(opponent, game=game, options_text=options)
        assert response.card_of_match
        await self.world.refresh(response.card_of_match.id)
        return response.card_of_match.id

    async def accept(self, match_id: int) -> None:
        await self.click(Action.JOIN_OFFER, match_id)
        await self.world.refresh(match_id)

    async def submit_move(self, match_id: int) -> bool:
        scene = (await self.click(Action.OPEN_MATCH, match_id)).scene
        buttons = list_move_buttons(scene, match_id)
        if not buttons:
            return False
        step = buttons[0].step
        while buttons and buttons[0].step == step:
            # A longer argument continues the move, and a shorter one goes back.
            button = max(buttons, key=lambda custom_id: len(custom_id.argument))
            scene = (await self.click(Action.PICK_MOVE, match_id, step, button.argument)).scene
            if confirm := index_by_action(scene).get(Action.CONFIRM_MOVE):
                scene = (await self.click(confirm.action, match_id, step, confirm.argument)).scene
            buttons = list_move_buttons(scene, match_id)
        await self.world.refresh(match_id)
        return True

    async def give_up(self, match_id: int) -> None:
        await self.click_action(await self.resign(match_id), Action.CONFIRM_END_OF_MATCH)
        await self.world.refresh(match_id)

    async def read_card(self, match_id: int) -> str:
        cards = [
            scene
            for _, scene in self.world.discord.list_live_messages()
            if any(it.match_id == match_id for it in list_custom_ids(scene))
        ]
        return read_text(cards[-1])


class Player(Protocol):
    """A player of a match, either in process (`Person`) or over the wire (`WireScenarioPlayer`)."""

    async def invite(self, opponent: Any, game: str, options: str = "") -> int:
        """Challenge an opponent. Return the match ID."""

    async def accept(self, match_id: int) -> None:
        """Accept a challenge with the button of its card."""

    async def submit_move(self, match_id: int) -> bool:
        """Press buttons until a complete move is submitted. Return whether there was a move to choose."""

    async def give_up(self, match_id: int) -> None:
        """Resign with `/duel resign`, and confirm it."""

    async def read_card(self, match_id: int) -> str:
        """Return the text of the match's card."""


def list_move_buttons(scene: Scene | None, match_id: int) -> list[CustomId]:
    custom_ids = list_custom_ids(scene) if scene else []
    return [it for it in custom_ids if it.action == Action.PICK_MOVE and it.match_id == match_id]


async def play_and_give_up(ann: Player, ben: Player) -> None:
    """Play a match in which both make a move and Ben resigns, and check that the card shows a win."""
    match_id = await ann.invite(ben, "schamanen", SHORT_DUEL_OPTIONS_TEXT)
    await ben.accept(match_id)
    assert await ann.submit_move(match_id)
    assert await ben.submit_move(match_id)
    await ben.give_up(match_id)
    assert "wins" in await ann.read_card(match_id)
    assert "wins" in await ben.read_card(match_id)
