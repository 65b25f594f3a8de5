"""A picture of any size, to be sent."""

from __future__ import annotations

import struct
import zlib


def make_png(width: int, height: int) -> bytes:
    """One colour is enough for a picture."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = (b"\0" + b"\x3c\x7a\x45" * width) * height
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(pixels)), (b"IEND", b""))
    told = (struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(told)
