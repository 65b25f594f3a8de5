"""What the coach said of a match, as bytes that are kept, and back."""

from __future__ import annotations

import zlib
from typing import Final

from pydantic import TypeAdapter, ValidationError

from games.review import Review

_REVIEW: Final = TypeAdapter(Review)


def noted(review: Review) -> bytes:
    return zlib.compress(_REVIEW.dump_json(review), 9)


def read(notes: bytes) -> Review | None:
    """Nothing, where they cannot be read: it can be told anew."""
    try:
        return _REVIEW.validate_json(zlib.decompress(notes))
    except (zlib.error, ValidationError):
        return None
