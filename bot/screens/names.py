"""How people, seats and times are called wherever they are read of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.i18n import say
from bot.matches.model import StartedMatch
from bot.screens.scene import Named
from bot.wall_clock import DAY, HOUR, MINUTE
from games.core import Seat
from games.refused import Refused

TYPED: Final = frozenset({"given", "match", "near", "option", "typed", "value", "word"})
"""Of what is said of a refusal, what may be as somebody wrote it."""


def called(person_id: int | None, locale: str) -> str:
    """A mention, which Discord shows as the name; nobody is pinged by it unless the scene says so."""
    if person_id is None:
        return say("the-house", locale)
    return say("somebody", locale) if person_id < 0 else f"<@{person_id}>"


def plain(text: str) -> str:
    """What somebody has typed, as they did: no sign in it does anything, and nobody is called by it."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def typed(no: Refused) -> Refused:
    """A refusal that says again what it refuses."""
    facts = {name: plain(fact) if name in TYPED and isinstance(fact, str) else fact for name, fact in no.facts.items()}
    return Refused(no.key, no.package, **facts)


def sentence(line: str) -> str:
    """It begins with a capital, behind whatever sign stands there, also where it begins with “the house”."""
    return re.sub(r"\w", lambda first: first[0].upper(), line, count=1)


def names(match: StartedMatch, locale: str) -> tuple[str, ...]:
    """By seat, for what is told: the title says already who sits where.

    Where a name alone would not tell two seats apart, the seat does: of several that are the house's, and of people who
    asked to be forgotten.
    """
    houses = match.people.count(None)

    def name(seat: Seat) -> str:
        person_id = match.people[seat]
        if person_id is None:
            return seated(match, seat, locale) if houses > 1 else called(person_id, locale)
        return match.game.say(f"seat-{seat}", locale) if person_id < 0 else called(person_id, locale)

    return tuple(name(seat) for seat in range(match.engine.seats))


def placed(match: StartedMatch, locale: str) -> tuple[str, ...]:
    """By seat, as in a title: with the side one plays, where there are two. At a table for many a seat is a colour, and
    the board has names beside it.
    """
    if match.game.SEATS[-1] > 2:
        return names(match, locale)
    return tuple(seated(match, seat, locale) for seat in range(match.engine.seats))


def seated(match: StartedMatch, seat: Seat, locale: str) -> str:
    """Who sits there, and what the seat is called in the game."""
    return say("seated", locale, seat=match.game.say(f"seat-{seat}", locale), who=called(match.people[seat], locale))


def listed(match: StartedMatch, locale: str) -> Named:
    """Those of its people who have a name, and their seats."""
    return tuple(
        (person_id, match.game.say(f"seat-{seat}", locale))
        for seat, person_id in enumerate(match.people)
        if person_id is not None and person_id >= 0
    )


def plates(match: StartedMatch, locale: str) -> tuple[int | str, ...]:
    """By seat, for pictures: people by their numbers, and as it stands what nobody has to look up."""

    def plate(seat: Seat) -> int | str:
        person_id = match.people[seat]
        if person_id is None:
            return sentence(say("the-house", locale))
        return match.game.say(f"seat-{seat}", locale) if person_id < 0 else person_id

    return tuple(plate(seat) for seat in range(match.engine.seats))


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


@dataclass(frozen=True, slots=True)
class AbsentPlayers:
    """Who is not there."""

    gone: frozenset[int] = frozenset()
    """Who has left the server."""
    away: tuple[tuple[int, int], ...] = ()
    """Who is on holiday, and until when."""

    def but(self, reader: int) -> AbsentPlayers:
        """Of oneself one knows."""
        return AbsentPlayers(self.gone - {reader}, tuple(it for it in self.away if it[0] != reader))


NOBODY: Final = AbsentPlayers()


def absence_lines(absent: AbsentPlayers, locale: str) -> Iterator[str]:
    """Yield a line for those who have left, and one for each who is on holiday."""
    if absent.gone:
        who = [called(person_id, locale) for person_id in sorted(absent.gone)]
        yield say("absent-gone", locale, who=say.format_list(who, locale), count=len(who))
    for person_id, until in absent.away:
        yield say("absent-away", locale, who=called(person_id, locale), until=day(until))
