"""Renders the public card of a match in its current state."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.i18n import say
from bot.matches.cache import MatchCache
from bot.matches.model import (
    ClosedMatch,
    FinishedMatch,
    MatchState,
    Offer,
    RunningMatch,
    StartedMatch,
    UnreadableMatch,
)
from bot.matches.predictions import are_predictions_open
from bot.preferences import Preferences
from bot.ratings.ladder import Ladder
from bot.rendering.attendance import Attendance
from bot.rendering.temporary_reveal import TemporaryReveal
from bot.screens import channel_line, match_card, offer_card, result_card, review_positions
from bot.screens.phrases import format_absences, format_message_link, format_relative_time
from bot.screens.scene import Scene
from games.match import OUTSIDE_REASONS
from games.words import LOCALES
from storage import Store

NOBODY: Final[frozenset[int]] = frozenset()


@dataclass(eq=False)
class CardRenderer:
    matches: MatchCache
    store: Store
    preferences: Preferences
    temporary_reveal: TemporaryReveal
    attendance: Attendance
    ladder: Ladder
    _find_server_locale: Callable[[int | None], Awaitable[str | None]]
    """Returns the language that a server has set on Discord, or None if it is unknown."""
    _now: Callable[[], int]

    async def render_new_card(self, match: MatchState) -> Scene:
        """Render a new card in the server's language. The card pings challenged people who are not on holiday."""
        challenged = frozenset(match.invited_ids) if isinstance(match, Offer) else NOBODY
        return await self.render_dated_card(
            match,
            await self.find_locale(match),
            await self.store.people.list_departed(match.id),
            self.attendance.exclude_people_on_holiday(challenged),
        )

    async def render_dated_card(
        self,
        match: MatchState,
        locale: str,
        departed: frozenset[int],
        pinged: frozenset[int] = NOBODY,
        *,
        is_covered: bool = False,
    ) -> Scene:
        """Render the card. Add the current time if the match is user-installed, because only clicks update its card."""
        scene = await self.render_card(match, locale, pinged, departed, is_covered=is_covered)
        if match.is_over or not match.is_user_installed:
            return scene
        return replace(scene, below=(*scene.below, say("as-of", locale, at=format_relative_time(self._now()))))

    async def render_card(
        self,
        match: MatchState,
        locale: str,
        pinged: frozenset[int],
        departed: frozenset[int],
        *,
        is_covered: bool = False,
    ) -> Scene:
        """Render the card. With `is_covered`, cover the board even during a temporary reveal."""
        match match:
            case ClosedMatch():
                return replace(offer_card.render_closed_offer(match, locale), pinged_ids=pinged)
            case Offer():
                scene = offer_card.render_offer_card(match, locale, self.matches.absences, pinged_ids=pinged)
                absent = self.attendance.list_absent(match, departed)
                return replace(scene, below=(*scene.below, *format_absences(absent, locale)))
            case FinishedMatch():
                return await self._render_result_card(match, locale, pinged)
            case RunningMatch():
                return match_card.render_match_card(
                    match,
                    locale,
                    self.matches.absences,
                    uncovered=self.temporary_reveal.is_open(match) and not is_covered,
                    pinged_ids=pinged,
                    absent=self.attendance.list_absent(match, departed),
                    seer_ids=await self._list_seers(match, len(match_card.list_recent_views(match, uncovered=False))),
                )
        raise TypeError(match)

    async def render_card_in_channel(
        self,
        match: MatchState,
        locale: str,
        pinged: frozenset[int],
        departed: frozenset[int],
        *,
        is_covered: bool = False,
        was_in_thread: bool,
    ) -> Scene:
        """Render the card for its channel. If the server has chosen short results, a result is a single line."""
        if isinstance(match, FinishedMatch) and await self._has_short_result(match, was_in_thread=was_in_thread):
            return channel_line.render_result_line(match, locale, was_in_thread=was_in_thread, pinged_ids=pinged)
        return await self.render_card(match, locale, pinged, departed, is_covered=is_covered)

    async def render_last_message_in_thread(
        self, match: FinishedMatch | UnreadableMatch, starter: tuple[int, int], locale: str, pinged: frozenset[int]
    ) -> Scene:
        """Render the last message in a match's thread. It has no buttons, because the starter message has them.

        If the starter message shows the result as a single line, the thread shows the complete result.
        """
        if not isinstance(match, FinishedMatch):
            return replace(offer_card.render_closed_offer(match, locale), rows=(), pinged_ids=pinged)
        if not await self._has_short_result(match, was_in_thread=True):
            return result_card.render_thread_result(match, starter, locale, pinged_ids=pinged)
        card = await self._render_result_card(match, locale, pinged)
        if not result_card.has_begun(match):
            # The line in the channel has no button, because there is nothing to review.
            return card
        where = format_message_link(match.server_id, starter)
        return replace(card, below=(*card.below, say("match-review", locale, where=where)), rows=())

    async def _has_short_result(self, match: FinishedMatch, *, was_in_thread: bool) -> bool:
        settings = await self.preferences.load_server(match.server_id)
        return settings.results == "line" or (settings.results == "thread" and was_in_thread)

    async def _render_result_card(self, match: FinishedMatch, locale: str, pinged: frozenset[int]) -> Scene:
        journal = await self.matches.load_journal(match.id)
        past_steps = await asyncio.to_thread(review_positions.list_positions, journal)
        ratings = await self.ladder.load_match_rating_changes(match.id)
        card = result_card.render_result_card(match, locale, past_steps, ratings, pinged_ids=pinged)
        if match.result.reason in OUTSIDE_REASONS:
            return card
        seers = await self._list_seers(match, 1)
        return replace(card, below=(*card.below, *match_card.format_seers(seers, locale)))

    async def _list_seers(self, match: StartedMatch, step_count: int) -> list[int]:
        """Return the onlookers who correctly predicted the latest reveal of the last few steps, and may be named."""
        if not are_predictions_open(match):
            return []
        seers = await self.store.predictions.list_seers(match.id, match.engine.step - step_count)
        preferences = await asyncio.gather(*map(self.preferences.load_player, seers))
        return [seer for seer, player in zip(seers, preferences, strict=True) if player.listed]

    def looks_the_same(self, match: MatchState, before: MatchState | None) -> bool:
        """Return whether the card of a running match looks the same as it did for the state `before`.

        If it does, the card must not be edited: an edit would reveal that a player has changed a sealed move.
        """
        if (
            not isinstance(match, RunningMatch)
            or not isinstance(before, RunningMatch)
            or match.engine.step != before.engine.step
        ):
            return False
        # The language and a temporary reveal do not affect the comparison.
        old, new = (
            match_card.render_match_card(it, LOCALES[0], self.matches.absences, uncovered=False)
            for it in (before, match)
        )
        return old == new

    async def find_locale(self, match: MatchState) -> str:
        """Return the language of a match's card: the server's, or the host's for a user-installed match."""
        if match.is_user_installed:
            return await self.preferences.load_player_locale(match.host_id)
        return await self.preferences.load_server_locale(match.server_id, self._find_server_locale)
