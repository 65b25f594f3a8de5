"""What a host may set, and why not."""

from __future__ import annotations

import json

import pytest

from games.dice import UNSEEDED
from games.match import begin_match
from games.options import validate_options
from games.refused import Refused
from games.schnick import GAME
from games.words import LOCALES
from tests.games.schnick.match_setup import format_cards, play_lines, start_match, start_shuffled_match

DRAWN = {"hands": ["stpfwsj", "ttppffj"], "pile": "stpfw", "first": 0}


def refused(**options: object) -> Refused:
    with pytest.raises(Refused) as no:
        validate_options(GAME.options_class, options)
    return no.value


def test_the_defaults_are_those_of_the_rules() -> None:
    drawn = dict.fromkeys(("hands", "pile", "first"))
    assert validate_options(GAME.options_class, {}).model_dump() == {"tiebreak": "gesture", **drawn}


def test_a_drawn_deal_lies_as_it_is_drawn() -> None:
    options = validate_options(GAME.options_class, DRAWN)
    match = begin_match(GAME, options, 2, UNSEEDED)
    assert format_cards(match) == "sstpfwj ttppffj | stpfw"
    assert match.seats_asked == {0}
    # The last letter of the pile is the top.
    assert format_cards(play_lines(match, "0 challenge 1", "scissors paper")).endswith("| stpf")
    assert validate_options(GAME.options_class, json.loads(json.dumps(options.model_dump(mode="json")))) == options
    whole = start_match(f"{'s' * 12} {'t' * 12} {'p' * 12}j | {'f' * 8}{'w' * 5}")
    assert len(whole.state.pile) == 13


def test_without_first_the_dice_draw_it() -> None:
    firsts = {start_match("stp ttp pff | ww", seed=seed, first=None).state.challenger for seed in range(30)}
    assert firsts == {0, 1, 2}


@pytest.mark.parametrize("options", [DRAWN, {"first": 1}, {"hands": DRAWN["hands"], "pile": "s"}])
def test_what_is_drawn_is_never_rated_and_nobody_is_told(options: dict[str, object]) -> None:
    settled_options = validate_options(GAME.options_class, {**options, "tiebreak": "shared"})
    assert settled_options.is_preset
    assert settled_options.list_public_changes() == {"tiebreak": "shared"}
    assert not validate_options(GAME.options_class, {"tiebreak": "shared"}).is_preset


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("tiebreak", "coin"),
        ("tiebreak", None),
        ("hands", "stp"),
        ("hands", [1, 2]),
        ("hands", [["s"], ["t"]]),
        ("pile", ["s", "t"]),
        ("pile", 5),
        ("first", "0"),
        ("first", True),
        ("first", 0.5),
    ],
)
def test_a_wrong_value_is_named(option: str, value: object) -> None:
    no = refused(**{option: value})
    assert (no.key, no.facts["option"]) == ("option-value", option)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"hands": ["stp", "pff"]}, "hands-pile"),
        ({"pile": "stp"}, "hands-pile"),
        ({"hands": [], "pile": "s"}, "hands-count"),
        ({"hands": ["stp"], "pile": "s"}, "hands-count"),
        ({"hands": ["s"] * 7, "pile": "s"}, "hands-count"),
        ({"hands": ["stp", ""], "pile": "s"}, "hand-empty"),
        ({"hands": ["stp", "x"], "pile": "s"}, "hand-letters"),
        ({"hands": ["stp", "STP"], "pile": "s"}, "hand-letters"),
        ({"hands": ["s t", "p"], "pile": "s"}, "hand-letters"),
        ({"hands": ["stp", "fjj"], "pile": "s"}, "hand-jokers"),
        ({"hands": ["stp", "p"], "pile": ""}, "pile-empty"),
        ({"hands": ["stp", "p"], "pile": "sj"}, "pile-letters"),
        ({"hands": ["stp", "p"], "pile": "s?"}, "pile-letters"),
        ({"hands": ["www", "ww"], "pile": "w"}, "copies"),
        ({"hands": ["s" * 7, "s" * 5], "pile": "s"}, "copies"),
        ({"hands": ["f" * 8, "t"], "pile": "f"}, "copies"),
        ({"hands": ["stp", "p"], "pile": "s", "first": 2}, "first"),
        ({"hands": ["stp", "p"], "pile": "s", "first": -1}, "first"),
        ({"first": 6}, "first"),
        ({"first": -1}, "first"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_the_reason(options: dict[str, object], key: str) -> None:
    no = refused(**options)
    assert no.key == key
    assert len({GAME.say.format_refusal(no, locale) for locale in LOCALES}) == len(LOCALES)


def test_too_many_copies_are_counted() -> None:
    no = refused(hands=["www", "ww"], pile="w")
    assert no.facts == {"symbol": "well", "count": 6, "copies": 5}
    assert GAME.say.format_refusal(no, "en") == "There are 6 cards of well, but the deck has only 5."


def test_a_deal_for_other_seats_cannot_begin() -> None:
    with pytest.raises(Refused) as no:
        begin_match(GAME, validate_options(GAME.options_class, DRAWN), 3, UNSEEDED)
    assert (no.value.key, no.value.facts) == ("hands-seats", {"hands": 2, "seats": 3})
    with pytest.raises(Refused) as no:
        start_shuffled_match(3, first=3)
    assert (no.value.key, no.value.facts) == ("first", {"first": 3, "last": 2})
