"""A body that came as fields of a form, each a text by itself, as the JSON that says the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from deploy.playground.form import parsed, sound

NUMBERS: Final = {"auto_archive_duration", "flags", "position", "rate_limit_per_user", "type"}
"""What is a number where it stands; elsewhere digits are a text like any other."""
TRUTHS: Final = {"true": True, "false": False}
WHOLE: Final = "payload_json"


def read(fields: Iterable[tuple[str, str]]) -> Any:
    """What is there as a whole goes before the parts: py-cord sends it so, urlencoded, where it has no file to send."""
    told = dict(fields)
    if WHOLE in told:
        return parsed(told[WHOLE])
    body = {name: _value(name, text) for name, text in told.items()}
    sound(body)
    return body


def _value(name: str, text: str) -> str | int | bool:
    if name in NUMBERS and text.isdecimal() and text.isascii():
        return int(text)
    return TRUTHS.get(text, text) if name != "content" else text
