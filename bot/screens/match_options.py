"""What a host sets, on one page: the game's own options, the clock, whether it counts. Any option can be typed, too."""

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
"""What stands between two options that are typed."""
INTEGER_PATTERN: Final = re.compile(r"-?[0-9]{1,18}")
BACK_ARGUMENT: Final = "back"
"""With a button that leads to what else there is: in its place, and not beside it."""


@dataclass(frozen=True, slots=True)
class ChosenOptions:
    """The terms as a choice leaves them."""

    options: dict[str, Any]
    terms: MatchTerms


def render_options(match: MatchState, locale: str) -> Scene:
    """Each is kept as soon as it is chosen."""
    heading = say("options-title", locale, game=match.game.say("name", locale))
    anew = [say("options-anew", locale)] if isinstance(match, RunningMatch) else []
    anew += [say("options-spills", locale)] if any(sitter.player_seed_hash for sitter in match.joined_players) else []
    # In the place of what it was opened from, which comes back there.
    back = Button(say("button-back", locale), str(CustomId(Action.SHOW_MORE, match.id, 0, BACK_ARGUMENT)))
    return Scene(above=(f"### {heading}", *anew), rows=(*_build_option_menus(match, locale), (back,)))


def render_option_confirmation(match: RunningMatch, name: str, value: str, locale: str) -> Scene:
    """Other rules are another match: whoever is in the middle of one says so first."""
    kind = match.game.options_class
    at = list(kind.list_offered(name)).index(value)
    option, choice = match.game.say(f"option-{name}", locale), _format_choice(match, name, value, locale)
    wanted = say("deed", locale, deed=option, what=f"**{choice}**")
    yes = Button(say("button-anew", locale), str(CustomId(Action.SET_OPTION, match.id, at + 1, name)), "main")
    return Scene(
        above=(
            f"### {say('sure-anew', locale)}",
            format_match_title(match, locale),
            wanted,
            say("practising-anew", locale),
        ),
        rows=((yes, build_play_on_button(match, locale)),),
    )


def get_confirmed_value(match: MatchState, name: str, choice_number: int) -> str:
    """What somebody was asked about by its number; nothing where they were not asked."""
    kind = match.game.options_class
    offered = kind.list_offered(name) if choice_number and name in kind.model_fields else ()
    return offered[choice_number - 1] if choice_number and choice_number <= len(offered) else ""


def _build_option_menus(match: MatchState, locale: str) -> Iterator[SelectMenu]:
    """Names that end with a dot are no options of any game. What draws a start is typed by those who make puzzles."""
    kind, now, said = match.game.options_class, match.options.model_dump(mode="json"), match.game.say
    for name in kind.model_fields:
        if name not in kind.PRESET_OPTIONS:
            offered = [(choice, _format_choice(match, name, choice, locale)) for choice in kind.list_offered(name)]
            yield _build_option_menu(
                match, name, _format_option_heading(said, name, locale), offered, _format_value_as_typed(now[name])
            )
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
        # Against the house nothing counts, whatever is agreed.
        rated = [("yes", say("yes", locale)), ("no", say("no", locale))]
        yield _build_option_menu(
            match, "rated.", _format_option_heading(say, "rated", locale), rated, "yes" if terms.rated else "no"
        )
    shakes = [("no", say("no", locale)), ("yes", say("yes", locale))]
    yield _build_option_menu(
        match, "shakes.", _format_option_heading(say, "shakes", locale), shakes, "yes" if terms.shakes else "no"
    )


def _format_option_heading(words: Words, name: str, locale: str) -> str:
    """What it is, and what that means."""
    return f"{words(f'option-{name}', locale)}\n-# {words(f'meaning-{name}', locale)}"


def _build_option_menu(
    match: MatchState, name: str, heading: str, choices: list[tuple[str, str]], current_value: str
) -> SelectMenu:
    if current_value not in dict(choices):
        # It was typed.
        choices = [*choices, (current_value, current_value)]
    return SelectMenu(heading, str(CustomId(Action.SET_OPTION, match.id, 0, name)), tuple(choices), current_value)


