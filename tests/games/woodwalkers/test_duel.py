"""Duels: totals, wounds, re-rolls, and the return of the loser."""

from __future__ import annotations

import pytest

from games.match import Match
from games.woodwalkers.pieces import ANIMALS
from games.woodwalkers.spaces import SPACE_BY_NAME
from tests.games.match_lines import describe_last_step, find_refusal_key, list_move_texts, play_lines
from tests.games.woodwalkers.match_setup import (
    WOLF_AND_OTTER,
    count_kept_tiles,
    count_wounds,
    find_animal_space,
    get_latest_duel,
    play_turn,
    start_after_roll,
    start_preset_match,
)


def test_challenger_loses_a_tie() -> None:
    """The wolf (strength 6) rolls 3 and the otter (strength 3) rolls 6, so both have 9 in total."""
    match = play_lines(start_after_roll(WOLF_AND_OTTER, 2, 3, 6), "0 move d2 d4")
    assert get_latest_duel(match).totals == (9, 9)
    assert match.scores() == (0, 2)
    assert count_wounds(match, 0, "wolf") == 1
    # Only the wolf's own start space is free.
    assert list_move_texts(match, 0) == ["home d1"]
    match = play_lines(match, "0 home d1")
    assert (find_animal_space(match, 0, "wolf"), find_animal_space(match, 1, "otter")) == ("d1", "d4")
    assert count_wounds(match, 1, "otter") == 0


@pytest.mark.parametrize(
    ("board", "mode", "dice", "totals"),
    [
        (WOLF_AND_OTTER, "strength", (4, 6), (10, 9)),
        (WOLF_AND_OTTER, "strength", (6, 6), (12, 9)),
        (WOLF_AND_OTTER, "strength", (2, 6), (8, 9)),
        # The value is that of the mode of the round, minus wounds.
        (WOLF_AND_OTTER, "speed", (1, 1), (5, 4)),
        (WOLF_AND_OTTER, "endurance", (1, 1), (6, 8)),
        (WOLF_AND_OTTER, "intelligence", (1, 1), (6, 8)),
        ("4 - . . 1ot\n2 - . . 0wo1", "strength", (3, 5), (8, 8)),
    ],
)
def test_higher_total_wins(board: str, mode: str, dice: tuple[int, int], totals: tuple[int, int]) -> None:
    match = play_lines(start_after_roll(board, 2, *dice, mode=mode), "0 move d2 d4")
    assert get_latest_duel(match).totals == totals
    assert match.scores() == ((2, 0) if totals[0] > totals[1] else (0, 2))


def test_winner_takes_the_space_before_the_loser_returns() -> None:
    match = play_lines(start_after_roll("4 - . . 1ot+7\n2 - . . 0wo", 2, 6, 1), "0 move d2 d4")
    view = match.view_of(None)
    assert (view.animal_on(SPACE_BY_NAME["d4"]), view.animal_on(SPACE_BY_NAME["d2"])) == (
        (0, ANIMALS.index("wolf")),
        None,
    )
    # The winner now stands on the flag.
    assert view.flags == ((SPACE_BY_NAME["d4"], 7),)
    assert (find_animal_space(match, 1, "otter"), count_wounds(match, 1, "otter"), set(match.seats_asked)) == (
        "hand",
        1,
        {1},
    )
    assert find_animal_space(play_lines(match, "1 home f9"), 1, "otter") == "f9"


@pytest.mark.parametrize("rolls", [(6, 1), (1, 6)])
def test_third_wound_removes_an_animal(rolls: tuple[int, int]) -> None:
    """The owner of a removed animal must not be asked for a start space."""
    match = play_lines(start_after_roll("4 - . . 1be2\n2 - . . 0be2", 2, *rolls, mode="strength"), "0 move d2 d4")
    loser = 1 if rolls == (6, 1) else 0
    assert find_animal_space(match, loser, "bear") == "out"
    assert count_wounds(match, loser, "bear") == 0
    assert find_animal_space(match, 1 - loser, "bear") == "d4"
    assert count_wounds(match, 1 - loser, "bear") == 2
    assert get_latest_duel(match).is_loser_removed
    assert match.seats_asked == {1}
    assert list_move_texts(match, 1)[0].startswith("mode")


def test_loser_may_go_to_any_free_start_space_of_its_owner() -> None:
    board = "4 - . . 1ot\n2 - . . 0wo 0be 0pu"
    match = play_lines(start_after_roll(board, 2, 1, 6), "0 move d2 d4")
    assert list_move_texts(match, 0) == ["home c1", "home d1", "home e1"]
    for move in ("home b1", "home d2", "home c9", "stay", "done"):
        assert find_refusal_key(match, f"0 {move}") == "illegal"
    assert find_animal_space(play_lines(match, "0 home e1"), 0, "wolf") == "e1"


