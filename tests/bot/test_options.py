"""Tests for match options, chosen in menus or typed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.discord.layout import render_layout
from bot.i18n import say
from bot.matches.model import MatchState, Offer
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.screens import match_options
from bot.screens.custom_ids import Action
from bot.screens.offer_card import render_offer_card
from bot.screens.scene import SelectMenu
from games import GAMES
from games.options import Options, describe_allowed, give_example, validate_options
from games.refused import Refused
from games.words import LOCALES
from tests.kit.matches import ANN, BEN, NOON_MS, begin_practice, next_interaction_id, offer_match
from tests.kit.scene_reading import walk_components
from tests.kit.world import World

PRESET_STARTS: dict[str, dict[str, Any]] = {
    "schamanen": {"board": "9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3", "shells": [7, 11]},
    "shamanic_chess": {"fen": "4k3/8/8/3Q~4/8/8/8/4K3 w - - 0 1"},
    "schnick": {"hands": ["stpfwsj", "ttppffj"], "pile": "stpfw", "first": 0},
    "woodwalkers": {
        "animals": ["0 wolf d2 1", "1 otter out"],
        "forest": ["die c3"],
        "rolls": [6, 1],
        "round": 3,
        "scores": [1, 2],
    },
}
"""Options for each game that set up a given starting position, such as that of a puzzle."""
of_each_game = pytest.mark.parametrize("game", sorted(PRESET_STARTS))


def read_page(match: MatchState, locale: str = "en") -> dict[str, SelectMenu]:
    """Return the select menus of the options page, keyed by option name."""
    rows = [row for row in match_options.render_options(match, locale).rows if isinstance(row, SelectMenu)]
    return {row.custom_id.split(":")[3]: row for row in rows}


async def offer_duel(matches: MatchService, options: dict[str, Any] | None = None) -> MatchState:
    return await offer_match(matches, BEN, game="schamanen", options=options or {})


@of_each_game
async def test_page_has_a_menu_for_every_option(matches: MatchService, game: str) -> None:
    for match in [await offer_match(matches, BEN, game=game, options=options) for options in ({}, PRESET_STARTS[game])]:
        options_class = match.game.options_class
        for locale in LOCALES:
            menus = read_page(match, locale)
            names = {name for name in menus if not name.endswith(".")}
            assert names == options_class.model_fields.keys() - options_class.PRESET_OPTIONS
            assert len(list(walk_components(render_layout(match_options.render_options(match, locale))))) <= 40, (
                "limit of a message"
            )
            for menu in menus.values():
                labels = dict(menu.choices)
                assert menu.chosen in labels
                assert 2 <= len(menu.choices) <= 25
                assert all(menu.heading and label for label in labels.values())
                # The heading is the name of the option and one line of explanation.
                assert re.fullmatch(r"[^\n]+\n-# [^\n]{10,200}", menu.heading), menu.heading


@of_each_game
async def test_every_choice_can_be_played(matches: MatchService, game: str) -> None:
    """Choosing a value resets only the options that are incompatible with it."""
    for options in ({}, PRESET_STARTS[game]):
        match = await offer_match(matches, BEN, game=game, options=options)
        menus = read_page(match)
        for name, menu in menus.items():
            for value, _ in menu.choices:
                choice = match_options.apply_choice(match, name, value)
                result = await matches.change_terms(
                    match.id, ANN, choice.options, choice.terms, interaction_id=next_interaction_id(), now_ms=NOON_MS
                )
                assert read_page(result.match)[name].chosen == value
                if value == menu.chosen:
                    assert read_page(result.match) == menus
                    assert result.match.options == match.options


async def test_choice_keeps_compatible_options(matches: MatchService) -> None:
    match = await offer_duel(matches, {"variant": "memory", "placement": "random", "prize": "one"})
    kept = match_options.apply_choice(match, "duel_limit", "7").options
    assert kept == {"variant": "memory", "placement": "random", "prize": "one", "duel_limit": 7}


async def test_practice_page_has_no_clock_or_rating_options(matches: MatchService) -> None:
    people_only = {"clock.", "limit.", "rated."}
    assert people_only <= read_page(await offer_duel(matches)).keys()
    assert not people_only & read_page(await begin_practice(matches, "schamanen")).keys()


@pytest.mark.parametrize(("name", "value"), [("clock.", "soon"), ("color", "red"), ("variant", "wild")])
async def test_forged_choice_is_refused(matches: MatchService, name: str, value: str) -> None:
    match = await offer_duel(matches)
    with pytest.raises(Refused):
        validate_options(match.game.options_class, match_options.apply_choice(match, name, value).options)


@of_each_game
async def test_preset_options_can_be_typed(matches: MatchService, game: str) -> None:
    match = await offer_match(matches, BEN, game=game, options=PRESET_STARTS[game])
    typed = {name: ", ".join(map(str, it)) if isinstance(it, list) else it for name, it in PRESET_STARTS[game].items()}
    for separator in ("; ", " "):
        text = separator.join(f"{name} = {value}" for name, value in typed.items())
        assert (
            validate_options(match.game.options_class, match_options.parse_typed_options(match.game, text, "en"))
            == match.options
        )
    assert not match.options.list_opening_changes().keys() & match.game.options_class.OPENING_OPTIONS, (
        "a drawn start is not set up by the players"
    )


@pytest.mark.parametrize("typed", ["variant=memory placement=random", " variant = memory\tplacement= random ;"])
def test_typed_options_may_be_separated_by_whitespace(typed: str) -> None:
    assert match_options.parse_typed_options(GAMES["schamanen"], typed, "en") == {
        "variant": "memory",
        "placement": "random",
    }


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("variant", "option-form"),
        ("=", "option-form"),
        ("=memory", "option-form"),
        ("memory", "option-form"),
        ("variant=memory; variant=pro", "option-twice"),
        ("wild=yes", "option-unknown"),
        ("variant=memory wild=yes", "option-unknown"),
    ],
)
def test_malformed_typed_options_are_refused(typed: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        match_options.parse_typed_options(GAMES["schamanen"], typed, "en")


@pytest.mark.parametrize(
    ("game", "field", "typed", "example"),
    [
        ("schamanen", "shells", "9 9", "10, 8"),
        ("schamanen", "duel_limit", "many", "none"),
        ("schamanen", "board", "5", "9/1 1/9"),
        ("woodwalkers", "rolls", "six", "6, 1"),
        ("woodwalkers", "round", "three", "1, 2, 3"),
    ],
)
def test_refusal_quotes_the_wrong_value_and_gives_an_example(game: str, field: str, typed: str, example: str) -> None:
    for locale in LOCALES:
        with pytest.raises(Refused) as raised:
            match_options.parse_typed_options(GAMES[game], f"{field}={typed}", locale)
        line = say.format_refusal(raised.value, locale)
        assert all(part in line for part in (GAMES[game].say(f"option-{field}", locale), typed, example))
        assert not set(line) & set('[]"')


UNLISTED_ENDINGS = {"shells-alone", "hands-pile"}
"""The refusal keys of options that are valid only in combination with another option."""


def find_refusal_key(options_class: type[Options], options: dict[str, Any]) -> str:
    try:
        validate_options(options_class, options)
    except Refused as refusal:
        return refusal.key
    return ""


@of_each_game
def test_option_without_listed_values_has_a_valid_example(game: str) -> None:
    options_class = GAMES[game].options_class
    for name in options_class.model_fields:
        example = give_example(options_class, name)
        allowed = re.sub(r"\d+, \d+, \d+ …", "", describe_allowed(options_class, name))
        assert (example is None) == ("…" not in allowed), name
        assert example is None or find_refusal_key(options_class, {name: example}) in {"", *UNLISTED_ENDINGS}


@of_each_game
async def test_card_shows_the_opening_if_beginners_have_a_different_one(matches: MatchService, game: str) -> None:
    """The same command deals a position to beginners but lets others set up their own, so the card must say which."""
    options_class = GAMES[game].options_class
    for options in ({}, dict(options_class.first_time_options({}))):
        match = await offer_match(matches, BEN, game=game, options=options)
        assert isinstance(match, Offer)
        opening = match.options.model_dump(mode="json", include=set(options_class.first_time_options({})))
        for locale in LOCALES:
            text = "\n".join(render_offer_card(match, locale, Absences(), pinged_ids=frozenset()).below)
            assert all(match.game.say(f"agreed-{name}-{value}", locale) in text for name, value in opening.items())


@pytest.mark.parametrize("is_practice", [False, True])
async def test_back_button_of_the_options_returns_to_the_previous_page(world: World, is_practice: bool) -> None:
    match_id = (await (begin_practice(world.matches) if is_practice else offer_duel(world.matches))).id
    ann = world.person()
    previous = await ann.click(Action.SHOW_MORE, match_id, message_id=77)
    opened = await ann.click(Action.SHOW_OPTIONS, match_id, message_id=77)
    response = await ann.click_action(opened, Action.SHOW_MORE, message_id=77)
    assert response.scene == previous.scene
    assert (response.is_separate_message, previous.is_separate_message) == (False, True)
