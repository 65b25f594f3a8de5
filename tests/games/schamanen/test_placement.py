"""The distribution of power: ten turns, eighteen stones, and the dead end."""

from collections import Counter
from itertools import permutations

import pytest

from tests.games.lines import refusal, words
from tests.games.schamanen.boards import (
    DEAD_END_BOARD,
    begin_duel,
    draft_to,
    draw_board,
    join_rows,
    play_lines,
    play_randomly,
)

SCHEDULE = "B WW BB WW BB WW BB WW BB W"


def test_ten_turns_of_one_two_and_one_stones() -> None:
    matches = [match for match in play_randomly(variant="classic") if match.state.phase == "place"]
    assert [min(match.seats_asked) for match in matches] == ["BW".index(side) for side in SCHEDULE.replace(" ", "")]
    lines = [match.game.describe_board(match.view_of(None), "en").splitlines()[-1] for match in matches]
    assert lines == [
        f"Turn {number} of 10: {'Bison' if side[0] == 'B' else 'Wolf'} places."
        for number, side in enumerate(SCHEDULE.split(), 1)
        for _ in side
    ]


def test_first_stone_may_lie_anywhere() -> None:
    assert len({*words(begin_duel(), 0)}) == 9 * 9


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("place 5 a1", "it is no longer in the supply"),
        ("place 3 b2", "the space holds a stone of one's own"),
        ("place 8 c3", "the space holds the other's twin"),
        ("place 2 a9", "there is no such space"),
        ("place 10 a1", "there is no such stone"),
        ("relocate 4 b2", "nothing is stranded"),
        ("mask 2", "nobody duels yet"),
    ],
)
def test_illegal_placement_is_refused(word: str, why: str) -> None:
    match = draft_to("-/- -/1 -/- | -/- 5/- -/- | -/- -/- -/8")
    assert refusal(match, f"0 {word}") == "illegal", why
    # 8 stones on 8 spaces, without the two on which their twin lies.
    assert len(words(match, 0)) == 8 * 8 - 2


# Bison's ninth turn: the 3 and the 4 on B3 and C3, and Wolf's 4 on B3.
NINTH = "9/1 1/2 5/3 | 2/5 8/6 7/8 | 6/7 -/4 -/-"


def test_first_of_the_last_two_stones_must_leave_a_place_for_the_second() -> None:
    # The 3 on C3 would leave B3 to the 4, onto its twin.
    assert words(draft_to(NINTH), 0) == ["place 3 b3", "place 4 c3"]


@pytest.mark.parametrize("first", ["place 3 b3", "place 4 c3"])
def test_second_of_the_last_two_stones_then_has_its_place(first: str) -> None:
    match = play_lines(draft_to(NINTH), f"0 {first}")
    (second,) = words(match, 0)
    match = play_lines(match, f"0 {second}", "1 place 9 c3")
    assert draw_board(match.view_of(None)) == "9/1 1/2 5/3 | 2/5 8/6 7/8 | 6/7 3/4 4/9"
    assert match.state.phase == "mask"
    assert match.seats_asked == {0, 1}


@pytest.mark.parametrize(
    ("variant", "twin"),
    [("memory", ["place 3 b3", "place 3 c3", "place 4 b3", "place 4 c3"]), ("pro", ["b3 b3", "b3 c3", "b4 c3"])],
)
def test_only_the_classic_game_looks_ahead(variant: str, twin: list[str]) -> None:
    bison = [word.removeprefix("place ") for word in words(draft_to(NINTH, variant=variant), 0) if " w" not in word]
    assert bison == [word.removeprefix("place ") for word in twin]


def test_second_stone_of_a_turn_does_not_look_ahead() -> None:
    # Wolf's eighth turn, its second stone, with the 4 and the 9 left: Bison may still come to lie anywhere.
    match = draft_to("-/1 1/2 5/3 | 2/5 8/6 7/8 | 6/7 -/- 4/-")
    assert words(match, 1) == ["place 4 b3", "place 9 b3", "place 9 c3"]


def test_stone_that_can_go_nowhere_takes_the_space_of_any_other() -> None:
    match = draft_to(DEAD_END_BOARD)
    assert match.seats_asked == {1}
    assert refusal(match, "1 place 4 c3") == "illegal"
    assert words(match, 1) == [f"relocate 4 {space}" for space in ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2")]


@pytest.mark.parametrize(
    ("space", "value"),
    [("a1", "1"), ("b1", "2"), ("c1", "3"), ("a2", "5"), ("b2", "6"), ("c2", "8"), ("a3", "7"), ("b3", "9")],
)
def test_relocated_stone_sends_the_other_to_the_last_space(space: str, value: str) -> None:
    match = play_lines(draft_to(DEAD_END_BOARD), f"1 relocate 4 {space}")
    cells = DEAD_END_BOARD.replace("|", " ").split()
    at = [cell.split("/")[1] for cell in cells].index(value)
    cells[at], cells[8] = cells[at].split("/")[0] + "/4", f"4/{value}"
    assert draw_board(match.view_of(None)) == join_rows(cells)
    assert match.seats_asked == {0, 1}


def test_only_the_last_stone_of_wolf_is_ever_stranded() -> None:
    """In random drafts: there is always a placement, but for the last stone, and a relocation ends the placement."""
    stranded = 0
    for seed in range(60):
        for match in play_randomly(seed, duel_limit=1):
            if match.state.phase != "place":
                continue
            (seat,) = match.seats_asked
            verbs = {word[0] for word in match.legal_moves(seat)}
            placed = 18 - sum(len(supply) for supply in match.view_of(None).supply)
            if verbs != {"place"}:
                assert (verbs, placed, seat, len(match.legal_moves(seat))) == ({"relocate"}, 17, 1, 8)
                stranded += 1
    # One draft in eight; none at all would make this test empty.
    assert 2 <= stranded <= 18


@pytest.mark.parametrize("variant", ["classic", "pro", "pro_stacks"])
def test_supplies_lie_open(variant: str) -> None:
    match = draft_to("-/- -/1 -/- | -/- 5/- -/- | -/- -/- -/8", variant=variant)
    for seat in (0, 1, None):
        assert match.view_of(seat).supply == ((1, 2, 3, 4, 6, 7, 8, 9), (2, 3, 4, 5, 6, 7, 9))


@pytest.mark.parametrize("variant", ["classic", "memory"])
def test_drawn_layouts_are_equally_likely(variant: str) -> None:
    """Each stone lies on each space equally often, and on each opponent; in the classic game never on its twin."""
    spaces: Counter[tuple[int, int, int]] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in range(900):
        match = begin_duel(seed, variant=variant, placement="random")
        assert match.state.phase == "mask"
        at = match.state.stone_spaces
        spaces.update((side, value, at[side][value]) for side in (0, 1) for value in range(9))
        pairs.update((at[0].index(space), at[1].index(space)) for space in range(9))
    # Within five deviations of 100, and of 112 (without the twins) or 100.
    assert len(spaces) == 2 * 81
    assert all(53 < count < 147 for count in spaces.values())
    assert all(53 < pairs[pair] < 162 for pair in permutations(range(9), 2))
    assert any(one == other for one, other in pairs) is (variant == "memory")
