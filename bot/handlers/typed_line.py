"""Validates text that people type and that the bot posts, such as names of tournaments."""

from __future__ import annotations

from itertools import groupby
from typing import Final
from unicodedata import category

from games.refused import Refused

MAX_COMBINING_CHARACTERS: Final = 2
"""How many combining characters may follow each other. A stack of them would cover the lines around it."""
FORBIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Control characters, halves of surrogate pairs, and separators of lines and paragraphs."""
BIDI_CONTROLS: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of the text after them, and so the order in which it is read."""
BLANK_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that look like spaces, although Unicode counts them among letters and symbols."""


def check_typed_line(text: str, max_length: int) -> None:
    """Raise `Refused` if the text is too long, shows nothing, has line breaks or could distort the text around it.

    Control characters, right-to-left marks and tall stacks of accents, for example, could distort it.
    """
    is_combining = [category(char).startswith("M") for char in text]
    is_stacked = any(
        combining and len(list(run)) > MAX_COMBINING_CHARACTERS for combining, run in groupby(is_combining)
    )
    if len(text) > max_length or is_stacked or not any(map(_is_visible, text)) or any(map(_is_forbidden, text)):
        raise Refused("typed-line", most=max_length)


def _is_forbidden(char: str) -> bool:
    return char in BIDI_CONTROLS or category(char) in FORBIDDEN_CATEGORIES


def _is_visible(char: str) -> bool:
    """Return whether a character is visible by itself, unlike spaces, combining accents and control characters."""
    return category(char)[0] not in "CMZ" and char not in BLANK_LETTERS
