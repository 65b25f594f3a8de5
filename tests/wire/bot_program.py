"""The bot for tests over the wire: its dice are the test's, and it reads drawings that the tests have kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import resvg_py

from bot import app
from bot.__main__ import run_process
from tests.drawing_cache import CACHE_FOLDER_VARIABLE, cache_drawings
from tests.seeded_dice import replace_randomness
from tests.waiting import TEST_TIMEOUT_S

LONG_DRAIN_VARIABLE = "LONG_DRAIN"
"""Environment variable: take all the time there is to end what was begun, for a busy machine may need it."""

if __name__ == "__main__":
    if place := os.environ.get(CACHE_FOLDER_VARIABLE):
        resvg_py.svg_to_bytes = cache_drawings(Path(place), resvg_py.svg_to_bytes)
    if os.environ.get(LONG_DRAIN_VARIABLE):
        module: Any = app
        module.DRAIN = TEST_TIMEOUT_S
    replace_randomness()
    run_process()
