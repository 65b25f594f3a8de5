"""Practice: an offer that the house accepts at once, one at a time for each person, wherever they are."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.handlers.dispatcher import Handlers
from bot.handlers.moves import MoveHandler
from bot.handlers.requests import MatchRequest, Request, Response
from bot.i18n import say
from bot.matches import export, offer_rules
from bot.matches.model import FinishedMatch, MatchState, RunningMatch, UnreadableMatch
from bot.matches.service import Appended, MatchService
from bot.matches.terms import READS, MatchTerms
from bot.screens import dialogs
from bot.screens.custom_ids import Action, CustomId
from games import find_game
from games.core import Game, Level, Move, Seat
from games.match import OUTSIDE_REASONS
from games.refused import Refused
from storage import Store


@dataclass(eq=False)
class PracticeHandler:
    _matches: MatchService
    _store: Store
    _moves: MoveHandler

    @property
    def deeds(self) -> Handlers:
        return {Action.PRACTISE: self.anew, Action.ONWARD: self.onward}

    # by command

    async def begin(self, request: Request, match_request: MatchRequest) -> Response:
        """Anywhere, and for one’s own eyes; whoever is in the middle of it may go on first."""
        # A button has no room for what was typed; what cannot be found is refused before.
        wanted = match_request.settings(request.locale)
        if match_request.reads:
            offer_rules.check_read(find_game(match_request.game))
        offer_rules.check_level(find_game(match_request.game), match_request.level)
        anew = ".".join(
            (match_request.game, wanted.get("variant", "-"), READS if match_request.reads else match_request.level)
        )

        def to(running: RunningMatch) -> CustomId:
            if match_request.options:
                raise Refused("practising")
            return CustomId(Action.PRACTISE, running.id, 0, anew)

        asks = _asks(request, to, find_game(match_request.game), picked=match_request.picked)
        return await self._alone(request, 0, partial(self._wished, request, match_request), asks)

    # by button

    async def anew(self, request: Request, custom_id: CustomId) -> Response:
        """What was practised ends, and another one begins in its place."""
        game, variant, level = (*custom_id.rest.split("."), "", "")[:3]
        if level not in {*Level, READS}:
            raise Refused("button")
        match_request = MatchRequest.against(level, game, variant="" if variant == "-" else variant)
        return await self._alone(request, custom_id.match_id, partial(self._wished, request, match_request))

    async def otherwise(self, request: Request, running: MatchState, options: Mapping[str, Any]) -> Response:
        """What is practised cannot be changed, but begun once more by other rules."""
        match_request = MatchRequest.against(running.terms.plays, running.game.KEY, seats=running.terms.seats)
        return await self._alone(request, running.id, partial(self._wished, request, match_request, options))

    async def rematch(
        self,
        request: Request,
        custom_id: CustomId,
        before: FinishedMatch | UnreadableMatch,
        again: Callable[[], Awaitable[Appended]],
    ) -> Response:
        instead = int(custom_id.rest) if custom_id.rest.isdecimal() else 0
        asks = _asks(request, lambda running: CustomId(Action.REMATCH, before.id, 0, str(running.id)), before.game)
        return await self._alone(request, instead, again, asks)

    async def onward(self, request: Request, custom_id: CustomId) -> Response:
        """From a board that somebody looks back upon, in that seat: practice that begins there."""
        before = await self._matches.find_match(custom_id.match_id)
        seat, _, instead = custom_id.rest.partition(".")
        if not isinstance(before, FinishedMatch) or seat not in map(str, range(before.engine.seats)):
            raise Refused("button")
        # Where the rules ended it nothing is left to be played.
        if custom_id.step > before.engine.step - (before.result.reason not in OUTSIDE_REASONS):
            raise Refused("button")
        asks = _asks(request, lambda running: replace(custom_id, rest=f"{seat}.{running.id}"), before.game)
        begin = partial(self._went_on, request, before, custom_id.step, int(seat))
        told = say("onward-begins", request.locale)
        return await self._alone(request, int(instead) if instead.isdecimal() else 0, begin, asks, told)

    async def _alone(
        self,
        request: Request,
        instead: int,
        begin: Callable[[], Awaitable[Appended]],
        asks: Callable[[RunningMatch], Response] | None = None,
        told: str = "",
    ) -> Response:
        """One at a time, however fast somebody presses: one is put away, and another begins `instead`, of which
        something may be `told`; whoever is in the middle of a third goes on with that, unless they are to be asked.
        """
        async with self._store.hold_lock(f"practice {request.person_id}"):
            running = await self._matches.practising(request.person_id)
            note, ends = told, 0
            # Where nobody has chosen anything nobody loses anything, and nothing is said of it.
            untouched = running and asks and not running.played
            if running and (running.id == instead or untouched):
                with suppress(Refused):
                    # It may be over already.
                    await self._matches.shelve(running.id, request.person_id, now=request.now)
                    note, ends = told or ("" if untouched else say("practice-shelved", request.locale)), running.id
                running = None
            if running and asks:
                return asks(running)
            # Shown before anybody else may put it away.
            return replace(await self._moves.begun(request, running or (await begin()).match, note), ends=ends)

    async def _wished(
        self, request: Request, match_request: MatchRequest, given: Mapping[str, Any] | None = None
    ) -> Appended:
        """At as small a table as there is."""
        game = find_game(match_request.game)
        options = (
            game.options_class.first_time_options(match_request.settings(request.locale)) if given is None else given
        )
        return await self._offered(
            request, game, options, match_request.seats or game.SEATS[0], match_request.level, reads=match_request.reads
        )

    async def _went_on(self, request: Request, before: FinishedMatch, step: int, seat: Seat) -> Appended:
        record = await self._matches.record(before.id)
        # Off the loop: all of it is folded up to there.
        said = await asyncio.to_thread(lambda: tuple(export.until(record, step, seat)))
        since = tuple((it.steps, it.key.hex()) for it in record.chance.list_earlier_dice(step)) if step else ()
        options = before.options.model_dump(mode="json", exclude_defaults=True)
        best = before.game.LEVELS[-1]
        return await self._offered(
            request, before.game, options, before.engine.seats, best, said, order=(seat,), since=since
        )

    async def _offered(
        self,
        request: Request,
        game: Game[Any, Any, Any],
        options: Mapping[str, Any],
        seats: int,
        level: Level,
        said: Iterable[tuple[Seat, Move]] = (),
        **more: Any,
    ) -> Appended:
        """With the house in all the other seats, and no clock."""
        terms = MatchTerms(kind="practice", seats=seats, house=seats - 1, level=level, clock=None, rated=False, **more)
        return await self._matches.offer(
            request.person_id, (), game, options, terms,
            server_id=request.server_id, channel_id=request.channel_id, installation=request.installation,
            cause=request.interaction_id,
            now=request.now, said=said,
        )  # fmt: skip


def _asks(
    request: Request, to: Callable[[RunningMatch], CustomId], wanted: Game[Any, Any, Any], *, picked: bool = True
) -> Callable[[RunningMatch], Response]:
    """Whoever is in the middle of another match goes on with that, or begins what they wanted, where `to` leads."""
    return lambda running: Response(dialogs.practising(running, to(running), wanted, request.locale, picked=picked))
