"""Typed moves are parsed as written or refused, but never as another move."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from games.core import Move
from tests.games.match_lines import parse_or_none
from tests.laws.law_tables import LawTable, sample_moves, sample_positions

TokensByShape: TypeAlias = dict[tuple[str, int], list[set[str]]]
"""The tokens that occur at each position of moves with the same first token and length."""


def test_misspelled_move_is_not_read_as_another_move(table: LawTable) -> None:
    """A move with doubled, missing or swapped tokens must be refused, or parsed as a move that has these tokens."""
    seats_to_move = [(match, min(match.seats_asked)) for match in sample_positions(table, 6) if match.seats_asked]
    moves = {move for match, seat in seats_to_move for move in match.legal_moves(seat)}
    shapes = _collect_shapes(moves)
    # Two stones and their spaces may be typed in either order, unless both orders are legal moves.
    swapped_moves = [
        (move, head, swapped)
        for move in sample_moves(sorted(moves), 400)
        for head, swapped in _swap_last_objects(move).items()
    ]
    ordered = {head for move, head, swapped in swapped_moves if swapped in moves and swapped != move}
    for match, seat in seats_to_move:
        legal = match.legal_moves(seat)
        for typed in [*_spoil_move(sample_moves(legal, 1)[0]), *_mix_common_tokens(legal, shapes)]:
            move = parse_or_none(match, seat, " ".join(typed))
            if move is not None:
                assert all(typed.count(token) <= move.count(token) for token in typed), f"{typed} is not {move}"
                if _has_known_tokens(typed, shapes):
                    possible_readings = {
                        typed,
                        *(swapped for head, swapped in _swap_last_objects(typed).items() if head not in ordered),
                    }
                    assert move in possible_readings, f"{typed} is not {move}"


def _collect_shapes(moves: set[Move]) -> TokensByShape:
    shapes: TokensByShape = {}
    for move in moves:
        places = shapes.setdefault((move[0], len(move)), [set() for _ in move])
        for place, token in zip(places, move, strict=True):
            place.add(token)
    return shapes


def _has_known_tokens(typed: Move, shapes: TokensByShape) -> bool:
    """Return whether each token occurs at its position in some legal move of the same length and first token."""
    places = shapes.get((typed[0], len(typed)), []) if typed else []
    return bool(places) and all(token in place for token, place in zip(typed, places, strict=True))


def _swap_last_objects(move: Move) -> dict[tuple[int, int], Move]:
    """Return variants of a move that name its last two objects in the other order.

    Objects can be of any equal length, so there can be several variants. Their keys are the length of the move and the
    number of tokens before both objects: `swap a1 c3` gives `{(3, 1): ("swap", "c3", "a1")}`.
    """
    heads = range(len(move) % 2, len(move) - 1, 2)
    middles = {head: (head + len(move)) // 2 for head in heads}
    return {(len(move), head): (*move[:head], *move[mid:], *move[head:mid]) for head, mid in middles.items()}


def _spoil_move(move: Move) -> Iterator[Move]:
    """Yield the move typed twice, and variants of it with single tokens doubled, dropped or swapped."""
    yield (*move, *[""] * 200, *move)
    spoilt = [
        each
        for index in range(len(move))
        for each in ((*move[: index + 1], *move[index:]), (*move[:index], *move[index + 1 :]))
    ]
    for first, second in combinations(range(len(move)), 2):
        swapped = list(move)
        swapped[first], swapped[second] = move[second], move[first]
        spoilt.append(tuple(swapped))
    yield from sample_moves(spoilt, 5)


def _mix_common_tokens(legal: Sequence[Move], shapes: TokensByShape) -> set[Move]:
    """Return random moves made of tokens that occur at many positions, which are the most ambiguous."""
    mixed, chance = set(), random.Random(len(legal))
    for shape in sorted({(move[0], len(move)) for move in legal}):
        counts = Counter(token for place in shapes[shape] for token in place)
        max_count = max(counts.values())
        pools = [sorted({token for token in place if counts[token] == max_count} or place) for place in shapes[shape]]
        mixed |= {tuple(map(chance.choice, pools)) for _ in range(12)}
    return mixed
