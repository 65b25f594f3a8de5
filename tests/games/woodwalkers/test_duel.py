"""A duel: sums, wounds, re-rolls, and the way home."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.match import Match
from games.woodwalkers.events import Duel
from games.woodwalkers.pieces import ANIMALS
from games.woodwalkers.spaces import SPACE_BY_NAME
from tests.games.lines import refusal, said, words
from tests.games.woodwalkers.match_setup import (
    WOLF_AND_OTTER,
    count_kept_tiles,
    play_turn,
    space_of,
    start_after_roll,
    start_preset_match,
    wounds_of,
)


def duel(match: Match) -> Duel:
    fought = match.view_of(None).duel
    assert isinstance(fought, Duel)
    return fought


def test_when_equal_the_challenger_loses() -> None:
    """Wolf, strength 6, rolls 3; otter, strength 3, rolls 6."""
    match = said(start_after_roll(WOLF_AND_OTTER, 2, 3, 6), "0 move d2 d4")
    assert duel(match).totals == (9, 9)
    assert match.scores() == (0, 2)
    assert wounds_of(match, 0, "wolf") == 1
    # The wolf's own place is free, and so is no other.
    assert words(match, 0) == ["home d1"]
    match = said(match, "0 home d1")
    assert (space_of(match, 0, "wolf"), space_of(match, 1, "otter")) == ("d1", "d4")
    assert wounds_of(match, 1, "otter") == 0


@pytest.mark.parametrize(
    ("board", "mode", "dice", "sums"),
    [
        (WOLF_AND_OTTER, "strength", (4, 6), (10, 9)),
        (WOLF_AND_OTTER, "strength", (6, 6), (12, 9)),
        (WOLF_AND_OTTER, "strength", (2, 6), (8, 9)),
        # The mode of the round is what counts, less wounds.
        (WOLF_AND_OTTER, "speed", (1, 1), (5, 4)),
        (WOLF_AND_OTTER, "endurance", (1, 1), (6, 8)),
        (WOLF_AND_OTTER, "intelligence", (1, 1), (6, 8)),
        ("4 - . . 1ot\n2 - . . 0wo1", "strength", (3, 5), (8, 8)),
    ],
)
def test_the_higher_sum_wins(board: str, mode: str, dice: tuple[int, int], sums: tuple[int, int]) -> None:
    match = said(start_after_roll(board, 2, *dice, mode=mode), "0 move d2 d4")
    assert duel(match).totals == sums
    assert match.scores() == ((2, 0) if sums[0] > sums[1] else (0, 2))


def test_the_winner_stands_there_before_the_loser_is_home() -> None:
    match = said(start_after_roll("4 - . . 1ot+7\n2 - . . 0wo", 2, 6, 1), "0 move d2 d4")
    view = match.view_of(None)
    assert (view.animal_on(SPACE_BY_NAME["d4"]), view.animal_on(SPACE_BY_NAME["d2"])) == (
        (0, ANIMALS.index("wolf")),
        None,
    )
    # With the flag.
    assert view.flags == ((SPACE_BY_NAME["d4"], 7),)
    assert (space_of(match, 1, "otter"), wounds_of(match, 1, "otter"), set(match.seats_asked)) == ("hand", 1, {1})
    assert space_of(said(match, "1 home f9"), 1, "otter") == "f9"


def test_the_chances_of_a_duel() -> None:
    """In 36ths, by how much more the challenger's value is."""
    assert [_chance(more) for more in range(-5, 7)] == [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36]


def _chance(more: int) -> Fraction:
    won = [
        Duel((0, 1), 0, 0, animals=(0, 1), values=(more, 0), dice=(one, other)).losing_side == 1
        for one in range(1, 7)
        for other in range(1, 7)
    ]
    return Fraction(sum(won) * 36, len(won))


