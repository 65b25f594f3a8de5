"""Options: defaults, preset starts, and errors for values that the rules do not allow."""

from __future__ import annotations

from typing import Any

import pytest

from games.options import validate_options
from games.woodwalkers import GAME
from games.woodwalkers.figures import FIGURES
from games.woodwalkers.spaces import SPACE_BY_NAME
from games.words import LOCALES
from tests.games.match_lines import catch_options_refusal, play_lines
from tests.games.woodwalkers.match_setup import count_wounds, find_animal_space, start_match, start_preset_match

MODE_STACK = ["strength"] * 5


def test_defaults_are_those_of_the_rules() -> None:
    assert validate_options(GAME.options_class, {}).model_dump() == {
        "variant": "day",
        "modes": 20,
        "memory_help": "off",
        **dict.fromkeys(("animals", "forest", "stack", "rolls", "round", "scores")),
    }


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("variant", "night"),
        ("modes", 18),
        ("modes", "20"),
        ("memory_help", True),
        ("animals", "0 wolf d2"),
        ("animals", [1]),
        ("forest", {"d4": "die"}),
        ("stack", 5),
        ("rolls", ["6"]),
        ("rolls", [1.5]),
        ("round", "1"),
        ("scores", [True]),
    ],
)
def test_refusal_names_the_option_with_a_wrong_value(option: str, value: Any) -> None:
    refusal = catch_options_refusal(GAME, **{option: value})
    assert (refusal.key, refusal.facts["option"]) == ("option-value", option)


def test_preset_animals_stand_as_given_and_others_on_their_start_spaces() -> None:
    match = start_match(animals=["0 wolf d2 1", "1 otter out"])
    assert match.seats_asked == {0}
    assert (find_animal_space(match, 0, "wolf"), count_wounds(match, 0, "wolf")) == ("d2", 1)
    assert (
        find_animal_space(match, 1, "otter"),
        find_animal_space(match, 1, "bear"),
        find_animal_space(match, 1, "wolf"),
    ) == ("out", "c9", "d9")
    starts = [find_animal_space(start_match(animals=[]), 0, animal) for animal in FIGURES.animal_values]
    assert starts == ["b1", "c1", "d1", "e1", "f1", "g1", "h1"]


@pytest.mark.parametrize(
    "options", [{}, {"forest": []}, {"stack": MODE_STACK}, {"rolls": [1]}, {"round": 3}, {"scores": [1, 2]}]
)
def test_without_preset_animals_all_players_arrange(options: dict[str, Any]) -> None:
    assert start_match(0, 2, **options).seats_asked == {0, 1}


def test_preset_forest_is_the_whole_forest() -> None:
    state = start_match(forest=["flag7 d4 up", "die c3", "flag5 e3"], animals=["0 wolf d4"]).state
    assert state.forest == ((SPACE_BY_NAME["c3"], "die"), (SPACE_BY_NAME["e3"], "flag5"))
    assert state.flags == ((SPACE_BY_NAME["d4"], 7),)
    assert start_match(forest=[]).state.forest == ()


def test_preset_rolls_come_first_and_then_random_ones() -> None:
    match = play_lines(start_preset_match(rolls=[4, 2], stack=MODE_STACK), "0 mode strength", "1 roll")
    assert match.view_of(None).die == 4
    match = play_lines(match, "1 stay", "0 roll")
    assert match.view_of(None).die == 2
    assert match.state.preset_rolls == ()
    random_matches = (
        play_lines(start_match(seed, animals=[], stack=MODE_STACK), "0 mode strength", "1 roll") for seed in range(40)
    )
    assert {match.view_of(None).die for match in random_matches} == {1, 2, 3, 4, 5, 6}


def test_preset_modes_keep_their_order() -> None:
    state = start_match(animals=[], stack=["speed", "strength", "speed", "endurance"]).state
    assert (state.open_modes, state.stack) == (("speed", "strength", "speed"), ("endurance",))


def test_match_starts_with_preset_scores() -> None:
    assert start_match(0, 3, scores=[0, 51, 999]).scores() == (0, 51, 999)


