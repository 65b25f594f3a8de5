"""Tests for match options, chosen in menus or typed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.discord.layout import render_form
from bot.i18n import say
from bot.matches.model import FinishedMatch, MatchState, Offer, RunningMatch
from bot.matches.service import MatchService
from bot.matches.time_budget import Absences
from bot.screens import finished_screen, match_card, match_options, offer_card, player_screen, result_card, watch
from bot.screens.custom_ids import Action
from bot.screens.match_options import ChosenOptions
from bot.screens.player_screen_state import PlayerScreenContext
from bot.screens.scene import CheckboxField, ChoiceField, Scene
from discord_playground.limits.component_tree import check_modal_components
from games import GAMES
from games.options import Options, describe_allowed, give_example, validate_options
from games.refused import Refused
from games.words import LOCALES
from tests.kit.matches import ANN, BEN, accept_offer, begin_practice, make_click, offer_match, play_token
from tests.kit.scene_reading import fill_form, list_buttons, read_text
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
MENU_ID = 77
"""The ID of the private message with the menu of the offer."""
of_each_game = pytest.mark.parametrize("game", sorted(PRESET_STARTS))


async def offer_duel(matches: MatchService, options: dict[str, Any] | None = None) -> MatchState:
    return await offer_match(matches, BEN, game="schamanen", options=options or {})


def submit(match: MatchState, *, advanced: bool = False, **changes: str | tuple[str, ...]) -> ChosenOptions:
    form = match_options.render_options_form(match, "en", advanced=advanced)
    return match_options.apply_form(match, fill_form(form, **changes), "en", advanced=advanced)


async def list_matches_with_options(matches: MatchService, game: str) -> list[MatchState]:
    """Return matches with different forms for options: offers with and without a preset start, and practice."""
    offers = [await offer_match(matches, BEN, game=game, options=options) for options in ({}, PRESET_STARTS[game])]
    return [*offers, await begin_practice(matches, game)]


@of_each_game
async def test_forms_have_a_control_for_every_option_and_fit_into_discords_limits(
    matches: MatchService, game: str
) -> None:
    for match in await list_matches_with_options(matches, game):
        for locale in LOCALES:
            names: set[str] = set()
            for advanced in [False] if match.is_practice else [False, True]:
                form = match_options.render_options_form(match, locale, advanced=advanced)
                names |= {it.name for it in form.fields}
                names |= {
                    it.value for field in form.fields if isinstance(field, CheckboxField) for it in field.checkboxes
                }
                modal = render_form(form).to_dict()
                assert [*check_modal_components(modal["components"], ())] == []
                assert len(form.title) <= 45
                for label in modal["components"]:
                    assert label.get("content") or 0 < len(label["label"]) <= 45
                    texts = [label.get("description"), label.get("component", {}).get("placeholder")]
                    for option in label.get("component", {}).get("options", ()):
                        assert 0 < len(option["label"]) <= 100
                        texts.append(option.get("description"))
                    assert all(text is None or 0 < len(text) <= 100 for text in texts)
            options_class = match.game.options_class
            choosable = options_class.model_fields.keys() - options_class.PRESET_OPTIONS
            helpers = {match_options.CHECKBOXES_FIELD, match_options.TYPED_OPTIONS_FIELD}
            assert {name for name in names if not name.endswith(".")} - helpers == choosable
            assert (match_options.TYPED_OPTIONS_FIELD in names) == (not match.is_practice)


@of_each_game
async def test_unchanged_form_changes_nothing(matches: MatchService, game: str) -> None:
    for match in await list_matches_with_options(matches, game):
        for advanced in [False] if match.is_practice else [False, True]:
            chosen = submit(match, advanced=advanced)
            assert validate_options(match.game.options_class, chosen.options) == match.options
            assert chosen.terms == match.terms


@of_each_game
async def test_every_choice_can_be_played(matches: MatchService, game: str) -> None:
    """Choosing a value resets only the options that are incompatible with it."""
    for options in ({}, PRESET_STARTS[game]):
        match = await offer_match(matches, BEN, game=game, options=options)
        for advanced in (False, True):
            form = match_options.render_options_form(match, "en", advanced=advanced)
            changes: list[tuple[str, str | tuple[str, ...]]] = []
            for field in form.fields:
                if isinstance(field, ChoiceField):
                    changes += [(field.name, value) for value, _ in field.choices]
                elif isinstance(field, CheckboxField):
                    changes += [(field.name, (it.value,)) for it in field.checkboxes] + [(field.name, ())]
            for name, value in changes:
                choice = submit(match, advanced=advanced, **{name.rstrip("."): value})
                result = await matches.change_terms(match.id, ANN, choice.options, choice.terms, **make_click())
                after = match_options.render_options_form(result.match, "en", advanced=advanced)
                expected = value if isinstance(value, tuple) else (value,)
                assert fill_form(after)[name] == expected


async def test_choice_keeps_compatible_options(matches: MatchService) -> None:
    match = await offer_duel(matches, {"variant": "memory", "placement": "random", "prize": "one"})
    kept = submit(match, duel_limit="9").options
    assert kept == {"variant": "memory", "placement": "random", "prize": "one", "duel_limit": 9}


async def test_unchanged_option_yields_to_a_changed_one(matches: MatchService) -> None:
    """The professional rules exclude a random placement, which a first match has by default."""
    match = await offer_duel(matches, {"placement": "random", "prize": "one"})
    assert submit(match, variant="pro").options == {"variant": "pro", "prize": "one"}


async def test_practice_has_one_form_without_terms(world: World) -> None:
    match, ann = await begin_practice(world.matches, "schamanen"), world.person()
    form = match_options.render_options_form(match, "en")
    assert not any(name.endswith(".") for name in fill_form(form))
    assert "without a result" in form.note
    with pytest.raises(Refused, match="button"):
        await ann.click(Action.SHOW_OPTIONS, match.id, argument=match_options.ADVANCED_ARGUMENT)


async def test_preset_is_changed_by_name_and_removed_with_an_empty_text(matches: MatchService) -> None:
    match = await offer_duel(matches, PRESET_STARTS["schamanen"] | {"prize": "one"})
    (shown,) = fill_form(match_options.render_options_form(match, "en", advanced=True))["typed"]
    assert shown == "board=9/1 1/9 5/4 | 2/8 8/2 4/5 | 6/7 3/6 7/3; shells=7, 11"
    assert submit(match, advanced=True, typed="").options == {"prize": "one"}
    changed = submit(match, advanced=True, typed=shown.replace("7, 11", "9, 9") + "; duel_limit=7").options
    assert changed == {"prize": "one", **PRESET_STARTS["schamanen"], "shells": [9, 9], "duel_limit": 7}
    with pytest.raises(Refused, match="option-unknown"):
        submit(match, advanced=True, typed="wild=yes")


@pytest.mark.parametrize(
    "changes", [{"clock": "soon"}, {"clock": ()}, {"variant": "wild"}, {"variant": ("pro", "memory")}]
)
async def test_forged_form_is_refused(matches: MatchService, changes: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="button"):
        submit(await offer_duel(matches), **changes)


async def test_host_changes_options_of_an_offer(world: World) -> None:
    match, ann = await offer_duel(world.matches), world.person()
    menu = await ann.click(Action.SHOW_MORE, match.id, message_id=MENU_ID)
    opened = await ann.click(Action.SHOW_OPTIONS, match.id, message_id=MENU_ID)
    response = await ann.submit_form(opened, checks=("prize",), clock="300000", message_id=MENU_ID)
    changed = await world.matches.find_match(match.id)
    assert (changed.options.model_dump()["prize"], changed.terms.clock) == ("one", 300_000)
    assert (response.replaces_clicked_message, response.refresh_match_id) == (True, match.id)
    assert list_buttons(response.scene) == list_buttons(menu.scene)
    assert all(text in read_text(response.scene) for text in ("one shell per duel", "5 minutes a turn", "unrated"))
    opened = await ann.click(Action.SHOW_OPTIONS, match.id, message_id=MENU_ID)
    unchanged = await ann.submit_form(opened, message_id=MENU_ID)
    assert (unchanged.replaces_clicked_message, unchanged.refresh_match_id) == (True, None)
    assert list_buttons(unchanged.scene) == list_buttons(menu.scene)
    assert say("options-unchanged", "en") in read_text(unchanged.scene)
    assert (await world.matches.find_match(match.id)).event_count == changed.event_count, "nobody has to accept again"


async def test_outdated_form_changes_nothing(world: World) -> None:
    """The host has opened the form twice, or the other player has accepted in the meantime."""
    match, ann, ben = await offer_duel(world.matches), world.person(), world.person(BEN)
    forms = [await ann.click(Action.SHOW_OPTIONS, match.id, message_id=MENU_ID) for _ in range(2)]
    await ann.submit_form(forms[0], duel_limit="5", message_id=MENU_ID)
    with pytest.raises(Refused, match="options-changed"):
        await ann.submit_form(forms[1], duel_limit="9", message_id=MENU_ID)
    newest = await ann.click(Action.SHOW_OPTIONS, match.id, argument=match_options.ADVANCED_ARGUMENT)
    with pytest.raises(Refused, match="not-host"):
        await ben.submit_form(newest)
    await ben.click(Action.JOIN_OFFER, match.id)
    with pytest.raises(Refused, match="begun"):
        await ann.submit_form(newest, typed="duel_limit=9")
    assert (await world.matches.find_match(match.id)).options.model_dump()["duel_limit"] == 5


async def test_form_of_a_withdrawn_offer_is_refused(world: World) -> None:
    match, ann = await offer_duel(world.matches), world.person()
    opened = await ann.click(Action.SHOW_OPTIONS, match.id, message_id=MENU_ID)
    await ann.click(Action.WITHDRAW_OFFER, match.id, message_id=MENU_ID)
    with pytest.raises(Refused, match="closed-withdrawn"):
        await ann.submit_form(opened, duel_limit="5")


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


def list_unusual_options(game_key: str) -> list[dict[str, Any]]:
    """Return options of a game that differ from the defaults in a single value, for each value that a host can pick."""
    options_class = GAMES[game_key].options_class
    typed = [
        f"{name}={value}"
        for name, field in options_class.model_fields.items()
        if name not in options_class.PRESET_OPTIONS
        for value in options_class.list_offered(name)
        if value != str(field.default)
    ]
    return [match_options.parse_typed_options(GAMES[game_key], text, "en") for text in typed]


@of_each_game
async def test_every_unusual_option_is_on_the_card_from_the_challenge_on(matches: MatchService, game: str) -> None:
    say_of_game = GAMES[game].say
    unusual_options = list_unusual_options(game)
    assert unusual_options
    for options in unusual_options:
        offer = await offer_match(matches, BEN, game=game, options=options)
        match = await accept_offer(matches, offer, BEN)
        assert isinstance(offer, Offer)
        assert isinstance(match, RunningMatch)
        [(name, value)] = options.items()
        for locale in LOCALES:
            label = (
                say_of_game(f"agreed-{name}", locale, value=value)
                if isinstance(value, int) and name in offer.options.OFFERED_NUMBERS
                else say_of_game(f"agreed-{name}-{value}", locale)
            )
            for scene in render_cards(offer, match, locale):
                assert label in read_text(scene)


@of_each_game
async def test_preset_start_is_named_everywhere_from_the_challenge_on(matches: MatchService, game: str) -> None:
    """The parts that the host has preset are named on all screens. Their content stays hidden until the match ends."""
    preset = PRESET_STARTS[game]
    offer = await offer_match(matches, BEN, game=game, options=preset)
    match = await accept_offer(matches, offer, BEN)
    finished = await play_token(matches, match, 0, "!resign")
    assert isinstance(offer, Offer)
    assert isinstance(match, RunningMatch)
    assert isinstance(finished, FinishedMatch)
    for locale in LOCALES:
        labels = [GAMES[game].say(f"option-{name}", locale) for name in preset]
        scenes = [
            *render_cards(offer, match, locale),
            *(player_screen.render_player_screen(match, seat, locale, Absences()) for seat in range(2)),
            watch.render_watched_match(match, locale, Absences(), watch.OnlookerPredictions({}, {})),
        ]
        secrets = [value for value in preset.values() if isinstance(value, str)]
        assert not any(secret in read_text(scene) for secret in secrets for scene in scenes)
        positions = (match.engine, finished.engine)
        scenes += [
            result_card.render_result_card(finished, locale, positions, None, pinged_ids=frozenset()),
            finished_screen.render_finished_match(finished, 0, locale, PlayerScreenContext(positions=positions)),
        ]
        for scene in scenes:
            text = read_text(scene)
            assert say("laid-by-hand", locale, what=say.format_list(labels, locale)) in text


def render_cards(offer: Offer, match: RunningMatch, locale: str) -> list[Scene]:
    return [
        offer_card.render_offer_card(offer, locale, Absences(), pinged_ids=frozenset()),
        match_card.render_match_card(match, locale, Absences(), uncovered=True),
    ]


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
            text = "\n".join(offer_card.render_offer_card(match, locale, Absences(), pinged_ids=frozenset()).below)
            assert all(match.game.say(f"agreed-{name}-{value}", locale) in text for name, value in opening.items())
