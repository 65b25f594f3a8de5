"""What may be wrong with modals and with answers to interactions."""

from __future__ import annotations

from deploy.playground.tests.codes import AMONG, MUST, NUMBER, REQUIRED, STRING, TWICE, UNION, VALUE_TWICE, WIDE
from deploy.playground.tests.small import (
    Cases,
    answered,
    boxes,
    button,
    choice,
    label,
    modal,
    people,
    radios,
    row,
    section,
    select,
    text,
    text_input,
    upload,
)

CASES: Cases = [
    # modals
    (
        "a modal of nothing",
        answered(9, 2, x=1),
        {("data.custom_id", REQUIRED), ("data.title", REQUIRED), ("data.components", REQUIRED)},
    ),
    ("an unlabelled input", modal(row(text_input())), {("data.components.0.components.0.label", REQUIRED)}),
    (
        "two inputs in a row",
        modal(row(text_input("a", label="A"), text_input("b", label="B"))),
        {("data.components.0.components.1", WIDE)},
    ),
    ("a button in a modal", modal(row(button())), {("data.components.0.components.0", UNION)}),
    ("a bare input", modal(text_input()), {("data.components.0", UNION)}),
    ("a section in a modal", modal(label(text_input()), section()), {("data.components.1", UNION)}),
    ("a button in a label", modal(label(button())), {("data.components.0.component", UNION)}),
    ("a label of nothing", modal({"type": 18, "label": "Name"}), {("data.components.0.component", REQUIRED)}),
    ("an input of no style", modal(label(text_input(style=3))), {("data.components.0.component.style", AMONG)}),
    (
        "the same id in a modal",
        modal(label(text_input()), label(people(custom_id="name"))),
        {("data.components.1.component.custom_id", TWICE)},
    ),
    (
        "a disabled select",
        modal(label(select(disabled=True))),
        {("data.components.0.component.disabled", "COMPONENT_DISABLED_IN_MODAL")},
    ),
    ("none of what is required", modal(label(boxes(min_values=0))), {("data.components.0.component.min_values", MUST)}),
    (
        "no file though required",
        modal(label(upload(min_values=0, required=True))),
        {("data.components.0.component.min_values", MUST)},
    ),
    (
        "the same radio",
        modal(label(radios(options=[choice(), choice()]))),
        {("data.components.0.component.options.1", VALUE_TWICE)},
    ),
    # which answer may follow which interaction
    ("an answer of no type", answered(..., 2), {("type", REQUIRED)}),
    ("an unknown answer", answered(99, 2), {("type", AMONG)}),
    ("a message for suggestions", answered(4, 4, content="x"), {("type", AMONG)}),
    ("suggestions for a command", answered(8, 2, choices=[]), {("type", AMONG)}),
    ("a modal for a modal", answered(9, 5, custom_id="x"), {("type", AMONG)}),
    ("an update of nothing", answered(7, 2, content="x"), {("type", AMONG)}),
    ("an update by a modal of a command", answered(7, 5, content="x"), {("type", AMONG)}),
    ("a pong for a click", answered(1, 3), {("type", AMONG)}),
    ("thinking wrongly", answered(5, 2, flags="x"), {("data.flags", NUMBER)}),
    ("an answer without data", answered(4, 2), {("data", REQUIRED)}),
    (
        "a suggestion that is a list",
        answered(8, 4, choices=[{"name": "x", "value": []}]),
        {("data.choices.0.value", STRING)},
    ),
    ("an answer in the old form", answered(4, 2, components=[text()]), {("data.components.0", UNION)}),
    (
        "an answer that pings wrongly",
        answered(4, 2, content="x", allowed_mentions={"parse": ["all"]}),
        {("data.allowed_mentions.parse.0", AMONG)},
    ),
]
