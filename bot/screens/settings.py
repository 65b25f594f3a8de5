"""The settings screens for people and servers. Each setting is a select menu whose choice is stored immediately."""

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
from bot.screens.custom_ids import CONFIRMED_ARGUMENT, Action, CustomId, parse_discord_id
from bot.screens.dialogs import format_permissions
from bot.screens.phrases import format_date, format_mention
from bot.screens.scene import Attachment, Button, ChannelSelect, Form, RoleSelect, Scene, SelectMenu, TextField
from bot.time_zones import UTC_ZONE, list_common_zones, load_zone
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import OneSidedPair

PLAYER_PANEL: Final = "me"
SERVER_PANEL: Final = "server"
LADDER_PANEL: Final = "ladder"
"""The second page of a server's settings. Discord allows 40 components in a message, which is enough for 12 menus."""
DAILY_PANEL: Final = "daily"
SERVER_PANELS: Final = (SERVER_PANEL, LADDER_PANEL, DAILY_PANEL)
PANEL_SETTINGS: Final = {
    PLAYER_PANEL: {
        "locale": ("none", *LOCALES),
        "prompts": ("dm", "here", "both", "none"),
        "reminders": ("yes", "no"),
        "quiet": ("none", "21-7", "22-7", "22-8", "23-8", "0-8"),
        "zone": (),
        "listed": ("yes", "no"),
        "predictable": ("yes", "no"),
        "daily_dm": ("yes", "no"),
    },
    SERVER_PANEL: {
        "locale": ("none", *LOCALES),
        "channels": (),
        "clock": tuple(TURN_TIMES_MS),
        "threads": ("yes", "no"),
        "results": ("thread", "line", "full"),
        "lobby": (),
        "organizers": (),
    },
    LADDER_PANEL: {
        "season": ("none", "1", "2", "3", "6", "12"),
        "standing": (),
        "weekly": ("yes", "no"),
        "crown": (),
        "pair": ("1", "3", "5", "10", "none"),
        "steps": ("1", "2", "5", "10"),
    },
    DAILY_PANEL: {
        "daily": ("yes", "no"),
        "daily_channel": (),
        "daily_hour": tuple(map(str, range(24))),
        "daily_zone": (),
    },
}
"""The settings in each panel, with the choices of their select menus.

Settings for channels and roles have no choices here, because Discord lists the server's channels and roles. The choices
of time zones depend on the language.
"""
CHANNEL_SETTING_LIMITS: Final = {"channels": 25, "standing": 1, "lobby": 1, "daily_channel": 1}
"""Settings whose values are channels, and the maximum number of channels for each setting."""
ROLE_SETTINGS: Final = {"crown", "organizers"}
"""Settings whose value is a role."""

ZONE_SETTINGS: Final = {"zone", "daily_zone"}
OTHER_ZONE_CHOICE: Final = "other"
"""The choice that opens a form for a city that is not in the list."""
ZONE_INPUT_MAX_LENGTH: Final = 64
"""The maximum length of a typed city or time zone. IANA time zone names have at most 32 characters."""

HOLIDAY_SETTING: Final = "holiday"
HOLIDAY_LENGTHS_DAYS: Final = range(1, HOLIDAY_DAYS_MAX + 1)
STAY_AWAY_CHOICE: Final = "away"
COME_BACK_CHOICE: Final = "back"
ATTACHMENT_MAX_BYTES: Final = 8_000_000
"""The maximum size of an attached file. It is safely below Discord's limit of ten million bytes per file."""

P = TypeVar("P", PlayerPreferences, ServerPreferences)


def render_player_settings(player: PlayerPreferences, holiday: HolidayStatus) -> Scene:
    """Render a person's settings in the language they chose, with a holiday menu and buttons for their data."""
    locale = player.effective_locale
    panel = _render_panel(PLAYER_PANEL, player, locale)
    data_buttons = (
        Button(say("button-followed", locale), str(CustomId(Action.LIST_FOLLOWED))),
        Button(say("button-data", locale), str(CustomId(Action.EXPORT_DATA))),
        Button(say("button-unread", locale), str(CustomId(Action.FORGET_HABITS))),
        Button(say("button-forget", locale), str(CustomId(Action.FORGET_PERSON)), "bad"),
    )
    return replace(panel, rows=(*panel.rows, _build_holiday_menu(holiday, locale), data_buttons))


def render_data_export(data: bytes, locale: Locale) -> Scene:
    """Render the answer with a person's data as a JSON file. Compress the file if it is too large for Discord."""
    name = "wolf-and-bison.json"
    is_too_large = len(data) > ATTACHMENT_MAX_BYTES
    attachment = Attachment(f"{name}.gz", gzip.compress(data, mtime=0)) if is_too_large else Attachment(name, data)
    return Scene(above=(say("data-given", locale),), attachment=attachment)


