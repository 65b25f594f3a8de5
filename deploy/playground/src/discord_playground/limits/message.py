"""Rules for messages that bots send or edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from discord_playground.api_errors import FieldError
from discord_playground.limits import component_tree, embed, field_errors, files
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.files import Upload
from discord_playground.limits.values import is_number
from discord_playground.world.message import EPHEMERAL, IS_COMPONENTS_V2, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS

IS_VOICE_MESSAGE = 1 << 13
FLAGS_FOR_NEW_MESSAGE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | IS_VOICE_MESSAGE | IS_COMPONENTS_V2
FLAGS_FOR_RESPONSE = FLAGS_FOR_NEW_MESSAGE | EPHEMERAL
FLAGS_FOR_EDIT = SUPPRESS_EMBEDS | IS_COMPONENTS_V2
ALL_FLAGS = (1 << 63) - 1
MAX_CONTENT_LENGTH = 2000
# Request fields that messages with Components V2 cannot have, and the fields of messages that store them.
NON_V2_FIELDS = {"content": "content", "embeds": "embeds", "poll": "poll", "sticker_ids": "sticker_items"}


def check_message(
    body: Any,
    uploads: Sequence[Upload] = (),
    *,
    previous: Mapping[str, Any] | None = None,
    settable_flags: int = FLAGS_FOR_NEW_MESSAGE,
    path: FieldPath = (),
) -> list[FieldError]:
    """Return the errors in the body of a new message or, if `previous` is given, of an edit to that message.

    `settable_flags` are the flags that the request may set.
    """
    if not isinstance(body, dict):
        return [field_errors.not_an_object(path)]
    return [*_check_message_fields(body, uploads, previous, settable_flags, path)]


def _check_message_fields(
    body: dict[str, Any],
    uploads: Sequence[Upload],
    previous: Mapping[str, Any] | None,
    settable_flags: int,
    path: FieldPath,
) -> Iterator[FieldError]:
    if isinstance(content := body.get("content"), str) and len(content) > MAX_CONTENT_LENGTH:
        yield field_errors.bad_length((*path, "content"), 0, MAX_CONTENT_LENGTH)
    if isinstance(reference := body.get("message_reference"), dict) and reference.get("type"):
        # Other types are forwarded messages, which the playground does not support.
        yield field_errors.not_one_of((*path, "message_reference", "type"), (0,))
    yield from files.check_attachments(body, uploads, previous, path)
    yield from check_allowed_mentions(body.get("allowed_mentions"), (*path, "allowed_mentions"))
    old_flags = get_flags(previous or {})
    new_flags = get_flags(body) if body.get("flags") is not None else old_flags
    # Edits ignore all flags that they cannot set.
    if settable_flags != FLAGS_FOR_EDIT and (invalid := new_flags & ~(settable_flags | old_flags)):
        bits = ", ".join(str(1 << bit) for bit in range(invalid.bit_length()) if invalid >> bit & 1)
        yield FieldError((*path, "flags"), "MESSAGE_FLAGS_INVALID", f"Flags that cannot be set here: {bits}.")
    if old_flags & IS_COMPONENTS_V2 and not new_flags & IS_COMPONENTS_V2:
        code, text = "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "IS_COMPONENTS_V2 cannot be taken from a message."
        yield FieldError((*path, "flags"), code, text)
    is_v2 = bool((old_flags | new_flags) & IS_COMPONENTS_V2)
    if is_v2:
        yield from check_no_legacy_fields(body, {} if old_flags & IS_COMPONENTS_V2 else previous or {}, path)
    names = files.list_attachment_names(body, uploads, previous)
    if body.get("embeds") is not None:
        yield from embed.check_embeds(body["embeds"], (*path, "embeds"), names)
    if body.get("components") is not None:
        yield from component_tree.check_message_components(
            body["components"], (*path, "components"), is_v2=is_v2, attachment_names=names
        )


def check_no_legacy_fields(body: dict[str, Any], previous: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Yield an error for each field, such as `content`, that a message with Components V2 cannot have.

    An edit that switches the message `previous` to Components V2 must clear these fields.
    """
    for name, stored in NON_V2_FIELDS.items():
        if body.get(name) or (name not in body and previous.get(stored)):
            text = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield FieldError((*path, name), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)


def check_allowed_mentions(allowed_mentions: Any, path: FieldPath) -> Iterator[FieldError]:
    if not isinstance(allowed_mentions, dict) or not isinstance(allowed_mentions.get("parse"), list):
        return
    for target in ("users", "roles"):
        if target in allowed_mentions["parse"] and allowed_mentions.get(target):
            text = f'parse:["{target}"] and {target}: [ids...] are mutually exclusive.'
            yield FieldError(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def is_empty_message(body: Any, uploads: Sequence[Upload] = (), previous: Mapping[str, Any] | None = None) -> bool:
    """Return whether the message would have no content after it is sent or edited."""
    if not isinstance(body, dict):
        return False
    merged = {**{name: (previous or {}).get(stored) for name, stored in NON_V2_FIELDS.items()}, **body}
    if "components" not in body and previous:
        merged["components"] = previous.get("components")
    return not (
        uploads
        or not embed.is_blank(merged.get("content"))
        or any(merged.get(name) for name in ("embeds", "poll", "sticker_ids", "components"))
        or files.list_kept_attachments(body, uploads, previous)
    )


def get_flags(message: Mapping[str, Any]) -> int:
    value = message.get("flags")
    return int(value) if is_number(value) and not value % 1 and 0 <= value < 2**63 else 0
