"""What players type is read as what they wrote, or refused."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from games.core import Move, Seat
from games.match import Match
from games.refused import Refused
from tests.laws.law_tables import LawTable, sample_moves, sample_positions

TokensByShape: TypeAlias = dict[tuple[str, int], list[set[str]]]
"""By verb and length of a word, the tokens that stand in each of its places."""


def test_nothing_is_read_that_was_not_written(table: LawTable) -> None:
    """Named twice, left out or elsewhere, a thing makes another word, if it makes one, and never what it stood in."""
    asked = [(engine, min(engine.seats_asked)) for engine in sample_positions(table, 6) if engine.seats_asked]
    words = {word for engine, seat in asked for word in engine.legal_moves(seat)}
    shapes = _collect_shapes(words)
    # Two stones and where they go may be said in either order; not so where both orders are words.
    turns = [
        (word, head, turned) for word in sample_moves(sorted(words), 400) for head, turned in _swap_halves(word).items()
    ]
    ordered = {head for word, head, turned in turns if turned in words and turned != word}
    for engine, seat in asked:
        legal = engine.legal_moves(seat)
        for typed in [*_spoil_move(sample_moves(legal, 1)[0]), *_mix_common_tokens(legal, shapes)]:
            word = _parse_or_none(engine, seat, typed)
            if word is not None:
                assert all(typed.count(token) <= word.count(token) for token in typed), f"{typed} is not {word}"
                if _has_known_tokens(typed, shapes):
                    meant = {typed, *(turned for head, turned in _swap_halves(typed).items() if head not in ordered)}
                    assert word in meant, f"{typed} is not {word}"


def _collect_shapes(moves: set[Move]) -> TokensByShape:
    shapes: TokensByShape = {}
    for word in moves:
        places = shapes.setdefault((word[0], len(word)), [set() for _ in word])
        for place, token in zip(places, word, strict=True):
            place.add(token)
    return shapes


def _has_known_tokens(typed: Move, shapes: TokensByShape) -> bool:
    """Does each token stand where one like it stands in some word?"""
    places = shapes.get((typed[0], len(typed)), []) if typed else []
    return bool(places) and all(token in place for token, place in zip(typed, places, strict=True))


def _swap_halves(move: Move) -> dict[tuple[int, int], Move]:
    """By length and by what stays in front: the halves of the rest the other way round."""
    heads = range(len(move) % 2, len(move) - 1, 2)
    middles = {head: (head + len(move)) // 2 for head in heads}
    return {(len(move), head): (*move[:head], *move[mid:], *move[head:mid]) for head, mid in middles.items()}


def _spoil_move(move: Move) -> Iterator[Move]:
    """Said twice with much between, and with single tokens doubled, dropped and exchanged."""
    yield (*move, *[""] * 200, *move)
    spoilt = [
        each for at in range(len(move)) for each in ((*move[: at + 1], *move[at:]), (*move[:at], *move[at + 1 :]))
    ]
    for one, other in combinations(range(len(move)), 2):
        swapped = list(move)
        swapped[one], swapped[other] = move[other], move[one]
        spoilt.append(tuple(swapped))
    yield from sample_moves(spoilt, 5)


def _mix_common_tokens(legal: Sequence[Move], shapes: TokensByShape) -> set[Move]:
    """Of tokens that stand in many places: what they mean in one is most easily taken for what they mean in another."""
    mixed, chance = set(), random.Random(len(legal))
    for shape in sorted({(word[0], len(word)) for word in legal}):
        stands = Counter(token for place in shapes[shape] for token in place)
        most = max(stands.values())
        pools = [sorted({token for token in place if stands[token] == most} or place) for place in shapes[shape]]
        mixed |= {tuple(map(chance.choice, pools)) for _ in range(12)}
    return mixed


def _parse_or_none(engine: Match, seat: Seat, typed: Move) -> Move | None:
    try:
        return engine.game.parse_move(engine.view_of(seat), " ".join(typed))
    except Refused:
        return None
