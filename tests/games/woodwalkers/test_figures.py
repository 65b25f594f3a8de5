"""Checks that the figures of the game match the rules page, and that inconsistent figures are refused."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from pydantic import ValidationError

from games.tables import load_table
from games.woodwalkers.figures import FIGURES, Figures
from games.woodwalkers.spaces import INNER_SPACES, LIGHT_SPACES, SPACE_NAMES, START_SPACES, list_sides_of_seats

# From the rules page: strength, speed, endurance, intelligence.
ANIMAL_VALUES = {
    "bison": (8, 2, 7, 3),
    "bear": (7, 6, 4, 3),
    "wolf": (6, 4, 5, 5),
    "puma": (6, 7, 2, 5),
    "otter": (3, 3, 7, 7),
    "deer": (3, 8, 5, 4),
    "squirrel": (2, 5, 5, 8),
}
DAY_SPACES = "b4 b6 c3 c5 c7 d2 d4 d6 d8 e3 e7 f2 f4 f6 f8 g3 g5 g7 h4 h6"
NIGHT_SPACES = "c3 c4 c5 c6 c7 d3 d4 d6 d7 e3 e7 f3 f4 f6 f7 g3 g4 g5 g6 g7"


def test_animal_values_and_counts_match_the_rules_page() -> None:
    modes = ("strength", "speed", "endurance", "intelligence")
    assert {
        name: tuple(values[mode] for mode in modes) for name, values in FIGURES.animal_values.items()
    } == ANIMAL_VALUES
    assert list(FIGURES.animal_values) == list(ANIMAL_VALUES)
    assert FIGURES.mode_counts == dict.fromkeys(modes, 5)
    assert (FIGURES.duel_points, FIGURES.wounds_to_remove, FIGURES.score_track_spaces) == (2, 3, 50)


@pytest.mark.parametrize(("variant", "light"), [("day", DAY_SPACES), ("midnight", NIGHT_SPACES)])
def test_light_spaces_match_the_rules_page(variant: Any, light: str) -> None:
    assert " ".join(SPACE_NAMES[space] for space in LIGHT_SPACES[variant]) == light


def test_board_and_start_spaces_match_the_rules_page() -> None:
    assert len(SPACE_NAMES) == 77
    assert not {"a1", "a9", "i1", "i9"} & set(SPACE_NAMES)
    assert {SPACE_NAMES[space] for space in INNER_SPACES} == {column + row for column in "bcdefgh" for row in "2345678"}
    starts = {side: " ".join(SPACE_NAMES[space] for space in spaces) for side, spaces in START_SPACES.items()}
    assert starts == {
        "south": "b1 c1 d1 e1 f1 g1 h1",
        "west": "a2 a3 a4 a5 a6 a7 a8",
        "north": "b9 c9 d9 e9 f9 g9 h9",
        "east": "i2 i3 i4 i5 i6 i7 i8",
    }


def test_sides_match_the_rules_page() -> None:
    assert list_sides_of_seats(2) == ("south", "north")
    assert list_sides_of_seats(3) == ("north", "south", "west")
    assert list_sides_of_seats(4) == ("south", "west", "north", "east")


@pytest.mark.parametrize(
    ("variant", "flags", "others"),
    [("day", [5, 5, 6, 7, 8, 10, 12, 15], (4, 4, 4)), ("midnight", [5, 6, 6, 7, 8, 9, 10, 12, 15], (3, 3, 5))],
)
def test_forest_tiles_match_the_rules_page(variant: Any, flags: list[int], others: tuple[int, int, int]) -> None:
    board_side = FIGURES.board_side(variant)
    assert sorted(board_side.flags) == flags
    assert (board_side.medicine, board_side.die, board_side.point) == others
    assert len(board_side.forest_tiles) == 20


INCONSISTENT_FIGURES: dict[str, tuple[tuple[str, ...], Any, str]] = {
    "a value that wounds take below 0": (("animal_values", "puma", "endurance"), 1, "below 0"),
    "an animal worth more than the others": (
        ("animal_values", "puma", "endurance"),
        3,
        "the same total value for all animals",
    ),
    "a mode misspelt": (
        ("animal_values", "puma"),
        {"strength": 6, "speed": 7, "stamina": 2, "intelligence": 5},
        "each mode",
    ),
    "a mode worth more than the others": (
        ("animal_values", "puma"),
        {"strength": 7, "speed": 6, "endurance": 2, "intelligence": 5},
        "the same total value for all modes",
    ),
    "a tile too few": (("day", "point"), 3, "one forest tile for each light space"),
    "a sign that means nothing": (("day", "board"), FIGURES.day.board.replace("w", "x"), "only the signs"),
    "a row too short": (("midnight", "board"), FIGURES.midnight.board.replace("2 w . ", "2 w "), "nine by nine"),
    "a start space more by night": (
        ("midnight", "board"),
        FIGURES.midnight.board.replace("2 w . ", "2 w w "),
        "the same start spaces",
    ),
    "two on one side": (("sides_by_seats", "2"), ["south", "south"], "a side for each seat"),
    "nobody plays three": (("sides_by_seats",), {"2": ["south", "north"]}, "two, three and four"),
    "a figure that nobody knows": (("moves",), 3, "Extra inputs"),
    "points for nothing": (("duel_points",), 0, "greater than 0"),
}


@pytest.mark.parametrize("reason", INCONSISTENT_FIGURES)
def test_inconsistent_figures_are_refused_with_the_reason(reason: str) -> None:
    path, value, message = INCONSISTENT_FIGURES[reason]
    figures = deepcopy(load_table("games.woodwalkers", "figures"))
    table = figures
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    with pytest.raises(ValidationError, match=message):
        Figures.model_validate(figures, strict=False)
