"""A cache of drawings on disk, by all that each was drawn from. Reading one is fifty times as fast as drawing it.

It is in `.pytest_cache`. `pytest --cache-clear` empties it.
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
"""Some kilobytes each. A change of drawings leaves old ones behind."""


def cache_drawings(folder: Path, draw: DrawFunction) -> DrawFunction:
    """Return a function that draws as `draw` does, and each drawing once."""
    library = version("resvg-py")

    def draw_or_read(*, font_files: list[str], **asked: Any) -> bytes:
        key = repr((library, sorted(asked.items()), [_hash_file(path) for path in font_files]))
        path = folder / sha256(key.encode()).hexdigest()
        try:
            return path.read_bytes()
        except FileNotFoundError:
            data = bytes(draw(font_files=font_files, **asked))
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
