"""Records of matches, with a folder for each game. Each file `.end` holds the end of the match."""

from pathlib import Path
from typing import Final

RECORDS_FOLDER: Final = Path(__file__).parent
