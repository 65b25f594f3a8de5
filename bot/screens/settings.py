"""The panels of a person and of a server. What is chosen there is kept at once, and the panel shows it."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from bot.i18n import say
from bot.matches.holidays import DAYS, HolidayStatus
from bot.matches.terms import CLOCKS
from bot.preferences import PlayerPreferences, ServerPreferences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import list_permissions
from bot.screens.names import called, day
from bot.screens.scene import Attachment, Button, ChannelSelect, Form, RoleSelect, Scene, SelectMenu
from bot.time_zones import UTC, common_zones, load_zone
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import OneSidedPair

ME: Final = "me"
SERVER: Final = "server"
PANELS: Final = {
    ME: {
        "locale": ("none", *LOCALES),
        "prompts": ("dm", "here", "both", "none"),
        "reminders": ("yes", "no"),
        "quiet": ("none", "21-7", "22-7", "22-8", "23-8", "0-8"),
        "zone": (),
        "listed": ("yes", "no"),
    },
    SERVER: {
        "locale": ("none", *LOCALES),
        "channels": (),
        "clock": tuple(CLOCKS),
        "threads": ("yes", "no"),
        "season": ("none", "1", "2", "3", "6", "12"),
        "standing": (),
        "weekly": ("yes", "no"),
        "crown": (),
        "pair": ("1", "3", "5", "10", "none"),
        "steps": ("1", "2", "5", "10"),
    },
}
"""What can be set on each, and to what; channels are the server's own, and time zones depend on the language."""
PLACES: Final = {"channels": 25, "standing": 1}
"""Where channels are set, and how many."""
ROLES: Final = {"crown"}
"""Where one of the server's roles is."""

ZONE: Final = "zone"
OTHER_ZONE: Final = "other"
"""The choice that opens a form for a city that the list does not have."""
LONGEST_ZONE: Final = 64
"""Characters; the longest IANA name has 32."""

HOLIDAY: Final = "holiday"
LENGTHS: Final = range(1, DAYS + 1)
AWAY: Final = "away"
BACK: Final = "back"
YES: Final = "yes"
LARGEST: Final = 8_000_000
"""Bytes of a file; Discord takes ten million."""

S = TypeVar("S", PlayerPreferences, ServerPreferences)


def mine(player: PlayerPreferences, leave: HolidayStatus) -> Scene:
    """In the language that was just chosen."""
    locale = player.speaks
    panel, data, forget = _panel(ME, player, locale), CustomId(Action.DATA, 0, 0), CustomId(Action.FORGET, 0, 0)
    mine = (
        Button(say("button-data", locale), str(data)),
        Button(say("button-unread", locale), str(CustomId(Action.UNREAD, 0, 0))),
        Button(say("button-forget", locale), str(forget), "bad"),
    )
    return replace(panel, rows=(*panel.rows, _holiday(leave, locale), mine))


def given(told: bytes, locale: Locale) -> Scene:
    """All that is kept about somebody; what is too large to be sent is made smaller."""
    name = "wolf-and-bison.json"
    large = len(told) > LARGEST
    attached = Attachment(f"{name}.gz", gzip.compress(told, mtime=0)) if large else Attachment(name, told)
    return Scene(above=(say("data-given", locale),), attached=attached)


def sure(locale: Locale) -> Scene:
    """What comes of it, before it does: there is no way back."""
    yes = Button(say("button-forget-yes", locale), str(CustomId(Action.FORGET, 0, 0, YES)), "bad")
    no = Button(say("button-forget-no", locale), str(CustomId(Action.SETTINGS, 0, 0, ME)))
    question, *more = say("forget-sure", locale).splitlines()
    return Scene(above=(f"### {question}", *more), rows=((yes, no),))


def forgotten(locale: Locale) -> Scene:
    return Scene(above=(say("forgotten", locale),))


def unread(locale: Locale) -> Scene:
    """What was learnt of somebody is gone, and where they were."""
    back = Button(say("button-settings", locale), str(CustomId(Action.SETTINGS, 0, 0, ME)))
    return Scene(above=(say("unread", locale),), rows=((back,),))


def _holiday(leave: HolidayStatus, locale: Locale) -> SelectMenu:
    """For how long, as far as days are left; and the way back."""
    to = str(CustomId(Action.SETTLED, 0, 0, f"{ME}.{HOLIDAY}"))
    if leave.until is not None:
        about = say("setting-holiday-until", locale, until=day(leave.until))
        return SelectMenu(about, to, tuple((it, say(f"setting-holiday-{it}", locale)) for it in (AWAY, BACK)), AWAY)
    about = say("setting-holiday", locale, days=DAYS, left=leave.left)
    lengths = ((str(days), say("span-days", locale, count=days)) for days in LENGTHS if days <= leave.left)
    return SelectMenu(about, to, ((BACK, say("setting-holiday-none", locale)), *lengths), BACK)


