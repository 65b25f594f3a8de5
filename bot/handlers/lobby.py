"""Handlers for the lobby card, whose buttons start a quick match between the next two people who want to play."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.moves import MoveHandler
from bot.handlers.offers import OfferHandler
from bot.handlers.opening_options import add_opening_options
from bot.handlers.requests import Request, Response
from bot.matches.model import MatchState, Offer
from bot.matches.service import MatchService
from bot.matches.terms import LIVE_TURN_TIMES_MS, QUICK_MATCH_LASTS_MS, MatchTerms
from bot.screens import lobby_card
from bot.screens.custom_ids import Action, CustomId
from games import GAMES, find_game
from games.refused import Refused
from storage import OFFER_PANEL, InteractionToken, PlayerMessage, QuickMatch, Store, build_quick_match_lock_name


@dataclass(eq=False)
class LobbyHandler:
    _matches: MatchService
    _store: Store
    _match_lookup: MatchLookup
    _offers: OfferHandler
    _moves: MoveHandler
    _wake_lobby: Callable[[], None]
    """Called when somebody has begun or stopped waiting."""

    @property
    def handlers(self) -> Handlers:
        return {
            Action.QUICK_MATCH: self.find_opponent,
            Action.JOIN_QUICK_MATCH: self.join_waiting_person,
            Action.LEAVE_QUICK_MATCH: self.stop_waiting,
        }

    async def find_opponent(self, request: Request, custom_id: CustomId) -> Response:
        """Begin a match with somebody who waits for the same game. If nobody does, wait for an opponent."""
        server_id = request.require_server()
        await self._check_can_play(request)
        game_key = await self._choose_game(request, custom_id.argument)
        async with self._hold_lock(server_id):
            if match := await self._try_begin_match(request, game_key):
                return await self._moves.show_begun_match(request, match)
            waiting = QuickMatch(
                request.interaction_id, server_id, request.person_id, game_key, request.token, request.now_ms,
                # In the private message of an earlier search, the answer replaces it.
                request.private_message_id,
            )  # fmt: skip
            await self._delete_clicked_search(request)
            await self._store.quick_matches.begin_search(waiting)
            others = await self._list_others(request)
        self._wake_lobby()
        until_ms = waiting.since_ms + QUICK_MATCH_LASTS_MS
        return Response(
            lobby_card.render_waiting(waiting, others, until_ms, request.locale),
            begins_quick_match=not waiting.message_id,
        )

    async def join_waiting_person(self, request: Request, custom_id: CustomId) -> Response:
        """Begin a match with the person who waits for this game. Refuse if nobody waits anymore."""
        server_id = request.require_server()
        await self._check_can_play(request)
        async with self._hold_lock(server_id):
            match = await self._try_begin_match(request, custom_id.argument)
        if match is None:
            raise Refused("nobody-waits")
        return await self._moves.show_begun_match(request, match)

    async def _check_can_play(self, request: Request) -> None:
        await self._offers.check_can_offer(request)
        await self._offers.check_match_limits(request)

    async def _choose_game(self, request: Request, game_key: str) -> str:
        """Return the key of the requested game or, without one, of the game that the person played last.

        If that game is not for two players, return one that is.
        """
        game = find_game(await self._match_lookup.choose_game(request, game_key))
        if lobby_card.QUICK_MATCH_SEATS in game.SEATS:
            return game.KEY
        return next(key for key, each in GAMES.items() if lobby_card.QUICK_MATCH_SEATS in each.SEATS)

    def _hold_lock(self, server_id: int) -> AbstractAsyncContextManager[None]:
        return self._store.hold_lock(build_quick_match_lock_name(server_id))

    async def _list_others(self, request: Request) -> list[QuickMatch]:
        since_ms = request.now_ms - QUICK_MATCH_LASTS_MS
        waiting = await self._store.quick_matches.list_waiting(request.require_server(), since_ms)
        return [each for each in waiting if each.person_id != request.person_id]

    async def _try_begin_match(self, request: Request, game_key: str) -> MatchState | None:
        """Begin a match with somebody who waits for a game; return None if nobody does."""
        for waiting in await self._list_others(request):
            if waiting.game != game_key:
                continue
            match = await self._begin_match_with(request, waiting)
            await self._store.quick_matches.delete_search(waiting.interaction_id)
            if match:
                # If this person waited for another game, that message now shows the match, or is deleted.
                await self._delete_clicked_search(request)
                await self._store.quick_matches.end_searches(waiting.server_id, request.person_id)
            self._wake_lobby()
            if match:
                return match
        return None

    async def _delete_clicked_search(self, request: Request) -> None:
        """Delete the search for an opponent whose private message was clicked, if it was one.

        The response replaces that message. The end of the search would otherwise delete it.
        """
        if not request.is_private:
            return
        since_ms = request.now_ms - QUICK_MATCH_LASTS_MS
        for own in await self._store.quick_matches.list_waiting(request.require_server(), since_ms):
            if own.person_id == request.person_id and own.message_id == request.message_id:
                await self._store.quick_matches.delete_search(own.interaction_id)

    async def _begin_match_with(self, request: Request, waiting: QuickMatch) -> MatchState | None:
        """Begin a match between the person who clicked and a person who is waiting.

        Return None if the search has already led to a match. Its row is still stored if a process was killed before it
        deleted the row.
        """
        game = find_game(waiting.game)
        # Both people are here, so the usual day per turn would be too long.
        server_clock = await self._offers.find_default_clock(request)
        clock = server_clock if server_clock in LIVE_TURN_TIMES_MS else max(LIVE_TURN_TIMES_MS)
        terms = MatchTerms(seats=lobby_card.QUICK_MATCH_SEATS, clock=clock)
        options = await add_opening_options(self._store, game, (waiting.person_id, request.person_id), {})
        offered = await self._matches.create_offer(
            waiting.person_id, (request.person_id,), game, options, terms,
            server_id=request.server_id, channel_id=request.channel_id, installation=request.installation,
            # The person who waits made the offer with their own click. With its ID, it can be made only once.
            interaction_id=waiting.interaction_id,
            now_ms=request.now_ms,
        )  # fmt: skip
        if not isinstance(offered.match, Offer) or request.person_id not in offered.match.invited_ids:
            return None
        await self._open_for_waiting_person(offered.match.id, waiting, request.message_id)
        joined = await self._matches.join_offer(
            offered.match.id, request.person_id, interaction_id=request.interaction_id, now_ms=request.now_ms
        )
        return joined.match

    async def _open_for_waiting_person(self, match_id: int, waiting: QuickMatch, card_message_id: int | None) -> None:
        """Make a new match appear for the person who waited, without a click.

        It replaces the message that says that they wait. If that message now shows another match, such as practice, a
        new message opens instead.
        """
        _, messages = await self._store.player_messages.load_presence_and_messages(waiting.person_id)
        if waiting.message_id is None or any(it.message_id == waiting.message_id for it in messages):
            token = InteractionToken(match_id, waiting.person_id, card_message_id, waiting.token, waiting.since_ms)
            await self._store.player_messages.save_token(token)
            return
        panel = PlayerMessage(
            match_id, waiting.person_id, waiting.message_id, None, 0, waiting.since_ms, waiting.token, kind=OFFER_PANEL
        )
        await self._store.player_messages.save_message(panel)

    async def stop_waiting(self, request: Request, custom_id: CustomId) -> Response:  # noqa: ARG002 - the signature of a handler
        await self._delete_clicked_search(request)
        await self._store.quick_matches.end_searches(request.require_server(), request.person_id)
        self._wake_lobby()
        return Response(lobby_card.render_waiting_stopped(request.locale))
