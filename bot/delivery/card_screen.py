"""What the card of a match shows in its channel, as its table stands; and whether that is what it showed before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.delivery.attendance import Attendance
from bot.delivery.temporary_reveal import TemporaryReveal
from bot.i18n import say
from bot.matches.cache import MatchCache
from bot.matches.model import ClosedMatch, FinishedMatch, MatchState, Offer, RunningMatch
from bot.ratings.leaderboard import Leaderboard
from bot.screens import match_card as scenes
from bot.screens import offer_card, result_card, review_positions
from bot.screens.names import absence_lines, moment
from bot.screens.scene import Scene
from games.words import LOCALES

NOBODY: Final[frozenset[int]] = frozenset()


@dataclass(eq=False)
class CardScreen:
    matches: MatchCache
    temporary_reveal: TemporaryReveal
    attendance: Attendance
    leaderboard: Leaderboard
    _now: Callable[[], int]

    async def as_of(
        self,
        match: MatchState,
        locale: str,
        gone: frozenset[int],
        called: frozenset[int] = NOBODY,
        *,
        strips: bool = False,
    ) -> Scene:
        """Abroad nobody sees to it that it stays so: until when it was, and that a press brings it up to date."""
        scene = await self.scene(match, locale, called, gone, strips=strips)
        if match.is_over or not match.is_user_installed:
            return scene
        return replace(scene, below=(*scene.below, say("as-of", locale, at=moment(self._now()))))

    def alike(self, match: MatchState, before: MatchState | None) -> bool:
        """Whoever thinks again changes nothing there; an edit that says the same would tell others of it."""
        if (
            not isinstance(match, RunningMatch)
            or not isinstance(before, RunningMatch)
            or match.engine.step != before.engine.step
        ):
            return False
        # Where nothing lies open and nobody is called or away; the language makes no difference.
        was, now = (scenes.playing(it, LOCALES[0], self.matches.absences, uncovered=False) for it in (before, match))
        return was == now

    async def scene(
        self, match: MatchState, locale: str, called: frozenset[int], gone: frozenset[int], *, strips: bool = False
    ) -> Scene:
        """What lies open is covered where it lies; a message that is stripped meanwhile will not be found again."""
        match match:
            case ClosedMatch():
                return replace(offer_card.closed(match, locale), called=called)
            case Offer():
                scene = offer_card.offer(match, locale, self.matches.absences, called=called)
                return replace(scene, below=(*scene.below, *absence_lines(self.attendance.among(match, gone), locale)))
            case FinishedMatch():
                passed = await asyncio.to_thread(review_positions.passed, await self.matches.journal(match.id))
                return result_card.over(match, locale, passed, await self.leaderboard.card(match.id), called=called)
            case RunningMatch():
                uncovered = self.temporary_reveal.lifted(match) and not strips
                absent = self.attendance.among(match, gone)
                return scenes.playing(
                    match, locale, self.matches.absences, uncovered=uncovered, called=called, absent=absent
                )
        raise TypeError(match)
