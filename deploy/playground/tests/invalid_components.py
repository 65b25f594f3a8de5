"""Test cases: messages with invalid components, with the errors that the playground must report for each."""

from __future__ import annotations

from deploy.playground.tests.error_codes import (
    BAD_LENGTH,
    CUSTOM_ID_AND_URL,
    CUSTOM_ID_REQUIRED,
    DUPLICATE_COMPONENT_ID,
    DUPLICATE_CUSTOM_ID,
    DUPLICATE_OPTION_VALUE,
    INVALID_CHOICE,
    INVALID_EMOJI,
    INVALID_SKU,
    INVALID_UNION_CHOICE,
    INVALID_URL_SCHEME,
    LEGACY_FIELD_WITH_V2,
    REQUIRED,
    ROW_WIDTH_EXCEEDED,
    URL_REQUIRED,
)
from deploy.playground.tests.minimal_bodies import (
    InvalidRequestCases,
    action_row,
    button,
    container,
    embed,
    link_button,
    new_message,
    new_v2_message,
    section,
    select,
    select_option,
    text_display,
    text_input,
    user_select,
)

ROW_PATH = "components.0.components"

CASES: InvalidRequestCases = [
    # Components V2
    ("a text display without the V2 flag", new_message(text_display()), {("components.0", INVALID_UNION_CHOICE)}),
    (
        "content with V2 components",
        new_v2_message(text_display(), content="A duel"),
        {("content", LEGACY_FIELD_WITH_V2)},
    ),
    ("embeds with V2 components", new_v2_message(text_display(), embeds=[embed()]), {("embeds", LEGACY_FIELD_WITH_V2)}),
    (
        "stickers with V2 components",
        new_v2_message(text_display(), sticker_ids=["5"]),
        {("sticker_ids", LEGACY_FIELD_WITH_V2)},
    ),
    (
        "a poll with V2 components",
        new_v2_message(text_display(), poll={"question": {"text": "?"}, "answers": [{"poll_media": {"text": "!"}}]}),
        {("poll", LEGACY_FIELD_WITH_V2)},
    ),
    ("an unknown component", new_v2_message(text_display(), {"type": 99}), {("components.1", INVALID_UNION_CHOICE)}),
    ("a component without type", new_v2_message(text_display(), {"content": "x"}), {("components.1.type", REQUIRED)}),
    (
        "a boolean component type",
        new_v2_message({"type": True, "components": [button()]}),
        {("components.0", INVALID_UNION_CHOICE)},
    ),
    ("a button outside a row", new_v2_message(button()), {("components.0", INVALID_UNION_CHOICE)}),
    ("an empty row", new_v2_message(text_display(), action_row()), {("components.1.components", BAD_LENGTH)}),
    ("a text display in a row", new_v2_message(action_row(text_display())), {(f"{ROW_PATH}.0", INVALID_UNION_CHOICE)}),
    ("a row in a row", new_v2_message(action_row(action_row(button()))), {(f"{ROW_PATH}.0", INVALID_UNION_CHOICE)}),
    (
        "a container in a container",
        new_v2_message(container(container(text_display()))),
        {(f"{ROW_PATH}.0", INVALID_UNION_CHOICE)},
    ),
    ("a button in a container", new_v2_message(container(button())), {(f"{ROW_PATH}.0", INVALID_UNION_CHOICE)}),
    ("an empty section", new_v2_message(section(components=[])), {(ROW_PATH, BAD_LENGTH)}),
    ("a button as text of a section", new_v2_message(section(button("x"))), {(f"{ROW_PATH}.0", INVALID_UNION_CHOICE)}),
    ("a section without accessory", new_v2_message(section(accessory=...)), {("components.0.accessory", REQUIRED)}),
    (
        "a text display as accessory",
        new_v2_message(section(accessory=text_display())),
        {("components.0.accessory", INVALID_UNION_CHOICE)},
    ),
    ("an empty text display", new_v2_message(text_display("")), {("components.0.content", BAD_LENGTH)}),
    ("a text input in a message", new_message(action_row(text_input())), {(f"{ROW_PATH}.0", INVALID_UNION_CHOICE)}),
    # rows, buttons, selects
    (
        "fewer default values than min_values",
        new_message(action_row(user_select(min_values=3, max_values=5, default_values=[{"id": "5", "type": "user"}]))),
        {(f"{ROW_PATH}.0.default_values", "SELECT_COMPONENT_TOO_FEW_DEFAULT_VALUES")},
    ),
    ("a select after a button", new_message(action_row(button(), select())), {(f"{ROW_PATH}.1", ROW_WIDTH_EXCEEDED)}),
    ("a button after a select", new_message(action_row(select(), button())), {(f"{ROW_PATH}.1", ROW_WIDTH_EXCEEDED)}),
    ("two selects in a row", new_message(action_row(select(), user_select())), {(f"{ROW_PATH}.1", ROW_WIDTH_EXCEEDED)}),
    (
        "a repeated custom id",
        new_message(action_row(button()), action_row(button())),
        {("components.1.components.0.custom_id", DUPLICATE_CUSTOM_ID)},
    ),
    (
        "a repeated custom id in an accessory",
        new_v2_message(section(), container(action_row(select("go")))),
        {("components.1.components.0.components.0.custom_id", DUPLICATE_CUSTOM_ID)},
    ),
    (
        "a repeated component id",
        new_v2_message(text_display(id=5), container(text_display(id=5))),
        {("components.1.components.0.id", DUPLICATE_COMPONENT_ID)},
    ),
    ("a button without id", new_message(action_row(button(...))), {(f"{ROW_PATH}.0.custom_id", CUSTOM_ID_REQUIRED)}),
    ("a button with an empty id", new_message(action_row(button(""))), {(f"{ROW_PATH}.0.custom_id", BAD_LENGTH)}),
    (
        "a button with custom id and URL",
        new_message(action_row(button(url="https://example.org"))),
        {(f"{ROW_PATH}.0.custom_id", CUSTOM_ID_AND_URL)},
    ),
    (
        "a link button with a custom id",
        new_message(action_row(link_button(custom_id="go"))),
        {(f"{ROW_PATH}.0.custom_id", CUSTOM_ID_AND_URL)},
    ),
    ("a link button without URL", new_message(action_row(link_button(url=...))), {(f"{ROW_PATH}.0.url", URL_REQUIRED)}),
    (
        "a link button with a file URL",
        new_message(action_row(link_button(url="file:///etc/hosts"))),
        {(f"{ROW_PATH}.0.url", INVALID_URL_SCHEME)},
    ),
    ("a button without style", new_message(action_row(button(style=...))), {(f"{ROW_PATH}.0.style", REQUIRED)}),
    ("an unknown button style", new_message(action_row(button(style=7))), {(f"{ROW_PATH}.0.style", INVALID_CHOICE)}),
    ("a button without label", new_message(action_row(button(label=...))), {(f"{ROW_PATH}.0.label", REQUIRED)}),
    (
        "an unknown SKU",
        new_message(action_row(button(..., style=6, label=..., sku_id="5"))),
        {(f"{ROW_PATH}.0.sku_id", INVALID_SKU)},
    ),
    ("a SKU of a plain button", new_message(action_row(button(sku_id="5"))), {(f"{ROW_PATH}.0.sku_id", INVALID_SKU)}),
    (
        "a word instead of an emoji",
        new_message(action_row(button(emoji={"name": "wolf"}))),
        {(f"{ROW_PATH}.0.emoji.name", INVALID_EMOJI)},
    ),
    (
        "an empty emoji object",
        new_message(action_row(select(options=[select_option(emoji={})]))),
        {(f"{ROW_PATH}.0.options.0.emoji.name", INVALID_EMOJI)},
    ),
    ("a select without options", new_message(action_row(select(options=...))), {(f"{ROW_PATH}.0.options", REQUIRED)}),
    (
        "a repeated option value",
        new_message(action_row(select(options=[select_option(), select_option()]))),
        {(f"{ROW_PATH}.0.options.1", DUPLICATE_OPTION_VALUE)},
    ),
    (
        "min_values above the default max_values",
        new_message(action_row(user_select(min_values=2))),
        {(f"{ROW_PATH}.0.min_values", "COMPONENT_MIN_VALUES_EXCEEDED")},
    ),
    (
        "an unknown channel type",
        new_message(action_row(user_select(type=8, channel_types=[99]))),
        {(f"{ROW_PATH}.0.channel_types.0", INVALID_CHOICE)},
    ),
    (
        "a role as default value of a user select",
        new_message(action_row(user_select(default_values=[{"id": "5", "type": "role"}]))),
        {(f"{ROW_PATH}.0.default_values.0.type", INVALID_CHOICE)},
    ),
]
