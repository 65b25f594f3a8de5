"""What was played: where a match turned, its film, board by board, its record, and the proof of its dice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, ParamSpec

from bot.ai.coach import Coach
from bot.caches import Once
from bot.delivery.card import Notice
from bot.handlers.dispatcher import Deeds
from bot.handlers.match_lookup import Which
from bot.handlers.moves import Moves
from bot.handlers.requests import Answer, Asked
from bot.i18n import say
from bot.matches import export, match_rules
from bot.matches.cache import Kept
from bot.matches.model import Begun, Foreign, Over
from bot.screens import review
from bot.screens.custom_ids import FILM, Address, Verb
from bot.screens.player_screen import Beside
from bot.screens.scene import Scene
from games.refused import Refused
from games.review import Review
from storage import Journal, Store

KEPT: Final = 32
"""Doors and proofs of matches that somebody has just looked back upon."""

P = ParamSpec("P")


class LookBack:
    def __init__(self, tables: Kept, store: Store, which: Which, moves: Moves, coach: Coach, notice: Notice) -> None:
        self._tables = tables
        self._store = store
        self._which = which
        self._moves = moves
        self._coach = coach
        self._notice = notice
        # Off the loop, and one after the other: of a long match each takes a quarter of a second.
        self._scenes: Once[tuple[object, ...], Scene] = Once(KEPT, at_once=1)

    @property
    def deeds(self) -> Deeds:
        return {Verb.REPLAY: self.frame, Verb.VERIFY: self.proof, Verb.SHOW: self.show}

    # by command

    async def replay(self, asked: Asked, match: str) -> Answer:
        return Answer(await self._review(asked, match_rules.begun(await self._which.finished(asked, match))))

    async def _review(self, asked: Asked, table: Begun) -> Scene:
        stored = await self._tables.journal(table.id)
        coached = await self._coach.review(table, stored)
        # By the time the page is made it may have thought.
        thinks = coached is None and self._coach.thinks(table.id)
        scene = await self._made(asked, table, _reviewed, table, stored, asked.locale, coached)
        if thinks:
            return review.thinking(scene, table, asked.locale)
        if coached is None or not _may_tell(asked, table) or await self._store.cards.is_review_posted(table.id):
            return scene
        return review.shareable(scene, table, asked.locale)

    async def _made(
        self, asked: Asked, table: Begun, make: Callable[P, Scene], *args: P.args, **more: P.kwargs
    ) -> Scene:
        """Once for a match as it stands, however many people ask, and however often."""
        # What the coach could not tell just now is asked for again.
        about = (make.__name__, table.id, table.seq, table.forgotten, asked.locale, None in args)
        return await self._scenes.of(about, partial(asyncio.to_thread, make, *args, **more))

    async def verify(self, asked: Asked, match: str) -> Answer:
        return Answer(await self._proof(asked, match_rules.begun(await self._which.finished(asked, match))))

    async def _proof(self, asked: Asked, table: Begun) -> Scene:
        record = await self._tables.record(table.id)
        return await self._made(asked, table, review.proof, table, record, asked.locale)

    # by button

    async def frame(self, asked: Asked, address: Address) -> Answer:
        table = match_rules.begun(await self._tables.table(address.match))
        if address.rest in {"", FILM}:
            # Beside the hand from which it is opened, and in the place of the board from which one comes back.
            return Answer(await self._review(asked, table), apart=not address.rest)
        journal = await self._tables.journal(address.match)
        # Off the loop: all of it is folded for one board. For a coach that is still at it no board waits.
        coached = None if self._coach.thinks(table.id) else await self._coach.review(table, journal)
        own = table.eyes_of(asked.person)
        return Answer(await asyncio.to_thread(review.frame, table, journal, address.rest, asked.locale, coached, own))

    async def show(self, asked: Asked, address: Address) -> Answer:
        """What was practised, to everybody in the channel; or what decided a match."""
        table = match_rules.begun(await self._tables.table(address.match))
        if address.rest == review.VERDICT:
            return await self._tell(asked, table)
        seat = table.eyes_of(asked.person)
        if table.server != asked.on_a_server() or seat is None or not table.private or not table.over:
            raise Refused("button")
        asked.check_room()
        beside = Beside(done=Verb.SHOW, note=say("shared", asked.locale))
        return replace(await self._moves.held(asked, table, seat, beside), posts=await self._notice.card(table))

    async def _tell(self, asked: Asked, table: Begun) -> Answer:
        stored = await self._tables.journal(table.id)
        coached = await self._coach.review(table, stored)
        if coached is None or not _may_tell(asked, table):
            return Answer(await self._review(asked, table))
        asked.check_room()
        locale = await self._notice.speaks(table)
        if not await self._store.cards.claim_review_post(table.id):
            # Somebody else was quicker.
            return Answer(await self._review(asked, table))
        posts = await asyncio.to_thread(review.verdict, table, stored, coached, locale)
        scene = await self._review(asked, table)
        return Answer(replace(scene, below=(*scene.below, say("shared", asked.locale))), posts=posts)

    async def proof(self, asked: Asked, address: Address) -> Answer:
        table = await self._tables.table(address.match)
        if isinstance(table, Foreign):
            raise Refused(f"closed-{table.how}")
        if not isinstance(table, Over):
            return Answer(review.promise(table, asked.person, asked.locale), apart=True)
        return Answer(await self._proof(asked, table), apart=True)


def _reviewed(table: Begun, stored: Journal, locale: str, coached: Review | None) -> Scene:
    """With the record, for which all of it is folded once more."""
    return review.review(table, stored, export.record(stored) if table.over else None, locale, coached)


def _may_tell(asked: Asked, table: Begun) -> bool:
    """Whoever has played it, where it was played."""
    here = table.server is not None and table.server == asked.server
    return here and table.over and table.eyes_of(asked.person) is not None
