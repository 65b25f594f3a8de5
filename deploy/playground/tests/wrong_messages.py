"""What may be wrong with a message beside its components."""

from __future__ import annotations

from dataclasses import replace

from deploy.playground.tests.bodies import PICTURE, SEND, V2, Sent
from deploy.playground.tests.codes import (
    AMONG,
    BOOLEAN,
    FLAGS,
    ITEM,
    LEGACY,
    LIST,
    MISSING,
    MODEL,
    NOT_REMOVED,
    NUMBER,
    REQUIRED,
    SCHEME,
    STRING,
    UNION,
    URL,
)
from deploy.playground.tests.small import (
    NEW,
    OLD,
    Cases,
    edit,
    embed,
    file,
    gallery,
    medium,
    message,
    section,
    text,
    v2,
)

CASES: Cases = [
    ("no object", Sent([]), {("", MODEL)}),
    ("a number for text", message(content=5), {("content", STRING)}),
    ("a word for a number", message(flags="silent"), {("flags", NUMBER)}),
    ("a number for yes or no", message(tts=1), {("tts", BOOLEAN)}),
    ("an object for a list", message(embeds={}), {("embeds", LIST)}),
    ("nothing in a list", message(embeds=[None]), {("embeds.0", ITEM)}),
    ("a word for an object", message(embeds=["x"]), {("embeds.0", MODEL)}),
    ("flags of the server's", message(flags=1 << 4), {("flags", FLAGS)}),
    ("ephemeral in a channel", message(flags=1 << 6), {("flags", FLAGS)}),
    ("a nonce of neither kind", message(nonce=[]), {("nonce", NUMBER)}),
    # mentions and references
    ("unknown mentions", message(allowed_mentions={"parse": ["here"]}), {("allowed_mentions.parse.0", AMONG)}),
    (
        "mentions said twice",
        message(allowed_mentions={"parse": ["users", "roles"], "users": ["5"], "roles": ["6"]}),
        {("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE")},
    ),
    ("no id to mention", message(allowed_mentions={"users": ["otter"]}), {("allowed_mentions.users.0", NUMBER)}),
    ("a reply to nothing", message(message_reference={}), {("message_reference.message_id", REQUIRED)}),
    ("a reply to no id", message(message_reference={"message_id": "x"}), {("message_reference.message_id", NUMBER)}),
    # embeds
    ("an embed of a colour", message(embeds=[{"color": 5}]), {("embeds.0.description", REQUIRED)}),
    (
        "a blank field",
        message(embeds=[{"fields": [{"name": " ", "value": "x"}]}]),
        {("embeds.0.fields.0.name", REQUIRED)},
    ),
    ("a field without value", message(embeds=[{"fields": [{"name": "x"}]}]), {("embeds.0.fields.0.value", REQUIRED)}),
    ("a nameless author", message(embeds=[embed(author={})]), {("embeds.0.author.name", REQUIRED)}),
    ("an empty footer", message(embeds=[embed(footer={"text": ""})]), {("embeds.0.footer.text", REQUIRED)}),
    ("no link", message(embeds=[embed(url="example.org")]), {("embeds.0.url", URL)}),
    ("a link to a script", message(embeds=[embed(url="javascript:alert")]), {("embeds.0.url", SCHEME)}),
    ("a link to nowhere", message(embeds=[embed(url="https://")]), {("embeds.0.url", URL)}),
    ("no time", message(embeds=[embed(timestamp="noon")]), {("embeds.0.timestamp", "DATE_TIME_TYPE_PARSE")}),
    (
        "a time of no zone",
        message(embeds=[embed(timestamp="2026-01-01T12:00:00")]),
        {("embeds.0.timestamp", "DATE_TIME_TYPE_PARSE")},
    ),
    (
        "a picture that was not sent",
        message(embeds=[embed(image={"url": "attachment://board.png"})]),
        {("embeds.0.image.url", MISSING)},
    ),
    (
        "an icon that was not sent",
        message(embeds=[embed(author={"name": "x", "icon_url": "attachment://x.png"})]),
        {("embeds.0.author.icon_url", MISSING)},
    ),
    # files
    ("an attachment of no file", message(attachments=[{"id": 0}]), {("attachments.0.id", "ATTACHMENT_NOT_FOUND")}),
    ("an attachment without id", message(attachments=[{"filename": "x.png"}]), {("attachments.0.id", REQUIRED)}),
    (
        "alternative text",
        Sent({"attachments": [{"id": 0, "description": "x" * 1025}]}, SEND, [PICTURE]),
        {("attachments.0.description", "BASE_TYPE_MAX_LENGTH")},
    ),
    ("a file that was not sent", v2(file()), {("components.0.file.url", MISSING)}),
    ("a file of the web", v2(file("https://example.org/x.pdf")), {("components.0.file.url", SCHEME)}),
    (
        "a picture by another name",
        replace(v2(gallery(medium("attachment://x.png"))), uploads=[PICTURE]),
        {("components.0.items.0.media.url", MISSING)},
    ),
    ("a picture of nothing", v2(gallery({})), {("components.0.items.0.media", REQUIRED)}),
    (
        "a picture of a script",
        v2(section(accessory={"type": 11, "media": {"url": "data:x"}})),
        {("components.0.accessory.media.url", SCHEME)},
    ),
    # edits
    ("an edit that takes the flag", edit({"flags": 0}, NEW), {("flags", NOT_REMOVED)}),
    ("an edit back to content", edit({"content": "A duel"}, NEW), {("content", LEGACY)}),
    (
        "an edit forward beside content",
        edit({"flags": V2, "components": [text()]}, OLD),
        {("content", LEGACY), ("embeds", LEGACY)},
    ),
    ("an edit of old components", edit({"components": [text()]}, OLD), {("components.0", UNION)}),
    (
        "a file that was dropped",
        edit({"components": [file("attachment://old.png")], "attachments": []}, NEW),
        {("components.0.file.url", MISSING)},
    ),
    (
        "a file that an upload dropped",
        edit({"components": [file("attachment://old.png")]}, NEW, PICTURE),
        {("components.0.file.url", MISSING)},
    ),
    (
        "a file that the message has and the edit does not list",
        edit({"components": [file("attachment://old.png")]}, NEW),
        {("components.0.file.url", MISSING)},
    ),
    (
        "a file that is listed without its name",
        edit({"components": [file("attachment://old.png")], "attachments": [{"id": "77"}]}, NEW),
        {("components.0.file.url", MISSING)},
    ),
    (
        "a file that never was",
        edit({"attachments": [{"id": "78"}]}, NEW),
        {("attachments.0.id", "ATTACHMENT_NOT_FOUND")},
    ),
]
