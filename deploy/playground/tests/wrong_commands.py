"""What may be wrong with commands, and with channels."""

from __future__ import annotations

from deploy.playground.tests.bodies import CHANGE, SYNC, Sent
from deploy.playground.tests.codes import (
    AMONG,
    AUTOCOMPLETE,
    CONTEXT_MENU,
    DICT,
    LIST,
    NAME,
    NUMBER,
    REQUIRED,
    STRING,
    UNION,
)
from deploy.playground.tests.small import Cases, command, option

CASES: Cases = [
    # commands
    ("a command of capitals", command(name="Duel"), {("name", NAME)}),
    ("a command with blanks", command(name="my duel"), {("name", NAME)}),
    ("a command without name", command(name=...), {("name", REQUIRED)}),
    ("a translated name", command(name_localizations={"de": "Duell"}), {("name_localizations.de", NAME)}),
    ("no language", command(name_localizations={"en": "duel"}), {("name_localizations.en", AMONG)}),
    ("names as a list", command(name_localizations=["duel"]), {("name_localizations", DICT)}),
    ("a command without description", command(description=...), {("description", REQUIRED)}),
    ("a command of an empty description", command(description=""), {("description", REQUIRED)}),
    ("a command of no kind", command(type=9), {("type", AMONG)}),
    ("a described context menu", command(type=2, name="Duel"), {("description", CONTEXT_MENU)}),
    ("a context menu with options", command(type=3, description=..., options=[option()]), {("options", CONTEXT_MENU)}),
    ("a blank context menu", command(type=2, name="  ", description=...), {("name", NAME)}),
    ("no context", command(contexts=[]), {("contexts", "BASE_TYPE_MIN_LENGTH")}),
    ("an unknown context", command(contexts=[3]), {("contexts.0", AMONG)}),
    ("the same context", command(contexts=[0, 1, 0]), {("contexts.2", "SET_TYPE_ALREADY_CONTAINS_VALUE")}),
    ("an unknown installation", command(integration_types=[2]), {("integration_types.0", AMONG)}),
    ("no permissions", command(default_member_permissions="all"), {("default_member_permissions", NUMBER)}),
    ("an option of no kind", command(options=[option(12)]), {("options.0", UNION)}),
    (
        "an option without description",
        command(options=[option(description=...)]),
        {("options.0.description", REQUIRED)},
    ),
    ("an option of capitals", command(options=[option(name="Word")]), {("options.0.name", NAME)}),
    (
        "the same option",
        command(options=[option(), option(4)]),
        {("options.1", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID")},
    ),
    (
        "required after optional",
        command(options=[option(name="a"), option(name="b", required=True)]),
        {("options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID")},
    ),
    (
        "subcommands beside options",
        command(options=[option(1, "a"), option(3, "b")]),
        {("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID")},
    ),
    (
        "a group in a group",
        command(options=[option(2, "a", options=[option(2, "b")])]),
        {("options.0.options.0", UNION)},
    ),
    (
        "a subcommand in a subcommand",
        command(options=[option(1, "a", options=[option(1, "b")])]),
        {("options.0.options.0", UNION)},
    ),
    (
        "required after optional, deeper",
        command(
            options=[
                option(2, "a", options=[option(1, "b", options=[option(name="c"), option(name="d", required=True)])])
            ]
        ),
        {("options.0.options.0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID")},
    ),
    (
        "choices of people",
        command(options=[option(6, choices=[{"name": "x", "value": "y"}])]),
        {("options.0.choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID")},
    ),
    ("suggested people", command(options=[option(6, autocomplete=True)]), {("options.0.autocomplete", AUTOCOMPLETE)}),
    (
        "choices and suggestions",
        command(options=[option(autocomplete=True, choices=[{"name": "x", "value": "y"}])]),
        {("options.0.autocomplete", AUTOCOMPLETE)},
    ),
    (
        "the same choice",
        command(options=[option(choices=[{"name": "x", "value": "y"}, {"name": "x", "value": "z"}])]),
        {("options.0.choices.1", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS")},
    ),
    (
        "a word among numbers",
        command(options=[option(4, choices=[{"name": "x", "value": "y"}])]),
        {("options.0.choices.0.value", NUMBER)},
    ),
    (
        "a number among words",
        command(options=[option(choices=[{"name": "x", "value": 5}])]),
        {("options.0.choices.0.value", STRING)},
    ),
    ("no list of commands", Sent({}, SYNC), {("", LIST)}),
    ("no commands at all", Sent(None, SYNC), {("", LIST)}),
    ("two of a name", Sent([command().body, command().body], SYNC), {("1", "APPLICATION_COMMANDS_DUPLICATE_NAME")}),
    ("one of many", Sent([command().body, command(name="Duel").body], SYNC), {("1.name", NAME)}),
    (
        "another's name",
        Sent({"name": "duel", "description": "x", "type": 1}, CHANGE, beside=[{"name": "duel"}]),
        {("name", "APPLICATION_COMMANDS_DUPLICATE_NAME")},
    ),
    # channels
    (
        "a thread of a strange duration",
        Sent({"name": "x", "auto_archive_duration": 61}, ("POST", "/channels/{channel_id}/threads")),
        {("auto_archive_duration", AMONG)},
    ),
    (
        "an archive of a strange duration",
        Sent({"auto_archive_duration": 61}, ("PATCH", "/channels/{channel_id}")),
        {("auto_archive_duration", AMONG)},
    ),
    (
        "a nameless thread",
        Sent(None, ("POST", "/channels/{channel_id}/messages/{message_id}/threads")),
        {("name", REQUIRED)},
    ),
    ("a DM with nobody", Sent({}, ("POST", "/users/@me/channels")), {("recipient_id", REQUIRED)}),
    ("a DM with a name", Sent({"recipient_id": "otter"}, ("POST", "/users/@me/channels")), {("recipient_id", NUMBER)}),
    ("a channel of no name", Sent({"type": 0}, ("POST", "/guilds/{guild_id}/channels")), {("name", REQUIRED)}),
]
