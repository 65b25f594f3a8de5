"""The distribution of power: ten turns, eighteen stones, and the dead end."""

from collections import Counter

import pytest

from tests.games.lines import refusal, words
from tests.games.schamanen.drawn import STRANDED, drafted, drawing, said, table, wandering

SCHEDULE = "B WW BB WW BB WW BB WW BB W"


def test_ten_turns_of_one_two_and_one_stones() -> None:
    placers = [min(match.awaited) for match in wandering(variant="classic") if match.state.phase == "place"]
    assert placers == ["BW".index(side) for side in SCHEDULE.replace(" ", "")]


def test_the_turns_are_counted_for_the_reader() -> None:
    lines = [match.game.text(match.view(None), "en").splitlines()[-1] for match in wandering()][:18]
    turns = [(number, "Bison" if side[0] == "B" else "Wolf") for number, side in enumerate(SCHEDULE.split(), 1)]
    stones = [len(side) for side in SCHEDULE.split()]
    assert lines == [
        f"Turn {number} of 10: {who} places."
        for (number, who), count in zip(turns, stones, strict=True)
        for _ in range(count)
    ]


def test_after_the_last_stone_both_choose_a_mask() -> None:
    match = drafted("9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3")
    assert match.awaited == {0, 1}
    assert match.state.phase == "mask"


def test_a_stone_may_lie_anywhere_at_first() -> None:
    assert sorted(words(table(), 0)) == sorted(
        f"place {value} {c}{r}" for value in range(1, 10) for c in "abc" for r in "123"
    )


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
def test_what_may_not_be_placed(word: str, why: str) -> None:
    match = drafted("-/- -/1 -/- | -/- 5/- -/- | -/- -/- -/8")
    assert refusal(match, f"0 {word}") == "illegal", why
    # 8 stones on 8 spaces, without the two on which their twin lies.
    assert len(words(match, 0)) == 8 * 8 - 2


def test_a_stone_may_lie_on_an_opponent_of_another_value() -> None:
    match = said(drafted("-/- -/1 -/- | -/- 5/- -/- | -/- -/- -/8"), "0 place 9 c3")
    assert drawing(match.view(None)) == "-/- -/1 -/- | -/- 5/- -/- | -/- -/- 9/8"


# Bison's ninth turn: the 3 and the 4 on B3 and C3, and Wolf's 4 on B3.
NINTH = "9/1 1/2 5/3 | 2/5 8/6 7/8 | 6/7 -/4 -/-"


def test_the_first_of_the_last_two_stones_must_leave_a_place_for_the_second() -> None:
    # The 3 on C3 would leave B3 to the 4, onto its twin.
    assert words(drafted(NINTH), 0) == ["place 3 b3", "place 4 c3"]


@pytest.mark.parametrize("first", ["place 3 b3", "place 4 c3"])
def test_the_second_of_the_last_two_then_has_its_place(first: str) -> None:
    match = said(drafted(NINTH), f"0 {first}")
    (second,) = words(match, 0)
    match = said(match, f"0 {second}", "1 place 9 c3")
    assert drawing(match.view(None)) == "9/1 1/2 5/3 | 2/5 8/6 7/8 | 6/7 3/4 4/9"


@pytest.mark.parametrize(
    ("variant", "twin"),
    [("memory", ["place 3 b3", "place 3 c3", "place 4 b3", "place 4 c3"]), ("pro", ["b3 b3", "b3 c3", "b4 c3"])],
)
def test_only_the_classic_game_looks_ahead(variant: str, twin: list[str]) -> None:
    bison = [word.removeprefix("place ") for word in words(drafted(NINTH, variant=variant), 0) if " w" not in word]
    assert bison == [word.removeprefix("place ") for word in twin]


def test_nobody_looks_ahead_with_the_second_stone_of_a_turn() -> None:
    # Wolf's eighth turn, its second stone, with the 4 and the 9 left: Bison may still come to lie anywhere.
    match = drafted("-/1 1/2 5/3 | 2/5 8/6 7/8 | 6/7 -/- 4/-")
    assert words(match, 1) == ["place 4 b3", "place 9 b3", "place 9 c3"]


