"""Rules for application emoji: their names, their images and their use in components."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Container, Iterator
from typing import Any, Final

from discord_playground.api_errors import FieldError
from discord_playground.limits import field_errors
from discord_playground.limits.component_tree import walk_with_paths
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.values import get_list

MAX_APPLICATION_EMOJIS: Final = 2000
MAX_EMOJI_BYTES: Final = 256 * 1024
EMOJI_NAME: Final = re.compile(r"[A-Za-z0-9_]+")
MEDIA_TYPES_BY_SIGNATURE: Final = {
    b"\x89PNG": "image/png",
    b"GIF8": "image/gif",
    b"\xff\xd8": "image/jpeg",
    b"RIFF": "image/webp",
    b"\0\0": "image/avif",
}
"""Media types of images, by the first bytes of the file."""
IMAGE_DATA_URL: Final = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(.+)", re.DOTALL)


def check_emoji_name(name: Any) -> Iterator[FieldError]:
    if not isinstance(name, str):
        return
    if not 2 <= len(name) <= 32:
        yield field_errors.bad_length(("name",), 2, 32)
    elif not EMOJI_NAME.fullmatch(name):
        yield field_errors.pattern_mismatch(("name",))


def check_emoji_image(data_url: Any) -> Iterator[FieldError]:
    """Yield an error if a data URL does not contain a valid image or the image is too large."""
    if not isinstance(data_url, str):
        return
    if not (data := decode_data_url(data_url)) or not detect_media_type(data):
        yield FieldError(("image",), "IMAGE_INVALID", "Invalid image")
    elif len(data) > MAX_EMOJI_BYTES:
        yield FieldError(("image",), "BINARY_TYPE_MAX_SIZE", f"File cannot be larger than {MAX_EMOJI_BYTES / 1024} kb.")


def decode_data_url(data_url: str) -> bytes | None:
    match = IMAGE_DATA_URL.fullmatch(data_url)
    try:
        return b64decode(match[1], validate=True) if match else None
    except (binascii.Error, ValueError):
        return None


def detect_media_type(data: bytes) -> str | None:
    return next(
        (media_type for signature, media_type in MEDIA_TYPES_BY_SIGNATURE.items() if data.startswith(signature)), None
    )


def name_taken_error(path: FieldPath) -> FieldError:
    return FieldError(path, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists.")


def check_emojis_exist(
    components: Any, path: FieldPath, known_ids: Container[str], error_message: str = "Invalid emoji"
) -> Iterator[FieldError]:
    """Yield an error for each custom emoji in the components whose ID is not in `known_ids`."""
    for emoji, emoji_path in walk_custom_emojis(components, path):
        if str(emoji["id"]) not in known_ids:
            yield FieldError((*emoji_path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", error_message)


def walk_custom_emojis(components: Any, path: FieldPath = ()) -> Iterator[tuple[dict[str, Any], FieldPath]]:
    """Yield each custom emoji in the components and their options, with its path in the request body."""
    for component_path, component in walk_with_paths(components, path):
        options = enumerate(get_list(component, "options"))
        owners = [(component, component_path)]
        owners += [(option, (*component_path, "options", index)) for index, option in options]
        for owner, owner_path in owners:
            emoji = owner.get("emoji") if isinstance(owner, dict) else None
            if isinstance(emoji, dict) and emoji.get("id") is not None:
                yield emoji, (*owner_path, "emoji")
