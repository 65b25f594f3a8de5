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
from games.shamanic_chess.legal_moves import generate_legal_moves
from games.shamanic_chess.position import (
    SQUARE_BY_NAME,
    Position,
    apply_move,
    build_awake_board,
    find_attacked_squares,
    find_checkers,
)
from games.shamanic_chess.search import NO_SQUARE, EncodedMove, Mailbox, Search, decode_move, encode_move
from tests.effort import rarely
from tests.games.shamanic_chess.positions import (
    CROWDED,
    EN_PASSANT,
    ENDGAME,
    KIWI,
    PERFT_COUNTS,
    parse_position,
    playable_fens,
)


def open_search(where: Mailbox) -> Search:
    search = Search(where, (), lambda: inf, 1, free_shamans=False)
    search.write_position(where)
    return search


def find_turns(search: Search, where: Mailbox, *, free: bool, what: str = "generate_legal_moves") -> list[EncodedMove]:
    search.write_position(where)
    many = search.native.call(what, free)
    noted = search.native.read_memory("generated_moves", 4 * many)
    return [int.from_bytes(noted[at : at + 4], "little") for at in range(0, 4 * many, 4)]


def make_turn(search: Search, where: Mailbox, turn: EncodedMove) -> Mailbox:
    """What it becomes; all that is kept along the way must be as if it were counted anew."""
    search.write_position(where)
    assert search.native.call("make_move", turn)
    return search.read_position()


def assert_same(one: Mailbox, other: Mailbox) -> None:
    """The right to capture in passing may be known here, though it is of no use and no part of a position."""
    for name in ("squares", "black", "castling"):
        assert getattr(one, name) == getattr(other, name), name
    assert other.en_passant in {one.en_passant, NO_SQUARE}


def assert_same_turns(search: Search, where: Position, *, free: bool) -> list[Move]:
    """The turns of the rules, and no others."""
    words = sorted(generate_legal_moves(where, free_shamans=free))
    assert sorted(map(decode_move, find_turns(search, Mailbox.from_position(where), free=free))) == words
    return words


@pytest.mark.parametrize(("drawn", "variant", "counts"), PERFT_COUNTS)
def test_search_counts_as_the_rules_do(drawn: str, variant: str, counts: tuple[int, ...]) -> None:
    search = open_search(Mailbox.from_position(parse_position(drawn)))
    assert tuple(search.native.call("perft", depth, variant == "free") for depth in range(1, len(counts) + 1)) == counts


@rarely(2)
@given(playable_fens(), st.booleans())
def test_search_has_the_turns_of_the_rules(drawn: str, free: bool) -> None:
    where = parse_position(drawn)
    assert_same_turns(open_search(Mailbox.from_position(where)), where, free=free)


@rarely(3)
@given(playable_fens(), st.booleans())
def test_turn_leads_the_search_to_the_position_of_the_rules(drawn: str, free: bool) -> None:
    where = parse_position(drawn)
    node = Mailbox.from_position(where)
    search = open_search(node)
    for turn in find_turns(search, node, free=free):
        then = apply_move(where, decode_move(turn))
        assert_same(make_turn(search, node, turn), Mailbox.from_position(then))


def follow_the_rules(drawn: str, *, free: bool, plies: int, seed: str) -> None:
    """Turns made one upon the other, moves as often as everything else; begun anew when one side is mated."""
    chance = random.Random(seed)
    search = open_search(Mailbox.from_position(parse_position(drawn)))
    where, quiet = parse_position(drawn), 0
    for _ in range(plies):
        words = assert_same_turns(search, where, free=free)
        if not words or quiet >= 100:
            where, quiet = parse_position(drawn), 0
            continue
        plain = [word for word in words if len(word) == 2 and word[1] != "^"]
        word = chance.choice(plain if plain and chance.random() < 0.5 else words)
        node = Mailbox.from_position(where, quiet)
        lasting = node.squares[SQUARE_BY_NAME[word[0]]] & 7 == 1 or node.count_material_gain(encode_move(word))
        quiet = 0 if lasting else quiet + 1
        child, where = make_turn(search, node, encode_move(word)), apply_move(where, word)
        assert_same(child, Mailbox.from_position(where))
        assert child.halfmove_clock == quiet


