"""Renders the result of a day of the daily duel for one person."""

from __future__ import annotations

from bot.daily.service import ClosedDay, DailyService
from bot.screens import daily as screens
from bot.screens.scene import Scene


async def render_daily_result(
    daily: DailyService, closed: ClosedDay, person_id: int, locale: str, *, can_share: bool
) -> Scene:
    """Render a person's result of a closed day or, if they did not play, the public result."""
    own = closed.find_choice(person_id)
    named_ids = await daily.list_named(closed)
    if own is None:
        return screens.render_not_played(closed, named_ids, locale)
    standing = screens.OwnStanding(
        await daily.count_streak(person_id, closed.day),
        await daily.load_month(closed.day),
        await daily.find_habit(person_id),
    )
    return screens.render_result(closed, own, standing, named_ids, locale, can_share=can_share)
