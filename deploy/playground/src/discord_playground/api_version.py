"""The supported versions of Discord's API. Requests to any of them get responses in the latest format."""

from __future__ import annotations

from typing import Final

SUPPORTED_VERSIONS: Final = frozenset({"", *(str(number) for number in range(6, 11))})
"""Version numbers as they appear in URLs. The empty string stands for a URL without a version."""


def is_supported(version: str) -> bool:
    return version in SUPPORTED_VERSIONS
