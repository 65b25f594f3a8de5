"""The host's form: made from the game's own options, then the clock and what else is agreed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin

from bot.scenes.address import Address
from bot.scenes.scene import Button, Field, Form, Scene
from bot.scenes.spans import span
from bot.scenes.verb import Verb
from bot.table.agreement import CLOCKS
from bot.table.table import Table
from bot.texts import say
from bot.time import DAY, HOUR, MINUTE
from games.core import Game
from games.options import choices, example, settled, wanted
from games.refused import Refused

IN_A_FORM: Final = 5
LIMITS: Final = (None, 10 * MINUTE, 30 * MINUTE, HOUR, DAY)
NONE: Final = "none"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The terms as the form leaves them."""

    options: dict[str, Any]
    clock: int | None
    limit: int | None
    rated: bool


def opened(table: Table, locale: str, rest: str) -> Form | Scene:
    """A form, or, where one cannot hold all, a choice of forms."""
    parts = _parts(table, locale)
    if len(parts) > 1 and not rest.isdecimal():
        buttons = tuple(
            Button(f"{part[0].label} – {part[-1].label}"[:80], str(Address(Verb.OPTIONS, table.id, 0, str(at))))
            for at, part in enumerate(parts)
        )
        return Scene(above=(say("options-which", locale),), rows=(buttons,))
    part = parts[min(int(rest or 0), len(parts) - 1)]
    title = say("options-title", locale, game=table.game.say("name", locale))
    return Form(title, str(Address(Verb.SET, table.id, 0)), tuple(part))


def filled(table: Table, fields: Mapping[str, str], locale: str) -> Wanted:
    """What is not in this part of the form stays; what is empty is as usual. A refusal names fields as it does."""
    options = table.options.model_dump(mode="json", exclude_defaults=True)
    kinds = table.game.Options.model_fields
    for name, text in fields.items():
        if name in kinds:
            options.pop(name, None)
            if text.strip():
                options[name] = _value(kinds[name].annotation, text.strip())
    try:
        settled(table.game.Options, options)
    except Refused as no:
        raise _as_typed(no, table, fields, locale) from None
    agreement = table.agreement
    return Wanted(
        options,
        _time(fields["clock."]) if "clock." in fields else agreement.clock,
        _time(fields["limit."]) if "limit." in fields else agreement.limit,
        fields["rated."] == "yes" if "rated." in fields else agreement.rated,
    )


def _as_typed(no: Refused, table: Table, fields: Mapping[str, str], locale: str) -> Refused:
    """By the names of the form, and with what was typed there."""
    if "option" not in no.facts:
        return no
    name, kind = str(no.facts["option"]), table.game.Options
    called = table.game.say(f"option-{name}", locale)
    if no.key != "option-value" or name not in fields:
        return Refused(no.key, no.package, **no.facts | {"option": called})
    shown = example(kind, name)
    wants = wanted(kind, name) if shown is None else _written(shown)
    return Refused("option-typed", option=called, typed=fields[name].strip(), wants=wants, free=int(shown is not None))


def variant(game: Game[Any, Any, Any], typed: str, locale: str) -> dict[str, str]:
    """As it is completed, or as it is called; nothing typed is as usual."""
    if not typed:
        return {}
    field = game.Options.model_fields.get("variant")
    names = {value: game.say(f"option-variant-{value}", locale) for value in choices(field.annotation)} if field else {}
    wanted = typed.strip().casefold()
    found = next((value for value, name in names.items() if wanted in {value, name.casefold()}), None)
    if found is None:
        raise Refused("variant-unknown", typed=typed, count=len(names), known=", ".join(names.values()))
    return {"variant": found}


def _parts(table: Table, locale: str) -> list[list[Field]]:
    """One form if all fit in; otherwise what draws a start is apart from what most hosts look for."""
    drawn = [
        _option(table, name, locale) for name in table.game.Options.model_fields if name in table.game.Options.DRAWN
    ]
    usual = list(_usual(table, locale))
    groups = [usual + drawn] if len(usual) + len(drawn) <= IN_A_FORM else [usual, drawn]
    return [part for group in groups for part in _even(group)]


def _even(fields: list[Field]) -> Iterator[list[Field]]:
    """As few forms as can hold them, and about as long."""
    count = -(-len(fields) // IN_A_FORM)
    for at in range(count):
        yield fields[at * len(fields) // count : (at + 1) * len(fields) // count]


def _usual(table: Table, locale: str) -> Iterator[Field]:
    """Names that end with a dot are no options of any game."""
    drawn = table.game.Options.DRAWN
    yield from (_option(table, name, locale) for name in table.game.Options.model_fields if name not in drawn)
    agreement = table.agreement
    yield Field(
        "clock.",
        say("option-clock", locale),
        _spelt(agreement.clock),
        _spans((*CLOCKS.values(),), agreement.clock, locale),
    )
    if table.game.TIMED:
        limits = _spans(LIMITS, agreement.limit, locale)
        yield Field("limit.", say("option-limit", locale), _spelt(agreement.limit), limits)
    if not agreement.house:
        # Against the house nothing counts, whatever is agreed.
        rated = (("yes", say("yes", locale)), ("no", say("no", locale)))
        yield Field("rated.", say("option-rated", locale), "yes" if agreement.rated else "no", rated)


def _option(table: Table, name: str, locale: str) -> Field:
    said = table.game.say
    annotation = table.game.Options.model_fields[name].annotation
    value = _written(table.options.model_dump(mode="json")[name])
    named = choices(annotation)
    offered = tuple((choice, said(f"option-{name}-{choice}", locale)) for choice in named)
    if offered and _free(annotation):
        # A number, or one of a few words.
        return Field(name, said(f"option-{name}", locale), value, hint=", ".join(named), needed=False)
    hint = _written(example(table.game.Options, name))
    return Field(name, said(f"option-{name}", locale), value, offered, hint=hint, needed=bool(offered))


def _spans(known: tuple[int | None, ...], now: int | None, locale: str) -> tuple[tuple[str, str], ...]:
    times = known if now in known else (*known, now)
    return tuple((_spelt(time), span(time, locale)) for time in times)


def _spelt(time: int | None) -> str:
    return NONE if time is None else str(time)


def _time(text: str) -> int | None:
    return None if text == NONE else int(text)


def _free(annotation: Any) -> bool:
    return get_origin(annotation) is not Literal


def _written(value: Any) -> str:
    """As one types it, and as it can be read again."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def _value(annotation: Any, text: str) -> Any:
    """As the option wants it; the game refuses what it does not allow."""
    for part in (annotation, *get_args(annotation)):
        if get_origin(part) is tuple:
            return [_value(get_args(part)[0], one.strip()) for one in text.split(",")]
        if get_origin(part) is Literal:
            for choice in get_args(part):
                if str(choice) == text:
                    return choice
    return int(text) if text.lstrip("-").isdecimal() else text
