"""Draws the seed of a practice match that begins with about equal chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from secrets import token_bytes
from typing import Final

from bot.matches import fold
from bot.matches.model import RunningMatch
from storage import Event, NewMatch

EVEN_SHARE_TOLERANCE: Final = 0.05
"""The largest difference between a person's win share and an even share at which a deal counts as even."""
MAX_DEALS_DRAWN: Final = 60
"""The maximum number of seeds to try. In the Duel and in Schnick, one deal in three to five is even."""


def draw_even_seed(new_match: NewMatch, events: Sequence[Event]) -> str:
    """Return a random seed that gives the person about the same chances as the house, in hexadecimal.

    Draw at most `MAX_DEALS_DRAWN` seeds. If none of them is even enough, return the one with the most even chances.
    """
    most_even_seed, least_difference = new_match.seed, 1.0
    for _ in range(MAX_DEALS_DRAWN):
        seed = token_bytes(32).hex()
        match = fold.fold_new_match(replace(new_match, seed=seed), events)
        assert isinstance(match, RunningMatch)
        difference = _measure_unevenness(match)
        if difference < least_difference:
            most_even_seed, least_difference = seed, difference
        if least_difference <= EVEN_SHARE_TOLERANCE:
            break
    return most_even_seed


def _measure_unevenness(match: RunningMatch) -> float:
    """Return the difference between the person's expected share of wins and an even share, such as 1/2 of two seats."""
    (seat,) = set(range(match.engine.seats)) - match.ai_controlled_seats
    return abs(match.game.win_shares(match.engine.state)[seat] - 1 / match.engine.seats)
