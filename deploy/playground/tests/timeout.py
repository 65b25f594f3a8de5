"""The timeout of all tests. It is so long that it only expires if something is broken, even on a busy machine."""

from __future__ import annotations

from typing import Final

TIMEOUT_S: Final = 120.0
