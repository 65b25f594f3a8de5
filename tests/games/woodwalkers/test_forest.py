"""Forest tiles: flags stay, the others help."""

from __future__ import annotations

import pytest

from games.match import Match
from games.woodwalkers.spaces import SPACE_BY_NAME
from tests.games.lines import refusal, said, words
from tests.games.woodwalkers.match_setup import (
    count_kept_tiles,
    play_turn,
    skip_until_roll,
    space_of,
    start_after_roll,
    start_match,
    start_preset_match,
    wounds_of,
)


def test_every_light_space_has_a_tile_that_nobody_sees() -> None:
    for variant in ("day", "midnight"):
        assert [tile for _, tile in start_match(variant=variant).view_of(None).forest] == [""] * 20
    assert start_match(1).state.forest != start_match(2).state.forest


@pytest.mark.parametrize(
    ("tile", "found", "points", "tiles"),
    [("d", "die", 0, (0, 1)), ("m", "medicine", 0, (1, 0)), ("p", "point", 1, (0, 0))],
)
def test_a_tile_leaves_the_space_empty(tile: str, found: str, points: int, tiles: tuple[int, int]) -> None:
    """James rolls 4 and ends on a face-down tile: his bison lies on a now empty space."""
    match = said(start_after_roll(f"2 - . . . . 0bi\n6 - . . . . ?{tile}", 4), "0 move f2 f6")
    view = match.view_of(None)
    assert view.forest == view.flags == ()
    assert (view.removed_tiles, match.scores(), count_kept_tiles(match, 0)) == ((found,), (points, 0), tiles)
    assert space_of(match, 0, "bison") == "f6"
    # Nobody is wounded: no healing is asked.
    assert match.seats_asked == {1}


def test_a_flag_stays_open_also_when_its_animal_leaves() -> None:
    """Isidore rolls 3, moves 2 and turns up a flag: it stays for the rest of the game."""
    match = said(start_after_roll("3 - . ?7 . 0ot", 3, 1), "0 move e3 c3")
    assert (match.view_of(None).flags, match.view_of(None).forest) == (((SPACE_BY_NAME["c3"], 7),), ())
    assert match.scores() == (0, 0)
    match = play_turn(match, "0 roll", "0 move c3 c4")
    assert match.view_of(None).flags == ((SPACE_BY_NAME["c3"], 7),)
    assert space_of(match, 0, "otter") == "c4"


def test_a_medicine_found_now_may_be_used_now() -> None:
    match = said(start_after_roll("2 - . . 0wo1\n3 - . ?m", 2), "0 move d2 c3")
    assert words(match, 0) == ["heal wolf", "done"]
    healed = said(match, "0 heal wolf")
    assert (wounds_of(healed, 0, "wolf"), count_kept_tiles(healed, 0), set(healed.seats_asked)) == (0, (0, 0), {1})
    spared = said(match, "0 done")
    assert (wounds_of(spared, 0, "wolf"), count_kept_tiles(spared, 0), set(spared.seats_asked)) == (1, (1, 0), {1})


def carrying(board: str, *rolls: int) -> Match:
    """Seat 0's wolf has found the Medicine on c3 and not used it; it is seat 0's turn again."""
    match = said(start_after_roll(board, 2, *rolls, stack=["strength"] * 5), "0 move d2 c3", "0 done")
    return skip_until_roll(match, 0)


def test_healing_is_asked_again_while_there_is_something_left() -> None:
    match = said(carrying("2 - . . 0wo2\n3 - . ?m\n4 - ?m", 2), "0 roll", "0 move c3 b4")
    assert count_kept_tiles(match, 0) == (2, 0)
    match = said(match, "0 heal wolf")
    assert words(match, 0) == ["heal wolf", "done"]
    match = said(match, "0 heal wolf")
    # Nothing is left to heal or to heal with.
    assert (wounds_of(match, 0, "wolf"), set(match.seats_asked)) == (0, {1})


def test_healing_before_the_roll() -> None:
    match = carrying("2 - . . 0wo2 0be1 1ot1\n3 - . ?m")
    assert words(match, 0) == ["roll", "skip", "heal bear", "heal wolf"]
    # Not between roll and move.
    assert refusal(said(match, "0 roll"), "0 heal bear") == "illegal"
    match = said(match, "0 heal wolf")
    assert words(match, 0) == ["roll", "skip"]
    assert (wounds_of(match, 0, "wolf"), wounds_of(match, 0, "bear"), wounds_of(match, 1, "otter")) == (1, 1, 1)


def test_no_healing_in_somebody_elses_turn() -> None:
    match = said(carrying("2 - . . 0wo1 . 1ot1\n3 - . ?m"), "0 skip")
    assert words(match, 1) == ["roll", "skip"]
    assert refusal(match, "0 heal wolf") == "not-awaited"


def test_staying_may_be_followed_by_healing() -> None:
    match = said(carrying("2 - . . 0wo1\n3 - . ?m"), "0 roll", "0 stay")
    assert words(match, 0) == ["heal wolf", "done"]


def test_skipping_ends_the_turn_at_once() -> None:
    assert said(carrying("2 - . . 0wo1\n3 - . ?m"), "0 skip").seats_asked == {1}


DICE = "2 - . . 0wo\n3 - . ?d\n4 - ?d"


def test_a_die_rolls_the_movement_again() -> None:
    match = play_turn(said(start_after_roll(DICE, 2, 1, 5), "0 move d2 c3"), "0 roll")
    assert match.view_of(None).die == 1
    assert words(match, 0) == ["reroll", "keep"]
    again = said(match, "0 reroll")
    # The tile is gone, and so is the question.
    assert (count_kept_tiles(again, 0), again.view_of(None).die) == ((0, 0), 5)
    assert again.legal_moves(0)[0][0] == "move"
    keeping = said(match, "0 keep")
    assert (count_kept_tiles(keeping, 0), keeping.view_of(None).die) == ((0, 1), 1)
    assert keeping.legal_moves(0)[0][0] == "move"


def test_each_die_may_be_spent() -> None:
    match = said(start_after_roll(DICE, 2, 2, 1, 3, 6), "0 move d2 c3")
    match = play_turn(match, "0 roll", "0 keep", "0 move c3 b4")
    assert count_kept_tiles(match, 0) == (0, 2)
    match = play_turn(match, "0 roll", "0 reroll")
    assert (words(match, 0), match.view_of(None).die) == (["reroll", "keep"], 3)
    match = said(match, "0 reroll")
    assert (match.legal_moves(0)[0][0], match.view_of(None).die, count_kept_tiles(match, 0)) == ("move", 6, (0, 0))


def test_whoever_has_no_die_is_not_asked() -> None:
    assert start_after_roll(DICE, 1).legal_moves(0)[0][0] == "move"


@pytest.mark.parametrize("word", ["reroll", "keep", "done", "pass", "heal wolf", "guess wolf", "home b1", "mode speed"])
def test_nothing_else_may_be_said_before_the_roll(word: str) -> None:
    match = said(start_preset_match(stack=["strength"] * 4), "0 mode strength")
    assert words(match, 1) == ["roll", "skip"]
    assert refusal(match, f"1 {word}") == "illegal"
