"""The forms in which a host sets the options of the game and the terms of the match.

Options can also be typed, for example as `name=value; name=value`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin

from bot.i18n import say
from bot.matches.model import MatchState, RunningMatch
from bot.matches.terms import TURN_TIMES_MS, MatchTerms
from bot.screens.custom_ids import Action, CustomId
from bot.screens.phrases import capitalize_sentence, format_duration
from bot.screens.scene import Checkbox, CheckboxField, ChoiceField, Form, FormField, TextField
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from games.core import Game
from games.options import describe_allowed, give_example, list_choices, validate_options
from games.refused import Refused

MATCH_TIME_LIMITS_MS: Final = (None, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, DAY_MS)
NO_LIMIT: Final = "none"
OPTION_SEPARATOR: Final = re.compile(r";|\s+(?=\w+\s*=)")
"""The separator between typed options: a semicolon, or a space before the next `name=`."""
INTEGER_PATTERN: Final = re.compile(r"-?[0-9]{1,18}")
ADVANCED_ARGUMENT: Final = "advanced"
"""The argument of `SHOW_OPTIONS` and `SUBMIT_OPTIONS` for the form with the rarely used options."""
CHECKBOXES_FIELD: Final = "checks"
TYPED_OPTIONS_FIELD: Final = "typed"
TYPED_OPTIONS_MAX_LENGTH: Final = 4000
"""Discord's limit for the text of a form field."""
PLACEHOLDER_MAX_LENGTH: Final = 100
"""Discord's limit for the placeholder of a form field."""
VERSION_MODULUS: Final = 10**9
"""The number of different versions. It keeps them below ten digits, which is the limit in custom IDs."""


@dataclass(frozen=True, slots=True)
class ChosenOptions:
    """The options and terms of a match after the host has made a choice."""

    options: dict[str, Any]
    terms: MatchTerms


def render_options_form(match: MatchState, locale: str, *, advanced: bool = False) -> Form:
    """Render the form with the usual options, or the form with the advanced ones, which practice does not have."""
    fields = [*_build_fields(match, locale, advanced=advanced)]
    if advanced:
        fields += _build_typed_options_field(match, locale)
    title_key = "button-advanced" if advanced else "options-title"
    argument = ADVANCED_ARGUMENT if advanced else ""
    return Form(
        say(title_key, locale, game=match.game.say("name", locale)),
        str(CustomId(Action.SUBMIT_OPTIONS, match.id, _compute_version(match), argument)),
        tuple(fields),
        _format_note(match, locale),
    )


def has_options(match: MatchState) -> bool:
    """Return whether the form of a match has any fields."""
    return not match.is_practice or bool(_list_offered(match, advanced=False))


def _format_note(match: MatchState, locale: str) -> str:
    """Return a warning about the side effects of changing an option, such as a restart, or "" if there are none."""
    if isinstance(match, RunningMatch):
        return say("options-anew", locale)
    notes = []
    if len(match.joined_players) > 1:
        notes.append(say("options-unseat", locale))
    if any(player.player_seed_hash for player in match.joined_players):
        notes.append(say("options-spills", locale))
    return " ".join(notes)


def _compute_version(match: MatchState) -> int:
    """Return a checksum of the options and terms, which shows whether they changed after a form was opened."""
    content = match.options.model_dump_json() + match.terms.model_dump_json()
    return zlib.crc32(content.encode()) % VERSION_MODULUS


def check_form_is_current(match: MatchState, custom_id: CustomId) -> None:
    """Raise `Refused` if the options have changed since the form was opened."""
    if custom_id.number != _compute_version(match):
        raise Refused("options-changed")


def _build_fields(match: MatchState, locale: str, *, advanced: bool) -> Iterator[FormField]:
    """Yield a field for each choice, and one for all checkboxes."""
    checkboxes: list[Checkbox] = []
    for name, offered in _list_offered(match, advanced=advanced).items():
        is_term = name.endswith(".")
        words, key = (say, name.rstrip(".")) if is_term else (match.game.say, name)
        label, meaning = words(f"option-{key}", locale), words(f"meaning-{key}", locale)
        current = _encode_current_value(match, name)
        if _is_checkbox(name, offered):
            label = label if is_term else capitalize_sentence(words(f"agreed-{key}-{offered[1]}", locale))
            checkboxes.append(Checkbox(name, label, meaning, current == offered[1]))
        else:
            choices = tuple((value, _format_choice(match, name, value, locale)) for value in offered)
            yield ChoiceField(name, label, meaning, choices, current)
    if checkboxes:
        yield CheckboxField(CHECKBOXES_FIELD, say("options-checks", locale), tuple(checkboxes))


def _list_offered(match: MatchState, *, advanced: bool) -> dict[str, list[str]]:
    """Return the values that a form offers for each option and term, by name. They include the current value.

    The names of terms end with a dot, which distinguishes them from the names of options. Options that preset the start
    of the match, in place of the dice, can only be typed.
    """
    options_class = match.game.options_class
    offered: dict[str, list[str]] = {}
    if advanced:
        if match.game.MAY_LIMIT_MATCH_TIME:
            offered["limit."] = [*map(_encode_duration, MATCH_TIME_LIMITS_MS)]
        offered["shakes."] = ["no", "yes"]
    else:
        names = [name for name in options_class.model_fields if name not in options_class.PRESET_OPTIONS]
        offered = {name: options_class.list_offered(name) for name in names}
        if not match.is_practice:
            offered["clock."] = [*map(_encode_duration, TURN_TIMES_MS.values())]
            if not match.terms.house:
                # Matches with AI players are never rated.
                offered["rated."] = ["no", "yes"]
    for name, values in offered.items():
        if (current := _encode_current_value(match, name)) not in values:
            values.append(current)
    return offered


