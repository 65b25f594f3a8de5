"""What weighs most for whoever looks back."""

from __future__ import annotations

from games.match import Match
from games.woodwalkers.weight import weigh_step
from tests.games.lines import said
from tests.games.woodwalkers.drawn import WOLF_AND_OTTER, moving


def weighed(match: Match, *lines: str) -> list[int]:
    found = []
    for line in lines:
        after = said(match, line)
        found.append(weigh_step(match.view(None), after.view(None)))
        match = after
    return found


def test_a_duel_weighs_once_it_is_settled() -> None:
    assert weighed(moving(WOLF_AND_OTTER, 2), "0 move d2 d4") == [4]


def test_what_is_fought_for_weighs_too() -> None:
    assert weighed(moving("4 - . . 1ot+7\n2 - . . 0wo", 2), "0 move d2 d4") == [11]


def test_the_last_of_an_animal_weighs_most() -> None:
    [gone] = weighed(moving("4 - . . 1ot2\n2 - . . 0wo", 2), "0 move d2 d4")
    assert gone == 10


def test_a_flag_that_is_found_weighs_half_of_what_it_is_worth() -> None:
    assert weighed(moving("4 - . . ?12\n2 - . . 0wo", 2), "0 move d2 d4") == [6]


def test_to_walk_is_plain() -> None:
    assert weighed(moving(WOLF_AND_OTTER, 2), "0 move d2 e2") == [0]
