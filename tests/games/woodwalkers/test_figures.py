"""Random play comes to what it should: a small sample here, 3,000 matches with `figures`."""

from __future__ import annotations

import pytest

from tests.games.woodwalkers.figures import DUELS, SCORES, figures


@pytest.mark.parametrize(
    ("seats", "matches"),
    [
        pytest.param(2, 60, marks=pytest.mark.gate),
        pytest.param(3, 45, marks=pytest.mark.gate),
        (4, 30),
    ],
)
def test_random_play_scores_and_fights_as_much_as_it_should(seats: int, matches: int) -> None:
    score, duels = figures(seats, matches)
    assert score.agrees(SCORES[seats])
    assert duels.agrees(DUELS[seats])
    # The sample is large enough to tell the numbers of players apart by their duels.
    assert not any(duels.agrees(figure) for other, figure in DUELS.items() if other != seats)
