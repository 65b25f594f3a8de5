"""Two generators that share no code agree on every count and every turn."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.shamanic_chess import fen
from games.shamanic_chess.position import after
from games.shamanic_chess.turns import count, divided, perft, turns
from tests.effort import rarely
from tests.games.shamanic_chess import plain
from tests.games.shamanic_chess.drawn import (
    COUNTS,
    CROWDED,
    ENDGAME,
    KIWI,
    PASSING,
    diagrams,
    position,
    word_of,
)


@pytest.mark.parametrize(("drawn", "variant", "counts"), COUNTS)
def test_counts_are_those_of_the_rules(drawn: str, variant: str, counts: tuple[int, ...]) -> None:
    free = variant == "free"
    assert tuple(perft(position(drawn), depth, free=free) for depth in range(1, len(counts) + 1)) == counts
    assert sum(divided(position(drawn), 2, free=free).values()) == counts[1]


SLOWLY = [(drawn, variant, counts[:2] if counts[1] < 5_000 else counts[:1]) for drawn, variant, counts in COUNTS]


@pytest.mark.parametrize(("drawn", "variant", "counts"), SLOWLY)
def test_plain_generator_counts_the_same(drawn: str, variant: str, counts: tuple[int, ...]) -> None:
    for depth, ways in enumerate(counts, 1):
        assert plain.count(plain.parse_fen(drawn), depth, variant == "free") == ways


def assert_same_turns(drawn: str, *, free: bool) -> None:
    slow = dict(plain.list_legal(plain.parse_fen(drawn), free))
    fast = position(drawn)
    assert sorted("".join(word) for word in turns(fast, free=free)) == sorted(slow)
    assert count(fast, free=free) == len(slow)


@rarely(2)
@given(diagrams(), st.booleans())
def test_generators_agree_on_any_position(drawn: str, free: bool) -> None:
    assert_same_turns(drawn, free=free)


@rarely(3)
@given(diagrams(), st.booleans(), st.randoms(use_true_random=False))
def test_generators_agree_after_any_turn(drawn: str, free: bool, chance: random.Random) -> None:
    slow = list(plain.list_legal(plain.parse_fen(drawn), free))
    for word, then in chance.sample(slow, min(4, len(slow))):
        fast = after(position(drawn), word_of(word))
        assert sorted("".join(each) for each in turns(fast, free=free)) == sorted(dict(plain.list_legal(then, free)))


@rarely(8)
@given(
    st.sampled_from([fen.INITIAL, KIWI, ENDGAME, PASSING, CROWDED]), st.booleans(), st.randoms(use_true_random=False)
)
def test_generators_agree_throughout_random_play(drawn: str, free: bool, chance: random.Random) -> None:
    """Moves, wakings and journeys equally often: else nearly all would be journeys."""
    slow, fast = plain.parse_fen(drawn), position(drawn)
    for _ in range(12):
        ways = dict(plain.list_legal(slow, free))
        assert sorted("".join(word) for word in turns(fast, free=free)) == sorted(ways)
        kinds = [list(filter(None, group)) for group in group_by_kind(ways)]
        if not any(kinds):
            return
        word = chance.choice(chance.choice([group for group in kinds if group]))
        slow, fast = ways[word], after(fast, word_of(word))


def group_by_kind(ways: dict[str, plain.Plain]) -> list[list[str]]:
    return [
        [word for word in ways if "~" not in word and "^" not in word],
        [word for word in ways if "^" in word],
        [word for word in ways if "~" in word],
    ]


def test_check_by_a_slider_can_be_parried_in_passing() -> None:
    """No match comes to this, but a drawn one may."""
    drawn = "8/8/8/4k3/1pP5/8/8/B3K3 b - c3 0 1"
    assert_same_turns(drawn, free=False)
    assert ("b4", "c3") in set(turns(position(drawn), free=False))
