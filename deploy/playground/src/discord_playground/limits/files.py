"""Rules for uploaded files and the URLs that refer to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from discord_playground.api_errors import REQUEST_TOO_LARGE, ApiErrorCode, FieldError
from discord_playground.limits import field_errors
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.values import get_list

MAX_ATTACHMENTS = 10
# This is Discord's limit for servers without boosts.
MAX_FILE_BYTES = 10 * 1024 * 1024
TOO_MANY_FILES = ApiErrorCode(400, 30015, f"Maximum number of attachments in a message reached ({MAX_ATTACHMENTS}).")
ATTACHMENT_URL_PREFIX = "attachment://"
ATTACHMENT_SCHEME = "attachment"
LINK_SCHEMES = ("http", "https", "discord")
MEDIA_SCHEMES = ("http", "https", ATTACHMENT_SCHEME)


class Upload(NamedTuple):
    """A file from a multipart request, in the part `files[KEY]`. A part named `file` gets the key "0"."""

    key: str
    filename: str
    size_bytes: int


def check_upload_limits(
    uploads: Sequence[Upload], body: Any, previous: Mapping[str, Any] | None
) -> ApiErrorCode | None:
    """Return an error if the message would have too many attachments or an upload is too large."""
    if any(upload.size_bytes > MAX_FILE_BYTES for upload in uploads):
        return REQUEST_TOO_LARGE
    kept = list_kept_attachments(body, uploads, previous)
    ids = {upload.key for upload in uploads} | {str(attachment.get("id")) for attachment in kept}
    return TOO_MANY_FILES if len(ids) > MAX_ATTACHMENTS else None


def list_kept_attachments(
    body: Any, uploads: Sequence[Upload], previous: Mapping[str, Any] | None
) -> list[Mapping[str, Any]]:
    """Return the attachments of the message `previous` that remain after an edit.

    If the body has no `attachments` array, uploads replace all old attachments.
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
    """Yield an error for each entry of `attachments` that is neither uploaded nor already on the message."""
    known = {upload.key for upload in uploads}
    known |= {str(attachment.get("id")) for attachment in (previous.get("attachments") or () if previous else ())}
    for index, attachment in enumerate(get_list(body, "attachments")):
        if isinstance(attachment, dict) and attachment.get("id") is not None and str(attachment["id"]) not in known:
            yield FieldError((*path, "attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found")


def list_attachment_names(body: Any, uploads: Sequence[Upload], previous: Mapping[str, Any] | None) -> frozenset[str]:
    """Return the filenames that `attachment://` URLs in this body may refer to.

    These are the names of all uploads and of old attachments that the body lists with ID and filename.
    """
    name_by_id = {
        str(attachment.get("id")): str(attachment["filename"])
        for attachment in get_list(body, "attachments")
        if isinstance(attachment, dict) and attachment.get("filename")
    }
    old_ids = {str(attachment.get("id")) for attachment in list_kept_attachments(body, uploads, previous)}
    new_names = {name_by_id.get(upload.key, upload.filename) for upload in uploads}
    return frozenset(new_names | {name for attachment_id, name in name_by_id.items() if attachment_id in old_ids})


def check_url_scheme(url: Any, path: FieldPath, schemes: Sequence[str]) -> Iterator[FieldError]:
    """Yield an error if a URL's scheme is not one of `schemes`."""
    scheme, colon, _ = url.partition(":") if isinstance(url, str) else ("", "", "")
    if colon and scheme not in schemes:
        yield field_errors.unsupported_scheme(path, scheme, schemes)


def check_media_url(
    url: Any, path: FieldPath, attachment_names: frozenset[str], schemes: Sequence[str] = MEDIA_SCHEMES
) -> Iterator[FieldError]:
    """Yield an error if a media URL's scheme is not allowed or the attachment that it refers to does not exist."""
    yield from check_url_scheme(url, path, schemes)
    if isinstance(url, str) and url.startswith(ATTACHMENT_URL_PREFIX):
        name = url.removeprefix(ATTACHMENT_URL_PREFIX)
        if name not in attachment_names:
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            yield FieldError(path, code, f'The referenced attachment "{name}" was not found.')