def _is_checkbox(name: str, offered: list[str]) -> bool:
    """Return whether an option has two values and is shown as a checkbox. Variants are not, because both have names."""
    return len(offered) == 2 and name != "variant"


def _encode_current_value(match: MatchState, name: str) -> str:
    match name:
        case "clock." | "limit.":
            return _encode_duration(getattr(match.terms, name.rstrip(".")))
        case "rated." | "shakes.":
            return "yes" if getattr(match.terms, name.rstrip(".")) else "no"
    return format_value_as_typed(match.options.model_dump(mode="json")[name])


def _format_choice(match: MatchState, name: str, choice: str, locale: str) -> str:
    if name.endswith("."):
        return format_duration(_parse_duration(choice), locale)
    has_name = choice in list_choices(match.game.options_class.model_fields[name].annotation)
    return match.game.say(f"option-{name}-{choice}", locale) if has_name else choice


def _build_typed_options_field(match: MatchState, locale: str) -> Iterator[TextField]:
    """Yield a text field in which the host can type options, filled in with the current preset of the start.

    Yields nothing if the game has no options, or if the preset is too long for the field. Forms of running matches must
    not include the field, because the preset is hidden until the match ends.
    """
    options_class = match.game.options_class
    preset = match.options.model_dump(mode="json", include=set(options_class.PRESET_OPTIONS), exclude_defaults=True)
    text = "; ".join(f"{name}={format_value_as_typed(value)}" for name, value in preset.items())
    if not options_class.model_fields or len(text) > TYPED_OPTIONS_MAX_LENGTH:
        return
    examples = {name: give_example(options_class, name) for name in options_class.model_fields}
    example = next((f"{name}={format_value_as_typed(it)}" for name, it in examples.items() if it is not None), "")
    yield TextField(
        say("options-typed", locale),
        say("options-typed-about", locale),
        TYPED_OPTIONS_MAX_LENGTH,
        TYPED_OPTIONS_FIELD,
        text,
        example[:PLACEHOLDER_MAX_LENGTH],
        is_required=False,
    )


def apply_form(
    match: MatchState, values: Mapping[str, tuple[str, ...]], locale: str, *, advanced: bool
) -> ChosenOptions:
    """Return the options and terms of a match, changed by the form that the host submitted.

    Unchanged options that conflict with changed ones are dropped. Raises `Refused` for values that the form does not
    offer, and for invalid typed options.
    """
    options_class, terms = match.game.options_class, match.terms
    options = match.options.model_dump(mode="json", exclude_defaults=True)
    changed: dict[str, Any] = {}
    for name, value in _read_choices(match, values, advanced=advanced).items():
        if value == _encode_current_value(match, name):
            continue
        match name:
            case "clock." | "limit.":
                terms = terms.model_copy(update={name.rstrip("."): _parse_duration(value)})
            case "rated." | "shakes.":
                terms = terms.model_copy(update={name.rstrip("."): value == "yes"})
            case _:
                changed[name] = _parse_option_value(options_class.model_fields[name].annotation, value)
    if TYPED_OPTIONS_FIELD in values:
        options = {name: value for name, value in options.items() if name not in options_class.PRESET_OPTIONS}
        changed |= parse_typed_options(match.game, "".join(values[TYPED_OPTIONS_FIELD]), locale)
    return ChosenOptions(_merge_options(options_class, options, changed), terms)


def _read_choices(match: MatchState, values: Mapping[str, tuple[str, ...]], *, advanced: bool) -> dict[str, str]:
    """Return the submitted value of each option and term. Raise `Refused` for a value that the form does not offer."""
    chosen: dict[str, str] = {}
    checked = values.get(CHECKBOXES_FIELD, ())
    for name, offered in _list_offered(match, advanced=advanced).items():
        if _is_checkbox(name, offered):
            chosen[name] = offered[name in checked]
        elif len(given := values.get(name, ())) == 1 and given[0] in offered:
            chosen[name] = given[0]
        else:
            raise Refused("button")
    return chosen


def _merge_options(options_class: Any, before: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """Return the earlier options with the changed options added.

    If they conflict with the earlier options, drop one of the earlier options. If that is not enough, drop all of them.
    """
    for dropped_name in (None, *before):
        options = {name: value for name, value in before.items() if name != dropped_name} | changed
        try:
            validate_options(options_class, options)
        except Refused:
            continue
        return options
    return changed


def parse_chosen_options(game: Game[Any, Any, Any], variant: str, text: str, locale: str) -> dict[str, Any]:
    """Combine a variant and options typed by name, both from a command. Raise `Refused` if any is unknown."""
    return _parse_variant(game, variant, locale) | parse_typed_options(game, text, locale)


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
    wants = describe_allowed(game.options_class, name) if example is None else format_value_as_typed(example)
    return Refused("option-typed", option=label, typed=given[name], wants=wants, free=int(example is not None))


def _parse_variant(game: Game[Any, Any, Any], typed: str, locale: str) -> dict[str, str]:
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


def _encode_duration(duration_ms: int | None) -> str:
    return NO_LIMIT if duration_ms is None else str(duration_ms)


def _parse_duration(text: str) -> int | None:
    if text != NO_LIMIT and not text.isdecimal():
        raise Refused("button")
    return None if text == NO_LIMIT else int(text)


def format_value_as_typed(value: Any) -> str:
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
