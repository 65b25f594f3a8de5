"""Duels: the space on which the masks meet, and the shells that the loser pays."""

import pytest

from games.schamanen.state import SPACES, DuelFought
from tests.games.match_lines import list_move_texts
from tests.games.schamanen.boards import RULES_BOARD, begin_duel, draw_board, list_duel_margins, play_lines


@pytest.mark.parametrize("space", SPACES)
def test_row_is_chosen_by_bison_and_column_by_wolf(space: str) -> None:
    match = play_lines(begin_duel(board=RULES_BOARD), f"0 mask {space[1]}", f"1 mask {space[0]}")
    (fought,) = match.view_of(None).recent_events
    assert isinstance(fought, DuelFought)
    assert SPACES[fought.space] == space
    # A classic duel costs eight shells at most, so it cannot end a match at nine each.
    assert not match.result


def test_winner_is_paid_the_difference() -> None:
    assert list_duel_margins(begin_duel(board=RULES_BOARD)) == [[8, -8, 1], [-6, 6, -1], [-1, -3, 4]]


@pytest.mark.parametrize(
    ("board", "options", "space", "after"),
    [
        ("9/4 1/9 5/1 | 2/8 8/2 4/5 | 6/7 3/6 7/3", {}, "a1", (14, 4)),
        # Bison would have to pay 6 but has only 5.
        (RULES_BOARD, {"shells": [5, 13]}, "a2", (0, 18)),
        (RULES_BOARD, {"shells": [6, 12]}, "a2", (0, 18)),
        (RULES_BOARD, {"shells": [7, 11]}, "a2", (1, 17)),
        (RULES_BOARD, {"shells": [17, 1]}, "c3", (18, 0)),
        (RULES_BOARD, {}, "b1", (1, 17)),
        # With a prize of one shell, any difference costs one shell, which can be the last.
        (RULES_BOARD, {"prize": "one"}, "a1", (10, 8)),
        (RULES_BOARD, {"prize": "one"}, "b1", (8, 10)),
        (RULES_BOARD, {"prize": "one", "shells": [17, 1]}, "a1", (18, 0)),
    ],
)
def test_loser_pays_no_more_than_they_have(
    board: str, options: dict[str, object], space: str, after: tuple[int, int]
) -> None:
    match = play_lines(begin_duel(board=board, **options), space)
    assert match.scores() == after
    assert bool(match.result) is (0 in after)


@pytest.mark.parametrize(("shells", "space", "ranks", "paid"), [([5, 13], "a2", (2, 1), 5), ([14, 4], "b2", (1, 2), 4)])
def test_side_with_all_shells_wins_at_once(shells: list[int], space: str, ranks: tuple[int, int], paid: int) -> None:
    match = play_lines(begin_duel(board=RULES_BOARD, shells=shells), space)
    assert match.result
    assert (match.result.ranks, match.result.reason) == (ranks, "shells")
    # No exchange follows.
    assert match.seats_asked == frozenset()
    assert draw_board(match.view_of(None)) == RULES_BOARD
    (fought,) = match.view_of(None).recent_events
    assert isinstance(fought, DuelFought)
    assert (fought.paid, fought.winner) == (paid, ranks.index(1))


def test_all_masks_are_available_in_every_duel() -> None:
    match = begin_duel(board=RULES_BOARD, prize="one")
    for exchange in ("0 swap a1 a2", "1 swap b1 b2", "0 swap a1 a2", "1 swap b1 b2"):
        assert list_move_texts(match, 0) == ["mask 1", "mask 2", "mask 3"]
        assert list_move_texts(match, 1) == ["mask a", "mask b", "mask c"]
        match = play_lines(match, "c2", exchange)


def test_mask_may_be_changed_until_both_are_chosen() -> None:
    match = play_lines(begin_duel(board=RULES_BOARD), "0 mask 1", "0 mask 2", "1 mask a")
    assert match.scores() == (3, 15)