STARTS = [fen.INITIAL_FEN, KIWI, ENDGAME, EN_PASSANT, CROWDED]


@pytest.mark.parametrize("drawn", STARTS)
@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("plies", [40, pytest.param(400, marks=pytest.mark.gate)])
def test_search_follows_the_rules_through_a_match(drawn: str, free: bool, plies: int) -> None:
    follow_the_rules(drawn, free=free, plies=plies, seed=f"{drawn} {plies}")


@rarely(2)
@given(playable_fens())
def test_attacked_squares_are_those_of_the_library(drawn: str) -> None:
    board = build_awake_board(parse_position(drawn))
    for color in chess.COLORS:
        attacked = {*chess.scan_forward(find_attacked_squares(board, color))}
        assert attacked == {square for square in range(64) if board.is_attacked_by(color, square)}


@rarely(3)
@given(playable_fens())
def test_mirrored_position_is_worth_the_same(drawn: str) -> None:
    """Turned upside down and with the colours exchanged, a board is worth the same to who is to move."""
    rows, turn, castling, passing, *clocks = drawn.split()
    mirrored = "/".join(reversed(rows.swapcase().split("/")))
    if passing != "-":
        passing = passing[0] + str(9 - int(passing[1]))
    other = " ".join([mirrored, "b" if turn == "w" else "w", castling, passing, *clocks])
    one, two = (
        open_search(Mailbox.from_position(parse_position(each))).native.call("evaluate") for each in (drawn, other)
    )
    assert one == two


def test_capture_in_passing_may_open_a_slanting_line() -> None:
    """In no match, as the king would have been in check before; but a drawn position may be so."""
    where = parse_position("4k3/5b2/8/3pP3/8/1K6/8/8 w - d6 0 1")
    node = Mailbox.from_position(where)
    for passing in (node.en_passant, SQUARE_BY_NAME["d6"]):
        there = Mailbox(node.squares, node.black, node.castling, passing, 0)
        assert {decode_move(turn) for turn in find_turns(open_search(there), there, free=False)} == set(
            generate_legal_moves(where, free_shamans=False)
        )


@rarely(3)
@given(playable_fens(), st.booleans())
def test_journeys_looked_at_are_few_and_end_in_safety(drawn: str, free: bool) -> None:
    where = parse_position(drawn)
    node = Mailbox.from_position(where)
    if find_checkers(build_awake_board(where)):
        return
    ones = find_turns(open_search(node), node, free=free, what="select_journeys")
    assert len(set(ones)) == len(ones) <= 24
    threatened = find_attacked_squares(build_awake_board(where), not where.white_to_move)
    assert not any(threatened >> (turn >> 6 & 63) & 1 for turn in ones)
    legal = set(generate_legal_moves(where, free_shamans=free))
    # Some may leave the king attacked: that shows once they are made.
    assert all(decode_move(turn) in legal or leaves_king_attacked(where, turn) for turn in ones)


def leaves_king_attacked(where: Position, turn: EncodedMove) -> bool:
    board = build_awake_board(apply_move(where, decode_move(turn)))
    king = board.king(not board.turn)
    assert king is not None
    return board.is_attacked_by(board.turn, king)


@pytest.mark.parametrize(
    ("drawn", "word", "gain"),
    [
        (EN_PASSANT, "b4 c3", 100),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 b8 q", 850),
        ("n~3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 a8 r", 720),
        ("6k1/8/8/3p4/4Q3/8/8/4K3 w - - 0 1", "e4 d5", 100),
        ("6k1/8/8/3p4/4Q3/8/8/4K3 w - - 0 1", "e4 ~ a1", 0),
    ],
)
def test_gain_of_a_turn(drawn: str, word: str, gain: int) -> None:
    assert Mailbox.from_position(parse_position(drawn)).count_material_gain(encode_move(tuple(word.split()))) == gain
