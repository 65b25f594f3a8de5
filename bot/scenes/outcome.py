"""What a match came to, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.core import Seat
from games.match import UNRATED, Match


def outcome(match: Match, locale: str) -> Iterator[str]:
    """Why it ended, then everybody by rank, unless nobody won; nothing while it runs."""
    if not match.result:
        return
    say = match.game.say
    places = {seat: say(f"seat-{seat}", locale) for seat in range(match.seats)}
    yield reason(match, places, locale)
    if match.result.reason in UNRATED:
        return
    for rank, seat, score in ranked(match):
        yield say("rank", locale, rank=rank, who=places[seat], score=score)


def reason(match: Match, places: Mapping[Seat, str], locale: str) -> str:
    """Why it ended; who gave up or was late, for they alone are not first, or who wanted it cancelled."""
    assert match.result
    who = [places[seat] for seat, rank in enumerate(match.result.ranks) if rank > 1]
    if match.result.reason == "cancelled" and match.caller is not None:
        who = [places[match.caller]]
    return match.game.say(f"reason-{match.result.reason}", locale, who=match.game.say.listed(who, locale))


def ranked(match: Match) -> list[tuple[int, Seat, int]]:
    """Everybody with rank and score, the best first."""
    assert match.result
    return sorted(
        zip(match.result.ranks, range(match.seats), match.result.scores, strict=True), key=lambda place: place[:2]
    )