def test_losing_challenger_may_return_to_the_space_it_came_from() -> None:
    match = play_lines(start_after_roll("2 - 1ot", 1, 1, 6, mode="intelligence"), "0 move b1 b2")
    assert list_move_texts(match, 0) == ["home b1"]
    match = play_lines(match, "0 home b1")
    assert find_animal_space(match, 0, "bison") == "b1"


def test_animal_sent_back_may_move_along_the_start_spaces() -> None:
    match = play_lines(
        start_after_roll("4 - . . 1ot\n2 - . . 0wo 0be", 2, 1, 6, 1, stack=["strength"] * 5),
        "0 move d2 d4",
        "0 home c1",
    )
    match = play_lines(match, "1 mode strength", "0 roll")
    assert "d1" in {move[2] for move in match.legal_moves(0) if move[1:2] == ("c1",)}


# Re-rolls: the wolves first collect Die tiles, then the bison attacks the otter, 8 against 3.

DIE_TILES_BOARD = """
8 - . . ?d
7 - . ?d
6 - . 0wo
4 - . . . . . 1wo
3 - 1ot . . . . ?d
2 - 0bi . . . ?d
"""
MOVES_TO_DIE_TILES = {0: ["c6 c7", "c7 d8"], 1: ["g4 g3", "g3 f2"]}


def start_duel_with_die_tiles(*rolls: int, seat_0_tiles: int = 0, seat_1_tiles: int = 0) -> Match:
    """Return a duel of seat 0's bison in which both seats have rolled. Each seat has this many Die tiles."""
    match = start_preset_match(
        DIE_TILES_BOARD, stack=["strength"] * 5 + ["speed"] * 5, rolls=[*[2] * (seat_0_tiles + seat_1_tiles), 1, *rolls]
    )
    for seat, tiles in ((0, seat_0_tiles), (1, seat_1_tiles)):
        for index, move in enumerate(MOVES_TO_DIE_TILES[seat][:tiles]):
            match = play_turn(match, f"{seat} roll", *[f"{seat} keep"][:index], f"{seat} move {move}")
    match = play_turn(match, "0 roll", *["0 keep"][:seat_0_tiles], "0 move b2 b3")
    assert match.view_of(None).mode == "strength"
    return match


def list_choices_to_make(match: Match) -> tuple[int, list[str]]:
    """Return the only seat to move and its legal moves."""
    (seat,) = match.seats_asked
    return seat, list_move_texts(match, seat)


REROLL_OR_KEEP = ["reroll", "keep"]


@pytest.mark.parametrize(
    ("rolls", "tiles", "answer", "totals", "tiles_left"),
    [
        # 9 : 9, so the challenger is losing and may roll again.
        ((1, 6, 2), (1, 0), "0 reroll", (10, 9), (0, 0)),
        # The new roll does not help the defender, but the tile is spent.
        ((2, 6, 6), (0, 1), "1 reroll", (10, 9), (0, 0)),
        # Every new roll counts, even a worse one.
        ((1, 6, 1), (1, 0), "0 reroll", (9, 9), (0, 0)),
        ((3, 5, 2), (0, 1), "1 reroll", (11, 5), (0, 0)),
        # The losing side keeps its roll and loses. The winning side is not asked.
        ((1, 6), (1, 0), "0 keep", (9, 9), (1, 0)),
        ((6, 1), (2, 0), "", (14, 4), (2, 0)),
        ((1, 6), (0, 2), "", (9, 9), (0, 2)),
    ],
)
def test_losing_side_may_roll_again(
    rolls: tuple[int, ...], tiles: tuple[int, int], answer: str, totals: tuple[int, int], tiles_left: tuple[int, int]
) -> None:
    match = start_duel_with_die_tiles(*rolls, seat_0_tiles=tiles[0], seat_1_tiles=tiles[1])
    if answer:
        assert list_choices_to_make(match) == (int(answer[0]), REROLL_OR_KEEP)
        assert match.scores() == (0, 0)
        match = play_lines(match, answer)
    assert get_latest_duel(match).totals == totals
    assert match.scores() == ((2, 0) if totals[0] > totals[1] else (0, 2))
    assert (count_kept_tiles(match, 0)[1], count_kept_tiles(match, 1)[1]) == tiles_left


