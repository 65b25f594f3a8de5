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
from bot.matches.terms import MIND_READER_LEVEL, MatchTerms
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
    def handlers(self) -> Handlers:
        return {Action.START_PRACTICE: self.replace_practice, Action.PLAY_FROM_POSITION: self.practice_from_position}

    # by command

    async def begin_practice(self, request: Request, match_request: MatchRequest) -> Response:
        """Anywhere, and for one’s own eyes; whoever is in the middle of it may go on first."""
        # A button has no room for what was typed; what cannot be found is refused before.
        wanted = match_request.parse_options(request.locale)
        if match_request.house_reads_opponent:
            offer_rules.check_can_read_minds(find_game(match_request.game))
        offer_rules.check_level(find_game(match_request.game), match_request.level)
        anew = ".".join(
            (
                match_request.game,
                wanted.get("variant", "-"),
                MIND_READER_LEVEL if match_request.house_reads_opponent else match_request.level,
            )
        )

        def to(running: RunningMatch) -> CustomId:
            if match_request.options_text:
                raise Refused("practising")
            return CustomId(Action.START_PRACTICE, running.id, 0, anew)

        asks = _make_replace_prompt(
            request, to, find_game(match_request.game), game_was_named=match_request.game_was_named
        )
        return await self._begin_one_at_a_time(request, 0, partial(self._begin_requested, request, match_request), asks)

    # by button

    async def replace_practice(self, request: Request, custom_id: CustomId) -> Response:
        """What was practised ends, and another one begins in its place."""
        game, variant, level = (*custom_id.argument.split("."), "", "")[:3]
        if level not in {*Level, MIND_READER_LEVEL}:
            raise Refused("button")
        match_request = MatchRequest.against_house(level, game, variant="" if variant == "-" else variant)
        return await self._begin_one_at_a_time(
            request, custom_id.match_id, partial(self._begin_requested, request, match_request)
        )

    async def restart_with_options(self, request: Request, running: MatchState, options: Mapping[str, Any]) -> Response:
        """What is practised cannot be changed, but begun once more by other rules."""
        match_request = MatchRequest.against_house(running.terms.ai_level, running.game.KEY, seats=running.terms.seats)
        return await self._begin_one_at_a_time(
            request, running.id, partial(self._begin_requested, request, match_request, options)
        )

    async def rematch_practice(
        self,
        request: Request,
        custom_id: CustomId,
        before: FinishedMatch | UnreadableMatch,
        begin: Callable[[], Awaitable[Appended]],
    ) -> Response:
        instead = int(custom_id.argument) if custom_id.argument.isdecimal() else 0
        asks = _make_replace_prompt(
            request, lambda running: CustomId(Action.OFFER_REMATCH, before.id, 0, str(running.id)), before.game
        )
        return await self._begin_one_at_a_time(request, instead, begin, asks)

    async def practice_from_position(self, request: Request, custom_id: CustomId) -> Response:
        """From a board that somebody looks back upon, in that seat: practice that begins there."""
        before = await self._matches.find_match(custom_id.match_id)
        seat, _, instead = custom_id.argument.partition(".")
        if not isinstance(before, FinishedMatch) or seat not in map(str, range(before.engine.seats)):
            raise Refused("button")
        # Where the rules ended it nothing is left to be played.
        if custom_id.step > before.engine.step - (before.result.reason not in OUTSIDE_REASONS):
            raise Refused("button")
        asks = _make_replace_prompt(
            request, lambda running: replace(custom_id, argument=f"{seat}.{running.id}"), before.game
        )
        begin = partial(self._begin_from_position, request, before, custom_id.step, int(seat))
        told = say("onward-begins", request.locale)
        return await self._begin_one_at_a_time(request, int(instead) if instead.isdecimal() else 0, begin, asks, told)

    async def _begin_one_at_a_time(
        self,
        request: Request,
        replaced_match_id: int,
        begin: Callable[[], Awaitable[Appended]],
        ask_to_replace: Callable[[RunningMatch], Response] | None = None,
        initial_note: str = "",
    ) -> Response:
        """One at a time, however fast somebody presses: one is put away, and another begins `instead`, of which
        something may be `told`; whoever is in the middle of a third goes on with that, unless they are to be asked.
        """
        async with self._store.hold_lock(f"practice {request.person_id}"):
            running = await self._matches.find_practice_match(request.person_id)
            note, ends = initial_note, 0
            # Where nobody has chosen anything nobody loses anything, and nothing is said of it.
            untouched = running and ask_to_replace and not running.has_any_person_moved
            if running and (running.id == replaced_match_id or untouched):
                with suppress(Refused):
                    # It may be over already.
                    await self._matches.close_practice(running.id, request.person_id, now=request.now_ms)
                    note, ends = (
                        initial_note or ("" if untouched else say("practice-shelved", request.locale)),
                        running.id,
                    )
                running = None
            if running and ask_to_replace:
                return ask_to_replace(running)
            # Shown before anybody else may put it away.
            return replace(
                await self._moves.show_begun_match(request, running or (await begin()).match, note), ended_match_id=ends
            )

    async def _begin_requested(
        self, request: Request, match_request: MatchRequest, chosen_options: Mapping[str, Any] | None = None
    ) -> Appended:
        """At as small a table as there is."""
        game = find_game(match_request.game)
        options = (
            game.options_class.first_time_options(match_request.parse_options(request.locale))
            if chosen_options is None
            else chosen_options
        )
        return await self._offer_to_house(
            request,
            game,
            options,
            match_request.seats or game.SEATS[0],
            match_request.level,
            reads=match_request.house_reads_opponent,
        )

    async def _begin_from_position(self, request: Request, before: FinishedMatch, step: int, seat: Seat) -> Appended:
        record = await self._matches.load_record(before.id)
        # Off the loop: all of it is folded up to there.
        said = await asyncio.to_thread(lambda: tuple(export.list_moves_up_to_step(record, step, seat)))
        since = tuple((it.steps, it.key.hex()) for it in record.chance.list_earlier_dice(step)) if step else ()
        options = before.options.model_dump(mode="json", exclude_defaults=True)
        best = before.game.LEVELS[-1]
        return await self._offer_to_house(
            request, before.game, options, before.engine.seats, best, said, order=(seat,), since=since
        )

    async def _offer_to_house(
        self,
        request: Request,
        game: Game[Any, Any, Any],
        options: Mapping[str, Any],
        seats: int,
        level: Level,
        earlier_moves: Iterable[tuple[Seat, Move]] = (),
        **more: Any,
    ) -> Appended:
        """With the house in all the other seats, and no clock."""
        terms = MatchTerms(kind="practice", seats=seats, house=seats - 1, level=level, clock=None, rated=False, **more)
        return await self._matches.create_offer(
            request.person_id, (), game, options, terms,
            server_id=request.server_id, channel_id=request.channel_id, installation=request.installation,
            interaction_id=request.interaction_id,
            now=request.now_ms, earlier_moves=earlier_moves,
        )  # fmt: skip


def _make_replace_prompt(
    request: Request,
    make_custom_id: Callable[[RunningMatch], CustomId],
    game: Game[Any, Any, Any],
    *,
    game_was_named: bool = True,
) -> Callable[[RunningMatch], Response]:
    """Whoever is in the middle of another match goes on with that, or begins what they wanted, where `to` leads."""
    return lambda running: Response(
        dialogs.render_practice_conflict(
            running, make_custom_id(running), game, request.locale, game_was_picked=game_was_named
        )
    )
