"""The supported versions of Discord's API. All get the responses of the latest version."""

from __future__ import annotations

from typing import Final

SUPPORTED_VERSIONS: Final = frozenset({"", *(str(number) for number in range(6, 11))})
"""As digits; the empty string stands for a request without a version."""


def is_supported(version: str) -> bool:
    return version in SUPPORTED_VERSIONS
