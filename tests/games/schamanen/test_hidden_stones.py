"""In memory the house mixes its masks for all that may lie beneath the backs: what it takes for likely, how well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

import pytest

from games.match import Match
from games.schamanen import GAME
from games.schamanen.evaluation import Evaluator
from games.schamanen.hidden_stones import Layout, PublicBelief
from games.schamanen.state import VALUES
from tests.games.schamanen.boards import RULES_BOARD, VIEWERS, begin_duel, play_lines, play_randomly


def play_memory(seed: int, **options: Any) -> Iterator[Match]:
    for match in play_randomly(seed, variant="memory", placement="random", **options):
        if match.state.phase == "mask":
            yield match


def find_layout(match: Match, side: int) -> Layout:
    at = match.state.stone_spaces[side]
    return tuple(at.index(space) + 1 for space in range(9))


def test_belief_is_the_same_to_all_eyes_and_fits_what_was_turned_up() -> None:
    for likely in PublicBelief.from_view(next(play_memory(2)).view_of(None)).layout_probabilities:
        often = Counter((space, value) for each in likely for space, value in enumerate(each))
        assert set(often.values()) == {len(likely) // 9}, "before the first duel any stone lies beneath each back"
    for match in play_memory(1, duel_limit=9):
        views = [match.view_of(seat) for seat in VIEWERS]
        backs = [PublicBelief.from_view(view) for view in views]
        assert (
            len(
                {
                    (each.known_stones, each.bison_shells, each.duels_fought, repr(each.layout_probabilities))
                    for each in backs
                }
            )
            == 1
        )
        assert (backs[0].bison_shells, backs[0].duels_fought) == (match.state.shells[0], match.state.duels_fought)
        for side in (0, 1):
            assert backs[0].known_stones[side] == tuple(value for (value,) in views[2].known_stones[side])
            assert sum(backs[0].layout_probabilities[side].values()) == pytest.approx(1)
            for each in backs[0].layout_probabilities[side]:
                assert sorted(each) == list(VALUES)
                assert all(there in (0, value) for there, value in zip(backs[0].known_stones[side], each, strict=True))


def test_no_mask_gains_against_the_mixes_of_the_other_side() -> None:
    for match in play_memory(3, duel_limit=5):
        backs = PublicBelief.from_view(match.view_of(None))
        mixes = [
            {each: [float(one) for one in backs.compute_mix(side, each)] for each in backs.layout_probabilities[side]}
            for side in (0, 1)
        ]
        for side in (0, 1):
            gained = 0.0
            for own, share in backs.layout_probabilities[side].items():
                hopes = expected_values(backs, side, own, mixes[1 - side])
                gained += share * (max(hopes) - sum(map(prod, zip(mixes[side][own], hopes, strict=True))))
            assert 0 <= gained < 0.003


def expected_values(backs: PublicBelief, side: int, own: Layout, theirs: dict[Layout, list[float]]) -> Sequence[float]:
    """Return the value of each mask against all that the other side may have."""
    tariff = Evaluator(backs.terms, ((), ()), backs.bison_shells, backs.duels_fought).win_values
    hopes = [0.0] * 3
    for other, shares in theirs.items():
        for mine, their in ((mine, their) for mine in range(3) for their in range(3)):
            space = 3 * mine + their if side == 0 else 3 * their + mine
            bison = tariff[10 * own[space] + other[space] if side == 0 else 10 * other[space] + own[space]]
            hopes[mine] += (
                backs.layout_probabilities[1 - side][other] * shares[their] * (bison if side == 0 else 1 - bison)
            )
    return hopes


def test_mask_makes_good_stones_in_its_line_more_likely() -> None:
    """Of whom a 5 was turned up in the line they chose, the rest of that line is better than their other stones."""
    match = next(
        each
        for each in (begin_duel(seed, variant="memory", placement="random", prize="one") for seed in range(99))
        if find_layout(each, 0)[4] == 5
    )
    (before, _), (after, _) = (
        PublicBelief.from_view(each.view_of(None)).layout_probabilities for each in (match, play_lines(match, "b2"))
    )
    found = [sum(share * (each[3] + each[5]) / 2 for each, share in likely.items()) for likely in (before, after)]
    assert found[0] == 5
    assert found[1] > 5.3


def test_house_mixes_by_its_own_stones_if_it_has_seen_them() -> None:
    """With the same backs, others have other masks; a drawn board has shown nobody anything."""
    match = next(play_memory(4))
    own = find_layout(match, 0)
    shares = list(GAME.policy(match.view_of(0), "strong", lambda: 1.0).values())
    assert shares == list(PublicBelief.from_view(match.view_of(0)).compute_mix(0, own))
    assert shares != list(PublicBelief.from_view(match.view_of(0)).compute_mix(0, (*own[3:], *own[:3])))
    blind = GAME.policy(begin_duel(board=RULES_BOARD, variant="memory").view_of(0), "strong", lambda: 1.0)
    assert len(set(blind.values())) <= 2
