"""What was played: where a match turned, its film, board by board, its record, and the proof of its dice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, ParamSpec

from bot.ai.coach import Coach
from bot.caches import OnceCache
from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup
from bot.handlers.moves import MoveHandler
from bot.handlers.requests import Request, Response
from bot.i18n import say
from bot.matches import export, match_rules
from bot.matches.cache import MatchCache
from bot.matches.model import FinishedMatch, StartedMatch, UnreadableMatch
from bot.rendering.card_renderer import CardRenderer
from bot.screens import review
from bot.screens.custom_ids import FILM, Action, CustomId
from bot.screens.player_screen import PlayerScreenContext
from bot.screens.scene import Scene
from games.refused import Refused
from games.review import Review
from storage import Journal, Store

KEPT: Final = 32
"""Doors and proofs of matches that somebody has just looked back upon."""

P = ParamSpec("P")


class ReviewHandler:
    def __init__(
        self,
        matches: MatchCache,
        store: Store,
        match_lookup: MatchLookup,
        moves: MoveHandler,
        coach: Coach,
        card_renderer: CardRenderer,
    ) -> None:
        self._matches = matches
        self._store = store
        self._match_lookup = match_lookup
        self._moves = moves
        self._coach = coach
        self._card_renderer = card_renderer
        # Off the loop, and one after the other: of a long match each takes a quarter of a second.
        self._scenes: OnceCache[tuple[object, ...], Scene] = OnceCache(KEPT, at_once=1)

    @property
    def deeds(self) -> Handlers:
        return {Action.REPLAY: self.frame, Action.VERIFY: self.proof, Action.SHOW: self.show}

    # by command

    async def replay(self, request: Request, match: str) -> Response:
        return Response(
            await self._review(request, match_rules.begun(await self._match_lookup.finished(request, match)))
        )

    async def _review(self, request: Request, match: StartedMatch) -> Scene:
        stored = await self._matches.journal(match.id)
        coached = await self._coach.review(match, stored)
        # By the time the page is made it may have thought.
        thinks = coached is None and self._coach.thinks(match.id)
        scene = await self._made(request, match, _reviewed, match, stored, request.locale, coached)
        if thinks:
            return review.thinking(scene, match, request.locale)
        if coached is None or not _may_tell(request, match) or await self._store.cards.is_review_posted(match.id):
            return scene
        return review.shareable(scene, match, request.locale)

    async def _made(
        self, request: Request, match: StartedMatch, make: Callable[P, Scene], *args: P.args, **more: P.kwargs
    ) -> Scene:
        """Once for a match as it stands, however many people ask, and however often."""
        # What the coach could not tell just now is asked for again.
        about = (make.__name__, match.id, match.seq, match.forgotten, request.locale, None in args)
        return await self._scenes.of(about, partial(asyncio.to_thread, make, *args, **more))

    async def verify(self, request: Request, match: str) -> Response:
        return Response(
            await self._proof(request, match_rules.begun(await self._match_lookup.finished(request, match)))
        )

    async def _proof(self, request: Request, match: StartedMatch) -> Scene:
        record = await self._matches.record(match.id)
        return await self._made(request, match, review.proof, match, record, request.locale)

    # by button

    async def frame(self, request: Request, custom_id: CustomId) -> Response:
        match = match_rules.begun(await self._matches.find_match(custom_id.match_id))
        if custom_id.rest in {"", FILM}:
            # Beside the hand from which it is opened, and in the place of the board from which one comes back.
            return Response(await self._review(request, match), apart=not custom_id.rest)
        journal = await self._matches.journal(custom_id.match_id)
        # Off the loop: all of it is folded for one board. For a coach that is still at it no board waits.
        coached = None if self._coach.thinks(match.id) else await self._coach.review(match, journal)
        own = match.eyes_of(request.person_id)
        return Response(
            await asyncio.to_thread(review.frame, match, journal, custom_id.rest, request.locale, coached, own)
        )

    async def show(self, request: Request, custom_id: CustomId) -> Response:
        """What was practised, to everybody in the channel; or what decided a match."""
        match = match_rules.begun(await self._matches.find_match(custom_id.match_id))
        if custom_id.rest == review.VERDICT:
            return await self._tell(request, match)
        seat = match.eyes_of(request.person_id)
        if match.server_id != request.on_a_server() or seat is None or not match.is_practice or not match.is_over:
            raise Refused("button")
        request.check_room()
        context = PlayerScreenContext(done=Action.SHOW, note=say("shared", request.locale))
        return replace(
            await self._moves.held(request, match, seat, context),
            posts=await self._card_renderer.render_new_card(match),
        )

    async def _tell(self, request: Request, match: StartedMatch) -> Response:
        stored = await self._matches.journal(match.id)
        coached = await self._coach.review(match, stored)
        if coached is None or not _may_tell(request, match):
            return Response(await self._review(request, match))
        request.check_room()
        locale = await self._card_renderer.find_locale(match)
        if not await self._store.cards.claim_review_post(match.id):
            # Somebody else was quicker.
            return Response(await self._review(request, match))
        posts = await asyncio.to_thread(review.verdict, match, stored, coached, locale)
        scene = await self._review(request, match)
        return Response(replace(scene, below=(*scene.below, say("shared", request.locale))), posts=posts)

    async def proof(self, request: Request, custom_id: CustomId) -> Response:
        match = await self._matches.find_match(custom_id.match_id)
        if isinstance(match, UnreadableMatch):
            raise Refused(f"closed-{match.how}")
        if not isinstance(match, FinishedMatch):
            return Response(review.promise(match, request.person_id, request.locale), apart=True)
        return Response(await self._proof(request, match), apart=True)


def _reviewed(match: StartedMatch, stored: Journal, locale: str, coached: Review | None) -> Scene:
    """With the record, for which all of it is folded once more."""
    return review.review(match, stored, export.record(stored) if match.is_over else None, locale, coached)


def _may_tell(request: Request, match: StartedMatch) -> bool:
    """Whoever has played it, where it was played."""
    here = match.server_id is not None and match.server_id == request.server_id
    return here and match.is_over and match.eyes_of(request.person_id) is not None
