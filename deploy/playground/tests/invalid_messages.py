"""Test cases: messages with other invalid fields, with the errors that the playground must report for each."""

from __future__ import annotations

from dataclasses import replace

from deploy.playground.tests.bodies import BOARD_UPLOAD, SEND_MESSAGE, RequestBody
from deploy.playground.tests.error_codes import (
    ATTACHMENT_NOT_FOUND,
    CANNOT_REMOVE_V2_FLAG,
    INVALID_CHOICE,
    INVALID_FLAGS,
    INVALID_UNION_CHOICE,
    INVALID_URL,
    INVALID_URL_SCHEME,
    ITEM_REQUIRED,
    LEGACY_FIELD_WITH_V2,
    NOT_A_BOOLEAN,
    NOT_A_LIST,
    NOT_A_MODEL,
    NOT_A_NUMBER,
    NOT_A_STRING,
    REQUIRED,
)
from deploy.playground.tests.minimal_bodies import (
    LEGACY_MESSAGE,
    V2_MESSAGE,
    InvalidRequestCases,
    embed,
    file_component,
    gallery,
    media_item,
    message_edit,
    new_message,
    new_v2_message,
    section,
    text_display,
)
from deploy.playground.tests.sandbox import V2_FLAG

CASES: InvalidRequestCases = [
    ("a list instead of an object", RequestBody([]), {("", NOT_A_MODEL)}),
    ("a number instead of a string", new_message(content=5), {("content", NOT_A_STRING)}),
    ("a string instead of a number", new_message(flags="silent"), {("flags", NOT_A_NUMBER)}),
    ("a number instead of a boolean", new_message(tts=1), {("tts", NOT_A_BOOLEAN)}),
    ("an object instead of a list", new_message(embeds={}), {("embeds", NOT_A_LIST)}),
    ("null in a list", new_message(embeds=[None]), {("embeds.0", ITEM_REQUIRED)}),
    ("a string instead of an object", new_message(embeds=["x"]), {("embeds.0", NOT_A_MODEL)}),
    ("a flag that only the server sets", new_message(flags=1 << 4), {("flags", INVALID_FLAGS)}),
    ("an ephemeral channel message", new_message(flags=1 << 6), {("flags", INVALID_FLAGS)}),
    ("a list as nonce", new_message(nonce=[]), {("nonce", NOT_A_NUMBER)}),
    # mentions and references
    (
        "an unknown mention type",
        new_message(allowed_mentions={"parse": ["here"]}),
        {("allowed_mentions.parse.0", INVALID_CHOICE)},
    ),
    (
        "parse and lists of mentions",
        new_message(allowed_mentions={"parse": ["users", "roles"], "users": ["5"], "roles": ["6"]}),
        {("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE")},
    ),
    (
        "a user mention without number",
        new_message(allowed_mentions={"users": ["otter"]}),
        {("allowed_mentions.users.0", NOT_A_NUMBER)},
    ),
    ("an empty message reference", new_message(message_reference={}), {("message_reference.message_id", REQUIRED)}),
    (
        "a message reference with an invalid id",
        new_message(message_reference={"message_id": "x"}),
        {("message_reference.message_id", NOT_A_NUMBER)},
    ),
    # embeds
    ("an embed with only a color", new_message(embeds=[{"color": 5}]), {("embeds.0.description", REQUIRED)}),
    (
        "a field with a blank name",
        new_message(embeds=[{"fields": [{"name": " ", "value": "x"}]}]),
        {("embeds.0.fields.0.name", REQUIRED)},
    ),
    (
        "a field without value",
        new_message(embeds=[{"fields": [{"name": "x"}]}]),
        {("embeds.0.fields.0.value", REQUIRED)},
    ),
    ("an author without name", new_message(embeds=[embed(author={})]), {("embeds.0.author.name", REQUIRED)}),
    ("an empty footer", new_message(embeds=[embed(footer={"text": ""})]), {("embeds.0.footer.text", REQUIRED)}),
    ("an embed URL without scheme", new_message(embeds=[embed(url="example.org")]), {("embeds.0.url", INVALID_URL)}),
    ("a javascript URL", new_message(embeds=[embed(url="javascript:alert")]), {("embeds.0.url", INVALID_URL_SCHEME)}),
    ("a URL without host", new_message(embeds=[embed(url="https://")]), {("embeds.0.url", INVALID_URL)}),
    (
        "an invalid timestamp",
        new_message(embeds=[embed(timestamp="noon")]),
        {("embeds.0.timestamp", "DATE_TIME_TYPE_PARSE")},
    ),
    (
        "a timestamp without time zone",
        new_message(embeds=[embed(timestamp="2026-01-01T12:00:00")]),
        {("embeds.0.timestamp", "DATE_TIME_TYPE_PARSE")},
    ),
    (
        "an image that was not uploaded",
        new_message(embeds=[embed(image={"url": "attachment://board.png"})]),
        {("embeds.0.image.url", ATTACHMENT_NOT_FOUND)},
    ),
    (
        "an icon that was not uploaded",
        new_message(embeds=[embed(author={"name": "x", "icon_url": "attachment://x.png"})]),
        {("embeds.0.author.icon_url", ATTACHMENT_NOT_FOUND)},
    ),
    # files
    (
        "an attachment without upload",
        new_message(attachments=[{"id": 0}]),
        {("attachments.0.id", "ATTACHMENT_NOT_FOUND")},
    ),
    ("an attachment without id", new_message(attachments=[{"filename": "x.png"}]), {("attachments.0.id", REQUIRED)}),
    (
        "a description that is too long",
        RequestBody({"attachments": [{"id": 0, "description": "x" * 1025}]}, SEND_MESSAGE, [BOARD_UPLOAD]),
        {("attachments.0.description", "BASE_TYPE_MAX_LENGTH")},
    ),
    (
        "a file component without upload",
        new_v2_message(file_component()),
        {("components.0.file.url", ATTACHMENT_NOT_FOUND)},
    ),
    (
        "a file component with a web URL",
        new_v2_message(file_component("https://example.org/x.pdf")),
        {("components.0.file.url", INVALID_URL_SCHEME)},
    ),
    (
        "a picture under another filename",
        replace(new_v2_message(gallery(media_item("attachment://x.png"))), uploads=[BOARD_UPLOAD]),
        {("components.0.items.0.media.url", ATTACHMENT_NOT_FOUND)},
    ),
    ("a gallery item without media", new_v2_message(gallery({})), {("components.0.items.0.media", REQUIRED)}),
    (
        "a data URL as media",
        new_v2_message(section(accessory={"type": 11, "media": {"url": "data:x"}})),
        {("components.0.accessory.media.url", INVALID_URL_SCHEME)},
    ),
    # edits
    ("an edit that removes the V2 flag", message_edit({"flags": 0}, V2_MESSAGE), {("flags", CANNOT_REMOVE_V2_FLAG)}),
    (
        "an edit that adds content to V2 components",
        message_edit({"content": "A duel"}, V2_MESSAGE),
        {("content", LEGACY_FIELD_WITH_V2)},
    ),
    (
        "an edit to V2 that keeps content",
        message_edit({"flags": V2_FLAG, "components": [text_display()]}, LEGACY_MESSAGE),
        {("content", LEGACY_FIELD_WITH_V2), ("embeds", LEGACY_FIELD_WITH_V2)},
    ),
    (
        "V2 components in an edit without the V2 flag",
        message_edit({"components": [text_display()]}, LEGACY_MESSAGE),
        {("components.0", INVALID_UNION_CHOICE)},
    ),
    (
        "a file that the edit removes",
        message_edit({"components": [file_component("attachment://old.png")], "attachments": []}, V2_MESSAGE),
        {("components.0.file.url", ATTACHMENT_NOT_FOUND)},
    ),
    (
        "a file that an upload replaces",
        message_edit({"components": [file_component("attachment://old.png")]}, V2_MESSAGE, BOARD_UPLOAD),
        {("components.0.file.url", ATTACHMENT_NOT_FOUND)},
    ),
    (
        "an attachment that the edit does not list",
        message_edit({"components": [file_component("attachment://old.png")]}, V2_MESSAGE),
        {("components.0.file.url", ATTACHMENT_NOT_FOUND)},
    ),
    (
        "an attachment that is listed without filename",
        message_edit(
            {"components": [file_component("attachment://old.png")], "attachments": [{"id": "77"}]}, V2_MESSAGE
        ),
        {("components.0.file.url", ATTACHMENT_NOT_FOUND)},
    ),
    (
        "an unknown attachment id",
        message_edit({"attachments": [{"id": "78"}]}, V2_MESSAGE),
        {("attachments.0.id", "ATTACHMENT_NOT_FOUND")},
    ),
]
