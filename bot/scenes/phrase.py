"""The labels of one word after another, as one phrase."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bot.texts import say

ELLIPSIS: Final = "…"
_HELD: Final = re.compile(r" ×\d+$")


def uncounted(label: str) -> str:
    """“scissors” for “scissors ×2”: a button tells how many there are to choose from, and one of them is chosen."""
    return _HELD.sub("", label)


def phrase(labels: Sequence[str], locale: str, *, begins: bool) -> str:
    """“Exchange two stones: A1 · 9 ⇄ A3 · 8”. `begins` where the first of them begins the word: it says what is done.

    What begins with a sign joins by itself; what ends with an ellipsis only leads on, and goes once something follows.
    """
    kept = [label for label in labels[:-1] if not label.endswith(ELLIPSIS)] + list(labels[-1:])
    told, *others = kept or [""]
    for at, label in enumerate(others):
        if not label[:1].isalnum():
            told += f" {label}"
        elif begins and at == 0:
            told = say("deed", locale, deed=told, what=label)
        else:
            told += f", {label}"
    return told
