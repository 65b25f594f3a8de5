"""What a match came to, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.core import Seat
from games.match import Match


def outcome(match: Match, locale: str, places: Mapping[Seat, str] | None = None) -> Iterator[str]:
    """Why it ended, then everybody by rank, as they are called at this table; nothing while it runs."""
    if not match.result:
        return
    say = match.game.say
    yield say(f"reason-{match.result.reason}", locale)
    for seat in sorted(range(match.seats), key=match.result.ranks.__getitem__):
        rank, score = match.result.ranks[seat], match.result.scores[seat]
        who = places[seat] if places else say(f"seat-{seat}", locale)
        yield say("rank", locale, rank=rank, who=who, score=score)
