"""The one timeout of these tests. It is long: only what is broken takes that long, on a busy machine too."""

from __future__ import annotations

from typing import Final

TIMEOUT_S: Final = 120.0
