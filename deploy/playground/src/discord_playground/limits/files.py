"""What comes with a body as a file of its own, and who refers to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from discord_playground.limits import phrases
from discord_playground.limits.phrases import Place
from discord_playground.refusal import TOO_LARGE, Code, Fault

MOST = 10
# Bytes; what a server without boosts takes.
LARGEST = 10 * 1024 * 1024
TOO_MANY_FILES = Code(400, 30015, f"Maximum number of attachments in a message reached ({MOST}).")
SCHEME = "attachment://"
ATTACHED = "attachment"
SITES = ("http", "https", "discord")
MEDIA = ("http", "https", ATTACHED)


class Upload(NamedTuple):
    """One part of a multipart request: `files[key]`, or `file` under the key "0"."""

    key: str
    name: str
    size: int


def refusal(uploads: Sequence[Upload], body: Any, before: Mapping[str, Any] | None) -> Code | None:
    """Too much to be looked at any further."""
    if any(upload.size > LARGEST for upload in uploads):
        return TOO_LARGE
    new = {upload.key for upload in uploads}
    if len(new | {str(attachment.get("id")) for attachment in kept(body, uploads, before)}) > MOST:
        return TOO_MANY_FILES
    return None


def kept(body: Any, uploads: Sequence[Upload], before: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    """The attachments of `before` that are still there after the edit.

    An upload without an `attachments` array drops the old ones.
    """
    old = list(before.get("attachments") or ()) if before else []
    listed = body.get("attachments") if isinstance(body, dict) else None
    if isinstance(listed, list):
        ids = {str(attachment.get("id")) for attachment in listed if isinstance(attachment, dict)}
        return [attachment for attachment in old if str(attachment.get("id")) in ids]
    return [] if uploads else old


def faults(body: Any, uploads: Sequence[Upload], before: Mapping[str, Any] | None, place: Place) -> Iterator[Fault]:
    """Entries of `attachments` that are neither among the uploads nor on the message."""
    known = {upload.key for upload in uploads}
    known |= {str(attachment.get("id")) for attachment in (before.get("attachments") or () if before else ())}
    listed = body.get("attachments")
    for index, attachment in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(attachment, dict) and attachment.get("id") is not None and str(attachment["id"]) not in known:
            yield Fault((*place, "attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found")


def names(body: Any, uploads: Sequence[Upload], before: Mapping[str, Any] | None) -> frozenset[str]:
    """What `attachment://` may refer to in this body: what it brings, and what it lists by name.

    What a message has already is found by its name only where the edit lists it with both id and filename.
    """
    listed = body.get("attachments") if isinstance(body, dict) else None
    named = {
        str(attachment.get("id")): str(attachment["filename"])
        for attachment in (listed if isinstance(listed, list) else ())
        if isinstance(attachment, dict) and attachment.get("filename")
    }
    old = {str(attachment.get("id")) for attachment in kept(body, uploads, before)}
    new = {named.get(upload.key, upload.name) for upload in uploads}
    return frozenset(new | {name for key, name in named.items() if key in old})


def wrong_scheme(url: Any, place: Place, schemes: Sequence[str]) -> Iterator[Fault]:
    """Report a link of another scheme; the schemas know only that it is a link."""
    scheme, colon, _ = url.partition(":") if isinstance(url, str) else ("", "", "")
    if colon and scheme not in schemes:
        yield phrases.no_scheme(place, scheme, schemes)


def medium(url: Any, place: Place, known: frozenset[str], schemes: Sequence[str] = MEDIA) -> Iterator[Fault]:
    """Report what is no picture or file; `known` are the files that the body brings."""
    yield from wrong_scheme(url, place, schemes)
    if isinstance(url, str) and url.startswith(SCHEME) and url.removeprefix(SCHEME) not in known:
        code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
        yield Fault(place, code, f'The referenced attachment "{url.removeprefix(SCHEME)}" was not found.')
