"""How a recorded match ended, in a line."""

from __future__ import annotations

from games.match import Match


def ends(match: Match) -> str:
    assert match.result
    ranks, scores = (" ".join(map(str, numbers)) for numbers in (match.result.ranks, match.result.scores))
    return f"after {match.step} steps, {match.result.reason}: ranks {ranks}, scores {scores}"