# Options that the rules do not allow, and the key of the refusal.
REFUSED_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"animal": []}, "option-unknown"),
    *(({"animals": [wrong]}, "animal-form") for wrong in ("", "wolf d2", "0 wolf", "0 wolf d2 1 1", "0 wolf out 1")),
    *(({"animals": [wrong]}, "animal-form") for wrong in ("0 wolf d2 3", "0 wolf d2 -1", "4 wolf d2", "-1 wolf d2")),
    ({"animals": ["0 beaver d2"]}, "animal-unknown"),
    ({"animals": ["0 Wolf d2"]}, "animal-unknown"),
    ({"animals": ["0 wolf a1"]}, "space-unknown"),
    ({"animals": ["0 wolf d10"]}, "space-unknown"),
    ({"animals": ["0 wolf d2", "0 wolf d3"]}, "animal-twice"),
    ({"animals": ["0 wolf out", "0 wolf out"]}, "animal-twice"),
    ({"animals": ["0 wolf d2", "1 otter d2"]}, "space-taken"),
    ({"animals": ["0 wolf d2", "0 otter d2"]}, "space-taken"),
    # The bear's own start space.
    ({"animals": ["0 wolf c1"]}, "space-taken"),
    # Start spaces of an unused side and of the other player.
    ({"animals": ["0 wolf a4"]}, "space-foreign"),
    ({"animals": ["0 wolf d9"]}, "space-foreign"),
    ({"animals": ["1 wolf d1"]}, "space-foreign"),
    ({"animals": ["2 wolf d2"]}, "animal-seat"),
    *(({"forest": [wrong]}, "tile-form") for wrong in ("", "die", "die c3 down", "die c3 up up")),
    ({"forest": ["dice c3"]}, "tile-unknown"),
    ({"forest": ["flag9 c3"]}, "tile-unknown"),
    ({"forest": ["flag c3"]}, "tile-unknown"),
    ({"forest": ["die c3 up"]}, "tile-up"),
    ({"forest": ["die c9"]}, "tile-space"),
    ({"forest": ["die c4"]}, "tile-space"),
    ({"forest": ["die c3"], "variant": "midnight", "animals": ["0 wolf c3"]}, "tile-under"),
    ({"forest": ["die b4"], "variant": "midnight"}, "tile-space"),
    ({"forest": ["die z3"]}, "space-unknown"),
    ({"forest": ["die c3", "point c3"]}, "tile-twice"),
    ({"forest": ["flag7 c3", "flag7 d4 up"]}, "tile-mix"),
    ({"forest": [f"die {space}" for space in ("b4", "b6", "c3", "c5", "c7")]}, "tile-mix"),
    ({"forest": ["die d4"], "animals": ["0 wolf d4"]}, "tile-under"),
    ({"stack": ["strength", "speed"]}, "stack-few"),
    ({"stack": []}, "stack-few"),
    ({"stack": ["strength"] * 6}, "stack-most"),
    ({"stack": ["strength", "speed", "stamina"]}, "mode-unknown"),
    ({"rolls": [0]}, "roll"),
    ({"rolls": [1, 7]}, "roll"),
    ({"round": 0}, "round"),
    ({"round": 19}, "round"),
    ({"round": 13, "modes": 14}, "round"),
    ({"scores": [-1, 0]}, "points"),
    ({"scores": [1000, 0]}, "points"),
    ({"scores": [1]}, "scores-seats"),
    ({"scores": [1, 2, 3]}, "scores-seats"),
]


@pytest.mark.parametrize(("options", "key"), REFUSED_OPTIONS, ids=str)
def test_options_that_break_the_rules_are_refused_in_every_language(options: dict[str, Any], key: str) -> None:
    refusal = catch_options_refusal(GAME, **options)
    assert refusal.key == key
    assert len({GAME.say.format_refusal(refusal, locale) for locale in LOCALES}) == len(LOCALES)


def test_largest_presets_are_accepted() -> None:
    """The presets use all tiles of each mode, all forest tiles, the players' start spaces, and occupied flags."""
    start_match(stack=[mode for mode in FIGURES.mode_counts for _ in range(5)])
    light = [f"{tile} {space}" for tile, space in zip(FIGURES.day.forest_tiles, FIGURES.day.light_spaces, strict=True)]
    assert len(start_match(forest=light, animals=[]).state.forest) == 20
    start_match(0, 4, animals=["1 bison a8", "1 squirrel a2", "3 wolf i4"])
    start_match(forest=["flag5 d4 up", "flag5 c3 up"], animals=["0 wolf d4", "1 wolf c3"])
    assert start_match(round=18, animals=[]).seats_asked == {1}


@pytest.mark.parametrize("entry", ["０ wolf d2", "0 wolf d２", "0\twolf\td2\x00", "²", "0 wolf " + "d" * 9999])
def test_malformed_entries_are_refused_with_a_short_text(entry: str) -> None:
    assert len(GAME.say.format_refusal(catch_options_refusal(GAME, animals=[entry]), "de")) < 400
