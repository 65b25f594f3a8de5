"""Stores which message shows each response, so that `bot.delivery` can update the message later."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from bot.handlers.requests import Request, Response
from bot.matches.deadlines import build_pause_deadline
from bot.matches.model import MatchState
from bot.messenger import MessageLocation
from bot.screens.player_screen_state import FINISHED_STATE
from storage import OFFER_PANEL, InteractionToken, PlayerMessage, Store


@dataclass(eq=False)
class ResponseRecorder:
    _store: Store
    _schedule_refresh: Callable[[int], None]

    async def save_pending_card(self, request: Request, match: MatchState) -> InteractionToken:
        """Store the token of a command before a card is sent in response.

        If this process crashes while sending the card, the next process uses the token to find the card.
        """
        token = InteractionToken(match.id, request.person_id, None, request.token, request.now_ms)
        await self._store.player_messages.save_pending_token(token, request.channel_id)
        return token

    async def save_card(self, match: MatchState, location: MessageLocation, token: InteractionToken) -> None:
        """Store the location of a card that was sent in response to a command, and the token that can edit it."""
        token = replace(token, message_id=location.message_id)
        await self._store.cards.mark_shown(match.id, match.event_count, *location, token)

    async def save_response(
        self, request: Request, response: Response, message_id: int, channel_id: int | None
    ) -> None:
        """Store which message shows a response, and the token that can edit the message.

        `channel_id` is None for an ephemeral message, which can only be edited with a token. The record is updated
        after every click, because another process may have changed the message in the meantime.
        """
        token = None
        if response.clicked_card_match_id and request.message_id:
            token = InteractionToken(
                response.clicked_card_match_id, request.person_id, request.message_id, request.token, request.now_ms
            )
        if shown := response.player_message:
            message = PlayerMessage(
                shown.match_id,
                request.person_id,
                message_id,
                channel_id,
                shown.step,
                request.now_ms,
                request.token,
                shown.content_key,
            )
            await self.save_player_message(message, shown.event_count, token)
        elif offer := response.panel_of_offer:
            panel = PlayerMessage(
                offer.id, request.person_id, message_id, channel_id, 0, request.now_ms, request.token, kind=OFFER_PANEL
            )
            await self._save_offer_panel(panel, offer.event_count, token)
        elif token:
            await self._store.player_messages.save_token(token)
        if response.waiting_in_tournament_id:
            await self._store.tournaments.set_waiting_message(
                response.waiting_in_tournament_id,
                request.person_id,
                message_id,
                channel_id,
                request.token,
                request.now_ms,
            )
        if response.begins_quick_match:
            await self._store.quick_matches.set_message(request.interaction_id, message_id)

    async def save_player_message(
        self, message: PlayerMessage, event_count: int, token: InteractionToken | None
    ) -> None:
        """Store a player message that was rendered when its match had `event_count` events."""
        is_over = message.content_key == FINISHED_STATE
        pause = None if is_over else build_pause_deadline(message)
        self._refresh_all(
            await self._store.player_messages.save_message(
                message, event_count, was_pressed=True, pause_deadline=pause, token=token
            )
        )
        if is_over:
            # A refresh that was under way may have overwritten this response with an older state.
            self._schedule_refresh(message.match_id)

    async def _save_offer_panel(self, panel: PlayerMessage, event_count: int, token: InteractionToken | None) -> None:
        """Store a private message that shows an offer, so that refreshes can update it.

        Unlike a player message, it gets no deadline for pausing it before its token expires.
        """
        self._refresh_all(
            await self._store.player_messages.save_message(panel, event_count, was_pressed=True, token=token)
        )

    async def is_outdated_card(self, request: Request, match_id: int) -> bool:
        """Return whether the match has a card, but the clicked message is not that card."""
        header = await self._store.matches.load_header(match_id)
        if header is None or not header.card_message_id:
            return False
        return (header.channel_id, header.card_message_id) != (request.channel_id, request.message_id)

    def _refresh_all(self, match_ids: Iterable[int]) -> None:
        """Schedule a refresh of these matches, whose player messages may be outdated."""
        for match_id in match_ids:
            self._schedule_refresh(match_id)
