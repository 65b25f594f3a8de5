"""Handlers for the buttons of the lobby card: quick matches between the next two people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.moves import MoveHandler
from bot.handlers.offers import OfferHandler
from bot.handlers.opening_options import add_opening_options
from bot.handlers.requests import Request, Response
from bot.matches.model import MatchState, Offer
from bot.matches.service import MatchService
from bot.matches.terms import QUICK_MATCH_LASTS_MS, MatchTerms
from bot.screens import lobby_card
from bot.screens.custom_ids import Action, CustomId
from games import find_game
from games.refused import Refused
from storage import InteractionToken, QuickMatch, Store


@dataclass(eq=False)
class LobbyHandler:
    _matches: MatchService
    _store: Store
    _match_lookup: MatchLookup
    _offers: OfferHandler
    _moves: MoveHandler
    _signal_change: Callable[[], None]
    """Called when somebody has begun or stopped to wait."""

    @property
    def handlers(self) -> Handlers:
        return {Action.QUICK_MATCH: self.find_opponent, Action.LEAVE_QUICK_MATCH: self.stop_waiting}

    async def find_opponent(self, request: Request, custom_id: CustomId) -> Response:
        """Begin a match with the person who is waiting. If nobody is, wait for an opponent."""
        server_id = request.require_server()
        await self._offers.check_can_offer(request)
        await self._offers.check_match_limits(request)
        async with self._store.hold_lock(f"quick match {server_id}"):
            waiting = await self._store.quick_matches.find_waiting(server_id, request.now_ms - QUICK_MATCH_LASTS_MS)
            if waiting and waiting.person_id != request.person_id:
                match = await self._begin_match(request, waiting)
                await self._store.quick_matches.delete(server_id, waiting.person_id)
                self._signal_change()
                if match:
                    return await self._moves.show_begun_match(request, match)
                waiting = None
            if waiting is None:
                if custom_id.argument == lobby_card.JOIN_ARGUMENT:
                    raise Refused("nobody-waits")
                game_key = await self._match_lookup.choose_game(request, "")
                waiting = QuickMatch(
                    server_id, request.person_id, game_key, request.interaction_id, request.message_id, request.token,
                    request.now_ms,
                )  # fmt: skip
                await self._store.quick_matches.save(waiting)
                self._signal_change()
        return Response(lobby_card.render_waiting(waiting, waiting.since_ms + QUICK_MATCH_LASTS_MS, request.locale))

    async def _begin_match(self, request: Request, waiting: QuickMatch) -> MatchState | None:
        """Begin a match with the person who is waiting.

        Return None if it has already begun, because a process was killed before it deleted the row.
        """
        game = find_game(waiting.game)
        terms = MatchTerms(seats=2, clock=await self._offers.find_default_clock(request))
        options = await add_opening_options(self._store, game, (waiting.person_id, request.person_id), {})
        offered = await self._matches.create_offer(
            waiting.person_id, (request.person_id,), game, options, terms,
            server_id=request.server_id, channel_id=request.channel_id, installation=request.installation,
            # The person who waits made the offer with their own click. With its id, it can be made only once.
            interaction_id=waiting.interaction_id,
            now_ms=request.now_ms,
        )  # fmt: skip
        if not isinstance(offered.match, Offer) or request.person_id not in offered.match.invited_ids:
            return None
        # With the token, the first decision of the person who waited opens by itself.
        await self._store.player_messages.save_token(
            InteractionToken(offered.match.id, waiting.person_id, waiting.message_id, waiting.token, waiting.since_ms)
        )
        joined = await self._matches.join_offer(
            offered.match.id, request.person_id, interaction_id=request.interaction_id, now_ms=request.now_ms
        )
        return joined.match

    async def stop_waiting(self, request: Request, custom_id: CustomId) -> Response:  # noqa: ARG002 - the signature of a handler
        if await self._store.quick_matches.delete(request.require_server(), request.person_id):
            self._signal_change()
        return Response(lobby_card.render_waiting_stopped(request.locale))
