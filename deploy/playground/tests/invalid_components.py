"""What may be wrong with the components of a message."""

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
    FaultCases,
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

CASES: FaultCases = [
    # Components V2
    ("a text without the flag", new_message(text_display()), {("components.0", INVALID_UNION_CHOICE)}),
    (
        "content beside components",
        new_v2_message(text_display(), content="A duel"),
        {("content", LEGACY_FIELD_WITH_V2)},
    ),
    ("embeds beside components", new_v2_message(text_display(), embeds=[embed()]), {("embeds", LEGACY_FIELD_WITH_V2)}),
    (
        "stickers beside components",
        new_v2_message(text_display(), sticker_ids=["5"]),
        {("sticker_ids", LEGACY_FIELD_WITH_V2)},
    ),
    (
        "a poll beside components",
        new_v2_message(text_display(), poll={"question": {"text": "?"}, "answers": [{"poll_media": {"text": "!"}}]}),
        {("poll", LEGACY_FIELD_WITH_V2)},
    ),
    ("an unknown component", new_v2_message(text_display(), {"type": 99}), {("components.1", INVALID_UNION_CHOICE)}),
    ("a component of no type", new_v2_message(text_display(), {"content": "x"}), {("components.1.type", REQUIRED)}),
    (
        "a type that is true",
        new_v2_message({"type": True, "components": [button()]}),
        {("components.0", INVALID_UNION_CHOICE)},
    ),
    ("a button on its own", new_v2_message(button()), {("components.0", INVALID_UNION_CHOICE)}),
    ("an empty row", new_v2_message(text_display(), action_row()), {("components.1.components", BAD_LENGTH)}),
    ("a text in a row", new_v2_message(action_row(text_display())), {(f"{ROW_PATH}.0", INVALID_UNION_CHOICE)}),
    ("a row in a row", new_v2_message(action_row(action_row(button()))), {(f"{ROW_PATH}.0", INVALID_UNION_CHOICE)}),
    (
        "a container in a container",
        new_v2_message(container(container(text_display()))),
        {(f"{ROW_PATH}.0", INVALID_UNION_CHOICE)},
    ),
    ("a button in a container", new_v2_message(container(button())), {(f"{ROW_PATH}.0", INVALID_UNION_CHOICE)}),
    ("a section of nothing", new_v2_message(section(components=[])), {(ROW_PATH, BAD_LENGTH)}),
    ("a section of buttons", new_v2_message(section(button("x"))), {(f"{ROW_PATH}.0", INVALID_UNION_CHOICE)}),
    ("a section alone", new_v2_message(section(accessory=...)), {("components.0.accessory", REQUIRED)}),
    (
        "a section beside a text",
        new_v2_message(section(accessory=text_display())),
        {("components.0.accessory", INVALID_UNION_CHOICE)},
    ),
    ("an empty text", new_v2_message(text_display("")), {("components.0.content", BAD_LENGTH)}),
    ("a text input in a message", new_message(action_row(text_input())), {(f"{ROW_PATH}.0", INVALID_UNION_CHOICE)}),
    # rows, buttons, selects
    (
        "one of three at least",
        new_message(action_row(user_select(min_values=3, max_values=5, default_values=[{"id": "5", "type": "user"}]))),
        {(f"{ROW_PATH}.0.default_values", "SELECT_COMPONENT_TOO_FEW_DEFAULT_VALUES")},
    ),
    ("a select beside a button", new_message(action_row(button(), select())), {(f"{ROW_PATH}.1", ROW_WIDTH_EXCEEDED)}),
    ("a button beside a select", new_message(action_row(select(), button())), {(f"{ROW_PATH}.1", ROW_WIDTH_EXCEEDED)}),
    ("two selects in a row", new_message(action_row(select(), user_select())), {(f"{ROW_PATH}.1", ROW_WIDTH_EXCEEDED)}),
    (
        "the same custom id",
        new_message(action_row(button()), action_row(button())),
        {("components.1.components.0.custom_id", DUPLICATE_CUSTOM_ID)},
    ),
    (
        "the same custom id in an accessory",
        new_v2_message(section(), container(action_row(select("go")))),
        {("components.1.components.0.components.0.custom_id", DUPLICATE_CUSTOM_ID)},
    ),
    (
        "the same number",
        new_v2_message(text_display(id=5), container(text_display(id=5))),
        {("components.1.components.0.id", DUPLICATE_COMPONENT_ID)},
    ),
    ("a button of no id", new_message(action_row(button(...))), {(f"{ROW_PATH}.0.custom_id", CUSTOM_ID_REQUIRED)}),
    ("a button of an empty id", new_message(action_row(button(""))), {(f"{ROW_PATH}.0.custom_id", BAD_LENGTH)}),
    (
        "a button with a link",
        new_message(action_row(button(url="https://example.org"))),
        {(f"{ROW_PATH}.0.custom_id", CUSTOM_ID_AND_URL)},
    ),
    (
        "a link with an id",
        new_message(action_row(link_button(custom_id="go"))),
        {(f"{ROW_PATH}.0.custom_id", CUSTOM_ID_AND_URL)},
    ),
    ("a link to nothing", new_message(action_row(link_button(url=...))), {(f"{ROW_PATH}.0.url", URL_REQUIRED)}),
    (
        "a link to a file",
        new_message(action_row(link_button(url="file:///etc/hosts"))),
        {(f"{ROW_PATH}.0.url", INVALID_URL_SCHEME)},
    ),
    ("a button without style", new_message(action_row(button(style=...))), {(f"{ROW_PATH}.0.style", REQUIRED)}),
    ("a button of no known style", new_message(action_row(button(style=7))), {(f"{ROW_PATH}.0.style", INVALID_CHOICE)}),
    ("a bare button", new_message(action_row(button(label=...))), {(f"{ROW_PATH}.0.label", REQUIRED)}),
    (
        "a button for sale",
        new_message(action_row(button(..., style=6, label=..., sku_id="5"))),
        {(f"{ROW_PATH}.0.sku_id", INVALID_SKU)},
    ),
    ("a plain button for sale", new_message(action_row(button(sku_id="5"))), {(f"{ROW_PATH}.0.sku_id", INVALID_SKU)}),
    (
        "a word for an emoji",
        new_message(action_row(button(emoji={"name": "wolf"}))),
        {(f"{ROW_PATH}.0.emoji.name", INVALID_EMOJI)},
    ),
    (
        "no emoji",
        new_message(action_row(select(options=[select_option(emoji={})]))),
        {(f"{ROW_PATH}.0.options.0.emoji.name", INVALID_EMOJI)},
    ),
    ("a select of nothing", new_message(action_row(select(options=...))), {(f"{ROW_PATH}.0.options", REQUIRED)}),
    (
        "the same value",
        new_message(action_row(select(options=[select_option(), select_option()]))),
        {(f"{ROW_PATH}.0.options.1", DUPLICATE_OPTION_VALUE)},
    ),
    (
        "more than the default",
        new_message(action_row(user_select(min_values=2))),
        {(f"{ROW_PATH}.0.min_values", "COMPONENT_MIN_VALUES_EXCEEDED")},
    ),
    (
        "no kind of channel",
        new_message(action_row(user_select(type=8, channel_types=[99]))),
        {(f"{ROW_PATH}.0.channel_types.0", INVALID_CHOICE)},
    ),
    (
        "a role among people",
        new_message(action_row(user_select(default_values=[{"id": "5", "type": "role"}]))),
        {(f"{ROW_PATH}.0.default_values.0.type", INVALID_CHOICE)},
    ),
]
