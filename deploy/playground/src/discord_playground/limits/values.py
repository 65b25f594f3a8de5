"""What single values are: numbers, snowflakes, links, times."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final, TypeGuard
from urllib.parse import urlsplit

SNOWFLAKE: Final = re.compile(r"0|[1-9][0-9]{0,19}")
NOT_IN_A_LINK: Final = re.compile(r"[\s<>\"{}|\\^`]")


def is_number(value: object) -> TypeGuard[float]:
    """Whether JSON calls it a number; Python takes true for one, too."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_link(value: str) -> bool:
    """Whether it is an absolute URL, whatever its scheme."""
    try:
        parts = urlsplit(value)
    except ValueError:
        return False
    return bool(parts.scheme and parts.netloc) and not NOT_IN_A_LINK.search(value)


def is_moment(value: Any) -> bool:
    """Whether it is a time in ISO 8601 with its time zone."""
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False


def listed(holder: Any, name: str) -> list[Any]:
    """Return the list under `name`; an empty one if there is none."""
    value = holder.get(name) if isinstance(holder, dict) else None
    return value if isinstance(value, list) else []
