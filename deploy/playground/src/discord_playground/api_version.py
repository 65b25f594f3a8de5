"""Which versions of Discord's API still run: all of them are answered in the manner of the latest."""

from __future__ import annotations

from typing import Final

SUPPORTED_VERSIONS: Final = frozenset({"", *(str(number) for number in range(6, 11))})
"""As digits; whoever names none is answered, too."""


def is_supported(version: str) -> bool:
    return version in SUPPORTED_VERSIONS
