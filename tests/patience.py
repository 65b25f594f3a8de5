"""How long a test waits for what must come: for ever, nearly. Only what is broken takes so long."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 120.0
"""Seconds; on a machine that is busy with other things, too."""
