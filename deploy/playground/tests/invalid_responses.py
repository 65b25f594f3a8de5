"""Test cases: invalid modals and interaction responses, with the errors that the playground must report for each."""

from __future__ import annotations

from deploy.playground.tests.error_codes import (
    DUPLICATE_CUSTOM_ID,
    DUPLICATE_OPTION_VALUE,
    INVALID_CHOICE,
    INVALID_UNION_CHOICE,
    MIN_VALUES_OF_REQUIRED,
    NOT_A_NUMBER,
    NOT_A_STRING,
    REQUIRED,
    ROW_WIDTH_EXCEEDED,
)
from deploy.playground.tests.minimal_bodies import (
    InvalidRequestCases,
    action_row,
    button,
    checkbox_group,
    file_upload,
    interaction_response,
    modal_label,
    modal_response,
    radio_group,
    section,
    select,
    select_option,
    text_display,
    text_input,
    user_select,
)

CASES: InvalidRequestCases = [
    # modals
    (
        "a modal without required fields",
        interaction_response(9, 2, x=1),
        {("data.custom_id", REQUIRED), ("data.title", REQUIRED), ("data.components", REQUIRED)},
    ),
    (
        "a text input without label",
        modal_response(action_row(text_input())),
        {("data.components.0.components.0.label", REQUIRED)},
    ),
    (
        "two inputs in a row",
        modal_response(action_row(text_input("a", label="A"), text_input("b", label="B"))),
        {("data.components.0.components.1", ROW_WIDTH_EXCEEDED)},
    ),
    (
        "a button in a modal",
        modal_response(action_row(button())),
        {("data.components.0.components.0", INVALID_UNION_CHOICE)},
    ),
    ("a text input outside a row", modal_response(text_input()), {("data.components.0", INVALID_UNION_CHOICE)}),
    (
        "a section in a modal",
        modal_response(modal_label(text_input()), section()),
        {("data.components.1", INVALID_UNION_CHOICE)},
    ),
    (
        "a button in a label",
        modal_response(modal_label(button())),
        {("data.components.0.component", INVALID_UNION_CHOICE)},
    ),
    ("an empty label", modal_response({"type": 18, "label": "Name"}), {("data.components.0.component", REQUIRED)}),
    (
        "an unknown text input style",
        modal_response(modal_label(text_input(style=3))),
        {("data.components.0.component.style", INVALID_CHOICE)},
    ),
    (
        "a repeated custom id",
        modal_response(modal_label(text_input()), modal_label(user_select(custom_id="name"))),
        {("data.components.1.component.custom_id", DUPLICATE_CUSTOM_ID)},
    ),
    (
        "a disabled select",
        modal_response(modal_label(select(disabled=True))),
        {("data.components.0.component.disabled", "COMPONENT_DISABLED_IN_MODAL")},
    ),
    (
        "min_values 0 of a required checkbox group",
        modal_response(modal_label(checkbox_group(min_values=0))),
        {("data.components.0.component.min_values", MIN_VALUES_OF_REQUIRED)},
    ),
    (
        "min_values 0 of a required file upload",
        modal_response(modal_label(file_upload(min_values=0, required=True))),
        {("data.components.0.component.min_values", MIN_VALUES_OF_REQUIRED)},
    ),
    (
        "a repeated radio option",
        modal_response(modal_label(radio_group(options=[select_option(), select_option()]))),
        {("data.components.0.component.options.1", DUPLICATE_OPTION_VALUE)},
    ),
    # responses that do not fit the interaction
    ("a response without type", interaction_response(..., 2), {("type", REQUIRED)}),
    ("an unknown response type", interaction_response(99, 2), {("type", INVALID_CHOICE)}),
    ("a message to an autocomplete", interaction_response(4, 4, content="x"), {("type", INVALID_CHOICE)}),
    ("autocomplete choices to a command", interaction_response(8, 2, choices=[]), {("type", INVALID_CHOICE)}),
    ("a modal to a modal", interaction_response(9, 5, custom_id="x"), {("type", INVALID_CHOICE)}),
    ("an update to a command", interaction_response(7, 2, content="x"), {("type", INVALID_CHOICE)}),
    ("an update to a modal from a command", interaction_response(7, 5, content="x"), {("type", INVALID_CHOICE)}),
    ("a pong to a click", interaction_response(1, 3), {("type", INVALID_CHOICE)}),
    ("a deferred response with invalid flags", interaction_response(5, 2, flags="x"), {("data.flags", NOT_A_NUMBER)}),
    ("a message response without data", interaction_response(4, 2), {("data", REQUIRED)}),
    (
        "an autocomplete choice with a list as value",
        interaction_response(8, 4, choices=[{"name": "x", "value": []}]),
        {("data.choices.0.value", NOT_A_STRING)},
    ),
    (
        "V2 components in a legacy response",
        interaction_response(4, 2, components=[text_display()]),
        {("data.components.0", INVALID_UNION_CHOICE)},
    ),
    (
        "a response with invalid mentions",
        interaction_response(4, 2, content="x", allowed_mentions={"parse": ["all"]}),
        {("data.allowed_mentions.parse.0", INVALID_CHOICE)},
    ),
]
