"""What players type is read as what they wrote, or refused."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from games.core import Move, Seat
from games.match import Match
from games.refused import Refused
from tests.laws.positions import Table, sampled, some

Shapes: TypeAlias = dict[tuple[str, int], list[set[str]]]
"""By verb and length of a word, the tokens that stand in each of its places."""


def test_nothing_is_read_that_was_not_written(table: Table) -> None:
    """Named twice, left out or elsewhere, a thing makes another word, if it makes one, and never what it stood in."""
    asked = [(engine, min(engine.seats_asked)) for engine in sampled(table, 6) if engine.seats_asked]
    words = {word for engine, seat in asked for word in engine.legal_moves(seat)}
    shapes = _shapes(words)
    # Two stones and where they go may be said in either order; not so where both orders are words.
    turns = [(word, head, turned) for word in some(sorted(words), 400) for head, turned in _turns(word).items()]
    ordered = {head for word, head, turned in turns if turned in words and turned != word}
    for engine, seat in asked:
        legal = engine.legal_moves(seat)
        for typed in [*_spoilt(some(legal, 1)[0]), *_mixed(legal, shapes)]:
            word = _read(engine, seat, typed)
            if word is not None:
                assert all(typed.count(token) <= word.count(token) for token in typed), f"{typed} is not {word}"
                if _stands(typed, shapes):
                    meant = {typed, *(turned for head, turned in _turns(typed).items() if head not in ordered)}
                    assert word in meant, f"{typed} is not {word}"


def _shapes(words: set[Move]) -> Shapes:
    shapes: Shapes = {}
    for word in words:
        places = shapes.setdefault((word[0], len(word)), [set() for _ in word])
        for place, token in zip(places, word, strict=True):
            place.add(token)
    return shapes


def _stands(typed: Move, shapes: Shapes) -> bool:
    """Does each token stand where one like it stands in some word?"""
    places = shapes.get((typed[0], len(typed)), []) if typed else []
    return bool(places) and all(token in place for token, place in zip(typed, places, strict=True))


def _turns(word: Move) -> dict[tuple[int, int], Move]:
    """By length and by what stays in front: the halves of the rest the other way round."""
    heads = range(len(word) % 2, len(word) - 1, 2)
    middles = {head: (head + len(word)) // 2 for head in heads}
    return {(len(word), head): (*word[:head], *word[mid:], *word[head:mid]) for head, mid in middles.items()}


def _spoilt(word: Move) -> Iterator[Move]:
    """Said twice with much between, and with single tokens doubled, dropped and exchanged."""
    yield (*word, *[""] * 200, *word)
    spoilt = [
        each for at in range(len(word)) for each in ((*word[: at + 1], *word[at:]), (*word[:at], *word[at + 1 :]))
    ]
    for one, other in combinations(range(len(word)), 2):
        swapped = list(word)
        swapped[one], swapped[other] = word[other], word[one]
        spoilt.append(tuple(swapped))
    yield from some(spoilt, 5)


def _mixed(legal: Sequence[Move], shapes: Shapes) -> set[Move]:
    """Of tokens that stand in many places: what they mean in one is most easily taken for what they mean in another."""
    mixed, chance = set(), random.Random(len(legal))
    for shape in sorted({(word[0], len(word)) for word in legal}):
        stands = Counter(token for place in shapes[shape] for token in place)
        most = max(stands.values())
        pools = [sorted({token for token in place if stands[token] == most} or place) for place in shapes[shape]]
        mixed |= {tuple(map(chance.choice, pools)) for _ in range(12)}
    return mixed


def _read(engine: Match, seat: Seat, typed: Move) -> Move | None:
    try:
        return engine.game.parse_move(engine.view_of(seat), " ".join(typed))
    except Refused:
        return None
