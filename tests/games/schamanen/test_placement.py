"""The placement of stones: turn order, legal spaces, and relocation in a dead end."""

from collections import Counter
from itertools import permutations

import pytest

from tests.games.match_lines import find_refusal_key, list_move_texts
from tests.games.schamanen.boards import (
    DEAD_END_BOARD,
    begin_duel,
    draft_board,
    draw_board,
    join_rows,
    play_lines,
    play_randomly,
)

TURN_SCHEDULE = "B WW BB WW BB WW BB WW BB W"


def test_ten_turns_place_one_then_two_then_one_stone() -> None:
    matches = [match for match in play_randomly(variant="classic") if match.state.phase == "place"]
    assert [min(match.seats_asked) for match in matches] == [
        "BW".index(side) for side in TURN_SCHEDULE.replace(" ", "")
    ]
    lines = [match.game.describe_board(match.view_of(None), "en").splitlines()[-1] for match in matches]
    assert lines == [
        f"Turn {number} of 10: {'Bison' if side[0] == 'B' else 'Wolf'} places."
        for number, side in enumerate(TURN_SCHEDULE.split(), 1)
        for _ in side
    ]


def test_first_stone_may_be_placed_anywhere() -> None:
    assert len({*list_move_texts(begin_duel(), 0)}) == 9 * 9


@pytest.mark.parametrize(
    ("move", "key"),
    [
        ("place 5 a1", "it is not in the supply"),
        ("place 3 b2", "the space holds an own stone"),
        ("place 8 c3", "the space holds the opponent's 8"),
        ("place 2 a9", "there is no such space"),
        ("place 10 a1", "there is no such stone"),
        ("relocate 4 b2", "there are legal placements"),
        ("mask 2", "the duels have not begun"),
    ],
)
def test_illegal_placement_is_refused(move: str, key: str) -> None:
    match = draft_board("-/- -/1 -/- | -/- 5/- -/- | -/- -/- -/8")
    assert find_refusal_key(match, f"0 {move}") == "illegal", key
    # 8 stones on 8 spaces, without the two pairs of equal values.
    assert len(list_move_texts(match, 0)) == 8 * 8 - 2


# Bison's last turn: the 3 and the 4 are left for B3 and C3, and Wolf's 4 lies on B3.
BOARD_BEFORE_LAST_BISON_TURN = "9/1 1/2 5/3 | 2/5 8/6 7/8 | 6/7 -/4 -/-"


def test_first_of_the_last_two_stones_must_leave_a_space_for_the_second() -> None:
    # With the 3 on C3, the 4 would have to go to B3, where Wolf's 4 lies.
    assert list_move_texts(draft_board(BOARD_BEFORE_LAST_BISON_TURN), 0) == ["place 3 b3", "place 4 c3"]


@pytest.mark.parametrize("first", ["place 3 b3", "place 4 c3"])
def test_second_of_the_last_two_stones_then_has_a_space(first: str) -> None:
    match = play_lines(draft_board(BOARD_BEFORE_LAST_BISON_TURN), f"0 {first}")
    (second,) = list_move_texts(match, 0)
    match = play_lines(match, f"0 {second}", "1 place 9 c3")
    assert draw_board(match.view_of(None)) == "9/1 1/2 5/3 | 2/5 8/6 7/8 | 6/7 3/4 4/9"
    assert match.state.phase == "mask"
    assert match.seats_asked == {0, 1}


@pytest.mark.parametrize(
    ("variant", "twin"),
    [("memory", ["place 3 b3", "place 3 c3", "place 4 b3", "place 4 c3"]), ("pro", ["b3 b3", "b3 c3", "b4 c3"])],
)
def test_only_the_classic_variant_forbids_a_stone_that_leaves_no_space_for_the_next(
    variant: str, twin: list[str]
) -> None:
    bison = [
        move.removeprefix("place ")
        for move in list_move_texts(draft_board(BOARD_BEFORE_LAST_BISON_TURN, variant=variant), 0)
        if " w" not in move
    ]
    assert bison == [move.removeprefix("place ") for move in twin]


