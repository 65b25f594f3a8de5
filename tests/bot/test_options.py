"""The options of a match, on a page and typed."""

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
"""Options that set up a start, as makers of puzzles type them."""
of_each_game = pytest.mark.parametrize("game", sorted(PRESET_STARTS))


def read_page(match: MatchState, locale: str = "en") -> dict[str, SelectMenu]:
    """Return the lists of the page by the option that each sets."""
    rows = [row for row in match_options.render_options(match, locale).rows if isinstance(row, SelectMenu)]
    return {row.custom_id.split(":")[3]: row for row in rows}


async def offer_duel(matches: MatchService, options: dict[str, Any] | None = None) -> MatchState:
    return await offer_match(matches, BEN, game="schamanen", options=options or {})


@of_each_game
async def test_page_has_all_options_that_people_set(matches: MatchService, game: str) -> None:
    for match in [await offer_match(matches, BEN, game=game, options=given) for given in ({}, PRESET_STARTS[game])]:
        kind = match.game.options_class
        for locale in LOCALES:
            shown = read_page(match, locale)
            assert {name for name in shown if not name.endswith(".")} == kind.model_fields.keys() - kind.PRESET_OPTIONS
            assert len(list(walk_components(render_layout(match_options.render_options(match, locale))))) <= 40, (
                "one message holds it"
            )
            for select in shown.values():
                offered = dict(select.choices)
                assert select.chosen in offered
                assert 2 <= len(select.choices) <= 25
                assert all(select.heading and label for label in offered.values())
                # What it is, and in one line what that means.
                assert re.fullmatch(r"[^\n]+\n-# [^\n]{10,200}", select.heading), select.heading


@of_each_game
async def test_every_choice_can_be_played(matches: MatchService, game: str) -> None:
    """What does not go with it makes way, and nothing else does."""
    for given in ({}, PRESET_STARTS[game]):
        match = await offer_match(matches, BEN, game=game, options=given)
        shown = read_page(match)
        for name, select in shown.items():
            for value, _ in select.choices:
                wanted = match_options.apply_choice(match, name, value)
                done = await matches.change_terms(
                    match.id, ANN, wanted.options, wanted.terms, interaction_id=next_interaction_id(), now_ms=NOON_MS
                )
                assert read_page(done.match)[name].chosen == value
                if value == select.chosen:
                    assert read_page(done.match) == shown
                    assert done.match.options == match.options


async def test_choice_keeps_the_options_that_go_with_it(matches: MatchService) -> None:
    match = await offer_duel(matches, {"variant": "memory", "placement": "random", "prize": "one"})
    kept = match_options.apply_choice(match, "duel_limit", "7").options
    assert kept == {"variant": "memory", "placement": "random", "prize": "one", "duel_limit": 7}


async def test_practice_has_no_clock_and_is_not_rated(matches: MatchService) -> None:
    among_people = {"clock.", "limit.", "rated."}
    assert among_people <= read_page(await offer_duel(matches)).keys()
    assert not among_people & read_page(await begin_practice(matches, "schamanen")).keys()


@pytest.mark.parametrize(("name", "value"), [("clock.", "soon"), ("color", "red"), ("variant", "wild")])
async def test_forged_choice_is_refused(matches: MatchService, name: str, value: str) -> None:
    match = await offer_duel(matches)
    with pytest.raises(Refused):
        validate_options(match.game.options_class, match_options.apply_choice(match, name, value).options)


@of_each_game
async def test_written_options_can_be_typed(matches: MatchService, game: str) -> None:
    """Lists too, on one line."""
    match = await offer_match(matches, BEN, game=game, options=PRESET_STARTS[game])
    given = {name: ", ".join(map(str, it)) if isinstance(it, list) else it for name, it in PRESET_STARTS[game].items()}
    for between in ("; ", " "):
        text = between.join(f"{name} = {value}" for name, value in given.items())
        assert (
            validate_options(match.game.options_class, match_options.parse_typed_options(match.game, text, "en"))
            == match.options
        )
    assert not match.options.list_opening_changes().keys() & match.game.options_class.OPENING_OPTIONS, (
        "what is drawn is not laid out"
    )


@pytest.mark.parametrize("typed", ["variant=memory placement=random", " variant = memory\tplacement= random ;"])
def test_options_may_be_separated_by_blanks(typed: str) -> None:
    assert match_options.parse_typed_options(GAMES["schamanen"], typed, "en") == {
        "variant": "memory",
        "placement": "random",
    }


@pytest.mark.parametrize(
    ("typed", "why"),
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
def test_typed_nonsense_is_refused(typed: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        match_options.parse_typed_options(GAMES["schamanen"], typed, "en")


@pytest.mark.parametrize(
    ("game", "field", "typed", "shown"),
    [
        ("schamanen", "shells", "9 9", "10, 8"),
        ("schamanen", "duel_limit", "many", "none"),
        ("schamanen", "board", "5", "9/1 1/9"),
        ("woodwalkers", "rolls", "six", "6, 1"),
        ("woodwalkers", "round", "three", "1, 2, 3"),
    ],
)
def test_wrong_value_is_refused_as_typed_with_an_example(game: str, field: str, typed: str, shown: str) -> None:
    for locale in LOCALES:
        with pytest.raises(Refused) as no:
            match_options.parse_typed_options(GAMES[game], f"{field}={typed}", locale)
        line = say.format_refusal(no.value, locale)
        assert all(part in line for part in (GAMES[game].say(f"option-{field}", locale), typed, shown))
        assert not set(line) & set('[]"')


UNLISTED_ENDINGS = {"shells-alone", "hands-pile"}
"""Refusals that want another option beside that one."""


def find_refusal_key(options_class: type[Options], options: dict[str, Any]) -> str:
    try:
        validate_options(options_class, options)
    except Refused as no:
        return no.key
    return ""


@of_each_game
def test_option_that_cannot_be_listed_has_a_valid_example(game: str) -> None:
    kind = GAMES[game].options_class
    for name in kind.model_fields:
        shown = give_example(kind, name)
        assert (shown is None) == ("…" not in re.sub(r"\d+, \d+, \d+ …", "", describe_allowed(kind, name))), name
        assert shown is None or find_refusal_key(kind, {name: shown}) in {"", *UNLISTED_ENDINGS}


@of_each_game
async def test_card_says_how_a_game_opens_that_opens_otherwise_for_beginners(matches: MatchService, game: str) -> None:
    """The same command deals to a beginner and lets others lay out."""
    kind = GAMES[game].options_class
    for given in ({}, dict(kind.first_time_options({}))):
        match = await offer_match(matches, BEN, game=game, options=given)
        assert isinstance(match, Offer)
        opens = match.options.model_dump(mode="json", include=set(kind.first_time_options({})))
        for locale in LOCALES:
            shown = "\n".join(render_offer_card(match, locale, Absences(), pinged_ids=frozenset()).below)
            assert all(match.game.say(f"agreed-{name}-{value}", locale) in shown for name, value in opens.items())


@pytest.mark.parametrize("practice", [False, True])
async def test_way_back_from_the_options_leads_to_where_they_were_opened(world: World, practice: bool) -> None:
    match_id = (await (begin_practice(world.matches) if practice else offer_duel(world.matches))).id
    ann = world.person()
    before = await ann.click(Action.SHOW_MORE, match_id, message_id=77)
    opened = await ann.click(Action.SHOW_OPTIONS, match_id, message_id=77)
    response = await ann.click_action(opened, Action.SHOW_MORE, message_id=77)
    assert response.scene == before.scene
    assert (response.is_separate_message, before.is_separate_message) == (False, True)
