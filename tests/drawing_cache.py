"""A cache of rendered drawings in `.pytest_cache`. Reading a drawing is fifty times as fast as rendering it.

`pytest --cache-clear` empties the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final

DrawFunction = Callable[..., bytes]
CACHE_FOLDER_VARIABLE: Final = "DRAWN"
"""The environment variable that gives the folder of the cache to processes started by tests."""
MAX_CACHED_DRAWINGS: Final = 30_000
"""The number of cached drawings, of a few kilobytes each, above which the cache is emptied."""


def cache_drawings(folder: Path, draw: DrawFunction) -> DrawFunction:
    """Return a function that calls `draw` only for drawings that are not in the cache."""
    library = version("resvg-py")

    def draw_or_read(*, font_files: list[str], **arguments: Any) -> bytes:
        key = repr((library, sorted(arguments.items()), [_hash_file(path) for path in font_files]))
        path = folder / sha256(key.encode()).hexdigest()
        try:
            return path.read_bytes()
        except FileNotFoundError:
            data = bytes(draw(font_files=font_files, **arguments))
        # Another process may be writing the same file, so write a temporary file and rename it.
        with NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(data)
        Path(file.name).replace(path)
        return data

    return draw_or_read


def limit_cache(folder: Path) -> None:
    """Empty the cache if it has more than `MAX_CACHED_DRAWINGS` files."""
    drawings = [*folder.iterdir()]
    for path in drawings if len(drawings) > MAX_CACHED_DRAWINGS else ():
        path.unlink()


@cache
def _hash_file(path: str) -> str:
    return sha256(Path(path).read_bytes()).hexdigest()
