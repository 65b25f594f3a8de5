"""Which versions of Discord's API still run: all of them are answered in the manner of the latest."""

from __future__ import annotations

from typing import Final

RUNNING: Final = frozenset({"", *(str(number) for number in range(6, 11))})
"""As digits; whoever names none is answered, too."""


def runs(version: str) -> bool:
    return version in RUNNING
