"""Renders player messages, the private messages in which people play a match."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from bot.caches import BoundedCache
from bot.matches.cache import MatchCache
from bot.matches.model import FinishedMatch, RunningMatch, StartedMatch
from bot.ratings.ladder import Ladder
from bot.rendering.attendance import Attendance
from bot.screens import player_screen, review_positions
from bot.screens.player_screen_state import DEFAULT_CONTEXT, PlayerScreenContext
from bot.screens.scene import Scene
from bot.tournaments.loaded import convert_tournament
from bot.tournaments.service import find_outcome
from games.core import Seat
from games.mind_reader import ReadingVerdict
from storage import PlayerContext, PlayerMessage, Store


@dataclass(frozen=True, slots=True)
class _Draft:
    """The start of a move that a message's reader has picked, and the match and step for which they picked it."""

    match_id: int
    step: int
    move_prefix: str
    is_rethinking: bool


@dataclass(eq=False)
class PlayerRenderer:
    matches: MatchCache
    store: Store
    attendance: Attendance
    ladder: Ladder
    _find_verdict: Callable[[FinishedMatch], Awaitable[ReadingVerdict | None]]
    """Returns the mind reader's verdict on a finished match."""
    _now: Callable[[], int]
    _drafts: BoundedCache[int, _Draft] = field(default_factory=BoundedCache, init=False)
    """Maps each message ID to the part of a move that the reader has picked in this message."""
    _hints: BoundedCache[int, int] = field(default_factory=BoundedCache, init=False)
    """Maps each message ID to the step of the hint that the message shows."""

    async def build_context(
        self,
        match: StartedMatch,
        person_id: int,
        context: PlayerScreenContext = DEFAULT_CONTEXT,
        player_context: PlayerContext | None = None,
    ) -> PlayerScreenContext:
        """Add to a context the number of other matches that wait for the person, and the absent players.

        Both can change without an event in this match. The caller can pass a `player_context` that it loaded in
        advance, unless its own action changes that context.
        """
        loaded = player_context or await self.store.delivery_states.load_player_context(match.id, person_id)
        elsewhere = [it for it in loaded.live_matches if it.id != match.id]
        waiting = [
            *await self.matches.select_matches_waiting_for(person_id, elsewhere),
            *await self.matches.select_offers_awaiting_seed(person_id, elsewhere),
        ]
        absent = self.attendance.list_absent(match, loaded.departed).without(person_id)
        return replace(context, other_matches_waiting=len(waiting), absent=absent)

    async def render_player_message(
        self, match: StartedMatch, seat: Seat, locale: str, context: PlayerScreenContext
    ) -> Scene:
        context = await self.add_history(match, seat, context)
        return player_screen.render_player_screen(match, seat, locale, self.matches.absences, context)

    async def add_history(self, match: StartedMatch, seat: Seat, context: PlayerScreenContext) -> PlayerScreenContext:
        """Add to a context the history that a player's screen shows.

        For a finished match, these are all its positions, rating changes and the like. For a running match, it is only
        whether the game is new to the reader, who then sees an introduction.
        """
        if match.is_over:
            journal = await self.matches.load_journal(match.id)
            past_steps = tuple(await asyncio.to_thread(review_positions.list_positions, journal))
            verdict = await self._find_verdict(match) if isinstance(match, FinishedMatch) else None
            ratings = await self.ladder.load_match_rating_changes(match.id)
            is_out = await self._is_out_of_tournament(match, seat)
            return replace(
                context,
                positions=past_steps,
                rating_changes=ratings,
                reading_verdict=verdict,
                is_out_of_tournament=is_out,
            )
        person_id = match.player_ids[seat]
        # A player in the middle of a move has read the introduction already.
        if (
            not isinstance(match, RunningMatch)
            or seat not in match.engine.to_move
            or person_id is None
            or context.move_prefix
        ):
            return context
        # Most matches have no introduction to show, so their history is not loaded.
        if not player_screen.format_welcome(match, seat, "en"):
            return replace(context, is_first_match=False)
        earlier = await self.store.history.list_newest_matches(person_id, None, match.game.KEY, 1)
        return replace(context, is_first_match=not earlier)

    async def _is_out_of_tournament(self, match: StartedMatch, seat: Seat) -> bool:
        person_id, terms = match.player_ids[seat], match.terms.tournament
        stored = await self.store.tournaments.load(terms.id) if terms else None
        if stored is None or person_id is None:
            return False
        # The tournament may not have collected this result yet.
        return convert_tournament(stored).add_result(match.id, find_outcome(match)).is_out(person_id, self._now())

    def save_draft(self, message_id: int, match: StartedMatch, context: PlayerScreenContext) -> None:
        """Remember the part of a move that the player has picked so far, so that a refresh does not lose it.

        Drop the hint that the message showed, because the player has now decided something.
        """
        self._hints.pop(message_id, None)
        if context.move_prefix or context.is_rethinking:
            self._drafts[message_id] = _Draft(match.id, match.engine.step, context.move_prefix, context.is_rethinking)
        else:
            self.discard_draft(message_id)

    def discard_draft(self, message_id: int) -> None:
        self._drafts.pop(message_id, None)

    def restore_draft(self, message_id: int, match: StartedMatch, context: PlayerScreenContext) -> PlayerScreenContext:
        """Add to a context the start of a move that was picked in this message during the current step, if any."""
        draft = self._drafts.get(message_id)
        if (
            draft is None
            or not isinstance(match, RunningMatch)
            or (draft.match_id, draft.step) != (match.id, match.engine.step)
        ):
            return context
        return replace(context, move_prefix=draft.move_prefix, is_rethinking=draft.is_rethinking)

    def mark_hint(self, message_id: int, step: int) -> None:
        """Remember that the message shows a hint, so that refreshes do not remove the hint until the step is over."""
        self._hints[message_id] = step

    def shows_hint(self, message: PlayerMessage, match: StartedMatch, seat: Seat) -> bool:
        """Return whether the message shows a hint for the move that its reader has to choose."""
        step = match.engine.step
        return seat in match.engine.to_move and self._hints.get(message.message_id) == step == message.step
