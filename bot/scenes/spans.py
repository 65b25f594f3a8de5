"""Lengths of time in words, and moments as Discord tells them to everybody in their own time."""

from __future__ import annotations

from bot.texts import say
from bot.time import DAY, HOUR, MINUTE


def span(time: int | None, locale: str) -> str:
    """In the largest unit that fits."""
    if time is None:
        return say("span-none", locale)
    for unit, name in ((DAY, "days"), (HOUR, "hours"), (MINUTE, "minutes")):
        if time % unit == 0:
            return say(f"span-{name}", locale, count=time // unit)
    return say("span-seconds", locale, count=max(1, time // 1000))


def moment(at: int) -> str:
    """“In 5 minutes”: the reader's Discord counts it down."""
    return f"<t:{at // 1000}:R>"


def runs_out(at: int, locale: str) -> str:
    """Until when somebody has time to choose: a moment alone reads like a date."""
    return say("time-up", locale, until=moment(at))


def day(at: int) -> str:
    """As the reader writes dates."""
    return f"<t:{at // 1000}:D>"