def zone_form(locale: Locale) -> Form:
    """Ask for a city, for a time zone that is not in the list."""
    asks, about = say("form-zone-city", locale), say("form-zone-about", locale)
    return Form(say("setting-zone", locale), asks, about, str(CustomId(Action.ZONE, 0, 0)), LONGEST_ZONE)


def days(chosen: Sequence[str]) -> int | None:
    """How many were chosen; 0 for whoever is back, None for who stays away."""
    if len(chosen) != 1 or chosen[0] not in {AWAY, BACK, *map(str, LENGTHS)}:
        raise Refused("button")
    (value,) = chosen
    return None if value == AWAY else int(value) if value.isdecimal() else 0


def theirs(
    server: ServerPreferences,
    locale: Locale,
    sided: Sequence[OneSidedPair] = (),
    lacking_for_threads: Sequence[str] = (),
) -> Scene:
    """What looks as if somebody lost on purpose is told here alone, to those who manage it, and accuses nobody.

    If matches should have threads, it also names the permissions that are missing for them.
    """
    panel = _panel(SERVER, server, locale)
    told = [
        say(
            "settings-one-sided",
            locale,
            ahead=called(it.winner_id, locale),
            behind=called(it.loser_id, locale),
            won=it.win_count,
            met=it.match_count,
        )
        for it in sided
    ]
    above = (*panel.above, say("settings-sided", locale), *told) if told else panel.above
    if server.threads and lacking_for_threads:
        permissions = list_permissions(lacking_for_threads, locale)
        above = (*above, say("settings-no-threads", locale, permissions=permissions))
    return replace(panel, above=above)


def changed(kind: type[S], panel: str, name: str, chosen: Sequence[str]) -> S:
    """Return only the setting that was changed. Raises `Refused` for a button or a value that no panel offers now."""
    if name not in PANELS[panel]:
        raise Refused("button")
    try:
        return kind.model_validate({name: _meant(name, chosen)})
    except (KeyError, ValueError, ValidationError) as wrong:
        raise Refused("button") from wrong


def _meant(name: str, chosen: Sequence[str]) -> object:
    if name in PLACES or name in ROLES:
        return tuple(int(each) for each in chosen)
    [value] = chosen
    if name == "clock":
        return CLOCKS[value]
    if name == "prompts":
        return value
    if name == "quiet" and value != "none":
        return tuple(map(int, value.split("-")))
    if name == ZONE and value != UTC and not isinstance(load_zone(value), ZoneInfo):
        raise ValueError(value)
    return {"none": None, "yes": True, "no": False}.get(value, value)


def _spelt(name: str, value: object) -> str:
    """As the select has it."""
    if name == "clock":
        return next((key for key, clock in CLOCKS.items() if clock == value), "")
    if name == "quiet" and isinstance(value, tuple):
        return "-".join(map(str, value))
    return {"None": "none", "True": "yes", "False": "no"}.get(str(value), str(value))


def _panel(panel: str, settings: PlayerPreferences | ServerPreferences, locale: Locale) -> Scene:
    rows = (_row(panel, name, choices, settings, locale) for name, choices in PANELS[panel].items())
    return Scene(above=(f"### {say(f'settings-{panel}', locale)}",), rows=tuple(rows))


def _row(
    panel: str, name: str, choices: Sequence[str], settings: PlayerPreferences | ServerPreferences, locale: Locale
) -> SelectMenu | ChannelSelect | RoleSelect:
    about, to = say(f"setting-{name}", locale), str(CustomId(Action.SETTLED, 0, 0, f"{panel}.{name}"))
    if name in PLACES:
        return ChannelSelect(about, to, say(f"setting-{name}-none", locale), getattr(settings, name), PLACES[name])
    if name in ROLES:
        return RoleSelect(about, to, say(f"setting-{name}-none", locale), getattr(settings, name))
    if name == ZONE:
        choices = _offered_zones(str(getattr(settings, name)), locale)
    labels = tuple((choice, _label(name, choice, locale)) for choice in choices)
    return SelectMenu(about, to, labels, _spelt(name, getattr(settings, name)))


def _offered_zones(set_zone: str, locale: Locale) -> Sequence[str]:
    common = common_zones(locale)
    return (*common, *(() if set_zone in common else (set_zone,)), OTHER_ZONE)


def _label(name: str, choice: str, locale: Locale) -> str:
    if choice in {"yes", "no"}:
        return say(choice, locale)
    if name == "quiet" and choice != "none":
        begins, ends = choice.split("-")
        return say("setting-quiet-hours", locale, begins=begins, ends=ends)
    if name == ZONE and choice != OTHER_ZONE:
        return choice.replace("_", " ")
    if choice.isdecimal():
        return say("span-months", locale, count=int(choice)) if name == "season" else choice
    return say(f"choice-clock-{choice}" if name == "clock" else f"setting-{name}-{choice}", locale)
