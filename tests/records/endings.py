"""Replays recorded matches and describes how they ended."""

from __future__ import annotations

from games.match import Match
from games.record import Record, replay_positions


def describe_end(match: Match) -> str:
    assert match.result
    ranks, scores = (" ".join(map(str, numbers)) for numbers in (match.result.ranks, match.result.scores))
    return f"after {match.step} steps, {match.result.reason}: ranks {ranks}, scores {scores}"


def replay_record(record: Record) -> Match:
    """Return the match after the last line of a record."""
    for _, match in replay_positions(record):
        end = match
    return end
