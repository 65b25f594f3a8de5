"""Rules for single embeds and for all embeds of a message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord_playground.api_errors import FieldError
from discord_playground.limits import field_errors, files
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.values import get_list

MAX_EMBED_TEXT_LENGTH = 6000

# An embed must have at least one of these fields. A color or timestamp alone shows nothing.
VISIBLE_FIELDS = ("title", "description", "author", "footer", "image", "thumbnail", "video", "provider", "fields")
NESTED_TEXT_FIELDS = (("author", "name"), ("footer", "text"))
PICTURE_URL_FIELDS = (("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url"))


def check_embeds(embeds: Any, path: FieldPath, attachment_names: frozenset[str]) -> Iterator[FieldError]:
    """Yield the errors in a message's embeds.

    `attachment_names` are the filenames that `attachment://` URLs may refer to.
    """
    if not isinstance(embeds, list):
        return
    for index, embed in enumerate(embeds):
        if isinstance(embed, dict):
            yield from check_embed(embed, (*path, index), attachment_names)
    if sum(count_embed_text(embed) for embed in embeds if isinstance(embed, dict)) > MAX_EMBED_TEXT_LENGTH:
        yield FieldError(path, "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MAX_EMBED_TEXT_LENGTH}")


def check_embed(embed: dict[str, Any], path: FieldPath, attachment_names: frozenset[str]) -> Iterator[FieldError]:
    if not any(embed.get(name) for name in VISIBLE_FIELDS):
        yield field_errors.missing_field((*path, "description"))
    for part, name in NESTED_TEXT_FIELDS:
        if isinstance(nested := embed.get(part), dict) and is_blank(nested.get(name)):
            yield field_errors.missing_field((*path, part, name))
    for index, field in enumerate(list_embed_fields(embed)):
        for name in ("name", "value"):
            if isinstance(field.get(name), str) and is_blank(field[name]):
                yield field_errors.missing_field((*path, "fields", index, name))
    for part, name in PICTURE_URL_FIELDS:
        if isinstance(nested := embed.get(part), dict):
            yield from files.check_media_url(nested.get(name), (*path, part, name), attachment_names)
    yield from files.check_url_scheme(embed.get("url"), (*path, "url"), files.LINK_SCHEMES)
    for part in ("author", "provider"):
        if isinstance(nested := embed.get(part), dict):
            yield from files.check_url_scheme(nested.get("url"), (*path, part, "url"), files.LINK_SCHEMES)


def count_embed_text(embed: dict[str, Any]) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [nested.get(name) for part, name in NESTED_TEXT_FIELDS if isinstance(nested := embed.get(part), dict)]
    texts += [field.get(name) for field in list_embed_fields(embed) for name in ("name", "value")]
    return sum(len(text) for text in texts if isinstance(text, str))


def list_embed_fields(embed: dict[str, Any]) -> list[dict[str, Any]]:
    return [field if isinstance(field, dict) else {} for field in get_list(embed, "fields")]


def is_blank(text: Any) -> bool:
    return text is None or (isinstance(text, str) and not text.strip())
