"""Perft: compares the moves and counts of two move generators that share no code."""

from __future__ import annotations

import random
from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.shamanic_chess.legal_moves import count_legal_moves, divide_perft, generate_legal_moves, perft
from games.shamanic_chess.position import Position, apply_move
from tests.effort_level import make_settings_for_slow_test
from tests.games.shamanic_chess import reference_rules
from tests.games.shamanic_chess.positions import (
    PERFT_COUNTS,
    RANDOM_PLAY_FENS,
    draw_playable_fens,
    parse_position,
    split_move,
)


@pytest.mark.parametrize(("fen", "variant", "counts"), PERFT_COUNTS)
def test_perft_returns_the_known_counts(fen: str, variant: str, counts: tuple[int, ...]) -> None:
    position, free_shamans = parse_position(fen), variant == "free"
    assert tuple(perft(position, depth, free_shamans=free_shamans) for depth in range(1, len(counts) + 1)) == counts
    assert sum(divide_perft(position, 2, free_shamans=free_shamans).values()) == counts[1]


SMALL_PERFT_COUNTS = [
    (fen, variant, counts[:2] if counts[1] < 5_000 else counts[:1]) for fen, variant, counts in PERFT_COUNTS
]
"""The perft counts that are small enough for the slow reference implementation."""


@pytest.mark.parametrize(("fen", "variant", "counts"), SMALL_PERFT_COUNTS)
def test_reference_generator_returns_the_known_perft_counts(fen: str, variant: str, counts: tuple[int, ...]) -> None:
    for depth, expected in enumerate(counts, 1):
        assert reference_rules.count_perft(reference_rules.parse_fen(fen), depth, variant == "free") == expected


def assert_same_moves(fen: str, *, free_shamans: bool) -> None:
    expected = dict(reference_rules.list_legal_moves(reference_rules.parse_fen(fen), free_shamans))
    position = parse_position(fen)
    assert join_legal_moves(position, free_shamans=free_shamans) == sorted(expected)
    assert count_legal_moves(position, free_shamans=free_shamans) == len(expected)


def join_legal_moves(position: Position, *, free_shamans: bool) -> list[str]:
    return sorted("".join(move) for move in generate_legal_moves(position, free_shamans=free_shamans))


@make_settings_for_slow_test(2)
@given(draw_playable_fens(), st.booleans())
def test_generators_agree_on_any_position(fen: str, free_shamans: bool) -> None:
    assert_same_moves(fen, free_shamans=free_shamans)


@make_settings_for_slow_test(3)
@given(draw_playable_fens(), st.booleans(), st.randoms(use_true_random=False))
def test_generators_agree_after_any_move(fen: str, free_shamans: bool, chance: random.Random) -> None:
    legal = list(reference_rules.list_legal_moves(reference_rules.parse_fen(fen), free_shamans))
    for move, after in chance.sample(legal, min(4, len(legal))):
        position = apply_move(parse_position(fen), split_move(move))
        expected = dict(reference_rules.list_legal_moves(after, free_shamans))
        assert join_legal_moves(position, free_shamans=free_shamans) == sorted(expected)


@make_settings_for_slow_test(8)
@given(st.sampled_from(RANDOM_PLAY_FENS), st.booleans(), st.randoms(use_true_random=False))
def test_generators_agree_throughout_random_play(fen: str, free_shamans: bool, chance: random.Random) -> None:
    """The kind of move is drawn first, because otherwise nearly all moves would be journeys."""
    reference, position = reference_rules.parse_fen(fen), parse_position(fen)
    for _ in range(12):
        legal = dict(reference_rules.list_legal_moves(reference, free_shamans))
        assert join_legal_moves(position, free_shamans=free_shamans) == sorted(legal)
        kinds = [group for group in group_by_kind(legal) if group]
        if not kinds:
            return
        move = chance.choice(chance.choice(kinds))
        reference, position = legal[move], apply_move(position, split_move(move))


def group_by_kind(moves: Collection[str]) -> list[list[str]]:
    """Return three lists: ordinary moves, wakings and journeys."""
    return [
        [move for move in moves if "~" not in move and "^" not in move],
        [move for move in moves if "^" in move],
        [move for move in moves if "~" in move],
    ]


def test_en_passant_capture_can_block_a_check() -> None:
    """No match can reach this position, but a match can start from it as a FEN."""
    fen = "8/8/8/4k3/1pP5/8/8/B3K3 b - c3 0 1"
    assert_same_moves(fen, free_shamans=False)
    assert ("b4", "c3") in set(generate_legal_moves(parse_position(fen), free_shamans=False))