def test_last_stone_of_a_turn_need_not_leave_a_space_for_others() -> None:
    # Wolf has the 4 and the 9 left, but places only one stone in this turn.
    match = draft_board("-/1 1/2 5/3 | 2/5 8/6 7/8 | 6/7 -/- 4/-")
    assert list_move_texts(match, 1) == ["place 4 b3", "place 9 b3", "place 9 c3"]


def test_stone_without_a_legal_space_takes_the_space_of_any_other() -> None:
    match = draft_board(DEAD_END_BOARD)
    assert match.seats_asked == {1}
    assert find_refusal_key(match, "1 place 4 c3") == "illegal"
    assert list_move_texts(match, 1) == [
        f"relocate 4 {space}" for space in ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2")
    ]


@pytest.mark.parametrize(
    ("space", "value"),
    [("a1", "1"), ("b1", "2"), ("c1", "3"), ("a2", "5"), ("b2", "6"), ("c2", "8"), ("a3", "7"), ("b3", "9")],
)
def test_displaced_stone_moves_to_the_last_space(space: str, value: str) -> None:
    match = play_lines(draft_board(DEAD_END_BOARD), f"1 relocate 4 {space}")
    cells = DEAD_END_BOARD.replace("|", " ").split()
    origin = [cell.split("/")[1] for cell in cells].index(value)
    cells[origin], cells[8] = cells[origin].split("/")[0] + "/4", f"4/{value}"
    assert draw_board(match.view_of(None)) == join_rows(cells)
    assert match.seats_asked == {0, 1}


def test_only_the_last_stone_of_wolf_can_be_in_a_dead_end() -> None:
    """In random drafts, there must be a legal space for every earlier stone."""
    dead_ends = 0
    for seed in range(60):
        for match in play_randomly(seed, duel_limit=1):
            if match.state.phase != "place":
                continue
            (seat,) = match.seats_asked
            verbs = {move[0] for move in match.legal_moves(seat)}
            placed = 18 - sum(len(supply) for supply in match.view_of(None).supply)
            if verbs != {"place"}:
                assert (verbs, placed, seat, len(match.legal_moves(seat))) == ({"relocate"}, 17, 1, 8)
                dead_ends += 1
    # About one draft in eight ends in a dead end. Without any, this test would check nothing.
    assert 2 <= dead_ends <= 18


@pytest.mark.parametrize("variant", ["classic", "pro", "pro_stacks"])
def test_supplies_are_visible_to_all(variant: str) -> None:
    match = draft_board("-/- -/1 -/- | -/- 5/- -/- | -/- -/- -/8", variant=variant)
    for seat in (0, 1, None):
        assert match.view_of(seat).supply == ((1, 2, 3, 4, 6, 7, 8, 9), (2, 3, 4, 5, 6, 7, 9))


@pytest.mark.parametrize("variant", ["classic", "memory"])
def test_random_layouts_are_equally_likely(variant: str) -> None:
    """Each stone must lie on each space, and face each opposing stone, equally often. In classic, equals never meet."""
    spaces: Counter[tuple[int, int, int]] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in range(900):
        match = begin_duel(seed, variant=variant, placement="random")
        assert match.state.phase == "mask"
        layout = match.state.stone_spaces
        spaces.update((side, value, layout[side][value]) for side in (0, 1) for value in range(9))
        pairs.update((layout[0].index(space), layout[1].index(space)) for space in range(9))
    # Within five standard deviations of 100, or of 112 for pairs in classic.
    assert len(spaces) == 2 * 81
    assert all(53 < count < 147 for count in spaces.values())
    assert all(53 < pairs[pair] < 162 for pair in permutations(range(9), 2))
    assert any(bison == wolf for bison, wolf in pairs) is (variant == "memory")


@pytest.mark.parametrize(
    ("variant", "token", "label"),
    [
        ("classic", "b1", "B1"),
        ("classic", "a2", "A2"),
        ("classic", "7", "Stone 7"),
        ("pro", "a2", "A2"),
        ("pro", "b7", "Bison 7"),
        ("pro", "w7", "Wolf 7"),
        ("pro", "b1", "Bison 1"),
    ],
)
def test_first_click_can_be_a_stone_or_a_space(variant: str, token: str, label: str) -> None:
    match = begin_duel(variant=variant)
    assert match.game.move_label(match.view_of(0), ("place", token), "en") == label
