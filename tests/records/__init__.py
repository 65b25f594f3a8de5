"""Stored records of matches, with a folder for each game. Each `.end` file describes how its match ended."""

from pathlib import Path
from typing import Final

RECORDS_FOLDER: Final = Path(__file__).parent
