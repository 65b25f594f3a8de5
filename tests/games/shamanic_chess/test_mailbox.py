"""The board that the opponent looks ahead on is the board of the rules, only faster."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.shamanic_chess import fen
from games.shamanic_chess.lines import covered
from games.shamanic_chess.mailbox import BITS, NOWHERE, Mailbox, Turn, spelt, turned
from games.shamanic_chess.position import NAMES, SQUARES, after, attackers, awake
from games.shamanic_chess.turns import checked, turns
from games.shamanic_chess.ways import journeys, moves, wakings
from games.shamanic_chess.worth import BLACK
from tests.games.shamanic_chess.drawn import CROWDED, ENDGAME, KIWI, PASSING, diagrams, position
from tests.games.shamanic_chess.test_count import COUNTS


def ways(node: Mailbox, *, free: bool) -> Iterator[tuple[Turn, Mailbox]]:
    check = node.checked()
    noisy, quiet = moves(node)
    found = [ranked & BITS for ranked in noisy] + quiet + journeys(node, free=free, checked=check)
    for turn in found + ([] if check else wakings(node)):
        child = node.after(turn)
        if node.safe(turn, child, check):
            yield turn, child


def count(node: Mailbox, depth: int, *, free: bool) -> int:
    if depth == 0:
        return 1
    return sum(count(child, depth - 1, free=free) for _, child in ways(node, free=free))


def same(one: Mailbox, other: Mailbox) -> None:
    """The right to capture in passing may be known here, though it is of no use and no part of a position."""
    for name in set(Mailbox.__slots__) - {"key", "passing", "quiet"}:
        assert getattr(one, name) == getattr(other, name), name
    assert one.key == other.key or (one.passing != other.passing == NOWHERE)


@pytest.mark.parametrize(("drawn", "variant", "counts"), COUNTS)
def test_it_counts_as_the_rules_do(drawn: str, variant: str, counts: tuple[int, ...]) -> None:
    depths = [depth for depth, ways in enumerate(counts, 1) if ways < 60_000]
    for depth in depths:
        assert count(Mailbox.of(position(drawn)), depth, free=variant == "free") == counts[depth - 1]


@given(diagrams(), st.booleans())
def test_any_position_has_the_turns_of_the_rules(drawn: str, free: bool) -> None:
    where = position(drawn)
    words = sorted(spelt(turn) for turn, _ in ways(Mailbox.of(where), free=free))
    assert words == sorted(turns(where, free=free))


@given(diagrams(), st.booleans())
def test_a_turn_made_is_the_position_it_leads_to(drawn: str, free: bool) -> None:
    where = position(drawn)
    node = Mailbox.of(where)
    before = [getattr(node, name) for name in Mailbox.__slots__ if name != "squares"], node.squares[:]
    for turn, child in ways(node, free=free):
        same(child, Mailbox.of(after(where, spelt(turn))))
        assert child.checked_by(turn) == child.checked() == checked(after(where, spelt(turn)))
    assert before == ([getattr(node, name) for name in Mailbox.__slots__ if name != "squares"], node.squares)


@pytest.mark.parametrize("drawn", [fen.INITIAL, KIWI, ENDGAME, PASSING, CROWDED])
@pytest.mark.parametrize("free", [False, True])
def test_it_never_parts_from_the_rules(drawn: str, free: bool) -> None:
    """Sixty turns made one upon the other, moves as often as everything else."""
    chance = random.Random(drawn + str(free))
    node, where = Mailbox.of(position(drawn)), position(drawn)
    for _ in range(60):
        found = [turn for turn, _ in ways(node, free=free)]
        assert sorted(map(spelt, found)) == sorted(turns(where, free=free))
        if not found:
            return
        plain = [turn for turn in found if len(spelt(turn)) == 2 and spelt(turn)[1] != "^"]
        turn = chance.choice(plain if plain and chance.random() < 0.5 else found)
        lasting = node.squares[turn & 63] & 7 == 1 or node.gain(turn)
        quiet = 0 if lasting else node.quiet + 1
        node, where = node.after(turn), after(where, spelt(turn))
        same(node, Mailbox.of(where))
        assert node.quiet == quiet


@given(diagrams())
def test_it_knows_what_is_attacked(drawn: str) -> None:
    where = position(drawn)
    board, squares = awake(where), Mailbox.of(where).squares
    for white, by in ((True, 0), (False, BLACK)):
        assert covered(squares, by) == {square for square in range(64) if board.is_attacked_by(white, square)}
    assert Mailbox.of(where).checked() == bool(attackers(board))


@given(diagrams())
def test_both_sides_see_it_alike(drawn: str) -> None:
    """Turned upside down and with the colours exchanged, a board is worth the same to who is to move."""
    rows, turn, castling, passing, *clocks = drawn.split()
    mirrored = "/".join(reversed(rows.swapcase().split("/")))
    if passing != "-":
        passing = passing[0] + str(9 - int(passing[1]))
    other = " ".join([mirrored, "b" if turn == "w" else "w", castling, passing, *clocks])
    assert Mailbox.of(position(drawn)).worth() == Mailbox.of(position(other)).worth()


def test_capturing_in_passing_may_open_a_slanting_line() -> None:
    """In no match, as the king would have been in check before; but a drawn position may be so."""
    where = position("4k3/5b2/8/3pP3/8/1K6/8/8 w - d6 0 1")
    assert {spelt(turn) for turn, _ in ways(Mailbox.of(where), free=False)} == set(turns(where, free=False))
    node = Mailbox.of(where)
    node.passing = SQUARES["d6"]
    assert {spelt(turn) for turn, _ in ways(node, free=False)} == set(turns(where, free=False))


def test_doing_nothing_gives_the_turn_away() -> None:
    node = Mailbox.of(position(PASSING))
    same(node.passed(), Mailbox.of(position(PASSING.replace(" b ", " w ").replace("c3", "-"))))


@pytest.mark.parametrize(
    ("drawn", "word", "gain"),
    [
        (PASSING, "b4 c3", 100),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 b8 q", 850),
        ("n~3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7 a8 r", 720),
        ("6k1/8/8/3p4/4Q3/8/8/4K3 w - - 0 1", "e4 d5", 100),
        ("6k1/8/8/3p4/4Q3/8/8/4K3 w - - 0 1", "e4 d4", 0),
        ("6k1/8/8/3p4/4Q~3/8/8/4K3 w - - 0 1", "e4 ^", 0),
        ("6k1/8/8/3p4/4Q3/8/8/4K3 w - - 0 1", "e4 ~ a1", 0),
    ],
)
def test_it_knows_what_a_turn_wins(drawn: str, word: str, gain: int) -> None:
    assert Mailbox.of(position(drawn)).gain(turned(tuple(word.split()))) == gain


def test_squares_are_counted_as_the_rules_count_them() -> None:
    node = Mailbox.of(position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"))
    assert [NAMES[square] for square, piece in enumerate(node.squares) if piece] == ["a1", "e1", "h1", "e8"]
    assert node.kings == (SQUARES["e1"], SQUARES["e8"])
