"""Matches that were played once, in a folder a game: each ends again as it ended."""

from pathlib import Path
from typing import Final

RECORDS_FOLDER: Final = Path(__file__).parent
