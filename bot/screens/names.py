"""How people, seats and times are called wherever they are read of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.i18n import say
from bot.matches.model import StartedMatch
from bot.screens.scene import MentionFallbacks
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games.core import Seat
from games.refused import Refused

TYPED_FACTS: Final = frozenset({"given", "match", "near", "option", "typed", "value", "word"})
"""Of what is said of a refusal, what may be as somebody wrote it."""


def format_mention(person_id: int | None, locale: str) -> str:
    """A mention, which Discord shows as the name; nobody is pinged by it unless the scene says so."""
    if person_id is None:
        return say("the-house", locale)
    return say("somebody", locale) if person_id < 0 else f"<@{person_id}>"


def escape_markdown(text: str) -> str:
    """What somebody has typed, as they did: no sign in it does anything, and nobody is called by it."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def escape_typed_facts(refusal: Refused) -> Refused:
    """A refusal that says again what it refuses."""
    facts = {
        name: escape_markdown(fact) if name in TYPED_FACTS and isinstance(fact, str) else fact
        for name, fact in refusal.facts.items()
    }
    return Refused(refusal.key, refusal.package, **facts)


def capitalize_sentence(line: str) -> str:
    """It begins with a capital, behind whatever sign stands there, also where it begins with “the house”."""
    return re.sub(r"\w", lambda first: first[0].upper(), line, count=1)


def format_player_names(match: StartedMatch, locale: str) -> tuple[str, ...]:
    """By seat, for what is told: the title says already who sits where.

    Where a name alone would not tell two seats apart, the seat does: of several that are the house's, and of people who
    asked to be forgotten.
    """
    houses = match.player_ids.count(None)

    def name(seat: Seat) -> str:
        person_id = match.player_ids[seat]
        if person_id is None:
            return format_seated_player(match, seat, locale) if houses > 1 else format_mention(person_id, locale)
        return match.game.say(f"seat-{seat}", locale) if person_id < 0 else format_mention(person_id, locale)

    return tuple(name(seat) for seat in range(match.engine.seats))


def format_title_names(match: StartedMatch, locale: str) -> tuple[str, ...]:
    """By seat, as in a title: with the side one plays, where there are two. At a table for many a seat is a colour, and
    the board has names beside it.
    """
    if match.game.SEATS[-1] > 2:
        return format_player_names(match, locale)
    return tuple(format_seated_player(match, seat, locale) for seat in range(match.engine.seats))


def format_seated_player(match: StartedMatch, seat: Seat, locale: str) -> str:
    """Who sits there, and what the seat is called in the game."""
    return say(
        "seated",
        locale,
        seat=match.game.say(f"seat-{seat}", locale),
        who=format_mention(match.player_ids[seat], locale),
    )


def list_mention_fallbacks(match: StartedMatch, locale: str) -> MentionFallbacks:
    """Those of its people who have a name, and their seats."""
    return tuple(
        (person_id, match.game.say(f"seat-{seat}", locale))
        for seat, person_id in enumerate(match.player_ids)
        if person_id is not None and person_id >= 0
    )


def list_picture_names(match: StartedMatch, locale: str) -> tuple[int | str, ...]:
    """By seat, for pictures: people by their numbers, and as it stands what nobody has to look up."""

    def plate(seat: Seat) -> int | str:
        person_id = match.player_ids[seat]
        if person_id is None:
            return capitalize_sentence(say("the-house", locale))
        return match.game.say(f"seat-{seat}", locale) if person_id < 0 else person_id

    return tuple(plate(seat) for seat in range(match.engine.seats))


def format_duration(duration_ms: int | None, locale: str) -> str:
    """In the largest unit that fits."""
    if duration_ms is None:
        return say("span-none", locale)
    for unit, name in ((DAY_MS, "days"), (HOUR_MS, "hours"), (MINUTE_MS, "minutes")):
        if duration_ms % unit == 0:
            return say(f"span-{name}", locale, count=duration_ms // unit)
    return say("span-seconds", locale, count=max(1, duration_ms // 1000))


def format_relative_time(time_ms: int) -> str:
    """“In 5 minutes”: the reader's Discord counts it down."""
    return f"<t:{time_ms // 1000}:R>"


def format_time_left(deadline_ms: int, locale: str) -> str:
    """Until when somebody has time to choose: a moment alone reads like a date."""
    return say("time-up", locale, until=format_relative_time(deadline_ms))


def format_date(time_ms: int) -> str:
    """As the reader writes dates."""
    return f"<t:{time_ms // 1000}:D>"


@dataclass(frozen=True, slots=True)
class AbsentPlayers:
    """Who is not there."""

    left_server_ids: frozenset[int] = frozenset()
    """Who has left the server."""
    holidays: tuple[tuple[int, int], ...] = ()
    """Who is on holiday, and until when."""

    def without(self, person_id: int) -> AbsentPlayers:
        """Of oneself one knows."""
        return AbsentPlayers(
            self.left_server_ids - {person_id}, tuple(it for it in self.holidays if it[0] != person_id)
        )


NO_ABSENT_PLAYERS: Final = AbsentPlayers()


def format_absences(absent: AbsentPlayers, locale: str) -> Iterator[str]:
    """Yield a line for those who have left, and one for each who is on holiday."""
    if absent.left_server_ids:
        who = [format_mention(person_id, locale) for person_id in sorted(absent.left_server_ids)]
        yield say("absent-gone", locale, who=say.format_list(who, locale), count=len(who))
    for person_id, until in absent.holidays:
        yield say("absent-away", locale, who=format_mention(person_id, locale), until=format_date(until))
