"""What comes with a body as a file of its own, and who refers to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from discord_playground.api_errors import REQUEST_TOO_LARGE, ApiErrorCode, FieldError
from discord_playground.limits import field_errors
from discord_playground.limits.field_errors import FieldPath

MAX_ATTACHMENTS = 10
# Bytes; what a server without boosts takes.
MAX_FILE_BYTES = 10 * 1024 * 1024
TOO_MANY_FILES = ApiErrorCode(400, 30015, f"Maximum number of attachments in a message reached ({MAX_ATTACHMENTS}).")
ATTACHMENT_URL_PREFIX = "attachment://"
ATTACHMENT_SCHEME = "attachment"
LINK_SCHEMES = ("http", "https", "discord")
MEDIA_SCHEMES = ("http", "https", ATTACHMENT_SCHEME)


class Upload(NamedTuple):
    """One part of a multipart request: `files[key]`, or `file` under the key "0"."""

    key: str
    filename: str
    size_bytes: int


def check_upload_limits(
    uploads: Sequence[Upload], body: Any, previous: Mapping[str, Any] | None
) -> ApiErrorCode | None:
    """Too much to be looked at any further."""
    if any(upload.size_bytes > MAX_FILE_BYTES for upload in uploads):
        return REQUEST_TOO_LARGE
    new = {upload.key for upload in uploads}
    if (
        len(new | {str(attachment.get("id")) for attachment in list_kept_attachments(body, uploads, previous)})
        > MAX_ATTACHMENTS
    ):
        return TOO_MANY_FILES
    return None


def list_kept_attachments(
    body: Any, uploads: Sequence[Upload], previous: Mapping[str, Any] | None
) -> list[Mapping[str, Any]]:
    """The attachments of `before` that are still there after the edit.

    An upload without an `attachments` array drops the old ones.
    """
    old = list(previous.get("attachments") or ()) if previous else []
    listed = body.get("attachments") if isinstance(body, dict) else None
    if isinstance(listed, list):
        ids = {str(attachment.get("id")) for attachment in listed if isinstance(attachment, dict)}
        return [attachment for attachment in old if str(attachment.get("id")) in ids]
    return [] if uploads else old


def check_attachments(
    body: Any, uploads: Sequence[Upload], previous: Mapping[str, Any] | None, path: FieldPath
) -> Iterator[FieldError]:
    """Entries of `attachments` that are neither among the uploads nor on the message."""
    known = {upload.key for upload in uploads}
    known |= {str(attachment.get("id")) for attachment in (previous.get("attachments") or () if previous else ())}
    listed = body.get("attachments")
    for index, attachment in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(attachment, dict) and attachment.get("id") is not None and str(attachment["id"]) not in known:
            yield FieldError((*path, "attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found")


def list_attachment_names(body: Any, uploads: Sequence[Upload], previous: Mapping[str, Any] | None) -> frozenset[str]:
    """What `attachment://` may refer to in this body: what it brings, and what it lists by name.

    What a message has already is found by its name only where the edit lists it with both id and filename.
    """
    listed = body.get("attachments") if isinstance(body, dict) else None
    named = {
        str(attachment.get("id")): str(attachment["filename"])
        for attachment in (listed if isinstance(listed, list) else ())
        if isinstance(attachment, dict) and attachment.get("filename")
    }
    old = {str(attachment.get("id")) for attachment in list_kept_attachments(body, uploads, previous)}
    new = {named.get(upload.key, upload.filename) for upload in uploads}
    return frozenset(new | {name for key, name in named.items() if key in old})


def check_url_scheme(url: Any, path: FieldPath, schemes: Sequence[str]) -> Iterator[FieldError]:
    """Report a link of another scheme; the schemas know only that it is a link."""
    scheme, colon, _ = url.partition(":") if isinstance(url, str) else ("", "", "")
    if colon and scheme not in schemes:
        yield field_errors.unsupported_scheme(path, scheme, schemes)


def check_media_url(
    url: Any, path: FieldPath, attachment_names: frozenset[str], schemes: Sequence[str] = MEDIA_SCHEMES
) -> Iterator[FieldError]:
    """Report what is no picture or file; `known` are the files that the body brings."""
    yield from check_url_scheme(url, path, schemes)
    if (
        isinstance(url, str)
        and url.startswith(ATTACHMENT_URL_PREFIX)
        and url.removeprefix(ATTACHMENT_URL_PREFIX) not in attachment_names
    ):
        code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
        yield FieldError(
            path, code, f'The referenced attachment "{url.removeprefix(ATTACHMENT_URL_PREFIX)}" was not found.'
        )
