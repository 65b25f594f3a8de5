"""Handlers for practice: matches of one person against the house, at most one at a time per person."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.handlers.dispatcher import Handlers
from bot.handlers.moves import MoveHandler
from bot.handlers.opening_options import add_opening_options
from bot.handlers.requests import MatchRequest, Request, Response
from bot.i18n import say
from bot.matches import export, match_rules, offer_rules
from bot.matches.model import FinishedMatch, MatchState, RunningMatch, StartedMatch, UnreadableMatch
from bot.matches.service import ActionResult, MatchService
from bot.matches.terms import MIND_READER_LEVEL, MatchTerms
from bot.screens import dialogs
from bot.screens.custom_ids import Action, CustomId
from games import find_game
from games.core import Game, Level, Seat
from games.match import OUTSIDE_REASONS
from games.refused import Refused
from storage import Event, Store


@dataclass(eq=False)
class PracticeHandler:
    _matches: MatchService
    _store: Store
    _moves: MoveHandler

    @property
    def handlers(self) -> Handlers:
        return {
            Action.START_PRACTICE: self.start_practice,
            Action.PLAY_FROM_POSITION: self.practice_from_position,
            Action.TAKE_BACK_MOVE: self.take_back_move,
        }

    # Commands

    async def begin_practice(self, request: Request, match_request: MatchRequest) -> Response:
        """Start practice against the house. If another practice is under way, ask which one to play."""
        game = find_game(match_request.game_key)
        # Check the whole request before asking, because the button that replaces the running practice does not carry
        # all options.
        options = match_request.parse_options(request.locale)
        if match_request.house_reads_opponent:
            offer_rules.check_can_read_minds(game)
        if match_request.level:
            _check_level(game, match_request.level, request.locale)
        level = MIND_READER_LEVEL if match_request.house_reads_opponent else match_request.level
        argument = ".".join((match_request.game_key, options.get("variant", "-"), level or "-"))

        def make_custom_id(running: RunningMatch) -> CustomId:
            if match_request.options_text:
                raise Refused("practising")
            return CustomId(Action.START_PRACTICE, running.id, 0, argument)

        prompt = _make_replace_prompt(request, make_custom_id, game, game_was_named=match_request.game_was_named)
        begin = partial(self._begin_requested, request, match_request)
        return await self._begin_one_at_a_time(request, None, begin, prompt)

    # Buttons

    async def start_practice(self, request: Request, custom_id: CustomId) -> Response:
        """Start the practice that the custom ID describes, in place of the running practice if the ID names it."""
        game, variant, level = (*custom_id.argument.split("."), "", "")[:3]
        if level not in {*Level, MIND_READER_LEVEL, "-"}:
            raise Refused("button")
        match_request = MatchRequest.against_house(
            None if level == "-" else level, game, variant="" if variant == "-" else variant
        )
        if not custom_id.match_id:
            return await self.begin_practice(request, match_request)
        return await self._begin_one_at_a_time(
            request, custom_id.match_id, partial(self._begin_requested, request, match_request)
        )

    async def restart_with_options(self, request: Request, running: MatchState, options: Mapping[str, Any]) -> Response:
        """Replace the running practice with a new match that has these options.

        A new match is necessary because the options of a started match cannot change.
        """
        match_request = MatchRequest.against_house(running.terms.ai_level, running.game.KEY, seats=running.terms.seats)
        return await self._begin_one_at_a_time(
            request, running.id, partial(self._begin_requested, request, match_request, options)
        )

    async def rematch_practice(
        self,
        request: Request,
        custom_id: CustomId,
        before: FinishedMatch | UnreadableMatch,
        begin: Callable[[], Awaitable[ActionResult]],
    ) -> Response:
        replaced_id = int(custom_id.argument) if custom_id.argument.isdecimal() else None
        prompt = _make_replace_prompt(
            request, lambda running: CustomId(Action.OFFER_REMATCH, before.id, 0, str(running.id)), before.game
        )
        return await self._begin_one_at_a_time(request, replaced_id, begin, prompt)

    async def practice_from_position(self, request: Request, custom_id: CustomId) -> Response:
        """Start practice from a position of a finished match, in the chosen seat."""
        before = await self._matches.find_match(custom_id.match_id)
        seat, _, replaced = custom_id.argument.partition(".")
        if not isinstance(before, FinishedMatch) or seat not in map(str, range(before.engine.seats)):
            raise Refused("button")
        # If the rules ended the match, nothing can be played after its last step.
        if custom_id.step > before.engine.step - (before.result.reason not in OUTSIDE_REASONS):
            raise Refused("button")
        prompt = _make_replace_prompt(
            request, lambda running: replace(custom_id, argument=f"{seat}.{running.id}"), before.game
        )
        strongest = before.game.LEVELS[-1]
        begin = partial(self._begin_from_position, request, before, custom_id.step, int(seat), level=strongest)
        note = say("onward-begins" if custom_id.step else "deal-begins", request.locale)
        replaced_id = int(replaced) if replaced.isdecimal() else None
        return await self._begin_one_at_a_time(request, replaced_id, begin, prompt, note)

    async def take_back_move(self, request: Request, custom_id: CustomId) -> Response:
        """Replace the running practice with one that continues from before the person's last decision.

        The new match starts before the old one is closed, so that a crash in between loses nothing.
        """
        async with self._store.hold_lock(f"practice {request.person_id}"):
            match = await self._matches.find_match(custom_id.match_id)
            before, seat = match_rules.require_seated(match, request.person_id)
            if not before.is_practice or before.last_decision_steps.get(seat) != custom_id.step:
                raise Refused("stale")
            # An earlier click may have started the new match without closing the old one.
            continued: MatchState | None = await self._matches.find_practice_match(
                request.person_id, other_than=before.id
            )
            if continued is None:
                terms = before.terms
                begun = await self._begin_from_position(
                    request, before, custom_id.step, seat, keeps_decisions=True, level=terms.level, reads=terms.reads
                )
                continued = begun.match
            with suppress(Refused):
                await self._matches.close_practice(before.id, request.person_id, now_ms=request.now_ms)
            response = await self._moves.show_begun_match(request, continued, say("taken-back", request.locale))
            return replace(response, ended_match_id=before.id)

    async def _begin_one_at_a_time(
        self,
        request: Request,
        replaced_match_id: int | None,
        begin: Callable[[], Awaitable[ActionResult]],
        prompt_to_replace: Callable[[RunningMatch], Response] | None = None,
        initial_note: str = "",
    ) -> Response:
        """Call `begin` to start practice, under a lock, so that a person never has two practices at a time.

        A practice that is already running is closed first if it has the ID `replaced_match_id`. Otherwise, nothing is
        started: return `prompt_to_replace(running)` or, without a prompt, show the running practice. With a prompt,
        a practice in which the person has not moved yet is closed without asking.
        """
        async with self._store.hold_lock(f"practice {request.person_id}"):
            running = await self._matches.find_practice_match(request.person_id)
            note, closed_id = initial_note, None
            # Closing a match in which the person has not moved loses nothing, so it needs no question.
            is_untouched = running and prompt_to_replace and not running.has_any_person_moved
            if running and (running.id == replaced_match_id or is_untouched):
                # The running match may have ended in the meantime.
                with suppress(Refused):
                    await self._matches.close_practice(running.id, request.person_id, now_ms=request.now_ms)
                    note = initial_note or say("practice-shelved", request.locale)
                    closed_id = running.id
                running = None
            if running and prompt_to_replace:
                return prompt_to_replace(running)
            # Build the response under the lock, before another click can close the new match.
            match = running or (await begin()).match
            return replace(await self._moves.show_begun_match(request, match, note), ended_match_id=closed_id)

    async def _begin_requested(
        self, request: Request, match_request: MatchRequest, chosen_options: Mapping[str, Any] | None = None
    ) -> ActionResult:
        game = find_game(match_request.game_key)
        options = (
            await add_opening_options(
                self._store, game, (request.person_id,), match_request.parse_options(request.locale)
            )
            if chosen_options is None
            else chosen_options
        )
        is_first_match = not await self._store.history.list_newest_matches(request.person_id, None, game.KEY, 1)
        level, reads = match_request.level, match_request.house_reads_opponent
        if level is None:
            level, reads = await self._choose_default_level(request.person_id, game, is_first_match=is_first_match)
        _check_level(game, level, request.locale)
        # Options typed by name can set up the start themselves.
        is_first_standard_match = is_first_match and not match_request.options_text
        seat = game.FIRST_PRACTICE_SEAT if is_first_standard_match else None
        return await self._offer_to_house(
            request,
            game,
            options,
            match_request.seats or game.SEATS[0],
            level=level,
            reads=reads,
            order=None if seat is None else (seat,),
            even_deal=is_first_standard_match and game.can_judge,
        )

    async def _choose_default_level(
        self, person_id: int, game: Game[Any, Any, Any], *, is_first_match: bool
    ) -> tuple[Level, bool]:
        """Return the level of the house if the person chose none, and whether the house learns to predict the person.

        It is the lowest level for the person's first match of a game. Later, it is the level of their last practice, if
        the game still has it.
        """
        if is_first_match:
            return game.LEVELS[0], False
        last_terms = await self._store.matches.find_last_practice_terms(person_id, game.KEY)
        terms = MatchTerms.model_validate_json(last_terms) if last_terms else MatchTerms(seats=game.SEATS[0])
        return terms.level if terms.level in game.LEVELS else game.LEVELS[0], terms.reads

    async def _begin_from_position(
        self,
        request: Request,
        before: StartedMatch,
        step: int,
        seat: Seat,
        *,
        keeps_decisions: bool = False,
        **terms: Any,
    ) -> ActionResult:
        """Start practice with the deal, the dice and the moves of another match up to `step`.

        With `keeps_decisions`, the person's moves still count as their own decisions.
        """
        journal = await self._matches.load_journal(before.id)
        # Use a thread, because the match is replayed up to that step.
        moves = await asyncio.to_thread(lambda: tuple(export.list_moves_up_to_step(journal, step, seat)))
        if not keeps_decisions:
            moves = tuple(replace(move, person_id=None) for move in moves)
        since = tuple((dice.last_step, dice.key.hex()) for dice in before.engine.chance.list_earlier_dice(step))
        options = before.options.model_dump(mode="json", exclude_defaults=True)
        return await self._offer_to_house(
            request, before.game, options, before.engine.seats,
            earlier_moves=moves, order=(seat,), since=since, **terms
        )  # fmt: skip

    async def _offer_to_house(
        self,
        request: Request,
        game: Game[Any, Any, Any],
        options: Mapping[str, Any],
        seats: int,
        earlier_moves: Iterable[Event] = (),
        **more_terms: Any,
    ) -> ActionResult:
        """Create an unrated practice match without a clock. The house takes all seats except the person's."""
        terms = MatchTerms(kind="practice", seats=seats, house=seats - 1, clock=None, rated=False, **more_terms)
        return await self._matches.create_offer(
            request.person_id, (), game, options, terms,
            server_id=request.server_id, channel_id=request.channel_id, installation=request.installation,
            interaction_id=request.interaction_id,
            now_ms=request.now_ms, earlier_moves=earlier_moves,
        )  # fmt: skip


def _check_level(game: Game[Any, Any, Any], level: Level, locale: str) -> None:
    """Raise `Refused` with the game's levels if the house cannot play the game at this level."""
    if level not in game.LEVELS:
        levels = say.format_list([say(f"level-{name}", locale) for name in game.LEVELS], locale)
        raise Refused("such-level", game=game.say("name", locale), levels=levels)


def _make_replace_prompt(
    request: Request,
    make_custom_id: Callable[[RunningMatch], CustomId],
    game: Game[Any, Any, Any],
    *,
    game_was_named: bool = True,
) -> Callable[[RunningMatch], Response]:
    """Return a function that renders the choice between the running practice and the requested one."""
    return lambda running: Response(
        dialogs.render_practice_conflict(
            running, make_custom_id(running), game, request.locale, game_was_picked=game_was_named
        )
    )
