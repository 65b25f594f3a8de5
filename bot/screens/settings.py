"""The panels of a person and of a server. What is chosen there is kept at once, and the panel shows it."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from bot.i18n import say
from bot.matches.holidays import HOLIDAY_DAYS_MAX, HolidayStatus
from bot.matches.terms import TURN_TIMES_MS
from bot.preferences import PlayerPreferences, ServerPreferences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import format_permissions
from bot.screens.phrases import format_date, format_mention
from bot.screens.scene import Attachment, Button, ChannelSelect, Form, RoleSelect, Scene, SelectMenu
from bot.time_zones import UTC_ZONE, list_common_zones, load_zone
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import OneSidedPair

PLAYER_PANEL: Final = "me"
SERVER_PANEL: Final = "server"
PANEL_SETTINGS: Final = {
    PLAYER_PANEL: {
        "locale": ("none", *LOCALES),
        "prompts": ("dm", "here", "both", "none"),
        "reminders": ("yes", "no"),
        "quiet": ("none", "21-7", "22-7", "22-8", "23-8", "0-8"),
        "zone": (),
        "listed": ("yes", "no"),
    },
    SERVER_PANEL: {
        "locale": ("none", *LOCALES),
        "channels": (),
        "clock": tuple(TURN_TIMES_MS),
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
CHANNEL_SETTING_LIMITS: Final = {"channels": 25, "standing": 1}
"""Where channels are set, and how many."""
ROLE_SETTINGS: Final = {"crown"}
"""Where one of the server's roles is."""

ZONE_SETTING: Final = "zone"
OTHER_ZONE_CHOICE: Final = "other"
"""The choice that opens a form for a city that the list does not have."""
ZONE_INPUT_MAX_LENGTH: Final = 64
"""Characters; the longest IANA name has 32."""

HOLIDAY_SETTING: Final = "holiday"
HOLIDAY_LENGTHS_DAYS: Final = range(1, HOLIDAY_DAYS_MAX + 1)
STAY_AWAY_CHOICE: Final = "away"
COME_BACK_CHOICE: Final = "back"
CONFIRMED_ARGUMENT: Final = "yes"
ATTACHMENT_MAX_BYTES: Final = 8_000_000
"""Bytes of a file; Discord takes ten million."""

S = TypeVar("S", PlayerPreferences, ServerPreferences)


def render_player_settings(player: PlayerPreferences, holiday: HolidayStatus) -> Scene:
    """In the language that was just chosen."""
    locale = player.effective_locale
    panel, data, forget = (
        _render_panel(PLAYER_PANEL, player, locale),
        CustomId(Action.EXPORT_DATA, 0, 0),
        CustomId(Action.FORGET_PERSON, 0, 0),
    )
    mine = (
        Button(say("button-data", locale), str(data)),
        Button(say("button-unread", locale), str(CustomId(Action.FORGET_HABITS, 0, 0))),
        Button(say("button-forget", locale), str(forget), "bad"),
    )
    return replace(panel, rows=(*panel.rows, _build_holiday_menu(holiday, locale), mine))


def render_data_export(data: bytes, locale: Locale) -> Scene:
    """All that is kept about somebody; what is too large to be sent is made smaller."""
    name = "wolf-and-bison.json"
    large = len(data) > ATTACHMENT_MAX_BYTES
    attached = Attachment(f"{name}.gz", gzip.compress(data, mtime=0)) if large else Attachment(name, data)
    return Scene(above=(say("data-given", locale),), attachment=attached)


def render_forget_confirmation(locale: Locale) -> Scene:
    """What comes of it, before it does: there is no way back."""
    yes = Button(say("button-forget-yes", locale), str(CustomId(Action.FORGET_PERSON, 0, 0, CONFIRMED_ARGUMENT)), "bad")
    no = Button(say("button-forget-no", locale), str(CustomId(Action.SHOW_SETTINGS, 0, 0, PLAYER_PANEL)))
    question, *more = say("forget-sure", locale).splitlines()
    return Scene(above=(f"### {question}", *more), rows=((yes, no),))


def render_person_forgotten(locale: Locale) -> Scene:
    return Scene(above=(say("forgotten", locale),))


def render_habits_forgotten(locale: Locale) -> Scene:
    """What was learnt of somebody is gone, and where they were."""
    back = Button(say("button-settings", locale), str(CustomId(Action.SHOW_SETTINGS, 0, 0, PLAYER_PANEL)))
    return Scene(above=(say("unread", locale),), rows=((back,),))


def _build_holiday_menu(holiday: HolidayStatus, locale: Locale) -> SelectMenu:
    """For how long, as far as days are left; and the way back."""
    to = str(CustomId(Action.CHANGE_SETTING, 0, 0, f"{PLAYER_PANEL}.{HOLIDAY_SETTING}"))
    if holiday.until_ms is not None:
        about = say("setting-holiday-until", locale, until=format_date(holiday.until_ms))
        return SelectMenu(
            about,
            to,
            tuple((it, say(f"setting-holiday-{it}", locale)) for it in (STAY_AWAY_CHOICE, COME_BACK_CHOICE)),
            STAY_AWAY_CHOICE,
        )
    about = say("setting-holiday", locale, days=HOLIDAY_DAYS_MAX, left=holiday.days_left)
    lengths = (
        (str(days), say("span-days", locale, count=days)) for days in HOLIDAY_LENGTHS_DAYS if days <= holiday.days_left
    )
    return SelectMenu(about, to, ((COME_BACK_CHOICE, say("setting-holiday-none", locale)), *lengths), COME_BACK_CHOICE)


