"""Test the limits of all fields: a value at the limit is valid, and the next one reports the expected error.

Each row of `BOUNDARY_CASES` describes the minimum and maximum of one field.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deploy.playground.tests.bodies import RequestBody
from deploy.playground.tests.error_codes import BAD_LENGTH
from deploy.playground.tests.minimal_bodies import (
    VALIDATION_MODES,
    action_row,
    button,
    checkbox_group,
    command_option,
    command_options,
    container,
    default_users,
    embed,
    file_upload,
    find_errors,
    gallery,
    link_button,
    media_item,
    modal_label,
    modal_response,
    new_command,
    new_message,
    new_v2_message,
    radio_group,
    section,
    select,
    select_option,
    select_options,
    text_display,
    text_input,
    user_select,
)

CREATE_THREAD = "POST", "/channels/{channel_id}/threads"
BULK_DELETE = "POST", "/channels/{channel_id}/messages/bulk-delete"
MAX_LENGTH = "BASE_TYPE_MAX_LENGTH"
NUMBER_TOO_BIG, NUMBER_TOO_SMALL = "NUMBER_TYPE_MAX", "NUMBER_TYPE_MIN"
ROW_PATH = "components.0.components"

RequestFactory = Callable[[int], RequestBody]

# A test ID, a function that returns a request with n items, the minimum and maximum of n (or None), and the path and
# code of the error.
BOUNDARY_CASES: list[tuple[str, RequestFactory, int | None, int | None, str, str]] = [
    ("content", lambda n: new_message(content="x" * n), None, 2000, "content", MAX_LENGTH),
    ("content of characters outside the BMP", lambda n: new_message(content="🐺" * n), None, 2000, "content",
        MAX_LENGTH),
    ("nonce", lambda n: new_message(nonce="x" * n), None, 25, "nonce", MAX_LENGTH),
    ("stickers", lambda n: new_message(sticker_ids=[str(i) for i in range(n)]), None, 3, "sticker_ids", MAX_LENGTH),
    (
        "users to mention",
        lambda n: new_message(allowed_mentions={"users": [str(i) for i in range(n)]}),
        None, 100, "allowed_mentions.users", MAX_LENGTH,
    ),
    (
        "roles to mention",
        lambda n: new_message(allowed_mentions={"roles": [str(i) for i in range(n)]}),
        None, 100, "allowed_mentions.roles", MAX_LENGTH,
    ),
    ("embeds", lambda n: new_message(embeds=[embed() for _ in range(n)]), None, 10, "embeds", MAX_LENGTH),
    ("embed title", lambda n: new_message(embeds=[embed(title="x" * n)]), None, 256, "embeds.0.title", MAX_LENGTH),
    ("embed description", lambda n: new_message(embeds=[{"description": "x" * n}]), None, 4096, "embeds.0.description",
        MAX_LENGTH),
    (
        "embed fields",
        lambda n: new_message(embeds=[embed(fields=[{"name": "x", "value": "y"}] * n)]),
        None, 25, "embeds.0.fields", MAX_LENGTH,
    ),
    (
        "embed field name",
        lambda n: new_message(embeds=[{"fields": [{"name": "x" * n, "value": "y"}]}]),
        None, 256, "embeds.0.fields.0.name", MAX_LENGTH,
    ),
    (
        "embed field value",
        lambda n: new_message(embeds=[{"fields": [{"name": "x", "value": "y" * n}]}]),
        None, 1024, "embeds.0.fields.0.value", MAX_LENGTH,
    ),
    (
        "embed footer",
        lambda n: new_message(embeds=[{"footer": {"text": "x" * n}}]),
        None, 2048, "embeds.0.footer.text", MAX_LENGTH,
    ),
    ("embed author", lambda n: new_message(embeds=[{"author": {"name": "x" * n}}]), None, 256, "embeds.0.author.name",
        MAX_LENGTH),
    ("embed colour", lambda n: new_message(embeds=[embed(color=n)]), 0, 0xFFFFFF, "embeds.0.color", ""),
    (
        "text of all embeds",
        lambda n: new_message(
            embeds=[
                {"title": "x" * 100, "description": "x" * 2400, "author": {"name": "x" * 100}},
                {"footer": {"text": "x" * 2000}, "fields": [{"name": "x" * 100, "value": "x" * 800}]},
                {"description": "x" * (n - 5500)},
            ]
        ),
        None, 6000, "embeds", "MAX_EMBED_SIZE_EXCEEDED",
    ),
    ("legacy rows", lambda n: new_message(*(action_row(button(f"{i}")) for i in range(n))), None, 5, "components",
        MAX_LENGTH),
    ("buttons in a row", lambda n: new_message(action_row(*(button(f"{i}") for i in range(n)))), 1, 5, ROW_PATH,
        BAD_LENGTH),
    ("custom id", lambda n: new_message(action_row(button("x" * n))), 1, 100, f"{ROW_PATH}.0.custom_id", BAD_LENGTH),
    ("label", lambda n: new_message(action_row(button(label="x" * n))), None, 80, f"{ROW_PATH}.0.label", MAX_LENGTH),
    (
        "link",
        lambda n: new_message(action_row(link_button(url="https://example.org/" + "x" * (n - 20)))),
        None, 512, f"{ROW_PATH}.0.url", MAX_LENGTH,
    ),
    ("component id", lambda n: new_message(action_row(button(), id=n)), 0, 2**31 - 1, "components.0.id", ""),
    ("options of a select", lambda n: new_message(action_row(select(options=select_options(n)))), 1, 25,
        f"{ROW_PATH}.0.options", BAD_LENGTH),
    ("placeholder", lambda n: new_message(action_row(select(placeholder="x" * n))), None, 150,
        f"{ROW_PATH}.0.placeholder", MAX_LENGTH),
    (
        "option label",
        lambda n: new_message(action_row(select(options=[select_option(label="x" * n)]))),
        1, 100, f"{ROW_PATH}.0.options.0.label", BAD_LENGTH,
    ),
    (
        "option value",
        lambda n: new_message(action_row(select(options=[select_option("x" * n)]))),
        1, 100, f"{ROW_PATH}.0.options.0.value", BAD_LENGTH,
    ),
    (
        "option description",
        lambda n: new_message(action_row(select(options=[select_option(description="x" * n)]))),
        None, 100, f"{ROW_PATH}.0.options.0.description", MAX_LENGTH,
    ),
    ("min_values", lambda n: new_message(action_row(user_select(min_values=n, max_values=25))), 0, 25,
        f"{ROW_PATH}.0.min_values", ""),
    ("max_values", lambda n: new_message(action_row(user_select(max_values=n, min_values=0))), 1, 25,
        f"{ROW_PATH}.0.max_values", ""),
    (
        "max_values above options",
        lambda n: new_message(action_row(select(max_values=n))),
        None, 3, f"{ROW_PATH}.0.options", BAD_LENGTH,
    ),
    (
        "min_values above max_values",
        lambda n: new_message(action_row(user_select(min_values=n, max_values=5))),
        None, 5, f"{ROW_PATH}.0.min_values", "COMPONENT_MIN_VALUES_EXCEEDED",
    ),
    (
        "default options",
        lambda n: new_message(action_row(select(max_values=2, options=[*select_options(n, default=True),
            *(select_option(v) for v in "xyz")]))),
        None, 2, f"{ROW_PATH}.0.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    (
        "default users",
        lambda n: new_message(action_row(user_select(max_values=2, default_values=default_users(n)))),
        None, 2, f"{ROW_PATH}.0.default_values", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    (
        "default users below min_values",
        lambda n: new_message(action_row(user_select(min_values=3, max_values=5, default_values=default_users(n)))),
        3, None, f"{ROW_PATH}.0.default_values", "SELECT_COMPONENT_TOO_FEW_DEFAULT_VALUES",
    ),
    ("total components", lambda n: new_v2_message(*(text_display("x") for _ in range(n))), None, 40, "components",
        MAX_LENGTH),
    (
        "total nested components",
        lambda n: new_v2_message(container(section(), *(action_row(button(f"{i}")) for i in range(17))),
            *[text_display("x")] * (n - 38)),
        None, 40, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    ("text display", lambda n: new_v2_message(text_display("x" * n)), 1, None, "components.0.content", BAD_LENGTH),
    (
        "total text",
        lambda n: new_v2_message(text_display("x" * 2000), container(section(text_display("x" * 1000)),
            text_display("x" * (n - 3000)))),
        None, 4000, "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    ("texts of a section", lambda n: new_v2_message({**section(), "components": [text_display()] * n}), 1, 3, ROW_PATH,
        BAD_LENGTH),
    ("pictures of a gallery", lambda n: new_v2_message(gallery(*[media_item()] * n)), 1, 10, "components.0.items",
        BAD_LENGTH),
    (
        "media description",
        lambda n: new_v2_message(gallery(media_item(description="x" * n))),
        1, 1024, "components.0.items.0.description", BAD_LENGTH,
    ),
    ("separator spacing", lambda n: new_v2_message(text_display(), {"type": 14, "spacing": n}), 1, 2,
        "components.1.spacing", "BASE_TYPE_CHOICES"),
    ("components in a container", lambda n: new_v2_message(container(*[text_display("x")] * n)), 1, None, ROW_PATH,
        BAD_LENGTH),
    (
        "total components with a container",
        lambda n: new_v2_message(container(*[text_display("x")] * n)),
        None, 39, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    ("accent color", lambda n: new_v2_message(container(text_display(), accent_color=n)), 0, 0xFFFFFF,
        "components.0.accent_color", ""),
    ("modal title", lambda n: modal_response(modal_label(text_input()), title="x" * n), 1, 45, "data.title",
        BAD_LENGTH),
    ("modal custom id", lambda n: modal_response(modal_label(text_input()), custom_id="x" * n), 1, 100,
        "data.custom_id", BAD_LENGTH),
    ("components in a modal", lambda n: modal_response(*(modal_label(text_input(f"{i}")) for i in range(n))), 1, 5,
        "data.components", BAD_LENGTH),
    ("modal label", lambda n: modal_response(modal_label(text_input(), label="x" * n)), 1, 45,
        "data.components.0.label", BAD_LENGTH),
    (
        "modal label description",
        lambda n: modal_response(modal_label(text_input(), description="x" * n)),
        1, 100, "data.components.0.description", BAD_LENGTH,
    ),
    ("text input value", lambda n: modal_response(modal_label(text_input(value="x" * n))), None, 4000,
        "data.components.0.component.value", MAX_LENGTH),
    (
        "text input value within its own bounds",
        lambda n: modal_response(modal_label(text_input(value="x" * n, min_length=3, max_length=5))),
        3, 5, "data.components.0.component.value", BAD_LENGTH,
    ),
    (
        "text input placeholder",
        lambda n: modal_response(modal_label(text_input(placeholder="x" * n))),
        None, 100, "data.components.0.component.placeholder", MAX_LENGTH,
    ),
    (
        "text input min_length",
        lambda n: modal_response(modal_label(text_input(min_length=n))),
        0, 4000, "data.components.0.component.min_length", "",
    ),
    (
        "text input max_length",
        lambda n: modal_response(modal_label(text_input(max_length=n))),
        1, 4000, "data.components.0.component.max_length", "",
    ),
    (
        "text input min_length above max_length",
        lambda n: modal_response(modal_label(text_input(min_length=n, max_length=5))),
        None, 5, "data.components.0.component.min_length", "TEXT_INPUT_MIN_LENGTH_EXCEEDED",
    ),
    ("radio options", lambda n: modal_response(modal_label(radio_group(n))), 2, 10,
        "data.components.0.component.options", BAD_LENGTH),
    ("checkbox options", lambda n: modal_response(modal_label(checkbox_group(n))), 1, 10,
        "data.components.0.component.options", BAD_LENGTH),
    (
        "default radio options",
        lambda n: modal_response(modal_label(radio_group(options=[*select_options(n, default=True), select_option("x"),
            select_option("y")]))),
        None, 1, "data.components.0.component.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    (
        "default checkbox options",
        lambda n: modal_response(modal_label(checkbox_group(max_values=2,
            options=[*select_options(n, default=True), select_option("x"), select_option("y")]))),
        None, 2, "data.components.0.component.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    (
        "min_values above checkbox options",
        lambda n: modal_response(modal_label(checkbox_group(min_values=n))),
        None, 2, "data.components.0.component.options", BAD_LENGTH,
    ),
    (
        "max_values of a file upload",
        lambda n: modal_response(modal_label(file_upload(max_values=n, min_values=0, required=False))),
        1, 10, "data.components.0.component.max_values", "",
    ),
    (
        "autocomplete choices",
        lambda n: RequestBody({"type": 8, "data": {"choices": [{"name": "x", "value": n}] * n}}, interaction_type=4),
        None, 25, "data.choices", MAX_LENGTH,
    ),
    (
        "autocomplete choice name",
        lambda n: RequestBody({"type": 8, "data": {"choices": [{"name": "x" * n, "value": "x"}]}}, interaction_type=4),
        1, 100, "data.choices.0.name", BAD_LENGTH,
    ),
    (
        "autocomplete choice value",
        lambda n: RequestBody({"type": 8, "data": {"choices": [{"name": "x", "value": "x" * n}]}}, interaction_type=4),
        None, 100, "data.choices.0.value", MAX_LENGTH,
    ),
    ("command name", lambda n: new_command(name="x" * n), 1, 32, "name", BAD_LENGTH),
    ("command description", lambda n: new_command(description="x" * n), None, 100, "description", MAX_LENGTH),
    (
        "translated description",
        lambda n: new_command(description_localizations={"de": "x" * n}),
        1, 100, "description_localizations.de", BAD_LENGTH,
    ),
    ("options of a command", lambda n: new_command(options=command_options(n)), None, 25, "options", MAX_LENGTH),
    ("subcommand groups", lambda n: new_command(options=command_options(n, 2)), None, 25, "options", MAX_LENGTH),
    (
        "subcommands of a group",
        lambda n: new_command(options=[command_option(2, "more", options=command_options(n, 1))]),
        None, 25, "options.0.options", MAX_LENGTH,
    ),
    (
        "options of a subcommand",
        lambda n: new_command(options=[command_option(1, "more", options=command_options(n))]),
        None, 25, "options.0.options", MAX_LENGTH,
    ),
    (
        "choices",
        lambda n: new_command(options=[command_option(choices=[{"name": f"{i}", "value": "x"} for i in range(n)])]),
        None, 25, "options.0.choices", MAX_LENGTH,
    ),
    (
        "choice name",
        lambda n: new_command(options=[command_option(choices=[{"name": "x" * n, "value": "x"}])]),
        1, 100, "options.0.choices.0.name", BAD_LENGTH,
    ),
    (
        "choice value",
        lambda n: new_command(options=[command_option(choices=[{"name": "x", "value": "x" * n}])]),
        None, 100, "options.0.choices.0.value", MAX_LENGTH,
    ),
    ("option min_length", lambda n: new_command(options=[command_option(min_length=n)]), 0, 6000,
        "options.0.min_length", ""),
    ("option max_length", lambda n: new_command(options=[command_option(max_length=n)]), 1, 6000,
        "options.0.max_length", ""),
    (
        "option min_length above max_length",
        lambda n: new_command(options=[command_option(min_length=n, max_length=5)]),
        None, 5, "options.0.min_length", "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID",
    ),
    (
        "option min_value above max_value",
        lambda n: new_command(options=[command_option(4, min_value=n, max_value=5)]),
        None, 5, "options.0.min_value", "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID",
    ),
    (
        "integer choice value",
        lambda n: new_command(options=[command_option(4, choices=[{"name": "x", "value": n}])]),
        -(2**53) + 1, 2**53 - 1, "options.0.choices.0.value", "",
    ),
    (
        "total text of a command",
        lambda n: new_command(
            description="x",
            options=[
                command_option(
                    name="a",
                    description="x",
                    description_localizations={"de": "x" * 100, "fr": "x" * 50},
                    choices=[{"name": f"{i:0100}", "value": "x" * 100} for i in range(25)],
                ),
                command_option(
                    name="b",
                    description="x",
                    choices=[
                        *({"name": f"{i:0100}", "value": "x" * 100} for i in range(14)),
                        {"name": "x", "value": "x" * (n - 7909)},  # all other texts have 7,909 characters
                    ],
                ),
            ],
        ),
        None, 8000, "", "APPLICATION_COMMAND_TOO_LARGE",
    ),
    ("thread name", lambda n: RequestBody({"name": "x" * n, "type": 11}, CREATE_THREAD), 1, 100, "name",
        BAD_LENGTH),
    (
        "bulk-deleted messages",
        lambda n: RequestBody({"messages": [str(i) for i in range(n)]}, BULK_DELETE),
        2, 100, "messages", BAD_LENGTH,
    ),
    (
        "thread rate_limit_per_user",
        lambda n: RequestBody({"name": "x", "type": 11, "rate_limit_per_user": n}, CREATE_THREAD),
        0, 21600, "rate_limit_per_user", "",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("make_request", "minimum", "maximum", "path", "code"),
    [case[1:] for case in BOUNDARY_CASES],
    ids=[case[0] for case in BOUNDARY_CASES],
)
def test_limit_is_accepted_and_exceeding_it_is_refused(
    make_request: RequestFactory, minimum: int | None, maximum: int | None, path: str, code: str
) -> None:
    for mode in VALIDATION_MODES[1:]:
        if minimum is not None:
            assert find_errors(make_request(minimum), mode) == set(), mode
            assert find_errors(make_request(minimum - 1), mode) == {(path, code or NUMBER_TOO_SMALL)}, mode
        if maximum is not None:
            assert find_errors(make_request(maximum), mode) == set(), mode
            assert find_errors(make_request(maximum + 1), mode) == {(path, code or NUMBER_TOO_BIG)}, mode
