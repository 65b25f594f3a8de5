"""The timeout that all tests use. Even on a busy machine, it expires only if something is broken."""

from __future__ import annotations

from typing import Final

TIMEOUT_S: Final = 120.0
