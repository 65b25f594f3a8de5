"""The options of a match, and errors for invalid options."""

from __future__ import annotations

import json

import pytest

from games.dice import UNSEEDED
from games.match import begin_match
from games.options import validate_options
from games.schnick import GAME
from games.words import LOCALES
from tests.games.match_lines import catch_options_refusal
from tests.games.schnick.match_setup import format_cards, play_lines, start_match

PRESET_OPTIONS = {"hands": ["stpfwsj", "ttppffj"], "pile": "stpfw", "first": 0}


def test_defaults_follow_the_rules() -> None:
    presets = dict.fromkeys(("hands", "pile", "first"))
    assert validate_options(GAME.options_class, {}).model_dump() == {"tiebreak": "gesture", **presets}


def test_match_starts_from_host_setup() -> None:
    options = validate_options(GAME.options_class, PRESET_OPTIONS)
    match = begin_match(GAME, options, 2, UNSEEDED)
    assert format_cards(match) == "sstpfwj ttppffj | stpfw"
    assert match.seats_asked == {0}
    # The last letter of the pile is its top card.
    assert format_cards(play_lines(match, "0 challenge 1", "scissors paper")).endswith("| stpf")
    assert validate_options(GAME.options_class, json.loads(json.dumps(options.model_dump(mode="json")))) == options
    whole = start_match(f"{'s' * 12} {'t' * 12} {'p' * 12}j | {'f' * 8}{'w' * 5}")
    assert len(whole.state.pile) == 13


def test_first_challenger_is_random_by_default() -> None:
    firsts = {start_match("stp ttp pff | ww", seed=seed, first=None).state.challenger for seed in range(30)}
    assert firsts == {0, 1, 2}


@pytest.mark.parametrize("options", [PRESET_OPTIONS, {"first": 1}, {"hands": PRESET_OPTIONS["hands"], "pile": "s"}])
def test_setup_is_unrated_and_not_public(options: dict[str, object]) -> None:
    validated = validate_options(GAME.options_class, {**options, "tiebreak": "shared"})
    assert validated.is_preset
    assert validated.list_public_changes() == {"tiebreak": "shared"}
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
def test_wrong_value_is_refused_with_option_name(option: str, value: object) -> None:
    refusal = catch_options_refusal(GAME, **{option: value})
    assert (refusal.key, refusal.facts["option"]) == ("option-value", option)


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
def test_illegal_setup_is_refused_with_reason(options: dict[str, object], key: str) -> None:
    refusal = catch_options_refusal(GAME, **options)
    assert refusal.key == key
    assert len({GAME.say.format_refusal(refusal, locale) for locale in LOCALES}) == len(LOCALES)


def test_refusal_of_too_many_copies_counts_them() -> None:
    refusal = catch_options_refusal(GAME, hands=["www", "ww"], pile="w")
    assert refusal.facts == {"symbol": "well", "count": 6, "copies": 5}
    assert GAME.say.format_refusal(refusal, "en") == "6 cards of well, but the deck has only 5."


def test_setup_for_other_number_of_players_is_refused() -> None:
    refusal = catch_options_refusal(GAME, 3, **PRESET_OPTIONS)
    assert (refusal.key, refusal.facts) == ("hands-seats", {"hands": 2, "seats": 3})
    refusal = catch_options_refusal(GAME, 3, first=3)
    assert (refusal.key, refusal.facts) == ("first", {"first": 3, "last": 2})
