"""A size limit, long player names, and an image reader for tests of painted boards."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image

MAX_BOARD_BYTES: Final = 125 * 1024
LONG_NAMES: Final = ("Hildegard von der Wiesenau", "Лисица Васильевна", "小狐", "🦦 Q", "W" * 32, "")


def open_image(png: bytes) -> Image.Image:
    with Image.open(BytesIO(png)) as board:
        return board.convert("RGB")
