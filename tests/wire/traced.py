"""The bot as it is, but its dice are the test's, and drawings that the tests know are read: each process drew those of
its first boards anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import resvg_py

from bot.__main__ import process
from tests.dice import loaded
from tests.drawn import PLACE, kept

if __name__ == "__main__":
    if place := os.environ.get(PLACE):
        resvg_py.svg_to_bytes = kept(Path(place), resvg_py.svg_to_bytes)
    loaded()
    process()
