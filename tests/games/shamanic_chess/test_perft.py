"""Two generators that share no code agree on every count and every turn."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.shamanic_chess import fen
from games.shamanic_chess.legal_moves import count_legal_moves, divide_perft, generate_legal_moves, perft
from games.shamanic_chess.position import apply_move
from tests.effort import rarely
from tests.games.shamanic_chess import reference_rules
from tests.games.shamanic_chess.positions import (
    CROWDED,
    EN_PASSANT,
    ENDGAME,
    KIWI,
    PERFT_COUNTS,
    parse_position,
    playable_fens,
    split_move,
)


@pytest.mark.parametrize(("drawn", "variant", "counts"), PERFT_COUNTS)
def test_counts_are_those_of_the_rules(drawn: str, variant: str, counts: tuple[int, ...]) -> None:
    free = variant == "free"
    assert (
        tuple(perft(parse_position(drawn), depth, free_shamans=free) for depth in range(1, len(counts) + 1)) == counts
    )
    assert sum(divide_perft(parse_position(drawn), 2, free_shamans=free).values()) == counts[1]


SLOWLY = [(drawn, variant, counts[:2] if counts[1] < 5_000 else counts[:1]) for drawn, variant, counts in PERFT_COUNTS]


@pytest.mark.parametrize(("drawn", "variant", "counts"), SLOWLY)
def test_plain_generator_counts_the_same(drawn: str, variant: str, counts: tuple[int, ...]) -> None:
    for depth, ways in enumerate(counts, 1):
        assert reference_rules.perft(reference_rules.parse_fen(drawn), depth, variant == "free") == ways


def assert_same_turns(drawn: str, *, free: bool) -> None:
    slow = dict(reference_rules.list_legal(reference_rules.parse_fen(drawn), free))
    fast = parse_position(drawn)
    assert sorted("".join(word) for word in generate_legal_moves(fast, free_shamans=free)) == sorted(slow)
    assert count_legal_moves(fast, free_shamans=free) == len(slow)


@rarely(2)
@given(playable_fens(), st.booleans())
def test_generators_agree_on_any_position(drawn: str, free: bool) -> None:
    assert_same_turns(drawn, free=free)


@rarely(3)
@given(playable_fens(), st.booleans(), st.randoms(use_true_random=False))
def test_generators_agree_after_any_turn(drawn: str, free: bool, chance: random.Random) -> None:
    slow = list(reference_rules.list_legal(reference_rules.parse_fen(drawn), free))
    for word, then in chance.sample(slow, min(4, len(slow))):
        fast = apply_move(parse_position(drawn), split_move(word))
        assert sorted("".join(each) for each in generate_legal_moves(fast, free_shamans=free)) == sorted(
            dict(reference_rules.list_legal(then, free))
        )


@rarely(8)
@given(
    st.sampled_from([fen.INITIAL_FEN, KIWI, ENDGAME, EN_PASSANT, CROWDED]),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_generators_agree_throughout_random_play(drawn: str, free: bool, chance: random.Random) -> None:
    """Moves, wakings and journeys equally often: else nearly all would be journeys."""
    slow, fast = reference_rules.parse_fen(drawn), parse_position(drawn)
    for _ in range(12):
        ways = dict(reference_rules.list_legal(slow, free))
        assert sorted("".join(word) for word in generate_legal_moves(fast, free_shamans=free)) == sorted(ways)
        kinds = [list(filter(None, group)) for group in group_by_kind(ways)]
        if not any(kinds):
            return
        word = chance.choice(chance.choice([group for group in kinds if group]))
        slow, fast = ways[word], apply_move(fast, split_move(word))


def group_by_kind(ways: dict[str, reference_rules.ReferencePosition]) -> list[list[str]]:
    return [
        [word for word in ways if "~" not in word and "^" not in word],
        [word for word in ways if "^" in word],
        [word for word in ways if "~" in word],
    ]


def test_check_by_a_slider_can_be_parried_in_passing() -> None:
    """No match comes to this, but a drawn one may."""
    drawn = "8/8/8/4k3/1pP5/8/8/B3K3 b - c3 0 1"
    assert_same_turns(drawn, free=False)
    assert ("b4", "c3") in set(generate_legal_moves(parse_position(drawn), free_shamans=False))