def render_forget_confirmation(locale: Locale) -> Scene:
    """Render the question whether a person really wants to delete their data, which cannot be undone."""
    return _render_confirmation("forget-sure", "button-forget-yes", Action.FORGET_PERSON, locale)


def render_forget_habits_confirmation(locale: Locale) -> Scene:
    """Render the question whether the AI should really forget what it has learned about a person's choices."""
    return _render_confirmation("unread-sure", "button-unread-yes", Action.FORGET_HABITS, locale)


def _render_confirmation(question_key: str, yes_key: str, action: Action, locale: Locale) -> Scene:
    yes = Button(say(yes_key, locale), str(CustomId(action, argument=CONFIRMED_ARGUMENT)), "bad")
    no = Button(say("button-forget-no", locale), str(CustomId(Action.SHOW_SETTINGS, argument=PLAYER_PANEL)))
    question, *more = say(question_key, locale).splitlines()
    return Scene(above=(f"### {question}", *more), rows=((yes, no),))


def render_person_forgotten(locale: Locale) -> Scene:
    return Scene(above=(say("forgotten", locale),))


def render_habits_forgotten(locale: Locale) -> Scene:
    """Render the confirmation that the AI has forgotten a person's habits."""
    back = Button(say("button-settings", locale), str(CustomId(Action.SHOW_SETTINGS, argument=PLAYER_PANEL)))
    return Scene(above=(say("unread", locale),), rows=((back,),))


def _build_holiday_menu(holiday: HolidayStatus, locale: Locale) -> SelectMenu:
    """Build the menu that ends the current holiday. If there is none, the menu starts a holiday.

    A new holiday cannot be longer than the number of holiday days that the person has left.
    """
    custom_id = str(CustomId(Action.CHANGE_SETTING, argument=f"{PLAYER_PANEL}.{HOLIDAY_SETTING}"))
    if holiday.until_ms is not None:
        heading = say("setting-holiday-until", locale, until=format_date(holiday.until_ms))
        choices = [
            (choice, say(f"setting-holiday-{choice}", locale)) for choice in (STAY_AWAY_CHOICE, COME_BACK_CHOICE)
        ]
        return SelectMenu(heading, custom_id, tuple(choices), STAY_AWAY_CHOICE)
    heading = say("setting-holiday", locale, days=HOLIDAY_DAYS_MAX, left=holiday.days_left)
    choices = [(COME_BACK_CHOICE, say("setting-holiday-none", locale))]
    choices += [
        (str(days), say("span-days", locale, count=days)) for days in HOLIDAY_LENGTHS_DAYS if days <= holiday.days_left
    ]
    return SelectMenu(heading, custom_id, tuple(choices), COME_BACK_CHOICE)


def render_zone_form(panel: str, locale: Locale) -> Form:
    """Build the form that asks for a city, for people whose time zone is not in the menu of this panel."""
    return Form(
        say("setting-zone", locale),
        str(CustomId(Action.SUBMIT_TIME_ZONE, argument=panel)),
        (TextField(say("form-zone-city", locale), say("form-zone-about", locale), ZONE_INPUT_MAX_LENGTH),),
    )


def parse_holiday_choice(selected_values: Sequence[str]) -> str:
    """Return the selected value: `STAY_AWAY_CHOICE`, `COME_BACK_CHOICE` or a number of days.

    Raises `Refused` for any other value.
    """
    allowed = {STAY_AWAY_CHOICE, COME_BACK_CHOICE, *map(str, HOLIDAY_LENGTHS_DAYS)}
    if len(selected_values) != 1 or selected_values[0] not in allowed:
        raise Refused("button")
    return selected_values[0]


def render_server_settings(
    server: ServerPreferences,
    panel_name: str,
    locale: Locale,
    one_sided_pairs: Sequence[OneSidedPair] = (),
    missing_thread_permissions: Sequence[str] = (),
) -> Scene:
    """Render a page of a server's settings for its managers, with buttons that lead to the other pages.

    The scene also lists the `one_sided_pairs`, which are pairs of players with nearly always the same winner. The other
    player may be losing on purpose. If threads for matches are enabled, the scene names the permissions that are
    missing for them.
    """
    panel = _render_panel(panel_name, server, locale)
    pages = tuple(
        Button(say(f"button-settings-{other}", locale), str(CustomId(Action.SHOW_SETTINGS, argument=other)))
        for other in SERVER_PANELS
        if other != panel_name
    )
    pair_lines = [
        say(
            "settings-one-sided",
            locale,
            ahead=format_mention(pair.winner_id, locale),
            behind=format_mention(pair.loser_id, locale),
            won=pair.win_count,
            met=pair.match_count,
        )
        for pair in one_sided_pairs
    ]
    above = (*panel.above, say("settings-sided", locale), *pair_lines) if pair_lines else panel.above
    if server.threads and missing_thread_permissions:
        permissions = format_permissions(missing_thread_permissions, locale)
        above = (*above, say("settings-no-threads", locale, permissions=permissions))
    return replace(panel, above=above, rows=(*panel.rows, pages))


