"""Handlers for `/play`, where newcomers choose a game, and then practice, a challenge or an open offer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.offers import OfferHandler
from bot.handlers.requests import Request, Response, parse_person_ids
from bot.i18n import say
from bot.preferences import Preferences
from bot.screens import front_door
from bot.screens.custom_ids import Action, CustomId
from games import find_game
from games.refused import Refused

MAX_NAMED_CHANNELS: Final = 3


@dataclass(eq=False)
class FrontDoorHandler:
    _offers: OfferHandler
    _match_lookup: MatchLookup
    _preferences: Preferences
    _list_open_channels: Callable[[int], list[int]]
    """Returns the channels of a server that everybody can read, and in which the bot can post."""

    @property
    def handlers(self) -> Handlers:
        return {
            Action.SHOW_GAME: self.show_game,
            Action.CHOOSE_OPPONENT: self.choose_opponent,
            Action.CHALLENGE_PERSON: self.challenge_person,
            Action.OPEN_TABLE: self.open_table,
        }

    async def show_games(self, request: Request) -> Response:
        has_daily = request.server_id is not None and (await self._preferences.load_server(request.server_id)).daily
        return Response(front_door.render_game_list(request.locale, has_daily=has_daily))

    async def show_game(self, request: Request, custom_id: CustomId) -> Response:
        if not custom_id.argument:
            return await self.show_games(request)
        return Response(front_door.render_game(find_game(custom_id.argument), request.locale))

    async def choose_opponent(self, request: Request, custom_id: CustomId) -> Response:
        """Ask whom to challenge to a game, by default the one that the person played last.

        If a challenge cannot be posted in this channel, explain why, and list channels in which it can.
        """
        game = find_game(await self._match_lookup.choose_game(request, custom_id.argument))
        try:
            await self._offers.check_can_offer(request)
        except Refused as refusal:
            channels = (
                self._list_open_channels(request.server_id) if refusal.key == "lacking" and request.server_id else []
            )
            reason = say.format_refusal(refusal, request.locale)
            scene = front_door.render_challenge_refusal(game, reason, channels[:MAX_NAMED_CHANNELS], request.locale)
            return Response(scene)
        return Response(front_door.render_opponent_choice(game, request.locale))

    async def challenge_person(self, request: Request, custom_id: CustomId) -> Response:
        """Challenge a person to a game: the one in the argument, or else the one selected in the menu."""
        game_key, _, person_id = custom_id.argument.partition(".")
        match_request = await self._offers.make_usual_request(request, game_key)
        if request.has_selected_this_bot:
            return await self._offers.challenge_players(request, (), match_request, with_house=True)
        if request.has_selected_bot:
            raise Refused("bots")
        opponent_ids = parse_person_ids((person_id,) if person_id else request.selected_values, 1)
        return await self._offers.challenge_players(request, opponent_ids, match_request)

    async def open_table(self, request: Request, custom_id: CustomId) -> Response:
        match_request = await self._offers.make_usual_request(request, custom_id.argument)
        return await self._offers.post_open_offer(request, match_request)
