"""Who knows strong in memory imagines it as it plays: else their search would prove nothing."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from games.core import Level
from games.schamanen import GAME
from games.schamanen.state import VALUES
from tests.games.schamanen.drawn import wandering
from tests.tools.bench.seer import Imagined, Seer


@pytest.mark.parametrize("seat", [0, 1])
def test_they_imagine_the_mix_that_it_has(seat: int) -> None:
    held = 0
    for match in wandering(3, variant="memory", placement="random", duel_limit=5):
        if match.state.phase == "mask":
            lies = match.state.at[1 - seat]
            layout = tuple(next(value for value in VALUES if lies[value - 1] == space) for space in range(9))
            found = Imagined(match.view(seat), layout).mix
            assert list(found) == list(GAME.mix(match.view(1 - seat), Level.STRONG, lambda: 1.0).values())
            held += 1
    assert held >= 3


def test_what_lies_open_lies_there_in_all_that_they_imagine() -> None:
    matches = list(wandering(4, variant="memory", placement="random", duel_limit=5))
    seer = Seer(matches[0].view(0), Random(1))
    for before, match in pairwise(matches):
        if match.step > before.step and not match.result:
            seer.sees(match.view(0), None)
            known = match.view(0).known[1]
            assert all(layout[at] == pile[0] for layout in seer.likely for at, pile in enumerate(known) if pile[0])
            assert all(sorted(layout) == list(VALUES) for layout in seer.likely)
