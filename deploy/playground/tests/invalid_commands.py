"""What may be wrong with commands, and with channels."""

from __future__ import annotations

from deploy.playground.tests.bodies import EDIT_COMMAND, REPLACE_COMMANDS, RequestBody
from deploy.playground.tests.error_codes import (
    INVALID_AUTOCOMPLETE,
    INVALID_CHOICE,
    INVALID_COMMAND_NAME,
    INVALID_CONTEXT_MENU_FIELD,
    INVALID_UNION_CHOICE,
    NOT_A_DICT,
    NOT_A_LIST,
    NOT_A_NUMBER,
    NOT_A_STRING,
    REQUIRED,
)
from deploy.playground.tests.minimal_bodies import FaultCases, command_option, new_command

CASES: FaultCases = [
    # commands
    ("a command of capitals", new_command(name="Duel"), {("name", INVALID_COMMAND_NAME)}),
    ("a command with blanks", new_command(name="my duel"), {("name", INVALID_COMMAND_NAME)}),
    ("a command without name", new_command(name=...), {("name", REQUIRED)}),
    (
        "a translated name",
        new_command(name_localizations={"de": "Duell"}),
        {("name_localizations.de", INVALID_COMMAND_NAME)},
    ),
    ("no language", new_command(name_localizations={"en": "duel"}), {("name_localizations.en", INVALID_CHOICE)}),
    ("names as a list", new_command(name_localizations=["duel"]), {("name_localizations", NOT_A_DICT)}),
    ("a command without description", new_command(description=...), {("description", REQUIRED)}),
    ("a command of an empty description", new_command(description=""), {("description", REQUIRED)}),
    ("a command of no kind", new_command(type=9), {("type", INVALID_CHOICE)}),
    ("a described context menu", new_command(type=2, name="Duel"), {("description", INVALID_CONTEXT_MENU_FIELD)}),
    (
        "a context menu with options",
        new_command(type=3, description=..., options=[command_option()]),
        {("options", INVALID_CONTEXT_MENU_FIELD)},
    ),
    ("a blank context menu", new_command(type=2, name="  ", description=...), {("name", INVALID_COMMAND_NAME)}),
    ("no context", new_command(contexts=[]), {("contexts", "BASE_TYPE_MIN_LENGTH")}),
    ("an unknown context", new_command(contexts=[3]), {("contexts.0", INVALID_CHOICE)}),
    ("the same context", new_command(contexts=[0, 1, 0]), {("contexts.2", "SET_TYPE_ALREADY_CONTAINS_VALUE")}),
    ("an unknown installation", new_command(integration_types=[2]), {("integration_types.0", INVALID_CHOICE)}),
    ("no permissions", new_command(default_member_permissions="all"), {("default_member_permissions", NOT_A_NUMBER)}),
    ("an option of no kind", new_command(options=[command_option(12)]), {("options.0", INVALID_UNION_CHOICE)}),
    (
        "an option without description",
        new_command(options=[command_option(description=...)]),
        {("options.0.description", REQUIRED)},
    ),
    (
        "an option of capitals",
        new_command(options=[command_option(name="Word")]),
        {("options.0.name", INVALID_COMMAND_NAME)},
    ),
    (
        "the same option",
        new_command(options=[command_option(), command_option(4)]),
        {("options.1", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID")},
    ),
    (
        "required after optional",
        new_command(options=[command_option(name="a"), command_option(name="b", required=True)]),
        {("options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID")},
    ),
    (
        "subcommands beside options",
        new_command(options=[command_option(1, "a"), command_option(3, "b")]),
        {("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID")},
    ),
    (
        "a group in a group",
        new_command(options=[command_option(2, "a", options=[command_option(2, "b")])]),
        {("options.0.options.0", INVALID_UNION_CHOICE)},
    ),
    (
        "a subcommand in a subcommand",
        new_command(options=[command_option(1, "a", options=[command_option(1, "b")])]),
        {("options.0.options.0", INVALID_UNION_CHOICE)},
    ),
    (
        "required after optional, deeper",
        new_command(
            options=[
                command_option(
                    2,
                    "a",
                    options=[
                        command_option(
                            1, "b", options=[command_option(name="c"), command_option(name="d", required=True)]
                        )
                    ],
                )
            ]
        ),
        {("options.0.options.0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID")},
    ),
    (
        "choices of people",
        new_command(options=[command_option(6, choices=[{"name": "x", "value": "y"}])]),
        {("options.0.choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID")},
    ),
    (
        "suggested people",
        new_command(options=[command_option(6, autocomplete=True)]),
        {("options.0.autocomplete", INVALID_AUTOCOMPLETE)},
    ),
    (
        "choices and suggestions",
        new_command(options=[command_option(autocomplete=True, choices=[{"name": "x", "value": "y"}])]),
        {("options.0.autocomplete", INVALID_AUTOCOMPLETE)},
    ),
    (
        "the same choice",
        new_command(options=[command_option(choices=[{"name": "x", "value": "y"}, {"name": "x", "value": "z"}])]),
        {("options.0.choices.1", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS")},
    ),
    (
        "a word among numbers",
        new_command(options=[command_option(4, choices=[{"name": "x", "value": "y"}])]),
        {("options.0.choices.0.value", NOT_A_NUMBER)},
    ),
    (
        "a number among words",
        new_command(options=[command_option(choices=[{"name": "x", "value": 5}])]),
        {("options.0.choices.0.value", NOT_A_STRING)},
    ),
    ("no list of commands", RequestBody({}, REPLACE_COMMANDS), {("", NOT_A_LIST)}),
    ("no commands at all", RequestBody(None, REPLACE_COMMANDS), {("", NOT_A_LIST)}),
    (
        "two of a name",
        RequestBody([new_command().body, new_command().body], REPLACE_COMMANDS),
        {("1", "APPLICATION_COMMANDS_DUPLICATE_NAME")},
    ),
    (
        "one of many",
        RequestBody([new_command().body, new_command(name="Duel").body], REPLACE_COMMANDS),
        {("1.name", INVALID_COMMAND_NAME)},
    ),
    (
        "another's name",
        RequestBody({"name": "duel", "description": "x", "type": 1}, EDIT_COMMAND, other_commands=[{"name": "duel"}]),
        {("name", "APPLICATION_COMMANDS_DUPLICATE_NAME")},
    ),
    # channels
    (
        "a thread of a strange duration",
        RequestBody({"name": "x", "auto_archive_duration": 61}, ("POST", "/channels/{channel_id}/threads")),
        {("auto_archive_duration", INVALID_CHOICE)},
    ),
    (
        "an archive of a strange duration",
        RequestBody({"auto_archive_duration": 61}, ("PATCH", "/channels/{channel_id}")),
        {("auto_archive_duration", INVALID_CHOICE)},
    ),
    (
        "a nameless thread",
        RequestBody(None, ("POST", "/channels/{channel_id}/messages/{message_id}/threads")),
        {("name", REQUIRED)},
    ),
    ("a DM with nobody", RequestBody({}, ("POST", "/users/@me/channels")), {("recipient_id", REQUIRED)}),
    (
        "a DM with a name",
        RequestBody({"recipient_id": "otter"}, ("POST", "/users/@me/channels")),
        {("recipient_id", NOT_A_NUMBER)},
    ),
    ("a channel of no name", RequestBody({"type": 0}, ("POST", "/guilds/{guild_id}/channels")), {("name", REQUIRED)}),
]
