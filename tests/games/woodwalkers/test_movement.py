"""Moves of animals, and the paths that are drawn for them."""

from __future__ import annotations

import pytest

from games.woodwalkers import GAME
from games.woodwalkers.events import AnimalMoved, LoserReturned
from games.woodwalkers.spaces import SPACE_BY_NAME, SPACE_NAMES, guess_path
from tests.games.match_lines import find_refusal_key, list_move_texts, play_lines
from tests.games.woodwalkers.match_setup import (
    find_animal_space,
    list_move_targets,
    play_randomly,
    start_after_roll,
    start_preset_match,
)


@pytest.mark.parametrize(("die", "pairs"), [(1, 7), (2, 26), (3, 55), (4, 92), (5, 135), (6, 182)])
def test_number_of_moves_from_the_start_spaces(die: int, pairs: int) -> None:
    """`pairs` is the number of moves of seat 0, from origin to target, besides `stay`."""
    match = play_lines(
        start_preset_match(rolls=[die]),
        f"0 mode {start_preset_match().view_of(None).open_modes[0]}",
        "1 skip",
        "0 roll",
    )
    assert len(match.legal_moves(0)) == pairs + 1
    assert list_move_texts(match, 0)[-1] == "stay"


CROWDED_BOARD = """
8 - 0sq 0ot
4 - . . 0pu 1ot
3 - . 1wo
2 - . . 0de
1 - 0bi 0be . 0wo
"""


SURROUNDED_BY_FOES_BOARD = "4 - . . 1be\n3 - . 1wo 0wo 1pu\n2 - . . 1ot"
SURROUNDED_BY_FRIENDS_BOARD = "4 - . . 0be\n3 - . 0bi 0wo 0pu\n2 - . . 0ot"


@pytest.mark.parametrize(
    ("board", "origin", "die", "reached"),
    [
        # No animal can be passed, a foreign one can be attacked, and start spaces cannot be entered.
        (CROWDED_BOARD, "d2", 1, "c2 d3 e2"),
        (CROWDED_BOARD, "d2", 2, "b2 c2 c3 d3 e2 e3 f2"),
        (CROWDED_BOARD, "d2", 3, "b2 b3 c2 c3 d3 e2 e3 e4 f2 f3 g2"),
        # From a start space an animal moves along its side or onto the field.
        (CROWDED_BOARD, "e1", 2, "d1 e2 e3 f1 f2 g1"),
        ("1 - . . . 0wo", "e1", 1, "d1 e2 f1"),
        ("1 - 0wo", "b1", 1, "b2 c1"),
        # An animal surrounded by foreign ones can only attack; surrounded by its own it cannot move.
        (SURROUNDED_BY_FOES_BOARD, "d3", 6, "c3 d2 d4 e3"),
        (SURROUNDED_BY_FRIENDS_BOARD, "d3", 6, ""),
    ],
)
def test_animal_reaches_the_expected_spaces(board: str, origin: str, die: int, reached: str) -> None:
    assert list_move_targets(start_after_roll(board, die, alone=board is not CROWDED_BOARD), origin) == reached


@pytest.mark.parametrize(
    ("goal", "occupied", "tiles", "path"),
    [
        ("e3", "", "", "e1 e2 e3"),
        ("f3", "", "", "e1 e2 e3 f3"),
        ("f3", "", "e3", "e1 f1 f2 f3"),
        ("f3", "e2", "f2", "e1 f1 f2 f3"),
        ("g2", "e2", "", "e1 f1 g1 g2"),
        ("e3", "e2 f3 d3 e4", "", ""),
        ("e3", "e3", "", "e1 e2 e3"),
        ("e9", "", "", ""),
    ],
)
def test_guessed_path_avoids_animals_tiles_and_bends(goal: str, occupied: str, tiles: str, path: str) -> None:
    """A path must not pass animals. Paths with fewer tiles, then those with fewer bends, are preferred."""
    (end,), *obstacles = ([SPACE_BY_NAME[name] for name in names.split()] for names in (goal, occupied, tiles))
    assert " ".join(SPACE_NAMES[space] for space in guess_path(SPACE_BY_NAME["e1"], end, *obstacles)) == path


@pytest.mark.parametrize("seed", range(3))
def test_every_move_of_a_random_match_has_a_path(seed: int) -> None:
    """A path must be found even if a duel has moved the animals at its ends."""
    for match in play_randomly(seed, 2 + seed, lively=True):
        view = match.view_of(None)
        for moved in (event for event in view.turn_events if isinstance(event, AnimalMoved)):
            returned = {event.space for event in view.turn_events if isinstance(event, LoserReturned)}
            path = guess_path(
                moved.origin, moved.space, {space for team in view.teams for space in team.spaces} - returned, ()
            )
            assert 1 < len(path) <= 7, moved


def test_start_spaces_cannot_be_entered_again() -> None:
    """An animal cannot return to a start space later, nor pass over one within a move."""
    # The way around the bear would be e2, f2, g2 and then g1.
    assert "g1" not in list_move_targets(start_after_roll("1 - . . . 0wo 0be", 6, alone=True), "e1")
    assert "g1" in list_move_targets(start_after_roll("1 - . . . 0wo", 6, alone=True), "e1")
    assert not {"d1", "e1"} & set(list_move_targets(start_after_roll("2 - . . . 0wo", 6, alone=True), "e2").split())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_foreign_start_spaces_cannot_be_entered(seats: int) -> None:
    """Start spaces of sides without a player cannot be entered either."""
    match = start_preset_match("5 - . . . 0wo", seats=seats, alone=True, rolls=[6])
    match = play_lines(match, f"0 mode {match.view_of(None).open_modes[0]}", "0 roll")
    reached = list_move_targets(match, "e5").split()
    assert all(space[0] in "bcdefgh" and space[1] in "2345678" for space in reached)
    # All 49 inner spaces except its own.
    assert len(reached) == 48


def test_animals_on_start_spaces_are_safe() -> None:
    """The wolf cannot attack the otter next to it, which stands on its start space."""
    match = start_after_roll("8 - . . . 0wo\n9 - . . . 1ot", 6, alone=True)
    assert "e9" not in list_move_targets(match, "e8")


def test_passing_over_tiles_and_flags_has_no_effect() -> None:
    match = play_lines(
        start_after_roll("2 - . . 0wo\n3 - . . .\n4 - . . ?7\n6 - . . +5", 6, alone=True), "0 move d2 d8"
    )
    view = match.view_of(None)
    assert len(view.forest) == len(view.flags) == 1
    assert match.scores() == (0, 0)


def test_animal_may_move_fewer_steps_or_stay() -> None:
    match = start_after_roll("2 - . . 0wo", 6, alone=True)
    assert "d3" in list_move_targets(match, "d2").split()
    assert find_animal_space(play_lines(match, "0 stay"), 0, "wolf") == "d2"
    for move in ("move d2 d2", "move d2", "move d3 d4", "stay d2"):
        assert find_refusal_key(match, f"0 {move}") == "illegal"


def test_move_is_three_tokens() -> None:
    """The tokens are the word `move`, the origin, and the target."""
    match = start_after_roll("2 - . . 0wo", 1)
    assert {len(move) for move in match.legal_moves(0)} == {1, 3}
    assert {move[2] for move in match.legal_moves(0) if move[:2] == ("move", "d2")} == {"c2", "d3", "e2"}
    assert {move[0] for move in match.legal_moves(0)} == {"move", "stay"}
    assert GAME.legal_moves(match.view_of(1)) == ()