def test_a_stone_that_can_go_nowhere_takes_the_space_of_any_other() -> None:
    match = drafted(STRANDED)
    assert match.awaited == {1}
    assert refusal(match, "1 place 4 c3") == "illegal"
    assert words(match, 1) == [f"relocate 4 {space}" for space in ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2")]


@pytest.mark.parametrize(
    ("space", "board"),
    [
        ("a1", "9/4 1/2 5/3 | 2/5 8/6 7/8 | 6/7 3/9 4/1"),
        ("b1", "9/1 1/4 5/3 | 2/5 8/6 7/8 | 6/7 3/9 4/2"),
        ("c1", "9/1 1/2 5/4 | 2/5 8/6 7/8 | 6/7 3/9 4/3"),
        ("a2", "9/1 1/2 5/3 | 2/4 8/6 7/8 | 6/7 3/9 4/5"),
        ("b2", "9/1 1/2 5/3 | 2/5 8/4 7/8 | 6/7 3/9 4/6"),
        ("c2", "9/1 1/2 5/3 | 2/5 8/6 7/4 | 6/7 3/9 4/8"),
        ("a3", "9/1 1/2 5/3 | 2/5 8/6 7/8 | 6/4 3/9 4/7"),
        ("b3", "9/1 1/2 5/3 | 2/5 8/6 7/8 | 6/7 3/4 4/9"),
    ],
)
def test_all_eight_relocations(space: str, board: str) -> None:
    match = said(drafted(STRANDED), f"1 relocate 4 {space}")
    assert drawing(match.view(None)) == board
    assert match.awaited == {0, 1}


def test_only_wolfs_last_stone_is_ever_stranded() -> None:
    """In random drafts: there is always a placement, but for the last stone, and a relocation ends the placement."""
    stranded = 0
    for seed in range(150):
        for match in wandering(seed, duel_limit=1):
            if match.state.phase != "place":
                continue
            (seat,) = match.awaited
            verbs = {word[0] for word in match.legal(seat)}
            placed = 18 - sum(len(supply) for supply in match.view(None).supply)
            if verbs != {"place"}:
                assert (verbs, placed, seat, len(match.legal(seat))) == ({"relocate"}, 17, 1, 8)
                stranded += 1
    # One draft in eight; none at all would make this test empty.
    assert 5 <= stranded <= 40


@pytest.mark.parametrize("variant", ["classic", "pro", "pro_stacks"])
def test_supplies_lie_open(variant: str) -> None:
    match = drafted("-/- -/1 -/- | -/- 5/- -/- | -/- -/- -/8", variant=variant)
    for seat in (0, 1, None):
        assert match.view(seat).supply == ((1, 2, 3, 4, 6, 7, 8, 9), (2, 3, 4, 5, 6, 7, 9))


@pytest.mark.parametrize("variant", ["classic", "memory"])
def test_the_dice_lay_out_every_layout_alike(variant: str) -> None:
    """Each stone lies on each space equally often, and on each opponent; in the classic game never on its twin."""
    spaces: Counter[tuple[int, int, int]] = Counter()
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in range(1800):
        match = table(seed, variant=variant, placement="random")
        assert match.state.phase == "mask"
        at = match.state.at
        spaces.update((side, value, at[side][value]) for side in (0, 1) for value in range(9))
        pairs.update((at[0].index(space), at[1].index(space)) for space in range(9))
    # Within five deviations of 200, and of 225 (without the twins) or 200.
    assert len(spaces) == 2 * 81
    assert all(135 < count < 265 for count in spaces.values())
    assert all(
        150 < pairs[pair] < 300 for pair in ((one, other) for one in range(9) for other in range(9) if one != other)
    )
    assert any(one == other for one, other in pairs) is (variant == "memory")