def test_other_side_may_reroll_when_the_lead_changes() -> None:
    match = start_duel_with_die_tiles(1, 6, 3, 2, 6, seat_0_tiles=2, seat_1_tiles=1)
    assert list_choices_to_make(match) == (0, REROLL_OR_KEEP)
    match = play_lines(match, "0 reroll")
    assert (get_latest_duel(match).totals, list_choices_to_make(match)) == ((11, 9), (1, REROLL_OR_KEEP))
    match = play_lines(match, "1 reroll")
    # Seat 1 still loses and has no tile left, so the duel is settled, although seat 0 has one.
    assert (get_latest_duel(match).totals, match.scores()) == ((11, 5), (2, 0))
    assert (count_kept_tiles(match, 0), count_kept_tiles(match, 1)) == ((0, 1), (0, 0))


def test_die_tiles_are_spent_one_at_a_time() -> None:
    match = play_lines(start_duel_with_die_tiles(1, 6, 1, 2, seat_0_tiles=2), "0 reroll")
    assert (get_latest_duel(match).totals, list_choices_to_make(match), count_kept_tiles(match, 0)) == (
        (9, 9),
        (0, REROLL_OR_KEEP),
        (0, 1),
    )
    match = play_lines(match, "0 reroll")
    assert (get_latest_duel(match).totals, match.scores()) == ((10, 9), (2, 0))


def test_description_of_a_duel_goes_on_after_a_reroll() -> None:
    """The earlier lines stay the same, so that messages can leave out what they already said."""
    rolled = start_duel_with_die_tiles(1, 6, 3, 2, 6, seat_0_tiles=1, seat_1_tiles=1)
    again = play_lines(rolled, "0 reroll")
    settled = play_lines(again, "1 reroll")
    texts = [describe_last_step(match.game, match.view_of(0)) for match in (rolled, again, settled)]
    assert texts[0][-1] == "Duel on B3: you, bison 8+1 = 9, against Blue, otter 3+6 = 9."
    assert "the bison" in texts[0][-2]
    assert texts[1] == [*texts[0], "You spend a Die: 11 – 9."]
    assert texts[2] == [*texts[1], "Blue spends a Die: 11 – 5.", "You win 2 points."]
    lost = play_lines(rolled, "0 keep")
    lines = describe_last_step(lost.game, lost.view_of(0))
    assert lines == [*texts[0], "A tie: the defense holds. Blue wins 2 points."]


def test_healing_is_offered_only_after_a_duel() -> None:
    """The loser must first return to a start space."""
    board = "4 - . . 1ot\n3 - . ?m\n2 - . . 0wo"
    match = play_lines(start_after_roll(board, 2, 2, 1, 6, stack=["strength"] * 5), "0 move d2 c3")
    match = play_turn(match, "0 roll", "0 move c3 d4")
    assert list_choices_to_make(match) == (0, ["home d1"])
    match = play_lines(match, "0 home d1")
    assert list_choices_to_make(match) == (0, ["heal wolf", "done"])
    match = play_lines(match, "0 heal wolf")
    assert (count_wounds(match, 0, "wolf"), set(match.seats_asked)) == (0, {1})


def test_mover_may_heal_after_the_defender_has_returned() -> None:
    board = "4 - . . 1ot\n3 - . ?m\n2 - . . 0wo1"
    match = play_lines(start_after_roll(board, 2, 2, 6, 1, stack=["strength"] * 5), "0 move d2 c3", "0 done")
    match = play_turn(match, "0 roll", "0 move c3 d4", "1 home f9")
    assert list_choices_to_make(match) == (0, ["heal wolf", "done"])


def test_medicine_cannot_undo_a_third_wound() -> None:
    board = "4 - . . 1ot\n3 - . ?m\n2 - . . 0wo2"
    match = play_lines(start_after_roll(board, 2, 2, 1, 6, stack=["strength"] * 5), "0 move d2 c3", "0 done")
    match = play_turn(match, "0 roll", "0 move c3 d4")
    assert find_animal_space(match, 0, "wolf") == "out"
    assert list_choices_to_make(match)[0] == 1
    assert count_kept_tiles(match, 0) == (1, 0)


def test_losing_the_last_animal_ends_the_turn() -> None:
    match = play_lines(start_after_roll("4 - . . 1ot\n2 - . . 0wo2", 2, 1, 6, alone=True), "0 move d2 d4")
    assert match.view_of(None).teams[0].removed == tuple(range(7))
    assert list_choices_to_make(match)[0] == 1


def test_seat_that_loses_its_last_animal_has_no_later_turn_in_the_round() -> None:
    match = play_lines(start_after_roll("4 - . . 0ot2\n2 - . . 1wo", 2, 6, 1, alone=True, seat=1), "1 move d2 d4")
    # Otherwise seat 0 would have rolled last.
    assert list_choices_to_make(match)[0] == 1
    assert match.view_of(None).round == 2