def _format_choice(match: MatchState, name: str, choice: str, locale: str) -> str:
    named = choice in list_choices(match.game.options_class.model_fields[name].annotation)
    return match.game.say(f"option-{name}-{choice}", locale) if named else choice


def apply_choice(match: MatchState, name: str, value: str) -> ChosenOptions:
    """The terms once this is chosen; what does not go with it is as usual again."""
    options, terms = match.options.model_dump(mode="json", exclude_defaults=True), match.terms
    match name:
        case "clock." | "limit.":
            return ChosenOptions(options, terms.model_copy(update={name.rstrip("."): _parse_duration(value)}))
        case "rated." | "shakes.":
            return ChosenOptions(options, terms.model_copy(update={name.rstrip("."): value == "yes"}))
    kind = match.game.options_class
    if name not in kind.model_fields:
        raise Refused("button")
    chosen = {name: _parse_option_value(kind.model_fields[name].annotation, value)}
    return ChosenOptions(_drop_conflicting_option(kind, options, chosen), terms)


def _drop_conflicting_option(options_class: Any, before: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """All that was set before, or without the one thing that contradicts it, or else nothing of it."""
    for without in (None, *before):
        kept = {name: value for name, value in before.items() if name != without} | chosen
        try:
            validate_options(options_class, kept)
        except Refused:
            continue
        return kept
    return chosen


def parse_typed_options(game: Game[Any, Any, Any], text: str, locale: str) -> dict[str, Any]:
    """`name=value; name=value`, or with a blank between: any option, also those that draw a start."""
    given: dict[str, str] = {}
    for part in filter(None, map(str.strip, OPTION_SEPARATOR.split(text))):
        name, _, value = map(str.strip, part.partition("="))
        if not name or name == part:
            raise Refused("option-form", given=part)
        if name in given:
            raise Refused("option-twice", option=name)
        given[name] = value
    kinds = game.options_class.model_fields
    options = {
        name: _parse_option_value(kinds[name].annotation, value) if name in kinds else value
        for name, value in given.items()
    }
    try:
        validate_options(game.options_class, options)
    except Refused as no:
        raise _describe_typed_value_error(no, game, given, locale) from None
    return options


def _describe_typed_value_error(
    refusal: Refused, game: Game[Any, Any, Any], given: dict[str, str], locale: str
) -> Refused:
    """By the name that players know it by, and with what was typed."""
    if refusal.key != "option-value":
        return refusal
    name = str(refusal.facts["option"])
    called, shown = game.say(f"option-{name}", locale), give_example(game.options_class, name)
    wants = describe_allowed(game.options_class, name) if shown is None else _format_value_as_typed(shown)
    return Refused("option-typed", option=called, typed=given[name], wants=wants, free=int(shown is not None))


def parse_variant(game: Game[Any, Any, Any], typed: str, locale: str) -> dict[str, str]:
    """As it is completed, or as it is called; nothing typed is as usual."""
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
    times = durations_ms if current_ms in durations_ms else (*durations_ms, current_ms)
    return [(_encode_duration(time), format_duration(time, locale)) for time in times]


def _encode_duration(duration_ms: int | None) -> str:
    return NO_LIMIT if duration_ms is None else str(duration_ms)


def _parse_duration(text: str) -> int | None:
    if text != NO_LIMIT and not text.isdecimal():
        raise Refused("button")
    return None if text == NO_LIMIT else int(text)


def _format_value_as_typed(value: Any) -> str:
    """As one types it, and as it can be read again."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def _parse_option_value(annotation: Any, text: str) -> Any:
    """As the option wants it; the game refuses what it does not allow."""
    for part in (annotation, *get_args(annotation)):
        if get_origin(part) is tuple:
            return [_parse_option_value(get_args(part)[0], one.strip()) for one in text.split(",")]
        if get_origin(part) is Literal:
            for choice in get_args(part):
                if str(choice) == text:
                    return choice
    return int(text) if INTEGER_PATTERN.fullmatch(text) else text
