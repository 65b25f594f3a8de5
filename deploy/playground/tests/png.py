"""Creates PNG images of any size, which tests upload."""

from __future__ import annotations

import struct
import zlib


def make_png(width: int, height: int) -> bytes:
    """Return a PNG image of this size, filled with one color."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = (b"\0" + b"\x3c\x7a\x45" * width) * height
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(pixels)), (b"IEND", b""))
    encoded = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(encoded)