def parse_changed_setting(preferences_class: type[P], panel: str, name: str, selected_values: Sequence[str]) -> P:
    """Parse a menu selection into preferences with only this setting set. Raises `Refused` for invalid ones."""
    if name not in PANEL_SETTINGS[panel]:
        raise Refused("button")
    try:
        return preferences_class.model_validate({name: _parse_setting_value(name, selected_values)})
    except (KeyError, ValueError, ValidationError) as error:
        raise Refused("button") from error


def _parse_setting_value(name: str, selected_values: Sequence[str]) -> object:
    if name in CHANNEL_SETTING_LIMITS or name in ROLE_SETTINGS:
        return tuple(map(parse_discord_id, selected_values))
    [value] = selected_values
    if name == "clock":
        return TURN_TIMES_MS[value]
    if name in {"prompts", "results"}:
        return value
    if name == "quiet" and value != "none":
        return tuple(map(int, value.split("-")))
    if name == "daily_hour":
        return int(value)
    if name in ZONE_SETTINGS and value != UTC_ZONE and not isinstance(load_zone(value), ZoneInfo):
        raise ValueError(value)
    return {"none": None, "yes": True, "no": False}.get(value, value)


def _encode_setting_value(name: str, value: object) -> str:
    """Return the menu choice that stands for a stored value, such as "none" for None."""
    if name == "clock":
        return next((key for key, clock in TURN_TIMES_MS.items() if clock == value), "")
    if name == "quiet" and isinstance(value, tuple):
        return "-".join(map(str, value))
    return {"None": "none", "True": "yes", "False": "no"}.get(str(value), str(value))


def _render_panel(panel: str, settings: PlayerPreferences | ServerPreferences, locale: Locale) -> Scene:
    menus = (
        _build_setting_menu(panel, name, choices, settings, locale) for name, choices in PANEL_SETTINGS[panel].items()
    )
    return Scene(above=(f"### {say(f'settings-{panel}', locale)}",), rows=tuple(menus))


def _build_setting_menu(
    panel: str, name: str, choices: Sequence[str], settings: PlayerPreferences | ServerPreferences, locale: Locale
) -> SelectMenu | ChannelSelect | RoleSelect:
    heading, value = say(f"setting-{name}", locale), getattr(settings, name)
    custom_id = str(CustomId(Action.CHANGE_SETTING, argument=f"{panel}.{name}"))
    if name in CHANNEL_SETTING_LIMITS:
        placeholder = say(f"setting-{name}-none", locale)
        return ChannelSelect(heading, custom_id, placeholder, value, CHANNEL_SETTING_LIMITS[name])
    if name in ROLE_SETTINGS:
        return RoleSelect(heading, custom_id, say(f"setting-{name}-none", locale), value)
    if name in ZONE_SETTINGS:
        choices = _list_zone_choices(str(value), locale)
    labels = tuple((choice, _format_choice(name, choice, locale)) for choice in choices)
    return SelectMenu(heading, custom_id, labels, _encode_setting_value(name, value))


def _list_zone_choices(current_zone: str, locale: Locale) -> Sequence[str]:
    """Return the language's common time zones, the current zone if it is not one of them, and `OTHER_ZONE_CHOICE`."""
    common = list_common_zones(locale)
    return (*common, *(() if current_zone in common else (current_zone,)), OTHER_ZONE_CHOICE)


def _format_choice(name: str, choice: str, locale: Locale) -> str:
    if choice in {"yes", "no"}:
        return say(choice, locale)
    if name == "quiet" and choice != "none":
        start_hour, end_hour = choice.split("-")
        return say("setting-quiet-hours", locale, begins=start_hour, ends=end_hour)
    if name == "daily_hour":
        return f"{choice}:00"
    if name in ZONE_SETTINGS and choice != OTHER_ZONE_CHOICE:
        return choice.replace("_", " ")
    if choice.isdecimal():
        return say("span-months", locale, count=int(choice)) if name == "season" else choice
    if name in ZONE_SETTINGS:
        return say("setting-zone-other", locale)
    return say(f"choice-clock-{choice}" if name == "clock" else f"setting-{name}-{choice}", locale)
