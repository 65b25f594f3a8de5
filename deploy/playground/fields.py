"""A body that came as fields of a form, each a text by itself, as the JSON that says the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from deploy.playground.form import sound

NUMBERS: Final = {"auto_archive_duration", "flags", "position", "rate_limit_per_user", "type"}
"""What is a number where it stands; elsewhere digits are a text like any other."""
TRUTHS: Final = {"true": True, "false": False}


def read(fields: Iterable[tuple[str, str]]) -> dict[str, Any]:
    body = {name: _value(name, text) for name, text in fields}
    sound(body)
    return body


def _value(name: str, text: str) -> str | int | bool:
    if name in NUMBERS and text.isdecimal() and text.isascii():
        return int(text)
    return TRUTHS.get(text, text) if name != "content" else text
