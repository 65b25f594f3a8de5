"""Handlers for match reviews (with films, single boards and records) and for proofs that the dice were fair."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, ParamSpec

from bot.ai.coach import Coach
from bot.caches import SingleFlightCache
from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.moves import MoveHandler
from bot.handlers.requests import Request, Response
from bot.i18n import say
from bot.matches import export, match_rules
from bot.matches.cache import MatchCache
from bot.matches.model import EventType, FinishedMatch, RunningMatch, StartedMatch, UnreadableMatch
from bot.matches.server_tally import tally_outcomes
from bot.rendering.card_renderer import CardRenderer
from bot.screens import dialogs, proof, review, review_positions
from bot.screens.custom_ids import FILM_ARGUMENT, Action, CustomId
from bot.screens.match_card import format_match_title
from bot.screens.player_screen_state import PlayerScreenContext
from bot.screens.scene import Scene
from bot.screens.shared_posts import build_match_buttons, build_post
from games.core import Seat
from games.match import CANCEL
from games.refused import Refused
from games.review import Review
from storage import Journal, Store

SCENE_CACHE_SIZE: Final = 32
"""The maximum number of rendered reviews and proofs that are cached."""

P = ParamSpec("P")


@dataclass(eq=False)
class ReviewHandler:
    _matches: MatchCache
    _store: Store
    _match_lookup: MatchLookup
    _moves: MoveHandler
    _coach: Coach
    _card_renderer: CardRenderer
    # Render one scene at a time, because a long match takes a quarter of a second.
    _scene_cache: SingleFlightCache[tuple[object, ...], Scene] = field(
        default_factory=lambda: SingleFlightCache(SCENE_CACHE_SIZE, max_concurrent=1), init=False
    )

    @property
    def handlers(self) -> Handlers:
        return {
            Action.SHOW_REVIEW: self.show_review_or_board,
            Action.SHOW_PROOF: self.show_proof,
            Action.SHARE_MATCH: self.share_match,
        }

    # Commands

    async def show_review(self, request: Request, match_number: str) -> Response:
        return await self._answer_with_review(request, await self._find_match(request, match_number))

    async def _answer_with_review(self, request: Request, match: StartedMatch) -> Response:
        """Respond with a match's review. While the coach is still at work, show the match without comments."""
        journal = await self._matches.load_journal(match.id)
        coach_review = await self._coach.review_match(match, journal)
        # Check this before rendering, because the review may become ready while the scene is rendered without it.
        is_pending = coach_review is None and self._coach.is_review_pending(match.id)
        if not is_pending:
            return Response(await self._render_first_page_to_share(request, match, journal, coach_review))

        async def load_final_scene() -> Scene:
            review_when_ready = await self._coach.wait_for_review(match, journal)
            return await self._render_first_page_to_share(request, match, journal, review_when_ready)

        scene = await self._render_first_page(request, match, journal, None)
        return Response(review.add_coach_is_thinking(scene, match, request.locale), load_final_scene=load_final_scene)

    async def _render_first_page_to_share(
        self, request: Request, match: StartedMatch, journal: Journal, coach_review: Review | None
    ) -> Scene:
        """Render the first page of a review. Add a share button if the reader may share it and nobody has done so."""
        scene = await self._render_first_page(request, match, journal, coach_review)
        if not _can_share_review(request, match) or await self._store.cards.is_review_posted(match.id):
            return scene
        return review.add_share_button(scene, match, request.locale)

    async def _render_first_page(
        self, request: Request, match: StartedMatch, journal: Journal, coach_review: Review | None
    ) -> Scene:
        return await self._render_cached(
            request,
            match,
            _render_review_with_record,
            match,
            journal,
            request.locale,
            coach_review,
            match.find_view_seat(request.person_id),
        )

    async def _render_cached(
        self, request: Request, match: StartedMatch, render: Callable[P, Scene], *args: P.args, **kwargs: P.kwargs
    ) -> Scene:
        """Call `render` in a worker thread. Cache the scene by match state, reader's seat and language."""
        seat, has_review = match.find_view_seat(request.person_id), any(isinstance(arg, Review) for arg in args)
        key = (render.__name__, match.id, match.event_count, match.forget_count, request.locale, seat, has_review)
        return await self._scene_cache.get_or_make(key, partial(asyncio.to_thread, render, *args, **kwargs))

    async def show_proof_by_number(self, request: Request, match_number: str) -> Response:
        """Show the proof of a finished match. Unlike `show_proof`, refuse a running match.

        Without a number, also show how the matches of the server ended, even if there is no match to prove.
        """
        if match_number or request.server_id is None:
            return Response(await self._render_proof(request, await self._find_match(request, match_number)))
        outcomes = await self._store.matches.count_by_outcome(
            request.server_id, move_kind=EventType.MOVED, cancel_move=" ".join(CANCEL)
        )
        try:
            scene = await self._render_proof(request, await self._find_match(request, match_number))
        except Refused as refusal:
            scene = dialogs.render_refusal(refusal, request.locale)
        return Response(replace(scene, footer=proof.format_server_tally(tally_outcomes(outcomes), request.locale)))

    async def _find_match(self, request: Request, match_number: str) -> StartedMatch:
        return match_rules.require_started(await self._match_lookup.find_match_to_review(request, match_number))

    async def _render_proof(self, request: Request, match: StartedMatch) -> Scene:
        record, deal = await self._matches.load_record(match.id), match.terms.deal
        deal_source = await self._matches.load_record(deal.match_id) if deal else None
        return await self._render_cached(request, match, proof.render_proof, match, record, request.locale, deal_source)

    # Buttons

    async def show_review_or_board(self, request: Request, custom_id: CustomId) -> Response:
        match = match_rules.require_started(await self._matches.find_match(custom_id.match_id))
        if custom_id.argument in {"", FILM_ARGUMENT}:
            # A review opened from a player message is a separate message. A review opened from one of its boards
            # replaces that board.
            response = await self._answer_with_review(request, match)
            return replace(response, is_separate_message=not custom_id.argument)
        journal = await self._matches.load_journal(custom_id.match_id)
        # While the coach is still thinking, show the board without comments instead of waiting.
        is_pending = self._coach.is_review_pending(match.id)
        coach_review = None if is_pending else await self._coach.review_match(match, journal)
        seat = match.find_view_seat(request.person_id)
        # Use a thread, because the whole match is replayed for one board.
        scene = await asyncio.to_thread(
            review.render_review_board, match, journal, custom_id.argument, request.locale, coach_review, seat
        )
        return Response(scene)

    async def share_match(self, request: Request, custom_id: CustomId) -> Response:
        """Post a match in the channel: with `REVIEW_ARGUMENT` the review of any match, else the result of practice."""
        match = match_rules.require_started(await self._matches.find_match(custom_id.match_id))
        if custom_id.argument == review.REVIEW_ARGUMENT:
            return await self._share_review(request, match)
        seat = match.find_view_seat(request.person_id)
        if match.server_id != request.require_server() or seat is None or not match.is_practice or not match.is_over:
            raise Refused("button")
        request.check_can_post()
        context = PlayerScreenContext(finished_action=Action.SHARE_MATCH, note=say("shared", request.locale))
        return replace(
            await self._moves.show_player_message(request, match, seat, context),
            channel_post=await self._render_practice_post(request, match, seat),
        )

    async def _render_practice_post(self, request: Request, match: StartedMatch, seat: Seat) -> Scene:
        locale = await self._card_renderer.find_locale(match)
        positions = review_positions.list_positions(await self._matches.load_journal(match.id))
        card = await self._card_renderer.render_new_card(match)
        scene = replace(card, above=(f"### {format_match_title(match, locale)}", *card.above))
        buttons = build_match_buttons(match, positions[0], request.person_id, seat, locale)
        return build_post(scene, request.person_id, buttons, locale)

    async def _share_review(self, request: Request, match: StartedMatch) -> Response:
        if await self._matches.is_deal_secret(match):
            raise Refused("mirror-unfinished")
        journal = await self._matches.load_journal(match.id)
        coach_review = await self._coach.review_match(match, journal)
        is_pending = coach_review is None and self._coach.is_review_pending(match.id)
        seat = match.find_view_seat(request.person_id)
        if is_pending or seat is None or not _can_share_review(request, match):
            return await self._answer_with_review(request, match)
        request.check_can_post()
        locale = await self._card_renderer.find_locale(match)
        if not await self._store.cards.claim_review_post(match.id):
            # Somebody else has posted the review in the meantime.
            return Response(await self._render_first_page_to_share(request, match, journal, coach_review))
        post = await asyncio.to_thread(
            review.render_shared_review, match, journal, coach_review, request.person_id, seat, locale
        )
        scene = await self._render_first_page_to_share(request, match, journal, coach_review)
        return Response(replace(scene, below=(*scene.below, say("shared", request.locale))), channel_post=post)

    async def show_proof(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        if isinstance(match, UnreadableMatch):
            raise Refused(f"closed-{match.close_reason}")
        if not isinstance(match, FinishedMatch):
            return Response(
                proof.render_proof_promise(match, request.person_id, request.locale),
                is_separate_message=not isinstance(match, RunningMatch),
            )
        return Response(await self._render_proof(request, match), is_separate_message=True)


def _render_review_with_record(
    match: StartedMatch, journal: Journal, locale: str, coach_review: Review | None, own_seat: Seat | None
) -> Scene:
    record = export.build_record(journal) if match.is_over else None
    return review.render_review(match, journal, record, locale, coach_review, own_seat)


def _can_share_review(request: Request, match: StartedMatch) -> bool:
    """Return whether the person may post a review here: a player of a finished match, on the match's server."""
    is_same_server = match.server_id is not None and match.server_id == request.server_id
    return is_same_server and match.is_over and match.find_view_seat(request.person_id) is not None