def render_zone_form(locale: Locale) -> Form:
    """Ask for a city, for a time zone that is not in the list."""
    asks, about = say("form-zone-city", locale), say("form-zone-about", locale)
    return Form(
        say("setting-zone", locale), asks, about, str(CustomId(Action.SUBMIT_TIME_ZONE, 0, 0)), ZONE_INPUT_MAX_LENGTH
    )


def parse_holiday_days(chosen: Sequence[str]) -> int | None:
    """How many were chosen; 0 for whoever is back, None for who stays away."""
    if len(chosen) != 1 or chosen[0] not in {STAY_AWAY_CHOICE, COME_BACK_CHOICE, *map(str, HOLIDAY_LENGTHS_DAYS)}:
        raise Refused("button")
    (value,) = chosen
    return None if value == STAY_AWAY_CHOICE else int(value) if value.isdecimal() else 0


def render_server_settings(
    server: ServerPreferences,
    locale: Locale,
    one_sided_pairs: Sequence[OneSidedPair] = (),
    missing_thread_permissions: Sequence[str] = (),
) -> Scene:
    """What looks as if somebody lost on purpose is told here alone, to those who manage it, and accuses nobody.

    If matches should have threads, it also names the permissions that are missing for them.
    """
    panel = _render_panel(SERVER_PANEL, server, locale)
    told = [
        say(
            "settings-one-sided",
            locale,
            ahead=format_mention(it.winner_id, locale),
            behind=format_mention(it.loser_id, locale),
            won=it.win_count,
            met=it.match_count,
        )
        for it in one_sided_pairs
    ]
    above = (*panel.above, say("settings-sided", locale), *told) if told else panel.above
    if server.threads and missing_thread_permissions:
        permissions = format_permissions(missing_thread_permissions, locale)
        above = (*above, say("settings-no-threads", locale, permissions=permissions))
    return replace(panel, above=above)


def parse_changed_setting(preferences_class: type[S], panel: str, name: str, chosen: Sequence[str]) -> S:
    """Return only the setting that was changed. Raises `Refused` for a button or a value that no panel offers now."""
    if name not in PANEL_SETTINGS[panel]:
        raise Refused("button")
    try:
        return preferences_class.model_validate({name: _parse_setting_value(name, chosen)})
    except (KeyError, ValueError, ValidationError) as wrong:
        raise Refused("button") from wrong


def _parse_setting_value(name: str, chosen: Sequence[str]) -> object:
    if name in CHANNEL_SETTING_LIMITS or name in ROLE_SETTINGS:
        return tuple(int(each) for each in chosen)
    [value] = chosen
    if name == "clock":
        return TURN_TIMES_MS[value]
    if name == "prompts":
        return value
    if name == "quiet" and value != "none":
        return tuple(map(int, value.split("-")))
    if name == ZONE_SETTING and value != UTC_ZONE and not isinstance(load_zone(value), ZoneInfo):
        raise ValueError(value)
    return {"none": None, "yes": True, "no": False}.get(value, value)


def _encode_setting_value(name: str, value: object) -> str:
    """As the select has it."""
    if name == "clock":
        return next((key for key, clock in TURN_TIMES_MS.items() if clock == value), "")
    if name == "quiet" and isinstance(value, tuple):
        return "-".join(map(str, value))
    return {"None": "none", "True": "yes", "False": "no"}.get(str(value), str(value))


def _render_panel(panel: str, settings: PlayerPreferences | ServerPreferences, locale: Locale) -> Scene:
    rows = (
        _build_setting_menu(panel, name, choices, settings, locale) for name, choices in PANEL_SETTINGS[panel].items()
    )
    return Scene(above=(f"### {say(f'settings-{panel}', locale)}",), rows=tuple(rows))


def _build_setting_menu(
    panel: str, name: str, choices: Sequence[str], settings: PlayerPreferences | ServerPreferences, locale: Locale
) -> SelectMenu | ChannelSelect | RoleSelect:
    about, to = say(f"setting-{name}", locale), str(CustomId(Action.CHANGE_SETTING, 0, 0, f"{panel}.{name}"))
    if name in CHANNEL_SETTING_LIMITS:
        return ChannelSelect(
            about, to, say(f"setting-{name}-none", locale), getattr(settings, name), CHANNEL_SETTING_LIMITS[name]
        )
    if name in ROLE_SETTINGS:
        return RoleSelect(about, to, say(f"setting-{name}-none", locale), getattr(settings, name))
    if name == ZONE_SETTING:
        choices = _list_offered_zones(str(getattr(settings, name)), locale)
    labels = tuple((choice, _format_choice(name, choice, locale)) for choice in choices)
    return SelectMenu(about, to, labels, _encode_setting_value(name, getattr(settings, name)))


def _list_offered_zones(current_zone: str, locale: Locale) -> Sequence[str]:
    common = list_common_zones(locale)
    return (*common, *(() if current_zone in common else (current_zone,)), OTHER_ZONE_CHOICE)


def _format_choice(name: str, choice: str, locale: Locale) -> str:
    if choice in {"yes", "no"}:
        return say(choice, locale)
    if name == "quiet" and choice != "none":
        begins, ends = choice.split("-")
        return say("setting-quiet-hours", locale, begins=begins, ends=ends)
    if name == ZONE_SETTING and choice != OTHER_ZONE_CHOICE:
        return choice.replace("_", " ")
    if choice.isdecimal():
        return say("span-months", locale, count=int(choice)) if name == "season" else choice
    return say(f"choice-clock-{choice}" if name == "clock" else f"setting-{name}-{choice}", locale)
