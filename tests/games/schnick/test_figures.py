"""Random play comes to the known figures, within what chance allows; `figures` itself compares more matches."""

from __future__ import annotations

from functools import cache

import pytest

from tests.effort import LITTLE
from tests.games.schnick.figures import FOUND, Match, compared, played

pytestmark = pytest.mark.again
MATCHES = 100 if LITTLE else 300


@cache
def sample(seats: int) -> list[Match]:
    return played(seats, MATCHES)


@pytest.mark.parametrize("seats", FOUND)
def test_random_play_comes_to_the_known_figures(seats: int) -> None:
    apart = {
        name: (ours, theirs) for name, ours, theirs, most in compared(seats, sample(seats)) if abs(ours - theirs) > most
    }
    assert not apart


@pytest.mark.parametrize("seats", FOUND)
def test_no_match_outlasts_the_pile(seats: int) -> None:
    assert max(match.duels for match in sample(seats)) <= 49 - 6 * seats


def test_a_duel_takes_five_steps_in_four() -> None:
    matches = [match for seats in FOUND for match in sample(seats)]
    assert abs(sum(match.steps for match in matches) / sum(match.duels for match in matches) - 1.25) < 0.03


@pytest.mark.parametrize("seats", FOUND)
def test_a_joker_or_two_is_played_a_match(seats: int) -> None:
    assert 0.3 < sum(match.jokers for match in sample(seats)) / MATCHES < 2.1
