"""What is looked ahead on is the board of the rules, only faster: compiled, and held to them turn by turn."""

from __future__ import annotations

import random
from math import inf

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import Move
from games.shamanic_chess import fen
from games.shamanic_chess.position import (
    SQUARES,
    Position,
    after,
    attacked_squares,
    attackers,
    awake,
)
from games.shamanic_chess.search import NOWHERE, Mailbox, Search, Turn, spelt, turned
from games.shamanic_chess.turns import turns
from tests.effort import rarely
from tests.games.shamanic_chess.drawn import COUNTS, CROWDED, ENDGAME, KIWI, PASSING, diagrams, position


def open_search(where: Mailbox) -> Search:
    search = Search(where, (), lambda: inf, 1, free=False)
    search.stands(where)
    return search


def find_turns(search: Search, where: Mailbox, *, free: bool, what: str = "generate_legal_moves") -> list[Turn]:
    search.stands(where)
    many = search.ahead.call(what, free)
    noted = search.ahead.read_memory("generated_moves", 4 * many)
    return [int.from_bytes(noted[at : at + 4], "little") for at in range(0, 4 * many, 4)]


def make_turn(search: Search, where: Mailbox, turn: Turn) -> Mailbox:
    """What it becomes; all that is kept along the way must be as if it were counted anew."""
    search.stands(where)
    assert search.ahead.call("make_move", turn)
    return search.position()


def assert_same(one: Mailbox, other: Mailbox) -> None:
    """The right to capture in passing may be known here, though it is of no use and no part of a position."""
    for name in ("squares", "black", "castling"):
        assert getattr(one, name) == getattr(other, name), name
    assert other.passing in {one.passing, NOWHERE}


def assert_same_turns(search: Search, where: Position, *, free: bool) -> list[Move]:
    """The turns of the rules, and no others."""
    words = sorted(turns(where, free=free))
    assert sorted(map(spelt, find_turns(search, Mailbox.of(where), free=free))) == words
    return words


@pytest.mark.parametrize(("drawn", "variant", "counts"), COUNTS)
def test_search_counts_as_the_rules_do(drawn: str, variant: str, counts: tuple[int, ...]) -> None:
    search = open_search(Mailbox.of(position(drawn)))
    assert tuple(search.ahead.call("perft", depth, variant == "free") for depth in range(1, len(counts) + 1)) == counts


@rarely(2)
@given(diagrams(), st.booleans())
def test_search_has_the_turns_of_the_rules(drawn: str, free: bool) -> None:
    where = position(drawn)
    assert_same_turns(open_search(Mailbox.of(where)), where, free=free)


@rarely(3)
@given(diagrams(), st.booleans())
def test_turn_leads_the_search_to_the_position_of_the_rules(drawn: str, free: bool) -> None:
    where = position(drawn)
    node = Mailbox.of(where)
    search = open_search(node)
    for turn in find_turns(search, node, free=free):
        then = after(where, spelt(turn))
        assert_same(make_turn(search, node, turn), Mailbox.of(then))


def follow_the_rules(drawn: str, *, free: bool, plies: int, seed: str) -> None:
    """Turns made one upon the other, moves as often as everything else; begun anew when one side is mated."""
    chance = random.Random(seed)
    search = open_search(Mailbox.of(position(drawn)))
    where, quiet = position(drawn), 0
    for _ in range(plies):
        words = assert_same_turns(search, where, free=free)
        if not words or quiet >= 100:
            where, quiet = position(drawn), 0
            continue
        plain = [word for word in words if len(word) == 2 and word[1] != "^"]
        word = chance.choice(plain if plain and chance.random() < 0.5 else words)
        node = Mailbox.of(where, quiet)
        lasting = node.squares[SQUARES[word[0]]] & 7 == 1 or node.gain(turned(word))
        quiet = 0 if lasting else quiet + 1
        child, where = make_turn(search, node, turned(word)), after(where, word)
        assert_same(child, Mailbox.of(where))
        assert child.quiet == quiet


STARTS = [fen.INITIAL, KIWI, ENDGAME, PASSING, CROWDED]


@pytest.mark.parametrize("drawn", STARTS)
@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("plies", [40, pytest.param(400, marks=pytest.mark.gate)])
def test_search_follows_the_rules_through_a_match(drawn: str, free: bool, plies: int) -> None:
    follow_the_rules(drawn, free=free, plies=plies, seed=f"{drawn} {plies}")


@rarely(2)
@given(diagrams())
def test_attacked_squares_are_those_of_the_library(drawn: str) -> None:
    board = awake(position(drawn))
    for color in chess.COLORS:
        attacked = {*chess.scan_forward(attacked_squares(board, color))}
        assert attacked == {square for square in range(64) if board.is_attacked_by(color, square)}


@rarely(3)
@given(diagrams())
def test_mirrored_position_is_worth_the_same(drawn: str) -> None:
    """Turned upside down and with the colours exchanged, a board is worth the same to who is to move."""
    rows, turn, castling, passing, *clocks = drawn.split()
    mirrored = "/".join(reversed(rows.swapcase().split("/")))
    if passing != "-":
        passing = passing[0] + str(9 - int(passing[1]))
    other = " ".join([mirrored, "b" if turn == "w" else "w", castling, passing, *clocks])
    one, two = (open_search(Mailbox.of(position(each))).ahead.call("evaluate") for each in (drawn, other))
    assert one == two


def test_capture_in_passing_may_open_a_slanting_line() -> None:
    """In no match, as the king would have been in check before; but a drawn position may be so."""
    where = position("4k3/5b2/8/3pP3/8/1K6/8/8 w - d6 0 1")
    node = Mailbox.of(where)
    for passing in (node.passing, SQUARES["d6"]):
        there = Mailbox(node.squares, node.black, node.castling, passing, 0)
        assert {spelt(turn) for turn in find_turns(open_search(there), there, free=False)} == set(
            turns(where, free=False)
        )


@rarely(3)
@given(diagrams(), st.booleans())
def test_journeys_looked_at_are_few_and_end_in_safety(drawn: str, free: bool) -> None:
    where = position(drawn)
    node = Mailbox.of(where)
    if attackers(awake(where)):
        return
    ones = find_turns(open_search(node), node, free=free, what="select_journeys")
    assert len(set(ones)) == len(ones) <= 24
    threatened = attacked_squares(awake(where), not where.white_moves)
    assert not any(threatened >> (turn >> 6 & 63) & 1 for turn in ones)
    legal = set(turns(where, free=free))
    # Some may leave the king attacked: that shows once they are made.
    assert all(spelt(turn) in legal or leaves_king_attacked(where, turn) for turn in ones)


def leaves_king_attacked(where: Position, turn: Turn) -> bool:
    board = awake(after(where, spelt(turn)))
    king = board.king(not board.turn)
    assert king is not None
    return board.is_attacked_by(board.turn, king)


@pytest.mark.parametrize(
    ("drawn", "word", "gain"),
    [
        (PASSING, "b4 c3", 100),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 b8 q", 850),
        ("n~3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 a8 r", 720),
        ("6k1/8/8/3p4/4Q3/8/8/4K3 w - - 0 1", "e4 d5", 100),
        ("6k1/8/8/3p4/4Q3/8/8/4K3 w - - 0 1", "e4 ~ a1", 0),
    ],
)
def test_gain_of_a_turn(drawn: str, word: str, gain: int) -> None:
    assert Mailbox.of(position(drawn)).gain(turned(tuple(word.split()))) == gain
