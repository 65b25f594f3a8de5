"""Two masks, one space, and what the loser pays."""

from fractions import Fraction

import pytest

from games.schamanen.state import Fought
from tests.games.lines import words
from tests.games.schamanen.drawn import VECTOR, drawing, said, table
from tests.games.schamanen.worth import duels, worth

SPACES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")


@pytest.mark.parametrize("space", SPACES)
def test_the_row_is_bisons_and_the_column_is_wolfs(space: str) -> None:
    match = said(table(board=VECTOR), f"0 mask {space[1]}", f"1 mask {space[0]}")
    (fought,) = match.view(None).last
    assert isinstance(fought, Fought)
    assert SPACES[fought.space] == space


def test_the_winner_is_paid_the_difference() -> None:
    assert duels(table(board=VECTOR)) == [[8, -8, 1], [-6, 6, -1], [-1, -3, 4]]


@pytest.mark.parametrize(
    ("board", "shells", "space", "after"),
    [
        ("9/4 1/9 5/1 | 2/8 8/2 4/5 | 6/7 3/6 7/3", [9, 9], "a1", (14, 4)),
        # Bison owes 6 and has 5.
        (VECTOR, [5, 13], "a2", (0, 18)),
        (VECTOR, [6, 12], "a2", (0, 18)),
        (VECTOR, [7, 11], "a2", (1, 17)),
        (VECTOR, [17, 1], "c3", (18, 0)),
        (VECTOR, [9, 9], "b1", (1, 17)),
    ],
)
def test_the_loser_pays_no_more_than_there_is(
    board: str, shells: list[int], space: str, after: tuple[int, int]
) -> None:
    match = said(table(board=board, shells=shells), space)
    assert match.scores() == after
    assert bool(match.result) is (0 in after)


def test_who_has_all_the_shells_has_won_at_once() -> None:
    match = said(table(board=VECTOR, shells=[5, 13]), "a2")
    assert match.result
    assert (match.result.ranks, match.result.scores, match.result.reason) == ((2, 1), (0, 18), "shells")
    # No exchange follows.
    assert match.awaited == frozenset()
    assert drawing(match.view(None)) == VECTOR
    (fought,) = match.view(None).last
    assert isinstance(fought, Fought)
    assert (fought.paid, fought.winner) == (5, 1)


def test_bison_can_win_all_too() -> None:
    match = said(table(board=VECTOR, shells=[14, 4]), "b2")
    assert match.result
    assert (match.result.ranks, match.result.scores, match.result.reason) == ((1, 2), (18, 0), "shells")


@pytest.mark.parametrize("space", SPACES)
def test_nine_shells_outlast_a_classic_duel(space: str) -> None:
    assert not said(table(board=VECTOR), space).result


@pytest.mark.parametrize(("space", "after"), [("a1", (10, 8)), ("b1", (8, 10)), ("c1", (10, 8)), ("b3", (8, 10))])
def test_a_prize_of_one_is_one_shell_for_any_difference(space: str, after: tuple[int, int]) -> None:
    assert said(table(board=VECTOR, prize="one"), space).scores() == after


def test_a_prize_of_one_can_be_the_last_shell() -> None:
    match = said(table(board=VECTOR, prize="one", shells=[17, 1]), "a1")
    assert match.result
    assert (match.result.scores, match.result.reason) == ((18, 0), "shells")


def test_masks_are_never_spent() -> None:
    match = table(board=VECTOR, prize="one")
    for exchange in ("0 swap a1 a2", "1 swap b1 b2", "0 swap a1 a2", "1 swap b1 b2"):
        assert words(match, 0) == ["mask 1", "mask 2", "mask 3"]
        assert words(match, 1) == ["mask a", "mask b", "mask c"]
        match = said(match, "c2", exchange)


def test_a_mask_may_be_changed_until_both_are_there() -> None:
    match = said(table(board=VECTOR), "0 mask 1", "0 mask 2", "1 mask a")
    assert match.scores() == (3, 15)


def test_a_mask_that_waits_is_seen_by_nobody() -> None:
    before = table(board=VECTOR)
    after = said(before, "1 mask c")
    for seat in (0, 1, None):
        assert after.view(seat) == before.view(seat)


def test_the_best_masks_on_the_board_of_the_rules() -> None:
    """The mixes that the rule page names guarantee minus a twenty-first of a shell, each against every answer."""
    board = duels(table(board=VECTOR))
    rows = (Fraction(5, 12), Fraction(47, 84), Fraction(1, 42))
    columns = (Fraction(13, 42), Fraction(5, 14), Fraction(1, 3))
    assert sum(rows) == sum(columns) == 1
    assert [sum(rows[row] * board[row][column] for row in range(3)) for column in range(3)] == [Fraction(-1, 21)] * 3
    assert [sum(columns[column] * board[row][column] for column in range(3)) for row in range(3)] == [
        Fraction(-1, 21)
    ] * 3
    assert worth(board) == Fraction(-1, 21)
