"""Moves: asked for, picked a part at a time, typed, changed, kept, hinted at; and all matches that wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from bot.ai.opponent_history import OpponentHistory
from bot.ai.workers import AiWorkers
from bot.caches import OnceCache
from bot.handlers.autocomplete import ENTRY, Completion, completions, example
from bot.handlers.dispatcher import Handlers
from bot.handlers.match_lookup import MatchLookup, awaited
from bot.handlers.requests import Request, Response, ShownPlayerMessage
from bot.i18n import say
from bot.matches import match_rules
from bot.matches.model import ClosedMatch, EventType, MatchState, Offer, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.rendering.player_renderer import PlayerRenderer
from bot.screens import dialogs, inbox, move_buttons, offer_card
from bot.screens import player_screen as scenes
from bot.screens.custom_ids import Action, CustomId
from bot.screens.player_screen import ALONE, PlayerScreenContext
from games.core import Move, Seat, Suggestion
from games.refused import Refused
from storage import PlayerContext, Store

PATIENCE: Final = 10.0
"""Seconds for a hint."""
KEPT: Final = 100
"""Completions, and hints, that are not made again."""


@dataclass(eq=False)
class MoveHandler:
    _matches: MatchService
    _store: Store
    _match_lookup: MatchLookup
    _player_renderer: PlayerRenderer
    _ai_workers: AiWorkers
    _opponent_history: OpponentHistory
    _ready: Callable[[MatchState], Awaitable[MatchState]]
    """Says what goes without asking, and binds the house where it chooses with others."""
    _has_closed_dms: Callable[[int], bool]
    """Returns whether the last direct message to a person was refused."""
    _completed: OnceCache[tuple[object, ...], list[Completion]] = field(
        default_factory=lambda: OnceCache(KEPT, at_once=1), init=False
    )
    _hints: OnceCache[tuple[object, ...], Suggestion] = field(default_factory=lambda: OnceCache(KEPT), init=False)

    @property
    def deeds(self) -> Handlers:
        return {
            Action.CHOOSE: self.choose,
            Action.PICK: self.pick,
            Action.CHANGE: self.change,
            Action.KEEP: self.choose,
            Action.HINT: self.hint,
            Action.INBOX: self.next,
        }

    async def held(
        self,
        request: Request,
        match: StartedMatch,
        seat: Seat,
        context: PlayerScreenContext = ALONE,
        company: PlayerContext | None = None,
    ) -> Response:
        """This match as a hand, as it stands now; `beside` says what its reader is in the middle of.

        What goes without asking is said before: a hand shows no question that nobody has to answer.
        """
        stood, match = match, match_rules.begun(await self._ready(match))
        about = await self._player_renderer.build_context(match, request.person_id, context, company)
        scene = await self._player_renderer.render_player_message(match, seat, request.locale, about)
        holds = self._holds(request, match, seat, about)
        return Response(scene, holds=holds, stirs=match.id if match is not stood else 0)

    async def begun(self, request: Request, match: MatchState, note: str = "") -> Response:
        """Whoever begins a match plays on where they have pressed."""
        seat = match.eyes_of(request.person_id)
        if isinstance(match, Offer) and match.terms.shakes and match.sitter(request.person_id):
            # They are in, and it does not begin before they have shaken the dice.
            return Response(offer_card.aside(match, request.person_id, request.locale), aside=match, stirs=match.id)
        if not isinstance(match, StartedMatch) or seat is None:
            return Response(stirs=match.id)
        # So that it is remembered when the house has to be bound, which has less time for it.
        await self._opponent_history.runs(match)
        return replace(await self.held(request, match, seat, PlayerScreenContext(note=note)), stirs=match.id)

    def _holds(
        self, request: Request, match: StartedMatch, seat: Seat, about: PlayerScreenContext
    ) -> ShownPlayerMessage:
        self._player_renderer.save_draft(request.message_id, match.engine.step, about.rest, again=about.again)
        shows = scenes.shown(match, seat, request.locale, about)
        return ShownPlayerMessage(match.id, match.engine.step, shows, match.seq)

    async def choose(self, request: Request, custom_id: CustomId) -> Response:
        """Whoever presses it sees what they may: their hand; who does not play there, the board as everybody does. From
        a list, an offer to answer.
        """
        stands = await self._matches.find_match(custom_id.match_id)
        if isinstance(stands, Offer):
            return self.offered(request, stands)
        if isinstance(stands, ClosedMatch) and stands.how == EventType.SHELVED:
            return await self._practised_on(request, stands)
        match = match_rules.begun(stands)
        seat = match.eyes_of(request.person_id)
        opens = 0 if request.private or match.is_over else match.id
        if seat is None:
            return Response(dialogs.watched(match, request.locale, self._matches.absences), opens=opens)
        response = await self.held(
            request, match, seat, PlayerScreenContext(shut=self._has_closed_dms(request.person_id))
        )
        return replace(response, opens=opens)

    async def _practised_on(self, request: Request, shelved: ClosedMatch) -> Response:
        """What they practise now lies where the one lay that was put away, or the way to another one."""
        running = await self._matches.practising(request.person_id)
        seat = running.eyes_of(request.person_id) if running else None
        if running is None or seat is None:
            return Response(dialogs.shelved(shelved, request.locale), ends=shelved.id)
        note = say("practice-other", request.locale)
        return replace(await self.held(request, running, seat, PlayerScreenContext(note=note)), ends=shelved.id)

    def offered(self, request: Request, match: Offer) -> Response:
        """For one alone, with what they may do about it; it says there what becomes of it."""
        scene = offer_card.opened(match, request.person_id, request.locale, self._matches.absences)
        theirs = request.person_id in match.company
        return Response(scene, aside=match if theirs else None)

    async def pick(self, request: Request, custom_id: CustomId) -> Response:
        stands = await self._matches.recalled(custom_id.match_id, custom_id.step)
        match, seat = awaited(stands, request.person_id, custom_id.step)
        word = move_buttons.chosen(match, seat, custom_id.rest)
        if word is None:
            context = PlayerScreenContext(rest=custom_id.rest, again=seat in match.engine.sealed)
            return replace(await self.held(request, match, seat, context), here=True)
        # At once: whoever waits for an answer does not wait for one after the other.
        done, company = await asyncio.gather(
            self._matches.say(
                match.id, request.person_id, word, step=custom_id.step, cause=request.interaction_id, now=request.now
            ),
            self._store.delivery_states.load_player_context(match.id, request.person_id),
        )
        response = await self.held(request, match_rules.begun(done.match), seat, company=company)
        return replace(response, here=True, stirs=match.id)

    async def move(self, request: Request, typed: str, match: str) -> Response:
        """A whole word, as it is written."""
        table, seat = awaited(await self._match_lookup.meant(request, match, waiting=True), request.person_id)
        word = _read(table, seat, typed, request.locale)
        step = table.engine.step
        done = await self._matches.say(
            table.id, request.person_id, word, step=step, cause=request.interaction_id, now=request.now
        )
        return replace(await self.held(request, match_rules.begun(done.match), seat), stirs=table.id)

    async def words(self, request: Request, typed: str, match: str) -> list[Completion]:
        """How what was typed could go on."""
        table = await self._match_lookup.meant(request, match, waiting=True)
        seat = table.eyes_of(request.person_id)
        if not isinstance(table, RunningMatch) or seat is None:
            return []
        # Off the loop, and one after the other: of thousands of words it takes a twentieth of a second.
        complete = partial(
            asyncio.to_thread, completions, table.game, table.engine.view_of(seat), typed[:ENTRY], request.locale
        )
        return await self._completed.of((table.id, table.seq, seat, typed[:ENTRY], request.locale), complete)

    async def change(self, request: Request, custom_id: CustomId) -> Response:
        """What is sealed counts until something else is."""
        match, seat = awaited(await self._matches.find_match(custom_id.match_id), request.person_id, custom_id.step)
        return replace(await self.held(request, match, seat, PlayerScreenContext(again=True)), here=True)

    async def hint(self, request: Request, custom_id: CustomId) -> Response:
        """What the house would do in this seat, from what this seat sees; where it counts for nothing."""
        stands = await self._matches.recalled(custom_id.match_id, custom_id.step)
        match, seat = awaited(stands, request.person_id, custom_id.step)
        if not match.is_practice:
            raise Refused("no-hints")
        view, dice = match.engine.view_of(seat), match.engine.house_dice(seat)
        try:
            async with asyncio.timeout(PATIENCE):
                think = partial(self._ai_workers.thought, match.game, view, match.game.LEVELS[-1], dice)
                thought = await self._hints.of((match.id, match.engine.step, seat), think)
        except TimeoutError:
            raise Refused("hint-later") from None
        about = await self._player_renderer.build_context(match, request.person_id)
        holds = self._holds(request, match, seat, about)
        self._player_renderer.mark_hint(request.message_id, custom_id.step)
        about = await self._player_renderer.add_history(match, seat, about)
        scene = scenes.hinted(match, seat, thought, request.locale, self._matches.absences, about)
        return Response(scene, here=True, holds=holds)

    async def inbox(self, request: Request) -> Response:
        """All that one plays or is asked to, a line each; what waits first."""
        return await self._listed(request, 0)

    async def _listed(self, request: Request, page: int) -> Response:
        mine = await self._matches.engaging(request.person_id)
        names = await self._store.people.load_names(sorted({it for match in mine for it in match.company}))
        return Response(inbox.inbox(mine, request.person_id, names, request.locale, self._matches.absences, page))

    async def next(self, request: Request, custom_id: CustomId) -> Response:
        """The match that waits after the one of the address, in its place, with the way back there; of the inbox
        another page.
        """
        if custom_id.rest and not custom_id.rest.isdecimal():
            raise Refused("button")
        headers = await self._store.matches.list_live_of_person(request.person_id)
        waiting = await self._matches.awaiting(request.person_id, headers)
        alone = all(match.id == custom_id.match_id for match in waiting)
        if custom_id.rest or not waiting or (alone and await self._matches.unshaken(request.person_id, headers)):
            if request.private:
                # What was played or answered there is not written over the list.
                await self._store.player_messages.release_message(request.person_id, request.message_id, request.now)
            return await self._listed(request, int(custom_id.rest or 0))
        at = next((at for at, match in enumerate(waiting) if match.id == custom_id.match_id), -1) + 1
        match, seat = awaited(waiting[at % len(waiting)], request.person_id)
        response = await self.held(request, match, seat)
        if match.id == custom_id.match_id or not custom_id.match_id or response.scene is None:
            return response
        origin = await self._matches.find_match(custom_id.match_id)
        return replace(response, scene=scenes.reached(response.scene, origin, request.locale))


def _read(match: RunningMatch, seat: Seat, typed: str, locale: str) -> Move:
    """What was meant; where nobody can guess it, what could have been typed."""
    view = match.engine.view_of(seat)
    try:
        return match.game.parse_move(view, typed)
    except Refused as no:
        if no.key != "illegal":
            raise
        raise Refused("example", typed=typed, example=example(match.game, view, locale)) from None
