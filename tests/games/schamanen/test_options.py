"""What a host may set, and why not."""

from __future__ import annotations

import pytest

from games.options import settled
from games.refused import Refused
from games.schamanen import GAME
from games.words import LOCALES
from tests.games.schamanen.drawn import EYES, PILED, TWINS, VECTOR, drawing, said, table


def refused(**options: object) -> Refused:
    with pytest.raises(Refused) as no:
        settled(GAME.options_class, options)
    return no.value


def test_the_defaults_are_those_of_the_rules() -> None:
    assert settled(GAME.options_class, {}).model_dump() == {
        "variant": "classic",
        "duel_limit": 21,
        "placement": "draft",
        "memory_help": "off",
        "prize": "difference",
        "board": None,
        "shells": None,
    }


@pytest.mark.parametrize("limit", [1, 3, 11, 15, 21, 31, 199, 201, "none"])
def test_limits_are_odd_or_none(limit: int | str) -> None:
    assert settled(GAME.options_class, {"duel_limit": limit}).model_dump()["duel_limit"] == limit


@pytest.mark.parametrize("limit", [0, 2, 20, 200, 202, 203, -1, -21])
def test_no_other_number_is_a_limit(limit: int) -> None:
    no = refused(duel_limit=limit)
    assert (no.key, no.facts) == ("duel-limit", {"limit": limit, "most": 201})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("variant", "chess"),
        ("variant", "Classic"),
        ("duel_limit", "21"),
        ("duel_limit", 21.5),
        ("duel_limit", True),
        ("duel_limit", None),
        ("placement", "drawn"),
        ("memory_help", True),
        ("prize", 1),
        ("board", 9),
        ("shells", [9]),
        ("shells", [9, 5, 4]),
        ("shells", "9 9"),
        ("shells", ["9", "9"]),
    ],
)
def test_a_wrong_value_is_named(option: str, value: object) -> None:
    no = refused(**{option: value})
    assert no.key == "option-value"
    assert no.facts["option"] == option


def test_an_unknown_option_is_named() -> None:
    no = refused(shaman="wolf")
    assert no.key == "option-unknown"
    assert no.facts["option"] == "shaman"


@pytest.mark.parametrize("variant", ["classic", "memory"])
def test_the_dice_may_lay_out(variant: str) -> None:
    assert table(variant=variant, placement="random").awaited == {0, 1}


@pytest.mark.parametrize("variant", ["pro", "pro_stacks"])
def test_professionals_place_themselves(variant: str) -> None:
    assert refused(variant=variant, placement="random").key == "placement-pro"


@pytest.mark.parametrize(
    ("variant", "board"),
    [
        ("classic", VECTOR),
        ("pro", VECTOR),
        ("memory", VECTOR),
        ("memory", TWINS),
        ("pro_stacks", PILED),
        ("pro_stacks", TWINS),
    ],
)
def test_a_drawn_board_lies_as_it_is_drawn(variant: str, board: str) -> None:
    match = table(variant=variant, board=board, memory_help="own")
    both = zip(drawing(match.view(0)).split(), drawing(match.view(1)).split(), strict=True)
    seen = " ".join(one if one == "|" else f"{one.split('/')[0]}/{other.split('/')[1]}" for one, other in both)
    assert seen == board.replace("9+8", "8+9").replace("0", "-")
    assert match.awaited == {0, 1}
    assert match.scores() == (9, 9)
    assert not match.state.last


def test_all_stones_may_lie_on_one_pile() -> None:
    piles = "0/0 0/0 0/0 | 0/0 9+8+7+6+5+4+3+2+1/1+2+3+4+5+6+7+8+9 0/0 | 0/0 0/0 0/0"
    match = table(variant="pro_stacks", board=piles)
    assert drawing(match.view(None)).split()[5] == "1+2+3+4+5+6+7+8+9/1+2+3+4+5+6+7+8+9"


@pytest.mark.parametrize("shells", [[9, 9], [1, 17], [17, 1], [5, 13]])
def test_drawn_shells_are_owned(shells: list[int]) -> None:
    assert table(board=VECTOR, shells=shells).scores() == tuple(shells)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"shells": [9, 9]}, "shells-alone"),
        ({"shells": [0, 18], "board": VECTOR}, "shells-sum"),
        ({"shells": [18, 0], "board": VECTOR}, "shells-sum"),
        ({"shells": [9, 8], "board": VECTOR}, "shells-sum"),
        ({"shells": [19, -1], "board": VECTOR}, "shells-sum"),
        ({"placement": "random", "board": VECTOR}, "placement-board"),
        ({"board": ""}, "board-shape"),
        ({"board": VECTOR.replace("|", "/")}, "board-shape"),
        ({"board": VECTOR + " |"}, "board-shape"),
        ({"board": VECTOR + " 1/2"}, "board-shape"),
        ({"board": VECTOR.replace("9/1", "9-1")}, "board-cell"),
        ({"board": VECTOR.replace("9/1", "10/1")}, "board-cell"),
        ({"board": VECTOR.replace("9/1", "9/")}, "board-cell"),
        ({"board": VECTOR.replace("9/1", "9+/1")}, "board-cell"),
        ({"board": VECTOR.replace("9/1", "٩/1")}, "board-cell"),
        ({"board": VECTOR.replace("9/1", "9+0/1"), "variant": "pro_stacks"}, "board-cell"),
        ({"board": VECTOR.replace("9/1", "9/0")}, "board-one"),
        ({"board": PILED}, "board-one"),
        ({"board": PILED, "variant": "pro"}, "board-one"),
        ({"board": PILED, "variant": "memory"}, "board-one"),
        ({"board": VECTOR.replace("9/1", "8/1")}, "board-stones"),
        ({"board": VECTOR.replace("9/1", "9/9")}, "board-twins"),
        ({"board": TWINS}, "board-twins"),
        ({"board": TWINS, "variant": "pro"}, "board-twins"),
        ({"board": VECTOR.replace("9/1", "8/1"), "variant": "memory"}, "board-stones"),
        ({"board": PILED.replace("9+8", "9"), "variant": "pro_stacks"}, "board-stones"),
        ({"board": PILED.replace("9+8", "9+8+8"), "variant": "pro_stacks"}, "board-stones"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_the_reason(options: dict[str, object], key: str) -> None:
    no = refused(**options)
    assert no.key == key
    assert len({GAME.say.no(no, locale) for locale in LOCALES}) == len(LOCALES)


def test_nobody_is_told_what_is_drawn() -> None:
    options = settled(GAME.options_class, {"board": VECTOR, "shells": [5, 13], "prize": "one"})
    assert options.agreed() == {"prize": "one"}
    assert {"board", "shells"} == GAME.options_class.DRAWN


def test_no_view_holds_the_drawing() -> None:
    match = said(table(variant="memory", board=VECTOR), "c3")
    for seat in EYES:
        assert VECTOR not in repr(match.view(seat))
        assert "board" not in repr(match.view(seat))


def test_the_duel_is_for_two_and_may_be_timed() -> None:
    assert list(GAME.SEATS) == [2]
    assert GAME.MAY_LIMIT_MATCH_TIME
