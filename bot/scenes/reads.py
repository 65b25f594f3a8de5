"""What the house that reads somebody says to them, and to nobody else: that it does, and what it read.

The `mind_reader` is another: it tells of somebody's profile what all of their matches show.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.table.table import Begun, Over, Play
from bot.texts import say
from games.match import UNRATED
from games.reader import Verdict


def begins(table: Begun, locale: str) -> str:
    """Until they have chosen for the first time."""
    return say("read-begins", locale) if table.agreement.reads and isinstance(table, Play) and not table.played else ""


def ended(table: Over, verdict: Verdict | None, locale: str) -> Iterator[str]:
    """What it went by in this match, and whether that was right. A match that came to nothing says nothing."""
    if not table.agreement.reads or table.result.reason in UNRATED:
        return
    if verdict is None:
        yield say("read-none", locale)
        return
    key, _, symbol = verdict.habit.partition("-")
    facts = {"what": table.game.say(f"habit-{verdict.habit}", locale)} if symbol else {}
    habit = say(f"read-{key}", locale, **facts)
    how = "open" if verdict.right is None else "right" if verdict.right else "wrong"
    yield say(f"read-{how}", locale, habit=habit, hits=verdict.hits, of=verdict.of, usual=round(verdict.usual))
