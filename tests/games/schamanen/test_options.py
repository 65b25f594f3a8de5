"""The options of the game, and errors for invalid options."""

from __future__ import annotations

import pytest

from games.options import validate_options
from games.schamanen import GAME
from games.words import LOCALES
from tests.games.match_lines import catch_options_refusal
from tests.games.schamanen.boards import EQUAL_VALUES_BOARD, RULES_BOARD, STACKED_BOARD, begin_duel, draw_board
from tests.games.schamanen.scenes import ALL_NINE_STONES


def test_defaults_are_those_of_the_rules() -> None:
    assert validate_options(GAME.options_class, {}).model_dump() == {
        "variant": "classic",
        "duel_limit": 21,
        "placement": "draft",
        "memory_help": "off",
        "prize": "difference",
        "board": None,
        "shells": None,
    }
    assert list(GAME.SEATS) == [2]
    assert GAME.MAY_LIMIT_MATCH_TIME


def test_limit_is_odd_up_to_201_or_none() -> None:
    for limit in (1, 3, 11, 15, 21, 31, 201, "none"):
        assert validate_options(GAME.options_class, {"duel_limit": limit}).model_dump()["duel_limit"] == limit
    for invalid in (0, 2, 20, 202, 203, -1):
        refusal = catch_options_refusal(GAME, duel_limit=invalid)
        assert (refusal.key, refusal.facts) == ("duel-limit", {"limit": invalid, "most": 201})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("variant", "Classic"),
        ("duel_limit", "21"),
        ("duel_limit", True),
        ("shells", [9, 5, 4]),
        ("shells", ["9", "9"]),
    ],
)
def test_refusal_of_a_wrong_value_names_the_option(option: str, value: object) -> None:
    refusal = catch_options_refusal(GAME, **{option: value})
    assert (refusal.key, refusal.facts["option"]) == ("option-value", option)


@pytest.mark.parametrize(
    ("variant", "board"),
    [
        ("classic", RULES_BOARD),
        ("pro", RULES_BOARD),
        ("memory", EQUAL_VALUES_BOARD),
        ("pro_stacks", STACKED_BOARD),
        ("pro_stacks", EQUAL_VALUES_BOARD),
        ("pro_stacks", f"0/0 0/0 0/0 | 0/0 {ALL_NINE_STONES}/{ALL_NINE_STONES} 0/0 | 0/0 0/0 0/0"),
    ],
)
def test_preset_board_is_set_up_as_written(variant: str, board: str) -> None:
    match = begin_duel(variant=variant, board=board, memory_help="own", shells=[5, 13])
    pairs = zip(draw_board(match.view_of(0)).split(), draw_board(match.view_of(1)).split(), strict=True)
    seen_by_owners = " ".join(
        own if own == "|" else f"{own.split('/')[0]}/{other.split('/')[1]}" for own, other in pairs
    )
    assert seen_by_owners == board.replace("9+8", "8+9").replace("0", "-")
    assert match.seats_asked == {0, 1}
    assert match.scores() == (5, 13)
    assert not match.state.recent_events


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"variant": "pro", "placement": "random"}, "placement-pro"),
        ({"shells": [9, 9]}, "shells-alone"),
        ({"shells": [0, 18], "board": RULES_BOARD}, "shells-sum"),
        ({"shells": [9, 8], "board": RULES_BOARD}, "shells-sum"),
        ({"shells": [19, -1], "board": RULES_BOARD}, "shells-sum"),
        ({"placement": "random", "board": RULES_BOARD}, "placement-board"),
        ({"board": ""}, "board-shape"),
        ({"board": RULES_BOARD + " 1/2"}, "board-shape"),
        ({"board": RULES_BOARD.replace("9/1", "10/1")}, "board-cell"),
        ({"board": RULES_BOARD.replace("9/1", "9+/1")}, "board-cell"),
        ({"board": RULES_BOARD.replace("9/1", "٩/1")}, "board-cell"),
        ({"board": RULES_BOARD.replace("9/1", "9+0/1"), "variant": "pro_stacks"}, "board-cell"),
        ({"board": RULES_BOARD.replace("9/1", "9/0")}, "board-one"),
        ({"board": STACKED_BOARD, "variant": "pro"}, "board-one"),
        ({"board": STACKED_BOARD, "variant": "memory"}, "board-one"),
        ({"board": RULES_BOARD.replace("9/1", "8/1")}, "board-stones"),
        ({"board": RULES_BOARD.replace("9/1", "8/1"), "variant": "memory"}, "board-stones"),
        ({"board": STACKED_BOARD.replace("9+8", "9"), "variant": "pro_stacks"}, "board-stones"),
        ({"board": STACKED_BOARD.replace("9+8", "9+8+8"), "variant": "pro_stacks"}, "board-stones"),
        ({"board": RULES_BOARD.replace("9/1", "9/9")}, "board-twins"),
        ({"board": EQUAL_VALUES_BOARD, "variant": "pro"}, "board-twins"),
    ],
)
def test_option_that_the_rules_forbid_is_refused_with_the_reason(options: dict[str, object], key: str) -> None:
    refusal = catch_options_refusal(GAME, **options)
    assert refusal.key == key
    assert len({GAME.say.format_refusal(refusal, locale) for locale in LOCALES}) == len(LOCALES)