@pytest.mark.parametrize("fought", [(6, 1), (1, 6)])
def test_the_third_wound_removes(fought: tuple[int, int]) -> None:
    """Card and wounds are gone, nobody goes home, and nobody is asked for a space."""
    match = said(start_after_roll("4 - . . 1be2\n2 - . . 0be2", 2, *fought, mode="strength"), "0 move d2 d4")
    loser = 1 if fought == (6, 1) else 0
    assert space_of(match, loser, "bear") == "out"
    assert wounds_of(match, loser, "bear") == 0
    assert space_of(match, 1 - loser, "bear") == "d4"
    assert wounds_of(match, 1 - loser, "bear") == 2
    assert duel(match).is_loser_removed
    assert match.seats_asked == {1}
    assert words(match, 1)[0].startswith("mode")


def test_the_loser_goes_to_any_free_start_space_of_its_own() -> None:
    board = "4 - . . 1ot\n2 - . . 0wo 0be 0pu"
    match = said(start_after_roll(board, 2, 1, 6), "0 move d2 d4")
    assert words(match, 0) == ["home c1", "home d1", "home e1"]
    for word in ("home b1", "home d2", "home c9", "stay", "done"):
        assert refusal(match, f"0 {word}") == "illegal"
    assert space_of(said(match, "0 home e1"), 0, "wolf") == "e1"


def test_a_beaten_challenger_may_return_to_where_it_set_out() -> None:
    match = said(start_after_roll("2 - 1ot", 1, 1, 6, mode="intelligence"), "0 move b1 b2")
    assert words(match, 0) == ["home b1"]
    match = said(match, "0 home b1")
    assert space_of(match, 0, "bison") == "b1"


def test_who_was_sent_home_may_walk_along_the_start_spaces_again() -> None:
    match = said(
        start_after_roll("4 - . . 1ot\n2 - . . 0wo 0be", 2, 1, 6, 1, stack=["strength"] * 5),
        "0 move d2 d4",
        "0 home c1",
    )
    match = said(match, "1 mode strength", "0 roll")
    assert "d1" in {word[2] for word in match.legal_moves(0) if word[1:2] == ("c1",)}


# Die tiles: the wolves fetch as many as are wanted before the bison attacks the otter, 8 against 3.

ARMED = """
8 - . . ?d
7 - . ?d
6 - . 0wo
4 - . . . . . 1wo
3 - 1ot . . . . ?d
2 - 0bi . . . ?d
"""
FETCHING = {0: ["c6 c7", "c7 d8"], 1: ["g4 g3", "g3 f2"]}


def armed(*rolls: int, zero: int = 0, one: int = 0) -> Match:
    """When the bison has attacked and both have rolled, with so many Die tiles on either side."""
    match = start_preset_match(ARMED, stack=["strength"] * 5 + ["speed"] * 5, rolls=[*[2] * (zero + one), 1, *rolls])
    for seat, tiles in ((0, zero), (1, one)):
        for at, move in enumerate(FETCHING[seat][:tiles]):
            match = play_turn(match, f"{seat} roll", *[f"{seat} keep"][:at], f"{seat} move {move}")
    match = play_turn(match, "0 roll", *["0 keep"][:zero], "0 move b2 b3")
    assert match.view_of(None).mode == "strength"
    return match


def asked(match: Match) -> tuple[int, list[str]]:
    (seat,) = match.seats_asked
    return seat, words(match, seat)


AGAIN = ["reroll", "keep"]


@pytest.mark.parametrize(
    ("rolls", "tiles", "said_so", "sums", "left"),
    [
        # 9 : 9, so the challenger is behind and may roll again.
        ((1, 6, 2), (1, 0), "0 reroll", (10, 9), (0, 0)),
        # It is of no use to the defender, but it is spent.
        ((2, 6, 6), (0, 1), "1 reroll", (10, 9), (0, 0)),
        # Every new roll counts, even a worse one.
        ((1, 6, 1), (1, 0), "0 reroll", (9, 9), (0, 0)),
        ((3, 5, 2), (0, 1), "1 reroll", (11, 5), (0, 0)),
        # Whoever keeps has lost, and the leader is not asked.
        ((1, 6), (1, 0), "0 keep", (9, 9), (1, 0)),
        ((6, 1), (2, 0), "", (14, 4), (2, 0)),
        ((1, 6), (0, 2), "", (9, 9), (0, 2)),
    ],
)
def test_the_side_that_is_behind_may_roll_again(
    rolls: tuple[int, ...], tiles: tuple[int, int], said_so: str, sums: tuple[int, int], left: tuple[int, int]
) -> None:
    match = armed(*rolls, zero=tiles[0], one=tiles[1])
    if said_so:
        assert asked(match) == (int(said_so[0]), AGAIN)
        assert match.scores() == (0, 0)
        match = said(match, said_so)
    assert duel(match).totals == sums
    assert match.scores() == ((2, 0) if sums[0] > sums[1] else (0, 2))
    assert (count_kept_tiles(match, 0)[1], count_kept_tiles(match, 1)[1]) == left


