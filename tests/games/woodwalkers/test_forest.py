"""Forest tiles: flags, and Medicine, Die and Point tiles."""

from __future__ import annotations

import pytest

from games.match import Match
from games.woodwalkers.spaces import SPACE_BY_NAME
from tests.games.match_lines import find_refusal_key, list_move_texts, play_lines
from tests.games.woodwalkers.match_setup import (
    count_kept_tiles,
    count_wounds,
    find_animal_space,
    play_turn,
    skip_until_roll,
    start_after_roll,
    start_match,
    start_preset_match,
)


def test_every_light_space_has_a_face_down_tile() -> None:
    for variant in ("day", "midnight"):
        assert [tile for _, tile in start_match(variant=variant).view_of(None).forest] == [""] * 20
    assert start_match(1).state.forest != start_match(2).state.forest


@pytest.mark.parametrize(
    ("tile", "found", "points", "tiles"),
    [("d", "die", 0, (0, 1)), ("m", "medicine", 0, (1, 0)), ("p", "point", 1, (0, 0))],
)
def test_tile_that_is_no_flag_leaves_the_board(tile: str, found: str, points: int, tiles: tuple[int, int]) -> None:
    """An example from the printed rules: James rolls 4 and ends his move on a face-down tile, which is removed."""
    match = play_lines(start_after_roll(f"2 - . . . . 0bi\n6 - . . . . ?{tile}", 4), "0 move f2 f6")
    view = match.view_of(None)
    assert view.forest == view.flags == ()
    assert (view.removed_tiles, match.scores(), count_kept_tiles(match, 0)) == ((found,), (points, 0), tiles)
    assert find_animal_space(match, 0, "bison") == "f6"
    # No animal is wounded, so healing is not offered.
    assert match.seats_asked == {1}


def test_flag_stays_when_its_animal_leaves() -> None:
    """An example from the printed rules: Isidore turns up a flag, which stays on its space for the rest of the game."""
    match = play_lines(start_after_roll("3 - . ?7 . 0ot", 3, 1), "0 move e3 c3")
    assert (match.view_of(None).flags, match.view_of(None).forest) == (((SPACE_BY_NAME["c3"], 7),), ())
    assert match.scores() == (0, 0)
    match = play_turn(match, "0 roll", "0 move c3 c4")
    assert match.view_of(None).flags == ((SPACE_BY_NAME["c3"], 7),)
    assert find_animal_space(match, 0, "otter") == "c4"


def test_medicine_may_be_used_in_the_turn_in_which_it_is_found() -> None:
    match = play_lines(start_after_roll("2 - . . 0wo1\n3 - . ?m", 2), "0 move d2 c3")
    assert list_move_texts(match, 0) == ["heal wolf", "done"]
    healed = play_lines(match, "0 heal wolf")
    assert (count_wounds(healed, 0, "wolf"), count_kept_tiles(healed, 0), set(healed.seats_asked)) == (0, (0, 0), {1})
    after = play_lines(match, "0 done")
    assert (count_wounds(after, 0, "wolf"), count_kept_tiles(after, 0), set(after.seats_asked)) == (1, (1, 0), {1})


def start_turn_with_medicine(board: str, *rolls: int) -> Match:
    """Return a match in which seat 0 has kept a Medicine tile from C3 and is to roll in its next turn."""
    match = play_lines(start_after_roll(board, 2, *rolls, stack=["strength"] * 5), "0 move d2 c3", "0 done")
    return skip_until_roll(match, 0)


def test_healing_is_offered_again_while_medicine_and_wounds_are_left() -> None:
    match = play_lines(start_turn_with_medicine("2 - . . 0wo2\n3 - . ?m\n4 - ?m", 2), "0 roll", "0 move c3 b4")
    assert count_kept_tiles(match, 0) == (2, 0)
    match = play_lines(match, "0 heal wolf")
    assert list_move_texts(match, 0) == ["heal wolf", "done"]
    match = play_lines(match, "0 heal wolf")
    # Both Medicine tiles are spent.
    assert (count_wounds(match, 0, "wolf"), set(match.seats_asked)) == (0, {1})


