"""The bot for tests over the wire: its randomness comes from the test, and it shares the tests' cache of drawings."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import resvg_py

from bot import app
from bot.__main__ import run_process
from games import GAMES
from tests.drawing_cache import CACHE_FOLDER_VARIABLE, cache_drawings
from tests.seeded_dice import replace_randomness
from tests.waiting import TEST_TIMEOUT_S

LONG_SHUTDOWN_VARIABLE = "LONG_SHUTDOWN"
"""Environment variable: give the bot more time to shut down, which a busy machine may need."""

if __name__ == "__main__":
    if cache_folder := os.environ.get(CACHE_FOLDER_VARIABLE):
        resvg_py.svg_to_bytes = cache_drawings(Path(cache_folder), resvg_py.svg_to_bytes)
    if os.environ.get(LONG_SHUTDOWN_VARIABLE):
        module: Any = app
        module.SHUTDOWN_TIMEOUT_S = TEST_TIMEOUT_S
    replace_randomness()
    # A developer may have installed other games.
    GAMES.use_plugins([], keeps_own_games=True)
    # Tournaments over the wire need not be long.
    games: Any = GAMES
    type(games["schamanen"]).LIVE_OPTIONS = {"duel_limit": 1}
    run_process()
