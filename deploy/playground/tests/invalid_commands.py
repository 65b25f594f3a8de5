"""Test cases: invalid commands and channels, with the errors that the playground must report for each."""

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
from deploy.playground.tests.minimal_bodies import InvalidRequestCases, command_option, new_command

CASES: InvalidRequestCases = [
    # commands
    ("a capital in a command name", new_command(name="Duel"), {("name", INVALID_COMMAND_NAME)}),
    ("a space in a command name", new_command(name="my duel"), {("name", INVALID_COMMAND_NAME)}),
    ("a command without name", new_command(name=...), {("name", REQUIRED)}),
    (
        "a capital in a translated name",
        new_command(name_localizations={"de": "Duell"}),
        {("name_localizations.de", INVALID_COMMAND_NAME)},
    ),
    ("an unknown locale", new_command(name_localizations={"en": "duel"}), {("name_localizations.en", INVALID_CHOICE)}),
    ("a list of translated names", new_command(name_localizations=["duel"]), {("name_localizations", NOT_A_DICT)}),
    ("a command without description", new_command(description=...), {("description", REQUIRED)}),
    ("an empty command description", new_command(description=""), {("description", REQUIRED)}),
    ("an unknown command type", new_command(type=9), {("type", INVALID_CHOICE)}),
    ("a description of a menu", new_command(type=2, name="Duel"), {("description", INVALID_CONTEXT_MENU_FIELD)}),
    (
        "a context menu with options",
        new_command(type=3, description=..., options=[command_option()]),
        {("options", INVALID_CONTEXT_MENU_FIELD)},
    ),
    ("a menu with a blank name", new_command(type=2, name="  ", description=...), {("name", INVALID_COMMAND_NAME)}),
    ("an empty list of contexts", new_command(contexts=[]), {("contexts", "BASE_TYPE_MIN_LENGTH")}),
    ("an unknown context", new_command(contexts=[3]), {("contexts.0", INVALID_CHOICE)}),
    ("a repeated context", new_command(contexts=[0, 1, 0]), {("contexts.2", "SET_TYPE_ALREADY_CONTAINS_VALUE")}),
    ("an unknown integration type", new_command(integration_types=[2]), {("integration_types.0", INVALID_CHOICE)}),
    (
        "permissions that are not a number",
        new_command(default_member_permissions="all"),
        {("default_member_permissions", NOT_A_NUMBER)},
    ),
    ("an unknown option type", new_command(options=[command_option(12)]), {("options.0", INVALID_UNION_CHOICE)}),
    (
        "an option without description",
        new_command(options=[command_option(description=...)]),
        {("options.0.description", REQUIRED)},
    ),
    (
        "a capital in an option name",
        new_command(options=[command_option(name="Word")]),
        {("options.0.name", INVALID_COMMAND_NAME)},
    ),
    (
        "a repeated option name",
        new_command(options=[command_option(), command_option(4)]),
        {("options.1", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID")},
    ),
    (
        "a required option after an optional one",
        new_command(options=[command_option(name="a"), command_option(name="b", required=True)]),
        {("options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID")},
    ),
    (
        "subcommands and options",
        new_command(options=[command_option(1, "a"), command_option(3, "b")]),
        {("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID")},
    ),
    (
        "a subcommand group in a group",
        new_command(options=[command_option(2, "a", options=[command_option(2, "b")])]),
        {("options.0.options.0", INVALID_UNION_CHOICE)},
    ),
    (
        "a subcommand in a subcommand",
        new_command(options=[command_option(1, "a", options=[command_option(1, "b")])]),
        {("options.0.options.0", INVALID_UNION_CHOICE)},
    ),
    (
        "a required option after an optional one in a subcommand",
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
        "choices of a user option",
        new_command(options=[command_option(6, choices=[{"name": "x", "value": "y"}])]),
        {("options.0.choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID")},
    ),
    (
        "autocomplete of a user option",
        new_command(options=[command_option(6, autocomplete=True)]),
        {("options.0.autocomplete", INVALID_AUTOCOMPLETE)},
    ),
    (
        "choices and autocomplete",
        new_command(options=[command_option(autocomplete=True, choices=[{"name": "x", "value": "y"}])]),
        {("options.0.autocomplete", INVALID_AUTOCOMPLETE)},
    ),
    (
        "a repeated choice name",
        new_command(options=[command_option(choices=[{"name": "x", "value": "y"}, {"name": "x", "value": "z"}])]),
        {("options.0.choices.1", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS")},
    ),
    (
        "a string choice of an integer option",
        new_command(options=[command_option(4, choices=[{"name": "x", "value": "y"}])]),
        {("options.0.choices.0.value", NOT_A_NUMBER)},
    ),
    (
        "a number choice of a string option",
        new_command(options=[command_option(choices=[{"name": "x", "value": 5}])]),
        {("options.0.choices.0.value", NOT_A_STRING)},
    ),
    ("an object instead of a list of commands", RequestBody({}, REPLACE_COMMANDS), {("", NOT_A_LIST)}),
    ("null instead of a list of commands", RequestBody(None, REPLACE_COMMANDS), {("", NOT_A_LIST)}),
    (
        "two commands with the same name",
        RequestBody([new_command().body, new_command().body], REPLACE_COMMANDS),
        {("1", "APPLICATION_COMMANDS_DUPLICATE_NAME")},
    ),
    (
        "an invalid name in a list of commands",
        RequestBody([new_command().body, new_command(name="Duel").body], REPLACE_COMMANDS),
        {("1.name", INVALID_COMMAND_NAME)},
    ),
    (
        "the name of another command",
        RequestBody({"name": "duel", "description": "x", "type": 1}, EDIT_COMMAND, other_commands=[{"name": "duel"}]),
        {("name", "APPLICATION_COMMANDS_DUPLICATE_NAME")},
    ),
    # channels
    (
        "an invalid auto-archive duration of a new thread",
        RequestBody({"name": "x", "auto_archive_duration": 61}, ("POST", "/channels/{channel_id}/threads")),
        {("auto_archive_duration", INVALID_CHOICE)},
    ),
    (
        "an invalid auto-archive duration in an edit",
        RequestBody({"auto_archive_duration": 61}, ("PATCH", "/channels/{channel_id}")),
        {("auto_archive_duration", INVALID_CHOICE)},
    ),
    (
        "a thread without name",
        RequestBody(None, ("POST", "/channels/{channel_id}/messages/{message_id}/threads")),
        {("name", REQUIRED)},
    ),
    ("a DM without recipient", RequestBody({}, ("POST", "/users/@me/channels")), {("recipient_id", REQUIRED)}),
    (
        "a DM with a recipient ID that is no number",
        RequestBody({"recipient_id": "otter"}, ("POST", "/users/@me/channels")),
        {("recipient_id", NOT_A_NUMBER)},
    ),
    ("a channel without name", RequestBody({"type": 0}, ("POST", "/guilds/{guild_id}/channels")), {("name", REQUIRED)}),
]
