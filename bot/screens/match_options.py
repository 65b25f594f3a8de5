"""The screen on which a host sets the options of the game and the terms of the match.

Options can also be typed, for example as `name=value; name=value`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin

from bot.i18n import say
from bot.matches.model import MatchState, RunningMatch
from bot.matches.terms import TURN_TIMES_MS, MatchTerms
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_play_on_button
from bot.screens.match_card import format_match_title
from bot.screens.phrases import format_duration
from bot.screens.scene import Button, Scene, SelectMenu
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games.core import Game
from games.options import describe_allowed, give_example, list_choices, validate_options
from games.refused import Refused
from games.words import Words

MATCH_TIME_LIMITS_MS: Final = (None, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, DAY_MS)
NO_LIMIT: Final = "none"
OPTION_SEPARATOR: Final = re.compile(r";|\s+(?=\w+\s*=)")
"""The separator between typed options: a semicolon, or a space before the next `name=`."""
INTEGER_PATTERN: Final = re.compile(r"-?[0-9]{1,18}")
BACK_ARGUMENT: Final = "back"
"""The argument that makes `SHOW_MORE` replace the clicked message with the “More” menu."""


@dataclass(frozen=True, slots=True)
class ChosenOptions:
    """The options and terms of a match after the host has made a choice."""

    options: dict[str, Any]
    terms: MatchTerms


def render_options(match: MatchState, locale: str) -> Scene:
    """Render a menu for each option. Every selection is saved immediately."""
    heading = say("options-title", locale, game=match.game.say("name", locale))
    warnings = [say("options-anew", locale)] if isinstance(match, RunningMatch) else []
    if any(player.player_seed_hash for player in match.joined_players):
        warnings.append(say("options-spills", locale))
    back = Button(say("button-back", locale), str(CustomId(Action.SHOW_MORE, match.id, argument=BACK_ARGUMENT)))
    return Scene(
        above=(f"### {heading}", *warnings),
        rows=(*_build_option_menus(match, locale), (back,)),
        accent_color=match.game.ACCENT_COLOR,
    )


def render_option_confirmation(match: RunningMatch, name: str, value: str, locale: str) -> Scene:
    """Ask a player to confirm a changed option. The change replaces the practice match with a new one."""
    choice_number = 1 + list(match.game.options_class.list_offered(name)).index(value)
    option, choice = match.game.say(f"option-{name}", locale), _format_choice(match, name, value, locale)
    wanted = say("deed", locale, deed=option, what=f"**{choice}**")
    yes = Button(say("button-anew", locale), str(CustomId(Action.SET_OPTION, match.id, choice_number, name)), "main")
    return Scene(
        above=(
            f"### {say('sure-anew', locale)}",
            format_match_title(match, locale),
            wanted,
            say("practising-anew", locale),
        ),
        rows=((yes, build_play_on_button(match, locale)),),
        accent_color=match.game.ACCENT_COLOR,
    )


def get_confirmed_value(match: MatchState, name: str, choice_number: int) -> str | None:
    """Return the confirmed value of an option, given its number in the list of offered values.

    Numbers start at 1. Returns None if the number is 0 or not in the list.
    """
    options_class = match.game.options_class
    offered = options_class.list_offered(name) if choice_number and name in options_class.model_fields else ()
    return offered[choice_number - 1] if choice_number and choice_number <= len(offered) else None


def _build_option_menus(match: MatchState, locale: str) -> Iterator[SelectMenu]:
    """Yield the menus of the game's options, then the menus of the terms.

    The names of terms end with a dot, which distinguishes them from the names of options. Options that preset the start
    of the match have no menu and can only be typed.
    """
    options_class, values = match.game.options_class, match.options.model_dump(mode="json")
    for name in options_class.model_fields:
        if name not in options_class.PRESET_OPTIONS:
            offered = [(it, _format_choice(match, name, it, locale)) for it in options_class.list_offered(name)]
            heading = _format_option_heading(match.game.say, name, locale)
            yield _build_option_menu(match, name, heading, offered, _format_value_as_typed(values[name]))
    terms = match.terms
    if match.is_practice:
        return
    clocks = _list_duration_choices(tuple(TURN_TIMES_MS.values()), terms.clock, locale)
    yield _build_option_menu(
        match, "clock.", _format_option_heading(say, "clock", locale), clocks, _encode_duration(terms.clock)
    )
    if match.game.MAY_LIMIT_MATCH_TIME:
        limits = _list_duration_choices(MATCH_TIME_LIMITS_MS, terms.limit, locale)
        yield _build_option_menu(
            match, "limit.", _format_option_heading(say, "limit", locale), limits, _encode_duration(terms.limit)
        )
    if not terms.house:
        # Matches with AI players are never rated.
        rated = [("yes", say("yes", locale)), ("no", say("no", locale))]
        yield _build_option_menu(
            match, "rated.", _format_option_heading(say, "rated", locale), rated, "yes" if terms.rated else "no"
        )
    seeds = [("no", say("no", locale)), ("yes", say("yes", locale))]
    yield _build_option_menu(
        match, "shakes.", _format_option_heading(say, "shakes", locale), seeds, "yes" if terms.shakes else "no"
    )


def _format_option_heading(words: Words, name: str, locale: str) -> str:
    """Return the name of an option and a line that explains it."""
    return f"{words(f'option-{name}', locale)}\n-# {words(f'meaning-{name}', locale)}"


def _build_option_menu(
    match: MatchState, name: str, heading: str, choices: list[tuple[str, str]], current_value: str
) -> SelectMenu:
    if current_value not in dict(choices):
        # A typed value can differ from all offered values.
        choices = [*choices, (current_value, current_value)]
    return SelectMenu(heading, str(CustomId(Action.SET_OPTION, match.id, argument=name)), tuple(choices), current_value)


def _format_choice(match: MatchState, name: str, choice: str, locale: str) -> str:
    has_name = choice in list_choices(match.game.options_class.model_fields[name].annotation)
    return match.game.say(f"option-{name}-{choice}", locale) if has_name else choice


def apply_choice(match: MatchState, name: str, value: str) -> ChosenOptions:
    """Return the options and terms after a choice. Options that conflict with the chosen option are dropped."""
    options, terms = match.options.model_dump(mode="json", exclude_defaults=True), match.terms
    match name:
        case "clock." | "limit.":
            return ChosenOptions(options, terms.model_copy(update={name.rstrip("."): _parse_duration(value)}))
        case "rated." | "shakes.":
            return ChosenOptions(options, terms.model_copy(update={name.rstrip("."): value == "yes"}))
    options_class = match.game.options_class
    if name not in options_class.model_fields:
        raise Refused("button")
    chosen = {name: _parse_option_value(options_class.model_fields[name].annotation, value)}
    return ChosenOptions(_drop_conflicting_option(options_class, options, chosen), terms)


def _drop_conflicting_option(options_class: Any, before: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """Add the chosen option to the earlier options, and return the result.

    If the chosen option conflicts with the earlier options, drop one of the earlier options. If that is not enough,
    drop all of them.
    """
    for dropped_name in (None, *before):
        options = {name: value for name, value in before.items() if name != dropped_name} | chosen
        try:
            validate_options(options_class, options)
        except Refused:
            continue
        return options
    return chosen


def parse_typed_options(game: Game[Any, Any, Any], text: str, locale: str) -> dict[str, Any]:
    """Parse typed options such as `name=value; name=value`. Spaces can replace the semicolons.

    Options that preset the start are allowed. Raises `Refused` for input in another form, for a repeated option, and
    for options that the game does not allow.
    """
    given: dict[str, str] = {}
    for part in filter(None, map(str.strip, OPTION_SEPARATOR.split(text))):
        name, _, value = map(str.strip, part.partition("="))
        if not name or name == part:
            raise Refused("option-form", given=part)
        if name in given:
            raise Refused("option-twice", option=name)
        given[name] = value
    fields = game.options_class.model_fields
    options = {
        name: _parse_option_value(fields[name].annotation, value) if name in fields else value
        for name, value in given.items()
    }
    try:
        validate_options(game.options_class, options)
    except Refused as error:
        raise _describe_typed_value_error(error, game, given, locale) from None
    return options


def _describe_typed_value_error(
    refusal: Refused, game: Game[Any, Any, Any], given: dict[str, str], locale: str
) -> Refused:
    """Return a more helpful refusal in place of the game's refusal of a typed value.

    The new refusal shows the option's translated name, the typed value and a hint. Any other refusal is returned
    unchanged.
    """
    if refusal.key != "option-value":
        return refusal
    name = str(refusal.facts["option"])
    label, example = game.say(f"option-{name}", locale), give_example(game.options_class, name)
    wants = describe_allowed(game.options_class, name) if example is None else _format_value_as_typed(example)
    return Refused("option-typed", option=label, typed=given[name], wants=wants, free=int(example is not None))


def parse_variant(game: Game[Any, Any, Any], typed: str, locale: str) -> dict[str, str]:
    """Parse a typed variant, which is the variant's value or translated name. An empty string selects the default."""
    if not typed:
        return {}
    field = game.options_class.model_fields.get("variant")
    names = (
        {value: game.say(f"option-variant-{value}", locale) for value in list_choices(field.annotation)}
        if field
        else {}
    )
    wanted = typed.strip().casefold()
    found = next((value for value, name in names.items() if wanted in {value, name.casefold()}), None)
    if found is None:
        raise Refused("variant-unknown", typed=typed, count=len(names), known=", ".join(names.values()))
    return {"variant": found}


