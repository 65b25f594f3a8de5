"""Pictures as bytes, kept: everybody who looks at a table asks for the same board."""

from __future__ import annotations

from functools import lru_cache

from games import art

png = lru_cache(maxsize=256)(art.png)
"""Sixty kilobytes a board at the most: fifteen megabytes when full."""