def test_medicine_may_be_used_before_the_roll() -> None:
    match = start_turn_with_medicine("2 - . . 0wo2 0be1 1ot1\n3 - . ?m")
    assert list_move_texts(match, 0) == ["roll", "skip", "heal bear", "heal wolf"]
    # Healing is not possible between roll and move.
    assert find_refusal_key(play_lines(match, "0 roll"), "0 heal bear") == "illegal"
    match = play_lines(match, "0 heal wolf")
    assert list_move_texts(match, 0) == ["roll", "skip"]
    assert (count_wounds(match, 0, "wolf"), count_wounds(match, 0, "bear"), count_wounds(match, 1, "otter")) == (
        1,
        1,
        1,
    )


def test_medicine_may_not_be_used_in_another_players_turn() -> None:
    match = play_lines(start_turn_with_medicine("2 - . . 0wo1 . 1ot1\n3 - . ?m"), "0 skip")
    assert list_move_texts(match, 1) == ["roll", "skip"]
    assert find_refusal_key(match, "0 heal wolf") == "not-awaited"


def test_medicine_may_be_used_after_staying() -> None:
    match = play_lines(start_turn_with_medicine("2 - . . 0wo1\n3 - . ?m"), "0 roll", "0 stay")
    assert list_move_texts(match, 0) == ["heal wolf", "done"]


def test_skipping_ends_the_turn_without_healing() -> None:
    assert play_lines(start_turn_with_medicine("2 - . . 0wo1\n3 - . ?m"), "0 skip").seats_asked == {1}


DIE_TILES_BOARD = "2 - . . 0wo\n3 - . ?d\n4 - ?d"


def test_die_tile_allows_another_roll_for_the_move() -> None:
    match = play_turn(play_lines(start_after_roll(DIE_TILES_BOARD, 2, 1, 5), "0 move d2 c3"), "0 roll")
    assert match.view_of(None).die == 1
    assert list_move_texts(match, 0) == ["reroll", "keep"]
    rerolled = play_lines(match, "0 reroll")
    # The tile is spent, so there is no further question.
    assert (count_kept_tiles(rerolled, 0), rerolled.view_of(None).die) == ((0, 0), 5)
    assert rerolled.legal_moves(0)[0][0] == "move"
    unchanged = play_lines(match, "0 keep")
    assert (count_kept_tiles(unchanged, 0), unchanged.view_of(None).die) == ((0, 1), 1)
    assert unchanged.legal_moves(0)[0][0] == "move"


def test_several_die_tiles_may_be_spent_in_a_turn() -> None:
    match = play_lines(start_after_roll(DIE_TILES_BOARD, 2, 2, 1, 3, 6), "0 move d2 c3")
    match = play_turn(match, "0 roll", "0 keep", "0 move c3 b4")
    assert count_kept_tiles(match, 0) == (0, 2)
    match = play_turn(match, "0 roll", "0 reroll")
    assert (list_move_texts(match, 0), match.view_of(None).die) == (["reroll", "keep"], 3)
    match = play_lines(match, "0 reroll")
    assert (match.legal_moves(0)[0][0], match.view_of(None).die, count_kept_tiles(match, 0)) == ("move", 6, (0, 0))


def test_without_a_die_tile_no_reroll_is_offered() -> None:
    assert start_after_roll(DIE_TILES_BOARD, 1).legal_moves(0)[0][0] == "move"


@pytest.mark.parametrize("move", ["reroll", "keep", "done", "pass", "heal wolf", "guess wolf", "home b1", "mode speed"])
def test_other_moves_are_illegal_before_the_roll(move: str) -> None:
    match = play_lines(start_preset_match(stack=["strength"] * 4), "0 mode strength")
    assert list_move_texts(match, 1) == ["roll", "skip"]
    assert find_refusal_key(match, f"1 {move}") == "illegal"