def _list_duration_choices(
    durations_ms: tuple[int | None, ...], current_ms: int | None, locale: str
) -> list[tuple[str, str]]:
    """Return the value and label of each duration.

    The current duration is included even if it is not among the offered durations.
    """
    offered = durations_ms if current_ms in durations_ms else (*durations_ms, current_ms)
    return [(_encode_duration(duration), format_duration(duration, locale)) for duration in offered]


def _encode_duration(duration_ms: int | None) -> str:
    return NO_LIMIT if duration_ms is None else str(duration_ms)


def _parse_duration(text: str) -> int | None:
    if text != NO_LIMIT and not text.isdecimal():
        raise Refused("button")
    return None if text == NO_LIMIT else int(text)


def _format_value_as_typed(value: Any) -> str:
    """Return an option's value as text that `_parse_option_value` can parse."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def _parse_option_value(annotation: Any, text: str) -> Any:
    """Convert typed text to the type of an option. The game's own validation refuses invalid values later."""
    for option_type in (annotation, *get_args(annotation)):
        if get_origin(option_type) is tuple:
            return [_parse_option_value(get_args(option_type)[0], item.strip()) for item in text.split(",")]
        if get_origin(option_type) is Literal:
            for choice in get_args(option_type):
                if str(choice) == text:
                    return choice
    return int(text) if INTEGER_PATTERN.fullmatch(text) else text
