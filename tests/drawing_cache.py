"""A cache of drawings in `.pytest_cache`, by their inputs. Reading a drawing is fifty times as fast as drawing it.

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
"""Names the folder for the processes that tests start."""
MAX_CACHED_DRAWINGS: Final = 30_000
"""Each has some kilobytes. Old ones remain in the cache when a drawing changes."""


def cache_drawings(folder: Path, draw: DrawFunction) -> DrawFunction:
    """Wrap `draw` with the cache."""
    library = version("resvg-py")

    def draw_or_read(*, font_files: list[str], **arguments: Any) -> bytes:
        key = repr((library, sorted(arguments.items()), [_hash_file(path) for path in font_files]))
        path = folder / sha256(key.encode()).hexdigest()
        try:
            return path.read_bytes()
        except FileNotFoundError:
            data = bytes(draw(font_files=font_files, **arguments))
        # Another process may write the same file now.
        with NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(data)
        Path(file.name).replace(path)
        return data

    return draw_or_read


def limit_cache(folder: Path) -> None:
    """Empty the cache when it has grown too large."""
    drawings = [*folder.iterdir()]
    for path in drawings if len(drawings) > MAX_CACHED_DRAWINGS else ():
        path.unlink()


@cache
def _hash_file(path: str) -> str:
    return sha256(Path(path).read_bytes()).hexdigest()
