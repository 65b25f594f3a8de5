"""The hard level in the memory variant: its beliefs about hidden stones, and its mixes of masks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

import pytest

from games.match import Match
from games.schamanen import GAME
from games.schamanen.evaluation import Evaluator
from games.schamanen.hidden_stones import Layout, PublicBelief
from games.schamanen.state import VALUES
from tests.games.schamanen.boards import RULES_BOARD, VIEWERS, begin_duel, play_lines, play_randomly


def play_memory(seed: int, **options: object) -> Iterator[Match]:
    """Play a random match of the memory variant. Yield the match before each duel."""
    for match in play_randomly(seed, variant="memory", placement="random", **options):
        if match.state.phase == "mask":
            yield match


def find_layout(match: Match, side: int) -> Layout:
    spaces = match.state.stone_spaces[side]
    return tuple(spaces.index(space) + 1 for space in range(9))


def test_belief_is_the_same_for_all_seats_and_fits_revealed_stones() -> None:
    for layouts in PublicBelief.from_view(next(play_memory(2)).view_of(None)).layout_probabilities:
        counts = Counter((space, value) for layout in layouts for space, value in enumerate(layout))
        expected = len(layouts) // 9
        assert set(counts.values()) == {expected}, "before the first duel each value is equally likely on each space"
    for match in play_memory(1, duel_limit=9):
        views = [match.view_of(seat) for seat in VIEWERS]
        beliefs = [PublicBelief.from_view(view) for view in views]
        contents = {
            (belief.known_stones, belief.bison_shells, belief.duels_fought, repr(belief.layout_probabilities))
            for belief in beliefs
        }
        assert len(contents) == 1
        belief = beliefs[0]
        assert (belief.bison_shells, belief.duels_fought) == (match.state.shells[0], match.state.duels_fought)
        for side in (0, 1):
            known_values = belief.known_stones[side]
            assert known_values == tuple(value for (value,) in views[2].known_stones[side])
            assert sum(belief.layout_probabilities[side].values()) == pytest.approx(1)
            for layout in belief.layout_probabilities[side]:
                assert sorted(layout) == list(VALUES)
                assert all(revealed in (0, value) for revealed, value in zip(known_values, layout, strict=True))


def test_no_mask_gains_against_the_mixes_of_the_opponent() -> None:
    for match in play_memory(3, duel_limit=5):
        belief = PublicBelief.from_view(match.view_of(None))
        mixes = [
            {
                layout: [float(share) for share in belief.compute_mix(side, layout)]
                for layout in belief.layout_probabilities[side]
            }
            for side in (0, 1)
        ]
        for side in (0, 1):
            gain = 0.0
            for own, probability in belief.layout_probabilities[side].items():
                values = compute_expected_values(belief, side, own, mixes[1 - side])
                gain += probability * (max(values) - sum(map(prod, zip(mixes[side][own], values, strict=True))))
            assert 0 <= gain < 0.003


def compute_expected_values(
    belief: PublicBelief, side: int, own: Layout, opponent_mixes: dict[Layout, list[float]]
) -> Sequence[float]:
    """Return the expected value of each mask over all layouts that the opponent may have."""
    win_values = Evaluator(belief.terms, ((), ()), belief.bison_shells, belief.duels_fought).win_values
    values = [0.0] * 3
    for other, mix in opponent_mixes.items():
        probability = belief.layout_probabilities[1 - side][other]
        for own_line, other_line in product(range(3), repeat=2):
            space = 3 * own_line + other_line if side == 0 else 3 * other_line + own_line
            bison = win_values[10 * own[space] + other[space] if side == 0 else 10 * other[space] + own[space]]
            values[own_line] += probability * mix[other_line] * (bison if side == 0 else 1 - bison)
    return values


def test_chosen_mask_makes_high_stones_in_its_line_more_likely() -> None:
    """A player who shows a 5 probably chose that line for its other stones, so they should be above average."""
    matches = (begin_duel(seed, variant="memory", placement="random", prize="one") for seed in range(99))
    match = next(match for match in matches if find_layout(match, 0)[4] == 5)
    (before, _), (after, _) = (
        PublicBelief.from_view(each.view_of(None)).layout_probabilities for each in (match, play_lines(match, "b2"))
    )
    means = [
        sum(probability * (layout[3] + layout[5]) / 2 for layout, probability in probabilities.items())
        for probabilities in (before, after)
    ]
    assert means[0] == 5
    assert means[1] > 5.3


def test_mix_depends_on_own_stones_only_if_they_were_seen() -> None:
    """With random placement the owner has seen the stones. On a preset board in memory, nobody has seen any stone."""
    match = next(play_memory(4))
    own = find_layout(match, 0)
    shares = list(GAME.policy(match.view_of(0), "hard", lambda: 1.0).values())
    assert shares == list(PublicBelief.from_view(match.view_of(0)).compute_mix(0, own))
    assert shares != list(PublicBelief.from_view(match.view_of(0)).compute_mix(0, (*own[3:], *own[:3])))
    unseen = GAME.policy(begin_duel(board=RULES_BOARD, variant="memory").view_of(0), "hard", lambda: 1.0)
    assert len(set(unseen.values())) <= 2
