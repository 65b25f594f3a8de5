"""What was drawn once is not drawn again: a drawing as bytes, kept on disk by all that it was drawn from."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final

Draws = Callable[..., bytes]
PLACE: Final = "DRAWN"
"""What says to processes of the tests where."""
MOST: Final = 30_000
"""Some kilobytes each; whoever changes drawings leaves old ones behind."""


def kept(folder: Path, draws: Draws) -> Draws:
    """As it draws, but each drawing once, whichever process asks first: it takes fifty times as long as to read it."""
    by = version("resvg-py")

    def drawn(*, font_files: list[str], **asked: Any) -> bytes:
        told = repr((by, sorted(asked.items()), [_content(path) for path in font_files]))
        place = folder / sha256(told.encode()).hexdigest()
        try:
            return place.read_bytes()
        except FileNotFoundError:
            data = bytes(draws(font_files=font_files, **asked))
        # Whole or not at all, whoever else writes it now.
        with NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(data)
        Path(file.name).replace(place)
        return data

    return drawn


def thinned(folder: Path) -> None:
    """Nothing of it, where it has become too much."""
    there = [*folder.iterdir()]
    for path in there if len(there) > MOST else ():
        path.unlink()


@cache
def _content(path: str) -> str:
    return sha256(Path(path).read_bytes()).hexdigest()
