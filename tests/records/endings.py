"""How a recorded match ended."""

from __future__ import annotations

from games.match import Match
from games.record import Record, replay_positions


def describe_end(engine: Match) -> str:
    assert engine.result
    ranks, scores = (" ".join(map(str, numbers)) for numbers in (engine.result.ranks, engine.result.scores))
    return f"after {engine.step} steps, {engine.result.reason}: ranks {ranks}, scores {scores}"


def replay_record(record: Record) -> Match:
    """Return the match after the last line."""
    for _, engine in replay_positions(record):
        end = engine
    return end