def test_the_question_changes_sides_with_the_lead() -> None:
    match = armed(1, 6, 3, 2, 6, zero=2, one=1)
    assert asked(match) == (0, AGAIN)
    match = said(match, "0 reroll")
    assert (duel(match).totals, asked(match)) == ((11, 9), (1, AGAIN))
    match = said(match, "1 reroll")
    # Still behind, and nothing left: settled, although the other side has a tile more.
    assert (duel(match).totals, match.scores()) == ((11, 5), (2, 0))
    assert (count_kept_tiles(match, 0), count_kept_tiles(match, 1)) == ((0, 1), (0, 0))


def test_tiles_are_spent_one_at_a_time() -> None:
    match = said(armed(1, 6, 1, 2, zero=2), "0 reroll")
    assert (duel(match).totals, asked(match), count_kept_tiles(match, 0)) == ((9, 9), (0, AGAIN), (0, 1))
    match = said(match, "0 reroll")
    assert (duel(match).totals, match.scores()) == ((10, 9), (2, 0))


def test_medicine_is_not_asked_for_in_a_duel() -> None:
    """Only after it, when the loser is home."""
    board = "4 - . . 1ot\n3 - . ?m\n2 - . . 0wo"
    match = said(start_after_roll(board, 2, 2, 1, 6, stack=["strength"] * 5), "0 move d2 c3")
    match = play_turn(match, "0 roll", "0 move c3 d4")
    assert asked(match) == (0, ["home d1"])
    match = said(match, "0 home d1")
    assert asked(match) == (0, ["heal wolf", "done"])
    match = said(match, "0 heal wolf")
    assert (wounds_of(match, 0, "wolf"), set(match.seats_asked)) == (0, {1})


def test_the_mover_heals_after_the_other_has_gone_home() -> None:
    board = "4 - . . 1ot\n3 - . ?m\n2 - . . 0wo1"
    match = said(start_after_roll(board, 2, 2, 6, 1, stack=["strength"] * 5), "0 move d2 c3", "0 done")
    match = play_turn(match, "0 roll", "0 move c3 d4", "1 home f9")
    assert asked(match) == (0, ["heal wolf", "done"])


def test_a_third_wound_is_not_undone() -> None:
    board = "4 - . . 1ot\n3 - . ?m\n2 - . . 0wo2"
    match = said(start_after_roll(board, 2, 2, 1, 6, stack=["strength"] * 5), "0 move d2 c3", "0 done")
    match = play_turn(match, "0 roll", "0 move c3 d4")
    assert space_of(match, 0, "wolf") == "out"
    assert asked(match)[0] == 1
    assert count_kept_tiles(match, 0) == (1, 0)


def test_losing_the_last_animal_ends_the_turn() -> None:
    match = said(start_after_roll("4 - . . 1ot\n2 - . . 0wo2", 2, 1, 6, alone=True), "0 move d2 d4")
    assert match.view_of(None).teams[0].removed == tuple(range(7))
    assert asked(match)[0] == 1


def test_a_seat_beaten_out_of_the_game_in_a_round_has_no_turn_in_it() -> None:
    match = said(start_after_roll("4 - . . 0ot2\n2 - . . 1wo", 2, 6, 1, alone=True, seat=1), "1 move d2 d4")
    # Seat 0 would have rolled last.
    assert asked(match)[0] == 1
    assert match.view_of(None).round == 2
