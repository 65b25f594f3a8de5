"""What may be wrong with modals and with answers to interactions."""

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
    FaultCases,
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

CASES: FaultCases = [
    # modals
    (
        "a modal of nothing",
        interaction_response(9, 2, x=1),
        {("data.custom_id", REQUIRED), ("data.title", REQUIRED), ("data.components", REQUIRED)},
    ),
    (
        "an unlabelled input",
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
    ("a bare input", modal_response(text_input()), {("data.components.0", INVALID_UNION_CHOICE)}),
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
    ("a label of nothing", modal_response({"type": 18, "label": "Name"}), {("data.components.0.component", REQUIRED)}),
    (
        "an input of no style",
        modal_response(modal_label(text_input(style=3))),
        {("data.components.0.component.style", INVALID_CHOICE)},
    ),
    (
        "the same id in a modal",
        modal_response(modal_label(text_input()), modal_label(user_select(custom_id="name"))),
        {("data.components.1.component.custom_id", DUPLICATE_CUSTOM_ID)},
    ),
    (
        "a disabled select",
        modal_response(modal_label(select(disabled=True))),
        {("data.components.0.component.disabled", "COMPONENT_DISABLED_IN_MODAL")},
    ),
    (
        "none of what is required",
        modal_response(modal_label(checkbox_group(min_values=0))),
        {("data.components.0.component.min_values", MIN_VALUES_OF_REQUIRED)},
    ),
    (
        "no file though required",
        modal_response(modal_label(file_upload(min_values=0, required=True))),
        {("data.components.0.component.min_values", MIN_VALUES_OF_REQUIRED)},
    ),
    (
        "the same radio",
        modal_response(modal_label(radio_group(options=[select_option(), select_option()]))),
        {("data.components.0.component.options.1", DUPLICATE_OPTION_VALUE)},
    ),
    # which answer may follow which interaction
    ("an answer of no type", interaction_response(..., 2), {("type", REQUIRED)}),
    ("an unknown answer", interaction_response(99, 2), {("type", INVALID_CHOICE)}),
    ("a message for suggestions", interaction_response(4, 4, content="x"), {("type", INVALID_CHOICE)}),
    ("suggestions for a command", interaction_response(8, 2, choices=[]), {("type", INVALID_CHOICE)}),
    ("a modal for a modal", interaction_response(9, 5, custom_id="x"), {("type", INVALID_CHOICE)}),
    ("an update of nothing", interaction_response(7, 2, content="x"), {("type", INVALID_CHOICE)}),
    ("an update by a modal of a command", interaction_response(7, 5, content="x"), {("type", INVALID_CHOICE)}),
    ("a pong for a click", interaction_response(1, 3), {("type", INVALID_CHOICE)}),
    ("thinking wrongly", interaction_response(5, 2, flags="x"), {("data.flags", NOT_A_NUMBER)}),
    ("an answer without data", interaction_response(4, 2), {("data", REQUIRED)}),
    (
        "a suggestion that is a list",
        interaction_response(8, 4, choices=[{"name": "x", "value": []}]),
        {("data.choices.0.value", NOT_A_STRING)},
    ),
    (
        "an answer in the old form",
        interaction_response(4, 2, components=[text_display()]),
        {("data.components.0", INVALID_UNION_CHOICE)},
    ),
    (
        "an answer that pings wrongly",
        interaction_response(4, 2, content="x", allowed_mentions={"parse": ["all"]}),
        {("data.allowed_mentions.parse.0", INVALID_CHOICE)},
    ),
]
