"""The memory variant: who sees which stone when."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.match import Match
from games.schamanen.state import Fought, Placed, Swapped
from tests.effort import rarely
from tests.games.lines import refusal, words
from tests.games.schamanen.drawn import EYES, STRANDED, TWINS, VECTOR, drafted, drawing, said, table, wandering

BACKS = "?/? ?/? ?/? | ?/? ?/? ?/? | ?/? ?/? ?/?"


def drawings(match: Match, *, known: bool = False) -> list[str]:
    """What Bison, Wolf and everybody see."""
    return [drawing(match.view(seat), known=known) for seat in EYES]


# The rules of this variant


def test_equal_values_may_lie_together() -> None:
    match = said(table(variant="memory"), "0 place 5 b2", "1 place 5 b2")
    # 8 values on the 8 spaces that are left.
    assert len(match.legal(1)) == 64


def test_a_placement_tells_no_twins() -> None:
    assert len(said(table(variant="memory"), "0 place 5 b2").legal(1)) == 81


def test_nothing_is_ever_stranded() -> None:
    assert words(drafted(STRANDED, variant="memory"), 1) == ["place 4 c3"]


def test_a_tie_pays_nothing_and_play_goes_on() -> None:
    match = said(table(variant="memory", board="6/6 1/9 5/4 | 2/8 8/2 4/5 | 9/7 3/1 7/3", shells=[5, 13]), "a1")
    assert (match.scores(), match.state.duels) == ((5, 13), 1)
    assert match.awaited == {0}
    (fought,) = match.view(None).last
    assert isinstance(fought, Fought)
    assert (fought.values, fought.paid, fought.winner) == (((6,), (6,)), 0, None)


def test_an_exchange_may_bring_twins_together() -> None:
    match = said(table(variant="memory", board=VECTOR, prize="one"), "c3", "0 swap a1 b1", "b1")
    assert drawing(match.view(None)).split()[1] == "9/9"
    assert match.scores() == (10, 8)


def test_a_refusal_knows_no_twins() -> None:
    match = said(table(variant="memory", board=TWINS), "c3")
    assert refusal(match, "0 swap a1 b1") == ""
    assert refusal(said(match, "0 swap a1 b1", "c3"), "1 swap a1 b1") == ""


# Who sees what


def test_a_stone_shows_to_its_owner_while_it_is_placed() -> None:
    match = said(table(variant="memory"), "0 place 5 b2")
    assert drawings(match) == [
        "-/- -/- -/- | -/- 5/- -/- | -/- -/- -/-",
        "-/- -/- -/- | -/- ?/- -/- | -/- -/- -/-",
        "-/- -/- -/- | -/- ?/- -/- | -/- -/- -/-",
    ]


def test_and_is_covered_with_the_next() -> None:
    match = said(table(variant="memory"), "0 place 5 b2", "1 place 5 a1", "1 place 7 b2")
    assert drawings(match) == [
        "-/? -/- -/- | -/- ?/? -/- | -/- -/- -/-",
        "-/? -/- -/- | -/- ?/7 -/- | -/- -/- -/-",
        "-/? -/- -/- | -/- ?/? -/- | -/- -/- -/-",
    ]


def test_the_owner_alone_remembers() -> None:
    match = said(table(variant="memory"), "0 place 5 b2", "1 place 5 a1", "1 place 7 b2", "0 place 9 c3")
    assert drawings(match, known=True) == [
        "-/? -/- -/- | -/- 5/? -/- | -/- -/- 9/-",
        "-/5 -/- -/- | -/- ?/7 -/- | -/- -/- ?/-",
        "-/? -/- -/- | -/- ?/? -/- | -/- -/- ?/-",
    ]


def test_supplies_are_ones_own() -> None:
    match = said(table(variant="memory"), "0 place 5 b2", "1 place 3 a1")
    mine, yours = (1, 2, 3, 4, 6, 7, 8, 9), (1, 2, 4, 5, 6, 7, 8, 9)
    backs = (0,) * 8
    assert [match.view(seat).supply for seat in EYES] == [(mine, backs), (backs, yours), (backs, backs)]


def test_what_was_placed_is_told_to_its_owner_alone_and_once() -> None:
    match = said(table(variant="memory"), "0 place 5 b2", "1 place 5 a1", "1 place 7 b2")
    told = {seat: [fact.value for fact in match.view(seat).last if isinstance(fact, Placed)] for seat in EYES}
    assert told == {0: [0, 0], 1: [0, 7], None: [0, 0]}


def test_all_stones_lie_face_down_when_the_duels_begin() -> None:
    match = drafted(VECTOR, variant="memory")
    # Wolf has placed the last stone, and sees it until the masks fall.
    assert drawings(match) == [BACKS, BACKS.removesuffix("?") + "3", BACKS]


DUEL = "?/? ?/? ?/? | ?/? 8/2 ?/? | ?/? ?/? ?/?"


@pytest.mark.parametrize("options", [{"board": VECTOR}, {"placement": "random"}], ids=["drawn", "dealt"])
def test_a_duel_turns_two_stones_up_for_everybody(options: dict[str, object]) -> None:
    match = said(table(variant="memory", prize="one", **options), "b2")
    public = drawing(match.view(None))
    assert drawings(match) == [public] * 3
    assert [cell.count("?") for cell in public.split()] == [2, 2, 2, 0, 2, 0, 2, 0, 2, 2, 2]
    if "board" in options:
        assert public == DUEL


def test_and_the_next_exchange_turns_them_down() -> None:
    match = said(table(variant="memory", board=VECTOR, prize="one"), "b2", "0 swap b2 c3")
    assert drawings(match) == [BACKS] * 3
    for seat in EYES:
        fought, swapped = match.view(seat).last
        assert isinstance(fought, Fought)
        assert fought.values == ((0,), (0,))
        # Which spaces were exchanged is no secret.
        assert swapped == Swapped(0, 0, (4, 8))


def test_a_mask_turns_nothing_up_or_down() -> None:
    match = said(table(variant="memory", placement="random", prize="one"), "b2", "0 swap a1 a2")
    assert drawings(said(match, "1 mask a")) == drawings(match) == [BACKS] * 3


def test_dealt_stones_are_shown_to_their_owners_once() -> None:
    match = table(variant="memory", placement="random")
    bison, wolf, public = drawings(match)
    assert public == BACKS
    assert sorted(cell[0] for cell in bison.split() if cell != "|") == list("123456789")
    assert all(cell.endswith("/?") for cell in bison.split() if cell != "|")
    assert sorted(cell[2] for cell in wolf.split() if cell != "|") == list("123456789")
    assert all(cell.startswith("?/") for cell in wolf.split() if cell != "|")
    after = said(match, "a1", "0 swap b1 c1")
    assert drawings(after) == [BACKS] * 3
    # Each still knows their own.
    assert drawing(after.view(1), known=True).count("?") == 8


def test_a_drawn_start_has_shown_nobody_anything() -> None:
    match = table(variant="memory", board=VECTOR)
    assert drawings(match) == drawings(match, known=True) == [BACKS] * 3


def test_help_shows_ones_own_stones_at_all_times() -> None:
    match = said(table(variant="memory", memory_help="own"), "0 place 5 b2", "1 place 5 a1", "1 place 7 b2")
    assert drawings(match) == [
        "-/? -/- -/- | -/- 5/? -/- | -/- -/- -/-",
        "-/5 -/- -/- | -/- ?/7 -/- | -/- -/- -/-",
        "-/? -/- -/- | -/- ?/? -/- | -/- -/- -/-",
    ]


def test_help_shows_them_on_a_drawn_board_too_and_after_a_duel() -> None:
    match = said(table(variant="memory", memory_help="own", board=VECTOR, prize="one"), "b2")
    assert drawings(match) == [
        "9/? 1/? 5/? | 2/? 8/2 4/? | 6/? 3/? 7/?",
        "?/1 ?/9 ?/4 | ?/8 8/2 ?/5 | ?/7 ?/6 ?/3",
        DUEL,
    ]
    assert drawings(said(match, "0 swap b2 c3")) == [
        "9/? 1/? 5/? | 2/? 7/? 4/? | 6/? 3/? 8/?",
        "?/1 ?/9 ?/4 | ?/8 ?/2 ?/5 | ?/7 ?/6 ?/3",
        BACKS,
    ]


def test_the_end_shows_all_to_all() -> None:
    match = said(table(variant="memory", board=VECTOR, duel_limit=1), "a1")
    assert match.result
    assert drawings(match) == [VECTOR] * 3


# Perfect recall


def test_a_stone_once_seen_is_followed_through_exchanges() -> None:
    match = said(table(variant="memory", board=VECTOR, prize="one"), "b2", "0 swap b2 c3", "a1", "1 swap a1 b2")
    # Bison’s 8 went to C3, Wolf’s 2 to A1 and the 1 from there to B2; the 7 that came to B2 was never shown.
    assert drawings(match, known=True) == ["9/2 ?/? ?/? | ?/? ?/1 ?/? | ?/? ?/? 8/?"] * 3
    assert drawings(match) == [BACKS] * 3


def test_owners_follow_their_own_from_the_start() -> None:
    match = said(drafted(VECTOR, variant="memory", prize="one"), "b2", "0 swap b2 c3", "a1")
    assert drawings(match, known=True) == [
        "9/1 1/? 5/? | 2/? 7/2 4/? | 6/? 3/? 8/?",
        "9/1 ?/9 ?/4 | ?/8 ?/2 ?/5 | ?/7 ?/6 8/3",
        "9/1 ?/? ?/? | ?/? ?/2 ?/? | ?/? ?/? 8/?",
    ]


@rarely(2)
@given(st.integers(0, 10**6))
def test_nobody_forgets_or_learns_but_from_duels(seed: int) -> None:
    """In a random match, everybody knows exactly the stones that duels turned up; an owner all of their own."""
    up: tuple[set[int], set[int]] = (set(), set())
    for match in wandering(seed, variant="memory", placement="random", prize="one", duel_limit=11):
        newest = match.state.last[-1]
        if isinstance(newest, Fought):
            for side in (0, 1):
                up[side].update(newest.values[side])
        if match.result:
            break
        for seat in EYES:
            for side in (0, 1):
                known = {value for pile in match.view(seat).known[side] for value in pile if value}
                assert known == (set(range(1, 10)) if side == seat else up[side])
